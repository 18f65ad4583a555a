//! `players/truth`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::{Kind, NodeId};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "players/truth",
    level: Severity::Warning,
    finds: "A checkbox or slider tested as it stands: `if (effect(\"Show\")(\"Checkbox\"))`.",
    why: "In lottie-web such a test is always true, also when the box is off. `== 1` or `.value > 0` works everywhere.",
    wrong: Sample::On("ball.opacity", "thisComp.layer(\"control\").effect(\"Amount\")(\"Slider\") ? 100 : 0"),
    right: Sample::On(
        "ball.opacity",
        "thisComp.layer(\"control\").effect(\"Amount\")(\"Slider\") > 0 ? 100 : 0",
    ),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    for (_, node) in tree.nodes() {
        let test = match (&node.kind, node.children.as_slice()) {
            (Kind::If | Kind::Conditional, [test, ..]) => *test,
            (Kind::Unary("!"), [test]) => *test,
            _ => continue,
        };
        if is_bare(subject, test) {
            let message = format!(
                "`{}` is a property, not a truth: lottie-web takes it as true always",
                tree.text(test)
            );
            report.at(subject, test, message, "compare it: > 0, or == 1");
        }
    }
}

fn is_bare(subject: &Subject<'_>, test: NodeId) -> bool {
    let value = subject.tree.resolved(test);
    let called = match subject.tree.kind(value) {
        Kind::Call => subject.tree.call(value).is_none(),
        _ => false,
    };
    called && subject.property_of(value).is_some()
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
