//! Fits keyframes to a signal: as few as keep within the tolerance at every whole and half frame.
//!
//! 1. The signal is sampled at half frames. Where a change between two of them does not shrink as the interval is
//!    halved, it jumps; the jump's own frame is found by bisection. Where it never settles (random numbers), each
//!    whole frame holds.
//! 2. Between jumps, corners are found and become keys.
//! 3. Between corners, each segment is made as long as one unit Bézier (per component, shared, or along a spatial
//!    cubic) can follow: doubling, then binary search.
//! 4. Handles are rounded to the fewest digits that keep the tolerance.

mod corner;
mod curve;
mod segment;
mod signal;
mod spatial;

use inbetween_doc::{Keyframe, SegmentEase};
use inbetween_types::{Value, Vector};
use segment::Segment;
use signal::{Piece, Point};

/// How a segment between two keys may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EaseMode {
    /// An ease for every component: scale, size, colour.
    PerComponent,
    /// One ease for all: paths, gradients; positions that move straight between keys.
    Shared,
    /// One ease along a cubic in space where a straight line does not do: positions of 2 or 3 components.
    Spatial,
}

/// What a fit must keep to.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// Largest error of each component, in its own unit; the last counts for components beyond the list.
    /// What is not above 0 counts as 1e-9.
    pub tolerance: Vec<f64>,
    /// How segments may move.
    pub mode: EaseMode,
    /// Frames at which a key must stand.
    pub breaks: Vec<f64>,
    /// Values of keys are rounded to multiples of this; 0 for none. Counts as error.
    pub value_step: f64,
}

impl FitOptions {
    /// One tolerance for all components, no forced keys, values rounded to a hundredth of the tolerance at most.
    #[must_use]
    pub fn new(tolerance: f64, mode: EaseMode) -> Self {
        let mut value_step = 1e-3;
        while value_step > 0.011 * tolerance && value_step > 1e-9 {
            value_step *= 0.1;
        }
        Self { tolerance: vec![tolerance], mode, breaks: Vec::new(), value_step }
    }

    fn tolerance_of(&self, component: usize) -> f64 {
        let tolerance =
            self.tolerance.get(component).or_else(|| self.tolerance.last()).copied().unwrap_or(0.0);
        if tolerance > 0.0 { tolerance.max(1e-9) } else { 1e-9 }
    }

    /// Largest difference of two values, in tolerances.
    fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        a.iter()
            .zip(b)
            .enumerate()
            .map(|(i, (x, y))| (x - y).abs() / self.tolerance_of(i))
            .fold(0.0, f64::max)
    }

    fn rounded(&self, value: &Vector) -> Vector {
        if self.value_step > 0.0 {
            // Dividing by the reciprocal keeps decimals exact: 0.3 stays 0.3.
            let per_unit = (1.0 / self.value_step).round().max(1.0);
            value.iter().map(|x| (x * per_unit).round() / per_unit + 0.0).collect()
        } else {
            value.clone()
        }
    }
}

/// A fitted key and the segment that starts there.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedKey {
    /// Composition frame; fractional at jumps and corners of the signal's own.
    pub frame: f64,
    /// Value.
    pub value: Vector,
    /// Whether the value holds until the next key.
    pub hold: bool,
    /// Eases: none (a straight line), one for all components, or one per component.
    pub ease: Vec<SegmentEase>,
    /// Outgoing spatial tangent, relative to the value; empty when straight.
    pub out_tangent: Vector,
    /// Incoming spatial tangent of the next key, relative to its value; empty when straight.
    pub in_tangent: Vector,
}

impl FittedKey {
    /// The key as a document's keyframe; `value` makes the property's kind of value of its numbers.
    #[must_use]
    pub fn into_keyframe(self, value: impl FnOnce(Vector) -> Value) -> Keyframe {
        Keyframe {
            frame: self.frame,
            value: value(self.value),
            end_value: None,
            hold: self.hold,
            ease: self.ease.into_iter().collect(),
            out_tangent: self.out_tangent,
            in_tangent: self.in_tangent,
        }
    }
}

/// A fitted signal.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The keys in time order; a lone key is a static value.
    pub keys: Vec<FittedKey>,
    /// Largest error at whole and half frames of each component, in its own unit.
    pub error: Vector,
    /// Ranges of whole frames (the second excluded) in which the signal never settles: there each whole frame
    /// holds, and half frames count as the whole frame before.
    pub held: Vec<[f64; 2]>,
}

impl Fit {
    /// The value at a frame, as a player gives it.
    #[must_use]
    pub fn value(&self, frame: f64) -> Vector {
        self.values([frame]).pop().unwrap_or_default()
    }

    /// The values at several frames.
    #[must_use]
    pub fn values(&self, frames: impl IntoIterator<Item = f64>) -> Vec<Vector> {
        let player = segment::Player::new(&self.keys);
        frames.into_iter().map(|frame| player.value(frame)).collect()
    }

