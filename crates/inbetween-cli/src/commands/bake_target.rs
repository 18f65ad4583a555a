//! `inbetween bake --target`.

use super::bake::{BakeArgs, container};
use super::{Outcome, Watch};
use crate::{findings, output};
use inbetween::targets::{Target, TargetBaked, TargetOptions};
use inbetween::timeline::bake::BakedEntry;
use inbetween::{BakeOptions, Project, Severity};
use serde_json::json;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(project: &Project, options: &BakeOptions, target: Target, args: &BakeArgs) -> Outcome {
    let container = container(&args.output)?;
    if target == Target::Telegram && container != inbetween::doc::Container::Tgs {
        return Err(format!("{}: a Telegram sticker must be named .tgs", args.output.display()));
    }
    let page = args.proof.as_deref().map(page).transpose()?;
    if let Some(proof) = &args.proof
        && std::path::absolute(proof).ok() == std::path::absolute(&args.output).ok()
    {
        return Err(format!("{}: the proof would be written over the file", proof.display()));
    }
    let mut options = TargetOptions::new(target, container, *options);
    if let Some(kb) = args.max_kb {
        if !(kb.is_finite() && kb > 0.0) {
            return Err("--max-kb must be above 0".to_owned());
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive; the cast saturates"
        )]
        let bytes = (kb * 1024.0) as usize;
        options.max_bytes = Some(bytes);
    }
    let watch = Watch::new(&args.common, "baking");
    let made = project.bake_for(&options, &|done, total| watch.tick(done, total));
    watch.finish();
    let made = made.map_err(|e| e.to_string())?;
    super::write_whole(&args.output, &made.baked.bytes)?;
    let mut kept = true;
    if let (Some(path), Some(page)) = (&args.proof, page) {
        let name = args.common.file.file_name().unwrap_or_default().to_string_lossy();
        let loader = crate::files::loader(&args.common.file);
        let proof = project.proof(&made, &options, Some(&loader), &name).map_err(|e| e.to_string())?;
        let page = if page == Page::Html { &proof.html } else { &proof.json };
        super::write_whole(path, page.as_bytes())?;
        kept = !proof.exceeded;
        if proof.exceeded {
            output::note("an error is larger than promised: the proof says where\n");
        }
    }
    let refused = made.lost.iter().any(|finding| finding.severity == Severity::Error);
    match args.format {
        findings::Form::Json => output::line(&json(project, target, args, &made).to_string()),
        findings::Form::Text => text(project, target, &options, &made),
    }
    let mut all = inbetween::Diagnostics::default();
    all.extend(project.diagnostics().iter().cloned());
    all.extend(made.baked.diagnostics.iter().cloned());
    all.extend(made.lost.iter().cloned());
    findings::report(project, all.list(), args.common.findings, false);
    Ok(made.fits && kept && !refused && !all.has_errors())
}

/// Form of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Html,
    Json,
}

/// The form that a proof's name asks for.
fn page(path: &Path) -> Result<Page, String> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html" | "htm") => Ok(Page::Html),
        Some("json") => Ok(Page::Json),
        _ => Err(format!("{}: the proof must be named .html or .json", path.display())),
    }
}

/// The report as JSON.
fn json(project: &Project, target: Target, args: &BakeArgs, made: &TargetBaked) -> serde_json::Value {
    let worst = made.baked.worst();
    json!({
        "format_version": findings::FORMAT_VERSION,
        "output": args.output.to_string_lossy(),
        "target": target.name(),
        "bytes": made.baked.bytes.len(),
        "json_bytes_before": made.baked.json_bytes_before,
        "json_bytes_after": made.baked.json_bytes_after,
        "fits": made.fits,
        "tolerance": made.tolerance,
        "decimals": made.decimals,
        "names_dropped": made.names_dropped,
        "tries": made.tries,
        "keys": made.baked.keys(),
        "worst": worst.map(|entry| json!({
            "property": project.timeline().property_expression(entry.property),
            "error": entry.error,
            "tolerance": entry.tolerance,
        })),
        "corner_error": made.baked.corner_error,
        "refitted": made.refitted.iter().map(|entry| json!({
            "property": project.timeline().property_expression(entry.property),
            "composition": project.timeline().location(entry.property).composition,
            "keys_before": own_keys(project, entry),
            "keys": entry.keys,
            "error": entry.error,
            "tolerance": entry.tolerance,
        })).collect::<Vec<_>>(),
        "rewriting_error": made.rewriting_error,
        "rewritten": made.changes.iter().map(|change| json!({
            "feature": change.feature,
            "composition": change.place.composition,
            "layer": change.place.layer,
            "what": change.what,
        })).collect::<Vec<_>>(),
        "lost": findings::to_json(&made.lost).get("findings").cloned(),
    })
}

