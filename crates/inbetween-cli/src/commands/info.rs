//! `inbetween info`.

use super::Outcome;
use crate::{Common, findings, output};
use inbetween::info::{CompositionInfo, LayerInfo, PropertyInfo};
use serde_json::{Value as Json, json};

/// Arguments of `info`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween info rig.json
  inbetween info rig.json --all
  inbetween info rig.json --format json

Every property shown is a valid --expr of `inbetween eval` in its composition.")]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    common: Common,
    /// Show static properties too
    #[arg(long)]
    all: bool,
    /// Form of the result
    #[arg(long, default_value = "tree")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A tree for reading.
    Tree,
    /// One JSON object.
    Json,
}

/// Runs the command.
pub(crate) fn run(args: &InfoArgs) -> Outcome {
    let project = super::open(&args.common)?;
    let info = project.info();
    match args.format {
        Format::Json => output::line(&to_json(&info).to_string()),
        Format::Tree => output::print(&tree(&info, args.all)),
    }
    findings::report(&project, project.diagnostics(), args.common.findings, false);
    Ok(!findings::has_errors(project.diagnostics()))
}

fn to_json(info: &inbetween::info::Info) -> Json {
    json!({
        "format_version": findings::FORMAT_VERSION,
        "name": info.name,
        "version": info.version,
        "container": info.container,
        "animations": info.animations,
        "compositions": info.compositions.iter().map(composition_json).collect::<Vec<_>>(),
        "footage": info.footage.iter().map(|f| json!({
            "name": f.name, "kind": f.kind, "width": f.width, "height": f.height,
        })).collect::<Vec<_>>(),
        "fonts": info.fonts.iter().map(|f| json!({
            "name": f.name, "family": f.family, "style": f.style, "embedded_glyphs": f.embedded_glyphs,
        })).collect::<Vec<_>>(),
    })
}

fn composition_json(composition: &CompositionInfo) -> Json {
    json!({
        "name": composition.name,
        "width": composition.width,
        "height": composition.height,
        "frame_rate": composition.frame_rate,
        "in_point": composition.in_point,
        "out_point": composition.out_point,
        "layers": composition.layers.iter().map(|layer| json!({
            "index": layer.index,
            "name": layer.name,
            "kind": layer.kind,
            "in_point": layer.in_point,
            "out_point": layer.out_point,
            "parent": layer.parent,
            "hidden": layer.hidden,
            "three_d": layer.three_d,
            "properties": layer.properties.iter().map(|p| json!({
                "expression_to_find": p.find,
                "match_name": p.match_name,
                "kind": p.kind,
                "keyframes": p.keyframes,
                "value": output::to_json(&p.value),
                "expression": p.expression,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}

/// Longest expression shown on one line of the tree, in characters.
const SHOWN: usize = 70;

fn tree(info: &inbetween::info::Info, all: bool) -> String {
    let mut text = String::new();
    text.push_str(&format!("{} (Bodymovin {}, {})\n", info.name, info.version, info.container));
    if info.animations.len() > 1 {
        text.push_str(&format!("animations: {} (choose with --animation)\n", info.animations.join(", ")));
    }
    for composition in &info.compositions {
        text.push_str(&format!(
            "\ncomposition \"{}\"  {} x {} px, {} fps, frames {}..{}\n",
            composition.name,
            output::number_text(composition.width),
            output::number_text(composition.height),
            output::number_text(composition.frame_rate),
            output::number_text(composition.in_point),
            output::number_text(composition.out_point),
        ));
        for layer in &composition.layers {
            layer_tree(&mut text, layer, all);
        }
    }
    for font in &info.fonts {
        let glyphs = font.embedded_glyphs;
        text.push_str(&format!(
            "font {} ({} {}), {glyphs} embedded glyphs\n",
            font.name, font.family, font.style
        ));
    }
    for footage in &info.footage {
        text.push_str(&format!("footage \"{}\" ({})\n", footage.name, footage.kind));
    }
    text
}

fn layer_tree(text: &mut String, layer: &LayerInfo, all: bool) {
    let mut marks = String::new();
    if let Some(parent) = &layer.parent {
        marks.push_str(&format!(", parent \"{parent}\""));
    }
    if layer.three_d {
        marks.push_str(", 3D");
    }
    if layer.hidden {
        marks.push_str(", hidden");
    }
    text.push_str(&format!(
        "  {:>3} {:<8} \"{}\"  frames {}..{}{marks}\n",
        layer.index,
        layer.kind,
        layer.name,
        output::number_text(layer.in_point),
        output::number_text(layer.out_point),
    ));
    for property in layer.properties.iter().filter(|p| all || p.keyframes > 0 || p.expression.is_some()) {
        property_tree(text, property);
    }
}

fn property_tree(text: &mut String, property: &PropertyInfo) {
    let keys = match property.keyframes {
        0 => output::to_text(&property.value),
        1 => "1 key".to_owned(),
        n => format!("{n} keys"),
    };
    text.push_str(&format!("        {}  {keys}\n", property.find));
    if let Some(expression) = &property.expression {
        let mut line: String = expression.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() > SHOWN {
            line = line.chars().take(SHOWN).collect::<String>() + " …";
        }
        text.push_str(&format!("          = {line}\n"));
    }
}
