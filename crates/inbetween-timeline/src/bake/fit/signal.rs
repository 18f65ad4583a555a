//! Sampling, and cutting the signal where it jumps.

use super::FitOptions;
use inbetween_types::Vector;

/// Width in frames to which a jump is located.
const JUMP_WIDTH: f64 = 1e-6;
/// How long before a jump the value that moved up to it is held, in frames.
const HOLD_BEFORE: f64 = 1e-3;
/// Jumps looked for between two half frames.
const MOST_JUMPS: usize = 8;

/// A sample.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    /// Frame.
    pub(super) frame: f64,
    /// Value there.
    pub(super) value: Vector,
    /// Whether a key must stand here.
    pub(super) key: bool,
}

/// A part of the signal without jumps.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its samples; the first is at the jump that starts it.
    pub(super) points: Vec<Point>,
}

/// The signal, made safe.
pub(super) struct Source<'a> {
    signal: &'a mut dyn FnMut(f64) -> Vector,
    last: Vector,
}

impl<'a> Source<'a> {
    pub(super) fn new(signal: &'a mut dyn FnMut(f64) -> Vector) -> Self {
        Self { signal, last: Vector::new() }
    }

    /// The sample at a frame.
    pub(super) fn point(&mut self, frame: f64) -> Point {
        let mut value = (self.signal)(frame);
        if self.last.is_empty() {
            self.last = value.iter().map(|x| if x.is_finite() { *x } else { 0.0 }).collect();
        }
        value.resize(self.last.len(), 0.0);
        for (x, safe) in value.iter_mut().zip(&mut self.last) {
            if x.is_finite() {
                *safe = *x;
            } else {
                *x = *safe;
            }
        }
        Point { frame, value, key: false }
    }

    /// Samples at `first`, every half frame between, and `last`.
    pub(super) fn grid(&mut self, first: f64, last: f64) -> Vec<Point> {
        let mut points = vec![self.point(first)];
        let mut half = (first * 2.0).floor() + 1.0;
        while half * 0.5 < last {
            points.push(self.point(half * 0.5));
            half += 1.0;
        }
        if last > first {
            points.push(self.point(last));
        }
        points
    }
}

/// What lies between two samples.
enum Between {
    Smooth,
    /// Left and right sides of each jump, in order.
    Jumps(Vec<(Point, Point)>),
    Unsettled,
}

/// Cuts the signal at its jumps; also gives the frame ranges in which it never settles.
pub(super) fn pieces(
    grid: &[Point],
    source: &mut Source<'_>,
    options: &FitOptions,
) -> (Vec<Piece>, Vec<[f64; 2]>) {
    let between: Vec<Between> = (0..grid.len().saturating_sub(1))
        .map(|i| match (grid.get(i), grid.get(i + 1)) {
            (Some(a), Some(b)) if suspicious(grid, i, options) => look_between(a, b, source, options),
            _ => Between::Smooth,
        })
        .collect();
    let held = unsettled_frames(grid, &between);
    let is_held = |frame: f64| held.iter().any(|[a, b]| (*a..*b).contains(&frame));

    let mut pieces: Vec<Piece> = Vec::new();
    let mut points: Vec<Point> = Vec::new();
    let mut between = between.into_iter();
    for point in grid {
        if is_held(point.frame) {
            if point.frame.fract() == 0.0 || points.is_empty() && pieces.is_empty() {
                points.push(point.clone());
                pieces.push(Piece { points: std::mem::take(&mut points) });
                pieces.push(Piece { points: vec![point.clone()] });
            }
            between.next();
            continue;
        }
        points.push(point.clone());
        if let Some(Between::Jumps(jumps)) = between.next() {
            for (left, right) in jumps {
                end_piece(&mut points, left, right.frame, source, options);
                pieces.push(Piece { points: std::mem::take(&mut points) });
                points.push(right);
            }
            // The next grid point may be the jump itself.
            let next = grid.iter().find(|p| p.frame > point.frame);
            if points.last().zip(next).is_some_and(|(r, n)| r.frame >= n.frame) {
                points.pop();
            }
        }
    }
    pieces.push(Piece { points });
    pieces.retain(|piece| !piece.points.is_empty());
    force_breaks(&mut pieces, source, options);
    (pieces, held)
}

/// Ends a piece before a jump: with the sample just before it where the signal moved since the last one.
fn end_piece(points: &mut Vec<Point>, left: Point, jump: f64, source: &mut Source<'_>, options: &FitOptions) {
    let Some(last) = points.last() else {
        points.push(left);
        return;
    };
    let frame = jump - HOLD_BEFORE;
    if frame > last.frame && options.distance(&left.value, &last.value) > 1e-6 {
        // Thousandths of a frame are enough and stay short in a file.
        let frame = (frame * 1000.0).floor() / 1000.0;
        if frame > last.frame {
            points.push(source.point(frame));
        }
    }
}

