//! Markers of compositions and layers.

use super::call::Call;
use super::children::repaired;
use super::row::{Row, attribute, method};
use super::{count, fault, place};
use crate::{CompositionRef, LayerRef};
use inbetween_doc::Marker;
use inbetween_expr::{Class, Fault, Item, Object};
use inbetween_types::FrameRate;
use std::sync::Arc;

/// Set in the id of a layer's markers; the rest is the layer.
const LAYER: u32 = 1 << 31;

pub(super) const ROWS: &[Row] = &[
    attribute("numKeys", &["num_keys"], "Number of markers.", |call| Ok(count(list(call).0.len()))),
    attribute("name", &[], "Name: Marker.", |_| Ok(Item::text("Marker"))),
    method("key", &[], "key(index) or key(name): a marker by time order or comment.", key),
    method("nearestKey", &["nearest_key"], "nearestKey(t): the marker closest to a time.", |call| {
        let time = call.number(0, None)?;
        let (markers, rate) = list(call);
        let times = markers.iter().map(|marker| rate.seconds(marker.frame));
        match super::keys::nearest(times, time).and_then(|place| Some((place, markers.get(place)?))) {
            Some((place, marker)) => Ok(item(marker, place, rate)),
            None => Err(Fault::thrown("expr/no-key", "there is no marker")),
        }
    }),
];

/// The markers of a composition.
pub(super) fn of_composition(object: Object) -> Object {
    Object { class: Class::MarkerProperty, ..object }
}

/// The markers of a layer.
pub(super) fn of_layer(object: Object) -> Object {
    Object { class: Class::MarkerProperty, id: object.id | LAYER, clock: object.clock }
}

fn list<'a>(call: &Call<'a>) -> (&'a [Marker], FrameRate) {
    let state = call.state;
    let id = call.object.id;
    if id & LAYER == 0 {
        let composition = CompositionRef(id);
        (state.composition_data(composition).map_or(&[], |data| &data.markers), state.frame_rate(composition))
    } else {
        let layer = LayerRef(id & !LAYER);
        let rate =
            state.layer_node(layer).map_or_else(FrameRate::default, |n| state.frame_rate(n.composition));
        (state.layer_data(layer).map_or(&[], |data| &data.markers), rate)
    }
}

fn key(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (markers, rate) = list(call);
    if let Some(Item::Text(name)) = call.argument(0) {
        let named = |name: &str| markers.iter().position(|marker| marker.comment == name);
        let found = named(name).or_else(|| named(&repaired(name)?));
        return match found.and_then(|place| Some((place, markers.get(place)?))) {
            Some((place, marker)) => Ok(item(marker, place, rate)),
            None => Err(fault::missing(
                "expr/no-key",
                "marker",
                name,
                markers.iter().map(|marker| marker.comment.as_str()),
            )),
        };
    }
    let number = call.number(0, None)?;
    match place(number, markers.len()).and_then(|place| Some((place, markers.get(place)?))) {
        Some((place, marker)) => Ok(item(marker, place, rate)),
        None => Err(fault::out_of_range("expr/no-key", "marker", number, markers.len())),
    }
}

/// A marker as a key. Lottie carries time, length and comment; the other fields are empty.
fn item(marker: &Marker, place: usize, rate: FrameRate) -> Item {
    let field = |name: &str, item| (Arc::from(name), item);
    Item::Key(vec![
        field("time", Item::Number(rate.seconds(marker.frame))),
        field("index", count(place + 1)),
        field("duration", Item::Number(rate.seconds(marker.duration))),
        field("comment", Item::text(&marker.comment)),
        field("chapter", Item::text("")),
        field("url", Item::text("")),
        field("frameTarget", Item::text("")),
        field("eventCuePoint", Item::Bool(false)),
        field("cuePointName", Item::text("")),
        field("parameters", Item::Record(Vec::new())),
        field("protectedRegion", Item::Bool(false)),
    ])
}
