//! Mesh layers, which no other player has, become plain paths where that is asked for: a polygon for every face that shows,
//! for every frame, farthest first. Elsewhere they are named.

use super::BakeOptions;
use super::observe::{FrameSpan, observe};
use super::text::quoted;
use crate::session::{Cancelled, Progress};
use crate::{LayerRef, Node, NodeRef, PropertyRef, Session, Timeline, run_parallel};
use inbetween_doc::{Keyframe, LayerKind, Precision, Property, SourceSpan, encode_property, object_members};
use inbetween_types::{Diagnostic, Path, Severity, Unit, Value, ValueKind, Vector};
use std::sync::Arc;

/// A mesh layer that became plain paths.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BakedMesh {
    /// The layer.
    pub layer: LayerRef,
    /// Paths written: the most faces that show at once.
    pub paths: usize,
    /// Keyframes written.
    pub keys: usize,
    /// Bytes of the layer written.
    pub bytes: usize,
}

/// What baking made.
#[derive(Debug, Default)]
pub(super) struct Meshes {
    pub(super) baked: Vec<BakedMesh>,
    pub(super) replaced: Vec<(SourceSpan, String)>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Most polygons, over all frames of a layer.
const MOST_POLYGONS: usize = 1_000_000;

/// Frames one worker takes at once.
const CHUNK: usize = 4;

/// Members of a layer that stay as they are.
const COPIED: [&str; 12] = [
    "\"nm\"", "\"ind\"", "\"ip\"", "\"op\"", "\"st\"", "\"sr\"", "\"bm\"", "\"hd\"", "\"tt\"", "\"tp\"",
    "\"td\"", "\"cl\"",
];

/// Those that lie in the layer's plane, which stay where that plane does.
const DRESS: [&str; 4] = ["\"hasMask\"", "\"masksProperties\"", "\"ef\"", "\"sy\""];

/// The groups they are.
const DRESS_GROUPS: [&str; 3] = ["ADBE Mask Parade", "ADBE Effect Parade", "ADBE Layer Styles"];

/// The picture of a frame: outlines and colours, farthest first; and the width and colour of lines.
#[derive(Clone, Debug, Default, PartialEq)]
struct Frame {
    polygons: Vec<(Vec<[f64; 2]>, [f32; 3])>,
    line: Option<(f64, [f32; 3])>,
    caged: bool,
    /// Where the layer's plane begins, if it faces the eye at 100 %.
    place: Option<[f64; 2]>,
}

pub(super) fn bake(
    timeline: &Timeline,
    after: &Timeline,
    options: &BakeOptions,
    progress: Progress<'_>,
) -> Result<Meshes, Cancelled> {
    let mut meshes = Meshes::default();
    let layers: Vec<LayerRef> = timeline
        .layers()
        .map(|(layer, _)| layer)
        .filter(|layer| timeline.layer_data(*layer).is_some_and(|data| data.kind == LayerKind::Mesh))
        .collect();
    if layers.is_empty() {
        return Ok(meshes);
    }
    if !options.mesh_paths {
        for layer in layers {
            let message = "other players show nothing of a mesh layer";
            let finding = Diagnostic::new("bake/mesh", Severity::Warning, message)
                .with_help("bake it to plain paths (--mesh paths)")
                .at(timeline.inner.layer_location(layer));
            meshes.diagnostics.push(finding);
        }
        return Ok(meshes);
    }
    let whole = timeline.main().and_then(|main| timeline.composition_data(main)).map_or(
        FrameSpan { first: 0.0, last: 0.0 },
        |data| FrameSpan { first: data.in_point, last: data.out_point },
    );
    let shown = options.frames.unwrap_or(whole);
    let outcome = run_parallel(timeline, &[()], 1, &|_, _| true, |session: &Session, ()| {
        let observed = observe(timeline, session, shown);
        layers.iter().map(|layer| observed.own(*layer)).collect::<Vec<_>>()
    })?;
    for (layer, span) in layers.iter().zip(outcome.results.into_iter().flatten()) {
        let Some(span) = span else { continue };
        one(timeline, after, *layer, span.whole(), options, progress, &mut meshes)?;
    }
    Ok(meshes)
}

fn one(
    timeline: &Timeline,
    after: &Timeline,
    layer: LayerRef,
    span: FrameSpan,
    options: &BakeOptions,
    progress: Progress<'_>,
    out: &mut Meshes,
) -> Result<(), Cancelled> {
    let place = timeline.inner.layer_location(layer);
    let mut say = |severity: Severity, message: String| {
        out.diagnostics.push(Diagnostic::new("bake/mesh", severity, message).at(place.clone()));
    };
    // The frame of the out point is not shown.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let count = (span.last - span.first).clamp(1.0, 1e6) as u32;
    let frames: Vec<f64> = (0..count).map(|frame| span.first + f64::from(frame)).collect();
    let rate = timeline.frame_rate_of(layer);
    let closed = timeline.inner.meshes.get(&layer).is_some_and(|mesh| mesh.measures().closed);
    let chunks: Vec<&[f64]> = frames.chunks(CHUNK).collect();
    let outcome = run_parallel(timeline, &chunks, options.threads, progress, |session, chunk| {
        chunk
            .iter()
            .map(|frame| {
                let time = rate.seconds(*frame);
                let node = session.with_runner(|state, runner| state.mesh_node(runner, layer, time));
                node.map_or_else(Frame::default, |node| Frame {
                    polygons: if node.mesh.face_count() > MOST_POLYGONS {
                        Vec::new()
                    } else {
                        node.polygons(!closed)
                    },
                    line: node.wireframe.as_ref().map(|lines| (lines.width, lines.color)),
                    caged: node.cage.is_some(),
                    place: session.with_runner(|state, runner| state.plain_place(runner, layer, time)),
                })
            })
            .collect::<Vec<Frame>>()
    })?;
    let pictures: Vec<Frame> = outcome.results.into_iter().flatten().collect();
    let total: usize = pictures.iter().map(|frame| frame.polygons.len()).sum();
    if total > MOST_POLYGONS {
        let message = format!(
            "the mesh would be {total} polygons over {count} frames, more than the limit of {MOST_POLYGONS}; it is not baked"
        );
        say(Severity::Error, message);
        return Ok(());
    }
    let most = pictures.iter().map(|frame| frame.polygons.len()).max().unwrap_or(0);
    let dress = dress_of(timeline, layer);
    // What lies in the layer's plane stays where that plane does not move.
    let first = pictures.first().and_then(|frame| frame.place).filter(|_| dress == Dress::Still);
    let place = first.filter(|first| {
        let near = |[x, y]: [f64; 2]| (x - first[0]).abs() < 1e-6 && (y - first[1]).abs() < 1e-6;
        pictures.iter().all(|frame| frame.place.is_some_and(near))
    });
    let [dx, dy] = place.unwrap_or_default();
    let mut keys = 0;
    let mut groups = Vec::with_capacity(most);
    // What comes first is drawn on top.
    for slot in 0..most {
        let polygon = |frame: &Frame| {
            frame.polygons.len().checked_sub(slot + 1).and_then(|at| frame.polygons.get(at).cloned())
        };
        let outlines = pictures.iter().map(|frame| {
            let points = polygon(frame).map_or_else(|| vec![[0.0; 2]], |(points, _)| points);
            let points = points.into_iter().map(|[x, y]| [x - dx, y - dy]).collect();
            Value::Path(Arc::new(Path::new(points, Vec::new(), Vec::new(), true)))
        });
        let color = |[r, g, b]: [f32; 3]| Value::vector(&[f64::from(r), f64::from(g), f64::from(b), 1.0]);
        let colors = pictures.iter().map(|frame| color(polygon(frame).map_or([0.0; 3], |(_, color)| color)));
        // A line of its own colour closes the gap between two smooth edges.
        let line_colors = pictures.iter().map(|frame| {
            color(
                frame
                    .line
                    .map_or_else(|| polygon(frame).map_or([0.0; 3], |(_, color)| color), |(_, color)| color),
            )
        });
        let widths = pictures.iter().map(|frame| {
            let width = frame.line.map_or(0.5, |(width, _)| width);
            Value::Number(if polygon(frame).is_some() { width } else { 0.0 })
        });
        let mut member = |kind: ValueKind, unit: Unit, values: &mut dyn Iterator<Item = Value>| {
            let property = held(kind, unit, span.first, values);
            keys += property.keyframes.len();
            encode_property(&property, None, Precision::default())
        };
        let path = member(ValueKind::Path, Unit::Pixels, &mut { outlines });
        let line = member(ValueKind::Color, Unit::Channel, &mut { line_colors });
        let width = member(ValueKind::Number, Unit::Pixels, &mut { widths });
        let fill = member(ValueKind::Color, Unit::Channel, &mut { colors });
        groups.push(format!(
            "{{\"ty\":\"gr\",\"it\":[{{\"ty\":\"sh\",\"ks\":{path}}},{{\"ty\":\"st\",\"c\":{line},\"o\":{{\"a\":0,\"k\":100}},\
             \"w\":{width},\"lc\":2,\"lj\":2}},{{\"ty\":\"fl\",\"c\":{fill},\"o\":{{\"a\":0,\"k\":100}},\"r\":1}},\
             {{\"ty\":\"tr\",\"p\":{{\"a\":0,\"k\":[0,0]}},\"a\":{{\"a\":0,\"k\":[0,0]}},\"s\":{{\"a\":0,\"k\":[100,100]}},\
             \"r\":{{\"a\":0,\"k\":0}},\"o\":{{\"a\":0,\"k\":100}}}}]}}"
        ));
    }
    let Some((span, mut text)) = layer_text(timeline, after, layer, &groups.join(","), place) else {
        return Ok(());
    };
    let children = children(timeline, layer);
    if !children.is_empty() {
        // The shapes lie in the composition's space: what hung on the layer hangs on a null that moves as it did.
        let id = unused_id(timeline, layer);
        if let Some(null) = null_text(timeline, after, layer, id) {
            text.push(',');
            text.push_str(&null);
            out.replaced.extend(children.into_iter().map(|place| (place, id.to_string())));
        }
    }
    let bytes = text.len();
    if dress != Dress::None && place.is_none() {
        let why = if dress == Dress::Driven {
            "have expressions"
        } else {
            "lie in its plane, which turns or moves"
        };
        let message = format!(
            "masks, effects and styles of a mesh layer are not baked where they {why}: the viewer sees its faces without them"
        );
        say(Severity::Warning, message);
    }
    if pictures.iter().any(|frame| frame.caged) {
        say(
            Severity::Warning,
            "the control cage of a mesh layer is not baked: the viewer sees the faces alone".to_owned(),
        );
    }
    say(
        Severity::Note,
        format!(
            "the mesh became {most} plain paths with {keys} keyframes for {count} frames, {bytes} bytes, for other players"
        ),
    );
    out.replaced.push((span, text));
    out.baked.push(BakedMesh { layer, paths: most, keys, bytes });
    Ok(())
}

/// What a layer wears: masks, effects, styles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dress {
    None,
    /// Some, without expressions.
    Still,
    /// Some, with expressions.
    Driven,
}

