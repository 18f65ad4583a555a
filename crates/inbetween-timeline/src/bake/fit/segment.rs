//! Segments: how far one can reach, and what it looks like rounded.

use super::curve::{self, Samples};
use super::signal::Point;
use super::{EaseMode, FitOptions, FittedKey, spatial};
use crate::bezier::unit_bezier;
use inbetween_doc::SegmentEase;
use inbetween_types::{Vector, math};

/// Changes below this part of the tolerance are none: an ease of nothing moves nothing.
const LEAST_CHANGE: f64 = 1e-6;

/// A segment between two samples of a piece.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Segment {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) hold: bool,
    pub(super) ease: Vec<SegmentEase>,
    pub(super) out_tangent: Vector,
    pub(super) in_tangent: Vector,
}

/// Covers the samples with segments, each as long as can be found by doubling and binary search.
///
/// Keys stand on whole frames where that is possible, and on samples that must be keys.
pub(super) fn longest(points: &[Point], options: &FitOptions) -> Vec<Segment> {
    let last = points.len().saturating_sub(1);
    let mut segments: Vec<Segment> = Vec::new();
    let mut from = 0;
    while from < last {
        // Places where this segment may end, up to the next sample that must be a key.
        let wall = points.iter().enumerate().skip(from + 1).find(|(_, p)| p.key).map_or(last, |(i, _)| i);
        let ends: Vec<usize> = (from + 1..=wall)
            .filter(|&i| i == wall || points.get(i).is_some_and(|p| p.frame.fract() == 0.0))
            .collect();
        let found = reach(points, from, &ends, options).or_else(|| attempt(points, from, from + 1, options));
        // One step between neighbouring samples is a straight line and always fits.
        let segment = found.unwrap_or_else(|| straight(from, from + 1));
        from = segment.to.max(from + 1);
        segments.push(segment);
    }
    for segment in &mut segments {
        tidy(points, segment, options);
    }
    segments
}

fn straight(from: usize, to: usize) -> Segment {
    Segment { from, to, hold: false, ease: Vec::new(), out_tangent: Vector::new(), in_tangent: Vector::new() }
}

/// The farthest of `ends` (ascending) that doubling and binary search find.
fn reach(points: &[Point], from: usize, ends: &[usize], options: &FitOptions) -> Option<Segment> {
    let try_end = |k: usize| ends.get(k).and_then(|&to| attempt(points, from, to, options));
    let top = ends.len().checked_sub(1)?;
    let mut best = None;
    let mut good: Option<usize> = None;
    let mut k = 0;
    let mut bad = loop {
        let Some(segment) = try_end(k) else { break k };
        best = Some(segment);
        good = Some(k);
        if k == top {
            return best;
        }
        k = (2 * k + 1).min(top);
    };
    let mut low = good?;
    while bad - low > 1 {
        let middle = low + (bad - low) / 2;
        match try_end(middle) {
            Some(segment) => {
                best = Some(segment);
                low = middle;
            }
            None => bad = middle,
        }
    }
    best
}

/// A segment from one sample to another, if one keeps within the tolerance at the samples between.
fn attempt(points: &[Point], from: usize, to: usize, options: &FitOptions) -> Option<Segment> {
    let span = points.get(from..=to)?;
    let move_ = Move::new(span, options)?;
    let mut segment = straight(from, to);
    if move_.is_still() {
        segment.hold = true;
        return (move_.error(&[], options, true) <= 1.0).then_some(segment);
    }
    if move_.error(&[], options, false) <= 1.0 {
        return Some(segment);
    }
    match options.mode {
        EaseMode::PerComponent => {
            segment.ease = (0..move_.start.len())
                .map(|c| move_.component_ease(c, options))
                .collect::<Option<Vec<_>>>()?;
            Some(segment)
        }
        EaseMode::Shared => {
            segment.ease = vec![move_.shared_ease(options)?];
            Some(segment)
        }
        EaseMode::Spatial => {
            if let Some(ease) = move_.shared_ease(options) {
                segment.ease = vec![ease];
                return Some(segment);
            }
            let (ease, out, into) = spatial::fit(&move_, options)?;
            segment.ease = ease.into_iter().collect();
            segment.out_tangent = out;
            segment.in_tangent = into;
            Some(segment)
        }
    }
}

/// The samples of one segment.
pub(super) struct Move<'a> {
    /// Value of the key it starts at, rounded.
    pub(super) start: Vector,
    /// Value of the key it ends at, rounded.
    pub(super) end: Vector,
    /// Samples strictly between, with their fraction of the time.
    pub(super) between: Vec<(f64, &'a Point)>,
}

