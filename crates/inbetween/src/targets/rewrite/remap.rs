//! Time remap taken into the precomposition: its layers get the keys that the remapped time shows.

use super::json::{each_list, list, number, put, remove, text};
use super::shapes::Asked;
use super::{Work, timing};
use crate::{Error, Project};
use inbetween_doc::{Precision, Property, encode_property};
use inbetween_timeline::bake::fit_function;
use inbetween_timeline::{LayerRef, Session, with_large_stack};
use inbetween_types::{Unit, Value as Number, ValueKind};
use serde_json::Value;
use std::collections::BTreeSet;

/// Most remapped layers that are taken in; each asks the file anew.
const MOST: usize = 64;
/// Most spans of time in which a layer inside is shown: the remap may play it several times.
const MOST_SPANS: usize = 12;

/// Takes every time remap into a copy of its precomposition, where the player refuses remaps.
pub(super) fn baked(project: &Project, root: &mut Value, work: &mut Work<'_>) -> Result<(), Error> {
    if !work.lacks("time-remap") {
        return Ok(());
    }
    let mut given_up: BTreeSet<String> = BTreeSet::new();
    for turn in 0..MOST {
        // What is left of even ones needs no keys.
        timing::remap(root, work);
        let mut next: Option<(String, String, Value)> = None;
        each_list(root, &mut |layers, composition, path| {
            for (index, layer) in layers.iter().enumerate() {
                let path = format!("{path}[{index}]");
                if next.is_none()
                    && layer.get("tm").is_some()
                    && number(layer, "ty") == 0.0
                    && !given_up.contains(&path)
                {
                    next = Some((path, composition.to_owned(), layer.clone()));
                }
            }
        });
        let Some((path, composition, layer)) = next else { break };
        let opened = project.reopened(&root.to_string())?;
        let made = with_large_stack(|| {
            let session = Session::new(opened.timeline().clone());
            let asked = Asked::new(&opened, &session, work.shown);
            Remap::new(&asked, root, &path, &layer, work).and_then(|mut remap| remap.asset(turn))
        });
        let Some(asset) = made else {
            given_up.insert(path);
            continue;
        };
        let id = asset.get("id").cloned().unwrap_or_default();
        if let Some(assets) = root.get_mut("assets").and_then(Value::as_array_mut) {
            assets.push(asset);
        }
        if let Some(layer) = root.pointer_mut(&pointer(&path)) {
            for key in ["tm", "sr"] {
                remove(layer, key);
            }
            put(layer, "st", 0);
            put(layer, "refId", id);
            work.changed(
                "target/time-remap",
                &composition,
                layer,
                "a time remap made keys of the layers inside",
            );
        }
    }
    Ok(())
}

/// A path of a file (`assets[0].layers[1].ks.p`) as a JSON pointer.
pub(super) fn pointer(path: &str) -> String {
    let mut out = String::from("/");
    for letter in path.chars() {
        match letter {
            '.' | '[' => out.push('/'),
            ']' => {}
            other => out.push(other),
        }
    }
    out
}

/// One remapped layer.
struct Remap<'a, 'w, 't> {
    asked: &'a Asked<'a>,
    outer: LayerRef,
    asset: Value,
    asset_path: String,
    span: [f64; 2],
    inner_fps: f64,
    work: &'w mut Work<'t>,
}

impl<'a, 'w, 't> Remap<'a, 'w, 't> {
    fn new(
        asked: &'a Asked<'a>,
        root: &Value,
        path: &str,
        layer: &Value,
        work: &'w mut Work<'t>,
    ) -> Option<Self> {
        let outer = *asked.layers.get(path)?;
        let place = list(root, "assets").iter().position(|asset| asset.get("id") == layer.get("refId"))?;
        let asset = list(root, "assets").get(place)?.clone();
        let fps = number(root, "fr");
        // A precomposition with a rate of its own would need two kinds of frames.
        if asset.get("fr").is_some_and(|fr| fr.as_f64() != Some(fps)) || fps <= 0.0 {
            return None;
        }
        let seen = asked.seen.get(&outer)?;
        let span = [seen.first.floor(), seen.last.ceil()];
        let asset_path = format!("assets[{place}]");
        Some(Self { asked, outer, asset, asset_path, span, inner_fps: fps, work })
    }

    /// Frame of the precomposition that is shown at a frame outside.
    fn inner(&self, frame: f64) -> f64 {
        self.inner_seconds(frame) * self.inner_fps
    }

    fn inner_seconds(&self, frame: f64) -> f64 {
        let rate = self.asked.session.timeline().frame_rate_of(self.outer);
        self.asked.session.source_time(self.outer, rate.seconds(frame))
    }

