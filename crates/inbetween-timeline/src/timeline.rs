//! The compiled document: flat arrays of compositions, layers, property groups and properties.

use crate::scene::PixelProbe;
use crate::{compile, track::Curve};
use inbetween_doc::{Composition, Document, GroupKind, Keyframe, Layer};
use inbetween_expr::{Class, Object, Program};
use inbetween_text::FontSet;
use inbetween_types::{Diagnostic, FrameRate, Limits, Time, Unit, Value, ValueKind};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Handle of a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CompositionRef(pub u32);

/// Handle of a footage item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FootageRef(pub u32);

/// Handle of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LayerRef(pub u32);

/// Handle of a property group or property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeRef(pub u32);

/// Handle of a property: a node that has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PropertyRef(pub NodeRef);

// What the ids of `inbetween_expr::Object` mean here: the number inside the handle, by class.
impl CompositionRef {
    /// The object expressions see, without a time mapping.
    #[must_use]
    pub fn object(self) -> Object {
        Object { class: Class::Composition, id: self.0, clock: 0 }
    }
}

impl LayerRef {
    /// The object expressions see, without a time mapping.
    #[must_use]
    pub fn object(self) -> Object {
        Object { class: Class::Layer, id: self.0, clock: 0 }
    }
}

impl PropertyRef {
    /// The object expressions see, without a time mapping.
    #[must_use]
    pub fn object(self) -> Object {
        Object { class: Class::Property, id: self.0.0, clock: 0 }
    }
}

/// What compiling needs besides the document.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// Limits of compilation and of every evaluation later.
    pub limits: Limits,
    /// What `Date` says in expressions, in milliseconds since 1970. The default is 0: values never depend on a
    /// clock.
    pub now_ms: f64,
    /// Faces for text the document embeds no glyphs of, in order of priority.
    pub fonts: Arc<FontSet>,
    /// Which tier evaluates expressions; both give the same values.
    pub tier: crate::session::Choice,
    /// What draws for `sampleImage`; without it only plain solids can be sampled.
    pub probe: Option<Arc<dyn PixelProbe>>,
}

/// An immutable compiled document. Cheap to clone; `Send + Sync`.
#[derive(Clone, Debug)]
pub struct Timeline {
    pub(crate) inner: Arc<Inner>,
    /// Values that replace those of the document (`with_overrides`), by property.
    pub(crate) overrides: Arc<BTreeMap<PropertyRef, Value>>,
    /// Where sessions on it leave what they remember to later ones ([`Timeline::remembering`]).
    pub(crate) pool: Option<Arc<crate::session::Pool>>,
}

/// What a timeline holds. Index with the handles.
#[derive(Clone, Debug)]
pub(crate) struct Inner {
    pub(crate) document: Arc<Document>,
    pub(crate) limits: Limits,
    pub(crate) compositions: Vec<CompositionNode>,
    pub(crate) layers: Vec<LayerNode>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What `Date` says, in milliseconds since 1970.
    pub(crate) now: f64,
    pub(crate) fonts: Arc<FontSet>,
    /// Which tier evaluates expressions.
    pub(crate) tier: crate::session::Choice,
    pub(crate) probe: Option<Arc<dyn PixelProbe>>,
    /// The meshes of mesh layers.
    pub(crate) meshes: BTreeMap<LayerRef, Arc<inbetween_mesh::Mesh>>,
}

/// A composition of a timeline; its data is `document.compositions[index]`.
#[derive(Clone, Debug)]
pub struct CompositionNode {
    /// Place in the document.
    pub index: usize,
    /// Name.
    pub name: String,
    /// Frames per second.
    pub frame_rate: FrameRate,
    /// Layers, topmost first.
    pub layers: Vec<LayerRef>,
    /// The topmost layer of each name.
    pub(crate) named: HashMap<Box<str>, LayerRef>,
}

/// A layer of a timeline; its data is `document.compositions[composition].layers[index]`.
#[derive(Clone, Debug)]
pub struct LayerNode {
    /// Its composition.
    pub composition: CompositionRef,
    /// Place in the stack, from 0 at the top.
    pub index: usize,
    /// AE's index of the layer, from 1: what `index` reads and `layer(n)` finds. The stored ids where they ascend down
    /// the stack (an exporter that leaves a layer out leaves a gap), else the place in the stack.
    pub number: u32,
    /// The layer as a property group.
    pub root: NodeRef,
    /// Parent layer.
    pub parent: Option<LayerRef>,
    /// Identity that survives rename, reorder, save and bake: seed of randomness.
    pub identity: u64,
    /// The properties that place it.
    pub transform: TransformRefs,
}

