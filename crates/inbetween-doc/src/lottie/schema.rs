//! The tables: where Lottie keeps a property, and what After Effects calls it. A new shape item is one entry.

use inbetween_types::{Unit, ValueKind};

/// One property of an item.
pub struct Field {
    /// Its key in the file, and other keys older or newer files use.
    pub keys: &'static [&'static str],
    /// Display name.
    pub name: &'static str,
    /// Match name.
    pub match_name: &'static str,
    /// Kind of value.
    pub kind: ValueKind,
    /// Unit.
    pub unit: Unit,
    /// Value where the file has none, by component (the last one repeats).
    pub default: &'static [f64],
    /// Whether the file holds it as a plain number that cannot be animated there.
    pub fixed: bool,
}

/// An item of a shape layer.
pub struct Item {
    /// Its type `ty` in the file.
    pub ty: &'static str,
    /// Display name, to which AE adds a number.
    pub name: &'static str,
    /// Match name.
    pub match_name: &'static str,
    /// Properties in AE's order.
    pub fields: &'static [Field],
}

type F = Field;
use Unit::{Degrees as DEG, None as NONE, Percent as PCT, Pixels as PX};
use ValueKind::{Color as COL, Gradient as GRD, List as LST, Number as NUM, Path as PTH};
const P2: ValueKind = ValueKind::Point(2);
const V2: ValueKind = ValueKind::Vector(2);

const fn f(
    keys: &'static [&'static str],
    name: &'static str,
    match_name: &'static str,
    kind: ValueKind,
    unit: Unit,
    default: &'static [f64],
) -> Field {
    Field { keys, name, match_name, kind, unit, default, fixed: false }
}

/// A menu or switch that the file holds as a plain number.
const fn menu(
    key: &'static [&'static str],
    name: &'static str,
    match_name: &'static str,
    default: &'static [f64],
) -> Field {
    Field { keys: key, name, match_name, kind: NUM, unit: NONE, default, fixed: true }
}

const Z: &[f64] = &[0.0];
const ONE: &[f64] = &[1.0];
const HUNDRED: &[f64] = &[100.0];

/// A field that has no place in the file: always its default.
const NOWHERE: &[&str] = &[];

const DIRECTION: F = menu(&["d"], "Shape Direction", "ADBE Vector Shape Direction", ONE);
const BLEND: F = menu(&["bm"], "Blend Mode", "ADBE Vector Blend Mode", Z);
const COMPOSITE: F = menu(NOWHERE, "Composite", "ADBE Vector Composite Order", ONE);
const RULE: F = menu(&["r"], "Fill Rule", "ADBE Vector Fill Rule", ONE);
const CAP: F = menu(&["lc"], "Line Cap", "ADBE Vector Stroke Line Cap", ONE);
const JOIN: F = menu(&["lj"], "Line Join", "ADBE Vector Stroke Line Join", ONE);
const MITER: F = Field {
    fixed: true,
    ..f(&["ml2", "ml"], "Miter Limit", "ADBE Vector Stroke Miter Limit", NUM, NONE, &[4.0])
};
const GRADIENT_TYPE: F = menu(&["t"], "Type", "ADBE Vector Grad Type", ONE);
const START_POINT: F = f(&["s"], "Start Point", "ADBE Vector Grad Start Pt", P2, PX, Z);
const END_POINT: F = f(&["e"], "End Point", "ADBE Vector Grad End Pt", P2, PX, &[100.0, 0.0]);
const HIGHLIGHT: F = f(&["h"], "Highlight Length", "ADBE Vector Grad HiLite Length", NUM, PCT, Z);
const HIGHLIGHT_ANGLE: F = f(&["a"], "Highlight Angle", "ADBE Vector Grad HiLite Angle", NUM, DEG, Z);
const COLORS: F = f(&["g"], "Colors", "ADBE Vector Grad Colors", GRD, Unit::Channel, &[]);
const FILL_OPACITY: F = f(&["o"], "Opacity", "ADBE Vector Fill Opacity", NUM, PCT, HUNDRED);
const STROKE_OPACITY: F = f(&["o"], "Opacity", "ADBE Vector Stroke Opacity", NUM, PCT, HUNDRED);
const WIDTH: F = f(&["w"], "Stroke Width", "ADBE Vector Stroke Width", NUM, PX, &[2.0]);

/// Key of the path inside a path item, read apart for old closed flags.
pub const SHAPE_PATH: F = f(&["ks"], "Path", "ADBE Vector Shape", PTH, PX, &[]);

