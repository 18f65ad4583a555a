//! Steps written into a scene file: comments and order stay.

use super::EditError;
use super::model::{LayerAt, Model};
use super::plan::{Part, Step};
use crate::artwork::{self, SizeRule};
use inbetween_doc::{Keyframe, Property};
use inbetween_types::Value;
use serde_json::Value as Json;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value as Toml};

/// A scene while it is edited.
pub(super) struct Scene {
    document: DocumentMut,
    /// For each composition but the first, its place among the composition assets.
    assets: Vec<usize>,
}

impl Scene {
    pub(super) fn new(text: &str) -> Result<Self, EditError> {
        let document = text.parse().map_err(|e: toml_edit::TomlError| EditError::File(e.to_string()))?;
        Ok(Self { document, assets: Vec::new() })
    }

    /// Finds the compositions of the document among the assets.
    pub(super) fn place(&mut self, document: &inbetween_doc::Document) {
        let list = self.document.get("composition_asset");
        let tables: Vec<&dyn TableLike> =
            list.map(|list| (0..length(list)).filter_map(|i| nth(list, i)).collect()).unwrap_or_default();
        let word =
            |table: &dyn TableLike, key: &str| table.get(key).and_then(Item::as_str).map(str::to_owned);
        let compositions = document.compositions.iter().skip(1).enumerate();
        self.assets = compositions
            .map(|(index, made)| {
                let found = tables.iter().position(|table| {
                    let id = word(*table, "id").or_else(|| word(*table, "name"));
                    id.is_some_and(|id| id == made.id || (made.id.is_empty() && id == made.name))
                });
                found.unwrap_or(index)
            })
            .collect();
    }

    fn asset(&self, composition: usize) -> usize {
        composition.checked_sub(1).and_then(|index| self.assets.get(index).copied()).unwrap_or(usize::MAX)
    }

    pub(super) fn text(&self) -> String {
        self.document.to_string()
    }

    /// The place of a drawn mark in the layer's space; `None` where the layer comes from no drawing.
    pub(super) fn mark(
        &self,
        at: LayerAt,
        id: &str,
        loader: Option<super::Loader<'_>>,
    ) -> Result<Option<[f64; 2]>, EditError> {
        let layer = self.layer_table(at).and_then(|layer| layer.get("artwork")).and_then(Item::as_table_like);
        let Some(art) = layer else { return Ok(None) };
        let word = |key: &str| art.get(key).and_then(Item::as_str);
        let file = word("file").unwrap_or_default();
        let bytes = loader.and_then(|load| load(file));
        let Some(bytes) = bytes else {
            return Err(EditError::File(format!("{file}: the drawing cannot be read")));
        };
        let rule = word("size").and_then(SizeRule::named).unwrap_or_default();
        let drawing = artwork::read(&bytes, rule).map_err(|e| EditError::File(format!("{file}: {e}")))?;
        let found = match word("layer") {
            Some(name) => drawing.layer(name).and_then(|layer| drawing.mark_in(layer, id)),
            None => drawing.marks.iter().find(|mark| mark.id == id).map(|mark| [mark.x, mark.y]),
        };
        found.map(Some).ok_or_else(|| {
            let ids = drawing.marks.iter().map(|mark| mark.id.as_str());
            EditError::NotFound(super::model::missing(&format!("mark in {file}"), id, ids))
        })
    }

    fn layer_table(&self, at: LayerAt) -> Option<&dyn TableLike> {
        let owner: &dyn TableLike = match at.composition {
            0 => self.document.as_table(),
            n => nth(self.document.get("composition_asset")?, self.asset(n))?,
        };
        nth(owner.get("layer")?, at.index)
    }

    fn layer_mut(&mut self, at: LayerAt) -> Result<&mut dyn TableLike, EditError> {
        let lost = || EditError::NotPossible("this layer is not written as a table of the scene".to_owned());
        let asset = self.asset(at.composition);
        let owner: &mut dyn TableLike = match at.composition {
            0 => self.document.as_table_mut(),
            _ => self
                .document
                .get_mut("composition_asset")
                .and_then(|list| nth_mut(list, asset))
                .ok_or_else(lost)?,
        };
        owner.get_mut("layer").and_then(|list| nth_mut(list, at.index)).ok_or_else(lost)
    }

