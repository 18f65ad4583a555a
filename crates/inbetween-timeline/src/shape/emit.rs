//! From gathered paths and paints to scene nodes.

use super::gather::{Draw, Gathered};
use super::paint::{Painting, Tool};
use super::{Outline, Shape, between, cubic, mapped};
use crate::scene::{Fill, Group, Node, Projection, Stroke};
use inbetween_types::Path;
use kurbo::{Affine, BezPath};
use std::borrow::Cow;
use std::sync::Arc;

/// Adds the nodes, bottom first.
pub(super) fn nodes(gathered: Gathered, out: &mut Vec<Node>) {
    let mut last = Last::default();
    draws(&gathered.shapes, &gathered.scope.draws, &mut last, out);
}

/// The path made last: a fill and a stroke of the same paths share it.
#[derive(Default)]
struct Last {
    shapes: Vec<usize>,
    space: Affine,
    path: Arc<BezPath>,
}

fn draws(shapes: &[Shape], list: &[Draw], last: &mut Last, out: &mut Vec<Node>) {
    for draw in list.iter().rev() {
        match draw {
            Draw::Paint(painting) => out.extend(node(shapes, painting, last)),
            Draw::Group { name, opacity, blend, draws: inner } => {
                let mut nodes = Vec::new();
                draws(shapes, inner, last, &mut nodes);
                if !nodes.is_empty() {
                    out.push(Node::Group(Box::new(Group {
                        name: name.clone(),
                        opacity: single(*opacity),
                        blend: *blend,
                        nodes,
                        ..Group::default()
                    })));
                }
            }
        }
    }
}

fn node(shapes: &[Shape], painting: &Painting, last: &mut Last) -> Option<Node> {
    let space = painting.space;
    if !space.is_finite() || space.determinant() == 0.0 {
        return None;
    }
    if last.shapes != painting.shapes || last.space != space {
        let path = outline(shapes, &painting.shapes, space);
        *last = Last { shapes: painting.shapes.clone(), space, path: Arc::new(path) };
    }
    let path = Arc::clone(&last.path);
    if path.elements().is_empty() {
        return None;
    }
    let (transform, paint) = (Projection::affine(space), painting.paint.clone());
    let (opacity, blend) = (single(painting.opacity), painting.blend);
    Some(match &painting.tool {
        Tool::Fill { even_odd } => {
            Node::Fill(Fill { transform, path, even_odd: *even_odd, paint, opacity, blend })
        }
        Tool::Stroke(style) => {
            Node::Stroke(Stroke { transform, path, style: style.clone(), paint, opacity, blend })
        }
    })
}

fn outline(shapes: &[Shape], ids: &[usize], space: Affine) -> BezPath {
    let mut out = BezPath::new();
    for_paths(shapes, ids, space, |path| cubic::append(path, &mut out));
    out
}

fn for_paths(shapes: &[Shape], ids: &[usize], space: Affine, mut with: impl FnMut(&Path)) {
    for shape in ids.iter().filter_map(|id| shapes.get(*id)) {
        let way = if shape.space == space { Some(None) } else { between(shape.space, space).map(Some) };
        let Some(way) = way else { continue };
        for path in &shape.paths {
            let path = way.map_or(Cow::Borrowed(path), |way| Cow::Owned(mapped(path, way)));
            if path.is_finite() {
                with(&path);
            }
        }
    }
}

/// Every path that is left at the end or drawn, with the widest stroke on it, for bounds.
pub(super) fn outlines(gathered: Gathered) -> Vec<Outline> {
    let mut widths = vec![None; gathered.shapes.len()];
    for id in &gathered.scope.live {
        if let Some(width) = widths.get_mut(*id) {
            *width = Some(0.0);
        }
    }
    widen(&gathered.scope.draws, &mut widths);
    gathered
        .shapes
        .iter()
        .zip(widths)
        .filter_map(|(shape, stroke)| {
            let mut path = BezPath::new();
            shape.paths.iter().for_each(|outline| cubic::append(outline, &mut path));
            Some(Outline { path, transform: shape.space, stroke: stroke? })
        })
        .filter(|outline| !outline.path.elements().is_empty())
        .collect()
}

fn widen(list: &[Draw], widths: &mut [Option<f64>]) {
    for draw in list {
        match draw {
            Draw::Group { draws, .. } => widen(draws, widths),
            Draw::Paint(painting) => {
                let half = match &painting.tool {
                    Tool::Fill { .. } => 0.0,
                    Tool::Stroke(style) => style.width / 2.0 * painting.space.determinant().abs().sqrt(),
                };
                for id in &painting.shapes {
                    if let Some(width) = widths.get_mut(*id) {
                        *width = Some(width.unwrap_or(0.0_f64).max(half));
                    }
                }
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "opacities are single precision")]
fn single(n: f64) -> f32 {
    n as f32
}
