//! Shape layers as plain paths: what is drawn is sampled and fitted, whatever operators made it.
//!
//! Every fill and stroke that the layer draws becomes a group of its own: paths, one paint, a transform. Where the
//! list of what is drawn changes over time, each list it ever is becomes a group that is there while it holds.

use super::keys::fit_function;
use super::text::shapes::{paths, quoted};
use super::tolerance::Tolerance;
use crate::scene::{Node, Paint};
use crate::{LayerRef, NodeRef, Session};
use inbetween_doc::{Precision, Property, encode_property};
use inbetween_types::{Path, Unit, Value, ValueKind, Vector, math};
use kurbo::{Affine, BezPath, Cap, Join};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Most lists of draws a layer may go through.
const MOST_VARIANTS: usize = 24;

/// What a layer became.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Flattened {
    /// The members of the layer's `shapes`, as JSON with its brackets.
    pub shapes: String,
    /// Keyframes written.
    pub keys: usize,
    /// Largest error at whole and half frames, in pixels, degrees, percent.
    pub error: f64,
}

/// The contents of a shape layer as plain paths over composition frames `[first, last]`; `None` where it changes what
/// it draws too often, or draws what shapes cannot hold.
#[must_use]
pub fn flatten(
    session: &Session,
    layer: LayerRef,
    span: [f64; 2],
    tolerance: &Tolerance,
) -> Option<Flattened> {
    let rate = session.timeline().frame_rate_of(layer);
    let cache: RefCell<BTreeMap<u64, Rc<Vec<Node>>>> = RefCell::default();
    let at = |frame: f64| -> Rc<Vec<Node>> {
        let known = cache.borrow().get(&frame.to_bits()).cloned();
        known.unwrap_or_else(|| {
            let nodes = Rc::new(session.contents(layer, rate.seconds(frame)));
            cache.borrow_mut().insert(frame.to_bits(), Rc::clone(&nodes));
            nodes
        })
    };
    let [first, last] = [span[0].floor(), span[1].max(span[0]).ceil()];
    let mut variants: Vec<(String, Rc<Vec<Node>>)> = Vec::new();
    let mut frame = first;
    while frame <= last {
        let nodes = at(frame);
        let kind = signature(&nodes)?;
        if !variants.iter().any(|(known, _)| *known == kind) {
            variants.push((kind, nodes));
        }
        frame += 0.5;
    }
    if variants.len() > MOST_VARIANTS {
        return None;
    }
    let fitter = Fitter {
        span: [first, last],
        frame_duration: rate.frame_duration(),
        tolerance,
        keys: RefCell::default(),
        error: RefCell::default(),
    };
    let mut groups = Vec::new();
    let alone = variants.len() == 1;
    for (kind, model) in &variants {
        // Where this list is not what is drawn, its parts stand as they did before.
        let last_seen = RefCell::new(Rc::clone(model));
        let seen = |frame: f64| -> (Rc<Vec<Node>>, bool) {
            let nodes = at(frame);
            if signature(&nodes).as_ref() == Some(kind) {
                *last_seen.borrow_mut() = Rc::clone(&nodes);
                return (nodes, true);
            }
            (Rc::clone(&last_seen.borrow()), false)
        };
        let mut items = Vec::new();
        for (index, node) in model.iter().enumerate().rev() {
            items.push(fitter.node(node, &|frame| seen(frame).0.get(index).cloned()));
        }
        if alone {
            groups = items;
            break;
        }
        if items.is_empty() {
            continue;
        }
        let shown = fitter.number(Unit::Percent, &|frame| if seen(frame).1 { 100.0 } else { 0.0 });
        items.push(format!("{{\"ty\":\"tr\",\"o\":{shown},{STILL}}}"));
        groups.push(format!("{{\"ty\":\"gr\",\"it\":[{}]}}", items.join(",")));
    }
    Some(Flattened {
        shapes: format!("[{}]", groups.join(",")),
        keys: fitter.keys.into_inner(),
        error: fitter.error.into_inner(),
    })
}

