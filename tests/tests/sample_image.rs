//! `sampleImage` of what has to be drawn.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween::{OpenOptions, Project, Value};

/// A 100 × 100 composition; `more` is the sampled layer's, named "it".
fn sampled(it: &str, call: &str) -> Vec<f64> {
    let project = asking(it, call);
    let checked = project.check(1, &|_, _| true).unwrap();
    assert!(checked.diagnostics.iter().all(|d| !d.code.starts_with("expr/")), "{:?}", checked.diagnostics);
    match project.value(r#"layer("asks").effect("C")("Color")"#, 0.0).unwrap() {
        Value::Vector(v) => v.to_vec(),
        other => panic!("{other:?}"),
    }
}

fn asking(it: &str, call: &str) -> Project {
    let text = format!(
        r#"{{"v":"5.9.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[
        {{"ty":3,"nm":"asks","ip":0,"op":60,"ks":{{}},"ef":[{{"ty":5,"nm":"C","mn":"ADBE Color Control","en":1,"np":3,"ef":[
            {{"ty":2,"nm":"Color","mn":"ADBE Color Control-0001","v":{{"a":0,"k":[0,0,0,0],"x":{}}}}}]}}]}},{it}]}}"#,
        serde_json::json!(call)
    );
    Project::open(text.as_bytes(), &OpenOptions::default()).unwrap()
}

#[track_caller]
fn near(got: &[f64], want: [f64; 4]) {
    assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 2e-3), "{got:?} is not {want:?}");
}

const SHAPE: &str = r#"{"ty":4,"nm":"it","ip":0,"op":60,"ks":{"p":{"a":0,"k":[50,50]},"o":{"a":0,"k":20}},"shapes":[
    {"ty":"rc","p":{"a":0,"k":[10,10]},"s":{"a":0,"k":[20,20]},"r":{"a":0,"k":0}},
    {"ty":"fl","c":{"a":0,"k":[1,0.5,0,1]},"o":{"a":0,"k":100}}]}"#;

#[test]
fn sample_image_sees_shapes_in_their_own_space() {
    near(&sampled(SHAPE, r#"thisComp.layer("it").sampleImage([5, 5])"#), [1.0, 0.5, 0.0, 1.0]);
    near(&sampled(SHAPE, r#"thisComp.layer("it").sampleImage([30, 5])"#), [0.0; 4]);
    // Half of the area is outside: colours are weighed by alpha.
    near(&sampled(SHAPE, r#"thisComp.layer("it").sampleImage([19.5, 10.5], [4, 4])"#), [1.0, 0.5, 0.0, 0.5]);
}

#[test]
fn sample_image_sees_masks_and_effects_unless_told_not_to() {
    let solid = r##"{"ty":1,"nm":"it","ip":0,"op":60,"sw":50,"sh":50,"sc":"#00ff00","ks":{},
        "masksProperties":[{"mode":"a","inv":false,"pt":{"a":0,"k":{"c":true,"v":[[0,0],[25,0],[25,50],[0,50]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}},"o":{"a":0,"k":100}}],
        "ef":[{"ty":5,"nm":"i","mn":"ADBE Invert","en":1,"np":2,"ef":[]}]}"##;
    near(&sampled(solid, r#"thisComp.layer("it").sampleImage([10, 10])"#), [1.0, 0.0, 1.0, 1.0]);
    near(&sampled(solid, r#"thisComp.layer("it").sampleImage([40, 10])"#), [0.0; 4]);
    near(
        &sampled(solid, r#"thisComp.layer("it").sampleImage([40, 10], [0.5, 0.5], false)"#),
        [0.0, 1.0, 0.0, 1.0],
    );
}

#[test]
fn sample_image_at_another_time() {
    let moving = SHAPE.replace(
        r#""c":{"a":0,"k":[1,0.5,0,1]}"#,
        r#""c":{"a":1,"k":[{"t":0,"s":[1,0,0,1],"h":1},{"t":15,"s":[0,0,1,1],"h":1}]}"#,
    );
    near(
        &sampled(&moving, r#"thisComp.layer("it").sampleImage([5, 5], [1, 1], true, 0.6)"#),
        [0.0, 0.0, 1.0, 1.0],
    );
}

#[test]
fn too_many_samples_end_by_name() {
    let call =
        r#"var c; for (var i = 0; i < 1000; i++) c = thisComp.layer("it").sampleImage([i % 20, 5]); c"#;
    let project = asking(SHAPE, call);
    let checked = project.check(1, &|_, _| true).unwrap();
    assert!(checked.diagnostics.iter().any(|d| d.code == "limit/samples"), "{:?}", checked.diagnostics);
}
