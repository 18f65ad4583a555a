//! A character's shape group with keyframes.

use crate::UnitState;
use crate::bake::fit::{EaseMode, FitOptions, fit};
use crate::bake::tolerance::Tolerance;
use crate::text::animate::Placement;
use inbetween_doc::{Precision, Property, encode_property};
use inbetween_types::{Path, Unit, Value, ValueKind, Vector, math};
use kurbo::{BezPath, PathEl, Point};
use std::sync::Arc;

/// How a character stands at a time, in the terms of a transform.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figure {
    anchor: [f64; 3],
    position: [f64; 3],
    /// Percent.
    scale: [f64; 3],
    skew: f64,
    skew_axis: f64,
    rotation: [f64; 3],
    /// Turn of the baseline.
    baseline: f64,
    /// Percent.
    opacity: f64,
    fill: Option<[f64; 3]>,
    fill_opacity: f64,
    stroke: Option<[f64; 3]>,
    stroke_opacity: f64,
    stroke_width: f64,
}

impl Figure {
    pub(super) fn of(placement: &Placement, unit: &UnitState, veil: f64) -> Self {
        let Placement { pen, rotation, anchor, pose } = placement;
        let [x, y, z] = pose.position;
        let (along, across) = (anchor[0] + x, anchor[1] + y);
        let (sin, cos) = (math::sin_degrees(*rotation), math::cos_degrees(*rotation));
        let [qx, qy, qz] = pose.anchor;
        Self {
            anchor: [anchor[0] + qx, anchor[1] + qy, qz],
            position: [pen[0] + along * cos - across * sin, pen[1] + along * sin + across * cos, z],
            scale: pose.scale.map(|factor| factor * 100.0),
            skew: pose.skew,
            skew_axis: pose.skew_axis,
            rotation: pose.rotation,
            baseline: *rotation,
            opacity: unit.opacity * veil * 100.0,
            fill: unit.fill,
            fill_opacity: unit.fill_opacity * 100.0,
            stroke: unit.stroke,
            stroke_opacity: unit.stroke_opacity * 100.0,
            stroke_width: unit.stroke_width,
        }
    }
}

/// A character over time.
pub(super) struct Fields<'a> {
    pub(super) first: f64,
    pub(super) last: f64,
    /// At each half frame: how it stands, and whether it is there.
    pub(super) track: &'a [(Figure, bool)],
    /// The same at any frame.
    pub(super) at: &'a dyn Fn(f64) -> (Figure, bool),
    pub(super) tolerance: &'a Tolerance,
}

/// What a character became.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub(super) group: String,
    /// The layer's transform, when the group has none of its own.
    pub(super) transform: String,
    pub(super) keys: usize,
    pub(super) error: f64,
}

/// Collects members of an object.
struct Members<'a, 'f> {
    fields: &'a Fields<'f>,
    keys: usize,
    error: f64,
}

impl Members<'_, '_> {
    /// One property fitted to numbers of the figures.
    fn property(&mut self, kind: ValueKind, unit: Unit, of: &dyn Fn(&Figure, bool) -> Vector) -> String {
        let fields = self.fields;
        let vector = kind != ValueKind::Number;
        let value = |numbers: Vector| match numbers.as_slice() {
            [number] if !vector => Value::Number(*number),
            _ => Value::Vector(numbers),
        };
        let first = fields.track.first().map_or_else(Vector::new, |(figure, there)| of(figure, *there));
        let mut property = Property::new("", "", kind, unit, value(first.clone()));
        if fields.track.iter().any(|(figure, there)| of(figure, *there) != first) {
            let tolerance = match unit {
                Unit::Pixels => fields.tolerance.pixels,
                Unit::Degrees => fields.tolerance.degrees,
                Unit::Channel => fields.tolerance.channel,
                _ => fields.tolerance.percent,
            };
            let spatial = matches!(kind, ValueKind::Point(_));
            let mode = if spatial { EaseMode::Spatial } else { EaseMode::Shared };
            let fitted = fit(
                fields.first,
                fields.last.max(fields.first),
                &mut |frame| {
                    let (figure, there) = (fields.at)(frame);
                    of(&figure, there)
                },
                &FitOptions::new(tolerance, mode),
            );
            self.error = self.error.max(fitted.error.iter().copied().fold(0.0, f64::max));
            property.keyframes = fitted.keys.into_iter().map(|key| key.into_keyframe(value)).collect();
            if let Some(key) = property.keyframes.first() {
                property.value = key.value.clone();
            }
            if property.keyframes.len() == 1 {
                property.keyframes.clear();
            }
            self.keys += property.keyframes.len();
        }
        encode_property(&property, None, Precision::default())
    }

