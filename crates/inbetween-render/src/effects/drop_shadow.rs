//! Drop Shadow: the layer's alpha, moved, blurred and coloured, behind the layer.
//!
//! Colour 0001; Opacity 0002 is 0..255; Direction 0003 in degrees clockwise from up; Distance 0004 and Softness 0005
//! in pixels; Shadow Only 0006. Softness is three boxes of radius 0.1846 × softness (measured on AE's renders, exact to
//! one level; as wide as a Gaussian of 0.2 × softness). AE at 8 bits moves the shadow by whole pixels; here it moves
//! smoothly (docs/quirks.md).

use super::EffectContext;
use super::blur::box_blur;
use super::params::Params;
use super::pixel::{alpha_plane, over, premultiply, sample};
use crate::Pixmap;
use inbetween_types::math;

/// Radius of one of three boxes per pixel of softness.
const RADIUS: f64 = 0.1846;

pub(super) fn grow(params: &Params<'_>) -> f64 {
    params.at(3, 5.0).abs() + 3.0 * (RADIUS * params.at(4, 0.0).max(0.0) + 1.0)
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let color = params.color(0, 1, [0.0; 3]);
    let opacity = (params.at(1, 127.5) / 255.0).clamp(0.0, 1.0) as f32;
    let (direction, distance) = (params.at(2, 135.0), params.at(3, 5.0));
    let [dx, dy] = [math::sin_degrees(direction), -math::cos_degrees(direction)].map(|d| d * distance);
    let [sx, sy] = context.scale;
    let softness = params.at(4, 0.0).max(0.0);
    let shadow = moved_alpha(picture, [dx * sx, dy * sy], context.lengths(RADIUS * softness));
    let only = params.choice(5, 6, 0) != 0;
    for (pixel, [a]) in picture.pixels.iter_mut().zip(shadow) {
        let shadow = premultiply(color, a * opacity);
        *pixel = if only { shadow } else { over(*pixel, shadow) };
    }
}

/// The picture's alpha moved by (dx, dy) pixels and blurred by three boxes of these radii.
fn moved_alpha(picture: &Pixmap, [dx, dy]: [f64; 2], radii: [f64; 2]) -> Vec<[f32; 1]> {
    let mut alpha = if dx == 0.0 && dy == 0.0 {
        alpha_plane(picture)
    } else {
        let mut moved = Vec::with_capacity(picture.pixels.len());
        for y in 0..picture.height {
            for x in 0..picture.width {
                let [_, _, _, a] = sample(picture, x as f64 + 0.5 - dx, y as f64 + 0.5 - dy);
                moved.push([a]);
            }
        }
        moved
    };
    box_blur(&mut alpha, picture.width, picture.height, radii, 3, false);
    alpha
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    fn shadow(direction: f64, distance: f64, softness: f64) -> inbetween_timeline::scene::EffectCall {
        call(
            "ADBE Drop Shadow",
            &[
                (1, &[1.0, 0.0, 0.0, 1.0]),
                (2, &[127.5]),
                (3, &[direction]),
                (4, &[distance]),
                (5, &[softness]),
                (6, &[0.0]),
            ],
        )
    }

    #[test]
    fn shadow_falls_in_its_direction_at_half_opacity() {
        for (direction, x, y) in [(90.0, 8, 5), (180.0, 5, 8), (270.0, 2, 5), (0.0, 5, 2)] {
            let out = run(&shadow(direction, 3.0, 0.0), dot(11, 11, 5, 5, [0.0, 0.0, 1.0, 1.0]));
            assert_near(out.get(x, y), [0.5, 0.0, 0.0, 0.5], 1e-5);
            assert_near(out.get(5, 5), [0.0, 0.0, 1.0, 1.0], 1e-5);
            let total: f32 = out.pixels.iter().map(|p| p[3]).sum();
            assert!((total - 1.5).abs() < 1e-4);
        }
    }

    #[test]
    fn softness_spreads_without_loss() {
        let out = run(&shadow(90.0, 0.0, 30.0), dot(81, 81, 40, 40, [1.0; 4]));
        let total: f32 = out.pixels.iter().map(|p| p[3]).sum();
        let under_the_dot = 0.5 * out_of_boxes_at_center(30.0 * RADIUS);
        assert!((total - 1.5 + under_the_dot).abs() < 1e-3, "{total}");
    }

    /// Middle of three boxes of radius r, by summing the products of one box with the two others' convolution.
    fn out_of_boxes_at_center(r: f64) -> f32 {
        let weight = |k: i32| match f64::from(k.abs()) {
            k if k <= r.floor() => 1.0,
            k if k == r.floor() + 1.0 => r.fract(),
            _ => 0.0,
        };
        let reach = r.ceil() as i32 + 1;
        let mut sum = 0.0;
        for i in -reach..=reach {
            for j in -reach..=reach {
                sum += weight(i) * weight(j) * weight(-i - j);
            }
        }
        let wide = 2.0 * r + 1.0;
        let line = sum / (wide * wide * wide);
        (line * line) as f32
    }
}
