//! Path properties.

use super::call::Call;
use super::fault;
use super::row::{Row, method};
use inbetween_expr::{Fault, Item};
use inbetween_types::{Path, Time, Value};
use std::sync::Arc;

pub(super) const ROWS: &[Row] = &[
    method("points", &[], "points(t = time): vertices.", |call| {
        let time = call.time(0)?;
        Ok(points(&path(call, time)?.points))
    }),
    method("inTangents", &["in_tangents"], "inTangents(t = time): incoming handles, relative.", |call| {
        let time = call.time(0)?;
        Ok(points(&path(call, time)?.in_tangents))
    }),
    method("outTangents", &["out_tangents"], "outTangents(t = time): outgoing handles, relative.", |call| {
        let time = call.time(0)?;
        Ok(points(&path(call, time)?.out_tangents))
    }),
    method("isClosed", &["is_closed"], "isClosed(t = time): whether the outline is closed.", |call| {
        let time = call.time(0)?;
        super::flag(path(call, time)?.closed)
    }),
    method("pointOnPath", &["point_on_path"], "pointOnPath(percentage = 0.5, t = time): a point.", |call| {
        Ok(Item::numbers(&on_path(call)?.0))
    }),
    method(
        "tangentOnPath",
        &["tangent_on_path"],
        "tangentOnPath(percentage = 0.5, t = time): unit tangent.",
        |call| Ok(Item::numbers(&on_path(call)?.1)),
    ),
    method(
        "normalOnPath",
        &["normal_on_path"],
        "normalOnPath(percentage = 0.5, t = time): unit normal.",
        |call| {
            let [x, y] = on_path(call)?.1;
            Ok(Item::numbers(&[-y + 0.0, x]))
        },
    ),
    method(
        "createPath",
        &["create_path"],
        "createPath(points, inTangents = [], outTangents = [], isClosed = true): a path.",
        create_path,
    ),
];

fn path(call: &mut Call<'_>, time: Time) -> Result<Arc<Path>, Fault> {
    match call.value_at(time)? {
        Value::Path(path) => Ok(path),
        _ => Err(Fault::thrown(
            "expr/not-a-path",
            format!("{} of layer property {} is not a path", call.name, call.state.title(call.object)),
        )),
    }
}

fn points(list: &[[f64; 2]]) -> Item {
    Item::Array(list.iter().map(|point| Item::numbers(point)).collect())
}

/// Point and unit tangent at a fraction of the arc length, clamped to 0..1.
fn on_path(call: &mut Call<'_>) -> Result<([f64; 2], [f64; 2]), Fault> {
    let fraction = call.number(0, Some(0.5))?;
    let time = call.time(1)?;
    path(call, time)?
        .at_fraction(fraction)
        .ok_or_else(|| Fault::thrown("expr/empty-path", format!("{}: the path has no points", call.name)))
}

fn create_path(call: &mut Call<'_>) -> Result<Item, Fault> {
    let square = || vec![[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]];
    let vertices = match call.argument(0) {
        None => square(),
        Some(_) => list(call, 0)?,
    };
    let handles = |index| -> Result<Vec<[f64; 2]>, Fault> {
        let handles = match call.argument(index) {
            None => Vec::new(),
            Some(_) => list(call, index)?,
        };
        if !handles.is_empty() && handles.len() != vertices.len() {
            return Err(Fault::thrown(
                "expr/bad-argument",
                format!(
                    "createPath: {} tangents for {} points; there must be as many, or none",
                    handles.len(),
                    vertices.len()
                ),
            ));
        }
        Ok(handles)
    };
    let (into, out) = (handles(1)?, handles(2)?);
    let closed = call.flag(3, true);
    Ok(Item::Path(Arc::new(Path::new(vertices, into, out, closed))))
}

fn list(call: &Call<'_>, index: usize) -> Result<Vec<[f64; 2]>, Fault> {
    let point = |item: &Item| match item.as_numbers()?.as_slice() {
        [x, y, ..] if x.is_finite() && y.is_finite() => Some([*x, *y]),
        _ => None,
    };
    match call.argument(index) {
        Some(Item::Array(items)) => items.iter().map(point).collect::<Option<Vec<_>>>(),
        _ => None,
    }
    .ok_or_else(|| fault::argument(call.name, index, "an array of points", call.argument(index)))
}
