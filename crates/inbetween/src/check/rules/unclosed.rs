//! `expr/unclosed`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/unclosed",
    level: Severity::Error,
    finds: "A bracket, string or comment that never ends, or a bracket that closes nothing.",
    why: "The finding stands where the bracket was opened, not at the end of the text where parsers notice. A bracket that closes nothing is also how injected code leaves the function that players wrap around an expression.",
    wrong: Sample::On("ball.opacity", "if (time > 1) {\n  50;\nelse 100"),
    right: Sample::On("ball.opacity", "if (time > 1) {\n  50;\n} else 100"),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