    /// Whether one value serves for all frames.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.keys.len() == 1
    }
}

/// Fits keys to `signal` over the frames `first..=last`.
///
/// The signal is asked at every whole and half frame of the range once, in order, and near jumps and corners at
/// fractional frames between. All samples are taken to have as many components as the first; numbers that are not
/// finite count as the last finite one. `last` below `first` counts as `first`.
pub fn fit(first: f64, last: f64, signal: &mut dyn FnMut(f64) -> Vector, options: &FitOptions) -> Fit {
    let mut source = signal::Source::new(signal);
    let grid = source.grid(first, last.max(first));
    let Some(start) = grid.first() else {
        return Fit { keys: Vec::new(), error: Vector::new(), held: Vec::new() };
    };
    if let Some(value) = constant(&grid, options) {
        let keys = vec![hold_key(start.frame, options.rounded(&value))];
        return finish(keys, &grid, Vec::new(), options);
    }
    let (pieces, held) = signal::pieces(&grid, &mut source, options);
    let mut keys: Vec<FittedKey> = Vec::new();
    let count = pieces.len();
    for (index, piece) in pieces.into_iter().enumerate() {
        let jumps_after = index + 1 < count;
        append(&mut keys, piece, jumps_after, &mut source, options);
    }
    finish(keys, &grid, held, options)
}

/// The value that serves all points, if one does.
fn constant(points: &[Point], options: &FitOptions) -> Option<Vector> {
    let first = points.first()?;
    if points.iter().all(|p| p.value == first.value) {
        return Some(first.value.clone());
    }
    let mut low = first.value.clone();
    let mut high = first.value.clone();
    for point in points {
        for ((l, h), x) in low.iter_mut().zip(high.iter_mut()).zip(&point.value) {
            *l = l.min(*x);
            *h = h.max(*x);
        }
    }
    // The middle of the range, unless the first value serves as well.
    let middle: Vector = low.iter().zip(&high).map(|(l, h)| 0.5 * (l + h)).collect();
    [&first.value, &middle]
        .into_iter()
        .find(|value| points.iter().all(|p| options.distance(&options.rounded(value), &p.value) <= 1.0))
        .cloned()
}

fn hold_key(frame: f64, value: Vector) -> FittedKey {
    FittedKey {
        frame,
        value,
        hold: true,
        ease: Vec::new(),
        out_tangent: Vector::new(),
        in_tangent: Vector::new(),
    }
}

/// Adds the keys of one piece; `jumps_after` says that another follows, so that its last key holds.
fn append(
    keys: &mut Vec<FittedKey>,
    piece: Piece,
    jumps_after: bool,
    source: &mut signal::Source<'_>,
    options: &FitOptions,
) {
    let Some(start) = piece.points.first() else { return };
    // A piece that starts where the last one ended takes the place of its last key.
    if keys.last().is_some_and(|key| key.frame >= start.frame) {
        keys.pop();
    }
    if let Some(value) = constant(&piece.points, options) {
        let value = options.rounded(&value);
        let goes_on = keys.last().is_some_and(|key| key.hold && options.distance(&key.value, &value) <= 0.0);
        if !goes_on {
            keys.push(hold_key(start.frame, value));
        }
        return;
    }
    let points = corner::with_corners(piece.points, source, options);
    let segments = segment::longest(&points, options);
    let mut end = None;
    for Segment { from, to, hold, ease, out_tangent, in_tangent } in segments {
        let (Some(a), Some(b)) = (points.get(from), points.get(to)) else { continue };
        keys.push(FittedKey {
            frame: a.frame,
            value: options.rounded(&a.value),
            hold,
            ease,
            out_tangent,
            in_tangent,
        });
        end = Some(b);
    }
    if let Some(end) = end {
        let mut key = hold_key(end.frame, options.rounded(&end.value));
        key.hold = jumps_after;
        keys.push(key);
    }
}

fn finish(keys: Vec<FittedKey>, grid: &[Point], held: Vec<[f64; 2]>, options: &FitOptions) -> Fit {
    let mut fit = Fit { keys, error: Vector::new(), held };
    // A last key that repeats a held value says nothing.
    if let [.., before, last] = fit.keys.as_slice()
        && before.hold
        && options.distance(&before.value, &last.value) <= 0.0
    {
        fit.keys.pop();
    }
    let mut error: Vector = grid.first().map(|p| p.value.iter().map(|_| 0.0).collect()).unwrap_or_default();
    let values = fit.values(grid.iter().map(|p| p.frame));
    for (point, value) in grid.iter().zip(values) {
        let is_held = fit.held.iter().any(|[a, b]| (*a..*b).contains(&point.frame));
        if is_held && point.frame.fract() != 0.0 {
            continue;
        }
        for ((e, x), y) in error.iter_mut().zip(&value).zip(&point.value) {
            *e = e.max((x - y).abs());
        }
    }
    fit.error = error;
    fit
}

#[cfg(test)]
mod tests;
