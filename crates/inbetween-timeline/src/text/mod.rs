//! Text laid out with the glyphs a document embeds.
//!
//! Glyph outlines are in hundredths of the font size. A line break moves the baseline by the leading; tracking
//! stands between characters; box text wraps at spaces. A character without an embedded glyph is estimated: half
//! an em wide (a quarter for a space), 72 % of the font size high.

use inbetween_doc::{Document, Glyph};
use inbetween_types::text::Caps;
use inbetween_types::{Justification, TextDocument};
use kurbo::{Rect, Shape};
use std::collections::HashMap;

/// Advance and height of what has no glyph, over the font size.
const ESTIMATED_ADVANCE: f64 = 0.5;
const ESTIMATED_SPACE: f64 = 0.25;
const ESTIMATED_HEIGHT: f64 = 0.72;

/// Size of small capitals over the font size.
const SMALL_CAPS: f64 = 0.7;

/// Ascent in percent where the font states none.
const DEFAULT_ASCENT: f64 = 75.0;

/// What measuring text gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measured {
    /// The ink; `None` when nothing is drawn.
    pub(crate) ink: Option<Rect>,
    /// Whether some glyph was missing, so that sizes are estimates.
    pub(crate) estimated: bool,
}

/// A character, or a sequence with a glyph of its own.
#[derive(Debug)]
pub(crate) struct Unit {
    /// Place of its glyph in the document; `None` when it has none.
    pub(crate) glyph: Option<usize>,
    /// From the glyph's units to pixels.
    pub(crate) scale: [f64; 2],
    /// Advance in pixels, without tracking.
    advance: f64,
    /// Ink relative to the pen on the baseline.
    ink: Option<Rect>,
    pub(crate) space: bool,
}

/// A unit with the place of its pen on the baseline, in layer space.
#[derive(Debug)]
pub(crate) struct Placed {
    pub(crate) unit: Unit,
    pub(crate) at: [f64; 2],
}

/// Text laid out.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Units in reading order.
    pub(crate) units: Vec<Placed>,
    /// Whether some glyph was missing, so that places are estimates.
    pub(crate) estimated: bool,
    /// Whether the document embeds any glyph of the font.
    pub(crate) has_glyphs: bool,
}

/// The ink of a text document in layer space.
pub(crate) fn measure(document: &Document, text: &TextDocument) -> Measured {
    let laid = layout(document, text);
    let mut ink: Option<Rect> = None;
    for Placed { unit, at: [x, y] } in &laid.units {
        if let Some(rect) = unit.ink {
            let placed = rect + kurbo::Vec2::new(*x, *y);
            ink = Some(ink.map_or(placed, |so_far| so_far.union(placed)));
        }
    }
    Measured { ink, estimated: laid.estimated }
}

/// Places every character of a text document in layer space.
pub(crate) fn layout(document: &Document, text: &TextDocument) -> Layout {
    let mut fitter = Fitter::new(document, text);
    let units: Vec<Vec<Unit>> = paragraphs(&text.text).into_iter().map(|line| fitter.units(&line)).collect();
    let style = &text.style;
    let width = text.box_size.map(|size| size[0]);
    let tracking = fitter.tracking;
    // Each line with whether it ends a paragraph.
    let mut lines: Vec<(Vec<Unit>, bool)> = Vec::new();
    for paragraph in units {
        match width {
            Some(width) => wrap(paragraph, width, tracking, &mut lines),
            None => lines.push((paragraph, true)),
        }
    }
    let leading = style.leading.unwrap_or(style.font_size * 1.2);
    let origin = text.box_position.unwrap_or([0.0; 2]);
    let top = if text.box_size.is_some() { origin[1] + fitter.ascent } else { 0.0 };
    let left = if text.box_size.is_some() { origin[0] } else { 0.0 };
    let mut placed = Vec::new();
    let mut baseline = top - style.baseline_shift;
    for (line, last) in lines {
        let natural = line_width(&line, tracking);
        let room = width.map_or(0.0, |width| width - natural);
        let (mut pen, stretch) = match style.justification {
            Justification::Left => (left, false),
            Justification::Right => (left + room - if width.is_none() { natural } else { 0.0 }, false),
            Justification::Center => {
                (left + (room - if width.is_none() { natural } else { 0.0 }) / 2.0, false)
            }
            Justification::JustifyFull => (left, width.is_some()),
            _ if !last => (left, width.is_some()),
            Justification::JustifyLastRight if width.is_some() => (left + room, false),
            Justification::JustifyLastCenter if width.is_some() => (left + room / 2.0, false),
            _ => (left, false),
        };
        let inner = line.iter().filter(|unit| unit.space).count();
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
        let gap = if stretch && inner > 0 { room.max(0.0) / inner as f64 } else { 0.0 };
        for unit in line {
            let step = unit.advance + tracking + if unit.space { gap } else { 0.0 };
            placed.push(Placed { unit, at: [pen, baseline] });
            pen += step;
        }
        baseline += leading;
    }
    Layout { units: placed, estimated: fitter.estimated, has_glyphs: !fitter.glyphs.is_empty() }
}

