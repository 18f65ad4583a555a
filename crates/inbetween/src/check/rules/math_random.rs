//! `random/math-random`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "random/math-random",
    level: Severity::Warning,
    finds: "`Math.random()`, which no seed steers.",
    why: "After Effects gives other numbers each time it renders, so two machines of a render farm do not match. \
          `random()` with `seedRandom` gives the same ones everywhere.",
    wrong: Sample::On("ball.rotation", "Math.random() * 360"),
    right: Sample::On("ball.rotation", "seedRandom(1, true); random(360)"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    for (id, call) in subject.tree.calls() {
        if call.name == "random" && call.object.is_some_and(|object| subject.is_name(object, "Math")) {
            let message = "`Math.random` cannot be seeded: renders do not repeat".to_owned();
            report.at(subject, id, message, "use random(), after seedRandom(seed, true) if it should stay");
        }
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
