//! Passes over shapes that ask what the layers show: stars, repeaters, operators, auto-orient.

use super::Work;
use super::json::{each_item, each_list, each_value, list, number, put, text};
use crate::Project;
use inbetween_doc::{Precision, Property, encode_property};
use inbetween_timeline::bake::{FrameSpan, fit_function, flatten, path_keys, seen};
use inbetween_timeline::{LayerRef, NodeRef, PropertyRef, Session, with_large_stack};
use inbetween_types::{Unit, Value as Number, ValueKind, Vector, math};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Most copies a repeater is written out with.
const MOST_COPIES: f64 = 200.0;

/// Operators that only flattening takes away: type in the file, feature, code.
const OPERATORS: [(&str, &str, &str); 7] = [
    ("mm", "merge-paths", "target/merge-paths"),
    ("rd", "round-corners", "target/round-corners"),
    ("op", "offset-paths", "target/offset-paths"),
    ("pb", "pucker-bloat", "target/pucker-bloat"),
    ("zz", "zig-zag", "target/zig-zag"),
    ("tw", "twist", "target/twist"),
    ("rf", "wiggle-paths", "target/wiggle-paths"),
];

/// What a project gives for a file's layers and properties, by their paths in the file.
pub(super) struct Asked<'a> {
    pub(super) session: &'a Session,
    pub(super) layers: BTreeMap<String, LayerRef>,
    pub(super) properties: BTreeMap<String, PropertyRef>,
    items: BTreeMap<String, NodeRef>,
    pub(super) seen: BTreeMap<LayerRef, FrameSpan>,
}

/// Runs the passes. `opened` was opened on `root`'s text.
pub(super) fn passes(opened: &Project, root: &mut Value, work: &mut Work<'_>) {
    let used = super::uses::of_json(root);
    let wanted = used.iter().any(|one| {
        let name = one.row.code.strip_prefix("target/").unwrap_or("");
        let here = matches!(name, "star" | "repeater" | "auto-orient")
            || OPERATORS.iter().any(|(_, feature, _)| *feature == name);
        here && work.lacks(name)
    });
    if !wanted {
        return;
    }
    let shown = work.shown;
    with_large_stack(|| {
        let session = Session::new(opened.timeline().clone());
        let asked = Asked::new(opened, &session, shown);
        each_list(root, &mut |layers, composition, path| {
            for (index, layer) in layers.iter_mut().enumerate() {
                let path = format!("{path}[{index}]");
                asked.layer(layer, &path, composition, work);
            }
        });
    });
}

impl<'a> Asked<'a> {
    pub(super) fn new(opened: &Project, session: &'a Session, shown: Option<FrameSpan>) -> Self {
        let timeline = session.timeline();
        let text = &opened.document().source.text;
        let layers: Vec<LayerRef> = timeline.layers().map(|(layer, _)| layer).collect();
        let spans: Vec<_> =
            layers.iter().map(|layer| timeline.layer_data(*layer).and_then(|data| data.span)).collect();
        let found = inbetween_doc::file_paths(text, &spans);
        let layers = layers.into_iter().zip(found).filter_map(|(layer, path)| Some((path?, layer))).collect();
        let all: Vec<PropertyRef> = timeline.properties().map(|(property, _)| property).collect();
        let found = opened.file_paths(&all);
        let mut properties = BTreeMap::new();
        let mut items = BTreeMap::new();
        for (property, path) in all.into_iter().zip(found) {
            let Some(path) = path else { continue };
            let parent = timeline.node(property.0).and_then(|node| node.parent);
            if let (Some((item, _)), Some(node)) = (path.rsplit_once('.'), parent) {
                items.entry(item.to_owned()).or_insert(node);
            }
            properties.insert(path, property);
        }
        let seen = seen(timeline, session, shown);
        Self { session, layers, properties, items, seen }
    }

