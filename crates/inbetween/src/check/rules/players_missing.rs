//! `players/missing-function`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::{Call, Kind};
use inbetween_timeline::PropertyRef;
use inbetween_types::{Severity, ValueKind};

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

/// Members likewise: of which object (any where it is empty), its name, what is wrong.
const MEMBERS: &[(&str, &str, &str)] = &[
    ("", "marker", "is missing"),
    ("", "startTime", "is a number of frames, not of seconds,"),
    ("thisComp", "duration", "is missing"),
    ("thisProperty", "value", "is the value after the expression"),
];

/// Names that stand for themselves.
const NAMES: &[(&str, &str)] =
    &[("speed", "is missing"), ("startTime", "is a number of frames, not of seconds,")];

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    let mut told: Vec<&str> = Vec::new();
    for (id, node) in tree.nodes() {
        let found = match &node.kind {
            Kind::Call => tree.call(id).and_then(|call| lacking_call(subject, &call)),
            Kind::Member(name) => {
                let of = |object: &str| {
                    object.is_empty() || node.children.first().is_some_and(|id| subject.is_name(*id, object))
                };
                let known = MEMBERS.iter().find(|(object, known, _)| **known == **name && of(object));
                known.map(|(_, name, what)| (*name, *what))
            }
            Kind::Name(name) if !tree.is_local(name) => known(NAMES, name),
            _ => None,
        };
        let Some((name, what)) = found.filter(|(name, _)| !told.contains(name)) else { continue };
        told.push(name);
        report.at(subject, id, format!("`{name}` {what} in lottie-web"), "bake the file for players");
    }
}

fn known(table: &'static [(&'static str, &'static str)], name: &str) -> Option<(&'static str, &'static str)> {
    table.iter().find(|(known, _)| *known == name).copied()
}

/// What a player lacks of a call.
fn lacking_call(subject: &Subject<'_>, call: &Call<'_>) -> Option<(&'static str, &'static str)> {
    if call.object.is_none() && subject.tree.is_local(call.name) {
        return None;
    }
    let path = |property: PropertyRef| {
        subject.timeline().property(property).is_some_and(|data| data.kind == ValueKind::Path)
    };
    match (call.name, call.arguments.len()) {
        ("toComp", 2..) => Some(("toComp", "takes the time for the layer itself only, not for its parents,")),
        ("smooth", 0) => Some(("smooth", "takes twice the width")),
        ("valueAtTime", _) => {
            let of = call.object.map_or(Some(subject.property), |object| subject.property_of(object));
            of.is_some_and(path).then_some(("valueAtTime", "is missing on paths"))
        }
        (name, _) if call.object.is_some() => known(METHODS, name),
        (name, _) => known(METHODS, name).or_else(|| known(FUNCTIONS, name)),
    }
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
    fn what_differs_is_named_where_it_differs() {
        for text in [
            "thisComp.duration * 10",
            "thisProperty.value",
            "thisLayer.startTime * 2",
            "speed * 0.1",
            "smooth()",
            "thisComp.layer(\"piston\").toComp([0, 0], time - 1)[0]",
        ] {
            assert!(codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
        for text in [
            "d = thisComp.layer(\"ball\"); d.outPoint - d.inPoint",
            "thisComp.layer(\"wheel\").rotation.value",
            "speed = 3; speed * time",
            "smooth(.1, 5)",
            "thisComp.layer(\"piston\").toComp([0, 0])[0]",
        ] {
            assert!(!codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
    }
}
