//! `loopIn`, `loopOut` and their duration forms.
//!
//! A loop repeats a segment [a, b] of the property outside it: `loopOut` after the last key, `loopIn` before the
//! first. The types, for pass `n` (1 is the first beyond the keys) and the time `phase` into it:
//! cycle `value(a + phase)`; pingpong mirrors odd passes; offset adds `n` times the change over the segment;
//! continue goes on along the velocity at the last (first) key. Exactly at a seam a pass begins: `loopOut` shows
//! the value at `a` there. A segment without length gives the key's value (reference, "loopIn": constant loop).

use super::call::Call;
use super::{fault, keys::combine, value_item};
use crate::{LayerRef, NodeRef, PropertyRef};
use inbetween_expr::{Fault, Item};
use inbetween_types::diagnostic::near_match;
use inbetween_types::{Time, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Cycle,
    PingPong,
    Offset,
    Continue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    In,
    Out,
}

/// `loopIn(type = "cycle", numKeyframes = 0)`.
pub(super) fn loop_in(call: &mut Call<'_>) -> Result<Item, Fault> {
    looped(call, Side::In, false)
}

/// `loopOut(type = "cycle", numKeyframes = 0)`.
pub(super) fn loop_out(call: &mut Call<'_>) -> Result<Item, Fault> {
    looped(call, Side::Out, false)
}

/// `loopInDuration(type = "cycle", duration = 0)`.
pub(super) fn loop_in_duration(call: &mut Call<'_>) -> Result<Item, Fault> {
    looped(call, Side::In, true)
}

/// `loopOutDuration(type = "cycle", duration = 0)`.
pub(super) fn loop_out_duration(call: &mut Call<'_>) -> Result<Item, Fault> {
    looped(call, Side::Out, true)
}

fn looped(call: &mut Call<'_>, side: Side, by_duration: bool) -> Result<Item, Fault> {
    let kind = loop_type(call)?;
    let amount = match call.argument(1) {
        None => 0.0,
        Some(_) => call.number(1, None)?.max(0.0),
    };
    let now = call.now()?;
    let property = PropertyRef(NodeRef(call.object.id));
    let times = call.state.key_times(property);
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
        return Ok(value_item(&call.value_at(now)?));
    };
    let outside = match side {
        Side::In => now < first,
        Side::Out => now > last,
    };
    if times.len() < 2 || !outside {
        return Ok(value_item(&call.value_at(now)?));
    }
    if kind == Type::Continue {
        return Ok(value_item(&onward(call, property, side, now, first, last)?));
    }
    let layer = call.state.home(property.0).map(|(layer, _)| layer);
    let (a, b) = match (side, by_duration) {
        (Side::Out, false) => (times.get(back(times.len(), amount)).copied().unwrap_or(first), last),
        (Side::In, false) => {
            let segments = times.len() - 1 - back(times.len(), amount);
            (first, times.get(segments).copied().unwrap_or(last))
        }
        (Side::Out, true) if amount > 0.0 => (last - amount, last),
        (Side::In, true) if amount > 0.0 => (first, first + amount),
        (Side::Out, true) => (layer_point(call, layer, false).unwrap_or(first), last),
        (Side::In, true) => (first, layer_point(call, layer, true).unwrap_or(last)),
    };
    Ok(value_item(&repeated(call, kind, side, now, a, b)?))
}

/// The place of the key where a segment of `count` spans back from the last key starts.
fn back(keys: usize, count: f64) -> usize {
    let spans = super::place(count, keys.saturating_sub(1)).map_or(keys - 1, |place| place + 1);
    keys - 1 - spans
}

fn layer_point(call: &Call<'_>, layer: Option<LayerRef>, out: bool) -> Option<Time> {
    let layer = layer?;
    let data = call.state.layer_data(layer)?;
    Some(call.state.layer_seconds(layer, if out { data.out_point } else { data.in_point }))
}

fn repeated(
    call: &mut Call<'_>,
    kind: Type,
    side: Side,
    now: Time,
    a: Time,
    b: Time,
) -> Result<Value, Fault> {
    let length = b - a;
    let edge = if side == Side::Out { b } else { a };
    if length.is_nan() || length <= 1e-9 {
        return call.value_at(edge);
    }
    let mut pass = ((now - a) / length).floor();
    let mut phase = now - a - pass * length;
    // A seam that rounding moved by a hair is still the seam.
    if length - phase <= 1e-9 * length.max(now.abs()) {
        pass += 1.0;
        phase = 0.0;
    } else if phase < 0.0 {
        phase = 0.0;
    }
    match kind {
        Type::PingPong if pass.rem_euclid(2.0) == 1.0 => call.value_at(b - phase),
        Type::Offset => {
            let value = call.value_at(a + phase)?;
            let change = combine(&call.value_at(b)?, &call.value_at(a)?, |end, start| end - start);
            Ok(combine(&value, &change, |value, change| value + pass * change))
        }
        _ => call.value_at(a + phase),
    }
}

/// Along the velocity with which the property leaves its last key (or comes to its first).
fn onward(
    call: &mut Call<'_>,
    property: PropertyRef,
    side: Side,
    now: Time,
    first: Time,
    last: Time,
) -> Result<Value, Fault> {
    let (edge, sample) = match side {
        Side::In => (first, first),
        // Velocity is right-sided and 0 on the last key: read it just before.
        Side::Out => (last, last - 1e-7),
    };
    let value = call.value_at(edge)?;
    let velocity = call.state.pre_velocity(property, sample);
    Ok(combine(&value, &velocity, |value, velocity| value + velocity * (now - edge)))
}

fn loop_type(call: &Call<'_>) -> Result<Type, Fault> {
    let Some(Item::Text(name)) = call.argument(0) else { return Ok(Type::Cycle) };
    let types = [
        ("cycle", Type::Cycle),
        ("pingpong", Type::PingPong),
        ("offset", Type::Offset),
        ("continue", Type::Continue),
    ];
    let wanted = name.trim().to_lowercase();
    types.iter().find(|(name, _)| *name == wanted).map(|(_, kind)| *kind).ok_or_else(|| {
        let known = "\"cycle\", \"pingpong\", \"offset\" or \"continue\"";
        let fault = fault::argument(call.name, 0, known, call.argument(0));
        match near_match(&wanted, types.iter().map(|(name, _)| *name)) {
            Some(near) => fault.with_help(format!("did you mean \"{near}\"?")),
            None => fault,
        }
    })
}
