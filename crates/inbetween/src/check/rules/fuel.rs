//! `limit/fuel`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "limit/fuel",
    level: Severity::Error,
    finds: "An expression that takes more steps than the limit: most likely it never ends.",
    why: "Steps are counted, not timed, so the answer is the same on every machine. Look at the loop’s condition.",
    wrong: Sample::On("ball.opacity", "i = 0; while (i < 10) { value; }"),
    right: Sample::On("ball.opacity", "i = 0; while (i < 10) { i++; } i"),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
