//! Text laid out: units (grapheme or ligature clusters) in logical order with their places in layer space.
//!
//! Three steps. *Shaping* turns a paragraph into units, with the glyphs the document embeds (`embedded`) or with
//! fonts. *Breaking* cuts paragraphs into lines. *Placing* (`place`) orders each line's units by direction, justifies
//! it, and bends it along a path (`path`); [`relayout`] runs only this step again, with extra tracking and line
//! spacing.

pub(crate) mod animate;
mod embedded;
mod fonts;
mod memo;
mod path;
mod place;
mod shape;
mod source;

use inbetween_doc::Document;
use inbetween_text::FontSet;
use inbetween_types::{TextDocument, TextStyle, math};
use kurbo::{BezPath, Rect};
use std::iter::repeat_n;
use std::ops::Range;
use std::sync::Arc;

pub(crate) use memo::Memo;
pub(crate) use path::PathOptions;

/// Text laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    /// Units in logical order. Line breaks are none.
    pub(crate) units: Vec<Unit>,
    /// Lines from first to last; together they hold all units.
    pub(crate) lines: Vec<Line>,
    /// Styles that units refer to.
    pub(crate) styles: Vec<TextStyle>,
    /// Count of words: what stands between white space.
    pub(crate) words: usize,
    /// Whether some glyph was missing, so that places are estimates.
    pub(crate) estimated: bool,
    /// Characters without a glyph, each once, in order of appearance.
    pub(crate) missing: String,
    /// Faces that stand in for fonts asked for.
    pub(crate) stand_ins: Vec<StandIn>,
    /// Whether the document embeds any glyph of the fonts used.
    pub(crate) has_glyphs: bool,
    frame: place::Frame,
}

/// A face drawn in place of a font.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StandIn {
    /// The font asked for.
    pub(crate) font: String,
    /// PostScript name of the face used.
    pub(crate) face: String,
    /// Characters drawn with it, each once.
    pub(crate) characters: String,
    /// Whether the font itself is there, or some of its glyphs, but not these characters.
    pub(crate) partial: bool,
}

/// One animated unit: a grapheme cluster, or the characters of a ligature.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    /// Bytes of the document's text it covers.
    pub(crate) range: Range<usize>,
    /// Its text, before capitals.
    pub(crate) text: String,
    /// Its word, from 0. White space belongs to the word before it.
    pub(crate) word: usize,
    /// Its line, from 0.
    pub(crate) line: usize,
    /// Whether it is white space.
    pub(crate) space: bool,
    /// Pen on the baseline, at the unit's left end, in layer space.
    pub(crate) at: [f64; 2],
    /// Turn in degrees, on a path or in vertical text; 0 otherwise.
    pub(crate) rotation: f64,
    /// Advance in pixels, scaled, without tracking.
    pub(crate) advance: f64,
    /// Height over the baseline in pixels, of the font.
    pub(crate) ascent: f64,
    /// Depth under the baseline in pixels, of the font.
    pub(crate) descent: f64,
    /// Ink relative to the pen, not turned.
    pub(crate) ink: Option<Rect>,
    /// Its style in [`Layout::styles`].
    pub(crate) style: usize,
    /// What draws it.
    pub(crate) glyph: GlyphSource,
    /// Embedding level of its direction: odd runs right to left.
    level: u8,
    /// Pixels after it, by its style.
    tracking: f64,
    /// Whether a line may end before it.
    breaks: bool,
    /// Whether it is white space at the end of a wrapped line, which takes no room.
    hanging: bool,
    /// In vertical text: whether it stands upright.
    upright: bool,
}

/// What draws a unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GlyphSource {
    /// An outline in pixels relative to the pen.
    Outline(Arc<BezPath>),
    /// A glyph of the document that is a composition: its place in the document and its scale.
    Composition(usize, [f64; 2]),
    /// Nothing.
    None,
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Line {
    /// Its units.
    pub(crate) units: Range<usize>,
    /// Its baseline in layer space, before a path bends it.
    pub(crate) baseline: f64,
    /// Left end of its first unit from the left, before a path bends it.
    pub(crate) left: f64,
    /// From there to the end of its last one.
    pub(crate) width: f64,
    /// Whether its paragraph runs right to left.
    pub(crate) rtl: bool,
    /// Whether it ends its paragraph.
    last: bool,
    /// Whether it starts its paragraph.
    first: bool,
    /// From the baseline before to this one.
    leading: f64,
}

