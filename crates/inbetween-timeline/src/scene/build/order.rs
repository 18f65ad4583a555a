//! Drawing order: stacking order, and depth within runs of 3D layers.
//!
//! AE draws layers in space so that nearer ones cover farther ones, whatever their stacking order. Where planes
//! are tilted, the one that lies wholly behind the other's plane is farther; of planes that pass through one another,
//! one is cut along the line where they meet, as AE does it.

use super::plane::{Half, LAP, Plane};
use crate::scene::{Group, Mask, MaskMode, Node};
use inbetween_doc::BlendMode;
use kurbo::{Rect, Shape};
use std::rc::Rc;
use std::sync::Arc;

/// Longest run whose planes are compared pair by pair; longer ones are sorted by their middles.
const MOST_PAIRS: usize = 300;

/// Most pieces that the layers of a run are cut into; beyond it they are ordered as they are.
const MOST_PIECES: usize = 400;

/// How often a run is looked at closely because its layers go round in a circle.
const MOST_CIRCLES: usize = 32;

/// A layer ready to be drawn.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) nodes: Vec<Node>,
    /// For layers in space.
    pub(super) plane: Option<Plane>,
}

/// The nodes of items that are given bottom first. Consecutive layers in space are drawn from far to near, those
/// equally far in stacking order; layers in the plane split the runs.
pub(super) fn flatten(items: Vec<Item>) -> Vec<Node> {
    let mut out = Vec::with_capacity(items.len());
    let mut run: Vec<(Plane, Vec<Node>)> = Vec::new();
    for item in items {
        match item.plane {
            Some(plane) => run.push((plane, item.nodes)),
            None => {
                out.extend(far_to_near(std::mem::take(&mut run)));
                out.extend(item.nodes);
            }
        }
    }
    out.extend(far_to_near(run));
    out
}

/// A layer of a run, or what is left of it on one side of others.
#[derive(Clone)]
struct Piece<T> {
    plane: Plane,
    halves: Vec<Half>,
    /// Whether it must stay whole.
    solid: bool,
    content: Rc<T>,
}

impl<T> Piece<T> {
    fn new(plane: Plane, solid: bool, content: T) -> Self {
        Self { plane, halves: Vec::new(), solid, content: Rc::new(content) }
    }

    /// The farther and the nearer part; `None` where another's plane does not cut it.
    fn cut(&self, by: &Plane) -> Option<[Self; 2]> {
        let parts = self.plane.cut(by).filter(|_| !self.solid)?;
        Some(parts.map(|(plane, half)| {
            let halves = self.halves.iter().copied().chain([half]).collect();
            Self { plane, halves, solid: false, content: Rc::clone(&self.content) }
        }))
    }
}

fn far_to_near(run: Vec<(Plane, Vec<Node>)>) -> Vec<Node> {
    if run.len() > MOST_PAIRS {
        let mut run = run;
        run.sort_by(|(a, _), (b, _)| b.depth().total_cmp(&a.depth()));
        return run.into_iter().flat_map(|(_, nodes)| nodes).collect();
    }
    let pieces = run.into_iter().map(|(plane, nodes)| Piece::new(plane, !is_flat(&nodes), nodes)).collect();
    sorted(pieces).into_iter().flat_map(clipped).collect()
}

/// Pieces from far to near, cut where they pass through one another.
fn sorted<T>(whole: Vec<Piece<T>>) -> Vec<Piece<T>> {
    let mut run: Vec<Piece<T>> = Vec::with_capacity(whole.len());
    for piece in whole {
        let mut parts = vec![piece];
        let mut at = 0;
        while let Some(other) = run.get(at) {
            let mut next = Vec::with_capacity(parts.len());
            let mut other_cut = None;
            for part in parts {
                let crossing = run.len() + next.len() < MOST_PIECES && part.plane.crosses(&other.plane);
                match crossing.then(|| part.cut(&other.plane)).flatten() {
                    Some(two) => next.extend(two),
                    None => {
                        if crossing && other_cut.is_none() {
                            other_cut = other.cut(&part.plane);
                        }
                        next.push(part);
                    }
                }
            }
            parts = next;
            match other_cut {
                // Looked at again: each half may cross too.
                Some(two) => {
                    run.splice(at..=at, two);
                }
                None => at += 1,
            }
        }
        run.extend(parts);
    }
    run.sort_by(|a, b| b.plane.depth().total_cmp(&a.plane.depth()));
    let mut out = Vec::with_capacity(run.len());
    let mut circles = 0;
    while !run.is_empty() {
        // The farthest that no other must come before.
        let free = |told: &dyn Fn(&Plane, &Plane) -> Option<bool>| {
            run.iter().enumerate().position(|(at, piece)| {
                let before = |other: &Piece<T>| told(&other.plane, &piece.plane).unwrap_or(false);
                run.iter().enumerate().all(|(other, one)| other == at || !before(one))
            })
        };
        if let Some(free) = free(&Plane::is_behind) {
            out.push(run.remove(free));
            continue;
        }
        if circles < MOST_CIRCLES {
            circles += 1;
            if let Some(free) = free(&Plane::is_covered_by) {
                out.push(run.remove(free));
                continue;
            }
            // They cover one another in a circle: one that another's plane cuts is cut there.
            let pairs = (0..run.len()).flat_map(|a| (0..run.len()).map(move |b| (a, b)));
            let cut =
                pairs.filter(|(a, b)| a != b && run.len() + out.len() < MOST_PIECES).find_map(|(at, by)| {
                    let (piece, by) = (run.get(at)?, run.get(by)?);
                    piece.plane.is_covered_by(&by.plane)?;
                    Some((at, piece.cut(&by.plane)?))
                });
            if let Some((at, two)) = cut {
                run.splice(at..=at, two);
                continue;
            }
        }
        out.push(run.remove(0));
    }
    out
}

