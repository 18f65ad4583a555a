//! Baking a project and writing it.

use crate::{Error, Project};
use inbetween_doc::{Changes, Container, Precision};
use inbetween_timeline::Progress;
use inbetween_timeline::bake::{self, BakedEntry, BakedMesh, BakedSubdivide, BakedText};
use inbetween_types::Diagnostic;

pub use inbetween_timeline::bake::{BakeOptions, FrameSpan, TextForm, Tolerance};

/// A baked file and what it took.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Baked {
    /// The file without expressions, in the container asked for.
    pub bytes: Vec<u8>,
    /// One entry per baked property.
    pub entries: Vec<BakedEntry>,
    /// Bytes of JSON before.
    pub json_bytes_before: usize,
    /// Bytes of JSON after.
    pub json_bytes_after: usize,
    /// Largest distance of a layer's corner from where it should be, in pixels.
    pub corner_error: f64,
    /// One entry per text layer whose selectors were baked.
    pub texts: Vec<BakedText>,
    /// One entry per mesh layer that became plain paths.
    pub meshes: Vec<BakedMesh>,
    /// One entry per Subdivide item that became plain paths.
    pub subdivided: Vec<BakedSubdivide>,
    /// Expression controls taken out.
    pub controls_removed: usize,
    /// Findings made while sampling.
    pub diagnostics: Vec<Diagnostic>,
}

impl Baked {
    /// Keys written.
    #[must_use]
    pub fn keys(&self) -> usize {
        let texts: usize = self.texts.iter().map(|text| text.keys).sum();
        self.entries.iter().map(|entry| entry.keys).sum::<usize>() + texts
    }

    /// The entry whose error is the largest part of what was allowed.
    #[must_use]
    pub fn worst(&self) -> Option<&BakedEntry> {
        let share =
            |entry: &BakedEntry| if entry.tolerance > 0.0 { entry.error / entry.tolerance } else { 0.0 };
        self.entries.iter().max_by(|a, b| share(a).total_cmp(&share(b)))
    }
}

/// What a baked text became, and what its parts are called: `("outlines", "groups")`.
#[must_use]
pub fn text_form_words(form: TextForm) -> (&'static str, &'static str) {
    match form {
        TextForm::Selectors => ("selectors", "animators"),
        TextForm::Units => ("units", "layers"),
        _ => ("outlines", "groups"),
    }
}

impl Project {
    /// Replaces every expression by keyframes fitted to it, and writes the file.
    ///
    /// Everything the baked properties do not touch is copied from the original text.
    ///
    /// # Errors
    /// When the run is cancelled or the file cannot be written.
    pub fn bake(
        &self,
        options: &BakeOptions,
        container: Container,
        progress: Progress<'_>,
    ) -> Result<Baked, Error> {
        let made = bake::bake(self.timeline(), options, progress).map_err(|_| Error::Cancelled)?;
        let mut changes = Changes::new();
        changes.precision = Precision::default();
        for property in made.properties {
            changes.replace_property(property);
        }
        for (span, text) in made.replaced {
            changes.replace(span, text);
        }
        for &span in &made.removed {
            changes.remove(span);
        }
        let json = inbetween_doc::export(self.document(), &changes, Container::Json)?;
        let json_bytes_after = json.len();
        let bytes = match container {
            Container::Json => json,
            other => inbetween_doc::export(self.document(), &changes, other)?,
        };
        Ok(Baked {
            bytes,
            entries: made.entries,
            texts: made.texts,
            meshes: made.meshes,
            subdivided: made.subdivided,
            json_bytes_before: self.document().source.text.len(),
            json_bytes_after,
            corner_error: made.corner_error,
            controls_removed: made.controls,
            diagnostics: made.diagnostics,
        })
    }

    /// The document's JSON as it stands.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn export_json(&self) -> Result<String, Error> {
        let bytes = inbetween_doc::export(self.document(), &Changes::new(), Container::Json)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
