#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use super::{TextState, UnitState};
use crate::{CompileOptions, LayerRef, Session, Timeline};
use inbetween_doc::{ImportOptions, import};
use std::sync::Arc;

/// A text layer of 100 pixels at 30 frames a second; its letters are 60 wide, a space 25.
pub(crate) fn timeline(text: &str, animators: &str) -> Timeline {
    timeline_with(text, animators, r#""m":{"g":1}"#)
}

pub(crate) fn timeline_with(text: &str, animators: &str, more: &str) -> Timeline {
    let glyph = |c: char| {
        format!(
            r#"{{"ch":"{c}","size":100,"style":"Regular","w":60,"fFamily":"Face","data":{{"shapes":[{{"ty":"gr","it":[{{"ty":"sh","ks":{{"a":0,"k":{{"c":true,"v":[[0,-70],[50,-70],[50,0],[0,0]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}}}}]}}]}}}}"#
        )
    };
    let chars: Vec<String> = "ABCDEFGH".chars().map(glyph).collect();
    let file = format!(
        r#"{{"v":"5.12.0","w":640,"h":360,"fr":30,"ip":0,"op":300,
        "fonts":{{"list":[{{"fName":"Face","fFamily":"Face","fStyle":"Regular","ascent":75}}]}},"chars":[{}],
        "layers":[{{"ty":5,"ddd":0,"nm":"title","ip":0,"op":300,"ks":{{"p":{{"a":0,"k":[100,200,0]}},"o":{{"a":0,"k":80}}}},"t":{{"d":{{"k":[{{"t":0,"s":{{"f":"Face","s":100,"lh":120,"fc":[1,0,0],"t":"{text}"}}}}]}},{more},"a":[{animators}]}}}}]}}"#,
        chars.join(",")
    );
    let imported = import(file.as_bytes(), &ImportOptions::default()).unwrap();
    Timeline::compile(Arc::new(imported.document), &CompileOptions::default())
}

fn state(timeline: &Timeline, time: f64) -> (TextState, Vec<String>) {
    let session = Session::new(timeline.clone());
    let state = session.text_state(LayerRef(0), time).unwrap();
    (state, session.diagnostics().into_iter().map(|finding| finding.message).collect())
}

fn units(text: &str, animators: &str) -> Vec<UnitState> {
    let (state, findings) = state(&timeline(text, animators), 0.0);
    assert!(findings.is_empty(), "{findings:?}");
    state.units
}

/// The first animator's amounts along x.
fn amounts(text: &str, animators: &str) -> Vec<f64> {
    units(text, animators).iter().map(|unit| unit.amounts[0][0]).collect()
}

