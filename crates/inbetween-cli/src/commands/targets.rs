//! `inbetween targets`.

use super::Outcome;
use crate::{findings, output};
use inbetween::targets::{ROWS, Row, SOURCES, Target};
use serde_json::json;

/// Arguments of `targets`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween targets
  inbetween targets telegram
  inbetween targets rlottie --format json")]
pub(crate) struct TargetsArgs {
    /// One player, with what the viewer sees instead and what bake makes of it; all of them without
    name: Option<String>,
    /// Form of the table on standard output
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

/// The target of a name, or what to say.
pub(crate) fn named(name: &str) -> Result<Target, String> {
    Target::named(name).ok_or_else(|| {
        let names: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
        match inbetween::near_match(name, names.iter().copied()) {
            Some(near) => format!("there is no target \"{name}\"; did you mean \"{near}\"?"),
            None => format!("there is no target \"{name}\"; there are: {}", names.join(", ")),
        }
    })
}

/// Runs the command.
pub(crate) fn run(args: &TargetsArgs) -> Outcome {
    let chosen = args.name.as_deref().map(named).transpose()?;
    let shown: Vec<Target> = chosen.map_or_else(|| Target::ALL.to_vec(), |target| vec![target]);
    match args.format {
        findings::Form::Json => output::line(&json(&shown).to_string()),
        findings::Form::Text => match chosen {
            Some(target) => one(target),
            None => all(&shown),
        },
    }
    Ok(true)
}

fn json(shown: &[Target]) -> serde_json::Value {
    let row = |row: &Row| {
        json!({
            "feature": name(row),
            "code": row.code,
            "title": row.title,
            "seen_instead": row.seen,
            "rewritten": row.rewritten,
            "sources": row.sources,
            "support": shown.iter().map(|target| (target.name(), target.support(row).word()))
                .collect::<std::collections::BTreeMap<_, _>>(),
        })
    };
    json!({
        "format_version": findings::FORMAT_VERSION,
        "targets": shown.iter().map(|target| json!({"name": target.name(), "version": target.version()}))
            .collect::<Vec<_>>(),
        "features": ROWS.iter().map(row).collect::<Vec<_>>(),
        "sources": SOURCES.iter().map(|source| json!({
            "key": source.key, "title": source.title, "place": source.place,
        })).collect::<Vec<_>>(),
    })
}

fn name(row: &Row) -> &str {
    row.code.strip_prefix("target/").unwrap_or(row.code)
}

fn all(shown: &[Target]) {
    let width = ROWS.iter().map(|row| name(row).len()).max().unwrap_or(0);
    let header: Vec<String> = shown.iter().map(|target| format!("{:>17}", target.name())).collect();
    output::line(&format!("{:width$} {}", "", header.concat()));
    for row in ROWS {
        let cells: Vec<String> =
            shown.iter().map(|target| format!("{:>17}", target.support(row).word())).collect();
        output::line(&format!("{:width$} {}", name(row), cells.concat()));
    }
    output::line("");
    for target in shown {
        output::line(&format!("{:width$}  {}", target.name(), target.version()));
    }
    output::line("");
    sources(ROWS.iter());
}

fn one(target: Target) {
    output::line(&format!("{}: {}", target.name(), target.version()));
    if target == Target::Telegram {
        output::line(
            "512 x 512 pixels, at most 3 seconds, 30 or 60 frames a second, at most 64 KB gzipped (.tgs)",
        );
    }
    output::line("");
    let width = ROWS.iter().map(|row| name(row).len()).max().unwrap_or(0);
    for row in ROWS {
        let support = target.support(row);
        let mut line = format!("{:width$}  {:8}", name(row), support.word());
        if support != inbetween::targets::Support::Full {
            let refused = support == inbetween::targets::Support::Refused;
            line.push_str(&format!(" seen: {}", if refused { "the file is refused" } else { row.seen }));
            if !row.rewritten.is_empty() {
                line.push_str(&format!("; bake: {}", row.rewritten));
            }
        }
        output::line(&format!("{line}  [{}]", row.sources.join(" ")));
    }
    output::line("");
    sources(ROWS.iter());
}

fn sources<'a>(rows: impl Iterator<Item = &'a Row>) {
    let used: Vec<&str> = rows.flat_map(|row| row.sources.iter().copied()).collect();
    for source in SOURCES.iter().filter(|source| used.contains(&source.key)) {
        output::line(&format!("[{}] {} ({})", source.key, source.title, source.place));
    }
}
