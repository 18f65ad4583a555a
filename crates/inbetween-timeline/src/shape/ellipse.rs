//! Ellipses.

use super::{QUARTER, Reader, reversed};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::Path;

/// The outline of an ellipse item, from the top, clockwise.
pub(super) fn path(reader: &mut Reader<'_>, item: NodeRef) -> Result<Path, Fault> {
    let size = reader.point(item, "ADBE Vector Ellipse Size", [100.0; 2])?;
    let [x, y] = reader.point(item, "ADBE Vector Ellipse Position", [0.0; 2])?;
    let (rx, ry) = (size[0] / 2.0, size[1] / 2.0);
    let (hx, hy) = (rx * QUARTER, ry * QUARTER);
    let points = vec![[x, y - ry], [x + rx, y], [x, y + ry], [x - rx, y]];
    let into = vec![[-hx, 0.0], [0.0, -hy], [hx, 0.0], [0.0, hy]];
    let out = vec![[hx, 0.0], [0.0, hy], [-hx, 0.0], [0.0, -hy]];
    let path = Path::new(points, into, out, true);
    Ok(if reader.reversed(item)? { reversed(&path) } else { path })
}
