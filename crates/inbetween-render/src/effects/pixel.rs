//! Arithmetic on single pixels that several effects share.

use crate::Pixmap;
use inbetween_doc::BlendMode;

/// Alpha of every pixel.
pub(crate) fn alpha_plane(picture: &Pixmap) -> Vec<[f32; 1]> {
    picture.pixels.iter().map(|&[_, _, _, a]| [a]).collect()
}

/// The straight colour of a premultiplied pixel; black where it is transparent.
pub(crate) fn straight([r, g, b, a]: [f32; 4]) -> [f32; 3] {
    if a > 0.0 { [r, g, b].map(|c| (c / a).clamp(0.0, 1.0)) } else { [0.0; 3] }
}

/// The premultiplied pixel of a straight colour.
pub(crate) fn premultiply([r, g, b]: [f32; 3], a: f32) -> [f32; 4] {
    [r * a, g * a, b * a, a]
}

/// Changes the straight colour of every pixel that shows; alpha stays.
pub(crate) fn map_colors(picture: &mut Pixmap, change: impl Fn([f32; 3]) -> [f32; 3]) {
    for pixel in &mut picture.pixels {
        let [_, _, _, a] = *pixel;
        if a > 0.0 {
            *pixel = premultiply(change(straight(*pixel)), a);
        }
    }
}

/// Changes every pixel, given its column and row.
pub(crate) fn map_places(picture: &mut Pixmap, mut change: impl FnMut(usize, usize, &mut [f32; 4])) {
    let width = picture.width.max(1);
    for (y, row) in picture.pixels.chunks_mut(width).enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            change(x, y, pixel);
        }
    }
}

/// `a` at 0, `b` at 1.
pub(crate) fn lerp<const N: usize>(a: [f32; N], b: [f32; N], t: f32) -> [f32; N] {
    let mut out = a;
    for (out, b) in out.iter_mut().zip(b) {
        *out += (b - *out) * t;
    }
    out
}

/// Premultiplied `top` over `bottom`.
pub(crate) fn over(top: [f32; 4], bottom: [f32; 4]) -> [f32; 4] {
    let [_, _, _, a] = top;
    let mut out = top;
    for (out, below) in out.iter_mut().zip(bottom) {
        *out += below * (1.0 - a);
    }
    out
}

/// Luma as AE's colour effects take it: Rec. 601 weights on gamma-encoded values (measured on Tint and Tritone).
pub(crate) fn luma([r, g, b]: [f32; 3]) -> f32 {
    0.299 * r + 0.587 * g + 0.114 * b
}

/// Hue 0..1 (0 is red), lightness and saturation of a straight colour: the double cone of AE's HLS effects.
pub(crate) fn to_hls([r, g, b]: [f32; 3]) -> [f32; 3] {
    let (max, min) = (r.max(g).max(b), r.min(g).min(b));
    let (lightness, chroma) = ((max + min) / 2.0, max - min);
    if chroma <= 0.0 {
        return [0.0, lightness, 0.0];
    }
    let sixth = if max == r {
        (g - b) / chroma
    } else if max == g {
        (b - r) / chroma + 2.0
    } else {
        (r - g) / chroma + 4.0
    };
    let room = 1.0 - (2.0 * lightness - 1.0).abs();
    [(sixth / 6.0).rem_euclid(1.0), lightness, if room > 0.0 { (chroma / room).min(1.0) } else { 0.0 }]
}

/// The colour of hue (turns), lightness and saturation.
pub(crate) fn from_hls([hue, lightness, saturation]: [f32; 3]) -> [f32; 3] {
    let (lightness, saturation) = (lightness.clamp(0.0, 1.0), saturation.clamp(0.0, 1.0));
    let chroma = (1.0 - (2.0 * lightness - 1.0).abs()) * saturation;
    [0.0_f32, 4.0, 2.0].map(|shift| {
        let k = (hue * 6.0 + shift).rem_euclid(6.0);
        let wave = ((k - 3.0).abs() - 1.0).clamp(0.0, 1.0);
        (lightness + chroma * (wave - 0.5)).clamp(0.0, 1.0)
    })
}

