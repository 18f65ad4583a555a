//! Passes over layers that need nothing but the file.

use super::Work;
use super::json::{each_list, fixed, is_animated, list, members, number, put, remove, still, text};
use crate::targets::uses::effect_feature;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Values of slots, where the player does not know them.
pub(super) fn slots(root: &mut Value, work: &mut Work<'_>) {
    if !work.lacks("slot") {
        return;
    }
    let Some(slots) = remove(root, "slots") else { return };
    let Value::Object(slots) = slots else { return };
    fn fill(value: &mut Value, slots: &Map<String, Value>) {
        if let Some(id) = remove(value, "sid")
            && let Some(slot) = id.as_str().and_then(|id| slots.get(id)).and_then(|slot| slot.get("p"))
        {
            for (key, inner) in members(slot) {
                put(value, key, inner.clone());
            }
        }
        match value {
            Value::Object(object) => object.values_mut().for_each(|inner| fill(inner, slots)),
            Value::Array(items) => items.iter_mut().for_each(|inner| fill(inner, slots)),
            _ => {}
        }
    }
    fill(root, &slots);
    if !slots.is_empty() {
        work.changed("target/slot", "", &Value::Null, "slots filled with their values");
    }
}

/// Expression controls: nothing reads them any more, and they draw nothing.
pub(super) fn controls(root: &mut Value, work: &mut Work<'_>) {
    each_list(root, &mut |layers, composition, _| {
        for layer in layers {
            let Some(effects) = layer.get_mut("ef").and_then(Value::as_array_mut) else { continue };
            let before = effects.len();
            effects.retain(|effect| {
                let off = effect.get("en").is_some() && number(effect, "en") == 0.0;
                let kind = effect.get("ty").and_then(Value::as_i64).unwrap_or(-1);
                !off && effect_feature(text(effect, "mn"), kind) != "expression-controls"
            });
            let (after, gone) = (effects.len(), before - effects.len());
            if after == 0 {
                remove(layer, "ef");
            }
            if gone > 0 {
                work.changed(
                    "target/expression-controls",
                    composition,
                    layer,
                    &format!("{gone} expression controls taken out"),
                );
            }
        }
    });
}

pub(super) fn id(layer: &Value) -> Option<i64> {
    layer.get("ind").and_then(Value::as_i64)
}

pub(super) fn is_on(layer: &Value, key: &str) -> bool {
    number(layer, key) != 0.0
}

/// Whether a layer serves as matte: of the one below it, or of one that names it.
pub(super) fn is_matte_of_some(layers: &[Value], index: usize) -> bool {
    let own = layers.get(index).and_then(id);
    let below = layers.get(index + 1).is_some_and(|below| is_on(below, "tt") && below.get("tp").is_none());
    let named = layers
        .iter()
        .any(|layer| is_on(layer, "tt") && own.is_some() && layer.get("tp").and_then(Value::as_i64) == own);
    below || named
}

/// Hidden layers go, with mattes that nothing needs any more; those that are parents become nulls.
pub(super) fn hidden(root: &mut Value, work: &mut Work<'_>) {
    each_list(root, &mut |layers, composition, _| {
        // A layer without its matte goes with it, and a parent whose last child goes is no parent: until nothing moves.
        loop {
            let parents: BTreeSet<i64> =
                layers.iter().filter_map(|layer| layer.get("parent").and_then(Value::as_i64)).collect();
            let gone = layers.iter().enumerate().position(|(index, layer)| {
                let kind = number(layer, "ty");
                // Cameras act without being seen.
                let unseen = kind == 3.0
                    || (is_on(layer, "hd") && kind != 13.0)
                    || (is_on(layer, "td") && !is_matte_of_some(layers, index));
                unseen
                    && !id(layer).is_some_and(|id| parents.contains(&id))
                    && !is_matte_of_some(layers, index)
            });
            let Some(index) = gone else { break };
            let layer = layers.remove(index);
            work.changed("target/hidden-layer", composition, &layer, "hidden layer taken out");
        }
        for index in 0..layers.len() {
            let matte = is_matte_of_some(layers, index);
            let Some(layer) = layers.get_mut(index) else { continue };
            let kind = number(layer, "ty");
            let hidden = is_on(layer, "hd") && kind != 3.0 && kind != 13.0;
            if kind == 3.0
                && let Some(ks) = layer.get_mut("ks")
            {
                remove(ks, "o");
            }
            if !hidden || matte {
                continue;
            }
            let keep = ["ind", "nm", "parent", "ks", "ip", "op", "st", "ddd", "ao"];
            if let Some(object) = layer.as_object_mut() {
                object.retain(|key, _| keep.contains(&key.as_str()));
                object.insert("ty".to_owned(), json!(3));
            }
            // Its own opacity shows nowhere.
            if let Some(ks) = layer.get_mut("ks") {
                remove(ks, "o");
            }
            work.changed("target/hidden-layer", composition, layer, "hidden parent kept as a null");
        }
    });
}

