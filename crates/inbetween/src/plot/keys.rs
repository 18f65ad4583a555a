//! Keyframes and their handles, in time and value.

use super::Key;
use inbetween_timeline::{PropertyRef, Timeline};
use inbetween_types::{Time, Unit, Value, Vector};

/// Whether a property's dimensions are a point in space whose ease acts along its path.
pub(super) fn is_spatial(timeline: &Timeline, property: PropertyRef) -> bool {
    timeline.property(property).is_some_and(|data| {
        data.unit == Unit::Pixels
            && data.followers.is_empty()
            && matches!(&data.value, Value::Vector(vector) if vector.len() > 1)
    })
}

/// The keys from `from` to `to`.
pub(super) fn of(timeline: &Timeline, property: PropertyRef, place: usize, from: Time, to: Time) -> Vec<Key> {
    let Some(data) = timeline.property(property) else { return Vec::new() };
    let spatial = is_spatial(timeline, property);
    let mut out: Vec<Key> = Vec::new();
    for (index, (key, time)) in data.keyframes.iter().zip(&data.key_times).enumerate() {
        let value = Vector::from_slice(key.value.components());
        if value.is_empty() {
            return Vec::new();
        }
        let mut mark = Key { place, time: *time, value, hold: key.hold, left: Vec::new(), right: Vec::new() };
        let before = index.checked_sub(1).and_then(|i| data.keyframes.get(i).zip(data.key_times.get(i)));
        let after = data.keyframes.get(index + 1).zip(data.key_times.get(index + 1));
        // A segment with one ease per dimension, or one for all.
        if !spatial && let Some((next, end)) = after.filter(|_| !key.hold) {
            let end_value = key.end_value.as_ref().unwrap_or(&next.value);
            mark.right = handles(key, &key.value, end_value, *time, *end, |ease| ease.out);
        }
        if !spatial && let Some((last, begin)) = before.filter(|(last, _)| !last.hold) {
            let end_value = last.end_value.as_ref().unwrap_or(&key.value);
            mark.left = handles(last, &last.value, end_value, *begin, *time, |ease| ease.into);
        }
        out.push(mark);
    }
    out.retain(|key| key.time >= from && key.time <= to);
    out
}

/// The key of one dimension; `None` where it has no such dimension.
pub(super) fn only(key: Key, dimension: Option<usize>) -> Option<Key> {
    let Some(dimension) = dimension else { return Some(key) };
    let one = |list: &[[f64; 2]]| list.get(dimension).copied().into_iter().collect();
    let value = Vector::from_slice(&[*key.value.get(dimension)?]);
    Some(Key { value, left: one(&key.left), right: one(&key.right), ..key })
}

fn handles(
    key: &inbetween_doc::Keyframe,
    start: &Value,
    end: &Value,
    begin: Time,
    finish: Time,
    pick: impl Fn(&inbetween_doc::SegmentEase) -> [f64; 2],
) -> Vec<[f64; 2]> {
    let linear = inbetween_doc::SegmentEase::LINEAR;
    let values = start.components().iter().zip(end.components());
    values
        .enumerate()
        .filter_map(|(dimension, (a, b))| {
            let ease = key.ease.get(dimension).or_else(|| key.ease.last()).unwrap_or(&linear);
            // A linear segment has no handles to draw.
            if ease.is_linear() {
                return None;
            }
            let [x, y] = pick(ease);
            Some([begin + x * (finish - begin), a + y * (b - a)])
        })
        .collect()
}
