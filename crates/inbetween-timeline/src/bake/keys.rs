//! From a property's signal to its keys.

use super::fit::{EaseMode, FitOptions, fit};
use super::jobs::Job;
use super::sample::Signal;
use super::tolerance::Tolerance;
use crate::Session;
use inbetween_doc::{Keyframe, Property};
use inbetween_types::{Path, Value, ValueKind, Vector};
use std::sync::Arc;

/// A property with keys in place of its expression.
#[derive(Clone, Debug)]
pub(crate) struct BakedProperty {
    /// The document's property, changed.
    pub(crate) property: Property,
    /// Largest error at whole and half frames.
    pub(crate) error: f64,
    /// The error that the options allow.
    pub(crate) limit: f64,
    /// Ranges of whole frames (the second excluded) in which the signal never settles: half frames there show the
    /// frame before.
    pub(crate) held: Vec<[f64; 2]>,
}

/// Fits keys to a signal; `allowed` scales the tolerance. `None` when the property is not part of the document.
pub(crate) fn fit_property(
    session: &Session,
    job: &Job,
    signal: &Signal,
    tolerance: &Tolerance,
    allowed: f64,
) -> Option<BakedProperty> {
    let timeline = session.timeline();
    let mut property = timeline.document_property(job.property)?.clone();
    property.expression = None;
    let rate = timeline.property_frame_rate(job.property);
    let at = |frame: f64| -> Value {
        let place = (frame - signal.first) * 2.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked against the length"
        )]
        let known =
            (place >= 0.0 && place.fract() == 0.0).then(|| signal.values.get(place as usize)).flatten();
        known.cloned().unwrap_or_else(|| session.evaluate(job.property, rate.seconds(frame)))
    };
    if matches!(property.kind, ValueKind::Text) {
        property.keyframes = text_keys(signal, &at);
        property.value = settle(&mut property.keyframes).unwrap_or_else(|| property.value.clone());
        return Some(BakedProperty { property, error: 0.0, limit: 0.0, held: Vec::new() });
    }
    if property.match_name == "ADBE Orientation" {
        property.keyframes = frame_keys(signal);
        property.value = settle(&mut property.keyframes).unwrap_or_else(|| property.value.clone());
        return Some(BakedProperty { property, error: 0.0, limit: tolerance.degrees, held: Vec::new() });
    }
    let range = range_of(signal);
    let limit = tolerance.of(property.kind, property.unit, range, rate.frame_duration());
    Some(fit_values(property, signal, job.span.last, &at, limit, allowed))
}

/// A straight key on every whole frame of a signal.
pub(crate) fn every_frame(session: &Session, job: &Job, signal: &Signal) -> Option<BakedProperty> {
    let mut property = session.timeline().document_property(job.property)?.clone();
    property.expression = None;
    let hold = matches!(property.kind, ValueKind::Text);
    let mut frame = signal.first;
    property.keyframes = Vec::new();
    for value in signal.values.iter().step_by(2) {
        property.keyframes.push(Keyframe { hold, ..text_key(frame, value) });
        frame += 1.0;
    }
    property.value = settle(&mut property.keyframes).unwrap_or_else(|| property.value.clone());
    Some(BakedProperty { property, error: 0.0, limit: 0.0, held: Vec::new() })
}

/// Fits keys of `property`'s kind to a signal, whose values between its samples `at` gives.
pub(crate) fn fit_values(
    mut property: Property,
    signal: &Signal,
    last: f64,
    at: &dyn Fn(f64) -> Value,
    limit: f64,
    allowed: f64,
) -> BakedProperty {
    let shapes = Shapes::of(signal);
    let allowed_error = limit * allowed;
    let mut mode = match property.kind {
        ValueKind::Point(_) => EaseMode::Spatial,
        _ => EaseMode::Shared,
    };
    if signal.values.first().is_some_and(|v| v.components().len() < 2) {
        mode = EaseMode::Shared;
    }
    let mut options = FitOptions::new(allowed_error, mode);
    options.breaks.clone_from(&shapes.breaks);
    let last = last.max(signal.first);
    let fitted = fit(signal.first, last, &mut |frame| shapes.numbers(&at(frame)), &options);
    let error = fitted.error.iter().copied().fold(0.0, f64::max);
    let held = fitted.held;
    property.keyframes = fitted
        .keys
        .into_iter()
        .map(|key| {
            let frame = key.frame;
            key.into_keyframe(|numbers| shapes.value(numbers, &at(frame)))
        })
        .collect();
    drop_trailing_jump(&mut property.keyframes, last);
    property.value = settle(&mut property.keyframes).unwrap_or_else(|| property.value.clone());
    BakedProperty { property, error, limit, held }
}

