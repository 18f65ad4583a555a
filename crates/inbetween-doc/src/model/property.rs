use super::{Keyframe, SourceSpan};
use inbetween_types::{Unit, Value, ValueKind};
use std::borrow::Cow;

/// A property group: Transform, an effect, a shape group, a mask …, or a whole layer.
#[derive(Clone, Debug, Default)]
pub struct PropertyGroup {
    /// Display name; AE's English default where the file states none.
    pub name: Cow<'static, str>,
    /// Match name, for example `ADBE Transform Group`. Unknown effects keep the file's.
    pub match_name: Cow<'static, str>,
    /// What kind of group it is.
    pub kind: GroupKind,
    /// The eye or effect switch.
    pub enabled: bool,
    /// Properties and groups in AE's order.
    pub children: Vec<PropertyNode>,
    /// The object in the file.
    pub span: Option<SourceSpan>,
}

impl PropertyGroup {
    /// The first child group with this match name.
    #[must_use]
    pub fn group(&self, match_name: &str) -> Option<&Self> {
        self.children.iter().find_map(|child| match child {
            PropertyNode::Group(group) if group.match_name == match_name => Some(group),
            _ => None,
        })
    }

    /// The first child property with this match name.
    #[must_use]
    pub fn property(&self, match_name: &str) -> Option<&Property> {
        self.children.iter().find_map(|child| match child {
            PropertyNode::Property(property) if property.match_name == match_name => Some(property),
            _ => None,
        })
    }

    /// All child groups.
    pub fn groups(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            PropertyNode::Group(group) => Some(group),
            PropertyNode::Property(_) => None,
        })
    }
}

/// A member of a property group.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PropertyNode {
    /// A group.
    Group(PropertyGroup),
    /// A property.
    Property(Property),
}

/// What a property group is, where it matters beyond its match name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GroupKind {
    /// A layer itself.
    Layer,
    /// The Masks group.
    Masks,
    /// One mask.
    Mask,
    /// The Effects group.
    Effects,
    /// One effect.
    Effect,
    /// A Transform group (of a layer, a shape group or a repeater).
    Transform,
    /// The Contents group of a shape layer or of a shape group.
    Contents,
    /// A shape group: its children are Contents and Transform.
    ShapeGroup,
    /// Any other shape item: rectangle, path, fill, trim paths …
    ShapeItem,
    /// The Text group.
    Text,
    /// The Animators group or one animator, selector and the like.
    TextAnimator,
    /// The Layer Styles group or one style.
    LayerStyle,
    /// Anything else.
    #[default]
    Other,
}

/// An animatable property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Display name, for example `Rotation`.
    pub name: Cow<'static, str>,
    /// Match name, for example `ADBE Rotate Z`.
    pub match_name: Cow<'static, str>,
    /// What kind of value it takes.
    pub kind: ValueKind,
    /// The unit of its numbers.
    pub unit: Unit,
    /// The static value, in AE's units; the first key's value when it has keys.
    pub value: Value,
    /// Keyframes in time order; empty when static.
    pub keyframes: Vec<Keyframe>,
    /// Its expression.
    pub expression: Option<Expression>,
    /// For Position: whether its dimensions are separate properties (its followers `ADBE Position_0` …), whose
    /// values then make this one's.
    pub separated: bool,
    /// The property object in the file (`{"a":…,"k":…}`).
    pub span: Option<SourceSpan>,
    /// Factor from AE's units to the file's numbers, 1 nearly everywhere (255 for Bodymovin 4 colours).
    pub file_scale: f64,
}

impl Property {
    /// A static property without a place in a file.
    #[must_use]
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        match_name: impl Into<Cow<'static, str>>,
        kind: ValueKind,
        unit: Unit,
        value: Value,
    ) -> Self {
        Self {
            name: name.into(),
            match_name: match_name.into(),
            kind,
            unit,
            value,
            keyframes: Vec::new(),
            expression: None,
            separated: false,
            span: None,
            file_scale: 1.0,
        }
    }
}

/// An expression as the file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// Its text.
    pub source: String,
    /// Whether it is switched on.
    pub enabled: bool,
}
