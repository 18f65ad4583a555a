//! RGB to YCbCr: BT.709, limited range.

use inbetween_render::{Picture, Pixels};

/// Luma and the two colour differences, each 0..1 and -0.5..0.5, of gamma-encoded RGB.
fn split([r, g, b]: [f32; 3]) -> [f32; 3] {
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    [y, (b - y) / 1.8556, (r - y) / 1.5748]
}

fn byte(value: f32) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let byte = (value + 0.5).clamp(0.0, 255.0) as u8;
    byte
}

fn luma(y: f32) -> u8 {
    byte(16.0 + 219.0 * y)
}

fn chroma(c: f32) -> u8 {
    byte(128.0 + 224.0 * c)
}

/// Row `y` of a picture as `split` gives it, `width` pixels long; edge pixels and rows are repeated.
fn row(picture: &Picture, y: usize, width: usize, out: &mut Vec<[f32; 3]>) {
    out.clear();
    let y = y.min(picture.height.saturating_sub(1));
    let range = y * picture.width..(y + 1) * picture.width;
    match &picture.pixels {
        Pixels::Bytes(pixels) => {
            let part = pixels.get(range).unwrap_or(&[]);
            out.extend(part.iter().map(|&[r, g, b, _]| split([r, g, b].map(|c| f32::from(c) / 255.0))));
        }
        Pixels::Floats(pixels) => {
            let part = pixels.get(range).unwrap_or(&[]);
            out.extend(part.iter().map(|&[r, g, b, _]| split([r, g, b])));
        }
        _ => {}
    }
    let last = out.last().copied().unwrap_or_default();
    out.resize(width, last);
}

/// Three full planes one after the other. Pixels must be opaque.
pub(super) fn planes_444(picture: &Picture) -> Vec<u8> {
    let count = picture.width * picture.height;
    let mut out = vec![0; count * 3];
    if count == 0 {
        return out;
    }
    let (y_plane, rest) = out.split_at_mut(count);
    let (cb_plane, cr_plane) = rest.split_at_mut(count);
    let width = picture.width;
    let planes = y_plane
        .chunks_exact_mut(width)
        .zip(cb_plane.chunks_exact_mut(width))
        .zip(cr_plane.chunks_exact_mut(width));
    let mut colours = Vec::new();
    for (number, ((y_row, cb_row), cr_row)) in planes.enumerate() {
        row(picture, number, width, &mut colours);
        for (((y, cb), cr), [l, u, v]) in y_row.iter_mut().zip(cb_row).zip(cr_row).zip(&colours) {
            (*y, *cb, *cr) = (luma(*l), chroma(*u), chroma(*v));
        }
    }
    out
}

/// A full plane of luma and two of a quarter's size, for even `width` and `height`; edge pixels are repeated where
/// the picture is smaller. Pixels must be opaque.
#[cfg_attr(not(feature = "mp4"), allow(dead_code, reason = "only video needs it"))]
pub(super) fn planes_420(picture: &Picture, width: usize, height: usize) -> Vec<u8> {
    let count = width * height;
    let mut out = vec![0; count * 3 / 2];
    if count == 0 {
        return out;
    }
    let (luma_plane, rest) = out.split_at_mut(count);
    let (cb_plane, cr_plane) = rest.split_at_mut(count / 4);
    if let (Pixels::Bytes(pixels), true) =
        (&picture.pixels, (picture.width, picture.height) == (width, height))
    {
        bytes_420(pixels, width, luma_plane, cb_plane, cr_plane);
        return out;
    }
    let chroma_rows = cb_plane.chunks_exact_mut(width / 2).zip(cr_plane.chunks_exact_mut(width / 2));
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (pair, (two, (cb_row, cr_row))) in luma_plane.chunks_exact_mut(width * 2).zip(chroma_rows).enumerate()
    {
        row(picture, pair * 2, width, &mut first);
        row(picture, pair * 2 + 1, width, &mut second);
        for (out, [y, ..]) in two.iter_mut().zip(first.iter().chain(&second)) {
            *out = luma(*y);
        }
        let quads = first.chunks_exact(2).zip(second.chunks_exact(2));
        for ((above, below), (cb, cr)) in quads.zip(cb_row.iter_mut().zip(cr_row)) {
            let mut sums = [0.0_f32; 2];
            for [_, u, v] in above.iter().chain(below) {
                sums = [sums[0] + u, sums[1] + v];
            }
            (*cb, *cr) = (chroma(sums[0] / 4.0), chroma(sums[1] / 4.0));
        }
    }
    out
}

