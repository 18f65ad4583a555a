//! Bad input: bounded, named, and the rest drawn.

use super::{drawn, file, solid};

#[test]
fn a_picture_of_too_many_layers_is_cut_and_named_once() {
    // 30 layers that play 30 layers that … six deep: 30⁶ in all.
    let mut assets = vec![format!(r#"{{"id":"c0","layers":[{}]}}"#, solid("s", ""))];
    let layers = |of: usize| {
        let one = format!(r#"{{"ty":0,"refId":"c{of}","w":9,"h":9,"ip":0,"op":100}}"#);
        vec![one; 30].join(",")
    };
    for depth in 1..6 {
        assets.push(format!(r#"{{"id":"c{depth}","layers":[{}]}}"#, layers(depth - 1)));
    }
    let timeline = file(&layers(5), &format!(r#""assets":[{}]"#, assets.join(",")));
    let (dump, findings) = drawn(&timeline, 0.0);
    assert_eq!(findings, ["limit/scene-size"]);
    assert!(dump.lines().count() > 1000);
}

#[test]
fn a_glyph_that_contains_itself_ends_at_the_nesting_limit() {
    let layer = r#"{"ty":5,"nm":"t","ip":0,"op":100,"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":50,"t":"Q"}}]}}}"#;
    let more = format!(
        r#""fonts":{{"list":[{{"fName":"F","fFamily":"F","fStyle":"R"}}]}},"chars":[{{"ch":"Q","fFamily":"F","style":"R","w":40,"t":1,"data":{{"refId":"g"}}}}],"assets":[{{"id":"g","layers":[{layer}]}}]"#
    );
    let (dump, findings) = drawn(&file(layer, &more), 0.0);
    assert_eq!(findings, ["limit/composition-nesting"]);
    assert_eq!(dump.matches("\"t\"").count(), 64);
}

#[test]
fn numbers_that_overflow_are_named_and_the_rest_drawn() {
    let null = |id: u8, parent: &str| {
        format!(r#"{{"ty":3,"ind":{id},"ip":0,"op":9{parent},"ks":{{"s":{{"a":0,"k":[1e300,1e300]}}}}}}"#)
    };
    let layers = [null(1, ""), null(2, r#","parent":1"#), solid("huge", r#""parent":2"#), solid("fine", "")];
    let (dump, findings) = drawn(&file(&layers.join(","), ""), 0.0);
    assert_eq!(findings, ["draw/not-finite"]);
    assert!(dump.contains("fine") && !dump.contains("huge"));
}

#[test]
fn missing_assets_are_named() {
    let (_, findings) = drawn(&file(r#"{"ty":2,"nm":"i","refId":"x","ip":0,"op":100}"#, ""), 0.0);
    assert_eq!(findings, ["draw/missing-asset"]);
}

#[test]
fn mattes_of_mattes_end_at_a_limit() {
    let layers: Vec<String> =
        (1..=100).map(|n| solid("s", &format!(r#""ind":{n},"td":1,"tt":1,"tp":{}"#, n + 1))).collect();
    let first = solid("first", r#""tt":1,"tp":1"#);
    let (_, findings) = drawn(&file(&[vec![first], layers].concat().join(","), ""), 0.0);
    assert_eq!(findings, ["limit/matte-nesting"]);
}

#[test]
fn layers_that_draw_nothing_count_too() {
    // A composition of 3,000 nulls, shown 20³ times: 24 million looks.
    let nulls = vec![r#"{"ty":3,"ip":0,"op":100}"#; 3000].join(",");
    let twenty =
        |of: usize| vec![format!(r#"{{"ty":0,"refId":"c{of}","w":9,"h":9,"ip":0,"op":100}}"#); 20].join(",");
    let assets = format!(
        r#""assets":[{{"id":"c0","layers":[{nulls}]}},{{"id":"c1","layers":[{}]}},{{"id":"c2","layers":[{}]}}]"#,
        twenty(0),
        twenty(1)
    );
    assert_eq!(drawn(&file(&twenty(2), &assets), 0.0).1, ["limit/scene-size"]);
}
