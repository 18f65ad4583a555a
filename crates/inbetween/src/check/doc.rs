//! Rules in words.

use super::others::others;
use super::{RULES, Rule, Sample, rule};
use std::fmt::Write as _;

/// A sample as it is shown: where it stands, and its text.
fn shown(sample: &Sample) -> (String, String) {
    match sample {
        Sample::On(property, text) => (format!("on `{property}`"), (*text).to_owned()),
        Sample::Members(text) => ("in the file".to_owned(), (*text).to_owned()),
    }
}

fn fence(sample: &Sample) -> &'static str {
    if matches!(sample, Sample::On(..)) { "js" } else { "json" }
}

/// A rule in words, for a terminal; one line for the codes that explain themselves; `None` for an unknown code.
#[must_use]
pub fn explain(code: &str) -> Option<String> {
    let Some(rule) = rule(code) else {
        let (code, line) = others().find(|(known, _)| *known == code)?;
        return Some(format!("{code}\n\n{line}\n"));
    };
    let mut out = format!("{} ({})\n\n{}\n\n{}\n", rule.code, rule.level.word(), rule.finds, rule.why);
    for (word, sample) in [("wrong", &rule.wrong), ("right", &rule.right)] {
        let (place, text) = shown(sample);
        let _ = write!(out, "\n{word}, {}:\n", place.replace('`', ""));
        for line in text.lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
    if rule.fixes {
        out.push_str("\n`inbetween check --fix` mends it.\n");
    }
    Some(out)
}

/// The page of all rules, as `docs/rules.md` holds it.
#[must_use]
pub fn to_markdown() -> String {
    let mut out = String::from(
        "# Rules of `inbetween check`\n\n\
         Made from the table in `crates/inbetween/src/check/rules` by `inbetween check --rules --format markdown`; each \
         rule's own test runs its examples. The examples stand on a small file: a `wheel` that turns is the parent of \
         `crank`, which is the parent of `piston`; `control` has the sliders `Amount` (it stands still) and `Speed` (it is \
         animated); `ball` moves with linear keys on its rotation and eased ones on position and scale; `remapped` plays \
         `scene` by time remapping; `reader` reads `ball`.\n\n\
         Levels can be set in `inbetween.toml`, see [below](#levels).\n\n| code | level | finds | `--fix` |\n|---|---|---|---|\n",
    );
    for rule in RULES {
        let fixes = if rule.fixes { "yes" } else { "" };
        let link = anchor(rule);
        let _ = writeln!(
            out,
            "| [`{}`](#{link}) | {} | {} | {fixes} |",
            rule.code,
            rule.level.word(),
            rule.finds
        );
    }
    for rule in RULES {
        let _ = write!(
            out,
            "\n## {}\n\n{} Level: {}.\n\n{}\n",
            rule.code,
            rule.finds,
            rule.level.word(),
            rule.why
        );
        for (word, sample) in [("Wrong", &rule.wrong), ("Right", &rule.right)] {
            let (place, text) = shown(sample);
            let _ = write!(out, "\n{word}, {place}:\n\n```{}\n{text}\n```\n", fence(sample));
        }
    }
    out.push_str("\n## Other findings\n\nThese explain themselves; levels can be set for them too.\n\n| code | when |\n|---|---|\n");
    for (code, line) in others() {
        let _ = writeln!(out, "| `{code}` | {line} |");
    }
    out.push_str(
        "\n## Levels\n\n`inbetween.toml`, beside the file or in a folder above it, or named with `--config`:\n\n```toml\n\
         [check]\nexclude = [\"drafts/*\"]          # files of a folder that are left out\n\n[check.levels]\n\
         \"players/*\" = \"off\"             # off, note, warning or error\n\"random/new-each-frame\" = \"warning\"\n```\n",
    );
    out
}

/// The name a page gives a heading.
fn anchor(rule: &Rule) -> String {
    rule.code.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}
