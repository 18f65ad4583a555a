//! `inbetween eval`.

use super::{Outcome, Watch};
use crate::{Common, findings, output, range};
use inbetween::{Query, Series};
use serde_json::{Value as Json, json};

/// Arguments of `eval`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween eval rig.json --expr 'layer(\"crank\").rotation' --at 0,0.5,1
  inbetween eval rig.json --expr @try.js --on 'layer(\"crank\").rotation' --frames 0..120 --format csv
  inbetween eval rig.json --all --frames 0..=60:10
  inbetween eval rig.json --all --frames 0..600 --format none --timing
  inbetween eval title.json --text 'layer(\"title\")' --at 0,0.5 --format json

An expression is evaluated in the composition: layer(\"name\"), numLayers, thisComp …
With --on it runs as if it were that property's own expression: value, wiggle, thisLayer …
With --text a text layer is shown character by character: the amount (x, y, z percent) of each animator, matrix,
opacity and colours.")]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    common: Common,
    /// Expression to evaluate; @FILE reads it from a file; may be given several times
    #[arg(long, value_name = "TEXT", required_unless_present_any = ["all", "text"], allow_hyphen_values = true)]
    expr: Vec<String>,
    /// Text layer to show character by character, found by this expression
    #[arg(long, value_name = "LAYER", conflicts_with_all = ["expr", "on", "all"])]
    text: Option<String>,
    /// Run the expression as if it were this property's own
    #[arg(long, value_name = "PROPERTY")]
    on: Option<String>,
    /// Composition the expression is evaluated in (default: the main one)
    #[arg(long, value_name = "NAME")]
    comp: Option<String>,
    /// Every property that has keyframes or an expression
    #[arg(long, conflicts_with_all = ["expr", "on"])]
    all: bool,
    /// Times in seconds
    #[arg(long, value_name = "S,S,…", allow_hyphen_values = true, conflicts_with = "frames")]
    at: Option<String>,
    /// Composition frames: A..B excludes B, A..=B includes it
    #[arg(long, value_name = "A..B[:STEP]", allow_hyphen_values = true)]
    frames: Option<String>,
    /// Form of the result
    #[arg(long, default_value = "table")]
    format: Format,
    /// Say on standard error how long import, compiling and evaluating took and how much memory the opened file takes
    #[arg(long)]
    timing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Columns for reading.
    Table,
    /// An array with one object per expression.
    Json,
    /// One row per time.
    Csv,
    /// Nothing: evaluate only, for timing.
    None,
}

/// Runs the command.
pub(crate) fn run(args: &EvalArgs) -> Outcome {
    let start = std::time::Instant::now();
    let clock = args
        .timing
        .then(|| -> inbetween::Clock { std::sync::Arc::new(move || start.elapsed().as_secs_f64() * 1e6) });
    let project =
        super::open_timed(&args.common, &args.common.file, clock, args.common.animation.as_deref())?;
    // The process ends with the command: to free a large document piece by piece would take as long as reading it.
    std::mem::forget(project.clone());
    let opened = start.elapsed().as_secs_f64();
    let outcome = evaluate(args, &project);
    if args.timing {
        let opening = project.opening();
        let evaluate = start.elapsed().as_secs_f64() - opened;
        let line = match args.common.findings {
            findings::Form::Json => json!({"timing": {
                "import_ms": opening.import / 1e3,
                "compile_ms": opening.compile / 1e3,
                "evaluate_ms": evaluate * 1e3,
                "timeline_bytes": project.timeline().bytes(),
                "document_bytes": project.document().bytes(),
            }})
            .to_string(),
            findings::Form::Text => format!(
                "import {:.2} ms, compile {:.2} ms, evaluate {:.2} ms; the timeline takes {:.1} KiB, its document {:.1} KiB",
                opening.import / 1e3,
                opening.compile / 1e3,
                evaluate * 1e3,
                kibibytes(project.timeline().bytes()),
                kibibytes(project.document().bytes())
            ),
        };
        output::note(&format!("{line}\n"));
    }
    outcome
}

/// Bytes in units of 1,024.
#[expect(clippy::cast_precision_loss, reason = "sizes of memory are far below 2^53")]
fn kibibytes(bytes: usize) -> f64 {
    bytes as f64 / 1024.0
}

