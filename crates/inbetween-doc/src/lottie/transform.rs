//! Transform groups, with separated positions.

use super::reader::{Reader, group};
use super::schema::{Field, LAYER_SKEW, LAYER_TRANSFORM, POSITION_FOLLOWERS};
use crate::error::ImportError;
use crate::json::Node;
use crate::model::{GroupKind, LayerKind, Property, PropertyGroup, PropertyNode};
use inbetween_types::{Value, ValueKind, Vector};

/// What every layer with a place has: Anchor Point, Position, Scale, Rotation, Opacity.
const LEAST_PROPERTIES: usize = 5;

impl<'n> Reader<'n> {
    /// The Transform group of a layer from its `ks`, which may be missing.
    pub(super) fn layer_transform(
        &mut self,
        ks: Option<Node<'n>>,
        kind: LayerKind,
        three_d: bool,
    ) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Transform", "ADBE Transform Group", GroupKind::Transform);
        out.span = ks.map(Node::span);
        out.children.reserve_exact(LEAST_PROPERTIES);
        let viewer = matches!(kind, LayerKind::Camera | LayerKind::Light);
        let dimensions = if three_d || viewer { 3 } else { 2 };
        for field in LAYER_TRANSFORM {
            let key = field.keys.first().copied().unwrap_or("");
            let node = field.keys.iter().find_map(|key| ks?.get(key));
            let skip = match key {
                "a" => viewer && node.is_none(),
                "s" | "o" => viewer,
                "or" | "rx" | "ry" => dimensions == 2 && node.is_none(),
                _ => false,
            };
            if skip {
                continue;
            }
            let mut spec: super::property::Spec = field.into();
            spec.kind = match spec.kind {
                ValueKind::Point(_) => ValueKind::Point(dimensions),
                ValueKind::Vector(2) => ValueKind::Vector(dimensions),
                other => other,
            };
            match key {
                "a" if viewer => spec.name = "Point of Interest".into(),
                "rz" if dimensions == 3 => spec.name = "Z Rotation".into(),
                "p" => {
                    self.position(node, spec, dimensions, &mut out)?;
                    continue;
                }
                _ => {}
            }
            let property = self.property(node, spec)?;
            out.children.push(PropertyNode::Property(property));
        }
        for field in LAYER_SKEW {
            let Some(node) = field.keys.iter().find_map(|key| ks?.get(key)) else { continue };
            let property = self.property(Some(node), field.into())?;
            // Bodymovin writes zero skews on every layer since 5.9; they mean nothing.
            if property.value != Value::Number(0.0)
                || !property.keyframes.is_empty()
                || property.expression.is_some()
            {
                out.children.push(PropertyNode::Property(property));
            }
        }
        Ok(out)
    }

    /// The Transform group of a shape group or repeater.
    pub(super) fn vector_transform(
        &mut self,
        node: Option<Node<'n>>,
        match_name: &'static str,
        fields: &'static [Field],
    ) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Transform", match_name, GroupKind::Transform);
        out.span = node.map(Node::span);
        out.children.reserve_exact(fields.len());
        for field in fields {
            let found = field.keys.iter().find_map(|key| node?.get(key));
            if field.name == "Position" {
                self.position(found, field.into(), 2, &mut out)?;
            } else {
                let property = self.property(found, field.into())?;
                out.children.push(PropertyNode::Property(property));
            }
        }
        Ok(out)
    }

    /// A Position and, where its dimensions are separate, its followers.
    fn position(
        &mut self,
        node: Option<Node<'n>>,
        spec: super::property::Spec,
        dimensions: u8,
        out: &mut PropertyGroup,
    ) -> Result<(), ImportError> {
        let separated = node.filter(|p| p.flag("s") && p.get("k").is_none());
        let mut position = self.property(node, spec)?;
        let Some(owner) = separated else {
            out.children.push(PropertyNode::Property(position));
            return Ok(());
        };
        let mut followers: Vec<Property> = Vec::with_capacity(3);
        for field in POSITION_FOLLOWERS.iter().take(usize::from(dimensions)) {
            let found = field.keys.iter().find_map(|key| owner.get(key)).filter(|n| n.string().is_none());
            followers.push(self.property(found, field.into())?);
        }
        position.separated = true;
        position.value = Value::Vector(followers.iter().map(|f| f.value.component(0)).collect::<Vector>());
        out.children.push(PropertyNode::Property(position));
        out.children.extend(followers.into_iter().map(PropertyNode::Property));
        Ok(())
    }
}
