//! Hue/Saturation, the master channel.
//!
//! Master Hue 0003 in degrees turns the hue and keeps the largest and smallest channel. Master Saturation 0004, −100..100:
//! below 0 scales colours towards their lightness, above 0 as Photoshop does. Master Lightness 0005, −100..100: towards
//! black or white. Colorize 0006 takes hue 0007, saturation 0008 (0..100) and lightness 0009. All on the straight colour
//! (measured on AE, but for saturation above 0, which is Photoshop's published rule). Single colour ranges are not in
//! Lottie files.

use super::EffectContext;
use super::params::Params;
use super::pixel::{from_hls, map_colors, to_hls};
use crate::Pixmap;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let part = |place: usize| (params.at(place, 0.0) / 100.0).clamp(-1.0, 1.0) as f32;
    let turns = |place: usize| ((params.at(place, 0.0) / 360.0).rem_euclid(1.0)) as f32;
    if params.choice(5, 6, 0) != 0 {
        let (hue, saturation, light) =
            (turns(6), (params.at(7, 25.0) / 100.0).clamp(0.0, 1.0) as f32, part(8));
        map_colors(picture, |color| {
            let [_, lightness, _] = to_hls(color);
            lighten(from_hls([hue, lightness, saturation]), light)
        });
        return;
    }
    let (hue, saturation, light) = (turns(2), part(3), part(4));
    map_colors(picture, |color| {
        let [h, l, s] = to_hls(color);
        let turned = if hue == 0.0 { color } else { from_hls([h + hue, l, s]) };
        lighten(saturate(turned, saturation, l, s), light)
    });
}

fn saturate(color: [f32; 3], by: f32, lightness: f32, saturation: f32) -> [f32; 3] {
    if by == 0.0 || saturation <= 0.0 {
        return color;
    }
    let scale = if by < 0.0 {
        1.0 + by
    } else if by + saturation >= 1.0 {
        1.0 / saturation
    } else {
        1.0 / (1.0 - by)
    };
    color.map(|c| (lightness + (c - lightness) * scale).clamp(0.0, 1.0))
}

fn lighten(color: [f32; 3], by: f32) -> [f32; 3] {
    color.map(|c| if by > 0.0 { c + (1.0 - c) * by } else { c * (1.0 + by) })
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    fn values(hue: f64, saturation: f64, lightness: f64) -> inbetween_timeline::scene::EffectCall {
        call(
            "ADBE HUE SATURATION",
            &[(1, &[1.0]), (2, &[]), (3, &[hue]), (4, &[saturation]), (5, &[lightness]), (6, &[0.0])],
        )
    }

    #[test]
    fn a_third_of_a_turn_moves_the_channels_on() {
        assert_near(color(&values(120.0, 0.0, 0.0), [0.8, 0.3, 0.1]), [0.1, 0.8, 0.3, 1.0], 1e-5);
        assert_near(color(&values(-240.0, 0.0, 0.0), [0.8, 0.3, 0.1]), [0.1, 0.8, 0.3, 1.0], 1e-5);
    }

    #[test]
    fn no_saturation_is_the_lightness() {
        assert_near(color(&values(0.0, -100.0, 0.0), [0.8, 0.3, 0.2]), [0.5, 0.5, 0.5, 1.0], 1e-5);
        assert_near(color(&values(0.0, -50.0, 0.0), [0.8, 0.3, 0.2]), [0.65, 0.4, 0.35, 1.0], 1e-5);
    }

    #[test]
    fn full_saturation_reaches_the_edge_of_the_cube() {
        assert_near(color(&values(0.0, 100.0, 0.0), [0.6, 0.5, 0.4]), [1.0, 0.5, 0.0, 1.0], 1e-5);
    }

    #[test]
    fn lightness_goes_to_white_or_black() {
        assert_near(color(&values(0.0, 0.0, 50.0), [0.2, 0.4, 0.0]), [0.6, 0.7, 0.5, 1.0], 1e-5);
        assert_near(color(&values(0.0, 0.0, -50.0), [0.2, 0.4, 0.0]), [0.1, 0.2, 0.0, 1.0], 1e-5);
    }

    #[test]
    fn colorize_takes_hue_and_saturation_of_the_effect() {
        let call = call(
            "ADBE HUE SATURATION",
            &[
                (1, &[1.0]),
                (2, &[]),
                (3, &[0.0]),
                (4, &[0.0]),
                (5, &[0.0]),
                (6, &[1.0]),
                (7, &[240.0]),
                (8, &[100.0]),
                (9, &[0.0]),
            ],
        );
        assert_near(color(&call, [0.25; 3]), [0.0, 0.0, 0.5, 1.0], 1e-5);
    }
}