/// What animators add to places.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Adjust {
    /// Extra pixels before and after each unit.
    pub(crate) tracking: Vec<[f64; 2]>,
    /// Extra pixels across and down between the line before and the one a unit starts: the first unit of a line
    /// counts.
    pub(crate) line_spacing: Vec<[f64; 2]>,
}

impl Unit {
    /// Ink in layer space, as placed.
    pub(crate) fn placed_ink(&self) -> Option<Rect> {
        let ink = self.ink?;
        if self.rotation == 0.0 {
            return Some(ink + kurbo::Vec2::new(self.at[0], self.at[1]));
        }
        Some(self.place().transform_rect_bbox(ink))
    }

    /// From the pen's space to layer space.
    pub(crate) fn place(&self) -> kurbo::Affine {
        let shift = kurbo::Affine::translate((self.at[0], self.at[1]));
        if self.rotation == 0.0 {
            return shift;
        }
        let (sin, cos) = (math::sin_degrees(self.rotation), math::cos_degrees(self.rotation));
        shift * kurbo::Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
    }
}

impl Layout {
    /// The ink of all units in layer space; `None` when nothing is drawn.
    pub(crate) fn ink(&self) -> Option<Rect> {
        self.units.iter().filter_map(Unit::placed_ink).reduce(|a, b| a.union(b))
    }

    /// The style of a unit.
    pub(crate) fn style_of(&self, unit: &Unit) -> Option<&TextStyle> {
        self.styles.get(unit.style)
    }
}

/// Lays out a text document in layer space, straight or along a path.
pub(crate) fn layout(
    document: &Document,
    fonts: &FontSet,
    text: &TextDocument,
    path: Option<&PathOptions>,
) -> Layout {
    let mut layout = Layout::default();
    let mut shaper = shape::Shaper::new(document, fonts, text);
    for mut paragraph in shaper.paragraphs(&mut layout) {
        place::cut(&mut paragraph, text, &mut layout);
    }
    number_words(&mut layout);
    let first = text.style_at(0);
    layout.frame = place::Frame::new(text, shaper.faces.sizes(0, None, first.font_size)[0], path);
    place::place(&mut layout, &Adjust::default());
    layout
}

/// The same units with extra tracking and line spacing: each line is justified again, none is broken anew.
pub(crate) fn relayout(layout: &Layout, adjust: &Adjust) -> Layout {
    let mut out = layout.clone();
    place::place(&mut out, adjust);
    out
}

/// Gives a bare style the text and box of `from`; its ranges stay with the same characters, counted as expressions do.
pub(crate) fn give_text(style: &mut TextDocument, from: &TextDocument) {
    if style.text != from.text {
        // The byte of each unit of the old text; its place is the unit's number.
        let units: Vec<usize> =
            style.text.char_indices().flat_map(|(at, c)| repeat_n(at, c.len_utf16())).collect();
        let old = style.text.len();
        let unit = |byte: usize| match byte.checked_sub(old) {
            Some(beyond) => units.len() + beyond,
            None => units.partition_point(|at| *at < byte),
        };
        let bytes: Vec<usize> =
            from.text.char_indices().flat_map(|(at, c)| repeat_n(at, c.len_utf16())).collect();
        let end = from.text.len();
        let moved = |byte: usize| bytes.get(unit(byte)).copied().unwrap_or(end);
        let ranges: Vec<Range<usize>> =
            style.ranges.iter().map(|own| moved(own.range.start)..moved(own.range.end)).collect();
        for (own, range) in style.ranges.iter_mut().zip(ranges) {
            own.range = range;
        }
        style.text.clone_from(&from.text);
    }
    style.box_size = from.box_size;
    style.box_position = from.box_position;
    style.vertical = from.vertical;
    style.style_only = false;
}

/// Words count up where text follows white space, and at every line.
fn number_words(layout: &mut Layout) {
    let mut count = 0;
    for (number, line) in layout.lines.iter().enumerate() {
        let mut inside = false;
        for unit in layout.units.get_mut(line.units.clone()).unwrap_or_default() {
            if unit.space {
                inside = false;
            } else if !inside {
                inside = true;
                count += 1;
            }
            unit.word = usize::saturating_sub(count, 1);
            unit.line = number;
        }
    }
    layout.words = count;
}

#[cfg(test)]
mod tests;
