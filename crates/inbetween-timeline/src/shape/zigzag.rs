//! Zig Zag.

use super::cubic;
use super::gather::{Gatherer, Scope};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::{Path, math};
use kurbo::{Affine, CubicBez, ParamCurve, ParamCurveDeriv, Point, Vec2};

/// Most ridges of a segment; AE's own slider ends below.
const MOST_RIDGES: f64 = 1_000.0;

/// Makes ridges of every path above.
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &Scope,
) -> Result<(), Fault> {
    let reader = &mut *gatherer.reader;
    let size = reader.number(item, "ADBE Vector Zigzag Size", 10.0)?;
    let ridges = reader.number(item, "ADBE Vector Zigzag Detail", 5.0)?.round().clamp(0.0, MOST_RIDGES);
    let smooth = reader.number(item, "ADBE Vector Zigzag Points", 1.0)? == 2.0;
    let mut left = gatherer.vertices;
    gatherer.each_path(space, scope, |path| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped above")]
        let wanted = path.len().saturating_mul(ridges as usize + 2);
        if wanted > left {
            return path.clone();
        }
        left -= wanted;
        zigzag(path, size, ridges, smooth)
    });
    Ok(())
}

/// Vertices and `ridges` points evenly (by parameter) between them, each `size` to one side and the other in turn; the
/// first goes inwards on a clockwise path. Smooth points have handles half way to their neighbours.
pub(crate) fn zigzag(path: &Path, size: f64, ridges: f64, smooth: bool) -> Path {
    let pieces = path.segments();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return path.clone() };
    let mut out = Points { size, side: -1.0, path: Path { closed: path.closed, ..Path::default() } };
    let handle = |piece: Option<&CubicBez>| match piece {
        Some(piece) if smooth => (piece.p3 - piece.p0).hypot() / ((ridges + 1.0) * 2.0),
        _ => 0.0,
    };
    let around = if path.closed { Some(last) } else { None };
    out.corner(first.p0, around, Some(first), [handle(around), handle(Some(first))]);
    for (at, piece) in pieces.iter().enumerate() {
        let mut ridge = 1.0;
        while ridge <= ridges {
            let t = ridge / (ridges + 1.0);
            out.side = -out.side;
            out.point(cubic::at(piece, t), tangent(piece, t), [handle(Some(piece)); 2]);
            ridge += 1.0;
        }
        out.side = -out.side;
        let next = pieces.get(at + 1).or(if path.closed { Some(first) } else { None });
        // Back at the start of a closed path, on the side it started, the first vertex is there already.
        let done = path.closed && at + 1 == pieces.len() && out.side < 0.0;
        if !done {
            out.corner(piece.p3, Some(piece), next, [handle(Some(piece)), handle(next)]);
        }
    }
    out.path
}

struct Points {
    size: f64,
    side: f64,
    path: Path,
}

impl Points {
    /// A vertex between two pieces: moved along the normal of the line between its neighbours.
    fn corner(&mut self, at: Point, before: Option<&CubicBez>, after: Option<&CubicBez>, handles: [f64; 2]) {
        let from = before.map_or(at, |piece| piece.p0);
        let to = after.map_or(at, |piece| piece.p3);
        let way = to - from;
        let length = way.hypot();
        let way = if length > 0.0 {
            way / length
        } else {
            after.map(|piece| cubic::direction(piece, false)).unwrap_or(Vec2::new(1.0, 0.0))
        };
        self.point(at, way, handles);
    }

    fn point(&mut self, at: Point, way: Vec2, [into, out]: [f64; 2]) {
        let by = self.side * self.size;
        self.path.points.push([at.x + way.y * by, at.y - way.x * by]);
        self.path.in_tangents.push([-way.x * into, -way.y * into]);
        self.path.out_tangents.push([way.x * out, way.y * out]);
    }
}

/// Unit tangent of a piece.
fn tangent(piece: &CubicBez, t: f64) -> Vec2 {
    let derivative = cubic::even(piece).deriv().eval(t).to_vec2();
    let length = math::hypot(derivative.x, derivative.y);
    if length > 0.0 { derivative / length } else { cubic::direction(piece, false) }
}
