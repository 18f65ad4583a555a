//! Text documents: the value of a Source Text property.

/// How lines sit on their anchor or in their box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Justification {
    /// Left.
    #[default]
    Left,
    /// Right.
    Right,
    /// Centred.
    Center,
    /// Justified, last line left.
    JustifyLastLeft,
    /// Justified, last line right.
    JustifyLastRight,
    /// Justified, last line centred.
    JustifyLastCenter,
    /// Justified, last line too.
    JustifyFull,
}

/// Capitals option of a text style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Caps {
    /// As typed.
    #[default]
    Normal,
    /// All capitals.
    All,
    /// Small capitals.
    Small,
}

/// How a character stands on its baseline: AE's sub- and superscript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BaselineOption {
    /// On the baseline.
    #[default]
    Default,
    /// Small, above the baseline.
    Superscript,
    /// Small, below the baseline.
    Subscript,
}

/// Way of a character in vertical text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BaselineDirection {
    /// As its script has it: upright for Chinese, Japanese and Korean, else lying.
    #[default]
    Default,
    /// Each letter upright.
    Rotated,
    /// A run of letters set across one place.
    TateChuYoko,
}

/// Corners of a character's stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineJoin {
    /// Pointed.
    #[default]
    Miter,
    /// Round.
    Round,
    /// Cut off.
    Bevel,
}

/// Where the distances between letters come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KerningType {
    /// The font's pairs.
    #[default]
    Metrics,
    /// Measured from the letters; taken as the font's pairs here.
    Optical,
    /// The style's `kerning`.
    Manual,
}

/// Direction of a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Direction {
    /// That of its first letter that has one; left to right where none has. What files without the setting mean.
    #[default]
    Auto,
    /// Left to right.
    LeftToRight,
    /// Right to left: left and right of the justification swap.
    RightToLeft,
}

/// What AE's `setDirection`, margins and spaces set for whole paragraphs; justification is in [`TextStyle`].
///
/// Lottie has no place for these; they start at AE's defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ParagraphStyle {
    /// Direction.
    pub direction: Direction,
    /// Indent of the first line in pixels.
    pub first_line_indent: f64,
    /// Left margin in pixels.
    pub left_margin: f64,
    /// Right margin in pixels.
    pub right_margin: f64,
    /// Space before a paragraph in pixels.
    pub space_before: f64,
    /// Space after a paragraph in pixels.
    pub space_after: f64,
    /// Every-line composer (kept, changes nothing here).
    pub every_line_composer: bool,
    /// Hanging Roman punctuation (kept, changes nothing here).
    pub hanging_roman: bool,
    /// Whether leading goes from top to top rather than from bottom to bottom (kept, changes nothing here).
    pub leading_top_to_top: bool,
}

