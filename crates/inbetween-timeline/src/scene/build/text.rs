//! Text.

use super::Builder;
use crate::LayerRef;
use crate::scene::Node;
use inbetween_expr::Fault;
use inbetween_types::Time;

impl Builder<'_> {
    pub(super) fn text(&mut self, _layer: LayerRef, _time: Time) -> Result<Vec<Node>, Fault> {
        Ok(Vec::new())
    }
}
