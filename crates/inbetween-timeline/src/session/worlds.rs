//! World matrices of flat layers at the times of a block.
//!
//! In a chain of layers where only positions change, every time has the same matrix but for where it moves to. So one
//! product is made for the block, and of each time only the two numbers that differ. These are the operations of
//! [`State::world_matrix`], less those whose result is a zero that is added; only the sign of a zero can tell, so that
//! points whose image has a zero are mapped by the whole matrix.

use super::State;
use super::blocks::{Reads, live};
use crate::{LayerRef, PropertyRef};
use inbetween_expr::Runner;
use inbetween_expr::tier::block::{BlockHost, LANES, Lane};
use inbetween_types::Mat4;
use std::cell::OnceCell;
use std::rc::Rc;

/// World matrices of a layer, one for each time of the block.
#[derive(Debug)]
pub(super) struct World {
    parent: Option<Rc<World>>,
    /// All of the layer's own matrix but its position.
    rest: Mat4,
    position: [Lane; 2],
    /// The world matrix, but for where it moves to.
    still: Mat4,
    /// Where it moves to.
    place: [Lane; 2],
    /// The whole matrices, where they have been asked for.
    matrices: OnceCell<Vec<Mat4>>,
    /// What they hang on.
    pub(super) reads: Reads,
}

impl World {
    fn new(parent: Option<Rc<Self>>, rest: Mat4, position: [Lane; 2], reads: Reads) -> Option<Self> {
        let still = parent.as_ref().map_or(rest, |parent| parent.still.then_after(&rest));
        let [[.., rest_x], [.., rest_y], [.., rest_z], _] = rest.0;
        let mut place = position;
        let [xs, ys] = &mut place;
        for (x, y) in xs.iter_mut().zip(&mut *ys) {
            (*x, *y) = (rest_x + *x, rest_y + *y);
        }
        if let Some(parent) = &parent {
            let [[a, b, c, _], [d, e, f, _], ..] = parent.still.0;
            let [to_x, to_y] = &parent.place;
            for ((x, y), (to_x, to_y)) in xs.iter_mut().zip(ys).zip(to_x.iter().zip(to_y)) {
                let from = (*x, *y);
                *x = a * from.0 + b * from.1 + c * rest_z + to_x;
                *y = d * from.0 + e * from.1 + f * rest_z + to_y;
            }
        }
        // Zeros may be left out of sums of finite numbers only.
        let finite = still.0.iter().flatten().chain(place.iter().flatten()).all(|n| n.is_finite());
        finite.then_some(Self { parent, rest, position, still, place, matrices: OnceCell::new(), reads })
    }

    /// The whole matrix of every lane, made as for a single time.
    fn matrices(&self) -> &[Mat4] {
        if let Some(made) = self.matrices.get() {
            return made;
        }
        // From the outermost that has none yet: chains may be longer than the stack.
        let mut chain = vec![self];
        let mut at = self.parent.as_deref();
        while let Some(here) = at.filter(|here| here.matrices.get().is_none()) {
            chain.push(here);
            at = here.parent.as_deref();
        }
        for here in chain.into_iter().rev() {
            here.matrices.get_or_init(|| {
                let above = here.parent.as_deref().and_then(|parent| parent.matrices.get());
                let [xs, ys] = &here.position;
                let lanes = xs.iter().zip(ys).enumerate().map(|(lane, (x, y))| {
                    let local = Mat4::translation(*x, *y, 0.0).then_after(&here.rest);
                    match above.and_then(|above| above.get(lane)) {
                        Some(parent) => parent.then_after(&local),
                        None => local,
                    }
                });
                lanes.collect()
            });
        }
        self.matrices.get().map_or(&[], |made| made)
    }

    /// Maps points, in place, to the composition or `back`; the lanes that have an image.
    pub(super) fn apply(&self, live: u32, back: bool, point: &mut [Lane]) -> u32 {
        let whole = if back { live } else { live & !self.apply_quickly(live, point) };
        let mut answered = live & !whole;
        for lane in (0..LANES).filter(|lane| whole >> lane & 1 == 1) {
            let Some(matrix) = self.matrices().get(lane) else { continue };
            let matrix = if back { matrix.inverse() } else { Some(*matrix) };
            let Some(matrix) = matrix else { continue };
            let mut at = [0.0; 3];
            for (slot, from) in at.iter_mut().zip(&*point) {
                *slot = from.get(lane).copied().unwrap_or(0.0);
            }
            for (out, n) in point.iter_mut().zip(matrix.apply(at)) {
                if let Some(slot) = out.get_mut(lane) {
                    *slot = n;
                }
            }
            answered |= 1 << lane;
        }
        answered
    }