fn dress_of(timeline: &Timeline, layer: LayerRef) -> Dress {
    let root = timeline.layer(layer).map(|node| node.root);
    let groups = DRESS_GROUPS.into_iter().filter_map(|name| timeline.child(root?, name));
    let mut nodes: Vec<NodeRef> = groups
        .flat_map(|group| timeline.node(group).map_or_else(Vec::new, |node| node.children().to_vec()))
        .collect();
    if nodes.is_empty() {
        return Dress::None;
    }
    while let Some(node) = nodes.pop() {
        if timeline.property(PropertyRef(node)).is_some_and(|property| property.has_expression) {
            return Dress::Driven;
        }
        nodes.extend(timeline.node(node).map_or(&[][..], Node::children));
    }
    Dress::Still
}

/// A property that holds a value per frame, with keys where it changes.
fn held(kind: ValueKind, unit: Unit, first: f64, values: &mut dyn Iterator<Item = Value>) -> Property {
    let mut keys: Vec<Keyframe> = Vec::new();
    let mut frame = first;
    for value in values {
        if keys.last().is_none_or(|key| key.value != value) {
            keys.push(Keyframe {
                frame,
                value,
                end_value: None,
                hold: true,
                ease: std::iter::empty().collect(),
                out_tangent: Vector::new(),
                in_tangent: Vector::new(),
            });
        }
        frame += 1.0;
    }
    let value = keys.first().map_or(Value::Number(0.0), |key| key.value.clone());
    if keys.len() == 1 {
        keys.clear();
    }
    let mut property = Property::new("", "", kind, unit, value);
    property.keyframes = keys;
    property
}