impl<'a> Move<'a> {
    fn new(span: &'a [Point], options: &FitOptions) -> Option<Self> {
        let [first, between @ .., last] = span else { return None };
        let length = last.frame - first.frame;
        let between = between.iter().map(|p| ((p.frame - first.frame) / length, p)).collect();
        Some(Self { start: options.rounded(&first.value), end: options.rounded(&last.value), between })
    }

    fn change(&self, component: usize) -> f64 {
        let get = |v: &Vector| v.get(component).copied().unwrap_or(0.0);
        get(&self.end) - get(&self.start)
    }

    fn is_still(&self) -> bool {
        self.start == self.end
    }

    /// Largest error in tolerances with these eases (none: straight; one: shared), or with the start held.
    fn error(&self, ease: &[SegmentEase], options: &FitOptions, held: bool) -> f64 {
        let mut worst = 0.0_f64;
        for (x, point) in &self.between {
            let shared = match ease {
                [one] => unit_bezier(one.out, one.into, *x),
                _ => *x,
            };
            for (c, (a, wanted)) in self.start.iter().zip(&point.value).enumerate() {
                let y = match ease {
                    _ if held => 0.0,
                    [] | [_] => shared,
                    many => many.get(c).map_or(*x, |e| unit_bezier(e.out, e.into, *x)),
                };
                worst = worst.max((a + self.change(c) * y - wanted).abs() / options.tolerance_of(c));
            }
        }
        worst
    }

    fn component_samples(&self, component: usize) -> Samples {
        let (start, change) = (self.start.get(component).copied().unwrap_or(0.0), self.change(component));
        let mut samples = Samples::default();
        for (x, point) in &self.between {
            samples.t.push(*x);
            samples.g.push((point.value.get(component).copied().unwrap_or(0.0) - start) / change);
        }
        samples
    }

    fn component_ease(&self, component: usize, options: &FitOptions) -> Option<SegmentEase> {
        let tolerance = options.tolerance_of(component);
        let change = self.change(component);
        let start = self.start.get(component).copied()?;
        let line = self.between.iter().all(|(x, point)| {
            point.value.get(component).is_some_and(|y| (start + change * x - y).abs() <= tolerance)
        });
        if line {
            return Some(SegmentEase::LINEAR);
        }
        if change.abs() < LEAST_CHANGE * tolerance {
            return None;
        }
        let samples = self.component_samples(component);
        let allowed = tolerance / change.abs();
        curve::fit(&samples, &|i, y| samples.g.get(i).map_or(0.0, |g| (y - g).abs() / allowed))
    }

    /// The fraction of the whole change that comes nearest to each sample, errors measured in tolerances.
    fn shared_samples(&self, options: &FitOptions) -> Option<Samples> {
        let weights: Vec<f64> = (0..self.start.len())
            .map(|c| {
                let tolerance = options.tolerance_of(c);
                self.change(c) / (tolerance * tolerance)
            })
            .collect();
        let whole: f64 = weights.iter().enumerate().map(|(c, w)| w * self.change(c)).sum();
        if whole < LEAST_CHANGE * LEAST_CHANGE {
            return None;
        }
        let mut samples = Samples::default();
        for (x, point) in &self.between {
            let along: f64 =
                weights.iter().zip(&point.value).zip(&self.start).map(|((w, v), a)| w * (v - a)).sum();
            samples.t.push(*x);
            samples.g.push(along / whole);
        }
        Some(samples)
    }

    /// Whether no fraction brings sample `i` within the tolerance: two components pull apart.
    fn off_line(&self, i: usize, options: &FitOptions) -> bool {
        let Some((_, point)) = self.between.get(i) else { return false };
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for (c, (a, wanted)) in self.start.iter().zip(&point.value).enumerate() {
            let (change, tolerance) = (self.change(c), options.tolerance_of(c));
            if change.abs() < LEAST_CHANGE * tolerance {
                if (a - wanted).abs() > tolerance {
                    return true;
                }
                continue;
            }
            let (centre, reach) = ((wanted - a) / change, tolerance / change.abs());
            low = low.max(centre - reach);
            high = high.min(centre + reach);
        }
        low > high
    }

    fn shared_ease(&self, options: &FitOptions) -> Option<SegmentEase> {
        let samples = self.shared_samples(options)?;
        let miss = |i: usize, y: f64| {
            let Some((_, point)) = self.between.get(i) else { return 0.0 };
            self.start.iter().zip(&point.value).enumerate().fold(0.0_f64, |worst, (c, (a, wanted))| {
                worst.max((a + self.change(c) * y - wanted).abs() / options.tolerance_of(c))
            })
        };
        // What lies off the straight line stays off it, whatever the ease.
        if (0..samples.g.len()).any(|i| self.off_line(i, options)) {
            return None;
        }
        curve::fit(&samples, &miss)
    }
}

