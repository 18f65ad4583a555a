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

/// Character and paragraph style of text, in AE's units.
///
/// The fields after `baseline_shift` have no place in Lottie; they start at AE's defaults and exist so that
/// expressions can set and read them.
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
        }
    }
}

/// The value of a Source Text property at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextDocument {
    /// The text; lines end with `\r` as AE stores them, or `\n`.
    pub text: String,
    /// The style of the whole text (of its first character where a file has several).
    pub style: TextStyle,
    /// Size of the text box in pixels; `None` for point text.
    pub box_size: Option<[f64; 2]>,
    /// Top-left corner of the text box in layer space.
    pub box_position: Option<[f64; 2]>,
}
