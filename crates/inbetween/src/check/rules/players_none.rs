//! `players/no-expressions`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Whole;
use inbetween_types::{Location, Severity};

pub(super) const RULE: Rule = Rule {
    code: "players/no-expressions",
    level: Severity::Note,
    finds: "A file with expressions, which most players do not play.",
    why: "lottie-ios, lottie-android, rlottie, Skottie and the light build of lottie-web ignore expressions: motion is \
          missing or frozen there, `loopOut` included. `inbetween bake` writes a file that every player plays.",
    wrong: Sample::On("ball.rotation", "loopOut(\"cycle\")"),
    right: Sample::Members("{}"),
    fixes: false,
    search: Search::File(search),
};

fn search(whole: &Whole<'_>, report: &mut Report<'_>) {
    let count = whole.timeline().properties().filter(|(_, data)| data.has_expression).count();
    if count > 0 {
        let them = if count == 1 {
            "1 property has an expression".to_owned()
        } else {
            format!("{count} properties have expressions")
        };
        report.on(
            Location::default(),
            format!("{them}: players on iOS, Android and in chat programs play none"),
            "bake before you ship: inbetween bake FILE -o OUT",
        );
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
