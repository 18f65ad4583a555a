//! `expr/unknown-layer`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/unknown-layer",
    level: Severity::Error,
    finds: "A layer that the file does not have.",
    why: "The most common fault of exported files: the controller was hidden, a guide or an adjustment layer, and the exporter left it out; or it was renamed after the expression was written. Include hidden and guide layers in the export, or bake.",
    wrong: Sample::On("ball.opacity", r#"thisComp.layer("contrl").effect("Amount")("Slider")"#),
    right: Sample::On("ball.opacity", r#"thisComp.layer("control").effect("Amount")("Slider")"#),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}

/// The reason is looked for where the layer was: in the composition that was asked, not in that of the expression.
#[cfg(test)]
#[test]
fn a_layer_the_exporter_left_out_is_missed_in_the_composition_that_was_asked() {
    let help = |ids: [u32; 2], asked: &str| {
        let layer = |name: &str, id: u32, rotation: &str| {
            format!(
                r#"{{"ty":3,"nm":"{name}","ind":{id},"ip":0,"op":10,"st":0,"ks":{{"r":{{"k":0{rotation}}}}}}}"#
            )
        };
        let asks = format!(r#","x":"thisComp.layer(\"{asked}\").rotation""#);
        let text = format!(
            r#"{{"v":"5.9.0","fr":10,"ip":0,"op":10,"w":100,"h":100,"layers":[{},{}]}}"#,
            layer("one", ids[0], &asks),
            layer("two", ids[1], "")
        );
        let project = crate::Project::open(text.as_bytes(), &crate::OpenOptions::default()).unwrap();
        let found = project.check(1, &|_, _| true).unwrap().diagnostics;
        let found = found.into_iter().find(|finding| finding.code == RULE.code).unwrap();
        found.help.unwrap_or_default()
    };
    assert!(help([1, 3], "guide").starts_with("layer 2 of that composition was left out of the file"));
    assert!(help([1, 2], "guide").starts_with("there is \"one\", \"two\"; exporters leave out hidden"));
    assert_eq!(help([1, 3], "twoo"), "did you mean \"two\"?");
}
