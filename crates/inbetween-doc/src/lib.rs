//! Motion documents: the model in After Effects' words, importers and exporters.
//!
//! A [`Document`] is plain data. Importers fill it from a file; it keeps the file's own text, so that what an
//! importer does not understand survives a save byte for byte. Expressions are stored as source text.

pub mod model;

pub use model::{
    AutoOrient, BlendMode, Composition, CompositionId, Document, Expression, Font, Footage, FootageData,
    FootageId, Glyph, GroupKind, Keyframe, Layer, LayerKind, LayerSource, Marker, MatteMode, Property,
    PropertyGroup, PropertyNode, SegmentEase, Source, SourceSpan, TrackMatte,
};
