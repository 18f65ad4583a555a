//! `doc/missing-asset`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "doc/missing-asset",
    level: Severity::Warning,
    finds: "A layer that plays an asset the file does not have.",
    why: "Nothing is drawn for that layer.",
    wrong: Sample::Members(
        r#"{"layers":[{"ty":0,"ind":20,"nm":"extra","refId":"gone","w":10,"h":10,"ip":0,"op":100,"st":0,"sr":1,"ks":{}}]}"#,
    ),
    right: Sample::Members(
        r#"{"layers":[{"ty":0,"ind":20,"nm":"extra","refId":"scene","w":10,"h":10,"ip":0,"op":100,"st":0,"sr":1,"ks":{}}]}"#,
    ),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
