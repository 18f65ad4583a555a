//! Shape layers as paths and paints at a time.
//!
//! The walk ([`gather`]) goes through a Contents group from its first item to its last, as After Effects stacks
//! them: paths come to life, operators change every path above them in their group (those of nested groups
//! included), fills and strokes paint every path above them. Because an operator below a stroke still changes the
//! path that stroke paints, paints refer to paths by number and are resolved at the end ([`emit`]).
//!
//! Items are looked up by match name, one file each. `sourceRectAtTime` measures the same paths.

mod boolean;
mod cubic;
mod ellipse;
mod emit;
mod gather;
mod gradient;
mod merge;
mod offset;
mod paint;
mod path;
mod pucker;
mod rect;
mod repeater;
mod round;
mod star;
mod stroke;
pub(crate) mod subdivide;
pub(crate) mod transform;
mod trim;
mod twist;
mod wiggle;
mod zigzag;

use crate::scene::Node;
use crate::{LayerRef, NodeRef, State};
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Diagnostic, Path, Severity, Time, Value};
use kurbo::{Affine, BezPath};

/// Length of a Bézier handle over the radius for a quarter of a circle, as AE and every player have it.
pub(crate) const QUARTER: f64 = 0.5519;

/// Largest number an item is drawn with, far beyond what AE takes; it keeps everything finite and quick.
pub(crate) const LARGEST: f64 = 1e8;

/// Most vertices that operators may make in one layer at one time; a repeater or zig-zag that would pass it stops.
pub(crate) const MOST_VERTICES: usize = 200_000;

/// Most paths and paints of one layer at one time.
pub(crate) const MOST_COPIES: usize = 20_000;

/// The contents of a shape layer at a time as scene nodes in the layer's own space, bottom first, added to `out`.
///
/// What is not drawn as After Effects draws it becomes a finding (`draw/…`) of the state. A layer without contents
/// adds nothing.
///
/// # Errors
/// Only when expressions nest too deep or evaluation was cancelled.
pub(crate) fn contents(
    state: &State,
    runner: &mut dyn Runner,
    layer: LayerRef,
    time: Time,
    out: &mut Vec<Node>,
) -> Result<(), Fault> {
    let Some(root) = state.timeline.layer(layer).map(|node| node.root) else { return Ok(()) };
    let Some(contents) = state.timeline.child(root, "ADBE Root Vectors Group") else { return Ok(()) };
    let mut reader = Reader { state, runner, time, layer };
    let gathered = gather::gather(&mut reader, contents)?;
    emit::nodes(gathered, out);
    Ok(())
}

/// Every path item of a layer that the operator `item` changes, with its outlines after it at a time, in the space of the
/// path item's own group. Nothing is reported.
pub(crate) fn after_operator(
    state: &State,
    runner: &mut dyn Runner,
    layer: LayerRef,
    item: NodeRef,
    time: Time,
) -> Vec<(NodeRef, Vec<Path>)> {
    let root = state.timeline.layer(layer).map(|node| node.root);
    let contents = root.and_then(|root| state.timeline.child(root, "ADBE Root Vectors Group"));
    let Some(contents) = contents else { return Vec::new() };
    let mut reader = Reader { state, runner, time, layer };
    gather::after(&mut reader, contents, item).unwrap_or_default()
}

impl crate::Session {
    /// The path of a shape item (path, rectangle, ellipse, star) at a composition time; `None` for any other node, and
    /// where the path is not finite.
    #[must_use]
    pub fn item_path(&self, item: NodeRef, time: Time) -> Option<Path> {
        self.with_runner(|state, runner| {
            let node = state.timeline.node(item)?;
            let (layer, name) = (node.layer, node.match_name.clone());
            let mut reader = Reader { state, runner, time, layer };
            let path = match name.as_ref() {
                "ADBE Vector Shape - Group" => path::path(&mut reader, item),
                "ADBE Vector Shape - Rect" => rect::path(&mut reader, item),
                "ADBE Vector Shape - Ellipse" => ellipse::path(&mut reader, item),
                "ADBE Vector Shape - Star" => star::path(&mut reader, item),
                _ => return None,
            };
            path.ok().filter(Path::is_finite)
        })
    }
}

/// A path item, or what operators made of it, in the space an operator last worked in.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Its outlines: one, or several after an operator.
    pub(crate) paths: Vec<Path>,
    /// From the space of the paths to that of the layer.
    pub(crate) space: Affine,
}

