//! Drawing order: stacking order, and depth within runs of 3D layers.

use crate::scene::Node;

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
    /// Distance of its middle along the camera's axis.
    pub(super) depth: f64,
}

/// The nodes of items that are given bottom first. Consecutive layers in space are drawn from far to near, those
/// equally far in stacking order; layers in the plane split the runs.
pub(super) fn flatten(mut items: Vec<Item>) -> Vec<Node> {
    for run in items.chunk_by_mut(|a, b| a.plane.is_some() && b.plane.is_some()) {
        let depth = |item: &Item| item.plane.map_or(0.0, |plane| plane.depth);
        run.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
    }
    items.into_iter().flat_map(|item| item.nodes).collect()
}
