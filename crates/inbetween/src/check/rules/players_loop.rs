//! `players/loop`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::Kind;
use inbetween_types::Severity;
use inbetween_types::ValueKind;

pub(super) const RULE: Rule = Rule {
    code: "players/loop",
    level: Severity::Warning,
    finds: "A kind of loop that lottie-web gets wrong.",
    why: "Where lottie-web runs expressions, `loopOut(\"continue\")` on points is scaled by the frame rate, `loopIn` is \
          right only when the first key is at frame 0, and the `…Duration` forms take another span. Bake those.",
    wrong: Sample::On("ball.position", "loopOut(\"continue\")"),
    right: Sample::On("ball.rotation", "loopOut(\"cycle\")"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(data) = subject.timeline().property(subject.property) else { return };
    for (id, call) in subject.tree.calls() {
        let kind = call.arguments.first().map(|first| subject.tree.kind(*first));
        let continued = matches!(kind, Some(Kind::Text(text)) if **text == *"continue");
        let points = matches!(data.kind, ValueKind::Point(_) | ValueKind::Vector(_));
        let late = data.keyframes.first().is_some_and(|key| key.frame != 0.0);
        let what = match call.name {
            "loopOutDuration" | "loop_out_duration" | "loopInDuration" | "loop_in_duration" => {
                "loops over another span of time in lottie-web"
            }
            "loopOut" | "loop_out" if continued && points => "continues at another speed in lottie-web",
            "loopIn" | "loop_in" if late => {
                "starts at the wrong place in lottie-web, because the first key is not at frame 0"
            }
            _ => continue,
        };
        report.at(subject, id, format!("this loop {what}"), "bake it");
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
