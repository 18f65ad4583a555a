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
            let looped = tree.ancestors(id).find(|above| *tree.kind(*above) == Kind::Loop);
            let sampled =
                tree.inside(*step).any(|part| tree.call(part).is_some_and(|call| call.name == "valueAtTime"));
            // Sums over keys or over parts of a span grow with neither.
            let by_frames = looped.is_some_and(|looped| counts_frames(subject, looped));
            if by_frames && sampled && !has_step_length(subject, *step) && !scaled_later(subject, id) {
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

/// Whether a loop goes from frame to frame.
fn counts_frames(subject: &Subject<'_>, looped: NodeId) -> bool {
    let tree = subject.tree;
    let frames = |part: NodeId| match tree.kind(part) {
        Kind::Member(_) => is_frame_duration(subject, part),
        Kind::Call => tree.call(part).is_some_and(|call| {
            matches!(call.name, "framesToTime" | "timeToFrames" | "frames_to_time" | "time_to_frames")
        }),
        _ => false,
    };
    // A name that the loop reads may stand for the number of frames.
    tree.inside(looped).any(|part| frames(part) || tree.inside(tree.resolved(part)).any(frames))
}

/// Whether the sum is given its length after the loop: `sum * thisComp.frameDuration`.
fn scaled_later(subject: &Subject<'_>, sum: NodeId) -> bool {
    let tree = subject.tree;
    let Some(Kind::Name(name)) = tree.children(sum).first().map(|target| tree.kind(*target)) else {
        return false;
    };
    tree.nodes().any(|(_, node)| match (&node.kind, node.children.as_slice()) {
        (Kind::Binary("*" | "/") | Kind::Assign("*=" | "/="), [left, right]) => {
            [(left, right), (right, left)].into_iter().any(|(one, other)| {
                *tree.kind(*one) == Kind::Name(name.clone()) && is_length(subject, *other)
            })
        }
        _ => false,
    })
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
    fn a_length_may_be_given_after_the_loop() {
        let sum = |end: &str| {
            format!(
                "s = thisComp.layer(\"control\").effect(\"Speed\")(\"Slider\"); n = timeToFrames(); a = 0;\n\
                 for (f = 0; f < n; f++) a += s.valueAtTime(framesToTime(f));\n{end}"
            )
        };
        assert!(codes_on("ball.rotation", &sum("a")).contains(&RULE.code));
        assert!(!codes_on("ball.rotation", &sum("a * thisComp.frameDuration")).contains(&RULE.code));
    }

    #[test]
    fn sums_over_keys_and_over_parts_of_a_span_are_no_sums_over_frames() {
        for text in [
            "s = thisComp.layer(\"control\").effect(\"Speed\")(\"Slider\"); a = 0;\n\
             for (k = 1; k <= s.numKeys; k++) a += s.valueAtTime(s.key(k).time);\na",
            "s = thisComp.layer(\"control\").effect(\"Speed\")(\"Slider\");\n\
             function area(a, b) { var h = (b - a) / 20, sum = 0;\n\
             for (var i = 0; i < 20; i++) sum += s.valueAtTime(a + (i + .5) * h);\nreturn sum * h; }\narea(0, time)",
        ] {
            assert!(!codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
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
