//! How values go from one keyframe to the next.

use super::property::{Key, Spec, components, padded};
use super::{Object, Reader, num};
use crate::scene::node::{Data, Node};
use inbetween_types::{ValueKind, math};
use serde_json::{Value as Json, json};

/// Most keys that exponential eases may make in a scene.
const MOST_MADE: usize = 1_000_000;

/// The influence of a handle that says none, in percent: After Effects' own.
const INFLUENCE: f64 = 100.0 / 6.0;

/// A segment's shape.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ease {
    Linear,
    Hold,
    /// Two handles `[x1, y1, x2, y2]`, one entry or one per dimension.
    Handles(Vec<[f64; 4]>),
    /// A key per frame. The speed at the end is so many times that at the start; `None`: the values themselves grow
    /// by a constant factor.
    Exponential(Option<f64>),
}

/// Speed (units a second, by dimension or one for all) and influence (percent) at one side of a key.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    speed: Vec<f64>,
    influence: Vec<f64>,
}

/// Named eases. Those of CSS by its specification; `easy-ease` is After Effects' (speed 0, influence a third).
pub(in crate::scene) const NAMED: &[(&str, [f64; 4])] = &[
    ("easy-ease", [1.0 / 3.0, 0.0, 2.0 / 3.0, 1.0]),
    ("ease", [0.25, 0.1, 0.25, 1.0]),
    ("ease-in", [0.42, 0.0, 1.0, 1.0]),
    ("ease-out", [0.0, 0.0, 0.58, 1.0]),
    ("ease-in-out", [0.42, 0.0, 0.58, 1.0]),
    ("ease-in-sine", [0.12, 0.0, 0.39, 0.0]),
    ("ease-out-sine", [0.61, 1.0, 0.88, 1.0]),
    ("ease-in-out-sine", [0.37, 0.0, 0.63, 1.0]),
    ("ease-in-quad", [0.11, 0.0, 0.5, 0.0]),
    ("ease-out-quad", [0.5, 1.0, 0.89, 1.0]),
    ("ease-in-out-quad", [0.45, 0.0, 0.55, 1.0]),
    ("ease-in-cubic", [0.32, 0.0, 0.67, 0.0]),
    ("ease-out-cubic", [0.33, 1.0, 0.68, 1.0]),
    ("ease-in-out-cubic", [0.65, 0.0, 0.35, 1.0]),
    ("ease-in-quart", [0.5, 0.0, 0.75, 0.0]),
    ("ease-out-quart", [0.25, 1.0, 0.5, 1.0]),
    ("ease-in-out-quart", [0.76, 0.0, 0.24, 1.0]),
    ("ease-in-expo", [0.7, 0.0, 0.84, 0.0]),
    ("ease-out-expo", [0.16, 1.0, 0.3, 1.0]),
    ("ease-in-out-expo", [0.87, 0.0, 0.13, 1.0]),
    ("ease-in-circ", [0.55, 0.0, 1.0, 0.45]),
    ("ease-out-circ", [0.0, 0.55, 0.45, 1.0]),
    ("ease-in-out-circ", [0.85, 0.0, 0.15, 1.0]),
    ("ease-in-back", [0.36, 0.0, 0.66, -0.56]),
    ("ease-out-back", [0.34, 1.56, 0.64, 1.0]),
    ("ease-in-out-back", [0.68, -0.6, 0.32, 1.6]),
];

