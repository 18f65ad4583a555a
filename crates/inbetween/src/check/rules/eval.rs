//! `safety/eval`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "safety/eval",
    level: Severity::Warning,
    finds: "`eval`: text that becomes code while it runs.",
    why: "No one can say beforehand what it does. It is isolated here; pages forbid it, and players then stop.",
    wrong: Sample::On("ball.rotation", "eval(\"time * \" + index)"),
    right: Sample::On("ball.rotation", "time * index"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    for (id, call) in subject.tree.calls() {
        if call.name == "eval" && call.object.is_none() && !subject.tree.is_local("eval") {
            let message = "`eval` makes code of text".to_owned();
            report.at(subject, id, message, "write the code itself; for data use JSON.parse");
            return;
        }
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
