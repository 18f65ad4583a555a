//! Units of the glyphs a document embeds.
//!
//! Glyph outlines are in hundredths of the font size. A character without an embedded glyph is estimated: half an em
//! wide (a quarter for a space), 72 % of the font size high.

use super::{GlyphSource, Layout, Unit};
use inbetween_doc::{Document, Glyph};
use inbetween_types::TextDocument;
use inbetween_types::TextStyle;
use inbetween_types::text::{BaselineOption, Caps};
use kurbo::{Affine, BezPath, Rect, Shape};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Advance and height of what has no glyph, over the font size.
const ESTIMATED_ADVANCE: f64 = 0.5;
const ESTIMATED_SPACE: f64 = 0.25;
const ESTIMATED_HEIGHT: f64 = 0.72;

/// Size of small capitals over the font size.
pub(super) const SMALL_CAPS: f64 = 0.7;

/// Size of sub- and superscript over the font size, and their shifts, as AE's defaults.
pub(super) const SCRIPT_SIZE: f64 = 0.583;
pub(super) const SCRIPT_SHIFT: f64 = 0.333;

/// Ascent in percent where the font states none.
pub(super) const DEFAULT_ASCENT: f64 = 75.0;

/// A paragraph before it is cut into lines.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    pub(super) units: Vec<Unit>,
    pub(super) rtl: bool,
}

/// Ascent of a style's font in pixels, by the document or the default.
pub(super) fn ascent(document: &Document, style: &TextStyle) -> f64 {
    let stated = document.fonts.iter().find(|font| font.name == style.font).map_or(0.0, |font| font.ascent);
    let percent = if stated > 0.0 { stated } else { DEFAULT_ASCENT };
    percent * style.font_size / 100.0
}

/// Paragraphs between hard breaks: `\r`, `\n`, both, or AE's soft break.
pub(super) fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if matches!(c, '\r' | '\n' | '\u{3}') {
            out.push(start..at);
            start = at + 1;
            if c == '\r' && chars.next_if(|(_, next)| *next == '\n').is_some() {
                start += 1;
            }
        }
    }
    out.push(start..text.len());
    out
}

/// Shapes a document with its embedded glyphs.
pub(super) fn shape(document: &Document, text: &TextDocument, layout: &mut Layout) -> Vec<Paragraph> {
    let runs = text.style_runs();
    layout.styles = runs.iter().map(|(_, style)| (*style).clone()).collect();
    if layout.styles.is_empty() {
        layout.styles.push(text.style.clone());
    }
    let mut outlines = HashMap::new();
    let mut fitters: Vec<Fitter<'_>> =
        layout.styles.iter().enumerate().map(|(at, style)| Fitter::new(document, style, at)).collect();
    let mut out = Vec::new();
    for paragraph in paragraphs(&text.text) {
        let mut units = Vec::new();
        for ((range, _), fitter) in runs.iter().zip(&mut fitters) {
            let part = range.start.max(paragraph.start)..range.end.min(paragraph.end);
            if let Some(slice) = text.text.get(part.clone()).filter(|slice| !slice.is_empty()) {
                fitter.units(slice, part.start, &mut outlines, &mut units);
            }
        }
        let mut after_space = false;
        for unit in &mut units {
            unit.breaks = after_space && !unit.space;
            after_space = unit.space;
        }
        out.push(Paragraph { units, rtl: false });
    }
    for fitter in fitters {
        layout.estimated |= fitter.estimated;
        layout.has_glyphs |= !fitter.glyphs.is_empty();
        for c in fitter.missing {
            if !layout.missing.contains(c) {
                layout.missing.push(c);
            }
        }
    }
    out
}

/// Outlines by glyph and scale: equal characters share one.
type Outlines = HashMap<(usize, [u64; 2]), Arc<BezPath>>;

/// Finds glyphs of one style.
struct Fitter<'a> {
    /// The font's glyphs by character, with their places in the document; the first where several have it.
    glyphs: HashMap<&'a str, (usize, &'a Glyph)>,
    /// Longest sequence that has a glyph, in characters.
    longest: usize,
    style: usize,
    size: f64,
    stretch: [f64; 2],
    caps: Caps,
    tracking: f64,
    ascent: f64,
    estimated: bool,
    missing: Vec<char>,
}