/// Whether the step from sample `i` to the next is out of line with its neighbours.
fn suspicious(grid: &[Point], i: usize, options: &FitOptions) -> bool {
    let step = |k: Option<usize>| -> Option<Vec<f64>> {
        let k = k?;
        let (a, b) = (grid.get(k)?, grid.get(k + 1)?);
        Some(
            a.value
                .iter()
                .zip(&b.value)
                .enumerate()
                .map(|(c, (x, y))| (y - x) / options.tolerance_of(c))
                .collect(),
        )
    };
    let Some(here) = step(Some(i)) else { return false };
    let neighbours = [step(i.checked_sub(1)), step(Some(i + 1))];
    here.iter().enumerate().any(|(c, d)| {
        d.abs() > 1.0
            && (neighbours.iter().all(Option::is_none)
                || neighbours
                    .iter()
                    .flatten()
                    .any(|n| n.get(c).is_some_and(|other| (d - other).abs() > 0.3 * d.abs())))
    })
}

fn look_between(a: &Point, b: &Point, source: &mut Source<'_>, options: &FitOptions) -> Between {
    let width = b.frame - a.frame;
    let mut jumps: Vec<(Point, Point)> = Vec::new();
    let mut left = a.clone();
    while jumps.len() < MOST_JUMPS && options.distance(&left.value, &b.value) > 1.0 {
        let Some((before, after)) = locate(left.clone(), b.clone(), source, options) else { break };
        // Close to a true jump the signal is calm on both sides.
        let calm = |source: &mut Source<'_>, from: &Point, sign: f64| {
            [1.0, 2.7, 6.1].iter().all(|k| {
                let frame = from.frame + sign * k * JUMP_WIDTH;
                if frame <= a.frame || frame >= b.frame {
                    return true;
                }
                options.distance(&source.point(frame).value, &from.value) <= 1.0
            })
        };
        if !calm(source, &before, -1.0) || !calm(source, &after, 1.0) {
            return Between::Unsettled;
        }
        // Rounded up, never past the sample that follows.
        let frame = ((after.frame / JUMP_WIDTH).ceil() * JUMP_WIDTH).min(b.frame);
        let frame = if b.frame - frame < JUMP_WIDTH { b.frame } else { round_frame(frame) };
        let right = Point { frame, value: after.value, key: true };
        left = right.clone();
        jumps.push((before, right));
        if b.frame - left.frame < 1e-3 * width {
            break;
        }
    }
    if jumps.is_empty() { Between::Smooth } else { Between::Jumps(jumps) }
}

/// A frame as the nearest number with six decimals.
fn round_frame(frame: f64) -> f64 {
    (frame * 1e6).round() / 1e6
}

/// Follows the larger change down to [`JUMP_WIDTH`]; `None` when it shrinks below the tolerance on the way.
fn locate(
    mut a: Point,
    mut b: Point,
    source: &mut Source<'_>,
    options: &FitOptions,
) -> Option<(Point, Point)> {
    while b.frame - a.frame > JUMP_WIDTH {
        let middle = source.point(0.5 * (a.frame + b.frame));
        let (left, right) =
            (options.distance(&a.value, &middle.value), options.distance(&middle.value, &b.value));
        if left.max(right) <= 1.0 {
            return None;
        }
        if left > right {
            b = middle;
        } else {
            a = middle;
        }
    }
    Some((a, b))
}

/// Ranges of whole frames that contain unsettled steps; gaps of up to two frames belong to them.
fn unsettled_frames(grid: &[Point], between: &[Between]) -> Vec<[f64; 2]> {
    let mut ranges: Vec<[f64; 2]> = Vec::new();
    for (point, step) in grid.iter().zip(between) {
        if matches!(step, Between::Unsettled) {
            let from = point.frame.floor();
            match ranges.last_mut() {
                Some(last) if from <= last[1] + 2.0 => last[1] = from + 1.0,
                _ => ranges.push([from, from + 1.0]),
            }
        }
    }
    ranges
}

/// Marks or adds the samples at which a key must stand.
fn force_breaks(pieces: &mut [Piece], source: &mut Source<'_>, options: &FitOptions) {
    for &frame in &options.breaks {
        let piece = pieces.iter_mut().find(|piece| {
            piece
                .points
                .first()
                .zip(piece.points.last())
                .is_some_and(|(a, b)| a.frame <= frame && frame <= b.frame)
        });
        let Some(piece) = piece else { continue };
        let at = piece.points.partition_point(|p| p.frame < frame);
        match piece.points.get_mut(at) {
            Some(point) if point.frame == frame => point.key = true,
            _ => {
                let mut point = source.point(frame);
                point.key = true;
                piece.points.insert(at, point);
            }
        }
    }
}
