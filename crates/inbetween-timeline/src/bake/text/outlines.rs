//! Characters as shapes: groups of one shape layer, or a shape layer each.

use super::sample::{Asker, animated, halves};
use super::shapes::{Fields, Figure, group_text};
use super::{TextForm, TextJob, Written};
use crate::bake::tolerance::Tolerance;
use crate::session::{Cancelled, Progress};
use crate::text::GlyphSource;
use crate::text::animate::Animated;
use crate::{LayerRef, Session, Timeline, run_parallel};
use inbetween_doc::{SourceSpan, object_members};
use kurbo::BezPath;
use std::sync::Arc;

/// Half frames one worker takes at once.
const CHUNK: usize = 16;

/// Members of a text layer that a layer made of one of its characters has too.
const COPIED: [&str; 7] = ["\"sr\"", "\"ip\"", "\"op\"", "\"st\"", "\"bm\"", "\"hd\"", "\"mb\""];

/// Why a text layer cannot become several layers, if so.
pub(super) fn refusal(timeline: &Timeline, layer: LayerRef) -> Option<&'static str> {
    let (node, data) = (timeline.layer(layer)?, timeline.layer_data(layer)?);
    if data.matte.is_some() || data.is_matte_source {
        return Some("the layer has a track matte, or is one");
    }
    let filled = |name: &str| {
        let group = timeline.child(node.root, name).and_then(|group| timeline.node(group));
        group.is_some_and(|group| !group.children().is_empty())
    };
    let dressed = ["ADBE Mask Parade", "ADBE Effect Parade", "ADBE Layer Styles"].into_iter().any(filled);
    dressed.then_some("the layer has masks, effects or styles")
}

/// One character at a time.
#[derive(Clone, Debug)]
struct Seen {
    figure: Figure,
    outline: Arc<BezPath>,
    name: String,
    stroke_over_fill: bool,
}

/// A character with one outline, over all half frames.
struct Part {
    unit: usize,
    name: String,
    outline: Arc<BezPath>,
    stroke_over_fill: bool,
    /// How it stands at each half frame, and whether it is there.
    track: Vec<(Figure, bool)>,
}

pub(super) fn write(
    timeline: &Timeline,
    job: &TextJob,
    form: TextForm,
    tolerance: &Tolerance,
    threads: usize,
    progress: Progress<'_>,
) -> Result<Written, Cancelled> {
    let Some(layer) = TextLayer::of(timeline, job.layer) else { return Ok(Written::default()) };
    let frames = halves(job);
    let rate = timeline.frame_rate_of(job.layer);
    let chunks: Vec<&[f64]> = frames.chunks(CHUNK).collect();
    let units = form == TextForm::Units;
    let outcome = run_parallel(timeline, &chunks, threads, progress, |session, chunk| {
        let moments = chunk.iter().map(|frame| {
            let time = rate.seconds(*frame);
            let all = animated(session, job.layer, time);
            let veil = if units { layer_opacity(session, job.layer, time) } else { 1.0 };
            all.map_or_else(Vec::new, |all| (0..all.units.len()).map(|unit| seen(&all, unit, veil)).collect())
        });
        moments.collect::<Vec<Vec<Option<Seen>>>>()
    })?;
    let moments: Vec<_> = outcome.results.into_iter().flatten().collect();
    let parts = parts(&moments);
    let three_d = units && layer.three_d;
    let outcome = run_parallel(timeline, &parts, threads, progress, |session, part| {
        let asker = Asker::default();
        let at = |frame: f64| -> (Figure, bool) {
            let half = (frame - job.span.first) * 2.0;
            let known = (half >= 0.0 && half.fract() == 0.0).then(|| part.track.get(half as usize)).flatten();
            if let Some(known) = known {
                return *known;
            }
            let time = rate.seconds(frame);
            let veil = if units { layer_opacity(session, job.layer, time) } else { 1.0 };
            let now = asker.at(session, job.layer, time).and_then(|all| seen(&all, part.unit, veil));
            let now = now.filter(|seen| seen.outline == part.outline);
            match now {
                Some(seen) => (seen.figure, true),
                None => (nearest(&part.track, half), false),
            }
        };
        let fields =
            Fields { first: job.span.first, last: job.span.last, track: &part.track, at: &at, tolerance };
        group_text(&fields, &part.name, &part.outline, part.stroke_over_fill, !units, three_d)
    })?;
    let mut written = Written::default();
    let mut texts = Vec::new();
    let mut next = layer.next_id;
    for (part, shape) in parts.iter().zip(outcome.results) {
        written.parts += 1;
        written.keys += shape.keys;
        written.error = written.error.max(shape.error);
        texts.push(if units {
            let own = next;
            next += 1;
            layer.character(&part.name, own, &shape.transform, &shape.group, three_d)
        } else {
            shape.group
        });
    }
    // The last character is drawn last: it comes first in the file.
    texts.reverse();
    let shapes = texts.join(",");
    match form {
        TextForm::Units => {
            written.replaced.push((layer.kind, format!("3{}", layer.new_id())));
            written.replaced.push((layer.text_hole, String::new()));
            if !shapes.is_empty() {
                let start = layer.span.start;
                written.replaced.push((SourceSpan { start, end: start }, format!("{shapes},")));
            }
        }
        _ => {
            written.replaced.push((layer.kind, "4".to_owned()));
            written.replaced.push((layer.text, format!("\"shapes\":[{shapes}]")));
        }
    }
    Ok(written)
}

