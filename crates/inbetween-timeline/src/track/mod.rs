//! Keyframed values at a time, before any expression.
//!
//! Rules: `docs/quirks.md` and the values measured in After Effects that the tests below hold.

mod ease;
mod orientation;
pub(crate) mod spatial;

use crate::timeline::PropertyData;
use inbetween_doc::{Keyframe, Property, SegmentEase};
use inbetween_types::{Time, Value, ValueKind, Vector};

pub(crate) use spatial::{Curve, curves};

/// How the values of two keys blend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blend {
    mode: Mode,
    /// Whether the result stays in 0..100 (AE clamps an opacity that overshoots).
    percent_clamp: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Component by component, each with its own ease where the file has several.
    Components,
    /// Orientation: along the shortest rotation.
    Rotation,
    /// One ease for the whole value.
    Whole,
    /// No blending: text.
    Hold,
}

impl Blend {
    /// The rule for a property.
    pub(crate) fn of(property: &Property) -> Self {
        let mode = match property.kind {
            ValueKind::Text => Mode::Hold,
            ValueKind::Path | ValueKind::Gradient | ValueKind::List => Mode::Whole,
            _ if property.match_name == "ADBE Orientation" => Mode::Rotation,
            _ => Mode::Components,
        };
        let percent_clamp = property.kind == ValueKind::Number && property.match_name.ends_with("Opacity");
        Self { mode, percent_clamp }
    }
}

/// Keys in time order; keys whose time is no number are dropped. Of keys at one time the last in file order
/// counts from that time on.
pub(crate) fn tidy_keys(keys: &[Keyframe]) -> Vec<Keyframe> {
    let mut keys: Vec<Keyframe> = keys.iter().filter(|key| key.frame.is_finite()).cloned().collect();
    keys.sort_by(|a, b| a.frame.total_cmp(&b.frame));
    keys
}

/// Where a time lies among the keys.
enum Place<'a> {
    /// No keys, or before the first or after the last: this value stands.
    Still(&'a Value),
    /// Between two keys.
    Segment(Segment<'a>),
}

struct Segment<'a> {
    key: &'a Keyframe,
    end: &'a Value,
    curve: Option<&'a Curve>,
    /// Seconds from key to key, above zero.
    length: Time,
    /// Fraction of that time, 0 included, 1 excluded.
    at: f64,
}

impl Segment<'_> {
    fn ease(&self, dimension: usize) -> SegmentEase {
        let eases = &self.key.ease;
        eases.get(dimension).or_else(|| eases.last()).copied().unwrap_or(SegmentEase::LINEAR)
    }
}

fn place(data: &PropertyData, time: Time) -> Place<'_> {
    let after = data.key_times.partition_point(|key| *key <= time);
    let Some((key, start)) =
        after.checked_sub(1).and_then(|i| data.keyframes.get(i).zip(data.key_times.get(i)))
    else {
        return Place::Still(data.keyframes.first().map_or(&data.value, |key| &key.value));
    };
    let (Some(next), Some(stop)) = (data.keyframes.get(after), data.key_times.get(after)) else {
        return Place::Still(&key.value);
    };
    let length = stop - start;
    if key.hold || data.blend.mode == Mode::Hold || length <= 0.0 {
        return Place::Still(&key.value);
    }
    Place::Segment(Segment {
        key,
        end: key.end_value.as_ref().unwrap_or(&next.value),
        curve: data.curves.get(after - 1).and_then(Option::as_ref),
        length,
        at: ((time - start) / length).clamp(0.0, 1.0),
    })
}

/// The keyframed or static value at a composition time.
///
/// Before the first key and after the last the value holds; NaN counts as before the first.
pub(crate) fn value(data: &PropertyData, time: Time) -> Value {
    let segment = match place(data, time) {
        Place::Still(value) => return value.clone(),
        // On the key the value is the key's own, to the bit.
        Place::Segment(segment) if segment.at <= 0.0 => return segment.key.value.clone(),
        Place::Segment(segment) => segment,
    };
    let start = &segment.key.value;
    if let Some(curve) = segment.curve {
        return Value::Vector(curve.at(ease::progress(&segment.ease(0), segment.at)).0);
    }
    match data.blend.mode {
        Mode::Hold => start.clone(),
        Mode::Whole => start.lerp(segment.end, ease::progress(&segment.ease(0), segment.at)),
        Mode::Rotation => {
            orientation::between(start, segment.end, ease::progress(&segment.ease(0), segment.at))
        }
        Mode::Components => {
            let value = components(&segment, start);
            if data.blend.percent_clamp { value.map(|n| n.clamp(0.0, 100.0)) } else { value }
        }
    }
}

/// The values at times as [`value`] gives them, for the lanes of `live`: one lane of `out` for each component.
pub(crate) fn read<const N: usize>(data: &PropertyData, times: &[Time; N], live: u32, out: &mut [[f64; N]]) {
    for (lane, time) in times.iter().enumerate() {
        if live >> lane & 1 == 0 {
            continue;
        }
        let value = value(data, *time);
        for (out, n) in out.iter_mut().zip(value.components()) {
            if let Some(slot) = out.get_mut(lane) {
                *slot = *n;
            }
        }
    }
}