    /// Whether the layers stand in brackets, where no headers can be.
    fn is_inline(&self, at: LayerAt) -> bool {
        let owner: Option<&dyn TableLike> = match at.composition {
            0 => Some(self.document.as_table()),
            n => self.document.get("composition_asset").and_then(|list| nth(list, self.asset(n))),
        };
        owner.and_then(|owner| owner.get("layer")).is_some_and(Item::is_value)
    }

    /// Makes the steps.
    pub(super) fn write(&mut self, model: &Model, steps: &[Step]) -> Result<(), EditError> {
        for step in steps {
            match step {
                Step::Property { at, way, property } => {
                    let old = stored(model, *at, way).cloned();
                    self.property(*at, way, property, old.as_ref())?;
                }
                Step::Parent { at, parent } => {
                    let value = parent.map(|parent| reference(model, parent));
                    let layer = self.layer_mut(*at)?;
                    match value {
                        Some(value) => set(layer, "parent", value),
                        None => {
                            layer.remove("parent");
                        }
                    }
                }
                Step::Effect { at, effect } => self.effect(*at, effect)?,
                Step::Name { at, name } => self.rename(model, *at, name)?,
            }
        }
        Ok(())
    }

    fn property(
        &mut self,
        at: LayerAt,
        way: &[Part],
        property: &Property,
        old: Option<&Property>,
    ) -> Result<(), EditError> {
        let names: Vec<&str> = way.iter().map(|part| part.name.as_str()).collect();
        let whole = names.join(" > ");
        let stop = |why: &str| EditError::NotPossible(format!("{whole}: {why}; edit it in the file"));
        let keys = keys(way).ok_or_else(|| stop("this kind of property is not edited in scenes"))?;
        let mut table = self.layer_mut(at)?;
        let Some((last, before)) = keys.split_last() else { return Err(stop("it has no place")) };
        for step in before {
            let item = table.get_mut(&step.key).ok_or_else(|| stop("it is not written in the scene"))?;
            table = match step.index {
                Some(index) => nth_mut(item, index),
                None => item.as_table_like_mut(),
            }
            .ok_or_else(|| stop("it is written as raw JSON"))?;
        }
        if let Some(index) = last.index {
            // The value stands in the table of the effect itself.
            let item = table.get_mut(&last.key).ok_or_else(|| stop("it is not written in the scene"))?;
            let own = nth_mut(item, index).ok_or_else(|| stop("it is written as raw JSON"))?;
            return animation(own, property, old).map_err(|why| stop(&why));
        }
        let key = last.key.as_str();
        match table.get_mut(key) {
            Some(item) if item.is_table_like() => {
                let Some(own) = item.as_table_like_mut() else { return Ok(()) };
                if matches!(property.value, Value::Text(_)) && own.get("text").is_some() {
                    set(own, "text", toml(&property.value));
                    return Ok(());
                }
                animation(own, property, old).map_err(|why| stop(&why))
            }
            _ if !property.keyframes.is_empty() => Err(stop("its keyframes are written as raw JSON")),
            _ if property.expression.is_none() => {
                set(table, key, toml(&property.value));
                Ok(())
            }
            found => {
                let mut own = InlineTable::new();
                let value =
                    found.and_then(|item| item.as_value().cloned()).filter(|_| same_value(property, old));
                let value = value.map_or_else(
                    || toml(&property.value),
                    |mut v| {
                        v.decor_mut().clear();
                        v
                    },
                );
                own.insert("value", value);
                if let Some(expression) = &property.expression {
                    own.insert("expression", source(&expression.source));
                }
                set(table, key, Toml::InlineTable(own));
                Ok(())
            }
        }
    }

    fn effect(&mut self, at: LayerAt, effect: &super::NewEffect) -> Result<(), EditError> {
        let control = super::lottie::control(&effect.kind);
        let mut members: Vec<(&str, Toml)> = vec![
            ("type", control.map_or(effect.kind.as_str(), |c| c.word).into()),
            ("name", effect.name.as_str().into()),
        ];
        match (&effect.value, control) {
            (Some(value), _) => members.push(("value", of_json(value))),
            (None, None) => members.push(("properties", Toml::Array(Array::new()))),
            (None, Some(_)) => {}
        }
        let inline = self.is_inline(at);
        let layer = self.layer_mut(at)?;
        match layer.get_mut("effect") {
            Some(Item::ArrayOfTables(list)) => {
                list.push(members.into_iter().map(|(k, v)| (k, Item::Value(v))).collect())
            }
            Some(Item::Value(Toml::Array(list))) => list.push(members.into_iter().collect::<InlineTable>()),
            Some(_) => return Err(EditError::NotPossible("the effects are no list of tables".to_owned())),
            None => {
                if inline {
                    let mut list = Array::new();
                    list.push(members.into_iter().collect::<InlineTable>());
                    layer.insert("effect", Item::Value(Toml::Array(list)));
                } else {
                    let mut list = ArrayOfTables::new();
                    let mut table: Table = members.into_iter().map(|(k, v)| (k, Item::Value(v))).collect();
                    table.set_implicit(false);
                    list.push(table);
                    layer.insert("effect", Item::ArrayOfTables(list));
                }
            }
        }
        Ok(())
    }

