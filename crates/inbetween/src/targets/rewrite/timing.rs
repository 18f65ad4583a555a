//! Time: keys moved, stretch and remap taken away.

use super::Work;
use super::json::{each_list, is_animated, list, number, put, remove, text};
use serde_json::{Value, json};

/// Moves every time of a list of layers: frame `t` becomes `(t - shift) * factor`.
pub(super) fn retime(layers: &mut [Value], shift: f64, factor: f64) {
    for layer in layers {
        for key in ["ip", "op", "st"] {
            if layer.get(key).is_some() {
                let moved = (number(layer, key) - shift) * factor;
                put(layer, key, moved);
            }
        }
        if number(layer, "ty") == 0.0 && factor != 1.0 {
            let stretch = if layer.get("sr").is_some() { number(layer, "sr") } else { 1.0 };
            put(layer, "sr", stretch * factor);
        }
        keys(layer, shift, factor, "");
    }
}

/// Times of keys anywhere below a value. Keys of a time remap hold seconds as values, which stay.
fn keys(value: &mut Value, shift: f64, factor: f64, name: &str) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object.iter_mut() {
                keys(inner, shift, factor, key);
            }
        }
        Value::Array(items) => {
            let timed = name == "k" && items.first().is_some_and(|key| key.get("t").is_some());
            for item in items {
                if timed && item.get("t").is_some() {
                    let t = (number(item, "t") - shift) * factor;
                    put(item, "t", t);
                } else {
                    keys(item, shift, factor, "");
                }
            }
        }
        _ => {}
    }
}

/// Stretch of layers that play nothing changes nothing: their keys are in composition time.
pub(super) fn stretch(root: &mut Value, _: &mut Work<'_>) {
    each_list(root, &mut |layers, _, _| {
        for layer in layers {
            if number(layer, "ty") != 0.0 && layer.get("sr").is_some() {
                remove(layer, "sr");
            }
        }
    });
}

/// A time remap that runs evenly while the layer is shown is the layer's start and stretch.
pub(super) fn remap(root: &mut Value, work: &mut Work<'_>) {
    if !work.lacks("time-remap") {
        return;
    }
    let fps = number(root, "fr");
    if fps <= 0.0 {
        return;
    }
    each_list(root, &mut |layers, composition, _| {
        for layer in layers {
            let Some(even) = layer.get("tm").and_then(|tm| even(tm, layer, fps)) else { continue };
            let [start, stretch] = even;
            remove(layer, "tm");
            put(layer, "st", start);
            put(layer, "sr", stretch);
            work.changed(
                "target/time-remap",
                composition,
                layer,
                "an even time remap made start and stretch",
            );
        }
    });
}

/// Start and stretch of a remap of two keys on a straight line that the layer stays within.
fn even(remap: &Value, layer: &Value, fps: f64) -> Option<[f64; 2]> {
    if !is_animated(remap) {
        return None;
    }
    let [a, b] = list(remap, "k") else { return None };
    let value = |key: &Value, name: &str| {
        let value = key.get(name)?;
        value.as_array().and_then(|list| list.first()).unwrap_or(value).as_f64()
    };
    let (t0, t1) = (number(a, "t"), number(b, "t"));
    let v0 = value(a, "s")?;
    let v1 = value(b, "s").or_else(|| value(a, "e"))?;
    let handle = |name: &str, axis: &str| {
        let value = a.get(name)?.get(axis)?;
        value.as_array().and_then(|list| list.first()).unwrap_or(value).as_f64()
    };
    let straight = match (handle("i", "x"), handle("i", "y"), handle("o", "x"), handle("o", "y")) {
        (Some(ix), Some(iy), Some(ox), Some(oy)) => (ix - iy).abs() < 1e-6 && (ox - oy).abs() < 1e-6,
        _ => number(a, "h") == 0.0,
    };
    let within = number(layer, "ip") >= t0 - 1e-6 && number(layer, "op") <= t1 + 1e-6;
    if !straight || !within || t1 <= t0 || v1 <= v0 || number(a, "h") != 0.0 {
        return None;
    }
    // Source frame = (t - st) / sr.
    let speed = (v1 - v0) * fps / (t1 - t0);
    Some([t0 - v0 * fps / speed, 1.0 / speed])
}

/// Precompositions that play faster or slower, as copies with their keys moved.
pub(super) fn stretch_precompositions(root: &mut Value, work: &mut Work<'_>) {
    if !work.lacks("time-stretch") {
        return;
    }
    for _ in 0..256 {
        let mut next: Option<(String, f64)> = None;
        let mut made = String::new();
        each_list(root, &mut |layers, composition, _| {
            for layer in layers {
                if next.is_some() || number(layer, "ty") != 0.0 || layer.get("tm").is_some() {
                    continue;
                }
                let Some(stretch) = layer.get("sr").and_then(Value::as_f64).filter(|sr| *sr > 0.0) else {
                    continue;
                };
                if (stretch - 1.0).abs() < 1e-9 {
                    remove(layer, "sr");
                    continue;
                }
                let id = text(layer, "refId").to_owned();
                if id.is_empty() {
                    continue;
                }
                made = format!("{id}x{stretch:.4}");
                put(layer, "refId", made.clone());
                remove(layer, "sr");
                work.changed(
                    "target/time-stretch",
                    composition,
                    layer,
                    "a stretched precomposition with its keys moved",
                );
                next = Some((id, stretch));
            }
        });
        let Some((id, stretch)) = next else { return };
        let Some(assets) = root.get_mut("assets").and_then(Value::as_array_mut) else { return };
        if assets.iter().any(|asset| text(asset, "id") == made) {
            continue;
        }
        let Some(mut copy) = assets.iter().find(|asset| text(asset, "id") == id).cloned() else { return };
        put(&mut copy, "id", json!(made));
        // Its values are others at other times: no name to find the original's by.
        remove(&mut copy, "nm");
        if let Some(layers) = copy.get_mut("layers").and_then(Value::as_array_mut) {
            retime(layers, 0.0, stretch);
        }
        assets.push(copy);
    }
}
