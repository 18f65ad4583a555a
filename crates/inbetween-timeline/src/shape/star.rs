//! Stars and polygons.

use super::{Reader, reversed};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::{Path, math};
use std::f64::consts::{PI, TAU};

/// Most points a star can have; AE's own slider ends far below.
const MOST_POINTS: f64 = 10_000.0;

/// The outline of a star or polygon item, from the top, clockwise.
pub(super) fn path(reader: &mut Reader<'_>, item: NodeRef) -> Result<Path, Fault> {
    let polygon = reader.number(item, "ADBE Vector Star Type", 1.0)? == 2.0;
    let count = reader.number(item, "ADBE Vector Star Points", 5.0)?;
    let centre = reader.point(item, "ADBE Vector Star Position", [0.0; 2])?;
    let turn = reader.number(item, "ADBE Vector Star Rotation", 0.0)?;
    let outer = (
        reader.number(item, "ADBE Vector Star Outer Radius", 100.0)?,
        reader.number(item, "ADBE Vector Star Outer Roundess", 0.0)? / 100.0,
    );
    let inner = (
        reader.number(item, "ADBE Vector Star Inner Radius", 50.0)?,
        reader.number(item, "ADBE Vector Star Inner Roundess", 0.0)? / 100.0,
    );
    let path = outline(count, centre, turn, outer, (!polygon).then_some(inner));
    Ok(if reader.reversed(item)? { reversed(&path) } else { path })
}

/// Vertices on one or two circles (radius, roundness); handles follow the circle, a roundness of 100 % making
/// them a quarter (polygon) or half (star) of the way to the next vertex along it.
fn outline(count: f64, [x, y]: [f64; 2], turn: f64, outer: (f64, f64), inner: Option<(f64, f64)>) -> Path {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a small range")]
    let corners = if count.is_finite() { count.floor().clamp(2.0, MOST_POINTS) as u32 } else { 2 };
    let total = if inner.is_some() { corners * 2 } else { corners };
    let share = if inner.is_some() { 2.0 } else { 4.0 };
    let step = TAU / f64::from(total);
    let start = turn.to_radians() - PI / 2.0;
    let (mut points, mut into, mut out) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..total {
        let (radius, roundness) = match inner {
            Some(inner) if index % 2 == 1 => inner,
            _ => outer,
        };
        let angle = start + step * f64::from(index);
        let (sine, cosine) = (math::sin(angle), math::cos(angle));
        let handle = TAU * radius / (f64::from(total) * share) * roundness;
        points.push([x + radius * cosine, y + radius * sine]);
        out.push([-sine * handle, cosine * handle]);
        into.push([sine * handle, -cosine * handle]);
    }
    Path::new(points, into, out, true)
}