/// Lines between hard breaks: `\r`, `\n`, both, or AE's soft break.
fn paragraphs(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    text.split(['\r', '\n', '\u{3}']).map(str::to_owned).collect()
}

fn line_width(line: &[Unit], tracking: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
    let gaps = line.len().saturating_sub(1) as f64;
    line.iter().map(|unit| unit.advance).sum::<f64>() + gaps * tracking
}

/// Breaks a paragraph at spaces so that each line fits; a word that does not fit stands alone. The spaces at a
/// break go.
fn wrap(paragraph: Vec<Unit>, width: f64, tracking: f64, lines: &mut Vec<(Vec<Unit>, bool)>) {
    let mut line: Vec<Unit> = Vec::new();
    let mut word: Vec<Unit> = Vec::new();
    let mut flush = |line: &mut Vec<Unit>, word: &mut Vec<Unit>| {
        let joined = line_width(line, tracking) + tracking + line_width(word, tracking);
        if !line.is_empty() && !word.is_empty() && joined > width {
            while line.last().is_some_and(|unit| unit.space) {
                line.pop();
            }
            lines.push((std::mem::take(line), false));
        }
        line.append(word);
    };
    for unit in paragraph {
        if unit.space {
            flush(&mut line, &mut word);
            line.push(unit);
        } else {
            word.push(unit);
        }
    }
    flush(&mut line, &mut word);
    lines.push((line, true));
}

/// Finds glyphs.
struct Fitter<'a> {
    /// The font's glyphs by character, with their places in the document; the first where several have it.
    glyphs: HashMap<&'a str, (usize, &'a Glyph)>,
    /// Longest sequence that has a glyph, in characters.
    longest: usize,
    size: f64,
    stretch: [f64; 2],
    caps: Caps,
    tracking: f64,
    ascent: f64,
    estimated: bool,
}

impl<'a> Fitter<'a> {
    fn new(document: &'a Document, text: &TextDocument) -> Self {
        let style = &text.style;
        let mut glyphs = HashMap::new();
        for (at, glyph) in document.glyphs.iter().enumerate() {
            if glyph.belongs_to(style, &document.fonts) {
                glyphs.entry(glyph.character.as_str()).or_insert((at, glyph));
            }
        }
        let longest =
            glyphs.keys().map(|character| character.chars().count()).max().unwrap_or(1).clamp(1, 16);
        let ascent =
            document.fonts.iter().find(|font| font.name == style.font).map_or(0.0, |font| font.ascent);
        let ascent = if ascent > 0.0 { ascent } else { DEFAULT_ASCENT };
        Self {
            glyphs,
            longest,
            size: style.font_size,
            stretch: [style.horizontal_scaling / 100.0, style.vertical_scaling / 100.0],
            caps: style.caps,
            tracking: style.tracking * style.font_size / 1000.0,
            ascent: ascent * style.font_size / 100.0,
            estimated: false,
        }
    }

    fn units(&mut self, line: &str) -> Vec<Unit> {
        let chars: Vec<char> = line.chars().collect();
        let mut units = Vec::with_capacity(chars.len());
        let mut rest = chars.as_slice();
        while let Some((&first, after)) = rest.split_first() {
            let small = self.caps == Caps::Small && first.is_lowercase();
            let capital = self.caps == Caps::All || small;
            let size = if small { self.size * SMALL_CAPS } else { self.size };
            if capital && first.is_lowercase() {
                for upper in first.to_uppercase() {
                    let unit = self.unit(&upper.to_string(), size);
                    units.push(unit);
                }
                rest = after;
                continue;
            }
            let taken = (2..=self.longest.min(rest.len())).rev().find_map(|count| {
                let sequence: String = rest.iter().take(count).collect();
                self.glyphs.contains_key(sequence.as_str()).then_some((sequence, count))
            });
            let (sequence, count) = taken.unwrap_or_else(|| (first.to_string(), 1));
            let unit = self.unit(&sequence, size);
            units.push(unit);
            rest = rest.get(count..).unwrap_or(&[]);
        }
        units
    }

    fn unit(&mut self, character: &str, size: f64) -> Unit {
        let space = character.chars().all(char::is_whitespace);
        let (sx, sy) = (size * self.stretch[0], size * self.stretch[1]);
        let scale = [sx / 100.0, sy / 100.0];
        let Some((index, glyph)) = self.glyphs.get(character).copied() else {
            let width = if space { ESTIMATED_SPACE } else { ESTIMATED_ADVANCE };
            self.estimated |= !space;
            let ink = (!space).then(|| block(ESTIMATED_ADVANCE * sx, sy));
            return Unit { glyph: None, scale, advance: width * sx, ink, space };
        };
        let advance = glyph.advance / 100.0 * sx;
        let drawn = glyph.paths.iter().filter(|path| !path.is_empty() && path.is_finite());
        let outline = drawn.map(|path| path.to_bez_path().bounding_box()).reduce(|a, b| a.union(b));
        let ink = match outline {
            Some(rect) => Some(Rect::new(
                rect.x0 / 100.0 * sx,
                rect.y0 / 100.0 * sy,
                rect.x1 / 100.0 * sx,
                rect.y1 / 100.0 * sy,
            )),
            None if glyph.composition.is_some() => {
                self.estimated = true;
                Some(block(advance, sy))
            }
            None => None,
        };
        Unit { glyph: Some(index), scale, advance, ink, space }
    }
}

