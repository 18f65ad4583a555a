//! `doc/key-order`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "doc/key-order",
    level: Severity::Warning,
    finds: "Keyframes that are not in order of time.",
    why: "They are sorted here; players disagree about what they do with them.",
    wrong: Sample::Members(
        r#"{"layers":[{"ty":3,"ind":20,"nm":"extra","ip":0,"op":100,"st":0,"sr":1,"ks":{"o":{"a":1,"k":[{"t":50,"s":[0]},{"t":0,"s":[100]}]}}}]}"#,
    ),
    right: Sample::Members(
        r#"{"layers":[{"ty":3,"ind":20,"nm":"extra","ip":0,"op":100,"st":0,"sr":1,"ks":{"o":{"a":1,"k":[{"t":0,"s":[0]},{"t":50,"s":[100]}]}}}]}"#,
    ),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
