//! What a layer shows in its own space, before masks and effects.

use super::{Builder, snapped};
use crate::scene::{Fill, Image, ImageSource, Node, Paint, Projection};
use crate::{CompositionRef, LayerRef};
use inbetween_doc::{BlendMode, LayerKind, LayerSource};
use inbetween_expr::Fault;
use inbetween_types::Time;
use kurbo::{BezPath, Rect, Shape};

/// Whether a kind of layer can show anything.
pub(super) fn is_visible(kind: LayerKind) -> bool {
    matches!(
        kind,
        LayerKind::Precomposition
            | LayerKind::Solid
            | LayerKind::Image
            | LayerKind::Shape
            | LayerKind::Text
            | LayerKind::Mesh
    )
}

/// Whether a layer's own picture is a rectangle of its size.
pub(super) fn is_sized(kind: LayerKind) -> bool {
    matches!(kind, LayerKind::Precomposition | LayerKind::Solid | LayerKind::Image)
}

impl Builder<'_> {
    /// The layer's picture in its own space, bottom first.
    pub(super) fn content(&mut self, layer: LayerRef, time: Time) -> Result<Vec<Node>, Fault> {
        let state = self.state;
        let (Some(node), Some(data)) = (state.timeline.layer(layer), state.timeline.layer_data(layer)) else {
            return Ok(Vec::new());
        };
        match data.kind {
            LayerKind::Solid => {
                let LayerSource::Solid([r, g, b]) = data.source else { return Ok(Vec::new()) };
                let Some(path) = rectangle(data.width, data.height) else { return Ok(Vec::new()) };
                Ok(vec![Node::Fill(Fill {
                    transform: Projection::IDENTITY,
                    path: state.share(node.root, 0, path),
                    even_odd: false,
                    paint: Paint::Solid([r as f32, g as f32, b as f32, 1.0]),
                    opacity: 1.0,
                    blend: BlendMode::Normal,
                })])
            }
            LayerKind::Image => match &data.source {
                LayerSource::Footage(footage) => Ok(vec![Node::Image(Image {
                    transform: Projection::IDENTITY,
                    source: ImageSource::Footage(footage.0),
                    width: data.width,
                    height: data.height,
                    opacity: 1.0,
                })]),
                LayerSource::Missing(id) => {
                    self.report("draw/missing-asset", layer, format!("the image \"{id}\" is missing"));
                    Ok(Vec::new())
                }
                _ => Ok(Vec::new()),
            },
            LayerKind::Precomposition => match &data.source {
                LayerSource::Composition(_) => {
                    let Some((inside, time)) = self.inside(layer, time)? else { return Ok(Vec::new()) };
                    Ok(self.picture(inside, time))
                }
                LayerSource::Missing(id) => {
                    self.report("draw/missing-asset", layer, format!("the composition \"{id}\" is missing"));
                    Ok(Vec::new())
                }
                _ => Ok(Vec::new()),
            },
            LayerKind::Shape => self.remembered(layer, |builder| {
                let mut nodes = Vec::new();
                crate::shape::contents(state, builder.runner, layer, time, &mut nodes)?;
                Ok(nodes)
            }),
            LayerKind::Text => self.remembered(layer, |builder| builder.text(layer, time)),
            _ => Ok(Vec::new()),
        }
    }

    /// The composition that a layer plays, and its time.
    pub(super) fn inside(
        &mut self,
        layer: LayerRef,
        time: Time,
    ) -> Result<Option<(CompositionRef, Time)>, Fault> {
        let state = self.state;
        let source = state.timeline.layer_data(layer).map(|data| &data.source);
        let Some(LayerSource::Composition(id)) = source else { return Ok(None) };
        // Compositions of a timeline are those of the document, in its order.
        let inside = CompositionRef(u32::try_from(id.0).unwrap_or(u32::MAX));
        let Some(node) = state.timeline.composition(inside) else { return Ok(None) };
        let time = state.source_time(self.runner, layer, time)?;
        Ok(time.is_finite().then(|| (inside, snapped(node.frame_rate, time))))
    }
}

/// A rectangle from the origin; `None` when it has no area.
pub(super) fn rectangle(width: f64, height: f64) -> Option<BezPath> {
    (width > 0.0 && height > 0.0 && width.is_finite() && height.is_finite())
        .then(|| Rect::new(0.0, 0.0, width, height).to_path(0.1))
}
