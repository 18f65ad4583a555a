//! Segments that move along a cubic in space: the curve first, then the ease along its arc length.

use super::FitOptions;
use super::curve::{self, Samples};
use super::segment::{Move, Segment, rounded_ease};
use crate::track::spatial::Curve;
use inbetween_doc::SegmentEase;
use inbetween_types::{Vector, math};

/// Part of the tolerance the shape of the curve may use up.
const SHAPE_SHARE: f64 = 0.7;
/// Handles longer than this many times the way are a sign of a bad fit.
const LONGEST_HANDLE: f64 = 2.0;
/// Rounds of moving each sample's parameter to the nearest point of the curve.
const ROUNDS: usize = 6;

/// A motion path between two keys, as players walk it.
pub(super) struct Path {
    from: Vector,
    to: Vector,
    curve: Option<Curve>,
}

impl Path {
    pub(super) fn new(from: &Vector, out: &Vector, into: &Vector, to: &Vector) -> Self {
        Self { from: from.clone(), to: to.clone(), curve: Curve::new(from, out, into, to) }
    }

    /// The point at a fraction of the arc length; of the straight line where the path is none.
    pub(super) fn at_fraction(&self, fraction: f64) -> Vector {
        match &self.curve {
            Some(curve) => curve.at(fraction).0,
            None => {
                let mix = |(a, b): (&f64, &f64)| inbetween_types::value::lerp(*a, *b, fraction);
                self.from.iter().zip(&self.to).map(mix).collect()
            }
        }
    }
}

/// A cubic in space through the samples with an ease along it (`None`: even speed), and its tangents.
pub(super) fn fit(move_: &Move<'_>, options: &FitOptions) -> Option<(Option<SegmentEase>, Vector, Vector)> {
    if !(2..=3).contains(&move_.start.len()) || move_.between.len() < 2 {
        return None;
    }
    let (out, into) = tangents(move_, options)?;
    let walk = Walk::new(move_, &out, &into, options)?;
    let path = Path::new(&move_.start, &out, &into, &move_.end);
    let fits = |ease: Option<&SegmentEase>| error(move_, &path, ease, options) <= 1.0;
    if walk.samples.t.iter().zip(&walk.samples.g).enumerate().all(|(i, (t, _))| walk.miss(i, *t) <= 1.0)
        && fits(None)
    {
        return Some((None, out, into));
    }
    let ease = curve::fit(&walk.samples, &|i, y| walk.miss(i, y))?;
    fits(Some(&ease)).then_some((Some(ease), out, into))
}

/// Rounds the ease of a spatial segment.
pub(super) fn tidy(move_: &Move<'_>, segment: &mut Segment, options: &FitOptions) {
    let [ease] = segment.ease.as_slice() else { return };
    let path = Path::new(&move_.start, &segment.out_tangent, &segment.in_tangent, &move_.end);
    let Some(walk) = Walk::new(move_, &segment.out_tangent, &segment.in_tangent, options) else { return };
    let rounded = rounded_ease(ease, &walk.samples, |e| error(move_, &path, Some(e), options) <= 1.0);
    segment.ease = vec![rounded];
}

fn error(move_: &Move<'_>, path: &Path, ease: Option<&SegmentEase>, options: &FitOptions) -> f64 {
    move_
        .between
        .iter()
        .map(|(x, point)| {
            let y = ease.map_or(*x, |e| crate::bezier::unit_bezier(e.out, e.into, *x));
            options.distance(&path.at_fraction(y), &point.value)
        })
        .fold(0.0, f64::max)
}

type Point3 = [f64; 3];

fn point3(v: &[f64]) -> Point3 {
    let get = |i: usize| v.get(i).copied().unwrap_or(0.0);
    [get(0), get(1), get(2)]
}

fn minus(a: Point3, b: Point3) -> Point3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point3, b: Point3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn size(a: Point3) -> f64 {
    math::length(&a)
}

#[derive(Clone, Copy)]
struct Cubic([Point3; 4]);

