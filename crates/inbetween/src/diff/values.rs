//! Expressions, keys, and values over all frames.

use super::matching::{Pair, of_property};
use super::{DiffOptions, Difference, ValueChange, What};
use crate::{Error, Project};
use inbetween_doc::Keyframe;
use inbetween_timeline::{CompositionRef, Progress, PropertyRef, Timeline};
use inbetween_types::{Time, Value};
use std::collections::BTreeMap;

/// Frames one worker takes at once.
const CHUNK: usize = 32;

/// Most frames compared.
const MOST_FRAMES: f64 = 100_000.0;

/// Compares the pairs of properties.
pub(super) fn compare(
    [before, after]: [&Project; 2],
    pairs: &[Pair],
    options: &DiffOptions,
    out: &mut Difference,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let (a, b) = (before.timeline(), after.timeline());
    let mut moving: BTreeMap<CompositionRef, Vec<&Pair>> = BTreeMap::new();
    for pair in pairs {
        let (Some(x), Some(y)) = (a.property(pair.before), b.property(pair.after)) else { continue };
        let (composition, layer) = place(b, pair.after);
        let source = |timeline: &Timeline, property: PropertyRef| {
            let found = timeline.document_property(property).and_then(|p| p.expression.as_ref());
            found.filter(|expression| expression.enabled).map(|expression| expression.source.clone())
        };
        let mut push = |what| out.changes.push(of_property(b, pair.after, &composition, &layer, what));
        let (old, new) = (source(a, pair.before), source(b, pair.after));
        if old != new {
            push(What::Expression(old, new));
        }
        let changed = keys_changed(&x.keyframes, &y.keyframes, options.tolerance);
        if changed > 0 {
            push(What::Keys { before: x.keyframes.len(), after: y.keyframes.len(), changed });
        }
        let moves =
            |data: &inbetween_timeline::PropertyData| data.has_expression || !data.keyframes.is_empty();
        // An expression elsewhere does not change this value: without keys and expression it is what the file says.
        if moves(x) || moves(y) {
            moving.entry(pair.composition).or_default().push(pair);
        } else if let Some(change) =
            change(&[(0.0, [x.value.clone(), y.value.clone()])], &|_| 0.0, x.unit, options.tolerance)
        {
            push(What::Value(Box::new(ValueChange { curves: Vec::new(), ..change })));
        }
    }
    out.compared = moving.values().map(Vec::len).sum();
    let step = std::sync::atomic::AtomicUsize::new(0);
    let total: usize = moving.len() * 2;
    for (composition, pairs) in moving {
        let Some(data) = a.composition_data(composition) else { continue };
        let rate = data.frame_rate;
        let count = (data.out_point - data.in_point).ceil().clamp(1.0, MOST_FRAMES);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let times: Vec<Time> =
            (0..count as u32).map(|index| rate.seconds(data.in_point + f64::from(index))).collect();
        let sampled = |timeline: &Timeline, list: Vec<PropertyRef>| {
            let values = sample(timeline, &list, &times, options.threads, progress);
            step.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            values
        };
        let x = sampled(a, pairs.iter().map(|pair| pair.before).collect())?;
        let y = sampled(b, pairs.iter().map(|pair| pair.after).collect())?;
        if !progress(step.load(std::sync::atomic::Ordering::Relaxed), total) {
            return Err(Error::Cancelled);
        }
        for ((pair, x), y) in pairs.iter().zip(x).zip(y) {
            let both: Vec<(Time, [Value; 2])> =
                times.iter().copied().zip(x.into_iter().zip(y).map(|(x, y)| [x, y])).collect();
            let unit = a.property(pair.before).map(|data| data.unit).unwrap_or_default();
            if let Some(found) = change(&both, &|time| rate.frame(time), unit, options.tolerance) {
                let (composition, layer) = place(b, pair.after);
                let what = What::Value(Box::new(found));
                out.changes.push(of_property(b, pair.after, &composition, &layer, what));
            }
        }
    }
    Ok(())
}

fn place(timeline: &Timeline, property: PropertyRef) -> (String, String) {
    let location = timeline.location(property);
    (location.composition.unwrap_or_default(), location.layer.unwrap_or_default())
}

