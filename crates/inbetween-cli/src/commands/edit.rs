//! `inbetween edit`.

use super::Outcome;
use crate::editable::{Editable, changes_json, changes_table};
use crate::{findings, output, range};
use inbetween::author::edit::{Anchor, Edit, NewEffect};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Arguments of `edit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Edits are made in the order they are given, each seeing what those before it did.
A layer is named by its name, or as layer(\"x\") or layer(3); a property by an expression that finds it.

Examples:
  inbetween edit rig.scene.toml --anchor 'crank=#pin' --parent 'crank=wheel' --parent 'piston=crank'
  inbetween edit rig.json --parent-jump 'hand=arm' -o out.json
  inbetween edit rig.scene.toml --anchor 'wheel=center' --anchor 'crank=layer:10,10' --anchor 'arm=comp:580,200'
  inbetween edit rig.scene.toml --set 'layer(\"ball\").opacity=50' --set 'layer(\"ball\").position=[100,200]'
  inbetween edit rig.scene.toml --expression 'layer(\"crank\").rotation=@crank.js' --dry-run
  inbetween edit rig.json --add-effect 'ball=slider:frequency:3' --expression 'layer(\"ball\").rotation=time*90'

Everything else in the file stays byte for byte. Without -o the file itself is changed, in one step.")]
pub(crate) struct EditArgs {
    /// Scene (.scene.toml), Lottie JSON, dotLottie (.lottie) or Telegram sticker (.tgs)
    file: PathBuf,
    /// Make a layer the child of another; it looks as before at --at. `child=` frees it
    #[arg(long, value_name = "CHILD=PARENT", value_parser = given)]
    parent: Vec<Given>,
    /// Make a layer the child of another and let it jump into the parent's space
    #[arg(long, value_name = "CHILD=PARENT", value_parser = given)]
    parent_jump: Vec<Given>,
    /// Move the anchor point without moving the picture: layer:X,Y comp:X,Y center or #id of a drawn mark
    #[arg(long, value_name = "LAYER=PLACE", value_parser = given)]
    anchor: Vec<Given>,
    /// Set a value: a number, [x, y], \"#ff8800\", true, or a text
    #[arg(long, value_name = "PROPERTY=VALUE", value_parser = given)]
    set: Vec<Given>,
    /// Set an expression: its text, or @FILE
    #[arg(long, value_name = "PROPERTY=TEXT", value_parser = given)]
    expression: Vec<Given>,
    /// Take an expression away
    #[arg(long, value_name = "PROPERTY", value_parser = given)]
    remove_expression: Vec<Given>,
    /// Add an effect: slider angle color point point3d checkbox layer menu, or After Effects' match name
    #[arg(long, value_name = "LAYER=TYPE:NAME[:VALUE]", value_parser = given)]
    add_effect: Vec<Given>,
    /// Rename a layer
    #[arg(long, value_name = "LAYER=NAME", value_parser = given)]
    rename: Vec<Given>,
    /// The time in seconds at which appearances are kept and keyframes are set
    #[arg(long, value_name = "SECONDS", default_value = "0", allow_hyphen_values = true)]
    at: String,
    /// The composition whose layers are meant [default: the main one]
    #[arg(long, value_name = "NAME")]
    comp: Option<String>,
    /// Where the edited file goes [default: the file itself]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show the lines that would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Form of the table on standard output
    #[arg(long, default_value = "text")]
    format: findings::Form,
    /// How findings are printed on standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    findings: findings::Form,
}

/// An argument and its place among all of them, since edits are made in order.
#[derive(Clone, Debug)]
struct Given {
    place: usize,
    text: String,
}

#[expect(clippy::unnecessary_wraps, reason = "the form that the parser of arguments asks for")]
fn given(text: &str) -> Result<Given, String> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    Ok(Given { place: COUNT.fetch_add(1, Ordering::Relaxed), text: text.to_owned() })
}

/// Splits at the first `mark` outside quotes.
fn split(text: &str, mark: char) -> Option<(&str, &str)> {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == mark => return Some((text.get(..at)?.trim(), text.get(at + c.len_utf8()..)?)),
            None if (c == '"' || c == '\'') => quote = Some(c),
            None => {}
        }
    }
    None
}

/// The two sides of `a=b`.
fn sides<'a>(flag: &str, form: &str, text: &'a str) -> Result<(&'a str, &'a str), String> {
    let found = split(text, '=').filter(|(left, _)| !left.is_empty());
    found.ok_or_else(|| format!("--{flag} '{text}': expected {form}"))
}

/// A value from the command line: JSON, numbers with commas, else a text.
fn value(text: &str) -> Json {
    let text = text.trim();
    if let Ok(value) = serde_json::from_str(text) {
        return value;
    }
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.filter(|list| list.len() > 1) {
        Some(list) => list.into(),
        None => text.into(),
    }
}

fn anchor(text: &str) -> Result<Anchor, String> {
    let point = |list: &str| -> Result<Vec<f64>, String> { range::parse_times(list) };
    if text == "center" {
        return Ok(Anchor::Center);
    }
    if let Some(id) = text.strip_prefix('#') {
        return Ok(Anchor::Mark(id.to_owned()));
    }
    if let Some(list) = text.strip_prefix("layer:") {
        return Ok(Anchor::Layer(point(list)?));
    }
    if let Some(list) = text.strip_prefix("comp:")
        && let [x, y] = point(list)?.as_slice()
    {
        return Ok(Anchor::Composition([*x, *y]));
    }
    Err(format!("--anchor: \"{text}\" is no place; expected layer:X,Y comp:X,Y center or #id"))
}

fn edits(args: &EditArgs) -> Result<Vec<Edit>, String> {
    let mut out: Vec<(usize, Edit)> = Vec::new();
    for (list, keep, flag) in [(&args.parent, true, "parent"), (&args.parent_jump, false, "parent-jump")] {
        for given in list {
            let (child, parent) = sides(flag, "child=parent", &given.text)?;
            let parent = Some(parent.trim()).filter(|parent| !parent.is_empty()).map(str::to_owned);
            out.push((given.place, Edit::SetParent { layer: child.to_owned(), parent, keep }));
        }
    }
    for given in &args.anchor {
        let (layer, place) = sides("anchor", "layer=place", &given.text)?;
        out.push((given.place, Edit::SetAnchor { layer: layer.to_owned(), anchor: anchor(place.trim())? }));
    }
    for given in &args.set {
        let (property, text) = sides("set", "property=value", &given.text)?;
        out.push((given.place, Edit::SetValue { property: property.to_owned(), value: value(text) }));
    }
    for given in &args.expression {
        let (property, text) = sides("expression", "property=text or property=@file", &given.text)?;
        let source = match text.trim_start().strip_prefix('@') {
            Some(file) => std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?,
            None => text.to_owned(),
        };
        out.push((given.place, Edit::SetExpression { property: property.to_owned(), source }));
    }
    for given in &args.remove_expression {
        out.push((given.place, Edit::RemoveExpression { property: given.text.clone() }));
    }
    for given in &args.add_effect {
        let (layer, rest) = sides("add-effect", "layer=type:name or layer=type:name:value", &given.text)?;
        let (kind, rest) = rest.split_once(':').unwrap_or((rest, rest));
        let (name, given_value) = match rest.split_once(':') {
            Some((name, text)) => (name, Some(value(text))),
            None => (rest, None),
        };
        let effect = NewEffect { kind: kind.trim().to_owned(), name: name.to_owned(), value: given_value };
        out.push((given.place, Edit::AddEffect { layer: layer.to_owned(), effect }));
    }
    for given in &args.rename {
        let (layer, name) = sides("rename", "old=new", &given.text)?;
        out.push((given.place, Edit::Rename { layer: layer.to_owned(), name: name.to_owned() }));
    }
    out.sort_by_key(|(place, _)| *place);
    Ok(out.into_iter().map(|(_, edit)| edit).collect())
}

/// Runs the command.
pub(crate) fn run(args: &EditArgs) -> Outcome {
    let edits = edits(args)?;
    if edits.is_empty() {
        return Err(
            "nothing to edit: give --parent, --anchor, --set, --expression, --add-effect …".to_owned()
        );
    }
    let [at] = range::parse_times(&args.at)?[..] else { return Err("--at takes one time".to_owned()) };
    let file = Editable::open(&args.file)?;
    let edited = file.apply(&edits, at, args.comp.as_deref())?;
    let diff = args.dry_run.then(|| file.diff(&edited.text));
    let written = match &diff {
        Some(_) => None,
        None => Some(file.save(&edited.text, args.output.as_deref())?),
    };
    match args.format {
        findings::Form::Json => output::line(
            &json!({
                "format_version": findings::FORMAT_VERSION,
                "output": written.as_ref().map(|path| path.to_string_lossy()),
                "at": at,
                "changes": changes_json(&edited.changes),
                "diff": diff,
            })
            .to_string(),
        ),
        findings::Form::Text => {
            output::print(&changes_table(&edited.changes));
            match (&diff, &written) {
                (Some(diff), _) if diff.is_empty() => output::line("\nnothing would change"),
                (Some(diff), _) => output::print(&format!("\n{diff}")),
                (None, Some(path)) => output::line(&format!("\nwritten to {}", path.display())),
                (None, None) => {}
            }
        }
    }
    let source = |finding: &inbetween::Diagnostic| {
        let at = finding.location.property.as_ref()?;
        edits.iter().find_map(|edit| match edit {
            Edit::SetExpression { property, source } if property == at => Some(source.clone().into()),
            _ => None,
        })
    };
    findings::report_with(&source, &edited.diagnostics, args.findings, false);
    Ok(!findings::has_errors(&edited.diagnostics))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_split_outside_quotes() {
        assert_eq!(split("layer(\"a=b\").opacity=50", '='), Some(("layer(\"a=b\").opacity", "50")));
        assert_eq!(split("crank=layer:1,2", '='), Some(("crank", "layer:1,2")));
        assert_eq!(split("crank", '='), None);
        assert!(sides("set", "x", "=5").is_err());
    }

    #[test]
    fn values_and_places_are_read() {
        assert_eq!(value("[1, 2]"), json!([1, 2]));
        assert_eq!(value("1.5,2"), json!([1.5, 2.0]));
        assert_eq!(value("#ff0000"), json!("#ff0000"));
        assert_eq!(value("سلام"), json!("سلام"));
        assert_eq!(anchor("layer:210,10").unwrap(), Anchor::Layer(vec![210.0, 10.0]));
        assert_eq!(anchor("#pin").unwrap(), Anchor::Mark("pin".into()));
        assert!(anchor("somewhere").unwrap_err().contains("center"));
    }
}
