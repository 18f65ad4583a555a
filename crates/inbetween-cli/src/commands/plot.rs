//! `inbetween plot`.

use super::{Outcome, Watch};
use crate::{Common, findings, output, range};
use inbetween::output::{png_of, svg_of};
use inbetween::plot::{Plot, PlotLook, PlotOptions, Role, Sweep, Theme, css};
use inbetween::{Diagnostic, Project};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `plot`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween plot rig.json 'layer(\"crank\").rotation'
  inbetween plot rig.json 'layer(\"ball\").position' -o graph.svg
  inbetween plot rig.json 'layer(\"ball\").position' --path -o path.png
  inbetween plot rig.json 'layer(\"pop\").scale' --sweep 'freq=2,3,5' -o sweep.svg
  inbetween plot rig.json 'layer(\"pop\").scale' --compare baked.json -o both.svg
  inbetween plot rig.json 'layer(\"pop\").scale' --css
  inbetween plot logo.json 'layer(\"logo\").content(\"Path 1\").path' --subdivide=1,4,6,4,1 -o rounding.svg

Without -o the graph is printed in characters.")]
pub(crate) struct PlotArgs {
    #[command(flatten)]
    common: Common,
    /// The properties, as expressions that find them
    #[arg(required = true, value_name = "PROPERTY")]
    properties: Vec<String>,
    /// File to write: .svg, .png or .csv
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Composition the properties are in (default: the main one)
    #[arg(long, value_name = "NAME")]
    comp: Option<String>,
    /// Composition frames A..B or A..=B (default: the whole composition)
    #[arg(long, value_name = "A..B")]
    frames: Option<String>,
    /// Draw the motion path with a dot per frame, not values over time
    #[arg(long)]
    path: bool,
    /// Round a path by splitting and averaging, and draw the control polygon, each step and the limit: =W,W,… are
    /// the weights (default: those of the Subdivide item below the path, else 1,2,1)
    #[arg(long, value_name = "W,W,…", num_args = 0..=1, require_equals = true, default_missing_value = "",
        conflicts_with_all = ["path", "compare", "sweep", "css"])]
    subdivide: Option<String>,
    /// With --subdivide: how many steps (default: the item's, else 4)
    #[arg(long, value_name = "N", requires = "subdivide", value_parser = clap::value_parser!(u32).range(0..=16))]
    steps: Option<u32>,
    /// Leave out values before the expression
    #[arg(long)]
    after: bool,
    /// Which graphs
    #[arg(long, value_name = "GRAPH", default_value = "both")]
    graph: Graph,
    /// Another file whose curves of the same properties are drawn over
    #[arg(long, value_name = "FILE", conflicts_with = "sweep")]
    compare: Option<PathBuf>,
    /// One curve per value of a control, or of a variable that the expression assigns
    #[arg(long, value_name = "NAME=V,V,…")]
    sweep: Option<String>,
    /// Print CSS timing functions: cubic-bezier() per segment between keys, linear() for the whole curve
    #[arg(long, conflicts_with_all = ["output", "path"])]
    css: bool,
    /// Colours
    #[arg(long, value_name = "THEME", default_value = "dark")]
    theme: Colours,
    /// Size of the picture
    #[arg(long, value_name = "WxH", default_value = "960x600")]
    size: String,
    /// Width of a printed graph in characters
    #[arg(long, value_name = "N", default_value_t = 80)]
    columns: usize,
    /// Form of what is printed without -o; json gives every sample
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Graph {
    Value,
    Speed,
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Colours {
    Dark,
    Light,
}

/// Runs the command.
pub(crate) fn run(args: &PlotArgs) -> Outcome {
    let project = super::open(&args.common)?;
    if let Some(weights) = &args.subdivide {
        return rounding(args, &project, weights);
    }
    let options = options(args, &project)?;
    let watch = Watch::new(&args.common, "sampling");
    let progress = |done, all| watch.tick(done, all);
    let mut plot = project.plot(&args.properties, &options, &progress).map_err(|e| e.to_string())?;
    if let Some(file) = &args.compare {
        let other = super::open_file(&args.common, file)?;
        let other = other.plot(&args.properties, &options, &progress);
        let other = other.map_err(|e| format!("{}: {e}", file.display()))?;
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        plot.compare(other, &name);
    }
    watch.finish();
    if args.css {
        print_css(args, &project, &plot)?;
    } else if let Some(path) = &args.output {
        super::write_whole(path, &picture(args, &plot, path)?)?;
    } else if args.format == findings::Form::Json {
        output::line(&to_json(&plot).to_string());
    } else {
        output::print(&plot.terminal(args.columns, 18));
    }
    let all: Vec<Diagnostic> = project.diagnostics().iter().chain(&plot.diagnostics).cloned().collect();
    findings::report(&project, &all, args.common.findings, false);
    Ok(!findings::has_errors(&all))
}

/// The steps of rounding a path, at the start of `--frames`.
fn rounding(args: &PlotArgs, project: &Project, weights: &str) -> Outcome {
    let [property] = args.properties.as_slice() else {
        return Err("--subdivide takes one property".to_owned());
    };
    let weights = if weights.is_empty() { None } else { Some(range::parse_times(weights)?) };
    let composition = project.composition(args.comp.as_deref()).map_err(|e| e.to_string())?;
    let rate = project.timeline().frame_rate(composition);
    let time = match &args.frames {
        Some(frames) => rate.seconds(range::parse_frames(frames)?.first),
        None => 0.0,
    };
    let made = project
        .rounding(property, args.comp.as_deref(), time, weights.as_deref(), args.steps)
        .map_err(|e| e.to_string())?;
    if let Some(path) = &args.output {
        let bytes = match ending(path).as_str() {
            "csv" => made.csv().into_bytes(),
            _ => drawn(&made.scene(&look(args)?), path)?,
        };
        super::write_whole(path, &bytes)?;
    } else if args.format == findings::Form::Json {
        output::line(
            &json!({
                "format_version": findings::FORMAT_VERSION,
                "property": made.property,
                "weights": made.weights,
                "steps": made.steps.iter().map(|path| json!(path.points)).collect::<Vec<_>>(),
                "limit": made.limit.points,
            })
            .to_string(),
        );
    } else {
        output::print(&made.summary());
    }
    findings::report(project, project.diagnostics(), args.common.findings, false);
    Ok(!findings::has_errors(project.diagnostics()))
}

fn options(args: &PlotArgs, project: &Project) -> Result<PlotOptions, String> {
    let mut options = PlotOptions::default();
    options.composition.clone_from(&args.comp);
    options.only_after = args.after;
    if let Some(frames) = &args.frames {
        let range = range::parse_frames(frames)?;
        let composition = project.composition(args.comp.as_deref()).map_err(|e| e.to_string())?;
        let rate = project.timeline().frame_rate(composition);
        options.from = Some(rate.seconds(range.first));
        options.to = Some(rate.seconds(range.last));
    }
    if let Some(sweep) = &args.sweep {
        let (name, values) = sweep.rsplit_once('=').ok_or("--sweep takes NAME=V,V,…")?;
        let values = range::parse_times(values)?;
        if values.is_empty() || values.len() > 64 {
            return Err("--sweep takes 1 to 64 values".to_owned());
        }
        options.sweep = Some(Sweep { name: name.trim().to_owned(), values });
    }
    Ok(options)
}

/// The bytes of the file, by its ending.
fn picture(args: &PlotArgs, plot: &Plot, path: &Path) -> Result<Vec<u8>, String> {
    if ending(path) == "csv" {
        return Ok(plot.csv().into_bytes());
    }
    let look = look(args)?;
    drawn(&if args.path { plot.motion_path(&look) } else { plot.scene(&look) }, path)
}

fn ending(path: &Path) -> String {
    path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase()
}

fn look(args: &PlotArgs) -> Result<PlotLook, String> {
    let mut look = PlotLook::default();
    (look.width, look.height) = size(&args.size)?;
    look.theme = if args.theme == Colours::Light { Theme::Light } else { Theme::Dark };
    look.value = args.graph != Graph::Speed;
    look.speed = args.graph != Graph::Value;
    Ok(look)
}

fn drawn(scene: &inbetween::timeline::scene::Scene, path: &Path) -> Result<Vec<u8>, String> {
    match ending(path).as_str() {
        "svg" => svg_of(scene),
        "png" => png_of(scene, 1.0),
        _ => return Err(format!("{}: a graph is written as .svg, .png or .csv", path.display())),
    }
    .map_err(|e| format!("{}: {e}", path.display()))
}

fn size(text: &str) -> Result<(f64, f64), String> {
    let wrong = || format!("--size {text}: it is written WxH, from 200x120 to 8192x8192");
    let (width, height) = text.split_once('x').ok_or_else(wrong)?;
    let side = |text: &str| text.trim().parse::<f64>().ok();
    let (width, height) = side(width).zip(side(height)).ok_or_else(wrong)?;
    let fits = (200.0..=8192.0).contains(&width) && (120.0..=8192.0).contains(&height);
    fits.then_some((width.round(), height.round())).ok_or_else(wrong)
}

fn print_css(args: &PlotArgs, project: &Project, plot: &Plot) -> Result<(), String> {
    let number = output::number_text;
    let mut segments = Vec::new();
    for text in &args.properties {
        let property = project.property(text, args.comp.as_deref()).map_err(|e| e.to_string())?;
        segments.push((text, css(project.timeline(), property)));
    }
    let curves = plot.css();
    if args.format == findings::Form::Json {
        let segments: Vec<_> = segments
            .iter()
            .flat_map(|(text, list)| {
                list.iter().map(
                    move |([from, to], css)| json!({"property": text, "from": from, "to": to, "css": css}),
                )
            })
            .collect();
        let curves: Vec<_> = curves.iter().map(|(name, css)| json!({"curve": name, "css": css})).collect();
        let version = findings::FORMAT_VERSION;
        output::line(&json!({"format_version": version, "segments": segments, "curves": curves}).to_string());
        return Ok(());
    }
    for (text, list) in segments {
        for ([from, to], css) in list {
            output::line(&format!("{text}, {} s to {} s: {css}", number(from), number(to)));
        }
    }
    for (name, css) in curves {
        output::line(&format!("{name}: {css}"));
    }
    Ok(())
}

fn to_json(plot: &Plot) -> serde_json::Value {
    let curves: Vec<_> = plot
        .curves
        .iter()
        .map(|curve| {
            let role = match &curve.role {
                Role::Before => json!("before"),
                Role::Swept(value) => json!({ "sweep": value }),
                Role::Other(file) => json!({ "file": file }),
                _ => json!("after"),
            };
            let runs: Vec<Vec<_>> = curve
                .runs
                .iter()
                .map(|run| {
                    run.iter().map(|(time, value)| json!({"time": time, "value": value.as_slice()})).collect()
                })
                .collect();
            json!({"property": curve.property, "role": role, "runs": runs})
        })
        .collect();
    json!({"format_version": findings::FORMAT_VERSION, "curves": curves})
}