/// The properties that place a layer in space and time, those it has.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransformRefs {
    /// Anchor Point; Point of Interest for cameras and lights.
    pub anchor: Option<PropertyRef>,
    /// Position.
    pub position: Option<PropertyRef>,
    /// Scale, percent.
    pub scale: Option<PropertyRef>,
    /// Orientation, degrees.
    pub orientation: Option<PropertyRef>,
    /// X Rotation, degrees.
    pub rotation_x: Option<PropertyRef>,
    /// Y Rotation, degrees.
    pub rotation_y: Option<PropertyRef>,
    /// Rotation, or Z Rotation, degrees.
    pub rotation: Option<PropertyRef>,
    /// Skew, degrees: Lottie's, no layer of AE has one.
    pub skew: Option<PropertyRef>,
    /// Skew Axis, degrees.
    pub skew_axis: Option<PropertyRef>,
    /// Opacity, percent.
    pub opacity: Option<PropertyRef>,
    /// Zoom of a camera, pixels.
    pub zoom: Option<PropertyRef>,
    /// Time Remap, seconds of the source.
    pub time_remap: Option<PropertyRef>,
    /// Source Text.
    pub source_text: Option<PropertyRef>,
}

/// A property group or property.
#[derive(Clone, Debug)]
pub struct Node {
    /// The group it is in; `None` for a layer.
    pub parent: Option<NodeRef>,
    /// Its layer.
    pub layer: LayerRef,
    /// Display name.
    pub name: Cow<'static, str>,
    /// Match name.
    pub match_name: Cow<'static, str>,
    /// Place among its siblings, from 1.
    pub index: u32,
    /// Group or property.
    pub data: NodeData,
}

impl Node {
    /// The members of a group; empty for a property.
    #[must_use]
    pub fn children(&self) -> &[NodeRef] {
        match &self.data {
            NodeData::Group { children, .. } => children,
            NodeData::Property(_) => &[],
        }
    }

    /// What kind of group it is; `None` for a property.
    #[must_use]
    pub fn group_kind(&self) -> Option<GroupKind> {
        match &self.data {
            NodeData::Group { kind, .. } => Some(*kind),
            NodeData::Property(_) => None,
        }
    }
}

/// What a node is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NodeData {
    /// A group with its children in order.
    Group {
        /// What kind of group.
        kind: GroupKind,
        /// The eye or effect switch.
        enabled: bool,
        /// Members.
        children: Vec<NodeRef>,
    },
    /// A property.
    Property(Box<PropertyData>),
}

/// A property, compiled.
#[derive(Clone, Debug)]
pub struct PropertyData {
    /// What kind of value it takes.
    pub kind: ValueKind,
    /// The unit of its numbers.
    pub unit: Unit,
    /// Static value.
    pub value: Value,
    /// Keyframes in time order.
    pub keyframes: Vec<Keyframe>,
    /// Composition time of each keyframe, in seconds.
    pub key_times: Vec<Time>,
    /// Followers of a separated Position.
    pub followers: Vec<PropertyRef>,
    /// The compiled expression, when it has one that is switched on and compiles.
    pub program: Option<Arc<Program>>,
    /// Whether it has an expression that is switched on (also when that does not compile).
    pub has_expression: bool,
    /// Identity of layer and match-name path: seed of randomness.
    pub identity: u64,
    /// The motion path of each segment of a spatial property; empty for others.
    pub(crate) curves: Vec<Option<Curve>>,
    /// How its keyed values blend.
    pub(crate) blend: crate::track::Blend,
}

impl Timeline {
    /// Compiles a document: flattens it, resolves parents, compiles every expression once.
    ///
    /// Always gives a timeline; what is wrong with the document is in [`Timeline::diagnostics`].
    #[must_use]
    pub fn compile(document: Arc<Document>, options: &CompileOptions) -> Self {
        let inner = compile::compile(document, options);
        Self { inner: Arc::new(inner), overrides: Arc::default(), pool: None }
    }

    /// The same timeline with some values replaced.
    ///
    /// A replaced property has that value at every time, without keys and expression; everything that reads it
    /// follows. Everything compiled is shared, so this costs only the list of replaced values; earlier
    /// replacements stay unless they are replaced again.
    #[must_use]
    pub fn with_overrides(&self, overrides: &[(PropertyRef, Value)]) -> Self {
        let mut all = (*self.overrides).clone();
        all.extend(overrides.iter().cloned());
        Self { inner: Arc::clone(&self.inner), overrides: Arc::new(all), pool: None }
    }

    /// The same timeline where one evaluation may take at most `fuel` steps. Costs a copy of everything compiled.
    #[must_use]
    pub fn with_fuel(&self, fuel: u64) -> Self {
        let mut inner = (*self.inner).clone();
        inner.limits.fuel = fuel;
        Self { inner: Arc::new(inner), overrides: Arc::clone(&self.overrides), pool: None }
    }

    /// The same timeline for work in several passes: what the sessions of one pass remember, those of the next begin
    /// with, one for each thread. It is let go with the last clone of what this gives. A value that is remembered gives
    /// no finding again, so findings are those of the first pass.
    #[must_use]
    pub(crate) fn remembering(&self) -> Self {
        Self { pool: Some(Arc::default()), ..self.clone() }
    }

    /// The value that replaces a property's own, if any.
    #[must_use]
    pub fn override_of(&self, property: PropertyRef) -> Option<&Value> {
        if self.overrides.is_empty() { None } else { self.overrides.get(&property) }
    }

