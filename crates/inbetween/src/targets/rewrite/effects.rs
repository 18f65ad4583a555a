//! Effects that only change colours, put into the colours of the shapes.

use super::Work;
use super::json::{
    each_item, each_list, each_value, fixed, fixed_number, list, number, put, remove, still, text,
};
use super::layers::as_rectangle;
use crate::targets::uses::effect_feature;
use crate::targets::{Support, Target};
use serde_json::Value;

/// What an effect does to every colour.
pub(super) enum Change {
    /// One colour, static or with keys, and a factor of the layer's alpha.
    Fill(Value, f64),
    /// An affine map of the colour: row-major 3 × 4.
    Map([[f64; 4]; 3]),
}

/// Weights of luma, as the renderer has them (Rec. 601).
const LUMA: [f64; 3] = [0.299, 0.587, 0.114];

/// Fill and Tint of shape layers and solids: over shapes of plain colours both act on each colour by itself.
pub(super) fn colours(root: &mut Value, work: &mut Work<'_>) {
    each_list(root, &mut |layers, composition, _| {
        for layer in layers {
            // Effects act in order: only those before every other can go.
            loop {
                let kind = number(layer, "ty");
                let Some(first) = list(layer, "ef").first() else { break };
                let feature =
                    effect_feature(text(first, "mn"), first.get("ty").and_then(Value::as_i64).unwrap_or(-1));
                let code = match feature {
                    "effect-fill" => "target/effect-fill",
                    "effect-tint" => "target/effect-tint",
                    _ => break,
                };
                if !work.lacks(feature) || !matches!(kind, 1.0 | 4.0) {
                    break;
                }
                let change = if feature == "effect-fill" { fill(first) } else { tint(first) };
                let Some(change) = change else { break };
                if kind == 1.0 && !as_rectangle(layer) {
                    break;
                }
                if !apply(layer, &change) {
                    break;
                }
                without_first(layer);
                work.changed(code, composition, layer, "an effect put into the colours of the shapes");
            }
        }
    });
}

/// Takes the first effect of a layer out.
pub(super) fn without_first(layer: &mut Value) {
    let left = layer.get_mut("ef").and_then(Value::as_array_mut).map_or(0, |effects| {
        effects.remove(0);
        effects.len()
    });
    if left == 0 {
        remove(layer, "ef");
    }
}

/// A parameter of an effect by place: its `v`.
pub(super) fn parameter(effect: &Value, index: usize) -> Option<&Value> {
    list(effect, "ef").get(index)?.get("v")
}

pub(super) fn fill(effect: &Value) -> Option<Change> {
    let masked = fixed_number(parameter(effect, 0), 0.0)? != 0.0;
    let inverted = fixed_number(parameter(effect, 3), 0.0)? != 0.0;
    if masked || inverted {
        return None;
    }
    let opacity = fixed_number(parameter(effect, 6), 1.0)?.clamp(0.0, 1.0);
    Some(Change::Fill(parameter(effect, 2)?.clone(), opacity))
}

fn tint(effect: &Value) -> Option<Change> {
    let black = fixed(parameter(effect, 0)?)?;
    let white = fixed(parameter(effect, 1)?)?;
    let amount = (fixed_number(parameter(effect, 2), 100.0)? / 100.0).clamp(0.0, 1.0);
    let mut map = [[0.0; 4]; 3];
    for (row, (channel, cells)) in map.iter_mut().enumerate().map(|(row, cells)| (row, (row, cells))) {
        let (dark, light) = (*black.get(channel)?, *white.get(channel)?);
        for (column, (cell, weight)) in cells.iter_mut().zip(LUMA).enumerate() {
            let own = if column == row { 1.0 - amount } else { 0.0 };
            *cell = own + amount * (light - dark) * weight;
        }
        if let Some(last) = cells.last_mut() {
            *last = amount * dark;
        }
    }
    Some(Change::Map(map))
}

