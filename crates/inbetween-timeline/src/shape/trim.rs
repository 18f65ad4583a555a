//! Trim Paths.

use super::cubic;
use super::gather::{Gatherer, Scope};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::Path;
use kurbo::{CubicBez, ParamCurveArclen};

/// Trims every path above: each by its own length (Simultaneously), or all as one long line in the order of the
/// items (Individually).
///
/// Lengths are those of the paths in their own groups, before the transforms of groups around them, as AE's picture of a
/// trimmed group that is scaled unevenly shows.
pub(super) fn apply(gatherer: &mut Gatherer<'_, '_>, item: NodeRef, scope: &Scope) -> Result<(), Fault> {
    let reader = &mut *gatherer.reader;
    let start = reader.number(item, "ADBE Vector Trim Start", 0.0)? / 100.0;
    let end = reader.number(item, "ADBE Vector Trim End", 100.0)? / 100.0;
    let offset = reader.number(item, "ADBE Vector Trim Offset", 0.0)? / 360.0;
    let individually = reader.number(item, "ADBE Vector Trim Type", 1.0)? == 2.0;
    let ranges = ranges(start, end, offset);
    if ranges.as_slice() == [(0.0, 1.0)] {
        return Ok(());
    }
    if individually {
        let mut all: Vec<(usize, Vec<Path>)> = Vec::new();
        for id in &scope.live {
            if let Some(shape) = gatherer.shapes.get(*id) {
                all.push((*id, shape.paths.clone()));
            }
        }
        let paths: Vec<&Path> = all.iter().flat_map(|(_, paths)| paths).collect();
        let mut trimmed = trim(&paths, &ranges).into_iter();
        for (id, paths) in &all {
            let paths = trimmed.by_ref().take(paths.len()).flatten().collect();
            if let Some(shape) = gatherer.shapes.get_mut(*id) {
                shape.paths = paths;
            }
        }
        return Ok(());
    }
    for id in &scope.live {
        if let Some(shape) = gatherer.shapes.get_mut(*id) {
            let paths = shape.paths.clone();
            let trimmed = trim(&paths.iter().collect::<Vec<_>>(), &ranges);
            shape.paths = trimmed.into_iter().flatten().collect();
        }
    }
    Ok(())
}

/// The parts of the line 0..1 that stay, in the order they are walked: one, or two when the part passes the end.
/// Start and end count from 0 to 1 and in either order; the offset may be any number of turns.
pub(crate) fn ranges(start: f64, end: f64, offset: f64) -> Vec<(f64, f64)> {
    let (start, end) = (start.clamp(0.0, 1.0), end.clamp(0.0, 1.0));
    let (low, high) = (start.min(end), start.max(end));
    let length = high - low;
    if length <= 0.0 {
        return Vec::new();
    }
    if length >= 1.0 {
        return vec![(0.0, 1.0)];
    }
    let from = (low + offset).rem_euclid(1.0);
    let to = from + length;
    if to <= 1.0 {
        return vec![(from, to)];
    }
    if to - 1.0 < 1e-12 {
        return vec![(from, 1.0)];
    }
    vec![(from, 1.0), (0.0, to - 1.0)]
}

/// What is left of each path, all of them being one line of length 1.
fn trim(paths: &[&Path], ranges: &[(f64, f64)]) -> Vec<Vec<Path>> {
    let measured: Vec<Measured<'_>> = paths.iter().map(|path| Measured::new(path)).collect();
    let total: f64 = measured.iter().map(|m| m.length).sum();
    let mut before = 0.0;
    let mut out = Vec::with_capacity(paths.len());
    for path in &measured {
        let mut runs: Vec<Vec<CubicBez>> = Vec::new();
        let mut whole = false;
        if total > 0.0 && path.length > 0.0 {
            for (from, to) in ranges {
                let (from, to) = (from * total - before, to * total - before);
                let slack = 1e-9 * total;
                if from <= slack && to >= path.length - slack {
                    whole = true;
                } else if to > slack && from < path.length - slack {
                    runs.push(path.between(from.max(0.0), to.min(path.length)));
                }
            }
        }
        out.push(if whole { vec![path.path.clone()] } else { joined(runs, path.path.closed) });
        before += path.length;
    }
    out
}

/// Runs as open paths; on a closed path a run that ends where the path starts goes on with one that starts there.
fn joined(mut runs: Vec<Vec<CubicBez>>, closed: bool) -> Vec<Path> {
    if let (true, [first, second]) = (closed, runs.as_mut_slice()) {
        let (end, start) = (first.last().map(|c| c.p3), second.first().map(|c| c.p0));
        if end.is_some() && end == start {
            first.append(second);
        }
    }
    runs.iter().filter(|run| !run.is_empty()).map(|run| cubic::path_of(run, false)).collect()
}

/// A path with the lengths of its pieces.
struct Measured<'a> {
    path: &'a Path,
    pieces: Vec<(CubicBez, f64)>,
    length: f64,
    accuracy: f64,
}

impl<'a> Measured<'a> {
    fn new(path: &'a Path) -> Self {
        let accuracy = (cubic::rough_length(path) * 1e-6).max(1e-9);
        let pieces: Vec<_> = path
            .segments()
            .into_iter()
            .map(|c| (c, if cubic::is_line(&c) { (c.p3 - c.p0).hypot() } else { c.arclen(accuracy) }))
            .collect();
        let length = pieces.iter().map(|(_, length)| length).sum();
        Self { path, pieces, length, accuracy }
    }

    /// The pieces between two lengths.
    fn between(&self, from: f64, to: f64) -> Vec<CubicBez> {
        let (mut at, mut out) = (0.0, Vec::new());
        for (piece, length) in &self.pieces {
            let (low, high) = (from - at, to - at);
            at += length;
            if high <= 0.0 || low >= *length || *length <= 0.0 {
                continue;
            }
            let low = if low <= 0.0 { 0.0 } else { self.parameter(piece, *length, low) };
            let high = if high >= *length { 1.0 } else { self.parameter(piece, *length, high) };
            if high > low {
                out.push(cubic::part(piece, low, high));
            }
        }
        out
    }

    fn parameter(&self, piece: &CubicBez, length: f64, at: f64) -> f64 {
        if cubic::is_line(piece) { at / length } else { piece.inv_arclen(at, self.accuracy) }
    }
}
