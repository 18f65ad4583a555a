//! `time/clock`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::Kind;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "time/clock",
    level: Severity::Warning,
    finds: "`Date`: the clock of the machine that renders.",
    why: "Each frame is rendered at another moment, so the picture depends on when and how fast. Here the clock stands \
          still (`--now` sets it). Let a text layer or a data file say the date.",
    wrong: Sample::On("ball.rotation", "new Date().getSeconds() * 6"),
    right: Sample::On("ball.rotation", "Math.floor(time) * 6"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    for (id, node) in tree.nodes() {
        let asks = match node.kind {
            Kind::New => {
                node.children.len() == 1
                    && node.children.iter().any(|callee| subject.is_name(*callee, "Date"))
            }
            Kind::Call => match tree.call(id) {
                Some(call) if call.name == "now" => {
                    call.object.is_some_and(|object| subject.is_name(object, "Date"))
                }
                Some(call) => call.object.is_none() && call.name == "Date" && !tree.is_local("Date"),
                None => false,
            },
            _ => false,
        };
        if asks {
            let message = "this reads the clock of the machine that renders".to_owned();
            report.at(subject, id, message, "use `time`, or write the date into the file");
        }
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
