//! Paths as lists of cubic pieces, and back.

use inbetween_types::Path;
use kurbo::{BezPath, CubicBez, ParamCurve, Point, Vec2};

/// Whether a cubic is a straight line with its handles on its ends.
pub(crate) fn is_line(c: &CubicBez) -> bool {
    c.p1 == c.p0 && c.p2 == c.p3
}

/// A straight piece.
pub(crate) fn line(from: Point, to: Point) -> CubicBez {
    CubicBez::new(from, from, to, to)
}

/// A path from pieces that follow one another; each starts where the one before ended. When the path is closed and
/// the last piece ends where the first starts, that vertex is there once.
pub(crate) fn path_of(pieces: &[CubicBez], closed: bool) -> Path {
    let (mut points, mut into, mut out) = (Vec::new(), Vec::new(), Vec::new());
    let Some(first) = pieces.first() else { return Path::default() };
    let pair = |v: Vec2| [v.x, v.y];
    points.push([first.p0.x, first.p0.y]);
    into.push([0.0; 2]);
    for piece in pieces {
        out.push(pair(piece.p1 - piece.p0));
        points.push([piece.p3.x, piece.p3.y]);
        into.push(pair(piece.p2 - piece.p3));
    }
    out.push([0.0; 2]);
    if closed && points.len() > 2 && meet(points.first(), points.last()) {
        points.pop();
        out.pop();
        if let (Some(last), Some(first)) = (into.pop(), into.first_mut()) {
            *first = last;
        }
    }
    Path::new(points, into, out, closed)
}

fn meet(a: Option<&[f64; 2]>, b: Option<&[f64; 2]>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            let size = a.iter().fold(1.0_f64, |m, n| m.max(n.abs()));
            a.iter().zip(b).all(|(x, y)| (x - y).abs() <= 1e-9 * size)
        }
        _ => false,
    }
}

/// Adds a path to a `kurbo` path, straight pieces as lines.
pub(crate) fn append(path: &Path, out: &mut BezPath) {
    let Some(first) = path.points.first() else { return };
    out.move_to((first[0], first[1]));
    let pieces = path.segments();
    let last = pieces.len().saturating_sub(1);
    for (at, piece) in pieces.iter().enumerate() {
        if !is_line(piece) {
            out.curve_to(piece.p1, piece.p2, piece.p3);
        } else if !(path.closed && at == last) {
            out.line_to(piece.p3);
        }
    }
    if path.closed {
        out.close_path();
    }
}

/// Length of the control polygon: never less than the length of the path, and cheap.
pub(crate) fn rough_length(path: &Path) -> f64 {
    path.segments()
        .iter()
        .map(|c| (c.p1 - c.p0).hypot() + (c.p2 - c.p1).hypot() + (c.p3 - c.p2).hypot())
        .sum()
}

/// Signed area of a path, closed by a straight line where it is open: positive for clockwise on screen.
pub(crate) fn area(path: &Path) -> f64 {
    use kurbo::ParamCurveArea;
    let pieces = path.segments();
    let closing = match (pieces.first(), pieces.last()) {
        (Some(first), Some(last)) if !path.closed => line(last.p3, first.p0).signed_area(),
        _ => 0.0,
    };
    pieces.iter().map(ParamCurveArea::signed_area).sum::<f64>() + closing
}

/// Unit direction of a piece at its start or end; zero for a piece without length.
pub(crate) fn direction(c: &CubicBez, at_end: bool) -> Vec2 {
    let c = if at_end { CubicBez::new(c.p3, c.p2, c.p1, c.p0) } else { *c };
    let size = [c.p1, c.p2, c.p3].iter().map(|p| (*p - c.p0).hypot()).fold(0.0, f64::max);
    for point in [c.p1, c.p2, c.p3] {
        let way = point - c.p0;
        let length = way.hypot();
        if length > 1e-9 * size && length > 0.0 {
            let way = way / length;
            return if at_end { -way } else { way };
        }
    }
    Vec2::ZERO
}

/// The point of a piece at a parameter; a straight piece is walked evenly, as its handles on its ends would not say.
pub(crate) fn at(c: &CubicBez, t: f64) -> Point {
    if is_line(c) { c.p0.lerp(c.p3, t) } else { c.eval(t) }
}

/// The piece with the parameter of [`at`]: a straight one gets handles at its thirds.
pub(crate) fn even(c: &CubicBez) -> CubicBez {
    if is_line(c) {
        CubicBez::new(c.p0, c.p0.lerp(c.p3, 1.0 / 3.0), c.p0.lerp(c.p3, 2.0 / 3.0), c.p3)
    } else {
        *c
    }
}

/// The part of a piece between two parameters as [`at`] has them; the ends are exact at 0 and 1.
pub(crate) fn part(c: &CubicBez, from: f64, to: f64) -> CubicBez {
    if from <= 0.0 && to >= 1.0 {
        return *c;
    }
    if is_line(c) {
        return line(at(c, from), at(c, to));
    }
    let mut part = c.subsegment(from..to);
    if from <= 0.0 {
        part.p0 = c.p0;
    }
    if to >= 1.0 {
        part.p3 = c.p3;
    }
    part
}
