//! How presets are written: faults, names, and what the expressions look like.

use crate::rig::{Rig, open};
use inbetween::Project;
use inbetween::author::presets::{PRESETS, find};

fn refused(preset: &str, to: &[&str], settings: &[(&str, &str)]) -> String {
    let mut rig = Rig::new();
    rig.layer("a", None, &[]).layer("b", None, &[]).words("x", &serde_json::json!([]));
    let to: Vec<String> = to.iter().map(|text| (*text).to_owned()).collect();
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    open(&rig).apply_preset(find(preset).unwrap(), &to, &settings, None).unwrap_err().to_string()
}

#[test]
fn a_preset_that_does_not_fit_says_what_does() {
    let said = refused("launch", &["layer(\"a\").rotation"], &[]);
    assert!(said.contains("position") && said.contains("overshoot"), "{said}");
    let said = refused("overshoot", &["layer(\"b\").text.sourceText"], &[]);
    assert!(said.contains("typewriter"), "{said}");
    let said = refused("two-bone-ik", &["layer(\"a\").rotation"], &[]);
    assert!(said.contains("needs 2") && said.contains("lower"), "{said}");
}

#[test]
fn slips_of_names_are_answered_with_the_near_one() {
    assert!(find("overshot").unwrap_err().to_string().contains("overshoot"));
    assert!(find("Two Bone IK").is_ok());
    let said = refused("overshoot", &["layer(\"a\").rotation"], &[("frequncy", "3")]);
    assert!(said.contains("frequency"), "{said}");
    let said = refused("counter", &["layer(\"b\").text.sourceText"], &[("digits", "persan")]);
    assert!(said.contains("persian"), "{said}");
}

#[test]
fn values_out_of_range_and_missing_layers_are_refused() {
    let said = refused("bounce", &["layer(\"a\").rotation"], &[("elasticity", "140")]);
    assert!(said.contains("between 0 and 99"), "{said}");
    let said = refused("look-at", &["layer(\"a\").rotation"], &[]);
    assert!(said.contains("target"), "{said}");
    let said = refused("look-at", &["layer(\"a\").rotation"], &[("target", "layer(\"bb\")")]);
    assert!(said.contains('b'), "{said}");
}

#[test]
fn expressions_are_what_after_effects_reads() {
    for preset in PRESETS {
        let (_, applied) = Project::preset_demo(preset).unwrap();
        let texts = applied.expressions.iter().map(|made| made.text.as_str());
        for text in texts.chain(applied.controls.iter().filter_map(|control| control.expression.as_deref())) {
            assert!(text.starts_with("// "), "{}: a comment on top", preset.name);
            assert!(
                !text.contains('$') && !text.contains("=>") && !text.contains("let "),
                "{}: {text}",
                preset.name
            );
            assert_eq!(text.contains("inbetween."), !preset.after_effects, "{}", preset.name);
            assert!(text.lines().all(|line| line.chars().count() <= 190), "{}: {text}", preset.name);
            let balance = |open: char, close: char| text.matches(open).count() == text.matches(close).count();
            assert!(balance('(', ')') && balance('{', '}'), "{}: {text}", preset.name);
        }
    }
}

#[test]
fn names_are_unique_and_documented() {
    for (place, preset) in PRESETS.iter().enumerate() {
        assert!(PRESETS.iter().skip(place + 1).all(|other| other.name != preset.name));
        for text in [preset.summary, preset.formula, preset.source, preset.when, preset.title] {
            assert!(!text.is_empty(), "{}", preset.name);
        }
        assert!(preset.settings.iter().all(|setting| !setting.about.is_empty()));
    }
}
