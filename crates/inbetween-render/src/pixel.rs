//! What surfaces hold: 8-bit or f32 premultiplied pixels, and the loops over rows of them.

use crate::blend;
use inbetween_doc::BlendMode;

/// A pixel format. Rows given together have the same length; the shorter one counts.
pub(crate) trait Pixel: Copy + Default + PartialEq + std::fmt::Debug + 'static {
    /// From premultiplied f32, clamped to what a pixel may be.
    fn from_premultiplied(color: [f32; 4]) -> Self;
    /// To premultiplied f32.
    fn to_premultiplied(self) -> [f32; 4];
    /// Its alpha, 0..1.
    fn alpha(self) -> f32;
    /// Whether nothing below shows.
    fn is_opaque(self) -> bool;
    /// Whether a row is transparent.
    fn nothing(row: &[Self]) -> bool;
    /// One colour, covering `cover`, over a row.
    fn fill(row: &mut [Self], color: Self, cover: f32);
    /// One colour over a row, by coverage.
    fn fill_covers(row: &mut [Self], color: Self, covers: &[f32]);
    /// A row over a row.
    fn over(row: &mut [Self], source: &[Self], cover: f32);
    /// A row over a row, by coverage.
    fn over_covers(row: &mut [Self], source: &[Self], covers: &[f32], cover: f32);
    /// Multiplies a row by coverage.
    fn scale(row: &mut [Self], covers: &[f32]);
    /// Moves a row towards another by coverage.
    fn mix(row: &mut [Self], source: &[Self], covers: &[f32]);
    /// Blends a row with a row in one of AE's modes.
    fn blend(row: &mut [Self], source: &[Self], covers: Covers<'_>, mode: BlendMode) {
        blend::with_channel(mode, Rows { row, source, covers });
    }
}

/// Rows to be blended, waiting for their mode.
struct Rows<'a, P> {
    row: &'a mut [P],
    source: &'a [P],
    covers: Covers<'a>,
}

impl<P: Pixel> Rows<'_, P> {
    #[inline]
    fn run(self, blend: impl Fn([f32; 4], [f32; 4]) -> [f32; 4]) {
        let (covers, cover) = match self.covers {
            Covers::One(cover) => (&[][..], cover),
            Covers::Each(covers, cover) => (covers, cover),
        };
        let one = covers.is_empty();
        const BLOCK: usize = 16;
        let mut covers = covers.chunks(BLOCK);
        for (below, above) in self.row.chunks_mut(BLOCK).zip(self.source.chunks(BLOCK)) {
            let covers = covers.next().unwrap_or_default();
            if P::nothing(above) {
                continue;
            }
            let mut covers = covers.iter();
            for (below, above) in below.iter_mut().zip(above) {
                let c = if one { cover } else { covers.next().map_or(0.0, |c| c * cover) };
                let source = above.to_premultiplied();
                if c > 0.0 && source[3] > 0.0 {
                    let source = source.map(|v| v * c);
                    *below = P::from_premultiplied(blend(below.to_premultiplied(), source));
                }
            }
        }
    }
}

impl<P: Pixel> blend::Use for Rows<'_, P> {
    fn separable(self, channel: impl Fn(f32, f32) -> f32) {
        self.run(|below, source| blend::separable(below, source, &channel));
    }

    fn whole(self, mode: BlendMode) {
        self.run(|below, source| blend::pixel(below, source, mode));
    }
}

/// Coverage of a row: one for all, or one each times one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Covers<'a> {
    One(f32),
    Each(&'a [f32], f32),
}

impl Pixel for [f32; 4] {
    #[allow(clippy::manual_clamp, reason = "max and min turn NaN into 0, clamp keeps it")]
    fn from_premultiplied([r, g, b, a]: [f32; 4]) -> Self {
        let a = a.max(0.0).min(1.0);
        [r.max(0.0).min(a), g.max(0.0).min(a), b.max(0.0).min(a), a]
    }

    fn to_premultiplied(self) -> [f32; 4] {
        self
    }

    fn alpha(self) -> f32 {
        self[3]
    }

    fn is_opaque(self) -> bool {
        self[3] >= 1.0
    }

    fn nothing(row: &[Self]) -> bool {
        row.iter().all(|pixel| *pixel == [0.0; 4])
    }

    fn fill(row: &mut [Self], color: Self, cover: f32) {
        let color = color.map(|c| c * cover);
        if color.is_opaque() {
            row.fill(color);
        } else {
            row.iter_mut().for_each(|below| *below = float_over(*below, color));
        }
    }

