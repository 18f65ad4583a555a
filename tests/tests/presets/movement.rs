//! Oscillation, overshoot, bounce, launch, spring.

use crate::rig::{Curve, HOLD, LINEAR, Rig, at, keyed, linear, put, still};
use serde_json::json;
use std::f64::consts::TAU;

const ROTATION: &str = "layer(\"a\").rotation";
const POSITION: &str = "layer(\"a\").position";
const SCALE: &str = "layer(\"a\").scale";

fn rig(transform: &[(&str, serde_json::Value)]) -> Rig {
    let mut rig = Rig::new();
    rig.layer("a", None, transform);
    rig
}

/// 0 to 100 in half a second, linear.
fn ramp() -> Rig {
    rig(&[("r", linear(&[(0.0, json!(0)), (0.5, json!(100))]))])
}

#[test]
fn an_oscillation_is_its_formula_from_rest_and_from_full_swing() {
    for (full, wave) in [("off", f64::sin as fn(f64) -> f64), ("on", f64::cos)] {
        let project = put(
            &rig(&[("r", still(10))]),
            "oscillate",
            &[ROTATION],
            &[("amplitude", "80"), ("frequency", "1.5"), ("decay", "2"), ("full_swing", full)],
        );
        let curve = Curve::of(&project, ROTATION);
        for step in 0..40 {
            let t = f64::from(step) * 0.07;
            let truth = 10.0 + 80.0 * wave(TAU * 1.5 * t) / (2.0 * t).exp();
            assert!((curve.one(t) - truth).abs() < 1e-9, "{t}");
        }
        curve.is_clean();
    }
}

#[test]
fn an_oscillation_of_a_point_goes_along_its_direction() {
    let project = put(
        &rig(&[("p", still(json!([100, 50, 0])))]),
        "oscillate",
        &[POSITION],
        &[("direction", "0"), ("decay", "0"), ("amplitude", "20")],
    );
    let place = at(&project, POSITION, 0.25);
    assert!((place[0] - 120.0).abs() < 1e-9 && (place[1] - 50.0).abs() < 1e-9, "{place:?}");
}

#[test]
fn an_overshoot_crosses_its_final_value_settles_there_and_has_no_jump_or_corner() {
    let project = put(&ramp(), "overshoot", &[ROTATION], &[("frequency", "3"), ("decay", "5")]);
    let curve = Curve::of(&project, ROTATION);
    assert!(curve.one(0.5 + 1.0 / 12.0) > 105.0, "goes past");
    assert!(curve.one(0.5 + 3.0 / 12.0) < 100.0, "comes back past");
    assert!((curve.one(6.0) - 100.0).abs() < 1e-6, "settles");
    curve.never_jumps(0.0, 2.0, 201.0);
    let d = 1e-6;
    let speed = (curve.one(0.5 + d) - curve.one(0.5)) / d;
    assert!((speed - 200.0).abs() < 0.1, "leaves the key at the speed it came with: {speed}");
    curve.is_clean();
}

#[test]
fn an_overshoot_before_the_first_key_and_without_keys_is_the_value() {
    let keyed = rig(&[("r", linear(&[(1.0, json!(5)), (2.0, json!(8))]))]);
    assert_eq!(at(&put(&keyed, "overshoot", &[ROTATION], &[]), ROTATION, 0.5), [5.0]);
    assert_eq!(at(&put(&rig(&[("r", still(7))]), "overshoot", &[ROTATION], &[]), ROTATION, 0.5), [7.0]);
}

#[test]
fn an_overshoot_keeps_every_dimension_of_scale_and_position() {
    let keys = linear(&[(0.0, json!([0, 0, 0])), (0.2, json!([100, -50, 0]))]);
    for (key, property) in [("p", POSITION), ("s", SCALE)] {
        let project = put(&rig(&[(key, keys.clone())]), "overshoot", &[property], &[]);
        let past = at(&project, property, 0.2 + 1.0 / 12.0);
        assert!(past[0] > 100.0 && past[1] < -50.0, "{property}: {past:?}");
        assert!((past[0] + 2.0 * past[1]).abs() < 1e-9, "along the way it came: {past:?}");
    }
}

