//! What importing and exporting can fail with.

use inbetween_types::{Limits, Location};
use std::fmt;

/// How to import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// Limits on the file; see [`Limits`] for the defaults.
    pub limits: Limits,
    /// Which animation of a dotLottie to take, by its id; `None` takes the one the archive starts with.
    pub animation: Option<String>,
}

/// Why there is no document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportError {
    /// The file is damaged, or not what it should be.
    Input {
        /// Where, as far as known.
        location: Box<Location>,
        /// What is wrong there.
        message: String,
    },
    /// The file is larger than a limit allows.
    Limit {
        /// Where, as far as known.
        location: Box<Location>,
        /// What there is too much of, for example `layers`.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The file is sound, but of a kind this version does not read.
    Unsupported {
        /// What it is, and what could be done.
        message: String,
    },
}

impl ImportError {
    /// A damaged file, without a place.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input { location: Box::default(), message: message.into() }
    }

    /// A limit, without a place.
    pub(crate) fn limit(what: &'static str, limit: usize) -> Self {
        Self::Limit { location: Box::default(), what, limit }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input { location, message } => {
                place(f, location)?;
                f.write_str(message)
            }
            Self::Limit { location, what, limit } => {
                place(f, location)?;
                write!(f, "too much {what}: the limit is {limit}")
            }
            Self::Unsupported { message } => f.write_str(message),
        }
    }
}

/// Writes `layers[3].ks.p (layer "crank", line 4, column 12): `.
fn place(f: &mut fmt::Formatter<'_>, location: &Location) -> fmt::Result {
    let mut notes = Vec::new();
    notes.extend(location.layer.as_ref().map(|name| format!("layer \"{name}\"")));
    notes.extend(location.point.map(|p| format!("line {}, column {}", p.line, p.column)));
    match (&location.file_path, notes.is_empty()) {
        (Some(path), true) => write!(f, "{path}: "),
        (Some(path), false) => write!(f, "{path} ({}): ", notes.join(", ")),
        (None, true) => Ok(()),
        (None, false) => write!(f, "{}: ", notes.join(", ")),
    }
}

impl std::error::Error for ImportError {}

/// Why a document could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportError {
    /// A change names a place that the document's text does not have.
    Place {
        /// First byte of the place.
        start: usize,
        /// One past its last byte.
        end: usize,
    },
    /// A changed value is not finite, which JSON cannot hold.
    NotFinite {
        /// Name of the property.
        property: String,
    },
    /// The archive could not be written.
    Archive {
        /// What went wrong.
        message: String,
    },
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { start, end } => write!(f, "the document has no text at bytes {start}..{end}"),
            Self::NotFinite { property } => write!(f, "{property} has a value that is not a finite number"),
            Self::Archive { message } => write!(f, "the archive could not be written: {message}"),
        }
    }
}

impl std::error::Error for ExportError {}