/// Every shape item but groups.
pub const ITEMS: &[Item] = &[
    Item {
        ty: "sh",
        name: "Path",
        match_name: "ADBE Vector Shape - Group",
        fields: &[DIRECTION, SHAPE_PATH],
    },
    Item {
        ty: "rc",
        name: "Rectangle Path",
        match_name: "ADBE Vector Shape - Rect",
        fields: &[
            DIRECTION,
            f(&["s"], "Size", "ADBE Vector Rect Size", V2, PX, HUNDRED),
            f(&["p"], "Position", "ADBE Vector Rect Position", P2, PX, Z),
            f(&["r"], "Roundness", "ADBE Vector Rect Roundness", NUM, PX, Z),
        ],
    },
    Item {
        ty: "el",
        name: "Ellipse Path",
        match_name: "ADBE Vector Shape - Ellipse",
        fields: &[
            DIRECTION,
            f(&["s"], "Size", "ADBE Vector Ellipse Size", V2, PX, HUNDRED),
            f(&["p"], "Position", "ADBE Vector Ellipse Position", P2, PX, Z),
        ],
    },
    Item {
        ty: "sr",
        name: "Polystar Path",
        match_name: "ADBE Vector Shape - Star",
        fields: &[
            DIRECTION,
            menu(&["sy"], "Type", "ADBE Vector Star Type", ONE),
            f(&["pt"], "Points", "ADBE Vector Star Points", NUM, NONE, &[5.0]),
            f(&["p"], "Position", "ADBE Vector Star Position", P2, PX, Z),
            f(&["r"], "Rotation", "ADBE Vector Star Rotation", NUM, DEG, Z),
            f(&["ir"], "Inner Radius", "ADBE Vector Star Inner Radius", NUM, PX, &[50.0]),
            f(&["or"], "Outer Radius", "ADBE Vector Star Outer Radius", NUM, PX, HUNDRED),
            f(&["is"], "Inner Roundness", "ADBE Vector Star Inner Roundess", NUM, PCT, Z),
            f(&["os"], "Outer Roundness", "ADBE Vector Star Outer Roundess", NUM, PCT, Z),
        ],
    },
    Item {
        ty: "fl",
        name: "Fill",
        match_name: "ADBE Vector Graphic - Fill",
        fields: &[
            BLEND,
            COMPOSITE,
            RULE,
            f(&["c"], "Color", "ADBE Vector Fill Color", COL, Unit::Channel, &[1.0, 0.0, 0.0, 1.0]),
            FILL_OPACITY,
        ],
    },
    Item {
        ty: "st",
        name: "Stroke",
        match_name: "ADBE Vector Graphic - Stroke",
        fields: &[
            BLEND,
            COMPOSITE,
            f(&["c"], "Color", "ADBE Vector Stroke Color", COL, Unit::Channel, &[1.0, 1.0, 1.0, 1.0]),
            STROKE_OPACITY,
            WIDTH,
            CAP,
            JOIN,
            MITER,
        ],
    },
    Item {
        ty: "gf",
        name: "Gradient Fill",
        match_name: "ADBE Vector Graphic - G-Fill",
        fields: &[
            BLEND,
            COMPOSITE,
            RULE,
            GRADIENT_TYPE,
            START_POINT,
            END_POINT,
            HIGHLIGHT,
            HIGHLIGHT_ANGLE,
            COLORS,
            FILL_OPACITY,
        ],
    },
    Item {
        ty: "gs",
        name: "Gradient Stroke",
        match_name: "ADBE Vector Graphic - G-Stroke",
        fields: &[
            BLEND,
            COMPOSITE,
            GRADIENT_TYPE,
            START_POINT,
            END_POINT,
            HIGHLIGHT,
            HIGHLIGHT_ANGLE,
            COLORS,
            STROKE_OPACITY,
            WIDTH,
            CAP,
            JOIN,
            MITER,
        ],
    },
    Item {
        ty: "tm",
        name: "Trim Paths",
        match_name: "ADBE Vector Filter - Trim",
        fields: &[
            f(&["s"], "Start", "ADBE Vector Trim Start", NUM, PCT, Z),
            f(&["e"], "End", "ADBE Vector Trim End", NUM, PCT, HUNDRED),
            f(&["o"], "Offset", "ADBE Vector Trim Offset", NUM, DEG, Z),
            menu(&["m"], "Trim Multiple Shapes", "ADBE Vector Trim Type", ONE),
        ],
    },
    Item {
        ty: "rp",
        name: "Repeater",
        match_name: "ADBE Vector Filter - Repeater",
        fields: &[
            f(&["c"], "Copies", "ADBE Vector Repeater Copies", NUM, NONE, &[3.0]),
            f(&["o"], "Offset", "ADBE Vector Repeater Offset", NUM, NONE, Z),
            menu(&["m"], "Composite", "ADBE Vector Repeater Order", ONE),
        ],
    },
    Item {
        ty: "rd",
        name: "Round Corners",
        match_name: "ADBE Vector Filter - RC",
        fields: &[f(&["r"], "Radius", "ADBE Vector RoundCorner Radius", NUM, PX, &[10.0])],
    },
    Item {
        ty: "op",
        name: "Offset Paths",
        match_name: "ADBE Vector Filter - Offset",
        fields: &[
            f(&["a"], "Amount", "ADBE Vector Offset Amount", NUM, PX, &[10.0]),
            menu(&["lj"], "Line Join", "ADBE Vector Offset Line Join", ONE),
            Field {
                fixed: true,
                ..f(&["ml"], "Miter Limit", "ADBE Vector Offset Miter Limit", NUM, NONE, &[4.0])
            },
        ],
    },
    Item {
        ty: "pb",
        name: "Pucker & Bloat",
        match_name: "ADBE Vector Filter - PB",
        fields: &[f(&["a"], "Amount", "ADBE Vector PuckerBloat Amount", NUM, PCT, Z)],
    },
    Item {
        ty: "zz",
        name: "Zig Zag",
        match_name: "ADBE Vector Filter - Zigzag",
        fields: &[
            f(&["s"], "Size", "ADBE Vector Zigzag Size", NUM, PX, &[10.0]),
            f(&["r"], "Ridges per segment", "ADBE Vector Zigzag Detail", NUM, NONE, &[5.0]),
            Field { fixed: true, ..f(&["pt"], "Points", "ADBE Vector Zigzag Points", NUM, NONE, ONE) },
        ],
    },
    Item {
        ty: "tw",
        name: "Twist",
        match_name: "ADBE Vector Filter - Twist",
        fields: &[
            f(&["a"], "Angle", "ADBE Vector Twist Angle", NUM, DEG, Z),
            f(&["c"], "Center", "ADBE Vector Twist Center", P2, PX, Z),
        ],
    },
    // Ours: other players leave out a type they do not know.
    Item {
        ty: "inbetween.subdivide",
        name: "Subdivide",
        match_name: "inbetween Subdivide",
        fields: &[
            f(&["w"], "Weights", "inbetween Subdivide Weights", LST, NONE, &[1.0, 2.0, 1.0]),
            f(&["s"], "Steps", "inbetween Subdivide Steps", NUM, NONE, &[3.0]),
        ],
    },
    Item {
        ty: "mm",
        name: "Merge Paths",
        match_name: "ADBE Vector Filter - Merge",
        fields: &[menu(&["mm"], "Mode", "ADBE Vector Merge Type", ONE)],
    },
    Item {
        ty: "wgl",
        name: "Wiggle Paths",
        match_name: "ADBE Vector Filter - Roughen",
        fields: &[
            f(&["s"], "Size", "ADBE Vector Roughen Size", NUM, PX, &[10.0]),
            f(&["r"], "Detail", "ADBE Vector Roughen Detail", NUM, NONE, &[10.0]),
        ],
    },
];

