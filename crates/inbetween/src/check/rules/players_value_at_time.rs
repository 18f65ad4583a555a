//! `players/value-at-time`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "players/value-at-time",
    level: Severity::Warning,
    finds: "`valueAtTime` of a property that has an expression itself: followers and echoes.",
    why: "After Effects gives the leader's value after its expression at that time. lottie-web gives its keyframes, so \
          followers stand still. Bake, or read a keyframed property.",
    wrong: Sample::On("ball.rotation", "thisComp.layer(\"reader\").opacity.valueAtTime(time - 0.1)"),
    right: Sample::On("ball.rotation", "thisComp.layer(\"wheel\").rotation.valueAtTime(time - 0.1)"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    for (id, call) in subject.tree.calls() {
        let ("valueAtTime", Some(object)) = (call.name, call.object) else { continue };
        let Some(property) = subject.property_of(object).filter(|property| *property != subject.property)
        else {
            continue;
        };
        if subject.timeline().property(property).is_some_and(|data| data.has_expression) {
            let words = subject.words(property);
            report.at(
                subject,
                id,
                format!("{words} has an expression: lottie-web reads only its keyframes here"),
                "bake the file, or read a property without an expression",
            );
        }
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
