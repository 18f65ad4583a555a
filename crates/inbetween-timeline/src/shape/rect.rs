//! Rectangles.

use super::{QUARTER, Reader, reversed};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::Path;

/// The outline of a rectangle item, from the top right corner, clockwise.
pub(super) fn path(reader: &mut Reader<'_>, item: NodeRef) -> Result<Path, Fault> {
    let size = reader.point(item, "ADBE Vector Rect Size", [100.0; 2])?;
    let centre = reader.point(item, "ADBE Vector Rect Position", [0.0; 2])?;
    let roundness = reader.number(item, "ADBE Vector Rect Roundness", 0.0)?;
    let path = outline(size, centre, roundness);
    Ok(if reader.reversed(item)? { reversed(&path) } else { path })
}

/// The rectangle of a size around a point; corners are at most half the shorter side.
fn outline(size: [f64; 2], [x, y]: [f64; 2], roundness: f64) -> Path {
    let (w, h) = (size[0].abs() / 2.0, size[1].abs() / 2.0);
    let radius = roundness.max(0.0).min(w).min(h);
    let (left, right, top, bottom) = (x - w, x + w, y - h, y + h);
    if radius <= 0.0 {
        let corners = vec![[right, top], [right, bottom], [left, bottom], [left, top]];
        return Path::new(corners, vec![], vec![], true);
    }
    let handle = radius * QUARTER;
    let points = vec![
        [right, top + radius],
        [right, bottom - radius],
        [right - radius, bottom],
        [left + radius, bottom],
        [left, bottom - radius],
        [left, top + radius],
        [left + radius, top],
        [right - radius, top],
    ];
    let none = [0.0; 2];
    let into = vec![[0.0, -handle], none, [handle, 0.0], none, [0.0, handle], none, [-handle, 0.0], none];
    let out = vec![none, [0.0, handle], none, [-handle, 0.0], none, [0.0, -handle], none, [handle, 0.0]];
    Path::new(points, into, out, true)
}
