//! Fill over a precomposition, for players without the effect: a copy of the precomposition all in that colour.

use super::Work;
use super::effects::{Change, apply, fade, fill, without_first};
use super::json::{each_list, fixed, list, number, put, remove, text};
use super::layers::{as_rectangle, is_on};
use crate::targets::uses::effect_feature;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Deepest precomposition inside another that is copied, and most copies.
const DEEPEST: usize = 16;
const MOST: usize = 200;

fn feature(effect: &Value) -> &'static str {
    effect_feature(text(effect, "mn"), effect.get("ty").and_then(Value::as_i64).unwrap_or(-1))
}

/// Gives precompositions under Fill a copy of their content in its colour: what covers what does not matter to one
/// colour, so coverage stays as it is. Not where something inside has its look from colours (luma mattes, blends, effects,
/// images), nor where the colour changes.
pub(super) fn precompositions(root: &mut Value, work: &mut Work<'_>) {
    let mut layers = std::iter::once(&*root).chain(list(root, "assets")).flat_map(|one| list(one, "layers"));
    let wanted = |layer: &Value| {
        number(layer, "ty") == 0.0
            && list(layer, "ef").first().is_some_and(|effect| feature(effect) == "effect-fill")
    };
    if !work.lacks("effect-fill") || !layers.any(wanted) {
        return;
    }
    let assets: BTreeMap<String, Value> = list(root, "assets")
        .iter()
        .filter(|asset| asset.get("layers").is_some())
        .map(|asset| (text(asset, "id").to_owned(), asset.clone()))
        .collect();
    let mut copies = Copies {
        ids: list(root, "assets").iter().map(|asset| text(asset, "id").to_owned()).collect(),
        assets,
        known: BTreeMap::new(),
        made: Vec::new(),
    };
    each_list(root, &mut |layers, composition, _| {
        for layer in layers {
            let first = list(layer, "ef").first();
            let Some(effect) = first.filter(|effect| feature(effect) == "effect-fill") else { continue };
            let Some(Change::Fill(colour, opacity)) = fill(effect) else { continue };
            if number(layer, "ty") != 0.0 || is_on(layer, "ct") {
                continue;
            }
            let Some(copy) = copies.of(text(layer, "refId"), &colour, 0) else { continue };
            if opacity < 1.0 && !fade(layer, opacity) {
                continue;
            }
            put(layer, "refId", copy);
            without_first(layer);
            let what = "an effect put into the colours of a copy of the precomposition";
            work.changed("target/effect-fill", composition, layer, what);
        }
    });
    if let Some(assets) = root.get_mut("assets").and_then(Value::as_array_mut) {
        assets.extend(copies.made);
    }
}

/// Copies of precompositions in one colour.
struct Copies {
    assets: BTreeMap<String, Value>,
    ids: BTreeSet<String>,
    /// Ids of copies by the original's id and the colour.
    known: BTreeMap<(String, String), Option<String>>,
    made: Vec<Value>,
}

impl Copies {
    /// The id of the copy of a precomposition; `None` where there cannot be one.
    fn of(&mut self, id: &str, colour: &Value, depth: usize) -> Option<String> {
        let key = (id.to_owned(), colour.to_string());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // One that holds itself finds nothing.
        self.known.insert(key.clone(), None);
        let made = self.make(id, colour, depth);
        self.known.insert(key, made.clone());
        made
    }

    fn make(&mut self, id: &str, colour: &Value, depth: usize) -> Option<String> {
        fixed(colour)?;
        let mut asset = self.assets.get(id)?.clone();
        if depth >= DEEPEST || self.made.len() >= MOST {
            return None;
        }
        for layer in asset.get_mut("layers").and_then(Value::as_array_mut)? {
            self.coloured(layer, colour, depth)?;
        }
        let mut own = format!("{id} filled");
        while !self.ids.insert(own.clone()) {
            own.push('_');
        }
        put(&mut asset, "id", own.clone());
        remove(&mut asset, "nm");
        self.made.push(asset);
        Some(own)
    }

    /// A layer all in one colour.
    fn coloured(&mut self, layer: &mut Value, colour: &Value, depth: usize) -> Option<()> {
        let luma = matches!(number(layer, "tt"), 3.0 | 4.0);
        if luma || number(layer, "bm") != 0.0 || !list(layer, "sy").is_empty() {
            return None;
        }
        // Effects that only colour go; those that only move stay.
        let plain = |effect: &Value| match feature(effect) {
            "effect-fill" => matches!(fill(effect), Some(Change::Fill(_, opacity)) if opacity == 1.0),
            "effect-tint" | "expression-controls" | "effect-transform" => true,
            _ => false,
        };
        if !list(layer, "ef").iter().all(plain) {
            return None;
        }
        if let Some(effects) = layer.get_mut("ef").and_then(Value::as_array_mut) {
            effects.retain(|effect| feature(effect) == "effect-transform");
            if effects.is_empty() {
                remove(layer, "ef");
            }
        }
        let change = Change::Fill(colour.clone(), 1.0);
        match number(layer, "ty") {
            0.0 => {
                let copy = self.of(text(layer, "refId"), colour, depth + 1)?;
                put(layer, "refId", copy);
                Some(())
            }
            1.0 => (as_rectangle(layer) && apply(layer, &change)).then_some(()),
            3.0 => Some(()),
            4.0 => apply(layer, &change).then_some(()),
            _ => None,
        }
    }
}
