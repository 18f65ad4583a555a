//! Planes in space as the camera sees them: which one covers which, and where they cut one another.

use crate::Camera;
use inbetween_types::{Mat4, math};
use kurbo::{BezPath, Point, Rect, Vec2};

/// Pixels by which a corner must lie off a plane to count.
const OFF: f64 = 1e-6;

/// Pixels by which both sides of a plane that cuts another must stand out.
const CUT: f64 = 0.01;

/// Pixels by which the farther part of an opaque layer that is cut reaches under the nearer one, so that no seam shows.
pub(super) const LAP: f64 = 0.75;

/// Half the length and the depth in pixels of what stands for half of the picture.
const FAR: f64 = 32_768.0;

/// A flat piece of a layer in camera space.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    /// Its corners in turn, convex.
    corners: Vec<[f64; 3]>,
    /// Unit normal towards the eye and distance of the eye from the plane; `None` without area or edge-on.
    face: Option<([f64; 3], f64)>,
    /// The camera's zoom and the middle of its picture; `None` for what only stands for a body in space, which neither
    /// cuts nor is cut.
    eye: Option<(f64, [f64; 2])>,
    /// Its corners in the picture; none where some lie behind the eye.
    picture: Vec<[f64; 2]>,
    /// The box around them: left, top, right, bottom; everywhere where there are none.
    frame: [f64; 4],
}

/// A box that every other meets.
const EVERYWHERE: [f64; 4] = [f64::NEG_INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::INFINITY];

/// Half of the picture: where `a x + b y + c` is 0 or more; the first two numbers have length 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Half {
    line: [f64; 3],
    /// A point of the picture near which the line matters.
    near: [f64; 2],
    /// Whether it is that of the farther part.
    under: bool,
}

