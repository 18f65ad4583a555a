//! What layers are made of: effects, masks, texts, shapes, styles.

use super::{CAPS, JUSTIFICATIONS, Key, Kind, MASK_MODES, PARAMETERS, key, snake, with_default};
use inbetween_doc::schema;
use inbetween_types::ValueKind;
use std::sync::LazyLock;

const NUM: Kind = Kind::Property(ValueKind::Number);

/// An expression control: its word, match name, name of its parameter, type of the parameter, kind of value.
pub(in crate::scene) struct Control {
    pub(in crate::scene) name: &'static str,
    pub(in crate::scene) match_name: &'static str,
    pub(in crate::scene) parameter: &'static str,
    pub(in crate::scene) ty: f64,
    pub(in crate::scene) kind: ValueKind,
}

/// Expression controls.
pub(in crate::scene) const CONTROLS: &[Control] = &[
    control("slider", "ADBE Slider Control", "Slider", 0.0, ValueKind::Number),
    control("angle", "ADBE Angle Control", "Angle", 1.0, ValueKind::Number),
    control("color", "ADBE Color Control", "Color", 2.0, ValueKind::Color),
    control("point", "ADBE Point Control", "Point", 3.0, ValueKind::Point(2)),
    control("point3d", "ADBE Point3D Control", "3D Point", 3.0, ValueKind::Point(3)),
    control("checkbox", "ADBE Checkbox Control", "Checkbox", 4.0, ValueKind::Number),
    control("layer", "ADBE Layer Control", "Layer", 10.0, ValueKind::Number),
    control("menu", "ADBE Dropdown Control", "Menu", 7.0, ValueKind::Number),
];

const fn control(
    name: &'static str,
    match_name: &'static str,
    parameter: &'static str,
    ty: f64,
    kind: ValueKind,
) -> Control {
    Control { name, match_name, parameter, ty, kind }
}

