//! Steps written into Lottie JSON: only the places that change.

use super::EditError;
use super::model::{LayerAt, Model};
use super::plan::{Part, Step};
use super::value::hex;
use inbetween_doc::{
    Changes, Container, Precision, Property, PropertyNode, SourceSpan, encode_property, object_members,
};
use serde_json::{Value as Json, json};

/// An expression control.
#[derive(Clone, Copy, Debug)]
pub(super) struct Control {
    /// The word of scene files and the command line.
    pub(super) word: &'static str,
    pub(super) match_name: &'static str,
    /// The name of its only property.
    property: &'static str,
    /// Lottie's type of that property.
    ty: i64,
}

const fn control_of(
    word: &'static str,
    match_name: &'static str,
    property: &'static str,
    ty: i64,
) -> Control {
    Control { word, match_name, property, ty }
}

pub(super) const CONTROLS: [Control; 8] = [
    control_of("slider", "ADBE Slider Control", "Slider", 0),
    control_of("angle", "ADBE Angle Control", "Angle", 1),
    control_of("color", "ADBE Color Control", "Color", 2),
    control_of("point", "ADBE Point Control", "Point", 3),
    control_of("point3d", "ADBE Point3D Control", "3D Point", 3),
    control_of("checkbox", "ADBE Checkbox Control", "Checkbox", 4),
    control_of("layer", "ADBE Layer Control", "Layer", 10),
    control_of("menu", "ADBE Dropdown Control", "Menu", 7),
];

/// The control of that word or match name.
pub(super) fn control(kind: &str) -> Option<Control> {
    CONTROLS.into_iter().find(|control| control.word == kind || control.match_name == kind)
}

/// A control's value as Lottie has it.
pub(super) fn control_value(model: &Model, control: Control, given: &Json) -> Result<Json, EditError> {
    let wrong = || EditError::NotPossible(format!("a {} takes no value such as {given}", control.word));
    let numbers = |count: usize| {
        let list = given.as_array().filter(|list| list.len() == count && list.iter().all(Json::is_number));
        list.map(|list| Json::from(list.clone())).ok_or_else(wrong)
    };
    match control.word {
        "color" => match given.as_str() {
            Some(text) => hex(text).map(|[r, g, b]| json!([r, g, b, 1])).ok_or_else(wrong),
            None => numbers(4).or_else(|_| {
                let mut rgb = numbers(3)?;
                rgb.as_array_mut().into_iter().for_each(|list| list.push(1.into()));
                Ok(rgb)
            }),
        },
        "point" => numbers(2),
        "point3d" => numbers(3),
        "layer" => match given.as_str() {
            Some(name) => {
                let layer = model.layer(name)?;
                Ok(model.node(layer).map_or(0, |node| node.number).into())
            }
            None => given.as_u64().map(Json::from).ok_or_else(wrong),
        },
        _ => match given {
            Json::Bool(on) => Ok(u8::from(*on).into()),
            Json::Number(_) => Ok(given.clone()),
            _ => Err(wrong()),
        },
    }
}

fn default_value(control: Control) -> Json {
    match control.word {
        "color" => json!([1, 0, 0, 1]),
        "point" => json!([0, 0]),
        "point3d" => json!([0, 0, 0]),
        "menu" => json!(1),
        _ => json!(0),
    }
}

fn effect_json(effect: &super::NewEffect, index: usize) -> Json {
    let control = control(&effect.kind);
    let parameters = match control {
        Some(control) => json!([{
            "ty": control.ty,
            "nm": control.property,
            "mn": format!("{}-0001", control.match_name),
            "ix": 1,
            "v": {"a": 0, "k": effect.value.clone().unwrap_or_else(|| default_value(control)), "ix": 1},
        }]),
        None => json!([]),
    };
    let np = parameters.as_array().map_or(0, Vec::len) + 2;
    json!({"ty": 5, "nm": effect.name, "np": np, "mn": effect.kind, "ix": index, "en": 1, "ef": parameters})
}

/// The Lottie text with the steps made.
pub(super) fn write(model: &Model, steps: &[Step]) -> Result<String, EditError> {
    let source: &str = &model.document.source.text;
    let mut out = Writer { model, source, changes: Changes::new(), inserts: Vec::new() };
    for step in steps {
        match step {
            Step::Property { at, way, property } => out.property(*at, way, property)?,
            Step::Parent { at, parent } => out.parent(*at, *parent)?,
            Step::Effect { at, effect } => out.effect(*at, effect)?,
            Step::Name { at, name } => {
                let span = out.span(*at)?;
                out.member(span, "nm", Some(Json::from(name.as_str()).to_string()));
            }
        }
    }
    let Writer { mut changes, inserts, .. } = out;
    for (place, members) in join(inserts) {
        changes.replace(SourceSpan { start: place, end: place }, members);
    }
    let bytes = inbetween_doc::export(&model.document, &changes, Container::Json)
        .map_err(|e| EditError::NotPossible(e.to_string()))?;
    String::from_utf8(bytes).map_err(|_| EditError::File("the file is not UTF-8".to_owned()))
}

/// What is put in at one place becomes one text.
fn join(mut inserts: Vec<(usize, String)>) -> Vec<(usize, String)> {
    inserts.sort_by_key(|(place, _)| *place);
    let mut out: Vec<(usize, String)> = Vec::new();
    for (place, text) in inserts {
        match out.last_mut() {
            Some((last, joined)) if *last == place => joined.push_str(&text),
            _ => out.push((place, text)),
        }
    }
    out
}

struct Writer<'m> {
    model: &'m Model,
    source: &'m str,
    changes: Changes,
    /// Members put in before the closing bracket at a place.
    inserts: Vec<(usize, String)>,
}