/// Blend Mode of a shape group.
pub const GROUP_BLEND: F = BLEND;

/// Transform of a shape group.
pub const VECTOR_TRANSFORM: &[Field] = &[
    f(&["a"], "Anchor Point", "ADBE Vector Anchor", P2, PX, Z),
    f(&["p"], "Position", "ADBE Vector Position", P2, PX, Z),
    f(&["s"], "Scale", "ADBE Vector Scale", V2, PCT, HUNDRED),
    f(&["sk"], "Skew", "ADBE Vector Skew", NUM, DEG, Z),
    f(&["sa"], "Skew Axis", "ADBE Vector Skew Axis", NUM, DEG, Z),
    f(&["r"], "Rotation", "ADBE Vector Rotation", NUM, DEG, Z),
    f(&["o"], "Opacity", "ADBE Vector Group Opacity", NUM, PCT, HUNDRED),
];

/// Transform of a repeater.
pub const REPEATER_TRANSFORM: &[Field] = &[
    f(&["a"], "Anchor Point", "ADBE Vector Repeater Anchor", P2, PX, Z),
    f(&["p"], "Position", "ADBE Vector Repeater Position", P2, PX, &[100.0, 0.0]),
    f(&["s"], "Scale", "ADBE Vector Repeater Scale", V2, PCT, HUNDRED),
    f(&["r"], "Rotation", "ADBE Vector Repeater Rotation", NUM, DEG, Z),
    f(&["so"], "Start Opacity", "ADBE Vector Repeater Opacity 1", NUM, PCT, HUNDRED),
    f(&["eo"], "End Opacity", "ADBE Vector Repeater Opacity 2", NUM, PCT, HUNDRED),
];

/// Transform of a layer; two-dimensional kinds grow with the layer.
pub const LAYER_TRANSFORM: &[Field] = &[
    f(&["a"], "Anchor Point", "ADBE Anchor Point", P2, PX, Z),
    f(&["p"], "Position", "ADBE Position", P2, PX, Z),
    f(&["s"], "Scale", "ADBE Scale", V2, PCT, HUNDRED),
    f(&["or"], "Orientation", "ADBE Orientation", ValueKind::Vector(3), DEG, Z),
    f(&["rx"], "X Rotation", "ADBE Rotate X", NUM, DEG, Z),
    f(&["ry"], "Y Rotation", "ADBE Rotate Y", NUM, DEG, Z),
    f(&["rz", "r"], "Rotation", "ADBE Rotate Z", NUM, DEG, Z),
    f(&["o"], "Opacity", "ADBE Opacity", NUM, PCT, HUNDRED),
];

