//! From handles to the timeline's data.

use super::clock::Clock;
use crate::timeline::CompositionNode;
use crate::{CompositionRef, LayerNode, LayerRef, Node, NodeData, NodeRef, PropertyData, PropertyRef, State};
use inbetween_doc::{Composition, Footage, Layer, LayerKind};
use inbetween_expr::{Class, Fault, Object, Runner};
use inbetween_types::{FrameRate, Time, Value};

/// The number of handle `id` as an index.
pub(super) fn at(id: u32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}

/// Handles of solids, which are footage in AE but nothing of their own in a Lottie: this bit and the layer.
pub(super) const SOLID: u32 = 1 << 31;

impl State {
    pub(super) fn node(&self, node: NodeRef) -> Option<&Node> {
        self.timeline.node(node)
    }

    pub(super) fn children(&self, node: NodeRef) -> &[NodeRef] {
        self.node(node).map_or(&[], |node| node.children())
    }

    pub(super) fn property_data(&self, property: PropertyRef) -> Option<&PropertyData> {
        self.timeline.property(property)
    }

    pub(super) fn layer_node(&self, layer: LayerRef) -> Option<&LayerNode> {
        self.timeline.layer(layer)
    }

    pub(super) fn composition_node(&self, composition: CompositionRef) -> Option<&CompositionNode> {
        self.timeline.composition(composition)
    }

    pub(super) fn composition_data(&self, composition: CompositionRef) -> Option<&Composition> {
        self.timeline.composition_data(composition)
    }

    pub(super) fn layer_data(&self, layer: LayerRef) -> Option<&Layer> {
        self.timeline.layer_data(layer)
    }

    pub(super) fn layer_kind(&self, layer: LayerRef) -> LayerKind {
        self.layer_data(layer).map_or(LayerKind::Null, |data| data.kind)
    }

    pub(super) fn footage_data(&self, id: u32) -> Option<&Footage> {
        self.timeline.inner.document.footage.get(at(id))
    }

    pub(super) fn frame_rate(&self, composition: CompositionRef) -> FrameRate {
        self.composition_node(composition).map_or_else(FrameRate::default, |node| node.frame_rate)
    }

    /// Seconds of a frame of the layer's composition.
    pub(super) fn layer_seconds(&self, layer: LayerRef, frame: f64) -> Time {
        self.layer_node(layer).map_or(0.0, |node| self.frame_rate(node.composition).seconds(frame))
    }

    /// The layer that a node is in, and its composition.
    pub(super) fn home(&self, node: NodeRef) -> Option<(LayerRef, CompositionRef)> {
        let layer = self.node(node)?.layer;
        Some((layer, self.layer_node(layer)?.composition))
    }

    /// A layer's child group by match name; the layer itself for `""`.
    pub(super) fn layer_group(&self, layer: LayerRef, match_name: &str) -> Option<NodeRef> {
        let root = self.layer_node(layer)?.root;
        if match_name.is_empty() { Some(root) } else { self.child_by_match(root, match_name) }
    }

    pub(super) fn child_by_match(&self, group: NodeRef, match_name: &str) -> Option<NodeRef> {
        self.timeline.child(group, match_name)
    }

    /// A layer's property by the match names of its group (`""` for the layer itself) and its own.
    pub(super) fn layer_property(
        &self,
        layer: LayerRef,
        group: &str,
        match_name: &str,
    ) -> Option<PropertyRef> {
        let node = self.child_by_match(self.layer_group(layer, group)?, match_name)?;
        self.property_data(PropertyRef(node)).map(|_| PropertyRef(node))
    }

    /// The layer of a composition with a stored id.
    pub(super) fn layer_by_id(&self, composition: CompositionRef, id: f64) -> Option<LayerRef> {
        self.composition_node(composition)?.layers.iter().copied().find(|layer| {
            self.layer_data(*layer).and_then(|data| data.id).is_some_and(|known| {
                #[expect(clippy::cast_precision_loss, reason = "stored ids are small")]
                let known = known as f64;
                known == id
            })
        })
    }

    /// How messages call an object.
    pub(crate) fn title(&self, object: Object) -> String {
        match object.class {
            Class::Project => "the project".to_owned(),
            Class::Composition => {
                let name = self.composition_node(CompositionRef(object.id)).map_or("", |node| &node.name);
                format!("composition \"{name}\"")
            }
            Class::Footage => "the footage".to_owned(),
            Class::Layer => {
                format!("layer \"{}\"", self.layer_data(LayerRef(object.id)).map_or("", |data| &data.name))
            }
            Class::Inbetween => "inbetween".to_owned(),
            Class::MarkerProperty => "the marker property".to_owned(),
            _ => format!("\"{}\"", self.node(NodeRef(object.id)).map_or("", |node| &node.name)),
        }
    }

    /// A handle of a layer.
    pub(super) fn layer_object(&self, layer: LayerRef, clock: u32) -> Object {
        Object { class: Class::Layer, id: layer.0, clock }
    }

    /// A handle of a node: layer, group or property.
    pub(super) fn node_object(&self, node: NodeRef, clock: u32) -> Option<Object> {
        let data = self.node(node)?;
        Some(match (&data.data, data.parent) {
            (NodeData::Group { .. }, None) => self.layer_object(data.layer, clock),
            (NodeData::Group { .. }, Some(_)) => Object { class: Class::PropertyGroup, id: node.0, clock },
            (NodeData::Property(_), _) => Object { class: Class::Property, id: node.0, clock },
        })
    }

    /// The clock for what is inside the source of a layer.
    pub(super) fn inner_clock(&self, layer: LayerRef, outer: u32) -> u32 {
        self.clocks.number(Clock { layer, outer })
    }

    /// Whether `object` is the property whose expression is running.
    pub(super) fn is_own(&self, runner: &dyn Runner, object: Object) -> bool {
        runner
            .current()
            .property
            .is_some_and(|own| own.class == object.class && own.id == object.id && own.clock == object.clock)
    }

    /// A property's value as the running expression sees it: its own before the expression, another's after.
    pub(super) fn seen_value(
        &self,
        runner: &mut dyn Runner,
        object: Object,
        time: Time,
    ) -> Result<Value, Fault> {
        let property = PropertyRef(NodeRef(object.id));
        if self.is_own(runner, object) {
            Ok(self.pre_value(property, time))
        } else {
            self.value(runner, property, self.frame_time(property, time))
        }
    }

    /// A time that is a whole or half frame's own but for rounding is that frame's, where an expression is asked: After Effects
    /// keeps times as fractions. A chain of `valueAtTime(time - thisComp.frameDuration)` then meets the values of
    /// the frame before instead of ever new times beside it. (Half frames are what a bake asks for in between.)
    pub(crate) fn frame_time(&self, property: PropertyRef, time: Time) -> Time {
        /// The error of some thousand sums of frame durations, relative to the time.
        const ROUNDING: f64 = 1e-11;
        if self.timeline.property(property).is_none_or(|data| data.program.is_none()) {
            return time;
        }
        let rate = self.timeline.property_frame_rate(property);
        let near = rate.seconds((time * rate.fps() * 2.0).round() / 2.0);
        if (near - time).abs() <= ROUNDING * time.abs().max(1.0) { near } else { time }
    }
}
