//! Text along a path.

use super::{Line, Unit};
use inbetween_types::{Justification, Path, math};
use kurbo::{ParamCurve, ParamCurveArclen, ParamCurveDeriv, PathSeg};
use std::sync::Arc;

/// Path options of a text layer at one time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PathOptions {
    /// The mask's path, in layer space.
    pub(crate) path: Arc<Path>,
    /// Whether the text runs along it backwards.
    pub(crate) reversed: bool,
    /// Whether characters stand across the path rather than upright.
    pub(crate) perpendicular: bool,
    /// Whether the text is spread from the first margin to the last.
    pub(crate) force_alignment: bool,
    /// Pixels from the start of the path.
    pub(crate) first_margin: f64,
    /// Pixels from its end; negative ones lie on the path.
    pub(crate) last_margin: f64,
}

/// Accuracy of lengths in pixels; on long paths, over their extent.
const ACCURACY: f64 = 1e-3;
const RELATIVE: f64 = 1e-6;

/// Most pixels across a path that bends text; a larger one leaves it straight.
const LARGEST: f64 = 1e8;

/// A path by length.
struct Track {
    /// Segments with the length before each.
    segments: Vec<(f64, PathSeg)>,
    length: f64,
    accuracy: f64,
    closed: bool,
}

impl Track {
    fn new(path: &Path, reversed: bool) -> Option<Self> {
        if !path.is_finite() {
            return None;
        }
        let bez = path.to_bez_path();
        let extent = bez.control_box();
        if extent.width().max(extent.height()) > LARGEST {
            return None;
        }
        let accuracy = ACCURACY.max((extent.width() + extent.height()) * RELATIVE);
        let mut pieces: Vec<PathSeg> = bez.segments().collect();
        if reversed {
            pieces.reverse();
            for piece in &mut pieces {
                *piece = piece.reverse();
            }
        }
        let mut segments = Vec::with_capacity(pieces.len());
        let mut length = 0.0;
        for piece in pieces {
            let own = piece.arclen(accuracy);
            if own > 0.0 {
                segments.push((length, piece));
                length += own;
            }
        }
        (length > 0.0 && length.is_finite()).then_some(Self {
            segments,
            length,
            accuracy,
            closed: path.closed,
        })
    }

    /// Point and direction at a length; an open path goes on straight beyond its ends, a closed one again.
    fn at(&self, along: f64) -> ([f64; 2], [f64; 2]) {
        let wrapped = if self.closed { along.rem_euclid(self.length) } else { along };
        let inside = wrapped.clamp(0.0, self.length);
        let place = self.segments.partition_point(|(before, _)| *before <= inside).saturating_sub(1);
        let Some((before, segment)) = self.segments.get(place) else { return ([0.0; 2], [1.0, 0.0]) };
        let cubic = segment.to_cubic();
        let t = cubic.inv_arclen(inside - before, self.accuracy).clamp(0.0, 1.0);
        let point = cubic.eval(t);
        let mut slope = cubic.deriv().eval(t).to_vec2();
        if slope.hypot2() < 1e-12 {
            // A handle on its point: the direction is that of a little way on.
            let (from, to) = ((t - 1e-4).max(0.0), (t + 1e-4).min(1.0));
            slope = cubic.eval(to) - cubic.eval(from);
        }
        let size = math::hypot(slope.x, slope.y);
        let direction = if size > 0.0 { [slope.x / size, slope.y / size] } else { [1.0, 0.0] };
        let beyond = wrapped - inside;
        ([point.x + direction[0] * beyond, point.y + direction[1] * beyond], direction)
    }
}

/// Bends placed lines along a path: the middle of each unit lies on it.
pub(super) fn bend(units: &mut [Unit], lines: &[Line], options: &PathOptions, justification: Justification) {
    let Some(track) = Track::new(&options.path, options.reversed) else { return };
    let first = options.first_margin;
    let last = track.length + options.last_margin;
    for line in lines {
        let share = match justification {
            Justification::Right | Justification::JustifyLastRight => 1.0,
            Justification::Center | Justification::JustifyLastCenter => 0.5,
            _ => 0.0,
        };
        let Some(inside) = units.get_mut(line.units.clone()) else { continue };
        let count = inside.iter().filter(|unit| !unit.hanging).count();
        let mut order: Vec<usize> = (0..inside.len()).collect();
        order.sort_by(|a, b| {
            let x = |at: &usize| inside.get(*at).map_or(0.0, |unit| unit.at[0]);
            x(a).total_cmp(&x(b))
        });
        let start = match share {
            _ if options.force_alignment => first,
            1.0 => last - line.width,
            0.5 => (first + last - line.width) / 2.0,
            _ => first,
        };
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
        let gap = if options.force_alignment && count > 1 {
            (last - first - line.width) / (count - 1) as f64
        } else {
            0.0
        };
        let mut spread = 0.0;
        for at in order {
            let Some(unit) = inside.get_mut(at) else { continue };
            let half = unit.advance / 2.0;
            let along = start + (unit.at[0] - line.left) + half + spread;
            // The first baseline lies on the path; what is lower lies beside it.
            let down = unit.at[1];
            let ([x, y], [dx, dy]) = track.at(along);
            unit.at = if options.perpendicular {
                unit.rotation = math::atan2(dy, dx).to_degrees();
                [x - dx * half - dy * down, y - dy * half + dx * down]
            } else {
                [x - half - dy * down, y + dx * down]
            };
            if !unit.hanging {
                spread += gap;
            }
        }
    }
}