/// The layer as a flat one whose shapes lie in the composition's own space, and where it stood. With a place it stands there
/// and keeps what it wears.
fn layer_text(
    timeline: &Timeline,
    after: &Timeline,
    layer: LayerRef,
    shapes: &str,
    origin: Option<[f64; 2]>,
) -> Option<(SourceSpan, String)> {
    let span = timeline.layer_data(layer)?.span?;
    let old = timeline.document().source.text.get(span.start..span.end)?;
    let mut text = "{\"ddd\":0,\"ty\":4".to_owned();
    for (key, place) in object_members(old) {
        if COPIED.contains(&key) || origin.is_some() && DRESS.contains(&key) {
            text.push_str(&format!(",{key}:{}", old.get(place.start..place.end).unwrap_or("0")));
        }
    }
    if !text.contains("\"nm\"") {
        text.push_str(&format!(",\"nm\":{}", quoted(&timeline.layer_data(layer)?.name)));
    }
    let opacity: Option<PropertyRef> = timeline.layer(layer)?.transform.opacity;
    let opacity = opacity.and_then(|opacity| after.document_property(opacity));
    let opacity = opacity.map_or_else(
        || "{\"a\":0,\"k\":100}".to_owned(),
        |opacity| encode_property(opacity, None, Precision::default()),
    );
    let [x, y] = origin.unwrap_or_default();
    text.push_str(&format!(
        ",\"ks\":{{\"o\":{opacity},\"r\":{{\"a\":0,\"k\":0}},\"p\":{{\"a\":0,\"k\":[{x},{y},0]}},\"a\":{{\"a\":0,\"k\":[0,0,0]}},\
         \"s\":{{\"a\":0,\"k\":[100,100,100]}}}},\"shapes\":[{shapes}]}}"
    ));
    Some((span, text))
}

