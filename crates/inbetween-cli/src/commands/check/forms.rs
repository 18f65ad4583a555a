//! The forms of the result for machines.

use super::{Checked, Found};
use crate::commands::Outcome;
use crate::{findings, output};
use inbetween::Severity;
use inbetween::check::{self, RULES};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::path::Path;

/// How the result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CheckForm {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// JUnit XML: one case per finding.
    Junit,
    /// With --rules: the page of all rules.
    Markdown,
}

/// `--rules`: lists the rules, or explains one.
pub(super) fn rules(code: &str, form: CheckForm) -> Outcome {
    if form == CheckForm::Markdown {
        output::print(&check::to_markdown());
        return Ok(true);
    }
    if code.is_empty() {
        if form == CheckForm::Json {
            let list: Vec<Json> = RULES.iter().map(|rule| rule_json(rule)).collect();
            output::line(&json!({"format_version": findings::FORMAT_VERSION, "rules": list}).to_string());
            return Ok(true);
        }
        let wide = RULES.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
        for rule in RULES {
            let fix = if rule.fixes { " (--fix)" } else { "" };
            output::line(&format!("{:wide$}  {:7}  {}{fix}", rule.code, rule.level.word(), rule.finds));
        }
        return Ok(true);
    }
    match (check::explain(code), check::rule(code), form) {
        (Some(_), Some(rule), CheckForm::Json) => output::line(&rule_json(rule).to_string()),
        (Some(text), ..) => output::print(&text),
        (None, ..) => {
            let near = check::Levels::default().set(code, None).err();
            return Err(
                near.map_or_else(|| format!("there is no rule \"{code}\""), |error| error.to_string())
            );
        }
    }
    Ok(true)
}

fn rule_json(rule: &check::Rule) -> Json {
    json!({"code": rule.code, "level": rule.level.word(), "finds": rule.finds, "why": rule.why, "fixes": rule.fixes})
}

/// The result in a form for machines.
pub(super) fn machine(form: CheckForm, checked: &[Checked], several: bool) -> String {
    match form {
        CheckForm::Sarif => sarif(checked).to_string(),
        CheckForm::Github => github(checked),
        CheckForm::Junit => junit(checked),
        _ => json_form(checked, several).to_string(),
    }
}

/// One file as ever; several as a list of such objects.
fn json_form(checked: &[Checked], several: bool) -> Json {
    let one = |file: &Checked| {
        let list: Vec<_> = file.found.iter().map(|one| one.finding.clone()).collect();
        let mut json = findings::to_json(&list);
        if let Some(object) = json.as_object_mut() {
            object.insert("expressions".to_owned(), file.expressions.into());
            object.insert("evaluations".to_owned(), file.evaluations.into());
            object.insert("tiers".to_owned(), file.tiers.clone().into());
            if several {
                object.remove("format_version");
                object.insert("file".to_owned(), file.path.display().to_string().into());
                object.insert("error".to_owned(), file.error.clone().into());
            }
        }
        json
    };
    match checked {
        [only] if !several => one(only),
        files => json!({
            "format_version": findings::FORMAT_VERSION,
            "files": files.iter().map(one).collect::<Vec<_>>(),
        }),
    }
}

/// A path as an address: forward slashes, spaces and the like written out.
fn address(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut out = String::new();
    for byte in text.trim_start_matches("./").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(char::from(byte))
            }
            other => {
                let _ = write!(out, "%{other:02X}");
            }
        }
    }
    out
}

/// The finding in one text: what, what to do, where.
fn whole(one: &Found) -> String {
    let mut text = one.finding.message.clone();
    let place = one.finding.location.to_string();
    if !place.is_empty() {
        let _ = write!(text, " ({place})");
    }
    if let Some(help) = &one.finding.help {
        let _ = write!(text, "; {help}");
    }
    text
}

