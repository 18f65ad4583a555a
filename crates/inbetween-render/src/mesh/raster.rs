//! Rows of pixels with 16 samples each.

use super::triangle::Corner;
use crate::raster::IRect;

/// Samples of a pixel.
const SAMPLES: usize = 16;

/// Bytes of a pixel's samples.
pub(super) const PIXEL_BYTES: usize = SAMPLES * size_of::<Sample>();

/// Places of the samples around the middle of the pixel: one in every sixteenth of its width and of its height, so that an
/// upright edge has sixteen steps.
const PLACES: [[f64; 2]; SAMPLES] = places();

const fn places() -> [[f64; 2]; SAMPLES] {
    let mut out = [[0.0; 2]; SAMPLES];
    let mut at = 0;
    while at < SAMPLES {
        let reversed = ((at & 1) << 3) | ((at & 2) << 1) | ((at & 4) >> 1) | ((at & 8) >> 3);
        #[expect(clippy::indexing_slicing, reason = "below its length, at compile time")]
        {
            out[at] = [(at as f64 + 0.5) / 16.0 - 0.5, (reversed as f64 + 0.5) / 16.0 - 0.5];
        }
        at += 1;
    }
    out
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    /// One over the depth of what shows; 0 is infinitely far.
    near: f32,
    color: [f32; 3],
}

const NOTHING: Sample = Sample { near: 0.0, color: [0.0; 3] };

/// Some rows.
#[derive(Debug, Default)]
pub(super) struct Band {
    area: IRect,
    samples: Vec<[Sample; SAMPLES]>,
    /// Whether something was drawn in a row.
    touched: Vec<bool>,
}

/// A line `a x + b y + c`, positive inside.
#[derive(Clone, Copy, Debug)]
struct Side {
    a: f64,
    b: f64,
    c: f64,
    /// Half of what it changes over a pixel.
    reach: f64,
}

impl Side {
    fn new([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], way: f64) -> Self {
        let (a, b) = ((y0 - y1) * way, (x1 - x0) * way);
        let c = -(a * x0 + b * y0);
        Self { a, b, c, reach: (a.abs() + b.abs()) * 0.5 }
    }

    fn at(&self, x: f64, y: f64) -> f64 {
        self.a * x + self.b * y + self.c
    }
}

impl Band {
    /// Empty rows.
    pub(super) fn clear(&mut self, area: IRect) {
        self.area = area;
        self.samples.clear();
        self.samples.resize(area.width() * area.height(), [NOTHING; SAMPLES]);
        self.touched.clear();
        self.touched.resize(area.height(), false);
    }

    /// Whether a polygon before the eye lies wholly outside.
    pub(super) fn misses(&self, corners: &[Corner], near: f64) -> bool {
        if corners.iter().any(|corner| corner.device[2] <= near) {
            return corners.iter().all(|corner| corner.device[2] <= near);
        }
        let area = [self.area.x0, self.area.y0, self.area.x1, self.area.y1].map(f64::from);
        let [x0, y0, x1, y1] = area;
        corners.iter().all(|corner| corner.at()[0] < x0 - 1.0)
            || corners.iter().all(|corner| corner.at()[0] > x1 + 1.0)
            || corners.iter().all(|corner| corner.at()[1] < y0 - 1.0)
            || corners.iter().all(|corner| corner.at()[1] > y1 + 1.0)
    }

