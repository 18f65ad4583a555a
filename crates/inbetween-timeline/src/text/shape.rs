//! Shaping: paragraphs as units, drawn with the document's glyphs or with fonts.

use super::embedded::{Drawn, Glyphs, Outlines, estimate};
use super::fonts::Faces;
use super::{GlyphSource, Layout, Unit};
use inbetween_doc::Document;
use inbetween_text::{Base, Cluster, FontSet, Run, Shaped};
use inbetween_types::text::{BaselineDirection, BaselineOption, Caps, Direction, KerningType};
use inbetween_types::{TextDocument, TextStyle};
use std::ops::Range;

/// Size of small capitals over the font size.
const SMALL_CAPS: f64 = 0.7;

/// Size of sub- and superscript over the font size, and their distance from the baseline: AE's presets.
const SCRIPT_SIZE: f64 = 0.583;
pub(super) const SCRIPT_SHIFT: f64 = 0.333;

/// Most bytes of characters without a glyph that are named.
const MOST_NAMED: usize = 1024;

/// A paragraph before it is cut into lines.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    pub(super) units: Vec<Unit>,
    pub(super) rtl: bool,
}

/// Paragraphs between hard breaks: `\r`, `\n`, both, or AE's soft break.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
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

/// A paragraph as it is drawn: capitals and digits replaced.
#[derive(Debug, Default)]
struct Shown {
    text: String,
    /// For each byte at which a shown character starts: the source bytes of its character.
    sources: Vec<(usize, Range<usize>)>,
    /// Runs with their style and whether they are small capitals.
    runs: Vec<Run>,
    looks: Vec<(usize, bool)>,
}

impl Shown {
    fn new(text: &TextDocument, paragraph: &Range<usize>, runs: &[(Range<usize>, &TextStyle)]) -> Self {
        let mut shown = Self::default();
        for (number, (range, style)) in runs.iter().enumerate() {
            let part = range.start.max(paragraph.start)..range.end.min(paragraph.end);
            for (at, c) in text.text.get(part.clone()).unwrap_or_default().char_indices() {
                let source = part.start + at..part.start + at + c.len_utf8();
                let lower = c.is_lowercase();
                let small = lower && style.caps == Caps::Small;
                shown.look(number, style, small);
                if lower && style.caps != Caps::Normal {
                    for upper in c.to_uppercase() {
                        shown.push(upper, source.clone());
                    }
                } else if let Some(digit) = c.to_digit(10).filter(|_| style.hindi_digits) {
                    shown.push(char::from_u32(0x660 + digit).unwrap_or(c), source);
                } else {
                    shown.push(c, source);
                }
            }
        }
        shown
    }

    fn look(&mut self, style: usize, of: &TextStyle, small: bool) {
        if self.looks.last() == Some(&(style, small)) {
            return;
        }
        self.looks.push((style, small));
        self.runs.push(Run {
            end: self.text.len(),
            request: style,
            ligatures: of.ligatures,
            kerning: of.kerning_type != KerningType::Manual,
        });
    }

    fn push(&mut self, c: char, source: Range<usize>) {
        self.sources.push((self.text.len(), source));
        self.text.push(c);
        if let Some(run) = self.runs.last_mut() {
            run.end = self.text.len();
        }
    }

    /// Source bytes of a range of what is shown.
    fn source(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.sources.partition_point(|(at, _)| *at < range.start);
        let last = self.sources.partition_point(|(at, _)| *at < range.end);
        let all = self.sources.get(first..last).unwrap_or_default();
        let start = all.first().map_or(0, |(_, source)| source.start);
        start..all.iter().map(|(_, source)| source.end).max().unwrap_or(start)
    }
}

/// What shapes the paragraphs of one text.
pub(super) struct Shaper<'a> {
    text: &'a TextDocument,
    fonts: &'a FontSet,
    styles: Vec<(Range<usize>, &'a TextStyle)>,
    glyphs: Vec<Glyphs<'a>>,
    pub(super) faces: Faces<'a>,
    outlines: Outlines,
}

