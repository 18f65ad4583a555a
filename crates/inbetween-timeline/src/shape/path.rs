//! Path items.

use super::{LARGEST, Reader, reversed};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::{Path, Value};

/// The outline of a path item; nothing for one with a coordinate that is no number.
pub(super) fn path(reader: &mut Reader<'_>, item: NodeRef) -> Result<Path, Fault> {
    let Some(Value::Path(path)) = reader.value(item, "ADBE Vector Shape")? else {
        return Ok(Path::default());
    };
    if !path.is_finite() {
        reader.note("draw/path-not-finite", "a path with a coordinate that is no number is not drawn");
        return Ok(Path::default());
    }
    if path.points.iter().flatten().any(|n| n.abs() > LARGEST) {
        reader.note("draw/limit", "a path with a vertex too far away is not drawn");
        return Ok(Path::default());
    }
    let path = path.map(|n| n.clamp(-LARGEST, LARGEST));
    Ok(if reader.reversed(item)? { reversed(&path) } else { path })
}