/// Whether a layer's picture lies in its plane and nowhere else, so that it can be cut.
fn is_flat(nodes: &[Node]) -> bool {
    match nodes {
        [Node::Group(group)] => {
            !group.adjustment
                && !group.nodes.iter().any(|node| matches!(node, Node::Samples(_) | Node::Mesh(_)))
        }
        _ => false,
    }
}

/// The nodes of a piece, clipped to where it shows. What blends a layer with others goes with the clip.
fn clipped(piece: Piece<Vec<Node>>) -> Vec<Node> {
    let mut nodes = Rc::unwrap_or_clone(piece.content);
    if piece.halves.is_empty() {
        return nodes;
    }
    let mut around = Group::default();
    if let [Node::Group(group)] = nodes.as_mut_slice() {
        around.name.clone_from(&group.name);
        around.opacity = std::mem::replace(&mut group.opacity, 1.0);
        around.blend = std::mem::replace(&mut group.blend, BlendMode::Normal);
        around.matte = group.matte.take();
    }
    // What lets something through would show twice where its parts overlap.
    let opaque = around.opacity >= 1.0 && around.blend == BlendMode::Normal;
    let lap = if opaque { LAP } else { 0.0 };
    let mask = |(half, mode): (&Half, MaskMode)| Mask {
        mode,
        path: Arc::new(half.lapped(lap).path()),
        inverted: false,
        feather: [0.0; 2],
        expansion: 0.0,
        opacity: 1.0,
    };
    let modes = std::iter::once(MaskMode::Add).chain(std::iter::repeat(MaskMode::Intersect));
    around.masks = piece.halves.iter().zip(modes).map(mask).collect();
    around.nodes = nodes;
    vec![Node::Group(Box::new(around))]
}

/// The rectangle that holds everything nodes draw, masks and effects aside; `None` when nothing can be told.
pub(super) fn extent(nodes: &[Node]) -> Option<Rect> {
    nodes.iter().filter_map(node_extent).filter(|rect| rect.is_finite()).reduce(|a, b| a.union(b))
}

fn node_extent(node: &Node) -> Option<Rect> {
    let (rect, transform) = match node {
        Node::Fill(fill) => (fill.path.bounding_box(), &fill.transform),
        Node::Stroke(stroke) => (stroke.path.bounding_box(), &stroke.transform),
        Node::Image(image) => (Rect::new(0.0, 0.0, image.width, image.height), &image.transform),
        Node::Mesh(_) => return None,
        Node::Samples(samples) => return samples.first().and_then(|(_, nodes)| extent(nodes)),
        Node::Group(group) => (group_extent(group)?, &group.transform),
    };
    Some(transform.as_affine()?.transform_rect_bbox(rect))
}

/// The same of a group, in its own space.
pub(super) fn group_extent(group: &Group) -> Option<Rect> {
    match group.clip {
        Some([x0, y0, x1, y1]) => Some(Rect::new(x0, y0, x1, y1)),
        None => extent(&group.nodes),
    }
}

/// The same of the first moment of a blurred layer, in the layer's space.
pub(super) fn sample_extent(nodes: &[Node]) -> Option<Rect> {
    nodes.iter().find_map(|node| match node {
        Node::Group(group) => group_extent(group),
        Node::Samples(samples) => samples.iter().find_map(|(_, nodes)| sample_extent(nodes)),
        _ => None,
    })
}

/// How many nodes there are, all levels counted.
pub(super) fn count(nodes: &[Node]) -> usize {
    nodes
        .iter()
        .map(|node| match node {
            Node::Group(group) => {
                1 + count(&group.nodes) + group.matte.as_ref().map_or(0, |matte| count(&matte.nodes))
            }
            Node::Samples(samples) => samples.iter().map(|(_, nodes)| count(nodes)).sum(),
            _ => 1,
        })
        .sum()
}

#[cfg(test)]
#[path = "tests/order.rs"]
mod tests;
