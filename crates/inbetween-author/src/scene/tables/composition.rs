//! Compositions and what stands beside them: fonts, footage, markers.

use super::{Key, Kind, key};

/// Keys of `[composition]` and `[[composition_asset]]`.
pub(in crate::scene) const COMPOSITION: &[Key] = &[
    key("name", &["nm"], Kind::Text, "Its name, which comp(\"…\") finds"),
    key("size", &[], Kind::Special("size"), "Width and height in pixels"),
    key("frame_rate", &["fr"], Kind::Special("rate"), "Frames a second: a number, or \"30000/1001\""),
    key("duration", &[], Kind::Special("time"), "How long it is"),
    key("start", &[], Kind::Special("time"), "The time of its first frame; 0 by default"),
    key("background", &["bg"], Kind::Hex, "Background colour"),
    key("shutter_angle", &[], Kind::Special("number"), "Of motion blur, in degrees; 180 by default"),
    key("shutter_phase", &[], Kind::Special("number"), "Of motion blur, in degrees; -90 by default"),
    key("samples_per_frame", &[], Kind::Special("number"), "Pictures that a blurred frame is made of"),
    key("id", &["id"], Kind::Text, "The id in the Lottie file; the name by default"),
    key("version", &["v"], Kind::Text, "The version of the format that the Lottie file states"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// Tables and lists that stand beside the main composition's keys in the root of the file.
pub(in crate::scene) const ROOT: &[Key] = &[
    key("composition", &[], Kind::Special("composition"), "The main composition"),
    key("font", &[], Kind::Special("fonts"), "A font that texts use"),
    key("data", &[], Kind::Special("data files"), "A data file (CSV, TSV, JSON), which footage(\"…\") finds"),
    key("image", &[], Kind::Special("images"), "A picture"),
    key("audio", &[], Kind::Special("sounds"), "A sound"),
    key("marker", &[], Kind::Special("markers"), "A marker of the main composition"),
    key("layer", &[], Kind::Special("layers"), "A layer of the main composition; the topmost comes first"),
    key(
        "composition_asset",
        &[],
        Kind::Special("compositions"),
        "A further composition, with layers of its own",
    ),
    key("raw", &[], Kind::Special("raw"), "Members of the Lottie file that a scene has no word for"),
];

/// Keys of `[[font]]`.
pub(in crate::scene) const FONT: &[Key] = &[
    key("name", &["fName"], Kind::Text, "The name by which texts use it"),
    key("family", &["fFamily"], Kind::Text, "Family; the name by default"),
    key("style", &["fStyle"], Kind::Text, "Style; Regular by default"),
    key("file", &["fPath"], Kind::Text, "Font file beside the scene"),
    key("ascent", &["ascent"], Kind::Number, "Ascent in percent of the size"),
    key("weight", &["fWeight"], Kind::Text, "Weight as web pages write it"),
    key("class", &["fClass"], Kind::Text, "Class as web pages write it"),
    key("origin", &["origin"], Kind::Number, "Where players look for it"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// Keys of `[[data]]`, `[[image]]` and `[[audio]]`.
pub(in crate::scene) const FOOTAGE: &[Key] = &[
    key(
        "name",
        &[],
        Kind::Special("text"),
        "The name by which layers and footage(\"…\") find it; the file's by default",
    ),
    key("id", &["id"], Kind::Text, "The id in the Lottie file; the name by default"),
    key("file", &[], Kind::Special("text"), "File beside the scene"),
    key("text", &[], Kind::Special("text"), "The content itself"),
    key("size", &[], Kind::Special("size"), "Width and height in pixels"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// Keys of `[[marker]]` and `[[layer.marker]]`.
pub(in crate::scene) const MARKER: &[Key] = &[
    key("time", &["tm"], Kind::Time, "When"),
    key("duration", &["dr"], Kind::Time, "How long; 0 by default"),
    key("comment", &["cm"], Kind::Text, "Its comment, which marker.key(\"…\") finds"),
];

/// Keys of a property's table.
pub(in crate::scene) const PROPERTY: &[Key] = &[
    key("value", &[], Kind::Special("value"), "The value that does not change"),
    key("keyframes", &[], Kind::Special("keyframes"), "Its keyframes"),
    key(
        "expression",
        &["x"],
        Kind::Special("expression"),
        "A text in After Effects' language, or { file = \"name.js\" }",
    ),
    key(
        "stops",
        &[],
        Kind::Special("number"),
        "Of a gradient: how many colours it has; told by the value by default",
    ),
    key("slot", &["sid"], Kind::Text, "The slot that gives the value"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// Keys of a keyframe.
pub(in crate::scene) const KEYFRAME: &[Key] = &[
    key("time", &[], Kind::Special("time"), "When"),
    key("value", &[], Kind::Special("value"), "The value at that time"),
    key("ease", &[], Kind::Special("ease"), "How the value goes from here to the next key"),
    key("hold", &[], Kind::Special("flag"), "Whether the value stays until the next key"),
    key("ease_in", &[], Kind::Special("handle"), "{ speed, influence } with which the value arrives here"),
    key("ease_out", &[], Kind::Special("handle"), "{ speed, influence } with which the value leaves"),
    key(
        "tangent_in",
        &[],
        Kind::Special("vector"),
        "Tangent of the motion path before this key, from its value",
    ),
    key(
        "tangent_out",
        &[],
        Kind::Special("vector"),
        "Tangent of the motion path after this key, from its value",
    ),
    key(
        "end",
        &[],
        Kind::Special("value"),
        "What the segment arrives at where it is not the next key's value",
    ),
];

/// Keys of a path given by its points.
pub(in crate::scene) const PATH: &[Key] = &[
    key("points", &["v"], Kind::Special("points"), "Vertices"),
    key(
        "in_tangents",
        &["i"],
        Kind::Special("points"),
        "Tangents before the vertices, from them; 0 by default",
    ),
    key(
        "out_tangents",
        &["o"],
        Kind::Special("points"),
        "Tangents after the vertices, from them; 0 by default",
    ),
    key("closed", &["c"], Kind::Special("flag"), "Whether it is closed; no by default"),
];

/// Keys of `[[composition_asset]]` besides those of a composition.
pub(in crate::scene) const ASSET: &[Key] = &[
    key("layer", &[], Kind::Special("layers"), "Its layers; the topmost comes first"),
    key("marker", &[], Kind::Special("markers"), "Its markers"),
];