    /// A new name, and the same in every key that names the layer.
    fn rename(&mut self, model: &Model, at: LayerAt, name: &str) -> Result<(), EditError> {
        let old = model.document_layer(at).map(|layer| layer.name.clone()).unwrap_or_default();
        set(self.layer_mut(at)?, "name", name.into());
        let count = model.document.compositions.get(at.composition).map_or(0, |c| c.layers.len());
        for index in 0..count {
            let layer = self.layer_mut(LayerAt { index, ..at })?;
            if layer.get("parent").and_then(Item::as_str) == Some(&old) {
                set(layer, "parent", name.into());
            }
            if let Some(matte) = layer.get_mut("matte").and_then(Item::as_table_like_mut)
                && matte.get("layer").and_then(Item::as_str) == Some(&old)
            {
                set(matte, "layer", name.into());
            }
            let effects = layer.get("effect").map_or(0, length);
            for effect in 0..effects {
                let table = layer.get_mut("effect").and_then(|list| nth_mut(list, effect));
                if let Some(table) = table
                    && table.get("value").and_then(Item::as_str) == Some(&old)
                    && table.get("type").and_then(Item::as_str) == Some("layer")
                {
                    set(table, "value", name.into());
                }
            }
        }
        Ok(())
    }
}

fn same_value(property: &Property, old: Option<&Property>) -> bool {
    old.is_some_and(|old| old.value == property.value)
}

/// The property as the file had it, found by its way.
fn stored<'m>(model: &'m Model, at: LayerAt, way: &[Part]) -> Option<&'m Property> {
    let mut group = &model.document_layer(at)?.properties;
    let (last, groups) = way.split_last()?;
    for part in groups {
        group = match group.children.get(part.index.checked_sub(1)?)? {
            inbetween_doc::PropertyNode::Group(inner) => inner,
            _ => return None,
        };
    }
    match group.children.get(last.index.checked_sub(1)?)? {
        inbetween_doc::PropertyNode::Property(property) => Some(property),
        _ => None,
    }
}

/// A step into the scene: a key, and a place in its list.
#[derive(Debug, PartialEq)]
struct Key {
    key: String,
    index: Option<usize>,
}

fn key(key: &str, index: Option<usize>) -> Key {
    Key { key: key.to_owned(), index }
}

/// Where a property stands in a layer's table. A last step with a place means that the value's keys stand in that
/// table itself.
fn keys(way: &[Part]) -> Option<Vec<Key>> {
    let (first, rest) = way.split_first()?;
    let index = |part: &Part| part.index.checked_sub(1);
    match (first.match_name.as_str(), rest) {
        ("ADBE Transform Group", [part]) => Some(vec![key(transform_key(&part.match_name)?, None)]),
        ("ADBE Time Remapping", []) => Some(vec![key("time_remap", None)]),
        ("ADBE Text Properties", [part]) if part.match_name == "ADBE Text Document" => {
            Some(vec![key("text", None)])
        }
        ("ADBE Effect Parade", [effect, part]) => {
            let place = index(effect);
            if super::lottie::control(&effect.match_name).is_some() {
                return Some(vec![key("effect", place)]);
            }
            Some(vec![key("effect", place), key("properties", index(part))])
        }
        ("ADBE Mask Parade", [mask, part]) => {
            let name = part.name.strip_prefix("Mask ").unwrap_or(&part.name);
            Some(vec![key("mask", index(mask)), key(&snake(name), None)])
        }
        ("ADBE Root Vectors Group", rest) => shape_keys("shapes", rest),
        _ => None,
    }
}

