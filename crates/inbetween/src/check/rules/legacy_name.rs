//! `expr/legacy-name`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/legacy-name",
    level: Severity::Note,
    finds: "A spelling of the legacy engine: `this_comp`, `to_comp`, `random_number`.",
    why: "It works here. The JavaScript engine of After Effects and the players know the modern spelling only.",
    wrong: Sample::On("ball.opacity", r#"this_comp.layer("wheel").rotation"#),
    right: Sample::On("ball.opacity", r#"thisComp.layer("wheel").rotation"#),
    fixes: true,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
