//! Mask and shape paths in AE's own form: vertices and handles relative to them.

use kurbo::{BezPath, CubicBez, ParamCurve, ParamCurveArclen, ParamCurveDeriv, Point};

/// A Bézier outline: vertex `i` joins vertex `i + 1` by the cubic
/// `p[i], p[i] + out[i], p[i+1] + in[i+1], p[i+1]`.
///
/// The three lists have the same length ([`Path::new`] makes it so).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Vertices, in pixels of the layer or group.
    pub points: Vec<[f64; 2]>,
    /// Incoming handles, relative to their vertices.
    pub in_tangents: Vec<[f64; 2]>,
    /// Outgoing handles, relative to their vertices.
    pub out_tangents: Vec<[f64; 2]>,
    /// Whether the last vertex joins the first.
    pub closed: bool,
}

/// Accuracy of arc lengths in pixels; far below what a frame shows.
const ARC_ACCURACY: f64 = 1e-6;

impl Path {
    /// A path; missing handles are zero, surplus ones are dropped.
    #[must_use]
    pub fn new(
        points: Vec<[f64; 2]>,
        mut in_tangents: Vec<[f64; 2]>,
        mut out_tangents: Vec<[f64; 2]>,
        closed: bool,
    ) -> Self {
        in_tangents.resize(points.len(), [0.0; 2]);
        out_tangents.resize(points.len(), [0.0; 2]);
        Self { points, in_tangents, out_tangents, closed }
    }

    /// Number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether it has no vertex.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Whether every coordinate is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.lists().into_iter().flatten().all(|p| p.iter().all(|n| n.is_finite()))
    }

    fn lists(&self) -> [&Vec<[f64; 2]>; 3] {
        [&self.points, &self.in_tangents, &self.out_tangents]
    }

    /// The path with `f` applied to every coordinate, handles included.
    #[must_use]
    pub fn map(&self, mut f: impl FnMut(f64) -> f64) -> Self {
        let [points, in_tangents, out_tangents] =
            self.lists().map(|list| list.iter().map(|p| p.map(&mut f)).collect());
        Self { points, in_tangents, out_tangents, closed: self.closed }
    }

    /// Vertex by vertex between two paths of the same length; surplus vertices of the longer are dropped.
    #[must_use]
    pub fn lerp(&self, other: &Self, fraction: f64) -> Self {
        let blend = |a: &[[f64; 2]], b: &[[f64; 2]]| {
            a.iter()
                .zip(b)
                .map(|(p, q)| {
                    let mut r = *p;
                    for (x, y) in r.iter_mut().zip(q) {
                        *x = crate::value::lerp(*x, *y, fraction);
                    }
                    r
                })
                .collect()
        };
        let [a, b] = [self.lists(), other.lists()];
        let [points, in_tangents, out_tangents] = [blend(a[0], b[0]), blend(a[1], b[1]), blend(a[2], b[2])];
        Self { points, in_tangents, out_tangents, closed: self.closed }
    }

    /// The cubic segments in order, the closing one included.
    #[must_use]
    pub fn segments(&self) -> Vec<CubicBez> {
        let n = self.len();
        let count = if self.closed { n } else { n.saturating_sub(1) };
        (0..count).filter_map(|i| self.segment(i, (i + 1) % n)).collect()
    }

    fn segment(&self, from: usize, to: usize) -> Option<CubicBez> {
        let p0 = point(*self.points.get(from)?);
        let p3 = point(*self.points.get(to)?);
        let out = *self.out_tangents.get(from)?;
        let into = *self.in_tangents.get(to)?;
        Some(CubicBez::new(
            p0,
            point([p0.x + out[0], p0.y + out[1]]),
            point([p3.x + into[0], p3.y + into[1]]),
            p3,
        ))
    }

    /// The outline as a `kurbo` path.
    #[must_use]
    pub fn to_bez_path(&self) -> BezPath {
        let mut path = BezPath::new();
        if let Some(first) = self.points.first() {
            path.move_to(point(*first));
            for segment in self.segments() {
                path.curve_to(segment.p1, segment.p2, segment.p3);
            }
            if self.closed {
                path.close_path();
            }
        }
        path
    }

    /// Total length in pixels.
    #[must_use]
    pub fn arc_length(&self) -> f64 {
        self.segments().iter().map(|s| s.arclen(ARC_ACCURACY)).sum()
    }

    /// The point at `fraction` of the arc length, clamped to 0..1 (NaN counts as 0), and the unit tangent there.
    ///
    /// The tangent of a segment with flat handles is the direction to the nearest point that differs; a path
    /// without length gives `[1, 0]`. `None` for an empty path.
    #[must_use]
    pub fn at_fraction(&self, fraction: f64) -> Option<([f64; 2], [f64; 2])> {
        let first = *self.points.first()?;
        let fraction = if fraction >= 0.0 { fraction.min(1.0) } else { 0.0 };
        let segments = self.segments();
        let lengths: Vec<f64> = segments.iter().map(|s| s.arclen(ARC_ACCURACY)).collect();
        let total: f64 = lengths.iter().sum();
        if total <= 0.0 {
            return Some((first, [1.0, 0.0]));
        }
        let mut left = fraction * total;
        let mut found = None;
        for (segment, &length) in segments.iter().zip(&lengths) {
            if length > 0.0 {
                found = Some((segment, length));
                if left <= length {
                    break;
                }
            }
            left -= length;
        }
        let (segment, length) = found?;
        let t = if left >= length { 1.0 } else { segment.inv_arclen(left.max(0.0), ARC_ACCURACY) };
        let point = segment.eval(t);
        Some(([point.x, point.y], unit_tangent(segment, t)))
    }
}

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(x, y)
}