/// A path item (star, rectangle …) as the value of a `sh` item's `ks`, with keys where it moves over frames
/// `[first, last]`; `None` where it is none. Also its error in pixels.
#[must_use]
pub fn path_keys(
    session: &Session,
    item: NodeRef,
    span: [f64; 2],
    tolerance: &Tolerance,
) -> Option<(String, f64)> {
    let layer = session.timeline().node(item)?.layer;
    let rate = session.timeline().frame_rate_of(layer);
    session.item_path(item, rate.seconds(span[0]))?;
    let at =
        |frame: f64| Value::Path(Arc::new(session.item_path(item, rate.seconds(frame)).unwrap_or_default()));
    let property = Property::new("", "", ValueKind::Path, Unit::Pixels, at(span[0]));
    let (property, error) = fit_function(property, span, rate.frame_duration(), tolerance, &at);
    Some((encode_property(&property, None, Precision::default()), error))
}

/// The members of a group's transform that do not move.
const STILL: &str = "\"p\":{\"a\":0,\"k\":[0,0]},\"a\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":[100,100]},\"r\":{\"a\":0,\"k\":0}";

/// What is drawn without its numbers; `None` where shapes cannot hold it.
fn signature(nodes: &[Node]) -> Option<String> {
    let mut out = String::new();
    for node in nodes {
        match node {
            Node::Fill(fill) => {
                fill.transform.as_affine()?;
                out.push_str(&format!(
                    "f{}{}{:?};",
                    u8::from(fill.even_odd),
                    paint_kind(&fill.paint),
                    fill.blend
                ));
            }
            Node::Stroke(stroke) => {
                stroke.transform.as_affine()?;
                let style = &stroke.style;
                out.push_str(&format!(
                    "s{:?}{:?}{}{}{:?};",
                    style.start_cap,
                    style.join,
                    style.dash_pattern.len(),
                    paint_kind(&stroke.paint),
                    stroke.blend
                ));
            }
            Node::Group(group)
                if group.masks.is_empty() && group.effects.is_empty() && group.clip.is_none() =>
            {
                group.transform.as_affine()?;
                out.push_str(&format!("({:?}{})", group.blend, signature(&group.nodes)?));
            }
            _ => return None,
        }
    }
    Some(out)
}

fn paint_kind(paint: &Paint) -> String {
    match paint {
        Paint::Solid(_) => "c".to_owned(),
        Paint::Gradient(gradient) => {
            let clear = gradient.stops.iter().any(|(_, color)| color[3] < 1.0);
            format!("g{}{}{}", u8::from(gradient.radial), gradient.stops.len(), u8::from(clear))
        }
    }
}

/// A node at a frame.
type At<'a> = &'a dyn Fn(f64) -> Option<Node>;

struct Fitter<'a> {
    span: [f64; 2],
    frame_duration: f64,
    tolerance: &'a Tolerance,
    keys: RefCell<usize>,
    error: RefCell<f64>,
}

