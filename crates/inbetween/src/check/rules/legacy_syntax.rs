//! `expr/legacy-syntax`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/legacy-syntax",
    level: Severity::Note,
    finds: "Syntax that only the legacy engine takes, such as `if (a) b else c` on one line.",
    why: "It works here. The JavaScript engine wants a `;` or a line break before `else`, and `thisLayer` for `this`.",
    wrong: Sample::On("ball.opacity", "if (time > 1) 50 else 100"),
    right: Sample::On("ball.opacity", "if (time > 1) 50; else 100"),
    fixes: true,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
