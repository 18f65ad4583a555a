//! Writing a document: the original text with the changed places replaced.

mod archive;
mod encode;
mod splice;

pub use encode::{Precision, encode_property};

use crate::error::ExportError;
use crate::model::{Document, Property, SourceSpan};
use splice::Edit;

/// What to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// Lottie JSON.
    #[default]
    Json,
    /// A dotLottie archive: the one the document came from with its animation replaced, else a new one.
    DotLottie,
    /// A Telegram sticker: the JSON, gzipped.
    Tgs,
}

/// Changes to a document's text.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// How many decimals numbers get.
    pub precision: Precision,
    properties: Vec<Property>,
    removed: Vec<SourceSpan>,
    replaced: Vec<(SourceSpan, String)>,
}

impl Changes {
    /// No changes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes `property` in the place of the one it came from (its `span`): its static value or keyframes, and
    /// its expression if it has one. Unknown members of the old one stay. Returns false, and does nothing, when
    /// it has no place in the file.
    ///
    /// A value that came from a slot is written to the property itself, which then no longer follows the slot.
    pub fn replace_property(&mut self, property: Property) -> bool {
        let placed = property.span.is_some();
        if placed {
            self.properties.push(property);
        }
        placed
    }

    /// Takes out an element of an array (an effect, a layer), with its comma.
    pub fn remove(&mut self, span: SourceSpan) {
        self.removed.push(span);
    }

    /// Puts `text` in the place of a range. It must be JSON where a value stands; nothing checks that.
    pub fn replace(&mut self, span: SourceSpan, text: String) {
        self.replaced.push((span, text));
    }

    /// Puts `text` in the place of the text of a property's expression and nothing else. Returns false, and does nothing,
    /// when the property has no place in the file or no expression there.
    pub fn replace_expression(&mut self, document: &Document, property: &Property, text: &str) -> bool {
        let Some(span) = property.span else { return false };
        let object = span.text(&document.source.text);
        let member = crate::json::object_members(object).into_iter().find(|(key, _)| *key == "\"x\"");
        let Some((_, inner)) = member.filter(|(_, inner)| inner.text(object).starts_with('"')) else {
            return false;
        };
        let place = SourceSpan { start: span.start + inner.start, end: span.start + inner.end };
        self.replaced.push((place, encode::string(text)));
        true
    }

    /// Whether there is nothing to change.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.properties.is_empty() && self.removed.is_empty() && self.replaced.is_empty()
    }
}

/// The archive a document came from with several animations' texts replaced, by their paths in it (see
/// [`archive_path`]); everything else in it stays. `None` for a document from no archive.
///
/// # Errors
/// [`ExportError::Archive`] when the archive cannot be read again.
pub fn export_archive(
    document: &Document,
    texts: &[(String, String)],
) -> Option<Result<Vec<u8>, ExportError>> {
    let (bytes, _) = document.source.archive.as_ref()?;
    Some(archive::replaced(bytes, texts))
}

/// The path of a document's animation in the archive it came from.
#[must_use]
pub fn archive_path(document: &Document) -> Option<&str> {
    document.source.archive.as_ref().map(|(_, path)| path.as_str())
}

/// Writes the document's text with `changes`. Without changes the JSON is the original, byte for byte.
///
/// Where changes overlap, the outer one counts and those inside it are dropped. The model itself is not
/// written: only what `changes` say.
///
/// # Errors
/// [`ExportError::Place`] for a change outside the text, [`ExportError::NotFinite`] for a value JSON cannot hold.
pub fn export(document: &Document, changes: &Changes, format: Container) -> Result<Vec<u8>, ExportError> {
    let text = &*document.source.text;
    let mut edits = Vec::with_capacity(changes.properties.len() + changes.replaced.len());
    for property in &changes.properties {
        let Some(span) = property.span else { continue };
        if !encode::is_finite(property) {
            return Err(ExportError::NotFinite { property: property.name.clone().into_owned() });
        }
        let old = text.get(span.start..span.end);
        let text = encode_property(property, old, changes.precision);
        edits.push(Edit { span, text: text.into() });
    }
    for (span, text) in &changes.replaced {
        edits.push(Edit { span: *span, text: text.as_str().into() });
    }
    edits.extend(splice::removals(text, &changes.removed)?);
    let json = splice::apply(text, edits)?;
    match format {
        Container::Json => Ok(json),
        Container::Tgs => archive::gzip(&json),
        Container::DotLottie => archive::dot_lottie(document.source.archive.as_ref(), &json),
    }
}
