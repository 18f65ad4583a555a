//! Faux bold.

use kurbo::{BezPath, PathEl, Point, Shape, Vec2};

/// How far a corner may move, over the strength.
const LIMIT: f64 = 3.0;

/// An outline grown by `strength` on every side; counters shrink. The outer contours may run either way round.
///
/// Every point, handles included, moves along the bisector of its neighbours' directions.
#[must_use]
pub fn embolden(path: &BezPath, strength: f64) -> BezPath {
    if !strength.is_finite() || strength == 0.0 {
        return path.clone();
    }
    // Outer contours decide the sign of the whole area.
    let outward = if path.area() > 0.0 { 1.0 } else { -1.0 };
    let mut out = BezPath::new();
    let mut contour: Vec<PathEl> = Vec::new();
    for element in path.elements() {
        if matches!(element, PathEl::MoveTo(_)) && !contour.is_empty() {
            grow(&contour, strength * outward, &mut out);
            contour.clear();
        }
        contour.push(*element);
    }
    grow(&contour, strength * outward, &mut out);
    out
}

fn grow(contour: &[PathEl], strength: f64, out: &mut BezPath) {
    let mut points: Vec<Point> = Vec::new();
    for element in contour {
        match *element {
            PathEl::MoveTo(a) | PathEl::LineTo(a) => points.push(a),
            PathEl::QuadTo(a, b) => points.extend([a, b]),
            PathEl::CurveTo(a, b, c) => points.extend([a, b, c]),
            PathEl::ClosePath => {}
        }
    }
    let count = points.len();
    let at = |index: usize| points.get(index % count.max(1)).copied().unwrap_or_default();
    // Direction to the next (or from the last) point that differs.
    let toward = |index: usize, back: bool| -> Vec2 {
        let here = at(index);
        for step in 1..count {
            let other = at(if back { index + count - step } else { index + step });
            let way = if back { here - other } else { other - here };
            let size = inbetween_types::math::hypot(way.x, way.y);
            if size > 1e-9 {
                return way / size;
            }
        }
        Vec2::ZERO
    };
    let mut moved = (0..count).map(|index| {
        let (into, from) = (toward(index, true), toward(index, false));
        let dot = into.dot(from);
        // Positive area (y down) has its outside on the left of its direction.
        let normal = Vec2::new(into.y + from.y, -(into.x + from.x));
        let grown = normal * (strength / (1.0 + dot).max(2.0 / (LIMIT * LIMIT)));
        at(index) + grown
    });
    let mut next = || moved.next().unwrap_or_default();
    for element in contour {
        match element {
            PathEl::MoveTo(_) => out.move_to(next()),
            PathEl::LineTo(_) => out.line_to(next()),
            PathEl::QuadTo(..) => {
                let a = next();
                out.quad_to(a, next());
            }
            PathEl::CurveTo(..) => {
                let a = next();
                let b = next();
                out.curve_to(a, b, next());
            }
            PathEl::ClosePath => out.close_path(),
        }
    }
}
