//! The table of presets as a page.

use super::settings::SettingKind;
use super::{Applied, PRESETS, Preset, Setting};
use std::fmt::Write as _;

/// First lines of the page.
pub const MARKDOWN_HEAD: &str = "\
# Presets

Made from the table in `crates/inbetween-author/src/presets` (`PRESETS=write cargo test -p inbetween-tests --test presets`
writes it anew). `inbetween presets` lists them, `inbetween presets NAME` shows one, `inbetween apply NAME FILE --to
PROPERTY` puts one on: its expression, and its controls as sliders on the layer. The expressions can be pasted into After
Effects, except those marked. The pictures show values before (faint) and after.
";

impl Setting {
    /// Its default in words; empty for layers that must be given.
    #[must_use]
    pub fn default_words(&self) -> String {
        match &self.kind {
            SettingKind::Slider(default, _, _, unit) => format!("{default} {unit}").trim().to_owned(),
            SettingKind::Angle(default) => format!("{default}°"),
            SettingKind::Checkbox(on) => if *on { "on" } else { "off" }.to_owned(),
            SettingKind::Choice(options) => options.first().copied().unwrap_or("").to_owned(),
            SettingKind::Text(text) => text.to_string(),
            SettingKind::Layer(true) => "none".to_owned(),
            SettingKind::Layer(false) | SettingKind::Solved(_) => String::new(),
        }
    }

    /// Its range in words; empty where there is none worth saying.
    #[must_use]
    pub fn range_words(&self) -> String {
        match self.kind {
            SettingKind::Slider(_, least, most, _) => match (least <= -1e6, most >= 1e6) {
                (true, true) => String::new(),
                (false, true) => format!("≥ {least}"),
                (true, false) => format!("≤ {most}"),
                (false, false) => format!("{least} to {most}"),
            },
            _ => String::new(),
        }
    }
}

/// The page: `example` gives a preset applied to its demo, and whether there is a picture of it.
#[must_use]
pub fn markdown(example: &dyn Fn(&Preset) -> (Applied, bool)) -> String {
    let mut out = MARKDOWN_HEAD.to_owned();
    out.push_str("\n| preset | what it does |\n|---|---|\n");
    for preset in PRESETS {
        let _ = writeln!(out, "| [`{0}`](#{0}) | {1} |", preset.name, preset.summary);
    }
    for preset in PRESETS {
        let (applied, pictured) = example(preset);
        one(&mut out, preset, &applied, pictured);
    }
    out
}

fn one(out: &mut String, preset: &Preset, applied: &Applied, pictured: bool) {
    let _ = writeln!(out, "\n## {}\n\n**{}**: {}.", preset.name, preset.title, preset.summary);
    if !preset.after_effects {
        out.push_str(" Not for After Effects.\n");
    }
    let _ = writeln!(
        out,
        "\n*When.* {}\n\n*Formula.* {}\n\n*Why.* {}",
        preset.when, preset.formula, preset.source
    );
    let fits: Vec<String> =
        preset.parts.iter().map(|part| format!("{}: {}", part.role, part.fits.words())).collect();
    let _ = writeln!(out, "\n*Goes on* {}.", fits.join("; "));
    if pictured {
        let _ = writeln!(out, "\n![{}](presets/{}.svg)", preset.title, preset.name);
    }
    if !preset.settings.is_empty() {
        out.push_str("\n| setting | kind | default | range | what |\n|---|---|---|---|---|\n");
    }
    for setting in preset.settings {
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} | {} |",
            setting.name,
            setting.kind_name(),
            setting.default_words(),
            setting.range_words(),
            setting.about
        );
    }
    let mut shown: Vec<&str> = Vec::new();
    let solved = applied.controls.iter().filter_map(|control| control.expression.as_deref());
    let texts = solved.chain(applied.expressions.iter().map(|made| made.text.as_str()));
    // Of a long chain, the first bones are enough to see.
    for text in texts {
        if shown.len() < 3 && !shown.contains(&text) {
            shown.push(text);
            let _ = writeln!(out, "\n```js\n{text}\n```");
        }
    }
}