/// What fitting the file's own keys anew has cost, for people.
fn refitted(project: &Project, made: &TargetBaked) -> String {
    let share = |entry: &&BakedEntry| entry.error / entry.tolerance.max(1e-12);
    let Some(worst) = made.refitted.iter().max_by(|a, b| share(a).total_cmp(&share(b))) else {
        return String::new();
    };
    let before: usize = made.refitted.iter().map(|entry| own_keys(project, entry)).sum();
    let after: usize = made.refitted.iter().map(|entry| entry.keys).sum();
    format!(
        ", {} of the file's own properties fitted anew ({before} keys to {after}, at most {} of {} off)",
        made.refitted.len(),
        output::number_text(worst.error),
        output::number_text(worst.tolerance)
    )
}

/// Keys a property has in the file.
fn own_keys(project: &Project, entry: &BakedEntry) -> usize {
    project.timeline().document_property(entry.property).map_or(0, |property| property.keyframes.len())
}

fn text(project: &Project, target: Target, options: &TargetOptions, made: &TargetBaked) {
    let bytes = made.baked.bytes.len();
    output::line(&format!(
        "for {}: {bytes} bytes ({} of JSON before, {} after)",
        target.name(),
        made.baked.json_bytes_before,
        made.baked.json_bytes_after
    ));
    if made.tries > 1 {
        let names = if made.names_dropped { ", names given up" } else { "" };
        output::line(&format!(
            "{} at a tolerance of {} px and {} decimal{}{names}{} ({} tries from {} px)",
            if made.fits { "fits" } else { "does not fit even" },
            output::number_text((made.tolerance * 1000.0).round() / 1000.0),
            made.decimals,
            if made.decimals == 1 { "" } else { "s" },
            refitted(project, made),
            made.tries,
            output::number_text(options.bake.tolerance.pixels),
        ));
    }
    if let Some(worst) = made.baked.worst() {
        output::line(&format!(
            "worst error {} of {} allowed, in {}; corners at most {} px off",
            output::number_text(worst.error),
            output::number_text(worst.tolerance),
            project.timeline().property_expression(worst.property),
            output::number_text(made.baked.corner_error)
        ));
    }
    for text in &made.baked.texts {
        let (form, parts) = inbetween::text_form_words(text.form);
        let layer = project.timeline().layer_data(text.layer).map_or("", |layer| layer.name.as_str());
        output::line(&format!(
            "rewritten text \"{layer}\": {form}, {} {parts}, {} keys",
            text.parts, text.keys
        ));
    }
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for change in &made.changes {
        match kinds.iter_mut().find(|(kind, _)| *kind == change.feature) {
            Some((_, count)) => *count += 1,
            None => kinds.push((change.feature, 1)),
        }
    }
    for (feature, count) in kinds {
        let first = made.changes.iter().find(|change| change.feature == feature);
        let what = first.map_or("", |change| change.what.as_str());
        let place = first.and_then(|change| change.place.layer.as_deref()).unwrap_or("");
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        let place = if place.is_empty() { String::new() } else { format!(" of \"{place}\"{more}") };
        output::line(&format!(
            "rewritten {}{place}: {what}",
            feature.strip_prefix("target/").unwrap_or(feature)
        ));
    }
}
