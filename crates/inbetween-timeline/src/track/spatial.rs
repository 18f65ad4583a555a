//! Motion paths: cubic Béziers in two or three dimensions, walked by arc length.

use inbetween_doc::Keyframe;
use inbetween_types::{ValueKind, Vector};
use kurbo::common::GAUSS_LEGENDRE_COEFFS_16;

/// The motion path of one segment.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    points: [[f64; 3]; 4],
    dimensions: usize,
    /// Parameter and arc length up to it, ascending; the first is (0, 0), the last (1, total).
    table: Vec<(f64, f64)>,
}

/// The motion paths of all segments of a property: `None` for straight ones, which need no table.
pub(crate) fn curves(keys: &[Keyframe], kind: ValueKind) -> Vec<Option<Curve>> {
    let bent = |key: &Keyframe| {
        [&key.out_tangent, &key.in_tangent].iter().any(|tangent| tangent.iter().any(|n| *n != 0.0))
    };
    if !matches!(kind, ValueKind::Point(_)) || !keys.iter().any(bent) {
        return Vec::new();
    }
    let mut list: Vec<Option<Curve>> = Vec::with_capacity(keys.len());
    for (key, next) in keys.iter().zip(keys.iter().skip(1)) {
        let end = key.end_value.as_ref().unwrap_or(&next.value);
        let curve = (bent(key) && !key.hold)
            .then(|| Curve::new(key.value.components(), &key.out_tangent, &key.in_tangent, end.components()));
        list.push(curve.flatten());
    }
    list
}

impl Curve {
    /// The cubic between two keys; `None` when it is no curve (no length, or numbers that are none).
    pub(crate) fn new(from: &[f64], out: &[f64], into: &[f64], to: &[f64]) -> Option<Self> {
        let get = |list: &[f64], index: usize| list.get(index).copied().unwrap_or(0.0);
        let column = |f: &dyn Fn(usize) -> f64| [f(0), f(1), f(2)];
        let points = [
            column(&|i| get(from, i)),
            column(&|i| get(from, i) + get(out, i)),
            column(&|i| get(to, i) + get(into, i)),
            column(&|i| get(to, i)),
        ];
        if !points.iter().flatten().all(|n| n.is_finite()) {
            return None;
        }
        let mut curve = Self { points, dimensions: from.len().clamp(1, 3), table: vec![(0.0, 0.0)] };
        let rough = curve.stretch(0.0, 1.0);
        curve.measure(0.0, 1.0, rough, 1e-11 * rough.max(1e-9), 0);
        (curve.length() > 0.0 && curve.length().is_finite()).then_some(curve)
    }

    /// Bytes that it holds outside itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.table.capacity() * size_of::<(f64, f64)>()
    }

    /// Arc length in pixels.
    pub(crate) fn length(&self) -> f64 {
        self.table.last().map_or(0.0, |(_, length)| *length)
    }

    /// Point and unit direction at a fraction of the arc length. A position cannot leave its path: fractions
    /// outside 0..1 are its ends.
    pub(crate) fn at(&self, fraction: f64) -> (Vector, Vector) {
        let fraction = if fraction > 0.0 { fraction.min(1.0) } else { 0.0 };
        let t = self.parameter(fraction * self.length());
        let cut = |point: [f64; 3]| point.iter().take(self.dimensions).copied().collect();
        (cut(self.point(t)), cut(self.direction(t)))
    }

    fn point(&self, t: f64) -> [f64; 3] {
        let r = 1.0 - t;
        let weights = [r * r * r, 3.0 * r * r * t, 3.0 * r * t * t, t * t * t];
        self.blend(&weights)
    }

    #[inline]
    fn derivative(&self, t: f64) -> [f64; 3] {
        let r = 1.0 - t;
        self.blend(&[-3.0 * r * r, 3.0 * r * (r - 2.0 * t), 3.0 * t * (2.0 * r - t), 3.0 * t * t])
    }

    #[inline]
    fn blend(&self, [a, b, c, d]: &[f64; 4]) -> [f64; 3] {
        let [p, q, r, s] = &self.points;
        let mix = |p: f64, q: f64, r: f64, s: f64| 0.0 + p * a + q * b + r * c + s * d;
        [mix(p[0], q[0], r[0], s[0]), mix(p[1], q[1], r[1], s[1]), mix(p[2], q[2], r[2], s[2])]
    }

    #[inline]
    fn speed(&self, t: f64) -> f64 {
        let [x, y, z] = self.derivative(t);
        (x * x + y * y + z * z).sqrt()
    }

    /// Unit direction; at an end with a flat handle, towards the nearest point that differs.
    fn direction(&self, t: f64) -> [f64; 3] {
        let unit = |v: [f64; 3]| {
            let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
            (length > 1e-9).then(|| v.map(|n| n / length))
        };
        let chord = |step: f64| {
            let (a, b) = (self.point((t - step).max(0.0)), self.point((t + step).min(1.0)));
            unit([b[0] - a[0], b[1] - a[1], b[2] - a[2]])
        };
        unit(self.derivative(t))
            .or_else(|| [1e-4, 1e-2, 1.0].into_iter().find_map(chord))
            .unwrap_or([1.0, 0.0, 0.0])
    }

    /// Arc length between two parameters by 16-point Gauss–Legendre quadrature.
    fn stretch(&self, from: f64, to: f64) -> f64 {
        let (half, middle) = (0.5 * (to - from), 0.5 * (to + from));
        // All speeds first: a compiler then computes several at once.
        let mut speeds = [0.0; 16];
        for (speed, (_, x)) in speeds.iter_mut().zip(GAUSS_LEGENDRE_COEFFS_16) {
            *speed = self.speed(middle + half * x);
        }
        GAUSS_LEGENDRE_COEFFS_16.iter().zip(speeds).map(|((w, _), speed)| w * speed).sum::<f64>() * half
    }

    /// Adds table entries up to `to`, halving until the quadrature agrees with itself.
    fn measure(&mut self, from: f64, to: f64, whole: f64, allowed: f64, depth: u32) {
        let middle = 0.5 * (from + to);
        let (left, right) = (self.stretch(from, middle), self.stretch(middle, to));
        if depth < 12 && ((left + right - whole).abs() > allowed || depth < 2) {
            self.measure(from, middle, left, allowed, depth + 1);
            self.measure(middle, to, right, allowed, depth + 1);
        } else {
            let before = self.length();
            self.table.push((to, before + left + right));
        }
    }

    /// The parameter at an arc length: table, then Newton inside the bracket.
    fn parameter(&self, length: f64) -> f64 {
        let total = self.length();
        if length <= 0.0 {
            return 0.0;
        }
        if length >= total {
            return 1.0;
        }
        let after = self.table.partition_point(|(_, up_to)| *up_to <= length);
        let (Some((start, base)), Some((end, top))) =
            (after.checked_sub(1).and_then(|i| self.table.get(i)), self.table.get(after))
        else {
            return 1.0;
        };
        let (mut low, mut high) = (*start, *end);
        let mut t = low + (high - low) * (length - base) / (top - base);
        for _ in 0..40 {
            let miss = base + self.stretch(*start, t) - length;
            if miss.abs() <= 1e-13 * total {
                break;
            }
            if miss < 0.0 {
                low = t;
            } else {
                high = t;
            }
            let newton = t - miss / self.speed(t);
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if next == t {
                break;
            }
            t = next;
        }
        t
    }
}