    fn fill_covers(row: &mut [Self], color: Self, covers: &[f32]) {
        for (below, &cover) in row.iter_mut().zip(covers) {
            *below = float_over(*below, color.map(|c| c * cover));
        }
    }

    fn over(row: &mut [Self], source: &[Self], cover: f32) {
        for (below, above) in row.iter_mut().zip(source) {
            *below = float_over(*below, above.map(|c| c * cover));
        }
    }

    fn over_covers(row: &mut [Self], source: &[Self], covers: &[f32], cover: f32) {
        for ((below, above), &c) in row.iter_mut().zip(source).zip(covers) {
            *below = float_over(*below, above.map(|v| v * (c * cover)));
        }
    }

    fn scale(row: &mut [Self], covers: &[f32]) {
        for (pixel, &cover) in row.iter_mut().zip(covers) {
            *pixel = pixel.map(|c| c * cover);
        }
    }

    fn mix(row: &mut [Self], source: &[Self], covers: &[f32]) {
        for ((pixel, other), &cover) in row.iter_mut().zip(source).zip(covers) {
            for (a, b) in pixel.iter_mut().zip(other) {
                *a += (b - *a) * cover;
            }
        }
    }
}

#[inline]
fn float_over(below: [f32; 4], [r, g, b, a]: [f32; 4]) -> [f32; 4] {
    let [br, bg, bb, ba] = below;
    let rest = 1.0 - a;
    [r + br * rest, g + bg * rest, b + bb * rest, a + ba * rest]
}

const EVEN: u32 = 0x00ff_00ff;
const HALF: u32 = 0x0080_0080;

/// `(a * x + b * y) / 255` of all four channels, rounded; no channel may exceed 255.
#[inline]
fn weigh(a: u32, x: u32, b: u32, y: u32) -> u32 {
    let even = (a & EVEN) * x + (b & EVEN) * y + HALF;
    let odd = ((a >> 8) & EVEN) * x + ((b >> 8) & EVEN) * y + HALF;
    let even = ((even + ((even >> 8) & EVEN)) >> 8) & EVEN;
    let odd = (odd + ((odd >> 8) & EVEN)) & !EVEN;
    even | odd
}

#[inline]
fn div255(x: u32) -> u32 {
    let x = x + 128;
    (x + (x >> 8)) >> 8
}

/// A coverage 0..=1 as 0..=255. Adding 2^23 rounds to a whole number, which is then in the low bits: no conversion has
/// to be checked, and it compiles to vectors.
#[inline]
fn byte(cover: f32) -> u32 {
    (cover * 255.0 + 8_388_608.0).to_bits() & 255
}

#[inline]
fn byte_over(below: [u8; 4], above: [u8; 4], cover: u32) -> [u8; 4] {
    let rest = 255 - div255(u32::from(above[3]) * cover);
    weigh(u32::from_le_bytes(above), cover, u32::from_le_bytes(below), rest).to_le_bytes()
}

/// One number for each pixel, for each of its channels.
#[inline]
fn spread<T: Copy>([a, b, c, d]: [T; 4]) -> [T; 16] {
    [a, a, a, a, b, b, b, b, c, c, c, c, d, d, d, d]
}

/// Four pixels over four, in a form that compiles to vectors.
#[inline]
fn over_four(below: &mut [[u8; 4]; 4], above: &[[u8; 4]; 4]) {
    let rest = spread(above.map(|[.., a]| a));
    for ((below, above), alpha) in below.as_flattened_mut().iter_mut().zip(above.as_flattened()).zip(rest) {
        let x = u16::from(*below) * u16::from(255 - alpha) + 128;
        *below = above.wrapping_add(((x + (x >> 8)) >> 8) as u8);
    }
}

/// The same, each pixel covering in part: what [`byte_over`] does. Sums stay below 2^16 because no channel exceeds alpha.
#[inline]
fn cover_four(below: &mut [[u8; 4]; 4], above: &[[u8; 4]; 4], covers: [u8; 4]) {
    let mut rest = [0u16; 4];
    for ((rest, [.., a]), c) in rest.iter_mut().zip(above).zip(covers) {
        let x = u16::from(*a) * u16::from(c) + 128;
        *rest = 255 - ((x + (x >> 8)) >> 8);
    }
    let (rest, covers) = (spread(rest), spread(covers));
    let channels = below.as_flattened_mut().iter_mut().zip(above.as_flattened());
    for (((below, above), rest), cover) in channels.zip(rest).zip(covers) {
        let x =
            (u16::from(*above) * u16::from(cover)).wrapping_add(u16::from(*below) * rest).wrapping_add(128);
        *below = (x.wrapping_add(x >> 8) >> 8) as u8;
    }
}

