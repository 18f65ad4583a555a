//! Properties: values in time, randomness, keys, loops.

use super::call::Call;
use super::keys::{self, combine};
use super::row::{Row, attribute, method};
use super::{count, group, loops, value_item};
use crate::{NodeRef, PropertyRef, State};
use inbetween_expr::builtins::{wiggle_offset, wiggle_seed};
use inbetween_expr::{Fault, Item, Object, Runner, Wiggle};
use inbetween_types::{Value, math};

pub(super) const ROWS: &[Row] = &[
    attribute("value", &[], "The value now.", |call| {
        let now = call.now()?;
        Ok(value_item(&call.value_at(now)?))
    }),
    method("valueAtTime", &["value_at_time"], "valueAtTime(t): the value at a time.", |call| {
        let time = call.number(0, None)?;
        Ok(value_item(&call.value_at(time)?))
    }),
    attribute("velocity", &[], "Change per second now.", |call| {
        let now = call.now()?;
        Ok(value_item(&call.state.seen_velocity(call.runner, call.object, now)?))
    }),
    method("velocityAtTime", &["velocity_at_time"], "velocityAtTime(t): change per second.", |call| {
        let time = call.number(0, None)?;
        Ok(value_item(&call.state.seen_velocity(call.runner, call.object, time)?))
    }),
    attribute("speed", &[], "Size of the velocity now.", |call| {
        let now = call.now()?;
        speed(call, now)
    }),
    method("speedAtTime", &["speed_at_time"], "speedAtTime(t): size of the velocity.", |call| {
        let time = call.number(0, None)?;
        speed(call, time)
    }),
    method(
        "wiggle",
        &[],
        "wiggle(freq, amp, octaves = 1, amp_mult = 0.5, t = time): value plus noise.",
        wiggle,
    ),
    method(
        "temporalWiggle",
        &["temporal_wiggle"],
        "temporalWiggle(freq, amp, octaves = 1, amp_mult = 0.5, t = time): the value at a wiggled time.",
        temporal_wiggle,
    ),
    method(
        "smooth",
        &[],
        "smooth(width = 0.2, samples = 5, t = time): mean of samples around a time.",
        smooth,
    ),
    method("loopIn", &["loop_in"], "loopIn(type = \"cycle\", numKeyframes = 0).", loops::loop_in),
    method("loopOut", &["loop_out"], "loopOut(type = \"cycle\", numKeyframes = 0).", loops::loop_out),
    method(
        "loopInDuration",
        &["loop_in_duration"],
        "loopInDuration(type = \"cycle\", duration = 0).",
        loops::loop_in_duration,
    ),
    method(
        "loopOutDuration",
        &["loop_out_duration"],
        "loopOutDuration(type = \"cycle\", duration = 0).",
        loops::loop_out_duration,
    ),
    method("key", &[], "key(index): a keyframe.", keys::key),
    method(
        "nearestKey",
        &["nearest_key"],
        "nearestKey(t): the keyframe closest to a time.",
        keys::nearest_key,
    ),
    attribute("numKeys", &["num_keys"], "Number of keyframes.", |call| {
        Ok(count(call.state.key_times(property(call)).len()))
    }),
    method(
        "propertyGroup",
        &["property_group"],
        "propertyGroup(countUp = 1): a group above.",
        group::property_group,
    ),
    attribute(
        "propertyIndex",
        &["property_index"],
        "Number among its siblings, from 1.",
        group::property_index,
    ),
    attribute("name", &[], "Name.", group::name),
];

/// The property asked.
pub(super) fn property(call: &Call<'_>) -> PropertyRef {
    PropertyRef(NodeRef(call.object.id))
}

fn speed(call: &mut Call<'_>, time: f64) -> Result<Item, Fault> {
    let velocity = call.state.seen_velocity(call.runner, call.object, time)?;
    super::number(math::length(velocity.components()))
}

/// The arguments that `wiggle` and `temporalWiggle` share, and the seed of the property asked.
fn arguments(call: &mut Call<'_>) -> Result<(Vec<f64>, Wiggle<'static>), Fault> {
    let frequency = call.number(0, None)?;
    let amplitude = call.numbers(1)?;
    let octaves = call.number(2, Some(1.0))?;
    let multiplier = call.number(3, Some(0.5))?;
    let time = call.time(4)?;
    Ok((amplitude, Wiggle { frequency, amplitude: &[], octaves, multiplier, time }))
}

fn seed(state: &State, runner: &dyn Runner, object: Object) -> u64 {
    let evaluation = runner.current();
    let own = if state.is_own(runner, object) {
        evaluation.seed
    } else {
        state.property_data(PropertyRef(NodeRef(object.id))).map_or(0, |data| data.identity)
    };
    wiggle_seed(own, evaluation.random_offset)
}

fn offset(seed: u64, wiggle: &Wiggle<'_>, dimension: u32) -> f64 {
    let amplitude = wiggle
        .amplitude
        .get(super::lookup::at(dimension))
        .or(wiggle.amplitude.last())
        .copied()
        .unwrap_or(0.0);
    wiggle_offset(
        seed,
        dimension,
        wiggle.frequency,
        amplitude,
        wiggle.octaves,
        wiggle.multiplier,
        wiggle.time,
    )
}

/// A property's value at a time plus noise.
pub(super) fn wiggled(
    state: &State,
    runner: &mut dyn Runner,
    object: Object,
    wiggle: &Wiggle<'_>,
) -> Result<Value, Fault> {
    let seed = seed(state, runner, object);
    let value = state.seen_value(runner, object, wiggle.time)?;
    let mut dimension = 0;
    Ok(match &value {
        Value::Number(_) | Value::Vector(_) => value.map(|n| {
            let moved = n + offset(seed, wiggle, dimension);
            dimension += 1;
            moved
        }),
        other => other.clone(),
    })
}

fn wiggle(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (amplitude, wiggle) = arguments(call)?;
    let wiggle = Wiggle { amplitude: &amplitude, ..wiggle };
    Ok(value_item(&wiggled(call.state, call.runner, call.object, &wiggle)?))
}

fn temporal_wiggle(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (amplitude, wiggle) = arguments(call)?;
    let wiggle = Wiggle { amplitude: &amplitude, ..wiggle };
    let time = wiggle.time + offset(seed(call.state, call.runner, call.object), &wiggle, 0);
    Ok(value_item(&call.value_at(time)?))
}

/// Most samples that `smooth` takes.
const MOST_SAMPLES: f64 = 10_000.0;

/// Arithmetic mean of samples spaced evenly over `width` seconds, ends included, centred on the time.
fn smooth(call: &mut Call<'_>) -> Result<Item, Fault> {
    let width = call.number(0, Some(0.2))?;
    let samples = call.number(1, Some(5.0))?.floor().max(1.0);
    let time = call.time(2)?;
    if samples > MOST_SAMPLES {
        return Err(Fault::thrown(
            "expr/bad-argument",
            format!("smooth takes at most {MOST_SAMPLES} samples, not {samples}"),
        ));
    }
    if samples == 1.0 {
        return Ok(value_item(&call.value_at(time)?));
    }
    let mut sum: Option<Value> = None;
    let mut taken = 0.0;
    while taken < samples {
        let at = time + width * (taken / (samples - 1.0) - 0.5);
        let value = call.value_at(at)?;
        sum = Some(sum.map_or_else(|| value.clone(), |sum| combine(&sum, &value, |a, b| a + b)));
        taken += 1.0;
    }
    let mean = sum.unwrap_or(Value::Number(0.0)).map(|n| n / samples);
    Ok(value_item(&mean))
}