impl Plane {
    /// The plane of a layer: its rectangle seen through `seen`.
    pub(super) fn of(camera: &Camera, seen: &Mat4, rect: Rect) -> Self {
        let corner = |x: f64, y: f64| seen.apply([x, y, 0.0]);
        let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)];
        let corners = corners.map(|(x, y)| corner(x, y));
        let eye = Some((camera.zoom, camera.centre));
        Self {
            face: towards_eye(&corners),
            corners: corners.to_vec(),
            eye,
            picture: Vec::new(),
            frame: EVERYWHERE,
        }
        .pictured()
    }

    /// A rectangle that faces the eye, around a place in the camera's space.
    pub(super) fn facing([x, y, z]: [f64; 3], [w, h]: [f64; 2]) -> Self {
        let corners = [[x - w, y - h, z], [x + w, y - h, z], [x + w, y + h, z], [x - w, y + h, z]];
        Self {
            face: towards_eye(&corners),
            corners: corners.to_vec(),
            eye: None,
            picture: Vec::new(),
            frame: EVERYWHERE,
        }
    }

    /// The same for one that stands for several planes.
    pub(super) fn for_many(self) -> Self {
        Self { eye: None, picture: Vec::new(), frame: EVERYWHERE, ..self }
    }

    /// Distance of its middle along the camera's axis.
    #[expect(clippy::cast_precision_loss, reason = "few corners")]
    pub(super) fn depth(&self) -> f64 {
        self.corners.iter().map(|corner| corner[2]).sum::<f64>() / self.corners.len().max(1) as f64
    }

    /// Lowest and highest of its corners over another plane, towards the eye.
    fn reach(&self, other: &Self) -> Option<[f64; 2]> {
        let (normal, eye) = other.face?;
        let heights = self.corners.iter().map(|corner| dot(normal, *corner) + eye);
        Some(heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], h| [low.min(h), high.max(h)]))
    }

    /// Whether it must be drawn before another; `None` when it does not matter or cannot be told. Planes that never cover one
    /// another in the picture may be ordered by their sides all the same, which is quicker.
    pub(super) fn is_behind(&self, other: &Self) -> Option<bool> {
        if self.is_apart(other) {
            return None;
        }
        let sides = |one: &Self, two: &Self| match one.reach(two) {
            // In one plane stacking order counts.
            Some([low, high]) if low >= -OFF && high <= OFF => Side::Within,
            Some([_, high]) if high <= OFF => Side::Far,
            Some([low, _]) if low >= -OFF => Side::Near,
            _ => Side::Both,
        };
        match (sides(self, other), sides(other, self)) {
            (Side::Within, _) | (Side::Both, Side::Within) => None,
            (Side::Far, _) | (Side::Both, Side::Near) => Some(true),
            (Side::Near, _) | (Side::Both, Side::Far) => Some(false),
            (Side::Both, Side::Both) => self.is_deeper(other),
        }
    }

    /// The same told only by where both show.
    pub(super) fn is_covered_by(&self, other: &Self) -> Option<bool> {
        if self.picture.is_empty() || other.picture.is_empty() {
            return self.is_behind(other);
        }
        if self.is_apart(other) { None } else { self.is_deeper(other) }
    }

    /// Whether their boxes in the picture do not meet.
    fn is_apart(&self, other: &Self) -> bool {
        let ([a, b, c, d], [e, f, g, h]) = (self.frame, other.frame);
        c <= e || g <= a || d <= f || h <= b
    }

    /// Whether it is the farther one where both show; `None` where they never do or are equally far there.
    fn is_deeper(&self, other: &Self) -> Option<bool> {
        let (zoom, centre) = self.eye.filter(|_| other.eye.is_some())?;
        let (mut shared, window) = (self.picture.clone(), &other.picture);
        if window.is_empty() {
            return None;
        }
        let turn = area(window).signum();
        for (from, to) in window.iter().zip(window.iter().cycle().skip(1)) {
            let side = |p: &[f64; 2]| turn * cross2(minus2(*to, *from), minus2(*p, *from));
            shared = clipped(&shared, side, |a, b, t| [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
        }
        if area(&shared).abs() < CUT {
            return None;
        }
        let [x, y] = middle(&shared);
        let ray = [(x - centre[0]) / zoom, (y - centre[1]) / zoom, 1.0];
        let depth = |plane: &Self| plane.face.map(|(normal, eye)| -eye / dot(normal, ray));
        let (own, its) = (depth(self)?, depth(other)?);
        ((own - its).abs() > OFF).then_some(own > its)
    }

    /// With its corners in the picture.
    fn pictured(mut self) -> Self {
        let corners = &self.corners;
        let picture = self.eye.and_then(|eye| corners.iter().map(|corner| seen(eye, *corner)).collect());
        self.picture = picture.unwrap_or_default();
        self.frame = if self.picture.is_empty() {
            EVERYWHERE
        } else {
            let start = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
            self.picture
                .iter()
                .fold(start, |[a, b, c, d], [x, y]| [a.min(*x), b.min(*y), c.max(*x), d.max(*y)])
        };
        self
    }

    /// Whether the two pass through one another.
    pub(super) fn crosses(&self, other: &Self) -> bool {
        self.passing(other).unwrap_or(false)
    }

    fn passing(&self, other: &Self) -> Option<bool> {
        if self.picture.is_empty() || other.picture.is_empty() || self.is_apart(other) {
            return None;
        }
        let (own, its) = (self.stretch(other)?, other.stretch(self)?);
        let ((a, _), (b, _)) = (self.face?, other.face?);
        let along = cross(a, b);
        let span = |ends: [[f64; 3]; 2]| {
            let [p, q] = ends.map(|end| dot(along, end));
            [p.min(q), p.max(q)]
        };
        let ([a0, a1], [b0, b1]) = (span(own), span(its));
        let shared = (a1.min(b1) - a0.max(b0)) / math::length(&along);
        Some(shared > CUT)
    }

    /// The ends of the stretch where it meets another's plane; `None` where it does not stand out on both sides.
    fn stretch(&self, other: &Self) -> Option<[[f64; 3]; 2]> {
        let ([low, high], (normal, eye)) = (self.reach(other)?, other.face?);
        if low > -CUT || high < CUT {
            return None;
        }
        let mut ends = self.corners.iter().zip(self.corners.iter().cycle().skip(1)).filter_map(|(p, q)| {
            let [h, k] = [p, q].map(|corner| dot(normal, *corner) + eye);
            ((h < 0.0) != (k < 0.0)).then(|| between(*p, *q, h / (h - k)))
        });
        Some([ends.next()?, ends.next()?])
    }

    /// The parts on the far and on the near side of another's plane, each with where it shows in the picture; `None` where
    /// the plane does not cut it.
    pub(super) fn cut(&self, other: &Self) -> Option<[(Self, Half); 2]> {
        let eye = self.eye.filter(|_| !self.picture.is_empty() && !other.picture.is_empty())?;
        let ends = self.stretch(other)?;
        let ((a, own), (b, its)) = (self.face?, other.face?);
        // Where the ray through a pixel meets this plane it is as high over the other as this says, but for a factor above 0.
        let [p, q, r] = [0, 1, 2].map(|k| {
            let part = |v: &[f64; 3]| v.get(k).copied().unwrap_or(0.0);
            own * part(&b) - its * part(&a)
        });
        let (zoom, centre) = eye;
        let [p, q] = [p / zoom, q / zoom];
        let line = [p, q, r - p * centre[0] - q * centre[1]];
        let length = math::hypot(p, q);
        if !length.is_finite() || length <= 0.0 {
            return None;
        }
        let [u, v, w] = line.map(|n| n / length);
        let [one, two] = ends.map(|end| seen(eye, end));
        let (one, two) = (one?, two?);
        let near = [f64::midpoint(one[0], two[0]), f64::midpoint(one[1], two[1])];
        let part = |sign: f64| {
            let over = |corner: &[f64; 3]| sign * (dot(b, *corner) + its);
            let corners = clipped(&self.corners, over, |a, b, t| between(*a, *b, t));
            Self { corners, ..self.clone() }.pictured()
        };
        let far = Half { line: [-u, -v, -w], near, under: true };
        let close = Half { line: [u, v, w], near, under: false };
        Some([(part(-1.0), far), (part(1.0), close)])
    }
}

impl Half {
    /// The same with the farther part so many pixels larger.
    pub(super) fn lapped(mut self, lap: f64) -> Self {
        if self.under {
            let [_, _, c] = &mut self.line;
            *c += lap;
        }
        self
    }

    /// A shape that covers this half as far as pictures reach.
    pub(super) fn path(&self) -> BezPath {
        let [a, b, c] = self.line;
        let [x, y] = self.near;
        let off = a * x + b * y + c;
        let foot = Point::new(x - off * a, y - off * b);
        let (along, inside) = (Vec2::new(-b, a) * FAR, Vec2::new(a, b) * FAR);
        let mut path = BezPath::new();
        path.move_to(foot - along);
        path.line_to(foot + along);
        path.line_to(foot + along + inside);
        path.line_to(foot - along + inside);
        path.close_path();
        path
    }

    /// Whether a point of the picture lies inside.
    #[cfg(test)]
    pub(super) fn holds(&self, [x, y]: [f64; 2]) -> bool {
        let [a, b, c] = self.line;
        a * x + b * y + c >= 0.0
    }
}

/// Where a plane lies to another's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Far,
    Near,
    Within,
    Both,
}

