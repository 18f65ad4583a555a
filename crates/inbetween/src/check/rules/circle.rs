//! `expr/circle`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Whole;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/circle",
    level: Severity::Warning,
    finds: "Expressions that read one another in a circle.",
    why: "One of them must then take the other's value before its expression, and which one depends on what is asked \
          first. A property may read its own keyframes; that is no circle.",
    wrong: Sample::On("ball.rotation", "thisComp.layer(\"reader\").rotation + 1"),
    right: Sample::On("ball.rotation", "valueAtTime(time - 0.1)"),
    fixes: false,
    search: Search::File(search),
};

fn search(whole: &Whole<'_>, report: &mut Report<'_>) {
    let timeline = whole.timeline();
    for (property, reader) in whole.circles {
        let (name, other) = (timeline.property_expression(*property), timeline.property_expression(*reader));
        report.on(
            timeline.location(*property),
            format!("{name} reads {other}, which reads it back: a circle"),
            "let one of the two read a third property, or its own value before the expression (valueAtTime of itself)",
        );
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
