//! Drop Shadow and Inner Shadow.
//!
//! Angle is where the light comes from, in degrees counterclockwise from the right; the shadow falls the other way.
//! Distance and size in pixels, spread (choke) in percent of the size. The blur of a size is that of
//! [`crate::effects`]: 0.3 × size, as Skottie draws it.

use super::{Layer, Values, atop, moved, soft};
use crate::Pixmap;
use crate::effects::{EffectContext, over, premultiply, sigma_of};
use inbetween_types::math;

fn offset(values: &Values<'_>, distance: f64) -> [f64; 2] {
    let angle = values.number("localLightingAngle", 120.0);
    let distance = values.number("distance", distance).clamp(-1e5, 1e5);
    [-math::cos_degrees(angle) * distance, math::sin_degrees(angle) * distance]
}

pub(super) fn grow_drop(values: &Values<'_>) -> f64 {
    let size = values.length("blur", 5.0);
    let spread = values.part("chokeMatte", 0.0);
    values.number("distance", 5.0).abs() + size * spread + 3.0 * sigma_of(size * (1.0 - spread)) + 1.0
}

pub(super) fn apply_drop(
    values: &Values<'_>,
    layer: &Layer<'_>,
    canvas: &mut Pixmap,
    context: &EffectContext<'_>,
) {
    let color = values.color("color", [0.0; 3]);
    let opacity = values.part("opacity", 75.0) as f32;
    let alpha = moved(layer, offset(values, 5.0), context);
    let shadow =
        soft(layer, &alpha, values.length("blur", 5.0), values.part("chokeMatte", 0.0), false, context);
    let conceals = values.number("layerConceals", 1.0) != 0.0;
    for ((pixel, [matte]), [own]) in canvas.pixels.iter_mut().zip(shadow).zip(&layer.alpha) {
        let matte = matte * opacity * if conceals { 1.0 - own } else { 1.0 };
        let [_, _, _, a] = *pixel;
        // Where the layer conceals it the shadow adds to the part of the pixel that is free.
        let below = premultiply(color, matte);
        *pixel = if conceals && a < 1.0 { beside(*pixel, below, *own) } else { over(*pixel, below) };
    }
}

/// A shadow that covers only what the layer leaves free, already cut by the layer's alpha.
fn beside(top: [f32; 4], below: [f32; 4], own: f32) -> [f32; 4] {
    let free = 1.0 - own;
    if free <= 0.0 { top } else { over(top, below.map(|c| c / free)) }
}

pub(super) fn apply_inner(
    values: &Values<'_>,
    layer: &Layer<'_>,
    canvas: &mut Pixmap,
    context: &EffectContext<'_>,
) {
    let color = values.color("color", [0.0; 3]);
    let opacity = values.part("opacity", 75.0) as f32;
    let mode = values.mode(5);
    let alpha = moved(layer, offset(values, 5.0), context);
    let light =
        soft(layer, &alpha, values.length("blur", 5.0), values.part("chokeMatte", 0.0), true, context);
    for (pixel, [light]) in canvas.pixels.iter_mut().zip(light) {
        atop(pixel, color, (1.0 - light) * opacity, mode);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use crate::effects::testing::assert_near;

    #[test]
    fn shadow_falls_away_from_the_light() {
        for (angle, x, y) in [(90.0, 5, 8), (180.0, 8, 5), (0.0, 2, 5), (270.0, 5, 2)] {
            let call = call(
                "dropShadow/enabled",
                &[
                    ("color", &[1.0, 0.0, 0.0, 1.0]),
                    ("opacity", &[50.0]),
                    ("localLightingAngle", &[angle]),
                    ("distance", &[3.0]),
                    ("blur", &[0.0]),
                ],
            );
            let out = run(&[call], rectangle(11, 11, [5, 5, 6, 6], [0.0, 0.0, 1.0]));
            assert_near(out.get(x, y), [0.5, 0.0, 0.0, 0.5], 1e-5);
            assert_near(out.get(5, 5), [0.0, 0.0, 1.0, 1.0], 1e-5);
        }
    }

    #[test]
    fn full_spread_is_a_hard_border_of_the_size() {
        let call = call(
            "dropShadow/enabled",
            &[("opacity", &[100.0]), ("distance", &[0.0]), ("blur", &[3.0]), ("chokeMatte", &[100.0])],
        );
        let out = run(&[call], rectangle(20, 20, [8, 8, 12, 12], [1.0; 3]));
        for (x, a) in [(4, 0.0), (5, 1.0), (7, 1.0), (14, 1.0), (15, 0.0)] {
            assert!((out.get(x, 10)[3] - a).abs() <= 0.5 + 1e-6 && out.get(x, 10)[3].round() == a, "{x}");
        }
    }

    #[test]
    fn inner_shadow_darkens_the_side_of_the_light_only() {
        let call = call(
            "innerShadow/enabled",
            &[
                ("color", &[0.0, 0.0, 0.0, 1.0]),
                ("opacity", &[50.0]),
                ("localLightingAngle", &[90.0]),
                ("distance", &[2.0]),
                ("blur", &[0.0]),
            ],
        );
        let out = run(&[call], rectangle(12, 12, [3, 3, 9, 9], [0.8, 0.4, 0.0]));
        assert_near(out.get(5, 3), [0.4, 0.2, 0.0, 1.0], 1e-5);
        assert_near(out.get(5, 5), [0.8, 0.4, 0.0, 1.0], 1e-5);
        assert_near(out.get(5, 2), [0.0; 4], 1e-6);
    }
}
