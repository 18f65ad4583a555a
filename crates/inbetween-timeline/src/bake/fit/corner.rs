//! Corners: places where the signal is continuous and its speed jumps.

use super::FitOptions;
use super::signal::{Point, Source};

/// Samples nearer than this to a corner, in frames, stand for it.
const NEAR: f64 = 0.02;

/// The samples of a piece with its corners added and marked as keys.
pub(super) fn with_corners(points: Vec<Point>, source: &mut Source<'_>, options: &FitOptions) -> Vec<Point> {
    let mut corners: Vec<Point> = Vec::new();
    let mut marked: Vec<f64> = Vec::new();
    let bends: Vec<Option<(f64, usize)>> = points.windows(6).map(|window| bent(window, options)).collect();
    let sharpness = |i: usize| bends.get(i).copied().flatten().map_or(0.0, |(size, _)| size);
    for (i, window) in points.windows(6).enumerate() {
        let Some((size, component)) = bends.get(i).copied().flatten() else { continue };
        // Windows beside a corner see it too: the sharpest of neighbours has it in the middle.
        let before = (i.saturating_sub(2)..i).any(|k| sharpness(k) >= size);
        let after = (i + 1..=i + 2).any(|k| sharpness(k) > size);
        if before || after {
            continue;
        }
        match locate(window, component, source, options) {
            Some(Corner::Between(corner)) => corners.push(corner),
            Some(Corner::At(frame)) => marked.push(frame),
            None => {}
        }
    }
    let mut all = points;
    for point in &mut all {
        point.key |= marked.contains(&point.frame);
    }
    all.extend(corners);
    all.sort_by(|a, b| a.frame.total_cmp(&b.frame));
    all
}

enum Corner {
    Between(Point),
    At(f64),
}

/// How much more the speed changes across the middle step of six even samples than beside it, and the component
/// in which it does most; `None` when it does not.
fn bent(window: &[Point], options: &FitOptions) -> Option<(f64, usize)> {
    let [a, b, p, q, c, d] = window else { return None };
    let even = window.windows(2).all(|w| match w {
        [x, y] => (y.frame - x.frame - (q.frame - p.frame)).abs() < 1e-9,
        _ => false,
    });
    if !even {
        return None;
    }
    let mut best: Option<(f64, usize)> = None;
    for index in 0..p.value.len() {
        let scale = 1.0 / options.tolerance_of(index);
        let at = |point: &Point| point.value.get(index).copied().unwrap_or(0.0) * scale;
        let (v1, v2) = (at(b) - at(a), at(p) - at(b));
        let (v4, v5) = (at(c) - at(q), at(d) - at(c));
        let change = (v4 - v2).abs();
        let usual = (v2 - v1).abs() + (v5 - v4).abs();
        let sharp = change / (4.0 * usual + 4.0);
        if sharp > 1.0 && best.is_none_or(|(size, _)| sharp > size) {
            best = Some((sharp, index));
        }
    }
    best
}

/// Where the parabolas through the three samples on either side meet, if the signal agrees.
fn locate(
    window: &[Point],
    component: usize,
    source: &mut Source<'_>,
    options: &FitOptions,
) -> Option<Corner> {
    let [a, b, p, q, c, d] = window else { return None };
    let value = |point: &Point, index: usize| point.value.get(index).copied().unwrap_or(0.0);
    // Fractions of the step from p to q; the parabolas go through -2, -1, 0 and 1, 2, 3.
    let left = |x: f64, i: usize| parabola([value(a, i), value(b, i), value(p, i)], x + 2.0);
    let right = |x: f64, i: usize| parabola([value(q, i), value(c, i), value(d, i)], x - 1.0);
    let gap = |x: f64| left(x, component) - right(x, component);
    let (mut low, mut high) = (0.0, 1.0);
    let (at_low, at_high) = (gap(low), gap(high));
    let tolerance = options.tolerance_of(component);
    if at_low.abs() <= 0.05 * tolerance {
        return Some(Corner::At(p.frame));
    }
    if at_high.abs() <= 0.05 * tolerance {
        return Some(Corner::At(q.frame));
    }
    if (at_low < 0.0) == (at_high < 0.0) {
        return Some(Corner::At(if at_low.abs() < at_high.abs() { p.frame } else { q.frame }));
    }
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if (gap(middle) < 0.0) == (at_low < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    let frame = p.frame + low * (q.frame - p.frame);
    let frame = (frame * 1000.0).round() / 1000.0;
    if frame - p.frame < NEAR {
        return Some(Corner::At(p.frame));
    }
    if q.frame - frame < NEAR {
        return Some(Corner::At(q.frame));
    }
    let mut corner = source.point(frame);
    let x = (frame - p.frame) / (q.frame - p.frame);
    let agrees = corner.value.iter().enumerate().all(|(i, y)| {
        let expected = 0.5 * (left(x, i) + right(x, i));
        (y - expected).abs() <= 0.5 * options.tolerance_of(i)
    });
    corner.key = true;
    agrees.then_some(Corner::Between(corner))
}

/// The parabola through values at 0, 1 and 2.
fn parabola([y0, y1, y2]: [f64; 3], x: f64) -> f64 {
    let (first, second) = (y1 - y0, y2 - 2.0 * y1 + y0);
    y0 + x * first + 0.5 * x * (x - 1.0) * second
}
