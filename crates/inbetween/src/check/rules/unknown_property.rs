//! `expr/unknown-property`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/unknown-property",
    level: Severity::Error,
    finds: "A property, group or member that the object does not have.",
    why: "Names of parameters depend on the language After Effects ran in; match names and numbers do not. The nearest name is offered.",
    wrong: Sample::On("ball.opacity", r#"thisComp.layer("control").effect("Amount")("Slidre")"#),
    right: Sample::On("ball.opacity", r#"thisComp.layer("control").effect("Amount")(1)"#),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
