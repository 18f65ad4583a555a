//! Satin.
//!
//! Two copies of the blurred alpha, moved apart by twice the distance along the angle: where they differ is the satin, or
//! with Invert where they agree. Photoshop's contour is taken as the straight line.

use super::{Layer, Values, atop};
use crate::Pixmap;
use crate::effects::{EffectContext, gaussian, sample, sigma_of};
use inbetween_types::math;

pub(super) fn grow(values: &Values<'_>) -> f64 {
    values.number("distance", 11.0).abs() + 3.0 * sigma_of(values.length("blur", 14.0)) + 1.0
}

pub(super) fn apply(
    values: &Values<'_>,
    layer: &Layer<'_>,
    canvas: &mut Pixmap,
    context: &EffectContext<'_>,
) {
    let color = values.color("color", [0.0; 3]);
    let (opacity, mode) = (values.part("opacity", 50.0) as f32, values.mode(5));
    let invert = values.number("invert", 1.0) != 0.0;
    let angle = values.number("localLightingAngle", 19.0);
    let distance = values.number("distance", 11.0).clamp(-1e5, 1e5);
    let [sx, sy] = context.scale;
    let (dx, dy) = (math::cos_degrees(angle) * distance * sx, -math::sin_degrees(angle) * distance * sy);
    let mut matte = layer.alpha.clone();
    let sigmas = context.lengths(sigma_of(values.length("blur", 14.0)));
    let (width, height) = (layer.picture.width, layer.picture.height);
    gaussian(&mut matte, width, height, sigmas, false);
    let matte = Pixmap { width, height, pixels: matte.into_iter().map(|[a]| [a; 4]).collect() };
    for (y, row) in canvas.pixels.chunks_mut(width.max(1)).enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
            let [one, ..] = sample(&matte, px + dx, py + dy);
            let [two, ..] = sample(&matte, px - dx, py - dy);
            let differ = (one - two).abs();
            atop(pixel, color, (if invert { 1.0 - differ } else { differ }) * opacity, mode);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use crate::effects::testing::assert_near;

    #[test]
    fn satin_is_where_the_moved_copies_differ() {
        let satin = |invert: f64| {
            let call = call(
                "chromeFX/enabled",
                &[
                    ("mode2", &[1.0]),
                    ("color", &[1.0, 0.0, 0.0, 1.0]),
                    ("opacity", &[100.0]),
                    ("localLightingAngle", &[0.0]),
                    ("distance", &[3.0]),
                    ("blur", &[0.0]),
                    ("invert", &[invert]),
                ],
            );
            run(&[call], rectangle(20, 3, [4, 0, 16, 3], [0.0, 0.0, 1.0]))
        };
        let (red, blue) = ([1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]);
        for x in 4..16 {
            let differ = (4..7).contains(&x) || (13..16).contains(&x);
            assert_near(satin(0.0).get(x, 1), if differ { red } else { blue }, 1e-6);
            assert_near(satin(1.0).get(x, 1), if differ { blue } else { red }, 1e-6);
        }
    }
}
