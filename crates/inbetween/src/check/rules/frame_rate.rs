//! `time/frame-rate`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::{Kind, NodeId};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "time/frame-rate",
    level: Severity::Warning,
    finds: "Motion that counts frames, so that it is faster at a higher frame rate.",
    why: "`time / thisComp.frameDuration` and `timeToFrames()` are numbers of frames: the same expression runs twice as \
          fast in a composition of twice the frame rate, and in a player that plays between frames. Count seconds; \
          where a sum over frames is meant, multiply each step by `thisComp.frameDuration`.",
    wrong: Sample::On("ball.rotation", "timeToFrames(time) * 3"),
    right: Sample::On("ball.rotation", "time * 75"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    for (id, node) in tree.nodes() {
        if is_count(subject, id) && drives_motion(subject, id) {
            let words = tree.text(id).to_owned();
            report.at(
                subject,
                id,
                format!("`{words}` counts frames: the motion changes with the frame rate"),
                "count seconds: `time` times a number per second",
            );
        }
        // A sum over frames whose steps have no length: `for (f…) angle += speed.valueAtTime(f * frameDuration)`.
        if let (Kind::Assign("+="), [_, step]) = (&node.kind, node.children.as_slice()) {
            let looped = tree.ancestors(id).any(|above| *tree.kind(above) == Kind::Loop);
            let sampled =
                tree.inside(*step).any(|part| tree.call(part).is_some_and(|call| call.name == "valueAtTime"));
            if looped && sampled && !has_step_length(subject, *step) {
                report.at(
                    subject,
                    *step,
                    "a sum over frames whose steps have no length: it grows with the frame rate".to_owned(),
                    "multiply each step by thisComp.frameDuration (and the speed by frames per second once)",
                );
            }
        }
    }
}

/// `timeToFrames(…)` of the running time, or `time / frameDuration`.
fn is_count(subject: &Subject<'_>, id: NodeId) -> bool {
    let tree = subject.tree;
    if let Some(call) = tree.call(id) {
        let now = call
            .arguments
            .first()
            .is_none_or(|first| tree.inside(*first).any(|part| subject.is_name(part, "time")));
        return call.object.is_none() && matches!(call.name, "timeToFrames" | "time_to_frames") && now
            // With a frame rate of its own it counts that.
            && call.arguments.len() < 2;
    }
    match tree.binary(id) {
        Some(("/", left, right)) => {
            tree.inside(left).any(|part| subject.is_name(part, "time")) && is_frame_duration(subject, right)
        }
        _ => false,
    }
}

/// `thisComp.frameDuration`, by any name.
fn is_frame_duration(subject: &Subject<'_>, id: NodeId) -> bool {
    let id = subject.tree.resolved(id);
    match subject.tree.kind(id) {
        Kind::Member(name) => matches!(&**name, "frameDuration" | "frame_duration"),
        _ => false,
    }
}

/// Whether a count goes into a product, or becomes the value as it is: indices, comparisons and seeds may count frames.
fn drives_motion(subject: &Subject<'_>, id: NodeId) -> bool {
    let tree = subject.tree;
    let mut below = id;
    for above in tree.ancestors(id) {
        match tree.kind(above) {
            Kind::Binary("*" | "/") => return !brings_back(subject, above, below),
            Kind::Binary("+" | "-") | Kind::Unary(_) | Kind::Statement => {}
            Kind::Call => {
                let Some(call) = tree.call(above) else { return false };
                let math = call.object.is_some_and(|object| subject.is_name(object, "Math"));
                return math && matches!(call.name, "sin" | "cos" | "tan");
            }
            Kind::Program => {
                return tree.results().iter().any(|result| tree.inside(*result).any(|part| part == below));
            }
            _ => return false,
        }
        below = above;
    }
    false
}

/// Whether the other side of a product is the length of a frame, which makes seconds again.
fn brings_back(subject: &Subject<'_>, product: NodeId, one: NodeId) -> bool {
    let other = subject.tree.children(product).iter().copied().find(|child| *child != one);
    other.is_some_and(|other| is_frame_duration(subject, other))
}

fn has_step_length(subject: &Subject<'_>, step: NodeId) -> bool {
    let tree = subject.tree;
    let mut open = vec![step];
    while let Some(id) = open.pop() {
        let id = tree.resolved(id);
        if let Some(("*" | "/", left, right)) = tree.binary(id) {
            // Divided by the frame rate, or times the duration of a frame, or any other constant step.
            if [left, right].into_iter().any(|side| is_length(subject, side)) {
                return true;
            }
            open.extend([left, right]);
        }
    }
    false
}

fn is_length(subject: &Subject<'_>, side: NodeId) -> bool {
    let value = subject.tree.resolved(side);
    let known = matches!(subject.tree.kind(value), Kind::Number(_) | Kind::Binary("/"));
    known || is_frame_duration(subject, side)
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
    fn sums_over_frames_need_a_step() {
        let sum = |step: &str| {
            format!(
                "s = thisComp.layer(\"control\").effect(\"Speed\")(\"Slider\"); a = 0;\n\
                 for (f = 0; f < timeToFrames(); f++) a += s.valueAtTime(framesToTime(f)){step};\na"
            )
        };
        assert!(codes_on("ball.rotation", &sum("")).contains(&RULE.code));
        assert!(!codes_on("ball.rotation", &sum(" * thisComp.frameDuration")).contains(&RULE.code));
    }

    #[test]
    fn frames_as_an_index_or_a_seed_are_no_motion() {
        for text in [
            "seedRandom(timeToFrames(time), true); random(10)",
            "[1, 2, 3][timeToFrames(time) % 3]",
            "velocityAtTime(key(1).time - thisComp.frameDuration / 10)",
            "Math.floor(time / thisComp.frameDuration) * thisComp.frameDuration * 90",
        ] {
            assert!(!codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
    }
}
