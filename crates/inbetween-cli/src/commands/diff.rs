//! `inbetween diff`.

use super::{Outcome, Watch};
use crate::{Common, findings, output};
use inbetween::diff::{Change, DiffOptions, Difference, Line, What, diff, line_diff};
use inbetween::value_item;
use serde_json::{Value as Json, json};
use std::path::PathBuf;

/// Arguments of `diff`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween diff old.json new.json
  inbetween diff rig.json baked.json --tolerance 0.5 --only-seen
  inbetween diff old.json new.json --pixels --html report.html
  inbetween diff old.json new.json --format json

As git's difftool:
  git config difftool.inbetween.cmd 'inbetween diff \"$LOCAL\" \"$REMOTE\"'
  git difftool -t inbetween HEAD~1 -- rig.json

Exit codes: 0 the same, 1 they differ, 2 no result.")]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    common: Common,
    /// Second file
    #[arg(value_name = "SECOND", index = 2)]
    second: PathBuf,
    /// Differences of numbers up to this count as none
    #[arg(long, value_name = "N", default_value_t = 0.0)]
    tolerance: f64,
    /// Expressions, keys and names that change no value are shown but do not count
    #[arg(long)]
    only_seen: bool,
    /// Draw every frame of both and compare the pictures
    #[arg(long)]
    pixels: bool,
    /// Size of these pictures as a factor of the composition's
    #[arg(long, value_name = "N", default_value_t = 0.5)]
    scale: f64,
    /// Composition whose frames are drawn (default: the main one)
    #[arg(long, value_name = "NAME")]
    comp: Option<String>,
    /// Write a page with pictures and curves; one file that opens offline (draws frames too)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Form of the result
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

/// Runs the command.
pub(crate) fn run(args: &DiffArgs) -> Outcome {
    if !(args.tolerance >= 0.0 && args.tolerance.is_finite()) {
        return Err("--tolerance takes a number from 0 up".to_owned());
    }
    if !(args.scale > 0.0 && args.scale <= 16.0) {
        return Err("--scale takes a number above 0, at most 16".to_owned());
    }
    let before = super::open(&args.common)?;
    let after = super::open_file(&args.common, &args.second)?;
    let animations = before.document().source.animations.as_slice();
    if let (Some(first), None, true) = (animations.first(), &args.common.animation, animations.len() > 1) {
        output::note(&format!(
            "animation \"{first}\" of {} is compared; --animation chooses\n",
            animations.len()
        ));
    }
    let mut options = DiffOptions::default();
    options.tolerance = args.tolerance;
    options.composition.clone_from(&args.comp);
    options.pixels = (args.pixels || args.html.is_some()).then_some(args.scale);
    options.threads = super::threads(&args.common);
    options.loaders = [&args.common.file, &args.second].map(|file| Some(crate::files::loader(file)));
    let watch = Watch::new(&args.common, "comparing");
    let found = diff(&before, &after, &options, &|done, total| watch.tick(done, total));
    watch.finish();
    let found = found.map_err(|e| e.to_string())?;
    if let Some(path) = &args.html {
        let name = |path: &PathBuf| {
            path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        };
        let (first, second) = (name(&args.common.file), name(&args.second));
        let page = found.html([&before, &after], [&first, &second], &options).map_err(|e| e.to_string())?;
        super::write_whole(path, page.as_bytes())?;
    }
    match args.format {
        findings::Form::Text => output::print(&text(&found)),
        findings::Form::Json => output::line(&to_json(&found, args.only_seen).to_string()),
    }
    Ok(found.is_empty(args.only_seen))
}

fn text(found: &Difference) -> String {
    let colours = output::colours();
    let paint = |text: String, code: &str| {
        if colours { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text }
    };
    let mut text = String::new();
    let wide = found.changes.iter().map(|change| change.place().chars().count()).max().unwrap_or(0).min(60);
    for change in &found.changes {
        let place = change.place();
        let pad = wide.saturating_sub(place.chars().count());
        let line = format!("{place}{}  {:<10}  {}", " ".repeat(pad), change.what.word(), change.how());
        text.push_str(line.trim_end());
        text.push('\n');
        if let What::Expression(old, new) = &change.what {
            for line in line_diff(old.as_deref().unwrap_or(""), new.as_deref().unwrap_or("")) {
                text.push_str(&match line {
                    Line::Gone(line) => paint(format!("    - {line}"), "31"),
                    Line::New(line) => paint(format!("    + {line}"), "32"),
                    Line::Same(line) => format!("      {line}"),
                    _ => String::new(),
                });
                text.push('\n');
            }
        }
    }
    if let Some([[aw, ah], [bw, bh]]) = found.other_size {
        text.push_str(&format!(
            "the pictures have different sizes ({aw} x {ah} and {bw} x {bh}): no frame was compared\n"
        ));
    }
    let differ: Vec<_> = found.frames.iter().filter(|frame| frame.pixels > 0).collect();
    if !differ.is_empty() {
        text.push_str("\n     frame       time       mean      worst     pixels\n");
        for frame in differ.iter().take(FRAMES) {
            text.push_str(&format!(
                "{:>10} {:>10} {:>10.4} {:>10.2} {:>10}\n",
                output::number_text(frame.frame),
                output::number_text(frame.time),
                frame.mean,
                frame.worst,
                frame.pixels
            ));
        }
        if differ.len() > FRAMES {
            text.push_str(&format!("       … {} more\n", differ.len() - FRAMES));
        }
        text.push_str("(levels of 255)\n");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&found.summary());
    text.push('\n');
    text
}

/// Frames listed for people.
const FRAMES: usize = 30;

fn to_json(found: &Difference, only_seen: bool) -> Json {
    let change = |change: &Change| {
        let mut object = json!({
            "composition": change.composition,
            "layer": change.layer,
            "property": change.property,
            "change": change.what.word(),
        });
        let more = match &change.what {
            What::Renamed(old) => json!({ "from": old }),
            What::Setting(name, old, new) => json!({ "name": name, "from": old, "to": new }),
            What::Expression(old, new) => json!({ "from": old, "to": new }),
            What::Keys { before, after, changed } => {
                json!({ "from": before, "to": after, "changed": changed })
            }
            What::Value(value) => {
                let [a, b] = &value.values;
                json!({
                    "worst": value.worst,
                    "worst_frame": value.worst_frame,
                    "first_frame": value.first_frame,
                    "frames": value.frames,
                    "of": value.of,
                    "unit": inbetween::diff::unit_word(value.unit).trim(),
                    "from": output::to_json(&value_item(a)),
                    "to": output::to_json(&value_item(b)),
                })
            }
            _ => json!({}),
        };
        if let (Some(object), Json::Object(more)) = (object.as_object_mut(), more) {
            object.extend(more);
        }
        object
    };
    json!({
        "format_version": findings::FORMAT_VERSION,
        "same": found.is_empty(only_seen),
        "compared": found.compared,
        "changes": found.changes.iter().map(change).collect::<Vec<_>>(),
        "other_size": found.other_size,
        "frames": found.frames.iter().map(|frame| json!({
            "frame": frame.frame, "time": frame.time, "mean": frame.mean, "worst": frame.worst,
            "pixels": frame.pixels,
        })).collect::<Vec<_>>(),
    })
}
