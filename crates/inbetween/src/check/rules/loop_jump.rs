//! `motion/loop-jump`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::Kind;
use inbetween_types::Severity;
use inbetween_types::{Unit, Value};

pub(super) const RULE: Rule = Rule {
    code: "motion/loop-jump",
    level: Severity::Note,
    finds: "A cycle whose last key differs from its first, so that it jumps at the seam.",
    why: "`cycle` goes from the last value straight to the first. Players that draw between frames may show the way back. \
          Let both keys have one value, or take `pingpong` or `offset`.",
    wrong: Sample::On("ball.rotation", "loopOut(\"cycle\")"),
    right: Sample::On("ball.rotation", "loopOut(\"pingpong\")"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(data) = subject.timeline().property(subject.property) else { return };
    // A time remap always runs from its start to its end.
    if data.unit == Unit::Seconds {
        return;
    }
    let [first, .., last] = data.keyframes.as_slice() else { return };
    for (id, call) in subject.tree.calls() {
        let out = match call.name {
            "loopOut" | "loop_out" => true,
            "loopIn" | "loop_in" => false,
            _ => continue,
        };
        let cycle = match call.arguments.first().map(|first| subject.tree.kind(*first)) {
            None => true,
            Some(Kind::Text(kind)) => **kind == *"cycle",
            Some(_) => false,
        };
        // With a number of keyframes only part of them loops.
        let keys = match call.arguments.get(1).map(|second| subject.tree.kind(*second)) {
            None => 0,
            Some(Kind::Number(n)) if *n >= 0.0 => *n as usize,
            Some(_) => continue,
        };
        let (from, to) = match (out, keys) {
            (_, 0) => (Some(first), Some(last)),
            (true, n) => (data.keyframes.iter().rev().nth(n).or(Some(first)), Some(last)),
            (false, n) => (Some(first), data.keyframes.get(n).or(Some(last))),
        };
        let (Some(from), Some(to)) = (from, to) else { continue };
        if cycle && jumps(&from.value, &to.value, data.unit) {
            report.at(
                subject,
                id,
                "the cycle's last key differs from its first: it jumps at every pass".to_owned(),
                "give both keys one value, or loop by \"pingpong\" or \"offset\"",
            );
        }
    }
}

/// Whether two values look different; whole turns do not.
fn jumps(a: &Value, b: &Value, unit: Unit) -> bool {
    a.components().iter().zip(b.components()).any(|(a, b)| {
        let way = (a - b).abs();
        way > 1e-3 && !(unit == Unit::Degrees && (way / 360.0 - (way / 360.0).round()).abs() < 1e-6)
    })
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
