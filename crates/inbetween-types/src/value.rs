//! What a property can hold.

use crate::{Path, TextDocument};
use std::sync::Arc;

/// The components of a vector value: at most four sit inline (points, scales, colours).
pub type Vector = smallvec::SmallVec<[f64; 4]>;

/// The value of a property at one time, in AE's units: pixels, percent, degrees, seconds, colours 0..1.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// One number.
    Number(f64),
    /// A point, scale, orientation (2 or 3 components), colour (RGBA, 0..1) or gradient ramp (any length).
    Vector(Vector),
    /// A mask or shape path.
    Path(Arc<Path>),
    /// A text document: the text and its style.
    Text(Arc<TextDocument>),
}

impl Value {
    /// A vector value.
    #[must_use]
    pub fn vector(components: &[f64]) -> Self {
        Self::Vector(Vector::from_slice(components))
    }

    /// The numbers of a number or vector value; empty for paths and text.
    #[must_use]
    pub fn components(&self) -> &[f64] {
        match self {
            Self::Number(n) => std::slice::from_ref(n),
            Self::Vector(v) => v,
            Self::Path(_) | Self::Text(_) => &[],
        }
    }

    /// Component `index` of a number or vector, 0 when it has none there.
    #[must_use]
    pub fn component(&self, index: usize) -> f64 {
        self.components().get(index).copied().unwrap_or(0.0)
    }

    /// Whether every number in the value is finite. Text counts as finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Path(path) => path.is_finite(),
            other => other.components().iter().all(|n| n.is_finite()),
        }
    }

    /// The same kind of value with `f` applied to each number. Paths map their coordinates; text is unchanged.
    #[must_use]
    pub fn map(&self, mut f: impl FnMut(f64) -> f64) -> Self {
        match self {
            Self::Number(n) => Self::Number(f(*n)),
            Self::Vector(v) => Self::Vector(v.iter().map(|&n| f(n)).collect()),
            Self::Path(path) => Self::Path(Arc::new(path.map(f))),
            Self::Text(text) => Self::Text(Arc::clone(text)),
        }
    }

    /// `self + (other - self) * fraction`, component by component; `fraction` may lie outside 0..1.
    ///
    /// Components one side lacks count as that side having the other's value, so mixed lengths never jump to
    /// zero. Paths with different numbers of points, and text, hold `self` until `fraction` reaches 1.
    #[must_use]
    pub fn lerp(&self, other: &Self, fraction: f64) -> Self {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => Self::Number(lerp(*a, *b, fraction)),
            (Self::Number(_) | Self::Vector(_), Self::Number(_) | Self::Vector(_)) => {
                let (a, b) = (self.components(), other.components());
                Self::Vector(
                    (0..a.len().max(b.len()))
                        .filter_map(|i| match (a.get(i), b.get(i)) {
                            (Some(&x), Some(&y)) => Some(lerp(x, y, fraction)),
                            (Some(&x), None) | (None, Some(&x)) => Some(x),
                            (None, None) => None,
                        })
                        .collect(),
                )
            }
            (Self::Path(a), Self::Path(b)) if a.len() == b.len() => Self::Path(Arc::new(a.lerp(b, fraction))),
            _ => {
                if fraction >= 1.0 {
                    other.clone()
                } else {
                    self.clone()
                }
            }
        }
    }
}

/// `a + (b - a) * t`, exact at `t == 0` and `t == 1`.
#[must_use]
pub fn lerp(a: f64, b: f64, t: f64) -> f64 {
    if t == 1.0 { b } else { a + (b - a) * t }
}

impl From<f64> for Value {
    fn from(n: f64) -> Self {
        Self::Number(n)
    }
}

/// What kind of value a property takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueKind {
    /// One number; checkboxes and menus are numbers too, as in AE.
    Number,
    /// A vector of 2 or 3 components that is not a place: scale, orientation, size.
    Vector(u8),
    /// A point of 2 or 3 components whose keys may carry spatial tangents.
    Point(u8),
    /// RGBA, 0..1.
    Color,
    /// A gradient ramp: the stops as the file stores them.
    Gradient,
    /// Any number of numbers, at least one: weights.
    List,
    /// A mask or shape path.
    Path,
    /// A text document.
    Text,
}

impl ValueKind {
    /// How many numbers a value of this kind has; `None` for gradients, lists, paths and text.
    #[must_use]
    pub fn dimensions(self) -> Option<usize> {
        match self {
            Self::Number => Some(1),
            Self::Vector(n) | Self::Point(n) => Some(usize::from(n)),
            Self::Color => Some(4),
            Self::Gradient | Self::List | Self::Path | Self::Text => None,
        }
    }
}

/// The unit of a property's numbers, as AE shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// A plain number, a menu entry, a switch.
    #[default]
    None,
    /// Pixels.
    Pixels,
    /// Percent, 100 = whole.
    Percent,
    /// Degrees, clockwise on screen.
    Degrees,
    /// Seconds.
    Seconds,
    /// A colour channel, 0..1.
    Channel,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lerp_keeps_the_longer_length() {
        let a = Value::vector(&[0.0, 10.0]);
        let b = Value::vector(&[4.0, 20.0, 7.0]);
        assert_eq!(a.lerp(&b, 0.25), Value::vector(&[1.0, 12.5, 7.0]));
    }

    #[test]
    fn lerp_is_exact_at_both_ends() {
        let (a, b) = (0.1, 0.7);
        assert_eq!(lerp(a, b, 0.0), a);
        assert_eq!(lerp(a, b, 1.0), b);
    }
}
