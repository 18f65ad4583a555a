//! Invert.
//!
//! Channel 0001, the menu's separators counted: 1 RGB, 2 red, 3 green, 4 blue, 6 HLS, 7 hue, 8 lightness, 9 saturation,
//! 11 YIQ, 12 luminance, 13 in phase chrominance, 14 quadrature chrominance, 16 alpha. Blend With Original 0002 in
//! percent. Straight colours; a hue h becomes one half − h (measured on AE).

use super::EffectContext;
use super::params::Params;
use super::pixel::{from_hls, lerp, map_colors, straight, to_hls};
use crate::Pixmap;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let channel = params.choice(0, 1, 1);
    let keep = (params.at(1, 0.0) / 100.0).clamp(0.0, 1.0) as f32;
    if channel == 16 {
        for pixel in &mut picture.pixels {
            let ([r, g, b], [_, _, _, a]) = (straight(*pixel), *pixel);
            let a = 1.0 - a + (2.0 * a - 1.0) * keep;
            *pixel = [r * a, g * a, b * a, a];
        }
        return;
    }
    map_colors(picture, |color| lerp(inverted(channel, color), color, keep));
}

fn inverted(channel: i32, [r, g, b]: [f32; 3]) -> [f32; 3] {
    let color = [r, g, b];
    let [h, l, s] = to_hls(color);
    match channel {
        2 => [1.0 - r, g, b],
        3 => [r, 1.0 - g, b],
        4 => [r, g, 1.0 - b],
        6 => from_hls([0.5 - h, 1.0 - l, 1.0 - s]),
        7 => from_hls([0.5 - h, l, s]),
        8 => from_hls([h, 1.0 - l, s]),
        9 => from_hls([h, l, 1.0 - s]),
        11..=14 => {
            let y = 0.299 * r + 0.587 * g + 0.114 * b;
            let i = 0.596 * r - 0.274 * g - 0.322 * b;
            let q = 0.211 * r - 0.523 * g + 0.312 * b;
            let all = channel == 11;
            let y = if all || channel == 12 { 1.0 - y } else { y };
            let i = if all || channel == 13 { -i } else { i };
            let q = if all || channel == 14 { -q } else { q };
            [y + 0.956 * i + 0.621 * q, y - 0.272 * i - 0.647 * q, y - 1.106 * i + 1.703 * q]
                .map(|c| c.clamp(0.0, 1.0))
        }
        _ => color.map(|c| 1.0 - c),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn colors_become_their_complement_and_alpha_stays() {
        let call = call("ADBE Invert", &[(1, &[1.0]), (2, &[0.0])]);
        let out = run(&call, filled(1, 1, [0.1, 0.2, 0.0, 0.4]));
        assert_near(out.pixels[0], [0.3, 0.2, 0.4, 0.4], 1e-6);
    }

    #[test]
    fn blend_keeps_a_part_of_the_original() {
        let call = call("ADBE Invert", &[(1, &[1.0]), (2, &[25.0])]);
        assert_near(color(&call, [0.2, 1.0, 0.5]), [0.65, 0.25, 0.5, 1.0], 1e-6);
    }

    #[test]
    fn hue_is_mirrored() {
        let call = call("ADBE Invert", &[(1, &[7.0]), (2, &[0.0])]);
        assert_near(color(&call, [1.0, 0.0, 0.0]), [0.0, 1.0, 1.0, 1.0], 1e-5);
        // 120° becomes 60°: green becomes yellow.
        assert_near(color(&call, [0.0, 1.0, 0.0]), [1.0, 1.0, 0.0, 1.0], 1e-5);
    }

    #[test]
    fn inverted_alpha_shows_what_was_transparent() {
        let call = call("ADBE Invert", &[(1, &[16.0]), (2, &[0.0])]);
        assert_near(run(&call, filled(1, 1, [0.0; 4])).pixels[0], [0.0, 0.0, 0.0, 1.0], 1e-6);
        assert_near(run(&call, filled(1, 1, [0.2, 0.2, 0.2, 0.25])).pixels[0], [0.6, 0.6, 0.6, 0.75], 1e-5);
    }
}
