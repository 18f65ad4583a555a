//! Motion blur: the mean of several moments.

use super::bounds::around;
use super::{Painter, State};
use crate::pixel::Pixel;
use crate::raster::IRect;
use crate::surface::Surface;
use inbetween_doc::BlendMode;
use inbetween_timeline::scene::Node;
use kurbo::Rect;

impl<P: Pixel> Painter<'_, P> {
    /// Draws each moment as a layer and their weighted sum, kept in f32, over the target.
    pub(super) fn samples(&mut self, samples: &[(f32, Vec<Node>)], state: &State, target: &mut Surface<P>) {
        let mut bounds = IRect::default();
        for (_, nodes) in samples {
            let rect: Rect = around(nodes, &state.map, self.depth);
            bounds = bounds.union(IRect::around(rect));
        }
        let bounds = bounds.intersect(state.clip).intersect(target.bounds);
        if bounds.is_empty() || self.depth >= super::DEEPEST {
            return;
        }
        let Some(mut layer) = self.take(bounds) else { return };
        let mut sum = vec![[0.0f32; 4]; layer.pixels.len()];
        self.depth += 1;
        for (weight, nodes) in samples {
            if weight.is_nan() || *weight <= 0.0 {
                continue;
            }
            layer.pixels.fill(P::default());
            self.nodes(nodes, &State { map: state.map, alpha: 1.0, clip: bounds }, &mut layer);
            for (sum, pixel) in sum.iter_mut().zip(&layer.pixels) {
                for (s, c) in sum.iter_mut().zip(pixel.to_premultiplied()) {
                    *s += c * weight;
                }
            }
        }
        self.depth -= 1;
        for (pixel, sum) in layer.pixels.iter_mut().zip(&sum) {
            *pixel = P::from_premultiplied(*sum);
        }
        target.draw(&layer, state.clip, state.alpha, BlendMode::Normal);
        self.give_back(layer);
    }
}
