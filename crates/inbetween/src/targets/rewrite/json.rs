//! Reading and making Lottie's JSON values.

use serde_json::{Map, Value, json};

/// A list under a key; empty where there is none.
pub(super) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A number under a key, also one written as a flag; 0 where there is none.
pub(super) fn number(value: &Value, key: &str) -> f64 {
    super::super::uses::number(value.get(key))
}

/// A text under a key.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or("")
}

/// Whether a property has keyframes.
pub(super) fn is_animated(property: &Value) -> bool {
    property
        .get("k")
        .and_then(Value::as_array)
        .and_then(|keys| keys.first())
        .is_some_and(|key| key.get("t").is_some())
}

/// The numbers of a static property: one for a number, several for a vector. `None` when it has keys or is no list
/// of numbers.
pub(super) fn fixed(property: &Value) -> Option<Vec<f64>> {
    if is_animated(property) {
        return None;
    }
    match property.get("k").unwrap_or(property) {
        Value::Number(n) => Some(vec![n.as_f64()?]),
        Value::Array(items) => items.iter().map(Value::as_f64).collect(),
        _ => None,
    }
}

/// The first number of a static property, or `default` where it is absent.
pub(super) fn fixed_number(property: Option<&Value>, default: f64) -> Option<f64> {
    match property {
        None => Some(default),
        Some(property) => fixed(property)?.first().copied(),
    }
}

/// A static property.
pub(super) fn still(value: impl Into<Value>) -> Value {
    json!({"a": 0, "k": value.into()})
}

/// Changes every value of a property: the static one, or `s` and `e` of each key.
pub(super) fn each_value(property: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    let animated = is_animated(property);
    let Some(k) = property.get_mut("k") else { return };
    if !animated {
        change(k);
        return;
    }
    for key in k.as_array_mut().into_iter().flatten() {
        for name in ["s", "e"] {
            if let Some(value) = key.get_mut(name) {
                change(value);
            }
        }
    }
}

/// Calls with every list of layers: the main composition's and each asset's, with the name of the composition and the
/// path of the list in the file.
pub(super) fn each_list(root: &mut Value, with: &mut dyn FnMut(&mut Vec<Value>, &str, &str)) {
    let main = text(root, "nm").to_owned();
    if let Some(layers) = root.get_mut("layers").and_then(Value::as_array_mut) {
        with(layers, &main, "layers");
    }
    for (index, asset) in
        root.get_mut("assets").and_then(Value::as_array_mut).into_iter().flatten().enumerate()
    {
        let name =
            if text(asset, "nm").is_empty() { text(asset, "id") } else { text(asset, "nm") }.to_owned();
        if let Some(layers) = asset.get_mut("layers").and_then(Value::as_array_mut) {
            with(layers, &name, &format!("assets[{index}].layers"));
        }
    }
}

/// Calls with every shape item of a list, those in groups too.
pub(super) fn each_item(items: &mut [Value], with: &mut dyn FnMut(&mut Value)) {
    for item in items {
        if let Some(inner) = item.get_mut("it").and_then(Value::as_array_mut) {
            each_item(inner, with);
        }
        with(item);
    }
}

/// Takes a member out.
pub(super) fn remove(value: &mut Value, key: &str) -> Option<Value> {
    value.as_object_mut().and_then(|object| object.shift_remove(key))
}

/// Puts a member in, or another value in its place.
pub(super) fn put(value: &mut Value, key: &str, new: impl Into<Value>) {
    if let Some(object) = value.as_object_mut() {
        object.insert(key.to_owned(), new.into());
    }
}

/// An object's members; none for anything else.
pub(super) fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}
