//! Compositions.

use super::call::Call;
use super::children::repaired;
use super::row::{Row, attribute, method};
use super::{fault, marker, number, place};
use crate::{CompositionRef, LayerRef};
use inbetween_doc::Composition;
use inbetween_doc::LayerSource;
use inbetween_expr::{Class, Fault, Item};

pub(super) const ROWS: &[Row] = &[
    method("layer", &[], "layer(index), layer(name) or layer(otherLayer, relIndex): a layer.", layer),
    method(
        "layerByComment",
        &[],
        "layerByComment(comment): the first layer whose comment has the text.",
        |call| {
            let text = call.argument(0).and_then(Item::as_text).unwrap_or("").to_owned();
            let found = layers(call)
                .into_iter()
                .find(|layer| call.state.layer_data(*layer).is_some_and(|data| data.comment.contains(&text)));
            match found {
                Some(layer) => Ok(Item::Object(call.state.layer_object(layer, call.object.clock))),
                None => Err(fault::missing("expr/unknown-layer", "layer with a comment", &text, [])),
            }
        },
    ),
    attribute("marker", &[], "The composition's markers.", |call| {
        Ok(Item::Object(marker::of_composition(call.object)))
    }),
    attribute(
        "numLayers",
        &["num_layers"],
        "Number of layers, those left out of the file included.",
        |call| {
            let last = layers(call)
                .last()
                .and_then(|layer| call.state.layer_node(*layer))
                .map_or(0, |node| node.number);
            number(f64::from(last))
        },
    ),
    attribute(
        "activeCamera",
        &["active_camera"],
        "The camera that renders now; throws without one.",
        |call| {
            let time = call.now()?;
            match call.state.active_camera(CompositionRef(call.object.id), time) {
                Some(camera) => Ok(Item::Object(call.state.layer_object(camera, call.object.clock))),
                None => {
                    Err(Fault::thrown("expr/no-camera", "the composition has no active camera at this time"))
                }
            }
        },
    ),
    attribute("width", &[], "Width in pixels.", |call| number(data(call)?.width)),
    attribute("height", &[], "Height in pixels.", |call| number(data(call)?.height)),
    attribute("duration", &[], "Length in seconds.", |call| {
        let frames = {
            let data = data(call)?;
            data.out_point - data.in_point
        };
        number(call.state.frame_rate(CompositionRef(call.object.id)).seconds(frames))
    }),
    attribute("displayStartTime", &[], "What the timecode shows at time 0, in seconds: 0.", |_| number(0.0)),
    attribute("frameDuration", &["frame_duration"], "Seconds per frame.", |call| {
        number(call.state.frame_rate(CompositionRef(call.object.id)).frame_duration())
    }),
    attribute("shutterAngle", &["shutter_angle"], "Shutter angle in degrees.", |call| {
        number(data(call)?.shutter_angle)
    }),
    attribute("shutterPhase", &["shutter_phase"], "Shutter phase in degrees.", |call| {
        number(data(call)?.shutter_phase)
    }),
    attribute(
        "bgColor",
        &["bg_color"],
        "Background colour RGBA 0..1; black when the file has none.",
        |call| {
            let [r, g, b] = data(call)?.background.unwrap_or([0.0; 3]);
            Ok(Item::numbers(&[r, g, b, 1.0]))
        },
    ),
    attribute("pixelAspect", &["pixel_aspect"], "Pixel aspect ratio: 1.", |_| number(1.0)),
    attribute("ntscDropFrame", &[], "Whether timecode drops frames: false.", |_| super::flag(false)),
    attribute("name", &[], "Name.", |call| {
        let node = call.state.composition_node(CompositionRef(call.object.id));
        Ok(Item::text(node.map_or("", |node| &node.name)))
    }),
];

fn data<'a>(call: &Call<'a>) -> Result<&'a Composition, Fault> {
    call.state
        .composition_data(CompositionRef(call.object.id))
        .ok_or_else(|| Fault::thrown("expr/unknown-composition", "the composition is missing"))
}