#[test]
fn a_ramp_overshoot_rises_passes_and_settles() {
    let project = put(&rig(&[]), "ramp-overshoot", &[SCALE], &[("duration", "0.2")]);
    let curve = Curve::of(&project, SCALE);
    assert_eq!(curve.all(0.0), [0.0, 0.0]);
    assert!((curve.one(0.1) - 50.0).abs() < 1e-9);
    assert!((curve.one(0.2) - 100.0).abs() < 1e-9);
    let (t, w) = (0.05, TAU * 3.0);
    let truth = 100.0 + 500.0 * (w * t).sin() / (5.0 * t).exp() / w;
    assert!((curve.one(0.25) - truth).abs() < 1e-9);
    assert!((curve.one(6.0) - 100.0).abs() < 1e-6);
    curve.never_jumps(0.0, 1.0, 501.0);
    curve.is_clean();
}

#[test]
fn a_bounce_never_passes_its_key_touches_it_again_and_again_and_rests() {
    let project = put(&ramp(), "bounce", &[ROTATION], &[("elasticity", "70"), ("gravity", "800")]);
    let curve = Curve::of(&project, ROTATION);
    let first = 2.0 * 200.0 * 0.7 / 800.0;
    let mut hits = 0.5;
    for hop in 0..6 {
        let long = first * 0.7_f64.powi(hop);
        let high = 100.0 - (200.0 * 0.7_f64.powi(hop + 1)).powi(2) / 1600.0;
        assert!((curve.one(hits) - 100.0).abs() < 1e-6, "hit {hop}");
        assert!((curve.one(hits + long / 2.0) - high).abs() < 1e-6, "top of hop {hop}");
        hits += long;
    }
    let rest = 0.5 + first / 0.3;
    assert!((curve.one(rest + 0.01) - 100.0).abs() < 1e-9);
    for step in 0..3000 {
        let t = 0.5 + f64::from(step) * 0.001;
        assert!(curve.one(t) <= 100.0 + 1e-9, "{t}");
    }
    curve.never_jumps(0.0, 3.0, 210.0);
    curve.is_clean();
}

#[test]
fn a_bounce_of_a_point_goes_back_along_the_way_it_came() {
    let keys = linear(&[(0.0, json!([0, 0, 0])), (0.2, json!([60, 80, 0]))]);
    let project = put(&rig(&[("p", keys)]), "bounce", &[POSITION], &[]);
    let curve = Curve::of(&project, POSITION);
    for step in 0..100 {
        let place = curve.all(0.2 + f64::from(step) * 0.005);
        assert!((place[0] * 80.0 - place[1] * 60.0).abs() < 1e-6 && place[0] <= 60.0 + 1e-9, "{place:?}");
    }
    curve.is_clean();
}

#[test]
fn a_bounce_is_the_tutorials_loop_as_long_as_that_counts() {
    let tutorial = "e = .7; g = 5000; nMax = 30; n = 0;
if (numKeys > 0){ n = nearestKey(time).index; if (key(n).time > time) n--; }
if (n > 0){
  t = time - key(n).time; v = -velocityAtTime(key(n).time - .001)*e; vl = length(v); vu = (v < 0) ? -1 : 1;
  tCur = 0; segDur = 2*vl/g; tNext = segDur; nb = 1;
  while (tNext < t && nb <= nMax){ vl *= e; segDur *= e; tCur = tNext; tNext += segDur; nb++ }
  if(nb <= nMax){ delta = t - tCur; value + vu*delta*(vl - g*delta/2); }else{ value }
}else value";
    let keys = linear(&[(0.0, json!(0)), (0.1, json!(400)), (1.0, json!(400)), (1.1, json!(0))]);
    let ours = put(&rig(&[("r", keys.clone())]), "bounce", &[ROTATION], &[]);
    let theirs = crate::rig::open(&rig(&[("r", crate::rig::expressed(keys, tutorial))]));
    let (ours, theirs) = (Curve::of(&ours, ROTATION), Curve::of(&theirs, ROTATION));
    for step in 0..900 {
        let t = f64::from(step) * 0.003;
        assert!((ours.one(t) - theirs.one(t)).abs() < 1e-3, "{t}: {} {}", ours.one(t), theirs.one(t));
    }
}

