#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::bake::{Bake, BakeOptions, FrameSpan, TextForm, bake};
use crate::scene::{Node, Projection, SceneOptions};
use crate::text::animate::tests::timeline;
use crate::{CompileOptions, LayerRef, Session, TextState, Timeline};
use inbetween_doc::{Changes, Container, ImportOptions, export, import};
use kurbo::Shape;
use std::sync::Arc;

/// Characters that drop in one after the other, past their place and back.
const DROP: &str = "t = time - (textIndex - 1) * 0.1; t < 0.1 ? linear(t, 0, 0.1, 100, 0) : -300 * Math.sin(12 * (t - 0.1)) / Math.exp(5 * (t - 0.1)) / 12 * 8";

fn animator(expression: &str, values: &str) -> String {
    format!(r#"{{"nm":"drop","s":{{"t":1,"b":1,"x":{expression:?}}},"a":{{{values}}}}}"#)
}

fn baked(timeline: &Timeline, form: TextForm) -> (Bake, Timeline) {
    let options = BakeOptions {
        text: Some(form),
        frames: Some(FrameSpan { first: 0.0, last: 60.0 }),
        ..BakeOptions::default()
    };
    let made = bake(timeline, &options, &|_, _| true).unwrap();
    let mut changes = Changes::new();
    for property in made.properties.clone() {
        changes.replace_property(property);
    }
    for (span, text) in made.replaced.clone() {
        changes.replace(span, text);
    }
    let bytes = export(timeline.document(), &changes, Container::Json).unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(!text.contains("textIndex"), "{text}");
    let imported = import(&bytes, &ImportOptions::default()).unwrap();
    assert!(imported.diagnostics.is_empty(), "{:?}", imported.diagnostics);
    (made, Timeline::compile(Arc::new(imported.document), &CompileOptions::default()))
}

fn state(session: &Session, frame: f64) -> TextState {
    session.text_state(LayerRef(0), frame / 30.0).unwrap()
}

/// Corners, opacity and colour of every fill, bottom first.
fn fills(session: &Session, frame: f64) -> Vec<Vec<f64>> {
    fn walk(nodes: &[Node], outer: &Projection, veil: f64, out: &mut Vec<Vec<f64>>) {
        for node in nodes {
            match node {
                Node::Group(group) => {
                    let inner = outer.after(&group.transform);
                    walk(&group.nodes, &inner, veil * f64::from(group.opacity), out);
                }
                Node::Fill(fill) => {
                    let all = outer.after(&fill.transform);
                    let r = fill.path.bounding_box();
                    let corners = [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)];
                    let mut row: Vec<f64> = corners
                        .iter()
                        .flat_map(|(x, y)| all.apply(*x, *y).map_or([f64::NAN; 2], |(x, y)| [x, y]))
                        .collect();
                    row.push(100.0 * veil * f64::from(fill.opacity));
                    if row[8] > 0.05 {
                        out.push(row);
                    }
                }
                _ => {}
            }
        }
    }
    let main = session.timeline().main().unwrap();
    let scene = session.scene(main, frame / 30.0, &SceneOptions::default()).0;
    let mut out = Vec::new();
    walk(&scene.nodes, &Projection::IDENTITY, 1.0, &mut out);
    out
}

fn same_pictures(timeline: &Timeline, after: &Timeline, within: f64) {
    let (one, two) = (Session::new(timeline.clone()), Session::new(after.clone()));
    for half in 0..=120 {
        let frame = f64::from(half) / 2.0;
        let (want, got) = (fills(&one, frame), fills(&two, frame));
        assert_eq!(want.len(), got.len(), "frame {frame}: {want:?} {got:?}");
        for (want, got) in want.iter().zip(&got) {
            for (w, g) in want.iter().zip(got) {
                assert!((w - g).abs() <= within, "frame {frame}: {want:?} {got:?}");
            }
        }
    }
}

#[test]
fn range_selectors_with_keyed_amounts_move_the_same() {
    let values = r#""p":{"a":0,"k":[10,-80,0]},"r":{"a":0,"k":90},"o":{"a":0,"k":0}"#;
    let original = timeline("AB CD", &animator(DROP, values));
    let (made, after) = baked(&original, TextForm::Selectors);
    let text = &made.texts[0];
    assert_eq!(text.form, TextForm::Selectors);
    assert!(text.keys > 10 && text.keys < 120, "{text:?}");
    let (one, two) = (Session::new(original), Session::new(after));
    for half in 0..=120 {
        let (want, got) = (state(&one, f64::from(half) / 2.0), state(&two, f64::from(half) / 2.0));
        for (want, got) in want.units.iter().zip(&got.units) {
            assert!((want.opacity - got.opacity).abs() < 0.002);
            for (w, g) in want.matrix.0.as_flattened().iter().zip(got.matrix.0.as_flattened()) {
                assert!((w - g).abs() < 0.2, "{half}: {want:?} {got:?}");
            }
        }
    }
}

