//! `expr/stray-text`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/stray-text",
    level: Severity::Error,
    finds: "Page numbers, full-width or mathematical signs, invisible characters inside the code.",
    why: "Input methods write full-width brackets and commas, pages print × for *, and copied text carries invisible characters. None of them is code.",
    wrong: Sample::On("ball.opacity", "Math.min（100, 50 × 2）"),
    right: Sample::On("ball.opacity", "Math.min(100, 50 * 2)"),
    fixes: true,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
