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
