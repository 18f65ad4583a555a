//! Round Corners.

use super::gather::{Gatherer, Scope};
use super::{QUARTER, cubic};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::Path;
use kurbo::{Affine, CubicBez, ParamCurveArclen, Point};

/// Rounds the corners of every path above.
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &Scope,
) -> Result<(), Fault> {
    let radius = gatherer.reader.number(item, "ADBE Vector RoundCorner Radius", 10.0)?;
    if radius > 0.0 {
        gatherer.each_path(space, scope, |path| rounded(path, radius));
    }
    Ok(())
}

/// Every vertex without handles (ends of open paths aside) becomes a curve that leaves its sides `radius` before the
/// vertex, at most half way along them.
pub(crate) fn rounded(path: &Path, radius: f64) -> Path {
    let pieces = path.segments();
    let count = path.len();
    if pieces.is_empty() || count < 3 {
        return path.clone();
    }
    let corner = |at: usize| {
        let flat = |list: &[[f64; 2]]| list.get(at) == Some(&[0.0; 2]);
        let end = !path.closed && (at == 0 || at + 1 == count);
        !end && flat(&path.in_tangents) && flat(&path.out_tangents)
    };
    // The parameters at which each piece is left by the corner at its start and reached by the one at its end.
    let cuts: Vec<(f64, f64)> = pieces
        .iter()
        .enumerate()
        .map(|(at, piece)| {
            let length = piece.arclen(1e-6 * cubic::rough_length(path).max(1e-6));
            let reach = radius.min(length / 2.0);
            let from = if corner(at) { parameter(piece, reach, length) } else { 0.0 };
            let to = if corner((at + 1) % count) { parameter(piece, length - reach, length) } else { 1.0 };
            (from, to)
        })
        .collect();
    let mut out: Vec<CubicBez> = Vec::new();
    for (at, (piece, (from, to))) in pieces.iter().zip(&cuts).enumerate() {
        if to > from {
            out.push(cubic::part(piece, *from, *to));
        }
        let next = (at + 1) % count;
        if let (true, Some(after), Some((start, _))) = (corner(next), pieces.get(next), cuts.get(next)) {
            out.push(bend(cubic::at(piece, *to), piece.p3, cubic::at(after, *start)));
        }
    }
    cubic::path_of(&out, path.closed)
}

fn bend(from: Point, corner: Point, to: Point) -> CubicBez {
    CubicBez::new(from, from + (corner - from) * QUARTER, to + (corner - to) * QUARTER, to)
}

fn parameter(piece: &CubicBez, at: f64, length: f64) -> f64 {
    if length <= 0.0 {
        0.0
    } else if cubic::is_line(piece) {
        at / length
    } else {
        piece.inv_arclen(at, 1e-6 * length)
    }
}
