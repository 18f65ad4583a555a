//! `expr/thrown`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/thrown",
    level: Severity::Error,
    finds: "An expression that fails while it runs.",
    why: "The property has its value before the expression at the frames where that happens; players may stop the whole frame.",
    wrong: Sample::On("ball.opacity", r#"if (numKeys == 0) throw new Error("no keys"); value"#),
    right: Sample::On("ball.opacity", "numKeys == 0 ? value : loopOut()"),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
