//! Integrals of keyed controls, and wiggles that loop.

use crate::rig::{Curve, EASY, HOLD, LINEAR, Rig, keyed, put, still};
use serde_json::{Value, json};
use std::f64::consts::TAU;

const ROTATION: &str = "layer(\"a\").rotation";
const CONTROL: &str = "layer(\"a\").effect(\"s\")(\"Slider\")";

fn driven(keys: &Value) -> Rig {
    let mut rig = Rig::new();
    rig.layer("a", None, &[]).slider("s", keys);
    rig
}

/// A mix of linear, hold and eased keys, each with the area up to it.
fn mixed() -> Value {
    keyed(&[
        (0.5, json!(20), LINEAR),
        (1.0, json!(360), LINEAR),
        (2.0, json!(100), HOLD),
        (3.0, json!(-50), LINEAR),
        (3.5, json!(-50), HOLD),
    ])
}

fn area(t: f64) -> f64 {
    let spans = [
        (0.0, 20.0, 20.0),
        (0.5, 20.0, 360.0),
        (1.0, 360.0, 100.0),
        (2.0, 100.0, 100.0),
        (3.0, -50.0, -50.0),
        (16.0, -50.0, -50.0),
    ];
    let mut sum = 0.0;
    for pair in spans.windows(2) {
        let ((a, from, to), b) = (pair[0], pair[1].0);
        let part = ((t - a) / (b - a)).clamp(0.0, 1.0);
        sum += (b - a) * part * (from + (to - from) * part / 2.0);
    }
    sum
}

#[test]
fn an_integral_is_the_closed_form_for_linear_and_hold_keys_and_never_jumps() {
    let project = put(&driven(&mixed()), "integrate-speed", &[ROTATION], &[("speed", CONTROL)]);
    let curve = Curve::of(&project, ROTATION);
    for step in 0..200 {
        let t = f64::from(step) * 0.0253;
        assert!((curve.one(t) - area(t)).abs() < 1e-9, "{t}: {} {}", curve.one(t), area(t));
    }
    curve.never_jumps(0.0, 5.0, 361.0);
    curve.is_clean();
}

#[test]
fn an_integral_of_eased_keys_is_the_area_under_their_own_curve() {
    for ease in [EASY, [0.6, 0.0, 0.2, 1.0], [0.167, 0.4, 0.5, 1.4]] {
        let keys = keyed(&[(0.0, json!(0), ease), (1.0, json!(100), ease), (1.6, json!(-20), ease)]);
        let project = put(&driven(&keys), "integrate-speed", &[ROTATION], &[("speed", CONTROL)]);
        let (total, speed) = (Curve::of(&project, ROTATION), Curve::of(&project, CONTROL));
        let (mut sum, steps) = (0.0, 16_000);
        for step in 0..steps {
            // Simpson's rule on small steps.
            let h = 1.6 / f64::from(steps);
            let t = f64::from(step) * h;
            sum += h / 6.0 * (speed.one(t) + 4.0 * speed.one(t + h / 2.0) + speed.one(t + h));
        }
        let got = total.one(1.6);
        assert!((got - sum).abs() < 1e-6, "{ease:?}: {got} {sum} {}", got - sum);
    }
}

#[test]
fn an_oscillation_with_a_keyed_frequency_is_the_sine_of_the_area() {
    let project = put(
        &driven(&mixed()),
        "oscillate-keyed",
        &[ROTATION],
        &[("frequency", CONTROL), ("amplitude", "10")],
    );
    let curve = Curve::of(&project, ROTATION);
    for step in 0..120 {
        let t = f64::from(step) * 0.031;
        assert!((curve.one(t) - 10.0 * (TAU * area(t)).sin()).abs() < 1e-6, "{t}");
    }
    curve.never_jumps(0.0, 4.0, 10.0 * TAU * 361.0);
    curve.is_clean();
}

#[test]
fn a_wiggle_with_a_keyed_frequency_never_jumps_and_keeps_the_keys_of_its_property() {
    let frequency = keyed(&[(0.0, json!(1), HOLD), (1.0, json!(8), HOLD), (2.0, json!(0), HOLD)]);
    let mut rig = Rig::new();
    let keys = keyed(&[(0.0, json!(0), LINEAR), (4.0, json!(400), LINEAR)]);
    rig.layer("a", None, &[("r", keys)]).slider("s", &frequency);
    let project = put(&rig, "wiggle-keyed", &[ROTATION], &[("frequency", CONTROL), ("amplitude", "20")]);
    let curve = Curve::of(&project, ROTATION);
    // Four units of noise per unit of its clock are the fastest a wiggle of amplitude 20 goes, about.
    curve.never_jumps(0.0, 4.0, 100.0 + 8.0 * 20.0 * 8.0);
    let wander = |t: f64| curve.one(t) - 100.0 * t;
    let largest = (0..400).map(|step| wander(f64::from(step) * 0.01).abs()).fold(0.0, f64::max);
    assert!(largest > 5.0 && largest <= 20.0, "{largest}");
    assert!((wander(2.5) - wander(3.9)).abs() < 1e-9, "at frequency 0 it stands still");
    curve.is_clean();
}

#[test]
fn a_looping_wiggle_is_the_same_every_loop_and_has_no_corner_at_the_seam() {
    let mut rig = Rig::new();
    rig.layer("a", None, &[("p", still(json!([100, 100, 0])))]);
    let position = "layer(\"a\").position";
    let project = put(&rig, "wiggle-loop", &[position], &[("loop", "2"), ("frequency", "3")]);
    let curve = Curve::of(&project, position);
    for step in 0..50 {
        let t = f64::from(step) * 0.04;
        assert!((curve.one(t) - curve.one(t + 2.0)).abs() < 1e-9, "{t}");
    }
    let d = 1e-5;
    assert!((curve.one(2.0 - 1e-9) - curve.one(2.0)).abs() < 1e-5, "the seam is closed");
    let (left, right) =
        ((curve.one(2.0 - d) - curve.one(2.0 - 2.0 * d)) / d, (curve.one(d) - curve.one(0.0)) / d);
    assert!((left - right).abs() < 0.5, "{left} {right}");
    let wander: Vec<f64> = (0..50).map(|step| curve.one(f64::from(step) * 0.04) - 100.0).collect();
    assert!(wander.iter().any(|x| x.abs() > 10.0));
    curve.is_clean();
}

#[test]
fn noise_that_repeats_repeats() {
    let mut rig = Rig::new();
    rig.layer("a", None, &[]);
    let project = put(&rig, "noise-loop", &[ROTATION], &[("loop", "3"), ("frequency", "2.1")]);
    let curve = Curve::of(&project, ROTATION);
    for step in 0..60 {
        let t = f64::from(step) * 0.05;
        assert!((curve.one(t) - curve.one(t + 3.0)).abs() < 1e-9, "{t}");
    }
    curve.never_jumps(0.0, 6.0, 500.0);
}

#[test]
fn the_integral_in_one_line_is_the_same_as_the_one_for_after_effects() {
    let [short, long] = ["integral", "integrate-speed"]
        .map(|name| put(&driven(&mixed()), name, &[ROTATION], &[("speed", CONTROL)]));
    for t in [0.2, 0.9, 1.7, 2.5, 4.0] {
        let [a, b] = [&short, &long].map(|project| Curve::of(project, ROTATION).one(t));
        assert!((a - b).abs() < 1e-9, "{t}: {a} {b}");
    }
}
