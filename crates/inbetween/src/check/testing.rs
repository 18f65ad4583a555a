//! The file of examples, and what runs a rule's examples on it.

use super::{Rule, Sample};
use crate::{OpenOptions, Project};
use serde_json::{Value, json};

/// A static property.
fn fixed(value: Value) -> Value {
    json!({"a": 0, "k": value})
}

/// Keys (frame, value): linear, or eased with speed 0 at both ends.
fn keyed(eased: bool, keys: &[(f64, Value)]) -> Value {
    let (o, i) = if eased { ([0.333, 0.0], [0.667, 1.0]) } else { ([0.167, 0.167], [0.833, 0.833]) };
    let list: Vec<Value> = keys
        .iter()
        .map(|(frame, value)| {
            let start = if value.is_array() { value.clone() } else { json!([value]) };
            json!({"t": frame, "s": start, "o": {"x": [o[0]], "y": [o[1]]}, "i": {"x": [i[0]], "y": [i[1]]}})
        })
        .collect();
    json!({"a": 1, "k": list})
}

fn layer(id: i64, name: &str, parent: Option<i64>) -> Value {
    let mut layer = json!({"ty": 3, "ind": id, "nm": name, "ip": 0, "op": 100, "st": 0, "sr": 1, "ks": {
        "o": fixed(json!(100)), "r": fixed(json!(0)), "p": fixed(json!([60, 40, 0])), "a": fixed(json!([10, 5, 0])),
        "s": fixed(json!([100, 100, 100]))}});
    if let Some(parent) = parent {
        layer["parent"] = json!(parent);
    }
    layer
}

fn slider(name: &str, index: i64, property: Value) -> Value {
    json!({"ty": 5, "nm": name, "mn": "ADBE Slider Control", "ix": index, "en": 1, "np": 3, "ef": [
        {"ty": 0, "nm": "Slider", "mn": "ADBE Slider Control-0001", "ix": 1, "v": property}]})
}

/// The file of examples: see the head of `docs/rules.md`.
pub(crate) fn rig() -> Value {
    let mut ball = layer(1, "ball", None);
    ball["ks"]["p"] = keyed(true, &[(0.0, json!([100, 100, 0])), (50.0, json!([500, 100, 0]))]);
    ball["ks"]["r"] = keyed(false, &[(0.0, json!(0)), (25.0, json!(100))]);
    ball["ks"]["s"] = keyed(true, &[(0.0, json!([50, 50, 100])), (50.0, json!([100, 100, 100]))]);
    let mut control = layer(2, "control", None);
    let speed = keyed(false, &[(0.0, json!(0)), (25.0, json!(360)), (75.0, json!(360)), (99.0, json!(0))]);
    control["ef"] = json!([slider("Amount", 1, fixed(json!(50))), slider("Speed", 2, speed)]);
    let mut wheel = layer(4, "wheel", None);
    wheel["ks"]["r"] = keyed(false, &[(0.0, json!(0)), (100.0, json!(360))]);
    let mut remapped = layer(7, "remapped", None);
    remapped["ty"] = json!(0);
    remapped["refId"] = json!("scene");
    remapped["w"] = json!(100);
    remapped["h"] = json!(100);
    remapped["tm"] = keyed(false, &[(0.0, json!(0)), (50.0, json!(2))]);
    let mut reader = layer(8, "reader", None);
    reader["ks"]["r"]["x"] = json!("thisComp.layer(\"ball\").rotation");
    reader["ks"]["o"]["x"] = json!("50 + 50 * Math.sin(time)");
    let mut inner = layer(1, "dot", None);
    inner["op"] = json!(50);
    let layers =
        [ball, control, wheel, layer(5, "crank", Some(4)), layer(6, "piston", Some(5)), remapped, reader];
    json!({"v": "5.12.1", "fr": 25, "ip": 0, "op": 100, "w": 640, "h": 360, "nm": "main", "ddd": 0, "layers": layers,
        "assets": [{"id": "scene", "nm": "scene", "fr": 25, "ip": 0, "op": 50, "w": 100, "h": 100, "layers": [inner]}]})
}

/// The file of examples with an expression on one of its properties.
pub(crate) fn expressed(property: &str, text: &str) -> Value {
    let mut file = rig();
    let (layer, key) = property.split_once('.').unwrap();
    let found = file["layers"].as_array_mut().unwrap().iter_mut().find(|l| l["nm"] == layer);
    let layer = found.unwrap_or_else(|| panic!("no layer of {property}"));
    let place = match key {
        "opacity" => &mut layer["ks"]["o"],
        "rotation" => &mut layer["ks"]["r"],
        "position" => &mut layer["ks"]["p"],
        "scale" => &mut layer["ks"]["s"],
        "timeRemap" => &mut layer["tm"],
        _ => panic!("no property {property}"),
    };
    place["x"] = json!(text);
    file
}

/// The file of examples with members added; lists grow at their head.
fn merged(members: &str) -> Value {
    let mut file = rig();
    // Its expressions are no part of these examples.
    for layer in file["layers"].as_array_mut().unwrap() {
        for property in ["r", "o"] {
            layer["ks"][property].as_object_mut().unwrap().remove("x");
        }
    }
    let members: Value = serde_json::from_str(members).unwrap();
    for (key, value) in members.as_object().unwrap() {
        match (file[key].as_array_mut(), value.as_array()) {
            (Some(list), Some(more)) => {
                list.splice(0..0, more.iter().cloned());
            }
            _ => file[key] = value.clone(),
        }
    }
    file
}

/// A file of examples, opened.
pub(crate) fn project(file: &Value) -> Project {
    let mut options = OpenOptions::default();
    options.limits.fuel = 40_000;
    Project::open(file.to_string().as_bytes(), &options).unwrap()
}

fn codes(file: &Value) -> Vec<&'static str> {
    let checked = project(file).check(1, &|_, _| true).unwrap();
    checked.diagnostics.iter().map(|finding| finding.code).collect()
}

/// Codes of all findings with an expression on a property of the file of examples.
pub(crate) fn codes_on(property: &str, text: &str) -> Vec<&'static str> {
    codes(&expressed(property, text))
}

fn sample(sample: &Sample) -> Value {
    match sample {
        Sample::On(property, text) => expressed(property, text),
        Sample::Members(text) => merged(text),
    }
}

/// A rule finds its wrong example and nothing in its right one, and mends it if it says so.
pub(crate) fn examples(rule: &Rule) {
    let wrong = codes(&sample(&rule.wrong));
    assert!(wrong.contains(&rule.code), "{}: the wrong example gives {wrong:?}", rule.code);
    let right = codes(&sample(&rule.right));
    assert!(!right.contains(&rule.code), "{}: the right example gives {right:?}", rule.code);
    if rule.fixes {
        let project = project(&sample(&rule.wrong));
        let fixes = project.fixes().unwrap();
        assert!(
            fixes.iter().any(|fix| fix.codes.contains(&rule.code)),
            "{}: not mended: {fixes:?}",
            rule.code
        );
        let bytes = project.with_fixes(&fixes, inbetween_doc::Container::Json).unwrap();
        let after = codes(&serde_json::from_slice(&bytes).unwrap());
        assert!(!after.contains(&rule.code), "{}: still found after mending: {fixes:?}", rule.code);
    }
}

#[test]
fn the_table_is_sorted() {
    assert!(super::RULES.windows(2).all(|pair| pair[0].code < pair[1].code));
}

/// Made by `inbetween check --rules --format markdown`.
#[test]
fn the_page_of_rules_is_current() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == super::to_markdown(),
        "write it anew: inbetween check --rules --format markdown > docs/rules.md"
    );
}
