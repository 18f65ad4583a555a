//! Effects: named bags of properties with match names, known or not.

use super::property::Spec;
use super::reader::{Reader, group};
use super::schema;
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{GroupKind, PropertyGroup, PropertyNode};
use inbetween_types::{Unit, ValueKind};
use std::borrow::Cow;

/// Expression controls: type of their only property in the file, match name, name of that property, and its
/// kind and unit.
const CONTROLS: [(i64, &str, &str); 8] = [
    (0, "ADBE Slider Control", "Slider"),
    (1, "ADBE Angle Control", "Angle"),
    (2, "ADBE Color Control", "Color"),
    (3, "ADBE Point Control", "Point"),
    (4, "ADBE Checkbox Control", "Checkbox"),
    (10, "ADBE Layer Control", "Layer"),
    (7, "ADBE Dropdown Control", "Menu"),
    (-1, "ADBE Point3D Control", "3D Point"),
];

impl<'n> Reader<'n> {
    /// The Effects group from `ef`.
    pub(super) fn effects(&mut self, list: Node<'n>) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Effects", "ADBE Effect Parade", GroupKind::Effects);
        out.span = Some(list.span());
        out.children.reserve_exact(list.len());
        for node in list.items().filter(|node| node.kind() == Kind::Object) {
            let effect = self.effect(node, None, out.children.len() + 1)?;
            out.children.push(PropertyNode::Group(effect));
        }
        Ok(out)
    }

    fn effect(
        &mut self,
        node: Node<'n>,
        parent: Option<&str>,
        index: usize,
    ) -> Result<PropertyGroup, ImportError> {
        let match_name = match (node.text("mn").filter(|name| !name.is_empty()), parent) {
            (Some(name), _) => name.into_owned(),
            (None, Some(parent)) => format!("{parent}-{index:04}"),
            (None, None) => guess(node)?.to_owned(),
        };
        let name = match node.text("nm").filter(|name| !name.is_empty()) {
            Some(name) => name.into_owned(),
            None => match_name.strip_prefix("ADBE ").map_or_else(|| format!("Effect {index}"), str::to_owned),
        };
        let kind = if parent.is_some() { GroupKind::Other } else { GroupKind::Effect };
        let mut out = group(name, match_name.clone(), kind);
        out.span = Some(node.span());
        out.enabled = node.get("en").is_none_or(|_| node.flag("en"));
        let Some(list) = node.get("ef") else { return Ok(out) };
        out.children.reserve_exact(list.len());
        for child in list.items().filter(|child| child.kind() == Kind::Object) {
            let index = out.children.len() + 1;
            out.children.push(if child.get("ef").is_some() {
                PropertyNode::Group(self.effect(child, Some(&match_name), index)?)
            } else {
                self.parameter(child, &match_name, index)?
            });
        }
        Ok(out)
    }

    fn parameter(&mut self, node: Node<'n>, effect: &str, index: usize) -> Result<PropertyNode, ImportError> {
        let ty = node.opt_int("ty")?.unwrap_or(-1);
        let match_name: Cow<'static, str> = match node.text("mn").filter(|name| !name.is_empty()) {
            Some(name) => name.into_owned().into(),
            None => format!("{effect}-{index:04}").into(),
        };
        let name: Cow<'static, str> = match node.text("nm").filter(|name| !name.is_empty()) {
            Some(name) => name.into_owned().into(),
            None => match CONTROLS.iter().find(|(_, control, _)| *control == effect) {
                Some((_, _, name)) if index == 1 => (*name).into(),
                _ => format!("Parameter {index}").into(),
            },
        };
        let value = node.get("v");
        let (kind, unit) = match ty {
            1 => (ValueKind::Number, Unit::Degrees),
            2 => (ValueKind::Color, Unit::Channel),
            3 => (ValueKind::Point(dimensions(value, effect)), Unit::Pixels),
            0 | 4 | 6 | 7 | 10 => (ValueKind::Number, Unit::None),
            _ => (kind_of(value), Unit::None),
        };
        let spec = Spec { name, match_name, kind, unit, default: &[], closed: false };
        let mut property = self.property(value, spec)?;
        // A parameter without a value of its own (a heading) is written as a bare 0.
        if value.is_some_and(|v| v.kind() != Kind::Object) && ty == 6 {
            property.span = None;
        }
        Ok(PropertyNode::Property(property))
    }
}

/// The match name of an effect that does not state it.
fn guess(node: Node<'_>) -> Result<&'static str, ImportError> {
    let ty = node.opt_int("ty")?.unwrap_or(5);
    if let Some((_, name)) = schema::NATIVE_EFFECTS.iter().find(|(native, _)| *native == ty) {
        return Ok(name);
    }
    let only = node.get("ef").filter(|list| list.len() == 1).and_then(Node::first);
    let ty = match only {
        Some(only) => only.opt_int("ty")?.unwrap_or(ty),
        None => ty,
    };
    if ty == 3 && only.is_some_and(|only| dimensions(only.get("v"), "") == 3) {
        return Ok("ADBE Point3D Control");
    }
    Ok(CONTROLS.iter().find(|(control, _, _)| *control == ty).map_or("", |(_, name, _)| name))
}

/// Two or three dimensions of a point.
fn dimensions(value: Option<Node<'_>>, effect: &str) -> u8 {
    match effect {
        "ADBE Point Control" => 2,
        "ADBE Point3D Control" => 3,
        _ => match sample(value) {
            Some(list) if list.len() >= 3 => 3,
            _ => 2,
        },
    }
}

/// A value of a property: its static value, or that of its first key.
fn sample(value: Option<Node<'_>>) -> Option<Node<'_>> {
    let value = value?;
    let k = value.get("k").unwrap_or(value);
    match k.first() {
        Some(first) if first.kind() == Kind::Object => first.get("s").or(Some(first)),
        _ => Some(k),
    }
}

fn kind_of(value: Option<Node<'_>>) -> ValueKind {
    let Some(node) = sample(value) else { return ValueKind::Number };
    match (node.kind(), node.len()) {
        (Kind::Object, _) if node.get("v").is_some() => ValueKind::Path,
        (Kind::Array, _) if node.first().is_some_and(|first| first.kind() == Kind::Object) => ValueKind::Path,
        (Kind::Array, n @ 2..=3) => ValueKind::Vector(n as u8),
        (Kind::Array, 4) => ValueKind::Color,
        (Kind::Array, 5..) => ValueKind::Gradient,
        _ => ValueKind::Number,
    }
}
