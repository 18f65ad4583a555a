//! Fonts from bytes, and text shaped with them: no files, no system fonts, no host.
//!
//! A [`FontSet`] holds faces in order of priority. [`FontSet::shape`] turns a paragraph into [`Cluster`]s in logical
//! order: glyphs, advances, direction, places where a line may end. A cluster is a grapheme, or the graphemes of a
//! ligature: what must stay joined. [`FontSet::outline`] gives a glyph's shape.

#[cfg(feature = "bundled-fonts")]
mod bundled;
mod embolden;
mod engine;
mod face;
mod set;

pub use embolden::embolden;
pub use face::{FaceInfo, FontError, Metrics, Origin};
pub use set::{FontSet, Found, Request};

use std::ops::Range;

/// Direction of a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Base {
    /// That of its first letter that has one.
    #[default]
    Auto,
    /// Left to right.
    LeftToRight,
    /// Right to left.
    RightToLeft,
}

/// A stretch of a paragraph with one font and one set of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// First byte after it. Runs follow each other; each must end on a character and after the one before.
    pub end: usize,
    /// The font asked for, in the list given to [`FontSet::shape`].
    pub request: usize,
    /// Whether optional ligatures are used.
    pub ligatures: bool,
    /// Whether the font's kerning is used.
    pub kerning: bool,
}

/// A paragraph shaped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shaped {
    /// Clusters in logical order, which together cover the paragraph.
    pub clusters: Vec<Cluster>,
    /// Whether the paragraph runs right to left.
    pub rtl: bool,
}

/// What must stay together: a grapheme, or the graphemes of a ligature.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Bytes of the paragraph.
    pub range: Range<usize>,
    /// Its run.
    pub run: usize,
    /// Its face; `None` in a set without faces.
    pub face: Option<usize>,
    /// Glyphs from left to right, relative to the left end of the cluster, in em.
    pub glyphs: Vec<PlacedGlyph>,
    /// Advance in em.
    pub advance: f64,
    /// Embedding level (UAX #9): odd runs right to left.
    pub level: u8,
    /// Whether a line may end before it (UAX #14).
    pub breaks: bool,
    /// Whether a word starts at it (UAX #29).
    pub word: bool,
    /// Whether no face has it.
    pub missing: bool,
}

/// A glyph with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedGlyph {
    /// Its number in the face.
    pub id: u32,
    /// Em to the right of the cluster's left end.
    pub x: f64,
    /// Em below the baseline.
    pub y: f64,
}

/// Places from left to right of what has these embedding levels in logical order (UAX #9, rule L2).
#[must_use]
pub fn visual_order(levels: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..levels.len()).collect();
    let highest = levels.iter().copied().max().unwrap_or(0);
    let level_of = |at: &usize| levels.get(*at).copied().unwrap_or(0);
    for level in (1..=highest).rev() {
        let mut from = 0;
        while from < order.len() {
            let inside = order.get(from..).unwrap_or_default();
            let run = inside.iter().take_while(|at| level_of(at) >= level).count();
            if let Some(part) = order.get_mut(from..from + run) {
                part.reverse();
            }
            from += run.max(1);
        }
    }
    order
}