/// Four coverages as bytes.
#[inline]
fn bytes(covers: [f32; 4], scale: f32) -> [u8; 4] {
    covers.map(|c| byte(c * scale) as u8)
}

impl Pixel for [u8; 4] {
    fn from_premultiplied(color: [f32; 4]) -> Self {
        let [r, g, b, a] = color.map(|c| (c * 255.0 + 0.5) as u8);
        [r.min(a), g.min(a), b.min(a), a]
    }

    fn to_premultiplied(self) -> [f32; 4] {
        self.map(|c| f32::from(c) * (1.0 / 255.0))
    }

    fn alpha(self) -> f32 {
        f32::from(self[3]) * (1.0 / 255.0)
    }

    fn is_opaque(self) -> bool {
        self[3] == 255
    }

    fn nothing(row: &[Self]) -> bool {
        row.iter().fold(0, |any, pixel| any | u32::from_le_bytes(*pixel)) == 0
    }

    fn fill(row: &mut [Self], color: Self, cover: f32) {
        let cover = byte(cover);
        let color = weigh(u32::from_le_bytes(color), cover, 0, 0).to_le_bytes();
        match color[3] {
            0 => {}
            255 => row.fill(color),
            alpha => {
                let rest = u16::from(255 - alpha);
                let [r, g, b, a] = color;
                let pattern = [r, g, b, a, r, g, b, a, r, g, b, a, r, g, b, a];
                let (blocks, tail) = row.as_flattened_mut().as_chunks_mut::<16>();
                for block in blocks {
                    for (below, above) in block.iter_mut().zip(pattern) {
                        let x = u16::from(*below) * rest + 128;
                        *below = above.wrapping_add(((x + (x >> 8)) >> 8) as u8);
                    }
                }
                for (below, above) in tail.iter_mut().zip(pattern) {
                    let x = u16::from(*below) * rest + 128;
                    *below = above.wrapping_add(((x + (x >> 8)) >> 8) as u8);
                }
            }
        }
    }

    fn fill_covers(row: &mut [Self], color: Self, covers: &[f32]) {
        let (blocks, tail) = row.as_chunks_mut::<4>();
        let (four, rest) = covers.as_chunks::<4>();
        for (below, covers) in blocks.iter_mut().zip(four) {
            cover_four(below, &[color; 4], bytes(*covers, 1.0));
        }
        for (below, &cover) in tail.iter_mut().zip(rest) {
            *below = byte_over(*below, color, byte(cover));
        }
    }

    fn over(row: &mut [Self], source: &[Self], cover: f32) {
        let cover = byte(cover);
        if cover < 255 {
            let covers = [cover as u8; 4];
            let (blocks, tail) = row.as_chunks_mut::<8>();
            let (from, from_tail) = source.as_chunks::<8>();
            for (below, above) in blocks.iter_mut().zip(from) {
                if !<[u8; 4]>::nothing(above) {
                    for (below, above) in
                        below.as_chunks_mut::<4>().0.iter_mut().zip(above.as_chunks::<4>().0)
                    {
                        cover_four(below, above, covers);
                    }
                }
            }
            for (below, &above) in tail.iter_mut().zip(from_tail) {
                *below = byte_over(*below, above, cover);
            }
            return;
        }
        let count = row.len().min(source.len());
        let (row, source) = (row.get_mut(..count), source.get(..count));
        let (Some(row), Some(source)) = (row, source) else { return };
        let (blocks, tail) = row.as_chunks_mut::<8>();
        let (from, from_tail) = source.as_chunks::<8>();
        for (below, above) in blocks.iter_mut().zip(from) {
            // Layers are mostly nothing or whole: look at eight pixels at once.
            let (mut any, mut all) = (0u32, u32::MAX);
            for pixel in above {
                let pixel = u32::from_le_bytes(*pixel);
                any |= pixel;
                all &= pixel;
            }
            if all >> 24 == 255 {
                *below = *above;
            } else if any != 0 {
                for (below, above) in below.as_chunks_mut::<4>().0.iter_mut().zip(above.as_chunks::<4>().0) {
                    over_four(below, above);
                }
            }
        }
        for (below, &above) in tail.iter_mut().zip(from_tail) {
            let kept = weigh(u32::from_le_bytes(*below), u32::from(255 - above[3]), 0, 0);
            *below = u32::from_le_bytes(above).wrapping_add(kept).to_le_bytes();
        }
    }

