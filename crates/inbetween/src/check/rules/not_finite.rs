//! `expr/not-finite`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/not-finite",
    level: Severity::Error,
    finds: "A result that is no finite number.",
    why: "A division by zero, the root of a negative number, or arithmetic with text. One such value can make a whole layer vanish.",
    wrong: Sample::On("ball.opacity", "100 / (time - time)"),
    right: Sample::On("ball.opacity", "100 / Math.max(time, 0.1)"),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