/// Mattes that players look for directly above.
pub(super) fn mattes(root: &mut Value, work: &mut Work<'_>) {
    if !work.lacks("matte-elsewhere") {
        return;
    }
    each_list(root, &mut |layers, composition, _| {
        let mut index = 0;
        while index < layers.len() {
            let wanted = layers
                .get(index)
                .filter(|layer| is_on(layer, "tt"))
                .and_then(|layer| layer.get("tp").and_then(Value::as_i64));
            if let Some(wanted) = wanted {
                let above = index.checked_sub(1).and_then(|above| layers.get(above));
                let there = above.and_then(id) == Some(wanted);
                let from = layers.iter().position(|layer| id(layer) == Some(wanted));
                if !there && let Some(from) = from {
                    let users = layers
                        .iter()
                        .filter(|layer| layer.get("tp").and_then(Value::as_i64) == Some(wanted))
                        .count();
                    let next_id = layers.iter().filter_map(id).max().unwrap_or(0) + 1;
                    let source = layers.get(from);
                    let shown = source.is_some_and(|source| !is_on(source, "td"));
                    if let Some(mut copy) = source.cloned() {
                        put(&mut copy, "td", 1);
                        let mut place = index;
                        if shown || users > 1 {
                            // It is drawn itself, or serves others: a copy.
                            put(&mut copy, "ind", next_id);
                        } else {
                            layers.remove(from);
                            if from < index {
                                place -= 1;
                            }
                        }
                        layers.insert(place, copy);
                        index = place + 1;
                    }
                    if let Some(layer) = layers.get(index) {
                        work.changed(
                            "target/matte-elsewhere",
                            composition,
                            layer,
                            "matte layer put directly above",
                        );
                    }
                }
                if let Some(layer) = layers.get_mut(index) {
                    remove(layer, "tp");
                }
            }
            index += 1;
        }
    });
}

/// Solids as rectangles, where the player refuses solids or an effect needs shapes.
pub(super) fn solids(root: &mut Value, work: &mut Work<'_>) {
    if !work.lacks("solid") {
        return;
    }
    each_list(root, &mut |layers, composition, _| {
        for layer in layers {
            if number(layer, "ty") == 1.0 && as_rectangle(layer) {
                work.changed("target/solid", composition, layer, "a solid drawn as a rectangle");
            }
        }
    });
}

/// Makes a solid a shape layer; false where its colour cannot be read.
pub(super) fn as_rectangle(layer: &mut Value) -> bool {
    let Some(color) = hex(text(layer, "sc")) else { return false };
    let (w, h) = (number(layer, "sw"), number(layer, "sh"));
    let [r, g, b] = color;
    for key in ["sc", "sw", "sh"] {
        remove(layer, key);
    }
    put(layer, "ty", 4);
    put(
        layer,
        "shapes",
        json!([{"ty": "gr", "it": [
            {"ty": "rc", "s": still(vec![w, h]), "p": still(vec![w / 2.0, h / 2.0]), "r": still(0)},
            {"ty": "fl", "c": still(vec![r, g, b, 1.0]), "o": still(100), "r": 1},
            {"ty": "tr", "p": still(vec![0, 0]), "a": still(vec![0, 0]), "s": still(vec![100, 100]),
             "r": still(0), "o": still(100)},
        ]}]),
    );
    true
}

fn hex(color: &str) -> Option<[f64; 3]> {
    let digits = color.strip_prefix('#')?;
    let channel = |at: usize| {
        let pair = digits.get(at..at + 2)?;
        u8::from_str_radix(pair, 16).ok().map(|n| f64::from(n) / 255.0)
    };
    Some([channel(0)?, channel(2)?, channel(4)?])
}

