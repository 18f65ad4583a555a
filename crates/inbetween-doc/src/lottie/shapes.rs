//! Contents of shape layers.

use super::property::Spec;
use super::reader::{Reader, group, number, wrong};
use super::schema::{DASH_DEFAULT, GROUP_BLEND, ITEMS, Item, REPEATER_TRANSFORM, VECTOR_TRANSFORM};
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{GroupKind, PropertyGroup, PropertyNode};
use inbetween_types::{Severity, Unit, ValueKind};
use std::borrow::Cow;

impl<'n> Reader<'n> {
    /// The items of `list` as children of `out`. A `tr` among them is the transform of the group around.
    pub(super) fn shape_items(
        &mut self,
        list: Node<'n>,
        out: &mut PropertyGroup,
    ) -> Result<Option<Node<'n>>, ImportError> {
        let mut transform = None;
        // How many items of each kind there are, for names; kinds we do not know share a count.
        let mut counts = [0_usize; ITEMS.len() + 2];
        out.children.reserve(list.len());
        for node in list.items() {
            if node.kind() != Kind::Object {
                if node.kind() == Kind::Null {
                    continue;
                }
                return Err(wrong(node, "a shape item"));
            }
            let ty = node.get("ty").and_then(Node::string).unwrap_or("");
            let (kind, mut item) = match ty {
                "tr" => {
                    transform = Some(node);
                    continue;
                }
                "gr" => (ITEMS.len(), self.shape_group(node)?),
                _ => match ITEMS.iter().enumerate().find(|(_, item)| item.ty == ty) {
                    Some((kind, item)) => (kind, self.shape_item(node, item)?),
                    None => (ITEMS.len() + 1, self.unknown_item(node, ty)),
                },
            };
            let count = counts.get_mut(kind).map_or(1, |count| {
                *count += 1;
                *count
            });
            item.span = Some(node.span());
            item.enabled = !node.flag("hd");
            match node.text("nm").filter(|name| !name.is_empty()) {
                Some(name) => item.name = Cow::Owned(name.into_owned()),
                None => item.name = Cow::Owned(format!("{} {count}", item.name)),
            }
            out.children.push(PropertyNode::Group(item));
        }
        Ok(transform)
    }

    fn shape_group(&mut self, node: Node<'n>) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Group", "ADBE Vector Group", GroupKind::ShapeGroup);
        let mut contents = group("Contents", "ADBE Vectors Group", GroupKind::Contents);
        let list = node.opt_array("it")?;
        contents.span = list.map(Node::span);
        let transform = match list {
            Some(list) => self.shape_items(list, &mut contents)?,
            None => None,
        };
        let transform = self.vector_transform(transform, "ADBE Vector Transform Group", VECTOR_TRANSFORM)?;
        out.children.reserve_exact(3);
        out.children.push(self.field(node, &GROUP_BLEND)?);
        out.children.push(PropertyNode::Group(contents));
        out.children.push(PropertyNode::Group(transform));
        Ok(out)
    }

    fn shape_item(&mut self, node: Node<'n>, item: &'static Item) -> Result<PropertyGroup, ImportError> {
        let mut out = group(item.name, item.match_name, GroupKind::ShapeItem);
        out.children.reserve_exact(item.fields.len() + 1);
        for field in item.fields {
            match field.kind {
                ValueKind::Path => {
                    let mut spec: Spec = field.into();
                    spec.closed = node.flag("closed");
                    let property = self.property(node.get("ks"), spec)?;
                    out.children.push(PropertyNode::Property(property));
                }
                ValueKind::Gradient => {
                    let stops = node.get(field.keys.first().copied().unwrap_or("g"));
                    self.gradient(stops, field.into(), &mut out)?;
                }
                _ => out.children.push(self.field(node, field)?),
            }
        }
        match item.ty {
            "st" | "gs" => {
                let dashes = self.dashes(node)?;
                out.children.push(PropertyNode::Group(dashes));
            }
            "rp" => {
                let transform = self.vector_transform(
                    node.get("tr"),
                    "ADBE Vector Repeater Transform",
                    REPEATER_TRANSFORM,
                )?;
                out.children.push(PropertyNode::Group(transform));
            }
            _ => {}
        }
        Ok(out)
    }

    /// Colours `{"p": number of colour stops, "k": property}`, and the number as a property of our own, which
    /// tells where the colours end and the opacities begin.
    pub(super) fn gradient(
        &mut self,
        node: Option<Node<'n>>,
        spec: Spec,
        out: &mut PropertyGroup,
    ) -> Result<(), ImportError> {
        let count = match node {
            Some(node) => node.opt_number("p")?,
            None => None,
        };
        let inner = node.map(|node| node.get("k").filter(|k| k.kind() == Kind::Object).unwrap_or(node));
        let colors = self.property(inner, spec)?;
        let count = count.unwrap_or_else(|| (colors.value.components().len() / 4) as f64);
        out.children.push(PropertyNode::Property(colors));
        let stops = Spec {
            name: "Color Stops".into(),
            match_name: "Gradient Color Stops".into(),
            kind: ValueKind::Number,
            unit: Unit::None,
            default: &[],
            closed: false,
        };
        let mut stops = self.property(None, stops)?;
        stops.value = count.into();
        out.children.push(PropertyNode::Property(stops));
        Ok(())
    }

    fn dashes(&mut self, node: Node<'n>) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Dashes", "ADBE Vector Stroke Dashes", GroupKind::Other);
        let Some(list) = node.get("d").filter(|d| d.kind() == Kind::Array) else { return Ok(out) };
        out.span = Some(list.span());
        let (mut dashes, mut gaps) = (0, 0);
        for entry in list.items() {
            let (base, count) = match entry.get("n").and_then(Node::string) {
                Some("o") => ("Offset", None),
                Some("g") => {
                    gaps += 1;
                    ("Gap", Some(gaps))
                }
                _ => {
                    dashes += 1;
                    ("Dash", Some(dashes))
                }
            };
            let name = match count {
                Some(n) if n > 1 => format!("{base} {n}").into(),
                _ => base.into(),
            };
            let match_name = match count {
                Some(n) => format!("ADBE Vector Stroke {base} {n}").into(),
                None => "ADBE Vector Stroke Offset".into(),
            };
            let default = if count.is_some() { DASH_DEFAULT } else { &[] };
            let spec = Spec {
                name,
                match_name,
                kind: ValueKind::Number,
                unit: Unit::Pixels,
                default,
                closed: false,
            };
            let property = self.property(entry.get("v"), spec)?;
            out.children.push(PropertyNode::Property(property));
        }
        Ok(out)
    }

    /// An item of a kind we do not know: kept as an empty group, so that it counts and can be found.
    fn unknown_item(&mut self, node: Node<'n>, ty: &str) -> PropertyGroup {
        let match_name = node.text_or_empty("mn");
        let message = match node.get("ty") {
            Some(ty_node) if ty.is_empty() => match number(ty_node) {
                Ok(n) => format!("the shape type {n} is not supported"),
                Err(_) => "a shape without a type is not supported".to_owned(),
            },
            _ => format!("the shape type \"{ty}\" is not supported"),
        };
        self.note("doc/unknown-shape", Severity::Warning, node, message);
        group(
            if ty.is_empty() { "Shape".to_owned() } else { ty.to_owned() },
            match_name,
            GroupKind::ShapeItem,
        )
    }
}
