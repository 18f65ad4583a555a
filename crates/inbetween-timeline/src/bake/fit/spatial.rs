//! Segments that move along a cubic in space: the curve first, then the ease along its arc length.

use super::FitOptions;
use super::curve::{self, SEARCH_SHARE, Samples};
use super::segment::{Move, Segment, rounded_ease};
use crate::bezier::unit_bezier;
use crate::track::spatial::Curve;
use inbetween_doc::SegmentEase;
use inbetween_types::{Vector, math};

/// Part of the tolerance the shape of the curve may use up.
const SHAPE_SHARE: f64 = 0.7;
/// Handles longer than this many times the way are a sign of a bad fit.
const LONGEST_HANDLE: f64 = 2.0;
/// Rounds of moving each sample's parameter to the nearest point of the curve.
const ROUNDS: usize = 8;
/// Samples that are enough to shape a curve by; all are checked.
const SHAPING: usize = 24;
/// So many tolerances off after two rounds, a curve never comes near enough.
const HOPELESS: f64 = 30.0;
/// How much a sample's distance along the curve counts beside that across it: enough to keep the step small.
const ALONG: f64 = 0.02;

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
    // The bound leaves room for rounding; the walk along the true curve is checked when the ease is rounded.
    if walk.worst(|x| x) <= SEARCH_SHARE {
        return Some((None, out, into));
    }
    let ease = curve::fit(&walk.samples, &|i, y| walk.miss(i, y))?;
    Some((Some(ease), out, into))
}

/// Rounds the ease of a spatial segment.
pub(super) fn tidy(move_: &Move<'_>, segment: &mut Segment, options: &FitOptions) {
    let [ease] = segment.ease.as_slice() else { return };
    let path = Path::new(&move_.start, &segment.out_tangent, &segment.in_tangent, &move_.end);
    let Some(walk) = Walk::new(move_, &segment.out_tangent, &segment.in_tangent, options) else { return };
    // The bound is cheap, the walk along the curve is not.
    let rounded = rounded_ease(ease, &walk.samples, |e| {
        walk.worst(|x| unit_bezier(e.out, e.into, x)) <= 1.0 && error(move_, &path, e, options) <= 1.0
    });
    segment.ease = vec![rounded];
}

fn error(move_: &Move<'_>, path: &Path, ease: &SegmentEase, options: &FitOptions) -> f64 {
    move_
        .between
        .iter()
        .map(|(x, point)| {
            let y = unit_bezier(ease.out, ease.into, *x);
            options.distance(&path.at_fraction(y), &point.value)
        })
        .fold(0.0, f64::max)
}

