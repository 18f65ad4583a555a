//! `expr/circle`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::{Subject, Whole};
use inbetween_expr::tree::Tree;
use inbetween_timeline::{PropertyRef, Session};
use inbetween_types::{Severity, Time, Value};
use std::sync::OnceLock;

pub(super) const RULE: Rule = Rule {
    code: "expr/circle",
    level: Severity::Warning,
    finds: "Expressions that read one another in a circle.",
    why: "One of them must then take the other's value before its expression, and which one depends on what is asked \
          first. A property may read its own keyframes; that is no circle, and neither is a read that changes no value, \
          such as `toComp` of the anchor point in the layer's own rotation.",
    wrong: Sample::On("ball.rotation", "thisComp.layer(\"reader\").rotation + 1"),
    right: Sample::On("ball.rotation", "valueAtTime(time - 0.1)"),
    fixes: false,
    search: Search::File(search),
};

fn search(whole: &Whole<'_>, report: &mut Report<'_>) {
    let timeline = whole.timeline();
    let mut budget = BUDGET;
    for (property, reader) in whole.circles {
        if !names(whole, *reader, *property)
            || !hangs_on(whole, *property, *reader, &mut budget)
            || !hangs_on(whole, *reader, *property, &mut budget)
        {
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

/// Frames of a composition at which values are compared.
const SAMPLES: u32 = 5;

/// What is added to a value to see who follows: small, large, of both signs, none a divisor of a turn.
const PUSHES: [f64; 3] = [0.7, -37.3, 1_234.5];

/// Expressions that are run for comparing values, over the whole file. In a tangle that takes more the rest counts as
/// circles unseen: there one value alone takes thousands.
const BUDGET: u64 = 10_000;

/// Whether one property's value changes when another's does. Rigs read the matrix of a layer for a point that its
/// rotation does not move, and conditions that are not reached read nothing: there the circle never closes.
fn hangs_on(whole: &Whole<'_>, property: PropertyRef, other: PropertyRef, budget: &mut u64) -> bool {
    if *budget == 0 {
        return true;
    }
    let timeline = whole.timeline();
    let mut value = |session: &Session, property: PropertyRef, time: Time| {
        let before = session.state().expressions_run();
        let value = session.evaluate(property, time);
        let run = session.state().expressions_run().saturating_sub(before);
        *budget = budget.saturating_sub(run);
        (value, *budget > 0)
    };
    for time in times(whole, property) {
        let (known, within) = value(whole.session, other, time);
        let mut still = None;
        for by in std::iter::once(0.0).chain(PUSHES) {
            // Paths and texts have no near neighbour to try.
            let Some(pushed) = pushed(&known, by).filter(|_| within) else { return true };
            let session = Session::new(timeline.with_overrides(&[(other, pushed)]));
            let (value, within) = value(&session, property, time);
            if !within || still.as_ref().is_some_and(|still| differ(&value, still)) {
                return true;
            }
            still.get_or_insert(value);
        }
    }
    false
}

/// A value moved by an amount.
fn pushed(value: &Value, by: f64) -> Option<Value> {
    matches!(value, Value::Number(_) | Value::Vector(_)).then(|| value.map(|n| n + by))
}

fn differ(a: &Value, b: &Value) -> bool {
    let (one, two) = (a.components(), b.components());
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * (1.0 + a.abs());
    match (a, b) {
        (Value::Number(_) | Value::Vector(_), Value::Number(_) | Value::Vector(_)) => {
            one.len() != two.len() || !one.iter().zip(two.iter()).all(near)
        }
        _ => a != b,
    }
}

/// Times over the life of a property's layer.
fn times(whole: &Whole<'_>, property: PropertyRef) -> Vec<Time> {
    let timeline = whole.timeline();
    let Some(node) = timeline.node(property.0) else { return Vec::new() };
    let Some(composition) = timeline.layer(node.layer).map(|layer| layer.composition) else {
        return Vec::new();
    };
    let Some(data) = timeline.layer_data(node.layer) else { return Vec::new() };
    let rate = timeline.frame_rate(composition);
    let last = f64::from(SAMPLES - 1);
    (0..SAMPLES)
        .map(|n| (data.in_point + (data.out_point - 1.0 - data.in_point) * f64::from(n) / last).floor())
        .map(|frame| rate.seconds(frame))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::testing::{codes_on, examples};

    #[test]
    fn its_examples_hold() {
        examples(&RULE);
    }

    #[test]
    fn a_read_that_changes_nothing_closes_no_circle() {
        // The reader's rotation is this one; what comes back is multiplied away, or never asked for.
        for text in [
            "thisComp.layer(\"reader\").rotation * 0 + 5",
            "time < 1000 ? time * 9 : thisComp.layer(\"reader\").rotation",
            // A point on the anchor stays where it is however the layer turns.
            "thisComp.layer(\"reader\").toComp(thisComp.layer(\"reader\").anchorPoint)[0]",
        ] {
            assert!(!codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
        let moved = "thisComp.layer(\"reader\").toComp([40, 0])[0] + thisComp.layer(\"reader\").rotation";
        assert!(codes_on("ball.rotation", moved).contains(&RULE.code));
    }
}