/// A character at a time; `None` when it draws nothing.
fn seen(all: &Animated, unit: usize, veil: f64) -> Option<Seen> {
    let placed = all.layout.units.get(unit)?;
    let GlyphSource::Outline(outline) = &placed.glyph else { return None };
    if outline.elements().is_empty() {
        return None;
    }
    let figure = Figure::of(all.placements.get(unit)?, all.units.get(unit)?, veil);
    let stroke_over_fill = all.layout.style_of(placed).is_some_and(|style| style.stroke_over_fill);
    Some(Seen { figure, outline: Arc::clone(outline), name: placed.text.clone(), stroke_over_fill })
}

/// Every character, once per outline it has in the course of time.
fn parts(moments: &[Vec<Option<Seen>>]) -> Vec<Part> {
    let units = moments.iter().map(Vec::len).max().unwrap_or(0);
    let mut parts: Vec<Part> = Vec::new();
    for unit in 0..units {
        let start = parts.len();
        for (half, moment) in moments.iter().enumerate() {
            let Some(Some(seen)) = moment.get(unit) else { continue };
            let own = parts.get_mut(start..).unwrap_or_default();
            let known = own.iter_mut().find(|part| part.outline == seen.outline);
            let part = match known {
                Some(part) => part,
                None => {
                    parts.push(Part {
                        unit,
                        name: seen.name.clone(),
                        outline: Arc::clone(&seen.outline),
                        stroke_over_fill: seen.stroke_over_fill,
                        track: Vec::new(),
                    });
                    let Some(part) = parts.last_mut() else { continue };
                    part
                }
            };
            // Where it was not there it stands as it did before, or as it will first.
            let before = part.track.last().map_or(seen.figure, |(figure, _)| *figure);
            part.track.resize(half, (before, false));
            part.track.push((seen.figure, true));
        }
        for part in parts.get_mut(start..).unwrap_or_default() {
            if let Some((last, _)) = part.track.last().copied() {
                part.track.resize(moments.len(), (last, false));
            }
        }
    }
    parts
}

fn nearest(track: &[(Figure, bool)], half: f64) -> Figure {
    let place = half.round().clamp(0.0, track.len().saturating_sub(1) as f64) as usize;
    track.get(place).map_or_else(Figure::default, |(figure, _)| *figure)
}

/// A layer's opacity as a fraction.
fn layer_opacity(session: &Session, layer: LayerRef, time: f64) -> f64 {
    let property = session.timeline().layer(layer).and_then(|node| node.transform.opacity);
    property.map_or(1.0, |property| (session.evaluate(property, time).component(0) / 100.0).clamp(0.0, 1.0))
}

/// A text layer in the file.
struct TextLayer<'a> {
    old: &'a str,
    span: SourceSpan,
    /// The value of `ty`.
    kind: SourceSpan,
    /// The member `t`, and the same with its comma.
    text: SourceSpan,
    text_hole: SourceSpan,
    /// Its stored id, or one for it.
    id: i64,
    has_id: bool,
    /// The first id no layer of the composition has.
    next_id: i64,
    three_d: bool,
}

impl<'a> TextLayer<'a> {
    fn of(timeline: &'a Timeline, layer: LayerRef) -> Option<Self> {
        let data = timeline.layer_data(layer)?;
        let span = data.span?;
        let old = timeline.document().source.text.get(span.start..span.end)?;
        let members = object_members(old);
        let find = |wanted: &str| members.iter().find(|(key, _)| *key == wanted).copied();
        let (key, text) = find("\"t\"")?;
        let (_, kind) = find("\"ty\"")?;
        let start = key.as_ptr().addr().checked_sub(old.as_ptr().addr())?;
        let whole = |at: SourceSpan| SourceSpan { start: span.start + at.start, end: span.start + at.end };
        let member = SourceSpan { start, end: text.end };
        let composition = timeline.composition_data(timeline.layer(layer)?.composition)?;
        let most = composition.layers.iter().filter_map(|layer| layer.id).max().unwrap_or(0).max(0);
        let id = data.id.unwrap_or(most.saturating_add(1));
        Some(Self {
            old,
            span,
            kind: whole(kind),
            text: whole(member),
            text_hole: whole(with_comma(old, member)),
            id,
            has_id: data.id.is_some(),
            next_id: most.max(id).saturating_add(1),
            three_d: data.three_d,
        })
    }

    /// A new member `ind` where the layer had none.
    fn new_id(&self) -> String {
        if self.has_id { String::new() } else { format!(",\"ind\":{}", self.id) }
    }

    /// One character as a layer.
    fn character(&self, name: &str, id: i64, transform: &str, group: &str, three_d: bool) -> String {
        let mut out = format!(
            "{{\"ddd\":{},\"ty\":4,\"ind\":{id},\"parent\":{},\"nm\":{}",
            u8::from(three_d),
            self.id,
            super::shapes::quoted(name)
        );
        for (key, place) in object_members(self.old) {
            if COPIED.contains(&key) {
                let raw = self.old.get(place.start..place.end).unwrap_or("0");
                out.push_str(&format!(",{key}:{raw}"));
            }
        }
        out.push_str(&format!(",\"ao\":0,\"ks\":{transform},\"shapes\":[{group}]}}"));
        out
    }
}

/// A member with the comma after it, or else the one before it.
fn with_comma(text: &str, SourceSpan { start, end }: SourceSpan) -> SourceSpan {
    let bytes = text.as_bytes();
    let after = bytes.get(end..).unwrap_or_default();
    let gap = after.iter().take_while(|b| b.is_ascii_whitespace()).count();
    if after.get(gap) == Some(&b',') {
        return SourceSpan { start, end: end + gap + 1 };
    }
    let before = bytes.get(..start).unwrap_or_default();
    let gap = before.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
    if before.iter().rev().nth(gap) == Some(&b',') {
        return SourceSpan { start: start - gap - 1, end };
    }
    SourceSpan { start, end }
}
