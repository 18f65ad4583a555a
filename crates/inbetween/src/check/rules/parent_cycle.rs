//! `doc/parent-cycle`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "doc/parent-cycle",
    level: Severity::Warning,
    finds: "Layers that are each other’s parents.",
    why: "After Effects cannot make this; a hand or a script did. One of the links is ignored.",
    wrong: Sample::Members(
        r#"{"layers":[{"ty":3,"ind":20,"nm":"extra","ip":0,"op":100,"st":0,"sr":1,"ks":{"o":{"a":0,"k":100}},"parent":20}]}"#,
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
