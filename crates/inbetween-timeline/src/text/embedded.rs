//! Units of the glyphs a document embeds.
//!
//! Glyph outlines are in hundredths of the font size. A character without a glyph is estimated: half an em wide (a
//! quarter for a space), 72 % of the font size high.

use super::GlyphSource;
use inbetween_doc::{Document, Glyph};
use inbetween_types::TextStyle;
use kurbo::{Affine, BezPath, Rect, Shape};
use std::collections::HashMap;
use std::sync::Arc;

/// Advance and height of what has no glyph, over the font size.
const ESTIMATED_ADVANCE: f64 = 0.5;
const ESTIMATED_SPACE: f64 = 0.25;
const ESTIMATED_HEIGHT: f64 = 0.72;

/// What draws a piece of text, and its sizes in pixels.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) glyph: GlyphSource,
    pub(super) advance: f64,
    /// Relative to the pen.
    pub(super) ink: Option<Rect>,
    /// Whether the sizes are an estimate.
    pub(super) estimated: bool,
}

/// Sizes of a character that nothing draws.
pub(super) fn estimate(space: bool, [sx, sy]: [f64; 2]) -> Drawn {
    let width = if space { ESTIMATED_SPACE } else { ESTIMATED_ADVANCE };
    Drawn {
        glyph: GlyphSource::None,
        advance: width * sx,
        ink: (!space).then(|| block(ESTIMATED_ADVANCE * sx, sy)),
        estimated: !space,
    }
}

/// The estimated ink of a character.
fn block(advance: f64, size: f64) -> Rect {
    Rect::new(0.0, -ESTIMATED_HEIGHT * size, advance, 0.0)
}

/// Outlines by glyph and scale: equal characters share one.
pub(super) type Outlines = HashMap<(usize, [u64; 2]), Arc<BezPath>>;

/// The glyphs of one style.
#[derive(Debug)]
pub(super) struct Glyphs<'a> {
    /// By character, with their places in the document; the first where several have it.
    known: HashMap<&'a str, (usize, &'a Glyph)>,
    /// Longest sequence that has a glyph, in characters.
    longest: usize,
}

impl<'a> Glyphs<'a> {
    pub(super) fn new(document: &'a Document, style: &TextStyle) -> Self {
        let mut known = HashMap::new();
        for (at, glyph) in document.glyphs.iter().enumerate() {
            if glyph.belongs_to(style, &document.fonts) {
                known.entry(glyph.character.as_str()).or_insert((at, glyph));
            }
        }
        let longest = known.keys().map(|character| character.chars().count()).max().unwrap_or(1).clamp(1, 16);
        Self { known, longest }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Bytes of the longest sequence at the start of a text that has a glyph.
    pub(super) fn longest_at(&self, text: &str) -> Option<usize> {
        if self.known.is_empty() {
            return None;
        }
        let mut found = None;
        for (at, c) in text.char_indices().take(self.longest) {
            let end = at + c.len_utf8();
            if text.get(..end).is_some_and(|part| self.known.contains_key(part)) {
                found = Some(end);
            }
        }
        found
    }

    /// What draws a sequence that has a glyph, at a size in pixels.
    pub(super) fn draw(&self, sequence: &str, [sx, sy]: [f64; 2], outlines: &mut Outlines) -> Option<Drawn> {
        let (index, glyph) = self.known.get(sequence).copied()?;
        let scale = [sx / 100.0, sy / 100.0];
        let advance = glyph.advance / 100.0 * sx;
        let drawn = glyph.paths.iter().filter(|path| !path.is_empty() && path.is_finite());
        let outline = drawn.map(|path| path.to_bez_path().bounding_box()).reduce(|a, b| a.union(b));
        let (ink, estimated) = match outline {
            Some(rect) => (
                Some(Rect::new(
                    rect.x0 / 100.0 * sx,
                    rect.y0 / 100.0 * sy,
                    rect.x1 / 100.0 * sx,
                    rect.y1 / 100.0 * sy,
                )),
                false,
            ),
            None if glyph.composition.is_some() => (Some(block(advance, sy)), true),
            None => (None, false),
        };
        let glyph = if glyph.composition.is_some() && glyph.paths.is_empty() {
            GlyphSource::Composition(index, scale)
        } else {
            let path = outlines.entry((index, scale.map(f64::to_bits))).or_insert_with(|| {
                let scale = Affine::scale_non_uniform(scale[0], scale[1]);
                let mut all = BezPath::new();
                for path in glyph.paths.iter().filter(|path| path.is_finite()) {
                    all.extend(scale * path.to_bez_path());
                }
                Arc::new(all)
            });
            if path.elements().is_empty() {
                GlyphSource::None
            } else {
                GlyphSource::Outline(Arc::clone(path))
            }
        };
        Some(Drawn { glyph, advance, ink, estimated })
    }
}
