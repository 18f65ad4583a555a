//! Curves to polygons.

use super::Outline;
use kurbo::{Affine, PathEl, Point};

/// Most pieces of one curve.
const MOST_PIECES: f64 = 500.0;

/// The number of pieces a cubic needs to stay within `tolerance`, from the bound on its second derivative.
#[inline]
pub(crate) fn pieces(p0: Point, p1: Point, p2: Point, p3: Point, tolerance: f64) -> f64 {
    let bend = |a: Point, b: Point, c: Point| {
        let (x, y) = (a.x - 2.0 * b.x + c.x, a.y - 2.0 * b.y + c.y);
        x * x + y * y
    };
    let square = bend(p0, p1, p2).max(bend(p1, p2, p3));
    // NaN counts as 1; truncation and one more stand for rounding up.
    let pieces = (0.75 * square.sqrt() / tolerance).sqrt();
    f64::from(pieces.min(MOST_PIECES) as u32 + 1)
}

/// Adds a path, mapped, to an outline; polygons lie within `tolerance` of it.
pub(crate) fn flatten(path: &[PathEl], map: Affine, tolerance: f64, out: &mut Outline) {
    let mut last = Point::ZERO;
    let mut start = Point::ZERO;
    let mut open = false;
    let put = |out: &mut Outline, p: Point| out.points.push([p.x as f32, p.y as f32]);
    for element in path {
        if !open && !matches!(element, PathEl::MoveTo(_) | PathEl::ClosePath) {
            put(out, start);
            last = start;
            open = true;
        }
        match *element {
            PathEl::MoveTo(p) => {
                out.close();
                last = map * p;
                start = last;
                put(out, last);
                open = true;
            }
            PathEl::LineTo(p) => {
                last = map * p;
                put(out, last);
            }
            PathEl::QuadTo(p1, p2) => {
                let (q, end) = (map * p1, map * p2);
                let (c1, c2) = (last.lerp(q, 2.0 / 3.0), end.lerp(q, 2.0 / 3.0));
                cubic(last, c1, c2, end, tolerance, out);
                last = end;
            }
            PathEl::CurveTo(p1, p2, p3) => {
                let end = map * p3;
                cubic(last, map * p1, map * p2, end, tolerance, out);
                last = end;
            }
            PathEl::ClosePath => {
                out.close();
                last = start;
                open = false;
            }
        }
    }
    out.close();
}

#[inline]
fn cubic(p0: Point, p1: Point, p2: Point, p3: Point, tolerance: f64, out: &mut Outline) {
    let count = pieces(p0, p1, p2, p3, tolerance);
    let coefficients =
        |a: f64, b: f64, c: f64, d: f64| [d - a + 3.0 * (b - c), 3.0 * (a - 2.0 * b + c), 3.0 * (b - a), a];
    let [ax, bx, cx, dx] = coefficients(p0.x, p1.x, p2.x, p3.x);
    let [ay, by, cy, dy] = coefficients(p0.y, p1.y, p2.y, p3.y);
    let step = 1.0 / count;
    out.points.extend((1..count as u32).map(|i| {
        let t = f64::from(i) * step;
        [(((ax * t + bx) * t + cx) * t + dx) as f32, (((ay * t + by) * t + cy) * t + dy) as f32]
    }));
    out.points.push([p3.x as f32, p3.y as f32]);
}
