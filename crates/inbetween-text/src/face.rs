//! Faces.

/// Where a face comes from, which decides its place in the search: earlier ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// In the document or its archive.
    Document,
    /// Beside the document.
    Beside,
    /// In a folder the user named.
    Folder,
    /// Compiled in.
    Bundled,
    /// Of the system, when the user asks for those.
    System,
}

/// What a face says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceInfo {
    /// PostScript name, for example `NotoSans-Bold`; empty when it has none.
    pub postscript_name: String,
    /// Family, for example `Noto Sans`.
    pub family: String,
    /// Style within the family, for example `Bold`.
    pub style: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Sizes of a face, in em.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// Height over the baseline.
    pub ascent: f64,
    /// Depth under the baseline, positive.
    pub descent: f64,
}

/// Why bytes are no font.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FontError {
    /// Neither TrueType nor OpenType, nor a collection of them. Compressed web fonts are not read.
    Unknown,
    /// It has no characters or no outlines.
    Empty,
    /// The set is full.
    TooMany,
}

impl std::fmt::Display for FontError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unknown => "not a TrueType or OpenType font",
            Self::Empty => "the font has no characters or no outlines",
            Self::TooMany => "there are too many fonts",
        })
    }
}

impl std::error::Error for FontError {}

/// Whether a style's name says bold, and whether it says slanted.
pub(crate) fn traits(style: &str) -> (bool, bool) {
    let style = style.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| style.contains(word));
    (has(&["bold", "black", "heavy"]), has(&["italic", "oblique"]))
}
