//! Slider-crank, rolling wheel, squash and stretch, look-at, orbit, parallax.

use crate::rig::{Curve, EASY, Rig, ask, asked, at, keyed, linear, on, put, still};
use serde_json::json;

#[test]
fn the_piston_of_a_slider_crank_stays_level_with_the_hub_and_upright() {
    // The rod to the left and to the right, the pin anywhere on the wheel, the drawing askew.
    for (pin, joint) in [([-60, 10], [-180, 20]), ([30, -52], [170, 0]), ([0, 60], [-200, 5])] {
        let mut rig = Rig::new();
        let turn = linear(&[(0.0, json!(0)), (4.0, json!(720))]);
        rig.layer("frame", None, &[("p", still(json!([320, 180, 0]))), ("s", still(json!([90, 90, 100])))])
            .layer("wheel", Some("frame"), &[("r", turn), ("a", still(json!([7, 9, 0])))])
            .layer("crank", Some("wheel"), &[("p", still(json!([pin[0] + 7, pin[1] + 9, 0])))])
            .layer("piston", Some("crank"), &[("p", still(json!([joint[0], joint[1], 0])))]);
        let both = ["layer(\"crank\").rotation", "layer(\"piston\").rotation"];
        let project = put(&rig, "slider-crank", &both, &[("wheel", "layer(\"wheel\")")]);
        let level = "layer(\"piston\").toWorld([0, 0, 0])[1] - layer(\"wheel\").toWorld([7, 9, 0])[1]";
        let upright = "layer(\"piston\").toWorld([1, 0, 0])[1] - layer(\"piston\").toWorld([0, 0, 0])[1]";
        let away = "layer(\"piston\").toWorld([0, 0, 0])[0] - layer(\"wheel\").toWorld([7, 9, 0])[0]";
        let times: Vec<f64> = (0..40).map(|step| f64::from(step) * 0.1).collect();
        let all = |text: &str| asked(&project, text, &times);
        assert!(all(level).iter().all(|gap| gap[0].abs() < 1e-9), "level");
        assert!(all(upright).iter().all(|gap| gap[0].abs() < 1e-9), "upright");
        assert!(all(away).iter().all(|gap| gap[0] * f64::from(joint[0]) > 0.0), "on its side");
    }
}

#[test]
fn the_slider_crank_is_the_tutorials_where_that_one_works() {
    let crank = "rad2deg=180/Math.PI;\ndeg2rad=Math.PI/180;\n\
                 r=length(thisComp.layer(\"wheel\").anchorPoint,position);\n\
                 l=length(anchorPoint,thisComp.layer(\"piston\").position);\n\
                 -thisComp.layer(\"wheel\").rotation+\
                 Math.asin(r*Math.sin(thisComp.layer(\"wheel\").rotation*deg2rad)/l)*rad2deg";
    let make = |text: Option<&str>| {
        let mut rig = Rig::new();
        let own = text.map_or_else(|| still(0), |text| crate::rig::expressed(still(0), text));
        let turn = linear(&[(0.0, json!(0)), (4.0, json!(360))]);
        rig.layer("wheel", None, &[("r", turn)])
            .layer("crank", Some("wheel"), &[("p", still(json!([60, 0, 0]))), ("r", own)])
            .layer("piston", Some("crank"), &[("p", still(json!([-180, 0, 0])))]);
        rig
    };
    let both = ["layer(\"crank\").rotation", "layer(\"piston\").rotation"];
    let ours = put(&make(None), "slider-crank", &both, &[("wheel", "layer(\"wheel\")")]);
    let theirs = crate::rig::open(&make(Some(crank)));
    for step in 0..40 {
        let t = f64::from(step) * 0.1;
        let (a, b) = (at(&ours, both[0], t)[0], at(&theirs, both[0], t)[0]);
        assert!(((a - b).rem_euclid(360.0) + 1e-9).rem_euclid(360.0) < 1e-6, "{t}: {a} {b}");
    }
}

#[test]
fn the_point_of_a_rolling_wheel_that_touches_the_ground_does_not_slide() {
    let way = keyed(&[
        (0.0, json!([80, 200, 0]), EASY),
        (2.0, json!([500, 200, 0]), EASY),
        (3.0, json!([300, 200, 0]), EASY),
    ]);
    let mut rig = Rig::new();
    rig.layer("car", None, &[("p", way)]).layer("wheel", Some("car"), &[("p", still(json!([40, 30, 0])))]);
    let rotation = "layer(\"wheel\").rotation";
    let project = put(&rig, "rolling-wheel", &[rotation], &[("radius", "35")]);
    let turn = Curve::of(&project, rotation);
    for step in 1..60 {
        let (t, d) = (f64::from(step) * 0.05, 1e-4);
        // The wheel's point that is lowest at t, in the wheel's own space; half a step before and after.
        let down = turn.one(t).to_radians();
        let touch = format!("layer(\"wheel\").toWorld([{}, {}, 0])", 35.0 * down.sin(), 35.0 * down.cos());
        let (a, b) = (ask(&project, &touch, t - d), ask(&project, &touch, t + d));
        assert!((a[0] - b[0]).abs() / (2.0 * d) < 0.5, "slides at {t}: {a:?} {b:?}");
    }
    assert!((turn.one(2.0) - (420.0_f64 / 35.0).to_degrees()).abs() < 1e-9);
    turn.is_clean();
}

