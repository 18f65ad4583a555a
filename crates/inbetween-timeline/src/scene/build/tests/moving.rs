//! Motion blur, and what is shared between frames.

use super::{SceneOptions, file, groups, solid};
use crate::Session;
use crate::scene::Node;
use std::sync::Arc;

const MOVES: &str = r#""mb":true,"ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":100,"s":[100,0]}]}}"#;

#[test]
fn motion_blur_averages_moments_across_the_shutter() {
    let timeline = file(&solid("s", MOVES), r#""mb":{"sa":360,"sp":-180}"#);
    let session = Session::new(timeline.clone());
    let options = SceneOptions { samples: Some(4), ..SceneOptions::default() };
    let (scene, _) = session.scene(timeline.main().unwrap(), 5.0, &options);
    let Node::Group(outer) = &scene.nodes[0] else { panic!() };
    let Node::Samples(samples) = &outer.nodes[0] else { panic!() };
    // The shutter is open from half a frame before to half a frame after: a pixel of way.
    let at: Vec<f64> = samples
        .iter()
        .map(|(weight, nodes)| {
            assert_eq!(*weight, 0.25);
            let Node::Group(group) = &nodes[0] else { panic!() };
            group.transform.0[0][2]
        })
        .collect();
    for (got, want) in at.iter().zip([49.625, 49.875, 50.125, 50.375]) {
        assert!((got - want).abs() < 1e-9, "{at:?}");
    }
}

#[test]
fn the_composition_says_how_many_samples() {
    let count = |more: &str| groups(&file(&solid("s", MOVES), more), 50.0).matches("sample").count();
    assert_eq!(count(r#""mb":{"sa":180,"sp":-90,"spf":6}"#), 6);
    assert_eq!(count(""), 16);
}

#[test]
fn what_does_not_move_is_not_sampled() {
    let still = solid("s", r#""mb":true,"ks":{"p":{"a":0,"k":[3,4]}}"#);
    assert_eq!(groups(&file(&still, ""), 5.0), "group \"s\"\n  group \"s\" @ 1 0 0 1 3 4\n");
}

#[test]
fn a_closed_shutter_and_the_option_switch_blur_off() {
    let plain = "group \"s\" @ 1 0 0 1 50 0\n";
    assert_eq!(groups(&file(&solid("s", MOVES), r#""mb":{"sa":0,"sp":0}"#), 50.0), plain);
    let timeline = file(&solid("s", MOVES), "");
    let session = Session::new(timeline.clone());
    let options = SceneOptions { motion_blur: false, ..SceneOptions::default() };
    let (scene, _) = session.scene(timeline.main().unwrap(), 5.0, &options);
    assert!(!scene.dump().contains("sample"));
}

#[test]
fn the_path_of_what_does_not_change_is_one_allocation() {
    let timeline = file(&solid("s", MOVES), "");
    let session = Session::new(timeline.clone());
    let options = SceneOptions { motion_blur: false, ..SceneOptions::default() };
    let path = |time: f64| {
        let (scene, _) = session.scene(timeline.main().unwrap(), time, &options);
        let Node::Group(group) = &scene.nodes[0] else { panic!() };
        let Node::Fill(fill) = &group.nodes[0] else { panic!() };
        Arc::clone(&fill.path)
    };
    assert!(Arc::ptr_eq(&path(1.0), &path(2.0)));
}

#[test]
fn scenes_do_not_depend_on_order_or_threads() {
    let expression =
        r#""ks":{"p":{"a":0,"k":[0,0],"x":"var $bm_rt; $bm_rt = [time * 10, wiggle(2, 5)[1]];"}}"#;
    let timeline = file(&[solid("a", expression), solid("b", MOVES)].join(","), "");
    let main = timeline.main().unwrap();
    let times: Vec<f64> = (0..12).map(|frame| f64::from(frame) / 10.0).collect();
    let options = SceneOptions::default();
    let run = |threads| timeline.scenes(main, &times, &options, threads, &|_, _| true).unwrap().0;
    let (one, three) = (run(1), run(3));
    assert_eq!(one, three);
    let session = Session::new(timeline.clone());
    for (time, scene) in times.iter().zip(&one).rev() {
        assert_eq!(session.scene(main, *time, &options).0, *scene);
    }
    assert_eq!(timeline.scene_at(main, times[7], &options).0, one[7]);
}

/// A shape layer of two groups: a still rectangle and an ellipse whose size is `size`.
fn shapes(size: &str) -> super::Timeline {
    file(
        &format!(
            r#"{{"ty":4,"nm":"s","ip":0,"op":100,"shapes":[
                {{"ty":"gr","nm":"a","it":[{{"ty":"rc","p":{{"a":0,"k":[0,0]}},"s":{{"a":0,"k":[4,4]}},"r":{{"a":0,"k":0}}}},{{"ty":"fl","c":{{"a":0,"k":[1,0,0,1]}},"o":{{"a":0,"k":100}}}},{{"ty":"st","c":{{"a":0,"k":[0,0,0,1]}},"o":{{"a":0,"k":100}},"w":{{"a":0,"k":1}}}},{{"ty":"tr"}}]}},
                {{"ty":"gr","nm":"b","it":[{{"ty":"el","p":{{"a":0,"k":[0,0]}},"s":{size}}},{{"ty":"fl","c":{{"a":0,"k":[1,0,0,1]}},"o":{{"a":0,"k":100}}}},{{"ty":"tr"}}]}}]}}"#
        ),
        "",
    )
}

fn paths(nodes: &[Node], out: &mut Vec<Arc<kurbo::BezPath>>) {
    for node in nodes {
        match node {
            Node::Group(group) => paths(&group.nodes, out),
            Node::Fill(fill) => out.push(Arc::clone(&fill.path)),
            Node::Stroke(stroke) => out.push(Arc::clone(&stroke.path)),
            _ => {}
        }
    }
}

/// Which of the three paths keep their allocation between two frames.
fn kept(timeline: &super::Timeline) -> Vec<bool> {
    let session = Session::new(timeline.clone());
    let at = |time: f64| {
        let (scene, _) = session.scene(timeline.main().unwrap(), time, &SceneOptions::default());
        let mut out = Vec::new();
        paths(&scene.nodes, &mut out);
        out
    };
    at(1.0).iter().zip(&at(2.0)).map(|(a, b)| Arc::ptr_eq(a, b)).collect()
}

#[test]
fn still_paths_of_a_shape_layer_keep_their_allocation() {
    assert_eq!(kept(&shapes(r#"{"a":0,"k":[5,5]}"#)), [true, true, true]);
    let grows =
        r#"{"a":1,"k":[{"t":0,"s":[0,0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":100,"s":[100,100]}]}"#;
    assert_eq!(kept(&shapes(grows)), [false, true, true]);
}

#[test]
fn a_finding_of_still_content_is_said_in_every_scene() {
    let timeline = file(
        r#"{"ty":5,"nm":"t","ip":0,"op":100,"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":50,"t":"Q"}}]}}}"#,
        "",
    );
    let session = Session::new(timeline.clone());
    for time in [1.0, 2.0] {
        let (_, findings) = session.scene(timeline.main().unwrap(), time, &SceneOptions::default());
        assert_eq!(findings.len(), 1);
    }
}