/// Skew, which After Effects' layers lack and other programs write. Only there when the file has it.
pub const LAYER_SKEW: &[Field] = &[
    f(&["sk"], "Skew", "ADBE Vector Skew", NUM, DEG, Z),
    f(&["sa"], "Skew Axis", "ADBE Vector Skew Axis", NUM, DEG, Z),
];

/// The dimensions of a separated Position.
pub const POSITION_FOLLOWERS: [Field; 3] = [
    f(&["x"], "X Position", "ADBE Position_0", NUM, PX, Z),
    f(&["y"], "Y Position", "ADBE Position_1", NUM, PX, Z),
    f(&["z"], "Z Position", "ADBE Position_2", NUM, PX, Z),
];

/// Time Remap: whole seconds of the source.
pub const TIME_REMAP: F = f(&["tm"], "Time Remap", "ADBE Time Remapping", NUM, Unit::Seconds, Z);

/// A mask. Inverted and Mode are attributes in AE; here they are properties behind the four of AE.
pub const MASK: &[Field] = &[
    f(&["f"], "Mask Feather", "ADBE Mask Feather", V2, PX, Z),
    f(&["o"], "Mask Opacity", "ADBE Mask Opacity", NUM, PCT, HUNDRED),
    f(&["x"], "Mask Expansion", "ADBE Mask Offset", NUM, PX, Z),
];

/// Camera Options.
pub const CAMERA: &[Field] = &[
    f(&["pe"], "Zoom", "ADBE Camera Zoom", NUM, PX, Z),
    f(NOWHERE, "Depth of Field", "ADBE Camera Depth of Field", NUM, NONE, Z),
    f(NOWHERE, "Focus Distance", "ADBE Camera Focus Distance", NUM, PX, Z),
    f(NOWHERE, "Aperture", "ADBE Camera Aperture", NUM, PX, &[17.7]),
    f(NOWHERE, "Blur Level", "ADBE Camera Blur Level", NUM, PCT, HUNDRED),
    f(NOWHERE, "Iris Shape", "ADBE Iris Shape", NUM, NONE, ONE),
    f(NOWHERE, "Iris Rotation", "ADBE Iris Rotation", NUM, DEG, Z),
    f(NOWHERE, "Iris Roundness", "ADBE Iris Roundness", NUM, PCT, Z),
    f(NOWHERE, "Iris Aspect Ratio", "ADBE Iris Aspect Ratio", NUM, NONE, ONE),
    f(NOWHERE, "Iris Diffraction Fringe", "ADBE Iris Diffraction Fringe", NUM, NONE, Z),
    f(NOWHERE, "Highlight Gain", "ADBE Iris Highlight Gain", NUM, NONE, Z),
    f(NOWHERE, "Highlight Threshold", "ADBE Iris Highlight Threshold", NUM, NONE, ONE),
    f(NOWHERE, "Highlight Saturation", "ADBE Iris Hightlight Saturation", NUM, NONE, Z),
];

/// Light Options. Bodymovin exports no lights; the keys are this project's own. The kind of light is an attribute in AE;
/// here it is a property behind those of AE: 1 parallel, 2 spot, 3 point, 4 ambient.
pub const LIGHT: &[Field] = &[
    f(&["intensity"], "Intensity", "ADBE Light Intensity", NUM, PCT, HUNDRED),
    f(&["color"], "Color", "ADBE Light Color", COL, Unit::Channel, &[1.0, 1.0, 1.0, 1.0]),
    f(&["cone_angle"], "Cone Angle", "ADBE Light Cone Angle", NUM, DEG, &[90.0]),
    f(&["cone_feather"], "Cone Feather", "ADBE Light Cone Feather 2", NUM, PCT, &[50.0]),
    f(&["falloff"], "Falloff", "ADBE Light Falloff Type", NUM, NONE, ONE),
    f(&["radius"], "Radius", "ADBE Light Falloff Start", NUM, PX, &[500.0]),
    f(&["falloff_distance"], "Falloff Distance", "ADBE Light Falloff Distance", NUM, PX, &[500.0]),
    f(NOWHERE, "Casts Shadows", "ADBE Casts Shadows", NUM, NONE, Z),
    f(NOWHERE, "Shadow Darkness", "ADBE Light Shadow Darkness", NUM, PCT, HUNDRED),
    f(NOWHERE, "Shadow Diffusion", "ADBE Light Shadow Diffusion", NUM, PX, Z),
    f(&["light_type"], "Light Type", "inbetween Light Type", NUM, NONE, &[3.0]),
];

