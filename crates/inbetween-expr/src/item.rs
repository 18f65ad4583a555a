//! Values as expressions see them.

use crate::Object;
use inbetween_types::{Path, TextDocument};
use std::sync::Arc;

/// A value on the border between an expression and its host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// `undefined` or `null`.
    Undefined,
    /// A boolean.
    Bool(bool),
    /// A number, possibly NaN or infinite.
    Number(f64),
    /// A string.
    Text(Arc<str>),
    /// An array: a vector, a list of points, anything.
    Array(Vec<Item>),
    /// A plain object with its members in order.
    Record(Vec<(Arc<str>, Item)>),
    /// A path value.
    Path(Arc<Path>),
    /// A text style with its text: what `text.sourceText.style` and `createStyle()` are.
    Style(Arc<TextDocument>),
    /// A key of a property or a marker: a record that also acts as its `value` (`key(1)[0]`).
    Key(Vec<(Arc<str>, Item)>),
    /// A handle: composition, layer, group, property …
    Object(Object),
}

/// The one member of the record that stands for what no item holds, among the values of a traced program: the words that
/// would find or make it.
pub const MADE_BY: &str = "expression";

impl Item {
    /// An array of numbers.
    #[must_use]
    pub fn numbers(numbers: &[f64]) -> Self {
        Self::Array(numbers.iter().map(|&n| Self::Number(n)).collect())
    }

    /// A string.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(Arc::from(text))
    }

    /// The number this is, as JavaScript's `Number()` makes it of numbers, booleans, numeric strings and
    /// one-element arrays.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Bool(b) => Some(f64::from(u8::from(*b))),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Array(items) => match items.as_slice() {
                [one] => one.as_number(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The numbers of an array, or of a lone number; `None` when any part is no number.
    #[must_use]
    pub fn as_numbers(&self) -> Option<Vec<f64>> {
        match self {
            Self::Array(items) => items.iter().map(Self::as_number).collect(),
            other => other.as_number().map(|n| vec![n]),
        }
    }

    /// The string, if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}
