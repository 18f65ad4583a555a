//! What a renderer gives: 8-bit or f32 pictures.

use crate::Pixmap;

/// A drawn picture: premultiplied RGBA, gamma-encoded sRGB, rows from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// `width * height` pixels.
    pub pixels: Pixels,
}

/// The pixels of a [`Picture`], premultiplied.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Pixels {
    /// 8 bits per channel (`Quality::Fast`).
    Bytes(Vec<[u8; 4]>),
    /// f32 0..1 (`Quality::Reference`).
    Floats(Vec<[f32; 4]>),
}

/// Pixels looked at together when they are made straight.
const RUN: usize = 32;

/// 255 / alpha by alpha, 0 for 0.
const PER_ALPHA: [f32; 256] = {
    let mut table = [0.0; 256];
    let mut rest: &mut [f32] = &mut table;
    let mut alpha = 0.0f32;
    while let Some((first, others)) = rest.split_first_mut() {
        if alpha > 0.0 {
            *first = 255.0 / alpha;
        }
        alpha += 1.0;
        rest = others;
    }
    table
};

/// Premultiplied pixels as straight ones, rounded to nearest, halves up; in a form that compiles to vectors.
fn straight_four(pixels: &[[u8; 4]; 4]) -> [[u8; 4]; 4] {
    let [a, b, c, d] =
        pixels.map(|[.., alpha]| PER_ALPHA.get(usize::from(alpha)).copied().unwrap_or_default());
    let scales = [a, a, a, 1.0, b, b, b, 1.0, c, c, c, 1.0, d, d, d, 1.0];
    let mut out = [[0; 4]; 4];
    for ((to, from), scale) in out.as_flattened_mut().iter_mut().zip(pixels.as_flattened()).zip(scales) {
        // A quotient that is not half way is at least 1/510 away from it: with 1/2048 more, what is meant to be half
        // way surely is above. Adding 2^23 rounds to a whole number, which is then in the low bits.
        let value = (f32::from(*from) * scale + 1.0 / 2048.0).min(255.0);
        *to = (value + 8_388_608.0).to_bits() as u8;
    }
    out
}

fn straight(pixel: [u8; 4]) -> [u8; 4] {
    let [first, ..] = straight_four(&[pixel; 4]);
    first
}

impl Default for Picture {
    fn default() -> Self {
        Self { width: 0, height: 0, pixels: Pixels::Bytes(Vec::new()) }
    }
}

impl From<Pixmap> for Picture {
    fn from(pixmap: Pixmap) -> Self {
        Self { width: pixmap.width, height: pixmap.height, pixels: Pixels::Floats(pixmap.pixels) }
    }
}

impl Picture {
    /// The pixel at (x, y), premultiplied 0..1; transparent outside.
    #[must_use]
    pub fn get(&self, x: isize, y: isize) -> [f32; 4] {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return [0.0; 4] };
        if x >= self.width {
            return [0.0; 4];
        }
        let at = y * self.width + x;
        match &self.pixels {
            Pixels::Bytes(pixels) => pixels.get(at).map(|pixel| pixel.map(|c| f32::from(c) / 255.0)),
            Pixels::Floats(pixels) => pixels.get(at).copied(),
        }
        .unwrap_or([0.0; 4])
    }

    /// Straight RGBA bytes, rows from the top: what files hold.
    #[must_use]
    pub fn to_straight_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_straight_bytes(&mut out);
        out
    }

    /// The same into a buffer that is used again; what it held is gone.
    pub fn write_straight_bytes(&self, out: &mut Vec<u8>) {
        out.resize(self.width.saturating_mul(self.height).saturating_mul(4), 0);
        let places = out.as_chunks_mut::<4>().0;
        match &self.pixels {
            Pixels::Bytes(pixels) => {
                // Most pixels are opaque or empty, in long runs.
                for (places, pixels) in places.chunks_mut(RUN).zip(pixels.chunks(RUN)) {
                    let (all, any) = pixels.iter().fold((255, 0), |(all, any), &[.., a]| (all & a, any | a));
                    match (all, any) {
                        (255, _) => places.iter_mut().zip(pixels).for_each(|(place, pixel)| *place = *pixel),
                        (_, 0) => places.fill([0; 4]),
                        _ => {
                            let (places, tail) = places.as_chunks_mut::<4>();
                            let (pixels, rest) = pixels.as_chunks::<4>();
                            for (places, pixels) in places.iter_mut().zip(pixels) {
                                *places = straight_four(pixels);
                            }
                            tail.iter_mut().zip(rest).for_each(|(place, pixel)| *place = straight(*pixel));
                        }
                    }
                }
            }
            Pixels::Floats(pixels) => {
                for (place, &pixel) in places.iter_mut().zip(pixels) {
                    *place = crate::pixmap::straight(pixel);
                }
            }
        }
    }

    /// The same as f32.
    #[must_use]
    pub fn to_pixmap(&self) -> Pixmap {
        let pixels = match &self.pixels {
            Pixels::Bytes(pixels) => pixels.iter().map(|pixel| pixel.map(|c| f32::from(c) / 255.0)).collect(),
            Pixels::Floats(pixels) => pixels.clone(),
        };
        Pixmap { width: self.width, height: self.height, pixels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_bytes_are_the_rounded_quotients() {
        for a in 0..=255u32 {
            for c in 0..=a {
                let right = (c * 255 + a / 2).checked_div(a).unwrap_or(0) as u8;
                assert_eq!(straight([c as u8, 0, c as u8, a as u8]), [right, 0, right, a as u8], "{c} {a}");
            }
        }
    }

    #[test]
    fn rows_of_any_length_become_straight() {
        for width in [1, 31, 32, 33, 64, 85] {
            let pixels: Vec<[u8; 4]> =
                (0..width).map(|i| if i < 35 { [10, 20, 30, 255] } else { [64, 0, 128, 128] }).collect();
            let picture = Picture { width, height: 1, pixels: Pixels::Bytes(pixels.clone()) };
            let right: Vec<u8> = pixels.into_iter().flat_map(straight).collect();
            assert_eq!(picture.to_straight_bytes(), right);
        }
    }
}