/// The way inside a shape layer: groups keep their items under `items` and their transform beside it.
fn shape_keys(list: &str, way: &[Part]) -> Option<Vec<Key>> {
    let mut out = Vec::new();
    let mut list = list.to_owned();
    let mut rest = way;
    loop {
        let (item, inner) = rest.split_first()?;
        out.push(key(&list, item.index.checked_sub(1)));
        match inner {
            [part] => {
                out.push(key(&snake(&part.name), None));
                return Some(out);
            }
            [group, part] if group.match_name == "ADBE Vector Transform Group" => {
                out.push(key(&snake(&part.name), None));
                return Some(out);
            }
            [group, deeper @ ..] if group.match_name == "ADBE Vectors Group" => {
                "items".clone_into(&mut list);
                rest = deeper;
            }
            _ => return None,
        }
    }
}

fn transform_key(match_name: &str) -> Option<&'static str> {
    Some(match match_name {
        "ADBE Anchor Point" => "anchor_point",
        "ADBE Position" => "position",
        "ADBE Position_0" => "position_x",
        "ADBE Position_1" => "position_y",
        "ADBE Position_2" => "position_z",
        "ADBE Scale" => "scale",
        "ADBE Orientation" => "orientation",
        "ADBE Rotate X" => "x_rotation",
        "ADBE Rotate Y" => "y_rotation",
        "ADBE Rotate Z" => "rotation",
        "ADBE Opacity" => "opacity",
        "ADBE Vector Skew" => "skew",
        "ADBE Vector Skew Axis" => "skew_axis",
        _ => return None,
    })
}

/// `Stroke Width` as scenes write it.
fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('_') && !out.is_empty() {
            out.push('_');
        }
    }
    out.trim_end_matches('_').to_owned()
}

/// How a scene names a layer: by its name, by its id where others have that name.
fn reference(model: &Model, at: LayerAt) -> Toml {
    let layers =
        model.document.compositions.get(at.composition).map(|c| c.layers.as_slice()).unwrap_or_default();
    let Some(layer) = layers.get(at.index) else { return Toml::from("") };
    let same = layers.iter().filter(|other| other.name == layer.name).count();
    match layer.id.filter(|_| same > 1 || layer.name.is_empty()) {
        Some(id) => id.into(),
        None => layer.name.as_str().into(),
    }
}

fn length(item: &Item) -> usize {
    match item {
        Item::ArrayOfTables(list) => list.len(),
        Item::Value(Toml::Array(list)) => list.len(),
        _ => 0,
    }
}

fn nth(item: &Item, index: usize) -> Option<&dyn TableLike> {
    match item {
        Item::ArrayOfTables(list) => list.get(index).map(|table| table as &dyn TableLike),
        Item::Value(Toml::Array(list)) => {
            list.get(index)?.as_inline_table().map(|table| table as &dyn TableLike)
        }
        _ => None,
    }
}

fn nth_mut(item: &mut Item, index: usize) -> Option<&mut dyn TableLike> {
    match item {
        Item::ArrayOfTables(list) => list.get_mut(index).map(|table| table as &mut dyn TableLike),
        Item::Value(Toml::Array(list)) => {
            list.get_mut(index)?.as_inline_table_mut().map(|table| table as &mut dyn TableLike)
        }
        _ => None,
    }
}

