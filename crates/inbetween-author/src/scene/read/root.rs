//! The whole file.

use super::footage::Footage;
use super::{Frame, Object, Reader, num, time};
use crate::scene::node::{Node, Table};
use crate::scene::tables::{COMPOSITION, ROOT};
use serde_json::{Value as Json, json};

/// The version of the format that lowered scenes state.
pub(in crate::scene) const VERSION: &str = "5.12.2";

impl Reader<'_> {
    /// The Lottie object of a scene.
    pub(in crate::scene) fn root(&mut self, root: &Table) -> Json {
        self.known(root, "a scene", &[ROOT]);
        let mut out = Object::new();
        let empty = Table::default();
        let main = match root.get("composition") {
            Some(node) => self.table(node).unwrap_or(&empty),
            None => {
                let help = Some(
                    "start with [composition], size = [width, height], frame_rate and duration".to_owned(),
                );
                self.fault_with("scene/missing-key", &(0..0), "a scene needs a [composition]", help);
                &empty
            }
        };
        self.names.images = Self::named(root.get("image"));
        self.names.sounds = Self::named(root.get("audio"));
        self.names.data = Self::named(root.get("data"));
        self.names.compositions = Self::named(root.get("composition_asset"));
        let fonts = root.get("font").map(|node| self.tables(node)).unwrap_or_default();
        self.names.fonts = fonts
            .iter()
            .filter_map(|(_, table)| table.get("name").and_then(Node::text).map(str::to_owned))
            .collect();
        let span = root.get("composition").map_or(0..0, |node| node.span.clone());
        out.insert("v".into(), json!(VERSION));
        let frame = self.composition(main, None, &span, &mut out);
        out.insert("ddd".into(), json!(0));
        let mut assets = Vec::new();
        for (key, what) in [("image", Footage::Image), ("audio", Footage::Audio), ("data", Footage::Data)] {
            let list = root.get(key).map(|node| self.tables(node)).unwrap_or_default();
            for (node, table) in list {
                let item = self.at(format!("assets[{}]", assets.len()), |reader| {
                    reader.mark(&node.span);
                    reader.footage(node, table, what)
                });
                assets.extend(item);
            }
        }
        let compositions = root.get("composition_asset").map(|node| self.tables(node)).unwrap_or_default();
        for (node, table) in compositions {
            let item =
                self.at(format!("assets[{}].", assets.len()), |reader| reader.asset(node, table, &frame));
            assets.extend(item);
        }
        self.cycles(root);
        out.insert("assets".into(), Json::Array(assets));
        if !fonts.is_empty() {
            let list: Vec<Json> = fonts.into_iter().map(|(_, table)| self.font(table)).collect();
            out.insert("fonts".into(), json!({ "list": list }));
        }
        self.frame = frame;
        let layers = self.layers(root.get("layer"));
        let deep = |layers: &Json| {
            layers.as_array().is_some_and(|list| list.iter().any(|layer| layer.get("ddd") == Some(&json!(1))))
        };
        if deep(&layers) {
            out.insert("ddd".into(), json!(1));
        }
        out.insert("layers".into(), layers);
        let markers = root.get("marker").map_or_else(|| json!([]), |node| self.markers(node));
        out.insert("markers".into(), markers);
        self.raw_members(main, &mut out);
        if let Some(raw) = root.get("raw").and_then(|node| self.table(node)) {
            for entry in raw.entries.iter().filter(|entry| entry.key != "lottie") {
                let help = Some("there is: lottie".to_owned());
                let message = format!("raw has no \"{}\"", entry.key);
                self.fault_with("scene/unknown-key", &entry.span, message, help);
            }
            self.raw_members(raw, &mut out);
        }
        Json::Object(out)
    }

    /// The keys of a composition; what an asset does not say is the main composition's.
    pub(in crate::scene) fn composition(
        &mut self,
        table: &Table,
        main: Option<&Frame>,
        span: &std::ops::Range<usize>,
        out: &mut Object,
    ) -> Frame {
        self.known(table, "a composition", &[COMPOSITION, if main.is_some() { LAYER_KEYS } else { &[] }]);
        let mut frame = main.cloned().unwrap_or_default();
        frame.layers = Default::default();
        self.members(table, COMPOSITION, out);
        match table.get("frame_rate") {
            Some(node) => match time::rate(node) {
                Some(rate) => {
                    frame.rate = rate;
                    out.insert("fr".into(), num(rate));
                }
                None => {
                    let help = Some("for example 25, 29.97 or \"30000/1001\"".to_owned());
                    self.fault_with(
                        "scene/bad-rate",
                        &node.span,
                        "this is no number of frames a second",
                        help,
                    );
                }
            },
            None if main.is_none() => {
                out.insert("fr".into(), num(frame.rate));
            }
            None => {}
        }
        let missing = |key: &str| format!("a composition needs a {key}");
        match table.get("size").map(|node| self.pair(node)) {
            Some(Some([w, h])) => {
                frame.size = [w, h];
                out.insert("w".into(), num(w));
                out.insert("h".into(), num(h));
            }
            None if main.is_none() => self.fault("scene/missing-key", span, missing("size")),
            _ => {}
        }
        self.frame = frame.clone();
        let [old_start, _] = frame.span;
        let start = table.get("start").and_then(|node| self.time(node));
        let duration = match table.get("duration") {
            Some(node) => self.time(node),
            None => {
                if main.is_none() {
                    self.fault("scene/missing-key", span, missing("duration"));
                }
                None
            }
        };
        let from = start.unwrap_or(old_start);
        let length = duration.unwrap_or_else(|| frame.length());
        frame.span = [from, from + length];
        if start.is_some() || main.is_none() {
            out.insert("ip".into(), num(from));
        }
        if duration.is_some() || main.is_none() {
            out.insert("op".into(), num(from + length));
        }
        let mut blur = Object::new();
        for (key, member) in [("shutter_angle", "sa"), ("shutter_phase", "sp"), ("samples_per_frame", "spf")]
        {
            if let Some(number) = table.get(key).and_then(|node| self.number(node)) {
                blur.insert(member.into(), num(number));
            }
        }
        if !blur.is_empty() {
            out.insert("mb".into(), Json::Object(blur));
        }
        self.frame = frame.clone();
        frame
    }

    fn asset(&mut self, node: &Node, table: &Table, main: &Frame) -> Option<Json> {
        let named = Self::named(Some(node)).first()?.clone();
        if named.id.is_empty() {
            self.fault("scene/missing-key", &node.span, "a composition asset needs a name");
            return None;
        }
        let mut out = Object::new();
        out.insert("id".into(), json!(named.id));
        self.composition(table, Some(main), &node.span, &mut out);
        let layers = self.layers(table.get("layer"));
        out.insert("layers".into(), layers);
        if let Some(node) = table.get("marker") {
            let markers = self.markers(node);
            out.insert("markers".into(), markers);
        }
        self.raw_members(table, &mut out);
        Some(Json::Object(out))
    }

    /// Notes compositions that contain themselves.
    fn cycles(&mut self, root: &Table) {
        use std::collections::{BTreeMap, BTreeSet};
        let names = self.names.compositions.clone();
        let mut shows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let assets = root.get("composition_asset").and_then(Node::list).unwrap_or_default();
        for table in assets.iter().filter_map(Node::table) {
            let text = |key: &str| table.get(key).and_then(Node::text);
            let Some(id) = text("id").or(text("name")) else { continue };
            let layers = table.get("layer").and_then(Node::list).unwrap_or_default();
            let inner = layers.iter().filter_map(|layer| {
                let name = layer.table()?.get("composition")?.text()?;
                Some(names.find(name)?.id.as_str())
            });
            shows.entry(id).or_insert_with(|| inner.collect());
        }
        let mut sound: BTreeSet<&str> = BTreeSet::new();
        for &start in shows.keys() {
            // A walk with a stack of its own: scenes may nest as deeply as they like.
            let mut path: Vec<(&str, usize)> = vec![(start, 0)];
            let mut on_path: BTreeSet<&str> = BTreeSet::from([start]);
            while let Some((at, next)) = path.last_mut() {
                let inner = shows.get(at).and_then(|list| list.get(*next)).copied();
                *next += 1;
                match inner {
                    Some(inner) if on_path.contains(inner) => {
                        let from = path.iter().position(|(id, _)| *id == inner).unwrap_or(0);
                        let mut round: Vec<String> =
                            path.iter().skip(from).map(|(id, _)| format!("\"{id}\"")).collect();
                        round.push(format!("\"{inner}\""));
                        let index = self.names.compositions.place(inner);
                        let list = root.get("composition_asset").and_then(Node::list);
                        let span =
                            index.and_then(|index| list?.get(index)).map_or(0..0, |node| node.span.clone());
                        let message = format!("compositions contain themselves: {}", round.join(" → "));
                        self.fault("scene/composition-loop", &span, message);
                        return;
                    }
                    Some(inner) if !sound.contains(inner) && shows.contains_key(inner) => {
                        on_path.insert(inner);
                        path.push((inner, 0));
                    }
                    Some(_) => {}
                    None => {
                        if let Some((done, _)) = path.pop() {
                            on_path.remove(done);
                            sound.insert(done);
                        }
                    }
                }
            }
        }
    }
}

/// Keys of a composition asset besides those of a composition.
const LAYER_KEYS: &[super::Key] = crate::scene::tables::ASSET;