impl Writer<'_> {
    fn span(&self, at: LayerAt) -> Result<SourceSpan, EditError> {
        let span = self.model.document_layer(at).and_then(|layer| layer.span);
        span.ok_or_else(|| EditError::File("the layer has no place in the file".to_owned()))
    }

    /// The value of a member of the object at `owner`.
    fn find(&self, owner: SourceSpan, key: &str) -> Option<SourceSpan> {
        let quoted = Json::from(key).to_string();
        let members = object_members(owner.text(self.source));
        let (_, value) = members.into_iter().rev().find(|(written, _)| *written == quoted)?;
        Some(SourceSpan { start: owner.start + value.start, end: owner.start + value.end })
    }

    /// Sets a member of an object, or takes it away.
    fn member(&mut self, owner: SourceSpan, key: &str, value: Option<String>) {
        match (self.find(owner, key), value) {
            (Some(place), Some(value)) => self.changes.replace(place, value),
            (Some(place), None) => {
                // From the key's quote to the value's end, with one comma: as an element of an array goes.
                let head = self.source.get(owner.start..place.start).unwrap_or("");
                let quoted = Json::from(key).to_string();
                if let Some(start) = head.rfind(&quoted) {
                    self.changes.remove(SourceSpan { start: owner.start + start, end: place.end });
                }
            }
            (None, Some(value)) => {
                let end = owner.end.saturating_sub(1);
                let empty = object_members(owner.text(self.source)).is_empty()
                    && !self.inserts.iter().any(|(place, _)| *place == end);
                let comma = if empty { "" } else { "," };
                self.inserts.push((end, format!("{comma}{}:{value}", Json::from(key))));
            }
            (None, None) => {}
        }
    }

    fn property(&mut self, at: LayerAt, way: &[Part], property: &Property) -> Result<(), EditError> {
        if property.match_name == "ADBE Text Expressible Amount" {
            // Its expression stands in the selector itself, with or without the amount.
            let selector = self
                .group(at, way)
                .ok_or_else(|| EditError::File("the selector has no place in the file".to_owned()))?;
            let text = property.expression.as_ref().map(|e| Json::from(e.source.as_str()).to_string());
            self.member(selector, "x", text);
            return Ok(());
        }
        if property.span.is_some() {
            self.changes.replace_property(property.clone());
            return Ok(());
        }
        let three_d = self.model.document_layer(at).is_some_and(|layer| layer.three_d);
        let key = match way {
            [group, part] if group.match_name == "ADBE Transform Group" => {
                transform_key(&part.match_name, three_d)
            }
            _ => None,
        };
        let Some(key) = key else {
            let names: Vec<&str> = way.iter().map(|part| part.name.as_str()).collect();
            return Err(EditError::NotPossible(format!(
                "{} is not written in the file, which leaves it at its default; put it into the file first",
                names.join(" > ")
            )));
        };
        let text = encode_property(property, None, Precision::default());
        let owner = self.span(at)?;
        match self.find(owner, "ks") {
            Some(ks) => self.member(ks, key, Some(text)),
            None => self.member(owner, "ks", Some(format!("{{\"{key}\":{text}}}"))),
        }
        Ok(())
    }

    /// Where the group that holds a property stands.
    fn group(&self, at: LayerAt, way: &[Part]) -> Option<SourceSpan> {
        let (_, groups) = way.split_last()?;
        let mut here = &self.model.document_layer(at)?.properties;
        for part in groups {
            match here.children.get(part.index.checked_sub(1)?)? {
                PropertyNode::Group(inner) => here = inner,
                _ => return None,
            }
        }
        here.span
    }

    fn parent(&mut self, at: LayerAt, parent: Option<LayerAt>) -> Result<(), EditError> {
        let owner = self.span(at)?;
        let Some(parent) = parent else {
            self.member(owner, "parent", None);
            return Ok(());
        };
        let stored = self.model.document_layer(parent).and_then(|layer| layer.id);
        let id = match stored {
            Some(id) => id,
            None => {
                let layers =
                    self.model.document.compositions.get(at.composition).map(|c| c.layers.as_slice());
                let ids = layers.unwrap_or_default().iter().filter_map(|layer| layer.id);
                let id = ids.max().unwrap_or(0).saturating_add(1);
                let span = self.span(parent)?;
                self.member(span, "ind", Some(id.to_string()));
                id
            }
        };
        self.member(owner, "parent", Some(id.to_string()));
        Ok(())
    }

    fn effect(&mut self, at: LayerAt, effect: &super::NewEffect) -> Result<(), EditError> {
        let owner = self.span(at)?;
        match self.find(owner, "ef") {
            Some(list) => {
                let inner = list.text(self.source);
                let count = serde_json::from_str::<Vec<Json>>(inner).map_or(0, |list| list.len());
                let comma = if count == 0 { "" } else { "," };
                let text = format!("{comma}{}", effect_json(effect, count + 1));
                self.inserts.push((list.end.saturating_sub(1), text));
            }
            None => self.member(owner, "ef", Some(format!("[{}]", effect_json(effect, 1)))),
        }
        Ok(())
    }
}

fn transform_key(match_name: &str, three_d: bool) -> Option<&'static str> {
    Some(match match_name {
        "ADBE Anchor Point" => "a",
        "ADBE Position" => "p",
        "ADBE Scale" => "s",
        "ADBE Opacity" => "o",
        "ADBE Orientation" => "or",
        "ADBE Rotate X" => "rx",
        "ADBE Rotate Y" => "ry",
        "ADBE Rotate Z" if three_d => "rz",
        "ADBE Rotate Z" => "r",
        "ADBE Vector Skew" => "sk",
        "ADBE Vector Skew Axis" => "sa",
        _ => return None,
    })
}