/// Material Options of a 3D layer; Lottie carries none. The defaults are AE's, the keys this project's own.
pub const MATERIAL: &[Field] = &[
    f(NOWHERE, "Casts Shadows", "ADBE Casts Shadows", NUM, NONE, Z),
    f(NOWHERE, "Light Transmission", "ADBE Light Transmission", NUM, PCT, Z),
    f(NOWHERE, "Accepts Shadows", "ADBE Accepts Shadows", NUM, NONE, ONE),
    f(&["accepts_lights"], "Accepts Lights", "ADBE Accepts Lights", NUM, NONE, ONE),
    f(&["ambient"], "Ambient", "ADBE Ambient Coefficient", NUM, PCT, HUNDRED),
    f(&["diffuse"], "Diffuse", "ADBE Diffuse Coefficient", NUM, PCT, &[50.0]),
    f(&["specular"], "Specular Intensity", "ADBE Specular Coefficient", NUM, PCT, &[50.0]),
    f(&["shininess"], "Specular Shininess", "ADBE Shininess Coefficient", NUM, PCT, &[5.0]),
    f(&["metal"], "Metal", "ADBE Metal Coefficient", NUM, PCT, HUNDRED),
];

/// The Mesh group of a mesh layer, in its member `mesh`. All of it is this project's own.
pub const MESH: &[Field] = &[
    f(&["level"], "Level", "inbetween Mesh Level", NUM, NONE, Z),
    f(&["size"], "Size", "inbetween Mesh Size", NUM, PX, HUNDRED),
    f(&["limit"], "Limit Surface", "inbetween Mesh Limit", NUM, NONE, Z),
    f(&["crease"], "Crease Sharpness", "inbetween Mesh Crease", NUM, PCT, HUNDRED),
    f(&["faces"], "Faces", "inbetween Mesh Faces", NUM, NONE, ONE),
    f(&["shading"], "Shading", "inbetween Mesh Shading", NUM, NONE, &[2.0]),
    f(&["two_sided"], "Two-Sided", "inbetween Mesh Two-Sided", NUM, NONE, ONE),
    f(&["color"], "Color", "inbetween Mesh Color", COL, Unit::Channel, &[0.8, 0.8, 0.8, 1.0]),
    f(&["wireframe"], "Wireframe", "inbetween Mesh Wireframe", NUM, PX, Z),
    f(
        &["wireframe_color"],
        "Wireframe Color",
        "inbetween Mesh Wireframe Color",
        COL,
        Unit::Channel,
        &[0.1, 0.1, 0.12, 1.0],
    ),
    f(&["cage"], "Cage", "inbetween Mesh Cage", NUM, PX, Z),
    f(&["cage_color"], "Cage Color", "inbetween Mesh Cage Color", COL, Unit::Channel, &[1.0, 0.5, 0.1, 1.0]),
];

/// Path Options of a text layer (the menu Path is `m`, the number of the mask).
pub const TEXT_PATH: &[Field] = &[
    f(&["r"], "Reverse Path", "ADBE Text Reverse Path", NUM, NONE, Z),
    f(&["p"], "Perpendicular To Path", "ADBE Text Perpendicular To Path", NUM, NONE, ONE),
    f(&["a"], "Force Alignment", "ADBE Text Force Align Path", NUM, NONE, Z),
    f(&["f"], "First Margin", "ADBE Text First Margin", NUM, PX, Z),
    f(&["l"], "Last Margin", "ADBE Text Last Margin", NUM, PX, Z),
];

/// More Options of a text layer.
pub const TEXT_MORE: &[Field] = &[
    menu(&["g"], "Anchor Point Grouping", "ADBE Text Anchor Point Option", ONE),
    f(&["a"], "Grouping Alignment", "ADBE Text Anchor Point Align", V2, PCT, Z),
    // Bodymovin leaves these out; the keys are this project's own, blend modes count as Lottie's `bm` from 1.
    menu(&["fs"], "Fill & Stroke", "ADBE Text Render Order", ONE),
    menu(&["cb"], "Inter-Character Blending", "ADBE Text Character Blend Mode", ONE),
];

const P3: ValueKind = ValueKind::Point(3);
const V3: ValueKind = ValueKind::Vector(3);