impl Reader<'_> {
    /// The value of `ease`.
    pub(super) fn ease(&mut self, node: &Node) -> Option<Ease> {
        match &node.data {
            Data::Text(text) => match text.as_str() {
                "linear" => Some(Ease::Linear),
                "hold" => Some(Ease::Hold),
                "exponential" => Some(Ease::Exponential(None)),
                _ => self.curve(node).map(|curve| Ease::Handles(vec![curve])),
            },
            Data::List(list) if list.first().is_some_and(|first| first.number().is_some()) => {
                self.curve(node).map(|curve| Ease::Handles(vec![curve]))
            }
            Data::List(list) if !list.is_empty() => {
                let curves: Option<Vec<_>> = list.iter().map(|item| self.curve(item)).collect();
                curves.map(Ease::Handles)
            }
            Data::Table(table) => match table.get("exponential") {
                Some(ratio) if table.entries.len() == 1 => {
                    let number = self.number(ratio)?;
                    if number <= 0.0 || !(1e-9..=1e9).contains(&number) {
                        let message = "the ratio of the speeds at the end and at the start must be above 0";
                        self.fault("scene/bad-ease", &ratio.span, message);
                        return None;
                    }
                    Some(Ease::Exponential(Some(number)))
                }
                _ => {
                    self.wrong(node, "{ exponential = ratio }");
                    None
                }
            },
            _ => {
                self.wrong(node, "an ease");
                None
            }
        }
    }

    /// One curve: a name, `cubic-bezier(…)`, or four numbers.
    fn curve(&mut self, node: &Node) -> Option<[f64; 4]> {
        let curve = match &node.data {
            Data::List(list) => {
                let numbers: Vec<f64> = list.iter().filter_map(Node::number).collect();
                <[f64; 4]>::try_from(numbers).ok().filter(|_| list.len() == 4)
            }
            Data::Text(text) => {
                let named = NAMED.iter().find(|(name, _)| name == text).map(|(_, curve)| *curve);
                let linear = (text == "linear").then_some([1.0 / 6.0, 1.0 / 6.0, 5.0 / 6.0, 5.0 / 6.0]);
                let inner = text.trim().strip_prefix("cubic-bezier(").and_then(|rest| rest.strip_suffix(')'));
                let written = inner.and_then(|inner| {
                    let numbers: Option<Vec<f64>> =
                        inner.split(',').map(|part| part.trim().parse().ok()).collect();
                    <[f64; 4]>::try_from(numbers?).ok()
                });
                let curve = named.or(linear).or(written);
                if curve.is_none() && inner.is_none() {
                    let mut names: Vec<&str> = vec!["linear", "hold", "exponential"];
                    names.extend(NAMED.iter().map(|(name, _)| *name));
                    self.unknown_word(node, text, &names);
                    return None;
                }
                curve
            }
            _ => None,
        };
        let Some([x1, _, x2, _]) = curve.filter(|curve| curve.iter().all(|n| n.is_finite())) else {
            self.fault("scene/bad-ease", &node.span, "a curve has four numbers: x1, y1, x2, y2");
            return None;
        };
        if !(0.0..=1.0).contains(&x1) || !(0.0..=1.0).contains(&x2) {
            self.fault(
                "scene/bad-ease",
                &node.span,
                "x1 and x2 must lie between 0 and 1: time does not go back",
            );
            return None;
        }
        curve
    }

    /// `{ speed, influence }`, each one number or one per dimension.
    pub(super) fn handle(&mut self, node: &Node) -> Option<Handle> {
        let table = self.table(node)?;
        for entry in &table.entries {
            if !matches!(entry.key.as_str(), "speed" | "influence") {
                let help = Some(super::likely(&entry.key, &["speed", "influence"]));
                let message = format!("a handle has no \"{}\"", entry.key);
                self.fault_with("scene/unknown-key", &entry.span, message, help);
            }
        }
        let mut numbers = |key: &str, default: f64| -> Option<Vec<f64>> {
            let Some(node) = table.get(key) else { return Some(vec![default]) };
            match node.list() {
                Some(list) if !list.is_empty() => list.iter().map(|item| self.number(item)).collect(),
                _ => self.number(node).map(|number| vec![number]),
            }
        };
        let speed = numbers("speed", 0.0)?;
        let influence = numbers("influence", INFLUENCE)?;
        if influence.iter().any(|n| !(0.1..=100.0).contains(n)) {
            self.fault("scene/bad-ease", &node.span, "an influence lies between 0.1 and 100 percent");
            return None;
        }
        Some(Handle { speed, influence })
    }

    /// Keyframes as Lottie writes them.
    pub(super) fn segments(&mut self, keys: &[Key<'_>], spec: &Spec<'_>) -> Vec<Json> {
        let mut out = Vec::with_capacity(keys.len());
        for (index, key) in keys.iter().enumerate() {
            let next = keys.get(index + 1);
            let mut made = Object::new();
            made.insert("t".into(), num(key.frame));
            made.insert("s".into(), start(key.value.clone(), spec));
            if let Some(end) = &key.end {
                made.insert("e".into(), start(end.clone(), spec));
            }
            if spec.kind == ValueKind::Text {
                out.push(Json::Object(made));
                continue;
            }
            let hold = key.hold || matches!(key.ease, Some((Ease::Hold, _)));
            if hold {
                made.insert("h".into(), json!(1));
                self.no_other_ease(key, next);
                out.push(Json::Object(made));
                continue;
            }
            let Some(next) = next else {
                out.push(Json::Object(made));
                continue;
            };
            let handles = match &key.ease {
                Some((Ease::Exponential(ratio), node)) => {
                    self.no_other_ease(key, Some(next));
                    linear(&mut made, spec);
                    out.push(Json::Object(made));
                    self.exponential(key, next, *ratio, node, spec, &mut out);
                    continue;
                }
                Some((Ease::Handles(list), _)) => {
                    self.no_other_ease(key, Some(next));
                    list.clone()
                }
                Some(_) => {
                    self.no_other_ease(key, Some(next));
                    Vec::new()
                }
                None => self.handles(key, next, spec),
            };
            if handles.is_empty() {
                linear(&mut made, spec);
            } else {
                write_handles(&mut made, &handles, spec);
            }
            let none = vec![0.0; spec.kind.dimensions().unwrap_or(2)];
            if key.tangent_out.is_some() || next.tangent_in.is_some() {
                for (name, tangent) in [("to", &key.tangent_out), ("ti", &next.tangent_in)] {
                    let list: Json = tangent.as_ref().unwrap_or(&none).iter().map(|n| num(*n)).collect();
                    made.insert(name.into(), padded(list, spec.pad.map(|_| 0.0)));
                }
            }
            out.push(Json::Object(made));
        }
        out
    }

    /// A segment has one ease only.
    fn no_other_ease(&mut self, key: &Key<'_>, next: Option<&Key<'_>>) {
        let other = key.ease_out.as_ref().or(next.and_then(|next| next.ease_in.as_ref()));
        if let Some((_, node)) = other {
            let message = "the ease of this segment is given by `ease` or `hold` already";
            self.fault("scene/two-eases", &node.span, message);
        }
    }

    /// Handles from speeds and influences; none where both sides are straight.
    fn handles(&mut self, key: &Key<'_>, next: &Key<'_>, spec: &Spec<'_>) -> Vec<[f64; 4]> {
        let (leaving, arriving) = (key.ease_out.as_ref(), next.ease_in.as_ref());
        if leaving.is_none() && arriving.is_none() {
            return Vec::new();
        }
        let seconds = (next.frame - key.frame) / self.frame.rate;
        let changes = changes(key, next, spec.kind);
        let mut out = Vec::with_capacity(changes.len());
        for (dimension, change) in changes.into_iter().enumerate() {
            let mut side = |handle: Option<&(Handle, &Node)>| -> [f64; 2] {
                let Some((handle, node)) = handle else { return [1.0 / 6.0; 2] };
                let at = |list: &[f64]| list.get(dimension).or(list.last()).copied().unwrap_or(0.0);
                let (speed, x) = (at(&handle.speed), at(&handle.influence) / 100.0);
                if speed == 0.0 {
                    return [x, 0.0];
                }
                if change == 0.0 || seconds <= 0.0 {
                    if handle.speed.len() == 1 && dimension > 0 {
                        return [x, 0.0];
                    }
                    let message =
                        "a speed needs a change: from this key to the next the value stays the same";
                    let help =
                        Some("give the two keys slightly different values, or use the speed 0".to_owned());
                    self.fault_with("scene/speed-without-change", &node.span, message, help);
                    return [x, 0.0];
                }
                [x, speed * x * seconds / change]
            };
            let [x1, y1] = side(leaving);
            let [x2, y2] = side(arriving);
            out.push([x1, y1, 1.0 - x2, 1.0 - y2]);
        }
        out
    }

    /// A key per frame between two keys.
    fn exponential(
        &mut self,
        key: &Key<'_>,
        next: &Key<'_>,
        ratio: Option<f64>,
        node: &Node,
        spec: &Spec<'_>,
        out: &mut Vec<Json>,
    ) {
        let (from, to) = (components(&key.value), components(&next.value));
        let curved = key.tangent_out.is_some() || next.tangent_in.is_some();
        let plain = matches!(
            spec.kind,
            ValueKind::Number | ValueKind::Vector(_) | ValueKind::Point(_) | ValueKind::Color
        );
        if curved || !plain || from.len() != to.len() {
            let message = "an exponential ease is for numbers and for points on a straight way";
            self.fault("scene/bad-ease", &node.span, message);
            return;
        }
        let mut ratios = Vec::with_capacity(from.len());
        for (a, b) in from.iter().zip(&to) {
            match ratio {
                Some(ratio) => ratios.push(ratio),
                None if a == b => ratios.push(1.0),
                None if a * b > 0.0 => ratios.push(b / a),
                None => {
                    let message =
                        format!("{a} and {b} have no constant ratio: both must lie on one side of 0");
                    let help =
                        "{ exponential = ratio } gives the ratio of the speeds at the end and at the start"
                            .to_owned();
                    self.fault_with("scene/bad-ease", &node.span, message, Some(help));
                    return;
                }
            }
        }
        let length = next.frame - key.frame;
        self.made += length.clamp(0.0, 1e9) as usize;
        if self.made > MOST_MADE {
            self.fault(
                "scene/limit",
                &node.span,
                format!("exponential eases make more than {MOST_MADE} keys"),
            );
            return;
        }
        let mut step = 1.0;
        while step < length {
            let part = step / length;
            let list: Vec<f64> = from
                .iter()
                .zip(&to)
                .zip(&ratios)
                .map(|((a, b), ratio)| {
                    if (ratio - 1.0).abs() < 1e-12 {
                        a + (b - a) * part
                    } else {
                        a + (b - a) * (1.0 - math::pow(*ratio, part)) / (1.0 - ratio)
                    }
                })
                .collect();
            let value = match (spec.kind, list.first()) {
                (ValueKind::Number, Some(number)) => num(*number),
                _ => list.iter().map(|n| num(*n)).collect(),
            };
            let mut made = Object::new();
            made.insert("t".into(), num(key.frame + step));
            made.insert("s".into(), start(value, spec));
            linear(&mut made, spec);
            out.push(Json::Object(made));
            step += 1.0;
        }
    }
}