impl Fitter<'_> {
    fn fit(&self, kind: ValueKind, unit: Unit, at: &dyn Fn(f64) -> Value) -> String {
        let property = Property::new("", "", kind, unit, at(self.span[0]));
        let (property, error) = fit_function(property, self.span, self.frame_duration, self.tolerance, at);
        *self.keys.borrow_mut() += property.keyframes.len();
        let mut worst = self.error.borrow_mut();
        *worst = worst.max(error);
        encode_property(&property, None, Precision::default())
    }

    fn number(&self, unit: Unit, at: &dyn Fn(f64) -> f64) -> String {
        self.fit(ValueKind::Number, unit, &|frame| Value::Number(at(frame)))
    }

    fn vector(&self, kind: ValueKind, unit: Unit, at: &dyn Fn(f64) -> Vec<f64>) -> String {
        self.fit(kind, unit, &|frame| Value::Vector(Vector::from_slice(&at(frame))))
    }

    /// Whether `of` gives the same at every half frame.
    fn is_still<T: PartialEq>(&self, of: &dyn Fn(f64) -> T) -> bool {
        let start = of(self.span[0]);
        let mut frame = self.span[0] + 0.5;
        while frame <= self.span[1] {
            if of(frame) != start {
                return false;
            }
            frame += 0.5;
        }
        true
    }

    fn node(&self, model: &Node, at: At<'_>) -> String {
        match model {
            Node::Group(group) => {
                let mut items = Vec::new();
                for (index, inner) in group.nodes.iter().enumerate().rev() {
                    let inside = |frame: f64| match at(frame) {
                        Some(Node::Group(group)) => group.nodes.get(index).cloned(),
                        _ => None,
                    };
                    items.push(self.node(inner, &inside));
                }
                let opacity = self.number(Unit::Percent, &|frame| match at(frame) {
                    Some(Node::Group(group)) => f64::from(group.opacity) * 100.0,
                    _ => 0.0,
                });
                let space = |frame: f64| match at(frame) {
                    Some(Node::Group(group)) => group.transform.as_affine().unwrap_or_default(),
                    _ => Affine::IDENTITY,
                };
                items.push(format!("{{\"ty\":\"tr\",\"o\":{opacity},{}}}", self.transform(&space)));
                format!(
                    "{{\"ty\":\"gr\",\"nm\":{},\"bm\":{},\"it\":[{}]}}",
                    quoted(&group.name),
                    blend_number(group.blend),
                    items.join(",")
                )
            }
            Node::Fill(fill) => {
                let color = self.paint("fl", "gf", &fill.paint, at);
                let rest = format!(
                    "\"r\":{},\"bm\":{},\"o\":{}",
                    if fill.even_odd { 2 } else { 1 },
                    blend_number(fill.blend),
                    self.opacity(at)
                );
                self.leaf(&format!("{{{color},{rest}}}"), matches!(fill.paint, Paint::Solid(_)), at)
            }
            Node::Stroke(stroke) => {
                let color = self.paint("st", "gs", &stroke.paint, at);
                let style = |frame: f64| match at(frame) {
                    Some(Node::Stroke(stroke)) => stroke.style,
                    _ => stroke.style.clone(),
                };
                let width = self.number(Unit::Pixels, &|frame| style(frame).width);
                let cap = match stroke.style.start_cap {
                    Cap::Butt => 1,
                    Cap::Round => 2,
                    Cap::Square => 3,
                };
                let join = match stroke.style.join {
                    Join::Miter => 1,
                    Join::Round => 2,
                    Join::Bevel => 3,
                };
                let mut rest = format!(
                    "\"w\":{width},\"lc\":{cap},\"lj\":{join},\"ml\":{},\"bm\":{},\"o\":{}",
                    stroke.style.miter_limit,
                    blend_number(stroke.blend),
                    self.opacity(at)
                );
                if !stroke.style.dash_pattern.is_empty() {
                    rest.push_str(&self.dashes(stroke.style.dash_pattern.len(), &style));
                }
                self.leaf(&format!("{{{color},{rest}}}"), false, at)
            }
            _ => "{\"ty\":\"gr\",\"it\":[{\"ty\":\"tr\"}]}".to_owned(),
        }
    }

    fn dashes(&self, count: usize, style: &dyn Fn(f64) -> kurbo::Stroke) -> String {
        let mut parts = Vec::new();
        for index in 0..count {
            let value = self
                .number(Unit::Pixels, &|frame| style(frame).dash_pattern.get(index).copied().unwrap_or(0.0));
            let kind = if index % 2 == 0 { "d" } else { "g" };
            parts.push(format!("{{\"n\":\"{kind}\",\"v\":{value}}}"));
        }
        let offset = self.number(Unit::Pixels, &|frame| style(frame).dash_offset);
        parts.push(format!("{{\"n\":\"o\",\"v\":{offset}}}"));
        format!(",\"d\":[{}]", parts.join(","))
    }

    fn opacity(&self, at: At<'_>) -> String {
        self.number(Unit::Percent, &|frame| match at(frame) {
            Some(Node::Fill(fill)) => f64::from(fill.opacity) * 100.0,
            Some(Node::Stroke(stroke)) => f64::from(stroke.opacity) * 100.0,
            _ => 0.0,
        })
    }

    /// The type and colour members of a paint.
    fn paint(&self, solid: &str, ramp: &str, model: &Paint, at: At<'_>) -> String {
        let paint = |frame: f64| match at(frame) {
            Some(Node::Fill(fill)) => fill.paint,
            Some(Node::Stroke(stroke)) => stroke.paint,
            _ => model.clone(),
        };
        let Paint::Gradient(first) = model else {
            let color = self.vector(ValueKind::Color, Unit::Channel, &|frame| match paint(frame) {
                Paint::Solid([r, g, b, _]) => vec![channel(r), channel(g), channel(b), 1.0],
                Paint::Gradient(_) => vec![0.0, 0.0, 0.0, 1.0],
            });
            return format!("\"ty\":\"{solid}\",\"c\":{color}");
        };
        let gradient = |frame: f64| match paint(frame) {
            Paint::Gradient(gradient) => gradient,
            Paint::Solid(_) => Arc::clone(first),
        };
        let clear = first.stops.iter().any(|(_, color)| color[3] < 1.0);
        let stops = self.vector(ValueKind::Gradient, Unit::Channel, &|frame| {
            let gradient = gradient(frame);
            let mut numbers: Vec<f64> = Vec::new();
            for (offset, [r, g, b, _]) in &gradient.stops {
                numbers.extend([*offset, *r, *g, *b].map(channel));
            }
            if clear {
                for (offset, color) in &gradient.stops {
                    numbers.extend([*offset, color[3]].map(channel));
                }
            }
            numbers
        });
        let start = self.vector(ValueKind::Point(2), Unit::Pixels, &|frame| gradient(frame).start.to_vec());
        let end = self.vector(ValueKind::Point(2), Unit::Pixels, &|frame| gradient(frame).end.to_vec());
        let mut out = format!(
            "\"ty\":\"{ramp}\",\"t\":{},\"s\":{start},\"e\":{end},\"g\":{{\"p\":{},\"k\":{stops}}}",
            if first.radial { 2 } else { 1 },
            first.stops.len()
        );
        if first.radial {
            let length = self.number(Unit::Percent, &|frame| gradient(frame).highlight_length * 100.0);
            let angle = self.number(Unit::Degrees, &|frame| gradient(frame).highlight_angle);
            out.push_str(&format!(",\"h\":{length},\"a\":{angle}"));
        }
        out
    }

    /// Paths, paint and transform of one fill or stroke. `loose`: the paths may be moved into the layer's space.
    fn leaf(&self, paint: &str, loose: bool, at: At<'_>) -> String {
        let path = |frame: f64| -> Arc<BezPath> {
            match at(frame) {
                Some(Node::Fill(fill)) => fill.path,
                Some(Node::Stroke(stroke)) => stroke.path,
                _ => Arc::default(),
            }
        };
        let space = |frame: f64| -> Affine {
            let space = match at(frame) {
                Some(Node::Fill(fill)) => fill.transform.as_affine(),
                Some(Node::Stroke(stroke)) => stroke.transform.as_affine(),
                _ => None,
            };
            space.unwrap_or_default()
        };
        let same_path = self.is_still(&path);
        let mapped = loose && (!same_path || self.is_still(&space));
        let outlines: RefCell<BTreeMap<u64, Rc<Vec<Path>>>> = RefCell::default();
        let outline = |frame: f64| -> Rc<Vec<Path>> {
            let known = outlines.borrow().get(&frame.to_bits()).cloned();
            known.unwrap_or_else(|| {
                let path = path(frame);
                let made = Rc::new(if mapped { paths(&(space(frame) * &*path)) } else { paths(&path) });
                outlines.borrow_mut().insert(frame.to_bits(), Rc::clone(&made));
                made
            })
        };
        let mut count = outline(self.span[0]).len();
        let mut frame = self.span[0] + 0.5;
        while !same_path && frame <= self.span[1] {
            count = count.max(outline(frame).len());
            frame += 0.5;
        }
        let mut items = Vec::new();
        for index in 0..count {
            let value = self.fit(ValueKind::Path, Unit::Pixels, &|frame| {
                let outlines = outline(frame);
                // A contour that is not there is a point on one that is.
                let path = outlines.get(index).cloned().unwrap_or_else(|| {
                    let point =
                        outlines.first().and_then(|path| path.points.first().copied()).unwrap_or_default();
                    Path::new(vec![point; 2], vec![[0.0; 2]; 2], vec![[0.0; 2]; 2], true)
                });
                Value::Path(Arc::new(path))
            });
            items.push(format!("{{\"ty\":\"sh\",\"ks\":{value}}}"));
        }
        items.push(paint.to_owned());
        let identity = |_: f64| Affine::IDENTITY;
        let transform = if mapped { self.transform(&identity) } else { self.transform(&space) };
        items.push(format!("{{\"ty\":\"tr\",\"o\":{{\"a\":0,\"k\":100}},{transform}}}"));
        format!("{{\"ty\":\"gr\",\"it\":[{}]}}", items.join(","))
    }

    /// The members of a transform that is an affine map at each frame.
    fn transform(&self, space: &dyn Fn(f64) -> Affine) -> String {
        // Turns go on where they were: 359° to 361°, not back to 1°.
        let turns: RefCell<BTreeMap<i64, f64>> = RefCell::default();
        let parts = |frame: f64| -> [f64; 6] {
            let mut parts = decomposed(space(frame));
            #[expect(clippy::cast_possible_truncation, reason = "frames of a file fit; others clamp")]
            let half = (frame * 2.0).floor() as i64;
            let mut turns = turns.borrow_mut();
            if let Some((_, before)) = turns.range(..=half).next_back() {
                parts[2] += ((before - parts[2]) / 360.0).round() * 360.0;
            }
            if (frame * 2.0).fract() == 0.0 {
                turns.insert(half, parts[2]);
            }
            parts
        };
        let position = self.vector(ValueKind::Point(2), Unit::Pixels, &|frame| parts(frame)[..2].to_vec());
        let rotation = self.number(Unit::Degrees, &|frame| parts(frame)[2]);
        let scale = self.vector(ValueKind::Vector(2), Unit::Percent, &|frame| {
            let [_, _, _, _, x, y] = parts(frame);
            vec![x * 100.0, y * 100.0]
        });
        let mut out =
            format!("\"p\":{position},\"a\":{{\"a\":0,\"k\":[0,0]}},\"s\":{scale},\"r\":{rotation}");
        let skew = |frame: f64| parts(frame)[3];
        if !self.is_still(&|frame| skew(frame).abs() > 1e-9) || skew(self.span[0]).abs() > 1e-9 {
            let skew = self.number(Unit::Degrees, &skew);
            out.push_str(&format!(",\"sk\":{skew},\"sa\":{{\"a\":0,\"k\":0}}"));
        }
        out
    }
}

/// Position, rotation, skew (axis 0) and scale factors of an affine map: x, y, rotation, skew, scale x, scale y.
fn decomposed(map: Affine) -> [f64; 6] {
    let [a, b, c, d, e, f] = map.as_coeffs();
    let sx = math::length(&[a, b]);
    if sx == 0.0 {
        return [e, f, 0.0, 0.0, 0.0, math::length(&[c, d])];
    }
    let rotation = math::atan2(b, a);
    let sy = (a * d - b * c) / sx;
    let along = (a * c + b * d) / sx;
    let skew = if sy == 0.0 { 0.0 } else { math::atan(-along / sy).to_degrees() };
    [e, f, rotation.to_degrees(), skew, sx, sy]
}

/// A channel in the file: rounded where single precision would show.
fn channel(x: f32) -> f64 {
    (f64::from(x) * 1e6).round() / 1e6
}

fn blend_number(blend: inbetween_doc::BlendMode) -> usize {
    inbetween_doc::BlendMode::ALL.iter().position(|mode| *mode == blend).unwrap_or(0)
}
