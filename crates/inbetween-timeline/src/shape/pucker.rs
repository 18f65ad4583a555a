//! Pucker & Bloat.

use super::gather::{Gatherer, Scope};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::Path;
use kurbo::Affine;

/// Pulls the vertices of every path above to their centre and pushes their handles away from it (Bloat, positive),
/// or the other way round.
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &Scope,
) -> Result<(), Fault> {
    let amount = gatherer.reader.number(item, "ADBE Vector PuckerBloat Amount", 0.0)? / 100.0;
    if amount != 0.0 {
        gatherer.each_path(space, scope, |path| bloated(path, amount));
    }
    Ok(())
}

/// Vertices go `amount` of the way to the middle of the box around them, the ends of handles as far from it.
pub(crate) fn bloated(path: &Path, amount: f64) -> Path {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for p in &path.points {
        low = [low[0].min(p[0]), low[1].min(p[1])];
        high = [high[0].max(p[0]), high[1].max(p[1])];
    }
    let centre = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    let pull = |p: [f64; 2], by: f64| [p[0] + (centre[0] - p[0]) * by, p[1] + (centre[1] - p[1]) * by];
    let points: Vec<[f64; 2]> = path.points.iter().map(|p| pull(*p, amount)).collect();
    let handles = |list: &[[f64; 2]]| {
        path.points
            .iter()
            .zip(list)
            .zip(&points)
            .map(|((p, t), new)| {
                let end = pull([p[0] + t[0], p[1] + t[1]], -amount);
                [end[0] - new[0], end[1] - new[1]]
            })
            .collect()
    };
    let (into, out) = (handles(&path.in_tangents), handles(&path.out_tangents));
    Path::new(points, into, out, path.closed)
}
