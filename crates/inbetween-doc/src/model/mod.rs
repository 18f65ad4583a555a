//! The document model: plain data, no behaviour beyond lookup.

mod composition;
mod document;
mod footage;
mod keyframe;
mod layer;
mod property;
mod size;

pub use composition::{Composition, Marker};
pub use document::{CompositionId, Document, FootageId, Source, SourceSpan};
pub use footage::{Font, Footage, FootageData, Glyph};
pub use keyframe::{Keyframe, SegmentEase};
pub use layer::{
    AutoOrient, BlendMode, Layer, LayerKind, LayerSource, MatteMode, MeshData, MeshFiles, MeshSource,
    TrackMatte,
};
pub use property::{Expression, GroupKind, Property, PropertyGroup, PropertyNode};
pub use size::{name_bytes, value_bytes};
