//! `inbetween check`.

use super::{Outcome, Watch};
use crate::{Common, findings, output};
use inbetween::Severity;

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween check rig.json
  inbetween check rig.json --notes
  inbetween check rig.json --format json")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    common: Common,
    /// Show notes too: legacy spellings, repairs
    #[arg(long)]
    notes: bool,
    /// Form of the result on standard output
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Outcome {
    let project = super::open(&args.common)?;
    let watch = Watch::new(&args.common, "checking");
    let checked = project.check(super::threads(&args.common), &|done, total| watch.tick(done, total));
    watch.finish();
    let checked = checked.map_err(|e| e.to_string())?;
    let list = &checked.diagnostics;
    match args.format {
        findings::Form::Json => {
            let mut json = findings::to_json(list);
            if let Some(object) = json.as_object_mut() {
                object.insert("expressions".to_owned(), checked.expressions.into());
                object.insert("evaluations".to_owned(), checked.evaluations.into());
                let tiers = project.expression_tiers().into_iter().map(|one| {
                    serde_json::json!({
                        "property": one.property,
                        "composition": one.composition,
                        "tier": one.tier,
                        "why": one.why,
                    })
                });
                object.insert("tiers".to_owned(), tiers.collect::<Vec<_>>().into());
            }
            output::line(&json.to_string());
        }
        findings::Form::Text => {
            let renderer = if output::colours() {
                annotate_snippets::Renderer::styled()
            } else {
                annotate_snippets::Renderer::plain()
            };
            let renderer = renderer.decor_style(annotate_snippets::renderer::DecorStyle::Ascii);
            for finding in list.iter().filter(|f| args.notes || f.severity > Severity::Note) {
                output::line(&findings::render(
                    &|finding| findings::source_of(&project, finding),
                    finding,
                    &renderer,
                ));
                output::line("");
            }
            let count = |severity| list.iter().filter(|f| f.severity == severity).count();
            output::line(&format!(
                "{} expressions evaluated {} times: {} errors, {} warnings, {} notes{}",
                checked.expressions,
                checked.evaluations,
                count(Severity::Error),
                count(Severity::Warning),
                count(Severity::Note),
                if args.notes || count(Severity::Note) == 0 { "" } else { " (--notes shows them)" },
            ));
        }
    }
    Ok(!findings::has_errors(list))
}
