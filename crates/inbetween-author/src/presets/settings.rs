//! What a preset can be told, and which properties it fits.

use super::template::Place;
use inbetween_types::{Unit, ValueKind};

/// One thing that can be set.
#[derive(Debug)]
pub struct Setting {
    /// Name in commands; a control is called `prefix name`.
    pub name: &'static str,
    /// One line, with the unit.
    pub about: &'static str,
    /// What it becomes.
    pub kind: SettingKind,
    /// The properties that have use for it.
    pub only: Option<Shape>,
}

/// What a setting becomes.
#[derive(Debug)]
#[non_exhaustive]
pub enum SettingKind {
    /// A Slider Control: default, least, most, unit.
    Slider(f64, f64, f64, &'static str),
    /// An Angle Control, in degrees.
    Angle(f64),
    /// A Checkbox Control.
    Checkbox(bool),
    /// A Slider Control whose value an expression solves; it is not to be set.
    Solved(fn(&Place<'_>) -> String),
    /// A layer that the expression names; `true` when the preset works without.
    Layer(bool),
    /// One of these words, the first when it is not given.
    Choice(&'static [&'static str]),
    /// A text that stands in the expression.
    Text(&'static str),
}

/// Shapes of value that a setting is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Points in space.
    Point,
}

/// Which properties a part fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fits {
    /// Numbers and vectors of up to three components: rotation, opacity, scale, position, sliders, sizes.
    Numbers,
    /// One number in degrees.
    Angle,
    /// A point in space.
    Point,
    /// A layer's or group's scale.
    Scale,
    /// Numbers and vectors that are no point in space.
    NoPoint,
    /// Source Text.
    Text,
    /// The amount of a text animator's expression selector.
    Amount,
}

impl Fits {
    /// Whether a property of this kind, unit and match name is one.
    #[must_use]
    pub fn takes(self, kind: ValueKind, unit: Unit, match_name: &str) -> bool {
        let amount = match_name == "ADBE Text Expressible Amount";
        let numbers = matches!(kind, ValueKind::Number | ValueKind::Vector(_) | ValueKind::Point(_));
        match self {
            Self::Numbers => numbers && !amount,
            Self::NoPoint => numbers && !amount && !matches!(kind, ValueKind::Point(_)),
            Self::Angle => kind == ValueKind::Number && unit == Unit::Degrees,
            Self::Point => matches!(kind, ValueKind::Point(_)),
            Self::Scale => matches!(kind, ValueKind::Vector(_)) && unit == Unit::Percent,
            Self::Text => kind == ValueKind::Text,
            Self::Amount => amount,
        }
    }

    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Numbers => "any number, vector or point (rotation, opacity, scale, position, a slider …)",
            Self::NoPoint => "a number or vector that is no point (rotation, opacity, scale, a slider …)",
            Self::Angle => "a rotation (one angle)",
            Self::Point => "a position or another point (2D or 3D)",
            Self::Scale => "a scale",
            Self::Text => "a Source Text",
            Self::Amount => "the Amount of a text animator's expression selector",
        }
    }
}

/// A slider.
pub(super) const fn slider(
    name: &'static str,
    default: f64,
    range: [f64; 2],
    unit: &'static str,
    about: &'static str,
) -> Setting {
    let [least, most] = range;
    Setting { name, about, kind: SettingKind::Slider(default, least, most, unit), only: None }
}

/// An angle.
pub(super) const fn angle(name: &'static str, default: f64, about: &'static str) -> Setting {
    Setting { name, about, kind: SettingKind::Angle(default), only: None }
}

/// A checkbox.
pub(super) const fn checkbox(name: &'static str, default: bool, about: &'static str) -> Setting {
    Setting { name, about, kind: SettingKind::Checkbox(default), only: None }
}

/// A layer that must be given.
pub(super) const fn layer(name: &'static str, about: &'static str) -> Setting {
    Setting { name, about, kind: SettingKind::Layer(false), only: None }
}

/// The direction of a movement, for points only.
pub(super) const fn direction(about: &'static str) -> Setting {
    Setting { name: "direction", about, kind: SettingKind::Angle(90.0), only: Some(Shape::Point) }
}

/// No upper or lower bound worth a message.
pub(super) const ANY: [f64; 2] = [-1e6, 1e6];
/// From nothing up.
pub(super) const UP: [f64; 2] = [0.0, 1e6];