/// Rounds the handles of a segment to the fewest decimals that keep the tolerance.
fn tidy(points: &[Point], segment: &mut Segment, options: &FitOptions) {
    if segment.ease.is_empty() {
        return;
    }
    let Some(move_) = points.get(segment.from..=segment.to).and_then(|span| Move::new(span, options)) else {
        return;
    };
    if !segment.out_tangent.is_empty() {
        spatial::tidy(&move_, segment, options);
        return;
    }
    if let [ease] = segment.ease.as_slice()
        && options.mode != EaseMode::PerComponent
    {
        let ease = *ease;
        if let Some(samples) = move_.shared_samples(options) {
            let best = rounded_ease(&ease, &samples, |e| move_.error(&[*e], options, false) <= 1.0);
            segment.ease = vec![best];
        }
        return;
    }
    for (component, slot) in segment.ease.iter_mut().enumerate() {
        if *slot == SegmentEase::LINEAR {
            continue;
        }
        let samples = move_.component_samples(component);
        let allowed = options.tolerance_of(component) / move_.change(component).abs();
        *slot = rounded_ease(slot, &samples, |e| {
            samples
                .t
                .iter()
                .zip(&samples.g)
                .all(|(x, g)| (unit_bezier(e.out, e.into, *x) - g).abs() <= allowed)
        });
    }
    if let [first, rest @ ..] = segment.ease.as_slice()
        && rest.iter().all(|e| e == first)
    {
        segment.ease = if first.is_linear() { Vec::new() } else { vec![*first] };
    }
}

/// The ease with the fewest decimals that `fits` accepts, itself when none is.
pub(super) fn rounded_ease(
    ease: &SegmentEase,
    samples: &Samples,
    fits: impl Fn(&SegmentEase) -> bool,
) -> SegmentEase {
    for x_digits in 2..=4 {
        let x = [decimal(ease.out[0], x_digits), decimal(ease.into[0], x_digits)];
        let refit = curve::y_for(samples, x);
        for y_digits in 2..=8 {
            for y in [[ease.out[1], ease.into[1]], refit] {
                let y = [decimal(y[0], y_digits), decimal(y[1], y_digits)];
                let candidate = SegmentEase { out: [x[0], y[0]], into: [x[1], y[1]] };
                if fits(&candidate) {
                    return candidate;
                }
            }
        }
    }
    *ease
}

/// A number rounded to a count of decimals.
fn decimal(x: f64, digits: i32) -> f64 {
    let scale = math::pow(10.0, f64::from(digits));
    (x * scale).round() / scale + 0.0
}

/// Keys as a player walks them.
pub(super) struct Player<'a> {
    keys: &'a [FittedKey],
    /// Motion paths of the segments that have one.
    paths: Vec<Option<spatial::Path>>,
}

impl<'a> Player<'a> {
    pub(super) fn new(keys: &'a [FittedKey]) -> Self {
        let path = |(key, next): (&FittedKey, &FittedKey)| {
            (!key.out_tangent.is_empty() || !key.in_tangent.is_empty())
                .then(|| spatial::Path::new(&key.value, &key.out_tangent, &key.in_tangent, &next.value))
        };
        Self { keys, paths: keys.iter().zip(keys.iter().skip(1)).map(path).collect() }
    }

    /// The value at a frame.
    pub(super) fn value(&self, frame: f64) -> Vector {
        let after = self.keys.partition_point(|key| key.frame <= frame);
        let Some((index, key)) = after.checked_sub(1).and_then(|i| Some((i, self.keys.get(i)?))) else {
            return self.keys.first().map(|key| key.value.clone()).unwrap_or_default();
        };
        let Some(next) = self.keys.get(after) else { return key.value.clone() };
        let x = (frame - key.frame) / (next.frame - key.frame);
        if key.hold || x <= 0.0 {
            return key.value.clone();
        }
        let progress = |c: usize| {
            key.ease.get(c).or_else(|| key.ease.last()).map_or(x, |e| unit_bezier(e.out, e.into, x))
        };
        if let Some(Some(path)) = self.paths.get(index) {
            return path.at_fraction(progress(0));
        }
        key.value
            .iter()
            .zip(&next.value)
            .enumerate()
            .map(|(c, (a, b))| inbetween_types::value::lerp(*a, *b, progress(c)))
            .collect()
    }
}
