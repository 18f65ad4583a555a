//! `expr/no-key`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/no-key",
    level: Severity::Error,
    finds: "A keyframe or marker that does not exist.",
    why: "Usually `key(0)`: before the first key `nearestKey(time).index - 1` is 0. Check the number before it is used.",
    wrong: Sample::On("ball.opacity", "key(1).value"),
    right: Sample::On("ball.opacity", "numKeys > 0 ? key(1).value : value"),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
