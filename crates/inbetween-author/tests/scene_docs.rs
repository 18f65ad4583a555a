//! The JSON Schema and the reference are what the reader's tables say, and scenes keep to the schema.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

use inbetween_author::scene;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use toml_edit::{Item, Value as Toml};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const MARK: &str = "<!-- The rest is generated. -->\n";

#[test]
fn the_schema_is_current() {
    let file = std::fs::read_to_string(root().join("docs/scene.schema.json")).unwrap_or_default();
    assert!(
        file == scene::schema(),
        "docs/scene.schema.json is old; `cargo test -p inbetween-author --test scene_docs -- --ignored` writes it"
    );
}

#[test]
fn the_reference_is_current() {
    let file = std::fs::read_to_string(root().join("docs/scene.md")).unwrap();
    let (_, tables) = file.split_once(MARK).unwrap();
    assert!(
        tables == scene::reference_tables(),
        "docs/scene.md is old; `cargo test -p inbetween-author --test scene_docs -- --ignored` writes it"
    );
}

#[test]
#[ignore = "writes docs/scene.schema.json and the tables of docs/scene.md"]
fn write_the_generated_documents() {
    std::fs::write(root().join("docs/scene.schema.json"), scene::schema()).unwrap();
    let file = std::fs::read_to_string(root().join("docs/scene.md")).unwrap();
    let head = file.split_once(MARK).map_or(file.as_str(), |(head, _)| head);
    std::fs::write(root().join("docs/scene.md"), format!("{head}{MARK}{}", scene::reference_tables()))
        .unwrap();
}

/// TOML as JSON.
fn json_of(item: &Item) -> Json {
    match item {
        Item::None => Json::Null,
        Item::Value(value) => json_value(value),
        Item::Table(table) => table.iter().map(|(key, item)| (key.to_owned(), json_of(item))).collect(),
        Item::ArrayOfTables(list) => list
            .iter()
            .map(|table| table.iter().map(|(key, item)| (key.to_owned(), json_of(item))).collect::<Json>())
            .collect(),
    }
}

fn json_value(value: &Toml) -> Json {
    match value {
        Toml::String(text) => json!(text.value()),
        Toml::Integer(n) => json!(n.value()),
        Toml::Float(n) => json!(n.value()),
        Toml::Boolean(flag) => json!(flag.value()),
        Toml::Datetime(_) => Json::Null,
        Toml::Array(list) => list.iter().map(json_value).collect(),
        Toml::InlineTable(table) => {
            table.iter().map(|(key, value)| (key.to_owned(), json_value(value))).collect()
        }
    }
}