#[test]
fn a_launch_is_a_parabola_that_returns_to_its_ground_and_stops() {
    let project = put(
        &rig(&[("p", still(json!([10, 300, 0])))]),
        "launch",
        &[POSITION],
        &[
            ("angle", "60"),
            ("speed", "1000"),
            ("gravity", "2000"),
            ("elasticity", "50"),
            ("friction", "20"),
            ("delay", "0.5"),
        ],
    );
    let curve = Curve::of(&project, POSITION);
    let (vx, vy) = (500.0, 1000.0 * 60_f64.to_radians().sin());
    assert_eq!(curve.all(0.4), [10.0, 300.0]);
    let t = 0.3;
    let first = [10.0 + vx * t, 300.0 - (vy * t - 1000.0 * t * t)];
    assert!(near(&curve.all(0.8), &first, 1e-9));
    // In the second hop half the height speed and four fifths of the sideways speed are left.
    let hop = vy / 1000.0;
    let t = 0.2;
    let second = [10.0 + vx * hop + vx * 0.8 * t, 300.0 - (vy / 2.0 * t - 1000.0 * t * t)];
    assert!(near(&curve.all(0.5 + hop + t), &second, 1e-6));
    let rest = 10.0 + vx * hop / (1.0 - 0.4);
    assert!(near(&curve.all(9.0), &[rest, 300.0], 1e-9));
    for step in 0..400 {
        assert!(curve.all(f64::from(step) * 0.01)[1] <= 300.0 + 1e-9, "never under the ground");
    }
    curve.never_jumps(0.0, 4.0, 1300.0);
    curve.is_clean();
}

fn near(a: &[f64], b: &[f64], by: f64) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < by)
}

/// Fourth-order Runge and Kutta for x'' = -2zw x' - w² (x - target(t)).
fn ode(w: f64, z: f64, target: &dyn Fn(f64) -> f64, start: f64, end: f64) -> f64 {
    let (mut x, mut v, mut t, h) = (start, 0.0, 0.0, 1e-4);
    let pull = |t: f64, x: f64, v: f64| -2.0 * z * w * v - w * w * (x - target(t));
    while t < end - h / 2.0 {
        // The target steps at multiples of h: inside a step it is that of the middle.
        let m = t + h / 2.0;
        let (k1, l1) = (v, pull(m, x, v));
        let (k2, l2) = (v + h / 2.0 * l1, pull(m, x + h / 2.0 * k1, v + h / 2.0 * l1));
        let (k3, l3) = (v + h / 2.0 * l2, pull(m, x + h / 2.0 * k2, v + h / 2.0 * l2));
        let (k4, l4) = (v + h * l3, pull(m, x + h * k3, v + h * l3));
        x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        v += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
        t += h;
    }
    x
}

#[test]
fn a_spring_is_the_solution_of_its_differential_equation() {
    let keys = keyed(&[
        (0.0, json!(0), LINEAR),
        (0.2, json!(100), HOLD),
        (0.6, json!(-50), HOLD),
        (0.8, json!(30), HOLD),
    ]);
    let target = |t: f64| match t {
        t if t < 0.2 => 0.0,
        t if t < 0.6 => 100.0,
        t if t < 0.8 => -50.0,
        _ => 30.0,
    };
    for (period, bounce) in [(0.5, 30.0), (0.5, 0.0), (1.2, 80.0)] {
        let (p, b) = (f64::to_string(&period), f64::to_string(&bounce));
        let project = put(
            &rig(&[("r", keys.clone())]),
            "spring",
            &[ROTATION],
            &[("period", p.as_str()), ("bounce", b.as_str())],
        );
        let curve = Curve::of(&project, ROTATION);
        for t in [0.1, 0.3, 0.59, 0.7, 1.0, 1.5] {
            let truth = ode(TAU / period, 1.0 - bounce / 100.0, &target, 0.0, t);
            assert!((curve.one(t) - truth).abs() < 1e-5, "{period} {bounce} {t}: {} {truth}", curve.one(t));
        }
        assert!((curve.one(16.0) - 30.0).abs() < 0.1);
        curve.is_clean();
    }
}

#[test]
fn a_spring_without_bounce_does_not_pass_its_target() {
    let keys = keyed(&[(0.0, json!(0), HOLD), (0.2, json!(100), HOLD)]);
    let project = put(&rig(&[("r", keys)]), "spring", &[ROTATION], &[("bounce", "0")]);
    let curve = Curve::of(&project, ROTATION);
    assert!((0..400).all(|step| curve.one(f64::from(step) * 0.01) <= 100.0 + 1e-9));
    assert!(curve.one(2.0) > 99.99);
}
