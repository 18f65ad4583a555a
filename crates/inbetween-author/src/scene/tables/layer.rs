//! Layers.

use super::{AUTO_ORIENT, BLEND_MODES, FALLOFFS, Key, Kind, LIGHT_TYPES, key, with_default};
use inbetween_doc::schema;
use inbetween_types::ValueKind;
use std::sync::LazyLock;

const NUM: Kind = Kind::Property(ValueKind::Number);

/// A type of layer.
pub(in crate::scene) struct LayerType {
    /// The word.
    pub(in crate::scene) name: &'static str,
    /// Lottie's number.
    pub(in crate::scene) ty: i64,
    /// Keys that only this type has.
    pub(in crate::scene) keys: &'static [Key],
    /// One line for people.
    pub(in crate::scene) doc: &'static str,
}

const SIZE: Key =
    key("size", &[], Kind::Special("size"), "Width and height in pixels; the composition's by default");
const IMAGE_SIZE: Key =
    key("size", &[], Kind::Special("size"), "Width and height in pixels; the file's by default");

const OWN_SIZE: Key =
    key("size", &[], Kind::Special("size"), "The width and height that expressions read; none by default");

/// Every type of layer.
pub(in crate::scene) const LAYER_TYPES: &[LayerType] = &[
    LayerType {
        name: "artwork",
        ty: 4,
        keys: &[key(
            "artwork",
            &[],
            Kind::Special("artwork"),
            "{ file = \"rig.svg\", layer = \"name\" }: the drawing and the layer or id in it; size = \"document\" makes it as large as the drawing",
        )],
        doc: "shapes from a layer of an SVG drawing",
    },
    LayerType {
        name: "solid",
        ty: 1,
        keys: &[key("color", &["sc"], Kind::Hex, "Its colour"), SIZE],
        doc: "a rectangle of one colour",
    },
    LayerType {
        name: "shape",
        ty: 4,
        keys: &[
            key("shapes", &["shapes"], Kind::Special("shapes"), "Its contents; the topmost comes first"),
            OWN_SIZE,
        ],
        doc: "vector shapes",
    },
    LayerType {
        name: "text",
        ty: 5,
        keys: &[
            key("text", &[], Kind::Special("source text"), "The text, or a table of text and style"),
            key(
                "path_options",
                &[],
                Kind::Special("path options"),
                "The mask that the text runs along, and how",
            ),
            key(
                "more_options",
                &[],
                Kind::Special("more options"),
                "Grouping of anchor points, fill and stroke",
            ),
            key("animator", &[], Kind::Special("animators"), "Text animators"),
            OWN_SIZE,
        ],
        doc: "a text",
    },
    LayerType { name: "null", ty: 3, keys: &[], doc: "nothing to see: others hang on it" },
    LayerType {
        name: "precomp",
        ty: 0,
        keys: &[
            key("composition", &["refId"], Kind::Special("composition name"), "The composition it shows"),
            key(
                "size",
                &[],
                Kind::Special("size"),
                "Width and height in pixels; the composition's by default",
            ),
        ],
        doc: "another composition",
    },
    LayerType {
        name: "camera",
        ty: 13,
        keys: &[
            with_default(
                "zoom",
                &["pe"],
                NUM,
                &[0.0],
                "Distance in pixels at which things have their own size",
            ),
            key("point_of_interest", &[], Kind::Special("property"), "The point it looks at"),
        ],
        doc: "a camera",
    },
    LayerType {
        name: "light",
        ty: 14,
        keys: &[
            key("point_of_interest", &[], Kind::Special("property"), "The point it shines at"),
            key(
                "light_type",
                &["light_type"],
                Kind::Words(LIGHT_TYPES),
                "What it is; a point light by default",
            ),
            key("intensity", &["intensity"], NUM, "Percent; 100 by default"),
            key("color", &["color"], Kind::Property(ValueKind::Color), "White by default"),
            key("cone_angle", &["cone_angle"], NUM, "Of a spot, degrees; 90 by default"),
            key("cone_feather", &["cone_feather"], NUM, "Of a spot, percent; 50 by default"),
            key("falloff", &["falloff"], Kind::Words(FALLOFFS), "How it fades with distance; not by default"),
            key("radius", &["radius"], NUM, "From where it fades, pixels; 500 by default"),
            key("falloff_distance", &["falloff_distance"], NUM, "Over which way, pixels; 500 by default"),
        ],
        doc: "a light",
    },
    LayerType {
        name: "image",
        ty: 2,
        keys: &[key("image", &["refId"], Kind::Special("image name"), "The [[image]] it shows"), IMAGE_SIZE],
        doc: "a picture",
    },
    LayerType {
        name: "audio",
        ty: 6,
        keys: &[
            key("audio", &["refId"], Kind::Special("sound name"), "The [[audio]] it plays"),
            key("audio_levels", &[], Kind::Special("property"), "Loudness left and right in decibels"),
        ],
        doc: "a sound",
    },
    LayerType {
        name: "data",
        ty: 15,
        keys: &[key("data", &["refId"], Kind::Special("data name"), "The [[data]] it stands for")],
        doc: "a data file in the timeline",
    },
    LayerType { name: "adjustment", ty: 12, keys: &[SIZE], doc: "its effects change everything below it" },
    LayerType {
        name: "mesh",
        ty: 4,
        keys: &[
            key("mesh", &[], Kind::Special("mesh"), "The mesh it shows: { file = \"cube.obj\", … }"),
            key("accepts_lights", &["accepts_lights"], NUM, "Whether lights shade it; 1 by default"),
            key("ambient", &["ambient"], NUM, "Part of ambient light it shows, percent; 100 by default"),
            key("diffuse", &["diffuse"], NUM, "Part of other light, percent; 50 by default"),
            key("specular", &["specular"], NUM, "Strength of highlights, percent; 50 by default"),
            key("shininess", &["shininess"], NUM, "How small highlights are, percent; 5 by default"),
            key("metal", &["metal"], NUM, "How much highlights have its own colour, percent; 100 by default"),
        ],
        doc: "a three-dimensional mesh",
    },
];

