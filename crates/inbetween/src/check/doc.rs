//! Rules in words.

use super::{RULES, Rule, Sample, rule};
use std::fmt::Write as _;

/// Codes of findings that explain themselves, with one line each.
pub(super) const OTHERS: &[(&str, &str)] = &[
    ("bake/text-blur", "a text animator's blur cannot be baked"),
    ("bake/text-depth", "a text animator moves letters in depth, which cannot be baked"),
    ("bake/text-glyphs", "letters are baked as outlines and some have none"),
    ("bake/text-style", "a text style that changes over time cannot be baked whole"),
    ("bake/text-units", "an expression selector is baked letter by letter with limits"),
    ("doc/composition-cycle", "a composition plays itself"),
    ("doc/more-findings", "there are more findings of a kind than are listed"),
    ("doc/unknown-blend-mode", "a blend mode this version does not know"),
    ("doc/unknown-layer", "a kind of layer this version does not know"),
    ("doc/unknown-shape", "a shape item this version does not know"),
    ("doc/unknown-style", "a layer style this version does not know"),
    ("draw/approximate-effect", "an effect is drawn approximately"),
    ("draw/approximate-twist", "a twist is drawn approximately"),
    ("draw/approximate-wiggle", "wiggle paths are drawn approximately"),
    ("draw/lights", "lights are not drawn"),
    ("draw/limit", "a shape asks for more pieces than the limit"),
    ("draw/matte-cycle", "layers are each other's mattes"),
    ("draw/missing-asset", "a layer plays an asset the file does not have"),
    ("draw/no-glyphs", "the file has no glyphs of a text's font and no face stands in"),
    ("draw/no-matte", "a matte layer is missing"),
    ("draw/not-finite", "a number that is drawn is not finite"),
    ("draw/path-not-finite", "a path has points that are not finite"),
    ("draw/unknown-blend-mode", "a blend mode this version does not know"),
    ("draw/unknown-layer", "an effect names a layer that is missing"),
    ("draw/unsupported-effect", "an effect is not drawn"),
    ("draw/unsupported-shape-item", "a shape item is not drawn"),
    ("expr/bad-argument", "an argument that the function does not take"),
    ("expr/bad-data", "a data file that cannot be read"),
    ("expr/edge-on", "a point on a layer that is seen edge-on has no place"),
    ("expr/empty-path", "a question about a path without points"),
    ("expr/engine", "the engine failed"),
    ("expr/flat-layer", "a layer without thickness has no inverse"),
    ("expr/needs-pixels", "a question about pixels where nothing is drawn"),
    ("expr/no-camera", "the composition has no camera"),
    ("expr/no-data", "the data file has no such entry"),
    ("expr/no-value", "a result that is no value"),
    ("expr/not-a-function", "something is called that is no function"),
    ("expr/not-a-path", "a path was asked of something else"),
    ("expr/not-a-property", "a property was asked of something else"),
    ("expr/not-callable", "an object is called that has no members"),
    ("expr/not-text", "a text was asked of something else"),
    ("expr/type", "operators on values that do not fit"),
    ("expr/undefined-value", "a member of undefined or null"),
    ("expr/unknown-footage", "footage that the file does not have"),
    ("expr/unknown-mask", "a mask that the layer does not have"),
    ("expr/wrong-dimension", "a result with too few numbers for its property"),
    ("expr/wrong-kind", "a result of the wrong kind for its property"),
    ("image/svg-text", "text in an SVG image is not drawn"),
    ("image/unreadable", "an image cannot be decoded"),
    ("limit/call-depth", "functions call one another deeper than the limit"),
    ("limit/composition-nesting", "compositions nest deeper than the limit"),
    ("limit/document-size", "the file is larger than the limit"),
    ("limit/expression-cycles", "expressions that read one another in too many circles"),
    ("limit/expression-depth", "expressions read one another deeper than the limit"),
    ("limit/expression-length", "an expression is longer than the limit"),
    ("limit/expression-nesting", "an expression is nested deeper than the limit"),
    ("limit/matte-nesting", "mattes nest deeper than the limit"),
    ("limit/memory", "an expression takes more memory than the limit"),
    ("limit/scene-size", "a picture has more pieces than the limit"),
    ("limit/size", "an expression makes a longer list or text than the limit"),
    ("limit/stack", "the machine's stack is too small for a chain of expressions"),
    ("limit/text-units", "a text has more letters than the limit"),
    ("render/no-image", "an image is not at hand"),
    ("render/too-deep", "the picture nests deeper than the limit"),
    ("render/too-large", "the picture is larger than the limit"),
    ("text/estimated-size", "the size of a text is an estimate"),
    ("text/unreadable-font", "a font file cannot be read"),
];

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
        let (code, line) = OTHERS.iter().find(|(known, _)| *known == code)?;
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
    for (code, line) in OTHERS {
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
