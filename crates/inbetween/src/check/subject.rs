//! What rules look at: one expression in its place, or a whole file.

use crate::Project;
use inbetween_doc::{GroupKind, LayerKind};
use inbetween_expr::tree::{Kind, NodeId, Tree};
use inbetween_timeline::{CompositionRef, LayerRef, PropertyRef, Session, Timeline};
use inbetween_types::{Location, Mat4, Unit, ValueKind};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

/// One expression.
pub(crate) struct Subject<'a> {
    pub(crate) session: &'a Session,
    pub(crate) tree: &'a Tree,
    pub(crate) property: PropertyRef,
    pub(crate) layer: LayerRef,
    pub(crate) composition: CompositionRef,
    /// First and last frame at which it is seen.
    pub(crate) frames: (f64, f64),
    /// The timeline with little fuel, made when first asked for.
    pub(crate) thrifty: &'a OnceLock<Timeline>,
    found: RefCell<HashMap<String, Option<PropertyRef>>>,
}

/// A whole file.
pub(crate) struct Whole<'a> {
    pub(crate) project: &'a Project,
    pub(crate) session: &'a Session,
    /// Properties that read one another in a circle: (a property, who read it while it was evaluated).
    pub(crate) circles: &'a [(PropertyRef, PropertyRef)],
}

impl Whole<'_> {
    pub(crate) fn timeline(&self) -> &Timeline {
        self.session.timeline()
    }
}

/// Whose coordinates a point is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Composition(CompositionRef),
    Layer(LayerRef),
}

/// What an angle is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Angle {
    Degrees,
    Radians,
}

/// Names that are read often and are no properties.
const NO_PROPERTIES: &[&str] = &[
    "time",
    "Math",
    "index",
    "thisComp",
    "thisLayer",
    "inPoint",
    "outPoint",
    "undefined",
    "numKeys",
    "width",
    "height",
];

/// How far brackets, `.value` and the like are looked through.
const DEEPEST: usize = 16;

impl<'a> Subject<'a> {
    pub(crate) fn new(
        session: &'a Session,
        tree: &'a Tree,
        property: PropertyRef,
        frames: (f64, f64),
        thrifty: &'a OnceLock<Timeline>,
    ) -> Option<Self> {
        let layer = session.timeline().node(property.0)?.layer;
        let composition = session.timeline().layer(layer)?.composition;
        Some(Self { session, tree, property, layer, composition, frames, thrifty, found: RefCell::default() })
    }

    pub(crate) fn timeline(&self) -> &Timeline {
        self.session.timeline()
    }

    pub(crate) fn location(&self) -> Location {
        self.timeline().location(self.property)
    }

    /// Seconds of a frame of the composition.
    pub(crate) fn seconds(&self, frame: f64) -> f64 {
        self.timeline().frame_rate(self.composition).seconds(frame)
    }

    /// Whether a node is AE's own name, not one the text makes.
    pub(crate) fn is_name(&self, id: NodeId, name: &str) -> bool {
        matches!(self.tree.kind(id), Kind::Name(found) if **found == *name) && !self.tree.is_local(name)
    }

    /// The property whose value a node is, or part of it: `effect("S")("Slider")`, `position[0]`,
    /// `p.valueAtTime(t)`, a name that stands for one.
    pub(crate) fn property_of(&self, id: NodeId) -> Option<PropertyRef> {
        self.property_within(id, DEEPEST)
    }

    fn property_within(&self, id: NodeId, deep: usize) -> Option<PropertyRef> {
        let deep = deep.checked_sub(1)?;
        let id = self.tree.resolved(id);
        let first = self.tree.children(id).first().copied();
        match self.tree.kind(id) {
            Kind::Index => return self.property_within(first?, deep),
            Kind::Member(name) if **name == *"value" => return self.property_within(first?, deep),
            Kind::Name(name) if matches!(&**name, "value" | "thisProperty") => return Some(self.property),
            Kind::Name(name) if NO_PROPERTIES.contains(&&**name) => return None,
            Kind::Name(_) | Kind::Member(_) => {}
            Kind::Call => match self.tree.call(id) {
                Some(call) if call.name == "valueAtTime" => {
                    return match call.object {
                        Some(object) => self.property_within(object, deep),
                        None => Some(self.property),
                    };
                }
                Some(call) if call.object.is_none_or(|object| self.is_name(object, "Math")) => {
                    let finds = ["effect", "content", "mask", "thisLayer", "thisProperty", "text"];
                    if !finds.contains(&call.name) && !self.tree.is_local(call.name) {
                        return None;
                    }
                }
                _ => {}
            },
            _ => return None,
        }
        let text = self.tree.alone(id)?;
        if let Some(known) = self.found.borrow().get(&text) {
            return *known;
        }
        let found = self.evaluated(&text);
        self.found.borrow_mut().insert(text, found);
        found
    }

    fn evaluated(&self, text: &str) -> Option<PropertyRef> {
        let program = self.session.compile(text).program?;
        // On the layer, not the property: there a property stays one and does not become its value.
        let evaluation = self.session.state().evaluation_on_layer(self.layer, self.seconds(self.frames.0))?;
        self.session.query_property(&program, &evaluation).ok()
    }

    /// Whether a property's value changes over time.
    pub(crate) fn is_animated(&self, property: PropertyRef) -> bool {
        let timeline = self.timeline();
        let Some(data) = timeline.property(property) else { return false };
        if timeline.override_of(property).is_some() {
            return false;
        }
        let moves = data.keyframes.windows(2).any(|pair| match pair {
            [a, b] => a.value != b.value || a.end_value.as_ref().is_some_and(|end| *end != a.value),
            _ => false,
        });
        if !data.has_expression {
            return moves || data.followers.iter().any(|follower| self.is_animated(*follower));
        }
        // With an expression its values tell.
        let (first, last) = self.frames;
        let at = |part: f64| self.session.evaluate(property, self.seconds(first + (last - first) * part));
        let start = at(0.0);
        [0.11, 0.25, 0.5, 0.77, 1.0].into_iter().any(|part| at(part) != start)
    }

