//! Draws nodes onto surfaces.

mod adjust;
mod bounds;
mod cache;
mod effect;
mod group;
mod leaf;
mod mask;
mod print;
mod samples;
mod steps;

use crate::Resources;
use crate::gradient::Ramps;
use crate::image::Mips;
use crate::pixel::Pixel;
use crate::raster::{IRect, Outline, Raster};
use crate::surface::Surface;
pub(crate) use bounds::looks_below;
use cache::Layers;
use inbetween_doc::BlendMode;
use inbetween_timeline::scene::{Node, Projection};
use inbetween_types::{Diagnostic, Diagnostics, Severity};
use leaf::Strokes;
pub(crate) use leaf::stretch;
use print::Held;
pub(crate) use print::fingerprint;
use steps::Steps;
pub(crate) use steps::Walk;

/// Deepest nesting of groups that is drawn.
const DEEPEST: usize = 128;

/// Memory that is used again, and what is kept between frames.
#[derive(Debug, Default)]
pub(crate) struct Kit<P> {
    raster: Raster,
    outline: Outline,
    mapped: Outline,
    row: Vec<P>,
    ramps: Ramps<P>,
    pool: Vec<Vec<P>>,
    planes: Vec<Vec<f32>>,
    strokes: Strokes,
    images: Vec<Mips>,
    pub(crate) layers: Layers<P>,
    steps: Steps<P>,
    held: Vec<Held>,
}

impl<P> Kit<P> {
    /// Forgets what the last frame did not use.
    pub(crate) fn end_frame(&mut self) {
        self.strokes.end_frame();
        self.layers.end_frame();
        self.pool.truncate(16);
        self.planes.truncate(8);
    }
}

/// What a node is drawn under.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// From the node's space to the device.
    pub(crate) map: Projection,
    /// Opacity of the groups around it that need no picture of their own.
    pub(crate) alpha: f32,
    /// Pixels that may change.
    pub(crate) clip: IRect,
}

/// Draws one frame.
pub(crate) struct Painter<'a, P> {
    pub(crate) kit: &'a mut Kit<P>,
    pub(crate) resources: &'a dyn Resources,
    pub(crate) diagnostics: &'a mut Diagnostics,
    /// Farthest a polygon may be from its curve, in pixels.
    pub(crate) tolerance: f64,
    /// Whether gradients are exact instead of from a table.
    pub(crate) exact: bool,
    /// Pixels that layers may still take.
    pub(crate) budget: usize,
    /// Farthest that blurs and feathers look, in pixels: beyond the picture's own size nothing changes visibly.
    pub(crate) farthest: i32,
    /// Size of the scene.
    pub(crate) size: [f64; 2],
    pub(crate) depth: usize,
    /// Fingerprint of the options and sizes.
    pub(crate) seed: u128,
    pub(crate) walk: Walk,
    /// Whether what is drawn is the rim of a clip.
    pub(crate) on_rim: bool,
    /// The least the budget was.
    pub(crate) lowest: usize,
    /// Whether the budget was too small for a layer.
    pub(crate) refused: bool,
}

impl<P: Pixel> Painter<'_, P> {
    /// Draws nodes, bottom first.
    pub(crate) fn nodes(&mut self, nodes: &[Node], state: &State, target: &mut Surface<P>) {
        for node in nodes {
            match node {
                Node::Group(group) => {
                    if self.depth >= DEEPEST {
                        self.find(
                            "render/too-deep",
                            "groups are nested too deeply; the innermost are not drawn",
                        );
                        continue;
                    }
                    self.depth += 1;
                    self.group(node, group, state, target);
                    self.depth -= 1;
                }
                other => {
                    if self.step(other, state, target) {
                        self.leaf(other, state, target);
                    }
                }
            }
        }
    }

    fn leaf(&mut self, node: &Node, state: &State, target: &mut Surface<P>) {
        let walk = std::mem::replace(&mut self.walk, Walk::Within);
        match node {
            Node::Fill(fill) => self.fill(fill, state, target),
            Node::Stroke(stroke) => self.stroke(stroke, state, target),
            Node::Image(image) => self.image(image, state, target),
            Node::Samples(samples) => self.samples(samples, state, target),
            Node::Mesh(mesh) => self.mesh(mesh, state, target),
            _ => self
                .find("render/unknown-node", "a part of the scene is of a kind this renderer does not know"),
        }
        self.walk = walk;
    }

    fn find(&mut self, code: &'static str, message: &str) {
        self.diagnostics.push(Diagnostic::new(code, Severity::Warning, message));
    }

    /// A transparent layer; `None`, with a finding, where that is more than may be taken.
    fn take(&mut self, bounds: IRect) -> Option<Surface<P>> {
        let count = bounds.width().saturating_mul(bounds.height());
        if count > self.budget {
            self.refused = true;
            self.find(
                "render/too-many-pixels",
                "layers need more pixels than the limit; one of them is not drawn",
            );
            return None;
        }
        self.budget -= count;
        self.lowest = self.lowest.min(self.budget);
        Some(Surface::new(bounds, self.kit.pool.pop().unwrap_or_default()))
    }

    fn give_back(&mut self, layer: Surface<P>) {
        self.budget += layer.bounds.width() * layer.bounds.height();
        self.kit.pool.push(layer.pixels);
    }
}

/// Whether a blend mode is plain "over".
fn is_normal(mode: BlendMode) -> bool {
    mode == BlendMode::Normal
}
