//! Strokes to outlines: the pen's sides, joins, caps and dashes.

use super::Outline;
use super::flatten::pieces;
use inbetween_types::math;
use kurbo::{Cap, Join, PathEl, Point, Vec2};

/// Most pieces dashes may cut one path into; beyond it the path is drawn without dashes.
const MOST_DASHES: f64 = 20_000.0;

/// A point of the flattened centre line with the unit directions before and after it.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    at: Point,
    before: Vec2,
    after: Vec2,
}

/// Adds the outline of a stroke to `out`; non-zero fills it. `tolerance` is in the path's units.
/// Returns whether all of it could be made: `false` where dashes were too many and are left out.
pub(crate) fn stroke(path: &[PathEl], style: &kurbo::Stroke, tolerance: f64, out: &mut Outline) -> bool {
    let half = style.width * 0.5;
    if !(half > 0.0 && half.is_finite()) {
        return true;
    }
    // The largest turn an arc of the pen may be drawn with.
    let turn = 2.0 * math::acos((1.0 - tolerance / half).clamp(-1.0, 1.0));
    let pen = Pen { half, turn: turn.clamp(0.02, 1.5), style };
    let mut complete = true;
    let mut line: Vec<Vertex> = Vec::new();
    let mut piece: Vec<Vertex> = Vec::new();
    for (elements, closed) in Subpaths(path) {
        line.clear();
        if !centre_line(elements, closed, tolerance, pen.turn, &mut line) {
            continue;
        }
        if style.dash_pattern.is_empty() || !complete {
            pen.outline(&line, closed, out);
        } else if !pen.dashes(&line, closed, &mut piece, out) {
            complete = false;
            pen.outline(&line, closed, out);
        }
    }
    complete
}

/// Cuts a path into subpaths: their elements and whether they are closed.
struct Subpaths<'a>(&'a [PathEl]);

impl<'a> Iterator for Subpaths<'a> {
    type Item = (&'a [PathEl], bool);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.first()?;
        let end = self
            .0
            .iter()
            .enumerate()
            .skip(1)
            .find(|(_, element)| matches!(element, PathEl::MoveTo(_) | PathEl::ClosePath))
            .map_or(self.0.len(), |(at, element)| at + usize::from(matches!(element, PathEl::ClosePath)));
        let (head, rest) = self.0.split_at_checked(end.max(1))?;
        self.0 = rest;
        Some((head, matches!(head.last(), Some(PathEl::ClosePath))))
    }
}

fn unit(v: Vec2) -> Option<Vec2> {
    let length = v.length();
    (length > 1e-9 && length.is_finite()).then(|| v / length)
}