    /// The space a property's points are in, where that is known.
    pub(crate) fn space_of_property(&self, property: PropertyRef) -> Option<Space> {
        let timeline = self.timeline();
        let data = timeline.property(property)?;
        let node = timeline.node(property.0)?;
        let layer = timeline.layer(node.layer)?;
        let is = |of: Option<PropertyRef>| of == Some(property);
        let separate = layer
            .transform
            .position
            .and_then(|position| timeline.property(position))
            .is_some_and(|position| position.followers.contains(&property));
        if is(layer.transform.position) || separate {
            return Some(layer.parent.map_or(Space::Composition(layer.composition), Space::Layer));
        }
        if !matches!(data.kind, ValueKind::Point(_)) {
            return None;
        }
        let kind = timeline.layer_data(node.layer).map(|data| data.kind);
        let seen = matches!(kind, Some(LayerKind::Camera | LayerKind::Light));
        if is(layer.transform.anchor) && !seen {
            return Some(Space::Layer(node.layer));
        }
        let group = node.parent.and_then(|parent| timeline.node(parent))?;
        // A control holds whatever its author puts there; the point of another effect is a place on the layer.
        let control = ["ADBE Point Control", "ADBE Point3D Control", "Pseudo/"];
        let stored = control.iter().any(|name| group.match_name.starts_with(name));
        (group.group_kind() == Some(GroupKind::Effect) && !stored).then_some(Space::Layer(node.layer))
    }

    /// The space a node's point is in, where that is known.
    pub(crate) fn space_of(&self, id: NodeId) -> Option<Space> {
        let mut id = self.tree.resolved(id);
        while *self.tree.kind(id) == Kind::Index {
            id = self.tree.resolved(*self.tree.children(id).first()?);
        }
        if let Some(call) = self.tree.call(id) {
            match call.name {
                "toComp" | "to_comp" => return Some(Space::Composition(self.composition)),
                "fromComp" | "from_comp" => {
                    return match call.object {
                        None => Some(Space::Layer(self.layer)),
                        Some(object) if self.is_name(object, "thisLayer") => Some(Space::Layer(self.layer)),
                        Some(_) => None,
                    };
                }
                _ => {}
            }
        }
        self.space_of_property(self.property_of(id)?)
    }

    /// A space in words.
    pub(crate) fn space_words(&self, space: Space) -> String {
        match space {
            Space::Composition(_) => "composition space".to_owned(),
            Space::Layer(layer) => {
                let name = self.timeline().layer_data(layer).map_or("", |data| data.name.as_str());
                format!("the layer space of \"{name}\"")
            }
        }
    }

    /// Whether two spaces have the same coordinates all the time.
    pub(crate) fn same_space(&self, a: Space, b: Space) -> bool {
        let home = |space: Space| match space {
            Space::Composition(composition) => Some(composition),
            Space::Layer(layer) => self.timeline().layer(layer).map(|node| node.composition),
        };
        // Points of other compositions are beyond this question.
        if a == b || home(a) != home(b) {
            return true;
        }
        let (first, last) = self.frames;
        [0.0, 0.37, 0.5, 1.0].into_iter().all(|part| {
            let time = self.seconds(first + (last - first) * part);
            let matrix = |space: Space| match space {
                Space::Composition(_) => Mat4::IDENTITY,
                Space::Layer(layer) => self.session.layer_to_world(layer, time),
            };
            let (a, b) = (matrix(a), matrix(b));
            a.0.iter().flatten().zip(b.0.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-6)
        })
    }

    /// What a node's angle is counted in, where that is certain.
    pub(crate) fn angle_of(&self, id: NodeId) -> Option<Angle> {
        self.angle_within(id, DEEPEST)
    }

    fn angle_within(&self, id: NodeId, deep: usize) -> Option<Angle> {
        let deep = deep.checked_sub(1)?;
        let id = self.tree.resolved(id);
        if let Some((op @ ("+" | "-"), left, right)) = self.tree.binary(id) {
            let _ = op;
            let (left, right) = (self.angle_within(left, deep), self.angle_within(right, deep));
            return if left.is_some() && right.is_some() && left != right { None } else { left.or(right) };
        }
        if let (Kind::Unary("-" | "+"), [inner]) = (self.tree.kind(id), self.tree.children(id)) {
            return self.angle_within(*inner, deep);
        }
        if let Some(call) = self.tree.call(id) {
            let math = call.object.is_some_and(|object| self.is_name(object, "Math"));
            match call.name {
                "asin" | "acos" | "atan" | "atan2" if math => return Some(Angle::Radians),
                "degreesToRadians" | "degrees_to_radians" if call.object.is_none() => {
                    return Some(Angle::Radians);
                }
                "radiansToDegrees" | "radians_to_degrees" if call.object.is_none() => {
                    return Some(Angle::Degrees);
                }
                _ => {}
            }
        }
        let property = self.property_of(id)?;
        let data = self.timeline().property(property)?;
        (data.unit == Unit::Degrees && data.kind == ValueKind::Number).then_some(Angle::Degrees)
    }

    /// The name of a property in words: its expression.
    pub(crate) fn words(&self, property: PropertyRef) -> String {
        self.timeline().property_expression(property)
    }
}