/// Properties a text animator may have; it has those the file gives.
pub const TEXT_ANIMATOR: &[Field] = &[
    f(&["a"], "Anchor Point", "ADBE Text Anchor Point 3D", P3, PX, Z),
    f(&["p"], "Position", "ADBE Text Position 3D", P3, PX, Z),
    f(&["s"], "Scale", "ADBE Text Scale 3D", V3, PCT, HUNDRED),
    f(&["sk"], "Skew", "ADBE Text Skew", NUM, DEG, Z),
    f(&["sa"], "Skew Axis", "ADBE Text Skew Axis", NUM, DEG, Z),
    f(&["rx"], "X Rotation", "ADBE Text Rotation X", NUM, DEG, Z),
    f(&["ry"], "Y Rotation", "ADBE Text Rotation Y", NUM, DEG, Z),
    f(&["r", "rz"], "Rotation", "ADBE Text Rotation", NUM, DEG, Z),
    f(&["o"], "Opacity", "ADBE Text Opacity", NUM, PCT, HUNDRED),
    f(&["fo"], "Fill Opacity", "ADBE Text Fill Opacity", NUM, PCT, HUNDRED),
    f(&["fc"], "Fill Color", "ADBE Text Fill Color", COL, Unit::Channel, &[1.0, 0.0, 0.0, 1.0]),
    f(&["fh"], "Fill Hue", "ADBE Text Fill Hue", NUM, DEG, Z),
    f(&["fs"], "Fill Saturation", "ADBE Text Fill Saturation", NUM, PCT, Z),
    f(&["fb"], "Fill Brightness", "ADBE Text Fill Brightness", NUM, PCT, Z),
    f(&["so"], "Stroke Opacity", "ADBE Text Stroke Opacity", NUM, PCT, HUNDRED),
    f(&["sc"], "Stroke Color", "ADBE Text Stroke Color", COL, Unit::Channel, &[1.0, 0.0, 0.0, 1.0]),
    f(&["sh"], "Stroke Hue", "ADBE Text Stroke Hue", NUM, DEG, Z),
    f(&["ss"], "Stroke Saturation", "ADBE Text Stroke Saturation", NUM, PCT, Z),
    f(&["sb"], "Stroke Brightness", "ADBE Text Stroke Brightness", NUM, PCT, Z),
    f(&["sw"], "Stroke Width", "ADBE Text Stroke Width", NUM, PX, Z),
    f(&["t"], "Tracking Amount", "ADBE Text Tracking Amount", NUM, NONE, Z),
    f(&["ls"], "Line Spacing", "ADBE Text Line Spacing", V2, PX, Z),
    f(&["bl"], "Blur", "ADBE Text Blur", V2, PX, Z),
    // Bodymovin leaves these out; the keys are this project's own.
    menu(&["tt"], "Tracking Type", "ADBE Text Track Type", ONE),
    f(&["la"], "Line Anchor", "ADBE Text Line Anchor", NUM, PCT, Z),
    menu(&["ct"], "Character Alignment", "ADBE Text Character Change Type", ONE),
    menu(&["cr"], "Character Range", "ADBE Text Character Range", ONE),
    f(&["cv"], "Character Value", "ADBE Text Character Replace", NUM, NONE, Z),
    f(&["co"], "Character Offset", "ADBE Text Character Offset", NUM, NONE, Z),
];

/// A range selector: its three properties, then those of its Advanced group.
pub const RANGE_SELECTOR: &[Field] = &[
    f(&["s"], "Start", "ADBE Text Percent Start", NUM, PCT, Z),
    f(&["e"], "End", "ADBE Text Percent End", NUM, PCT, HUNDRED),
    f(&["o"], "Offset", "ADBE Text Percent Offset", NUM, PCT, Z),
];

/// The Advanced group of a range selector.
pub const RANGE_ADVANCED: &[Field] = &[
    menu(&["r"], "Units", "ADBE Text Range Units", ONE),
    menu(&["b"], "Based On", "ADBE Text Range Type2", ONE),
    menu(&["m"], "Mode", "ADBE Text Selector Mode", ONE),
    f(&["a"], "Amount", "ADBE Text Selector Max Amount", NUM, PCT, HUNDRED),
    menu(&["sh"], "Shape", "ADBE Text Range Shape", ONE),
    f(&["sm"], "Smoothness", "ADBE Text Selector Smoothness", NUM, PCT, HUNDRED),
    f(&["xe"], "Ease High", "ADBE Text Levels Max Ease", NUM, PCT, Z),
    f(&["ne"], "Ease Low", "ADBE Text Levels Min Ease", NUM, PCT, Z),
    menu(&["rn"], "Randomize Order", "ADBE Text Randomize Order", Z),
    f(&["rs"], "Random Seed", "ADBE Text Random Seed", NUM, NONE, Z),
];

/// A wiggly selector. Bodymovin leaves it out; type 2 and the keys are this project's own.
pub const WIGGLY_SELECTOR: &[Field] = &[
    menu(&["m"], "Mode", "ADBE Text Selector Mode", &[3.0]),
    f(&["mx"], "Max Amount", "ADBE Text Wiggly Max Amount", NUM, PCT, HUNDRED),
    f(&["mn"], "Min Amount", "ADBE Text Wiggly Min Amount", NUM, PCT, &[-100.0]),
    menu(&["b"], "Based On", "ADBE Text Range Type2", ONE),
    f(&["wf"], "Wiggles/Second", "ADBE Text Temporal Freq", NUM, NONE, &[2.0]),
    f(&["wc"], "Correlation", "ADBE Text Character Correlation", NUM, PCT, &[50.0]),
    f(&["tp"], "Temporal Phase", "ADBE Text Temporal Phase", NUM, DEG, Z),
    f(&["sp"], "Spatial Phase", "ADBE Text Spatial Phase", NUM, DEG, Z),
    menu(&["ld"], "Lock Dimensions", "ADBE Text Wiggly Lock Dim", Z),
    f(&["rs"], "Random Seed", "ADBE Text Wiggly Random Seed", NUM, NONE, Z),
];

/// An expression selector.
pub const BASED_ON: F = menu(&["b"], "Based On", "ADBE Text Range Type2", ONE);

/// The amount of an expression selector, whose expression stands in the selector itself.
pub const EXPRESSIBLE_AMOUNT: F = f(&["a"], "Amount", "ADBE Text Expressible Amount", NUM, PCT, HUNDRED);

