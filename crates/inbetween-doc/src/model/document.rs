use super::{Composition, Font, Footage, Glyph};
use std::sync::Arc;

/// A motion file: compositions, footage, fonts, and the file's own text.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Name of the project or of the main composition.
    pub name: String,
    /// Version of the writing program as the file states it (`v`), for example `5.12.1`.
    pub version: String,
    /// All compositions; the main one first.
    pub compositions: Vec<Composition>,
    /// Images, data files and sounds.
    pub footage: Vec<Footage>,
    /// Fonts the file names.
    pub fonts: Vec<Font>,
    /// Font files in the document or its archive: name and bytes.
    pub font_files: Vec<(String, Arc<[u8]>)>,
    /// Embedded glyph outlines.
    pub glyphs: Vec<Glyph>,
    /// What the file was read from.
    pub source: Source,
}

impl Document {
    /// The main composition, if the document has any.
    #[must_use]
    pub fn main(&self) -> Option<&Composition> {
        self.compositions.first()
    }

    /// A composition by handle.
    #[must_use]
    pub fn composition(&self, id: CompositionId) -> Option<&Composition> {
        self.compositions.get(id.0)
    }

    /// A footage item by handle.
    #[must_use]
    pub fn footage(&self, id: FootageId) -> Option<&Footage> {
        self.footage.get(id.0)
    }
}

/// Handle of a composition: its place in [`Document::compositions`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CompositionId(pub usize);

/// Handle of a footage item: its place in [`Document::footage`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FootageId(pub usize);

/// The text a document came from. Exporters copy it and replace only what changed.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The JSON text, after any unpacking.
    pub text: Arc<str>,
    /// Name of the container format: `json`, `lottie` or `tgs`.
    pub container: &'static str,
    /// For a dotLottie: the whole archive and the path of the animation inside it.
    pub archive: Option<(Arc<[u8]>, String)>,
    /// For a dotLottie: the ids of all its animations.
    pub animations: Vec<String>,
}

/// A byte range of [`Source::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceSpan {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl SourceSpan {
    /// The text of the range; empty when it does not fit.
    #[must_use]
    pub fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or("")
    }
}
