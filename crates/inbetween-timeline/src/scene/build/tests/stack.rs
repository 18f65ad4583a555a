//! Stacking order, spans, switches, sources, nesting and parents.

use super::{drawn, file, groups, solid};

#[test]
fn layers_are_drawn_from_the_bottom_up() {
    let timeline = file(&[solid("top", ""), solid("bottom", "")].join(","), "");
    assert_eq!(groups(&timeline, 0.0), "group \"bottom\"\ngroup \"top\"\n");
}

#[test]
fn a_solid_is_a_filled_rectangle() {
    let (dump, _) = drawn(&file(&solid("s", ""), ""), 0.0);
    assert_eq!(dump, "scene 100 x 80\n  group \"s\"\n    fill rgba 1 0 0 1 M0 0L10 0L10 10L0 10Z\n");
}

#[test]
fn a_layer_shows_from_its_in_point_until_before_its_out_point() {
    let timeline = file(&solid("s", "").replace(r#""ip":0,"op":100"#, r#""ip":3,"op":5"#), "");
    let shown: Vec<bool> = (2..6).map(|frame| !groups(&timeline, f64::from(frame)).is_empty()).collect();
    assert_eq!(shown, [false, true, true, false]);
}

#[test]
fn hidden_layers_nulls_and_transparent_layers_draw_nothing() {
    let null = r#"{"ty":3,"nm":"n","ip":0,"op":100}"#.to_owned();
    let clear = solid("clear", r#""ks":{"o":{"a":0,"k":0}}"#);
    let timeline = file(&[solid("h", r#""hd":true"#), null, clear].join(","), "");
    assert_eq!(groups(&timeline, 0.0), "");
}

#[test]
fn opacity_and_blend_mode_are_the_groups() {
    let timeline = file(&solid("s", r#""ks":{"o":{"a":0,"k":25}},"bm":16"#), "");
    assert_eq!(groups(&timeline, 0.0), "group \"s\" opacity 0.25 Add\n");
}

#[test]
fn a_child_moves_with_its_parent() {
    let null = r#"{"ty":3,"ind":7,"nm":"n","ip":0,"op":1,"ks":{"p":{"a":0,"k":[5,6]},"s":{"a":0,"k":[200,200]},"o":{"a":0,"k":0}}}"#;
    let child = solid("c", r#""parent":7,"ks":{"p":{"a":0,"k":[1,2]}}"#);
    // The parent's span and opacity do not count.
    let timeline = file(&[null.to_owned(), child].join(","), "");
    assert_eq!(groups(&timeline, 5.0), "group \"c\" @ 2 0 0 2 7 10\n");
}

#[test]
fn an_image_has_its_footages_size() {
    let timeline = file(
        r#"{"ty":2,"nm":"i","refId":"a","ip":0,"op":100}"#,
        r#""assets":[{"id":"a","w":30,"h":20,"p":"a.png","u":""}]"#,
    );
    assert_eq!(groups(&timeline, 0.0), "group \"i\"\n  image Footage(0) 30 x 20\n");
}

fn nested(layer: &str) -> super::Timeline {
    let inside = solid("in", "").replace(r#""ip":0,"op":100"#, r#""ip":2,"op":6"#);
    file(
        &format!(r#"{{"ty":0,"nm":"p","refId":"c","w":40,"h":30,"ip":0,"op":100{layer}}}"#),
        &format!(r#""assets":[{{"id":"c","layers":[{inside}]}}]"#),
    )
}

#[test]
fn a_precomposition_is_clipped_to_its_size() {
    assert_eq!(groups(&nested(""), 2.0), "group \"p\" clip 0 0 40 30\n  group \"in\"\n");
}

/// The frames on which the inner layer (frames 2..6 of its composition) shows.
fn shown(layer: &str) -> Vec<i32> {
    let timeline = nested(layer);
    (0..30).filter(|frame| groups(&timeline, f64::from(*frame)).contains("in")).collect()
}

#[test]
fn a_precompositions_time_starts_at_its_start_time_and_is_stretched() {
    assert_eq!(shown(""), [2, 3, 4, 5]);
    assert_eq!(shown(r#","st":3"#), [5, 6, 7, 8]);
    assert_eq!(shown(r#","sr":2"#), [4, 5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn time_remap_says_the_source_second() {
    assert_eq!(shown(r#","tm":{"a":0,"k":0.3}"#).len(), 30);
    assert_eq!(shown(r#","tm":{"a":0,"k":0.7}"#).len(), 0);
}

#[test]
fn a_collapsed_precomposition_passes_its_layers_through() {
    let placed = r#","ct":1,"ks":{"p":{"a":0,"k":[5,0]}}"#;
    assert_eq!(groups(&nested(placed), 2.0), "group \"in\" @ 1 0 0 1 5 0\n");
}

#[test]
fn a_collapsed_precomposition_with_opacity_is_a_group_without_a_clip() {
    let faded = r#","ct":1,"ks":{"p":{"a":0,"k":[5,0]},"o":{"a":0,"k":50}}"#;
    assert_eq!(groups(&nested(faded), 2.0), "group \"p\" opacity 0.5\n  group \"in\" @ 1 0 0 1 5 0\n");
}

#[test]
fn a_collapsed_precomposition_with_a_mask_is_a_picture() {
    let masked = r#","ct":1,"masksProperties":[{"mode":"a","pt":{"a":0,"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"a":0,"k":100}}]"#;
    assert!(groups(&nested(masked), 2.0).starts_with("group \"p\" clip 0 0 40 30\n  mask Add"));
}

#[test]
fn an_adjustment_layer_says_so() {
    let effect = r#""adj":1,"ef":[{"mn":"ADBE Invert","en":1,"ef":[{"ty":0,"mn":"a","v":{"a":0,"k":3}}]}]"#;
    let timeline = file(&solid("a", effect), "");
    assert_eq!(groups(&timeline, 0.0), "group \"a\" adjustment clip 0 0 10 10\n  effect ADBE Invert a=3\n");
}

#[test]
fn an_adjustment_layer_that_is_no_upright_rectangle_acts_through_its_own_alpha() {
    let effect = r#""adj":1,"ks":{"r":{"a":0,"k":90}},"ef":[{"mn":"ADBE Invert","en":1,"ef":[]}]"#;
    assert_eq!(
        groups(&file(&solid("a", effect), ""), 0.0),
        "group \"a\" adjustment clip 0 0 10 10 @ 0 1 -1 0 0 0\n  effect ADBE Invert \n  matte Alpha\n    group \"a\" @ 0 1 -1 0 0 0\n"
    );
    // Without effects it does nothing.
    assert_eq!(groups(&file(&solid("a", r#""adj":1"#), ""), 0.0), "");
}

#[test]
fn effects_and_styles_have_their_values_at_the_time() {
    let effects = r#""ef":[
        {"mn":"ADBE Fill","en":0,"ef":[]},
        {"mn":"ADBE Slider Control","en":1,"ef":[{"ty":0,"v":{"a":0,"k":1}}]},
        {"mn":"ADBE Gaussian Blur 2","en":1,"ef":[{"ty":0,"mn":"b1","v":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":10,"s":[50]}]}},{"ty":7,"mn":"b2","v":{"a":0,"k":2}}]}],
        "sy":[{"ty":0,"c":{"a":0,"k":[0,1,0,1]},"s":{"a":0,"k":4}},{"ty":0,"hd":true}]"#;
    let timeline = file(&solid("s", effects), "");
    assert_eq!(
        groups(&timeline, 5.0),
        "group \"s\" clip 0 0 10 10\n  effect ADBE Gaussian Blur 2 b1=25 b2=2\n  style frameFX/enabled frameFX/color=0,1,0,1 frameFX/size=4\n"
    );
}

#[test]
fn masks_keep_their_order_mode_and_numbers() {
    let path = |x: u8| {
        format!(
            r#""pt":{{"a":0,"k":{{"c":true,"v":[[{x},0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}}"#
        )
    };
    let masks = format!(
        r#""masksProperties":[{{"mode":"s","inv":true,{},"o":{{"a":0,"k":50}},"x":{{"a":0,"k":-2}},"f":{{"a":0,"k":[3,4]}}}},{{"mode":"n",{},"o":{{"a":0,"k":100}}}},{{"mode":"f",{}}}]"#,
        path(1),
        path(2),
        path(3).replace("true", "false")
    );
    let dump = groups(&file(&solid("s", &masks), ""), 0.0);
    let lines: Vec<&str> = dump.lines().collect();
    assert!(lines[1].starts_with("  mask Subtract inverted opacity 0.5 feather 3 4 expansion -2 M1 0C"));
    assert!(lines[2].starts_with("  mask None opacity 1 feather 0 0 expansion 0 M2 0C"));
    // AE lets an open path mask nothing.
    assert!(lines[3].starts_with("  mask None opacity 1"));
}

/// Adobe's manual, "Render order and collapsing transformations".
#[test]
fn effects_act_before_the_transform_of_a_raster_layer_and_after_that_of_a_vector_layer() {
    let dressed = r#""ks":{"s":{"a":0,"k":[50,50]}},"ef":[{"mn":"ADBE Invert","en":1,"ef":[]}]"#;
    assert_eq!(
        groups(&file(&solid("s", dressed), ""), 0.0),
        "group \"s\" clip 0 0 10 10 @ 0.5 0 0 0.5 0 0\n  effect ADBE Invert \n"
    );
    let shape = format!(
        r#"{{"ty":4,"nm":"v","ip":0,"op":100,"st":0,{dressed},"shapes":[{{"ty":"rc","p":{{"a":0,"k":[0,0]}},"s":{{"a":0,"k":[8,8]}},"r":{{"a":0,"k":0}}}},{{"ty":"fl","c":{{"a":0,"k":[1,0,0,1]}},"o":{{"a":0,"k":100}}}}]}}"#
    );
    let dump = groups(&file(&shape, ""), 0.0);
    assert!(
        dump.starts_with("group \"v\"\n  effect ADBE Invert \n  group \"v\" @ 0.5 0 0 0.5 0 0\n"),
        "{dump}"
    );
}

#[test]
fn styles_act_after_the_transform_of_every_layer() {
    let dressed = r#""ks":{"r":{"a":0,"k":90}},"ef":[{"mn":"ADBE Invert","en":1,"ef":[]}],"sy":[{"ty":0,"s":{"a":0,"k":4}}]"#;
    assert_eq!(
        groups(&file(&solid("s", dressed), ""), 0.0),
        "group \"s\"\n  style frameFX/enabled frameFX/color=1,0,0,1 frameFX/size=4\n  group \"s\" clip 0 0 10 10 @ 0 1 -1 0 0 0\n    effect ADBE Invert \n"
    );
}
