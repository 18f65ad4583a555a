//! What stays at the bottom of the picture from frame to frame.
//!
//! A frame is a list of steps: fills, strokes, images and layers drawn onto the picture itself. Each step has the
//! fingerprint of everything up to and with it. Where a frame begins with the same steps as the frame before, the
//! picture after them is kept, and the next frame that begins so starts from there.

use super::print::{Held, Print};
use super::{Painter, State};
use crate::pixel::Pixel;
use crate::surface::Surface;
use inbetween_timeline::scene::{Node, Scene};

/// Pictures that are kept.
const MOST_KEPT: usize = 2;
/// Work, in plain fills, below which copying a picture is no gain.
const WORTH: u32 = 4;

/// What happens to the picture's own steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walk {
    /// They are listed, not drawn.
    List,
    /// They are drawn.
    Draw,
    /// Inside a layer: there are none.
    Within,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    /// Of all steps so far.
    print: u128,
    /// Of its node alone, without its placement if it is a group; `None` where it must not be kept.
    content: Option<u128>,
    /// Work so far.
    weight: u32,
    /// Where its part of `held` ends.
    held: usize,
}

#[derive(Debug)]
struct Kept<P> {
    print: u128,
    count: usize,
    pixels: Vec<P>,
    /// Never read: keeps the addresses in the fingerprint.
    _held: Vec<Held>,
}

/// The steps of a frame and what is kept of the ones before.
#[derive(Debug)]
pub(crate) struct Steps<P> {
    list: Vec<Step>,
    held: Vec<Held>,
    before: Vec<Step>,
    /// Never read: keeps the addresses in `before`.
    held_before: Vec<Held>,
    kept: Vec<Kept<P>>,
    at: usize,
    skip: usize,
    keep_at: Option<usize>,
    frames: u64,
}

impl<P> Default for Steps<P> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            held: Vec::new(),
            before: Vec::new(),
            held_before: Vec::new(),
            kept: Vec::new(),
            at: 0,
            skip: 0,
            keep_at: None,
            frames: 0,
        }
    }
}

impl<P: Pixel> Painter<'_, P> {
    /// Draws a whole scene onto a target that holds the background. `seed` is the fingerprint of all else that
    /// decides pixels.
    pub(crate) fn scene(&mut self, scene: &Scene, state: &State, seed: u128, target: &mut Surface<P>) {
        let steps = &mut self.kit.steps;
        std::mem::swap(&mut steps.list, &mut steps.before);
        std::mem::swap(&mut steps.held, &mut steps.held_before);
        steps.list.clear();
        steps.held.clear();
        steps.frames = steps.frames.wrapping_add(1);
        self.seed = seed;
        self.walk = Walk::List;
        self.nodes(&scene.nodes, state, target);
        self.walk = Walk::Draw;
        self.kit.steps.plan(target);
        if self.kit.steps.skip < self.kit.steps.list.len() {
            self.nodes(&scene.nodes, state, target);
        }
        self.kit.steps.keep(target);
    }

    /// A step begins: whether it is to be drawn now.
    pub(super) fn step(&mut self, node: &Node, state: &State, target: &Surface<P>) -> bool {
        match self.walk {
            Walk::Within => true,
            Walk::Draw => {
                let steps = &mut self.kit.steps;
                steps.keep(target);
                steps.at += 1;
                steps.at > steps.skip
            }
            Walk::List => {
                let Steps { list, held, frames, .. } = &mut self.kit.steps;
                let (before, weight) = list.last().map_or((self.seed, 0), |last| (last.print, last.weight));
                let mut print = Print::new(self.resources, held);
                let (map, node_alpha) = match node {
                    Node::Group(group) => {
                        print.content(group);
                        (state.map.after(&group.transform), (group.opacity, Some(group.blend)))
                    }
                    other => {
                        print.node(other);
                        (state.map, (1.0, None))
                    }
                };
                let content = print.whole.then(|| print.value());
                print.add_wide(before);
                print.map(&map);
                // A matte lies in the parent's space.
                print.map(&state.map);
                print.number(f64::from(state.alpha));
                print.number(f64::from(node_alpha.0));
                std::hash::Hash::hash(&node_alpha.1.as_ref().map(std::mem::discriminant), &mut print);
                print.rect(state.clip);
                if !print.whole {
                    // Nothing equals it, nor what comes after it.
                    print.add(list.len() as u64);
                    print.add(*frames);
                }
                let weight = weight.saturating_add(print.weight);
                let print = print.value();
                list.push(Step { print, content, weight, held: held.len() });
                false
            }
        }
    }

    /// The fingerprint of the current step's node, where there is a step.
    pub(super) fn step_content(&self) -> Option<Option<u128>> {
        let steps = &self.kit.steps;
        let at = steps.at.checked_sub(1).filter(|_| self.walk == Walk::Draw)?;
        steps.list.get(at).map(|step| step.content)
    }
}

impl<P: Pixel> Steps<P> {
    fn weight(&self, count: usize) -> u32 {
        count.checked_sub(1).and_then(|at| self.list.get(at)).map_or(0, |step| step.weight)
    }

    /// After the steps are listed: starts the target where it can, and decides what to keep.
    fn plan(&mut self, target: &mut Surface<P>) {
        (self.at, self.skip, self.keep_at) = (0, 0, None);
        let Self { list, kept, .. } = self;
        let holds = |kept: &Kept<P>| {
            kept.count.checked_sub(1).and_then(|at| list.get(at)).is_some_and(|step| step.print == kept.print)
                && kept.pixels.len() == target.pixels.len()
        };
        if let Some(best) = kept.iter().filter(|kept| holds(kept)).max_by_key(|kept| kept.count) {
            target.pixels.copy_from_slice(&best.pixels);
            self.skip = best.count;
        }
        let same = self.list.iter().zip(&self.before).take_while(|(a, b)| a.print == b.print).count();
        if same > self.skip && self.weight(same) - self.weight(self.skip) >= WORTH {
            self.keep_at = Some(same);
        }
    }

    /// Keeps the picture if it has just reached the steps to be kept.
    fn keep(&mut self, target: &Surface<P>) {
        if self.keep_at != Some(self.at) {
            return;
        }
        self.keep_at = None;
        let Some(step) = self.at.checked_sub(1).and_then(|at| self.list.get(at)) else { return };
        // What no longer holds goes first, then the shallowest.
        let list = &self.list;
        let holds = |kept: &Kept<P>| {
            kept.count.checked_sub(1).and_then(|at| list.get(at)).is_some_and(|step| step.print == kept.print)
        };
        let mut pixels = Vec::new();
        if self.kept.len() >= MOST_KEPT {
            let worst = self.kept.iter().enumerate().min_by_key(|(_, kept)| (holds(kept), kept.count));
            if let Some(worst) = worst.map(|(at, _)| at) {
                pixels = self.kept.swap_remove(worst).pixels;
            }
        }
        pixels.clear();
        pixels.extend_from_slice(&target.pixels);
        let held = self.held.get(..step.held).unwrap_or_default().to_vec();
        self.kept.push(Kept { print: step.print, count: self.at, pixels, _held: held });
    }
}
