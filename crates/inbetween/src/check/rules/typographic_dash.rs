//! `expr/typographic-dash`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/typographic-dash",
    level: Severity::Error,
    finds: "A printed dash where a minus sign should stand.",
    why: "Word processors and web pages turn `-` into a dash. It looks alike and is another character, so the expression does not compile.",
    wrong: Sample::On("ball.opacity", "100 – time * 10"),
    right: Sample::On("ball.opacity", "100 - time * 10"),
    fixes: true,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
