//! Menus: After Effects' words for what Lottie numbers.

use super::Words;

/// Blend modes of layers and shapes, as Lottie's `bm` counts them.
pub(in crate::scene) const BLEND_MODES: Words = &[
    ("normal", 0.0),
    ("multiply", 1.0),
    ("screen", 2.0),
    ("overlay", 3.0),
    ("darken", 4.0),
    ("lighten", 5.0),
    ("color_dodge", 6.0),
    ("color_burn", 7.0),
    ("hard_light", 8.0),
    ("soft_light", 9.0),
    ("difference", 10.0),
    ("exclusion", 11.0),
    ("hue", 12.0),
    ("saturation", 13.0),
    ("color", 14.0),
    ("luminosity", 15.0),
    ("add", 16.0),
    ("hard_mix", 17.0),
];

/// Track mattes, `tt`.
pub(in crate::scene) const MATTES: Words =
    &[("alpha", 1.0), ("alpha_inverted", 2.0), ("luma", 3.0), ("luma_inverted", 4.0)];

/// Turning by itself, `ao`.
pub(in crate::scene) const AUTO_ORIENT: Words = &[("off", 0.0), ("path", 1.0), ("camera", 2.0)];

/// Modes of masks.
pub(in crate::scene) const MASK_MODES: &[(&str, &str)] = &[
    ("none", "n"),
    ("add", "a"),
    ("subtract", "s"),
    ("intersect", "i"),
    ("lighten", "l"),
    ("darken", "d"),
    ("difference", "f"),
];

/// Paragraphs, `j`.
pub(in crate::scene) const JUSTIFICATIONS: Words = &[
    ("left", 0.0),
    ("right", 1.0),
    ("center", 2.0),
    ("justify_last_left", 3.0),
    ("justify_last_right", 4.0),
    ("justify_last_center", 5.0),
    ("justify", 6.0),
];

/// Capitals, `ca`.
pub(in crate::scene) const CAPS: Words = &[("normal", 0.0), ("all", 1.0), ("small", 2.0)];

/// Types of effect parameters.
pub(in crate::scene) const PARAMETERS: Words = &[
    ("slider", 0.0),
    ("angle", 1.0),
    ("color", 2.0),
    ("point", 3.0),
    ("checkbox", 4.0),
    ("group", 5.0),
    ("heading", 6.0),
    ("menu", 7.0),
    ("layer", 10.0),
];

const BASED_ON: Words =
    &[("characters", 1.0), ("characters_excluding_spaces", 2.0), ("words", 3.0), ("lines", 4.0)];
const SELECTOR_MODES: Words =
    &[("add", 1.0), ("subtract", 2.0), ("intersect", 3.0), ("min", 4.0), ("max", 5.0), ("difference", 6.0)];
const ON_OFF: Words = &[("off", 0.0), ("on", 1.0)];

/// The words of a menu, by the match name of its property.
pub(super) fn words_of(match_name: &str) -> Option<Words> {
    Some(match match_name {
        "ADBE Vector Shape Direction" => &[("normal", 1.0), ("clockwise", 2.0), ("reversed", 3.0)],
        "ADBE Vector Blend Mode" => BLEND_MODES,
        "ADBE Vector Fill Rule" => &[("nonzero", 1.0), ("evenodd", 2.0)],
        "ADBE Vector Stroke Line Cap" => &[("butt", 1.0), ("round", 2.0), ("projecting", 3.0)],
        "ADBE Vector Stroke Line Join" | "ADBE Vector Offset Line Join" => {
            &[("miter", 1.0), ("round", 2.0), ("bevel", 3.0)]
        }
        "ADBE Vector Grad Type" => &[("linear", 1.0), ("radial", 2.0)],
        "ADBE Vector Star Type" => &[("star", 1.0), ("polygon", 2.0)],
        "ADBE Vector Trim Type" => &[("simultaneously", 1.0), ("individually", 2.0)],
        "ADBE Vector Repeater Order" => &[("above", 1.0), ("below", 2.0)],
        "ADBE Vector Merge Type" => {
            &[("merge", 1.0), ("add", 2.0), ("subtract", 3.0), ("intersect", 4.0), ("exclude", 5.0)]
        }
        "ADBE Vector Zigzag Points" => &[("corner", 1.0), ("smooth", 2.0)],
        "ADBE Text Range Units" => &[("percentage", 1.0), ("index", 2.0)],
        "ADBE Text Range Type2" => BASED_ON,
        "ADBE Text Selector Mode" => SELECTOR_MODES,
        "ADBE Text Range Shape" => &[
            ("square", 1.0),
            ("ramp_up", 2.0),
            ("ramp_down", 3.0),
            ("triangle", 4.0),
            ("round", 5.0),
            ("smooth", 6.0),
        ],
        "ADBE Text Randomize Order" | "ADBE Text Wiggly Lock Dim" => ON_OFF,
        "ADBE Text Anchor Point Option" => &[("character", 1.0), ("word", 2.0), ("line", 3.0), ("all", 4.0)],
        _ => return None,
    })
}

/// Kinds of light.
pub(in crate::scene) const LIGHT_TYPES: Words =
    &[("parallel", 1.0), ("spot", 2.0), ("point", 3.0), ("ambient", 4.0)];

/// How light fades with distance.
pub(in crate::scene) const FALLOFFS: Words =
    &[("none", 1.0), ("smooth", 2.0), ("inverse_square_clamped", 3.0)];