impl<'a> Shaper<'a> {
    pub(super) fn new(document: &'a Document, fonts: &'a FontSet, text: &'a TextDocument) -> Self {
        let mut styles = text.style_runs();
        if styles.is_empty() {
            styles.push((0..0, &text.style));
        }
        let glyphs = styles.iter().map(|(_, style)| Glyphs::new(document, style)).collect();
        let faces = Faces::new(document, fonts, styles.iter().map(|(_, style)| *style));
        Self { text, fonts, styles, glyphs, faces, outlines: Outlines::new() }
    }

    /// All paragraphs; what is to be said of them goes into `layout`.
    pub(super) fn paragraphs(&mut self, layout: &mut Layout) -> Vec<Paragraph> {
        layout.styles = self.styles.iter().map(|(_, style)| (*style).clone()).collect();
        layout.has_glyphs = self.glyphs.iter().any(|glyphs| !glyphs.is_empty());
        let ranges = paragraphs(&self.text.text);
        ranges.iter().map(|range| self.paragraph(range, layout)).collect()
    }

    fn paragraph(&mut self, range: &Range<usize>, layout: &mut Layout) -> Paragraph {
        let shown = Shown::new(self.text, range, &self.styles);
        let base = match self.text.paragraph.direction {
            Direction::LeftToRight => Base::LeftToRight,
            Direction::RightToLeft => Base::RightToLeft,
            _ => Base::Auto,
        };
        let fonts = if self.needs_fonts(&shown) { self.fonts } else { &FontSet::new() };
        let Shaped { clusters, rtl } = fonts.shape(&shown.text, self.faces.requests(), &shown.runs, base);
        let mut units = Vec::with_capacity(clusters.len());
        let mut at = 0;
        for cluster in &clusters {
            // What a glyph of the document covers beyond its cluster is done.
            while at < cluster.range.end {
                at = self.unit(&shown, cluster, at, layout, &mut units);
            }
        }
        Paragraph { units, rtl }
    }

    /// Whether the document's glyphs leave anything to fonts.
    fn needs_fonts(&self, shown: &Shown) -> bool {
        if self.fonts.is_empty() {
            return false;
        }
        let mut start = 0;
        for (run, (style, _)) in shown.runs.iter().zip(&shown.looks) {
            let Some(glyphs) = self.glyphs.get(*style) else { return true };
            if glyphs.is_empty() {
                return true;
            }
            let mut rest = shown.text.get(start..run.end).unwrap_or_default();
            start = run.end;
            while let Some(c) = rest.chars().next() {
                if joins(c) {
                    return true;
                }
                let taken = match glyphs.longest_at(rest) {
                    Some(taken) => taken,
                    None if c.is_whitespace() => c.len_utf8(),
                    None => return true,
                };
                rest = rest.get(taken..).unwrap_or_default();
            }
        }
        false
    }

