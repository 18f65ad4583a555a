//! Layers of drawings, as scenes use them.

use serde_json::Value;

/// A layer of a drawing.
pub(super) struct Art {
    /// Shape items in the layer's space.
    pub(super) shapes: Value,
    /// Width and height in whole pixels.
    pub(super) size: [f64; 2],
    /// Where the layer's top left corner lies in the drawing.
    pub(super) corner: [f64; 2],
}

/// The layer of a name or id, or the whole drawing; as large as its content or as the drawing (`document`).
pub(super) fn layer(_svg: &[u8], _name: Option<&str>, _document: bool) -> Result<Art, (String, Option<String>)> {
    Err(("drawings are not read by this build".to_owned(), None))
}
