//! A part of one layer, for expressions that ask for its pixels.

use super::{Builder, SceneOptions, content, snapped};
use crate::scene::{Group, Node, Projection, Scene};
use crate::{LayerRef, State};
use inbetween_expr::{Fault, Runner};
use inbetween_types::Time;
use kurbo::Affine;

impl State {
    /// What a layer shows within a rectangle (x0, y0, x1, y1) of its own space: its source, with its masks and effects
    /// where `processed`, never its transform, opacity, styles and matte.
    pub(crate) fn window(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
        processed: bool,
        [x0, y0, x1, y1]: [f64; 4],
    ) -> Result<Scene, Fault> {
        let Some(data) = self.timeline.layer_data(layer) else { return Ok(Scene::default()) };
        let options = SceneOptions::default();
        let mut builder = Builder::new(self, runner, &options);
        let time = snapped(self.timeline.frame_rate_of(layer), time);
        let mut group = Group {
            transform: Projection::affine(Affine::translate((-x0, -y0))),
            nodes: builder.content(layer, time)?,
            ..Group::default()
        };
        if content::is_sized(data.kind) {
            group.clip = Some([0.0, 0.0, data.width, data.height]);
        }
        if processed {
            group.masks = builder.masks(layer, time)?;
            group.effects = builder.effects(layer, time)?;
        }
        let nodes = vec![Node::Group(Box::new(group))];
        Ok(Scene { width: x1 - x0, height: y1 - y0, nodes })
    }
}