    /// The copy of the precomposition that plays by itself what the remap showed.
    fn asset(&mut self, turn: usize) -> Option<Value> {
        let layers = list(&self.asset, "layers").to_vec();
        let parents: BTreeSet<i64> =
            layers.iter().filter_map(|layer| layer.get("parent").and_then(Value::as_i64)).collect();
        let mut next_id = layers.iter().filter_map(super::layers::id).max().unwrap_or(0);
        let mut made: Vec<Value> = Vec::new();
        for (index, layer) in layers.iter().enumerate() {
            let path = format!("{}.layers[{index}]", self.asset_path);
            let spans = self.shown(layer)?;
            let cuts = number(layer, "tt") != 0.0 || super::layers::is_matte_of_some(&layers, index);
            let is_parent = super::layers::id(layer).is_some_and(|id| parents.contains(&id));
            if spans.len() > 1 && cuts {
                return None;
            }
            if spans.is_empty() && !cuts && !is_parent {
                continue;
            }
            let mut layer = layer.clone();
            self.keys(&mut layer, &path)?;
            for key in ["sr", "st"] {
                remove(&mut layer, key);
            }
            put(&mut layer, "st", 0);
            if spans.is_empty() {
                // Never shown, but its transform or its place counts.
                put(&mut layer, "ip", self.span[0]);
                put(&mut layer, "op", self.span[0]);
                made.push(layer);
                continue;
            }
            for (turn, [from, to]) in spans.into_iter().enumerate() {
                let mut copy = layer.clone();
                put(&mut copy, "ip", from);
                put(&mut copy, "op", to);
                if turn > 0 {
                    next_id += 1;
                    put(&mut copy, "ind", next_id);
                }
                made.push(copy);
            }
        }
        let mut asset = self.asset.clone();
        let id = format!("{}t{turn}", text(&self.asset, "id"));
        put(&mut asset, "id", id);
        // Its values are others at other times: no name to find the original's by.
        remove(&mut asset, "nm");
        put(&mut asset, "layers", made);
        Some(asset)
    }

    /// The spans of frames outside in which a layer inside is shown; `None` for too many.
    fn shown(&self, layer: &Value) -> Option<Vec<[f64; 2]>> {
        let (first, last) = (number(layer, "ip"), number(layer, "op"));
        let visible = |frame: f64| {
            let inner = self.inner(frame);
            // Keys of the remap are rounded seconds: a frame counts from a thousandth before it.
            first - 1e-3 <= inner && inner < last - 1e-3
        };
        let mut spans: Vec<[f64; 2]> = Vec::new();
        let mut start = visible(self.span[0]).then_some(self.span[0]);
        let mut frame = self.span[0] + 0.5;
        while frame <= self.span[1] {
            let now = visible(frame);
            if now != start.is_some() {
                let (mut before, mut after) = (frame - 0.5, frame);
                while after - before > 1e-3 {
                    let middle = f64::midpoint(before, after);
                    if visible(middle) == now {
                        after = middle;
                    } else {
                        before = middle;
                    }
                }
                // A change within a thousandth of a whole frame is that frame's.
                let whole = after.round();
                let change = if (after - whole).abs() < 2e-3 { whole } else { after };
                match start.take() {
                    Some(from) => spans.push([from, change]),
                    None => start = Some(change),
                }
            }
            frame += 0.5;
        }
        if let Some(from) = start {
            spans.push([from, self.span[1]]);
        }
        spans.retain(|[from, to]| to > from);
        (spans.len() <= MOST_SPANS).then_some(spans)
    }

    /// Gives a layer the keys that the remapped time shows of its properties.
    fn keys(&mut self, layer: &mut Value, path: &str) -> Option<()> {
        let timeline = self.asked.session.timeline();
        let prefix = format!("{path}.");
        let remapped = format!("{path}.tm");
        let rate = timeline.frame_rate_of(self.outer);
        for (at, property) in self.asked.properties.range(prefix.clone()..) {
            let Some(within) = at.strip_prefix(&prefix) else { break };
            let own = timeline.document_property(*property)?;
            if own.keyframes.is_empty() || *at == remapped {
                continue;
            }
            let mut plain = own.clone();
            plain.keyframes = Vec::new();
            let value = |frame: f64| {
                let seconds = self.inner_seconds(frame);
                self.asked.session.evaluate(*property, seconds)
            };
            let (fitted, error) =
                fit_function(plain, self.span, rate.frame_duration(), self.work.tolerance, &value);
            self.work.error = self.work.error.max(error);
            let json = serde_json::from_str(&encode_property(&fitted, None, Precision::default())).ok()?;
            *layer.pointer_mut(&pointer(within))? = json;
        }
        if number(layer, "ty") == 0.0 {
            // A precomposition inside is remapped itself now.
            let inner = *self.asked.layers.get(path)?;
            let value = |frame: f64| {
                let seconds = self.inner_seconds(frame);
                Number::Number(self.asked.session.source_time(inner, seconds))
            };
            let plain = Property::new("", "", ValueKind::Number, Unit::Seconds, value(self.span[0]));
            let (fitted, error) =
                fit_function(plain, self.span, rate.frame_duration(), self.work.tolerance, &value);
            self.work.error = self.work.error.max(error);
            let json: Value =
                serde_json::from_str(&encode_property(&fitted, None, Precision::default())).ok()?;
            put(layer, "tm", json);
        }
        Some(())
    }
}
