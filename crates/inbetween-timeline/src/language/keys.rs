//! Keys: the keyframes of a property as expressions see them.

use super::call::Call;
use super::{count, fault, place, value_item};
use crate::{NodeRef, PropertyRef, State};
use inbetween_expr::{Fault, Item, Object, Runner};
use inbetween_types::{Time, Value};
use std::borrow::Cow;
use std::sync::Arc;

impl State {
    /// Times of a property's keys in ascending order. A separated Position has those of its dimensions.
    pub(super) fn key_times(&self, property: PropertyRef) -> Cow<'_, [Time]> {
        let data = self.timeline.property(property);
        let Some(data) = data.filter(|_| self.timeline.override_of(property).is_none()) else {
            return Cow::Borrowed(&[]);
        };
        if data.followers.is_empty() {
            return Cow::Borrowed(&data.key_times);
        }
        let mut times: Vec<Time> =
            data.followers.iter().flat_map(|follower| self.key_times(*follower).into_owned()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        Cow::Owned(times)
    }

    pub(super) fn key_value(&self, property: PropertyRef, place: usize, time: Time) -> Value {
        let own = self
            .property_data(property)
            .filter(|data| data.followers.is_empty())
            .and_then(|data| data.keyframes.get(place));
        own.map_or_else(|| self.pre_value(property, time), |key| key.value.clone())
    }

    fn key_item(&self, property: PropertyRef, place: usize, time: Time) -> Item {
        let value = value_item(&self.key_value(property, place, time));
        Item::Key(vec![
            (Arc::from("value"), value),
            (Arc::from("time"), Item::Number(time)),
            (Arc::from("index"), count(place + 1)),
        ])
    }
}

/// `key(index)`.
pub(super) fn key(call: &mut Call<'_>) -> Result<Item, Fault> {
    let property = PropertyRef(NodeRef(call.object.id));
    let number = call.number(0, None)?;
    let times = call.state.key_times(property);
    match place(number, times.len()).and_then(|place| Some((place, *times.get(place)?))) {
        Some((place, time)) => Ok(call.state.key_item(property, place, time)),
        None => Err(no_key(call.state, call.object, number, times.len())),
    }
}

/// `nearestKey(t)`; of two keys equally near, the earlier.
pub(super) fn nearest_key(call: &mut Call<'_>) -> Result<Item, Fault> {
    let property = PropertyRef(NodeRef(call.object.id));
    let time = call.number(0, None)?;
    let times = call.state.key_times(property);
    match nearest(times.iter().copied(), time).and_then(|place| Some((place, *times.get(place)?))) {
        Some((place, time)) => Ok(call.state.key_item(property, place, time)),
        None => {
            Err(Fault::thrown("expr/no-key", format!("{} has no keyframes", call.state.title(call.object))))
        }
    }
}

fn no_key(state: &State, object: Object, number: f64, total: usize) -> Fault {
    fault::out_of_range("expr/no-key", &format!("key of {}", state.title(object)), number, total)
}

/// The place of the time nearest to `time`; of two equally near, the first.
pub(super) fn nearest(times: impl Iterator<Item = Time>, time: Time) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (place, candidate) in times.enumerate() {
        let distance = (candidate - time).abs();
        if best.is_none_or(|(_, least)| distance < least) {
            best = Some((place, distance));
        }
    }
    best.map(|(place, _)| place)
}

/// The step of the central difference that gives the velocity of an expressed property, in seconds.
const VELOCITY_STEP: Time = 5e-4;

impl State {
    /// Velocity as the running expression sees it: of the keyframes, in closed form, for its own property and for
    /// those without an expression; else the change of the value after the expression over 1 ms around `time`.
    pub(super) fn seen_velocity(
        &self,
        runner: &mut dyn Runner,
        object: Object,
        time: Time,
    ) -> Result<Value, Fault> {
        let property = PropertyRef(NodeRef(object.id));
        if self.is_own(runner, object) || !self.is_expressed(property) {
            return Ok(self.pre_velocity(property, time));
        }
        let before = self.value(runner, property, time - VELOCITY_STEP)?;
        let after = self.value(runner, property, time + VELOCITY_STEP)?;
        Ok(combine(&after, &before, |a, b| (a - b) / (2.0 * VELOCITY_STEP)))
    }

    /// Whether a property or one of its separated dimensions has a running expression.
    pub(super) fn is_expressed(&self, property: PropertyRef) -> bool {
        self.property_data(property).is_some_and(|data| {
            data.program.is_some()
                || data
                    .followers
                    .iter()
                    .any(|follower| self.property_data(*follower).is_some_and(|data| data.program.is_some()))
        })
    }
}

/// Component by component; what only one side has is 0 on the other. Paths and text stay as the first is.
pub(super) fn combine(a: &Value, b: &Value, f: impl Fn(f64, f64) -> f64) -> Value {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Value::Number(f(*a, *b)),
        (Value::Number(_) | Value::Vector(_), Value::Number(_) | Value::Vector(_)) => {
            let length = a.components().len().max(b.components().len());
            Value::Vector((0..length).map(|i| f(a.component(i), b.component(i))).collect())
        }
        _ => a.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_earlier_key() {
        assert_eq!(nearest([1.0, 2.0, 3.0].into_iter(), 1.5), Some(0));
        assert_eq!(nearest([1.0, 2.0, 3.0].into_iter(), 2.6), Some(2));
        assert_eq!(nearest([].into_iter(), 2.6), None);
    }
}
