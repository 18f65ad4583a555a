//! Real files, where they are at hand: every one loads, and saving one unchanged changes nothing.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween_doc::{Changes, Container, ImportOptions, Precision, Property, PropertyGroup, PropertyNode};
use std::path::{Path, PathBuf};

fn shared() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    path.is_dir().then_some(path)
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, out);
        } else if [".json", ".lottie", ".tgs"].iter().any(|end| name.ends_with(end))
            && !name.ends_with("-meta.json")
            && !name.ends_with(".expect.json")
        {
            out.push(path);
        }
    }
}

fn files() -> Vec<PathBuf> {
    let mut out = Vec::new();
    if let Some(shared) = shared() {
        for folder in ["expression-files", "plain-files", "speed-files", "test-files/data"] {
            collect(&shared.join("corpus").join(folder), &mut out);
        }
        collect(&shared.join("acceptance/rigs"), &mut out);
    }
    out.sort();
    out
}

fn properties<'a>(group: &'a PropertyGroup, out: &mut Vec<&'a Property>) {
    for child in &group.children {
        match child {
            PropertyNode::Group(group) => properties(group, out),
            PropertyNode::Property(property) => out.push(property),
            _ => {}
        }
    }
}

fn all_properties(document: &inbetween_doc::Document) -> Vec<&Property> {
    let mut out = Vec::new();
    for layer in document.compositions.iter().flat_map(|c| &c.layers) {
        properties(&layer.properties, &mut out);
    }
    out
}

/// Every expression text in a JSON value: a string member `x`.
fn expressions(value: &serde_json::Value, out: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                match value {
                    serde_json::Value::String(text) if key == "x" => out.push(text.clone()),
                    _ => expressions(value, out),
                }
            }
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| expressions(value, out)),
        _ => {}
    }
}

#[test]
fn every_file_loads_and_survives_a_save() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let imported = inbetween_doc::import(&bytes, &ImportOptions::default());
        let document = imported.unwrap_or_else(|e| panic!("{}: {e}", path.display())).document;
        let json = inbetween_doc::export(&document, &Changes::new(), Container::Json).unwrap();
        assert!(json == document.source.text.as_bytes(), "{}", path.display());
        if document.source.container == "json" {
            assert!(json == bytes, "{}", path.display());
        }
    }
}

#[test]
fn every_expression_in_a_file_is_found_on_a_property() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = inbetween_doc::import(&bytes, &ImportOptions::default()).unwrap().document;
        let text = document.source.text.trim_start_matches('\u{feff}');
        let mut wanted = Vec::new();
        expressions(&serde_json::from_str(text).unwrap(), &mut wanted);
        let mut found: Vec<String> = all_properties(&document)
            .iter()
            .filter_map(|property| property.expression.as_ref().map(|e| e.source.clone()))
            .collect();
        wanted.sort();
        found.sort();
        assert_eq!(found.len(), wanted.len(), "{}", path.display());
        assert!(found == wanted, "{}", path.display());
    }
}

#[test]
fn every_property_written_anew_reads_back_as_it_was() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let first = inbetween_doc::import(&bytes, &ImportOptions::default()).unwrap().document;
        let mut changes = Changes::new();
        changes.precision = Precision::default();
        // A separated position has no value of its own: its followers are written.
        for property in all_properties(&first).into_iter().filter(|property| !property.separated) {
            changes.replace_property(property.clone());
        }
        let json = inbetween_doc::export(&first, &changes, Container::Json).unwrap();
        let second = inbetween_doc::import(&json, &ImportOptions::default());
        let second = second.unwrap_or_else(|e| panic!("{}: {e}", path.display())).document;
        let (old, new) = (all_properties(&first), all_properties(&second));
        assert_eq!(old.len(), new.len(), "{}", path.display());
        for (old, new) in old.iter().zip(new) {
            let place = format!("{} {}", path.display(), old.name);
            if old.file_scale == 1.0 && old.value.components().iter().all(|n| n.is_finite()) {
                assert_eq!(old.value, new.value, "{place}");
                assert_eq!(old.keyframes, new.keyframes, "{place}");
            }
            assert_eq!(old.expression, new.expression, "{place}");
        }
    }
}