/// Flattens one subpath, with exact directions at the points of curves. `false` if it has a point that is no number.
fn centre_line(elements: &[PathEl], closed: bool, tolerance: f64, turn: f64, line: &mut Vec<Vertex>) -> bool {
    let mut last = match elements.first() {
        Some(PathEl::MoveTo(p)) => *p,
        _ => return false,
    };
    let start = last;
    if !start.is_finite() {
        return false;
    }
    line.push(Vertex { at: start, before: Vec2::ZERO, after: Vec2::ZERO });
    let mut put = |at: Point, leaving: Vec2, arriving: Vec2| {
        if let Some(previous) = line.last_mut() {
            previous.after = leaving;
        }
        line.push(Vertex { at, before: arriving, after: Vec2::ZERO });
    };
    for element in elements.iter().skip(1) {
        let (p1, p2, p3) = match *element {
            PathEl::LineTo(p) => {
                if !p.is_finite() {
                    return false;
                }
                if let Some(direction) = unit(p - last) {
                    put(p, direction, direction);
                    last = p;
                }
                continue;
            }
            PathEl::ClosePath | PathEl::MoveTo(_) => continue,
            PathEl::QuadTo(q, p) => (last.lerp(q, 2.0 / 3.0), p.lerp(q, 2.0 / 3.0), p),
            PathEl::CurveTo(p1, p2, p3) => (p1, p2, p3),
        };
        if !(p1.is_finite() && p2.is_finite() && p3.is_finite()) {
            return false;
        }
        let p0 = last;
        let Some(first) = unit(p1 - p0).or_else(|| unit(p2 - p0)).or_else(|| unit(p3 - p0)) else { continue };
        let final_one = unit(p3 - p2).or_else(|| unit(p3 - p1)).or_else(|| unit(p3 - p0)).unwrap_or(first);
        let angle = |a: Vec2, b: Vec2| math::atan2(a.cross(b).abs(), a.dot(b));
        let middle = unit(p2 - p1).unwrap_or(first);
        let turning = angle(first, middle) + angle(middle, final_one);
        let count = pieces(p0, p1, p2, p3, tolerance).max((turning / turn).ceil().min(400.0)) as u32;
        let mut direction = first;
        for i in 1..count {
            let t = f64::from(i) / f64::from(count);
            let u = 1.0 - t;
            let at = (p0.to_vec2() * (u * u * u)
                + p1.to_vec2() * (3.0 * u * u * t)
                + p2.to_vec2() * (3.0 * u * t * t)
                + p3.to_vec2() * (t * t * t))
                .to_point();
            let speed = (p1 - p0) * (u * u) + (p2 - p1) * (2.0 * u * t) + (p3 - p2) * (t * t);
            let now = unit(speed).unwrap_or(direction);
            put(at, direction, now);
            direction = now;
        }
        put(p3, direction, final_one);
        last = p3;
    }
    if closed && line.len() > 1 {
        if let Some(direction) = unit(start - last) {
            if let Some(previous) = line.last_mut() {
                previous.after = direction;
            }
            if let Some(first) = line.first_mut() {
                first.before = direction;
            }
        } else if let Some(end) = line.pop() {
            // The last point is the first one again.
            if let Some(first) = line.first_mut() {
                first.before = end.before;
            }
        }
    }
    true
}

struct Pen<'a> {
    half: f64,
    turn: f64,
    style: &'a kurbo::Stroke,
}

