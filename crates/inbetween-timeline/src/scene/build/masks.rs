//! Masks.

use super::{Builder, fraction};
use crate::LayerRef;
use crate::scene::{Mask, MaskMode};
use inbetween_expr::Fault;
use inbetween_types::{Time, Value};

/// Modes by the number of the Mode property.
const MODES: [MaskMode; 7] = [
    MaskMode::None,
    MaskMode::Add,
    MaskMode::Subtract,
    MaskMode::Intersect,
    MaskMode::Lighten,
    MaskMode::Darken,
    MaskMode::Difference,
];

impl Builder<'_> {
    /// The layer's masks in AE's order, those of mode None included: effects may refer to them. An open path
    /// masks nothing, as in AE, and counts as None.
    pub(super) fn masks(&mut self, layer: LayerRef, time: Time) -> Result<Vec<Mask>, Fault> {
        let state = self.state;
        let Some(node) = state.timeline.layer(layer) else { return Ok(Vec::new()) };
        let Some(masks) = state.timeline.child(node.root, "ADBE Mask Parade") else { return Ok(Vec::new()) };
        let children = state.timeline.node(masks).map_or(&[][..], crate::Node::children);
        let mut out = Vec::with_capacity(children.len());
        for mask in children {
            let Some(shape) = state.timeline.child_property(*mask, "ADBE Mask Shape") else { continue };
            let Value::Path(path) = self.value(shape, time)? else { continue };
            let feather = match state.timeline.child_property(*mask, "ADBE Mask Feather") {
                Some(feather) => self.value(feather, time)?,
                None => Value::Number(0.0),
            };
            let across = feather.component(0);
            let down = feather.components().get(1).copied().unwrap_or(across);
            let expansion = self.member(*mask, "ADBE Mask Offset", time, 0.0)?;
            if ![across, down, expansion].iter().all(|n| n.is_finite()) || !path.is_finite() {
                self.report(
                    "draw/not-finite",
                    layer,
                    "a mask has numbers that are not finite and is left out",
                );
                continue;
            }
            let mode = self.member(*mask, "ADBE Mask Mode", time, 1.0)?;
            let mode = MODES.get(mode.max(0.0) as usize).copied().unwrap_or(MaskMode::Add);
            out.push(Mask {
                mode: if path.closed { mode } else { MaskMode::None },
                path: state.share(*mask, 0, path.to_bez_path()),
                inverted: self.member(*mask, "ADBE Mask Invert", time, 0.0)? != 0.0,
                feather: [across.max(0.0), down.max(0.0)],
                expansion,
                opacity: fraction(self.member(*mask, "ADBE Mask Opacity", time, 100.0)?),
            });
        }
        Ok(out)
    }
}
