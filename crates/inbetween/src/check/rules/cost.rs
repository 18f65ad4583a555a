//! `cost/steps` and `cost/reads`: work that is counted, not timed.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::Kind;
use inbetween_timeline::Session;
use inbetween_types::Severity;

pub(super) const STEPS: Rule = Rule {
    code: "cost/steps",
    level: Severity::Warning,
    finds: "An expression that takes more than 20,000 loop passes and calls for one value.",
    why: "Players evaluate it at every frame. Steps are counted, so the finding is the same on every machine. Compute \
          less, or bake.",
    wrong: Sample::On("ball.rotation", "a = 0;\nfor (i = 0; i < 30000; i++) a += Math.sin(i);\na"),
    right: Sample::On("ball.rotation", "a = 0;\nfor (i = 0; i < 300; i++) a += Math.sin(i);\na"),
    fixes: false,
    search: Search::Expression(steps),
};

pub(super) const READS: Rule = Rule {
    code: "cost/reads",
    level: Severity::Warning,
    finds: "An expression that evaluates more than 1,000 other expressions for one value.",
    why: "A loop over past frames that reads a property with an expression of its own costs more with every frame. Read \
          keyframed controls instead, use `inbetween.integrate`, or bake.",
    wrong: Sample::On(
        "ball.rotation",
        "a = 0;\nfor (i = 0; i < 1200; i++) a += thisComp.layer(\"reader\").opacity.valueAtTime(i / 300);\na",
    ),
    right: Sample::On(
        "ball.rotation",
        "a = 0;\nfor (i = 0; i < 30; i++) a += thisComp.layer(\"reader\").opacity.valueAtTime(i / 30);\na",
    ),
    fixes: false,
    search: Search::Expression(reads),
};

/// Steps above which a value is dear.
const MOST_STEPS: u64 = 20_000;

/// Expressions run above which a value is dear.
const MOST_READS: u64 = 1_000;

fn repeats(subject: &Subject<'_>) -> bool {
    subject.tree.nodes().any(|(_, node)| matches!(node.kind, Kind::Loop | Kind::Function))
}

fn steps(subject: &Subject<'_>, report: &mut Report<'_>) {
    if !repeats(subject) {
        return;
    }
    let timeline = subject.timeline();
    if timeline.limits().fuel <= MOST_STEPS {
        return;
    }
    let session = Session::new(subject.thrifty.get_or_init(|| timeline.with_fuel(MOST_STEPS)).clone());
    let (first, last) = subject.frames;
    for frame in [first, ((first + last) / 2.0).floor(), last] {
        let _ = session.evaluate(subject.property, subject.seconds(frame));
        // Its own finding only: what it reads is told where it stands.
        let own = subject.location().property;
        let spent = |d: &&inbetween_types::Diagnostic| d.code == "limit/fuel" && d.location.property == own;
        if let Some(finding) = session.take_diagnostics().iter().find(spent) {
            let mut location = subject.location();
            location.point = finding.location.point;
            report.on(
                location,
                format!("one value at frame {frame} takes more than {MOST_STEPS} steps"),
                "do less for each frame, or bake",
            );
            return;
        }
    }
}

fn reads(subject: &Subject<'_>, report: &mut Report<'_>) {
    let samples = ["valueAtTime", "velocityAtTime", "speedAtTime", "value_at_time", "smooth", "wiggle"];
    if !repeats(subject) || !subject.tree.calls_any(&samples) {
        return;
    }
    let session = Session::new(subject.timeline().clone());
    let frame = subject.frames.1;
    let _ = session.evaluate(subject.property, subject.seconds(frame));
    let run = session.state().expressions_run();
    if run > MOST_READS {
        report.on(
            subject.location(),
            format!("one value at frame {frame} evaluates {run} expressions"),
            "read keyframed controls, use inbetween.integrate for a sum over time, or bake",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::testing::examples;

    #[test]
    fn the_examples_of_steps_hold() {
        examples(&STEPS);
    }

    #[test]
    fn the_examples_of_reads_hold() {
        examples(&READS);
    }
}
