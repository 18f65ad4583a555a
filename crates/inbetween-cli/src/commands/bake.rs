//! `inbetween bake`.

use super::{Outcome, Watch};
use crate::{Common, findings, output, range};
use inbetween::doc::Container;
use inbetween::{BakeOptions, FrameSpan, Project, TextForm, Tolerance};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `bake`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween bake rig.json -o baked.json
  inbetween bake rig.json -o baked.lottie --prune
  inbetween bake rig.json -o small.json --tolerance 0.5 --frames 0..90
  inbetween bake title.json -o title-baked.json --text outlines
  inbetween bake cube.json -o cube-baked.json --mesh paths
  inbetween bake rig.json -o rig-ios.json --target lottie-ios
  inbetween bake sticker.json -o sticker.tgs --target telegram --frames 0..90
  inbetween bake rig.json -o rig.lottie --target any --max-kb 30 --proof rig.html

With --target the file is rewritten for a player (`inbetween targets` shows what each supports): what it lacks is drawn
with what it has, the rest is listed. Exit code 1 when it does not fit --max-kb, a rule of the player is broken, or the
proof finds an error larger than promised.

The form of the output follows its name: .json, .lottie or .tgs.")]
pub(crate) struct BakeArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Where the baked file goes
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Largest error in pixels, degrees and percent; colours and times in proportion [default: 0.1]
    #[arg(long, value_name = "T")]
    tolerance: Option<f64>,
    /// Composition frames that are shown: A..B excludes B, A..=B includes it
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    frames: Option<String>,
    /// A key on every frame instead of few: what the file weighs without fitting, to compare with
    #[arg(long)]
    every_frame: bool,
    /// Take out expression controls (sliders, checkboxes …) that nothing needs any more
    #[arg(long)]
    prune: bool,
    /// What text becomes whose selectors have expressions [default: what players play: selectors; units for
    /// characters that turn in space; outlines where scripts need shaping]
    #[arg(long, value_name = "FORM")]
    text: Option<Text>,
    /// What mesh layers become, of which other players show nothing: plain paths are a picture per frame and large
    #[arg(long, value_name = "FORM", default_value = "keep")]
    mesh: Mesh,
    /// Rewrite for a player: lottie-ios, lottie-android, telegram, rlottie, skottie, thorvg, lottie-web-light, any
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
    /// Most kilobytes (1024 bytes) of the file: the smallest error that fits is searched; needs --target
    #[arg(long, value_name = "N", requires = "target")]
    pub(crate) max_kb: Option<f64>,
    /// Where the evidence goes: original beside baked, errors, what was rewritten; .html or .json; needs --target
    #[arg(long, value_name = "FILE", requires = "target")]
    pub(crate) proof: Option<PathBuf>,
    /// Form of the report on standard output
    #[arg(long, default_value = "text")]
    pub(crate) format: findings::Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Text {
    /// Text, with a range selector per run of characters whose amount has keyframes.
    Selectors,
    /// A shape layer per character, children of a null; keeps per-character 3D.
    Units,
    /// One shape layer with a group per character.
    Outlines,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Mesh {
    /// What they are, for inbetween alone.
    Keep,
    /// Polygons for every frame, farthest first.
    Paths,
}

impl Text {
    fn form(self) -> TextForm {
        match self {
            Self::Selectors => TextForm::Selectors,
            Self::Units => TextForm::Units,
            Self::Outlines => TextForm::Outlines,
        }
    }
}

/// The frames of `--frames`: the second is the first that is not shown any more.
fn shown(project: &Project, text: &str) -> Result<FrameSpan, String> {
    let range = range::parse_frames(text)?;
    if range.step != 1.0 {
        return Err("--frames has no step here: a file shows every frame".to_owned());
    }
    let span =
        FrameSpan { first: range.first, last: if range.inclusive { range.last + 1.0 } else { range.last } };
    if span.last <= span.first {
        return Err(format!("--frames {text} holds no frame"));
    }
    if let Some(main) = project.document().main()
        && (span.first >= main.out_point || span.last <= main.in_point)
    {
        let number = output::number_text;
        return Err(format!(
            "--frames {text} holds no frame of the composition: it shows {}..{}",
            number(main.in_point),
            number(main.out_point)
        ));
    }
    Ok(span)
}

/// Says what of a dotLottie with several animations is not in a file that holds one.
fn left_behind(project: &Project, container: Container) {
    let source = &project.document().source;
    if container != Container::DotLottie && source.animations.len() > 1 {
        output::note(&format!(
            "one animation of {} is written: the file holds one, a .lottie all; --animation chooses\n",
            source.animations.len()
        ));
    }
}

/// Runs the command.
pub(crate) fn run(args: &BakeArgs) -> Outcome {
    let project = super::open(&args.common)?;
    // The process ends with the command: to free a large document piece by piece would take as long as reading it.
    std::mem::forget(project.clone());
    let mut options = BakeOptions::default();
    if let Some(tolerance) = args.tolerance {
        if tolerance.is_nan() || tolerance <= 0.0 {
            return Err("--tolerance must be above 0".to_owned());
        }
        options.tolerance = Tolerance::uniform(tolerance);
    }
    if let Some(frames) = &args.frames {
        options.frames = Some(shown(&project, frames)?);
    }
    options.prune = args.prune;
    options.every_frame = args.every_frame;
    options.text = args.text.map(Text::form);
    options.mesh_paths = args.mesh == Mesh::Paths;
    options.threads = super::threads(&args.common);
    left_behind(&project, container(&args.output)?);
    if let Some(name) = &args.target {
        return super::bake_target::run(&project, &options, super::targets::named(name)?, args);
    }
    let watch = Watch::new(&args.common, "baking");
    let baked = project.bake(&options, container(&args.output)?, &|done, total| watch.tick(done, total));
    watch.finish();
    let baked = baked.map_err(|e| e.to_string())?;
    super::write_whole(&args.output, &baked.bytes)?;
    let worst = baked.worst();
    let name = |entry: &inbetween::timeline::bake::BakedEntry| {
        project.timeline().property_expression(entry.property)
    };
    match args.format {
        findings::Form::Json => output::line(
            &json!({
                "format_version": findings::FORMAT_VERSION,
                "output": args.output.to_string_lossy(),
                "properties": baked.entries.iter().map(|entry| json!({
                    "property": name(entry),
                    "composition": project.timeline().location(entry.property).composition,
                    "keys": entry.keys,
                    "error": entry.error,
                    "tolerance": entry.tolerance,
                })).collect::<Vec<_>>(),
                "texts": baked.texts.iter().map(|text| json!({
                    "layer": project.timeline().layer_data(text.layer).map(|layer| layer.name.as_str()),
                    "form": inbetween::text_form_words(text.form).0,
                    "parts": text.parts,
                    "keys": text.keys,
                    "error": text.error,
                })).collect::<Vec<_>>(),
                "meshes": baked.meshes.iter().map(|mesh| json!({
                    "layer": project.timeline().layer_data(mesh.layer).map(|layer| layer.name.as_str()),
                    "paths": mesh.paths,
                    "keys": mesh.keys,
                    "bytes": mesh.bytes,
                })).collect::<Vec<_>>(),
                "subdivided": baked.subdivided.iter().map(|item| json!({
                    "layer": project.timeline().layer_data(item.layer).map(|layer| layer.name.as_str()),
                    "paths": item.paths,
                    "keys": item.keys,
                    "error": item.error,
                    "bytes": item.bytes,
                })).collect::<Vec<_>>(),
                "keys": baked.keys(),
                "corner_error": baked.corner_error,
                "controls_removed": baked.controls_removed,
                "bytes_before": baked.json_bytes_before,
                "bytes_after": baked.json_bytes_after,
            })
            .to_string(),
        ),
        findings::Form::Text => {
            let texts = match baked.texts.len() {
                0 => String::new(),
                1 => " and 1 text".to_owned(),
                count => format!(" and {count} texts"),
            };
            output::line(&format!(
                "{} properties{texts} baked to {} keys; {} bytes before, {} after",
                baked.entries.len(),
                baked.keys(),
                baked.json_bytes_before,
                baked.json_bytes_after
            ));
            for text in &baked.texts {
                let (form, parts) = inbetween::text_form_words(text.form);
                let layer = project.timeline().layer_data(text.layer);
                output::line(&format!(
                    "text \"{}\" baked as {form}: {} {parts}, {} keys, at most {} off",
                    layer.map_or("", |layer| layer.name.as_str()),
                    text.parts,
                    text.keys,
                    output::number_text(text.error)
                ));
            }
            let layer = |layer| project.timeline().layer_data(layer).map_or("", |layer| layer.name.as_str());
            for mesh in &baked.meshes {
                output::line(&format!(
                    "mesh \"{}\" baked to {} paths, {} keys: {} bytes",
                    layer(mesh.layer),
                    mesh.paths,
                    mesh.keys,
                    mesh.bytes
                ));
            }
            for item in &baked.subdivided {
                output::line(&format!(
                    "Subdivide of \"{}\" baked to {} paths, {} keys: {} bytes, at most {} px off",
                    layer(item.layer),
                    item.paths,
                    item.keys,
                    item.bytes,
                    output::number_text(item.error)
                ));
            }
            if let Some(worst) = worst {
                output::line(&format!(
                    "worst error {} of {} allowed, in {}; corners at most {} px off",
                    output::number_text(worst.error),
                    output::number_text(worst.tolerance),
                    name(worst),
                    output::number_text(baked.corner_error)
                ));
            }
            if baked.controls_removed > 0 {
                output::line(&format!("{} expression controls taken out", baked.controls_removed));
            }
        }
    }
    let mut all = inbetween::Diagnostics::default();
    all.extend(project.diagnostics().iter().cloned());
    all.extend(baked.diagnostics);
    findings::report(&project, all.list(), args.common.findings, false);
    Ok(!all.has_errors())
}

/// The form of Lottie that a file's name asks for.
pub(crate) fn container(path: &Path) -> Result<Container, String> {
    let name = path.to_string_lossy().to_lowercase();
    if name.ends_with(".lottie") {
        Ok(Container::DotLottie)
    } else if name.ends_with(".tgs") {
        Ok(Container::Tgs)
    } else if name.ends_with(".json") {
        Ok(Container::Json)
    } else {
        Err(format!("{}: the output must be named .json, .lottie or .tgs", path.display()))
    }
}
