use super::SourceSpan;
use inbetween_types::TextStyle;

/// A footage item: an image, a data file or a sound.
#[derive(Clone, Debug, Default)]
pub struct Footage {
    /// The asset id that layers refer to.
    pub id: String,
    /// Name by which expressions find it: the asset's name, else its file name.
    pub name: String,
    /// Width in pixels, 0 when it has none.
    pub width: f64,
    /// Height in pixels, 0 when it has none.
    pub height: f64,
    /// Its content.
    pub data: FootageData,
    /// The object in the file.
    pub span: Option<SourceSpan>,
}

/// Content of a footage item.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum FootageData {
    /// Nothing that could be read.
    #[default]
    Missing,
    /// A file beside the document or in the archive: folder and name joined.
    File(String),
    /// Bytes from a `data:` address: media type and bytes.
    Embedded(String, Vec<u8>),
    /// A data file's text (JSON, CSV, TSV).
    Text(String),
}

/// A font the document names.
#[derive(Clone, Debug, Default)]
pub struct Font {
    /// PostScript name, which text documents refer to.
    pub name: String,
    /// Family.
    pub family: String,
    /// Style within the family.
    pub style: String,
    /// Ascent in percent of the size.
    pub ascent: f64,
    /// Where the file says the font can be had.
    pub path: String,
}

/// An embedded glyph outline (a "char").
#[derive(Clone, Debug, Default)]
pub struct Glyph {
    /// The character or sequence.
    pub character: String,
    /// Font family it belongs to.
    pub family: String,
    /// Style within the family.
    pub style: String,
    /// Font size the outline was taken at.
    pub size: f64,
    /// Advance width at that size, per 100 units of font size.
    pub advance: f64,
    /// Closed outlines, in the same units, y down, origin on the baseline.
    pub paths: Vec<inbetween_types::Path>,
    /// Composition asset a glyph refers to in place of outlines.
    pub composition: Option<String>,
}

impl Glyph {
    /// Whether this glyph belongs to the font that `style` names, given the document's fonts.
    #[must_use]
    pub fn belongs_to(&self, style: &TextStyle, fonts: &[Font]) -> bool {
        fonts
            .iter()
            .find(|font| font.name == style.font)
            .map_or(self.family == style.font, |font| font.family == self.family && font.style == self.style)
    }
}
