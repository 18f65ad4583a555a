//! Lends the renderer to expressions that ask for pixels.

use crate::Images;
use inbetween_render::{Pixels, Quality, RenderOptions, Renderer, Size};
use inbetween_timeline::scene::{PixelProbe, Scene};

/// Longest side in pixels of a picture drawn for its mean; coverage is exact, so few pixels serve for large areas.
const LONGEST: f64 = 128.0;

/// Draws with a document's own images.
#[derive(Debug)]
pub(crate) struct Probe(pub(crate) Images);

impl PixelProbe for Probe {
    fn mean(&self, scene: &Scene) -> [f32; 4] {
        let side = |v: f64| if v.is_finite() { v.ceil().clamp(1.0, LONGEST) as usize } else { 1 };
        let options = RenderOptions {
            size: Size::Exact(side(scene.width), side(scene.height)),
            quality: Quality::Reference,
            ..RenderOptions::default()
        };
        let picture = Renderer::new(options).render(scene, &self.0);
        let mut sum = [0.0f64; 4];
        let mut count = 0.0;
        if let Pixels::Floats(pixels) = &picture.pixels {
            for pixel in pixels {
                sum.iter_mut().zip(pixel).for_each(|(s, c)| *s += f64::from(*c));
                count += 1.0;
            }
        }
        sum.map(|s| if count > 0.0 { (s / count) as f32 } else { 0.0 })
    }
}
