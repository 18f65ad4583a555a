//! Masks.

use super::property::Spec;
use super::reader::{Reader, group};
use super::schema::MASK;
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{GroupKind, Property, PropertyGroup, PropertyNode};
use inbetween_types::{Unit, ValueKind};

/// Letters of `mode`, in the order of our Mode numbers from 0.
const MODES: [&str; 7] = ["n", "a", "s", "i", "l", "d", "f"];

impl<'n> Reader<'n> {
    /// The Masks group from `masksProperties`.
    pub(super) fn masks(&mut self, list: Node<'n>) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Masks", "ADBE Mask Parade", GroupKind::Masks);
        out.span = Some(list.span());
        for node in list.items().filter(|node| node.kind() == Kind::Object) {
            let name = match node.text("nm").filter(|name| !name.is_empty()) {
                Some(name) => name.into_owned(),
                None => format!("Mask {}", out.children.len() + 1),
            };
            let mut mask = group(name, "ADBE Mask Atom", GroupKind::Mask);
            mask.span = Some(node.span());
            let spec = Spec {
                name: "Mask Path".into(),
                match_name: "ADBE Mask Shape".into(),
                kind: ValueKind::Path,
                unit: Unit::Pixels,
                default: &[],
                // Old files say it on the mask; all others in the path itself.
                closed: node.get("cl").is_none_or(|_| node.flag("cl")),
            };
            let path = self.property(node.get("pt"), spec)?;
            mask.children.push(PropertyNode::Property(path));
            for field in MASK {
                mask.children.push(self.field(node, field)?);
            }
            let mode = node.get("mode").and_then(Node::string).unwrap_or("a");
            let mode = MODES.iter().position(|&letter| letter == mode).unwrap_or(1);
            let inverted = f64::from(u8::from(node.flag("inv")));
            for (name, match_name, value) in
                [("Invert", "ADBE Mask Invert", inverted), ("Mode", "ADBE Mask Mode", mode as f64)]
            {
                let property = Property::new(name, match_name, ValueKind::Number, Unit::None, value.into());
                mask.children.push(PropertyNode::Property(property));
            }
            out.children.push(PropertyNode::Group(mask));
        }
        Ok(out)
    }
}
