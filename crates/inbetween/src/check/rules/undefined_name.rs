//! `expr/undefined-name`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/undefined-name",
    level: Severity::Error,
    finds: "A name that nothing defines.",
    why: "A slip of the keyboard, or a variable that was renamed in one place only. The nearest known name is offered.",
    wrong: Sample::On("ball.opacity", "amount = 50; amuont"),
    right: Sample::On("ball.opacity", "amount = 50; amount"),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
