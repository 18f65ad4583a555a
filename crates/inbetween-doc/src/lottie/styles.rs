//! Layer styles.

use super::reader::{Reader, group};
use super::schema::STYLES;
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{GroupKind, PropertyGroup, PropertyNode};
use inbetween_types::{Severity, ValueKind};

impl<'n> Reader<'n> {
    /// The Layer Styles group from `sy`.
    pub(super) fn styles(&mut self, list: Node<'n>) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Layer Styles", "ADBE Layer Styles", GroupKind::LayerStyle);
        out.span = Some(list.span());
        for node in list.items().filter(|node| node.kind() == Kind::Object) {
            let ty = node.opt_int("ty")?.unwrap_or(-1);
            let Some(style) = STYLES.iter().find(|style| style.ty == ty) else {
                let message = format!("the layer style {ty} is not supported");
                self.note("doc/unknown-style", Severity::Warning, node, message);
                continue;
            };
            let name = node.text("nm").filter(|name| !name.is_empty());
            let name = name.map_or_else(|| style.name.to_owned(), Into::into);
            let mut child = group(name, style.match_name, GroupKind::LayerStyle);
            child.span = Some(node.span());
            child.enabled = !node.flag("hd");
            for field in style.fields {
                if field.kind == ValueKind::Gradient {
                    let stops = node.get(field.keys.first().copied().unwrap_or(""));
                    self.gradient(stops, field.into(), &mut child)?;
                } else {
                    child.children.push(self.field(node, field)?);
                }
            }
            out.children.push(PropertyNode::Group(child));
        }
        Ok(out)
    }
}
