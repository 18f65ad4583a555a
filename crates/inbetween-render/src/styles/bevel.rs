//! Bevel and Emboss, the inner bevel.
//!
//! The alpha rises over the size to a plateau, smoothed by Soften; its slope, times the depth, is lit from angle and
//! altitude. What is lighter than flat ground takes the highlight (Screen), what is darker the shadow (Multiply). Outer
//! bevels, emboss and chisel techniques are drawn as the inner smooth bevel.

use super::{Layer, Values, atop};
use crate::Pixmap;
use crate::effects::{EffectContext, gaussian, sigma_of, signed_distance};
use inbetween_doc::BlendMode;
use inbetween_types::math;

pub(super) fn grow(values: &Values<'_>) -> f64 {
    values.length("blur", 5.0) + 3.0 * (sigma_of(values.length("softness", 0.0)) + 1.0) + 1.0
}

pub(super) fn apply(
    values: &Values<'_>,
    layer: &Layer<'_>,
    canvas: &mut Pixmap,
    context: &EffectContext<'_>,
) {
    let size = values.length("blur", 5.0) * context.unit();
    if size <= 0.0 {
        return;
    }
    let depth = (values.number("strengthRatio", 100.0) / 100.0).clamp(0.0, 10.0);
    let (angle, altitude) = (
        values.number("localLightingAngle", 120.0),
        values.number("localLightingAltitude", 30.0).clamp(0.0, 90.0),
    );
    let light = values.color("highlightColor", [1.0; 3]);
    let light_opacity = values.part("highlightOpacity", 75.0) as f32;
    let dark = values.color("shadowColor", [0.0; 3]);
    let dark_opacity = values.part("shadowOpacity", 75.0) as f32;
    let (width, height) = (layer.picture.width, layer.picture.height);
    let distances = signed_distance(&layer.alpha, width, height);
    let mut relief: Vec<[f32; 1]> =
        distances.into_iter().map(|d| [(f64::from(-d).clamp(0.0, size)) as f32]).collect();
    // At least a pixel: distances step from pixel to pixel along slanted edges, and a slope shows every step.
    let soften = sigma_of(values.length("softness", 0.0)) + 1.0;
    gaussian(&mut relief, width, height, context.lengths(soften), true);
    let relief = Pixmap { width, height, pixels: relief.into_iter().map(|[h]| [h; 4]).collect() };
    let flat = math::sin_degrees(altitude);
    let (lx, ly) = (
        math::cos_degrees(altitude) * math::cos_degrees(angle),
        -math::cos_degrees(altitude) * math::sin_degrees(angle),
    );
    let at = |x: isize, y: isize| {
        let [h, ..] = relief.get(x.clamp(0, width as isize - 1), y.clamp(0, height as isize - 1));
        f64::from(h)
    };
    for (y, row) in canvas.pixels.chunks_mut(width.max(1)).enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            let (x, y) = (x as isize, y as isize);
            let across = (at(x + 1, y) - at(x - 1, y)) / 2.0 * depth;
            let down = (at(x, y + 1) - at(x, y - 1)) / 2.0 * depth;
            let lit = (flat - across * lx - down * ly) / (1.0 + across * across + down * down).sqrt() - flat;
            if lit > 0.0 {
                let strength = (lit / (1.0 - flat).max(1e-3)).min(1.0) as f32;
                atop(pixel, light, strength * light_opacity, BlendMode::Screen);
            } else {
                let strength = (-lit / flat.max(1e-3)).min(1.0) as f32;
                atop(pixel, dark, strength * dark_opacity, BlendMode::Multiply);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn the_side_to_the_light_is_lighter_and_the_other_darker() {
        let call = call(
            "bevelEmboss/enabled",
            &[("blur", &[4.0]), ("localLightingAngle", &[90.0]), ("localLightingAltitude", &[30.0])],
        );
        let out = run(&[call], rectangle(30, 30, [5, 5, 25, 25], [0.5; 3]));
        assert!(out.get(15, 7)[0] > 0.6);
        assert!(out.get(15, 22)[0] < 0.4);
        assert!((out.get(15, 15)[0] - 0.5).abs() < 1e-4);
    }
}
