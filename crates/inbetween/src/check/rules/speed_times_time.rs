//! `motion/speed-times-time`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::{Kind, NodeId};
use inbetween_timeline::PropertyRef;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "motion/speed-times-time",
    level: Severity::Warning,
    finds: "`time` multiplied by a speed or frequency that is animated.",
    why: "Distance is speed times time only while the speed is constant. When the slider changes, the product jumps: \
          it runs too fast while the slider rises and backward while it falls. Add the speed up over time instead. \
          The same holds for the frequency of `wiggle`.",
    wrong: Sample::On("ball.rotation", r#"time * thisComp.layer("control").effect("Speed")("Slider")"#),
    right: Sample::On(
        "ball.rotation",
        r#"inbetween.integrate(thisComp.layer("control").effect("Speed")("Slider"))"#,
    ),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    for (id, node) in tree.nodes() {
        let product = matches!(node.kind, Kind::Binary("*" | "/"));
        let inner = tree.parent(id).is_some_and(|above| matches!(tree.kind(above), Kind::Binary("*" | "/")));
        if product && !inner {
            let mut factors = Vec::new();
            gather(subject, id, &mut factors, 8);
            let at = factors.iter().find(|factor| is_clock(subject, **factor, 8));
            let speed = factors.iter().find_map(|factor| animated(subject, *factor));
            if let (Some(at), Some(speed)) = (at, speed) {
                tell(subject, report, *at, speed, "`time` is multiplied by");
            }
        }
    }
    for (_, call) in tree.calls() {
        if let ("wiggle", None, [frequency, ..]) = (call.name, call.object, call.arguments) {
            let mut factors = Vec::new();
            gather(subject, *frequency, &mut factors, 8);
            if let Some(speed) = factors.iter().find_map(|factor| animated(subject, *factor)) {
                tell(subject, report, *frequency, speed, "the frequency of `wiggle` is");
            }
        }
    }
}

fn tell(subject: &Subject<'_>, report: &mut Report<'_>, at: NodeId, speed: PropertyRef, what: &str) {
    let words = subject.words(speed);
    report.at(
        subject,
        at,
        format!("{what} {words}, which is animated: the motion jumps, or runs backward, whenever it changes"),
        &format!(
            "add it up over time: inbetween.integrate({words}) here; in After Effects a loop over the frames that sums \
             its valueAtTime(t) * thisComp.frameDuration"
        ),
    );
}

fn animated(subject: &Subject<'_>, factor: NodeId) -> Option<PropertyRef> {
    // The expression's own property is no speed: `value * time` is a scale of it.
    let property = subject.property_of(factor).filter(|property| *property != subject.property)?;
    subject.is_animated(property).then_some(property)
}

/// The factors of a product, those above the line only.
fn gather(subject: &Subject<'_>, id: NodeId, factors: &mut Vec<NodeId>, deep: usize) {
    let tree = subject.tree;
    let value = tree.resolved(id);
    match (tree.binary(value), deep.checked_sub(1)) {
        (Some(("*", left, right)), Some(deep)) => {
            gather(subject, left, factors, deep);
            gather(subject, right, factors, deep);
        }
        (Some(("/", left, _)), Some(deep)) => gather(subject, left, factors, deep),
        _ => factors.push(id),
    }
}

/// Whether a factor is `time`, or `time` less something that stands still.
fn is_clock(subject: &Subject<'_>, id: NodeId, deep: usize) -> bool {
    let value = subject.tree.resolved(id);
    match (subject.tree.binary(value), deep.checked_sub(1)) {
        (Some(("-" | "+", left, right)), Some(deep)) => {
            is_clock(subject, left, deep) && subject.property_of(right).is_none()
        }
        _ => subject.is_name(value, "time"),
    }
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
    fn a_speed_that_stands_still_is_no_fault() {
        for text in [
            r#"time * thisComp.layer("control").effect("Amount")("Slider")"#,
            "time * 90",
            r#"thisComp.layer("control").effect("Speed")("Slider") * 2"#,
        ] {
            assert!(!codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
    }

    #[test]
    fn names_offsets_wiggle_and_bodymovin_are_seen_through() {
        for text in [
            r#"s = thisComp.layer("control").effect("Speed")("Slider"); t = time - inPoint; value + t * s / 2"#,
            r#"Math.sin(time * thisComp.layer("control").effect("Speed")("Slider").value * 2) * 20"#,
            r#"wiggle(thisComp.layer("control").effect("Speed")("Slider") / 100, 20)"#,
            r#"var $bm_rt; var s = thisComp.layer('control').effect('Speed')('Slider'); $bm_rt = $bm_mul(time, s);"#,
        ] {
            assert!(codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
    }
}