/// An animator with an expression selector that counts by `based`.
fn expressed(based: u8, expression: &str) -> String {
    format!(r#"{{"s":{{"t":1,"b":{based},"x":{expression:?}}},"a":{{"o":{{"a":0,"k":0}}}}}}"#)
}

fn place(unit: &UnitState) -> [f64; 2] {
    [unit.matrix.0[0][3], unit.matrix.0[1][3]]
}

#[test]
fn the_default_expression_counts_up() {
    let by_default = expressed(1, "selectorValue * textIndex/textTotal");
    assert_eq!(amounts("ABCDE", &by_default), [20.0, 40.0, 60.0, 80.0, 100.0]);
    let opacity: Vec<f64> = units("ABCDE", &by_default).iter().map(|unit| unit.opacity).collect();
    for (got, want) in opacity.iter().zip([0.8, 0.6, 0.4, 0.2, 0.0]) {
        assert!((got - want).abs() < 1e-12);
    }
}

#[test]
fn an_expression_counts_what_it_is_based_on() {
    let of = |based| amounts("AB C\\rD", &expressed(based, "textIndex * 10 + textTotal"));
    assert_eq!(of(1), [15.0, 25.0, 35.0, 45.0, 55.0]);
    assert_eq!(of(2), [14.0, 24.0, 34.0, 34.0, 44.0]);
    assert_eq!(of(3), [13.0, 13.0, 13.0, 23.0, 33.0]);
    assert_eq!(of(4), [12.0, 12.0, 12.0, 12.0, 22.0]);
}

#[test]
fn an_expression_may_give_three_numbers_and_goes_beyond_the_whole() {
    let of = |expression: &str| units("A", &expressed(1, expression))[0].amounts[0];
    assert_eq!(of("[10, 20, 30]"), [10.0, 20.0, 30.0]);
    assert_eq!(of("[10, 20]"), [10.0, 20.0, 0.0]);
    assert_eq!(of("[-250]"), [-250.0; 3]);
}

#[test]
fn selectors_above_hand_their_value_down() {
    let half = r#"{"t":0,"b":1,"sh":2,"s":{"a":0,"k":0},"e":{"a":0,"k":100}}"#;
    let doubled = r#"{"t":1,"b":1,"x":"selectorValue * 2"}"#;
    let animator = format!(r#"{{"s":[{half},{doubled}],"a":{{"o":{{"a":0,"k":0}}}}}}"#);
    assert_eq!(amounts("ABCD", &animator), [25.0, 75.0, 125.0, 175.0]);
    let after = format!(r#"{{"s":[{doubled},{half}],"a":{{"o":{{"a":0,"k":0}}}}}}"#);
    assert_eq!(amounts("ABCD", &after), [100.0; 4]);
}

#[test]
fn modes_work_from_top_to_bottom() {
    let range = |mode: u8, end: u8| format!(r#"{{"t":0,"m":{mode},"b":1,"e":{{"a":0,"k":{end}}}}}"#);
    let of = |selectors: &[String]| {
        amounts("ABCD", &format!(r#"{{"s":[{}],"a":{{"o":{{"a":0,"k":0}}}}}}"#, selectors.join(",")))
    };
    assert_eq!(of(&[range(2, 50)]), [0.0, 0.0, 100.0, 100.0]);
    assert_eq!(of(&[range(1, 75), range(2, 25)]), [0.0, 100.0, 100.0, 0.0]);
    assert_eq!(of(&[range(1, 75), range(6, 50)]), [0.0, 0.0, 100.0, 0.0]);
    assert_eq!(of(&[range(3, 75), range(3, 50)]), [100.0, 100.0, 0.0, 0.0]);
}

#[test]
fn an_animator_without_selectors_holds_for_all() {
    assert_eq!(amounts("AB", r#"{"a":{"o":{"a":0,"k":0}}}"#), [100.0; 2]);
}

#[test]
fn a_failing_expression_leaves_the_amount_before_it_and_says_so() {
    let broken = expressed(1, "textIndex == 2 ? nothing.here : 5");
    let (state, findings) = state(&timeline("ABC", &broken), 0.0);
    let got: Vec<f64> = state.units.iter().map(|unit| unit.amounts[0][0]).collect();
    assert_eq!(got, [5.0, 100.0, 5.0]);
    assert_eq!(findings.len(), 1, "{findings:?}");
}

#[test]
fn an_expression_that_never_ends_is_run_once() {
    let (state, findings) = state(&timeline("ABCDEFGH", &expressed(1, "while (true) {}")), 0.0);
    assert!(state.units.iter().all(|unit| unit.amounts[0] == [100.0; 3]));
    assert_eq!(findings.len(), 1, "{findings:?}");
}

#[test]
fn the_language_works_in_a_selector() {
    // A random delay per character that does not change with time, and times of the amount itself.
    let random = expressed(1, "seedRandom(textIndex, true); random(1000)");
    let timeline = timeline("ABCD", &random);
    let (early, _) = state(&timeline, 0.2);
    let (late, _) = state(&timeline, 3.0);
    let got: Vec<f64> = early.units.iter().map(|unit| unit.amounts[0][0]).collect();
    assert!(got.windows(2).all(|pair| pair[0] != pair[1]), "{got:?}");
    assert_eq!(early, late);
    let own = r#"{"s":{"t":1,"b":1,"a":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":30,"s":[100]}]},"x":"valueAtTime(time - (textIndex - 1) * 0.1)"},"a":{"o":{"a":0,"k":0}}}"#;
    let (state, findings) = state(&super::tests::timeline("ABC", own), 0.5);
    assert!(findings.is_empty(), "{findings:?}");
    for (unit, want) in state.units.iter().zip([50.0, 40.0, 30.0]) {
        assert!((unit.amounts[0][0] - want).abs() < 1e-9, "{:?}", unit.amounts);
    }
}

#[test]
fn the_amount_itself_has_the_value_before_its_expression() {
    let timeline = timeline("ABC", &expressed(1, "textIndex"));
    let session = Session::new(timeline.clone());
    let amount = timeline.properties().find(|(p, _)| timeline.is_per_unit(*p)).unwrap().0;
    assert_eq!(session.evaluate(amount, 0.0).component(0), 100.0);
    assert!(session.diagnostics().is_empty());
}

#[test]
fn animators_move_turn_and_scale_about_the_middle_of_the_baseline() {
    let moved = units("AB", r#"{"a":{"p":{"a":0,"k":[10,20,0]}}}"#);
    assert_eq!((place(&moved[0]), place(&moved[1])), ([10.0, 20.0], [70.0, 20.0]));
    // Half size about 30 on the baseline.
    let small = units("A", r#"{"a":{"s":{"a":0,"k":[50,50,100]}}}"#);
    assert_eq!(small[0].matrix.apply([0.0, -70.0, 0.0]), [15.0, -35.0, 0.0]);
    let turned = units("A", r#"{"a":{"r":{"a":0,"k":90},"a":{"a":0,"k":[0,-70,0]}}}"#);
    // The anchor point comes to where the middle of the baseline was.
    let [x, y, _] = turned[0].matrix.apply([30.0, -70.0, 0.0]);
    assert!((x - 30.0).abs() < 1e-9 && y.abs() < 1e-9);
}

#[test]
fn tracking_widens_lines_about_their_justification() {
    let x = |animator: &str| -> Vec<f64> { units("ABC", animator).iter().map(|u| place(u)[0]).collect() };
    assert_eq!(x(r#"{"a":{"t":{"a":0,"k":10}}}"#), [0.0, 70.0, 140.0]);
    assert_eq!(x(r#"{"a":{"t":{"a":0,"k":10},"la":{"a":0,"k":50}}}"#), [-10.0, 60.0, 130.0]);
    assert_eq!(
        x(r#"{"s":{"t":0,"b":1,"r":2,"s":{"a":0,"k":1},"e":{"a":0,"k":2}},"a":{"t":{"a":0,"k":10},"tt":2}}"#),
        [0.0, 70.0, 130.0]
    );
}

#[test]
fn line_spacing_moves_the_lines_below() {
    let got: Vec<[f64; 2]> =
        units("A\\rB\\rC", r#"{"a":{"ls":{"a":0,"k":[5,30]}}}"#).iter().map(place).collect();
    assert_eq!(got, [[0.0, 0.0], [5.0, 150.0], [10.0, 300.0]]);
}

#[test]
fn colours_and_strokes_follow_the_amount() {
    let of =
        |values: &str| units("A", &format!(r#"{{"s":{{"t":1,"b":1,"x":"50"}},"a":{{{values}}}}}"#)).remove(0);
    assert_eq!(of(r#""fc":{"a":0,"k":[0,0,1,1]}"#).fill, Some([0.5, 0.0, 0.5]));
    assert_eq!(of(r#""fb":{"a":0,"k":-100}"#).fill, Some([0.5, 0.0, 0.0]));
    assert_eq!(of(r#""fo":{"a":0,"k":0}"#).fill_opacity, 0.5);
    let stroke = of(r#""sc":{"a":0,"k":[1,1,1,1]},"sw":{"a":0,"k":8}"#);
    assert_eq!((stroke.stroke, stroke.stroke_width), (Some([0.5; 3]), 4.0));
    assert_eq!(of(r#""bl":{"a":0,"k":[20,10]}"#).blur, [10.0, 5.0]);
}

#[test]
fn characters_change_and_stay_where_they_were() {
    let text =
        |animator: &str| -> String { units("ABG", animator).iter().map(|u| u.text.as_str()).collect() };
    assert_eq!(text(r#"{"a":{"co":{"a":0,"k":1}}}"#), "BCH");
    assert_eq!(
        text(r#"{"s":{"t":1,"b":1,"x":"textIndex == 2 ? 100 : 0"},"a":{"cv":{"a":0,"k":68}}}"#),
        "ADG"
    );
}

#[test]
fn a_wiggly_selector_moves_with_time_and_is_pure() {
    let wiggly = r#"{"s":{"t":2,"m":1,"b":1,"wf":{"a":0,"k":3}},"a":{"p":{"a":0,"k":[100,100,0]}}}"#;
    let timeline = timeline("ABCD", wiggly);
    let at = |time| state(&timeline, time).0;
    assert_eq!(at(0.5), at(0.5));
    assert_ne!(at(0.5), at(0.6));
    let early = at(0.5);
    assert!(early.units.windows(2).all(|pair| pair[0].amounts != pair[1].amounts));
}

#[test]
fn grouped_anchors_turn_words_together() {
    let turned = timeline_with("AB", r#"{"a":{"r":{"a":0,"k":180}}}"#, r#""m":{"g":2}"#);
    let (state, _) = state(&turned, 0.0);
    let [x, ..] = state.units[0].matrix.apply([0.0, 0.0, 0.0]);
    // The word of 120 turns about its middle: its left end comes to its right.
    assert!((x - 120.0).abs() < 1e-9, "{x}");
}