impl<'a> Fitter<'a> {
    fn new(document: &'a Document, style: &TextStyle, number: usize) -> Self {
        let mut glyphs = HashMap::new();
        for (at, glyph) in document.glyphs.iter().enumerate() {
            if glyph.belongs_to(style, &document.fonts) {
                glyphs.entry(glyph.character.as_str()).or_insert((at, glyph));
            }
        }
        let longest =
            glyphs.keys().map(|character| character.chars().count()).max().unwrap_or(1).clamp(1, 16);
        let script = if style.baseline_option == BaselineOption::Default { 1.0 } else { SCRIPT_SIZE };
        Self {
            glyphs,
            longest,
            style: number,
            size: style.font_size * script,
            stretch: [style.horizontal_scaling / 100.0, style.vertical_scaling / 100.0],
            caps: style.caps,
            tracking: style.tracking * style.font_size / 1000.0,
            ascent: ascent(document, style),
            estimated: false,
            missing: Vec::new(),
        }
    }

    fn units(&mut self, line: &str, start: usize, outlines: &mut Outlines, units: &mut Vec<Unit>) {
        let chars: Vec<(usize, char)> = line.char_indices().collect();
        let mut rest = chars.as_slice();
        while let Some((&(at, first), after)) = rest.split_first() {
            let small = self.caps == Caps::Small && first.is_lowercase();
            let capital = self.caps == Caps::All || small;
            let size = if small { self.size * SMALL_CAPS } else { self.size };
            let begin = start + at;
            if capital && first.is_lowercase() {
                for upper in first.to_uppercase() {
                    let mut unit = self.unit(&upper.to_string(), size, outlines);
                    unit.range = begin..begin + first.len_utf8();
                    unit.text = first.to_string();
                    units.push(unit);
                }
                rest = after;
                continue;
            }
            let taken = (2..=self.longest.min(rest.len())).rev().find_map(|count| {
                let sequence: String = rest.iter().take(count).map(|(_, c)| c).collect();
                self.glyphs.contains_key(sequence.as_str()).then_some((sequence, count))
            });
            let (sequence, count) = taken.unwrap_or_else(|| (first.to_string(), 1));
            let mut unit = self.unit(&sequence, size, outlines);
            unit.range = begin..begin + sequence.len();
            unit.text = sequence;
            units.push(unit);
            rest = rest.get(count..).unwrap_or(&[]);
        }
    }

    fn unit(&mut self, character: &str, size: f64, outlines: &mut Outlines) -> Unit {
        let space = character.chars().all(char::is_whitespace);
        let (sx, sy) = (size * self.stretch[0], size * self.stretch[1]);
        let scale = [sx / 100.0, sy / 100.0];
        let mut unit = Unit {
            range: 0..0,
            text: String::new(),
            word: 0,
            line: 0,
            space,
            at: [0.0; 2],
            rotation: 0.0,
            advance: 0.0,
            ascent: self.ascent,
            descent: self.size - self.ascent,
            ink: None,
            style: self.style,
            glyph: GlyphSource::None,
            level: 0,
            tracking: self.tracking,
            breaks: false,
            hanging: false,
            upright: false,
        };
        let Some((index, glyph)) = self.glyphs.get(character).copied() else {
            let width = if space { ESTIMATED_SPACE } else { ESTIMATED_ADVANCE };
            if !space {
                self.estimated = true;
                self.missing.extend(character.chars());
                unit.ink = Some(block(ESTIMATED_ADVANCE * sx, sy));
            }
            unit.advance = width * sx;
            return unit;
        };
        unit.advance = glyph.advance / 100.0 * sx;
        let drawn = glyph.paths.iter().filter(|path| !path.is_empty() && path.is_finite());
        let outline = drawn.map(|path| path.to_bez_path().bounding_box()).reduce(|a, b| a.union(b));
        unit.ink = match outline {
            Some(rect) => Some(Rect::new(
                rect.x0 / 100.0 * sx,
                rect.y0 / 100.0 * sy,
                rect.x1 / 100.0 * sx,
                rect.y1 / 100.0 * sy,
            )),
            None if glyph.composition.is_some() => {
                self.estimated = true;
                Some(block(unit.advance, sy))
            }
            None => None,
        };
        unit.glyph = if glyph.composition.is_some() && glyph.paths.is_empty() {
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
        unit
    }
}

/// The estimated ink of a character.
pub(super) fn block(advance: f64, size: f64) -> Rect {
    Rect::new(0.0, -ESTIMATED_HEIGHT * size, advance, 0.0)
}
