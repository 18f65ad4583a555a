//! Paths that stay the same are the same allocation, so that a renderer can key its caches by pointer.

use crate::{NodeRef, State};
use kurbo::BezPath;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Most paths remembered per session.
const MOST: usize = 1 << 16;

/// Paths by what they are of.
type Paths<K> = RefCell<HashMap<K, Arc<BezPath>>>;

/// The last path of each item, and glyph outlines by size.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    paths: Paths<(NodeRef, u32)>,
    glyphs: Paths<(usize, [u64; 2])>,
}

impl State {
    /// `path`, or the allocation that held an equal one when this item was last asked. `slot` tells several paths
    /// of one item apart.
    pub(crate) fn share(&self, item: NodeRef, slot: u32, path: BezPath) -> Arc<BezPath> {
        let mut paths = self.shared.paths.borrow_mut();
        if let Some(known) = paths.get(&(item, slot)).filter(|known| ***known == path) {
            return Arc::clone(known);
        }
        if paths.len() >= MOST {
            paths.clear();
        }
        let path = Arc::new(path);
        paths.insert((item, slot), Arc::clone(&path));
        path
    }

    /// The outline of glyph number `glyph` of the document at a scale; made once.
    pub(super) fn glyph_outline(
        &self,
        glyph: usize,
        scale: [f64; 2],
        make: impl FnOnce() -> BezPath,
    ) -> Arc<BezPath> {
        let mut glyphs = self.shared.glyphs.borrow_mut();
        let key = (glyph, scale.map(f64::to_bits));
        if let Some(known) = glyphs.get(&key) {
            return Arc::clone(known);
        }
        if glyphs.len() >= MOST {
            glyphs.clear();
        }
        let path = Arc::new(make());
        glyphs.insert(key, Arc::clone(&path));
        path
    }
}