    /// Appends the unit that starts at a byte of a cluster, and gives the byte after it.
    fn unit(
        &mut self,
        shown: &Shown,
        cluster: &Cluster,
        at: usize,
        layout: &mut Layout,
        units: &mut Vec<Unit>,
    ) -> usize {
        let run_end = shown.runs.get(cluster.run).map_or(shown.text.len(), |run| run.end);
        let (style, small) = shown.looks.get(cluster.run).copied().unwrap_or_default();
        let Some((_, look)) = self.styles.get(style) else { return shown.text.len() };
        let look = *look;
        let size = pixels(look, small);
        let rest = shown.text.get(at..run_end).unwrap_or_default();
        let whole = at == cluster.range.start;
        let joined = rest.chars().next().is_some_and(joins) && !cluster.missing && cluster.face.is_some();
        let own = if joined { None } else { self.glyphs.get(style).and_then(|g| g.longest_at(rest)) };
        let next = rest.chars().next().map_or(run_end, |c| at + c.len_utf8());
        let end = match own {
            Some(taken) => at + taken,
            None if whole => cluster.range.end,
            None => next.max(at + 1),
        };
        let text = shown.text.get(at..end).unwrap_or_default();
        let space = !text.is_empty() && text.chars().all(char::is_whitespace);
        let glyphs = self.glyphs.get(style).filter(|_| own.is_some());
        let embedded = glyphs.and_then(|glyphs| glyphs.draw(text, size, &mut self.outlines));
        let some = self.glyphs.get(style).is_some_and(|glyphs| !glyphs.is_empty());
        let (drawn, sizes) = match embedded {
            Some(drawn) => (drawn, None),
            // A document that embeds glyphs but no space has today's estimate for it.
            None if whole && !cluster.missing && cluster.face.is_some() && !(space && some) => {
                let drawn = self.faces.draw(cluster, style, look, size);
                if !space {
                    self.faces.used(style, cluster, text, some, layout);
                }
                (drawn, cluster.face)
            }
            None => {
                if !space && layout.missing.len() < MOST_NAMED {
                    for c in text.chars() {
                        if !layout.missing.contains(c) {
                            layout.missing.push(c);
                        }
                    }
                }
                (estimate(space, size), None)
            }
        };
        layout.estimated |= drawn.estimated;
        let [ascent, descent] = self.faces.sizes(style, sizes, look.font_size);
        let mut unit = Unit {
            range: shown.source(&(at..end)),
            text: String::new(),
            word: 0,
            line: 0,
            space,
            at: [0.0; 2],
            rotation: 0.0,
            advance: drawn.advance,
            ascent,
            descent,
            ink: drawn.ink,
            style,
            glyph: drawn.glyph,
            level: cluster.level,
            tracking: look.tracking * look.font_size / 1000.0,
            breaks: whole && cluster.breaks,
            hanging: false,
            upright: self.text.vertical && upright(text, look),
        };
        unit.text = self.text.text.get(unit.range.clone()).unwrap_or_default().to_owned();
        if look.kerning_type == KerningType::Manual {
            unit.tracking += look.kerning * look.font_size / 1000.0;
        }
        tighten(&mut unit, look.tsume);
        if unit.upright {
            let em = size[1];
            let side = (em - unit.advance) / 2.0;
            shift(&mut unit, side);
            unit.advance = em;
        }
        units.push(unit);
        end
    }
}

/// The size of characters in pixels, across and down.
fn pixels(style: &TextStyle, small: bool) -> [f64; 2] {
    let mut size = style.font_size;
    if small {
        size *= SMALL_CAPS;
    }
    if style.baseline_option != BaselineOption::Default {
        size *= SCRIPT_SIZE;
    }
    [size * (style.horizontal_scaling / 100.0), size * (style.vertical_scaling / 100.0)]
}

/// Takes a part of the empty room on both sides of a character away.
fn tighten(unit: &mut Unit, tsume: f64) {
    let Some(ink) = unit.ink.filter(|_| tsume > 0.0) else { return };
    let part = tsume.min(1.0);
    let (left, right) = (ink.x0.max(0.0) * part, (unit.advance - ink.x1).max(0.0) * part);
    unit.advance -= left + right;
    shift(unit, -left);
}

/// Moves what a unit draws beside its pen.
fn shift(unit: &mut Unit, by: f64) {
    if by == 0.0 {
        return;
    }
    let by = kurbo::Vec2::new(by, 0.0);
    unit.ink = unit.ink.map(|ink| ink + by);
    if let GlyphSource::Outline(path) = &unit.glyph {
        unit.glyph =
            GlyphSource::Outline(std::sync::Arc::new(kurbo::Affine::translate(by) * (**path).clone()));
    }
}

/// Whether a character changes its form beside others, so that its glyph alone is not what is drawn: Arabic and its
/// kin, and the scripts of India and South-East Asia.
fn joins(c: char) -> bool {
    matches!(u32::from(c), 0x600..=0x8FF | 0x900..=0x109F | 0x1780..=0x17FF | 0x1800..=0x18AF)
}

/// Whether a character stands upright in vertical text.
fn upright(text: &str, style: &TextStyle) -> bool {
    let eastern = text.chars().next().is_some_and(|c| {
        matches!(u32::from(c),
            0x1100..=0x11FF | 0x2E80..=0xA4CF | 0xAC00..=0xD7FF | 0xF900..=0xFAFF | 0xFE30..=0xFE4F
            | 0xFF01..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFF)
    });
    eastern || style.baseline_direction != BaselineDirection::Default
}

/// What nothing draws.
impl Drawn {
    pub(super) fn nothing(advance: f64) -> Self {
        Self { glyph: GlyphSource::None, advance, ink: None, estimated: false }
    }
}
