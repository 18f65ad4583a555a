//! The whole file.

use super::Writer;
use crate::scene::canon;
use crate::scene::node::{Node, Table};
use crate::scene::read::{Frame, Named, Object, VERSION, last_part};
use crate::scene::tables::{ASSET, COMPOSITION, FONT, FOOTAGE};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// Members of the root that say nothing to the importer, or that lowering makes anew.
const IDLE: &[&str] = &[
    "ddd", "props", "mn", "assets", "comps", "layers", "fonts", "markers", "w", "h", "ip", "op", "mb", "fr",
    "v", "id",
];

impl Writer<'_> {
    /// The scene of a Lottie object.
    pub(in crate::scene) fn scene(&mut self, lottie: &Object) -> Table {
        let mut root = Table::default();
        let version = lottie.get("v").and_then(Json::as_str).unwrap_or("").to_owned();
        if is_old(&version) {
            self.scale = 255.0;
        }
        let assets: Vec<&Object> = ["assets", "comps"]
            .iter()
            .filter_map(|key| lottie.get(*key)?.as_array())
            .flatten()
            .filter_map(Json::as_object)
            .collect();
        let (compositions, footage): (Vec<&Object>, Vec<&Object>) =
            assets.into_iter().partition(|asset| asset.contains_key("layers"));
        self.back_edges = back_edges(&compositions);
        self.reader.names.compositions = compositions.iter().map(|asset| named(asset)).collect();
        let mut lists: [(&str, Vec<Node>); 3] =
            [("image", Vec::new()), ("audio", Vec::new()), ("data", Vec::new())];
        for asset in footage {
            let (kind, table, name) = self.footage(asset);
            let names = &mut self.reader.names;
            match kind {
                0 => names.images.push(name),
                1 => names.sounds.push(name),
                _ => names.data.push(name),
            }
            if let Some((_, list)) = lists.get_mut(kind) {
                list.push(table.into());
            }
        }
        let fonts = lottie.get("fonts").and_then(|fonts| fonts.get("list")).and_then(Json::as_array);
        let fonts: Vec<&Object> =
            fonts.map(|list| list.iter().filter_map(Json::as_object).collect()).unwrap_or_default();
        self.reader.names.fonts = fonts
            .iter()
            .filter_map(|font| font.get("fName").and_then(Json::as_str).map(str::to_owned))
            .collect();

        let mut raw = Object::new();
        let (mut composition, frame) = self.composition(lottie, None, &mut raw);
        // Colours of old files are written anew.
        let version = if self.scale == 255.0 { "4.1.9" } else { &version };
        composition.entries.retain(|entry| entry.key != "version");
        if !version.is_empty() && version != VERSION {
            composition.push("version", version);
        }
        root.push("composition", composition);
        let mut list: Vec<Node> = Vec::new();
        for font in fonts {
            let (mut table, mut rest) = (Table::default(), Object::new());
            self.members(font, FONT, &mut table, &mut rest);
            self.leftover(font, &[FONT], &[], &mut rest);
            self.raw(rest, &mut table);
            list.push(table.into());
        }
        if !list.is_empty() {
            root.push("font", list);
        }
        for (key, list) in lists {
            if !list.is_empty() {
                root.push(key, list);
            }
        }
        if let Some(list) = lottie.get("markers") {
            let markers = self.markers(list);
            if !markers.is_empty() {
                root.push("marker", markers);
            }
        }
        let layers = lottie.get("layers").cloned().unwrap_or_default();
        let layers = self.layers(&layers, &frame);
        if !layers.is_empty() {
            root.push("layer", layers);
        }
        let mut list: Vec<Node> = Vec::new();
        for asset in compositions {
            let mut rest = Object::new();
            let (mut table, inner) = self.composition(asset, Some(&frame), &mut rest);
            let name = named(asset);
            if name.name.is_empty() || name.name != name.id {
                table.push("id", name.id.as_str());
            }
            if let Some(list) = asset.get("markers") {
                let markers = self.markers(list);
                if !markers.is_empty() {
                    table.push("marker", markers);
                }
            }
            let layers = asset.get("layers").cloned().unwrap_or_default();
            self.composition_id = id_of(asset);
            let layers = self.layers(&layers, &inner);
            self.leftover(asset, &[COMPOSITION, ASSET], IDLE, &mut rest);
            self.raw(rest, &mut table);
            if !layers.is_empty() {
                table.push("layer", layers);
            }
            list.push(table.into());
        }
        if !list.is_empty() {
            root.push("composition_asset", list);
        }
        self.leftover(lottie, &[COMPOSITION], IDLE, &mut raw);
        raw.retain(|_, value| !value.as_array().is_some_and(Vec::is_empty));
        if !raw.is_empty() {
            let table = self.raw_object(&Json::Object(raw));
            root.push("raw", table);
        }
        root
    }

    fn composition(&mut self, object: &Object, main: Option<&Frame>, raw: &mut Object) -> (Table, Frame) {
        let mut out = Table::default();
        let number = |key: &str| object.get(key).and_then(canon::number);
        let mut frame = main.cloned().unwrap_or_default();
        self.members(object, COMPOSITION, &mut out, raw);
        out.entries.retain(|entry| entry.key != "id");
        let size = [number("w").unwrap_or(0.0), number("h").unwrap_or(0.0)];
        let has_size = object.contains_key("w") && object.contains_key("h");
        if main.is_none() || has_size {
            frame.size = size;
            let [w, h] = size;
            out.push("size", vec![Node::from(w), Node::from(h)]);
        } else {
            for member in ["w", "h"] {
                if let Some(value) = object.get(member) {
                    raw.insert(member.into(), value.clone());
                }
            }
        }
        match number("fr") {
            Some(rate) if rate > 0.0 && rate <= 100_000.0 => {
                frame.rate = rate;
                out.push("frame_rate", rate);
            }
            Some(_) => {
                raw.insert("fr".into(), object.get("fr").cloned().unwrap_or_default());
            }
            None if main.is_none() => {
                // Without a rate the importer takes its own default.
                frame.rate = inbetween_types::FrameRate::default().fps();
                out.push("frame_rate", frame.rate);
            }
            None => {}
        }
        let [old_start, old_end] = frame.span;
        let (start, end) = (number("ip"), number("op"));
        let from = start.unwrap_or(old_start);
        let to = end.unwrap_or(old_end);
        if from != old_start {
            out.push("start", super::time(from));
        }
        if main.is_none() || to - from != old_end - old_start || start.is_some() || end.is_some() {
            out.push("duration", super::time(to - from));
            if from + (to - from) != to {
                raw.insert("op".into(), object.get("op").cloned().unwrap_or_default());
            }
        }
        frame.span = [from, to];
        if let Some(blur) = object.get("mb").and_then(Json::as_object) {
            for (key, member) in
                [("shutter_angle", "sa"), ("shutter_phase", "sp"), ("samples_per_frame", "spf")]
            {
                if let Some(number) = blur.get(member).and_then(canon::number) {
                    out.push(key, number);
                }
            }
        }
        frame.layers = Default::default();
        (out, frame)
    }

    /// An item of footage: 0 for a picture, 1 for a sound, 2 for data.
    fn footage(&mut self, asset: &Object) -> (usize, Table, Named) {
        let (mut out, mut raw) = (Table::default(), Object::new());
        let text = |key: &str| asset.get(key).and_then(Json::as_str).unwrap_or("");
        let (id, file) = (id_of(asset), text("p"));
        let embedded = file.starts_with("data:");
        let name = match (text("nm"), embedded || file.is_empty()) {
            ("", true) => id.clone(),
            ("", false) => last_part(file).to_owned(),
            (name, _) => name.to_owned(),
        };
        let lower = name.to_lowercase();
        let is_data = asset.get("t").and_then(canon::number) == Some(3.0) || lower.ends_with(".json");
        let sound =
            [".mp3", ".wav", ".ogg", ".m4a", ".aac"].iter().any(|end| file.to_lowercase().ends_with(end))
                || file.starts_with("data:audio/");
        let kind = if is_data { 2 } else { usize::from(sound) };
        out.push("name", name.as_str());
        if id != name {
            out.push("id", id.as_str());
        }
        let number = |key: &str| asset.get(key).and_then(canon::number);
        if let (Some(w), Some(h)) = (number("w"), number("h")) {
            out.push("size", vec![Node::from(w), Node::from(h)]);
        } else {
            for member in ["w", "h"] {
                if let Some(value) = asset.get(member) {
                    raw.insert(member.into(), value.clone());
                }
            }
        }
        let folder = text("u");
        if is_data || file.is_empty() {
            // Data that is not at hand cannot be taken in; the place of the file is kept.
            for member in ["u", "p", "e", "t"] {
                if let Some(value) = asset.get(member) {
                    raw.insert(member.into(), value.clone());
                }
            }
        } else if embedded || folder.is_empty() {
            out.push("file", file);
        } else if folder.ends_with('/') {
            out.push("file", format!("{folder}{file}"));
        } else {
            out.push("file", format!("{folder}/{file}"));
        }
        self.leftover(asset, &[FOOTAGE], &["nm", "w", "h", "u", "p", "e", "t", "id"], &mut raw);
        self.raw(raw, &mut out);
        if out.get("file").is_none() && out.get("lottie").is_none() {
            out.push("lottie", "{}");
        }
        let size = number("w").zip(number("h")).map(|(w, h)| [w, h]);
        (kind, out, Named { name, id, size })
    }
}