    /// The same without whole matrices, for points with two numbers; lanes with a zero in the image stay as they are.
    fn apply_quickly(&self, live: u32, point: &mut [Lane]) -> u32 {
        let [xs, ys] = point else { return 0 };
        let [[a, b, ..], [c, d, ..], ..] = self.still.0;
        let [to_x, to_y] = &self.place;
        let (mut made, mut answered) = ([[0.0; LANES]; 2], 0);
        let [made_x, made_y] = &mut made;
        let rows = xs.iter().zip(&*ys).zip(to_x.iter().zip(to_y));
        for (((x, y), (to_x, to_y)), (made_x, made_y)) in rows.zip(made_x.iter_mut().zip(&mut *made_y)) {
            *made_x = a * x + b * y + to_x;
            *made_y = c * x + d * y + to_y;
        }
        for (lane, (x, y)) in made_x.iter().zip(&*made_y).enumerate() {
            answered |= u32::from(*x != 0.0 && *y != 0.0 && (x + y).is_finite()) << lane;
        }
        answered &= live;
        for (out, from) in [(xs, made_x), (ys, made_y)] {
            for (lane, (out, n)) in out.iter_mut().zip(from).enumerate() {
                *out = if answered >> lane & 1 == 1 { *n } else { *out };
            }
        }
        answered
    }
}

impl State {
    /// The world matrices of a flat layer at the block's times; `None` when a value on the way has none there.
    pub(super) fn block_world(&self, runner: &mut dyn Runner, layer: LayerRef) -> Option<Rc<World>> {
        let mut chain = Vec::new();
        let mut world: Option<Rc<World>> = None;
        let mut at = Some(layer);
        while let Some(here) = at {
            if let Some(known) = self.blocks.now().worlds.borrow().get(&here) {
                world = Some(Rc::clone(known.as_ref()?));
                break;
            }
            chain.push(here);
            at = self.timeline.layer(here).and_then(|node| node.parent);
        }
        while let Some(here) = chain.pop() {
            let made = self.inner_world(runner, here, world).map(Rc::new);
            self.blocks.now().worlds.borrow_mut().insert(here, made.clone());
            world = Some(made?);
        }
        world
    }

    fn inner_world(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        parent: Option<Rc<World>>,
    ) -> Option<World> {
        let mut times = [0.0; LANES];
        let wanted = live(self.block_times(&mut times));
        let known = self.blocks.moved.borrow().get(&layer).copied();
        let moved = known.unwrap_or_else(|| {
            let made = self.moved_only(runner, layer, times.first().copied().unwrap_or(0.0));
            self.blocks.moved.borrow_mut().insert(layer, made);
            made
        });
        let (position, rest) = moved?;
        let mut reads = parent.as_ref().map(|parent| parent.reads.clone()).unwrap_or_default();
        let mut numbers = [[0.0; LANES]; 4];
        if let Some(position) = position {
            let shape = self.shape(position.object(), false)?;
            let out = numbers.get_mut(..usize::from(shape.len))?;
            if shape.expressed {
                let root = PropertyRef(self.timeline.layer(layer)?.root);
                self.blocks.running.borrow_mut().push((root, Vec::new()));
                let got = self.block_values(runner, position, &times, wanted, out);
                let read = self.blocks.running.borrow_mut().pop()?.1;
                if got != wanted {
                    return None;
                }
                if !read.is_empty() {
                    reads.extend(read);
                    reads.sort_unstable();
                    reads.dedup();
                }
            } else if let Some(constant) = shape.constant {
                for (lane, n) in out.iter_mut().zip(constant) {
                    *lane = [n; LANES];
                }
            } else {
                self.read(position.object(), &times, wanted, out);
            }
        }
        let [x, y, ..] = numbers;
        World::new(parent, rest, [x, y], reads)
    }
}
