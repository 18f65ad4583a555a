//! `players/wiggle`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "players/wiggle",
    level: Severity::Warning,
    finds: "`wiggle`, which looks different in every player.",
    why: "lottie-web takes no notice of the frequency and moves far beyond the amplitude, differently at each load; ThorVG \
          has another curve; others have none. Bake it, so that everyone sees the same.",
    wrong: Sample::On("ball.position", "wiggle(2, 10)"),
    right: Sample::On("ball.position", "value + [10 * Math.sin(time * 4), 10 * Math.cos(time * 3)]"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let wiggles = ["wiggle", "temporalWiggle", "temporal_wiggle"];
    if let Some((id, _)) = subject
        .tree
        .calls()
        .find(|(_, call)| wiggles.contains(&call.name) && !subject.tree.is_local(call.name))
    {
        let message = "`wiggle` looks different in every player".to_owned();
        report.at(subject, id, message, "bake it: then every player shows what is seen here");
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