/// Keys of `[[layer.effect]]`.
pub(in crate::scene) const EFFECT: &[Key] = &[
    key(
        "type",
        &["mn"],
        Kind::Special("effect type"),
        "An expression control, or the match name of an effect",
    ),
    key("name", &["nm"], Kind::Text, "Its name, which effect(\"…\") finds"),
    key("value", &[], Kind::Special("property"), "The value of an expression control"),
    key("keyframes", &[], Kind::Special("keyframes"), "Keyframes of an expression control"),
    key("expression", &[], Kind::Special("expression"), "The expression of an expression control"),
    key("properties", &["ef"], Kind::Special("parameters"), "The parameters of an effect, in order"),
    key("disabled", &[], Kind::Special("flag"), "Whether it is switched off"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// Keys of a parameter of an effect.
pub(in crate::scene) const PARAMETER: &[Key] = &[
    key("name", &["nm"], Kind::Text, "Its name"),
    key("match_name", &["mn"], Kind::Text, "Its match name; the effect's and its number by default"),
    key("type", &["ty"], Kind::Words(PARAMETERS), "What it is; told by the value by default"),
    key("value", &["v"], Kind::Special("property"), "Its value"),
    key("keyframes", &[], Kind::Special("keyframes"), "Its keyframes"),
    key("expression", &[], Kind::Special("expression"), "Its expression"),
    key("properties", &["ef"], Kind::Special("parameters"), "The parameters of a group"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// Keys of `[[layer.mask]]`.
pub(in crate::scene) static MASK: LazyLock<Vec<Key>> = LazyLock::new(|| {
    vec![
        key("name", &["nm"], Kind::Text, "Its name, which mask(\"…\") finds"),
        key("mode", &["mode"], Kind::Letters(MASK_MODES), "How it meets those above it; add by default"),
        key("inverted", &["inv"], Kind::Flag, "Whether what lies outside is shown"),
        key("path", &["pt"], Kind::Property(ValueKind::Path), "Its outline"),
        with_default("opacity", &["o"], NUM, &[100.0], "Percent"),
        key("feather", &["f"], Kind::Property(ValueKind::Vector(2)), "Soft edge, in pixels across and down"),
        with_default("expansion", &["x"], NUM, &[0.0], "Pixels by which it grows"),
        key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
    ]
});

/// Keys of a text and its style.
pub(in crate::scene) const TEXT: &[Key] = &[
    key("text", &["t"], Kind::Text, "The text; \\r or a new line starts a paragraph"),
    key("font", &["f"], Kind::Text, "The name of a [[font]]"),
    with_default("size", &["s"], Kind::Number, &[36.0], "Size in pixels"),
    key("fill_color", &["fc"], Kind::Rgb, "Colour; black by default, \"none\" for none"),
    key("stroke_color", &["sc"], Kind::Rgb, "Colour of the outline; none by default"),
    key("stroke_width", &["sw"], Kind::Number, "Width of the outline in pixels"),
    key("stroke_over_fill", &["of"], Kind::Flag, "Whether the outline lies over the fill"),
    with_default(
        "tracking",
        &["tr"],
        Kind::Number,
        &[0.0],
        "Space between characters, in thousandths of the size",
    ),
    key("leading", &["lh"], Kind::Number, "Distance of lines in pixels; the font's by default"),
    with_default("baseline_shift", &["ls"], Kind::Number, &[0.0], "Pixels by which characters are raised"),
    with_default("justification", &["j"], Kind::Words(JUSTIFICATIONS), &[0.0], "Where lines stand"),
    key("caps", &["ca"], Kind::Words(CAPS), "Capitals"),
    key("box_size", &["sz"], Kind::Pair, "Size of the box of a paragraph text"),
    key("box_position", &["ps"], Kind::Pair, "Top left corner of that box"),
];

/// Keys of a text's path options.
pub(in crate::scene) static PATH_OPTIONS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut keys = vec![key("mask", &["m"], Kind::Special("mask"), "Name or number of the mask")];
    keys.extend(optional(Key::all_of(schema::TEXT_PATH)));
    keys
});

/// Keys of a text's more options.
pub(in crate::scene) static MORE_OPTIONS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut keys = Key::all_of(schema::TEXT_MORE);
    for key in &mut keys {
        key.stated = matches!(key.member(), "g" | "a");
    }
    keys
});

fn optional(mut keys: Vec<Key>) -> Vec<Key> {
    for key in &mut keys {
        key.stated = false;
    }
    keys
}