/// 3D layers that lie flat in the picture's plane, where nothing looks at them from elsewhere.
pub(super) fn flat_space(root: &mut Value, work: &mut Work<'_>) {
    if !work.lacks("3d-layer") {
        return;
    }
    each_list(root, &mut |layers, composition, _| {
        let viewed = layers.iter().any(|layer| matches!(number(layer, "ty"), 13.0 | 14.0));
        let flat: Vec<bool> = layers.iter().map(|layer| !is_on(layer, "ddd") || is_flat(layer)).collect();
        if viewed {
            return;
        }
        let parent = |index: usize| {
            let wanted = layers.get(index)?.get("parent").and_then(Value::as_i64)?;
            layers.iter().position(|layer| id(layer) == Some(wanted))
        };
        let chains: Vec<bool> = (0..layers.len())
            .map(|index| {
                let mut at = Some(index);
                let mut steps = 0;
                while let Some(here) = at {
                    steps += 1;
                    if !flat.get(here).copied().unwrap_or(false) || steps > layers.len() {
                        return false;
                    }
                    at = parent(here);
                }
                true
            })
            .collect();
        for (layer, flat) in layers.iter_mut().zip(chains) {
            if !flat || !is_on(layer, "ddd") {
                continue;
            }
            put(layer, "ddd", 0);
            let ao = number(layer, "ao");
            if ao > 1.0 {
                put(layer, "ao", 0);
            }
            if let Some(ks) = layer.get_mut("ks") {
                for key in ["rx", "ry", "or"] {
                    remove(ks, key);
                }
                if let Some(turn) = remove(ks, "rz") {
                    put(ks, "r", turn);
                }
            }
            work.changed("target/3d-layer", composition, layer, "a 3D layer that lies flat made a 2D layer");
        }
    });
}

/// Whether nothing of a 3D layer's transform leaves the plane of the picture.
fn is_flat(layer: &Value) -> bool {
    let Some(ks) = layer.get("ks") else { return true };
    let zero = |key: &str| ks.get(key).is_none_or(|p| fixed(p).is_some_and(|n| n.iter().all(|n| *n == 0.0)));
    let level = |key: &str| {
        let Some(property) = ks.get(key) else { return true };
        if number(property, "s") != 0.0 && property.get("x").is_some() {
            return property.get("z").is_none_or(|z| fixed(z).is_some_and(|n| n.iter().all(|n| *n == 0.0)));
        }
        let third = |value: &Value| {
            value.as_array().and_then(|n| n.get(2)).and_then(Value::as_f64).is_none_or(|z| z == 0.0)
        };
        if is_animated(property) {
            let same = ["s", "e", "to", "ti"];
            return list(property, "k")
                .iter()
                .all(|key| same.iter().all(|name| key.get(*name).is_none_or(third)));
        }
        property.get("k").is_none_or(third)
    };
    zero("rx") && zero("ry") && zero("or") && level("p") && level("a")
}

/// Takes out assets that no layer plays, and puts one in the place of several alike.
pub(super) fn unused_assets(root: &mut Value) {
    // Alike: the same but for id and name.
    let mut first: Vec<(Value, Value)> = Vec::new();
    let mut same: Vec<(Value, Value)> = Vec::new();
    for asset in list(root, "assets") {
        let Some(own) = asset.get("id").cloned() else { continue };
        let mut body = asset.clone();
        remove(&mut body, "id");
        remove(&mut body, "nm");
        match first.iter().find(|(known, _)| *known == body) {
            Some((_, kept)) => same.push((own, kept.clone())),
            None => first.push((body, own)),
        }
    }
    each_list(root, &mut |layers, _, _| {
        for layer in layers {
            if let Some((_, kept)) = same.iter().find(|(own, _)| layer.get("refId") == Some(own)) {
                put(layer, "refId", kept.clone());
            }
        }
    });
    loop {
        let mut used: BTreeSet<String> = BTreeSet::new();
        each_list(root, &mut |layers, _, _| {
            used.extend(layers.iter().filter_map(|layer| layer.get("refId")).map(Value::to_string));
        });
        // Glyphs may be compositions.
        for glyph in list(root, "chars") {
            used.extend(glyph.pointer("/data/refId").map(Value::to_string));
        }
        let Some(assets) = root.get_mut("assets").and_then(Value::as_array_mut) else { return };
        let before = assets.len();
        assets.retain(|asset| asset.get("id").is_some_and(|id| used.contains(&id.to_string())));
        if assets.len() == before {
            break;
        }
    }
    let no_text = {
        let mut text = false;
        each_list(root, &mut |layers, _, _| text |= layers.iter().any(|layer| number(layer, "ty") == 5.0));
        !text
    };
    if no_text {
        remove(root, "fonts");
        remove(root, "chars");
    }
}
