use super::*;
use inbetween_types::math::{cos, exp, sin};
use std::f64::consts::TAU;

fn one(tolerance: f64) -> FitOptions {
    FitOptions::new(tolerance, EaseMode::PerComponent)
}

fn run(last: f64, options: &FitOptions, mut f: impl FnMut(f64) -> Vec<f64>) -> Fit {
    let fit = fit(0.0, last, &mut |frame| Vector::from_vec(f(frame)), options);
    check(&fit, last, options, f);
    fit
}

/// What every fit promises.
fn check(fit: &Fit, last: f64, options: &FitOptions, mut f: impl FnMut(f64) -> Vec<f64>) {
    for pair in fit.keys.windows(2) {
        assert!(pair[0].frame < pair[1].frame, "{} {}", pair[0].frame, pair[1].frame);
    }
    for ease in fit.keys.iter().flat_map(|k| &k.ease) {
        assert!((0.0..=1.0).contains(&ease.out[0]) && (0.0..=1.0).contains(&ease.into[0]), "{ease:?}");
    }
    let mut half = 0.0;
    while half <= 2.0 * last {
        let frame = half / 2.0;
        half += 1.0;
        if frame.fract() != 0.0 && fit.held.iter().any(|[a, b]| (*a..*b).contains(&frame)) {
            continue;
        }
        let miss = options.distance(&fit.value(frame), &f(frame));
        assert!(
            miss <= 1.0 + 1e-9,
            "frame {frame}: {miss} tolerances, {:?} {:?}",
            options,
            fit.keys.iter().filter(|k| (k.frame - frame).abs() < 8.0).collect::<Vec<_>>()
        );
    }
}

/// AE's "overshoot": a damped sine after a move, at 60 fps.
fn overshoot(frame: f64) -> f64 {
    let t = frame / 60.0;
    40.0 * sin(TAU * 2.0 * t) / exp(3.0 * t)
}

/// A ball that falls 500 and bounces, at 60 fps.
fn bounce(frame: f64) -> f64 {
    let (mut t, mut flight, mut height) = (frame / 60.0, 0.45, 500.0);
    if t < flight {
        return height * t * t / (flight * flight);
    }
    t -= flight;
    for _ in 0..4 {
        height *= 0.45;
        flight *= 0.45_f64.sqrt();
        if t < 2.0 * flight {
            let x = t / flight - 1.0;
            return 500.0 - height * (1.0 - x * x);
        }
        t -= 2.0 * flight;
    }
    500.0
}

#[test]
fn a_constant_is_one_static_value() {
    let fit = run(500.0, &one(0.1), |_| vec![7.25, -1.0]);
    assert!(fit.is_static());
    assert_eq!(fit.keys[0].value.as_slice(), [7.25, -1.0]);
}

#[test]
fn a_line_is_two_keys_over_any_length() {
    for last in [1.0, 2.0, 37.0, 3000.0] {
        let fit = run(last, &one(0.1), |f| vec![3.0 + 0.7 * f, 100.0 - 2.0 * f]);
        assert_eq!(fit.keys.len(), 2);
        assert!(fit.keys[0].ease.is_empty() && !fit.keys[0].hold);
    }
}

#[test]
fn overshoot_takes_few_keys() {
    let fine = run(120.0, &one(0.1), |f| vec![overshoot(f)]);
    let coarse = run(120.0, &one(1.0), |f| vec![overshoot(f)]);
    assert!(fine.keys.len() <= 6, "{}", fine.keys.len());
    assert!(coarse.keys.len() <= 4, "{}", coarse.keys.len());
}

#[test]
fn bounce_takes_few_keys() {
    let fine = run(120.0, &one(0.1), |f| vec![bounce(f)]);
    let coarse = run(120.0, &one(1.0), |f| vec![bounce(f)]);
    // The fall, two segments for each of four hops (one Bézier cannot leave a value and come back to it), the rest.
    assert!(fine.keys.len() <= 11, "{}", fine.keys.len());
    assert!(coarse.keys.len() <= 10, "{}", coarse.keys.len());
}

#[test]
fn a_plateau_holds() {
    let fit = run(60.0, &one(0.1), |f| vec![if f < 20.0 { 5.0 } else { 5.0 + (f - 20.0) }]);
    assert_eq!(fit.keys.iter().map(|k| k.frame).collect::<Vec<_>>(), [0.0, 20.0, 60.0]);
    assert!(fit.keys[0].hold);
}

