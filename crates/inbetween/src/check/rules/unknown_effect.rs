//! `expr/unknown-effect`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/unknown-effect",
    level: Severity::Error,
    finds: "An effect that the layer does not have.",
    why: "Effects are found by name: a renamed control, or one that was exported without its layer, stops every expression that reads it.",
    wrong: Sample::On("ball.opacity", r#"thisComp.layer("control").effect("Amuont")("Slider")"#),
    right: Sample::On("ball.opacity", r#"thisComp.layer("control").effect("Amount")("Slider")"#),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
