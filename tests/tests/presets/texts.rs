//! Counter, typewriter, text pop and swing.

use crate::rig::{EASY, Rig, keyed, open, put, still};
use inbetween::{Project, Value};
use serde_json::json;

const TEXT: &str = "layer(\"t\").text.sourceText";

fn line(words: &str) -> Rig {
    let mut rig = Rig::new();
    rig.layer("t", None, &[]).words(words, &json!([]));
    rig
}

fn read(project: &Project, time: f64) -> String {
    match project.value(TEXT, time).unwrap() {
        Value::Text(document) => document.text.to_string(),
        other => panic!("{other:?}"),
    }
}

fn counted(value: &str, settings: &[(&str, &str)]) -> String {
    let mut all = vec![("value", value)];
    all.extend(settings);
    read(&put(&line("0"), "counter", &[TEXT], &all), 0.0)
}

#[test]
fn a_counter_groups_its_digits_and_rounds() {
    assert_eq!(counted("1234567", &[]), "1,234,567");
    assert_eq!(counted("999.6", &[]), "1,000");
    assert_eq!(counted("-1234.56", &[("decimals", "1")]), "-1,234.6");
    assert_eq!(counted("-0.2", &[]), "0");
    assert_eq!(counted("12", &[("before", "$ "), ("after", " \"each\"")]), "$ 12 \"each\"");
}

#[test]
fn a_counter_writes_the_digits_and_separators_of_a_script() {
    assert_eq!(counted("1234567.8", &[("digits", "persian"), ("decimals", "1")]), "۱٬۲۳۴٬۵۶۷٫۸");
    assert_eq!(counted("-42", &[("digits", "persian")]), "\u{200e}\u{2212}۴۲");
    assert_eq!(counted("9876543210", &[("digits", "arabic")]), "٩٬٨٧٦٬٥٤٣٬٢١٠");
    assert_eq!(counted("1234567", &[("digits", "devanagari"), ("groups", "indian")]), "१२,३४,५६७");
    assert_eq!(counted("1234567", &[("groups", "indian")]), "12,34,567");
    assert_eq!(counted("1234.5", &[("separators", "point"), ("decimals", "2")]), "1.234,50");
    assert_eq!(counted("1234567", &[("groups", "none")]), "1234567");
}

#[test]
fn a_typewriter_shows_letter_by_letter_and_never_half_of_one() {
    let project = put(&line("a😀b"), "typewriter", &[TEXT], &[("speed", "1"), ("cursor", "|")]);
    assert_eq!(read(&project, 0.5), "|");
    assert_eq!(read(&project, 1.5), "a|");
    assert_eq!(read(&project, 2.5), "a😀|");
    assert_eq!(read(&project, 4.2), "a😀b|");
    assert_eq!(read(&project, 4.7), "a😀b", "the cursor blinks");
    let persian = put(&line("سلام دنیا"), "typewriter", &[TEXT], &[("speed", "2")]);
    assert_eq!(read(&persian, 2.0), "سلام");
}

fn animated() -> Rig {
    let mut rig = Rig::new();
    let selector = json!({"t": 1, "b": 1, "rn": 0, "sh": 1, "x": "selectorValue"});
    let look = json!({"s": still(json!([0, 0, 100]))});
    rig.layer("t", None, &[]).words("abcdef", &json!([{"nm": "in", "s": selector, "a": look}]));
    rig
}

const AMOUNT: &str = "layer(\"t\").text.animator(\"in\").selector(1).amount";

/// The amount of a character (from 1) at a time.
fn amounts(project: &Project, time: f64) -> Vec<f64> {
    let session = inbetween::timeline::Session::new(project.timeline().clone());
    let layer = project.timeline().node(project.property(AMOUNT, None).unwrap().0).unwrap().layer;
    let state = session.text_state(layer, time).unwrap();
    let findings = session.diagnostics();
    assert!(findings.is_empty(), "{findings:?}");
    state.units.iter().map(|unit| 100.0 - unit.amounts[0][0]).collect()
}

#[test]
fn letters_swing_in_one_after_the_other_and_settle() {
    let project = put(
        &animated(),
        "text-swing",
        &[AMOUNT],
        &[("delay", "0.2"), ("duration", "0.1"), ("frequency", "3")],
    );
    // The animator takes the scale to 0 at amount 100: scale = 100 - amount.
    let at = |time: f64| amounts(&project, time);
    assert!(at(0.0).iter().all(|scale| scale.abs() < 1e-6));
    let early = at(0.25);
    assert!(early[0] > 50.0 && early[1] > 1.0 && early[2].abs() < 1e-6, "{early:?}");
    assert!(at(0.15)[0] > 110.0, "past its place");
    assert!(at(8.0).iter().all(|scale| (scale - 100.0).abs() < 1e-3), "rests");
}

#[test]
fn letters_pop_each_at_its_own_moment_within_the_spread() {
    let project = put(&animated(), "text-pop", &[AMOUNT], &[("spread", "1")]);
    let half = amounts(&project, 0.5);
    assert!(
        half.iter().any(|scale| scale.abs() < 1e-6) && half.iter().any(|scale| *scale > 50.0),
        "{half:?}"
    );
    let done = amounts(&project, 9.0);
    assert!(done.iter().all(|scale| (scale - 100.0).abs() < 1e-3), "{done:?}");
    assert_eq!(half, amounts(&project, 0.5));
}

#[test]
fn a_counter_follows_a_slider_that_is_there_already() {
    let mut rig = line("0");
    rig.slider("n", &keyed(&[(0.0, json!(0), EASY), (1.0, json!(5000), EASY)]));
    let project = put(&rig, "counter", &[TEXT], &[("value", "layer(\"t\").effect(\"n\")(\"Slider\")")]);
    assert_eq!((read(&project, 0.0), read(&project, 1.0)), ("0".to_owned(), "5,000".to_owned()));
    assert_eq!(open(&rig).document().source.text.matches("counter value").count(), 0);
}
