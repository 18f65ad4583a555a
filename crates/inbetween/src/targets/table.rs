//! What each player draws, by feature, and where that is said.
//!
//! One row per feature. The letters stand for the players in the order of [`super::Target::PLAYERS`]: `Y` drawn as in
//! After Effects, `P` drawn with differences, `N` left out, `X` the file is refused.

/// Where a statement about a player comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Short name, as rows refer to it.
    pub key: &'static str,
    /// What it is, with version or date.
    pub title: &'static str,
    /// Its address, or the file in the player's source.
    pub place: &'static str,
}

/// Everything rows refer to.
pub const SOURCES: &[Source] = &[
    Source {
        key: "airbnb",
        title: "Airbnb's table of supported features (2025)",
        place: "github.com/airbnb/lottie, supported-features.md",
    },
    Source {
        key: "ios",
        title: "lottie-ios 4.5 source",
        place: "github.com/airbnb/lottie-ios, Sources/Private/Model/Layers/LayerModel.swift",
    },
    Source {
        key: "android",
        title: "lottie-android 6.6 source; its pull requests 2408 and 2519 (blend modes), 2416 (auto-orient, since 6.2)",
        place: "github.com/airbnb/lottie-android, parser/LayerParser.java, animatable/AnimatableTextRangeSelector.java",
    },
    Source {
        key: "telegram",
        title: "Telegram's rules for animated stickers and emoji (2026): what must not be used",
        place: "core.telegram.org/stickers, section Animated Stickers and Emoji",
    },
    Source {
        key: "rlottie",
        title: "rlottie 34465a9 (2026-08) source",
        place: "github.com/Samsung/rlottie, src/lottie/lottieparser.cpp, lottieitem.cpp",
    },
    Source {
        key: "skottie",
        title: "Skottie of Skia m139 (canvaskit-wasm 0.42) source",
        place: "skia.googlesource.com, modules/skottie/src (Layer.cpp, layers/shapelayer, effects/Effects.cpp)",
    },
    Source {
        key: "thorvg",
        title: "ThorVG 1.0 (44bf1bd, 2026-08) source and its wiki page Lottie Support (2026-03)",
        place: "github.com/thorvg/thorvg, src/loaders/lottie; wiki/Lottie-Support",
    },
    Source {
        key: "web",
        title: "lottie-web 5.13 light build (SVG, no expressions, no effects)",
        place: "github.com/airbnb/lottie-web, player/js/modules/svg_light.js, player/js/utils/shapes",
    },
];

/// One feature.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Code of its findings; without `target/` its name.
    pub code: &'static str,
    /// What it is, for people.
    pub title: &'static str,
    /// A letter per player.
    pub letters: &'static str,
    /// What the viewer sees where it is left out or different.
    pub seen: &'static str,
    /// What `bake --target` makes of it; empty where nothing can be done.
    pub rewritten: &'static str,
    /// Keys of [`SOURCES`].
    pub sources: &'static [&'static str],
}

const fn row(
    code: &'static str,
    title: &'static str,
    letters: &'static str,
    seen: &'static str,
    rewritten: &'static str,
    sources: &'static [&'static str],
) -> Row {
    Row { code, title, letters, seen, rewritten, sources }
}

/// Sources of most rows.
const ALL: &[&str] = &["airbnb", "telegram", "rlottie", "skottie", "thorvg", "web"];
const SRC: &[&str] = &["ios", "android", "telegram", "rlottie", "skottie", "thorvg", "web"];
const EFF: &[&str] = &["airbnb", "telegram", "rlottie", "skottie", "thorvg", "web"];
const FLAT: &str = "drawn as plain paths";
const NO_EFFECT: &str = "the layer without the effect";
const MATTE: &str = "a track matte, where nothing is feathered or grown";
const MATTE_SEEN: &str = "a refusal by upload tools that follow Telegram's exporter; its rules do not name mattes, and its \
                          apps draw them";

