//! `inbetween render`.

use super::{Outcome, Watch};
use crate::files::{Files, Pipe};
use crate::{Common, findings, output, range};
use inbetween::output::{FORMATS, FrameSink, RawForm, format_of, raw, sheet};
use inbetween::{Diagnostic, Frames, Project, Quality, RenderOptions, Rendered, Severity, Size};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `render`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween render rig.json -o rig.mp4 --size 1920x1080
  inbetween render rig.json -o rig.gif --size 480 --fps 25
  inbetween render rig.json -o still.png --at 1.5
  inbetween render rig.json -o 'frames/####.png' --threads 4
  inbetween render rig.json -o sheet.png --sheet 4x3
  inbetween render rig.json -o rig.mov --ffmpeg '-c:v prores_ks -profile:v 4444'
  inbetween render rig.json -o - --raw y4m | x264 --demuxer y4m -o rig.264 -

The form of the output follows its name: .png (one frame), name-####.png (a sequence), .svg (one frame, or a
sequence), .apng, .gif, .webp, .mp4. Alpha is kept where the format has it; elsewhere the picture lies on the
composition's own background, or on white, unless --background says otherwise.

MP4 holds H.264, which patents cover in some countries; this build compiles the encoder from source, to which no
patent licence is attached. Builds without the feature \"mp4\" leave it out; --ffmpeg uses your own encoder.")]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    common: Common,
    /// Where the pictures go; - is standard output (see --raw)
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Size in pixels: WxH, or one number for the longer side
    #[arg(long, value_name = "WxH", conflicts_with = "scale")]
    size: Option<String>,
    /// Size as a factor of the composition's
    #[arg(long, value_name = "S")]
    scale: Option<f64>,
    /// Frames per second of the output [default: the composition's]
    #[arg(long, value_name = "FPS")]
    fps: Option<f64>,
    /// Composition frames to render: A..B excludes B, A..=B includes it
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, conflicts_with_all = ["frame", "at"])]
    frames: Option<String>,
    /// One composition frame
    #[arg(long, value_name = "N", allow_hyphen_values = true, conflicts_with_all = ["at", "sheet"])]
    frame: Option<f64>,
    /// One time in seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, conflicts_with = "sheet")]
    at: Option<f64>,
    /// Composition, by name [default: the main one]
    #[arg(long, value_name = "NAME")]
    comp: Option<String>,
    /// Colour behind the picture: #rgb, #rrggbb, #rrggbbaa, white, black or transparent
    #[arg(long, value_name = "COLOR")]
    background: Option<String>,
    /// How exact pictures are
    #[arg(long, value_name = "Q", default_value = "fast")]
    quality: Exactness,
    /// Take anything unsupported as an error: no output then
    #[arg(long)]
    strict: bool,
    /// A contact sheet: this many frames, evenly spaced (over --frames, where given), on one PNG
    #[arg(long, value_name = "4x3")]
    sheet: Option<String>,
    /// Form of the stream when the output is - or a pipe
    #[arg(long, value_name = "FORM", default_value = "rgba")]
    raw: Stream,
    /// Encode with your ffmpeg and these arguments, separated by spaces ('' and \"\" keep them together)
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true, conflicts_with = "sheet")]
    ffmpeg: Option<String>,
    /// Form of the report on standard output
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Exactness {
    /// 32 bits per channel
    Reference,
    /// 8 bits per channel
    Fast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Stream {
    /// Straight RGBA, 8 bits each
    Rgba,
    /// YUV4MPEG2, 4:4:4, BT.709 limited range
    Y4m,
}

/// Runs the command.
pub(crate) fn run(args: &RenderArgs) -> Outcome {
    let project = super::open(&args.common)?;
    let mut options = RenderOptions::default();
    options.composition.clone_from(&args.comp);
    options.size = size(args)?;
    options.fps = fps(args)?;
    options.frames = frames(args)?;
    options.background = args.background.as_deref().map(color).transpose()?;
    options.threads = super::threads(&args.common);
    options.quality = match args.quality {
        Exactness::Reference => Quality::Reference,
        Exactness::Fast => Quality::Fast,
    };
    options.loader = Some(crate::files::loader(&args.common.file));
    let mut notes = Vec::new();
    let begun = Instant::now();
    let (rendered, files) = if args.output.as_os_str() == "-" {
        if args.ffmpeg.is_some() {
            return Err("--ffmpeg needs a file for its output; -o - is standard output".to_owned());
        }
        let form = if args.raw == Stream::Y4m { RawForm::Y4m } else { RawForm::Rgba };
        let writer = output::stream();
        (pump(args, &project, &options, raw(writer, form).as_mut())?, None)
    } else if let Some(ffmpeg) = &args.ffmpeg {
        let info = plan(&project, &options)?;
        let mut pipe = Pipe::start(ffmpeg, &args.output, &info, &options)?;
        let outcome = pump(args, &project, &options, pipe.sink());
        (pipe.close(outcome)?, Some(pipe.into_files()))
    } else {
        let files = Files::new(&args.output)?;
        let mut sink = sink(args, &project, &mut options, &files, &mut notes)?;
        (pump(args, &project, &options, sink.as_mut())?, Some(files))
    };
    let seconds = begun.elapsed().as_secs_f64();
    let mut all = inbetween::Diagnostics::default();
    all.extend(project.diagnostics().iter().cloned());
    all.extend(notes);
    all.extend(rendered.diagnostics.iter().cloned());
    if args.strict && all.list().iter().any(|d| d.severity > Severity::Note) {
        // Nothing gets its final name.
        drop(files);
        findings::report(&project, all.list(), args.common.findings, false);
        return Err("--strict: something is not supported or failed; nothing was written".to_owned());
    }
    if let Some(files) = files {
        files.commit()?;
        report(args, &rendered, seconds);
    }
    findings::report(&project, all.list(), args.common.findings, false);
    Ok(!all.has_errors())
}

/// Renders into a sink, with the progress bar.
fn pump(
    args: &RenderArgs,
    project: &Project,
    options: &RenderOptions,
    sink: &mut dyn FrameSink,
) -> Result<Rendered, String> {
    let watch = Watch::with_rate(&args.common, "rendering");
    let rendered = project.render(options, sink, &|done, total| watch.tick(done, total));
    watch.finish();
    rendered.map_err(|error| format!("{}: {error}", args.output.display()))
}

/// Size and rate of what will be rendered, before it is.
fn plan(project: &Project, options: &RenderOptions) -> Result<inbetween::output::StreamInfo, String> {
    project.render_info(options).map_err(|error| error.to_string())
}

fn sink(
    args: &RenderArgs,
    project: &Project,
    options: &mut RenderOptions,
    files: &Files,
    notes: &mut Vec<Diagnostic>,
) -> Result<Box<dyn FrameSink>, String> {
    let name = args.output.to_string_lossy().into_owned();
    let known = || {
        let list: Vec<&str> = FORMATS.iter().map(|format| format.ending).collect();
        format!("{name}: the output must be named {}", list.join(", "))
    };
    let Some(format) = format_of(&name) else {
        if name.to_lowercase().ends_with(".mp4") {
            return Err(format!("{name}: this build has no MP4 encoder; use --ffmpeg '-c:v libx264'"));
        }
        return Err(format!("{}; others go through --ffmpeg", known()));
    };
    if let Some(text) = &args.sheet {
        let (columns, rows) = pair(text).ok_or_else(|| format!("--sheet {text}: not like 4x3"))?;
        if format.ending != ".png" {
            return Err("--sheet writes a .png".to_owned());
        }
        if columns == 0 || rows == 0 || columns.saturating_mul(rows) > 10_000 {
            return Err("--sheet takes 1 to 10000 frames".to_owned());
        }
        let span = if let Frames::Range(first, last) = options.frames { Some((first, last)) } else { None };
        options.frames = Frames::Spread(columns * rows, span);
        if args.size.is_none() && args.scale.is_none() {
            options.size = Size::Longer(320);
        }
        return Ok(sheet(files.targets(), columns));
    }
    if format.still && !files.is_sequence() {
        match options.frames {
            Frames::One(_) | Frames::Times(_) => {}
            Frames::All => {
                let first = project.composition(options.composition.as_deref()).map_err(|e| e.to_string())?;
                let data = project.timeline().composition_data(first);
                options.frames = Frames::One(data.map_or(0.0, |data| data.in_point));
            }
            _ => {
                return Err(format!(
                    "{name} holds one frame; name a sequence with #, for example name-####{}",
                    format.ending
                ));
            }
        }
    } else if files.is_sequence() && !format.still {
        return Err(format!("{name}: # is for sequences of .png or .svg files"));
    }
    let info = plan(project, options)?;
    if info.fps > format.most_fps {
        notes.push(Diagnostic::new(
            "output/frames-left-out",
            Severity::Note,
            format!(
                "{} holds at most {} frames per second; frames are left out",
                format.ending, format.most_fps
            ),
        ));
        options.fps = Some(format.most_fps);
    }
    Ok((format.open)(files.targets()))
}

fn size(args: &RenderArgs) -> Result<Size, String> {
    if let Some(scale) = args.scale {
        if !scale.is_finite() || scale <= 0.0 {
            return Err("--scale must be above 0".to_owned());
        }
        return Ok(Size::Scale(scale));
    }
    let Some(text) = &args.size else { return Ok(Size::Scale(1.0)) };
    match (pair(text), text.trim().parse::<usize>()) {
        (Some((width, height)), _) if width > 0 && height > 0 => Ok(Size::Exact(width, height)),
        (None, Ok(longer)) if longer > 0 => Ok(Size::Longer(longer)),
        _ => Err(format!("--size {text}: not like 1920x1080 or 512")),
    }
}

fn fps(args: &RenderArgs) -> Result<Option<f64>, String> {
    match args.fps {
        Some(fps) if !fps.is_finite() || fps <= 0.0 || fps > 10_000.0 => {
            Err("--fps must be above 0 and at most 10000".to_owned())
        }
        fps => Ok(fps),
    }
}

fn frames(args: &RenderArgs) -> Result<Frames, String> {
    if let Some(text) = &args.frames {
        let range = range::parse_frames(text)?;
        if range.step != 1.0 {
            return Err("--frames has no step here; --fps says how many frames are taken".to_owned());
        }
        return Ok(Frames::Range(range.first, if range.inclusive { range.last + 1.0 } else { range.last }));
    }
    let finite = |value: f64| if value.is_finite() { Ok(value) } else { Err("not a number".to_owned()) };
    if let Some(frame) = args.frame {
        return Ok(Frames::One(finite(frame)?));
    }
    if let Some(time) = args.at {
        return Ok(Frames::Times(vec![finite(time)?]));
    }
    Ok(Frames::All)
}

/// `4x3` as two numbers.
fn pair(text: &str) -> Option<(usize, usize)> {
    let (first, second) = text.split_once(['x', 'X', '×'])?;
    Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
}

/// A colour as people write it, straight RGBA 0..1.
fn color(text: &str) -> Result<[f32; 4], String> {
    let wrong = || format!("--background {text}: not like #ffffff, white, black or transparent");
    match text {
        "white" => return Ok([1.0; 4]),
        "black" => return Ok([0.0, 0.0, 0.0, 1.0]),
        "transparent" => return Ok([0.0; 4]),
        _ => {}
    }
    let digits: Option<Vec<u8>> = text
        .strip_prefix('#')
        .unwrap_or(text)
        .chars()
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    let digits = digits.ok_or_else(wrong)?;
    let bytes: Vec<u8> = match digits.len() {
        3 | 4 => digits.iter().map(|digit| digit * 17).collect(),
        6 | 8 => {
            digits.chunks_exact(2).map(|two| two.iter().fold(0, |sum, digit| sum * 16 + digit)).collect()
        }
        _ => return Err(wrong()),
    };
    let part = |at: usize| bytes.get(at).map_or(1.0, |byte| f32::from(*byte) / 255.0);
    Ok([part(0), part(1), part(2), part(3)])
}

fn report(args: &RenderArgs, rendered: &Rendered, seconds: f64) {
    let info = rendered.info;
    match args.format {
        findings::Form::Json => output::line(
            &json!({
                "format_version": findings::FORMAT_VERSION,
                "output": args.output.to_string_lossy(),
                "width": info.width,
                "height": info.height,
                "frames": info.frames,
                "fps": info.fps,
                "seconds": seconds,
            })
            .to_string(),
        ),
        findings::Form::Text => {
            let frames =
                if info.frames == 1 { "1 frame".to_owned() } else { format!("{} frames", info.frames) };
            let rate = if info.frames == 1 {
                String::new()
            } else {
                format!(" at {} per second", output::number_text(info.fps))
            };
            output::line(&format!(
                "{}: {frames} of {} x {} pixels{rate}, in {seconds:.1} s",
                args.output.display(),
                info.width,
                info.height
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_people_write_them() {
        assert_eq!(color("#f00").unwrap(), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(color("00ff0000").unwrap(), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(color("white").unwrap(), [1.0; 4]);
        assert!(color("#12345").is_err());
        assert!(color("#ggg").is_err());
    }

    #[test]
    fn pairs_are_two_numbers() {
        assert_eq!(pair("4x3"), Some((4, 3)));
        assert_eq!(pair("512"), None);
        assert_eq!(pair("x3"), None);
    }
}
