//! Track mattes and effects that read layers.

use super::{drawn, file, groups, solid};

#[test]
fn the_layer_above_is_the_matte_and_is_not_drawn_itself() {
    let timeline = file(&[solid("m", r#""td":1,"hd":true"#), solid("s", r#""tt":1"#)].join(","), "");
    assert_eq!(groups(&timeline, 0.0), "group \"s\"\n  matte Alpha\n    group \"m\"\n");
}

#[test]
fn any_layer_can_be_the_matte_in_all_four_modes() {
    for (tt, mode) in [(1, "Alpha"), (2, "AlphaInverted"), (3, "Luma"), (4, "LumaInverted")] {
        let user = solid("s", &format!(r#""tt":{tt},"tp":9"#));
        let timeline = file(&[user, solid("x", ""), solid("m", r#""ind":9,"td":1"#)].join(","), "");
        assert_eq!(
            groups(&timeline, 0.0),
            format!("group \"x\"\ngroup \"s\"\n  matte {mode}\n    group \"m\"\n")
        );
    }
}

#[test]
fn a_matte_can_have_a_matte() {
    let layers = [
        solid("a", r#""ind":1,"td":1"#),
        solid("b", r#""ind":2,"td":1,"tt":3,"tp":1"#),
        solid("c", r#""ind":3,"tt":1,"tp":2"#),
    ];
    assert_eq!(
        groups(&file(&layers.join(","), ""), 0.0),
        "group \"c\"\n  matte Alpha\n    group \"b\"\n      matte Luma\n        group \"a\"\n"
    );
}

#[test]
fn a_matte_outside_its_span_is_empty() {
    let matte = solid("m", r#""td":1"#).replace(r#""op":100"#, r#""op":5"#);
    let timeline = file(&[matte, solid("s", r#""tt":2"#)].join(","), "");
    assert_eq!(groups(&timeline, 5.0), "group \"s\"\n  matte AlphaInverted\n");
}

#[test]
fn a_missing_matte_is_named() {
    let timeline = file(&solid("s", r#""tt":1,"tp":4"#), "");
    assert_eq!(drawn(&timeline, 0.0).1, ["draw/no-matte"]);
}

#[test]
fn mattes_that_lead_back_to_themselves_are_named_once() {
    let layers = [
        solid("a", r#""ind":1,"tt":1,"tp":2"#),
        solid("b", r#""ind":2,"td":1,"tt":1,"tp":3"#),
        solid("c", r#""ind":3,"td":1,"tt":1,"tp":2"#),
    ];
    let (dump, findings) = drawn(&file(&layers.join(","), ""), 0.0);
    assert!(dump.contains("group \"a\""));
    assert_eq!(findings, ["draw/matte-cycle"]);
}

#[test]
fn set_matte_carries_the_picture_of_its_layer() {
    let effect = r#""ef":[{"mn":"ADBE Set Matte3","en":1,"ef":[{"ty":10,"mn":"layer","v":{"a":0,"k":5}},{"ty":7,"mn":"use","v":{"a":0,"k":4}}]}]"#;
    let source = solid("m", r#""ind":5,"hd":true,"ks":{"p":{"a":0,"k":[50,50]}}"#);
    let timeline = file(&[source, solid("s", effect)].join(","), "");
    let session = crate::Session::new(timeline.clone());
    let (scene, _) = session.scene(timeline.main().unwrap(), 0.0, &super::SceneOptions::default());
    let crate::scene::Node::Group(group) = &scene.nodes[0] else { panic!() };
    let (name, nodes) = &group.effects[0].layers[0];
    assert_eq!(name, "layer");
    // The source without its transform.
    let crate::scene::Node::Group(input) = &nodes[0] else { panic!() };
    assert_eq!(input.transform, crate::scene::Projection::IDENTITY);
    assert_eq!((input.clip, input.nodes.len()), (Some([0.0, 0.0, 10.0, 10.0]), 1));
}