    fn over_covers(row: &mut [Self], source: &[Self], covers: &[f32], cover: f32) {
        let (blocks, tail) = row.as_chunks_mut::<4>();
        let (from, from_tail) = source.as_chunks::<4>();
        let (four, rest) = covers.as_chunks::<4>();
        for ((below, above), covers) in blocks.iter_mut().zip(from).zip(four) {
            if !<[u8; 4]>::nothing(above) {
                cover_four(below, above, bytes(*covers, cover));
            }
        }
        for ((below, &above), &c) in tail.iter_mut().zip(from_tail).zip(rest) {
            *below = byte_over(*below, above, byte(c * cover));
        }
    }

    fn scale(row: &mut [Self], covers: &[f32]) {
        let (blocks, tail) = row.as_chunks_mut::<4>();
        let (four, rest) = covers.as_chunks::<4>();
        for (pixels, covers) in blocks.iter_mut().zip(four) {
            // Masks are mostly nothing or whole.
            let [a, b, c, d] = covers.map(byte);
            let (all, any) = (a & b & c & d, a | b | c | d);
            if all == 255 || <[u8; 4]>::nothing(pixels) {
                continue;
            }
            if any == 0 {
                *pixels = [[0; 4]; 4];
                continue;
            }
            for (channel, cover) in pixels.as_flattened_mut().iter_mut().zip(spread(bytes(*covers, 1.0))) {
                let x = u16::from(*channel) * u16::from(cover) + 128;
                *channel = ((x + (x >> 8)) >> 8) as u8;
            }
        }
        for (pixel, &cover) in tail.iter_mut().zip(rest) {
            *pixel = weigh(u32::from_le_bytes(*pixel), byte(cover), 0, 0).to_le_bytes();
        }
    }

    fn mix(row: &mut [Self], source: &[Self], covers: &[f32]) {
        for ((pixel, &other), &cover) in row.iter_mut().zip(source).zip(covers) {
            let c = byte(cover);
            let (a, b) = (u32::from_le_bytes(other), u32::from_le_bytes(*pixel));
            *pixel = weigh(a, c, b, 255 - c).to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Premultiplied pixels of all kinds, more than blocks are long.
    fn pixels(seed: u32) -> Vec<[u8; 4]> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 24
        };
        (0..4099)
            .map(|i| {
                let a = if i % 5 == 0 { 255 } else { next() };
                [next() * a / 255, next() * a / 255, a, a].map(|c| c as u8)
            })
            .collect()
    }

    fn covers() -> Vec<f32> {
        (0..4099u32).map(|i| (i * 37 % 256) as f32 / 255.0).collect()
    }

    #[test]
    fn rows_are_covered_as_single_pixels_are() {
        let (below, above, covers) = (pixels(1), pixels(2), covers());
        let one = |i: usize, above: [u8; 4], cover: f32| byte_over(below[i], above, byte(cover));
        let mut row = below.clone();
        <[u8; 4]>::over_covers(&mut row, &above, &covers, 0.7);
        assert!(row.iter().enumerate().all(|(i, p)| *p == one(i, above[i], covers[i] * 0.7)));
        for cover in [0.0, 0.3, 0.77] {
            let mut row = below.clone();
            <[u8; 4]>::over(&mut row, &above, cover);
            assert!(row.iter().enumerate().all(|(i, p)| *p == one(i, above[i], cover)));
        }
        for color in [[255; 4], [10, 20, 30, 40], [0, 0, 0, 255], [200, 100, 0, 200]] {
            let mut row = below.clone();
            <[u8; 4]>::fill_covers(&mut row, color, &covers);
            assert!(row.iter().enumerate().all(|(i, p)| *p == one(i, color, covers[i])));
        }
    }

    #[test]
    fn rows_are_scaled_as_their_channels_are() {
        let (before, covers) = (pixels(3), covers());
        let mut row = before.clone();
        <[u8; 4]>::scale(&mut row, &covers);
        for ((pixel, before), cover) in row.iter().zip(before).zip(covers) {
            let right = before.map(|c| (f32::from(c) * cover).round());
            assert!(pixel.iter().zip(right).all(|(c, right)| (f32::from(*c) - right).abs() < 1.0));
        }
    }
}
