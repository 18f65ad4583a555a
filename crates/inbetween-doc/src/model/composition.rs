use super::{Layer, SourceSpan};
use inbetween_types::FrameRate;

/// A composition.
#[derive(Clone, Debug, Default)]
pub struct Composition {
    /// The asset id that layers refer to; empty for the main composition.
    pub id: String,
    /// Name; falls back to the id.
    pub name: String,
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// Frames per second.
    pub frame_rate: FrameRate,
    /// First frame shown. Precompositions take it from the main composition when they state none.
    pub in_point: f64,
    /// One past the last frame shown.
    pub out_point: f64,
    /// Shutter angle in degrees; 180 when the file states none.
    pub shutter_angle: f64,
    /// Shutter phase in degrees; -90 when the file states none.
    pub shutter_phase: f64,
    /// Moments a frame's motion blur averages, if the file states it.
    pub samples_per_frame: Option<usize>,
    /// Background colour RGB 0..1, if the file states one.
    pub background: Option<[f64; 3]>,
    /// Layers in stacking order, topmost first: layer `n` of an expression is `layers[n - 1]`.
    pub layers: Vec<Layer>,
    /// Composition markers in time order.
    pub markers: Vec<Marker>,
    /// The object in the file.
    pub span: Option<SourceSpan>,
}

/// A composition or layer marker.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marker {
    /// Composition frame.
    pub frame: f64,
    /// Length in frames.
    pub duration: f64,
    /// The comment, which is also the name expressions find it by.
    pub comment: String,
}
