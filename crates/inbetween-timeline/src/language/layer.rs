//! Layers: general attributes, sub-objects, and properties by their own names.

use super::call::Call;
use super::lookup::SOLID;
use super::row::{Row, attribute, method};
use super::{count, fault, flag, marker, number, sample};
use crate::{LayerRef, NodeRef};
use inbetween_doc::{Layer, LayerKind, LayerSource};
use inbetween_expr::{Class, Fault, Item, Object};
use std::sync::Arc;

pub(super) const ROWS: &[Row] = &[
    attribute("name", &[], "Name.", |call| Ok(Item::text(&data(call)?.name))),
    attribute("index", &[], "Number in the stack, from 1.", |call| {
        number(call.state.layer_node(layer(call)).map_or(0.0, |node| f64::from(node.number)))
    }),
    attribute("width", &[], "Width in pixels, of its source.", |call| Ok(Item::Number(size(call)?[0]))),
    attribute("height", &[], "Height in pixels, of its source.", |call| Ok(Item::Number(size(call)?[1]))),
    attribute("parent", &[], "The parent layer; undefined without one.", |call| {
        let parent = call.state.layer_node(layer(call)).and_then(|node| node.parent);
        Ok(parent.map_or(Item::Undefined, |parent| {
            Item::Object(call.state.layer_object(parent, call.object.clock))
        }))
    }),
    attribute("hasParent", &["has_parent"], "Whether it has a parent.", |call| {
        flag(call.state.layer_node(layer(call)).is_some_and(|node| node.parent.is_some()))
    }),
    attribute("inPoint", &["in_point"], "In point in composition seconds.", |call| {
        number(call.state.layer_seconds(layer(call), data(call)?.in_point))
    }),
    attribute("outPoint", &["out_point"], "Out point in composition seconds.", |call| {
        number(call.state.layer_seconds(layer(call), data(call)?.out_point))
    }),
    attribute("startTime", &["start_time"], "Start of the source in composition seconds.", |call| {
        number(call.state.layer_seconds(layer(call), data(call)?.start_time))
    }),
    attribute("hasVideo", &["has_video"], "Whether it has a picture.", |call| {
        flag(data(call)?.kind != LayerKind::Audio)
    }),
    attribute("hasAudio", &["has_audio"], "Whether it has sound.", |call| {
        flag(data(call)?.kind == LayerKind::Audio)
    }),
    attribute("enabled", &[], "Whether the video switch is on.", |call| flag(!data(call)?.hidden)),
    attribute(
        "active",
        &[],
        "Whether it is switched on and between in and out; for a camera, whether it renders.",
        |call| {
            if data(call)?.kind == LayerKind::Camera {
                let time = call.now()?;
                let camera = call.state.layer_node(layer(call)).map(|node| node.composition);
                return flag(
                    camera.and_then(|composition| call.state.active_camera(composition, time))
                        == Some(layer(call)),
                );
            }
            Ok(Item::Bool(!data(call)?.hidden && in_range(call)?))
        },
    ),
    attribute("audioActive", &["audio_active"], "Whether its sound is on now.", |call| {
        Ok(Item::Bool(data(call)?.kind == LayerKind::Audio && !data(call)?.hidden && in_range(call)?))
    }),
    attribute("source", &[], "What it plays: a composition or footage, read at its own time.", source),
    method("sourceTime", &["source_time"], "sourceTime(t = time): the source's time at a time.", |call| {
        let time = call.time(0)?;
        let layer = layer(call);
        number(call.state.source_time(call.runner, layer, time)?)
    }),
    method(
        "sourceRectAtTime",
        &[],
        "sourceRectAtTime(t = time, includeExtents = false): bounds of the content in layer space.",
        |call| {
            let time = call.time(0)?;
            let extents = call.flag(1, false);
            let layer = layer(call);
            let rect = call.state.source_rect(call.runner, layer, time, extents)?;
            let field = |name: &str, value| (Arc::from(name), Item::Number(value));
            Ok(Item::Record(vec![
                field("top", rect.top),
                field("left", rect.left),
                field("width", rect.width),
                field("height", rect.height),
            ]))
        },
    ),
    method(
        "sampleImage",
        &["sample_image"],
        "sampleImage(point, radius = [0.5, 0.5], postEffect = true, t = time): mean colour of a rectangle.",
        sample::sample_image,
    ),
    method("effect", &[], "effect(name) or effect(index).", |call| {
        child(call, "ADBE Effect Parade", "expr/unknown-effect", "effect")
    }),
    method("mask", &[], "mask(name) or mask(index).", |call| {
        child(call, "ADBE Mask Parade", "expr/unknown-mask", "mask")
    }),
    method("content", &[], "content(name) or content(index): a shape group or item.", |call| {
        child(call, "ADBE Root Vectors Group", "expr/unknown-property", "content")
    }),
    method(
        "essentialProperty",
        &["masterProperty"],
        "essentialProperty(name): an Essential Property.",
        |call| child(call, "ADBE Layer Overrides", "expr/unknown-property", "essential property"),
    ),
    attribute("marker", &[], "The layer's markers.", |call| Ok(Item::Object(marker::of_layer(call.object)))),
    attribute("text", &[], "The Text group of a text layer.", |call| group(call, &["ADBE Text Properties"])),
    attribute("mesh", &[], "The Mesh group of a mesh layer.", |call| group(call, &["inbetween Mesh"])),
    attribute("transform", &[], "The Transform group.", |call| group(call, &["ADBE Transform Group"])),
    attribute("materialOption", &[], "The Material Options group of a 3D layer.", |call| {
        group(call, &["ADBE Material Options Group"])
    }),
    attribute("geometryOption", &[], "The Geometry Options group of a 3D layer.", |call| {
        group(call, &["ADBE Plane Options Group", "ADBE Extrsn Options Group"])
    }),
    attribute("cameraOption", &[], "The Camera Options group.", |call| {
        group(call, &["ADBE Camera Options Group"])
    }),
    attribute("lightOption", &[], "The Light Options group.", |call| {
        group(call, &["ADBE Light Options Group"])
    }),
    attribute("layerStyle", &[], "The Layer Styles group.", |call| group(call, &["ADBE Layer Styles"])),
    attribute("numProperties", &["numEntries", "num_entries"], "Number of groups of the layer.", |call| {
        let root = call.state.layer_group(layer(call), "");
        Ok(count(root.map_or(0, |root| call.state.children(root).len())))
    }),
];