/// The values of properties at times, property by property.
fn sample(
    timeline: &Timeline,
    properties: &[PropertyRef],
    times: &[Time],
    threads: usize,
    progress: Progress<'_>,
) -> Result<Vec<Vec<Value>>, Error> {
    let chunks: Vec<&[Time]> = times.chunks(CHUNK).collect();
    let outcome =
        inbetween_timeline::run_parallel(timeline, &chunks, threads.max(1), progress, |session, chunk| {
            let mut values: Vec<Vec<Value>> = vec![Vec::with_capacity(chunk.len()); properties.len()];
            for &time in *chunk {
                session.evaluate_each(properties, time, &mut |at, value| {
                    if let Some(list) = values.get_mut(at) {
                        list.push(value);
                    }
                });
            }
            values
        })
        .map_err(|_| Error::Cancelled)?;
    let mut all: Vec<Vec<Value>> = vec![Vec::with_capacity(times.len()); properties.len()];
    for chunk in outcome.results {
        for (list, values) in all.iter_mut().zip(chunk) {
            list.extend(values);
        }
    }
    Ok(all)
}

/// What two curves differ by; `None` within the tolerance.
fn change(
    both: &[(Time, [Value; 2])],
    frame: &dyn Fn(Time) -> f64,
    unit: inbetween_types::Unit,
    tolerance: f64,
) -> Option<ValueChange> {
    let mut first = None;
    let mut count = 0;
    let mut worst: Option<(Option<f64>, Time, &[Value; 2])> = None;
    for (time, values) in both {
        let [x, y] = values;
        let apart = apart(x, y);
        if apart.is_some_and(|apart| apart <= tolerance) {
            continue;
        }
        first = first.or(Some(*time));
        count += 1;
        let size = |apart: Option<f64>| apart.unwrap_or(f64::INFINITY);
        if worst.is_none_or(|(so_far, ..)| size(apart) > size(so_far)) {
            worst = Some((apart, *time, values));
        }
    }
    let (apart, time, values) = worst?;
    let numbers = both.iter().all(|(_, [x, y])| !x.components().is_empty() && !y.components().is_empty());
    Some(ValueChange {
        worst: apart,
        worst_frame: frame(time),
        first_frame: first.map_or(0.0, frame),
        frames: count,
        of: both.len(),
        unit,
        values: values.clone(),
        curves: if numbers { both.to_vec() } else { Vec::new() },
    })
}

/// How far two values are apart; `None` where they cannot be subtracted.
fn apart(a: &Value, b: &Value) -> Option<f64> {
    let most = |pairs: &mut dyn Iterator<Item = (f64, f64)>| {
        pairs
            .map(|(x, y)| if x == y || (x.is_nan() && y.is_nan()) { 0.0 } else { (x - y).abs() })
            .fold(0.0, f64::max)
    };
    match (a, b) {
        (Value::Path(x), Value::Path(y)) => {
            let fits = x.len() == y.len() && x.closed == y.closed;
            let flat = |path: &inbetween_types::Path| -> Vec<f64> {
                let tangents = path.in_tangents.iter().chain(&path.out_tangents);
                path.points.iter().chain(tangents).flatten().copied().collect()
            };
            fits.then(|| most(&mut flat(x).into_iter().zip(flat(y))))
        }
        (Value::Text(x), Value::Text(y)) => (x == y).then_some(0.0),
        (x, y) => {
            let (x, y) = (x.components(), y.components());
            (x.len() == y.len() && !x.is_empty()).then(|| most(&mut x.iter().copied().zip(y.iter().copied())))
        }
    }
}

/// At how many frames the keys differ.
fn keys_changed(a: &[Keyframe], b: &[Keyframe], tolerance: f64) -> usize {
    let same = |x: &Keyframe, y: &Keyframe| {
        x == y
            || (tolerance > 0.0
                && apart(&x.value, &y.value).is_some_and(|apart| apart <= tolerance)
                && x.hold == y.hold
                && x.ease == y.ease)
    };
    let lone = |from: &[Keyframe], other: &[Keyframe]| {
        from.iter().filter(|key| !other.iter().any(|o| o.frame == key.frame)).count()
    };
    let differ = a.iter().filter(|x| b.iter().any(|y| y.frame == x.frame && !same(x, y))).count();
    lone(a, b) + lone(b, a) + differ
}
