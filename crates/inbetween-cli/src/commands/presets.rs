//! `inbetween presets`.

use super::Outcome;
use crate::{findings, output};
use inbetween::author::presets::{self, Applied, PRESETS, Preset};
use inbetween::plot::PlotOptions;
use inbetween::{Item, Project, Query};
use serde_json::{Value as Json, json};

/// Arguments of `presets`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween presets
  inbetween presets overshoot
  inbetween presets --format json

inbetween apply puts one on a property.")]
pub(crate) struct PresetsArgs {
    /// The preset to show; all are listed without
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Form of the answer
    #[arg(long, default_value = "text")]
    format: findings::Form,
    /// Width of the curve in characters
    #[arg(long, value_name = "N", default_value_t = 72)]
    columns: usize,
}

/// Runs the command.
pub(crate) fn run(args: &PresetsArgs) -> Outcome {
    let json = args.format == findings::Form::Json;
    let Some(name) = &args.name else {
        if json {
            let list: Vec<Json> = PRESETS.iter().map(|preset| about(preset)).collect();
            output::line(&json!({"format_version": findings::FORMAT_VERSION, "presets": list}).to_string());
        } else {
            output::print(&table());
        }
        return Ok(true);
    };
    let preset = presets::find(name).map_err(|e| e.to_string())?;
    let (project, applied) = Project::preset_demo(preset).map_err(|e| e.to_string())?;
    if json {
        let mut one = about(preset);
        if let Some(members) = one.as_object_mut() {
            members.insert("format_version".to_owned(), json!(findings::FORMAT_VERSION));
            members.insert("expressions".to_owned(), json!(texts(&applied)));
        }
        output::line(&one.to_string());
        return Ok(true);
    }
    output::print(&page(preset, &applied));
    output::print(&shown(preset, &project, args.columns)?);
    Ok(true)
}

fn table() -> String {
    let wide = PRESETS.iter().map(|preset| preset.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for preset in PRESETS {
        let mark = if preset.after_effects { "" } else { " *" };
        out.push_str(&format!("{:wide$}  {}{mark}\n", preset.name, preset.summary));
    }
    out.push_str("\n* uses functions of inbetween that After Effects does not have\n");
    out.push_str("inbetween presets NAME shows one; inbetween apply NAME FILE --to PROPERTY puts it on\n");
    out
}

fn about(preset: &Preset) -> Json {
    let settings: Vec<Json> = preset
        .settings
        .iter()
        .map(|setting| {
            json!({
                "name": setting.name,
                "kind": setting.kind_name(),
                "default": setting.default_words(),
                "range": setting.range_words(),
                "about": setting.about,
            })
        })
        .collect();
    let fits: Vec<Json> =
        preset.parts.iter().map(|part| json!({"role": part.role, "takes": part.fits.words()})).collect();
    json!({
        "name": preset.name,
        "title": preset.title,
        "summary": preset.summary,
        "formula": preset.formula,
        "source": preset.source,
        "when": preset.when,
        "after_effects": preset.after_effects,
        "fits": fits,
        "settings": settings,
    })
}

/// The expressions, each once: solved controls first.
fn texts(applied: &Applied) -> Vec<&str> {
    let solved = applied.controls.iter().filter_map(|control| control.expression.as_deref());
    let mut out: Vec<&str> = Vec::new();
    for text in solved.chain(applied.expressions.iter().map(|made| made.text.as_str())) {
        if !out.contains(&text) {
            out.push(text);
        }
    }
    out
}

fn page(preset: &Preset, applied: &Applied) -> String {
    let mut out = format!("{} ({})\n  {}\n", preset.title, preset.name, preset.summary);
    if !preset.after_effects {
        out.push_str("  Not for After Effects: bake the file before it goes there.\n");
    }
    for (head, text) in [("When", preset.when), ("Formula", preset.formula), ("Why", preset.source)] {
        out.push_str(&format!("\n{head}\n{}", wrapped(text, 90)));
    }
    out.push_str("\nGoes on\n");
    for part in preset.parts {
        out.push_str(&format!("  {}: {}\n", part.role, part.fits.words()));
    }
    if !preset.settings.is_empty() {
        out.push_str("\nSettings (--set NAME=VALUE)\n");
    }
    let wide = preset.settings.iter().map(|setting| setting.name.len()).max().unwrap_or(0);
    for setting in preset.settings {
        let mut more: Vec<String> = Vec::new();
        if !setting.default_words().is_empty() {
            more.push(format!("default {}", setting.default_words()));
        }
        if !setting.range_words().is_empty() {
            more.push(setting.range_words());
        }
        let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
        out.push_str(&format!(
            "  {:wide$}  {:8}  {}{more}\n",
            setting.name,
            setting.kind_name(),
            setting.about
        ));
    }
    out.push_str("\nExpression\n");
    let all = texts(applied);
    for text in all.iter().take(3) {
        for line in text.lines() {
            out.push_str(&format!("  {line}\n"));
        }
        out.push('\n');
    }
    if all.len() > 3 {
        out.push_str(&format!("  and {} more like the last\n\n", all.len() - 3));
    }
    out
}

/// Lines of at most `width` characters, indented.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut line = String::from(" ");
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() + 1 > width && line.len() > 1 {
            out.push_str(&line);
            out.push('\n');
            line = String::from(" ");
        }
        line.push(' ');
        line.push_str(word);
    }
    out + &line + "\n"
}

/// What the demo does: a curve, or a text at some times.
fn shown(preset: &Preset, project: &Project, columns: usize) -> Result<String, String> {
    let demo = (preset.demo)();
    let [from, to] = demo.span;
    let first = demo.to.first().map_or("", String::as_str);
    if first.ends_with("sourceText") {
        let times: Vec<f64> = (0..6).map(|step| from + (to - from) * f64::from(step) / 5.0).collect();
        let series = project
            .query(&[Query::new(format!("{first}.value"))], &times, 1, &|_, _| true)
            .map_err(|e| e.to_string())?;
        let mut out = String::from("On a text\n");
        for sample in series.iter().flat_map(|series| &series.samples) {
            let text = match &sample.value {
                Item::Text(text) => text.to_string(),
                other => output::to_text(other),
            };
            out.push_str(&format!("  {:>4} s  {text}\n", output::number_text(sample.time)));
        }
        return Ok(out);
    }
    if first.ends_with(".amount") {
        let mut out = String::from("On the characters of a text (Amount, percent)\n");
        let session = inbetween::timeline::Session::new(project.timeline().clone());
        let property = project.property(first, None).map_err(|e| e.to_string())?;
        let Some(layer) = project.timeline().node(property.0).map(|node| node.layer) else { return Ok(out) };
        for step in 0..8 {
            let time = from + (to - from) * f64::from(step) / 8.0;
            let Some(state) = session.text_state(layer, time) else { continue };
            let amounts: Vec<String> = state
                .units
                .iter()
                .map(|unit| format!("{:>5.0}", unit.amounts.first().map_or(0.0, |[x, ..]| *x)))
                .collect();
            out.push_str(&format!("  {:>5} s {}\n", output::number_text(time), amounts.join("")));
        }
        return Ok(out);
    }
    let mut options = PlotOptions::default();
    (options.from, options.to) = (Some(from), Some(to));
    options.only_after = demo.plot.len() > 1;
    let plot = project.plot(&demo.plot, &options, &|_, _| true).map_err(|e| e.to_string())?;
    Ok(plot.terminal(columns, 12))
}
