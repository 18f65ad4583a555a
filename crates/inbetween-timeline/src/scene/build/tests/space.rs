//! 3D layers and cameras.

use super::{drawn, file, groups, solid};

fn at(name: &str, x: f64, z: f64) -> String {
    solid(name, &format!(r#""ddd":1,"ks":{{"p":{{"a":0,"k":[{x},40,{z}]}},"a":{{"a":0,"k":[5,5,0]}}}}"#))
}

#[test]
fn without_a_camera_a_3d_layer_at_depth_0_shows_as_it_is() {
    let flat = solid("s", r#""ks":{"p":{"a":0,"k":[50,40]},"a":{"a":0,"k":[5,5]}}"#);
    let plane = at("s", 50.0, 0.0);
    assert_eq!(groups(&file(&plane, ""), 0.0), groups(&file(&flat, ""), 0.0));
}

#[test]
fn perspective_divides_by_the_depth() {
    // AE's default camera is 100 · 50/36 from the plane z = 0: at that depth once more, half the size.
    let z = 100.0 * 50.0 / 36.0;
    assert_eq!(groups(&file(&at("s", 50.0, z), ""), 0.0), "group \"s\" @ 0.5 0 0 0.5 47.5 37.5\n");
}

#[test]
fn a_turned_layer_is_a_projection_that_agrees_with_to_comp() {
    let layer =
        solid("s", r#""ddd":1,"ks":{"p":{"a":0,"k":[30,20,10]},"ry":{"a":0,"k":40},"rx":{"a":0,"k":-25}}"#);
    let timeline = file(&layer, "");
    let session = crate::Session::new(timeline.clone());
    let (scene, _) = session.scene(timeline.main().unwrap(), 0.0, &super::SceneOptions::default());
    let crate::scene::Node::Group(group) = &scene.nodes[0] else { panic!() };
    let handle = timeline.layers().next().unwrap().0;
    for point in [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [3.0, 7.0]] {
        let want = session
            .with_runner(|state, runner| state.to_comp(runner, handle, &[point[0], point[1], 0.0], 0.0))
            .unwrap();
        let got = group.transform.apply(point[0], point[1]).unwrap();
        assert!((got.0 - want[0]).abs() < 1e-9 && (got.1 - want[1]).abs() < 1e-9, "{got:?} {want:?}");
    }
}

#[test]
fn what_lies_behind_the_eye_is_not_drawn() {
    assert_eq!(groups(&file(&at("s", 50.0, -500.0), ""), 0.0), "");
}

#[test]
fn far_layers_are_drawn_first_and_2d_layers_split_the_runs() {
    let order = |layers: &[String]| -> String {
        groups(&file(&layers.join(","), ""), 0.0)
            .lines()
            .filter_map(|line| line.split('"').nth(1).map(str::to_owned))
            .collect()
    };
    let (a, b, c) = (at("a", 0.0, 50.0), at("b", 0.0, 0.0), at("c", 0.0, 90.0));
    assert_eq!(order(&[a.clone(), b.clone(), c.clone()]), "cab");
    assert_eq!(order(&[a.clone(), b.clone(), solid("x", ""), c.clone()]), "cxab");
    // Equally far: stacking order.
    assert_eq!(order(&[at("a", 0.0, 0.0), at("b", 9.0, 0.0)]), "ba");
    // A null between does not split.
    assert_eq!(order(&[a, r#"{"ty":3,"ip":0,"op":100}"#.to_owned(), c]), "ca");
}

#[test]
fn a_camera_of_its_own_looks_from_where_it_stands() {
    let camera =
        r#"{"ty":13,"nm":"k","ip":0,"op":100,"pe":{"a":0,"k":100},"ks":{"p":{"a":0,"k":[50,40,-200]}}}"#;
    let timeline = file(&[camera.to_owned(), at("s", 50.0, 0.0)].join(","), "");
    assert_eq!(groups(&timeline, 0.0), "group \"s\" @ 0.5 0 0 0.5 47.5 37.5\n");
}

#[test]
fn three_d_layers_inside_a_collapsed_precomposition_are_seen_by_the_outer_camera() {
    let z = 100.0 * 50.0 / 36.0;
    let inside = format!(r#""assets":[{{"id":"c","layers":[{}]}}]"#, at("in", 50.0, z));
    let outer = r#"{"ty":0,"nm":"p","refId":"c","w":100,"h":80,"ip":0,"op":100,"ct":1}"#;
    let near = at("near", 50.0, 0.0);
    // The inner layer takes part in the depth order of the outer composition.
    assert_eq!(
        groups(&file(&[outer.to_owned(), near].join(","), &inside), 0.0),
        "group \"in\" @ 0.5 0 0 0.5 47.5 37.5\ngroup \"near\" @ 1 0 0 1 45 35\n"
    );
}

#[test]
fn a_layer_scaled_to_nothing_or_seen_edge_on_draws_nothing_and_is_no_fault() {
    let edge = solid("e", r#""ddd":1,"ks":{"p":{"a":0,"k":[50,40,0]},"ry":{"a":0,"k":90}}"#);
    let flat = solid("f", r#""ks":{"s":{"a":0,"k":[0,100]}}"#);
    let (dump, findings) = drawn(&file(&[edge, flat].join(","), ""), 0.0);
    assert_eq!((dump.lines().count(), findings.len()), (1, 0));
}

#[test]
fn lights_are_named_where_they_would_shine() {
    let light = r#"{"ty":14,"nm":"l","ip":0,"op":100,"ks":{"p":{"a":0,"k":[0,0,-50]}}}"#.to_owned();
    assert_eq!(drawn(&file(&[light.clone(), at("s", 0.0, 0.0)].join(","), ""), 0.0).1, ["draw/lights"]);
    assert!(drawn(&file(&[light, solid("s", "")].join(","), ""), 0.0).1.is_empty());
}

#[test]
fn a_wall_behind_a_tilted_floor_is_ordered_by_sides() {
    // A floor that runs away from the camera, and a sign that stands on it near its far end: the sign's middle is
    // farther than the floor's, but it covers the floor.
    let floor = solid(
        "floor",
        r#""ddd":1,"ks":{"p":{"a":0,"k":[50,60,-100]},"a":{"a":0,"k":[5,0,0]},"s":{"a":0,"k":[1000,5000,100]},"rx":{"a":0,"k":90}}"#,
    );
    let sign = solid("sign", r#""ddd":1,"ks":{"p":{"a":0,"k":[50,60,250]},"a":{"a":0,"k":[5,10,0]}}"#);
    let dump = groups(&file(&[floor, sign].join(","), ""), 0.0);
    assert!(dump.find("floor").unwrap() < dump.find("sign").unwrap(), "{dump}");
}
