//! Paths that stay the same are the same allocation, so that a renderer can key its caches by pointer.

use super::still::Still;
use crate::{CompositionRef, LayerRef, NodeRef, State};
use kurbo::BezPath;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// Most paths remembered per session.
const MOST: usize = 1 << 16;

/// Paths by what they are of.
type Paths<K> = RefCell<HashMap<K, Arc<BezPath>>>;

/// The last path of each item.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    paths: Paths<(NodeRef, u32)>,
    /// Layers by stored id, of the compositions asked so far.
    layers: RefCell<HashMap<CompositionRef, HashMap<i64, LayerRef>>>,
    /// Compositions by asset id, when asked.
    compositions: OnceCell<HashMap<String, CompositionRef>>,
    /// Content that never changes, of the layers drawn so far, and how many nodes that is.
    pub(super) still: RefCell<HashMap<LayerRef, Still>>,
    pub(super) still_nodes: Cell<usize>,
    /// The last form of each mesh layer's surface.
    pub(super) surfaces: RefCell<HashMap<LayerRef, super::mesh::Surface>>,
    /// Whether a layer's content never changes.
    pub(super) is_still: RefCell<HashMap<LayerRef, bool>>,
}

impl State {
    /// The layer of a composition with a stored id; the first where several have it.
    pub(super) fn layer_with_id(&self, composition: CompositionRef, id: i64) -> Option<LayerRef> {
        let mut known = self.shared.layers.borrow_mut();
        let layers = known.entry(composition).or_insert_with(|| {
            let mut layers = HashMap::new();
            for layer in self.timeline.composition(composition).map_or(&[][..], |node| &node.layers) {
                if let Some(id) = self.timeline.layer_data(*layer).and_then(|data| data.id) {
                    layers.entry(id).or_insert(*layer);
                }
            }
            layers
        });
        layers.get(&id).copied()
    }

    /// The composition with an asset id; the first where several have it.
    pub(super) fn composition_with_id(&self, id: &str) -> Option<CompositionRef> {
        let known = self.shared.compositions.get_or_init(|| {
            let mut known = HashMap::new();
            for (found, _) in self.timeline.compositions() {
                if let Some(data) = self.timeline.composition_data(found) {
                    known.entry(data.id.clone()).or_insert(found);
                }
            }
            known
        });
        known.get(id).copied()
    }

    /// `path`, or the allocation that held an equal one when this item was last asked. `slot` tells several paths
    /// of one item apart.
    pub(super) fn share(&self, item: NodeRef, slot: u32, path: BezPath) -> Arc<BezPath> {
        self.share_arc(item, slot, Arc::new(path))
    }

    /// The same of a path that is allocated already.
    pub(super) fn share_arc(&self, item: NodeRef, slot: u32, path: Arc<BezPath>) -> Arc<BezPath> {
        let mut paths = self.shared.paths.borrow_mut();
        if let Some(known) = paths.get(&(item, slot)).filter(|known| **known == path) {
            return Arc::clone(known);
        }
        if paths.len() >= MOST {
            paths.clear();
        }
        paths.insert((item, slot), Arc::clone(&path));
        path
    }
}