impl Cubic {
    fn blend(&self, weights: [f64; 4]) -> Point3 {
        let mut sum = [0.0; 3];
        for (point, weight) in self.0.iter().zip(weights) {
            for (cell, n) in sum.iter_mut().zip(point) {
                *cell += n * weight;
            }
        }
        sum
    }

    fn at(&self, u: f64) -> Point3 {
        let r = 1.0 - u;
        self.blend([r * r * r, 3.0 * r * r * u, 3.0 * r * u * u, u * u * u])
    }

    fn derivative(&self, u: f64) -> Point3 {
        let r = 1.0 - u;
        self.blend([-3.0 * r * r, 3.0 * r * (r - 2.0 * u), 3.0 * u * (2.0 * r - u), 3.0 * u * u])
    }

    /// The parameter near `u` where the curve is nearest to a point.
    fn nearest(&self, point: Point3, u: f64) -> f64 {
        let [p0, p1, p2, p3] = self.0;
        let away = minus(self.at(u), point);
        let first = self.derivative(u);
        let bend = |a: Point3, b: Point3, c: Point3| -> Point3 {
            let mut out = [0.0; 3];
            for (cell, ((x, y), z)) in out.iter_mut().zip(a.iter().zip(&b).zip(&c)) {
                *cell = x - 2.0 * y + z;
            }
            out
        };
        let (b0, b1) = (bend(p0, p1, p2), bend(p1, p2, p3));
        let mut second = [0.0; 3];
        for (cell, (a, b)) in second.iter_mut().zip(b0.iter().zip(&b1)) {
            *cell = 6.0 * ((1.0 - u) * a + u * b);
        }
        let slope = dot(first, first) + dot(away, second);
        // Gauss–Newton where Newton's own step would climb.
        let slope = if slope > 0.0 { slope } else { dot(first, first) };
        let step = dot(away, first) / slope;
        if step.is_finite() { (u - step).clamp(0.0, 1.0) } else { u }
    }
}

/// The two handles that fit best, rounded; `None` when no cubic comes near enough.
fn tangents(move_: &Move<'_>, options: &FitOptions) -> Option<(Vector, Vector)> {
    let (start, end) = (point3(&move_.start), point3(&move_.end));
    let points: Vec<Point3> = move_.between.iter().map(|(_, p)| point3(&p.value)).collect();
    let mut way = Vec::with_capacity(points.len());
    let (mut sum, mut last) = (0.0, start);
    for &point in &points {
        sum += size(minus(point, last));
        way.push(sum);
        last = point;
    }
    let total = sum + size(minus(end, last));
    if total <= 0.0 {
        return None;
    }
    let mut u: Vec<f64> = way.iter().map(|w| w / total).collect();
    let mut cubic = least_squares(start, end, &points, &u)?;
    for _ in 0..ROUNDS {
        for (u, point) in u.iter_mut().zip(&points) {
            *u = cubic.nearest(*point, *u);
        }
        cubic = least_squares(start, end, &points, &u)?;
    }
    let [_, p1, p2, _] = cubic.0;
    let (out, into) = (minus(p1, start), minus(p2, end));
    if size(out).max(size(into)) > LONGEST_HANDLE * total {
        return None;
    }
    let count = move_.start.len();
    let rounded = |p: Point3| options.rounded(&p.iter().take(count).copied().collect());
    Some((rounded(out), rounded(into)))
}