/// Evaluates and prints.
fn evaluate(args: &EvalArgs, project: &inbetween::Project) -> Outcome {
    let composition = project.composition(args.comp.as_deref()).map_err(|e| e.to_string())?;
    let rate = project.timeline().frame_rate(composition);
    let times = match (&args.at, &args.frames) {
        (Some(at), _) => range::parse_times(at)?,
        (None, Some(frames)) => range::parse_frames(frames)?.times(rate),
        (None, None) => vec![0.0],
    };
    let threads = super::threads(&args.common);
    let watch = Watch::new(&args.common, "evaluating");
    if let Some(layer) = &args.text {
        let series = project
            .text(layer, args.comp.as_deref(), &times, threads, &|done, total| watch.tick(done, total));
        watch.finish();
        let series = series.map_err(|e| e.to_string())?;
        match args.format {
            Format::Table => output::print(&super::text::table(&series)),
            Format::Json => output::line(&super::text::to_json(&series).to_string()),
            Format::Csv => output::print(&super::text::csv(&series)),
            Format::None => {}
        }
        let mut all = inbetween::Diagnostics::default();
        all.extend(series.diagnostics.iter().cloned());
        findings::report(project, all.list(), args.common.findings, false);
        return Ok(!all.has_errors());
    }
    if args.all && args.format == Format::None {
        let found = project.evaluate_all(&times, threads, &|done, total| watch.tick(done, total));
        watch.finish();
        let mut all = inbetween::Diagnostics::default();
        all.extend(project.diagnostics().iter().cloned());
        all.extend(found.map_err(|e| e.to_string())?);
        findings::report_with(
            &|finding| findings::source_of(project, finding),
            all.list(),
            args.common.findings,
            false,
        );
        return Ok(!all.has_errors());
    }
    let series = if args.all {
        project.sample_all(&times, threads, &|done, total| watch.tick(done, total))
    } else {
        let mut queries = Vec::new();
        for text in &args.expr {
            let text = match text.strip_prefix('@') {
                Some(file) => std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?,
                None => text.clone(),
            };
            let mut query = Query::new(text);
            query.on.clone_from(&args.on);
            query.composition.clone_from(&args.comp);
            queries.push(query);
        }
        project.query(&queries, &times, threads, &|done, total| watch.tick(done, total))
    };
    watch.finish();
    let series = series.map_err(|e| e.to_string())?;
    match args.format {
        Format::Table => output::print(&table(&series)),
        Format::Json => output::line(&Json::Array(series.iter().map(to_json).collect()).to_string()),
        Format::Csv => output::print(&csv(&series)),
        Format::None => {}
    }
    let mut all = inbetween::Diagnostics::default();
    all.extend(project.diagnostics().iter().filter(|_| args.all).cloned());
    all.extend(series.iter().flat_map(|s| s.diagnostics.iter().cloned()));
    // A finding without a composition lies in the text of a query, not in the file.
    let source = |finding: &inbetween::Diagnostic| match finding.location.composition {
        Some(_) => findings::source_of(project, finding),
        None => series.iter().find(|s| s.diagnostics.contains(finding)).map(|s| s.expression.clone().into()),
    };
    findings::report_with(&source, all.list(), args.common.findings, false);
    Ok(!all.has_errors())
}

fn to_json(series: &Series) -> Json {
    let samples: Vec<Json> = series
        .samples
        .iter()
        .map(|sample| {
            let mut object = json!({
                "time": sample.time,
                "frame": sample.frame,
                "value": output::to_json(&sample.value),
            });
            if let (Some(error), Some(object)) = (&sample.error, object.as_object_mut()) {
                object.insert("error".to_owned(), json!(error));
            }
            object
        })
        .collect();
    let mut object = json!({
        "format_version": findings::FORMAT_VERSION,
        "expression": series.expression,
        "on": series.on,
    });
    if let Some(object) = object.as_object_mut() {
        if let Some(place) = &series.place {
            object.insert("composition".to_owned(), json!(place.composition));
            object.insert("path".to_owned(), json!(place.file_path));
            object.insert("has_expression".to_owned(), json!(series.has_expression));
        }
        object.insert("samples".to_owned(), Json::Array(samples));
    }
    object
}

fn table(series: &[Series]) -> String {
    let mut text = String::new();
    for one in series {
        let first_line = one.expression.trim().lines().next().unwrap_or("");
        match &one.on {
            Some(on) => text.push_str(&format!("{first_line}   on {on}\n")),
            None => text.push_str(&format!("{first_line}\n")),
        }
        text.push_str("     frame       time  value\n");
        for sample in &one.samples {
            let value = output::to_text(&sample.value);
            let frame = output::number_text(sample.frame);
            let time = output::number_text(sample.time);
            let error = sample.error.as_ref().map_or_else(String::new, |error| format!("   ! {error}"));
            text.push_str(&format!("{frame:>10} {time:>10}  {value}{error}\n"));
        }
        text.push('\n');
    }
    text
}

fn csv(series: &[Series]) -> String {
    let mut header = vec!["time".to_owned(), "frame".to_owned()];
    let mut widths = Vec::new();
    for one in series {
        let width = one.samples.iter().map(|s| output::to_cells(&s.value).len()).max().unwrap_or(1).max(1);
        let name = one.expression.trim();
        for index in 0..width {
            let cell = if width == 1 { name.to_owned() } else { format!("{name}[{index}]") };
            header.push(output::csv_cell(&cell));
        }
        widths.push(width);
    }
    let mut text = format!("{}\n", header.join(","));
    let rows = series.iter().map(|s| s.samples.len()).max().unwrap_or(0);
    for row in 0..rows {
        let clock = series.iter().find_map(|s| s.samples.get(row));
        let mut cells = clock.map_or_else(Vec::new, |s| vec![s.time.to_string(), s.frame.to_string()]);
        for (one, &width) in series.iter().zip(&widths) {
            let mut values = one.samples.get(row).map_or_else(Vec::new, |s| output::to_cells(&s.value));
            values.resize(width, String::new());
            cells.extend(values);
        }
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}
