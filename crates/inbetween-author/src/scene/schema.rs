//! The JSON Schema of scene files, and their reference: both are made of the tables.

use super::read::NAMED;
use super::tables::*;
use inbetween_types::ValueKind;
use serde_json::{Map, Value as Json, json};

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn list(items: Json) -> Json {
    json!({ "type": "array", "items": items })
}

fn pair() -> Json {
    json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 })
}

/// The definition of a kind of property.
fn property_name(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Number => "number_property",
        ValueKind::Color => "color_property",
        ValueKind::Path => "path_property",
        ValueKind::Gradient => "gradient_property",
        ValueKind::Text => "text_property",
        _ => "vector_property",
    }
}

/// What the value of a key may be.
fn value_of(key: &Key) -> Json {
    match key.kind {
        Kind::Property(kind) => reference(property_name(kind)),
        Kind::Number => json!({ "type": "number" }),
        Kind::Switch | Kind::Flag => json!({ "type": "boolean" }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Time => reference("time"),
        Kind::Words(words) => {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            json!({ "anyOf": [{ "enum": names }, { "type": ["number", "boolean"] }] })
        }
        Kind::Letters(words) => {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            json!({ "enum": names })
        }
        Kind::Hex => reference("color"),
        Kind::Rgb => json!({ "anyOf": [{ "const": "none" }, reference("color")] }),
        Kind::Pair => pair(),
        Kind::Special(what) => special(what),
    }
}

fn special(what: &str) -> Json {
    match what {
        "size" => pair(),
        "time" => reference("time"),
        "rate" => json!({ "type": ["number", "string"] }),
        "number" | "percent" => json!({ "type": "number" }),
        "flag" => json!({ "type": "boolean" }),
        "text" | "lottie" | "composition name" | "image name" | "sound name" | "data name" => {
            json!({ "type": "string" })
        }
        "id" => json!({ "anyOf": [{ "type": "integer" }, { "const": "none" }] }),
        "layer name" | "mask" => json!({ "type": ["string", "integer"] }),
        "layer type" => {
            let names: Vec<&str> = LAYER_TYPES.iter().map(|ty| ty.name).collect();
            json!({ "enum": names })
        }
        "effect type" => {
            let names: Vec<&str> = CONTROLS.iter().map(|control| control.name).collect();
            json!({ "anyOf": [{ "enum": names }, { "type": "string" }] })
        }
        "selector type" => {
            let names: Vec<&str> = SELECTORS.iter().map(|selector| selector.name).collect();
            json!({ "enum": names })
        }
        "composition" => reference("composition"),
        "matte" => reference("matte"),
        "artwork" => reference("artwork"),
        "mesh" => reference("mesh"),
        "path options" => reference("path_options"),
        "more options" => reference("more_options"),
        "repeater transform" => reference("repeater_transform"),
        "source text" => reference("text_property"),
        "expression" => reference("expression"),
        "ease" => reference("ease"),
        "handle" => reference("handle"),
        "property" => reference("any_property"),
        "keyframes" => list(reference("any_keyframe")),
        "vector" => list(json!({ "type": "number" })),
        "points" => list(pair()),
        "fonts" => list(reference("font")),
        "data files" | "images" | "sounds" => list(reference("footage")),
        "markers" => list(reference("marker")),
        "layers" => list(reference("layer")),
        "compositions" => list(reference("composition_asset")),
        "effects" => list(reference("effect")),
        "parameters" => list(reference("parameter")),
        "masks" => list(reference("mask")),
        "styles" => list(reference("style")),
        "animators" => list(reference("animator")),
        "selectors" => list(reference("selector")),
        "shapes" => list(reference("shape")),
        "dashes" => list(reference("dash")),
        "raw" => object(&[&[lottie()]]),
        _ => json!({}),
    }
}

fn lottie() -> Key {
    Key {
        name: "lottie".into(),
        lottie: &[],
        kind: Kind::Special("lottie"),
        default: &[],
        stated: false,
        doc: "Members of the Lottie object, as JSON".into(),
    }
}

fn described(key: &Key) -> Json {
    let mut value = value_of(key);
    if let Json::Object(members) = &mut value {
        members.insert("description".into(), json!(key.doc));
    }
    value
}

/// An object with the keys of the lists and no others.
fn object(lists: &[&[Key]]) -> Json {
    let mut properties: Map<String, Json> = Map::new();
    for key in lists.iter().flat_map(|list| list.iter()) {
        let value = described(key);
        match properties.get_mut(key.name.as_ref()) {
            // Types of layers use a word in several ways.
            Some(known) if *known != value => {
                let mut ways = match known.get_mut("anyOf").and_then(Json::as_array_mut) {
                    Some(ways) if known_is_union(ways) => std::mem::take(ways),
                    _ => vec![known.take()],
                };
                ways.push(value);
                *known = json!({ "anyOf": ways });
            }
            Some(_) => {}
            None => {
                properties.insert(key.name.clone().into_owned(), value);
            }
        }
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn known_is_union(ways: &[Json]) -> bool {
    ways.iter().all(|way| way.get("description").is_some())
}

/// Names members that an object must have.
fn require(object: &mut Json, names: &[&str]) {
    if let Json::Object(members) = object {
        members.insert("required".into(), json!(names));
    }
}

/// An object whose `type` is one word.
fn typed(name: &str, required: bool, lists: &[&[Key]]) -> Json {
    let mut out = object(lists);
    if let Some(Json::Object(properties)) = out.get_mut("properties") {
        properties.insert("type".into(), json!({ "const": name }));
    }
    if required {
        require(&mut out, &["type"]);
    }
    out
}

/// A value or a table of value, keyframes and expression.
fn property(value: Json, keyframe: &str) -> Json {
    let mut table = object(&[PROPERTY]);
    if let Some(Json::Object(properties)) = table.get_mut("properties") {
        properties.insert("value".into(), value.clone());
        properties.insert("keyframes".into(), list(reference(keyframe)));
    }
    json!({ "anyOf": [value, table] })
}

fn keyframe(value: &Json) -> Json {
    let mut out = object(&[KEYFRAME]);
    if let Some(Json::Object(properties)) = out.get_mut("properties") {
        properties.insert("value".into(), value.clone());
        properties.insert("end".into(), value.clone());
    }
    require(&mut out, &["time", "value"]);
    out
}

fn definitions() -> Map<String, Json> {
    let mut out = Map::new();
    let mut add = |name: &str, value: Json| {
        out.insert(name.to_owned(), value);
    };
    add(
        "time",
        json!({
            "description": "Seconds, frames (\"12f\"), or timecode (\"0:00:01:12\")",
            "anyOf": [{ "type": "number" }, { "type": "string" }],
        }),
    );
    add(
        "color",
        json!({ "description": "\"#rrggbb\" or [red, green, blue] from 0 to 1", "anyOf": [
            { "type": "string", "pattern": "^#" },
            { "type": "array", "items": { "type": "number" }, "minItems": 3, "maxItems": 4 },
        ]}),
    );
    add("path", json!({ "anyOf": [{ "type": "string", "description": "SVG path data" }, object(&[PATH])] }));
    add(
        "expression",
        json!({ "anyOf": [{ "type": "string" }, {
            "type": "object", "properties": { "file": { "type": "string" } }, "required": ["file"],
            "additionalProperties": false,
        }]}),
    );
    let mut names: Vec<&str> = vec!["linear", "hold", "exponential"];
    names.extend(NAMED.iter().map(|(name, _)| *name));
    let curve = json!({ "anyOf": [
        { "enum": names },
        { "type": "string", "pattern": "^cubic-bezier\\(" },
        { "type": "array", "items": { "type": "number" }, "minItems": 4, "maxItems": 4 },
    ]});
    add("curve", curve);
    add(
        "ease",
        json!({ "anyOf": [reference("curve"), list(reference("curve")), {
            "type": "object", "properties": { "exponential": { "type": "number" } }, "required": ["exponential"],
            "additionalProperties": false,
        }]}),
    );
    let numbers = json!({ "anyOf": [{ "type": "number" }, list(json!({ "type": "number" }))] });
    add(
        "handle",
        json!({ "type": "object", "additionalProperties": false, "properties": {
            "speed": numbers, "influence": numbers,
        }}),
    );
    let number = json!({ "type": ["number", "boolean"] });
    let stops = list(json!({ "anyOf": [{ "type": "number" }, { "type": "array" }] }));
    let text = json!({ "anyOf": [{ "type": "string" }, object(&[TEXT])] });
    for (name, value) in [
        ("number", number),
        ("vector", numbers),
        ("color", reference("color")),
        ("path", reference("path")),
        ("gradient", stops),
        ("any", json!({})),
    ] {
        let keyed = format!("{name}_keyframe");
        add(&keyed, keyframe(&value));
        add(&format!("{name}_property"), property(value, &keyed));
    }
    add("text_keyframe", keyframe(&text));
    let mut document = property(text, "text_keyframe");
    if let Some(ways) = document.get_mut("anyOf").and_then(Json::as_array_mut) {
        ways.push(object(&[TEXT, PROPERTY.get(2..).unwrap_or(&[])]));
    }
    add("text_property", document);
    add("composition", object(&[COMPOSITION]));
    add("composition_asset", object(&[COMPOSITION, ASSET]));
    add("font", object(&[FONT]));
    add("footage", object(&[FOOTAGE]));
    add("marker", object(&[MARKER]));
    let own: Vec<&[Key]> = LAYER_TYPES.iter().map(|ty| ty.keys).collect();
    let mut lists: Vec<&[Key]> = vec![LAYER, TRANSFORM, SEPARATE];
    lists.extend(own);
    add("layer", object(&lists));
    add("matte", object(&[MATTE]));
    add("artwork", object(&[ARTWORK]));
    add("mesh", object(&[MESH_OWN, &MESH]));
    add("effect", object(&[EFFECT]));
    add("parameter", object(&[PARAMETER]));
    add("mask", object(&[&MASK]));
    add("path_options", object(&[&PATH_OPTIONS]));
    add("more_options", object(&[&MORE_OPTIONS]));
    add("animator", object(&[ANIMATOR, &ANIMATED]));
    let selectors: Vec<Json> = SELECTORS
        .iter()
        .map(|selector| typed(selector.name, selector.ty != 0.0, &[SELECTOR, &selector.keys]))
        .collect();
    add("selector", json!({ "anyOf": selectors }));
    let mut styles: Vec<Json> =
        STYLES.iter().map(|style| typed(&style.name, true, &[STYLE, &style.keys])).collect();
    styles.push(object(&[&[lottie()]]));
    add("style", json!({ "anyOf": styles }));
    let mut shapes = vec![typed("group", true, &[ITEM, &GROUP, &GROUP_TRANSFORM])];
    shapes.extend(ITEMS.iter().map(|item| typed(&item.name, true, &[ITEM, &item.keys])));
    shapes.push(object(&[&[lottie()]]));
    add("shape", json!({ "anyOf": shapes }));
    add("repeater_transform", object(&[&REPEATER_TRANSFORM]));
    let dash = |key: &str| {
        json!({ "type": "object", "properties": { key: reference("number_property") }, "required": [key],
            "additionalProperties": false })
    };
    add("dash", json!({ "anyOf": [dash("dash"), dash("gap"), dash("offset")] }));
    out
}

/// The JSON Schema (draft 2020-12) of scene files, by which editors complete and check them; it ends with a new line.
#[must_use]
pub fn schema() -> String {
    let mut out = object(&[ROOT]);
    if let Json::Object(members) = &mut out {
        members.insert("required".into(), json!(["composition"]));
        members.shift_insert(0, "$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
        members.shift_insert(1, "title".into(), json!("inbetween scene"));
        members.insert("$defs".into(), Json::Object(definitions()));
    }
    let mut text = serde_json::to_string_pretty(&out).unwrap_or_default();
    text.push('\n');
    text
}

/// What a kind of value is called in the reference.
fn kind_words(key: &Key) -> String {
    match key.kind {
        Kind::Property(kind) => match kind {
            ValueKind::Number => "number, animatable",
            ValueKind::Color => "colour, animatable",
            ValueKind::Path => "path, animatable",
            ValueKind::Gradient => "colour stops, animatable",
            ValueKind::Text => "text, animatable",
            ValueKind::Point(_) => "point, animatable",
            _ => "numbers, animatable",
        }
        .to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::Switch | Kind::Flag => "true or false".to_owned(),
        Kind::Text => "text".to_owned(),
        Kind::Time => "time".to_owned(),
        Kind::Words(words) => words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(" "),
        Kind::Letters(words) => {
            words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(" ")
        }
        Kind::Hex | Kind::Rgb => "colour".to_owned(),
        Kind::Pair => "two numbers".to_owned(),
        Kind::Special(what) => match what {
            "size" => "two numbers",
            "rate" => "number or \"a/b\"",
            "lottie" => "JSON text",
            "handle" => "table",
            other => other,
        }
        .to_owned(),
    }
}

/// Tables of every key, as Markdown.
#[must_use]
pub fn reference_tables() -> String {
    let mut out = String::new();
    let mut table = |title: &str, note: &str, lists: &[&[Key]]| {
        out.push_str(&format!("\n### {title}\n\n"));
        if !note.is_empty() {
            out.push_str(&format!("{note}\n\n"));
        }
        out.push_str("| key | value | |\n|---|---|---|\n");
        for key in lists.iter().flat_map(|list| list.iter()) {
            let doc = key.doc.replace('|', "\\|");
            out.push_str(&format!("| `{}` | {} | {doc} |\n", key.name, kind_words(key)));
        }
    };
    table("The file", "", &[ROOT]);
    table("`[composition]`", "", &[COMPOSITION]);
    table("`[[font]]`", "", &[FONT]);
    table("`[[data]]`, `[[image]]`, `[[audio]]`", "", &[FOOTAGE]);
    table("`[[marker]]`", "", &[MARKER]);
    table("`[[layer]]`", "", &[LAYER, TRANSFORM, SEPARATE]);
    for ty in LAYER_TYPES.iter().filter(|ty| !ty.keys.is_empty()) {
        table(&format!("Layer `{}`", ty.name), &format!("It is {}.", ty.doc), &[ty.keys]);
    }
    table("A mesh", "", &[MESH_OWN, &MESH]);
    table("A property's table", "", &[PROPERTY]);
    table("A keyframe", "", &[KEYFRAME]);
    table("A path's table", "", &[PATH]);
    table("`[[layer.effect]]`", "", &[EFFECT]);
    table("A parameter of an effect", "", &[PARAMETER]);
    table("`[[layer.mask]]`", "", &[&MASK]);
    table("A text", "", &[TEXT]);
    table("Path options of a text", "", &[&PATH_OPTIONS]);
    table("More options of a text", "", &[&MORE_OPTIONS]);
    table("`[[layer.animator]]`", "", &[ANIMATOR, &ANIMATED]);
    for selector in SELECTORS.iter() {
        table(&format!("Selector `{}`", selector.name), "", &[SELECTOR, &selector.keys]);
    }
    table("Every shape", "", &[ITEM]);
    table("Shape `group`", "", &[&GROUP, &GROUP_TRANSFORM]);
    for item in ITEMS.iter() {
        table(&format!("Shape `{}`", item.name), "", &[&item.keys]);
    }
    table("Transform of a repeater", "", &[&REPEATER_TRANSFORM]);
    table("Every layer style", "", &[STYLE]);
    for style in STYLES.iter() {
        table(&format!("Layer style `{}`", style.name), "", &[&style.keys]);
    }
    out
}
