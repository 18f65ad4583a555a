//! The functions that After Effects does not have, `inbetween.*`.

use crate::rig::{HOLD, Rig, at, expressed, keyed, linear, open, script, still};
use serde_json::json;

fn integrated(slider: serde_json::Value, text: &str, time: f64) -> f64 {
    let mut rig = Rig::new();
    rig.layer("a", None, &[("r", expressed(still(0), text))]).slider("speed", &slider);
    at(&open(&rig), "layer(\"a\").rotation", time)[0]
}

const SPEED: &str = r#"inbetween.integrate(effect("speed")("Slider"))"#;

#[test]
fn integrate_is_the_area_of_hold_and_linear_keys() {
    let keys = [
        (0.0, json!(0), [0.0, 0.0, 1.0, 1.0]),
        (1.0, json!(360), HOLD),
        (2.0, json!(100), [0.0, 0.0, 1.0, 1.0]),
        (4.0, json!(-100), [0.0, 0.0, 1.0, 1.0]),
    ];
    for (time, area) in
        [(-1.0, 0.0), (0.5, 45.0), (1.0, 180.0), (1.5, 360.0), (2.0, 540.0), (3.0, 590.0), (5.0, 440.0)]
    {
        let got = integrated(keyed(&keys), SPEED, time);
        assert!((got - area).abs() < 1e-9, "{time}: {got} {area}");
    }
}

#[test]
fn integrate_of_an_eased_key_is_the_sum_of_many_rectangles() {
    let ease = [0.7, 0.0, 0.2, 1.3];
    let keys = keyed(&[(0.0, json!(0), ease), (2.0, json!(100), ease)]);
    let mut rig = Rig::new();
    rig.layer("a", None, &[("r", keys.clone())]);
    let (project, steps) = (open(&rig), 20_000);
    let session = inbetween::timeline::Session::new(project.timeline().clone());
    let rotation = project.property("layer(\"a\").rotation", None).unwrap();
    let mut sum = 0.0;
    for step in 0..steps {
        let time = (f64::from(step) + 0.5) / f64::from(steps) * 2.0;
        sum += session.evaluate(rotation, time).components()[0] * 2.0 / f64::from(steps);
    }
    let got = integrated(keys, SPEED, 2.0);
    assert!((got - sum).abs() < 1e-5, "{got} {sum}");
}

#[test]
fn integrate_takes_limits_vectors_and_turns_round() {
    let speed = linear(&[(0.0, json!(10)), (10.0, json!(10))]);
    let text = r#"inbetween.integrate(effect("speed")("Slider"), 3, 1)"#;
    assert!((integrated(speed.clone(), text, 7.0) + 20.0).abs() < 1e-12);
    let text = "inbetween.integrate(thisLayer.position, 0, 2)[1]";
    assert_eq!(integrated(speed, text, 7.0), 0.0);
}

#[test]
fn integrate_of_a_text_is_a_finding_not_a_number() {
    let mut rig = Rig::new();
    rig.layer("a", None, &[("r", expressed(still(7), "inbetween.integrate(3, 0, 1)"))]);
    let checked = open(&rig).check(1, &|_, _| true).unwrap();
    assert!(checked.diagnostics.iter().any(|d| d.code == "expr/bad-argument"), "{:?}", checked.diagnostics);
}

#[test]
fn loop_noise_repeats_is_smooth_and_stays_within_one() {
    let mut rig = Rig::new();
    rig.layer("a", None, &[("r", expressed(still(0), "inbetween.loopNoise(time * 3, 12, 5)"))]);
    let project = open(&rig);
    let at = |time: f64| at(&project, "layer(\"a\").rotation", time)[0];
    let mut largest = 0.0_f64;
    for step in 0..400 {
        let time = f64::from(step) * 0.01;
        assert!((at(time) - at(time + 4.0)).abs() < 1e-12, "{time}");
        assert!((at(time) - at(time + 0.0001)).abs() < 0.002, "{time}");
        largest = largest.max(at(time).abs());
    }
    assert!(largest > 0.2 && largest <= 1.0, "{largest}");
}

#[test]
fn both_tiers_give_the_same_and_check_says_that_after_effects_has_none_of_it() {
    let mut rig = Rig::new();
    rig.layer("a", None, &[("r", expressed(still(0), SPEED))]).slider("speed", &still(90));
    let project = open(&rig);
    let rotation = project.property("layer(\"a\").rotation", None).unwrap();
    let tier = project.timeline().expression_tier(rotation);
    assert!(matches!(tier, Some(inbetween_expr::tier::Tier::Numeric(_))), "{tier:?}");
    let slow = script(&project);
    assert_eq!(at(&project, "layer(\"a\").rotation", 2.0), [180.0]);
    assert_eq!(at(&slow, "layer(\"a\").rotation", 2.0), [180.0]);
    assert!(project.diagnostics().iter().any(|d| d.code == "expression/not-after-effects"));
}

#[test]
fn subdivide_of_points_is_one_step_of_the_square() {
    let read = |text: &str| {
        let mut rig = Rig::new();
        rig.layer("a", None, &[("p", expressed(still([0, 0]), text))]);
        at(&open(&rig), "layer(\"a\").position", 0.0)
    };
    let square = "[[1,1],[1,-1],[-1,-1],[-1,1]]";
    assert_eq!(read(&format!("inbetween.subdivide({square})[0]")), [0.75, 0.75]);
    assert_eq!(read(&format!("inbetween.subdivide({square}, [1,1,2])[1]")), [1.0, -0.25]);
}

#[test]
fn subdivide_with_weights_that_are_none_is_a_finding() {
    for weights in ["[0,0]", "[1,-2,1]", "[]", "'a'"] {
        let text = format!("inbetween.subdivide([[1,1],[2,2]], {weights})[0]");
        let mut rig = Rig::new();
        rig.layer("a", None, &[("p", expressed(still([0, 0]), &text))]);
        let checked = open(&rig).check(1, &|_, _| true).unwrap();
        assert!(checked.diagnostics.iter().any(|d| d.code == "expr/bad-argument"), "{weights}");
    }
}
