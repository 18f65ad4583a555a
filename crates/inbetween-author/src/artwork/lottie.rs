//! A drawing as a Lottie composition.

use super::{Artwork, ArtworkLayer};
use serde_json::{Value, json};

/// What the composition made of a drawing is like.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CompositionSettings {
    /// Its name.
    pub name: String,
    /// Frames per second. Default 25.
    pub frame_rate: f64,
    /// Seconds. Default 4.
    pub duration: f64,
}

impl Default for CompositionSettings {
    fn default() -> Self {
        Self { name: "drawing".to_owned(), frame_rate: 25.0, duration: 4.0 }
    }
}

/// The drawing as Lottie JSON: a composition as large as the drawing (rounded up to whole pixels), each layer a shape
/// layer where it was drawn, its anchor point at its centre.
#[must_use]
pub fn lottie(artwork: &Artwork, settings: &CompositionSettings) -> Value {
    let frames = settings.duration * settings.frame_rate;
    let named = unique_names(artwork).into_iter().zip(&artwork.layers).enumerate();
    let layers: Vec<Value> =
        named.map(|(index, (name, layer))| self::layer(layer, &name, index + 1, frames)).collect();
    json!({
        "v": "5.12.1",
        "nm": settings.name,
        "fr": settings.frame_rate,
        "ip": 0,
        "op": frames,
        "w": artwork.width.ceil(),
        "h": artwork.height.ceil(),
        "ddd": 0,
        "assets": [],
        "layers": layers,
    })
}

fn layer(layer: &ArtworkLayer, name: &str, index: usize, frames: f64) -> Value {
    let fixed = |k: Value| json!({"a": 0, "k": k});
    let ([ax, ay], [px, py]) = (layer.center(), layer.position());
    json!({
        "ty": 4,
        "nm": name,
        "ind": index,
        "ip": 0,
        "op": frames,
        "st": 0,
        "w": layer.size[0],
        "h": layer.size[1],
        "ks": {
            "a": fixed(json!([ax, ay, 0])),
            "p": fixed(json!([px, py, 0])),
            "s": fixed(json!([100, 100, 100])),
            "r": fixed(json!(0)),
            "o": fixed(json!(100)),
        },
        "shapes": layer.shapes,
    })
}

/// The layers' names, each told apart from those above it by a number: `wheel`, `wheel 2`.
#[must_use]
pub fn unique_names(artwork: &Artwork) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(artwork.layers.len());
    for layer in &artwork.layers {
        let mut name = layer.name.clone();
        let mut count = 2;
        while names.contains(&name) {
            name = format!("{} {count}", layer.name);
            count += 1;
        }
        names.push(name);
    }
    names
}
