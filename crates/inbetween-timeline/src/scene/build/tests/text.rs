//! Text with embedded glyphs.

use super::{Timeline, drawn, file, groups};

/// Glyphs A (60 wide) and B (50 wide), squares of 10 units.
fn text(document: &str, more: &str) -> Timeline {
    let glyph = |c: &str, width: u8| {
        format!(
            r#"{{"ch":"{c}","size":100,"style":"Regular","w":{width},"fFamily":"Face","data":{{"shapes":[{{"ty":"gr","it":[{{"ty":"sh","ks":{{"a":0,"k":{{"c":true,"v":[[0,-10],[10,-10],[10,0],[0,0]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}}}}]}}]}}}}"#
        )
    };
    let layer = format!(
        r#"{{"ty":5,"nm":"t","ip":0,"op":100,"t":{{"d":{{"k":[{{"t":0,"s":{{"f":"Face-Regular","s":50,"lh":60,"fc":[1,0,0]{document}}}}}]}}{more}}}}}"#
    );
    let fonts =
        r#""fonts":{"list":[{"fName":"Face-Regular","fFamily":"Face","fStyle":"Regular","ascent":75}]}"#;
    let chars = format!(r#"{fonts},"chars":[{},{}]"#, glyph("A", 60), glyph("B", 50));
    file(&layer, &chars)
}

/// Pen places of the characters drawn.
fn pens(timeline: &Timeline) -> Vec<String> {
    let (dump, findings) = drawn(timeline, 0.0);
    assert!(findings.is_empty(), "{findings:?}");
    dump.lines()
        .filter(|line| line.trim_start().starts_with("fill"))
        .map(|line| line.split("@ 1 0 0 1 ").nth(1).unwrap_or("0 0").to_owned())
        .collect()
}

#[test]
fn point_text_advances_by_glyph_tracking_and_leading() {
    assert_eq!(pens(&text(r#","t":"AB","tr":100"#, "")), ["0 0", "35 0"]);
    assert_eq!(pens(&text(r#","t":"A\rB""#, "")), ["0 0", "0 60"]);
    assert_eq!(pens(&text(r#","t":"ab","ca":1,"ls":7"#, "")), ["0 -7", "30 -7"]);
}

#[test]
fn glyphs_are_scaled_to_the_font_size() {
    let (dump, _) = drawn(&text(r#","t":"A""#, ""), 0.0);
    assert!(dump.contains("fill rgba 1 0 0 1 M0 -5C"), "{dump}");
}

#[test]
fn justification_places_lines() {
    assert_eq!(pens(&text(r#","t":"AB","j":1"#, "")), ["-55 0", "-25 0"]);
    assert_eq!(pens(&text(r#","t":"AB","j":2"#, "")), ["-27.5 0", "2.5 0"]);
    // Box text, last line full: the gap of the space takes the room of 100 - (30 + 12.5 + 25).
    assert_eq!(pens(&text(r#","t":"A B","j":6,"sz":[100,90],"ps":[-10,5]"#, "")), ["-10 42.5", "65 42.5"]);
}

#[test]
fn fill_and_stroke_come_in_the_styles_order() {
    let kinds = |document: &str| -> Vec<String> {
        drawn(&text(document, ""), 0.0)
            .0
            .lines()
            .skip(2)
            .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
            .collect()
    };
    assert_eq!(kinds(r#","t":"A","sc":[0,0,1],"sw":2"#), ["stroke", "fill"]);
    assert_eq!(kinds(r#","t":"A","sc":[0,0,1],"sw":2,"of":true"#), ["fill", "stroke"]);
}

#[test]
fn a_font_without_glyphs_is_named_once() {
    let timeline = text(r#","t":"xyz""#, "").document().as_ref().clone();
    let timeline = Timeline::compile(
        std::sync::Arc::new(inbetween_doc::Document { glyphs: Vec::new(), ..timeline }),
        &crate::CompileOptions::default(),
    );
    let (dump, findings) = drawn(&timeline, 0.0);
    assert_eq!(findings, ["draw/no-glyphs"]);
    assert!(!dump.contains("fill"));
}

#[test]
fn animators_move_characters() {
    let animated = r#","a":[{"nm":"x","a":{"p":{"a":0,"k":[5,7,0]}},"s":{"t":0,"r":2,"s":{"a":0,"k":1}}}]"#;
    assert_eq!(pens(&text(r#","t":"AB""#, animated)), ["0 0", "35 7"]);
}

#[test]
fn a_faded_character_is_one_picture_and_an_unseen_one_none() {
    let faded = |opacity: u8| {
        let animated = format!(r#","a":[{{"a":{{"o":{{"a":0,"k":{opacity}}}}}}}]"#);
        drawn(&text(r#","t":"A","sc":[0,0,1],"sw":2"#, &animated), 0.0).0
    };
    assert!(faded(50).contains("group \"A\" opacity 0.5"), "{}", faded(50));
    assert!(!faded(0).contains("fill"));
}

#[test]
fn a_blurred_character_has_an_effect_of_its_own() {
    let animated = r#","a":[{"a":{"bl":{"a":0,"k":[20,20]}}}]"#;
    let (dump, findings) = drawn(&text(r#","t":"A""#, animated), 0.0);
    assert!(dump.contains("ADBE Gaussian Blur 2"), "{dump}");
    assert!(findings.is_empty());
}

#[test]
fn fills_may_lie_over_all_strokes() {
    let kinds = |more: &str| -> Vec<String> {
        let document = r#","t":"AB","sc":[0,0,1],"sw":2"#;
        let (dump, _) = drawn(&text(document, more), 0.0);
        let kind = |line: &str| line.trim_start().split(' ').next().unwrap_or("").to_owned();
        dump.lines().map(kind).filter(|kind| kind == "fill" || kind == "stroke").collect()
    };
    assert_eq!(kinds(""), ["stroke", "fill", "stroke", "fill"]);
    assert_eq!(kinds(r#","m":{"fs":2}"#), ["stroke", "stroke", "fill", "fill"]);
    assert_eq!(kinds(r#","m":{"fs":3}"#), ["fill", "fill", "stroke", "stroke"]);
}

#[test]
fn characters_that_leave_the_plane_are_ordered_by_depth() {
    // The first character 40 behind the plane, the second 40 before it: reading order; turned round, the reverse.
    let order = |sign: i8| -> Vec<String> {
        let animated = format!(
            r#","a":[{{"s":{{"t":1,"b":1,"x":"textIndex == 1 ? 100 : -100"}},"a":{{"p":{{"a":0,"k":[0,0,{}]}}}}}}]"#,
            40 * i16::from(sign)
        );
        let timeline = text(r#","t":"AB""#, &animated);
        let mut document = timeline.document().as_ref().clone();
        document.compositions[0].layers[0].three_d = true;
        let timeline = Timeline::compile(std::sync::Arc::new(document), &crate::CompileOptions::default());
        let (dump, findings) = drawn(&timeline, 0.0);
        assert!(findings.is_empty(), "{findings:?}");
        dump.lines()
            .filter_map(|line| line.trim_start().strip_prefix("group \""))
            .map(|l| l[..1].to_owned())
            .collect()
    };
    assert_eq!(order(1), ["t", "A", "t", "B"]);
    assert_eq!(order(-1), ["t", "B", "t", "A"]);
}

#[test]
fn a_glyph_can_be_a_composition() {
    let layer = r#"{"ty":5,"nm":"t","ip":0,"op":100,"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":50,"t":"Q"}}]}}}"#;
    let more = format!(
        r#""fonts":{{"list":[{{"fName":"F","fFamily":"F","fStyle":"R"}}]}},"chars":[{{"ch":"Q","fFamily":"F","style":"R","w":40,"t":1,"data":{{"refId":"g"}}}}],"assets":[{{"id":"g","layers":[{}]}}]"#,
        super::solid("in", "")
    );
    assert_eq!(
        groups(&file(layer, &more), 0.0),
        "group \"t\"\n  group \"Q\" @ 0.5 0 0 0.5 0 0\n    group \"in\"\n"
    );
}
