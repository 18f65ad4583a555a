//! `sourceRectAtTime`: the bounds of a layer's content in its own space.

use crate::{LayerRef, Rect, State};
use inbetween_expr::{Fault, Runner};
use inbetween_types::Time;

impl State {
    /// The layer's bounds in its own space, as `sourceRectAtTime(time, extents)`.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn source_rect(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
        extents: bool,
    ) -> Result<Rect, Fault> {
        let _ = (runner, time, extents);
        let Some(data) = self.timeline.layer_data(layer) else { return Ok(Rect::default()) };
        Ok(Rect { left: 0.0, top: 0.0, width: data.width, height: data.height })
    }
}