impl Pen<'_> {
    fn normal(&self, direction: Vec2) -> Vec2 {
        Vec2::new(-direction.y, direction.x) * self.half
    }

    fn outline(&self, line: &[Vertex], closed: bool, out: &mut Outline) {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { return };
        if line.len() == 1 {
            let direction = Vec2::new(1.0, 0.0);
            if self.style.start_cap != Cap::Butt {
                self.cap(first.at, direction, self.style.start_cap, out);
                self.cap(first.at, -direction, self.style.start_cap, out);
                out.close();
            }
            return;
        }
        let reversed = |v: &Vertex| Vertex { at: v.at, before: -v.after, after: -v.before };
        if closed {
            line.iter().for_each(|v| self.corner(*v, out));
            out.close();
            line.iter().rev().for_each(|v| self.corner(reversed(v), out));
            out.close();
            return;
        }
        let inner = line.get(1..line.len() - 1).unwrap_or_default();
        put(out, first.at + self.normal(first.after));
        inner.iter().for_each(|v| self.corner(*v, out));
        self.cap(last.at, last.before, self.style.end_cap, out);
        inner.iter().rev().for_each(|v| self.corner(reversed(v), out));
        self.cap(first.at, -first.after, self.style.start_cap, out);
        out.close();
    }

    /// The left side of the pen around a vertex.
    fn corner(&self, v: Vertex, out: &mut Outline) {
        let (from, to) = (self.normal(v.before), self.normal(v.after));
        let (cross, dot) = (v.before.cross(v.after), v.before.dot(v.after));
        put(out, v.at + from);
        if cross.abs() < 1e-6 && dot > 0.0 {
            return;
        }
        if cross > 0.0 {
            // The inner side goes through the corner itself, so that no part winds backwards.
            if dot < 0.99 {
                put(out, v.at);
            }
        } else if dot < 0.999 {
            match self.style.join {
                Join::Bevel => {}
                Join::Miter => {
                    let limit = self.style.miter_limit;
                    if limit * limit * (1.0 + dot) >= 2.0 && dot > -0.999_999 {
                        put(out, v.at + (from + to) / (1.0 + dot));
                    }
                }
                Join::Round => self.arc(v.at, from, -math::atan2(cross.abs(), dot), out),
            }
        }
        put(out, v.at + to);
    }

    /// A cap at the end of a line going in `direction`, from its left to its right side.
    fn cap(&self, at: Point, direction: Vec2, cap: Cap, out: &mut Outline) {
        let normal = self.normal(direction);
        let ahead = direction * self.half;
        put(out, at + normal);
        match cap {
            Cap::Butt => {}
            Cap::Square => {
                put(out, at + normal + ahead);
                put(out, at - normal + ahead);
            }
            Cap::Round => self.arc(at, normal, -std::f64::consts::PI, out),
        }
        put(out, at - normal);
    }

    /// The points strictly between the ends of an arc that starts at `centre + from`.
    fn arc(&self, centre: Point, from: Vec2, angle: f64, out: &mut Outline) {
        let count = (angle.abs() / self.turn).ceil().max(1.0);
        let step = angle / count;
        let (sin, cos) = (math::sin(step), math::cos(step));
        let mut v = from;
        for _ in 1..count as u32 {
            v = Vec2::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos);
            put(out, centre + v);
        }
    }

    /// Outlines the dashes; `false`, and nothing drawn, if they would be too many.
    fn dashes(&self, line: &[Vertex], closed: bool, piece: &mut Vec<Vertex>, out: &mut Outline) -> bool {
        let pattern = &self.style.dash_pattern;
        let valid = pattern.iter().all(|d| d.is_finite() && *d >= 0.0);
        let total: f64 = pattern.iter().sum();
        let (Some(&first), true) = (line.first(), line.len() > 1) else {
            self.outline(line, closed, out);
            return true;
        };
        let points = || line.iter().skip(1).chain(closed.then_some(&first));
        let mut length = 0.0;
        let mut at = first.at;
        for v in points() {
            length += v.at.distance(at);
            at = v.at;
        }
        if !valid || total <= 0.0 {
            self.outline(line, closed, out);
            return true;
        }
        if length / total * pattern.len() as f64 > MOST_DASHES {
            return false;
        }
        // Where in the pattern the line starts. An odd pattern runs twice before it repeats.
        let cycle = if pattern.len() % 2 == 1 { total * 2.0 } else { total };
        let offset = if self.style.dash_offset.is_finite() { self.style.dash_offset } else { 0.0 };
        let mut phase = offset.rem_euclid(cycle);
        let mut lengths = pattern.iter().copied().cycle();
        let mut on = true;
        let mut left = lengths.next().unwrap_or(0.0);
        let mut guard = 0;
        while phase >= left && guard < 4 * pattern.len() {
            phase -= left;
            left = lengths.next().unwrap_or(0.0);
            on = !on;
            guard += 1;
        }
        left -= phase;
        piece.clear();
        let mut from = first;
        from.before = from.after;
        if on {
            piece.push(from);
        }
        for v in points() {
            let mut gap = v.at.distance(from.at);
            let Some(direction) = unit(v.at - from.at) else { continue };
            while left < gap {
                let cut = Vertex { at: from.at + direction * left, before: direction, after: direction };
                gap -= left;
                if on {
                    piece.push(cut);
                    self.piece(piece, out);
                } else {
                    piece.push(cut);
                }
                from = cut;
                on = !on;
                left = lengths.next().unwrap_or(0.0);
            }
            left -= gap;
            if on {
                piece.push(*v);
            }
            from = *v;
        }
        if on {
            self.piece(piece, out);
        }
        true
    }

    /// Outlines one dash and empties it. A dash of no length shows with caps only.
    fn piece(&self, piece: &mut Vec<Vertex>, out: &mut Outline) {
        if let [first, last] = piece.as_slice()
            && first.at.distance(last.at) < 1e-9
        {
            let (at, direction) = (first.at, first.after);
            if self.style.start_cap != Cap::Butt {
                self.cap(at, direction, self.style.end_cap, out);
                self.cap(at, -direction, self.style.start_cap, out);
                out.close();
            }
            piece.clear();
            return;
        }
        if piece.len() > 1 {
            self.outline(piece, false, out);
        }
        piece.clear();
    }
}

fn put(out: &mut Outline, p: Point) {
    out.points.push([p.x as f32, p.y as f32]);
}
