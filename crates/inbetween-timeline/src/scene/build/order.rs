//! Drawing order: stacking order, and depth within runs of 3D layers.
//!
//! AE draws layers in space so that nearer ones cover farther ones, whatever their stacking order. Where planes
//! are tilted, the one that lies wholly behind the other's plane is farther; planes that cut each other are
//! ordered by their middles (AE cuts them).

use crate::scene::{Group, Node};
use inbetween_types::Mat4;
use kurbo::{Rect, Shape};

/// Longest run whose planes are compared pair by pair; longer ones are sorted by their middles.
const MOST_PAIRS: usize = 300;

/// Pixels by which a corner must lie off a plane to count.
const OFF: f64 = 1e-6;

/// A layer ready to be drawn.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) nodes: Vec<Node>,
    /// For layers in space.
    pub(super) plane: Option<Plane>,
}

/// A rectangle in camera space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    corners: [[f64; 3]; 4],
}

impl Plane {
    /// The plane of a layer: its rectangle seen through `seen`.
    pub(super) fn of(seen: &Mat4, rect: Rect) -> Self {
        let corner = |x: f64, y: f64| seen.apply([x, y, 0.0]);
        Self {
            corners: [
                corner(rect.x0, rect.y0),
                corner(rect.x1, rect.y0),
                corner(rect.x1, rect.y1),
                corner(rect.x0, rect.y1),
            ],
        }
    }

    /// A rectangle that faces the eye, around a place in the camera's space.
    pub(super) fn facing([x, y, z]: [f64; 3], [w, h]: [f64; 2]) -> Self {
        Self { corners: [[x - w, y - h, z], [x + w, y - h, z], [x + w, y + h, z], [x - w, y + h, z]] }
    }

    /// Distance of its middle along the camera's axis.
    fn depth(&self) -> f64 {
        self.corners.iter().map(|corner| corner[2]).sum::<f64>() / 4.0
    }

    /// Unit normal towards the eye and distance of the eye from the plane; `None` without area or edge-on.
    fn towards_eye(&self) -> Option<([f64; 3], f64)> {
        let [a, b, _, d] = self.corners;
        let (u, v) = (minus(b, a), minus(d, a));
        let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let length = inbetween_types::math::length(&normal);
        if length.is_nan() || length < 1e-12 {
            return None;
        }
        let unit = normal.map(|n| n / length);
        let eye = -dot(unit, a);
        if eye.abs() < OFF {
            return None;
        }
        Some(if eye > 0.0 { (unit, eye) } else { (unit.map(|n| -n), -eye) })
    }

    /// Whether all of it lies on the far side (or all on the near side) of another's plane; `None` when cut.
    fn side_of(&self, other: &Self) -> Option<bool> {
        let (normal, eye) = other.towards_eye()?;
        let heights = self.corners.map(|corner| dot(normal, corner) + eye);
        let (below, above) = (heights.iter().all(|h| *h <= OFF), heights.iter().all(|h| *h >= -OFF));
        (below != above).then_some(below)
    }

    /// Whether it must be drawn before another; `None` when it does not matter or cannot be told.
    fn is_behind(&self, other: &Self) -> Option<bool> {
        self.side_of(other).or_else(|| other.side_of(self).map(|far| !far))
    }
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(&b).map(|(x, y)| x * y).sum()
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

fn far_to_near(mut run: Vec<(Plane, Vec<Node>)>) -> Vec<Node> {
    run.sort_by(|(a, _), (b, _)| b.depth().total_cmp(&a.depth()));
    if run.len() > MOST_PAIRS {
        return run.into_iter().flat_map(|(_, nodes)| nodes).collect();
    }
    let mut out = Vec::with_capacity(run.len());
    while !run.is_empty() {
        // The farthest that no other must come before; the farthest of all where they go round in a circle.
        let free = run.iter().enumerate().position(|(at, (plane, _))| {
            run.iter()
                .enumerate()
                .all(|(other, (before, _))| other == at || !before.is_behind(plane).unwrap_or(false))
        });
        let (_, nodes) = run.remove(free.unwrap_or(0));
        out.extend(nodes);
    }
    out
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
mod tests {
    use super::*;

    #[test]
    fn a_tilted_plane_is_ordered_by_sides_not_by_middles() {
        // A floor from near to far whose middle is nearer than a wall's, which stands behind its far end's plane.
        let floor =
            Plane { corners: [[-9.0, 5.0, 10.0], [9.0, 5.0, 10.0], [9.0, 5.0, 90.0], [-9.0, 5.0, 90.0]] };
        let sign =
            Plane { corners: [[-1.0, 0.0, 60.0], [1.0, 0.0, 60.0], [1.0, 4.0, 60.0], [-1.0, 4.0, 60.0]] };
        // The sign stands above the floor: on the eye's side of it, though its middle (60) is farther (50).
        assert!(sign.depth() > floor.depth());
        assert_eq!(floor.is_behind(&sign), Some(true));
        assert_eq!(sign.is_behind(&floor), Some(false));
    }

    #[test]
    fn planes_that_lie_in_one_another_have_no_order() {
        let plane = |x: f64| Plane {
            corners: [[x, 0.0, 50.0], [x + 1.0, 0.0, 50.0], [x + 1.0, 1.0, 50.0], [x, 1.0, 50.0]],
        };
        assert_eq!(plane(0.0).is_behind(&plane(0.5)), None);
    }
}
