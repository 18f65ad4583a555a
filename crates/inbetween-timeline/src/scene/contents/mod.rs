//! Contents of shape layers: a first version with plain paths, fills and strokes.

use super::{Fill, Group, Node, Paint, Projection, Stroke};
use crate::shape::Reader;
use crate::{NodeData, NodeRef, State};
use inbetween_doc::{BlendMode, GroupKind};
use inbetween_expr::{Fault, Runner};
use inbetween_types::Time;
use kurbo::BezPath;
use std::sync::Arc;

/// What the Contents group of a shape layer or shape group draws at a time, bottom first, in that group's space.
///
/// # Errors
/// Only when expressions nest too deep.
pub(crate) fn contents(
    state: &State,
    runner: &mut dyn Runner,
    contents: NodeRef,
    time: Time,
) -> Result<Vec<Node>, Fault> {
    let mut path = BezPath::new();
    for outline in (Reader { state, runner: &mut *runner, time }).outlines(contents)?.list {
        path.extend(outline.transform * outline.path);
    }
    let path = Arc::new(path);
    let mut nodes = Vec::new();
    for child in state.timeline().node(contents).map_or(&[][..], crate::Node::children) {
        let Some(node) = state.timeline().node(*child) else { continue };
        if let NodeData::Group { enabled: false, .. } = node.data {
            continue;
        }
        if node.group_kind() == Some(GroupKind::ShapeGroup) {
            let inner = match state.timeline().child(*child, "ADBE Vectors Group") {
                Some(inner) => self::contents(state, &mut *runner, inner, time)?,
                None => Vec::new(),
            };
            let mut group = Group { name: node.name.clone(), nodes: inner, ..Group::default() };
            let mut reader = Reader { state, runner: &mut *runner, time };
            if let Some(transform) = state.timeline().child(*child, "ADBE Vector Transform Group") {
                group.transform =
                    Projection::affine(crate::shape::transform::affine(&mut reader, transform)?);
                group.opacity =
                    (reader.number(transform, "ADBE Vector Group Opacity", 100.0)? / 100.0) as f32;
            }
            nodes.push(Node::Group(Box::new(group)));
            continue;
        }
        let mut reader = Reader { state, runner: &mut *runner, time };
        let (color, opacity, width) = match node.match_name.as_ref() {
            "ADBE Vector Graphic - Fill" => ("ADBE Vector Fill Color", "ADBE Vector Fill Opacity", None),
            "ADBE Vector Graphic - Stroke" => (
                "ADBE Vector Stroke Color",
                "ADBE Vector Stroke Opacity",
                Some(reader.number(*child, "ADBE Vector Stroke Width", 0.0)?),
            ),
            _ => continue,
        };
        let part = |color: &Option<inbetween_types::Value>, index: usize| {
            color.as_ref().map_or(0.0, |color| color.component(index) as f32)
        };
        let color = reader.value(*child, color)?;
        let paint = Paint::Solid([part(&color, 0), part(&color, 1), part(&color, 2), 1.0]);
        let opacity = (reader.number(*child, opacity, 100.0)? / 100.0) as f32;
        let (path, transform, blend) = (Arc::clone(&path), Projection::IDENTITY, BlendMode::Normal);
        nodes.push(match width {
            None => Node::Fill(Fill { transform, path, even_odd: false, paint, opacity, blend }),
            Some(width) => {
                let style = kurbo::Stroke::new(width);
                Node::Stroke(Stroke { transform, path, style, paint, opacity, blend })
            }
        });
    }
    nodes.reverse();
    Ok(nodes)
}