/// Where the layers parented to this one say so. Other mesh layers are left out: their shapes hang on nothing either.
fn children(timeline: &Timeline, layer: LayerRef) -> Vec<SourceSpan> {
    let parented = timeline.layers().filter(|(_, node)| node.parent == Some(layer)).map(|(child, _)| child);
    let of = |child: LayerRef| {
        let data = timeline.layer_data(child)?;
        let span = data.span.filter(|_| data.kind != LayerKind::Mesh)?;
        let text = timeline.document().source.text.get(span.start..span.end)?;
        let (_, place) = object_members(text).into_iter().find(|(key, _)| *key == "\"parent\"")?;
        Some(SourceSpan { start: span.start + place.start, end: span.start + place.end })
    };
    parented.filter_map(of).collect()
}

/// An id that no layer of the layer's composition has.
fn unused_id(timeline: &Timeline, layer: LayerRef) -> i64 {
    let composition = timeline.layer(layer).map(|node| node.composition);
    let beside = timeline.layers().filter(|(_, node)| Some(node.composition) == composition);
    let most = beside.filter_map(|(layer, _)| timeline.layer_data(layer)?.id).fold(0, i64::max);
    most.saturating_add(1)
}

/// A null with the layer's transform, parent and times.
fn null_text(timeline: &Timeline, after: &Timeline, layer: LayerRef, id: i64) -> Option<String> {
    let data = timeline.layer_data(layer)?;
    let span = data.span?;
    let old = timeline.document().source.text.get(span.start..span.end)?;
    let refs = timeline.layer(layer)?.transform;
    let written = |property: PropertyRef| {
        after
            .document_property(property)
            .map(|property| encode_property(property, None, Precision::default()))
    };
    let mut ks: Vec<String> = Vec::new();
    let members = [
        ("a", refs.anchor),
        ("s", refs.scale),
        ("or", refs.orientation),
        ("rx", refs.rotation_x),
        ("ry", refs.rotation_y),
        ("rz", refs.rotation),
    ];
    for (key, property) in members {
        if let Some(text) = property.and_then(written) {
            ks.push(format!("\"{key}\":{text}"));
        }
    }
    if let Some(position) = refs.position {
        let followers = timeline.property(position).map(|data| data.followers.clone()).unwrap_or_default();
        let text = if followers.is_empty() {
            written(position)?
        } else {
            let each = followers.iter().zip(["x", "y", "z"]);
            let each = each.filter_map(|(follower, key)| Some(format!(",\"{key}\":{}", written(*follower)?)));
            format!("{{\"s\":true{}}}", each.collect::<String>())
        };
        ks.push(format!("\"p\":{text}"));
    }
    let mut text = format!("{{\"ddd\":1,\"ty\":3,\"nm\":{},\"ind\":{id}", quoted(&data.name));
    for (key, place) in object_members(old) {
        if ["\"parent\"", "\"ip\"", "\"op\"", "\"st\"", "\"sr\""].contains(&key) {
            text.push_str(&format!(",{key}:{}", old.get(place.start..place.end).unwrap_or("0")));
        }
    }
    text.push_str(&format!(",\"ks\":{{{}}}}}", ks.join(",")));
    Some(text)
}