    fn number(&mut self, unit: Unit, of: impl Fn(&Figure) -> f64) -> String {
        self.property(ValueKind::Number, unit, &|figure, _| Vector::from_slice(&[of(figure)]))
    }

    fn color(&mut self, of: impl Fn(&Figure) -> Option<[f64; 3]>) -> String {
        self.property(ValueKind::Color, Unit::Channel, &|figure, _| {
            let [r, g, b] = of(figure).unwrap_or_default();
            Vector::from_slice(&[r, g, b, 1.0])
        })
    }

    fn triple(&mut self, kind: ValueKind, unit: Unit, size: u8, of: impl Fn(&Figure) -> [f64; 3]) -> String {
        self.property(kind, unit, &|figure, _| of(figure).into_iter().take(usize::from(size)).collect())
    }

    /// The members of a transform. `three_d`: as a layer in space has them.
    fn transform(&mut self, three_d: bool) -> String {
        let size = if three_d { 3 } else { 2 };
        let anchor = self.triple(ValueKind::Point(size), Unit::Pixels, size, |figure| figure.anchor);
        let position = self.triple(ValueKind::Point(size), Unit::Pixels, size, |figure| figure.position);
        let scale = self.triple(ValueKind::Vector(size), Unit::Percent, size, |figure| figure.scale);
        let opacity = self.property(ValueKind::Number, Unit::Percent, &|figure, there| {
            Vector::from_slice(&[if there { figure.opacity } else { 0.0 }])
        });
        let skew = self.number(Unit::Degrees, |figure| figure.skew);
        let axis = self.number(Unit::Degrees, |figure| figure.skew_axis);
        let turns = if three_d {
            let x = self.number(Unit::Degrees, |figure| figure.rotation[0]);
            let y = self.number(Unit::Degrees, |figure| figure.rotation[1]);
            let z = self.number(Unit::Degrees, |figure| figure.rotation[2]);
            let baseline =
                self.triple(ValueKind::Vector(3), Unit::Degrees, 3, |figure| [0.0, 0.0, figure.baseline]);
            format!("\"rx\":{x},\"ry\":{y},\"rz\":{z},\"or\":{baseline}")
        } else {
            let z = self.number(Unit::Degrees, |figure| figure.baseline + figure.rotation[2]);
            format!("\"r\":{z}")
        };
        format!(
            "\"p\":{position},\"a\":{anchor},\"s\":{scale},{turns},\"o\":{opacity},\"sk\":{skew},\"sa\":{axis}"
        )
    }
}

