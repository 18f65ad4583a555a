//! Public bug reports about text: its layout, its size, its characters, its styles.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use inbetween::doc::Container;
use inbetween::{BakeOptions, Item, Project, RenderOptions};
use inbetween_tests::rig::{Layer, assert_numbers, composition, fixed, open, project, values};
use serde_json::json;

const WIDTH: &str = "layer(\"title\").sourceRectAtTime().width";

/// A text layer of 100 pixels in a bundled face, whose text grows at one second.
fn title(id: i64) -> Layer {
    let document = |text: &str| json!({"f": "NotoSans-Regular", "s": 100, "lh": 120, "t": text, "fc": [0, 0, 0], "j": 0});
    Layer::text(id, "title", "H", None)
        .set("/t/d", json!({"k": [{"t": 0, "s": document("H")}, {"t": 30, "s": document("HHH")}]}))
}

#[test]
fn a17_the_time_asked_for_counts() {
    // Noto Sans: an H is 0.741 em wide, its ink from 0.097 to 0.643.
    let p = project(&[title(1)]);
    let (one, three) = (64.3 - 9.7, 2.0 * 74.1 + 64.3 - 9.7);
    assert_numbers(&p, WIDTH, &[0.0, 2.0], &[one, three], 1e-3);
    let first = "layer(\"title\").sourceRectAtTime(0).width";
    assert_numbers(&p, first, &[0.0, 1.0, 2.0], &[one, one, one], 1e-3);
    assert_eq!(values(&p, "layer(\"title\").text.sourceText.valueAtTime(0)", &[2.0]), [Item::text("H")]);
}

#[test]
fn a25_a_box_sized_by_text_is_the_same_above_and_below_it() {
    let sized = |id: i64| {
        Layer::null(id, "box").property(
            "s",
            json!({"a": 0, "k": [100, 40, 100],
            "x": "[thisComp.layer('title').sourceRectAtTime().width + 25, value[1]]"}),
        )
    };
    let below = project(&[title(1), sized(2)]);
    let above = project(&[sized(1), title(2)]);
    let times = [0.0, 0.9666, 1.0, 1.0334, 3.0];
    let size = "layer(\"box\").scale";
    assert_eq!(values(&below, size, &times), values(&above, size, &times));
    assert_numbers(&above, &format!("{size}[0]"), &[0.0, 1.0], &[54.6 + 25.0, 202.8 + 25.0], 1e-3);
}

#[test]
fn a25_animators_do_not_change_the_size_of_the_text() {
    let moved =
        json!([{"nm": "a", "s": {"t": 0, "s": fixed(json!(0))}, "a": {"p": fixed(json!([500, 0, 0]))}}]);
    let p = project(&[title(1).set("/t/a", moved)]);
    assert_numbers(&p, WIDTH, &[0.0], &[54.6], 1e-3);
    let left = |extents| format!("layer(\"title\").sourceRectAtTime(0, {extents}).left");
    assert_numbers(&p, &left("false"), &[0.0], &[9.7], 1e-3);
    // With extents it is what is drawn.
    assert_numbers(&p, &left("true"), &[0.0], &[509.7], 1e-3);
}

#[test]
fn extents_of_an_expression_selector_that_asks_for_them_end() {
    let own = "thisLayer.sourceRectAtTime(time, true).width";
    let selector = json!({"nm": "a", "s": {"t": 1, "b": 1, "x": own}, "a": {"p": fixed(json!([100, 0, 0]))}});
    let p = project(&[title(1).set("/t/a", json!([selector]))]);
    let width = "layer(\"title\").sourceRectAtTime(0, true).width";
    let got = values(&p, width, &[0.0, 2.0]);
    assert_eq!(got, values(&p, width, &[0.0, 2.0]));
    assert!(got.iter().all(|item| item.as_number().is_some_and(f64::is_finite)), "{got:?}");
}

#[test]
fn baking_names_the_styles_a_file_cannot_carry() {
    let p = project(&[title(1).set("/t/d/x", json!("style.setFontSize(200, 1, 1)"))]);
    let baked = p.bake(&BakeOptions::default(), Container::Json, &|_, _| true).unwrap();
    assert!(baked.diagnostics.iter().any(|d| d.code == "bake/text-style"), "{:?}", baked.diagnostics);
}

/// Findings of the picture at two seconds, as code and message.
fn findings(project: &Project) -> Vec<(&'static str, String)> {
    let (_, found) = project.picture(2.0, &RenderOptions::default()).unwrap();
    found.into_iter().map(|d| (d.code, d.message)).collect()
}