fn sarif(checked: &[Checked]) -> Json {
    let rules: Vec<Json> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.code,
                "shortDescription": {"text": rule.finds},
                "fullDescription": {"text": rule.why},
                "help": {"text": check::explain(rule.code).unwrap_or_default()},
                "defaultConfiguration": {"level": rule.level.word()},
            })
        })
        .collect();
    let mut results = Vec::new();
    let mut notices = Vec::new();
    for file in checked {
        let artifact = json!({"uri": address(&file.path)});
        if let Some(error) = &file.error {
            notices.push(json!({"level": "error", "message": {"text": error},
                "locations": [{"physicalLocation": {"artifactLocation": artifact}}]}));
        }
        for one in &file.found {
            let finding = &one.finding;
            let mut physical = json!({"artifactLocation": artifact});
            if let (Some(point), Some(object)) = (one.point, physical.as_object_mut()) {
                object.insert(
                    "region".to_owned(),
                    json!({"startLine": point.line, "startColumn": point.column}),
                );
            }
            let mut location = json!({"physicalLocation": physical});
            let name = finding.location.to_string();
            if let (false, Some(object)) = (name.is_empty(), location.as_object_mut()) {
                object.insert(
                    "logicalLocations".to_owned(),
                    json!([{"fullyQualifiedName": name, "kind": "member"}]),
                );
            }
            let mut result = json!({
                "ruleId": finding.code,
                "level": finding.severity.word(),
                "message": {"text": whole(one)},
                "locations": [location],
            });
            if let (Ok(index), Some(object)) =
                (RULES.binary_search_by(|rule| rule.code.cmp(finding.code)), result.as_object_mut())
            {
                object.insert("ruleIndex".to_owned(), index.into());
            }
            results.push(result);
        }
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "inbetween", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "invocations": [{"executionSuccessful": notices.is_empty(), "toolExecutionNotifications": notices}],
            "results": results,
        }],
    })
}

fn github(checked: &[Checked]) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let mut out = String::new();
    for file in checked {
        let name = property(&file.path.to_string_lossy().replace('\\', "/"));
        if let Some(error) = &file.error {
            let _ = writeln!(out, "::error file={name}::{}", data(error));
        }
        for one in &file.found {
            let command = match one.finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                _ => "notice",
            };
            let at = one.point.map_or_else(String::new, |p| format!(",line={},col={}", p.line, p.column));
            let title = property(one.finding.code);
            let _ = writeln!(out, "::{command} file={name}{at},title={title}::{}", data(&whole(one)));
        }
    }
    out
}

fn junit(checked: &[Checked]) -> String {
    let sum = |count: &dyn Fn(&Checked) -> usize| checked.iter().map(count).sum::<usize>();
    let cases = |file: &Checked| file.found.len().max(1);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"inbetween check\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
        sum(&cases),
        sum(&|file| file.count(Severity::Error)),
        sum(&|file| usize::from(file.error.is_some())),
    );
    for file in checked {
        let name = output::xml(&file.path.display().to_string());
        let _ = writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">",
            cases(file),
            file.count(Severity::Error),
            usize::from(file.error.is_some())
        );
        if let Some(error) = &file.error {
            let error = output::xml(error);
            let _ = writeln!(
                out,
                "    <testcase classname=\"{name}\" name=\"opens\"><error message=\"{error}\"/></testcase>"
            );
        } else if file.found.is_empty() {
            let _ = writeln!(out, "    <testcase classname=\"{name}\" name=\"no findings\"/>");
        }
        for one in &file.found {
            let (code, text) = (one.finding.code, output::xml(&whole(one)));
            let place = output::xml(&format!("{code} {}", one.finding.location));
            let _ = write!(out, "    <testcase classname=\"{name}\" name=\"{}\">", place.trim_end());
            let _ = if one.finding.severity == Severity::Error {
                write!(
                    out,
                    "<failure type=\"{code}\" message=\"{}\">{text}</failure>",
                    output::xml(&one.finding.message)
                )
            } else {
                write!(out, "<system-out>{}: {text}</system-out>", one.finding.severity.word())
            };
            out.push_str("</testcase>\n");
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}
