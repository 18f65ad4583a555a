//! Images under a map: bilinear between pixels, from a chain of halved pictures where they shrink.

use crate::pixel::Pixel;
use crate::surface::{Shader, Surface};
use crate::{Picture, Pixels, Pixmap};
use std::sync::Arc;

/// An image and its halves, each pixel the mean of four.
#[derive(Clone, Debug)]
pub(crate) struct Mips {
    pub(crate) source: Arc<Picture>,
    pub(crate) halves: Vec<Pixmap>,
}

impl Mips {
    pub(crate) fn new(source: Arc<Picture>) -> Self {
        Self { source, halves: Vec::new() }
    }

    /// The level-th half, made when first asked for; the smallest there is beyond.
    pub(crate) fn prepare(&mut self, level: usize) {
        while self.halves.len() < level {
            let half = match self.halves.last() {
                Some(last) if last.width <= 1 && last.height <= 1 => return,
                Some(last) => halve(last),
                None => halve(self.source.as_ref()),
            };
            self.halves.push(half);
        }
    }

    /// Its pixels are `2^level` of the image's, to the size it really has; `inverse` maps the device to the image.
    pub(crate) fn sampler(&self, level: usize, inverse: [[f64; 3]; 3]) -> Sampler<Level<'_>> {
        let texture = match level.min(self.halves.len()).checked_sub(1).and_then(|at| self.halves.get(at)) {
            Some(half) => Level::Half(half),
            None => Level::Whole(&self.source),
        };
        let (width, height) = texture.size();
        let [u, v, w] = inverse;
        let fx = f64::from(width) / self.source.width.max(1) as f64;
        let fy = f64::from(height) / self.source.height.max(1) as f64;
        Sampler { texture, inverse: [u.map(|c| c * fx), v.map(|c| c * fy), w] }
    }
}

/// A picture of the chain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level<'a> {
    Whole(&'a Picture),
    Half(&'a Pixmap),
}

impl Texture for Level<'_> {
    fn size(&self) -> (i32, i32) {
        match self {
            Self::Whole(picture) => picture.size(),
            Self::Half(pixmap) => pixmap.size(),
        }
    }

    #[inline]
    fn at(&self, x: i32, y: i32) -> [f32; 4] {
        match self {
            Self::Whole(picture) => picture.at(x, y),
            Self::Half(pixmap) => pixmap.at(x, y),
        }
    }
}

fn halve(from: &impl Texture) -> Pixmap {
    let (from_width, from_height) = from.size();
    let (width, height) = ((from_width as usize).div_ceil(2), (from_height as usize).div_ceil(2));
    let mut out = Pixmap::new(width, height);
    for (y, row) in out.pixels.chunks_exact_mut(width.max(1)).enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            // At an odd end the last row or column counts twice.
            let (x0, y0) = (x as i32 * 2, y as i32 * 2);
            let (x1, y1) = ((x0 + 1).min(from_width - 1), (y0 + 1).min(from_height - 1));
            for (x, y) in [(x0, y0), (x1, y0), (x0, y1), (x1, y1)] {
                for (sum, c) in pixel.iter_mut().zip(from.at(x, y)) {
                    *sum += c * 0.25;
                }
            }
        }
    }
    out
}

/// Where the colours of a sampler come from.
pub(crate) trait Texture {
    fn size(&self) -> (i32, i32);
    fn at(&self, x: i32, y: i32) -> [f32; 4];
}

impl Texture for Picture {
    fn size(&self) -> (i32, i32) {
        (self.width as i32, self.height as i32)
    }

    #[inline]
    fn at(&self, x: i32, y: i32) -> [f32; 4] {
        let place = y as usize * self.width + x as usize;
        match &self.pixels {
            Pixels::Bytes(pixels) => pixels.get(place).copied().unwrap_or_default().to_premultiplied(),
            Pixels::Floats(pixels) => pixels.get(place).copied().unwrap_or_default(),
        }
    }
}

impl Texture for Pixmap {
    fn size(&self) -> (i32, i32) {
        (self.width as i32, self.height as i32)
    }

    #[inline]
    fn at(&self, x: i32, y: i32) -> [f32; 4] {
        self.pixels.get(y as usize * self.width + x as usize).copied().unwrap_or_default()
    }
}

impl<P: Pixel> Texture for &Surface<P> {
    fn size(&self) -> (i32, i32) {
        (self.bounds.width() as i32, self.bounds.height() as i32)
    }

    #[inline]
    fn at(&self, x: i32, y: i32) -> [f32; 4] {
        self.pixels
            .get(y as usize * self.bounds.width() + x as usize)
            .copied()
            .unwrap_or_default()
            .to_premultiplied()
    }
}

/// Samples a texture; `inverse` maps the device to the texture's pixels. Outside, its rim goes on: the caller's
/// outline cuts it.
pub(crate) struct Sampler<T> {
    pub(crate) texture: T,
    pub(crate) inverse: [[f64; 3]; 3],
}

impl<T: Texture> Sampler<T> {
    fn sample(&self, u: f64, v: f64) -> [f32; 4] {
        let (width, height) = self.texture.size();
        let (u, v) = (u - 0.5, v - 0.5);
        let (left, top) = (u.floor(), v.floor());
        let (fx, fy) = ((u - left) as f32, (v - top) as f32);
        let column = |x: f64| (x as i32).clamp(0, width - 1);
        let row = |y: f64| (y as i32).clamp(0, height - 1);
        let (x0, x1, y0, y1) = (column(left), column(left + 1.0), row(top), row(top + 1.0));
        let (a, b) = (self.texture.at(x0, y0), self.texture.at(x1, y0));
        if fy == 0.0 && fx == 0.0 {
            return a;
        }
        let (c, d) = (self.texture.at(x0, y1), self.texture.at(x1, y1));
        let mut out = [0.0; 4];
        for ((((out, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            let (top, bottom) = (a + (b - a) * fx, c + (d - c) * fx);
            *out = top + (bottom - top) * fy;
        }
        out
    }
}

impl<P: Pixel, T: Texture> Shader<P> for Sampler<T> {
    fn row(&mut self, y: i32, x0: i32, out: &mut [P]) {
        let y = f64::from(y) + 0.5;
        for (pixel, x) in out.iter_mut().zip(x0..) {
            let x = f64::from(x) + 0.5;
            let [u, v, w] = self.inverse.map(|[a, b, c]| a * x + b * y + c);
            *pixel = P::from_premultiplied(self.sample(u / w, v / w));
        }
    }
}

/// Which half of an image to take where a step of a pixel on the device moves by this much in the image.
pub(crate) fn level_for(inverse: &[[f64; 3]; 3], x: f64, y: f64) -> usize {
    let at = |x: f64, y: f64| {
        let [u, v, w] = inverse.map(|[a, b, c]| a * x + b * y + c);
        (u / w, v / w)
    };
    let ((u, v), (ux, vx), (uy, vy)) = (at(x, y), at(x + 1.0, y), at(x, y + 1.0));
    let area = ((ux - u) * (vy - v) - (uy - u) * (vx - v)).abs();
    let mut level = 0;
    let mut square = 2.0;
    while area >= square && level < 16 {
        level += 1;
        square *= 4.0;
    }
    level
}