    /// The document this was compiled from.
    #[must_use]
    pub fn document(&self) -> &Arc<Document> {
        &self.inner.document
    }

    /// The limits that hold for every evaluation.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// What `Date` says, in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> f64 {
        self.inner.now
    }

    /// Faces for text the document embeds no glyphs of.
    #[must_use]
    pub fn fonts(&self) -> &Arc<FontSet> {
        &self.inner.fonts
    }

    /// Which tier evaluates expressions.
    #[must_use]
    pub fn tier(&self) -> crate::session::Choice {
        self.inner.tier
    }

    /// Findings of compiling, in document order.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.inner.diagnostics
    }

    /// All compositions with their handles, the main one first.
    pub fn compositions(&self) -> impl Iterator<Item = (CompositionRef, &CompositionNode)> {
        self.inner.compositions.iter().zip(0u32..).map(|(node, at)| (CompositionRef(at), node))
    }

    /// All layers with their handles, composition by composition.
    pub fn layers(&self) -> impl Iterator<Item = (LayerRef, &LayerNode)> {
        self.inner.layers.iter().zip(0u32..).map(|(node, at)| (LayerRef(at), node))
    }

    /// All properties with their handles, in document order.
    pub fn properties(&self) -> impl Iterator<Item = (PropertyRef, &PropertyData)> {
        self.inner.nodes.iter().zip(0u32..).filter_map(|(node, at)| match &node.data {
            NodeData::Property(data) => Some((PropertyRef(NodeRef(at)), data.as_ref())),
            NodeData::Group { .. } => None,
        })
    }

    /// The main composition; `None` for an empty document.
    #[must_use]
    pub fn main(&self) -> Option<CompositionRef> {
        (!self.inner.compositions.is_empty()).then_some(CompositionRef(0))
    }

    /// A composition; `None` for a handle of another timeline.
    #[must_use]
    pub fn composition(&self, composition: CompositionRef) -> Option<&CompositionNode> {
        self.inner.compositions.get(composition.0 as usize)
    }

    /// A layer; `None` for a handle of another timeline.
    #[must_use]
    pub fn layer(&self, layer: LayerRef) -> Option<&LayerNode> {
        self.inner.layers.get(layer.0 as usize)
    }

    /// A group or property; `None` for a handle of another timeline.
    #[must_use]
    pub fn node(&self, node: NodeRef) -> Option<&Node> {
        self.inner.nodes.get(node.0 as usize)
    }

    /// A property; `None` when the handle is no property of this timeline.
    #[must_use]
    pub fn property(&self, property: PropertyRef) -> Option<&PropertyData> {
        match &self.node(property.0)?.data {
            NodeData::Property(data) => Some(data),
            NodeData::Group { .. } => None,
        }
    }

    /// The first composition of this name (or, failing that, of this asset id).
    #[must_use]
    pub fn composition_named(&self, name: &str) -> Option<CompositionRef> {
        let by_name = self.compositions().find(|(_, node)| node.name == name).map(|(found, _)| found);
        by_name.or_else(|| {
            self.compositions()
                .find(|(found, _)| self.composition_data(*found).is_some_and(|data| data.id == name))
                .map(|(found, _)| found)
        })
    }

    /// The topmost layer of this name in a composition.
    #[must_use]
    pub fn layer_named(&self, composition: CompositionRef, name: &str) -> Option<LayerRef> {
        self.composition(composition)?.named.get(name).copied()
    }

    /// The first child of a group with this match name.
    #[must_use]
    pub fn child(&self, group: NodeRef, match_name: &str) -> Option<NodeRef> {
        let children = self.node(group)?.children();
        children.iter().copied().find(|child| self.node(*child).is_some_and(|n| n.match_name == match_name))
    }

    /// The first child property of a group with this match name.
    #[must_use]
    pub fn child_property(&self, group: NodeRef, match_name: &str) -> Option<PropertyRef> {
        self.child(group, match_name).map(PropertyRef).filter(|p| self.property(*p).is_some())
    }

    /// What the document says of a composition.
    #[must_use]
    pub fn composition_data(&self, composition: CompositionRef) -> Option<&Composition> {
        self.inner.document.compositions.get(self.composition(composition)?.index)
    }

    /// What the document says of a layer.
    #[must_use]
    pub fn layer_data(&self, layer: LayerRef) -> Option<&Layer> {
        let node = self.layer(layer)?;
        self.composition_data(node.composition)?.layers.get(node.index)
    }

    /// Frame rate of the composition a layer is in; 30 for a handle of another timeline.
    #[must_use]
    pub fn frame_rate_of(&self, layer: LayerRef) -> FrameRate {
        self.layer(layer)
            .and_then(|node| self.composition(node.composition))
            .map_or_else(FrameRate::default, |node| node.frame_rate)
    }

    /// Composition time of a property's `n`-th key, from 1, in seconds; `None` when there is no such key.
    #[must_use]
    pub fn key_time(&self, property: PropertyRef, n: usize) -> Option<Time> {
        if self.override_of(property).is_some() {
            return None;
        }
        self.property(property)?.key_times.get(n.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeline_can_be_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Timeline>();
    }
}
