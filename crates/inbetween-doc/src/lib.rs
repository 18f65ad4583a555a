//! Motion documents: the model in After Effects' words, importers and exporters.
//!
//! A [`Document`] is plain data. [`import`] fills it from a file; it keeps the file's own text, so that what the
//! importer does not understand survives [`export`] byte for byte. Expressions are stored as source text.

pub mod base64;
mod container;
mod error;
mod export;
mod import;
mod json;
mod lottie;
pub mod model;

pub use error::{ExportError, ImportError, ImportOptions};
pub use export::{Changes, Container, Precision, archive_path, encode_property, export, export_archive};
pub use import::{Imported, import};
pub use json::{file_paths, object_members};
pub use lottie::{data_bytes, percent_decode, schema};
pub use model::{
    AutoOrient, BlendMode, Composition, CompositionId, Document, Expression, Font, Footage, FootageData,
    FootageId, Glyph, GroupKind, Keyframe, Layer, LayerKind, LayerSource, Marker, MatteMode, MeshData,
    MeshFiles, MeshSource, Property, PropertyGroup, PropertyNode, SegmentEase, Source, SourceSpan,
    TrackMatte,
};