/// Keys that every layer has.
pub(in crate::scene) const LAYER: &[Key] = &[
    key("name", &["nm"], Kind::Text, "Its name, which layer(\"…\") finds"),
    key("type", &["ty"], Kind::Special("layer type"), "What it is"),
    key(
        "id",
        &["ind"],
        Kind::Special("id"),
        "Number by which the Lottie file knows it; its place from 1 by default",
    ),
    key(
        "parent",
        &["parent"],
        Kind::Special("layer name"),
        "The layer it hangs on: its name, or its id where names repeat",
    ),
    key(
        "in_point",
        &["ip"],
        Kind::Special("time"),
        "From when it is there; the composition's start by default",
    ),
    key(
        "out_point",
        &["op"],
        Kind::Special("time"),
        "Until when it is there; the composition's end by default",
    ),
    key("start_time", &["st"], Kind::Special("time"), "Where its own time 0 lies; 0 by default"),
    key("stretch", &["sr"], Kind::Special("percent"), "Time stretch in percent; 100 by default"),
    key("blend_mode", &["bm"], Kind::Words(BLEND_MODES), "How it mixes with what lies below"),
    key(
        "matte",
        &[],
        Kind::Special("matte"),
        "{ layer = \"name\", mode = \"alpha\" }: the layer that cuts it out",
    ),
    key("matte_source", &["td"], Kind::Switch, "Whether it only serves as a matte"),
    key("three_d", &["ddd"], Kind::Switch, "Whether it is three-dimensional"),
    key("auto_orient", &["ao"], Kind::Words(AUTO_ORIENT), "Whether it turns with its path or to the camera"),
    key("hidden", &["hd"], Kind::Flag, "Whether it is switched off"),
    key("guide", &["gd"], Kind::Switch, "Whether it is a guide, which is not drawn"),
    key("adjustment", &["adj"], Kind::Switch, "Whether its effects change everything below it"),
    key("collapse", &["ct"], Kind::Switch, "Collapsed transformations"),
    key("motion_blur", &["mb"], Kind::Flag, "Whether its motion is blurred"),
    key("comment", &["cm"], Kind::Text, "A comment"),
    key("label", &["lb"], Kind::Number, "Colour of its label, 0 to 16"),
    key("html_id", &["ln"], Kind::Text, "The id that web players give it"),
    key("html_class", &["cl"], Kind::Text, "The class that web players give it"),
    key("time_remap", &["tm"], NUM, "The time of its source, in seconds"),
    key("effect", &["ef"], Kind::Special("effects"), "Effects and expression controls, in order"),
    key("mask", &["masksProperties"], Kind::Special("masks"), "Masks, in order"),
    key("marker", &["markers"], Kind::Special("markers"), "Markers of the layer"),
    key("style", &["sy"], Kind::Special("styles"), "Layer styles"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// Keys of a layer's transform, which stand in the layer itself.
pub(in crate::scene) const TRANSFORM: &[Key] = &[
    with_default(
        "anchor_point",
        &["a"],
        Kind::Property(ValueKind::Point(2)),
        &[0.0],
        "The point of the layer that lies on its position and that it turns about",
    ),
    with_default(
        "position",
        &["p"],
        Kind::Property(ValueKind::Point(2)),
        &[0.0],
        "Where its anchor point lies, in the parent's space",
    ),
    with_default("scale", &["s"], Kind::Property(ValueKind::Vector(2)), &[100.0], "Size in percent"),
    key(
        "orientation",
        &["or"],
        Kind::Property(ValueKind::Vector(3)),
        "Three angles, of three-dimensional layers",
    ),
    key("x_rotation", &["rx"], NUM, "Degrees about the x axis, of three-dimensional layers"),
    key("y_rotation", &["ry"], NUM, "Degrees about the y axis, of three-dimensional layers"),
    with_default("rotation", &["r", "rz"], NUM, &[0.0], "Degrees; about the z axis in three dimensions"),
    with_default("opacity", &["o"], NUM, &[100.0], "Percent"),
    key("skew", &["sk"], NUM, "Degrees"),
    key("skew_axis", &["sa"], NUM, "Degrees"),
];

/// The dimensions of a position whose dimensions are separate.
pub(in crate::scene) const SEPARATE: &[Key] = &[
    with_default("position_x", &["x"], NUM, &[0.0], "X position, where dimensions are separate"),
    with_default("position_y", &["y"], NUM, &[0.0], "Y position, where dimensions are separate"),
    with_default("position_z", &["z"], NUM, &[0.0], "Z position, where dimensions are separate"),
];

/// Keys of a matte.
pub(in crate::scene) const MATTE: &[Key] = &[
    key("layer", &["tp"], Kind::Special("layer name"), "The layer that cuts out; the one above by default"),
    key("mode", &["tt"], Kind::Words(super::MATTES), "What of it counts"),
];

/// Keys of an artwork.
pub(in crate::scene) const ARTWORK: &[Key] = &[
    key("file", &[], Kind::Special("text"), "The drawing beside the scene"),
    key("layer", &[], Kind::Special("text"), "Name or id of the layer in it; the whole drawing by default"),
    key("size", &[], Kind::Special("text"), "\"artwork\" (default) or \"document\""),
];

/// Keys of a mesh that are no properties.
pub(in crate::scene) const MESH_OWN: &[Key] = &[
    key("file", &["file"], Kind::Text, "An OBJ or glTF file beside the scene"),
    key("text", &["text"], Kind::Text, "The text of an OBJ or glTF file"),
    key(
        "creases",
        &["creases"],
        Kind::Special("creases"),
        "Sharp edges: [[1, 2], [2, 3, 1.5]]: two vertices, from 1, and for how many levels; for ever by default",
    ),
    key(
        "colors",
        &["colors"],
        Kind::Special("colors"),
        "{ roof = \"#cc3311\" }: a colour for each material or group of the file",
    ),
];

/// Properties of a mesh.
pub(in crate::scene) static MESH: LazyLock<Vec<Key>> =
    LazyLock::new(|| Key::all_of(schema::MESH).into_iter().map(|key| Key { stated: false, ..key }).collect());