/// Character and paragraph style of text, in AE's units.
///
/// The fields after `baseline_shift` (capitals and justification apart) have no place in Lottie; they start at AE's
/// defaults and exist so that expressions can set and read them.
#[derive(Clone, Debug, PartialEq)]
pub struct TextStyle {
    /// PostScript name of the font.
    pub font: String,
    /// Font size in pixels.
    pub font_size: f64,
    /// Fill colour RGB 0..1; `None` when the fill is off.
    pub fill_color: Option<[f64; 3]>,
    /// Stroke colour RGB 0..1; `None` when the stroke is off.
    pub stroke_color: Option<[f64; 3]>,
    /// Stroke width in pixels.
    pub stroke_width: f64,
    /// Whether the stroke is drawn over the fill.
    pub stroke_over_fill: bool,
    /// Tracking in thousandths of an em.
    pub tracking: f64,
    /// Distance of baselines in pixels; `None` is automatic (1.2 × font size).
    pub leading: Option<f64>,
    /// Baseline shift in pixels, up is positive.
    pub baseline_shift: f64,
    /// Paragraph justification.
    pub justification: Justification,
    /// Capitals.
    pub caps: Caps,
    /// Faux bold.
    pub faux_bold: bool,
    /// Faux italic.
    pub faux_italic: bool,
    /// Horizontal scale in percent.
    pub horizontal_scaling: f64,
    /// Vertical scale in percent.
    pub vertical_scaling: f64,
    /// Sub- or superscript.
    pub baseline_option: BaselineOption,
    /// Way of the characters in vertical text.
    pub baseline_direction: BaselineDirection,
    /// Whether Western digits show as Arabic-Indic ones.
    pub hindi_digits: bool,
    /// Whether the font's ligatures are used. Letters that must join (Arabic) always do.
    pub ligatures: bool,
    /// Corners of the stroke.
    pub line_join: LineJoin,
    /// Tsume: the part of the space around a character that goes, 0..1.
    pub tsume: f64,
    /// Kerning after the character in thousandths of an em, where the type is manual.
    pub kerning: f64,
    /// Where kerning comes from.
    pub kerning_type: KerningType,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self {
            font: String::new(),
            font_size: 12.0,
            fill_color: Some([0.0; 3]),
            stroke_color: None,
            stroke_width: 0.0,
            stroke_over_fill: false,
            tracking: 0.0,
            leading: None,
            baseline_shift: 0.0,
            justification: Justification::Left,
            caps: Caps::Normal,
            faux_bold: false,
            faux_italic: false,
            horizontal_scaling: 100.0,
            vertical_scaling: 100.0,
            baseline_option: BaselineOption::Default,
            baseline_direction: BaselineDirection::Default,
            hindi_digits: false,
            ligatures: true,
            line_join: LineJoin::Miter,
            tsume: 0.0,
            kerning: 0.0,
            kerning_type: KerningType::Metrics,
        }
    }
}

/// The value of a Source Text property at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextDocument {
    /// The text; lines end with `\r` as AE stores them, or `\n`.
    pub text: String,
    /// The style of what no range covers; its justification is that of the whole text.
    pub style: TextStyle,
    /// Other styles of parts of the text. Where several cover a character the last one counts.
    pub ranges: Vec<StyleRange>,
    /// Style of the paragraphs.
    pub paragraph: ParagraphStyle,
    /// Whether lines run down, and follow each other to the left.
    pub vertical: bool,
    /// Whether it is only a style, as expressions pass it on: text and box are those of the text it is given to.
    pub style_only: bool,
    /// Size of the text box in pixels; `None` for point text.
    pub box_size: Option<[f64; 2]>,
    /// Top-left corner of the text box in layer space.
    pub box_position: Option<[f64; 2]>,
}

/// A style of a part of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StyleRange {
    /// Bytes of the text. What lies outside the text is ignored.
    pub range: std::ops::Range<usize>,
    /// The style.
    pub style: TextStyle,
}

impl TextDocument {
    /// The style of the character at a byte of the text.
    #[must_use]
    pub fn style_at(&self, byte: usize) -> &TextStyle {
        self.ranges.iter().rev().find(|r| r.range.contains(&byte)).map_or(&self.style, |r| &r.style)
    }

    /// Runs of one style in order, which together cover the text; a text without ranges is one run. Edges inside a
    /// character count from its first byte.
    #[must_use]
    pub fn style_runs(&self) -> Vec<(std::ops::Range<usize>, &TextStyle)> {
        let end = self.text.len();
        let mut edges: Vec<usize> = self
            .ranges
            .iter()
            .flat_map(|r| [r.range.start, r.range.end])
            .map(|at| (0..=at.min(end)).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0))
            .chain([0, end])
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let pairs = edges.iter().zip(edges.iter().skip(1));
        pairs.map(|(&from, &to)| (from..to, self.style_at(from))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cover_the_text_and_the_last_range_counts() {
        let style = |size: f64| TextStyle { font_size: size, ..TextStyle::default() };
        let text = TextDocument {
            text: "abcdef".to_owned(),
            style: style(1.0),
            ranges: vec![
                StyleRange { range: 1..4, style: style(2.0) },
                StyleRange { range: 3..99, style: style(3.0) },
            ],
            ..TextDocument::default()
        };
        let runs: Vec<_> = text.style_runs().into_iter().map(|(r, s)| (r, s.font_size)).collect();
        assert_eq!(runs, [(0..1, 1.0), (1..3, 2.0), (3..4, 3.0), (4..6, 3.0)]);
    }
}
