//! Offset Paths.

use super::gather::{Gatherer, Scope};
use super::{Shape, boolean, cubic, reversed};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::{Path, math};
use kurbo::{Affine, BezPath, CubicBez, PathSeg, Point, Vec2};

/// How sides that part are joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Corner {
    /// To a point, unless that is more than this many times the amount away.
    Miter(f64),
    /// By an arc.
    Round,
    /// By a straight line.
    Bevel,
}

/// Most vertices of a path that is offset.
const MOST_VERTICES: usize = 20_000;

/// Widens every path above (narrows it with a negative amount).
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &Scope,
) -> Result<(), Fault> {
    let reader = &mut *gatherer.reader;
    let amount = reader.number(item, "ADBE Vector Offset Amount", 10.0)?;
    let limit = reader.number(item, "ADBE Vector Offset Miter Limit", 4.0)?.max(1.0);
    let corner = match reader.number(item, "ADBE Vector Offset Line Join", 1.0)? {
        2.0 => Corner::Round,
        3.0 => Corner::Bevel,
        _ => Corner::Miter(limit),
    };
    if amount == 0.0 {
        return Ok(());
    }
    for id in &scope.live {
        let Some(shape) = gatherer.shapes.get_mut(*id) else { continue };
        let paths = shape.paths_in(space);
        if paths.iter().map(Path::len).sum::<usize>() > MOST_VERTICES {
            gatherer.reader.note("draw/limit", "a path with too many vertices is not offset");
            continue;
        }
        let paths = offset(&paths, amount, corner);
        *shape = Shape { paths, space };
    }
    Ok(())
}

/// The outlines of the area of some paths after every edge moved `amount` outwards. Outside is what the largest of them
/// does not wind around; holes that wind the other way shrink. An open path becomes the area within `amount` of it, with
/// flat ends (round ones where corners are round); a negative amount is for it the same as a positive one.
pub(crate) fn offset(paths: &[Path], amount: f64, corner: Corner) -> Vec<Path> {
    let largest = paths.iter().map(cubic::area).fold(0.0_f64, |a, b| if b.abs() > a.abs() { b } else { a });
    let mut moved = Vec::new();
    for path in paths.iter().filter(|path| path.len() > 1 && path.is_finite()) {
        if path.closed {
            let path = if largest < 0.0 { reversed(path) } else { path.clone() };
            let mut side = Side::new(amount, corner);
            side.walk(&path, true);
            moved.push(cubic::path_of(&side.out, true));
        } else {
            let mut side = Side::new(amount.abs(), corner);
            side.walk(path, false);
            side.cap(path);
            let back = reversed(path);
            side.walk(&back, false);
            side.cap(&back);
            moved.push(cubic::path_of(&side.out, true));
        }
    }
    // Where edges crossed, what winds the wrong way is no part of the area.
    boolean::clockwise_part(&moved).unwrap_or(moved)
}

/// One side of a path, `amount` to its left as one walks it (up, walking right on screen).
struct Side {
    amount: f64,
    corner: Corner,
    out: Vec<CubicBez>,
}

impl Side {
    fn new(amount: f64, corner: Corner) -> Self {
        Self { amount, corner, out: Vec::new() }
    }

    fn walk(&mut self, path: &Path, closed: bool) {
        let pieces: Vec<CubicBez> = path
            .segments()
            .into_iter()
            .filter(|piece| cubic::direction(piece, false) != Vec2::ZERO)
            .collect();
        for (at, piece) in pieces.iter().enumerate() {
            self.along(piece);
            let next = pieces.get(at + 1).or(if closed { pieces.first() } else { None });
            if let Some(next) = next {
                self.join(piece.p3, cubic::direction(piece, true), cubic::direction(next, false));
            }
        }
    }

    /// The parallel of one piece.
    fn along(&mut self, piece: &CubicBez) {
        let start = piece.p0 + normal(cubic::direction(piece, false)) * self.amount;
        let end = piece.p3 + normal(cubic::direction(piece, true)) * self.amount;
        if straight(piece) {
            self.line_to(start);
            self.out.push(cubic::line(start, end));
            return;
        }
        let tolerance = ((piece.p3 - piece.p0).hypot() + (piece.p1 - piece.p0).hypot()) * 1e-4;
        let mut moved = BezPath::new();
        // kurbo's positive side is to the right with y down.
        kurbo::offset::offset_cubic(
            *piece,
            -self.amount,
            tolerance.max(self.amount.abs() * 1e-5).max(1e-9),
            &mut moved,
        );
        let mut parts: Vec<CubicBez> = moved
            .segments()
            .map(|part| match part {
                PathSeg::Line(line) => cubic::line(line.p0, line.p1),
                other => other.to_cubic(),
            })
            .collect();
        if parts.is_empty() || !moved.is_finite() {
            parts = vec![cubic::line(start, end)];
        }
        for part in parts {
            self.line_to(part.p0);
            self.out.push(part);
        }
    }