fn smallest_tolerance(move_: &Move<'_>, options: &FitOptions) -> f64 {
    (0..move_.start.len()).map(|c| options.tolerance_of(c)).fold(f64::INFINITY, f64::min)
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
    #[inline]
    fn blend(&self, [a, b, c, d]: [f64; 4]) -> Point3 {
        let [p, q, r, s] = &self.0;
        let mix = |p: f64, q: f64, r: f64, s: f64| 0.0 + p * a + q * b + r * c + s * d;
        [mix(p[0], q[0], r[0], s[0]), mix(p[1], q[1], r[1], s[1]), mix(p[2], q[2], r[2], s[2])]
    }

    #[inline]
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
    let tolerance = smallest_tolerance(move_, options);
    let stride = points.len().div_ceil(SHAPING).max(1);
    let mut u: Vec<f64> = way.iter().step_by(stride).map(|w| w / total).collect();
    let points: Vec<Point3> = points.into_iter().step_by(stride).collect();
    let mut cubic = least_squares(start, end, &points, &u)?;
    for round in 0..ROUNDS {
        let mut moved = 0.0_f64;
        let mut off = 0.0_f64;
        for (u, point) in u.iter_mut().zip(&points) {
            let nearest = cubic.nearest(*point, *u);
            moved = moved.max((nearest - *u).abs());
            *u = nearest;
            off = off.max(size(minus(cubic.at(nearest), *point)));
        }
        if moved < 1e-5 {
            break;
        }
        if round >= 2 && off > HOPELESS * tolerance {
            return None;
        }
        cubic = refine(&cubic, &points, &u)?;
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

/// Moves the handles so that the samples come nearer across the curve; along it they may slide.
fn refine(cubic: &Cubic, points: &[Point3], u: &[f64]) -> Option<Cubic> {
    // Sums of the projection across the curve, weighted by the squares and the product of both handles' weights.
    let mut blocks = [[[0.0; 3]; 3]; 3];
    let mut rests = [[0.0; 3]; 2];
    for (point, &u) in points.iter().zip(u) {
        let r = 1.0 - u;
        let (w1, w2) = (3.0 * r * r * u, 3.0 * r * u * u);
        let away = minus(*point, cubic.at(u));
        let speed = cubic.derivative(u);
        let square = dot(speed, speed);
        let along = if square > 0.0 { (1.0 - ALONG) / square } else { 0.0 };
        let slide = along * dot(speed, away);
        for (block, weight) in blocks.iter_mut().zip([w1 * w1, w1 * w2, w2 * w2]) {
            for (i, (row, a)) in block.iter_mut().zip(&speed).enumerate() {
                for (j, (cell, b)) in row.iter_mut().zip(&speed).enumerate() {
                    *cell += weight * (if i == j { 1.0 } else { 0.0 } - along * a * b);
                }
            }
        }
        for (rest, weight) in rests.iter_mut().zip([w1, w2]) {
            for ((cell, a), v) in rest.iter_mut().zip(&away).zip(&speed) {
                *cell += weight * (a - slide * v);
            }
        }
    }
    let [b11, b12, b22] = blocks;
    let mut rows = [[0.0; 7]; 6];
    let sides = [(b11, b12, rests[0]), (b12, b22, rests[1])];
    for (i, row) in rows.iter_mut().enumerate() {
        let Some((left, right, rest)) = sides.get(i / 3) else { continue };
        let k = i % 3;
        let parts =
            left.get(k).into_iter().flatten().chain(right.get(k).into_iter().flatten()).chain(rest.get(k));
        for (cell, part) in row.iter_mut().zip(parts) {
            *cell = *part;
        }
        // A trace on the diagonal keeps handles that no sample feels where they are.
        if let Some(cell) = row.get_mut(i) {
            *cell += 1e-9;
        }
    }
    let [a, b, c, d, e, f] = eliminate(rows)?;
    let [p0, p1, p2, p3] = cubic.0;
    Some(Cubic([p0, [p1[0] + a, p1[1] + b, p1[2] + c], [p2[0] + d, p2[1] + e, p2[2] + f], p3]))
}

/// Solves six equations in Gauss and Jordan's way; `None` when they do not decide.
fn eliminate(mut rows: [[f64; 7]; 6]) -> Option<[f64; 6]> {
    for column in 0..6 {
        let size =
            |rows: &[[f64; 7]; 6], i: usize| rows.get(i).and_then(|r| r.get(column)).map_or(0.0, |x| x.abs());
        let pivot = (column..6).max_by(|&i, &j| size(&rows, i).total_cmp(&size(&rows, j)))?;
        rows.swap(column, pivot);
        let mut head = *rows.get(column)?;
        let first = *head.get(column)?;
        if !first.is_finite() || first.abs() < 1e-200 {
            return None;
        }
        for cell in &mut head {
            *cell /= first;
        }
        for (i, row) in rows.iter_mut().enumerate() {
            if i == column {
                *row = head;
                continue;
            }
            let factor = row.get(column).copied().unwrap_or(0.0);
            for (cell, h) in row.iter_mut().zip(&head) {
                *cell -= factor * h;
            }
        }
    }
    let solution = rows.map(|row| row[6]);
    solution.iter().all(|x| x.is_finite()).then_some(solution)
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
        let tolerance = smallest_tolerance(move_, options);
        let mut walk = Self { samples: Samples::default(), off: Vec::new(), length: 0.0 };
        let (mut u, mut step, mut lengths) = (0.0_f64, 0.0_f64, Vec::new());
        let mut length = 0.0;
        for (x, point) in &move_.between {
            let place = point3(&point.value);
            // The nearest point at or after the last one: one more step like the last, or a look ahead.
            let distance = |u: f64| size(minus(cubic.at(u), place));
            let settle = |from: f64| {
                let mut at = from;
                for _ in 0..8 {
                    let next = cubic.nearest(place, at);
                    if (next - at).abs() < 1e-12 {
                        break;
                    }
                    at = next;
                }
                at
            };
            let mut best = settle((u + step).min(1.0));
            if best < u || distance(best) > SHAPE_SHARE * tolerance {
                let guesses = (0..=24).map(|k| u + (1.0 - u) * f64::from(k) / 24.0);
                best = settle(guesses.min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap_or(u));
            }
            let best = best.max(u);
            let value: Vector = cubic.at(best).iter().take(move_.start.len()).copied().collect();
            let off = options.distance(&value, &point.value);
            if off > SHAPE_SHARE {
                return None;
            }
            length += arc(&cubic, u, best);
            (step, u) = (best - u, best);
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

    /// Bound of the error at all samples when the ease gives `y(x)`, in tolerances.
    fn worst(&self, y: impl Fn(f64) -> f64) -> f64 {
        self.samples.t.iter().enumerate().map(|(i, x)| self.miss(i, y(*x))).fold(0.0, f64::max)
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
