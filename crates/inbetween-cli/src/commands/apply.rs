//! `inbetween apply`.

use super::Outcome;
use crate::{findings, output};
use inbetween::author::edit::{self, EditOptions};
use inbetween::author::presets::{self, Applied, demo};
use inbetween::{OpenOptions, Project};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `apply`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween apply overshoot rig.json --to 'layer(\"sign\").rotation' --set frequency=2
  inbetween apply bounce rig.scene.toml --to 'layer(\"ball\").position' -o bounced.scene.toml
  inbetween apply integrate-speed rig.json --to 'layer(\"wheel\").rotation' \\
      --set 'speed=layer(\"panel\").effect(\"speed\")(\"Slider\")'
  inbetween apply two-bone-ik rig.json --to 'layer(\"upper\").rotation' --to 'layer(\"lower\").rotation' \\
      --set 'hand=layer(\"hand\")' --set 'target=layer(\"goal\")'
  inbetween apply spring --print --to 'layer(\"card\").position'

Presets for several layers take one --to for each property, in the order that `inbetween presets NAME` gives, and
layers as --set NAME=layer(\"…\"). A number may also be a property that is there already: then no slider is added.
Without -o the file itself is changed.")]
pub(crate) struct ApplyArgs {
    /// The preset; inbetween presets lists them
    #[arg(value_name = "NAME")]
    name: String,
    /// Lottie JSON or scene file; with --print it may be left out
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The property that gets the expression, as an expression that finds it; several for presets of several layers
    #[arg(long, required = true, value_name = "PROPERTY")]
    to: Vec<String>,
    /// A setting: a number, on or off, a word, a text, a layer or a property
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// File to write (default: the file itself)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Composition the properties are in (default: the main one)
    #[arg(long, value_name = "NAME")]
    comp: Option<String>,
    /// Say what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the expression to paste into After Effects, and the controls it needs; write nothing
    #[arg(long)]
    print: bool,
    /// Form of what is printed
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

/// Runs the command.
pub(crate) fn run(args: &ApplyArgs) -> Outcome {
    let preset = presets::find(&args.name).map_err(|e| e.to_string())?;
    let mut settings = Vec::with_capacity(args.set.len());
    for set in &args.set {
        let (name, value) =
            set.split_once('=').ok_or_else(|| format!("--set {set}: it is written NAME=VALUE"))?;
        settings.push((name.to_owned(), value.to_owned()));
    }
    let (text, project) = match &args.file {
        Some(file) => {
            let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
            let mut options = OpenOptions::default();
            options.loader = Some(crate::files::loader(file));
            let project = Project::open(&bytes, &options).map_err(|e| format!("{}: {e}", file.display()))?;
            let text = String::from_utf8(bytes);
            let text = text.map_err(|_| {
                format!("{}: apply changes Lottie JSON and scene files, no archives", file.display())
            })?;
            (text, project)
        }
        None if args.print => {
            let text = stand_in(&args.to, &settings);
            let project =
                Project::open(text.as_bytes(), &OpenOptions::default()).map_err(|e| e.to_string())?;
            (text, project)
        }
        None => return Err("which file? With --print none is needed".to_owned()),
    };
    let applied =
        project.apply_preset(preset, &args.to, &settings, args.comp.as_deref()).map_err(|e| e.to_string())?;
    if args.print {
        printed(args, &project, &applied);
        return Ok(true);
    }
    let loader = args.file.as_deref().map(crate::files::loader);
    let load = |name: &str| loader.as_ref().and_then(|loader| loader(name));
    let options =
        EditOptions { composition: args.comp.as_deref(), loader: Some(&load), ..EditOptions::default() };
    let edited =
        edit::apply(&text, &applied.edits(project.timeline()), &options).map_err(|e| e.to_string())?;
    if !args.dry_run {
        let target = args.output.as_ref().or(args.file.as_ref()).ok_or("which file?")?;
        super::write_whole(target, edited.text.as_bytes())?;
    }
    printed(args, &project, &applied);
    findings::report_with(&|_| None, &edited.diagnostics, findings::Form::Text, true);
    Ok(!findings::has_errors(&edited.diagnostics))
}

/// What was made: controls with their values, expressions with their properties.
fn printed(args: &ApplyArgs, project: &Project, applied: &Applied) {
    let timeline = project.timeline();
    let layer_of =
        |layer| timeline.layer(layer).map_or_else(String::new, |node| timeline.node_expression(node.root));
    if args.format == findings::Form::Json {
        let controls: Vec<_> = applied
            .controls
            .iter()
            .map(|control| {
                json!({"layer": layer_of(control.layer), "name": control.name, "kind": control.kind,
                    "value": control.value, "expression": control.expression})
            })
            .collect();
        let expressions: Vec<_> = applied
            .expressions
            .iter()
            .map(|made| json!({"property": timeline.property_expression(made.property), "text": made.text}))
            .collect();
        let version = findings::FORMAT_VERSION;
        let all = json!({"format_version": version, "controls": controls, "expressions": expressions});
        output::line(&all.to_string());
        return;
    }
    for control in &applied.controls {
        let what = match &control.expression {
            Some(text) => format!("with the expression\n{text}\n"),
            None if control.kind == "checkbox" => if control.value == 0.0 { "off" } else { "on" }.to_owned(),
            None => output::number_text(control.value),
        };
        output::line(&format!(
            "// {}: {} control \"{}\", {what}",
            layer_of(control.layer),
            control.kind,
            control.name
        ));
    }
    for made in &applied.expressions {
        output::line(&format!("// {}\n{}\n", timeline.property_expression(made.property), made.text));
    }
}

/// A file with the layers that are named, to write an expression without a file. Layers are 2D; those whose text is
/// asked for are text layers.
fn stand_in(to: &[String], settings: &[(String, String)]) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    for text in to.iter().chain(settings.iter().map(|(_, value)| value)) {
        let Some(name) = text.split_once("layer(\"").and_then(|(_, rest)| rest.split_once('"')) else {
            continue;
        };
        let (name, rest) = (name.0.to_owned(), name.1);
        if rest.contains("sourceText") || rest.contains("animator") {
            texts.push(name.clone());
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut rig = demo::Rig::new();
    for name in &names {
        rig.layer(name, None, &[]);
        if texts.contains(name) {
            let selector = json!({"t": 1, "b": 1, "rn": 0, "sh": 1, "x": "selectorValue"});
            rig.words("text", &json!([{"nm": "Animator 1", "s": selector, "a": {}}]));
        }
    }
    rig.text()
}