fn least_squares(start: Point3, end: Point3, points: &[Point3], u: &[f64]) -> Option<Cubic> {
    let (mut m11, mut m12, mut m22) = (1e-12, 0.0, 1e-12);
    let (mut r1, mut r2) = ([0.0; 3], [0.0; 3]);
    for (point, &u) in points.iter().zip(u) {
        let r = 1.0 - u;
        let (b0, b1, b2, b3) = (r * r * r, 3.0 * r * r * u, 3.0 * r * u * u, u * u * u);
        m11 += b1 * b1;
        m12 += b1 * b2;
        m22 += b2 * b2;
        for ((((c1, c2), x), s), e) in r1.iter_mut().zip(r2.iter_mut()).zip(point).zip(&start).zip(&end) {
            let rest = x - b0 * s - b3 * e;
            *c1 += b1 * rest;
            *c2 += b2 * rest;
        }
    }
    let determinant = m11 * m22 - m12 * m12;
    let (mut p1, mut p2) = ([0.0; 3], [0.0; 3]);
    for (((a, b), x), y) in p1.iter_mut().zip(p2.iter_mut()).zip(&r1).zip(&r2) {
        *a = (x * m22 - y * m12) / determinant;
        *b = (y * m11 - x * m12) / determinant;
    }
    let finite = p1.iter().chain(&p2).all(|n| n.is_finite());
    finite.then_some(Cubic([start, p1, p2, end]))
}

/// Where the samples lie along a curve.
struct Walk {
    /// Fractions of time and of arc length.
    samples: Samples,
    /// How far each sample lies off the curve, in tolerances.
    off: Vec<f64>,
    /// Arc length in (smallest) tolerances.
    length: f64,
}

impl Walk {
    /// `None` when a sample is too far off or they do not follow one another.
    fn new(move_: &Move<'_>, out: &Vector, into: &Vector, options: &FitOptions) -> Option<Self> {
        let (start, end) = (point3(&move_.start), point3(&move_.end));
        let (out, into) = (point3(out), point3(into));
        let plus = |a: Point3, b: Point3| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        let cubic = Cubic([start, plus(start, out), plus(end, into), end]);
        let tolerance = (0..move_.start.len()).map(|c| options.tolerance_of(c)).fold(f64::INFINITY, f64::min);
        let mut walk = Self { samples: Samples::default(), off: Vec::new(), length: 0.0 };
        let (mut u, mut lengths) = (0.0, Vec::new());
        let mut length = 0.0;
        for (x, point) in &move_.between {
            let place = point3(&point.value);
            // The nearest point at or after the last one, from a coarse look ahead.
            let mut best = u;
            let mut nearest = f64::INFINITY;
            for step in 0..=24 {
                let guess = u + (1.0 - u) * f64::from(step) / 24.0;
                let distance = size(minus(cubic.at(guess), place));
                if distance < nearest {
                    (nearest, best) = (distance, guess);
                }
            }
            for _ in 0..8 {
                best = cubic.nearest(place, best);
            }
            let best = best.max(u);
            let value: Vector = cubic.at(best).iter().take(move_.start.len()).copied().collect();
            let off = options.distance(&value, &point.value);
            if off > SHAPE_SHARE {
                return None;
            }
            length += arc(&cubic, u, best);
            u = best;
            lengths.push(length);
            walk.off.push(off);
            walk.samples.t.push(*x);
        }
        length += arc(&cubic, u, 1.0);
        if length <= 0.0 {
            return None;
        }
        walk.samples.g = lengths.into_iter().map(|l| l / length).collect();
        walk.length = length / tolerance;
        Some(walk)
    }

    /// Bound of the error at sample `i` when the ease gives `y`, in tolerances.
    fn miss(&self, i: usize, y: f64) -> f64 {
        let (g, off) =
            (self.samples.g.get(i).copied().unwrap_or(0.0), self.off.get(i).copied().unwrap_or(0.0));
        let along = (y.clamp(0.0, 1.0) - g).abs() * self.length;
        math::hypot(along, off)
    }
}

/// Arc length between two parameters: Gauss–Legendre with five points, enough for the short steps between samples.
fn arc(cubic: &Cubic, from: f64, to: f64) -> f64 {
    const NODES: [(f64, f64); 5] = [
        (0.0, 0.568_888_888_888_888_9),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
        (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    let (half, middle) = (0.5 * (to - from), 0.5 * (to + from));
    NODES.iter().map(|(x, w)| w * size(cubic.derivative(middle + half * x))).sum::<f64>() * half
}
