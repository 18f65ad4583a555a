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
        let Some(looks) = self.looks.checked_sub(node.layers.len()) else {
            if let Some(layer) = node.layers.first() {
                self.over_size(*layer);
            }
            return Vec::new();
        };
        self.looks = looks;
        self.depth += 1;
        let shone_on = self.timeline().composition_data(composition).is_some_and(|data| {
            // Meshes are lit.
            let unlit = |kind| is_visible(kind) && kind != LayerKind::Mesh;
            data.layers.iter().any(|layer| layer.three_d && unlit(layer.kind))
        });
        let mut items = Vec::with_capacity(node.layers.len());
        for layer in node.layers.iter().rev() {
            let drawn =
                self.timeline().layer_data(*layer).is_some_and(|data| !data.hidden && !data.is_matte_source);
            if !drawn || !self.state.is_active_at(*layer, time) {
                continue;
            }
            if shone_on && self.is_light(*layer) {
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

    fn is_light(&self, layer: LayerRef) -> bool {
        self.timeline().layer_data(layer).is_some_and(|data| data.kind == LayerKind::Light)
    }
}