/// Weights of red, green and blue in 1/65536 levels: what `luma` and `chroma` of `split` come to. Those of colour
/// differences sum to nothing, so that greys stay grey.
const LUMA: [i32; 3] = [11_966, 40_254, 4_064];
const BLUE: [i32; 3] = [-6_596, -22_188, 28_784];
const RED: [i32; 3] = [28_784, -26_145, -2_639];

/// The planes of 8-bit pixels in whole numbers: at most one level from the exact ones.
#[cfg_attr(not(feature = "mp4"), allow(dead_code, reason = "only video needs it"))]
fn bytes_420(pixels: &[[u8; 4]], width: usize, luma: &mut [u8], cb: &mut [u8], cr: &mut [u8]) {
    let weigh = |[a, b, c]: [i32; 3], [r, g, b_]: [i32; 3]| a * r + b * g + c * b_;
    for (to, &[r, g, b, _]) in luma.iter_mut().zip(pixels) {
        let color = [r, g, b].map(i32::from);
        *to = (((weigh(LUMA, color) + (1 << 15)) >> 16) + 16).to_le_bytes()[0];
    }
    let chroma_rows = cb.chunks_exact_mut(width / 2).zip(cr.chunks_exact_mut(width / 2));
    for (rows, (cb_row, cr_row)) in pixels.chunks_exact(width * 2).zip(chroma_rows) {
        let (first, second) = rows.split_at(width);
        let quads = first.as_chunks::<2>().0.iter().zip(second.as_chunks::<2>().0);
        for ((above, below), (cb, cr)) in quads.zip(cb_row.iter_mut().zip(cr_row)) {
            let mut sum = [0; 3];
            for [r, g, b, _] in above.iter().chain(below) {
                let [sr, sg, sb] = &mut sum;
                (*sr, *sg, *sb) = (*sr + i32::from(*r), *sg + i32::from(*g), *sb + i32::from(*b));
            }
            let level = |weights| (((weigh(weights, sum) + (1 << 17)) >> 18) + 128).to_le_bytes()[0];
            (*cb, *cr) = (level(BLUE), level(RED));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(pixel: [f32; 4]) -> Picture {
        Picture { width: 1, height: 1, pixels: Pixels::Floats(vec![pixel]) }
    }

    /// The corner values of ITU-R BT.709, 8 bits.
    #[test]
    fn primaries_have_the_values_of_the_standard() {
        let one = |pixel| planes_444(&dot(pixel));
        assert_eq!(one([0.0, 0.0, 0.0, 1.0]), [16, 128, 128]);
        assert_eq!(one([1.0, 1.0, 1.0, 1.0]), [235, 128, 128]);
        assert_eq!(one([1.0, 0.0, 0.0, 1.0]), [63, 102, 240]);
        assert_eq!(one([0.0, 1.0, 0.0, 1.0]), [173, 42, 26]);
        assert_eq!(one([0.0, 0.0, 1.0, 1.0]), [32, 240, 118]);
    }

    #[test]
    fn odd_pictures_repeat_their_edge() {
        assert_eq!(planes_420(&dot([1.0, 0.0, 0.0, 1.0]), 2, 2), [63, 63, 63, 63, 102, 240]);
    }

    #[test]
    fn whole_numbers_are_within_a_level_of_exact_ones() {
        let (width, height) = (64, 66);
        let byte = |i: usize, k: usize| ((i * (7 + 4 * k) + i / 9 * 31) % 256) as u8;
        let bytes: Vec<[u8; 4]> = (0..width * height)
            .map(|i| match i {
                0..128 => [255, 255, 255, 255],
                128..256 => [0, 0, 255, 255],
                256..384 => [255, 0, 0, 255],
                _ => [byte(i, 0), byte(i, 1), byte(i, 2), 255],
            })
            .collect();
        let floats = bytes.iter().map(|pixel| pixel.map(|c| f32::from(c) / 255.0)).collect();
        let whole = planes_420(&Picture { width, height, pixels: Pixels::Bytes(bytes) }, width, height);
        let exact = planes_420(&Picture { width, height, pixels: Pixels::Floats(floats) }, width, height);
        assert!(whole.iter().zip(&exact).all(|(a, b)| a.abs_diff(*b) <= 1));
        assert_eq!(whole[..64], [235; 64]);
    }
}