/// Audio levels of a sound layer.
pub const AUDIO_LEVELS: F = f(&["lv"], "Audio Levels", "ADBE Audio Levels", V2, NONE, Z);

/// A dash, gap or offset of a stroke.
pub const DASH_DEFAULT: &[f64] = &[10.0];

/// A layer style.
pub struct Style {
    /// Its type `ty` in the file.
    pub ty: i64,
    /// Display name.
    pub name: &'static str,
    /// Match name.
    pub match_name: &'static str,
    /// Properties in AE's order.
    pub fields: &'static [Field],
}

const BLACK: &[f64] = &[0.0, 0.0, 0.0, 1.0];

/// Every layer style.
pub const STYLES: &[Style] = &[
    Style {
        ty: 0,
        name: "Stroke",
        match_name: "frameFX/enabled",
        fields: &[
            f(&["c"], "Color", "frameFX/color", COL, Unit::Channel, &[1.0, 0.0, 0.0, 1.0]),
            f(&["s"], "Size", "frameFX/size", NUM, PX, &[3.0]),
        ],
    },
    Style {
        ty: 1,
        name: "Drop Shadow",
        match_name: "dropShadow/enabled",
        fields: &[
            f(&["bm"], "Blend Mode", "dropShadow/mode2", NUM, NONE, &[5.0]),
            f(&["c"], "Color", "dropShadow/color", COL, Unit::Channel, BLACK),
            f(&["o"], "Opacity", "dropShadow/opacity", NUM, PCT, &[75.0]),
            f(&["a"], "Angle", "dropShadow/localLightingAngle", NUM, DEG, &[120.0]),
            f(&["d"], "Distance", "dropShadow/distance", NUM, PX, &[5.0]),
            f(&["ch"], "Spread", "dropShadow/chokeMatte", NUM, PCT, Z),
            f(&["s"], "Size", "dropShadow/blur", NUM, PX, &[5.0]),
            f(&["no"], "Noise", "dropShadow/noise", NUM, PCT, Z),
            f(&["lc"], "Layer Knocks Out Drop Shadow", "dropShadow/layerConceals", NUM, NONE, ONE),
        ],
    },
    Style {
        ty: 2,
        name: "Inner Shadow",
        match_name: "innerShadow/enabled",
        fields: &[
            f(&["bm"], "Blend Mode", "innerShadow/mode2", NUM, NONE, &[5.0]),
            f(&["c"], "Color", "innerShadow/color", COL, Unit::Channel, BLACK),
            f(&["o"], "Opacity", "innerShadow/opacity", NUM, PCT, &[75.0]),
            f(&["a"], "Angle", "innerShadow/localLightingAngle", NUM, DEG, &[120.0]),
            f(&["d"], "Distance", "innerShadow/distance", NUM, PX, &[5.0]),
            f(&["ch"], "Choke", "innerShadow/chokeMatte", NUM, PCT, Z),
            f(&["s"], "Size", "innerShadow/blur", NUM, PX, &[5.0]),
            f(&["no"], "Noise", "innerShadow/noise", NUM, PCT, Z),
        ],
    },
    Style {
        ty: 3,
        name: "Outer Glow",
        match_name: "outerGlow/enabled",
        fields: &[
            f(&["bm"], "Blend Mode", "outerGlow/mode2", NUM, NONE, &[11.0]),
            f(&["o"], "Opacity", "outerGlow/opacity", NUM, PCT, &[75.0]),
            f(&["no"], "Noise", "outerGlow/noise", NUM, PCT, Z),
            f(&["c"], "Color", "outerGlow/color", COL, Unit::Channel, &[1.0, 1.0, 0.75, 1.0]),
            f(&["ch"], "Spread", "outerGlow/chokeMatte", NUM, PCT, Z),
            f(&["s"], "Size", "outerGlow/blur", NUM, PX, &[5.0]),
            f(&["r"], "Range", "outerGlow/inputRange", NUM, PCT, &[50.0]),
            f(&["j"], "Jitter", "outerGlow/shadingNoise", NUM, PCT, Z),
        ],
    },
    Style {
        ty: 4,
        name: "Inner Glow",
        match_name: "innerGlow/enabled",
        fields: &[
            f(&["bm"], "Blend Mode", "innerGlow/mode2", NUM, NONE, &[11.0]),
            f(&["o"], "Opacity", "innerGlow/opacity", NUM, PCT, &[75.0]),
            f(&["no"], "Noise", "innerGlow/noise", NUM, PCT, Z),
            f(&["c"], "Color", "innerGlow/color", COL, Unit::Channel, &[1.0, 1.0, 0.75, 1.0]),
            f(&["sr"], "Source", "innerGlow/innerGlowSource", NUM, NONE, ONE),
            f(&["ch"], "Choke", "innerGlow/chokeMatte", NUM, PCT, Z),
            f(&["s"], "Size", "innerGlow/blur", NUM, PX, &[5.0]),
            f(&["r"], "Range", "innerGlow/inputRange", NUM, PCT, &[50.0]),
            f(&["j"], "Jitter", "innerGlow/shadingNoise", NUM, PCT, Z),
        ],
    },
    Style {
        ty: 5,
        name: "Bevel and Emboss",
        match_name: "bevelEmboss/enabled",
        fields: &[
            f(&["bs"], "Style", "bevelEmboss/bevelStyle", NUM, NONE, &[2.0]),
            f(&["bt"], "Technique", "bevelEmboss/bevelTechnique", NUM, NONE, ONE),
            f(&["sr"], "Depth", "bevelEmboss/strengthRatio", NUM, PCT, HUNDRED),
            f(&["s"], "Size", "bevelEmboss/blur", NUM, PX, &[5.0]),
            f(&["sf"], "Soften", "bevelEmboss/softness", NUM, PX, Z),
            f(&["a"], "Angle", "bevelEmboss/localLightingAngle", NUM, DEG, &[120.0]),
            f(&["ll"], "Altitude", "bevelEmboss/localLightingAltitude", NUM, DEG, &[30.0]),
            f(
                &["hc"],
                "Highlight Color",
                "bevelEmboss/highlightColor",
                COL,
                Unit::Channel,
                &[1.0, 1.0, 1.0, 1.0],
            ),
            f(&["ho"], "Highlight Opacity", "bevelEmboss/highlightOpacity", NUM, PCT, &[75.0]),
            f(&["sc"], "Shadow Color", "bevelEmboss/shadowColor", COL, Unit::Channel, BLACK),
            f(&["so"], "Shadow Opacity", "bevelEmboss/shadowOpacity", NUM, PCT, &[75.0]),
        ],
    },
    Style {
        ty: 6,
        name: "Satin",
        match_name: "chromeFX/enabled",
        fields: &[
            f(&["bm"], "Blend Mode", "chromeFX/mode2", NUM, NONE, &[5.0]),
            f(&["c"], "Color", "chromeFX/color", COL, Unit::Channel, BLACK),
            f(&["o"], "Opacity", "chromeFX/opacity", NUM, PCT, &[50.0]),
            f(&["a"], "Angle", "chromeFX/localLightingAngle", NUM, DEG, &[19.0]),
            f(&["d"], "Distance", "chromeFX/distance", NUM, PX, &[11.0]),
            f(&["s"], "Size", "chromeFX/blur", NUM, PX, &[14.0]),
            f(&["in"], "Invert", "chromeFX/invert", NUM, NONE, ONE),
        ],
    },
    Style {
        ty: 7,
        name: "Color Overlay",
        match_name: "solidFill/enabled",
        fields: &[
            f(&["bm"], "Blend Mode", "solidFill/mode2", NUM, NONE, ONE),
            f(&["c"], "Color", "solidFill/color", COL, Unit::Channel, &[1.0, 0.0, 0.0, 1.0]),
            f(&["so", "o"], "Opacity", "solidFill/opacity", NUM, PCT, HUNDRED),
        ],
    },
    Style {
        ty: 8,
        name: "Gradient Overlay",
        match_name: "gradientFill/enabled",
        fields: &[
            f(&["bm"], "Blend Mode", "gradientFill/mode2", NUM, NONE, ONE),
            f(&["o"], "Opacity", "gradientFill/opacity", NUM, PCT, HUNDRED),
            f(&["gf"], "Colors", "gradientFill/gradient", GRD, Unit::Channel, &[]),
            f(&["gs"], "Gradient Smoothness", "gradientFill/gradientSmoothness", NUM, PCT, HUNDRED),
            f(&["a"], "Angle", "gradientFill/angle", NUM, DEG, &[90.0]),
            f(&["gt"], "Style", "gradientFill/type", NUM, NONE, ONE),
            f(&["re"], "Reverse", "gradientFill/reverse", NUM, NONE, Z),
            f(&["al"], "Align with Layer", "gradientFill/align", NUM, NONE, ONE),
            f(&["s"], "Scale", "gradientFill/scale", NUM, PCT, HUNDRED),
            f(&["of"], "Offset", "gradientFill/offset", P2, PCT, Z),
        ],
    },
];

/// Effects that have a type `ty` of their own in the file, and their match names.
pub const NATIVE_EFFECTS: [(i64, &str); 15] = [
    (20, "ADBE Tint"),
    (21, "ADBE Fill"),
    (22, "ADBE Stroke"),
    (23, "ADBE Tritone"),
    (24, "ADBE Pro Levels2"),
    (25, "ADBE Drop Shadow"),
    (26, "ADBE Radial Wipe"),
    (27, "ADBE Displacement Map"),
    (28, "ADBE Set Matte3"),
    (29, "ADBE Gaussian Blur 2"),
    (30, "ADBE Twirl"),
    (31, "ADBE MESH WARP"),
    (32, "ADBE Ripple"),
    (33, "ADBE Spherize"),
    (34, "ADBE FreePin3"),
];
