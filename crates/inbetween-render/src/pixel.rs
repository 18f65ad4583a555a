//! What surfaces hold: 8-bit or f32 premultiplied pixels, and the loops over rows of them.

use crate::blend;
use inbetween_doc::BlendMode;

/// A pixel format. Rows given together have the same length; the shorter one counts.
pub(crate) trait Pixel: Copy + Default + PartialEq + std::fmt::Debug + 'static {
    /// From premultiplied f32, clamped to what a pixel may be.
    fn from_premultiplied(color: [f32; 4]) -> Self;
    /// To premultiplied f32.
    fn to_premultiplied(self) -> [f32; 4];
    /// Whether nothing below shows.
    fn is_opaque(self) -> bool;
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
        let mut covers = covers.iter();
        for (below, above) in self.row.iter_mut().zip(self.source) {
            let c = if one { cover } else { covers.next().map_or(0.0, |c| c * cover) };
            let source = above.to_premultiplied();
            if c > 0.0 && source[3] > 0.0 {
                let source = source.map(|v| v * c);
                *below = P::from_premultiplied(blend(below.to_premultiplied(), source));
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

    fn is_opaque(self) -> bool {
        self[3] >= 1.0
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

#[inline]
fn byte(cover: f32) -> u32 {
    // Coverage lies in 0..=1; the cast saturates all the same.
    u32::from((cover * 255.0 + 0.5) as u8)
}

#[inline]
fn byte_over(below: [u8; 4], above: [u8; 4], cover: u32) -> [u8; 4] {
    let rest = 255 - div255(u32::from(above[3]) * cover);
    weigh(u32::from_le_bytes(above), cover, u32::from_le_bytes(below), rest).to_le_bytes()
}

/// Four pixels over four, in a form that compiles to vectors.
#[inline]
fn over_four(below: &mut [[u8; 4]; 4], above: &[[u8; 4]; 4]) {
    let [[.., a], [.., b], [.., c], [.., d]] = *above;
    let rest = [a, a, a, a, b, b, b, b, c, c, c, c, d, d, d, d];
    for ((below, above), alpha) in below.as_flattened_mut().iter_mut().zip(above.as_flattened()).zip(rest) {
        let x = u16::from(*below) * u16::from(255 - alpha) + 128;
        *below = above.wrapping_add(((x + (x >> 8)) >> 8) as u8);
    }
}

impl Pixel for [u8; 4] {
    fn from_premultiplied(color: [f32; 4]) -> Self {
        let [r, g, b, a] = color.map(|c| (c * 255.0 + 0.5) as u8);
        [r.min(a), g.min(a), b.min(a), a]
    }

    fn to_premultiplied(self) -> [f32; 4] {
        self.map(|c| f32::from(c) * (1.0 / 255.0))
    }

    fn is_opaque(self) -> bool {
        self[3] == 255
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
        let above = u32::from_le_bytes(color);
        if color[3] == 255 {
            for (below, &cover) in row.iter_mut().zip(covers) {
                let c = byte(cover);
                *below = weigh(above, c, u32::from_le_bytes(*below), 255 - c).to_le_bytes();
            }
        } else {
            for (below, &cover) in row.iter_mut().zip(covers) {
                *below = byte_over(*below, color, byte(cover));
            }
        }
    }

    fn over(row: &mut [Self], source: &[Self], cover: f32) {
        let cover = byte(cover);
        if cover < 255 {
            for (below, &above) in row.iter_mut().zip(source) {
                if above[3] > 0 {
                    *below = byte_over(*below, above, cover);
                }
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
        for ((below, &above), &c) in row.iter_mut().zip(source).zip(covers) {
            if above[3] > 0 {
                *below = byte_over(*below, above, byte(c * cover));
            }
        }
    }

    fn scale(row: &mut [Self], covers: &[f32]) {
        for (pixel, &cover) in row.iter_mut().zip(covers) {
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
