//! The compiled document: flat arrays of compositions, layers, property groups and properties.

use inbetween_doc::{Document, GroupKind, Keyframe};
use inbetween_expr::Program;
use inbetween_types::{Diagnostic, FrameRate, Limits, Unit, Value, ValueKind};
use std::borrow::Cow;
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

/// An immutable compiled document. Cheap to clone; `Send + Sync`.
#[derive(Clone, Debug)]
pub struct Timeline {
    pub(crate) inner: Arc<Inner>,
}

/// What a timeline holds. Index with the handles.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) document: Arc<Document>,
    pub(crate) limits: Limits,
    pub(crate) compositions: Vec<CompositionNode>,
    pub(crate) layers: Vec<LayerNode>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Values that replace those of the document (`with_overrides`), by property.
    pub(crate) overrides: std::collections::BTreeMap<PropertyRef, Value>,
    /// What `Date` says, in milliseconds since 1970.
    pub(crate) now: f64,
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
}

/// A layer of a timeline; its data is `document.compositions[composition].layers[index]`.
#[derive(Clone, Debug)]
pub struct LayerNode {
    /// Its composition.
    pub composition: CompositionRef,
    /// Place in the stack, from 0 at the top.
    pub index: usize,
    /// The layer as a property group.
    pub root: NodeRef,
    /// Parent layer.
    pub parent: Option<LayerRef>,
    /// Identity that survives rename, reorder, save and bake: seed of randomness.
    pub identity: u64,
}

/// A property group or property.
#[derive(Clone, Debug)]
pub struct Node {
    /// The group it is in; `None` for a layer.
    pub parent: Option<NodeRef>,
    /// Its layer.
    pub layer: LayerRef,
    /// Display name.
    pub name: String,
    /// Match name.
    pub match_name: Cow<'static, str>,
    /// Place among its siblings, from 1.
    pub index: u32,
    /// Group or property.
    pub data: NodeData,
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
    /// Followers of a separated Position.
    pub followers: Vec<PropertyRef>,
    /// The compiled expression, when it has one that is switched on and compiles.
    pub program: Option<Arc<Program>>,
    /// Whether it has an expression that is switched on (also when that does not compile).
    pub has_expression: bool,
    /// Identity of layer and match-name path: seed of randomness.
    pub identity: u64,
}