/// The unit tangent. Where the handle is a thousandth of the segment or less (a corner, as drawing programs write it) the
/// direction to the next control point counts, which is the limit of the direction for a handle of no length; at a cusp
/// inside the segment, the direction across it.
fn unit_tangent(segment: &CubicBez, t: f64) -> [f64; 2] {
    let derivative = segment.deriv().eval(t);
    let size = segment.arclen(1e-3);
    if derivative.to_vec2().length() > 3e-3 * size {
        return unit(derivative.x, derivative.y).unwrap_or([1.0, 0.0]);
    }
    let CubicBez { p0, p1, p2, p3 } = *segment;
    let control = if t < 1e-2 {
        [p1 - p0, p2 - p0, p3 - p0]
    } else if t > 1.0 - 1e-2 {
        [p3 - p2, p3 - p1, p3 - p0]
    } else {
        [1e-2, 1e-1, 1.0].map(|step| segment.eval((t + step).min(1.0)) - segment.eval((t - step).max(0.0)))
    };
    control
        .into_iter()
        .find(|way| way.length() > 1e-3 * size)
        .and_then(|way| unit(way.x, way.y))
        .unwrap_or([1.0, 0.0])
}

fn unit(x: f64, y: f64) -> Option<[f64; 2]> {
    let length = crate::math::hypot(x, y);
    (length > 0.0).then(|| [x / length, y / length])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Path {
        Path::new(vec![[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]], vec![], vec![], true)
    }

    #[test]
    fn closed_square_has_four_sides() {
        assert!((square().arc_length() - 400.0).abs() < 1e-6);
        let (p, t) = square().at_fraction(0.6).unwrap();
        assert!((p[0] - 60.0).abs() < 1e-4 && (p[1] - 100.0).abs() < 1e-9);
        assert!((t[0] + 1.0).abs() < 1e-9);
    }

    #[test]
    fn ends_of_a_closed_path_coincide() {
        assert_eq!(square().at_fraction(0.0).unwrap().0, square().at_fraction(1.0).unwrap().0);
    }

    #[test]
    fn a_handle_of_no_length_leaves_the_direction_to_the_next() {
        let path = Path::new(
            vec![[0.0, 0.0], [100.0, 0.0]],
            vec![[0.0, 0.0], [-60.0, 30.0]],
            vec![[0.0, 0.0], [0.0, 0.0]],
            false,
        );
        let (_, [x, y]) = path.at_fraction(0.0).unwrap();
        assert!((x - 0.8).abs() < 1e-12 && (y - 0.6).abs() < 1e-12, "{x} {y}");
    }

    #[test]
    fn a_tiny_handle_does_not_turn_the_tangent() {
        let path = Path::new(
            vec![[0.0, 0.0], [100.0, 0.0]],
            vec![[0.0, 0.0], [-30.0, 0.0]],
            vec![[0.0, 0.01], [0.0, 0.0]],
            false,
        );
        let (_, [x, y]) = path.at_fraction(0.0).unwrap();
        assert!(x > 0.999 && y.abs() < 0.03, "{x} {y}");
    }

    #[test]
    fn degenerate_paths_answer() {
        assert_eq!(Path::default().at_fraction(0.5), None);
        let dot = Path::new(vec![[3.0, 4.0]], vec![], vec![], true);
        assert_eq!(dot.at_fraction(f64::NAN), Some(([3.0, 4.0], [1.0, 0.0])));
    }
}
