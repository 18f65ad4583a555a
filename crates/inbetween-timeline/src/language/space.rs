//! Layer space transforms; the mathematics is in `camera`.

use super::call::Call;
use super::layer::layer;
use super::row::{Row, method};
use crate::{LayerRef, State};
use inbetween_expr::{Fault, Item, Runner};
use inbetween_types::Time;

pub(super) const ROWS: &[Row] = &[
    method("toComp", &["to_comp"], "toComp(point, t = time): from layer to comp space.", |call| {
        convert(call, State::to_comp)
    }),
    method("fromComp", &["from_comp"], "fromComp(point, t = time): from comp to layer space.", |call| {
        convert(call, State::from_comp)
    }),
    method("toWorld", &["to_world"], "toWorld(point, t = time): from layer to world space.", |call| {
        convert(call, State::to_world)
    }),
    method("fromWorld", &["from_world"], "fromWorld(point, t = time): from world to layer space.", |call| {
        convert(call, State::from_world)
    }),
    method("toCompVec", &["to_comp_vec"], "toCompVec(vec, t = time): direction, layer to comp.", |call| {
        convert(call, State::to_comp_vec)
    }),
    method(
        "fromCompVec",
        &["from_comp_vec"],
        "fromCompVec(vec, t = time): direction, comp to layer.",
        |call| convert(call, State::from_comp_vec),
    ),
    method(
        "toWorldVec",
        &["to_world_vec"],
        "toWorldVec(vec, t = time): direction, layer to world.",
        |call| convert(call, State::to_world_vec),
    ),
    method(
        "fromWorldVec",
        &["from_world_vec"],
        "fromWorldVec(vec, t = time): direction, world to layer.",
        |call| convert(call, State::from_world_vec),
    ),
    method(
        "fromCompToSurface",
        &["from_comp_to_surface"],
        "fromCompToSurface(point, t = time): the layer's point that shows at a comp point.",
        |call| convert(call, State::from_comp_to_surface),
    ),
];

type Conversion = fn(&State, &mut dyn Runner, LayerRef, &[f64], Time) -> Result<Vec<f64>, Fault>;

fn convert(call: &mut Call<'_>, conversion: Conversion) -> Result<Item, Fault> {
    let point = call.numbers(0)?;
    let time = call.time(1)?;
    let layer = layer(call);
    Ok(Item::numbers(&conversion(call.state, call.runner, layer, &point, time)?))
}
