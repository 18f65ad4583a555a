//! Twist.

use super::gather::{Gatherer, Scope};
use super::{cubic, transform::turn};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::Path;
use kurbo::{Affine, CubicBez, ParamCurve, ParamCurveDeriv, Point};

/// Pieces every segment is cut into, so that a line can bend.
const CUTS: u32 = 8;

/// Twists every path above about a point, most at the centre and not at all at the farthest vertex.
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &Scope,
) -> Result<(), Fault> {
    let reader = &mut *gatherer.reader;
    let angle = reader.number(item, "ADBE Vector Twist Angle", 0.0)?;
    let centre = reader.point(item, "ADBE Vector Twist Center", [0.0; 2])?;
    if angle == 0.0 {
        return Ok(());
    }
    reader.note(
        "draw/approximate-twist",
        "Twist is drawn by a rule of our own, which can differ from After Effects",
    );
    gatherer.each_path(space, scope, |path| twisted(path, angle, centre));
    Ok(())
}

/// The angle falls evenly from `degrees` at the centre to 0 at the vertex farthest from it.
pub(crate) fn twisted(path: &Path, degrees: f64, centre: [f64; 2]) -> Path {
    let centre = Point::new(centre[0], centre[1]);
    let reach = path.points.iter().map(|p| (Point::new(p[0], p[1]) - centre).hypot()).fold(0.0, f64::max);
    if reach <= 0.0 {
        return path.clone();
    }
    let place = |p: Point| {
        let way = p - centre;
        let angle = degrees * (1.0 - (way.hypot() / reach).min(1.0));
        centre + (turn(angle) * way.to_point()).to_vec2()
    };
    let mut out: Vec<CubicBez> = Vec::new();
    for piece in path.segments() {
        for cut in 0..CUTS {
            let (from, to) = (f64::from(cut) / f64::from(CUTS), f64::from(cut + 1) / f64::from(CUTS));
            let part = cubic::even(&piece).subsegment(from..to);
            // A cubic with the ends of the twisted piece and its direction there (by a small difference).
            let step = 1e-4;
            let derivative = part.deriv();
            let (start, end) = (place(part.p0), place(part.p3));
            let ahead = place(part.p0 + derivative.eval(0.0).to_vec2() * step) - start;
            let behind = end - place(part.p3 - derivative.eval(1.0).to_vec2() * step);
            out.push(CubicBez::new(start, start + ahead / (3.0 * step), end - behind / (3.0 * step), end));
        }
    }
    cubic::path_of(&out, path.closed)
}
