//! `inbetween convert`.

use super::Outcome;
use crate::{Common, findings, output};
use inbetween::author::scene;
use inbetween::doc::{Changes, export};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween convert rig.json rig.scene.toml
  inbetween convert rig.scene.toml rig.json
  inbetween convert sticker.tgs sticker.scene.toml
  inbetween convert rig.scene.toml rig.lottie --format json

A scene (.toml) is another spelling of a Lottie file (.json, .lottie, .tgs): values and pictures stay the same. What a
scene has no word for stands in it as raw JSON. The form of the output follows its name. docs/scene.md describes
scenes; editors complete them with the JSON Schema that `inbetween scene-schema` prints.")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    common: Common,
    /// Where the result goes: .scene.toml, .json, .lottie or .tgs
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,
    /// Form of the report on standard output
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

/// Runs the command.
pub(crate) fn run(args: &ConvertArgs) -> Outcome {
    let to_scene = args.output.to_string_lossy().to_lowercase().ends_with(".toml");
    let container = if to_scene {
        None
    } else {
        Some(super::bake::container(&args.output).map_err(|_| {
            format!("{}: the output must be named .scene.toml, .json, .lottie or .tgs", args.output.display())
        })?)
    };
    let project = super::open(&args.common)?;
    let mut all = inbetween::Diagnostics::default();
    all.extend(project.diagnostics().iter().cloned());
    let (bytes, raw) = match container {
        None => {
            let written = scene::write_document(project.document())
                .map_err(|e| format!("{}: {e}", args.common.file.display()))?;
            all.extend(written.diagnostics);
            (written.scene.into_bytes(), Some((written.raw_pieces, written.raw_bytes)))
        }
        Some(container) => {
            let bytes = export(project.document(), &Changes::new(), container).map_err(|e| e.to_string())?;
            (bytes, None)
        }
    };
    super::write_whole(&args.output, &bytes)?;
    match args.format {
        findings::Form::Json => output::line(
            &json!({
                "format_version": findings::FORMAT_VERSION,
                "input": args.common.file.to_string_lossy(),
                "output": args.output.to_string_lossy(),
                "bytes": bytes.len(),
                "raw_pieces": raw.map(|(pieces, _)| pieces),
                "raw_bytes": raw.map(|(_, bytes)| bytes),
            })
            .to_string(),
        ),
        findings::Form::Text => {
            let note = match raw {
                Some((0, _)) => ", all of it in words".to_owned(),
                Some((1, bytes)) => format!(", one piece of it ({bytes} bytes) as raw JSON"),
                Some((pieces, bytes)) => format!(", {pieces} pieces of it ({bytes} bytes) as raw JSON"),
                None => String::new(),
            };
            output::line(&format!("{}: {} bytes{note}", args.output.display(), bytes.len()));
        }
    }
    findings::report(&project, all.list(), args.common.findings, false);
    Ok(!findings::has_errors(all.list()))
}

/// Runs `scene-schema`.
pub(crate) fn schema() -> Outcome {
    output::print(&scene::schema());
    Ok(true)
}
