//! The object model asked directly, without JavaScript: closed forms and published cases.

mod catalogue;
mod lookup;
mod time;
mod values;

use crate::timeline::{CompileOptions, PropertyRef, Timeline};
use crate::{CompositionRef, LayerRef, Session};
use inbetween_doc::{
    Composition, Document, GroupKind, Keyframe, Layer, LayerKind, Property, PropertyGroup, PropertyNode,
    SegmentEase,
};
use inbetween_expr::{Class, Evaluation, Fault, Host, Item, Object, Program, Runner};
use inbetween_types::{FrameRate, Time, Unit, Value, ValueKind};
use std::sync::Arc;

/// A runner in which nothing but the evaluation is known.
struct Still(Evaluation);

impl Runner for Still {
    fn run(&mut self, _program: &Arc<Program>, _evaluation: &Evaluation) -> Result<Item, Fault> {
        Err(Fault::thrown("test/no-engine", "no engine"))
    }

    fn current(&self) -> &Evaluation {
        &self.0
    }
}

/// One step of a chain such as `layer("a").rotation.valueAtTime(1)`.
enum Step {
    Get(&'static str),
    Call(&'static str, Vec<Item>),
    Child(Item),
}

fn get(name: &'static str) -> Step {
    Step::Get(name)
}

fn ask(name: &'static str, arguments: impl IntoIterator<Item = Item>) -> Step {
    Step::Call(name, arguments.into_iter().collect())
}

fn child(key: impl Into<Arg>) -> Step {
    Step::Child(key.into().0)
}

struct Arg(Item);

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self(Item::text(text))
    }
}

impl From<f64> for Arg {
    fn from(n: f64) -> Self {
        Self(Item::Number(n))
    }
}

fn n(n: f64) -> Item {
    Item::Number(n)
}

fn t(text: &str) -> Item {
    Item::text(text)
}

struct World {
    session: Session,
}

impl World {
    fn new(compositions: Vec<Composition>) -> Self {
        let document = Document { compositions, ..Document::default() };
        Self::of(document)
    }

    fn of(document: Document) -> Self {
        let timeline = Timeline::compile(Arc::new(document), &CompileOptions::default());
        Self { session: Session::new(timeline) }
    }

    fn one(layers: Vec<Layer>) -> Self {
        Self::new(vec![composition("main", layers)])
    }

    /// The chain asked in the main composition; property handles at the end give their value.
    fn ask(&self, time: Time, steps: &[Step]) -> Result<Item, Fault> {
        let evaluation = self.session.state().evaluation_in(CompositionRef(0), time);
        let start = evaluation.composition;
        self.chain(evaluation, start, steps)
    }

    /// The chain asked by the expression of a property, from that property on.
    fn own(&self, time: Time, layer: u32, match_name: &str, steps: &[Step]) -> Result<Item, Fault> {
        let property = self.property(layer, match_name);
        let evaluation = self.session.state().evaluation(property, time).unwrap();
        let start = evaluation.property.unwrap();
        self.chain(evaluation, start, steps)
    }

    fn property(&self, layer: u32, match_name: &str) -> PropertyRef {
        let state = self.session.state();
        state
            .layer_property(LayerRef(layer), "ADBE Transform Group", match_name)
            .or_else(|| state.layer_property(LayerRef(layer), "", match_name))
            .unwrap()
    }

    fn chain(&self, evaluation: Evaluation, start: Object, steps: &[Step]) -> Result<Item, Fault> {
        let state = self.session.state();
        let mut runner = Still(evaluation);
        let mut item = Item::Object(start);
        for step in steps {
            let Item::Object(object) = item else { panic!("{item:?} has no members") };
            item = match step {
                Step::Get(name) => {
                    match state.members(object.class).iter().find(|member| member.name == *name) {
                        Some(member) => state.get(&mut runner, object, member.name)?,
                        None => state.child_by_compact_name(object, name).unwrap_or(Item::Undefined),
                    }
                }
                Step::Call(name, arguments) => state.call(&mut runner, object, name, arguments)?,
                Step::Child(key) => state.child(&mut runner, object, std::slice::from_ref(key))?,
            };
        }
        match item {
            Item::Object(object) if object.class == Class::Property => {
                state.get(&mut runner, object, "value")
            }
            other => Ok(other),
        }
    }

    fn number(&self, time: Time, steps: &[Step]) -> f64 {
        match self.ask(time, steps) {
            Ok(Item::Number(n)) => n,
            other => panic!("no number: {other:?}"),
        }
    }

    fn own_number(&self, time: Time, steps: &[Step]) -> f64 {
        match self.own(time, 0, "ADBE Rotate Z", steps) {
            Ok(Item::Number(n)) => n,
            other => panic!("no number: {other:?}"),
        }
    }
}

fn composition(name: &str, layers: Vec<Layer>) -> Composition {
    Composition {
        id: name.to_owned(),
        name: name.to_owned(),
        width: 400.0,
        height: 300.0,
        frame_rate: FrameRate::new(10.0),
        in_point: 0.0,
        out_point: 100.0,
        layers,
        ..Composition::default()
    }
}

fn layer(id: i64, name: &str, children: Vec<PropertyNode>) -> Layer {
    Layer {
        id: Some(id),
        name: name.to_owned(),
        kind: LayerKind::Null,
        out_point: 100.0,
        stretch: 1.0,
        properties: PropertyGroup {
            name: name.to_owned().into(),
            kind: GroupKind::Layer,
            enabled: true,
            children,
            ..PropertyGroup::default()
        },
        ..Layer::default()
    }
}

fn group(name: &str, match_name: &'static str, kind: GroupKind, children: Vec<PropertyNode>) -> PropertyNode {
    PropertyNode::Group(PropertyGroup {
        name: name.to_owned().into(),
        match_name: match_name.into(),
        kind,
        enabled: true,
        children,
        span: None,
    })
}

fn property(name: &str, match_name: &'static str, kind: ValueKind, value: Value) -> Property {
    Property::new(name.to_owned(), match_name, kind, Unit::None, value)
}

fn fixed(name: &str, match_name: &'static str, value: f64) -> PropertyNode {
    PropertyNode::Property(property(name, match_name, ValueKind::Number, value.into()))
}

/// Linear keys (frame, value).
fn keys(list: &[(f64, f64)]) -> Vec<Keyframe> {
    let key = |(frame, value): &(f64, f64)| Keyframe {
        frame: *frame,
        value: (*value).into(),
        end_value: None,
        hold: false,
        ease: std::iter::once(SegmentEase::LINEAR).collect(),
        out_tangent: Default::default(),
        in_tangent: Default::default(),
    };
    list.iter().map(key).collect()
}

/// A layer whose Rotation has linear keys.
fn keyed(id: i64, name: &str, list: &[(f64, f64)]) -> Layer {
    layer(id, name, vec![transform(vec![rotation(list)])])
}

fn rotation(list: &[(f64, f64)]) -> PropertyNode {
    let value = list.first().map_or(0.0, |(_, value)| *value);
    let rotation = property("Rotation", "ADBE Rotate Z", ValueKind::Number, value.into());
    PropertyNode::Property(Property { keyframes: keys(list), ..rotation })
}

fn transform(children: Vec<PropertyNode>) -> PropertyNode {
    group("Transform", "ADBE Transform Group", GroupKind::Transform, children)
}

fn close(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-9, "{got}, should be {want}");
}

fn code(outcome: Result<Item, Fault>) -> &'static str {
    match outcome {
        Err(fault) => fault.code,
        Ok(item) => panic!("no fault but {item:?}"),
    }
}
