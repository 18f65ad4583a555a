//! `players/missing-function`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::Kind;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "players/missing-function",
    level: Severity::Warning,
    finds: "A part of the language that lottie-web lacks or gets wrong.",
    why: "Where a player lacks a name the expression fails, and with it often the whole frame. It works here; bake the \
          file for players.",
    wrong: Sample::On("ball.rotation", "gaussRandom(0, 90)"),
    right: Sample::On("ball.rotation", "seedRandom(1, true); random(0, 90)"),
    fixes: false,
    search: Search::Expression(search),
};

/// Functions, and what lottie-web 5.13 does about them.
const FUNCTIONS: &[(&str, &str)] = &[
    ("cross", "is missing"),
    ("degrees_to_radians", "converts the wrong way"),
    ("dot", "is missing"),
    ("footage", "is missing"),
    ("gaussRandom", "is missing"),
    ("hexToRgb", "is missing"),
    ("noise", "is missing"),
    ("timeToCurrentFormat", "is missing"),
    ("timeToFeetAndFrames", "is missing"),
    ("timeToNTSCTimecode", "is missing"),
    ("timeToTimecode", "is missing"),
];

/// Methods likewise.
const METHODS: &[(&str, &str)] = &[
    ("createStyle", "is missing"),
    ("sampleImage", "is missing"),
    ("setFontSize", "is missing"),
    ("sourceRectAtTime", "measures text only, and takes no notice of its arguments"),
];

/// Members likewise.
const MEMBERS: &[(&str, &str)] = &[("marker", "is missing")];

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    let mut told: Vec<&str> = Vec::new();
    for (id, node) in tree.nodes() {
        let (name, table) = match &node.kind {
            Kind::Call => match tree.call(id) {
                Some(call) if call.object.is_some() => (call.name, METHODS),
                Some(call) if !tree.is_local(call.name) => {
                    let method = METHODS.iter().any(|(name, _)| *name == call.name);
                    (call.name, if method { METHODS } else { FUNCTIONS })
                }
                _ => continue,
            },
            Kind::Member(name) => (&**name, MEMBERS),
            _ => continue,
        };
        let Some((name, what)) = table.iter().find(|(known, _)| *known == name) else { continue };
        if !told.contains(name) {
            told.push(name);
            report.at(subject, id, format!("`{name}` {what} in lottie-web"), "bake the file for players");
        }
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