fn components(segment: &Segment<'_>, start: &Value) -> Value {
    if segment.key.ease.len() < 2 {
        return start.lerp(segment.end, ease::progress(&segment.ease(0), segment.at));
    }
    match start {
        Value::Number(_) => start.lerp(segment.end, ease::progress(&segment.ease(0), segment.at)),
        Value::Vector(from) => {
            let to = segment.end.components();
            let mut out = Vector::new();
            for (dimension, a) in from.iter().enumerate() {
                let b = to.get(dimension).unwrap_or(a);
                let fraction = ease::progress(&segment.ease(dimension), segment.at);
                out.push(inbetween_types::value::lerp(*a, *b, fraction));
            }
            Value::Vector(out)
        }
        other => other.clone(),
    }
}

/// Rate of change per second at a composition time, right-sided: at a key that of the segment that starts
/// there, 0 before the first key, at and after the last, and while a value holds.
///
/// Vectors give vectors; paths and text give 0. Where an ease is vertical the mean rate over a tiny time
/// stands in for infinity.
pub(crate) fn velocity(data: &PropertyData, time: Time) -> Value {
    let still = |value: &Value| match value {
        Value::Number(_) | Value::Vector(_) => value.map(|_| 0.0),
        _ => Value::Number(0.0),
    };
    let segment = match place(data, time) {
        Place::Still(value) => return still(value),
        Place::Segment(segment) => segment,
    };
    let rate = |dimension: usize| ease::slope(&segment.ease(dimension), segment.at) / segment.length;
    let start = &segment.key.value;
    if let Some(curve) = segment.curve {
        let fraction = ease::progress(&segment.ease(0), segment.at);
        let speed = if (0.0..=1.0).contains(&fraction) { curve.length() * rate(0) } else { 0.0 };
        return Value::Vector(curve.at(fraction).1.iter().map(|n| n * speed).collect());
    }
    match (data.blend.mode, start) {
        (Mode::Rotation, _) => {
            let step = 1e-5;
            let (low, high) = ((segment.at - step).max(0.0), (segment.at + step).min(1.0));
            let ease = segment.ease(0);
            let a = orientation::between(start, segment.end, ease::progress(&ease, low));
            let b = orientation::between(start, segment.end, ease::progress(&ease, high));
            let seconds = (high - low) * segment.length;
            Value::Vector(
                a.components()
                    .iter()
                    .zip(b.components())
                    .map(|(a, b)| {
                        let turn = (b - a) % 360.0;
                        let short = if turn > 180.0 {
                            turn - 360.0
                        } else if turn < -180.0 {
                            turn + 360.0
                        } else {
                            turn
                        };
                        short / seconds
                    })
                    .collect(),
            )
        }
        (_, Value::Number(a)) => {
            if data.blend.percent_clamp {
                let now = inbetween_types::value::lerp(
                    *a,
                    segment.end.component(0),
                    ease::progress(&segment.ease(0), segment.at),
                );
                if !(0.0..=100.0).contains(&now) {
                    return Value::Number(0.0);
                }
            }
            Value::Number((segment.end.component(0) - a) * rate(0))
        }
        (_, Value::Vector(from)) => {
            let to = segment.end.components();
            let one_ease = segment.key.ease.len() < 2;
            let common = rate(0);
            Value::Vector(
                from.iter()
                    .enumerate()
                    .map(|(dimension, a)| {
                        let change = to.get(dimension).map_or(0.0, |b| b - a);
                        change * if one_ease { common } else { rate(dimension) }
                    })
                    .collect(),
            )
        }
        _ => Value::Number(0.0),
    }
}

/// Direction of the motion path at a time as a unit vector, for auto-orient: also at the ends and where the
/// value rests for a moment. `None` when the value never moves.
pub(crate) fn direction(data: &PropertyData, time: Time) -> Option<Vector> {
    let count = data.keyframes.len().checked_sub(1)?;
    let after = data.key_times.partition_point(|key| *key <= time);
    let segment = after.saturating_sub(1).min(count.saturating_sub(1));
    // The segment of the time first, then the ones before it, then the ones after it.
    let mut order = (0..=segment).rev().chain(segment + 1..count);
    order.find_map(|index| {
        let (key, next) = (data.keyframes.get(index)?, data.keyframes.get(index + 1)?);
        let (from, to) = (data.key_times.get(index)?, data.key_times.get(index + 1)?);
        let at = if to > from { ((time - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
        let fraction = ease::progress(key.ease.first().unwrap_or(&SegmentEase::LINEAR), at);
        if let Some(Some(curve)) = data.curves.get(index) {
            return Some(curve.at(fraction).1);
        }
        let end = key.end_value.as_ref().unwrap_or(&next.value);
        let change: Vector =
            key.value.components().iter().zip(end.components()).map(|(a, b)| b - a).collect();
        let length = inbetween_types::math::length(&change);
        (length > 1e-9).then(|| change.iter().map(|n| n / length).collect())
    })
}

#[cfg(test)]
mod tests;
