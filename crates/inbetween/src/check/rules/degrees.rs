//! `math/degrees`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::{Angle, Subject};
use inbetween_expr::tree::{Edit, Kind, NodeId};
use inbetween_types::{Severity, Unit, ValueKind};

pub(super) const RULE: Rule = Rule {
    code: "math/degrees",
    level: Severity::Warning,
    finds: "Degrees given to `Math.sin` and its kin, or radians used as degrees.",
    why: "Rotations and angle controls are in degrees, JavaScript's functions count in radians. \
          `degreesToRadians` and `radiansToDegrees` convert.",
    wrong: Sample::On("ball.scale", r#"[100, 100 * Math.sin(thisComp.layer("wheel").rotation)]"#),
    right: Sample::On(
        "ball.scale",
        r#"[100, 100 * Math.sin(degreesToRadians(thisComp.layer("wheel").rotation))]"#,
    ),
    fixes: true,
    search: Search::Expression(search),
};

/// Whole numbers that are angles in degrees and hardly ever in radians.
const ROUND: [f64; 8] = [30.0, 45.0, 60.0, 90.0, 120.0, 180.0, 270.0, 360.0];

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    for argument in arguments_in_degrees(subject) {
        let words = tree.text(argument).to_owned();
        report.at(
            subject,
            argument,
            format!("`{words}` is in degrees, but this function takes radians"),
            &format!("write degreesToRadians({words})"),
        );
    }
    for (id, _) in tree.nodes() {
        let Some(("+" | "-", left, right)) = tree.binary(id) else { continue };
        let (Some(a), Some(b)) = (subject.angle_of(left), subject.angle_of(right)) else { continue };
        if a != b {
            let radians = if a == Angle::Radians { left } else { right };
            report.at(
                subject,
                radians,
                "degrees and radians are added: this side is in radians".to_owned(),
                "wrap it in radiansToDegrees( )",
            );
        }
    }
    let turns = subject
        .timeline()
        .property(subject.property)
        .is_some_and(|data| data.unit == Unit::Degrees && data.kind == ValueKind::Number);
    for id in if turns { tree.results() } else { Vec::new() } {
        if subject.angle_of(id) == Some(Angle::Radians) {
            report.at(
                subject,
                id,
                "the value is in radians, but this property takes degrees".to_owned(),
                "wrap it in radiansToDegrees( )",
            );
        }
    }
}

/// Arguments of JavaScript's functions of angles that are certainly in degrees.
fn arguments_in_degrees(subject: &Subject<'_>) -> Vec<NodeId> {
    let tree = subject.tree;
    let mut found = Vec::new();
    for (_, call) in tree.calls() {
        let math = call.object.is_some_and(|object| subject.is_name(object, "Math"));
        if let (true, "sin" | "cos" | "tan", [argument]) = (math, call.name, call.arguments) {
            let round = matches!(tree.kind(*argument), Kind::Number(n) if ROUND.contains(n));
            if round || subject.angle_of(*argument) == Some(Angle::Degrees) {
                found.push(*argument);
            }
        }
    }
    found
}

/// The edits that convert what certainly is in degrees.
pub(crate) fn fix(subject: &Subject<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for argument in arguments_in_degrees(subject) {
        if let Some(node) = subject.tree.node(argument) {
            edits.push(Edit::new(node.span.start..node.span.start, "degreesToRadians("));
            edits.push(Edit::new(node.span.end..node.span.end, ")"));
        }
    }
    edits
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
    fn the_tutorials_second_trap_is_found_in_each_of_its_forms() {
        for text in [
            r#"-thisComp.layer("wheel").rotation + Math.asin(.5 * Math.sin(thisComp.layer("wheel").rotation * Math.PI / 180))"#,
            r#"a = thisComp.layer("wheel").rotation; Math.asin(.2 * Math.sin(a)) * 180 / Math.PI"#,
            "Math.atan2(position[1], position[0])",
            "100 * Math.cos(90)",
        ] {
            assert!(codes_on("crank.rotation", text).contains(&RULE.code), "{text}");
        }
    }

    #[test]
    fn converted_angles_are_left_alone() {
        for text in [
            r#"d = Math.PI / 180; -thisComp.layer("wheel").rotation + Math.asin(.2 * Math.sin(thisComp.layer("wheel").rotation * d)) / d"#,
            "radiansToDegrees(Math.atan2(position[1], position[0]))",
            "Math.sin(time * 2 * Math.PI) * 30",
        ] {
            assert!(!codes_on("crank.rotation", text).contains(&RULE.code), "{text}");
        }
    }
}
