//! `expr/unknown-composition`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/unknown-composition",
    level: Severity::Error,
    finds: "A composition that the file does not have.",
    why: "Exporters write only compositions that are in use. One that holds nothing but controls must be placed in the main composition, or named among the extra compositions.",
    wrong: Sample::On("ball.opacity", r#"comp("Controls").layer(1).opacity"#),
    right: Sample::On("ball.opacity", r#"comp("scene").layer(1).opacity"#),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
