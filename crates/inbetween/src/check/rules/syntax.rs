//! `expr/syntax`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/syntax",
    level: Severity::Error,
    finds: "Text that is no expression for another reason.",
    why: "An expression that does not compile leaves its property as it is without it.",
    wrong: Sample::On("ball.opacity", "value +"),
    right: Sample::On("ball.opacity", "value + 1"),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