/// Sets a key; an old value's white space and comment stay.
fn set(table: &mut dyn TableLike, key: &str, value: Toml) {
    let mut value = value;
    if let Some(old) = table.get(key).and_then(Item::as_value) {
        *value.decor_mut() = old.decor().clone();
    }
    match table.get_mut(key) {
        Some(item) => *item = Item::Value(value),
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

fn number(n: f64) -> Toml {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small")]
    if n.fract() == 0.0 && n.abs() < 1e15 { Toml::from(n as i64) } else { Toml::from(n) }
}

fn numbers(list: &[f64]) -> Toml {
    Toml::Array(list.iter().map(|n| number(*n)).collect())
}

fn toml(value: &Value) -> Toml {
    match value {
        Value::Number(n) => number(*n),
        Value::Text(text) => text.text.replace('\r', "\n").into(),
        other => numbers(other.components()),
    }
}

fn of_json(value: &Json) -> Toml {
    match value {
        Json::Bool(on) => (*on).into(),
        Json::String(text) => text.as_str().into(),
        Json::Array(list) => Toml::Array(list.iter().map(of_json).collect()),
        other => number(other.as_f64().unwrap_or(0.0)),
    }
}

/// An expression: lines of their own where it has several.
fn source(text: &str) -> Toml {
    let several = text.contains('\n') && !text.contains("'''") && !text.contains('\r');
    if several && let Ok(value) = format!("'''\n{text}'''").parse::<Toml>() {
        return value;
    }
    if !several && !text.contains('\'') && !text.contains('\n') && text.contains('"') {
        let quoted = format!("'{text}'").parse::<Toml>();
        if let Ok(value) = quoted {
            return value;
        }
    }
    Toml::from(text)
}

/// Writes value, keyframes and expression into the table of a property.
fn animation(table: &mut dyn TableLike, property: &Property, old: Option<&Property>) -> Result<(), String> {
    let old_expression = old.and_then(|old| old.expression.as_ref());
    if old_expression != property.expression.as_ref() {
        match &property.expression {
            Some(expression) => set(table, "expression", source(&expression.source)),
            None => {
                table.remove("expression");
            }
        }
    }
    if property.keyframes.is_empty() {
        if !same_value(property, old) {
            set(table, "value", toml(&property.value));
        }
        return Ok(());
    }
    let before = old.map(|old| old.keyframes.as_slice()).unwrap_or_default();
    if before == property.keyframes.as_slice() {
        return Ok(());
    }
    let Some(list) = table.get_mut("keyframes") else {
        return Err("its keyframes are written as raw JSON".to_owned());
    };
    if length(list) != property.keyframes.len() || before.len() != property.keyframes.len() {
        return Err("its keyframes are not written one by one (an exponential ease makes many)".to_owned());
    }
    for (index, (new, was)) in property.keyframes.iter().zip(before).enumerate() {
        let Some(key) = nth_mut(list, index) else { return Err("a keyframe is no table".to_owned()) };
        if new.value != was.value {
            set(key, "value", toml(&new.value));
        }
        if new.out_tangent != was.out_tangent {
            set(key, "tangent_out", numbers(&new.out_tangent));
        }
        let next = [property.keyframes.get(index + 1), before.get(index + 1)];
        if let [Some(next), Some(next_was)] = next {
            speeds(key, "ease_out", &ratio([was, next_was], [new, next]));
        }
        let previous = index.checked_sub(1).map(|i| (property.keyframes.get(i), before.get(i)));
        if let Some((Some(previous), Some(previous_was))) = previous {
            if previous.in_tangent != previous_was.in_tangent {
                set(key, "tangent_in", numbers(&previous.in_tangent));
            }
            speeds(key, "ease_in", &ratio([previous_was, was], [previous, new]));
        }
    }
    Ok(())
}

/// By how much each dimension, and at last the whole, moves more than before between two keys.
fn ratio(was: [&Keyframe; 2], new: [&Keyframe; 2]) -> Vec<f64> {
    let way = |[from, to]: [&Keyframe; 2]| -> Vec<f64> {
        from.value.components().iter().zip(to.value.components()).map(|(a, b)| b - a).collect()
    };
    let (was, new) = (way(was), way(new));
    let part = |a: f64, b: f64| if a == 0.0 { 1.0 } else { b / a };
    let mut out: Vec<f64> = was.iter().zip(&new).map(|(a, b)| part(*a, *b)).collect();
    out.push(part(inbetween_types::math::length(&was), inbetween_types::math::length(&new)));
    out
}

/// Speeds are in units a second, so they grow with the way.
fn speeds(key: &mut dyn TableLike, which: &str, ratio: &[f64]) {
    let near = |n: f64| (n - 1.0).abs() < 1e-12;
    if ratio.iter().all(|n| near(*n)) {
        return;
    }
    let Some(handle) = key.get_mut(which).and_then(Item::as_table_like_mut) else { return };
    let Some(speed) = handle.get("speed").and_then(Item::as_value).cloned() else { return };
    let grown = |value: &Toml, by: f64| {
        let old = value.as_float().or_else(|| value.as_integer().map(|n| n as f64)).unwrap_or(0.0);
        number(super::value::tidy(old * by))
    };
    let dimensions = ratio.len().saturating_sub(1);
    let new = match &speed {
        Toml::Array(list) => {
            let parts = list.iter().zip(ratio).map(|(value, by)| grown(value, *by));
            Toml::Array(parts.collect())
        }
        // One speed is along the path; of a single number it has the number's own sign.
        one => grown(one, if dimensions == 1 { ratio.first() } else { ratio.last() }.copied().unwrap_or(1.0)),
    };
    set(handle, "speed", new);
}