/// A character as a shape group. `inside`: whether the group carries the transform, else it is given apart.
pub(super) fn group_text(
    fields: &Fields<'_>,
    name: &str,
    outline: &BezPath,
    stroke_over_fill: bool,
    inside: bool,
    three_d: bool,
) -> Shape {
    let mut members = Members { fields, keys: 0, error: 0.0 };
    let mut items: Vec<String> = Vec::new();
    for path in paths(outline) {
        let property = Property::new("", "", ValueKind::Path, Unit::None, Value::Path(Arc::new(path)));
        let path = encode_property(&property, None, Precision::default());
        items.push(format!("{{\"ty\":\"sh\",\"ks\":{path}}}"));
    }
    let filled = fields.track.iter().any(|(figure, _)| figure.fill.is_some());
    let stroked = fields.track.iter().any(|(figure, _)| figure.stroke.is_some() && figure.stroke_width > 0.0);
    let fill = filled.then(|| {
        let color = members.color(|figure| figure.fill);
        let opacity = members.number(Unit::Percent, |figure| figure.fill_opacity);
        format!("{{\"ty\":\"fl\",\"c\":{color},\"o\":{opacity},\"r\":1}}")
    });
    let stroke = stroked.then(|| {
        let color = members.color(|figure| figure.stroke);
        let opacity = members.number(Unit::Percent, |figure| figure.stroke_opacity);
        let width = members.number(Unit::Pixels, |figure| figure.stroke_width);
        format!("{{\"ty\":\"st\",\"c\":{color},\"o\":{opacity},\"w\":{width},\"lc\":1,\"lj\":1,\"ml\":4}}")
    });
    // What comes first is drawn on top.
    let paints = if stroke_over_fill { [stroke, fill] } else { [fill, stroke] };
    items.extend(paints.into_iter().flatten());
    let transform = members.transform(three_d);
    let own = if inside {
        format!("{{\"ty\":\"tr\",{transform}}}")
    } else {
        "{\"ty\":\"tr\",\"p\":{\"a\":0,\"k\":[0,0]},\"a\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":[100,100]},\
         \"r\":{\"a\":0,\"k\":0},\"o\":{\"a\":0,\"k\":100}}"
            .to_owned()
    };
    items.push(own);
    Shape {
        group: format!("{{\"ty\":\"gr\",\"nm\":{},\"it\":[{}]}}", quoted(name), items.join(",")),
        transform: format!("{{{transform}}}"),
        keys: members.keys,
        error: members.error,
    }
}

/// The subpaths of an outline.
pub(in crate::bake) fn paths(outline: &BezPath) -> Vec<Path> {
    let mut out = Vec::new();
    let mut points: Vec<[f64; 2]> = Vec::new();
    let (mut into, mut outof): (Vec<[f64; 2]>, Vec<[f64; 2]>) = (Vec::new(), Vec::new());
    let minus = |a: Point, b: [f64; 2]| [a.x - b[0], a.y - b[1]];
    let mut finish = |points: &mut Vec<[f64; 2]>,
                      into: &mut Vec<[f64; 2]>,
                      outof: &mut Vec<[f64; 2]>,
                      closed: bool| {
        // A contour that comes back to its start ends in the same vertex.
        if closed && points.len() > 1 && points.first() == points.last() {
            points.pop();
            outof.pop();
            if let (Some(last), Some(first)) = (into.pop(), into.first_mut()) {
                *first = last;
            }
        }
        if points.len() > 1 {
            out.push(Path::new(std::mem::take(points), std::mem::take(into), std::mem::take(outof), closed));
        }
        points.clear();
        into.clear();
        outof.clear();
    };
    let mut closed = false;
    for element in outline.elements() {
        let cubic = match *element {
            PathEl::MoveTo(to) => {
                finish(&mut points, &mut into, &mut outof, closed);
                closed = false;
                points.push([to.x, to.y]);
                into.push([0.0; 2]);
                outof.push([0.0; 2]);
                continue;
            }
            PathEl::ClosePath => {
                closed = true;
                continue;
            }
            PathEl::LineTo(to) => (None, to),
            PathEl::QuadTo(by, to) => {
                let Some(from) = points.last().map(|[x, y]| Point::new(*x, *y)) else { continue };
                (Some((from.lerp(by, 2.0 / 3.0), to.lerp(by, 2.0 / 3.0))), to)
            }
            PathEl::CurveTo(a, b, to) => (Some((a, b)), to),
        };
        let (handles, to) = cubic;
        let to_point = [to.x, to.y];
        if let (Some((a, b)), Some(from), Some(slot)) = (handles, points.last().copied(), outof.last_mut()) {
            *slot = minus(a, from);
            into.push(minus(b, to_point));
        } else {
            into.push([0.0; 2]);
        }
        points.push(to_point);
        outof.push([0.0; 2]);
    }
    finish(&mut points, &mut into, &mut outof, closed);
    out
}

/// A JSON string.
pub(in crate::bake) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