/// Keys of `[[layer.animator]]` apart from its properties.
pub(in crate::scene) const ANIMATOR: &[Key] = &[
    key("name", &["nm"], Kind::Text, "Its name"),
    key("selectors", &["s"], Kind::Special("selectors"), "Its selectors, in order"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// The properties an animator may have.
pub(in crate::scene) static ANIMATED: LazyLock<Vec<Key>> =
    LazyLock::new(|| optional(Key::all_of(schema::TEXT_ANIMATOR)));

/// A type of selector.
pub(in crate::scene) struct Selector {
    pub(in crate::scene) name: &'static str,
    pub(in crate::scene) ty: f64,
    pub(in crate::scene) keys: Vec<Key>,
}

/// Types of selectors.
pub(in crate::scene) static SELECTORS: LazyLock<Vec<Selector>> = LazyLock::new(|| {
    let mut range = Key::all_of(schema::RANGE_SELECTOR);
    range.extend(Key::all_of(schema::RANGE_ADVANCED));
    let mut expression = optional(Key::all_of(std::slice::from_ref(&schema::BASED_ON)));
    expression.extend(Key::all_of(std::slice::from_ref(&schema::EXPRESSIBLE_AMOUNT)));
    vec![
        Selector { name: "range", ty: 0.0, keys: range },
        Selector { name: "expression", ty: 1.0, keys: expression },
        Selector { name: "wiggly", ty: 2.0, keys: optional(Key::all_of(schema::WIGGLY_SELECTOR)) },
    ]
});

/// Keys of a selector apart from its properties.
pub(in crate::scene) const SELECTOR: &[Key] = &[
    key("type", &["t"], Kind::Special("selector type"), "range (default), expression or wiggly"),
    key("name", &["nm"], Kind::Text, "Its name"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// An item of a shape layer.
pub(in crate::scene) struct Item {
    /// The word for its type.
    pub(in crate::scene) name: String,
    /// Lottie's `ty`.
    pub(in crate::scene) ty: &'static str,
    /// The name AE gives it, to which it adds a number.
    pub(in crate::scene) title: &'static str,
    /// Its match name.
    pub(in crate::scene) match_name: &'static str,
    /// Its properties.
    pub(in crate::scene) keys: Vec<Key>,
}

/// Keys that every item of a shape layer has.
pub(in crate::scene) const ITEM: &[Key] = &[
    key("type", &["ty"], Kind::Special("shape type"), "What it is"),
    key("name", &["nm"], Kind::Text, "Its name, which content(\"…\") finds"),
    key("hidden", &["hd"], Kind::Flag, "Whether it is switched off"),
    key("html_id", &["ln"], Kind::Text, "The id that web players give it"),
    key("html_class", &["cl"], Kind::Text, "The class that web players give it"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];

/// Every item of shape layers but groups.
pub(in crate::scene) static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    schema::ITEMS
        .iter()
        .map(|item| {
            let mut keys = Key::all_of(item.fields);
            match item.ty {
                "st" | "gs" => keys.push(key(
                    "dashes",
                    &["d"],
                    Kind::Special("dashes"),
                    "[{ dash = 10 }, { gap = 5 }, { offset = 0 }]",
                )),
                "rp" => keys.push(key(
                    "transform",
                    &["tr"],
                    Kind::Special("repeater transform"),
                    "What each copy adds: anchor_point, position, scale, rotation, start_opacity, end_opacity",
                )),
                _ => {}
            }
            let word = snake(item.name);
            let name = match word.strip_suffix("_path") {
                Some(short) => short.to_owned(),
                None => word,
            };
            Item { name, ty: item.ty, title: item.name, match_name: item.match_name, keys }
        })
        .collect()
});

/// Keys of a group apart from its transform.
pub(in crate::scene) static GROUP: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut keys =
        vec![key("items", &["it"], Kind::Special("shapes"), "Its contents; the topmost comes first")];
    keys.extend(Key::all_of(std::slice::from_ref(&schema::GROUP_BLEND)));
    keys
});

/// The transform of a group.
pub(in crate::scene) static GROUP_TRANSFORM: LazyLock<Vec<Key>> =
    LazyLock::new(|| Key::all_of(schema::VECTOR_TRANSFORM));

/// The transform of a repeater.
pub(in crate::scene) static REPEATER_TRANSFORM: LazyLock<Vec<Key>> =
    LazyLock::new(|| Key::all_of(schema::REPEATER_TRANSFORM));

/// A layer style.
pub(in crate::scene) struct Style {
    pub(in crate::scene) name: String,
    pub(in crate::scene) title: &'static str,
    pub(in crate::scene) ty: i64,
    pub(in crate::scene) keys: Vec<Key>,
}

/// Layer styles.
pub(in crate::scene) static STYLES: LazyLock<Vec<Style>> = LazyLock::new(|| {
    schema::STYLES
        .iter()
        .map(|style| Style {
            name: snake(style.name),
            title: style.name,
            ty: style.ty,
            keys: optional(Key::all_of(style.fields)),
        })
        .collect()
});

/// Keys of a layer style apart from its properties.
pub(in crate::scene) const STYLE: &[Key] = &[
    key("type", &["ty"], Kind::Special("style type"), "What it is"),
    key("name", &["nm"], Kind::Text, "Its name"),
    key("hidden", &["hd"], Kind::Flag, "Whether it is switched off"),
    key("lottie", &[], Kind::Special("lottie"), "Further members of the Lottie object, as JSON"),
];
