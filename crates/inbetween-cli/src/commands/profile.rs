//! `inbetween profile`.

use super::{Outcome, Watch};
use crate::{Common, findings, output, range};
use serde_json::json;

/// Arguments of `profile`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween profile rig.json
  inbetween profile rig.json --frames 0..120 --format json

The tier is `numeric` (compiled), `script` (the complete engine) or `both`; `why` says what needs the engine.")]
pub(crate) struct ProfileArgs {
    #[command(flatten)]
    common: Common,
    /// Composition frames (default: the whole main composition)
    #[arg(long, value_name = "A..B[:STEP]")]
    frames: Option<String>,
    /// Form of the result
    #[arg(long, default_value = "text")]
    format: findings::Form,
    /// Rows of the table
    #[arg(long, value_name = "N", default_value_t = 30)]
    rows: usize,
}

/// Runs the command.
pub(crate) fn run(args: &ProfileArgs) -> Outcome {
    let project = super::open(&args.common)?;
    let composition = project.composition(None).map_err(|e| e.to_string())?;
    let timeline = project.timeline();
    let rate = timeline.frame_rate(composition);
    let frames = match (&args.frames, timeline.composition_data(composition)) {
        (Some(frames), _) => frames.clone(),
        (None, Some(data)) => format!("{}..{}", data.in_point, data.out_point),
        (None, None) => "0..1".to_owned(),
    };
    let times = range::parse_frames(&frames)?.times(rate);
    let start = std::time::Instant::now();
    let clock = || start.elapsed().as_secs_f64() * 1e6;
    let watch = Watch::new(&args.common, "profiling");
    let profile =
        project.profile(&times, super::threads(&args.common), &clock, &|done, total| watch.tick(done, total));
    watch.finish();
    let profile = profile.map_err(|e| e.to_string())?;
    let total = profile.microseconds();
    match args.format {
        findings::Form::Json => {
            let list: Vec<_> = profile
                .expressions
                .iter()
                .map(|one| {
                    json!({
                        "property": one.property,
                        "composition": one.place.composition,
                        "path": one.place.file_path,
                        "text": &*one.text,
                        "evaluations": one.evaluations,
                        "microseconds": one.microseconds,
                        "tier": one.tier,
                        "why": one.why,
                        "line": one.point.as_ref().map(|point| point.line),
                        "column": one.point.as_ref().map(|point| point.column),
                    })
                })
                .collect();
            let json = json!({
                "format_version": findings::FORMAT_VERSION,
                "total": { "evaluations": profile.evaluations(), "microseconds": total },
                "expressions": list,
            });
            output::line(&json.to_string());
        }
        findings::Form::Text => {
            output::line(&format!(
                "{:>11} {:>9} {:>6}  {:<8} property",
                "evaluations", "us each", "share", "tier"
            ));
            for one in profile.expressions.iter().take(args.rows) {
                #[expect(clippy::cast_precision_loss, reason = "counts of evaluations are far below 2^53")]
                let each = one.microseconds / (one.evaluations.max(1) as f64);
                let share = if total > 0.0 { 100.0 * one.microseconds / total } else { 0.0 };
                let why = match (&one.why, &one.point) {
                    (Some(why), Some(point)) => {
                        format!("   ({why}, line {}, column {})", point.line, point.column)
                    }
                    (Some(why), None) => format!("   ({why})"),
                    _ => String::new(),
                };
                output::line(&format!(
                    "{:>11} {each:>9.3} {share:>5.1}%  {:<8} {}{why}",
                    one.evaluations, one.tier, one.property
                ));
            }
            let rest = profile.expressions.len().saturating_sub(args.rows);
            if rest > 0 {
                output::line(&format!("... and {rest} more (--rows)"));
            }
            let numeric = profile.expressions.iter().filter(|one| one.tier == "numeric").count();
            output::line(&format!(
                "{} evaluations of {} expressions in {:.1} ms; {numeric} in the numeric tier",
                profile.evaluations(),
                profile.expressions.len(),
                total / 1e3
            ));
        }
    }
    let mut all = inbetween::Diagnostics::default();
    all.extend(profile.diagnostics.iter().cloned());
    findings::report_with(
        &|finding| findings::source_of(&project, finding),
        all.list(),
        args.common.findings,
        false,
    );
    Ok(true)
}