/// Properties that layers offer under their own name.
struct Named {
    name: &'static str,
    /// Group (`""` is the layer itself) and property match names, the first that exists counts.
    places: &'static [(&'static str, &'static str)],
}

const TRANSFORM: &str = "ADBE Transform Group";
const MATERIAL: &str = "ADBE Material Options Group";
const CAMERA: &str = "ADBE Camera Options Group";
const LIGHT: &str = "ADBE Light Options Group";

macro_rules! named {
    ($($name:literal $aliases:expr, $doc:literal, [$(($group:expr, $property:literal)),+];)*) => {
        const NAMED: &[Named] =
            &[$(Named { name: $name, places: &[$(($group, $property)),+] }),*];
        pub(super) const PROPERTY_ROWS: &[Row] = &[$(attribute($name, &$aliases, $doc, named_property)),*];
    };
}

named! {
    "anchorPoint" ["anchor_point"], "Anchor point in layer space.", [(TRANSFORM, "ADBE Anchor Point")];
    "position" [], "Position in the parent's space.", [(TRANSFORM, "ADBE Position")];
    "scale" [], "Scale in percent.", [(TRANSFORM, "ADBE Scale")];
    "rotation" [], "Rotation in degrees (about z).", [(TRANSFORM, "ADBE Rotate Z")];
    "opacity" [], "Opacity in percent.", [(TRANSFORM, "ADBE Opacity")];
    "orientation" [], "Orientation in degrees.", [(TRANSFORM, "ADBE Orientation")];
    "rotationX" ["rotation_x"], "Rotation about x in degrees.", [(TRANSFORM, "ADBE Rotate X")];
    "rotationY" ["rotation_y"], "Rotation about y in degrees.", [(TRANSFORM, "ADBE Rotate Y")];
    "rotationZ" ["rotation_z"], "Rotation about z in degrees.", [(TRANSFORM, "ADBE Rotate Z")];
    "audioLevels" ["audio_levels"], "Levels in dB.",
        [("ADBE Audio Group", "ADBE Audio Levels"), ("", "ADBE Audio Levels")];
    "timeRemap" ["time_remap"], "Source seconds, when time remapping is on.",
        [("", "ADBE Time Remapping")];
    "lightTransmission" ["light_transmission"], "Percent.", [(MATERIAL, "ADBE Light Transmission")];
    "castsShadows" ["casts_shadows"], "0 off, 1 on, 2 only.",
        [(MATERIAL, "ADBE Casts Shadows"), (LIGHT, "ADBE Casts Shadows")];
    "acceptsShadows" ["accepts_shadows"], "0 off, 1 on, 2 only.",
        [(MATERIAL, "ADBE Accepts Shadows")];
    "acceptsLights" ["accepts_lights"], "0 or 1.", [(MATERIAL, "ADBE Accepts Lights")];
    "ambient" [], "Percent.", [(MATERIAL, "ADBE Ambient Coefficient")];
    "diffuse" [], "Percent.", [(MATERIAL, "ADBE Diffuse Coefficient")];
    "specular" [], "Percent.", [(MATERIAL, "ADBE Specular Coefficient")];
    "shininess" [], "Percent.", [(MATERIAL, "ADBE Shininess Coefficient")];
    "metal" [], "Percent.", [(MATERIAL, "ADBE Metal Coefficient")];
    "pointOfInterest" ["point_of_interest"], "Point of interest of a camera or light.",
        [(TRANSFORM, "ADBE Point of Interest"), (TRANSFORM, "ADBE Anchor Point")];
    "zoom" [], "Pixels from lens to image plane.", [(CAMERA, "ADBE Camera Zoom")];
    "depthOfField" ["depth_of_field"], "1 on, 0 off.", [(CAMERA, "ADBE Camera Depth of Field")];
    "focusDistance" ["focus_distance"], "Pixels.", [(CAMERA, "ADBE Camera Focus Distance")];
    "aperture" [], "Pixels.", [(CAMERA, "ADBE Camera Aperture")];
    "blurLevel" ["blur_level"], "Percent.", [(CAMERA, "ADBE Camera Blur Level")];
    "irisShape" [], "Menu number 1..10.", [(CAMERA, "ADBE Iris Shape")];
    "irisRotation" [], "Degrees.", [(CAMERA, "ADBE Iris Rotation")];
    "irisRoundness" [], "Percent.", [(CAMERA, "ADBE Iris Roundness")];
    "irisAspectRatio" [], "1..100.", [(CAMERA, "ADBE Iris Aspect Ratio")];
    "irisDiffractionFringe" [], "1..100.", [(CAMERA, "ADBE Iris Diffraction Fringe")];
    "highlightGain" [], "1..100.", [(CAMERA, "ADBE Iris Highlight Gain")];
    "highlightThreshold" [], "0..255 at 8 bits.", [(CAMERA, "ADBE Iris Highlight Threshold")];
    "highlightSaturation" [], "1..100.", [(CAMERA, "ADBE Iris Hightlight Saturation")];
    "intensity" [], "Percent.", [(LIGHT, "ADBE Light Intensity")];
    "color" [], "RGBA 0..1.", [(LIGHT, "ADBE Light Color")];
    "coneAngle" ["cone_angle"], "Degrees.", [(LIGHT, "ADBE Light Cone Angle")];
    "coneFeather" ["cone_feather"], "Percent.",
        [(LIGHT, "ADBE Light Cone Feather 2"), (LIGHT, "ADBE Light Cone Feather")];
    "shadowDarkness" ["shadow_darkness"], "Percent.", [(LIGHT, "ADBE Light Shadow Darkness")];
    "shadowDiffusion" ["shadow_diffusion"], "Pixels.", [(LIGHT, "ADBE Light Shadow Diffusion")];
    "falloff" [], "Menu number.", [(LIGHT, "ADBE Light Falloff Type")];
    "radius" [], "Start of the falloff in pixels.", [(LIGHT, "ADBE Light Falloff Start")];
    "falloffDistance" [], "Length of the falloff in pixels.",
        [(LIGHT, "ADBE Light Falloff Distance")];
}