fn id_of(asset: &Object) -> String {
    match asset.get("id") {
        Some(Json::String(id)) => id.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

fn named(asset: &Object) -> Named {
    let number = |key: &str| asset.get(key).and_then(canon::number);
    Named {
        name: asset.get("nm").and_then(Json::as_str).unwrap_or("").to_owned(),
        id: id_of(asset),
        size: number("w").zip(number("h")).map(|(w, h)| [w, h]),
    }
}

/// Whether a version is from before colours went from 0 to 1.
fn is_old(version: &str) -> bool {
    let mut parts = [0_u32; 3];
    for (part, text) in parts.iter_mut().zip(version.split('.')) {
        match text.parse() {
            Ok(number) => *part = number,
            Err(_) => return false,
        }
    }
    !version.is_empty() && parts < [4, 1, 9]
}

/// Compositions and those inside them that contain them again: what closes a loop.
fn back_edges(compositions: &[&Object]) -> BTreeSet<(String, String)> {
    let mut shows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for asset in compositions {
        let layers = asset.get("layers").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        let inner = layers.iter().filter_map(|layer| layer.get("refId")?.as_str().map(str::to_owned));
        shows.entry(id_of(asset)).or_insert_with(|| inner.collect());
    }
    let (mut out, mut done) = (BTreeSet::new(), BTreeSet::new());
    for start in shows.keys() {
        let mut path: Vec<(&String, usize)> = vec![(start, 0)];
        let mut on_path: BTreeSet<&String> = BTreeSet::from([start]);
        while let Some((at, next)) = path.last_mut() {
            let at = *at;
            let inner = shows.get(at).and_then(|list| list.get(*next));
            *next += 1;
            match inner.and_then(|inner| shows.get_key_value(inner)).map(|(inner, _)| inner) {
                Some(inner) if on_path.contains(inner) => {
                    out.insert((at.clone(), inner.clone()));
                }
                Some(inner) if !done.contains(inner) => {
                    on_path.insert(inner);
                    path.push((inner, 0));
                }
                Some(_) => {}
                None if inner.is_some() => {}
                None => {
                    on_path.remove(at);
                    done.insert(at);
                    path.pop();
                }
            }
        }
    }
    out
}
