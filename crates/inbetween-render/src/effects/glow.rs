//! Glow: the bright parts, blurred and added.
//!
//! Glow Based On 0001 (1 alpha, 2 colours), Threshold 0002 (0..255), Radius 0003 in pixels, Intensity 0004, Composite
//! Original 0005 (1 on top, 2 behind, 3 none), Glow Operation 0006, Glow Colors 0007 (1 original, 2 A & B), Color A 0012,
//! Color B 0013, Glow Dimensions 0014. Measured on AE: a channel above the threshold counts by a ramp 12 % wide, the blur
//! is a Gaussian of 0.404 × radius, the glow never exceeds the blurred alpha, and with Add it is added to the layer. For
//! A & B colours the ramp runs B, A, B; loops, phase and midpoint are not followed.

use super::EffectContext;
use super::blur::gaussian;
use super::gaussian_blur::dimensions;
use super::params::Params;
use super::pixel::{lerp, luma, over, straight};
use crate::Pixmap;
use inbetween_doc::BlendMode;

/// Width of the threshold's ramp.
const RAMP: f32 = 0.12;
/// Standard deviation per pixel of radius.
const SIGMA: f64 = 0.404;

pub(super) fn grow(params: &Params<'_>) -> f64 {
    3.0 * SIGMA * params.at(2, 10.0).max(0.0) + 1.0
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let by_alpha = params.choice(0, 1, 2) == 1;
    let threshold = (params.at(1, 153.0) / 255.0) as f32;
    let intensity = params.at(3, 1.0).clamp(0.0, 255.0) as f32;
    let two_colors = params.choice(6, 7, 1) == 2;
    let (color_a, color_b) = (params.color(11, 12, [1.0; 3]), params.color(12, 13, [0.0; 3]));
    let bright = |x: f32| ((x - threshold) / RAMP + 0.5).clamp(0.0, 1.0);
    let mut glow: Vec<[f32; 4]> = picture
        .pixels
        .iter()
        .map(|&pixel| {
            let [r, g, b, a] = pixel;
            if two_colors {
                let v = bright(if by_alpha { a } else { luma([r, g, b]) });
                return [v; 4];
            }
            let [sr, sg, sb] = straight(pixel);
            let [wr, wg, wb] =
                if by_alpha { [sr, sg, sb].map(|c| c * bright(a)) } else { [sr, sg, sb].map(bright) };
            [wr * a, wg * a, wb * a, a]
        })
        .collect();
    let sigmas = context.lengths(SIGMA * params.at(2, 10.0).max(0.0));
    let sigmas = dimensions(params.choice(13, 14, 1), sigmas);
    gaussian(&mut glow, picture.width, picture.height, sigmas, false);
    let operation = operation(params.choice(5, 6, 3));
    let composite = params.choice(4, 5, 2);
    for (pixel, [r, g, b, a]) in picture.pixels.iter_mut().zip(glow) {
        let light = if two_colors {
            let v = (a * intensity).clamp(0.0, 1.0);
            let [r, g, b] = lerp(color_b, color_a, 1.0 - (2.0 * v - 1.0).abs());
            [r * v, g * v, b * v, v]
        } else {
            let [r, g, b] = [r, g, b].map(|c| (c * intensity).clamp(0.0, a.clamp(0.0, 1.0)));
            [r, g, b, a.clamp(0.0, 1.0)]
        };
        let Some(mode) = operation else { continue };
        let mixed = crate::blend::pixel(*pixel, light, mode);
        let out = match composite {
            3 => light,
            1 => over(*pixel, mixed),
            _ => over(mixed, *pixel),
        };
        let [r, g, b, a] = out;
        let a = a.clamp(0.0, 1.0);
        *pixel = [r.clamp(0.0, a), g.clamp(0.0, a), b.clamp(0.0, a), a];
    }
}

/// The menu of glow operations; `None` combines nothing.
fn operation(entry: i32) -> Option<BlendMode> {
    Some(match entry {
        1 => return None,
        2 => BlendMode::Normal,
        4 => BlendMode::Multiply,
        5 => BlendMode::Screen,
        6 => BlendMode::Overlay,
        7 => BlendMode::SoftLight,
        8..=11 => BlendMode::HardLight,
        12 | 13 => BlendMode::ColorDodge,
        15..=17 => BlendMode::ColorBurn,
        18 => BlendMode::Darken,
        19 => BlendMode::Lighten,
        20 | 21 => BlendMode::Difference,
        22 => BlendMode::Exclusion,
        23 => BlendMode::Hue,
        24 => BlendMode::Saturation,
        25 => BlendMode::Color,
        _ => BlendMode::Add,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn without_radius_bright_channels_are_added() {
        let call = call("ADBE Glo2", &[(1, &[2.0]), (2, &[127.5]), (3, &[0.0]), (4, &[1.0])]);
        // Red is above the ramp, green within it by a half, blue below.
        assert_near(color(&call, [0.7, 0.5, 0.3]), [1.0, 1.0, 0.3, 1.0], 1e-5);
        assert_near(color(&call, [0.2, 0.47, 0.3]), [0.2, 0.47 + 0.25, 0.3, 1.0], 1e-5);
    }

    #[test]
    fn dark_pictures_do_not_glow() {
        let call = call("ADBE Glo2", &[(1, &[2.0]), (2, &[200.0]), (3, &[10.0]), (4, &[3.0])]);
        assert_near(run(&call, filled(5, 5, [0.3, 0.2, 0.1, 1.0])).get(2, 2), [0.3, 0.2, 0.1, 1.0], 1e-6);
    }

    #[test]
    fn the_glow_reaches_beyond_the_light() {
        let call = call("ADBE Glo2", &[(1, &[2.0]), (2, &[100.0]), (3, &[10.0]), (4, &[1.0])]);
        let out = run(&call, dot(31, 31, 15, 15, [1.0; 4]));
        let right = 1.0 / (std::f32::consts::TAU * 4.04 * 4.04);
        assert!((out.get(16, 15)[0] - right).abs() < 0.15 * right, "{:?} {right}", out.get(16, 15));
    }
}
