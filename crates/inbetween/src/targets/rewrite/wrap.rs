//! Layers put into a precomposition of their own: what one layer cannot have twice (a track matte, an opacity) it has once
//! inside and once outside.

use super::json::{list, number, put, remove, still, text};
use super::layers::{id, is_on};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Deepest chain of parents that is followed.
const DEEPEST: usize = 100;

/// Makes precompositions as large as the composition they stand in, at rest: layers inside lie where they lay.
pub(super) struct Wraps {
    /// Width and height of each list of layers, by its path.
    sizes: BTreeMap<String, [f64; 2]>,
    ids: BTreeSet<String>,
    made: Vec<Value>,
}

impl Wraps {
    pub(super) fn of(root: &Value) -> Self {
        let assets = list(root, "assets");
        let lists = std::iter::once(root).chain(assets).map(|one| list(one, "layers"));
        let mut shown: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
        for layer in lists.flatten().filter(|layer| number(layer, "ty") == 0.0) {
            let size = shown.entry(text(layer, "refId")).or_default();
            *size = [size[0].max(number(layer, "w")), size[1].max(number(layer, "h"))];
        }
        let mut sizes = BTreeMap::from([("layers".to_owned(), [number(root, "w"), number(root, "h")])]);
        for (index, asset) in assets.iter().enumerate() {
            if let Some(size) = shown.get(text(asset, "id")) {
                sizes.insert(format!("assets[{index}].layers"), *size);
            }
        }
        let ids = assets.iter().map(|asset| text(asset, "id").to_owned()).collect();
        Self { sizes, ids, made: Vec::new() }
    }

    /// A layer that shows `inside`, which are in the place of `layer` of the list at `path`. It has the layer's time, and
    /// nothing else of it. `None` where the layer cannot be moved: in 3D, or in a list of unknown size.
    pub(super) fn around(
        &mut self,
        inside: Vec<Value>,
        layer: &Value,
        layers: &[Value],
        path: &str,
        what: &str,
    ) -> Option<Value> {
        let [w, h] = self.sizes.get(path).copied().filter(|[w, h]| *w > 0.0 && *h > 0.0)?;
        let mut content = inside;
        content.extend(ancestors(layer, layers)?);
        let mut name = format!("{} {what}", text(layer, "nm")).trim().to_owned();
        let mut own = name.clone();
        while !self.ids.insert(own.clone()) {
            own.push('_');
        }
        self.made.push(json!({"id": own.clone(), "layers": content}));
        self.sizes.insert(own.clone(), [w, h]);
        if text(layer, "nm").is_empty() {
            name.clear();
        }
        let mut outside = json!({"ty": 0, "refId": own, "w": w, "h": h, "st": 0, "ks": {}});
        for key in ["ip", "op"] {
            if let Some(value) = layer.get(key) {
                put(&mut outside, key, value.clone());
            }
        }
        if !name.is_empty() {
            put(&mut outside, "nm", name);
        }
        Some(outside)
    }

    /// Adds what was made to the file.
    pub(super) fn finish(self, root: &mut Value) {
        if self.made.is_empty() {
            return;
        }
        if root.get("assets").and_then(Value::as_array).is_none() {
            put(root, "assets", json!([]));
        }
        if let Some(assets) = root.get_mut("assets").and_then(Value::as_array_mut) {
            assets.extend(self.made);
        }
    }
}

/// What a layer is to the layers around it: matte, matted, blended.
const OUTSIDE: [&str; 4] = ["tt", "tp", "td", "bm"];

/// Takes what a layer is to the layers around it, for the layer that stands in its place.
pub(super) fn take_outside(layer: &mut Value) -> Vec<(&'static str, Value)> {
    OUTSIDE.iter().filter_map(|key| Some((*key, remove(layer, key)?))).collect()
}

/// Puts `outside` in the place of a layer that went into a precomposition. Children keep a null that moves as it did, and
/// layers that named it as their matte name the new one.
pub(super) fn replace(layers: &mut Vec<Value>, index: usize, mut outside: Value, gone: &Value) {
    let next = layers.iter().filter_map(id).max().unwrap_or(0) + 1;
    put(&mut outside, "ind", next);
    if let Some(place) = layers.get_mut(index) {
        *place = outside;
    }
    let Some(own) = id(gone) else { return };
    let names = |layer: &Value, key: &str| layer.get(key).and_then(Value::as_i64) == Some(own);
    for layer in layers.iter_mut() {
        if names(layer, "tp") {
            put(layer, "tp", next);
        }
    }
    if layers.iter().any(|layer| names(layer, "parent")) {
        layers.push(null(gone));
    }
}

/// A layer as a null.
fn null(layer: &Value) -> Value {
    let mut null = json!({"ty": 3});
    for key in ["nm", "ind", "ip", "op", "st", "ks", "parent", "ao"] {
        if let Some(value) = layer.get(key) {
            put(&mut null, key, value.clone());
        }
    }
    if let Some(ks) = null.get_mut("ks") {
        put(ks, "o", still(0));
    }
    null
}

/// The parents of a layer, their parents and so on, as nulls; `None` in 3D.
fn ancestors(layer: &Value, layers: &[Value]) -> Option<Vec<Value>> {
    let mut found = Vec::new();
    let mut at = layer;
    while let Some(parent) = at.get("parent").and_then(Value::as_i64) {
        let next = layers.iter().find(|one| id(one) == Some(parent))?;
        if found.len() >= DEEPEST || is_on(next, "ddd") {
            return None;
        }
        found.push(null(next));
        at = next;
    }
    (!is_on(layer, "ddd")).then_some(found)
}