pub(super) fn layer(call: &Call<'_>) -> LayerRef {
    LayerRef(call.object.id)
}

fn data<'a>(call: &Call<'a>) -> Result<&'a Layer, Fault> {
    call.state
        .layer_data(layer(call))
        .ok_or_else(|| Fault::thrown("expr/unknown-layer", "the layer is missing"))
}

/// Size as AE gives it: of the source; text, shape, camera and light layers have the composition's.
fn size(call: &Call<'_>) -> Result<[f64; 2], Fault> {
    let data = data(call)?;
    if data.width > 0.0 || data.height > 0.0 {
        return Ok([data.width, data.height]);
    }
    let document = &call.state.timeline.inner.document;
    let own = match &data.source {
        LayerSource::Composition(id) => document.composition(*id).map(|data| [data.width, data.height]),
        LayerSource::Footage(id) => document.footage(*id).map(|data| [data.width, data.height]),
        _ => None,
    };
    let composition = || {
        let node = call.state.layer_node(layer(call))?;
        let data = call.state.composition_data(node.composition)?;
        Some([data.width, data.height])
    };
    Ok(match data.kind {
        LayerKind::Text | LayerKind::Shape | LayerKind::Camera | LayerKind::Light => composition(),
        _ => own,
    }
    .unwrap_or([0.0; 2]))
}

