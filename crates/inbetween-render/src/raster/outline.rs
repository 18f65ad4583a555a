//! Flattened outlines and rectangles of pixels.

use inbetween_timeline::scene::Projection;

/// A rectangle of pixels, `x0..x1` × `y0..y1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IRect {
    pub(crate) x0: i32,
    pub(crate) y0: i32,
    pub(crate) x1: i32,
    pub(crate) y1: i32,
}

impl IRect {
    pub(crate) fn is_empty(self) -> bool {
        self.x1 <= self.x0 || self.y1 <= self.y0
    }

    pub(crate) fn width(self) -> usize {
        usize::try_from(i64::from(self.x1) - i64::from(self.x0)).unwrap_or(0)
    }

    pub(crate) fn height(self) -> usize {
        usize::try_from(i64::from(self.y1) - i64::from(self.y0)).unwrap_or(0)
    }

    pub(crate) fn intersect(self, other: Self) -> Self {
        Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    pub(crate) fn union(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    pub(crate) fn grown(self, x: i32, y: i32) -> Self {
        Self {
            x0: self.x0.saturating_sub(x),
            y0: self.y0.saturating_sub(y),
            x1: self.x1.saturating_add(x),
            y1: self.y1.saturating_add(y),
        }
    }

    /// The pixels a rectangle touches; empty where it is not a rectangle.
    pub(crate) fn around(rect: kurbo::Rect) -> Self {
        if !(rect.x0 <= rect.x1 && rect.y0 <= rect.y1) {
            return Self::default();
        }
        // Casts of f64 saturate; a quarter of the range leaves room for sums.
        let clamp = |v: f64| v.clamp(-5e8, 5e8);
        Self {
            x0: clamp(rect.x0).floor() as i32,
            y0: clamp(rect.y0).floor() as i32,
            x1: clamp(rect.x1).ceil() as i32,
            y1: clamp(rect.y1).ceil() as i32,
        }
    }
}

/// Closed polygons.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) points: Vec<[f32; 2]>,
    /// Where each contour ends in `points`.
    pub(crate) ends: Vec<usize>,
}

impl Outline {
    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.ends.clear();
    }

    pub(crate) fn close(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        if self.points.len() > start {
            self.ends.push(self.points.len());
        }
    }

    pub(crate) fn contours(&self) -> impl Iterator<Item = &[[f32; 2]]> {
        let mut start = 0;
        self.ends.iter().filter_map(move |&end| {
            let contour = self.points.get(start..end);
            start = end;
            contour
        })
    }

    /// The pixels it touches; empty if a point is not finite.
    pub(crate) fn bounds(&self) -> IRect {
        let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        let mut finite = true;
        for &[x, y] in &self.points {
            finite &= (x + y).is_finite();
            // Plain comparisons compile to single instructions; f32::min must care for NaN.
            low = [if x < low[0] { x } else { low[0] }, if y < low[1] { y } else { low[1] }];
            high = [if x > high[0] { x } else { high[0] }, if y > high[1] { y } else { high[1] }];
        }
        if !finite || self.points.is_empty() {
            return IRect::default();
        }
        let [x0, y0] = low.map(f64::from);
        let [x1, y1] = high.map(f64::from);
        IRect::around(kurbo::Rect { x0, y0, x1, y1 })
    }

    /// Its image into `out`. Under a perspective what is behind the eye is cut off.
    pub(crate) fn map(&self, map: &Projection, out: &mut Self) {
        out.clear();
        if let Some(affine) = map.as_affine() {
            let [a, b, c, d, e, f] = affine.as_coeffs();
            out.points.extend(self.points.iter().map(|&[x, y]| {
                let (x, y) = (f64::from(x), f64::from(y));
                [(a * x + c * y + e) as f32, (b * x + d * y + f) as f32]
            }));
            out.ends.extend_from_slice(&self.ends);
            return;
        }
        const NEAR: f64 = 1e-3;
        for contour in self.contours() {
            let full = |&[x, y]: &[f32; 2]| {
                let (x, y) = (f64::from(x), f64::from(y));
                map.0.map(|[a, b, c]| a * x + b * y + c)
            };
            let Some(mut from) = contour.last().map(full) else { continue };
            for point in contour {
                let to = full(point);
                if (from[2] > NEAR) != (to[2] > NEAR) {
                    let t = (NEAR - from[2]) / (to[2] - from[2]);
                    let mix = |a: f64, b: f64| (a + (b - a) * t) / NEAR;
                    out.points.push([mix(from[0], to[0]) as f32, mix(from[1], to[1]) as f32]);
                }
                if to[2] > NEAR {
                    out.points.push([(to[0] / to[2]) as f32, (to[1] / to[2]) as f32]);
                }
                from = to;
            }
            out.close();
        }
    }
}