impl Shape {
    /// The outlines in another space; nothing where there is no way into it.
    pub(crate) fn paths_in(&self, space: Affine) -> Vec<Path> {
        if self.space == space {
            return self.paths.clone();
        }
        match between(self.space, space) {
            Some(way) => self.paths.iter().map(|path| mapped(path, way)).collect(),
            None => Vec::new(),
        }
    }
}

/// The way from one space into another; `None` when the other has no area.
pub(crate) fn between(from: Affine, to: Affine) -> Option<Affine> {
    let way = to.inverse() * from;
    (to.determinant() != 0.0 && way.is_finite()).then_some(way)
}

/// A path with every vertex and handle moved by a map.
pub(crate) fn mapped(path: &Path, way: Affine) -> Path {
    let [a, b, c, d, e, f] = way.as_coeffs();
    let turn = |p: &[f64; 2]| [a * p[0] + c * p[1], b * p[0] + d * p[1]];
    let points = path.points.iter().map(|p| [a * p[0] + c * p[1] + e, b * p[0] + d * p[1] + f]).collect();
    let into = path.in_tangents.iter().map(turn).collect();
    let out = path.out_tangents.iter().map(turn).collect();
    Path::new(points, into, out, path.closed)
}

/// A path the other way round; a closed one keeps its first vertex.
pub(crate) fn reversed(path: &Path) -> Path {
    let back = |list: &[[f64; 2]]| {
        let mut list: Vec<[f64; 2]> = list.iter().rev().copied().collect();
        if path.closed {
            list.rotate_right(1.min(path.len()));
        }
        list
    };
    Path::new(back(&path.points), back(&path.out_tangents), back(&path.in_tangents), path.closed)
}

/// One path of a shape layer, for its bounds.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// In the coordinates of its group.
    pub(crate) path: BezPath,
    /// From there to layer space.
    pub(crate) transform: Affine,
    /// Half the width of the widest stroke that draws it, in pixels of layer space.
    pub(crate) stroke: f64,
}

/// Values of an item's properties at a time.
pub(crate) struct Reader<'a> {
    pub(crate) state: &'a State,
    pub(crate) runner: &'a mut dyn Runner,
    pub(crate) time: Time,
    pub(crate) layer: LayerRef,
}

impl Reader<'_> {
    /// The value of a member by match name; `None` when there is no such member.
    pub(crate) fn value(&mut self, item: NodeRef, match_name: &str) -> Result<Option<Value>, Fault> {
        match self.state.timeline.child_property(item, match_name) {
            Some(property) => self.state.value(self.runner, property, self.time).map(Some),
            None => Ok(None),
        }
    }

    /// The same as a number, at most [`LARGEST`]; the default too where the value is not finite.
    pub(crate) fn number(&mut self, item: NodeRef, match_name: &str, default: f64) -> Result<f64, Fault> {
        let value = self.value(item, match_name)?.map_or(default, |value| value.component(0));
        Ok(if value.is_finite() { value.clamp(-LARGEST, LARGEST) } else { default })
    }

    /// The same as a point.
    pub(crate) fn point(
        &mut self,
        item: NodeRef,
        match_name: &str,
        default: [f64; 2],
    ) -> Result<[f64; 2], Fault> {
        let value = self.value(item, match_name)?;
        let point = value.map_or(default, |value| [value.component(0), value.component(1)]);
        let finite = point.iter().all(|n| n.is_finite());
        Ok(if finite { point.map(|n| n.clamp(-LARGEST, LARGEST)) } else { default })
    }

    /// Whether a path runs against the clock (Shape Direction 3).
    pub(crate) fn reversed(&mut self, item: NodeRef) -> Result<bool, Fault> {
        Ok(self.number(item, "ADBE Vector Shape Direction", 1.0)? == 3.0)
    }

    /// Adds a finding about the layer.
    pub(crate) fn note(&self, code: &'static str, message: impl Into<String>) {
        self.find(Severity::Warning, code, message);
    }

    /// A finding at the layer.
    pub(crate) fn find(&self, severity: Severity, code: &'static str, message: impl Into<String>) {
        let place = self.state.timeline.inner.layer_location(self.layer);
        self.state.report(Diagnostic::new(code, severity, message).at(place));
    }

    /// Every path of a Contents group with its strokes.
    pub(crate) fn outlines(&mut self, contents: NodeRef) -> Result<Vec<Outline>, Fault> {
        Ok(emit::outlines(gather::gather(self, contents)?))
    }
}

#[cfg(test)]
mod tests;