#[test]
fn squash_and_stretch_keeps_the_area_and_goes_along_the_movement() {
    let keys = keyed(&[
        (0.0, json!([100, 0, 0]), EASY),
        (0.5, json!([100, 300, 0]), EASY),
        (1.0, json!([500, 200, 0]), EASY),
    ]);
    let mut rig = Rig::new();
    rig.layer("a", None, &[("p", keys), ("s", still(json!([80, 120, 100])))]);
    let scale = "layer(\"a\").scale";
    let project = put(&rig, "squash-stretch", &[scale], &[("amount", "80"), ("limit", "150")]);
    let curve = Curve::of(&project, scale);
    for step in 0..50 {
        let now = curve.all(f64::from(step) * 0.03);
        assert!((now[0] * now[1] - 9600.0).abs() < 1e-6, "{now:?}");
        assert!(now[1] <= 120.0 * 1.5 + 1e-9 && now[0] <= 80.0 * 1.5 + 1e-9, "{now:?}");
    }
    let falling = curve.all(0.25);
    assert!(falling[1] > 130.0 && falling[0] < 75.0, "long while it falls: {falling:?}");
    let rest = curve.all(2.0);
    assert!((rest[0] - 80.0).abs() < 1e-9 && (rest[1] - 120.0).abs() < 1e-9, "{rest:?}");
    curve.is_clean();
}

#[test]
fn a_layer_that_looks_at_another_points_at_it_under_any_parents() {
    for parent in [
        vec![],
        vec![("r", still(70)), ("p", still(json!([100, 100, 0])))],
        vec![("s", still(json!([-100, 100, 100]))), ("r", still(20))],
    ] {
        let mut rig = Rig::new();
        let keys = keyed(&[(0.0, json!([0, 0, 0]), EASY), (2.0, json!([600, 300, 0]), EASY)]);
        rig.layer("bee", None, &[("p", keys)]).layer("head", None, &parent).layer(
            "eye",
            Some("head"),
            &[("p", still(json!([50, 120, 0])))],
        );
        let project = put(
            &rig,
            "look-at",
            &["layer(\"eye\").rotation"],
            &[("target", "layer(\"bee\")"), ("forward", "0")],
        );
        let times: Vec<f64> = (0..20).map(|step| f64::from(step) * 0.1).collect();
        for seen in asked(&project, "layer(\"eye\").fromWorld(layer(\"bee\").toWorld([0, 0, 0]))", &times) {
            assert!(seen[1].abs() < 1e-6 && seen[0] > 0.0, "ahead on its own x axis: {seen:?}");
        }
    }
}

#[test]
fn an_orbit_is_a_circle_around_its_centre() {
    let mut rig = Rig::new();
    rig.layer("sun", None, &[("p", linear(&[(0.0, json!([100, 100, 0])), (4.0, json!([300, 100, 0]))]))])
        .layer("turn", None, &[("r", still(33))])
        .layer("moon", Some("turn"), &[]);
    let position = "layer(\"moon\").position";
    let project =
        put(&rig, "orbit", &[position], &[("center", "layer(\"sun\")"), ("radius", "70"), ("speed", "0.5")]);
    let far = "length(layer(\"moon\").toWorld([0, 0, 0]), layer(\"sun\").toWorld([0, 0, 0]))";
    let times: Vec<f64> = (0..30).map(|step| f64::from(step) * 0.1).collect();
    assert!(asked(&project, far, &times).iter().all(|far| (far[0] - 70.0).abs() < 1e-9));
    // Without a centre it circles its own place; a quarter turn goes from right to down.
    let mut rig = Rig::new();
    rig.layer("moon", None, &[("p", still(json!([50, 60, 0])))]);
    let project = put(&rig, "orbit", &[position], &[("radius", "10"), ("speed", "0.25"), ("flatness", "50")]);
    let down = at(&project, position, 1.0);
    assert!((down[0] - 50.0).abs() < 1e-9 && (down[1] - 65.0).abs() < 1e-9, "{down:?}");
}

#[test]
fn parallax_moves_by_its_share() {
    let mut rig = Rig::new();
    rig.layer("pan", None, &[("p", linear(&[(0.0, json!([10, 20, 0])), (2.0, json!([210, 60, 0]))]))]).layer(
        "hills",
        None,
        &[("p", still(json!([5, 6, 0])))],
    );
    let position = "layer(\"hills\").position";
    let project = put(&rig, "parallax", &[position], &[("leader", "layer(\"pan\")"), ("depth", "25")]);
    assert_eq!(at(&project, position, 1.0), [30.0, 11.0]);
}

#[test]
fn two_presets_on_one_layer_have_controls_of_their_own() {
    let mut rig = Rig::new();
    let keys = linear(&[(0.0, json!(0)), (0.5, json!(100))]);
    let places = linear(&[(0.0, json!([0, 0, 0])), (0.5, json!([100, 0, 0]))]);
    rig.layer("a", None, &[("r", keys), ("p", places)]);
    let once = put(&rig, "overshoot", &["layer(\"a\").rotation"], &[("frequency", "2")]);
    let twice = on(&once, "overshoot", &["layer(\"a\").position"], &[("frequency", "5")]);
    assert_eq!(ask(&twice, "layer(\"a\").effect(\"overshoot frequency\")(\"Slider\")", 0.0), [2.0]);
    assert_eq!(ask(&twice, "layer(\"a\").effect(\"overshoot 2 frequency\")(\"Slider\")", 0.0), [5.0]);
    let (turn, way) =
        (at(&twice, "layer(\"a\").rotation", 0.6)[0], at(&twice, "layer(\"a\").position", 0.6)[0]);
    assert!((turn - at(&once, "layer(\"a\").rotation", 0.6)[0]).abs() < 1e-12 && (turn - way).abs() > 1.0);
}
