//! `doc/missing-parent`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "doc/missing-parent",
    level: Severity::Warning,
    finds: "A layer whose parent is not in the file.",
    why: "The exporter left the parent out, so the layer no longer moves with it.",
    wrong: Sample::Members(
        r#"{"layers":[{"ty":3,"ind":20,"nm":"extra","ip":0,"op":100,"st":0,"sr":1,"ks":{"o":{"a":0,"k":100}},"parent":99}]}"#,
    ),
    right: Sample::Members(
        r#"{"layers":[{"ty":3,"ind":20,"nm":"extra","ip":0,"op":100,"st":0,"sr":1,"ks":{"o":{"a":0,"k":100}},"parent":4}]}"#,
    ),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
