//! Every row of the expression catalogue that speaks of an object has a member here, or a reason.

use crate::language::members;
use inbetween_expr::Class;

/// Rows that no table answers, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("(call)", "`Host::child`"),
    ("(\"Essential Properties\")", "`Host::child`"),
    ("Font...", "a menu command, no API"),
    ("worldPositionToPsd", "only the name is public (docs/quirks.md)"),
    ("worldRotationToPsd", "only the name is public (docs/quirks.md)"),
    ("worldScaleToPsd", "only the name is public (docs/quirks.md)"),
];

/// Names that are children found by compact name.
const CHILDREN: &[&str] = &[
    "transform.xPosition",
    "transform.yPosition",
    "transform.zPosition",
    "maskPath",
    "maskFeather",
    "maskOpacity",
    "maskExpansion",
    "sourceText",
    "pathOption.path",
    "pathOption.reversePath",
    "pathOption.perpendicularToPath",
    "pathOption.forceAlignment",
    "pathOption.firstMargin",
    "pathOption.lastMargin",
    "moreOption.anchorPointGrouping",
    "moreOption.groupingAlignment",
    "moreOption.fillAndStroke",
    "moreOption.interCharacterBlending",
];

fn class(area: &str) -> Option<Class> {
    Some(match area {
        "Comp" => Class::Composition,
        "Footage" => Class::Footage,
        "Project" => Class::Project,
        "Layer Sub-objects"
        | "Layer General"
        | "Layer Properties"
        | "Layer 3D"
        | "Layer Space Transforms"
        | "Camera"
        | "Light" => Class::Layer,
        "Effect" | "Mask" | "PropertyGroup" | "Text" => Class::PropertyGroup,
        "Property" | "PathProperty" | "SourceText" => Class::Property,
        "MarkerProperty" => Class::MarkerProperty,
        _ => return None,
    })
}

#[test]
fn the_catalogue_is_covered() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/reference/expression-catalogue.tsv");
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let mut missing = Vec::new();
    for line in text.lines().skip(1) {
        let mut cells = line.split('\t');
        let (area, name) = (cells.next().unwrap(), cells.next().unwrap());
        let name = name.split(" (").next().unwrap();
        let Some(class) = class(area) else { continue };
        let known = members(class).iter().any(|member| member.name == name || member.aliases.contains(&name))
            || CHILDREN.contains(&name)
            || ELSEWHERE.iter().any(|(row, _)| *row == name || row.starts_with(name) && name.is_empty());
        if !known {
            missing.push(format!("{area}: {name}"));
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn every_legacy_alias_of_a_member_is_known() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/reference/legacy-aliases.tsv");
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let mut wrong = Vec::new();
    for line in text.lines().skip(1) {
        let mut cells = line.split('\t');
        let (legacy, modern) = (cells.next().unwrap(), cells.next().unwrap());
        for class in Class::ALL {
            for member in members(class).iter().filter(|member| member.name == modern) {
                if !member.aliases.contains(&legacy) && !legacy.contains('(') && !legacy.contains('.') {
                    wrong.push(format!("{class:?}: {legacy} → {modern}"));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