    /// Draws a triangle, `lift` nearer than it is (a fraction of its depth). `shade` gives the colour of a place of the
    /// camera's space with its unit normal, once for each pixel in which it shows.
    pub(super) fn triangle(
        &mut self,
        three: [Corner; 3],
        lift: f64,
        mut shade: impl FnMut([f64; 3], [f64; 3]) -> [f32; 3],
    ) {
        let [a, b, c] = three.map(|corner| corner.at());
        let double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if !double.is_finite() || double == 0.0 {
            return;
        }
        let way = double.signum();
        // Each side is zero on itself and the double area at the corner across.
        let sides = [Side::new(b, c, way), Side::new(c, a, way), Side::new(a, b, way)];
        let near = three.map(|corner| (1.0 + lift) / corner.device[2]);
        let share = double.abs().recip();
        let clamp = |v: f64, low: i32, high: i32| v.clamp(f64::from(low), f64::from(high)) as i32;
        let x0 = clamp((a[0].min(b[0]).min(c[0]) - 0.5).floor(), self.area.x0, self.area.x1);
        let x1 = clamp((a[0].max(b[0]).max(c[0]) + 0.5).ceil(), self.area.x0, self.area.x1);
        let y0 = clamp((a[1].min(b[1]).min(c[1]) - 0.5).floor(), self.area.y0, self.area.y1);
        let y1 = clamp((a[1].max(b[1]).max(c[1]) + 0.5).ceil(), self.area.y0, self.area.y1);
        let depth =
            |weights: [f64; 3]| (weights[0] * near[0] + weights[1] * near[1] + weights[2] * near[2]) * share;
        for y in y0..y1 {
            let middle_y = f64::from(y) + 0.5;
            for x in x0..x1 {
                let middle_x = f64::from(x) + 0.5;
                let weights = sides.map(|side| side.at(middle_x, middle_y));
                if weights.iter().zip(&sides).any(|(weight, side)| weight + side.reach < 0.0) {
                    continue;
                }
                let place = (y - self.area.y0) as usize * self.area.width() + (x - self.area.x0) as usize;
                let Some(samples) = self.samples.get_mut(place) else { continue };
                let mut color = None;
                for (sample, [dx, dy]) in samples.iter_mut().zip(PLACES) {
                    let here = [
                        weights[0] + sides[0].a * dx + sides[0].b * dy,
                        weights[1] + sides[1].a * dx + sides[1].b * dy,
                        weights[2] + sides[2].a * dx + sides[2].b * dy,
                    ];
                    if here[0] < 0.0 || here[1] < 0.0 || here[2] < 0.0 {
                        continue;
                    }
                    let near = depth(here) as f32;
                    if near > sample.near {
                        let color = *color.get_or_insert_with(|| {
                            let (at, normal) = inside(&three, weights);
                            shade(at, normal)
                        });
                        *sample = Sample { near, color };
                    }
                }
                if color.is_some()
                    && let Some(touched) = self.touched.get_mut((y - self.area.y0) as usize)
                {
                    *touched = true;
                }
            }
        }
    }

    /// A row's pixels, premultiplied; `false` for one without anything.
    pub(super) fn resolve(&self, y: i32, out: &mut [[f32; 4]]) -> bool {
        let row = (y - self.area.y0) as usize;
        if self.touched.get(row) != Some(&true) {
            return false;
        }
        let width = self.area.width();
        let samples = self.samples.get(row * width..(row + 1) * width).unwrap_or_default();
        for (pixel, samples) in out.iter_mut().zip(samples) {
            let mut sum = [0.0; 4];
            for sample in samples.iter().filter(|sample| sample.near > 0.0) {
                let [r, g, b] = sample.color;
                sum = [sum[0] + r, sum[1] + g, sum[2] + b, sum[3] + 1.0];
            }
            *pixel = sum.map(|n| n / SAMPLES as f32);
        }
        true
    }
}

/// The place in the camera's space and the normal at weights on the device, those outside moved to the triangle.
fn inside(three: &[Corner; 3], weights: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    let mut sum = 0.0;
    let mut parts = [0.0; 3];
    for ((part, weight), corner) in parts.iter_mut().zip(weights).zip(three) {
        *part = weight.max(0.0) / corner.device[2];
        sum += *part;
    }
    let (mut at, mut normal) = ([0.0; 3], [0.0; 3]);
    for (part, corner) in parts.iter().zip(three) {
        let share = part / sum;
        for k in 0..3 {
            let pick = |v: &[f64; 3]| v.get(k).copied().unwrap_or(0.0);
            if let (Some(at), Some(normal)) = (at.get_mut(k), normal.get_mut(k)) {
                *at += pick(&corner.camera) * share;
                *normal += pick(&corner.normal) * share;
            }
        }
    }
    let length = inbetween_types::math::length(&normal);
    (at, if length > 0.0 { normal.map(|n| n / length) } else { normal })
}