fn layers(call: &Call<'_>) -> Vec<LayerRef> {
    call.state
        .composition_node(CompositionRef(call.object.id))
        .map_or_else(Vec::new, |node| node.layers.clone())
}

fn layer(call: &mut Call<'_>) -> Result<Item, Fault> {
    let state = call.state;
    let node = state.composition_node(CompositionRef(call.object.id));
    let layers = node.map_or(&[][..], |node| &node.layers);
    let clock = call.object.clock;
    let object = |layer| Ok(Item::Object(state.layer_object(layer, clock)));
    match call.argument(0) {
        Some(Item::Text(name)) => match by_name(call, layers, name) {
            Some(layer) => object(layer),
            None => {
                let names = layers.iter().filter_map(|layer| Some(state.layer_data(*layer)?.name.as_str()));
                let mut fault = fault::missing("expr/unknown-layer", "layer", name, names);
                if !fault.help.as_ref().is_some_and(|help| help.starts_with("did you mean")) {
                    const WHY: &str =
                        "exporters leave out hidden and guide layers unless told to include them";
                    fault.help = Some(match (left_out(call, layers), fault.help) {
                        (Some(gap), _) => {
                            format!("layer {gap} of that composition was left out of the file: {WHY}")
                        }
                        (None, Some(there)) => format!("{there}; {WHY}"),
                        (None, None) => WHY.to_owned(),
                    });
                }
                Err(fault)
            }
        },
        Some(Item::Object(other)) if other.class == Class::Layer => {
            let other = LayerRef(other.id);
            let relative = call.number(1, Some(0.0))?.trunc();
            // A layer of another composition counts by its own index, as in AE.
            let number = state.layer_node(other).map_or(0.0, |node| f64::from(node.number));
            numbered(call, layers, number + relative).and_then(object)
        }
        Some(item) if item.as_number().is_some() => {
            let wanted = call.number(0, None)?;
            numbered(call, layers, wanted).and_then(object)
        }
        other => Err(fault::argument("layer", 0, "a number, a name or a layer", other)),
    }
}

/// The layer of that index. Fractions are dropped.
fn numbered(call: &Call<'_>, layers: &[LayerRef], wanted: f64) -> Result<LayerRef, Fault> {
    let of = |layer: &LayerRef| call.state.layer_node(*layer).map_or(0, |node| node.number);
    let last = layers.last().map_or(0, of);
    let Some(place) = place(wanted, last as usize) else {
        return Err(fault::out_of_range("expr/unknown-layer", "layer", wanted, last as usize));
    };
    // Numbers ascend down the stack.
    let found = layers.binary_search_by_key(&(place + 1), |layer| of(layer) as usize).ok();
    found.and_then(|at| layers.get(at)).copied().ok_or_else(|| {
        Fault::thrown("expr/unknown-layer", format!("layer {} is not in the file", place + 1)).with_help(
            "the exporter left it out: a hidden, guide or disabled layer that the expression needs",
        )
    })
}

/// The first number that no layer of the file has although layers below it are there.
fn left_out(call: &Call<'_>, layers: &[LayerRef]) -> Option<u32> {
    let numbers = layers.iter().filter_map(|layer| Some(call.state.layer_node(*layer)?.number));
    (1..).zip(numbers).find(|(wanted, number)| wanted != number).map(|(wanted, _)| wanted)
}

/// The topmost layer with the name, else with a source of that name.
fn by_name(call: &Call<'_>, layers: &[LayerRef], name: &str) -> Option<LayerRef> {
    let state = call.state;
    let document = &state.timeline.inner.document;
    let source_name = |layer: &LayerRef| match &state.layer_data(*layer)?.source {
        LayerSource::Composition(id) => document.composition(*id).map(|data| data.name.as_str()),
        LayerSource::Footage(id) => document.footage(*id).map(|data| data.name.as_str()),
        _ => None,
    };
    let named = state.timeline.layer_named(CompositionRef(call.object.id), name);
    let found = named.as_ref().or_else(|| layers.iter().find(|layer| source_name(layer) == Some(name)));
    match found {
        Some(layer) => Some(*layer),
        None => by_name(call, layers, &repaired(name)?),
    }
}
