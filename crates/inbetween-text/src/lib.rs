//! Fonts from bytes, and text shaped with them: no files, no system fonts, no host.

/// Faces in order of priority.
#[derive(Clone, Debug, Default)]
pub struct FontSet {}

impl FontSet {
    /// No faces.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}
