//! Public bug reports of other players, each with its smallest reproduction and right value.
//!
//! The letters are those of the project's list of cases. Every case is stated here in full, so that the tests stand
//! alone.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween::{Item, Project, Query};
use inbetween_tests::rig::{
    Layer, answers, assert_numbers, composition, expressed, fixed, keyed, keyed_at, open, project, values,
};
use serde_json::json;

const OVERSHOOT: &str = "n = 0; if (numKeys > 0) { n = nearestKey(time).index; if (key(n).time > time) n--; }
if (n > 0) { t = time - key(n).time; amp = velocityAtTime(key(n).time - .001); w = 2 * Math.PI * 2;
value + amp * Math.sin(w * t) / Math.exp(8 * t) / w; } else value";

/// Closed form of that overshoot, `t` seconds after a key that arrives with `speed`.
fn overshoot(speed: f64, t: f64) -> f64 {
    let w = 4.0 * std::f64::consts::PI;
    speed * inbetween_types::math::sin(w * t) / inbetween_types::math::exp(8.0 * t) / w
}

#[test]
fn a1_overshoot_follows_the_incoming_speed() {
    let rotation = keyed(&[(0.0, json!(0)), (0.5, json!(100))], Some(OVERSHOOT));
    let p = project(&[Layer::null(1, "a").property("r", rotation)]);
    let wanted = [100.0 + overshoot(200.0, 0.1), 100.0 + overshoot(200.0, 0.25)];
    assert!((wanted[0] - 106.80).abs() < 0.01, "the published number");
    assert_numbers(&p, r#"layer("a").rotation"#, &[0.6, 0.75], &wanted, 1e-6);
}

#[test]
fn a1_an_eased_or_held_key_does_not_overshoot() {
    let eased = json!({"a": 1, "x": OVERSHOOT, "k": [
        {"t": 0, "s": [0], "o": {"x": [0.333], "y": [0]}, "i": {"x": [0.001], "y": [1]}}, {"t": 15, "s": [100]}]});
    let held = json!({"a": 1, "x": OVERSHOOT, "k": [{"t": 0, "s": [0], "h": 1}, {"t": 15, "s": [100]}]});
    let p =
        project(&[Layer::null(1, "eased").property("r", eased), Layer::null(2, "held").property("r", held)]);
    assert_numbers(&p, r#"layer("eased").rotation"#, &[0.6, 0.75], &[100.0, 100.0], 0.05);
    assert_numbers(&p, r#"layer("held").rotation"#, &[0.6, 0.75], &[100.0, 100.0], 0.0);
}

#[test]
fn a2_velocity_does_not_depend_on_the_frame_rate() {
    for fps in [24.0, 25.0, 30.0, 60.0] {
        let rotation = keyed_at(fps, &[(0.0, json!(0)), (0.5, json!(100))], None);
        let p = open(&composition(fps, &[Layer::null(1, "a").property("r", rotation)]));
        assert_numbers(&p, r#"layer("a").rotation.velocityAtTime(0.25)"#, &[0.0], &[200.0], 1e-9);
    }
}

#[test]
fn a3_one_dimensional_velocity_exists() {
    let bounce = "n = 0; if (numKeys > 0) { n = nearestKey(time).index; if (key(n).time > time) n--; }
t = n == 0 ? 0 : time - key(n).time;
if (n > 0 && t < 1) { v = velocityAtTime(key(n).time - thisComp.frameDuration / 10);
value + v * .06 * Math.sin(2 * t * 2 * Math.PI) / Math.exp(4 * t); } else value";
    let p = project(&[
        Layer::null(1, "a").property("r", keyed(&[(0.0, json!(0)), (0.5, json!(100))], Some(bounce)))
    ]);
    assert_numbers(&p, r#"layer("a").rotation"#, &[0.6, 0.75], &[107.65, 100.0], 0.01);
}

#[test]
fn a4_continue_keeps_the_arriving_slope() {
    let looped = keyed(&[(0.0, json!(0)), (1.0, json!(100))], Some(r#"loopOut("continue")"#));
    let p = project(&[
        Layer::null(1, "a").property("r", looped),
        Layer::null(2, "b").property("r", keyed(&[(0.0, json!(0)), (1.0, json!(100))], None)),
        Layer::null(3, "c")
            .property("r", expressed(json!(0), r#"thisComp.layer("a").rotation.valueAtTime(time + 1)"#)),
    ]);
    assert_numbers(&p, r#"layer("a").rotation"#, &[1.5], &[150.0], 1e-6);
    assert_numbers(&p, r#"layer("b").rotation.velocityAtTime(0.999)"#, &[0.0], &[100.0], 1e-9);
    // A looped property can be sampled from elsewhere.
    assert_numbers(&p, r#"layer("c").rotation"#, &[0.5], &[150.0], 1e-6);
}

#[test]
fn a5_cycle_starts_each_pass_after_its_first_key() {
    let p = project(&[Layer::null(1, "a")
        .property("r", keyed(&[(0.0, json!(0)), (10.0 / 30.0, json!(100))], Some("loopOut()")))]);
    let frames = [10.0, 11.0, 15.0, 21.0].map(|frame: f64| frame / 30.0);
    assert_numbers(&p, r#"layer("a").rotation"#, &frames, &[100.0, 10.0, 50.0, 10.0], 1e-6);
}

#[test]
fn a6_every_loop_type_on_its_own() {
    let after = [
        ("cycle", [25.0, 25.0, 75.0]),
        ("pingpong", [75.0, 25.0, 25.0]),
        ("offset", [125.0, 225.0, 375.0]),
        ("continue", [125.0, 225.0, 375.0]),
    ];
    for (kind, wanted) in after {
        let text = format!("loopOut(\"{kind}\")");
        let keys = keyed(&[(0.0, json!(0)), (1.0, json!(100))], Some(&text));
        let p = project(&[Layer::null(1, "a").property("r", keys)]);
        assert_numbers(&p, r#"layer("a").rotation"#, &[1.25, 2.25, 3.75], &wanted, 1e-6);
    }
    for (kind, wanted) in [("cycle", 75.0), ("pingpong", 25.0), ("offset", -25.0), ("continue", -25.0)] {
        let text = format!("loopIn(\"{kind}\")");
        let keys = keyed(&[(1.0, json!(0)), (2.0, json!(100))], Some(&text));
        let p = project(&[Layer::null(1, "a").property("r", keys)]);
        assert_numbers(&p, r#"layer("a").rotation"#, &[0.75], &[wanted], 1e-6);
    }
    let p = project(&[
        Layer::null(1, "d").property(
            "r",
            keyed(&[(0.0, json!(0)), (1.0, json!(100))], Some(r#"loopOutDuration("cycle", 0.25)"#)),
        ),
        Layer::null(2, "none").property("r", expressed(json!(7), "loopOut()")),
        Layer::null(3, "one").property("r", keyed(&[(1.0, json!(9))], Some("loopOut()"))),
    ]);
    assert_numbers(&p, r#"layer("d").rotation"#, &[1.1], &[85.0], 1e-6);
    assert_numbers(&p, r#"layer("none").rotation"#, &[2.0], &[7.0], 0.0);
    assert_numbers(&p, r#"layer("one").rotation"#, &[2.0], &[9.0], 0.0);
}

#[test]
fn a7_values_are_the_same_in_any_order() {
    let layers = [
        Layer::null(1, "w").property("p", expressed(json!([0, 0, 0]), "wiggle(3, 50)")),
        Layer::null(2, "f").property(
            "p",
            expressed(
                json!([0, 0, 0]),
                r#"thisComp.layer("w").position.valueAtTime(time - .2) + [random(), 0]"#,
            ),
        ),
    ];
    let p = project(&layers);
    let times: Vec<f64> = (0..60).map(|frame| f64::from(frame) / 30.0).collect();
    let forward = values(&p, r#"layer("f").position"#, &times);
    let mut reversed: Vec<f64> = times.clone();
    reversed.reverse();
    let mut backward = values(&p, r#"layer("f").position"#, &reversed);
    backward.reverse();
    assert_eq!(forward, backward);
    let single: Vec<Item> =
        times.iter().flat_map(|&time| values(&p, r#"layer("f").position"#, &[time])).collect();
    assert_eq!(forward, single);
    let threads = p.query(&[Query::new(r#"layer("f").position"#)], &times, 3, &|_, _| true).unwrap();
    let threaded: Vec<Item> = threads.into_iter().flat_map(|s| s.samples).map(|s| s.value).collect();
    assert_eq!(forward, threaded);
}

fn path_layer(expression: Option<&str>) -> Layer {
    let square = json!({"v": [[0, 0], [100, 0], [100, 100], [0, 100]], "i": [[0, 0], [0, 0], [0, 0], [0, 0]],
        "o": [[0, 0], [0, 0], [0, 0], [0, 0]], "c": true});
    let round = json!({"v": [[50, 0], [100, 50], [50, 100], [0, 50]], "i": [[-28, 0], [0, -28], [28, 0], [0, 28]],
        "o": [[28, 0], [0, 28], [-28, 0], [0, -28]], "c": true});
    let mut path = json!({"a": 1, "k": [
        {"t": 0, "s": [square], "o": {"x": 0.167, "y": 0.167}, "i": {"x": 0.833, "y": 0.833}}, {"t": 30, "s": [round]}]});
    if let Some(expression) = expression {
        path.as_object_mut().unwrap().insert("x".to_owned(), json!(expression));
    }
    let group = json!({"ty": "gr", "nm": "g", "it": [{"ty": "sh", "nm": "Path 1", "ks": path},
        {"ty": "tr", "p": fixed(json!([0, 0])), "a": fixed(json!([0, 0])), "s": fixed(json!([100, 100])),
         "r": fixed(json!(0)), "o": fixed(json!(100))}]});
    Layer::null(1, "shape").set("/ty", json!(4)).set("/shapes", json!([group]))
}

#[test]
fn a8_a_path_loops_by_arithmetic_on_time() {
    let p = project(&[path_layer(Some("valueAtTime(time % key(numKeys).time)"))]);
    let whole = r#"var q = layer("shape").content("g").content("Path 1").path;
        [].concat(...q.points(), ...q.inTangents(), ...q.outTangents(), [numLayers])"#;
    let got = values(&p, whole, &[0.25, 2.25]);
    assert_eq!(got[0], got[1]);
    let numbers = got[0].as_numbers().unwrap();
    assert_eq!(numbers.len(), 25);
    assert!((numbers[0] - 12.5).abs() < 1e-9, "a quarter of the way from 0 to 50: {numbers:?}");
}

#[test]
fn a9_a_looped_time_remap_repeats_its_source() {
    let inner = json!({"id": "inner", "nm": "inner", "fr": 30, "layers": [Layer::null(1, "x")
        .property("r", expressed(json!(0), "time * 100")).0]});
    let remap = keyed(&[(0.0, json!(0)), (0.5, json!(0.5))], Some(r#"loopOut("cycle", 0)"#));
    let mut file = composition(
        30.0,
        &[Layer::null(1, "pre")
            .set("/ty", json!(0))
            .set("/refId", json!("inner"))
            .set("/w", json!(100))
            .set("/h", json!(100))
            .set("/tm", remap)],
    );
    file["assets"] = json!([inner]);
    let p = open(&file);
    assert_numbers(&p, r#"layer("pre").timeRemap"#, &[0.25, 1.25], &[0.25, 0.25], 1e-9);
    assert_numbers(&p, r#"layer("pre").sourceTime(1.25)"#, &[0.0], &[0.25], 1e-9);
}

fn wiggle_project() -> Project {
    project(&[
        Layer::null(1, "w").property("p", expressed(json!([100, 200, 0]), "wiggle(1, 5)")),
        Layer::null(2, "still").property("p", expressed(json!([100, 200, 0]), "wiggle(9, 0)")),
        Layer::null(3, "r").property("r", expressed(json!(0), "wiggle(4, 10)")),
    ])
}

#[test]
fn a11_one_octave_of_wiggle_stays_within_its_amplitude_and_rate() {
    let p = wiggle_project();
    let times: Vec<f64> = (0..6000).map(|i| f64::from(i) / 100.0).collect();
    let positions: Vec<Vec<f64>> =
        values(&p, r#"layer("w").position"#, &times).iter().map(|item| item.as_numbers().unwrap()).collect();
    assert!(positions.iter().all(|q| (q[0] - 100.0).abs() <= 5.0 && (q[1] - 200.0).abs() <= 5.0));
    assert!(positions.iter().any(|q| (q[0] - 100.0).abs() > 2.0), "it does move");
    assert!(
        positions.iter().any(|q| (q[0] - 100.0 - (q[1] - 200.0)).abs() > 1.0),
        "dimensions are independent"
    );
    let turns = |values: &[f64]| {
        let steps: Vec<f64> = values.windows(2).map(|w| w[1] - w[0]).collect();
        steps.windows(2).filter(|w| w[0] * w[1] < 0.0).count()
    };
    let x: Vec<f64> = positions.iter().map(|q| q[0]).collect();
    let per_second = turns(&x) as f64 / 60.0;
    assert!((0.4..=2.0).contains(&per_second), "about one change of direction a second, got {per_second}");
    let rotation: Vec<f64> =
        values(&p, r#"layer("r").rotation"#, &times).iter().map(|i| i.as_number().unwrap()).collect();
    let per_second = turns(&rotation) as f64 / 60.0;
    assert!((1.6..=8.0).contains(&per_second), "about four changes of direction a second, got {per_second}");
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    assert!((mean(&x[..2000]) - mean(&x[4000..])).abs() < 2.5, "no drift");
}

#[test]
fn a11_no_amplitude_is_the_value_exactly() {
    let p = wiggle_project();
    assert_numbers(&p, r#"layer("still").position"#, &[0.3, 2.9], &[100.0, 200.0, 100.0, 200.0], 0.0);
}

#[test]
fn a12_the_looping_wiggle_closes() {
    let text = "d = 2; f = 1; a = 50; t = time % d;
        linear(t, 0, d, wiggle(f, a, 1, .5, t), wiggle(f, a, 1, .5, t - d))";
    let p = project(&[Layer::null(1, "a").property("r", expressed(json!(0), text))]);
    let v: Vec<f64> = values(&p, r#"layer("a").rotation"#, &[0.0, 2.0, 2.0 - 1e-4])
        .iter()
        .map(|i| i.as_number().unwrap())
        .collect();
    assert_eq!(v[0], v[1]);
    assert!((v[2] - v[0]).abs() < 1e-2, "{v:?}");
}

#[test]
fn a13_random_is_reproducible_and_differs_between_layers() {
    let layer = |id, name| {
        Layer::null(id, name).property("r", expressed(json!(0), "seedRandom(7, true); random(100)"))
    };
    let p = project(&[layer(1, "a"), layer(2, "b")]);
    let a = values(&p, r#"layer("a").rotation"#, &[0.0, 1.0, 3.0]);
    let b = values(&p, r#"layer("b").rotation"#, &[0.0]);
    assert!(a[0] == a[1] && a[1] == a[2], "timeless");
    assert_ne!(a[0], b[0]);
    let renamed = project(&[layer(2, "other name"), layer(1, "renamed")]);
    assert_eq!(
        values(&renamed, r#"layer("renamed").rotation"#, &[0.0])[0],
        a[0],
        "survives rename and reorder"
    );
}

#[test]
fn a14_speed_times_time_is_not_an_integral() {
    let speed = keyed(&[(0.0, json!(0)), (1.0, json!(360)), (3.0, json!(360)), (4.0, json!(0))], None);
    let integral = r#"s = effect("speed")("Slider"); total = 0;
        for (i = 1; i < s.numKeys; i++) { a = s.key(i); b = s.key(i + 1); if (time <= a.time) break;
        t = Math.min(time, b.time); total += (a.value + s.valueAtTime(t)) / 2 * (t - a.time); } total"#;
    let p = project(&[
        Layer::null(1, "naive")
            .slider("speed", speed.clone())
            .property("r", expressed(json!(0), r#"time * effect("speed")("Slider")"#)),
        Layer::null(2, "right").slider("speed", speed).property("r", expressed(json!(0), integral)),
    ]);
    assert_numbers(&p, r#"layer("naive").rotation"#, &[4.0], &[0.0], 1e-9);
    assert_numbers(&p, r#"layer("right").rotation"#, &[1.0, 3.0, 4.0], &[180.0, 900.0, 1080.0], 1e-6);
}

#[test]
fn a15_another_propertys_value_at_a_time_is_after_its_expression() {
    let p = project(&[
        Layer::null(1, "L1")
            .property("p", expressed(json!([0, 0, 0]), "[50, 150 + 50 * Math.sin(time * Math.PI)]")),
        Layer::null(3, "L3")
            .property("r", expressed(json!(0), r#"thisComp.layer("L1").position.valueAtTime(time - .5)[1]"#)),
    ]);
    assert_numbers(&p, r#"layer("L3").rotation"#, &[1.0], &[200.0], 1e-9);
}

#[test]
fn a16_followers_on_separate_dimensions_cost_linear_time() {
    let mut layers = vec![Layer::null(1, "1").property(
        "p",
        json!({"s": true, "x": keyed(&[(0.0, json!(0)), (1.0, json!(100))], None), "y": fixed(json!(7))}),
    )];
    for id in 2..=50 {
        let follow = "thisComp.layer(index - 1).transform.xPosition.valueAtTime(time - .05)";
        layers.push(
            Layer::null(id, &id.to_string())
                .property("p", json!({"s": true, "x": expressed(json!(0), follow), "y": fixed(json!(7))})),
        );
    }
    let p = project(&layers);
    assert_numbers(&p, r#"layer("3").transform.xPosition"#, &[0.6], &[50.0], 1e-6);
    assert_numbers(&p, r#"layer("3").position"#, &[0.6], &[50.0, 7.0], 1e-6);
    assert_numbers(&p, r#"layer("50").transform.xPosition"#, &[3.0], &[(3.0 - 49.0 * 0.05) * 100.0], 1e-6);
}

#[test]
fn a18_another_composition_is_read_at_the_callers_time_number() {
    let inner = json!({"id": "b", "nm": "B", "fr": 30, "w": 100, "h": 100, "layers": [Layer::null(1, "x")
        .property("r", expressed(json!(0), "time * 10")).0]});
    let mut file = composition(
        30.0,
        &[
            Layer::null(1, "B")
                .set("/ty", json!(0))
                .set("/refId", json!("b"))
                .set("/st", json!(30))
                .set("/w", json!(100))
                .set("/h", json!(100)),
            Layer::null(2, "direct").property("r", expressed(json!(0), r#"comp("B").layer(1).rotation"#)),
            Layer::null(3, "through")
                .property("r", expressed(json!(0), r#"thisComp.layer("B").source.layer(1).rotation"#)),
        ],
    );
    file["assets"] = json!([inner]);
    let p = open(&file);
    assert_numbers(&p, r#"layer("direct").rotation"#, &[3.0], &[30.0], 1e-9);
    assert_numbers(&p, r#"layer("through").rotation"#, &[3.0], &[20.0], 1e-9);
}

#[test]
fn a19_posterize_time_floors() {
    let p =
        project(&[Layer::null(1, "a").property("r", expressed(json!(0), "posterizeTime(3); time * 100"))]);
    assert_numbers(&p, r#"layer("a").rotation"#, &[1.2], &[100.0], 1e-9);
}

#[test]
fn a20_interpolation_clamps_and_mirrors() {
    let p = project(&[Layer::null(1, "a")]);
    assert_numbers(&p, "linear(1.5, 0, 1, 0, 100)", &[0.0], &[100.0], 0.0);
    assert_numbers(&p, "linear(-1, 0, 1, 0, 100)", &[0.0], &[0.0], 0.0);
    assert_numbers(&p, "linear(.25, [0, 0], [4, 8])", &[0.0], &[1.0, 2.0], 0.0);
    assert_numbers(&p, "ease(.5, 0, 1, 0, 100)", &[0.0], &[50.0], 1e-9);
    assert_numbers(&p, "ease(1e-4, 0, 1, 0, 100)", &[0.0], &[0.0], 1e-4);
    assert_numbers(&p, "easeIn(.3, 0, 1, 0, 50) + easeOut(.7, 0, 1, 0, 50)", &[0.0], &[50.0], 1e-9);
    assert_numbers(&p, "isFinite(linear(1, 2, 2, 0, 100)) ? 1 : 0", &[0.0], &[1.0], 0.0);
}

#[test]
fn a21_layer_space_and_back() {
    let p = project(&[Layer::null(1, "a")
        .property("a", fixed(json!([50, 50, 0])))
        .property("p", fixed(json!([400, 300, 0])))
        .property("s", fixed(json!([50, 50, 100])))]);
    assert_numbers(&p, r#"layer("a").fromComp([500, 300])"#, &[0.0], &[250.0, 50.0], 1e-9);
    assert_numbers(&p, r#"layer("a").toComp([50, 50])"#, &[0.0], &[400.0, 300.0], 1e-9);
}

#[test]
fn a22_a_parented_layer_in_the_composition() {
    let p = project(&[
        Layer::null(1, "parent").property("p", fixed(json!([100, 100, 0]))).property("r", fixed(json!(90))),
        Layer::null(2, "child").set("/parent", json!(1)).property("p", fixed(json!([50, 0, 0]))),
    ]);
    assert_numbers(&p, r#"layer("child").toComp(layer("child").anchorPoint)"#, &[0.0], &[100.0, 150.0], 1e-9);
}

#[test]
fn a23_a_counter_has_every_digit() {
    let text = r"'$'+Math.round(linear(time,0,2,0,4503280)).toString().replace(/\B(?=(\d{3})+(?!\d))/g,',')";
    let p = project(&[Layer::text(1, "count", "0", Some(text))]);
    assert_eq!(values(&p, r#"layer("count").text.sourceText.value"#, &[2.0]), [Item::text("$4,503,280")]);
}

#[test]
fn a24_a_counter_passes_its_stored_text() {
    let p = project(&[Layer::text(1, "count", "5", Some("Math.floor(time * 3).toString()"))]);
    let got = values(&p, r#"layer("count").text.sourceText.value"#, &[4.0 / 3.0, 5.0 / 3.0, 2.0]);
    assert_eq!(got, [Item::text("4"), Item::text("5"), Item::text("6")]);
}

#[test]
fn a27_a_missing_layer_fails_only_its_own_property() {
    let p = project(&[
        Layer::null(1, "Foot Roll"),
        Layer::null(2, "a")
            .property("r", expressed(json!(12), r#"thisComp.layer("Foot Rol").effect("x")("Slider") + 1"#)),
        Layer::null(3, "b").property("r", expressed(json!(0), "time * 2")),
    ]);
    let checked = p.check(1, &|_, _| true).unwrap();
    let errors: Vec<_> =
        checked.diagnostics.iter().filter(|d| d.severity == inbetween::Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].code, "expr/unknown-layer");
    assert_eq!(errors[0].location.property.as_deref(), Some(r#"layer("a").rotation"#));
    assert_eq!(errors[0].location.point.map(|p| p.line), Some(1));
    let said = format!("{} {}", errors[0].message, errors[0].help.clone().unwrap_or_default());
    assert!(said.contains("Foot Rol") && said.contains("Foot Roll"), "{said}");
    assert_numbers(&p, r#"layer("a").rotation"#, &[1.0], &[12.0], 0.0);
    assert_numbers(&p, r#"layer("b").rotation"#, &[1.0], &[2.0], 0.0);
}

#[test]
fn a27_localised_parameter_names_find_their_control() {
    let p = project(&[Layer::null(1, "c").slider("numerofoto", fixed(json!(42)))]);
    for name in
        ["Cursore", "Curseur", "Schieberegler", "スライダー", "滑块", "Ползунок", "ADBE Slider Control-0001"]
    {
        assert_numbers(&p, &format!(r#"layer("c").effect("numerofoto")("{name}")"#), &[0.0], &[42.0], 0.0);
    }
    assert_numbers(&p, r#"layer("c").effect(1)(1)"#, &[0.0], &[42.0], 0.0);
}

#[test]
fn queries_on_a_property_see_it_from_inside() {
    let p =
        project(&[Layer::null(1, "a")
            .property("r", keyed(&[(0.0, json!(0)), (1.0, json!(100))], Some("value * 2")))]);
    let inside = Query::new("value + index").on(r#"layer("a").rotation"#);
    assert_eq!(answers(&p, &inside, &[0.5]), [Item::Number(51.0)]);
}

#[test]
fn stored_ids_are_indices_where_they_ascend() {
    let layer = |id, name| Layer::null(id, name).property("r", expressed(json!(0), "index * 10"));
    let gap = project(&[layer(1, "a"), layer(4, "d"), layer(5, "e")]);
    assert_numbers(
        &gap,
        r#"[layer("a").rotation, layer("d").rotation, layer(5).rotation, numLayers]"#,
        &[0.0],
        &[10.0, 40.0, 50.0, 5.0],
        0.0,
    );
    let missing = gap.query(&[Query::new("layer(2).rotation")], &[0.0], 1, &|_, _| true).unwrap();
    assert!(missing[0].samples[0].error.as_ref().unwrap().contains("not in the file"));
    let from_zero = project(&[layer(0, "a"), layer(2, "c")]);
    assert_numbers(&from_zero, r#"[layer("a").rotation, layer("c").rotation]"#, &[0.0], &[10.0, 30.0], 0.0);
    let reordered = project(&[layer(3, "c"), layer(1, "a"), layer(2, "b")]);
    assert_numbers(
        &reordered,
        r#"[layer("c").rotation, layer("a").rotation, layer(3).rotation, numLayers]"#,
        &[0.0],
        &[10.0, 20.0, 30.0, 3.0],
        0.0,
    );
}

#[test]
fn a_path_in_the_web_players_form() {
    let text = "p = layer(1).position; ({v: [[1, 2], value.points()[1]], i: [[1, 2], [9, 9]], o: [[4, 2], [5, 5]], c: true})";
    let p = project(&[path_layer(Some(text))]);
    let q = r#"layer("shape").content("g").content("Path 1").path"#;
    assert_numbers(&p, &format!("{q}.points()[0]"), &[0.0], &[1.0, 2.0], 0.0);
    assert_numbers(&p, &format!("{q}.outTangents()[0]"), &[0.0], &[3.0, 0.0], 0.0);
    assert_numbers(&p, &format!("{q}.points().length"), &[0.0], &[2.0], 0.0);
}
