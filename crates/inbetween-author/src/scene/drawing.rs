//! Layers of drawings, as scenes use them.

use super::read::likely;
use crate::artwork::Artwork;
use serde_json::{Value, json};

/// A layer of a drawing.
pub(super) struct Art {
    /// Shape items in the layer's space.
    pub(super) shapes: Value,
    /// Width and height in whole pixels.
    pub(super) size: [f64; 2],
    /// Where the layer's origin lies in the drawing.
    pub(super) corner: [f64; 2],
}

/// What is wrong, and what to do about it.
pub(super) type Wrong = (String, Option<String>);

/// The layer of a name or id, or the whole drawing.
pub(super) fn layer(drawing: &Artwork, name: Option<&str>) -> Result<Art, Wrong> {
    let Some(name) = name else { return Ok(whole(drawing)) };
    match drawing.layer(name) {
        Some(layer) => Ok(Art { shapes: layer.shapes.clone(), size: layer.size, corner: layer.origin }),
        None => {
            let names: Vec<&str> = drawing.layers.iter().map(|layer| layer.name.as_str()).collect();
            Err((format!("the drawing has no layer \"{name}\""), Some(likely(name, &names))))
        }
    }
}

/// All layers of a drawing as one, each a group.
fn whole(drawing: &Artwork) -> Art {
    let still = |value: Value| json!({"a": 0, "k": value});
    let shapes: Value = drawing
        .layers
        .iter()
        .map(|layer| {
            let mut items = layer.shapes.as_array().cloned().unwrap_or_default();
            items.push(json!({
                "ty": "tr", "a": still(json!([0, 0])), "p": still(json!(layer.origin)), "s": still(json!([100, 100])),
                "sk": still(json!(0)), "sa": still(json!(0)), "r": still(json!(0)), "o": still(json!(100)),
                "nm": "Transform",
            }));
            json!({"ty": "gr", "nm": layer.name, "it": items})
        })
        .collect();
    Art { shapes, size: [drawing.width.ceil(), drawing.height.ceil()], corner: [0.0, 0.0] }
}