/// The part of JSON Schema that the schema uses. Gives the deepest complaint.
fn check(value: &Json, schema: &Json, whole: &Json, at: &str) -> Result<(), String> {
    let said = |what: String| Err(format!("{at}: {what}"));
    if let Some(name) = schema.get("$ref").and_then(Json::as_str) {
        let name = name.strip_prefix("#/$defs/").unwrap();
        let target = whole["$defs"].get(name).unwrap_or_else(|| panic!("no definition of {name}"));
        check(value, target, whole, at)?;
    }
    if let Some(ways) = schema.get("anyOf").and_then(Json::as_array) {
        let errors: Vec<String> = ways.iter().filter_map(|way| check(value, way, whole, at).err()).collect();
        if errors.len() == ways.len() {
            let deepest = errors.into_iter().max_by_key(|error| error.split(':').next().unwrap().len());
            return Err(deepest.unwrap_or_default());
        }
    }
    if let Some(ty) = schema.get("type") {
        let known: Vec<&str> = match ty {
            Json::Array(list) => list.iter().filter_map(Json::as_str).collect(),
            other => other.as_str().into_iter().collect(),
        };
        let fits = known.iter().any(|ty| match *ty {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "number" => value.is_number(),
            "integer" => value.is_i64(),
            "boolean" => value.is_boolean(),
            other => panic!("type {other}"),
        });
        if !fits {
            return said(format!("{value} is not {known:?}"));
        }
    }
    if let Some(list) = schema.get("enum").and_then(Json::as_array)
        && !list.contains(value)
    {
        return said(format!("{value} is none of {list:?}"));
    }
    if schema.get("const").is_some_and(|known| known != value) {
        return said(format!("{value} is not {}", schema["const"]));
    }
    if let Some(pattern) = schema.get("pattern").and_then(Json::as_str) {
        let start = pattern.trim_start_matches('^').replace('\\', "");
        if !value.as_str().is_some_and(|text| text.starts_with(&start)) {
            return said(format!("{value} does not start with {start}"));
        }
    }
    if let Some(list) = value.as_array() {
        let count = list.len() as u64;
        if schema.get("minItems").and_then(Json::as_u64).is_some_and(|least| count < least)
            || schema.get("maxItems").and_then(Json::as_u64).is_some_and(|most| count > most)
        {
            return said(format!("{count} entries"));
        }
        if let Some(items) = schema.get("items") {
            for (index, item) in list.iter().enumerate() {
                check(item, items, whole, &format!("{at}[{index}]"))?;
            }
        }
    }
    if let Some(members) = value.as_object() {
        for name in schema.get("required").and_then(Json::as_array).into_iter().flatten() {
            if !members.contains_key(name.as_str().unwrap()) {
                return said(format!("{name} is missing"));
            }
        }
        if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
            for (key, member) in members {
                match properties.get(key) {
                    Some(inner) => check(member, inner, whole, &format!("{at}.{key}"))?,
                    None if schema.get("additionalProperties") == Some(&json!(false)) => {
                        return said(format!("{key} is not known"));
                    }
                    None => {}
                }
            }
        }
    }
    Ok(())
}

fn fits(text: &str) -> Result<(), String> {
    let schema: Json = serde_json::from_str(&scene::schema()).unwrap();
    let document = toml_edit::Document::parse(text).unwrap();
    check(&json_of(document.as_item()), &schema, &schema, "")
}

#[test]
fn the_examples_keep_to_the_schema() {
    let mut files = 0;
    let mut open = vec![root().join("examples"), root().join("../shared/corpus")];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.to_string_lossy().into_owned();
            let text = if path.is_dir() {
                open.push(path);
                continue;
            } else if name.ends_with(".scene.toml") {
                std::fs::read_to_string(&path).unwrap()
            } else if name.ends_with(".json") && path.metadata().unwrap().len() < 60_000 {
                match scene::write(&std::fs::read_to_string(&path).unwrap()) {
                    Ok(written) => written.scene,
                    Err(_) => continue,
                }
            } else {
                continue;
            };
            files += 1;
            fits(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    assert!(files > 5, "only {files} files");
}

#[test]
fn the_schema_finds_what_the_reader_finds() {
    let head = "[composition]\nsize = [1, 1]\nduration = 1\n";
    for (body, sound) in [
        ("[[layer]]\ntype = \"null\"\nrotation = 5\n", true),
        ("[[layer]]\ntype = \"null\"\nrotaton = 5\n", false),
        ("[[layer]]\ntype = \"nul\"\n", false),
        ("[[layer]]\ntype = \"shape\"\nshapes = [{ type = \"ellipse\", size = [1, 2] }]\n", true),
        ("[[layer]]\ntype = \"shape\"\nshapes = [{ type = \"ellipse\", points = 5 }]\n", false),
        ("[[layer]]\ntype = \"null\"\nrotation = { keyframes = [{ time = 0 }] }\n", false),
        ("[[layer]]\ntype = \"null\"\nblend_mode = \"multipy\"\n", false),
    ] {
        let text = format!("{head}{body}");
        assert_eq!(fits(&text).is_ok(), sound, "{body}");
        assert_eq!(scene::read(&text, "t", &|_| None).is_ok(), sound, "{body}");
    }
}