    fn layer(&self, layer: &mut Value, path: &str, composition: &str, work: &mut Work<'_>) {
        let Some(reference) = self.layers.get(path).copied() else { return };
        if number(layer, "ao") == 1.0 && work.lacks("auto-orient") {
            self.orient(layer, reference, path, composition, work);
        }
        if layer.get("shapes").is_none() {
            return;
        }
        let start = number(layer, "ip");
        let span =
            self.seen.get(&reference).map_or([start, start], |span| [span.first.floor(), span.last.ceil()]);
        let mut kinds: Vec<String> = Vec::new();
        kinds_of(list(layer, "shapes"), &mut kinds);
        let lacking: Vec<&(&str, &str, &str)> = OPERATORS
            .iter()
            .filter(|(ty, feature, _)| kinds.iter().any(|kind| kind == ty) && work.lacks(feature))
            .collect();
        if !lacking.is_empty() {
            let made = flatten(self.session, reference, span, work.tolerance);
            let shapes = made.as_ref().and_then(|made| serde_json::from_str::<Value>(&made.shapes).ok());
            if let (Some(made), Some(shapes)) = (made, shapes) {
                put(layer, "shapes", shapes);
                work.error = work.error.max(made.error);
                for (_, _, code) in lacking {
                    work.changed(
                        code,
                        composition,
                        layer,
                        &format!("drawn as plain paths, {} keys", made.keys),
                    );
                }
                return;
            }
        }
        let star = work.lacks("star") && kinds.iter().any(|kind| kind == "sr");
        let repeater = work.lacks("repeater") && kinds.iter().any(|kind| kind == "rp");
        if !(star || repeater) {
            return;
        }
        let mut run = Run { asked: self, reference, span, star, repeater, stars: 0, copies: 0, work };
        if let Some(items) = layer.get_mut("shapes").and_then(Value::as_array_mut) {
            run.items(items, &format!("{path}.shapes"));
        }
        let (stars, copies) = (run.stars, run.copies);
        if stars > 0 {
            work.changed("target/star", composition, layer, &format!("{stars} stars drawn as paths"));
        }
        if copies > 0 {
            work.changed(
                "target/repeater",
                composition,
                layer,
                &format!("a repeater written out as {copies} copies"),
            );
        }
    }

    /// The numbers of a property by its path; `default` where the file has none.
    fn numbers(&self, path: &str, frame: f64, layer: LayerRef, default: &[f64]) -> Vec<f64> {
        let Some(property) = self.properties.get(path) else { return default.to_vec() };
        let time = self.session.timeline().frame_rate_of(layer).seconds(frame);
        self.session.evaluate(*property, time).components().to_vec()
    }

    /// Auto-orient as rotation: how the layer stands in its parent, less what its own rotation is.
    fn orient(
        &self,
        layer: &mut Value,
        reference: LayerRef,
        path: &str,
        composition: &str,
        work: &mut Work<'_>,
    ) {
        let skewed = layer
            .get("ks")
            .and_then(|ks| ks.get("sk"))
            .is_some_and(|skew| super::super::uses::differs(Some(skew), 0.0));
        if skewed || number(layer, "ddd") != 0.0 {
            return;
        }
        let timeline = self.session.timeline();
        let rate = timeline.frame_rate_of(reference);
        let parent = timeline.layer(reference).and_then(|node| node.parent);
        let turns: RefCell<BTreeMap<i64, f64>> = RefCell::default();
        let at = |frame: f64| -> Number {
            let time = rate.seconds(frame);
            let world = self.session.layer_to_world(reference, time);
            let above = parent.and_then(|parent| self.session.layer_to_world(parent, time).inverse());
            let mut axis = world.apply_vector([1.0, 0.0, 0.0]);
            if let Some(above) = above {
                axis = above.apply_vector(axis);
            }
            let sign = self
                .numbers(&format!("{path}.ks.s"), frame, reference, &[100.0])
                .first()
                .map_or(1.0, |s| if *s < 0.0 { -1.0 } else { 1.0 });
            let mut angle = math::atan2(axis[1] * sign, axis[0] * sign).to_degrees();
            // Turns go on where they were.
            #[expect(clippy::cast_possible_truncation, reason = "frames of a file fit; others clamp")]
            let half = (frame * 2.0).floor() as i64;
            let mut turns = turns.borrow_mut();
            if let Some((_, before)) = turns.range(..=half).next_back() {
                angle += ((before - angle) / 360.0).round() * 360.0;
            }
            if (frame * 2.0).fract() == 0.0 {
                turns.insert(half, angle);
            }
            Number::Number(angle)
        };
        let data = timeline.layer(reference).and_then(|node| timeline.composition_data(node.composition));
        let Some(data) = data else { return };
        let span =
            self.seen.get(&reference).map_or([data.in_point, data.out_point], |span| [span.first, span.last]);
        let (first, last) = (span[0].floor(), span[1].ceil());
        let property = Property::new("", "", ValueKind::Number, Unit::Degrees, at(first));
        let (property, error) =
            fit_function(property, [first, last], rate.frame_duration(), work.tolerance, &at);
        let Ok(made) = serde_json::from_str::<Value>(&encode_property(&property, None, Precision::default()))
        else {
            return;
        };
        work.error = work.error.max(error);
        put(layer, "ao", 0);
        if let Some(ks) = layer.get_mut("ks") {
            put(ks, "r", made);
        }
        work.changed("target/auto-orient", composition, layer, "auto-orient made rotation");
    }
}