/// By how much each dimension changes; points on a path change by its length.
fn changes(key: &Key<'_>, next: &Key<'_>, kind: ValueKind) -> Vec<f64> {
    let (from, to) = (components(&key.value), components(&next.value));
    match kind {
        ValueKind::Point(_) => {
            let at = |list: &Option<Vec<f64>>| list.clone().unwrap_or_default();
            vec![length(&from, &to, &at(&key.tangent_out), &at(&next.tangent_in))]
        }
        ValueKind::Number | ValueKind::Vector(_) | ValueKind::Color => {
            from.iter().zip(&to).map(|(a, b)| b - a).collect()
        }
        // Paths and gradients go from 0 to 1.
        _ => vec![1.0],
    }
}

/// Length of a cubic in any number of dimensions, by Simpson's rule over its speed.
fn length(from: &[f64], to: &[f64], out: &[f64], into: &[f64]) -> f64 {
    let at = |list: &[f64], i: usize| list.get(i).copied().unwrap_or(0.0);
    let speed = |t: f64| {
        let u = 1.0 - t;
        let squares: f64 = (0..from.len())
            .map(|i| {
                let (a, d) = (at(from, i), at(to, i));
                let (b, c) = (a + at(out, i), d + at(into, i));
                let slope = 3.0 * (u * u * (b - a) + 2.0 * u * t * (c - b) + t * t * (d - c));
                slope * slope
            })
            .sum();
        squares.sqrt()
    };
    if out.iter().chain(into).all(|n| *n == 0.0) {
        return (0..from.len())
            .map(|i| (at(to, i) - at(from, i)) * (at(to, i) - at(from, i)))
            .sum::<f64>()
            .sqrt();
    }
    let pieces = 512_u32;
    let step = 1.0 / f64::from(pieces);
    (0..pieces)
        .map(|i| {
            let t = f64::from(i) * step;
            (speed(t) + 4.0 * speed(t + step / 2.0) + speed(t + step)) * step / 6.0
        })
        .sum()
}

/// A key's `s`: always a list but for texts.
fn start(value: Json, spec: &Spec<'_>) -> Json {
    match spec.kind {
        ValueKind::Number | ValueKind::Path => Json::Array(vec![value]),
        _ => padded(value, spec.pad),
    }
}

/// Straight handles, which players want to see.
fn linear(made: &mut Object, spec: &Spec<'_>) {
    write_handles(made, &[[0.167, 0.167, 0.833, 0.833]], spec);
}

fn write_handles(made: &mut Object, handles: &[[f64; 4]], spec: &Spec<'_>) {
    // Where one curve drives the whole value, players read plain numbers.
    let whole = matches!(spec.kind, ValueKind::Point(_) | ValueKind::Path | ValueKind::Gradient)
        && handles.len() == 1;
    let pick = |which: usize| -> Json {
        let mut numbers = handles.iter().filter_map(|handle| handle.get(which)).map(|n| num(*n));
        if whole { numbers.next().unwrap_or(Json::Null) } else { numbers.collect() }
    };
    made.insert("o".into(), json!({"x": pick(0), "y": pick(1)}));
    made.insert("i".into(), json!({"x": pick(2), "y": pick(3)}));
}
