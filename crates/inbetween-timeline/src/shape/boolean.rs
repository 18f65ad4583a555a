//! Boolean operations on areas.
//!
//! The areas are cut up as polygons by `i_overlay`, finely, and where the result follows a curve of the input it becomes
//! that curve again, so a merged path is as smooth and has as few vertices as what it was made of.

use super::{cubic, reversed};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::overlay::FloatOverlay;
use i_overlay::float::single::SingleFloatOverlay;
use inbetween_types::Path;
use kurbo::{CubicBez, Point};

/// How areas are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// What is in any.
    Union,
    /// What is in the first and in no other.
    Difference,
    /// What is in all.
    Intersection,
    /// What is in an odd number of them.
    Exclusion,
}

/// Most corners of the polygons of one operation.
const MOST_CORNERS: usize = 200_000;

/// How far a polygon may be from its curve, as a share of the extent of everything.
const FINENESS: f64 = 2e-5;

/// Largest coordinate an operation takes, in pixels; the polygon library ends not far beyond.
const FARTHEST: f64 = 1e9;

/// Nearness, as a share of the extent, within which a corner of the result is one of the input.
const SAME: f64 = 1e-7;

type Polygon = Vec<[f64; 2]>;

/// A piece of the input and the steps of it where a run along it starts and ends.
type Run = (usize, u32, u32);

/// The areas (each one or more outlines, filled by the non-zero rule) combined from the first to the last; outer outlines
/// of the result are clockwise on screen. `None` when there are too many vertices, or some are too
/// far away.
pub(crate) fn combine(areas: &[Vec<Path>], operation: Operation) -> Option<Vec<Path>> {
    let rule = match operation {
        Operation::Union => OverlayRule::Union,
        Operation::Difference => OverlayRule::Difference,
        Operation::Intersection => OverlayRule::Intersect,
        Operation::Exclusion => OverlayRule::Xor,
    };
    let mut source = Source::new(areas.iter().flatten());
    let polygons: Vec<Vec<Polygon>> =
        areas.iter().map(|area| source.polygons(area)).collect::<Option<_>>()?;
    let mut rest = polygons.into_iter();
    let mut result = rest.next()?;
    for next in rest {
        let shapes = result.overlay(&next, rule, FillRule::NonZero);
        result = shapes.into_iter().flatten().collect();
        // Anything cut with nothing: go on with what an empty area gives.
        if result.is_empty() && matches!(operation, Operation::Difference | Operation::Intersection) {
            return Some(Vec::new());
        }
    }
    Some(source.curves(result))
}

/// The area that outlines wind around more often clockwise (on screen) than the other way.
pub(crate) fn clockwise_part(paths: &[Path]) -> Option<Vec<Path>> {
    let mut source = Source::new(paths.iter());
    let polygons = source.polygons(paths)?;
    // Clockwise with y down is counter-clockwise with y up, which counts as positive.
    let shapes = FloatOverlay::with_subj(&polygons).overlay(OverlayRule::Subject, FillRule::Positive);
    Some(source.curves(shapes.into_iter().flatten().collect()))
}

/// A corner of an input polygon: where it is, on which piece and at which of the piece's steps.
#[derive(Clone, Copy, Debug)]
struct Corner {
    at: [f64; 2],
    piece: usize,
    step: u32,
}

/// The curves that polygons were made of.
struct Source {
    extent: f64,
    pieces: Vec<(CubicBez, u32)>,
    corners: Vec<Corner>,
    count: usize,
}

