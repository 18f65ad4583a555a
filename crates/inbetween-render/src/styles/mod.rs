//! AE's layer styles on f32 pictures.

use crate::Pixmap;
use crate::effects::EffectContext;
use inbetween_timeline::scene::EffectCall;

/// Pixels of the layer by which a style reaches beyond the layer on each side; see [`crate::effects::grow`].
#[must_use]
pub fn grow(_call: &EffectCall) -> f64 {
    0.0
}

/// Applies one layer style in place.
pub fn apply(_call: &EffectCall, _picture: &mut Pixmap, _context: &mut EffectContext<'_>) {}
