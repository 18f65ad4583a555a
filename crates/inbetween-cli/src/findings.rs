//! Findings on standard error: with the source line and a caret for people, as JSON for machines.

use crate::output;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, renderer::DecorStyle};
use inbetween::{Diagnostic, Project, Severity};
use serde_json::json;
use std::collections::HashMap;

/// Version of every JSON form this tool writes.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// The text of the expression that a finding lies in.
pub(crate) type Source<'a> = &'a dyn Fn(&Diagnostic) -> Option<Shown>;

/// A text and where in a scene file it starts, if it stands in one.
pub(crate) struct Shown {
    text: String,
    scene: Option<inbetween::ScenePlace>,
}

impl From<String> for Shown {
    fn from(text: String) -> Self {
        Self { text, scene: None }
    }
}

/// The text of the expression that a finding of a project lies in.
pub(crate) fn source_of(project: &Project, finding: &Diagnostic) -> Option<Shown> {
    let text = project.expression_source(&finding.location)?;
    Some(Shown { text, scene: project.scene_place(&finding.location) })
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// One JSON object.
    Json,
}

/// Prints findings on standard error. Notes are counted but not shown unless `notes`.
pub(crate) fn report(project: &Project, findings: &[Diagnostic], form: Form, notes: bool) {
    report_with(&|finding| source_of(project, finding), findings, form, notes);
}

/// The same where findings may lie in texts that are not in the file; `source` gives the text a finding lies in.
pub(crate) fn report_with(source: Source<'_>, findings: &[Diagnostic], form: Form, notes: bool) {
    match form {
        Form::Json => output::note(&format!("{}\n", to_json(findings))),
        Form::Text => {
            let renderer = if output::error_terminal() { Renderer::styled() } else { Renderer::plain() };
            let renderer = renderer.decor_style(DecorStyle::Ascii);
            for (finding, others) in grouped(findings.iter().filter(|f| notes || f.severity > Severity::Note))
            {
                output::note(&format!("{}\n", render_with(source, finding, &others, &renderer)));
            }
            let hidden = findings.iter().filter(|f| f.severity == Severity::Note).count();
            if hidden > 0 && !notes {
                let them = if hidden == 1 { "note is" } else { "notes are" };
                output::note(&format!("{hidden} {them} not shown; `inbetween check --notes` shows them\n"));
            }
        }
    }
}

/// Findings for people, each that several places share told once; notes only if `notes`.
pub(crate) fn words(source: Source<'_>, findings: &[Diagnostic], notes: bool) -> String {
    let renderer = if output::colours() { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut out = String::new();
    for (finding, others) in grouped(findings.iter().filter(|f| notes || f.severity > Severity::Note)) {
        out.push_str(&render_with(source, finding, &others, &renderer));
        out.push_str("\n\n");
    }
    out
}

/// Findings that say the same of several places, with the first of them: one fault that fifty layers share is told once.
fn grouped<'a>(findings: impl Iterator<Item = &'a Diagnostic>) -> Vec<(&'a Diagnostic, Vec<&'a Diagnostic>)> {
    let mut places: HashMap<(&str, &str, Option<&str>), usize> = HashMap::new();
    let mut groups: Vec<(&Diagnostic, Vec<&Diagnostic>)> = Vec::new();
    for finding in findings {
        let key = (finding.code, finding.message.as_str(), finding.help.as_deref());
        match places.get(&key).and_then(|at| groups.get_mut(*at)) {
            Some((_, others)) => others.push(finding),
            None => {
                places.insert(key, groups.len());
                groups.push((finding, Vec::new()));
            }
        }
    }
    groups
}

/// Whether one of the findings is an error.
pub(crate) fn has_errors(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|f| f.severity == Severity::Error)
}

/// Findings as JSON.
pub(crate) fn to_json(findings: &[Diagnostic]) -> serde_json::Value {
    let list: Vec<_> = findings
        .iter()
        .map(|f| {
            json!({
                "code": f.code,
                "severity": f.severity.word(),
                "message": f.message,
                "help": f.help,
                "composition": f.location.composition,
                "layer": f.location.layer,
                "property": f.location.property,
                "line": f.location.point.map(|p| p.line),
                "column": f.location.point.map(|p| p.column),
                "file_path": f.location.file_path,
            })
        })
        .collect();
    json!({ "format_version": FORMAT_VERSION, "findings": list })
}

/// Places named besides the first that a finding was made at.
const PLACES_NAMED: usize = 3;

/// One finding for people, with others that say the same.
fn render_with(
    source: Source<'_>,
    finding: &Diagnostic,
    others: &[&Diagnostic],
    renderer: &Renderer,
) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        _ => Level::NOTE,
    };
    let place = {
        let mut location = finding.location.clone();
        location.point = None;
        location.to_string()
    };
    let source = source(finding);
    let place = if place.is_empty() && source.is_some() { "--expr".to_owned() } else { place };
    let title = level.primary_title(finding.message.as_str()).id(finding.code);
    let mut group = match (&source, finding.location.point) {
        (Some(Shown { text: source, scene }), Some(point)) => {
            let offset = point.offset_in(source);
            let end = source
                .get(offset..)
                .and_then(|rest| rest.chars().next())
                .map_or(offset, |c| offset + c.len_utf8());
            // Carriage returns alone end lines in old files; one byte for one byte keeps the offsets.
            let shown = source.replace("\r\n", " \n").replace('\r', "\n");
            let (path, first) = match scene {
                Some(scene) => (format!("{} ({place})", scene.file), scene.line),
                None => (place.clone(), 1),
            };
            let snippet = Snippet::source(shown)
                .path(path)
                .line_start(first as usize)
                .annotation(AnnotationKind::Primary.span(offset..end));
            title.element(snippet)
        }
        _ if place.is_empty() => annotate_snippets::Group::with_title(title),
        _ => title.element(annotate_snippets::Origin::path(place.clone())),
    };
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let named: Vec<String> =
        others.iter().take(PLACES_NAMED).map(|other| other.location.to_string()).collect();
    let rest = others.len().saturating_sub(PLACES_NAMED);
    let also = match (named.is_empty(), rest) {
        (true, _) => None,
        (false, 0) => Some(format!("the same at {}", named.join(", "))),
        (false, rest) => {
            Some(format!("the same at {} and {rest} more (--findings json lists them)", named.join(", ")))
        }
    };
    if let Some(also) = &also {
        group = group.element(Level::NOTE.message(also.as_str()));
    }
    renderer.render(&[group])
}

#[cfg(test)]
mod tests {
    use super::*;
    use inbetween::Location;

    #[test]
    fn a_fault_that_many_places_share_is_told_once() {
        let at = |layer: &str, message: &str| {
            Diagnostic::new("expr/unknown-effect", Severity::Error, message)
                .at(Location { layer: Some(layer.to_owned()), ..Location::default() })
        };
        let list: Vec<Diagnostic> = ["a", "b", "c", "d", "e", "f"]
            .map(|layer| at(layer, "the same"))
            .into_iter()
            .chain([at("g", "another")])
            .collect();
        let groups = grouped(list.iter());
        assert_eq!(groups.iter().map(|(_, others)| others.len()).collect::<Vec<_>>(), [5, 0]);
        let (first, others) = &groups[0];
        let text = render_with(&|_| None, first, others, &Renderer::plain());
        assert!(text.contains("the same at b, c, d and 2 more"), "{text}");
    }
}