#[test]
fn amounts_that_differ_by_dimension_are_split() {
    let values = r#""p":{"a":0,"k":[40,-80,0]},"s":{"a":0,"k":[50,200,100]},"r":{"a":0,"k":30}"#;
    let expression = "[100 * Math.sin(time + textIndex), 250 * Math.cos(time), 20]";
    let original = timeline("ABC", &animator(expression, values));
    let (_, after) = baked(&original, TextForm::Selectors);
    let (one, two) = (Session::new(original), Session::new(after));
    for half in 0..=120 {
        let (want, got) = (state(&one, f64::from(half) / 2.0), state(&two, f64::from(half) / 2.0));
        for (want, got) in want.units.iter().zip(&got.units) {
            for (w, g) in want.matrix.0.as_flattened().iter().zip(got.matrix.0.as_flattened()) {
                assert!((w - g).abs() < 0.3, "{half}: {want:?} {got:?}");
            }
        }
    }
}

#[test]
fn words_that_move_together_share_an_animator() {
    let by_word =
        r#"{"s":{"t":1,"b":3,"x":"textIndex == 1 ? 100 * time : 0"},"a":{"p":{"a":0,"k":[0,9,0]}}}"#;
    let (made, _) = baked(&timeline("AB CD", by_word), TextForm::Selectors);
    assert_eq!(made.texts[0].parts, 1);
}

#[test]
fn outlines_look_the_same() {
    let values = r#""p":{"a":0,"k":[10,-80,0]},"r":{"a":0,"k":90},"s":{"a":0,"k":[0,50,100]},"o":{"a":0,"k":0},"sk":{"a":0,"k":20},"fc":{"a":0,"k":[0,0,1,1]}"#;
    let original = timeline("AB CD", &animator(DROP, values));
    let (made, after) = baked(&original, TextForm::Outlines);
    assert_eq!((made.texts[0].form, made.texts[0].parts), (TextForm::Outlines, 4));
    same_pictures(&original, &after, 0.4);
}

#[test]
fn a_wiggly_selector_is_baked_too() {
    let wiggly = r#"{"s":{"t":2,"m":1,"b":1,"wf":{"a":0,"k":3}},"a":{"p":{"a":0,"k":[50,50,0]}}}"#;
    let original = timeline("ABC", wiggly);
    let (_, after) = baked(&original, TextForm::Selectors);
    same_pictures(&original, &after, 0.3);
}

#[test]
fn units_keep_per_character_3d() {
    let values = r#""rx":{"a":0,"k":-90},"a":{"a":0,"k":[0,-56,0]}"#;
    let flat = timeline("AB C", &animator(DROP, values));
    let text = flat.document().source.text.replacen(r#""ddd":0"#, r#""ddd":1"#, 1);
    let imported = import(text.as_bytes(), &ImportOptions::default()).unwrap();
    let original = Timeline::compile(Arc::new(imported.document), &CompileOptions::default());
    let (made, after) = baked(&original, TextForm::Units);
    assert_eq!((made.texts[0].form, made.texts[0].parts), (TextForm::Units, 3));
    let main = after.main().unwrap();
    assert_eq!(after.composition(main).unwrap().layers.len(), 4);
    // Order of depth may differ between characters that do not overlap: compare as sets.
    let (one, two) = (Session::new(original), Session::new(after));
    for frame in [0.0, 2.5, 6.0, 11.0, 20.0, 50.0] {
        let (mut want, mut got) = (fills(&one, frame), fills(&two, frame));
        let order = |a: &Vec<f64>, b: &Vec<f64>| a[0].total_cmp(&b[0]);
        want.sort_by(order);
        got.sort_by(order);
        assert_eq!(want.len(), got.len());
        for (w, g) in want.iter().flatten().zip(got.iter().flatten()) {
            assert!((w - g).abs() < 0.5, "frame {frame}: {want:?} {got:?}");
        }
    }
}

#[test]
fn a_layer_with_a_mask_stays_one_layer() {
    let original = timeline("AB", &animator("textIndex", r#""r":{"a":0,"k":9}"#));
    let mask = r#""masksProperties":[{"mode":"a","pt":{"a":0,"k":{"v":[[0,0],[1,0],[1,1]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]],"c":true}},"o":{"a":0,"k":100}}],"ddd":0"#;
    let text = original.document().source.text.replacen(r#""ddd":0"#, mask, 1);
    let imported = import(text.as_bytes(), &ImportOptions::default()).unwrap();
    let original = Timeline::compile(Arc::new(imported.document), &CompileOptions::default());
    let (made, _) = baked(&original, TextForm::Units);
    assert_eq!(made.texts[0].form, TextForm::Outlines);
    assert!(made.diagnostics.iter().any(|finding| finding.code == "bake/text-units"));
}

#[test]
fn the_form_follows_what_players_can_do() {
    let form = |text: &str| {
        let original = timeline(text, &animator("textIndex * time", r#""r":{"a":0,"k":9}"#));
        let options =
            BakeOptions { frames: Some(FrameSpan { first: 0.0, last: 9.0 }), ..BakeOptions::default() };
        bake(&original, &options, &|_, _| true).unwrap().texts[0].form
    };
    assert_eq!(form("ABC"), TextForm::Selectors);
    assert_eq!(form("\u{5d0}\u{5d1}"), TextForm::Outlines);
}
