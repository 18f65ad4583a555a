//! Subdivide, which no other player has, becomes what it makes: every path item above it is replaced by plain paths with
//! keyframes, in its own place, and the operators between are taken out. Groups, paints and what comes below stay.

use super::BakeOptions;
use super::keys::BakedProperty;
use super::keys::fit_values;
use super::observe::{FrameSpan, observe};
use super::sample::Signal;
use super::text::quoted;
use crate::session::{Cancelled, Progress};
use crate::shape::{after_operator, subdivide::MATCH_NAME};
use crate::{LayerRef, NodeData, NodeRef, Session, Timeline, run_parallel};
use inbetween_doc::{GroupKind, LayerKind, Precision, Property, SourceSpan, encode_property};
use inbetween_types::{Diagnostic, Path, Severity, Unit, Value, ValueKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A Subdivide item that became plain paths.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BakedSubdivide {
    /// The layer.
    pub layer: LayerRef,
    /// Paths written.
    pub paths: usize,
    /// Keyframes written.
    pub keys: usize,
    /// Largest error of a coordinate at whole and half frames, in pixels.
    pub error: f64,
    /// Bytes of the paths written.
    pub bytes: usize,
}

/// What baking made.
#[derive(Debug, Default)]
pub(super) struct Rounded {
    pub(super) items: Vec<BakedSubdivide>,
    pub(super) replaced: Vec<(SourceSpan, String)>,
    pub(super) removed: Vec<SourceSpan>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// An operator and what is above it.
#[derive(Debug)]
struct Job {
    layer: LayerRef,
    operator: NodeRef,
    paths: Vec<NodeRef>,
    filters: Vec<NodeRef>,
    /// A Repeater or Merge Paths above, which cannot be undone.
    stuck: bool,
    span: Option<FrameSpan>,
}

/// Half frames one worker takes at once.
const CHUNK: usize = 16;

type Moment = Vec<(NodeRef, Vec<Path>)>;

pub(super) fn bake(
    timeline: &Timeline,
    options: &BakeOptions,
    progress: Progress<'_>,
) -> Result<Rounded, Cancelled> {
    let mut jobs = Vec::new();
    for (layer, node) in timeline.layers() {
        if timeline.layer_data(layer).is_some_and(|data| data.kind == LayerKind::Shape)
            && let Some(contents) = timeline.child(node.root, "ADBE Root Vectors Group")
        {
            find(timeline, layer, contents, &mut jobs);
        }
    }
    let mut rounded = Rounded::default();
    if jobs.is_empty() {
        return Ok(rounded);
    }
    let whole = timeline.main().and_then(|main| timeline.composition_data(main)).map_or(
        FrameSpan { first: 0.0, last: 0.0 },
        |data| FrameSpan { first: data.in_point, last: data.out_point },
    );
    let shown = options.frames.unwrap_or(whole);
    let outcome = run_parallel(timeline, &[()], 1, &|_, _| true, |session: &Session, ()| {
        let observed = observe(timeline, session, shown);
        jobs.iter().map(|job| observed.own(job.layer)).collect::<Vec<_>>()
    })?;
    for (job, span) in jobs.iter_mut().zip(outcome.results.into_iter().flatten()) {
        job.span = span;
    }
    for job in jobs {
        one(timeline, &job, options, progress, &mut rounded)?;
    }
    Ok(rounded)
}

/// Adds the last operator of a Contents group with all above it, and those of the groups below it.
fn find(timeline: &Timeline, layer: LayerRef, contents: NodeRef, jobs: &mut Vec<Job>) {
    let items = children(timeline, contents);
    let last = items.iter().rposition(|item| is_on(timeline, *item) && name(timeline, *item) == MATCH_NAME);
    if let Some(last) = last {
        let Some(operator) = items.get(last).copied() else { return };
        let mut job =
            Job { layer, operator, paths: Vec::new(), filters: Vec::new(), stuck: false, span: None };
        for item in items.iter().take(last + 1) {
            above(timeline, *item, &mut job);
        }
        jobs.push(job);
    }
    for item in items.iter().skip(last.map_or(0, |last| last + 1)) {
        if let Some(inner) = timeline.child(*item, "ADBE Vectors Group") {
            find(timeline, layer, inner, jobs);
        }
    }
}

fn above(timeline: &Timeline, item: NodeRef, job: &mut Job) {
    if !is_on(timeline, item) {
        return;
    }
    if let Some(contents) = timeline.child(item, "ADBE Vectors Group") {
        for inner in children(timeline, contents) {
            above(timeline, inner, job);
        }
        return;
    }
    match name(timeline, item) {
        shape if shape.starts_with("ADBE Vector Shape - ") => job.paths.push(item),
        "ADBE Vector Filter - Repeater" | "ADBE Vector Filter - Merge" => job.stuck = true,
        filter if filter == MATCH_NAME || filter.starts_with("ADBE Vector Filter - ") => {
            job.filters.push(item);
        }
        _ => {}
    }
}

fn children(timeline: &Timeline, node: NodeRef) -> Vec<NodeRef> {
    timeline.node(node).map_or_else(Vec::new, |node| node.children().to_vec())
}

fn name(timeline: &Timeline, node: NodeRef) -> &str {
    timeline.node(node).map_or("", |node| node.match_name.as_ref())
}

fn is_on(timeline: &Timeline, node: NodeRef) -> bool {
    timeline.node(node).is_some_and(|node| {
        !matches!(node.data, NodeData::Group { enabled: false, .. })
            && !matches!(node.group_kind(), Some(GroupKind::Transform))
    })
}

fn one(
    timeline: &Timeline,
    job: &Job,
    options: &BakeOptions,
    progress: Progress<'_>,
    out: &mut Rounded,
) -> Result<(), Cancelled> {
    let place = timeline.inner.layer_location(job.layer);
    let mut say = |severity: Severity, message: String| {
        out.diagnostics.push(Diagnostic::new("bake/subdivide", severity, message).at(place.clone()));
    };
    if job.stuck {
        say(
            Severity::Warning,
            "Subdivide below a Repeater or Merge Paths is not baked to plain paths; other players do not round"
                .to_owned(),
        );
        return Ok(());
    }
    let start = timeline.layer_data(job.layer).map_or(0.0, |data| data.in_point);
    let span = job.span.unwrap_or(FrameSpan { first: start, last: start }).whole();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let count = ((span.last - span.first) * 2.0).round().clamp(0.0, 4e6) as u32;
    let halves: Vec<f64> = (0..=count).map(|half| span.first + f64::from(half) / 2.0).collect();
    let chunks: Vec<&[f64]> = halves.chunks(CHUNK).collect();
    let rate = timeline.frame_rate_of(job.layer);
    let at = |session: &Session, frame: f64| -> Moment {
        session.with_runner(|state, runner| {
            after_operator(state, runner, job.layer, job.operator, rate.seconds(frame))
        })
    };
    let outcome = run_parallel(timeline, &chunks, options.threads, progress, |session, chunk| {
        chunk.iter().map(|frame| at(session, *frame)).collect::<Vec<Moment>>()
    })?;
    let moments: Vec<Moment> = outcome.results.into_iter().flatten().collect();
    let mut outlines: BTreeMap<NodeRef, usize> = job.paths.iter().map(|item| (*item, 1)).collect();
    for (item, paths) in moments.iter().flatten() {
        if let Some(most) = outlines.get_mut(item) {
            *most = (*most).max(paths.len());
        }
    }
    let parts: Vec<(NodeRef, usize)> =
        outlines.iter().flat_map(|(item, count)| (0..*count).map(|index| (*item, index))).collect();
    let outcome = run_parallel(timeline, &parts, options.threads, progress, |session, (item, index)| {
        let values = moments.iter().map(|moment| pick(moment, *item, *index)).collect();
        let signal = Signal { first: span.first, values };
        let between = |frame: f64| -> Value {
            let half = (frame - span.first) * 2.0;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative")]
            let known =
                (half >= 0.0 && half.fract() == 0.0).then(|| signal.values.get(half as usize)).flatten();
            known.cloned().unwrap_or_else(|| pick(&at(session, frame), *item, *index))
        };
        let first = signal.values.first().cloned().unwrap_or_else(|| Value::Path(Arc::default()));
        let property = Property::new("", "", ValueKind::Path, Unit::Pixels, first);
        fit_values(property, &signal, span.last, &between, options.tolerance.pixels, 1.0)
    })?;
    let mut report = BakedSubdivide { layer: job.layer, paths: 0, keys: 0, error: 0.0, bytes: 0 };
    let mut texts: BTreeMap<NodeRef, Vec<String>> = BTreeMap::new();
    for ((item, _), BakedProperty { property, error, .. }) in parts.iter().zip(outcome.results) {
        report.paths += 1;
        report.keys += property.keyframes.len();
        report.error = report.error.max(error);
        let path = encode_property(&property, None, Precision::default());
        let name = timeline.node(*item).map_or("", |node| node.name.as_ref());
        texts
            .entry(*item)
            .or_default()
            .push(format!("{{\"ty\":\"sh\",\"nm\":{},\"ks\":{path}}}", quoted(name)));
    }
    let span_of = |item: &NodeRef| timeline.document_group(*item).and_then(|group| group.span);
    for (item, texts) in &texts {
        let text = texts.join(",");
        report.bytes += text.len();
        out.replaced.extend(span_of(item).map(|span| (span, text)));
    }
    out.removed.extend(job.filters.iter().filter_map(span_of));
    let BakedSubdivide { paths, keys, bytes, .. } = report;
    say(
        Severity::Note,
        format!(
            "Subdivide became {paths} plain paths with {keys} keyframes, {bytes} bytes, for other players"
        ),
    );
    out.items.push(report);
    Ok(())
}

/// One outline of a path item at a time; a single vertex where it has none.
fn pick(moment: &Moment, item: NodeRef, index: usize) -> Value {
    let paths = moment.iter().find(|(own, _)| *own == item).map(|(_, paths)| paths);
    let path = paths.and_then(|paths| paths.get(index)).cloned();
    let path = path.unwrap_or_else(|| Path::new(vec![[0.0; 2]], Vec::new(), Vec::new(), false));
    Value::Path(Arc::new(path))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

    use crate::bake::{Bake, BakeOptions, bake};
    use crate::scene::{Node, SceneOptions};
    use crate::{CompileOptions, Session, Timeline};
    use inbetween_doc::{Changes, Container, ImportOptions, export, import};
    use kurbo::Shape;
    use std::sync::Arc;

    fn document(shapes: &str) -> Timeline {
        let text = format!(
            r#"{{"v":"5.9","fr":10,"ip":0,"op":20,"w":200,"h":200,"layers":[{{"ty":4,"nm":"s","ip":0,"op":20,"ks":{{}},"shapes":[{shapes}]}}]}}"#
        );
        let imported = import(text.as_bytes(), &ImportOptions::default()).unwrap();
        assert!(imported.diagnostics.is_empty(), "{:?}", imported.diagnostics);
        Timeline::compile(Arc::new(imported.document), &CompileOptions::default())
    }

    fn baked(timeline: &Timeline) -> (Bake, String) {
        let made = bake(timeline, &BakeOptions::default(), &|_, _| true).unwrap();
        let mut changes = Changes::new();
        for property in made.properties.clone() {
            changes.replace_property(property);
        }
        made.replaced.iter().for_each(|(span, text)| changes.replace(*span, text.clone()));
        made.removed.iter().for_each(|span| changes.remove(*span));
        let bytes = export(timeline.document(), &changes, Container::Json).unwrap();
        (made, String::from_utf8(bytes).unwrap())
    }

    /// Area and box of every painted path, bottom first.
    fn drawn(timeline: &Timeline, frame: f64) -> Vec<[f64; 5]> {
        fn walk(nodes: &[Node], out: &mut Vec<[f64; 5]>) {
            for node in nodes {
                let (transform, path) = match node {
                    Node::Group(group) => {
                        walk(&group.nodes, out);
                        continue;
                    }
                    Node::Fill(fill) => (fill.transform, &fill.path),
                    Node::Stroke(stroke) => (stroke.transform, &stroke.path),
                    _ => continue,
                };
                let path = transform.as_affine().unwrap() * (**path).clone();
                let r = path.bounding_box();
                out.push([path.area().abs(), r.x0, r.y0, r.x1, r.y1]);
            }
        }
        let session = Session::new(timeline.clone());
        let main = timeline.main().unwrap();
        let (scene, _) = session.scene(main, frame / 10.0, &SceneOptions::default());
        let mut out = Vec::new();
        walk(&scene.nodes, &mut out);
        out
    }

    /// Bakes, reads back, and compares what is drawn; gives the text.
    fn same_picture(shapes: &str, by: f64) -> (Bake, String) {
        let before = document(shapes);
        let (made, text) = baked(&before);
        assert!(!text.contains("inbetween.subdivide"), "{text}");
        let imported = import(text.as_bytes(), &ImportOptions::default()).unwrap();
        let after = Timeline::compile(Arc::new(imported.document), &CompileOptions::default());
        for half in 0..39 {
            let frame = f64::from(half) / 2.0;
            let (a, b) = (drawn(&before, frame), drawn(&after, frame));
            assert_eq!(a.len(), b.len());
            for (a, b) in a.iter().zip(&b) {
                assert!((a[0] - b[0]).abs() <= by * 400.0, "area at {frame}: {a:?} {b:?}");
                assert!(a.iter().zip(b).skip(1).all(|(a, b)| (a - b).abs() <= by), "{frame}: {a:?} {b:?}");
            }
        }
        (made, text)
    }

    const STEPS: &str = r#"{"ty":"inbetween.subdivide","w":{"a":0,"k":[1,2,1]},"s":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[0.8],"y":[0.8]},"o":{"x":[0.2],"y":[0.2]}},{"t":19,"s":[3]}]}}"#;
    const RECT: &str =
        r#"{"ty":"rc","nm":"r","p":{"a":0,"k":[20,10]},"s":{"a":0,"k":[100,60]},"r":{"a":0,"k":0}}"#;
    const FILL: &str = r#"{"ty":"fl","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100}}"#;

    #[test]
    fn a_still_one_is_one_path_without_keys() {
        let still = STEPS.replace(
            r#"{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[0.8],"y":[0.8]},"o":{"x":[0.2],"y":[0.2]}},{"t":19,"s":[3]}]}"#,
            r#"{"a":0,"k":2}"#,
        );
        let (made, text) = same_picture(&format!("{RECT},{still},{FILL}"), 1e-3);
        assert_eq!((made.subdivided[0].paths, made.subdivided[0].keys), (1, 0));
        assert!(text.contains(r#""ty":"sh","nm":"r""#) && !text.contains(r#""ty":"rc""#), "{text}");
        assert!(made.diagnostics.iter().any(|finding| finding.code == "bake/subdivide"));
    }

    #[test]
    fn growing_steps_make_keys_that_draw_the_same() {
        let (made, _) = same_picture(&format!("{RECT},{STEPS},{FILL}"), 0.3);
        assert!(made.subdivided[0].keys >= 3 && made.subdivided[0].error <= 0.1, "{:?}", made.subdivided);
    }

    #[test]
    fn groups_and_their_paints_stay_and_operators_between_go() {
        let moving = r#"{"ty":"tr","p":{"a":1,"k":[{"t":0,"s":[0,0],"i":{"x":0.8,"y":0.8},"o":{"x":0.2,"y":0.2}},{"t":19,"s":[50,20]}]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,50]},"r":{"a":0,"k":30},"o":{"a":0,"k":100}}"#;
        let trim = r#"{"ty":"tm","s":{"a":0,"k":10},"e":{"a":0,"k":90},"o":{"a":0,"k":0}}"#;
        let stroke = r#"{"ty":"st","c":{"a":0,"k":[0,0,0,1]},"o":{"a":0,"k":100},"w":{"a":0,"k":4}}"#;
        let group = format!(r#"{{"ty":"gr","nm":"g","it":[{RECT},{trim},{FILL},{moving}]}}"#);
        let (_, text) = same_picture(&format!("{group},{RECT},{STEPS},{stroke}"), 0.4);
        assert!(!text.contains(r#""ty":"tm""#) && text.contains(r#""nm":"g""#), "{text}");
    }

    #[test]
    fn below_a_repeater_it_stays_and_is_named() {
        let repeater =
            r#"{"ty":"rp","c":{"a":0,"k":3},"o":{"a":0,"k":0},"m":1,"tr":{"p":{"a":0,"k":[40,0]}}}"#;
        let (made, text) = baked(&document(&format!("{RECT},{repeater},{STEPS},{FILL}")));
        assert!(text.contains("inbetween.subdivide") && made.subdivided.is_empty());
        assert!(made.diagnostics.iter().any(|finding| finding.code == "bake/subdivide"));
    }

    #[test]
    fn the_function_makes_the_same_path_as_the_item() {
        let square = r#"{"c":true,"v":[[20,20],[80,20],[80,80],[20,80]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}"#;
        let path = |x: &str| format!(r#"{{"ty":"sh","ks":{{"a":0,"k":{square}{x}}}}}"#);
        let by_item = r#"{"ty":"inbetween.subdivide","w":{"a":0,"k":[1,1,3]},"s":{"a":0,"k":2.5}}"#;
        let function = r#","x":"inbetween.subdivide(value, [1, 1, 3], 2.5)""#;
        let item = drawn(&document(&format!("{},{by_item},{FILL}", path(""))), 0.0);
        assert_eq!(drawn(&document(&format!("{},{FILL}", path(function))), 0.0), item);
        assert!(item[0][0] < 3600.0);
    }

    #[test]
    fn an_expression_drives_weights_and_steps() {
        let driven = r#"{"ty":"inbetween.subdivide","w":{"a":0,"k":[1,2,1],"x":"[1, 2 + time, 1]"},"s":{"a":0,"k":3,"x":"time * 1.5"}}"#;
        let (made, text) = same_picture(&format!("{RECT},{driven},{FILL}"), 0.3);
        assert!(!text.contains("time") && made.subdivided[0].keys > 2);
    }
}