/// A point of the camera's space in the picture; `None` for one at the eye or behind it.
fn seen((zoom, centre): (f64, [f64; 2]), [x, y, z]: [f64; 3]) -> Option<[f64; 2]> {
    (z > zoom * 1e-3).then(|| [zoom * x / z + centre[0], zoom * y / z + centre[1]])
}

fn towards_eye(corners: &[[f64; 3]; 4]) -> Option<([f64; 3], f64)> {
    let [a, b, _, d] = *corners;
    let normal = cross(minus(b, a), minus(d, a));
    let length = math::length(&normal);
    if length.is_nan() || length < 1e-12 {
        return None;
    }
    let unit = normal.map(|n| n / length);
    let eye = -dot(unit, a);
    if eye.abs() < OFF {
        return None;
    }
    Some(if eye > 0.0 { (unit, eye) } else { (unit.map(|n| -n), -eye) })
}

/// The part of a polygon where a measure that is linear over it is 0 or more. `mix(a, b, t)` is the point a part of the way.
fn clipped<P: Copy>(polygon: &[P], measure: impl Fn(&P) -> f64, mix: impl Fn(&P, &P, f64) -> P) -> Vec<P> {
    let mut out = Vec::with_capacity(polygon.len() + 1);
    for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let (h, k) = (measure(a), measure(b));
        if h >= 0.0 {
            out.push(*a);
        }
        if (h < 0.0) != (k < 0.0) {
            out.push(mix(a, b, h / (h - k)));
        }
    }
    out
}

/// Twice the area of a polygon, above 0 when it turns as x turns to y.
fn area(polygon: &[[f64; 2]]) -> f64 {
    let turn = polygon.iter().zip(polygon.iter().cycle().skip(1));
    turn.map(|(a, b)| cross2(*a, *b)).sum()
}

#[expect(clippy::cast_precision_loss, reason = "few corners")]
fn middle(polygon: &[[f64; 2]]) -> [f64; 2] {
    let sum = polygon.iter().fold([0.0; 2], |[x, y], [a, b]| [x + a, y + b]);
    sum.map(|n| n / polygon.len().max(1) as f64)
}

fn between(a: [f64; 3], b: [f64; 3], t: f64) -> [f64; 3] {
    [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])]
}

fn minus2(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross2(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(&b).map(|(x, y)| x * y).sum()
}