/// The table. Order of players: iOS, Android, Telegram, rlottie, Skottie, ThorVG, lottie-web light.
pub const ROWS: &[Row] = &[
    row(
        "target/expressions",
        "Expressions",
        "NNXNNPN",
        "the property stands where it was before the expression",
        "keyframes; loops too, which are expressions to every player",
        ALL,
    ),
    row(
        "target/expression-controls",
        "Expression controls",
        "YYXYYYY",
        "nothing: they draw nothing",
        "taken out",
        SRC,
    ),
    row("target/paths", "Paths, rectangles, ellipses, groups", "YYYYYYY", "", "", ALL),
    row("target/star", "Stars and polygons", "YYXYYYY", "the file is refused", "a path with keyframes", ALL),
    row(
        "target/repeater",
        "Repeater",
        "PYXYYYY",
        "one copy where the player falls back to its main-thread engine",
        "a group per copy",
        ALL,
    ),
    row(
        "target/merge-paths",
        "Merge Paths",
        "NPXNYNN",
        "the paths unmerged: holes filled, overlaps doubled",
        FLAT,
        ALL,
    ),
    row("target/round-corners", "Round Corners", "YYYYYYY", "sharp corners", FLAT, SRC),
    row("target/offset-paths", "Offset Paths", "NNNNYYY", "the path without its offset", FLAT, SRC),
    row("target/pucker-bloat", "Pucker & Bloat", "NNNNYYY", "the path undistorted", FLAT, SRC),
    row("target/zig-zag", "Zig Zag", "NNNNNYY", "the path undistorted", FLAT, SRC),
    row("target/twist", "Twist", "NNNNNNN", "the path undistorted", FLAT, SRC),
    row("target/wiggle-paths", "Wiggle Paths", "NNNNNNN", "the path undistorted", FLAT, SRC),
    row("target/subdivide", "Subdivide", "NNNNNNN", "the path with its corners", FLAT, SRC),
    row(
        "target/mesh",
        "Mesh layer",
        "NNNNNNN",
        "nothing",
        "a picture of paths per frame (--mesh paths)",
        SRC,
    ),
    row("target/trim-paths", "Trim Paths", "YYYYYYY", "the whole line", "", ALL),
    row("target/gradient-fill", "Gradient fill", "YYYYYYY", "", "", ALL),
    row(
        "target/gradient-stroke",
        "Gradient stroke",
        "YYXYYYY",
        "the file is refused",
        "a gradient cut by a track matte of the stroke",
        ALL,
    ),
    row("target/dashes", "Dashes", "YYYYYYY", "", "", ALL),
    row("target/even-odd", "Even-odd fill rule", "YYYYPYY", "overlaps filled", "", SRC),
    row("target/mask", "Masks", "YYXYYYY", "the file is refused", MATTE, ALL),
    row("target/mask-intersect", "Mask mode Intersect", "YYXYYYP", "the layer cut otherwise", MATTE, ALL),
    row("target/mask-difference", "Mask mode Difference", "NNXYYYN", "the layer cut otherwise", MATTE, ALL),
    row(
        "target/mask-lighten-darken",
        "Mask modes Lighten, Darken",
        "NNXNNYN",
        "the layer cut otherwise",
        "",
        ALL,
    ),
    row("target/mask-inverted", "Inverted mask", "YYXYYYY", "the file is refused", MATTE, ALL),
    row("target/mask-expansion", "Mask expansion", "NNXNNYP", "the mask at its drawn size", "", ALL),
    row("target/mask-feather", "Mask feather", "NNXNYNN", "a sharp edge", "", ALL),
    row("target/matte-alpha", "Alpha matte", "YYPYYYY", MATTE_SEEN, "", ALL),
    row("target/matte-alpha-inverted", "Inverted alpha matte", "YYPYYYY", MATTE_SEEN, "", ALL),
    row(
        "target/matte-luma",
        "Luma matte",
        "NNPYYYY",
        "the layer uncut; for Telegram as with alpha mattes",
        "",
        ALL,
    ),
    row(
        "target/matte-luma-inverted",
        "Inverted luma matte",
        "NNPYYYY",
        "the layer uncut; for Telegram as with alpha mattes",
        "",
        ALL,
    ),
    row(
        "target/matte-elsewhere",
        "Matte layer not directly above",
        "NNNNYYY",
        "the layer cut by the layer above it",
        "the matte layer moved above, or copied there",
        SRC,
    ),
    row("target/precomposition", "Precompositions", "YYYYYYY", "", "", ALL),
    row(
        "target/time-remap",
        "Time remap",
        "YYXYYYY",
        "the file is refused",
        "an even one the layer's start and stretch; others keys of the layers inside",
        ALL,
    ),
    row(
        "target/time-stretch",
        "Time stretch",
        "YYXYYYY",
        "the file is refused",
        "keys moved; taken out where it changes nothing",
        ALL,
    ),
    row(
        "target/collapse",
        "Collapse transformations",
        "PPPPPPP",
        "what lies outside the precomposition's frame is cut",
        "",
        SRC,
    ),
    row("target/image", "Images", "YYXYYYY", "the file is refused", "", ALL),
    row("target/solid", "Solids", "YYXYYYY", "the file is refused", "a rectangle", ALL),
    row("target/text", "Text", "PPXNYPY", "no text, or another font", "outlines", ALL),
    row(
        "target/text-animator",
        "Text animators",
        "PPXNYYY",
        "text that does not move by character",
        "outlines",
        ALL,
    ),
    row("target/text-selector", "Range selectors", "NPXNYYY", "all characters alike", "outlines", SRC),
    row("target/text-path", "Text on a path", "NNXNYYY", "text on a straight line", "outlines", ALL),
    row("target/text-3d", "Per-character 3D", "NNXNNNN", "characters flat", "", ALL),
    row(
        "target/3d-layer",
        "3D layers",
        "NNXPYPP",
        "the layer flat, without perspective",
        "a 2D layer where it lies flat",
        SRC,
    ),
    row("target/camera", "Cameras", "NNXNYNN", "no camera: everything seen straight from the front", "", SRC),
    row("target/light", "Lights", "NNXNNNN", "no light", "", SRC),
    row("target/blend-mode", "Blend modes of layers", "YPNNYYY", "the layer laid over plainly", "", SRC),
    row("target/blend-add", "Blend modes Add, Hard Mix", "NPNNYYN", "the layer laid over plainly", "", SRC),
    row(
        "target/shape-blend-mode",
        "Blend modes of shapes",
        "NNNNYYN",
        "the shape laid over plainly",
        "",
        SRC,
    ),
    row("target/layer-style", "Layer styles", "PNXNPNN", "the layer without its style", "", SRC),
    row(
        "target/auto-orient",
        "Auto-orient",
        "NPXYYYY",
        "the layer does not turn with its path",
        "rotation with keyframes",
        SRC,
    ),
    row("target/motion-blur", "Motion blur", "NNNNYNN", "sharp frames", "", SRC),
    row("target/adjustment-layer", "Adjustment layers", "NNNNNNN", "what lies below unchanged", "", SRC),
    row("target/audio", "Audio", "NNNNPPP", "silence", "", SRC),
    row("target/marker", "Markers", "YYYYYYY", "", "", ALL),
    row("target/slot", "Slots", "NNNNYYP", "the value before the slot", "the slot's value", SRC),
    row("target/split-position", "Separate dimensions", "YYYYYYY", "", "", ALL),
    row(
        "target/hidden-layer",
        "Hidden layers",
        "YYYYYYY",
        "",
        "taken out; parents that stand still are folded into their children, others become nulls",
        SRC,
    ),
    row("target/effect-fill", "Effect Fill", "NNXNYYN", NO_EFFECT, "the shapes' own colour", EFF),
    row("target/effect-tint", "Effect Tint", "NNXNYYN", NO_EFFECT, "the shapes' own colours", EFF),
    row("target/effect-tritone", "Effect Tritone", "NNXNYYN", NO_EFFECT, "", EFF),
    row("target/effect-stroke", "Effect Stroke", "NNXNNYN", NO_EFFECT, "", EFF),
    row("target/effect-levels", "Effect Levels", "NNXNYNN", NO_EFFECT, "", EFF),
    row("target/effect-drop-shadow", "Effect Drop Shadow", "YPXNYYN", NO_EFFECT, "", EFF),
    row("target/effect-gaussian-blur", "Effect Gaussian Blur", "NPXNYYN", NO_EFFECT, "", EFF),
    row("target/effect-matte", "Effect Set Matte", "NNXNNNN", NO_EFFECT, "", EFF),
    row(
        "target/effect-transform",
        "Effect Transform",
        "NNXNYNN",
        NO_EFFECT,
        "the transform of a parent or of a layer inside",
        EFF,
    ),
    row("target/effect-colour", "Effects that change colours", "NNXNYNN", NO_EFFECT, "", EFF),
    row(
        "target/effect-wipe",
        "Effects Linear Wipe, Radial Wipe, Venetian Blinds",
        "NNXNYNN",
        NO_EFFECT,
        "",
        EFF,
    ),
    row("target/effect-other", "Other effects", "NNXNNNN", NO_EFFECT, "", EFF),
];