fn kinds_of(items: &[Value], kinds: &mut Vec<String>) {
    for item in items.iter().filter(|item| number(item, "hd") == 0.0) {
        kinds.push(text(item, "ty").to_owned());
        kinds_of(list(item, "it"), kinds);
    }
}

/// The walk through one layer's items.
struct Run<'a, 'w, 't> {
    asked: &'a Asked<'a>,
    reference: LayerRef,
    span: [f64; 2],
    star: bool,
    repeater: bool,
    stars: usize,
    copies: usize,
    work: &'w mut Work<'t>,
}

impl Run<'_, '_, '_> {
    fn items(&mut self, items: &mut Vec<Value>, path: &str) {
        let mut out: Vec<Value> = Vec::new();
        for (index, mut item) in std::mem::take(items).into_iter().enumerate() {
            let path = format!("{path}[{index}]");
            let off = number(&item, "hd") != 0.0;
            match text(&item, "ty") {
                "gr" => {
                    if let Some(inner) = item.get_mut("it").and_then(Value::as_array_mut) {
                        self.items(inner, &format!("{path}.it"));
                    }
                    out.push(item);
                }
                "sr" if self.star && !off => out.push(self.star_path(&path).unwrap_or(item)),
                "rp" if self.repeater && !off => {
                    let (content, rest): (Vec<Value>, Vec<Value>) =
                        std::mem::take(&mut out).into_iter().partition(|item| text(item, "ty") != "tr");
                    match self.copies_of(&content, &item, &path) {
                        Some(copies) => {
                            self.copies += copies.len();
                            out = copies;
                        }
                        None => {
                            out = content;
                            out.push(item);
                        }
                    }
                    out.extend(rest);
                }
                _ => out.push(item),
            }
        }
        *items = out;
    }

    fn star_path(&mut self, path: &str) -> Option<Value> {
        let item = self.asked.items.get(path)?;
        let (keys, error) = path_keys(self.asked.session, *item, self.span, self.work.tolerance)?;
        let keys: Value = serde_json::from_str(&keys).ok()?;
        self.work.error = self.work.error.max(error);
        self.stars += 1;
        Some(json!({"ty": "sh", "ks": keys}))
    }

    fn at(&self, path: &str, frame: f64, default: &[f64]) -> Vec<f64> {
        self.asked.numbers(path, frame, self.reference, default)
    }

    fn number(&self, path: &str, frame: f64, default: f64) -> f64 {
        self.at(path, frame, &[default]).first().copied().unwrap_or(default)
    }

    fn fit(&mut self, kind: ValueKind, unit: Unit, at: &dyn Fn(&Self, f64) -> Vec<f64>) -> Option<Value> {
        let this = &*self;
        let value = |frame: f64| {
            let numbers = at(this, frame);
            match (kind, numbers.as_slice()) {
                (ValueKind::Number, [number]) => Number::Number(*number),
                _ => Number::Vector(Vector::from_slice(&numbers)),
            }
        };
        let rate = this.asked.session.timeline().frame_rate_of(this.reference);
        let property = Property::new("", "", kind, unit, value(self.span[0]));
        let (property, error) =
            fit_function(property, self.span, rate.frame_duration(), self.work.tolerance, &value);
        self.work.error = self.work.error.max(error);
        serde_json::from_str(&encode_property(&property, None, Precision::default())).ok()
    }

    /// What stands above a repeater, once per copy; `None` for more copies than are worth it.
    fn copies_of(&mut self, content: &[Value], item: &Value, path: &str) -> Option<Vec<Value>> {
        let count_path = format!("{path}.c");
        let mut most: f64 = 0.0;
        let mut frame = self.span[0];
        while frame <= self.span[1] {
            most = most.max(self.number(&count_path, frame, 3.0));
            frame += 0.5;
        }
        let most = most.ceil();
        if !(0.0..=MOST_COPIES).contains(&most) {
            return None;
        }
        let [anchor, position, scale, rotation, first, last] =
            ["a", "p", "s", "r", "so", "eo"].map(|key| format!("{path}.tr.{key}"));
        let offset_path = format!("{path}.o");
        let mut copies = Vec::new();
        let mut at = 0.0;
        while at < most {
            let times = |run: &Self, frame: f64| at + run.number(&offset_path, frame, 0.0);
            let p = self.fit(ValueKind::Point(2), Unit::Pixels, &|run, frame| {
                let times = times(run, frame);
                let (move_by, pivot) =
                    (run.at(&position, frame, &[100.0, 0.0]), run.at(&anchor, frame, &[0.0, 0.0]));
                move_by.iter().zip(pivot).take(2).map(|(m, a)| m * times + a).collect()
            })?;
            let a = self.fit(ValueKind::Point(2), Unit::Pixels, &|run, frame| {
                run.at(&anchor, frame, &[0.0, 0.0]).into_iter().take(2).collect()
            })?;
            let s = self.fit(ValueKind::Vector(2), Unit::Percent, &|run, frame| {
                let times = times(run, frame);
                let scale = run.at(&scale, frame, &[100.0, 100.0]);
                scale.iter().take(2).map(|s| 100.0 * power(s / 100.0, times)).collect()
            })?;
            let r = self.fit(ValueKind::Number, Unit::Degrees, &|run, frame| {
                vec![run.number(&rotation, frame, 0.0) * times(run, frame)]
            })?;
            let o = self.fit(ValueKind::Number, Unit::Percent, &|run, frame| {
                let copies = run.number(&count_path, frame, 3.0);
                let (start, end) = (run.number(&first, frame, 100.0), run.number(&last, frame, 100.0));
                let share = if copies > 1.0 { (at / (copies - 1.0)).min(1.0) } else { 0.0 };
                vec![(start + (end - start) * share) * (copies - at).clamp(0.0, 1.0)]
            })?;
            let mut inside = content.to_vec();
            inside.push(json!({"ty": "tr", "p": p, "a": a, "s": s, "r": r, "o": o}));
            copies.push(json!({"ty": "gr", "nm": format!("Copy {}", at + 1.0), "it": inside}));
            at += 1.0;
        }
        if number(item, "m") == 2.0 {
            copies.reverse();
        }
        Some(copies)
    }
}

