//! AE's effects on f32 pictures.

use crate::Pixmap;
use inbetween_timeline::scene::{EffectCall, Node};
use inbetween_types::Diagnostics;

/// What an effect or layer style knows besides its picture.
pub struct EffectContext<'a> {
    /// Pixels of the picture per pixel of the layer, x and y; both above 0.
    pub scale: [f64; 2],
    /// Where the picture's top left corner is in the layer's own space.
    pub origin: [f64; 2],
    /// Size of the layer in its own pixels (the composition's where it has none).
    pub size: [f64; 2],
    /// Where findings go.
    pub diagnostics: &'a mut Diagnostics,
    /// Draws an effect's other layer (`EffectCall::layers`) as a picture lying exactly over this one.
    pub draw: &'a mut dyn FnMut(&[Node]) -> Pixmap,
}

/// Pixels of the layer by which an effect's result may reach beyond its input on each side. The compositor makes
/// that room (within bounds) before [`apply`] is called, which never changes the picture's size.
#[must_use]
pub fn grow(_call: &EffectCall) -> f64 {
    0.0
}

/// Applies one effect in place.
pub fn apply(_call: &EffectCall, _picture: &mut Pixmap, _context: &mut EffectContext<'_>) {}