/// The premultiplied picture at a point in pixels from its corner, bilinear, transparent outside.
pub(crate) fn sample(picture: &Pixmap, x: f64, y: f64) -> [f32; 4] {
    let (x, y) = (x - 0.5, y - 0.5);
    if !(x > -1.0 && y > -1.0 && x < picture.width as f64 && y < picture.height as f64) {
        return [0.0; 4];
    }
    let (left, top) = (x.floor(), y.floor());
    let (fx, fy) = ((x - left) as f32, (y - top) as f32);
    let (left, top) = (left as isize, top as isize);
    let upper = lerp(picture.get(left, top), picture.get(left + 1, top), fx);
    if fy == 0.0 {
        return upper;
    }
    lerp(upper, lerp(picture.get(left, top + 1), picture.get(left + 1, top + 1), fx), fy)
}

/// Integral of three equal boxes of total weight 1 and width 1 each, centred on 0: an edge blurred by three box passes.
pub(crate) fn soft_step(u: f64) -> f64 {
    if u <= -1.5 {
        0.0
    } else if u < -0.5 {
        (u + 1.5) * (u + 1.5) * (u + 1.5) / 6.0
    } else if u < 0.5 {
        0.5 + 0.75 * u - u * u * u / 3.0
    } else if u < 1.5 {
        1.0 - (1.5 - u) * (1.5 - u) * (1.5 - u) / 6.0
    } else {
        1.0
    }
}

/// How much of a pixel shows whose centre is `distance` pixels inside an edge that is feathered by `feather` pixels.
///
/// AE blurs the matte of a wipe with three boxes of radius 0.369 × feather (measured on Linear Wipe); without feather
/// an edge is as soft as one pixel.
pub(crate) fn edge(distance: f64, feather: f64) -> f32 {
    if feather > 0.0 {
        soft_step(distance / (2.0 * 0.369 * feather + 1.0)) as f32
    } else {
        (distance + 0.5).clamp(0.0, 1.0) as f32
    }
}

/// A number 0..1 that depends on place and seed only: white noise.
pub(crate) fn white_noise(x: i64, y: i64, seed: i64) -> f32 {
    let mut h = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ (seed as u64).wrapping_mul(0x1656_67B1_9E37_79F9);
    h ^= h >> 31;
    h = h.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h ^= h >> 27;
    h = h.wrapping_mul(0x94D0_49BB_1331_11EB);
    h ^= h >> 31;
    (h >> 40) as f32 / 16_777_216.0
}

/// The blend mode of a layer style's or effect's menu with Photoshop's order, separators counted: 1 Normal, 5 Multiply,
/// 11 Screen (the defaults AE writes for overlays, shadows and glows).
pub(crate) fn style_mode(entry: i32) -> BlendMode {
    match entry {
        4 | 8 => BlendMode::Darken,
        5 => BlendMode::Multiply,
        6 | 7 => BlendMode::ColorBurn,
        10 | 14 => BlendMode::Lighten,
        11 => BlendMode::Screen,
        12 => BlendMode::ColorDodge,
        13 => BlendMode::Add,
        16 => BlendMode::Overlay,
        17 => BlendMode::SoftLight,
        18..=21 => BlendMode::HardLight,
        22 => BlendMode::HardMix,
        24 => BlendMode::Difference,
        25 => BlendMode::Exclusion,
        27 => BlendMode::Hue,
        28 => BlendMode::Saturation,
        29 => BlendMode::Color,
        30 => BlendMode::Luminosity,
        _ => BlendMode::Normal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hls_goes_there_and_back() {
        for color in [[0.9, 0.1, 0.3], [0.2, 0.7, 0.4], [0.1, 0.2, 0.95], [0.5, 0.5, 0.5], [1.0, 1.0, 0.0]] {
            let back = from_hls(to_hls(color));
            assert!(back.iter().zip(color).all(|(a, b)| (a - b).abs() < 1e-5), "{color:?} {back:?}");
        }
    }

    #[test]
    fn samples_between_pixels_are_their_mean() {
        let picture = Pixmap { width: 2, height: 1, pixels: vec![[0.0; 4], [1.0; 4]] };
        assert_eq!(sample(&picture, 0.5, 0.5), [0.0; 4]);
        assert_eq!(sample(&picture, 1.0, 0.5), [0.5; 4]);
        assert_eq!(sample(&picture, 1.5, 0.5), [1.0; 4]);
    }

    #[test]
    fn soft_step_is_continuous_and_symmetric() {
        for u in [-1.5, -0.5, 0.5, 1.5] {
            assert!((soft_step(u - 1e-9) - soft_step(u + 1e-9)).abs() < 1e-8);
        }
        assert_eq!(soft_step(0.0), 0.5);
        assert!((soft_step(0.7) + soft_step(-0.7) - 1.0).abs() < 1e-12);
    }
}
