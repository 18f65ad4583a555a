//! Findings that are no rules: what opening, evaluating, drawing and baking say for themselves.

use crate::targets::ROWS;
use std::borrow::Cow;

/// Codes with one line each: that of the table, and what players do not draw.
pub(super) fn others() -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
    let players = ROWS.iter().map(|row| (row.code, Cow::Owned(format!("with `--target`: {}", row.title))));
    OTHERS.iter().map(|(code, line)| (*code, Cow::Borrowed(*line))).chain(players)
}

/// Sorted by code; every code of the sources that is no rule and no row of the table of players stands here.
const OTHERS: &[(&str, &str)] = &[
    ("bake/mesh", "a mesh cannot be baked as asked"),
    ("bake/subdivide", "a Subdivide item cannot be baked whole"),
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
    ("draw/subdivide-weights", "a Subdivide item's weights cannot be used"),
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
    ("layer/parent-cycle", "a layer's parents lead back to itself"),
    ("layer/unknown-parent", "a layer names a parent that is not in its composition"),
    ("limit/call-depth", "functions call one another deeper than the limit"),
    ("limit/composition-nesting", "compositions nest deeper than the limit"),
    ("limit/document-size", "the file is larger than the limit"),
    ("limit/expression-cycles", "expressions that read one another in too many circles"),
    ("limit/expression-depth", "expressions read one another deeper than the limit"),
    ("limit/expression-length", "an expression is longer than the limit"),
    ("limit/expression-nesting", "an expression is nested deeper than the limit"),
    ("limit/matte-nesting", "mattes nest deeper than the limit"),
    ("limit/memory", "an expression takes more memory than the limit"),
    ("limit/mesh-faces", "a mesh has more faces than the limit"),
    ("limit/samples", "an expression samples more pictures than the limit"),
    ("limit/scene-size", "a picture has more pieces than the limit"),
    ("limit/size", "an expression makes a longer list or text than the limit"),
    ("limit/stack", "the machine's stack is too small for a chain of expressions"),
    ("limit/text-units", "a text has more letters than the limit"),
    ("mesh/left-out", "a mesh file holds what is not read"),
    ("mesh/missing", "a mesh layer has no mesh"),
    ("mesh/unreadable", "a mesh cannot be read"),
    ("render/no-image", "an image is not at hand"),
    ("render/too-deep", "the picture nests deeper than the limit"),
    ("render/too-large", "the picture is larger than the limit"),
    ("render/too-many-dashes", "a stroke has more dashes than the limit"),
    ("render/too-many-pixels", "layers take more pixels than the limit"),
    ("render/unknown-node", "a part of a picture that the renderer does not know"),
    ("render/unknown-paint", "a paint that the renderer does not know"),
    ("scene/artwork", "drawings that a scene file takes no notice of"),
    ("scene/bad-color", "text that is no colour"),
    ("scene/bad-ease", "text or numbers that are no easing"),
    ("scene/bad-file", "a file that a scene reads is no text"),
    ("scene/bad-json", "text that is no JSON"),
    ("scene/bad-path", "text that is no path"),
    ("scene/bad-rate", "text that is no frame rate"),
    ("scene/bad-time", "text that is no time"),
    ("scene/composition-loop", "compositions that play one another in a loop"),
    ("scene/fonts-left", "fonts that a scene file does not take along"),
    ("scene/limit", "a scene file that is larger or deeper than the limit"),
    ("scene/missing-file", "a file that a scene names is not there"),
    ("scene/missing-key", "a key that must be given is not"),
    ("scene/no-keyframes", "an empty list of keyframes"),
    ("scene/no-path", "a direction in space for a property that is no point"),
    ("scene/not-finite", "a number that is not finite"),
    ("scene/parent-loop", "layers that hang on themselves"),
    ("scene/repeated-id", "two layers with one id"),
    ("scene/speed-without-change", "a speed between keys of the same value"),
    ("scene/syntax", "text that is no TOML"),
    ("scene/two-eases", "an easing given twice"),
    ("scene/two-values", "a property with a value and keyframes"),
    ("scene/unclear-name", "a name that several layers have"),
    ("scene/unknown-key", "a key that a scene file does not have"),
    ("scene/unknown-name", "a name that nothing in the scene has"),
    ("scene/unknown-word", "a word that is none of those a key takes"),
    ("scene/wrong-kind", "a value of the wrong kind"),
    ("svg/picture", "a part of an SVG that is put in as a picture"),
    ("target/telegram-length", "a sticker that lasts more than 3 seconds"),
    ("target/telegram-rate", "a sticker without 30 or 60 frames a second"),
    ("target/telegram-size", "a sticker that is not 512 × 512 pixels"),
    ("target/telegram-weight", "a sticker of more than 64 KB packed"),
    ("text/estimated-size", "the size of a text is an estimate"),
    ("text/unreadable-font", "a font file cannot be read"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Text in quotes that is a code of a finding: `family/name` with a family that has documented codes.
    fn codes_of(source: &str, families: &BTreeSet<&str>, found: &mut BTreeSet<String>) {
        let part = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
                && !text.ends_with('-')
        };
        for quoted in source.split('"') {
            if let Some((family, name)) = quoted.split_once('/')
                && families.contains(family)
                && part(name)
            {
                found.insert(quoted.to_owned());
            }
        }
    }

    fn sources(folder: &Path, out: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && !matches!(name.as_str(), "tests" | "target") {
                sources(&path, out);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                out.push(path);
            }
        }
    }

    #[test]
    fn every_code_of_the_sources_is_documented() {
        let rules = super::super::RULES.iter().map(|rule| rule.code);
        let known: BTreeSet<&str> = rules.chain(others().map(|(code, _)| code)).collect();
        let families: BTreeSet<&str> =
            known.iter().filter_map(|code| Some(code.split_once('/')?.0)).collect();
        let mut files = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
        let mut found = BTreeSet::new();
        for file in files {
            let text = std::fs::read_to_string(file).unwrap();
            let shipped = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            codes_of(shipped, &families, &mut found);
        }
        // Kinds of files, not of findings.
        let mime = ["image/jpeg", "image/png", "image/webp", "image/gif", "text/csv", "text/plain"];
        let missing: Vec<&String> = found
            .iter()
            .filter(|code| !known.contains(code.as_str()))
            .filter(|code| !mime.contains(&code.as_str()) && *code != "text/tab-separated-values")
            .collect();
        assert!(missing.is_empty(), "no rule and no line of OTHERS: {missing:?}");
        assert!(found.len() > 150, "only {} codes were found", found.len());
    }

    #[test]
    fn codes_are_in_order_and_each_once() {
        assert!(OTHERS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let all: Vec<&str> = others().map(|(code, _)| code).collect();
        assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len());
        assert!(super::super::RULES.iter().all(|rule| !all.contains(&rule.code)));
    }
}