impl Source {
    fn new<'a>(paths: impl Iterator<Item = &'a Path>) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in paths.flat_map(|path| &path.points) {
            for ((low, high), n) in low.iter_mut().zip(&mut high).zip(point) {
                *low = low.min(*n);
                *high = high.max(*n);
            }
        }
        let extent = high.iter().zip(low).map(|(h, l)| h - l).fold(0.0, f64::max);
        Self { extent, pieces: Vec::new(), corners: Vec::new(), count: 0 }
    }

    fn polygons(&mut self, paths: &[Path]) -> Option<Vec<Polygon>> {
        let mut out = Vec::new();
        for path in paths.iter().filter(|path| path.len() > 1) {
            let polygon = self.polygon(path)?;
            if polygon.iter().flatten().any(|n| n.is_nan() || n.abs() > FARTHEST) {
                return None;
            }
            if polygon.len() > 2 {
                out.push(polygon);
            }
        }
        Some(out)
    }

    fn polygon(&mut self, path: &Path) -> Option<Polygon> {
        let mut polygon = Vec::new();
        for piece in path.segments() {
            let steps = if cubic::is_line(&piece) { 1 } else { steps(&piece, self.extent * FINENESS) };
            self.count += steps as usize;
            if self.count > MOST_CORNERS {
                return None;
            }
            let number = self.pieces.len();
            self.pieces.push((piece, steps));
            for step in 0..=steps {
                let point = cubic::at(&piece, f64::from(step) / f64::from(steps));
                let at = [point.x, point.y];
                if steps > 1 {
                    self.corners.push(Corner { at, piece: number, step });
                }
                if step < steps {
                    polygon.push(at);
                }
            }
        }
        if let (false, Some(last)) = (path.closed, path.points.last()) {
            polygon.push(*last);
        }
        Some(polygon)
    }

    /// Polygons with the curves they follow; holes are counter-clockwise on screen.
    fn curves(&mut self, polygons: Vec<Polygon>) -> Vec<Path> {
        self.corners.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]).then(a.at[1].total_cmp(&b.at[1])));
        let paths: Vec<Path> = polygons.iter().map(|polygon| self.curve(polygon)).collect();
        let total: f64 = paths.iter().map(cubic::area).sum();
        if total < 0.0 { paths.iter().map(reversed).collect() } else { paths }
    }

    /// The corners of the input at a point.
    fn corners_at(&self, point: [f64; 2]) -> impl Iterator<Item = &Corner> {
        let near = (self.extent * SAME).max(f64::MIN_POSITIVE);
        let from = self.corners.partition_point(|corner| corner.at[0] < point[0] - near);
        self.corners
            .iter()
            .skip(from)
            .take_while(move |corner| corner.at[0] <= point[0] + near)
            .filter(move |corner| (corner.at[1] - point[1]).abs() <= near)
    }

    /// The step of a curve that an edge of a polygon is: the piece and the steps at its ends.
    fn edge(&self, from: [f64; 2], to: [f64; 2]) -> Option<Run> {
        let ends: Vec<&Corner> = self.corners_at(to).collect();
        self.corners_at(from).find_map(|start| {
            let end =
                ends.iter().find(|end| end.piece == start.piece && end.step.abs_diff(start.step) == 1)?;
            Some((start.piece, start.step, end.step))
        })
    }

    fn curve(&self, polygon: &Polygon) -> Path {
        // Runs of edges along one curve, in one direction.
        let mut runs: Vec<(Option<Run>, [f64; 2])> = Vec::new();
        let next = polygon.iter().cycle().skip(1);
        for (from, to) in polygon.iter().zip(next) {
            let edge = self.edge(*from, *to);
            if let (Some((piece, a, b)), Some((Some((open, start, end)), stop))) = (edge, runs.last_mut())
                && *open == piece
                && *end == a
                && (b > a) == (*end > *start)
            {
                *end = b;
                *stop = *to;
                continue;
            }
            runs.push((edge, *to));
        }
        // A run that the start of the polygon cuts in two.
        if let [first, .., last] = runs.as_mut_slice()
            && let (Some((piece, a, b)), Some((other, start, end))) = (first.0, last.0)
            && piece == other
            && end == a
            && (b > a) == (end > start)
        {
            first.0 = Some((piece, start, b));
            runs.pop();
        }
        let start = runs.last().map(|(_, stop)| *stop).or_else(|| polygon.first().copied());
        let Some([x, y]) = start else { return Path::default() };
        let mut at = Point::new(x, y);
        let mut pieces = Vec::with_capacity(runs.len());
        for (edge, stop) in &runs {
            let stop = Point::new(stop[0], stop[1]);
            pieces.push(match edge.and_then(|edge| self.part(edge)) {
                Some(part) => CubicBez::new(at, part.p1, part.p2, stop),
                None => cubic::line(at, stop),
            });
            at = stop;
        }
        cubic::path_of(&pieces, true)
    }

    fn part(&self, (piece, from, to): Run) -> Option<CubicBez> {
        let (curve, steps) = self.pieces.get(piece)?;
        let (low, high) =
            (f64::from(from.min(to)) / f64::from(*steps), f64::from(from.max(to)) / f64::from(*steps));
        let part = cubic::part(curve, low, high);
        Some(if to < from { CubicBez::new(part.p3, part.p2, part.p1, part.p0) } else { part })
    }
}

/// Steps of a curve after which chords are nearer to it than `near`.
fn steps(c: &CubicBez, near: f64) -> u32 {
    let bend = (c.p0.to_vec2() - 2.0 * c.p1.to_vec2() + c.p2.to_vec2())
        .hypot()
        .max((c.p1.to_vec2() - 2.0 * c.p2.to_vec2() + c.p3.to_vec2()).hypot());
    let steps = (0.75 * bend / near.max(f64::MIN_POSITIVE)).sqrt().ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a small range")]
    if steps.is_finite() { steps.clamp(2.0, 200.0) as u32 } else { 2 }
}
