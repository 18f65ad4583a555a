//! The layers of a composition, bottom first.

use super::Builder;
use super::content::is_visible;
use super::order::Item;
use super::place::Space;
use crate::{CompositionRef, LayerRef};
use inbetween_doc::LayerKind;
use inbetween_types::{Diagnostic, Location, Severity, Time};

impl Builder<'_> {
    /// What the layers of a composition draw into `space`, bottom first.
    pub(super) fn composition(
        &mut self,
        composition: CompositionRef,
        time: Time,
        space: &Space,
    ) -> Vec<Item> {
        let Some(node) = self.state.timeline.composition(composition) else { return Vec::new() };
        if self.depth >= self.state.timeline.limits().composition_nesting {
            let place = Location { composition: Some(node.name.clone()), ..Location::default() };
            let message = "compositions lie too deep inside one another; the innermost are left out";
            self.findings
                .push(Diagnostic::new("limit/composition-nesting", Severity::Error, message).at(place));
            return Vec::new();
        }
        self.depth += 1;
        let mut items = Vec::with_capacity(node.layers.len());
        for layer in node.layers.iter().rev() {
            let drawn =
                self.timeline().layer_data(*layer).is_some_and(|data| !data.hidden && !data.is_matte_source);
            if !drawn || !self.state.is_active_at(*layer, time) {
                continue;
            }
            if self.lights(*layer) {
                self.report(
                    "draw/lights",
                    *layer,
                    "lights are not supported; 3D layers show their own colours",
                );
            }
            match self.layer(*layer, time, space) {
                Ok(drawn) => items.extend(drawn),
                Err(fault) => self.report_fault(*layer, &fault),
            }
        }
        self.depth -= 1;
        items
    }

    /// Whether a layer is a light that shines on something.
    fn lights(&self, layer: LayerRef) -> bool {
        let timeline = self.timeline();
        let is_light = timeline.layer_data(layer).is_some_and(|data| data.kind == LayerKind::Light);
        let data = timeline.layer(layer).filter(|_| is_light);
        let data = data.and_then(|node| timeline.composition_data(node.composition));
        data.is_some_and(|data| data.layers.iter().any(|other| other.three_d && is_visible(other.kind)))
    }
}