/// Gives every paint of a layer its changed colour; false, and nothing is changed, where one cannot have it.
pub(super) fn apply(layer: &mut Value, change: &Change) -> bool {
    let Some(mut shapes) = layer.get("shapes").cloned() else { return false };
    let Some(items) = shapes.as_array_mut() else { return false };
    let mut sound = true;
    each_item(items, &mut |item| {
        if number(item, "bm") != 0.0 {
            sound = false;
        }
        match text(item, "ty") {
            "fl" | "st" => match change {
                Change::Fill(color, _) => put(item, "c", color.clone()),
                Change::Map(map) => {
                    if let Some(color) = item.get_mut("c") {
                        each_value(color, &mut |value| mapped(value, map, 0));
                    }
                }
            },
            "gf" | "gs" => sound &= gradient(item, change),
            _ => {}
        }
    });
    if !sound {
        return false;
    }
    if let Change::Fill(_, opacity) = change
        && *opacity < 1.0
        && !fade(layer, *opacity)
    {
        return false;
    }
    put(layer, "shapes", shapes);
    true
}

/// Multiplies a layer's opacity; false where the file has no such property of its own.
pub(super) fn fade(layer: &mut Value, factor: f64) -> bool {
    let Some(ks) = layer.get_mut("ks") else { return false };
    if ks.get("o").is_none() {
        put(ks, "o", still(100));
    }
    let Some(opacity) = ks.get_mut("o") else { return false };
    each_value(opacity, &mut |value| match value {
        Value::Array(items) => items.iter_mut().for_each(|n| scale(n, factor)),
        n => scale(n, factor),
    });
    true
}

fn scale(value: &mut Value, factor: f64) {
    if let Some(n) = value.as_f64() {
        *value = Value::from(n * factor);
    }
}

/// A colour, or the colour stops of a gradient (`skip` numbers before each colour).
fn mapped(value: &mut Value, map: &[[f64; 4]; 3], skip: usize) {
    let Some(items) = value.as_array_mut() else { return };
    let numbers: Vec<f64> = items.iter().skip(skip).take(3).map(|n| n.as_f64().unwrap_or(0.0)).collect();
    for (row, cells) in map.iter().enumerate() {
        let sum: f64 = cells.iter().zip(numbers.iter().chain([&1.0])).map(|(a, b)| a * b).sum();
        if let Some(slot) = items.get_mut(skip + row) {
            *slot = Value::from(sum.clamp(0.0, 1.0));
        }
    }
}

fn gradient(item: &mut Value, change: &Change) -> bool {
    let Some(stops) = item.get("g").map(|g| number(g, "p")) else { return false };
    let Some(property) = item.get_mut("g").and_then(|g| g.get_mut("k")) else { return false };
    let map = match change {
        Change::Map(map) => *map,
        Change::Fill(color, _) => {
            let Some(color) = fixed(color) else { return false };
            let mut map = [[0.0; 4]; 3];
            for (row, channel) in map.iter_mut().zip(color) {
                if let Some(last) = row.last_mut() {
                    *last = channel;
                }
            }
            map
        }
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
    let count = stops.clamp(0.0, 1000.0) as usize;
    each_value(property, &mut |value| {
        let Some(items) = value.as_array_mut() else { return };
        for stop in 0..count {
            let mut one: Value = items.iter().skip(stop * 4).take(4).cloned().collect();
            mapped(&mut one, &map, 1);
            for (slot, new) in items.iter_mut().skip(stop * 4).zip(one.as_array().into_iter().flatten()) {
                *slot = new.clone();
            }
        }
    });
    true
}

/// Takes out effects and styles the player does not draw, so that they weigh nothing; each is a finding.
pub(super) fn left_out(root: &mut Value, work: &mut Work<'_>) {
    if work.target == Target::Any {
        return;
    }
    let target = work.target;
    for one in super::uses::of_json(root) {
        let support = target.support(one.row);
        let name = one.row.code;
        let here = name.starts_with("target/effect-") || name == "target/layer-style";
        if here && support < Support::Partial {
            work.lost.push(crate::targets::finding(
                &one,
                target,
                Support::Missing,
                inbetween_types::Severity::Warning,
            ));
        }
    }
    let weak = |feature: &str| target.supports(feature).is_some_and(|support| support < Support::Partial);
    each_list(root, &mut |layers, _, _| {
        for layer in layers {
            if let Some(effects) = layer.get_mut("ef").and_then(Value::as_array_mut) {
                effects.retain(|effect| {
                    let kind = effect.get("ty").and_then(Value::as_i64).unwrap_or(-1);
                    !weak(effect_feature(text(effect, "mn"), kind))
                });
                if effects.is_empty() {
                    remove(layer, "ef");
                }
            }
            if weak("layer-style") {
                remove(layer, "sy");
            }
        }
    });
}
