//! `inbetween import`.

use super::Outcome;
use crate::{findings, output};
use inbetween::author::artwork::{self, CompositionSettings, SizeRule};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `import`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween import slider-crank.svg -o rig.scene.toml
  inbetween import art.svg -o rig.scene.toml --inline --frame-rate 24 --duration 10
  inbetween import art.svg -o rig.json
  inbetween import art.svg -o rig.scene.toml --layer-size document

Each layer or top-level group of the drawing becomes a layer with its name (Inkscape's labels, Illustrator's names,
plain ids), vectors kept as shapes, its anchor point at its centre. Elements with an id are marks:
`inbetween edit rig.scene.toml --anchor 'crank=#pin'` puts the anchor point on one.")]
pub(crate) struct ImportArgs {
    /// The drawing: SVG
    file: PathBuf,
    /// Where the scene (.scene.toml) or Lottie file (.json) goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How large layers are: as their artwork, with the origin of layer space at its top-left corner, or as the drawing
    #[arg(long, value_name = "RULE", default_value = "artwork")]
    layer_size: LayerSize,
    /// Write the shapes into the scene instead of naming the drawing
    #[arg(long)]
    inline: bool,
    /// Frames per second
    #[arg(long, value_name = "FPS", default_value_t = 25.0)]
    frame_rate: f64,
    /// Seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 4.0)]
    duration: f64,
    /// Name of the composition [default: the drawing's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Form of the list of layers on standard output
    #[arg(long, default_value = "text")]
    format: findings::Form,
    /// How findings are printed on standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    findings: findings::Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LayerSize {
    /// As large as what is drawn, strokes included, in whole pixels.
    Artwork,
    /// As large as the drawing.
    Document,
}

/// Runs the command.
pub(crate) fn run(args: &ImportArgs) -> Outcome {
    let bytes = std::fs::read(&args.file).map_err(|e| format!("{}: {e}", args.file.display()))?;
    let said = |what: String| format!("{}: {what}", args.file.display());
    if bytes.starts_with(b"%PDF") || bytes.starts_with(b"%!PS") {
        return Err(said(
            "Illustrator, PDF and PostScript files are not read; save the drawing as SVG (in Illustrator: \
                         File > Save a Copy > SVG, Object IDs: Layer Names) and import that"
                .to_owned(),
        ));
    }
    let sound = |name: &str, value: f64, most: f64| {
        let ok = value.is_finite() && value > 0.0 && value <= most;
        if ok { Ok(()) } else { Err(format!("--{name} must be above 0 and at most {most}")) }
    };
    sound("frame-rate", args.frame_rate, 1000.0)?;
    sound("duration", args.duration, 86_400.0)?;
    let rule = match args.layer_size {
        LayerSize::Artwork => SizeRule::Artwork,
        LayerSize::Document => SizeRule::Document,
    };
    let drawing = artwork::read(&bytes, rule).map_err(|e| said(e.to_string()))?;
    if drawing.layers.is_empty() {
        return Err(said("nothing in it is drawn, so there is no layer to make".to_owned()));
    }
    let mut settings = CompositionSettings::default();
    let stem = args.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    settings.name = args.name.clone().or(stem).unwrap_or_default();
    settings.frame_rate = args.frame_rate;
    settings.duration = args.duration;
    let name = args.output.to_string_lossy().to_lowercase();
    let mut found = drawing.diagnostics.clone();
    let text = if name.ends_with(".json") {
        artwork::lottie(&drawing, &settings).to_string()
    } else if !name.ends_with(".toml") {
        return Err(format!("{}: the output must be named .scene.toml or .json", args.output.display()));
    } else if args.inline {
        let (text, more) = inline(&artwork::lottie(&drawing, &settings).to_string())?;
        found.extend(more);
        text
    } else {
        let beside = beside(&args.file, &args.output)?;
        artwork::scene(&drawing, &beside, rule, &settings)
    };
    super::write_whole(&args.output, text.as_bytes())?;
    let names = artwork::unique_names(&drawing);
    let layers = || names.iter().zip(&drawing.layers);
    match args.format {
        findings::Form::Json => output::line(
            &json!({
                "format_version": findings::FORMAT_VERSION,
                "output": args.output.to_string_lossy(),
                "size": [drawing.width.ceil(), drawing.height.ceil()],
                "layers": layers().map(|(name, layer)| json!({
                    "name": name,
                    "id": layer.id,
                    "rect": layer.rect,
                    "size": layer.size,
                    "anchor_point": layer.center(),
                    "position": layer.position(),
                    "marks": layer.marks.iter().map(|m| json!({"id": m.id, "at": [m.x, m.y]})).collect::<Vec<_>>(),
                })).collect::<Vec<_>>(),
            })
            .to_string(),
        ),
        findings::Form::Text => {
            for (name, layer) in layers() {
                let [width, height] = layer.size;
                let [x, y] = layer.position();
                let marks: Vec<String> =
                    layer.marks.iter().filter(|mark| mark.id != layer.id).map(|mark| format!("#{}", mark.id)).collect();
                let marks = if marks.is_empty() { String::new() } else { format!("; marks {}", marks.join(" ")) };
                output::line(&format!("{name}: {width} x {height} px, its centre at {x}, {y}{marks}"));
            }
            output::line(&format!("written to {}", args.output.display()));
        }
    }
    findings::report_with(&|_| None, &found, args.findings, true);
    Ok(!findings::has_errors(&found))
}

/// The scene with all shapes in it, and findings about what had to stay raw.
fn inline(lottie: &str) -> Result<(String, Vec<inbetween::Diagnostic>), String> {
    let written = inbetween::author::scene::write(lottie)?;
    Ok((written.scene, written.diagnostics))
}

/// How the scene names the drawing: scenes read files in their own folder and below.
fn beside(drawing: &Path, scene: &Path) -> Result<String, String> {
    let folder = scene.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let whole = |path: &Path| path.canonicalize().map_err(|e| format!("{}: {e}", path.display()));
    let (folder, drawing_at) = (whole(folder)?, whole(drawing)?);
    let inside = drawing_at.strip_prefix(&folder).map_err(|_| {
        format!(
            "{}: a scene reads drawings beside it or in folders below; put {} there, or write its shapes into the scene \
             (--inline)",
            scene.display(),
            drawing.display()
        )
    })?;
    Ok(inside.to_string_lossy().replace('\\', "/"))
}
