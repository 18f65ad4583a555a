//! Drawings (SVG) as layers of vector shapes.
//!
//! Each layer of the drawing, top-level group or loose shape becomes an [`ArtworkLayer`]: Lottie shape items in layer
//! space, whose origin is the artwork's top-left corner. That is After Effects' own rule for imported layers, on which
//! the arithmetic of rigs rests.

#[cfg(feature = "svg")]
mod clip;
mod lottie;
#[cfg(feature = "svg")]
mod matrix;
#[cfg(feature = "svg")]
mod names;
#[cfg(feature = "svg")]
mod paint;
#[cfg(feature = "svg")]
mod path;
#[cfg(feature = "svg")]
mod read;
mod scene;
#[cfg(feature = "svg")]
mod shapes;
#[cfg(test)]
mod tests;

pub use lottie::{CompositionSettings, lottie, unique_names};
pub use scene::scene;

use inbetween_types::Diagnostic;
use std::fmt;

/// How large a layer made of artwork is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeRule {
    /// As large as what is drawn, rounded outwards to whole pixels; its origin is the artwork's top-left corner.
    #[default]
    Artwork,
    /// As large as the drawing, rounded up; its origin is the drawing's corner.
    Document,
}

impl SizeRule {
    /// The rule of that name: `artwork` or `document`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "artwork" => Some(Self::Artwork),
            "document" => Some(Self::Document),
            _ => None,
        }
    }

    /// Its name in scene files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Artwork => "artwork",
            Self::Document => "document",
        }
    }
}

/// A named place: the centre of the box of an element with an id.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The element's id as the file has it.
    pub id: String,
    /// Pixels to the right of the origin.
    pub x: f64,
    /// Pixels below the origin.
    pub y: f64,
}

/// A layer made of a part of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct ArtworkLayer {
    /// The name the drawing program shows: Inkscape's label, Illustrator's `data-name`, else the id without escapes.
    pub name: String,
    /// The element's id in the file; empty where it has none.
    pub id: String,
    /// Left, top, width and height in the drawing's pixels: what is drawn, strokes included, rounded outwards to
    /// whole pixels (an excess below a hundredth of a pixel does not count).
    pub rect: [f64; 4],
    /// The layer's origin in the drawing's pixels.
    pub origin: [f64; 2],
    /// The layer's width and height in pixels.
    pub size: [f64; 2],
    /// A Lottie array of shape items in layer space.
    pub shapes: serde_json::Value,
    /// The marks among its elements, in layer space and in the order of the file.
    pub marks: Vec<Mark>,
}

impl ArtworkLayer {
    /// Where the layer's centre lies in layer space: its anchor point when it is imported.
    #[must_use]
    pub fn center(&self) -> [f64; 2] {
        [self.size[0] / 2.0, self.size[1] / 2.0]
    }

    /// Where that centre lies in the drawing: its position when it is imported.
    #[must_use]
    pub fn position(&self) -> [f64; 2] {
        let [x, y] = self.center();
        [self.origin[0] + x, self.origin[1] + y]
    }
}

/// A drawing read as layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Artwork {
    /// Width in pixels as the drawing states it (96 to the inch).
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// Its layers, the topmost first as in After Effects' timeline.
    pub layers: Vec<ArtworkLayer>,
    /// Every element with an id, in the drawing's pixels.
    pub marks: Vec<Mark>,
    /// What shapes cannot say, by name.
    pub diagnostics: Vec<Diagnostic>,
}

impl Artwork {
    /// The first layer of this name, else the first of this id.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&ArtworkLayer> {
        let by_name = self.layers.iter().find(|layer| layer.name == name);
        by_name.or_else(|| self.layers.iter().find(|layer| layer.id == name && !name.is_empty()))
    }

    /// The place of the element `id` in `layer`'s space, wherever in the drawing it stands: the layer's own mark
    /// before one elsewhere.
    #[must_use]
    pub fn mark_in(&self, layer: &ArtworkLayer, id: &str) -> Option<[f64; 2]> {
        if let Some(mark) = layer.marks.iter().find(|mark| mark.id == id) {
            return Some([mark.x, mark.y]);
        }
        let mark = self.marks.iter().find(|mark| mark.id == id)?;
        Some([mark.x - layer.origin[0], mark.y - layer.origin[1]])
    }
}

/// Why a drawing cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArtworkError {
    /// It is no SVG, or a broken one.
    Svg(String),
    /// It asks for more than this reads: says which limit.
    TooMuch(String),
    /// SVG is not built in (feature `svg`).
    NotBuiltIn,
}

impl fmt::Display for ArtworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Svg(what) => write!(f, "the drawing cannot be read: {what}"),
            Self::TooMuch(what) => write!(f, "the drawing is too much: {what}"),
            Self::NotBuiltIn => f.write_str("this build reads no SVG drawings (feature svg)"),
        }
    }
}

impl std::error::Error for ArtworkError {}

/// Reads an SVG drawing as layers.
///
/// Nothing outside the file is read. One group around everything that holds groups or named shapes is looked through.
/// Filters, patterns, masks, images, text and clipping that cuts are left out and said in
/// [`Artwork::diagnostics`].
///
/// # Errors
/// [`ArtworkError`] when the bytes are no SVG or ask for more than the limits (8 MiB of text, 100 000 shapes, two
/// million points, 40 groups in each other).
#[cfg(feature = "svg")]
pub fn read(svg: &[u8], rule: SizeRule) -> Result<Artwork, ArtworkError> {
    read::read(svg, rule)
}

/// Reads an SVG drawing as layers; always [`ArtworkError::NotBuiltIn`] in this build.
///
/// # Errors
/// Always.
#[cfg(not(feature = "svg"))]
pub fn read(_svg: &[u8], _rule: SizeRule) -> Result<Artwork, ArtworkError> {
    Err(ArtworkError::NotBuiltIn)
}

/// The layers of a drawing, topmost first, sized by [`SizeRule::Artwork`]: [`read`] without the rest.
///
/// # Errors
/// As [`read`].
pub fn layers(svg: &[u8]) -> Result<Vec<ArtworkLayer>, ArtworkError> {
    read(svg, SizeRule::Artwork).map(|artwork| artwork.layers)
}
