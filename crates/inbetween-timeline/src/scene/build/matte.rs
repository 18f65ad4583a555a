//! Track mattes and other layers that a layer reads.

use super::Builder;
use super::order;
use super::place::Space;
use crate::LayerRef;
use crate::scene::Matte;
use inbetween_doc::TrackMatte;
use inbetween_expr::Fault;
use inbetween_types::Time;

/// Deepest mattes of mattes.
const MOST_NESTED: usize = 64;

impl Builder<'_> {
    /// The matte of a layer as a picture in the layer's composition; `None` when it has none to use.
    pub(super) fn matte(
        &mut self,
        layer: LayerRef,
        matte: TrackMatte,
        time: Time,
        space: &Space,
    ) -> Result<Option<Matte>, Fault> {
        let source = match matte.layer {
            Some(id) => self.layer_by_id(layer, id),
            None => self.layer_above(layer),
        };
        let Some(source) = source.filter(|source| *source != layer) else {
            self.report("draw/no-matte", layer, "its track matte layer does not exist; it is drawn whole");
            return Ok(None);
        };
        let nodes = self.as_input(layer, source, |builder| {
            if !builder.state.is_active_at(source, time) {
                return Ok(Vec::new());
            }
            builder.layer(source, time, space).map(order::flatten)
        })?;
        Ok(nodes.map(|nodes| Matte { mode: matte.mode, nodes }))
    }

    /// Builds something of `source` for `layer`; `None` and a finding when that leads back to itself.
    pub(super) fn as_input<T>(
        &mut self,
        layer: LayerRef,
        source: LayerRef,
        build: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        if self.inputs.contains(&source) {
            self.report(
                "draw/matte-cycle",
                layer,
                "the layers it reads lead back to one another; it is drawn without",
            );
            return Ok(None);
        }
        if self.inputs.len() >= MOST_NESTED {
            self.report(
                "limit/matte-nesting",
                layer,
                "mattes lie too deep inside one another; it is drawn without",
            );
            return Ok(None);
        }
        self.inputs.push(source);
        let built = build(self);
        self.inputs.pop();
        built.map(Some)
    }

    /// The layer of the same composition with a stored id; the first where several have it.
    pub(super) fn layer_by_id(&self, layer: LayerRef, id: i64) -> Option<LayerRef> {
        let composition = self.timeline().layer(layer)?.composition;
        self.state.layer_with_id(composition, id)
    }

    fn layer_above(&self, layer: LayerRef) -> Option<LayerRef> {
        let node = self.timeline().layer(layer)?;
        let composition = self.timeline().composition(node.composition)?;
        composition.layers.get(node.index.checked_sub(1)?).copied()
    }
}
