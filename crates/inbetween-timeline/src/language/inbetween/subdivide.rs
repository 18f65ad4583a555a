//! `inbetween.subdivide`.

use crate::language::call::Call;
use crate::language::fault;
use crate::shape::MOST_VERTICES;
use inbetween_expr::{Fault, Item};
use inbetween_types::Path;
use inbetween_types::subdivide::{Weights, subdivide as rounded};
use std::sync::Arc;

/// `subdivide(path, weights = [1, 2, 1], steps = 1)`: what the shape item Subdivide makes of a path. A list of points
/// counts as a closed path and gives a list of points.
pub(super) fn subdivide(call: &mut Call<'_>) -> Result<Item, Fault> {
    let numbers = match call.argument(1) {
        None => vec![1.0, 2.0, 1.0],
        Some(_) => call.numbers(1)?,
    };
    let weights = Weights::new(&numbers)
        .map_err(|why| Fault::thrown("expr/bad-argument", format!("subdivide: argument 2: {why}")))?;
    let steps = call.number(2, Some(1.0))?;
    let make = |path: &Path| {
        rounded(path, &weights, steps, MOST_VERTICES)
            .map_err(|why| Fault::thrown("expr/bad-argument", format!("subdivide: {why}")))
    };
    match call.argument(0) {
        Some(Item::Path(path)) if path.is_finite() => Ok(Item::Path(Arc::new(make(path)?))),
        Some(Item::Array(points)) => {
            let points: Option<Vec<[f64; 2]>> = points
                .iter()
                .map(|point| match point.as_numbers()?.as_slice() {
                    [x, y, ..] if x.is_finite() && y.is_finite() => Some([*x, *y]),
                    _ => None,
                })
                .collect();
            let points = points.ok_or_else(|| fault::argument("subdivide", 0, "a path", call.argument(0)))?;
            let path = make(&Path::new(points, Vec::new(), Vec::new(), true))?;
            Ok(Item::Array(path.points.iter().map(|point| Item::numbers(point)).collect()))
        }
        other => Err(fault::argument("subdivide", 0, "a path", other)),
    }
}
