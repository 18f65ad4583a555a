//! Layers kept between frames.
//!
//! A layer is found by the fingerprint of everything that decided its pixels, so that what is kept never changes a
//! picture. It is kept once it has been asked for twice: what moves in every frame only costs its fingerprint.

use super::Painter;
use super::print::{Held, Print};
use crate::pixel::Pixel;
use crate::surface::Surface;
use inbetween_timeline::scene::Group;
use std::collections::HashMap;
use std::sync::Arc;

/// Frames for which a layer is kept that nobody asks for.
const PATIENCE: u32 = 8;

/// How a kept layer still meets its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// As it is.
    Plain,
    /// Through the outline of its clip.
    Clip,
    /// Through the outline of its only mask.
    Mask,
}

#[derive(Debug)]
struct Entry<P> {
    layer: Arc<Surface<P>>,
    way: Way,
    /// Pixels that drawing it takes from the budget.
    need: usize,
    used: u32,
    /// Never read: keeps the addresses in the fingerprint.
    _held: Vec<Held>,
}

/// Layers by fingerprint.
#[derive(Debug)]
pub(crate) struct Layers<P> {
    entries: HashMap<u128, Entry<P>>,
    /// When a fingerprint was last asked for.
    seen: HashMap<u128, u32>,
    frame: u32,
    pixels: usize,
    most: usize,
}

impl<P> Default for Layers<P> {
    fn default() -> Self {
        Self { entries: HashMap::new(), seen: HashMap::new(), frame: 0, pixels: 0, most: 0 }
    }
}

impl<P> Layers<P> {
    /// A frame of this many pixels begins. Kept layers hold four times as many at most, or those of 4 million.
    pub(crate) fn begin_frame(&mut self, pixels: usize) {
        self.most = pixels.saturating_mul(4).max(1 << 22);
    }

    pub(super) fn end_frame(&mut self) {
        let frame = self.frame;
        self.seen.retain(|_, used| frame.wrapping_sub(*used) < 2);
        let mut pixels = 0;
        self.entries.retain(|_, entry| {
            let stays = frame.wrapping_sub(entry.used) < PATIENCE;
            if stays {
                pixels += entry.layer.pixels.len();
            }
            stays
        });
        self.pixels = pixels;
        self.frame = frame.wrapping_add(1);
    }

    /// The layer of a fingerprint, if drawing it would take at most `budget` pixels. Otherwise whether it is worth
    /// keeping once it is drawn.
    pub(super) fn get(&mut self, print: u128, budget: usize) -> Result<(Arc<Surface<P>>, Way, usize), bool> {
        if let Some(entry) = self.entries.get_mut(&print) {
            entry.used = self.frame;
            if entry.need <= budget {
                return Ok((Arc::clone(&entry.layer), entry.way, entry.need));
            }
            return Err(false);
        }
        Err(self.seen.insert(print, self.frame).is_some())
    }

    /// Whether this many pixels more may be kept.
    pub(super) fn has_room(&self, pixels: usize) -> bool {
        self.pixels.saturating_add(pixels) <= self.most
    }

    pub(super) fn put(
        &mut self,
        print: u128,
        layer: Arc<Surface<P>>,
        way: Way,
        need: usize,
        held: Vec<Held>,
    ) {
        self.pixels += layer.pixels.len();
        self.entries.insert(print, Entry { layer, way, need, used: self.frame, _held: held });
    }
}

/// A drawn layer: its maker's, or kept.
#[derive(Debug)]
pub(super) enum Layer<P> {
    Own(Surface<P>),
    Kept(Arc<Surface<P>>),
}

impl<P> std::ops::Deref for Layer<P> {
    type Target = Surface<P>;

    fn deref(&self) -> &Surface<P> {
        match self {
            Self::Own(layer) => layer,
            Self::Kept(layer) => layer,
        }
    }
}

impl<P: Pixel> Painter<'_, P> {
    /// The fingerprint of a group's content; `None` where it must not be kept.
    pub(super) fn content(&mut self, group: &Group) -> Option<u128> {
        let held = &mut self.kit.held;
        held.clear();
        let mut print = Print::new(self.resources, held);
        print.content(group);
        let value = print.whole.then(|| print.value());
        held.clear();
        value
    }

    /// A fingerprint of this frame's circumstances, to which a layer's own are added.
    pub(super) fn key(&mut self, content: u128, add: impl FnOnce(&mut Print<'_>)) -> u128 {
        let (seed, depth, on_rim) = (self.seed, self.depth, self.on_rim);
        let mut print = Print::new(self.resources, &mut self.kit.held);
        print.add_wide(seed);
        print.add(2 * depth as u64 + u64::from(on_rim));
        print.add_wide(content);
        add(&mut print);
        print.value()
    }

    /// The layer of a key, kept or made. Its pixels stay taken from the budget until [`Painter::release`], as if it
    /// had been made now: what is kept must not decide what else may be drawn.
    pub(super) fn kept(
        &mut self,
        key: Option<u128>,
        group: &Group,
        make: impl FnOnce(&mut Self) -> Option<(Surface<P>, Way)>,
    ) -> Option<(Layer<P>, Way)> {
        let Some(key) = key else {
            return make(self).map(|(layer, way)| (Layer::Own(layer), way));
        };
        let keep = match self.kit.layers.get(key, self.budget) {
            Ok((layer, way, need)) => {
                self.lowest = self.lowest.min(self.budget.saturating_sub(need));
                self.budget = self.budget.saturating_sub(layer.pixels.len());
                return Some((Layer::Kept(layer), way));
            }
            Err(keep) => keep,
        };
        let start = self.budget;
        let (lowest, refused) = (self.lowest, self.refused);
        (self.lowest, self.refused) = (start, false);
        let made = make(self);
        let (need, complete) = (start.saturating_sub(self.lowest), !self.refused);
        (self.lowest, self.refused) = (self.lowest.min(lowest), self.refused || refused);
        let (layer, way) = made?;
        if !(keep && complete && self.kit.layers.has_room(layer.pixels.len())) {
            return Some((Layer::Own(layer), way));
        }
        let mut held = Vec::new();
        Print::new(self.resources, &mut held).content(group);
        let layer = Arc::new(layer);
        self.kit.layers.put(key, Arc::clone(&layer), way, need, held);
        Some((Layer::Kept(layer), way))
    }

    /// Ends the use of a layer.
    pub(super) fn release(&mut self, layer: Layer<P>) {
        match layer {
            Layer::Own(layer) => self.give_back(layer),
            Layer::Kept(layer) => self.budget += layer.pixels.len(),
        }
    }
}
