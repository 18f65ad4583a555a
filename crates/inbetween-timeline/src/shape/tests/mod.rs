//! Shape layers made in tests, and what is asked of them.

mod bounds;
mod hostile;
mod items;
mod operators;
mod order;
mod paints;
mod reference;
mod subdivide;

use crate::scene::{Node, Scene};
use crate::timeline::{CompileOptions, Timeline};
use crate::{LayerRef, Session};
use inbetween_doc::{
    Composition, Document, GroupKind, Layer, LayerKind, Property, PropertyGroup, PropertyNode,
};
use inbetween_types::{Path, Unit, Value, ValueKind};
use kurbo::{Affine, BezPath, Shape as _};
use std::sync::Arc;

fn number(match_name: &'static str, n: f64) -> PropertyNode {
    PropertyNode::Property(Property::new("n", match_name, ValueKind::Number, Unit::None, n.into()))
}

fn point(match_name: &'static str, xy: [f64; 2]) -> PropertyNode {
    PropertyNode::Property(Property::new(
        "p",
        match_name,
        ValueKind::Point(2),
        Unit::None,
        Value::vector(&xy),
    ))
}

fn group(match_name: &'static str, kind: GroupKind, children: Vec<PropertyNode>) -> PropertyNode {
    PropertyNode::Group(PropertyGroup {
        match_name: match_name.into(),
        kind,
        enabled: true,
        children,
        ..PropertyGroup::default()
    })
}

fn item(match_name: &'static str, children: Vec<PropertyNode>) -> PropertyNode {
    group(match_name, GroupKind::ShapeItem, children)
}

fn rect(size: [f64; 2], at: [f64; 2]) -> PropertyNode {
    item(
        "ADBE Vector Shape - Rect",
        vec![point("ADBE Vector Rect Size", size), point("ADBE Vector Rect Position", at)],
    )
}

fn session(items: Vec<PropertyNode>) -> Session {
    let contents = group("ADBE Root Vectors Group", GroupKind::Contents, items);
    let layer = Layer {
        kind: LayerKind::Shape,
        properties: PropertyGroup {
            kind: GroupKind::Layer,
            children: vec![contents],
            ..PropertyGroup::default()
        },
        ..Layer::default()
    };
    let composition = Composition { layers: vec![layer], ..Composition::default() };
    let document = Document { compositions: vec![composition], ..Document::default() };
    Session::new(Timeline::compile(Arc::new(document), &CompileOptions::default()))
}

/// The nodes of the layer at time 0.
fn nodes(items: Vec<PropertyNode>) -> Vec<Node> {
    nodes_of(&session(items))
}

fn nodes_of(session: &Session) -> Vec<Node> {
    let mut out = Vec::new();
    session.with_runner(|state, runner| super::contents(state, runner, LayerRef(0), 0.0, &mut out)).unwrap();
    out
}

/// The scene's text without its first line.
fn dump(items: Vec<PropertyNode>) -> String {
    let text = Scene { nodes: nodes(items), ..Scene::default() }.dump();
    text.lines().skip(1).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Every drawn path in the layer's space, bottom first.
fn drawn(nodes: &[Node]) -> Vec<BezPath> {
    nodes
        .iter()
        .flat_map(|node| match node {
            Node::Group(group) => drawn(&group.nodes),
            Node::Fill(fill) => vec![fill.transform.as_affine().unwrap() * (*fill.path).clone()],
            Node::Stroke(stroke) => vec![stroke.transform.as_affine().unwrap() * (*stroke.path).clone()],
            _ => Vec::new(),
        })
        .collect()
}

/// The single path that is drawn.
fn only(items: Vec<PropertyNode>) -> BezPath {
    let mut all = drawn(&nodes(items));
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// A red fill.
fn fill() -> PropertyNode {
    item("ADBE Vector Graphic - Fill", vec![color("ADBE Vector Fill Color", [1.0, 0.0, 0.0])])
}

/// A blue stroke.
fn stroke(width: f64) -> PropertyNode {
    item(
        "ADBE Vector Graphic - Stroke",
        vec![
            color("ADBE Vector Stroke Color", [0.0, 0.0, 1.0]),
            number("ADBE Vector Stroke Width", width),
            number("ADBE Vector Stroke Line Cap", 2.0),
        ],
    )
}

fn color(match_name: &'static str, [r, g, b]: [f64; 3]) -> PropertyNode {
    let value = Value::vector(&[r, g, b, 1.0]);
    PropertyNode::Property(Property::new("c", match_name, ValueKind::Color, Unit::Channel, value))
}

fn ellipse(size: [f64; 2], at: [f64; 2]) -> PropertyNode {
    item(
        "ADBE Vector Shape - Ellipse",
        vec![point("ADBE Vector Ellipse Size", size), point("ADBE Vector Ellipse Position", at)],
    )
}

fn path(path: Path) -> PropertyNode {
    let property = Property::new(
        "Path",
        "ADBE Vector Shape",
        ValueKind::Path,
        Unit::Pixels,
        Value::Path(Arc::new(path)),
    );
    item("ADBE Vector Shape - Group", vec![PropertyNode::Property(property)])
}

/// A shape group of items with properties of its transform.
fn nest(items: Vec<PropertyNode>, transform: Vec<PropertyNode>) -> PropertyNode {
    let contents = group("ADBE Vectors Group", GroupKind::Contents, items);
    let transform = group("ADBE Vector Transform Group", GroupKind::Transform, transform);
    group("ADBE Vector Group", GroupKind::ShapeGroup, vec![contents, transform])
}

fn trim(start: f64, end: f64, offset: f64, kind: f64) -> PropertyNode {
    item(
        "ADBE Vector Filter - Trim",
        vec![
            number("ADBE Vector Trim Start", start),
            number("ADBE Vector Trim End", end),
            number("ADBE Vector Trim Offset", offset),
            number("ADBE Vector Trim Type", kind),
        ],
    )
}

fn repeater(copies: f64, order: f64, transform: Vec<PropertyNode>) -> PropertyNode {
    item(
        "ADBE Vector Filter - Repeater",
        vec![
            number("ADBE Vector Repeater Copies", copies),
            number("ADBE Vector Repeater Order", order),
            group("ADBE Vector Repeater Transform", GroupKind::Transform, transform),
        ],
    )
}

fn filter(match_name: &'static str, values: &[(&'static str, f64)]) -> PropertyNode {
    item(match_name, values.iter().map(|(name, n)| number(name, *n)).collect())
}

fn area(path: &BezPath) -> f64 {
    path.area().abs()
}

fn near(got: f64, want: f64, by: f64) {
    assert!((got - want).abs() <= by, "{got}, should be {want}");
}
