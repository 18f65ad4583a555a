//! `expr/circle`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::{Subject, Whole};
use inbetween_expr::tree::Tree;
use inbetween_timeline::PropertyRef;
use inbetween_types::Severity;
use std::sync::OnceLock;

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
        if !names(whole, *reader, *property) {
            continue;
        }
        let (name, other) = (timeline.property_expression(*property), timeline.property_expression(*reader));
        report.on(
            timeline.location(*property),
            format!("{name} reads {other}, which reads it back: a circle"),
            "let one of the two read a third property, or its own value before the expression (valueAtTime of itself)",
        );
    }
}

/// Whether the expression of `reader` itself names `property`. Through the matrix of a layer (`toComp` in the layer's own
/// rotation) many rigs read themselves, as they are meant to.
fn names(whole: &Whole<'_>, reader: PropertyRef, property: PropertyRef) -> bool {
    let timeline = whole.timeline();
    let text = timeline.document_property(reader).and_then(|found| found.expression.as_ref());
    let Some(tree) = text.and_then(|text| Tree::parse(&text.source, timeline.limits())) else { return false };
    let thrifty = OnceLock::new();
    let Some(subject) = Subject::new(whole.session, &tree, reader, (0.0, 0.0), &thrifty) else {
        return false;
    };
    tree.nodes().any(|(id, _)| subject.property_of(id) == Some(property))
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