#[test]
fn a_saw_jumps_at_its_own_frame_without_rewinding() {
    let period = 12.3456;
    let saw = |f: f64| (f / period).fract() * 360.0;
    let fit = run(60.0, &one(0.1), |f| vec![saw(f)]);
    for n in 1..=4 {
        let seam = period * f64::from(n);
        let key = fit.keys.iter().find(|k| (k.frame - seam).abs() < 2e-6).expect("a key at the seam");
        assert!(key.value[0].abs() < 0.01);
        // Between a hundredth of a frame before the seam and the seam nothing lies in between.
        for k in 1..100 {
            let frame = seam - f64::from(k) * 0.01;
            assert!((fit.value(frame)[0] - saw(frame)).abs() < 0.2);
        }
    }
    // Two keys a period.
    assert!(fit.keys.len() <= 2 * 5, "{}", fit.keys.len());
}

#[test]
fn a_jump_on_a_frame_belongs_to_that_frame() {
    let fit = run(60.0, &one(0.1), |f| vec![if f >= 30.0 { 1.0 } else { 0.0 }]);
    assert_eq!(fit.keys.iter().map(|k| (k.frame, k.value[0])).collect::<Vec<_>>(), [(0.0, 0.0), (30.0, 1.0)]);
    let after = run(60.0, &one(0.1), |f| vec![if f > 30.0 { 1.0 } else { 0.0 }]);
    assert!(after.keys[1].frame > 30.0 && after.keys[1].frame < 30.000_01);
}

#[test]
fn posterised_motion_holds_on_change_only() {
    // 8 steps a second at 30 fps: fractional seams.
    let fit = run(90.0, &one(0.1), |f| vec![sin((f / 30.0 * 8.0).floor() / 8.0 * 2.0) * 100.0]);
    assert_eq!(fit.keys.len(), 24 + usize::from(fit.keys.last().is_some_and(|k| k.frame == 90.0)));
    assert!(fit.keys.iter().all(|k| k.hold || k.frame == 90.0));
    for key in &fit.keys {
        let steps = key.frame / 30.0 * 8.0;
        assert!((steps - steps.round()).abs() < 1e-5, "{}", key.frame);
    }
}

#[test]
fn a_random_signal_holds_every_frame() {
    let random = |f: f64| {
        let bits = inbetween_types::hash::StableHash::default().float(f).finish();
        inbetween_types::hash::unit(bits) * 100.0
    };
    let fit = run(40.0, &one(0.1), |f| vec![random(f)]);
    for frame in 0..=40 {
        let frame = f64::from(frame);
        assert!((fit.value(frame)[0] - random(frame)).abs() < 0.1);
        if frame < 40.0 {
            assert_eq!(fit.value(frame + 0.5), fit.value(frame));
        }
    }
    assert!(fit.keys.iter().all(|k| k.frame.fract() == 0.0));
}

#[test]
fn a_random_stretch_leaves_the_rest_smooth() {
    let fit = run(90.0, &one(0.1), |f| {
        if (30.0..60.0).contains(&f) {
            let bits = inbetween_types::hash::StableHash::default().float(f).finish();
            vec![inbetween_types::hash::unit(bits) * 100.0]
        } else {
            vec![f]
        }
    });
    assert!(fit.keys.len() <= 30 + 5, "{}", fit.keys.len());
    assert_eq!(fit.held.len(), 1);
    assert!((fit.value(75.5)[0] - 75.5).abs() < 0.1);
}

#[test]
fn a_corner_between_frames_is_one_key() {
    let fit = run(60.0, &one(0.05), |f| vec![(f - 25.3).abs() * 10.0]);
    assert_eq!(fit.keys.len(), 3);
    assert!((fit.keys[1].frame - 25.3).abs() < 1e-3);
}

#[test]
fn forced_breaks_are_keys() {
    let options = FitOptions { breaks: vec![10.0, 22.25, 999.0], ..one(0.1) };
    let fit = run(60.0, &options, |f| vec![f * 2.0]);
    let frames: Vec<f64> = fit.keys.iter().map(|k| k.frame).collect();
    assert_eq!(frames, [0.0, 10.0, 22.25, 60.0]);
}

#[test]
fn components_have_their_own_eases() {
    let smooth = |x: f64| x * x * (3.0 - 2.0 * x);
    let fit = run(50.0, &one(0.05), |f| vec![100.0 * smooth(f / 50.0), 50.0 * (f / 50.0), 8.0]);
    assert_eq!(fit.keys.len(), 2);
    assert_eq!(fit.keys[0].ease.len(), 3);
    assert!(fit.keys[0].ease[1].is_linear() && fit.keys[0].ease[2].is_linear());
}