    /// From the end of one side to the start of the next, around a vertex.
    fn join(&mut self, vertex: Point, before: Vec2, after: Vec2) {
        let (from, to) = (vertex + normal(before) * self.amount, vertex + normal(after) * self.amount);
        let (cross, dot) = (before.cross(after), before.dot(after));
        if cross.abs() < 1e-9 && dot > 0.0 {
            self.line_to(to);
            return;
        }
        // Sides that overlap go by the vertex; the loop that makes is taken out later.
        if cross * self.amount <= 0.0 && dot > -1.0 + 1e-12 {
            self.line_to(from);
            self.line_to(vertex);
            self.line_to(to);
            return;
        }
        match self.corner {
            Corner::Bevel => self.line_to(to),
            Corner::Round => {
                let turn = math::atan2(cross, dot);
                let turn = if turn == 0.0 { std::f64::consts::PI } else { turn };
                self.arc(vertex, normal(before) * self.amount, turn);
                self.line_to(to);
            }
            Corner::Miter(limit) => {
                // The point of the corner is 1 / cos(half the turn) times the amount away.
                let half = ((1.0 + dot) / 2.0).max(0.0).sqrt();
                let way = normal(before) + normal(after);
                if half * limit >= 1.0 && way.hypot() > 0.0 {
                    self.line_to(vertex + way / way.hypot() * (self.amount / half));
                }
                self.line_to(to);
            }
        }
    }

    /// Round end of an open path, or the way across it.
    fn cap(&mut self, path: &Path) {
        let Some(last) = path.segments().into_iter().rev().find(|c| cubic::direction(c, true) != Vec2::ZERO)
        else {
            return;
        };
        let way = cubic::direction(&last, true);
        if self.corner == Corner::Round {
            self.arc(last.p3, normal(way) * self.amount, std::f64::consts::PI);
        }
        self.line_to(last.p3 - normal(way) * self.amount);
    }

    /// An arc around a point from a radius through an angle in radians, positive is clockwise on screen.
    fn arc(&mut self, centre: Point, from: Vec2, angle: f64) {
        let parts = (angle.abs() / std::f64::consts::FRAC_PI_2 - 1e-9).ceil().max(1.0);
        let step = angle / parts;
        let handle = 4.0 / 3.0 * math::tan(step / 4.0);
        let (sine, cosine) = (math::sin(step), math::cos(step));
        let (mut radius, mut done) = (from, 0.0);
        while done < parts {
            let next = Vec2::new(radius.x * cosine - radius.y * sine, radius.x * sine + radius.y * cosine);
            let (out, into) = (Vec2::new(-radius.y, radius.x) * handle, Vec2::new(next.y, -next.x) * handle);
            self.out.push(CubicBez::new(
                centre + radius,
                centre + radius + out,
                centre + next + into,
                centre + next,
            ));
            radius = next;
            done += 1.0;
        }
    }

    fn line_to(&mut self, to: Point) {
        if let Some(from) = self.out.last().map(|last| last.p3)
            && (from - to).hypot() > 1e-9 * self.amount.abs()
        {
            self.out.push(cubic::line(from, to));
        }
    }
}

/// A quarter turn to the left of a direction, with y down.
fn normal(way: Vec2) -> Vec2 {
    Vec2::new(way.y, -way.x)
}

/// Whether a piece runs straight, with its handles between its ends.
fn straight(c: &CubicBez) -> bool {
    let chord = c.p3 - c.p0;
    let length = chord.hypot();
    let off = |p: Point| (p - c.p0).cross(chord).abs() / length.max(f64::MIN_POSITIVE);
    let along = |p: Point| (0.0..=1.0).contains(&((p - c.p0).dot(chord) / (length * length)));
    cubic::is_line(c)
        || (length > 0.0 && [c.p1, c.p2].into_iter().all(|p| off(p) < 1e-9 * length && along(p)))
}
