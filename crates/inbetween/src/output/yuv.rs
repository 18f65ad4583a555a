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
}
