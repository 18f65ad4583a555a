//! Subdivide: rounds by splitting and averaging, as the shape item of our own does it.

use super::gather::{Gatherer, Scope};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::subdivide::{MOST_STEPS, Weights, steps_within, subdivide};
use inbetween_types::{Severity, Value};
use kurbo::Affine;

/// Match name of the shape item.
pub(crate) const MATCH_NAME: &str = "inbetween Subdivide";

/// Splits and averages every path above. Weights that are none leave the paths as they are and are a finding.
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &Scope,
) -> Result<(), Fault> {
    let reader = &mut *gatherer.reader;
    let steps = reader.number(item, "inbetween Subdivide Steps", 3.0)?.clamp(0.0, MOST_STEPS);
    let weights = reader.value(item, "inbetween Subdivide Weights")?;
    let numbers = weights.as_ref().map_or(&[1.0, 2.0, 1.0][..], Value::components);
    let weights = match Weights::new(numbers) {
        Ok(weights) => weights,
        Err(why) => {
            reader.find(Severity::Error, "draw/subdivide-weights", format!("Subdivide does nothing: {why}"));
            return Ok(());
        }
    };
    if steps <= 0.0 {
        return Ok(());
    }
    let mut left = gatherer.vertices;
    let mut cut = false;
    gatherer.each_path(space, scope, |path| {
        let most = path.len().saturating_add(left);
        let able = steps_within(path.len(), most);
        cut |= steps > able && path.len() > 1;
        let new = subdivide(path, &weights, steps.min(able), most).unwrap_or_else(|_| path.clone());
        left = left.saturating_sub(new.len().saturating_sub(path.len()));
        new
    });
    if cut {
        gatherer
            .reader
            .note("draw/limit", "Subdivide would make too many vertices; some paths get fewer steps");
    }
    Ok(())
}