const COUNTER: &str =
    r"'$'+Math.round(linear(time,0,2,0,4503280)).toString().replace(/\B(?=(\d{3})+(?!\d))/g,',')";

#[test]
fn a23_characters_without_embedded_glyphs_are_listed_and_drawn_with_a_font() {
    let glyph = |c: char| json!({"ch": c.to_string(), "size": 40, "style": "Regular", "w": 50, "fFamily": "Sans", "data": {}});
    let mut file = composition(30.0, &[Layer::text(1, "count", "0", Some(COUNTER))]);
    file["chars"] = "0345".chars().map(glyph).collect();
    let found = findings(&open(&file));
    let missing: Vec<_> = found.iter().filter(|(code, _)| *code == "draw/missing-glyph").collect();
    assert_eq!(missing.len(), 1, "{found:?}");
    // $4,503,280 at two seconds: the file has 0, 3, 4 and 5.
    for named in ["$ (U+0024)", ", (U+002C)", "2 (U+0032)", "8 (U+0038)", "NotoSans-Regular"] {
        assert!(missing[0].1.contains(named), "{}", missing[0].1);
    }
    assert!(!missing[0].1.contains("U+0034"), "{}", missing[0].1);
    assert!(found.iter().all(|(code, _)| *code != "draw/no-glyphs"));
}

#[test]
fn a_font_that_is_not_at_hand_is_named_once() {
    let p = project(&[Layer::text(1, "a", "one", None), Layer::text(2, "b", "two", None)]);
    let found = findings(&p);
    assert_eq!(found.iter().filter(|(code, _)| *code == "text/font-substituted").count(), 1, "{found:?}");
    assert!(found[0].1.contains("Sans") && found[0].1.contains("NotoSans-Regular"), "{found:?}");
}

#[test]
fn a_font_in_the_file_is_used_under_the_files_own_name() {
    let bytes =
        std::fs::read(inbetween_tests::root().join("crates/inbetween-text/faces/NotoSans-Bold.ttf")).unwrap();
    let mut file = composition(30.0, &[Layer::text(1, "title", "H", None)]);
    file["fonts"]["list"][0]["fPath"] = json!(format!("data:font/ttf;base64,{}", base64(&bytes)));
    let p = open(&file);
    assert_eq!(findings(&p), []);
    // Noto Sans Bold at 40 pixels: the ink of an H is 0.585 em wide.
    assert_numbers(&p, WIDTH, &[0.0], &[0.585 * 40.0], 0.02);
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let place = (bits >> (18 - 6 * digit)) & 63;
            out.push(if digit > three.len() { '=' } else { char::from(DIGITS[place as usize]) });
        }
    }
    out
}

#[test]
fn styles_of_ranges_reach_the_size_of_the_text() {
    let wide = "text.sourceText.style.setFontSize(200, 1, 1)";
    let layer = title(1);
    let p = project(&[layer.set("/t/d/x", json!(wide))]);
    // At two seconds HHH, the second one twice as large; at zero the range lies beyond the text.
    assert_numbers(&p, WIDTH, &[0.0, 2.0], &[54.6, 202.8 + 74.1], 1e-3);
}

#[test]
fn a_bare_style_keeps_the_text_and_a_style_with_text_brings_it() {
    let other = Layer::text(2, "other", "WWW", None).set("/t/d/k/0/s/s", json!(77));
    let styled = |expression: &str| {
        let p = project(&[title(1).set("/t/d/x", json!(expression)), Layer(other.0.clone())]);
        let style = "layer(\"title\").text.sourceText";
        let text = values(&p, style, &[2.0]).remove(0);
        (text, values(&p, &format!("{style}.style.fontSize"), &[2.0]).remove(0))
    };
    let bare = "thisComp.layer('other').text.sourceText.style";
    assert_eq!(styled(bare), (Item::text("HHH"), Item::Number(77.0)));
    let whole = "s = thisComp.layer('other').text.sourceText; s.style.setText(s)";
    assert_eq!(styled(whole), (Item::text("WWW"), Item::Number(77.0)));
}

#[test]
fn direction_from_an_expression_moves_the_text_left_of_its_anchor() {
    let p = project(&[title(1).set("/t/d/x", json!("style.setDirection('right-to-left')"))]);
    let right = "r = layer(\"title\").sourceRectAtTime(); r.left + r.width";
    // The ink of an H ends 0.098 em before its advance does.
    assert_numbers(&p, right, &[0.0], &[-9.8], 1e-3);
}