/// Whether now lies between in and out point (which a reversed layer has the other way round).
fn in_range(call: &mut Call<'_>) -> Result<bool, Fault> {
    let now = call.now()?;
    Ok(call.state.is_active_at(layer(call), now))
}

fn source(call: &mut Call<'_>) -> Result<Item, Fault> {
    let inner = || call.state.inner_clock(layer(call), call.object.clock);
    let id = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    Ok(match &data(call)?.source {
        LayerSource::Composition(composition) => {
            let compositions = &call.state.timeline.inner.compositions;
            let place = compositions.iter().position(|node| node.index == composition.0);
            let Some(place) = place else { return Ok(Item::Undefined) };
            Item::Object(Object { class: Class::Composition, id: id(place), clock: inner() })
        }
        LayerSource::Footage(footage) => {
            Item::Object(Object { class: Class::Footage, id: id(footage.0), clock: inner() })
        }
        LayerSource::Solid(_) => {
            Item::Object(Object { class: Class::Footage, id: call.object.id | SOLID, clock: inner() })
        }
        LayerSource::Missing(name) => {
            return Err(fault::missing("expr/unknown-footage", "source", name, []));
        }
        _ => Item::Undefined,
    })
}

fn group(call: &Call<'_>, match_names: &[&str]) -> Result<Item, Fault> {
    match_names
        .iter()
        .find_map(|name| call.state.layer_group(layer(call), name))
        .and_then(|node| call.state.node_item(node, call.object.clock))
        .ok_or_else(|| fault::no_member(&call.state.title(call.object), call.name))
}

/// `effect(…)` and its like: a child of one of the layer's groups.
fn child(call: &Call<'_>, group: &str, code: &'static str, what: &str) -> Result<Item, Fault> {
    let Some(key) = call.argument(0) else {
        return Err(fault::argument(call.name, 0, "a name or number", None));
    };
    match call.state.layer_group(layer(call), group) {
        Some(node) => {
            let found = call.state.child_of(node, key);
            // The failure speaks of the layer, not of its group.
            call.state.found(call.object, Some(node), found, key).map_err(|mut fault| {
                fault.code = code;
                fault
            })
        }
        None => {
            let name = match key {
                Item::Text(name) => name.to_string(),
                other => other.as_number().map_or_else(String::new, |n| n.to_string()),
            };
            let mut fault = fault::missing(code, what, &name, []);
            fault.message.push_str(&format!(" in {}", call.state.title(call.object)));
            if code == "expr/unknown-effect" {
                fault.help = Some(NO_EFFECTS.to_owned());
            }
            Err(fault)
        }
    }
}

/// What to say of an effect that is missing where there is none at all.
pub(super) const NO_EFFECTS: &str = "the file has no effects of that layer: the exporter left them out, or they are on \
                                     another layer";

fn named_property(call: &mut Call<'_>) -> Result<Item, Fault> {
    let state = call.state;
    let kind = state.layer_kind(layer(call));
    let Some(named) = NAMED.iter().find(|named| named.name == call.name) else {
        return Err(fault::no_member(&state.title(call.object), call.name));
    };
    let aimed = matches!(kind, LayerKind::Camera | LayerKind::Light);
    if named.name == "pointOfInterest" && !aimed {
        return Err(fault::no_member(&state.title(call.object), call.name));
    }
    let place = |(group, property): &(&str, &str)| state.layer_property(layer(call), group, property);
    if let Some(property) = named.places.iter().find_map(place) {
        let node: NodeRef = property.0;
        return state
            .node_item(node, call.object.clock)
            .ok_or_else(|| fault::no_member(&state.title(call.object), call.name));
    }
    Err(fault::no_member(&state.title(call.object), call.name))
}
