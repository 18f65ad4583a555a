//! The last check: where layers really are, before and after.

use super::jobs::Job;
use super::keys::BakedProperty;
use super::observe::FrameSpan;
use super::sample::Signal;
use crate::parallel::{run_in_stretches, run_parallel};
use crate::session::{Cancelled, Progress};
use crate::{CompositionRef, LayerRef, Session, Timeline};
use inbetween_doc::AutoOrient;
use inbetween_types::{Mat4, Path, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Largest distance a layer's corner may be off, in pixels of its composition.
pub(crate) const CORNER_TOLERANCE: f64 = 0.5;

/// Half frames one worker takes at once.
const CHUNK: usize = 16;

/// How far the corners of layers move between two timelines of the same structure, per layer, at every whole and half
/// frame of the layers' spans. Only layers whose own or ancestors' properties are among the jobs are compared; with
/// `changed` (places in `jobs`) only those that these jobs can have moved.
pub(crate) fn corner_errors(
    before: &Timeline,
    after: &Timeline,
    jobs: &[Job],
    changed: Option<&[usize]>,
    threads: usize,
    progress: Progress<'_>,
) -> Result<BTreeMap<LayerRef, f64>, Cancelled> {
    let mut spans = affected(before, jobs);
    if let Some(changed) = changed {
        let moved: BTreeSet<LayerRef> =
            changed.iter().filter_map(|index| jobs.get(*index)).map(|job| job.layer).collect();
        spans.retain(|layer, _| {
            // A layer that turns to the camera is moved by it and its ancestors too.
            let follows = |layer: &LayerRef| {
                before.layer_data(*layer).is_some_and(|data| data.auto_orient == AutoOrient::TowardsCamera)
            };
            chain(before, *layer).iter().any(|one| moved.contains(one) || follows(one))
        });
    }
    let mut tasks: Vec<(CompositionRef, Vec<f64>)> = Vec::new();
    let mut of_composition: BTreeMap<CompositionRef, Vec<(LayerRef, FrameSpan)>> = BTreeMap::new();
    for (&layer, &span) in &spans {
        if let Some(node) = before.layer(layer) {
            of_composition.entry(node.composition).or_default().push((layer, span));
        }
    }
    for (&composition, layers) in &of_composition {
        let first = layers.iter().map(|(_, s)| s.first).fold(f64::INFINITY, f64::min);
        let last = layers.iter().map(|(_, s)| s.last).fold(f64::NEG_INFINITY, f64::max);
        let mut frames = vec![first];
        let mut frame = first + 0.5;
        // The last frame of a span is not shown any more: it is the first after the layer's end.
        while frame < last {
            frames.push(frame);
            frame += 0.5;
        }
        tasks.extend(frames.chunks(CHUNK).map(|chunk| (composition, chunk.to_vec())));
    }
    let outcome =
        run_in_stretches(before, &tasks, threads, progress, |session, (composition, frames), _| {
            let baked = Session::new(after.clone());
            let rate = before.frame_rate(*composition);
            let mut worst: BTreeMap<LayerRef, f64> = BTreeMap::new();
            for &frame in frames {
                let time = rate.seconds(frame);
                for &(layer, span) in of_composition.get(composition).map_or(&[][..], Vec::as_slice) {
                    if span.first == frame || (span.first < frame && frame < span.last) {
                        let error = corner_error(session, &baked, layer, time);
                        let entry = worst.entry(layer).or_insert(0.0);
                        *entry = entry.max(error);
                    }
                }
            }
            worst
        })?;
    let mut worst: BTreeMap<LayerRef, f64> = BTreeMap::new();
    for (layer, error) in outcome.results.into_iter().flatten() {
        let entry = worst.entry(layer).or_insert(0.0);
        *entry = entry.max(error);
    }
    Ok(worst)
}

fn corner_error(before: &Session, after: &Session, layer: LayerRef, time: f64) -> f64 {
    let a = before.layer_to_world(layer, time);
    let b = after.layer_to_world(layer, time);
    if a == b {
        return 0.0;
    }
    let rect = before.bounds(layer, time);
    let mut worst = 0.0_f64;
    for x in [rect.left, rect.left + rect.width] {
        for y in [rect.top, rect.top + rect.height] {
            let distance = distance(&a, &b, [x, y, 0.0]);
            worst = worst.max(if distance.is_finite() { distance } else { 0.0 });
        }
    }
    worst
}

fn distance(a: &Mat4, b: &Mat4, point: [f64; 3]) -> f64 {
    let (p, q) = (a.apply(point), b.apply(point));
    inbetween_types::math::length(&[p[0] - q[0], p[1] - q[1], p[2] - q[2]])
}

/// Layers that baked transforms move, each with the frames at which its own job or an ancestor's is seen.
fn affected(timeline: &Timeline, jobs: &[Job]) -> BTreeMap<LayerRef, FrameSpan> {
    let moved: BTreeMap<LayerRef, FrameSpan> = jobs.iter().map(|job| (job.layer, job.span)).collect();
    let mut found = BTreeMap::new();
    for (layer, _) in timeline.layers() {
        if let Some(span) = chain(timeline, layer).iter().find_map(|ancestor| moved.get(ancestor)) {
            let data = timeline.layer_data(layer);
            let own = data.map_or(*span, |d| FrameSpan {
                first: span.first.max(d.in_point.min(d.out_point).floor()),
                last: span.last.min(d.in_point.max(d.out_point).ceil()),
            });
            if own.first <= own.last {
                found.insert(layer, own);
            }
        }
    }
    found
}

/// A layer and its ancestors.
pub(crate) fn chain(timeline: &Timeline, layer: LayerRef) -> Vec<LayerRef> {
    let mut chain = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next = Some(layer);
    while let Some(layer) = next {
        if !seen.insert(layer) {
            break;
        }
        chain.push(layer);
        next = timeline.layer(layer).and_then(|node| node.parent);
    }
    chain
}

/// The largest difference of each baked property from its signal, at every whole and half frame that is shown, as the
/// evaluator of keyframes gives it: one number for each of `indices`, which are places in `jobs`. Text and paths whose
/// points change count as 0 where they cannot be compared.
pub(crate) fn property_errors(
    after: &Timeline,
    jobs: &[Job],
    signals: &[Signal],
    baked: &[Option<BakedProperty>],
    indices: &[usize],
    threads: usize,
) -> Result<Vec<f64>, Cancelled> {
    let outcome = run_parallel(after, indices, threads, &|_, _| true, |session, &index| {
        let (Some(job), Some(signal), Some(Some(one))) =
            (jobs.get(index), signals.get(index), baked.get(index))
        else {
            return 0.0;
        };
        let rate = after.property_frame_rate(job.property);
        let mut worst = 0.0_f64;
        let mut frame = signal.first;
        for value in &signal.values {
            let half = frame.fract() != 0.0;
            let held = half && one.held.iter().any(|[a, b]| *a <= frame && frame < *b);
            let shown = frame < job.span.last || frame == signal.first;
            if shown && !held {
                let now = session.state().pre_value(job.property, rate.seconds(frame));
                worst = worst.max(difference(value, &now));
            }
            frame += 0.5;
        }
        worst
    })?;
    Ok(outcome.results)
}

fn difference(a: &Value, b: &Value) -> f64 {
    match (a, b) {
        (Value::Path(a), Value::Path(b)) if a.len() == b.len() => {
            let numbers = |path: &Path| -> Vec<f64> {
                [&path.points, &path.in_tangents, &path.out_tangents]
                    .into_iter()
                    .flatten()
                    .flatten()
                    .copied()
                    .collect()
            };
            largest(&numbers(a), &numbers(b))
        }
        _ => largest(a.components(), b.components()),
    }
}

fn largest(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}