/// Fits keys to any signal: `at` gives the value at a composition frame. `property` says kind and unit; the answer is
/// the same with keys (or a static value), and the largest error at whole and half frames in the property's unit.
///
/// `last` below `first` counts as `first`; `frame_duration` is in seconds and matters for times only.
#[must_use]
pub fn fit_function(
    property: Property,
    [first, last]: [f64; 2],
    frame_duration: f64,
    tolerance: &Tolerance,
    at: &dyn Fn(f64) -> Value,
) -> (Property, f64) {
    let (property, error, _) = fit_within(property, [first, last], frame_duration, tolerance, at);
    (property, error)
}

/// [`fit_function`], and the error that the tolerance allowed.
#[must_use]
pub fn fit_within(
    property: Property,
    [first, last]: [f64; 2],
    frame_duration: f64,
    tolerance: &Tolerance,
    at: &dyn Fn(f64) -> Value,
) -> (Property, f64, f64) {
    let mut signal = Signal { first, values: Vec::new() };
    let mut frame = first;
    while frame <= last.max(first) {
        signal.values.push(at(frame));
        frame += 0.5;
    }
    let limit = tolerance.of(property.kind, property.unit, range_of(&signal), frame_duration);
    let still = signal.values.first().filter(|start| signal.values.iter().all(|value| value == *start));
    if let Some(value) = still {
        return (Property { value: value.clone(), ..property }, 0.0, limit);
    }
    let fitted = fit_values(property, &signal, last, at, limit, 1.0);
    (fitted.property, fitted.error, limit)
}

/// A lone key becomes the static value; several keys give the first one's.
fn settle(keys: &mut Vec<Keyframe>) -> Option<Value> {
    let first = keys.first()?.value.clone();
    if keys.len() == 1 {
        keys.clear();
    }
    Some(first)
}

/// A jump on the very end of the range shows in no frame: the range's last frame is not shown any more.
fn drop_trailing_jump(keys: &mut Vec<Keyframe>, last: f64) {
    while keys.len() > 1 {
        let count = keys.len();
        let held = keys.get(count - 2).is_some_and(|key| key.hold);
        if !(held && keys.last().is_some_and(|key| key.frame > last - 0.5)) {
            return;
        }
        keys.pop();
    }
}

/// A key on every whole frame at which something changes. Orientation turns along an arc between its keys, which a fit of
/// its components would not follow; from frame to frame the arc and the straight line are the same.
fn frame_keys(signal: &Signal) -> Vec<Keyframe> {
    let whole: Vec<&Value> = signal.values.iter().step_by(2).collect();
    let mut keys = Vec::new();
    let mut frame = signal.first;
    for (index, value) in whole.iter().enumerate() {
        let same = |other: Option<&&Value>| other.is_none_or(|other| other == value);
        let first = index == 0;
        if first || !(same(whole.get(index - 1)) && same(whole.get(index + 1))) {
            keys.push(Keyframe { hold: false, ..text_key(frame, value) });
        }
        frame += 1.0;
    }
    keys
}

