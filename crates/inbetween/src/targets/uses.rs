//! Which features of the table a file uses, and where.

use super::table::Row;
use crate::Project;
use inbetween_types::Location;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A feature used by a layer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Use {
    /// The feature.
    pub row: &'static Row,
    /// Where.
    pub place: Location,
    /// Names of items, effects or properties that use it.
    pub detail: String,
}

/// Every feature of the table that the file uses, once per layer.
///
/// What cannot be read as JSON by the strict reader gives nothing: opening has reported it.
#[must_use]
pub fn uses(project: &Project) -> Vec<Use> {
    match serde_json::from_str(&project.document().source.text) {
        Ok(root) => of_json(&root),
        Err(_) => Vec::new(),
    }
}

/// The same of Lottie's JSON.
pub(crate) fn of_json(root: &Value) -> Vec<Use> {
    let mut all = Vec::new();
    let main = root.get("nm").and_then(Value::as_str).unwrap_or("");
    layers(root.get("layers"), main, "layers", &mut all);
    for (index, asset) in list(root.get("assets")).iter().enumerate() {
        let name = asset.get("nm").or_else(|| asset.get("id")).and_then(Value::as_str).unwrap_or("");
        layers(asset.get("layers"), name, &format!("assets[{index}].layers"), &mut all);
    }
    let mut whole = Found::default();
    if !list(root.get("markers")).is_empty() {
        whole.add("marker", "");
    }
    if root.get("slots").and_then(Value::as_object).is_some_and(|slots| !slots.is_empty()) {
        whole.add("slot", "");
    }
    whole.finish(Location::default(), &mut all);
    all
}