/// Paths whose number of vertices changes from key to key get as many in each: the last one several times. Some players
/// draw nothing of a path, or stop, where the numbers differ.
pub(super) fn even_paths(root: &mut Value) {
    each_list(root, &mut |layers, _, _| {
        for layer in layers {
            if let Some(items) = layer.get_mut("shapes").and_then(Value::as_array_mut) {
                each_item(items, &mut |item| {
                    if text(item, "ty") == "sh"
                        && let Some(path) = item.get_mut("ks")
                    {
                        even_keys(path);
                    }
                });
            }
            for mask in layer.get_mut("masksProperties").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(path) = mask.get_mut("pt") {
                    even_keys(path);
                }
            }
        }
    });
}

fn even_keys(property: &mut Value) {
    let count = |path: &Value| list(path, "v").len();
    let (mut least, mut most) = (usize::MAX, 0);
    let mut measure = |value: &mut Value| {
        for path in value.as_array().into_iter().flatten() {
            (least, most) = (least.min(count(path)), most.max(count(path)));
        }
    };
    if !super::json::is_animated(property) {
        return;
    }
    each_value(property, &mut measure);
    if least >= most || least == 0 {
        return;
    }
    each_value(property, &mut |value| {
        for path in value.as_array_mut().into_iter().flatten() {
            let missing = most - count(path);
            let last = |path: &Value, key: &str| list(path, key).last().cloned();
            let (Some(vertex), Some(leaving)) = (last(path, "v"), last(path, "o")) else { continue };
            let mut add = |key: &str, value: &Value| {
                if let Some(values) = path.get_mut(key).and_then(Value::as_array_mut) {
                    values.extend(std::iter::repeat_n(value.clone(), missing));
                }
            };
            let still = json!([0, 0]);
            add("v", &vertex);
            add("i", &still);
            add("o", &still);
            // The segment to the first vertex leaves from the last copy.
            if let Some(out) = path.get_mut("o").and_then(Value::as_array_mut) {
                let end = out.len();
                if missing > 0 {
                    if let Some(slot) = out.get_mut(end - 1 - missing) {
                        *slot = still;
                    }
                    if let Some(slot) = out.get_mut(end - 1) {
                        *slot = leaving;
                    }
                }
            }
        }
    });
}

/// A scale to a power, as the repeater has it: a negative one changes its sign at each whole step.
fn power(scale: f64, times: f64) -> f64 {
    let size = math::pow(scale.abs(), times);
    let size = if size.is_finite() { size } else { 0.0 };
    if scale < 0.0 && times.floor().rem_euclid(2.0) == 1.0 { -size } else { size }
}