/// One hold key per change, at the change's own time. Text that changes twice within a frame (a running counter) gets
/// its keys on whole frames; half frames then show the frame before, as players do.
fn text_keys(signal: &Signal, at: &dyn Fn(f64) -> Value) -> Vec<Keyframe> {
    let mut keys: Vec<Keyframe> =
        signal.values.first().map(|value| text_key(signal.first, value)).into_iter().collect();
    let mut frame = signal.first;
    for three in signal.values.windows(3).step_by(2) {
        if let [start, middle, end] = three {
            if start != middle && middle == end {
                keys.push(text_key(first_frame_of_change(frame, frame + 0.5, start, at), end));
            } else if start == middle && middle != end {
                keys.push(text_key(first_frame_of_change(frame + 0.5, frame + 1.0, start, at), end));
            } else if start != end {
                keys.push(text_key(frame + 1.0, end));
            }
        }
        frame += 1.0;
    }
    keys
}

fn text_key(frame: f64, value: &Value) -> Keyframe {
    Keyframe {
        frame,
        value: value.clone(),
        end_value: None,
        hold: true,
        ease: std::iter::empty().collect(),
        out_tangent: Vector::new(),
        in_tangent: Vector::new(),
    }
}

/// The frame in `before..=after` at which the value stops being `old`, to a millionth of a frame.
fn first_frame_of_change(mut before: f64, mut after: f64, old: &Value, at: &dyn Fn(f64) -> Value) -> f64 {
    while after - before > 1e-6 {
        let middle = f64::midpoint(before, after);
        if at(middle) == *old {
            before = middle;
        } else {
            after = middle;
        }
    }
    // The change lies on a half frame exactly: the later bound never moved.
    after
}

fn range_of(signal: &Signal) -> f64 {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in &signal.values {
        for number in value.components() {
            low = low.min(*number);
            high = high.max(*number);
        }
    }
    (high - low).max(0.0)
}

/// How values of one property become numbers and back: paths are flattened, and where the number of points changes
/// the fit must break.
struct Shapes {
    path: bool,
    longest: usize,
    breaks: Vec<f64>,
}

impl Shapes {
    fn of(signal: &Signal) -> Self {
        let count = |value: &Value| match value {
            Value::Path(path) => Some((path.len(), path.closed)),
            _ => None,
        };
        let mut breaks = Vec::new();
        for (pair, index) in signal.values.windows(2).zip(1_u32..) {
            if let [a, b] = pair
                && count(a) != count(b)
            {
                breaks.push(signal.first + f64::from(index) / 2.0);
            }
        }
        let longest = signal.values.iter().filter_map(count).map(|(n, _)| n).max().unwrap_or(0);
        Self { path: signal.values.iter().any(|v| matches!(v, Value::Path(_))), longest, breaks }
    }

    /// The numbers of a value. A path is padded to the longest of its signal; its number of points and closedness
    /// come last, far apart, so that a change of either is a jump.
    fn numbers(&self, value: &Value) -> Vector {
        let Value::Path(path) = value else { return value.components().iter().copied().collect() };
        let mut numbers = Vector::new();
        for list in [&path.points, &path.in_tangents, &path.out_tangents] {
            numbers.extend(list.iter().flatten().copied());
            numbers.extend(std::iter::repeat_n(0.0, (self.longest - path.len().min(self.longest)) * 2));
        }
        #[expect(clippy::cast_precision_loss, reason = "numbers of points are small")]
        numbers.push(path.len() as f64 * 1e6 + if path.closed { 5e5 } else { 0.0 });
        numbers
    }

    fn value(&self, numbers: Vector, original: &Value) -> Value {
        if !self.path {
            return match (numbers.as_slice(), original) {
                ([number], Value::Number(_)) => Value::Number(*number),
                _ => Value::Vector(numbers),
            };
        }
        let Value::Path(original) = original else { return Value::Vector(numbers) };
        let mut lists = numbers.chunks_exact(self.longest.max(1) * 2).map(|chunk| {
            chunk
                .chunks_exact(2)
                .take(original.len())
                .map(|pair| [pair.first().copied().unwrap_or(0.0), pair.last().copied().unwrap_or(0.0)])
                .collect::<Vec<[f64; 2]>>()
        });
        let mut next = || lists.next().unwrap_or_default();
        let (points, in_tangents, out_tangents) = (next(), next(), next());
        Value::Path(Arc::new(Path::new(points, in_tangents, out_tangents, original.closed)))
    }
}