/// Features of one layer, in the order of the table, with details.
#[derive(Default)]
struct Found(BTreeMap<&'static str, Vec<String>>);

impl Found {
    fn add(&mut self, feature: &'static str, detail: &str) {
        let details = self.0.entry(feature).or_default();
        if !detail.is_empty() && !details.iter().any(|known| known == detail) {
            details.push(detail.to_owned());
        }
    }

    fn finish(self, place: Location, all: &mut Vec<Use>) {
        for row in super::ROWS {
            let name = row.code.strip_prefix("target/").unwrap_or(row.code);
            if let Some(details) = self.0.get(name) {
                let mut detail = details.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
                if details.len() > 4 {
                    detail.push_str(&format!(" and {} more", details.len() - 4));
                }
                all.push(Use { row, place: place.clone(), detail });
            }
        }
    }
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A number, also one written as a flag.
pub(crate) fn number(value: Option<&Value>) -> f64 {
    match value {
        Some(Value::Number(n)) => n.as_f64().unwrap_or(0.0),
        Some(Value::Bool(true)) => 1.0,
        _ => 0.0,
    }
}

/// Whether a property is anything but the static value `plain`.
pub(crate) fn differs(property: Option<&Value>, plain: f64) -> bool {
    let Some(property) = property else { return false };
    if property.get("x").is_some_and(Value::is_string) {
        return true;
    }
    fn any(value: &Value, plain: f64) -> bool {
        match value {
            Value::Number(n) => n.as_f64() != Some(plain),
            Value::Array(items) => items.iter().any(|item| any(item, plain)),
            Value::Object(key) => key.get("s").is_some_and(|s| any(s, plain)),
            _ => false,
        }
    }
    any(property.get("k").unwrap_or(property), plain)
}

fn layers(value: Option<&Value>, composition: &str, path: &str, all: &mut Vec<Use>) {
    let layers = list(value);
    for (index, layer) in layers.iter().enumerate() {
        let Some(object) = layer.as_object() else { continue };
        let mut found = Found::default();
        one_layer(object, layers, index, &mut found);
        let name = object.get("nm").and_then(Value::as_str).unwrap_or("").to_owned();
        let place = Location {
            composition: (!composition.is_empty()).then(|| composition.to_owned()),
            layer: Some(name),
            file_path: Some(format!("{path}[{index}]")),
            ..Location::default()
        };
        found.finish(place, all);
    }
}

fn one_layer(layer: &Map<String, Value>, layers: &[Value], index: usize, found: &mut Found) {
    let get = |key: &str| layer.get(key);
    let kind = get("ty").and_then(Value::as_i64).unwrap_or(-1);
    if number(get("hd")) != 0.0 {
        found.add("hidden-layer", "");
    }
    expressions(&Value::Object(layer.clone()), "", found);
    match kind {
        0 => found.add("precomposition", ""),
        1 => found.add("solid", ""),
        2 => found.add("image", ""),
        5 => text(get("t"), found),
        6 => found.add("audio", ""),
        13 => found.add("camera", ""),
        12 => found.add("adjustment-layer", ""),
        14 => found.add("light", ""),
        _ => {}
    }
    if number(get("ddd")) != 0.0 && kind != 13 {
        found.add("3d-layer", "");
    }
    match number(get("bm")) {
        n if n >= 16.0 => found.add("blend-add", ""),
        n if n > 0.0 => found.add("blend-mode", ""),
        _ => {}
    }
    matte(layer, layers, index, found);
    if get("tm").is_some() {
        found.add("time-remap", "");
    }
    if get("sr").is_some_and(|sr| number(Some(sr)) != 1.0) {
        found.add("time-stretch", "");
    }
    for (key, feature) in [("ct", "collapse"), ("ao", "auto-orient"), ("mb", "motion-blur")] {
        if number(get(key)) != 0.0 {
            found.add(feature, "");
        }
    }
    if number(get("adj")) != 0.0 {
        found.add("adjustment-layer", "");
    }
    for effect in list(get("ef")) {
        if effect.get("en").is_some_and(|en| number(Some(en)) == 0.0) {
            continue;
        }
        let match_name = effect.get("mn").and_then(Value::as_str).unwrap_or("");
        let name = effect.get("nm").and_then(Value::as_str).unwrap_or(match_name);
        let number = effect.get("ty").and_then(Value::as_i64).unwrap_or(-1);
        found.add(effect_feature(match_name, number), name);
    }
    for style in list(get("sy")) {
        found.add("layer-style", style.get("nm").and_then(Value::as_str).unwrap_or(""));
    }
    for mask in list(get("masksProperties")) {
        mask_features(mask, found);
    }
    if get("ks").and_then(|ks| ks.get("p")).is_some_and(|p| number(p.get("s")) != 0.0) {
        found.add("split-position", "");
    }
    shapes(get("shapes"), found);
    if kind == 4 && get("mesh").is_some() {
        found.add("mesh", "");
    }
}

fn matte(layer: &Map<String, Value>, layers: &[Value], index: usize, found: &mut Found) {
    let feature = match number(layer.get("tt")) {
        1.0 => "matte-alpha",
        2.0 => "matte-alpha-inverted",
        3.0 => "matte-luma",
        4.0 => "matte-luma-inverted",
        _ => return,
    };
    found.add(feature, "");
    if let Some(parent) = layer.get("tp") {
        let above = index.checked_sub(1).and_then(|above| layers.get(above));
        if above.and_then(|above| above.get("ind")) != Some(parent) {
            found.add("matte-elsewhere", "");
        }
    }
}

fn mask_features(mask: &Value, found: &mut Found) {
    let name = mask.get("nm").and_then(Value::as_str).unwrap_or("");
    let feature = match mask.get("mode").and_then(Value::as_str).unwrap_or("a") {
        "n" => return,
        "i" => "mask-intersect",
        "f" => "mask-difference",
        "l" | "d" => "mask-lighten-darken",
        _ => "mask",
    };
    found.add("mask", name);
    if feature != "mask" {
        found.add(feature, name);
    }
    if number(mask.get("inv")) != 0.0 {
        found.add("mask-inverted", name);
    }
    if differs(mask.get("x"), 0.0) {
        found.add("mask-expansion", name);
    }
    if differs(mask.get("f"), 0.0) {
        found.add("mask-feather", name);
    }
}

/// The feature of an effect by match name, or by its number in the file.
pub(crate) fn effect_feature(match_name: &str, number: i64) -> &'static str {
    match match_name {
        "ADBE Angle Control"
        | "ADBE Checkbox Control"
        | "ADBE Color Control"
        | "ADBE Dropdown Control"
        | "ADBE Layer Control"
        | "ADBE Point Control"
        | "ADBE Point3D Control"
        | "ADBE Slider Control" => {
            return "expression-controls";
        }
        "ADBE Fill" => return "effect-fill",
        "ADBE Tint" => return "effect-tint",
        "ADBE Tritone" => return "effect-tritone",
        "ADBE Stroke" => return "effect-stroke",
        "ADBE Pro Levels2" | "ADBE Easy Levels2" => return "effect-levels",
        "ADBE Drop Shadow" => return "effect-drop-shadow",
        "ADBE Gaussian Blur 2" | "ADBE Gaussian Blur" => return "effect-gaussian-blur",
        "ADBE Set Matte3" | "ADBE Set Matte2" => return "effect-matte",
        "ADBE Geometry2" | "ADBE Geometry" => return "effect-transform",
        "ADBE HUE SATURATION" | "ADBE Invert" | "ADBE Brightness & Contrast 2" | "ADBE Black&White" => {
            return "effect-colour";
        }
        "ADBE Linear Wipe" | "ADBE Radial Wipe" | "ADBE Venetian Blinds" => return "effect-wipe",
        _ => {}
    }
    // Pseudo effects and those of AE's own presets (Wiggle - position, Fade In …) hold controls only.
    if match_name.starts_with("Pseudo/") || match_name.starts_with("ADBE CM ") {
        return "expression-controls";
    }
    match number {
        0..=4 | 7 | 10 => "expression-controls",
        5 if match_name.is_empty() => "expression-controls",
        20 => "effect-tint",
        21 => "effect-fill",
        22 => "effect-stroke",
        23 => "effect-tritone",
        24 => "effect-levels",
        25 => "effect-drop-shadow",
        26 => "effect-wipe",
        28 => "effect-matte",
        29 => "effect-gaussian-blur",
        _ => "effect-other",
    }
}

fn shapes(items: Option<&Value>, found: &mut Found) {
    for item in list(items) {
        if number(item.get("hd")) != 0.0 {
            continue;
        }
        let name = item.get("nm").and_then(Value::as_str).unwrap_or("");
        let ty = item.get("ty").and_then(Value::as_str).unwrap_or("");
        let feature = match ty {
            "gr" => {
                shapes(item.get("it"), found);
                "paths"
            }
            "sh" | "rc" | "el" => "paths",
            "sr" => "star",
            "rp" => "repeater",
            "mm" => "merge-paths",
            "rd" => "round-corners",
            "op" => "offset-paths",
            "pb" => "pucker-bloat",
            "zz" => "zig-zag",
            "inbetween.subdivide" => "subdivide",
            "tw" => "twist",
            "rf" => "wiggle-paths",
            "tm" => "trim-paths",
            "gf" => "gradient-fill",
            "gs" => "gradient-stroke",
            _ => "",
        };
        if !feature.is_empty() {
            found.add(feature, if feature == "paths" { "" } else { name });
        }
        if matches!(ty, "st" | "gs") && !list(item.get("d")).is_empty() {
            found.add("dashes", name);
        }
        if matches!(ty, "fl" | "gf") && number(item.get("r")) == 2.0 {
            found.add("even-odd", name);
        }
        if matches!(ty, "gr" | "fl" | "st" | "gf" | "gs") && number(item.get("bm")) != 0.0 {
            found.add("shape-blend-mode", name);
        }
    }
}

fn text(text: Option<&Value>, found: &mut Found) {
    found.add("text", "");
    let Some(text) = text else { return };
    for animator in list(text.get("a")) {
        found.add("text-animator", animator.get("nm").and_then(Value::as_str).unwrap_or(""));
        if let Some(selector) = animator.get("s") {
            let whole = !differs(selector.get("s"), 0.0) && !differs(selector.get("e"), 100.0);
            if !whole || selector.get("a").is_some_and(|amount| differs(Some(amount), 100.0)) {
                found.add("text-selector", animator.get("nm").and_then(Value::as_str).unwrap_or(""));
            }
        }
        if animator.get("a").is_some_and(|a| a.get("rx").is_some() || a.get("ry").is_some()) {
            found.add("text-3d", "");
        }
    }
    if text.get("p").and_then(Value::as_object).is_some_and(|path| path.contains_key("m")) {
        found.add("text-path", "");
    }
}

/// Properties with an expression, by the last name on the way to them.
fn expressions(value: &Value, name: &str, found: &mut Found) {
    match value {
        Value::Object(object) => {
            if object.get("x").is_some_and(Value::is_string) {
                found.add("expressions", name);
            }
            for (key, inner) in object {
                let name = object.get("nm").and_then(Value::as_str).unwrap_or(name);
                expressions(inner, property_word(key).unwrap_or(name), found);
            }
        }
        Value::Array(items) => {
            for item in items {
                let name = item.get("nm").and_then(Value::as_str).unwrap_or(name);
                expressions(item, name, found);
            }
        }
        _ => {}
    }
}

/// AE's names of the members that carry most expressions.
fn property_word(key: &str) -> Option<&'static str> {
    Some(match key {
        "p" => "Position",
        "a" => "Anchor Point",
        "s" => "Scale",
        "r" | "rz" => "Rotation",
        "o" => "Opacity",
        "tm" => "Time Remap",
        _ => return None,
    })
}
