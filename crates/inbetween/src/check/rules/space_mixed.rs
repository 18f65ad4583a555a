//! `space/mixed`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::{Kind, NodeId};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "space/mixed",
    level: Severity::Warning,
    finds: "Points of different layer spaces compared, subtracted or copied as if they were in one.",
    why: "A position is in composition space, or in the layer space of the parent if there is one; an anchor point and \
          the points of effects are in the layer's own space. The distance between two points, or a copy of one, means \
          something only when both are in the same space: `toComp` and `fromComp` take them there.",
    wrong: Sample::On("crank.rotation", "length(position, thisComp.layer(\"piston\").position)"),
    right: Sample::On("crank.rotation", "length(anchorPoint, thisComp.layer(\"piston\").position)"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    for (id, node) in tree.nodes() {
        let pair = match &node.kind {
            Kind::Binary("-") => tree.binary(id).map(|(_, left, right)| (left, right, "are subtracted")),
            Kind::Call => tree.call(id).and_then(|call| match (call.name, call.object, call.arguments) {
                ("length", None, [a, b]) => Some((*a, *b, "are measured from one another")),
                ("sub", None, [a, b]) => Some((*a, *b, "are subtracted")),
                ("lookAt" | "look_at", None, [a, b, ..]) => Some((*a, *b, "are aimed at one another")),
                _ => None,
            }),
            _ => None,
        };
        if let Some((a, b, what)) = pair {
            compare(subject, report, a, b, what);
        }
    }
    // The value itself, where it is another property's point as it stands.
    let Some(own) = subject.space_of_property(subject.property) else { return };
    for id in tree.results() {
        if matches!(tree.kind(id), Kind::Array | Kind::Binary(_)) {
            continue;
        }
        let Some(space) = subject.space_of(id).filter(|space| !subject.same_space(own, *space)) else {
            continue;
        };
        if subject.property_of(id) == Some(subject.property) {
            continue;
        }
        let (mine, other) = (subject.space_words(own), subject.space_words(space));
        report.at(
            subject,
            id,
            format!("this point is in {other}, but the value is taken as a point in {mine}"),
            "take it over: with toComp of its own layer into composition space, with fromComp of the layer here from there",
        );
    }
}

fn compare(subject: &Subject<'_>, report: &mut Report<'_>, a: NodeId, b: NodeId, what: &str) {
    let (Some(first), Some(second)) = (subject.space_of(a), subject.space_of(b)) else { return };
    if subject.same_space(first, second) {
        return;
    }
    let tree = subject.tree;
    report.at(
        subject,
        a,
        format!(
            "points of different spaces {what}: `{}` is in {}, `{}` in {}",
            short(tree.text(a)),
            subject.space_words(first),
            short(tree.text(b)),
            subject.space_words(second)
        ),
        "bring both into one space: toComp(anchorPoint) of a layer is the place of its anchor in the composition",
    );
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 60 { line } else { line.chars().take(57).chain("...".chars()).collect() }
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
    fn the_tutorials_first_attempts_are_found() {
        // The radius of the wheel and the length of the rod, as one would write them without parents.
        for text in [
            r#"r = length(thisComp.layer("wheel").position, position); r"#,
            r#"l=length(position,thisComp.layer("piston").position); l"#,
            r#"a = thisComp.layer("wheel").position; b = position; Math.sqrt((a[0] - b[0]) * 2)"#,
            r#"var $bm_rt; $bm_rt = length(thisComp.layer('wheel').position, position);"#,
        ] {
            assert!(codes_on("crank.rotation", text).contains(&RULE.code), "{text}");
        }
    }

    #[test]
    fn points_of_one_space_are_left_alone() {
        for text in [
            r#"length(thisComp.layer("wheel").anchorPoint, position)"#,
            r#"length(fromComp(thisComp.layer("wheel").position), anchorPoint)"#,
            r#"length(thisComp.layer("wheel").position, toComp(anchorPoint))"#,
            r#"length(thisComp.layer("wheel").position, thisComp.layer("ball").position)"#,
            "length(position, [0, 0])",
        ] {
            assert!(!codes_on("crank.rotation", text).contains(&RULE.code), "{text}");
        }
    }

    #[test]
    fn a_copied_position_of_a_child_is_found() {
        assert!(codes_on("ball.position", r#"thisComp.layer("piston").position"#).contains(&RULE.code));
        let right = r#"p = thisComp.layer("piston"); p.toComp(p.anchorPoint)"#;
        assert!(!codes_on("ball.position", right).contains(&RULE.code));
        assert!(!codes_on("ball.position", r#"thisComp.layer("wheel").position"#).contains(&RULE.code));
    }
}
