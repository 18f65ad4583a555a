//! Stroke: a border of one colour outside the layer's alpha.
//!
//! Lottie files carry the colour and the size in pixels; AE's default position is outside.

use super::{Layer, Values, grown};
use crate::Pixmap;
use crate::effects::{EffectContext, NEAR, grown_near, over, premultiply};
use crate::pixel::Pixel;
use crate::surface::Surface;

pub(super) fn grow(values: &Values<'_>) -> f64 {
    values.length("size", 3.0) + 1.0
}

pub(super) fn apply(
    values: &Values<'_>,
    layer: &Layer<'_>,
    canvas: &mut Pixmap,
    context: &EffectContext<'_>,
) {
    let color = values.color("color", [1.0, 0.0, 0.0]);
    let opacity = values.part("opacity", 100.0) as f32;
    let size = values.length("size", 3.0);
    if size <= 0.0 {
        return;
    }
    let border = grown(&layer.alpha, layer.picture, size * context.unit());
    for (pixel, [matte]) in canvas.pixels.iter_mut().zip(border) {
        *pixel = over(*pixel, premultiply(color, matte * opacity));
    }
}

/// The same on a layer's own pixels, of which only those of the border change; `false` where it is too wide for that.
pub(super) fn apply_direct<P: Pixel>(values: &Values<'_>, layer: &mut Surface<P>, unit: f64) -> bool {
    let by = values.length("size", 3.0) * unit;
    if !(by > 0.5 && by <= NEAR) {
        return false;
    }
    let color = values.color("color", [1.0, 0.0, 0.0]);
    let opacity = values.part("opacity", 100.0) as f32;
    let alpha = layer.pixels.iter().map(|pixel| pixel.alpha());
    let border = grown_near(alpha, layer.bounds.width(), by);
    for (pixel, matte) in layer.pixels.iter_mut().zip(border) {
        if matte > 0.0 && !pixel.is_opaque() {
            *pixel =
                P::from_premultiplied(over(pixel.to_premultiplied(), premultiply(color, matte * opacity)));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use crate::effects::testing::assert_near;

    #[test]
    fn the_border_is_as_wide_as_its_size_and_round_at_corners() {
        let call = call("frameFX/enabled", &[("color", &[1.0, 0.0, 0.0, 1.0]), ("size", &[3.0])]);
        let out = run(&[call], rectangle(20, 20, [8, 8, 12, 12], [0.0, 0.0, 1.0]));
        let red = [1.0, 0.0, 0.0, 1.0];
        assert_near(out.get(9, 9), [0.0, 0.0, 1.0, 1.0], 1e-6);
        assert_near(out.get(6, 9), red, 1e-6);
        assert!(out.get(5, 9)[3] >= 0.5);
        assert_near(out.get(4, 9), [0.0; 4], 1e-6);
        // The corner pixel (5, 5) lies 3·√2 pixels from the layer's corner pixel.
        assert_near(out.get(5, 5), [0.0; 4], 1e-6);
    }
}