/// The estimated ink of a character.
fn block(advance: f64, size: f64) -> Rect {
    Rect::new(0.0, -ESTIMATED_HEIGHT * size, advance, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use inbetween_doc::Font;
    use inbetween_types::{Path, TextStyle};

    /// Blocks of known widths: A 60, B 50, C 40, all 70 high; g 30 from -40 to 20.
    fn document() -> Document {
        let glyph = |character: &str, advance: f64, top: f64, bottom: f64| Glyph {
            character: character.to_owned(),
            family: "Face".to_owned(),
            style: "Regular".to_owned(),
            size: 100.0,
            advance,
            paths: vec![Path::new(
                vec![[0.0, top], [advance, top], [advance, bottom], [0.0, bottom]],
                vec![],
                vec![],
                true,
            )],
            composition: None,
        };
        Document {
            fonts: vec![Font {
                name: "Face-Regular".to_owned(),
                family: "Face".to_owned(),
                style: "Regular".to_owned(),
                ascent: 75.0,
                path: String::new(),
            }],
            glyphs: vec![
                glyph("A", 60.0, -70.0, 0.0),
                glyph("B", 50.0, -70.0, 0.0),
                glyph("C", 40.0, -70.0, 0.0),
                glyph("g", 30.0, -40.0, 20.0),
            ],
            ..Document::default()
        }
    }

    fn ink(text: &str, change: impl FnOnce(&mut TextDocument)) -> [f64; 4] {
        let style = TextStyle {
            font: "Face-Regular".to_owned(),
            font_size: 100.0,
            leading: Some(120.0),
            ..TextStyle::default()
        };
        let mut text = TextDocument { text: text.to_owned(), style, ..TextDocument::default() };
        change(&mut text);
        let measured = measure(&document(), &text);
        assert!(!measured.estimated);
        let rect = measured.ink.unwrap();
        [rect.x0, rect.y0, rect.width(), rect.height()]
    }

    #[test]
    fn a_line_is_as_wide_as_its_glyphs() {
        assert_eq!(ink("ABC", |_| ()), [0.0, -70.0, 150.0, 70.0]);
        assert_eq!(ink("AB", |t| t.style.font_size = 50.0), [0.0, -35.0, 55.0, 35.0]);
        assert_eq!(ink("AgB", |_| ()), [0.0, -70.0, 140.0, 90.0]);
    }

    #[test]
    fn justification_moves_the_line() {
        assert_eq!(
            ink("ABC", |t| t.style.justification = Justification::Center),
            [-75.0, -70.0, 150.0, 70.0]
        );
        assert_eq!(ink("AB", |t| t.style.justification = Justification::Right), [-110.0, -70.0, 110.0, 70.0]);
    }

    #[test]
    fn a_line_break_moves_the_baseline_by_the_leading() {
        for text in ["AB\rC", "AB\nC", "AB\r\nC", "AB\u{3}C"] {
            assert_eq!(ink(text, |_| ()), [0.0, -70.0, 110.0, 190.0]);
        }
    }

    #[test]
    fn tracking_stands_between_characters() {
        assert_eq!(ink("ABC", |t| t.style.tracking = 50.0), [0.0, -70.0, 160.0, 70.0]);
    }

    #[test]
    fn box_text_wraps_and_starts_at_the_ascent() {
        let boxed = |t: &mut TextDocument| {
            t.box_size = Some([120.0, 300.0]);
            t.box_position = Some([-60.0, -50.0]);
        };
        // Baselines at -50 + 75 and 120 below: "A B" would be 135 wide.
        assert_eq!(ink("A B", boxed), [-60.0, -45.0, 60.0, 190.0]);
    }

    #[test]
    fn a_font_without_glyphs_is_estimated() {
        let style = TextStyle { font: "Other".to_owned(), font_size: 40.0, ..TextStyle::default() };
        let text = TextDocument { text: "ab".to_owned(), style, ..TextDocument::default() };
        let measured = measure(&document(), &text);
        assert!(measured.estimated);
        assert_eq!(measured.ink, Some(Rect::new(0.0, -28.799999999999997, 40.0, 0.0)));
    }

    #[test]
    fn no_text_has_no_ink() {
        assert_eq!(measure(&document(), &TextDocument::default()).ink, None);
    }
}
