//! The effect Transform as a transform: of a parent for shapes, of a layer inside for precompositions.

use super::Work;
use super::effects::{fade, parameter};
use super::json::{each_list, each_value, fixed_number, list, number, put, remove, still, text};
use super::layers::{id, is_on};
use crate::targets::uses::effect_feature;
use serde_json::{Value, json};

/// Takes the effect out of layers whose player lacks it.
///
/// On shape layers it acts on the finished picture of the composition: a parent above all says the same, if the layer has
/// no other and no children. On precompositions it acts on what they hold: they are played by a layer with that
/// transform in a precomposition around. Effects before it that only change colours stay.
pub(super) fn transforms(root: &mut Value, work: &mut Work<'_>) {
    if !work.lacks("effect-transform") {
        return;
    }
    let mut around: Vec<Value> = Vec::new();
    each_list(root, &mut |layers, composition, _| {
        let parents: Vec<i64> =
            layers.iter().filter_map(|layer| layer.get("parent").and_then(Value::as_i64)).collect();
        let mut next_id = layers.iter().filter_map(id).max().unwrap_or(0);
        let mut nulls: Vec<Value> = Vec::new();
        for layer in layers.iter_mut() {
            let Some(place) = place(layer) else { continue };
            let Some(ks) = list(layer, "ef").get(place).and_then(ks_of) else { continue };
            let plain = !is_on(layer, "ddd") && !is_on(layer, "ct");
            let own = id(layer);
            let is_parent = own.is_some_and(|own| parents.contains(&own));
            let done = match number(layer, "ty") {
                0.0 if plain => {
                    around.push(wrapped(layer, ks, around.len()));
                    true
                }
                4.0 if plain && !is_parent => {
                    next_id += 1;
                    let made = parented(layer, ks, next_id);
                    nulls.extend(made.clone());
                    made.is_some()
                }
                _ => false,
            };
            if !done {
                continue;
            }
            if let Some(effects) = layer.get_mut("ef").and_then(Value::as_array_mut) {
                effects.remove(place);
                if effects.is_empty() {
                    remove(layer, "ef");
                }
            }
            work.changed("target/effect-transform", composition, layer, "an effect made a transform");
        }
        layers.extend(nulls);
    });
    if around.is_empty() {
        return;
    }
    if let Some(assets) = root.get_mut("assets").and_then(Value::as_array_mut) {
        assets.extend(around);
    }
}

/// Where the effect stands, if all before it only change colours.
fn place(layer: &Value) -> Option<usize> {
    for (place, effect) in list(layer, "ef").iter().enumerate() {
        let kind = effect.get("ty").and_then(Value::as_i64).unwrap_or(-1);
        match effect_feature(text(effect, "mn"), kind) {
            "effect-transform" => return Some(place),
            "effect-fill" | "effect-tint" | "effect-tritone" | "effect-colour" => {}
            _ => return None,
        }
    }
    None
}

/// The effect's transform; `None` where no layer's says the same.
fn ks_of(effect: &Value) -> Option<Value> {
    let part = |index: usize, rest: i32| parameter(effect, index).cloned().unwrap_or_else(|| still(rest));
    let mut scale = part(3, 100);
    if fixed_number(parameter(effect, 2), 0.0)? == 0.0 {
        let (height, width) =
            (fixed_number(Some(&scale), 100.0)?, fixed_number(parameter(effect, 4), 100.0)?);
        scale = still(vec![width, height]);
    } else {
        // Keys keep their eases: one component's serve for both.
        each_value(&mut scale, &mut |value| {
            let one = value.as_array().and_then(|list| list.first()).unwrap_or(value).clone();
            *value = json!([one, one]);
        });
    }
    if fixed_number(parameter(effect, 5), 0.0)? != 0.0 {
        return None;
    }
    let mut turn = part(7, 0);
    let mut opacity = part(8, 100);
    for property in [&mut scale, &mut turn, &mut opacity] {
        remove(property, "ix");
    }
    Some(json!({"a": parameter(effect, 0)?, "p": parameter(effect, 1)?, "s": scale, "r": turn, "o": opacity}))
}

/// Makes a layer play a precomposition around its own; gives that.
fn wrapped(layer: &mut Value, ks: Value, number: usize) -> Value {
    let id = format!("{}e{number}", text(layer, "refId"));
    let mut inside = json!({"ty": 0, "ind": 1, "ks": ks});
    for key in ["refId", "w", "h", "ip", "op", "nm"] {
        if let Some(value) = layer.get(key) {
            put(&mut inside, key, value.clone());
        }
    }
    for key in ["st", "sr", "tm", "masksProperties", "hasMask"] {
        if let Some(value) = remove(layer, key) {
            put(&mut inside, key, value);
        }
    }
    put(layer, "st", 0);
    put(layer, "refId", id.clone());
    json!({"id": id, "layers": [inside]})
}

/// Gives a layer a null with the transform as its parent; `None` where it cannot have it.
fn parented(layer: &mut Value, mut ks: Value, id: i64) -> Option<Value> {
    let opacity = fixed_number(ks.get("o"), 100.0)?;
    let masked = list(layer, "masksProperties").iter().any(|mask| text(mask, "mode") != "n");
    if layer.get("parent").is_some() || masked || is_on(layer, "tt") {
        return None;
    }
    if opacity != 100.0 && !fade(layer, opacity / 100.0) {
        return None;
    }
    remove(&mut ks, "o");
    put(layer, "parent", id);
    let mut null = json!({"ty": 3, "ind": id, "st": 0, "ks": ks});
    for key in ["ip", "op"] {
        if let Some(value) = layer.get(key) {
            put(&mut null, key, value.clone());
        }
    }
    Some(null)
}
