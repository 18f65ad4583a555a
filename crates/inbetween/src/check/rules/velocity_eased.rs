//! `motion/velocity-at-eased-key`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_timeline::PropertyRef;
use inbetween_types::{Severity, Value};

pub(super) const RULE: Rule = Rule {
    code: "motion/velocity-at-eased-key",
    level: Severity::Warning,
    finds: "An overshoot or bounce that reads the speed at keys that are reached with no speed.",
    why: "An overshoot swings on with the speed at which the key was reached. Easy ease ends at speed 0 and a hold key \
          has none, so nothing swings. Make the keys linear, or ease out only, where the motion should overshoot.",
    wrong: Sample::On(
        "ball.scale",
        "n = nearestKey(time).index;\nif (key(n).time > time) n--;\n\
         n > 0 ? value + velocityAtTime(key(n).time - .001) * Math.sin((time - key(n).time) * 12) * .05 : value",
    ),
    right: Sample::On(
        "ball.rotation",
        "n = nearestKey(time).index;\nif (key(n).time > time) n--;\n\
         n > 0 ? value + velocityAtTime(key(n).time - .001) * Math.sin((time - key(n).time) * 12) * .05 : value",
    ),
    fixes: false,
    search: Search::Expression(search),
};

/// Part of a segment's mean speed below which its end counts as standing still.
const STILL: f64 = 0.02;

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    if !tree.calls_any(&["key", "nearestKey"]) {
        return;
    }
    let reads = ["velocityAtTime", "speedAtTime", "velocity_at_time", "speed_at_time"];
    let Some((id, call)) = tree.calls().find(|(_, call)| reads.contains(&call.name)) else { return };
    let property = match call.object {
        Some(object) => subject.property_of(object).unwrap_or(subject.property),
        None => subject.property,
    };
    let (moving, still) = arrivals(subject, property);
    if moving > 0 && still.len() == moving {
        let named: Vec<String> =
            still.iter().take(4).map(|(n, time)| format!("key {n} at {time:.3} s")).collect();
        let more = if still.len() > 4 { " and others" } else { "" };
        report.at(
            subject,
            id,
            format!(
                "{} reaches every key without speed ({}{more}), so the speed read here is 0 and nothing swings on",
                subject.words(property),
                named.join(", ")
            ),
            "make the incoming side of those keys linear, or give it a speed",
        );
    }
}

/// How many segments move, and the keys (number, seconds) that such a segment reaches with no speed.
fn arrivals(subject: &Subject<'_>, property: PropertyRef) -> (usize, Vec<(usize, f64)>) {
    let (mut moving, mut still) = (0, Vec::new());
    let Some(data) = subject.timeline().property(property) else { return (0, still) };
    let pairs = data.key_times.windows(2).zip(data.keyframes.windows(2));
    for (n, (times, keys)) in (2..).zip(pairs) {
        let ([from, to], [a, b]) = (times, keys) else { continue };
        let way = change(&a.value, a.end_value.as_ref().unwrap_or(&b.value));
        if way == 0.0 || to <= from {
            continue;
        }
        moving += 1;
        let speed = size(&subject.session.state().pre_velocity(property, to - (to - from) * 1e-4));
        if a.hold || speed < way / (to - from) * STILL {
            still.push((n, *to));
        }
    }
    (moving, still)
}

fn size(value: &Value) -> f64 {
    value.components().iter().map(|n| n * n).sum::<f64>().sqrt()
}

fn change(a: &Value, b: &Value) -> f64 {
    let parts = a.components().iter().zip(b.components()).map(|(a, b)| (b - a) * (b - a));
    parts.sum::<f64>().sqrt()
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
