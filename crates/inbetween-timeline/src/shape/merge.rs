//! Merge Paths.

use super::Shape;
use super::boolean::{self, Operation};
use super::gather::{Gatherer, Scope};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::Path;
use kurbo::Affine;

/// Makes one path of all above. Fills and strokes above keep the paths as they were.
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &mut Scope,
) -> Result<(), Fault> {
    let mode = gatherer.reader.number(item, "ADBE Vector Merge Type", 1.0)?;
    let mut all: Vec<Vec<Path>> = scope
        .live
        .iter()
        .filter_map(|id| gatherer.shapes.get(*id))
        .map(|shape| shape.paths_in(space))
        .collect();
    let operation = match mode {
        2.0 => Some(Operation::Union),
        3.0 => Some(Operation::Difference),
        4.0 => Some(Operation::Intersection),
        5.0 => Some(Operation::Exclusion),
        _ => None,
    };
    let paths = match operation {
        Some(operation) if all.len() > 1 => match boolean::combine(&all, operation) {
            Some(paths) => paths,
            None => {
                gatherer
                    .reader
                    .note("draw/limit", "paths with too many or too distant vertices are not merged");
                all.drain(..).flatten().collect()
            }
        },
        // Merge, and anything with a single path, puts them side by side.
        _ => all.drain(..).flatten().collect(),
    };
    scope.live = vec![gatherer.shapes.len()];
    gatherer.shapes.push(Shape { paths, space });
    Ok(())
}