#[test]
fn a_shared_ease_moves_all_components() {
    let smooth = |x: f64| x * x * (3.0 - 2.0 * x);
    let options = FitOptions::new(0.05, EaseMode::Shared);
    let fit = run(50.0, &options, |f| (0..40).map(|i| f64::from(i - 20) * 3.0 * smooth(f / 50.0)).collect());
    assert_eq!(fit.keys.len(), 2);
    assert_eq!(fit.keys[0].ease.len(), 1);
}

#[test]
fn a_circle_needs_few_spatial_keys_and_many_straight_ones() {
    let circle = |f: f64| vec![500.0 + 200.0 * cos(TAU * f / 120.0), 300.0 + 200.0 * sin(TAU * f / 120.0)];
    let curved = run(120.0, &FitOptions::new(0.1, EaseMode::Spatial), circle);
    let straight = run(120.0, &FitOptions::new(0.1, EaseMode::Shared), circle);
    assert!(curved.keys.len() <= 5, "{}", curved.keys.len());
    assert!(straight.keys.len() > 3 * curved.keys.len());
}

#[test]
fn a_straight_spatial_move_has_no_tangents() {
    let smooth = |x: f64| x * x * (3.0 - 2.0 * x);
    let options = FitOptions::new(0.1, EaseMode::Spatial);
    let fit = run(60.0, &options, |f| vec![600.0 * smooth(f / 60.0), 100.0 + 200.0 * smooth(f / 60.0), 0.0]);
    assert_eq!(fit.keys.len(), 2);
    assert!(fit.keys[0].out_tangent.is_empty());
}

#[test]
fn odd_input_is_survived() {
    assert!(run(0.0, &one(0.1), |_| vec![3.0]).is_static());
    let fit = fit(10.0, 5.0, &mut |_| Vector::from_slice(&[1.0]), &one(0.1));
    assert_eq!(fit.keys.len(), 1);
    let fit = super::fit(
        0.0,
        20.0,
        &mut |f| Vector::from_slice(&[if f > 7.0 { f64::NAN } else { 2.0 }]),
        &one(0.0),
    );
    assert!(fit.is_static());
    let none = super::fit(0.0, 20.0, &mut |_| Vector::new(), &one(0.1));
    assert!(none.is_static());
}

#[test]
fn any_mix_of_motion_keeps_the_promise() {
    use inbetween_types::hash::{StableHash, unit};
    for seed in 0..18_u64 {
        let u = |k: u64| unit(StableHash::default().number(seed).number(k).finish());
        let (f1, f2, p1, p2) = (0.2 + 2.0 * u(1), 0.5 + 4.0 * u(2), TAU * u(3), TAU * u(4));
        let (jump, corner) = (30.0 * u(5) + 5.0, 30.0 * u(6) + 10.0);
        let signal = |f: f64| {
            let t = f / 30.0;
            let a = 100.0 * sin(f1 * TAU * t + p1) + 20.0 * cos(f2 * TAU * t + p2);
            let b = if f >= jump { 40.0 + 3.0 * t } else { -10.0 } + 2.0 * (f - corner).abs();
            vec![a, b]
        };
        let mode = [EaseMode::PerComponent, EaseMode::Shared, EaseMode::Spatial][(seed % 3) as usize];
        let fit = run(60.0, &FitOptions::new(0.1 + u(7), mode), signal);
        assert!(fit.keys.iter().any(|k| (k.frame - jump).abs() < 2e-6), "{seed}: {jump}");
    }
}

#[test]
fn a_wandering_point_takes_a_key_per_turn() {
    // Two turns a second over two seconds: ten keys or so, where straight moves need three times as many.
    let wander = |f: f64| -> Vec<f64> {
        (0..2).map(|d| inbetween_expr::builtins::wiggle_offset(3, d, 2.0, 30.0, 1.0, 0.5, f / 60.0)).collect()
    };
    let curved = run(120.0, &FitOptions::new(0.1, EaseMode::Spatial), wander);
    let parts = run(120.0, &one(0.1), wander);
    assert!(curved.keys.len() <= 12, "{}", curved.keys.len());
    assert!(parts.keys.len() <= 8, "{}", parts.keys.len());
}
