//! `players/expression-selector`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "players/expression-selector",
    level: Severity::Warning,
    finds: "An expression selector of a text animator.",
    why: "Since version 5.9 lottie-web fails over it: the layer vanishes, or the whole page stays blank. Players without \
          expressions select every character alike. Bake it: the letters become layers or outlines that play everywhere.",
    wrong: Sample::Members(
        r#"{"layers": [{"ty": 5, "ind": 20, "nm": "title", "ip": 0, "op": 100, "st": 0, "ks": {},
  "t": {"d": {"k": [{"t": 0, "s": {"t": "ABC", "f": "Sans", "s": 40, "j": 0, "fc": [0, 0, 0]}}]},
    "p": {}, "m": {"g": 1}, "a": [{"nm": "fade", "a": {"o": {"a": 0, "k": 0}},
      "s": {"t": 1, "b": 1, "rn": 0, "sh": 1, "a": {"a": 0, "k": 100}, "xe": {"a": 0, "k": 0}, "ne": {"a": 0, "k": 0},
        "x": "selectorValue * textIndex / textTotal"}}]}}]}"#,
    ),
    right: Sample::Members(
        r#"{"layers": [{"ty": 5, "ind": 20, "nm": "title", "ip": 0, "op": 100, "st": 0, "ks": {},
  "t": {"d": {"k": [{"t": 0, "s": {"t": "ABC", "f": "Sans", "s": 40, "j": 0, "fc": [0, 0, 0]}}]},
    "p": {}, "m": {"g": 1}, "a": [{"nm": "fade", "a": {"o": {"a": 0, "k": 0}},
      "s": {"t": 0, "b": 1, "rn": 0, "sh": 3, "a": {"a": 0, "k": 100}, "xe": {"a": 0, "k": 0}, "ne": {"a": 0, "k": 0},
        "e": {"a": 0, "k": 100}, "s": {"a": 0, "k": 0}}}]}}]}"#,
    ),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some((root, _)) = subject.tree.nodes().next() else { return };
    if subject.timeline().is_per_unit(subject.property) {
        report.at(
            subject,
            root,
            "lottie-web cannot play an expression selector: the layer vanishes".to_owned(),
            "bake the file for players",
        );
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
