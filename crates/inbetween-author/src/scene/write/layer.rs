//! Layers.

use super::{Writer, time};
use crate::scene::canon::{self, Content, Way};
use crate::scene::node::{Node, Table};
use crate::scene::read::{Directory, Frame, Object, Roster, num, transform_spec};
use crate::scene::tables::{Kind, LAYER, LAYER_TYPES, MATTES, MESH, SEPARATE, TRANSFORM};
use inbetween_types::ValueKind;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// Members of layers that say nothing to the importer, or that lowering makes anew.
const IDLE: &[&str] = &[
    "ty",
    "ind",
    "parent",
    "ip",
    "op",
    "st",
    "sr",
    "tt",
    "tp",
    "td",
    "ks",
    "hasMask",
    "shapes",
    "t",
    "refId",
    "w",
    "h",
    "sw",
    "sh",
    "mn",
    "bounds",
    "np",
    "cp",
    "ef",
    "masksProperties",
    "sy",
    "markers",
    "au",
    "hidden",
    "cix",
    "ix",
];

impl Writer<'_> {
    /// The layers of a composition.
    pub(super) fn layers(&mut self, list: &Json, frame: &Frame) -> Vec<Node> {
        let list: Vec<&Object> =
            list.as_array().map(|list| list.iter().filter_map(Json::as_object).collect()).unwrap_or_default();
        let whole = |value: &Json| canon::number(value).map(|n| n as i64);
        self.reader.frame = frame.clone();
        let roster = list.iter().map(|layer| (name_of(layer), layer.get("ind").and_then(whole))).collect();
        self.reader.frame.layers = std::rc::Rc::new(Roster::new(roster));
        let sources: BTreeSet<i64> =
            list.iter().filter_map(|layer| layer.get("tp").and_then(whole)).collect();
        let looped = loops(&list);
        let mut out: Vec<Node> = Vec::with_capacity(list.len());
        for (index, layer) in list.into_iter().enumerate() {
            let table = self.layer(layer, index, &sources, &looped);
            out.push(table.into());
        }
        out
    }

    /// How a layer is named by others.
    fn reference(&self, id: i64) -> Node {
        match self.reader.frame.layers.clear_name(id) {
            Some(name) => name.into(),
            #[expect(clippy::cast_precision_loss, reason = "ids are small")]
            None => Node::from(id as f64),
        }
    }

    fn layer(
        &mut self,
        layer: &Object,
        index: usize,
        sources: &BTreeSet<i64>,
        looped: &BTreeSet<i64>,
    ) -> Table {
        let (mut out, mut raw) = (Table::default(), Object::new());
        let ty = layer.get("ty").and_then(canon::number).map_or(3, |ty| ty as i64);
        let mesh = layer.get("mesh").is_some_and(Json::is_object) && ty == 4;
        let known = LAYER_TYPES
            .iter()
            .rfind(|known| known.ty == ty && known.name != "artwork" && (known.name == "mesh") == mesh);
        let known = match known {
            Some(known) => known,
            None => {
                raw.insert("ty".into(), ty.into());
                let like = if matches!(ty, 7..=10) { "image" } else { "null" };
                match LAYER_TYPES.iter().find(|known| known.name == like) {
                    Some(known) => known,
                    None => return self.raw_object(&Json::Object(layer.clone())),
                }
            }
        };
        let three_d = layer.get("ddd").is_some_and(canon::flag) || mesh;
        let viewer = matches!(known.name, "camera" | "light");
        let mut keys = Table::default();
        self.members(layer, LAYER, &mut keys, &mut raw);
        // Name and type first.
        let (named, mut keys): (Vec<_>, Vec<_>) =
            keys.entries.into_iter().partition(|entry| entry.key == "name");
        out.entries.extend(named);
        out.push("type", known.name);
        match layer.get("ind").map(canon::number) {
            None => out.push("id", "none"),
            #[expect(clippy::cast_precision_loss, reason = "a count of layers")]
            Some(Some(id))
                if id == (index + 1) as f64
                    && self.reader.frame.layers.place(id as i64).is_none_or(|first| first >= index) => {}
            Some(Some(id)) => out.push("id", id.trunc()),
            Some(None) => {}
        }
        let id = layer.get("ind").and_then(canon::number).map(|id| id as i64);
        match layer.get("parent").and_then(canon::number) {
            // A scene may not say that layers hang on themselves; the importer breaks such loops.
            Some(parent) if id.is_some_and(|id| looped.contains(&id)) => {
                raw.insert("parent".into(), parent.into());
            }
            Some(parent) => {
                let node = self.reference(parent as i64);
                out.push("parent", node);
            }
            None => {}
        }
        if viewer || mesh {
            keys.retain(|entry| entry.key != "three_d");
        }
        let auto = id.is_some_and(|id| sources.contains(&id));
        let stated = layer.get("td").is_some_and(canon::flag);
        if auto {
            keys.retain(|entry| entry.key != "matte_source");
            if !stated {
                raw.insert("td".into(), 0.into());
            }
        }
        let (flags, rest): (Vec<_>, Vec<_>) = keys.into_iter().partition(|entry| entry.key != "time_remap");
        out.entries.extend(flags);
        self.times(layer, &mut out, &mut raw);
        self.matte(layer, &mut out, &mut raw);
        let masks = layer.get("masksProperties").cloned().unwrap_or(Json::Null);
        let masks = self.masks(&masks);
        self.reader.masks = masks
            .iter()
            .enumerate()
            .map(|(index, mask)| {
                let name = mask.table().and_then(|table| table.get("name")).and_then(Node::text);
                name.map_or_else(|| format!("Mask {}", index + 1), str::to_owned)
            })
            .collect();
        self.members(layer, known.keys, &mut out, &mut raw);
        let size = self.own(layer, known.name, &mut out, &mut raw);
        // What lies in the middle by default.
        let [width, height] = self.reader.frame.size;
        let centre = size
            .map(|[w, h]| [[w / 2.0, h / 2.0], [(width - w) / 2.0 + w / 2.0, (height - h) / 2.0 + h / 2.0]]);
        let empty = Object::new();
        let ks = layer.get("ks").and_then(Json::as_object).unwrap_or(&empty);
        self.transform(ks, three_d || viewer, viewer, centre, &mut out);
        out.entries.extend(rest);
        for (key, list) in
            [("mask", masks), ("effect", self.listed(layer, "ef")), ("style", self.listed(layer, "sy"))]
        {
            if !list.is_empty() {
                out.push(key, list);
            }
        }
        if let Some(list) = layer.get("markers") {
            let markers = self.markers(list);
            if !markers.is_empty() {
                out.push("marker", markers);
            }
        }
        self.leftover(layer, &[LAYER, known.keys], IDLE, &mut raw);
        self.raw(raw, &mut out);
        out
    }

    fn listed(&mut self, layer: &Object, member: &str) -> Vec<Node> {
        match (layer.get(member), member) {
            (Some(list), "ef") => self.effects(list),
            (Some(list), _) => self.styles(list),
            (None, _) => Vec::new(),
        }
    }

    fn times(&mut self, layer: &Object, out: &mut Table, raw: &mut Object) {
        let [start, end] = self.reader.frame.span;
        for (key, member, default) in
            [("in_point", "ip", start), ("out_point", "op", end), ("start_time", "st", 0.0)]
        {
            match layer.get(member).map(canon::number) {
                Some(Some(frame)) if frame != default => out.push(key, time(frame)),
                Some(None) => {
                    raw.insert(member.to_owned(), layer.get(member).cloned().unwrap_or_default());
                }
                _ => {}
            }
        }
        let stretch = layer.get("sr").and_then(canon::number).unwrap_or(1.0);
        if stretch != 1.0 && stretch != 0.0 {
            let percent = stretch * 100.0;
            if percent / 100.0 == stretch {
                out.push("stretch", percent);
            } else {
                raw.insert("sr".into(), layer.get("sr").cloned().unwrap_or_default());
            }
        }
    }

    fn matte(&mut self, layer: &Object, out: &mut Table, raw: &mut Object) {
        let mode = layer.get("tt").and_then(canon::number);
        let word = mode.and_then(|mode| MATTES.iter().find(|(_, number)| *number == mode.trunc()));
        let source = layer.get("tp").and_then(canon::number);
        match (word, source) {
            (Some((word, _)), source) => {
                let mut matte = Table::default();
                if let Some(id) = source {
                    let node = self.reference(id as i64);
                    matte.push("layer", node);
                }
                matte.push("mode", *word);
                out.push("matte", matte);
            }
            (None, Some(_)) => {
                raw.insert("tp".into(), layer.get("tp").cloned().unwrap_or_default());
            }
            (None, None) => {}
        }
    }

    /// What only one type of layer has. Gives the size of layers that lie in the middle by default.
    fn own(&mut self, layer: &Object, ty: &str, out: &mut Table, raw: &mut Object) -> Option<[f64; 2]> {
        let mut natural_size = None;
        let number = |key: &str| layer.get(key).and_then(canon::number);
        let pair = |w: &str, h: &str| -> Option<[f64; 2]> { Some([number(w)?, number(h)?]) };
        let list = |[w, h]: [f64; 2]| -> Node { vec![Node::from(w), Node::from(h)].into() };
        let reference = layer.get("refId");
        let find = |known: &Directory| -> Option<(String, Option<[f64; 2]>)> {
            let named = known.by_id(reference?.as_str()?)?;
            Some((known.clear_name(named).to_owned(), named.size))
        };
        match ty {
            "solid" | "adjustment" => {
                let size = pair("sw", "sh");
                natural_size = Some(size.unwrap_or(self.reader.frame.size));
                match size {
                    Some(size) if size != self.reader.frame.size => out.push("size", list(size)),
                    Some(_) => {}
                    None => {
                        for member in ["sw", "sh"] {
                            raw.insert(member.into(), layer.get(member).cloned().unwrap_or_else(|| 0.into()));
                        }
                    }
                }
                // A solid without a colour is black.
                if out.get("color").and_then(Node::text) == Some("#000000") {
                    out.entries.retain(|entry| entry.key != "color");
                }
                if reference.is_some() {
                    raw.insert("refId".into(), reference.cloned().unwrap_or_default());
                }
            }
            "precomp" => {
                let found = find(&self.reader.names.compositions);
                let id = reference.and_then(Json::as_str).unwrap_or("");
                let around = self.back_edges.contains(&(self.composition_id.clone(), id.to_owned()));
                match &found {
                    Some((name, _)) if !around => out.push("composition", name.as_str()),
                    _ => {
                        if let Some(reference) = reference {
                            raw.insert("refId".into(), reference.clone());
                        }
                    }
                }
                let natural = found.and_then(|(_, size)| size).unwrap_or(self.reader.frame.size);
                natural_size = Some(pair("w", "h").unwrap_or(natural));
                match pair("w", "h") {
                    Some(size) if size != natural => out.push("size", list(size)),
                    Some(_) => {}
                    None => {
                        for member in ["w", "h"] {
                            raw.insert(member.into(), layer.get(member).cloned().unwrap_or_default());
                        }
                    }
                }
            }
            "image" | "audio" | "data" => {
                let known = match ty {
                    "image" => &self.reader.names.images,
                    "audio" => &self.reader.names.sounds,
                    _ => &self.reader.names.data,
                };
                match find(known) {
                    Some((name, _)) => out.push(ty, name.as_str()),
                    None => {
                        if let Some(reference) = reference {
                            raw.insert("refId".into(), reference.clone());
                        }
                    }
                }
                if ty == "image"
                    && let Some(size) = pair("w", "h")
                {
                    out.push("size", list(size));
                }
                if let Some(levels) = layer.get("au").and_then(|au| au.get("lv")) {
                    let way = Way { kind: ValueKind::Vector(2), default: &[0.0], closed: false, scale: 1.0 };
                    self.named(levels, &way, None, true, "audio_levels", out);
                } else if let Some(au) = layer.get("au") {
                    raw.insert("au".into(), au.clone());
                }
            }
            "shape" => {
                if let Some(size) = pair("w", "h") {
                    out.push("size", list(size));
                }
                let shapes = layer.get("shapes").cloned().unwrap_or(Json::Null);
                let shapes = self.shapes(&shapes);
                out.push("shapes", shapes);
            }
            "text" => {
                let masks = self.reader.masks.clone();
                match layer.get("t").and_then(Json::as_object) {
                    Some(t) => self.text(t, &masks, out, raw),
                    None => {
                        raw.insert(
                            "t".into(),
                            layer.get("t").cloned().unwrap_or_else(|| Json::Object(Object::new())),
                        );
                    }
                }
                if let Some(size) = pair("w", "h") {
                    out.push("size", list(size));
                }
            }
            "mesh" => {
                if let Some(mesh) = layer.get("mesh").and_then(Json::as_object) {
                    let mesh = self.mesh(mesh);
                    out.push("mesh", mesh);
                }
                natural_size = Some([0.0, 0.0]);
                for member in ["w", "h"] {
                    if let Some(value) = layer.get(member) {
                        raw.insert(member.into(), value.clone());
                    }
                }
            }
            _ => {
                for member in ["w", "h", "refId", "shapes"] {
                    if let Some(value) =
                        layer.get(member).filter(|value| !value.as_array().is_some_and(Vec::is_empty))
                    {
                        raw.insert(member.into(), value.clone());
                    }
                }
            }
        }
        natural_size
    }

    fn mesh(&mut self, mesh: &Object) -> Table {
        let mut out = Table::default();
        for (member, value) in mesh {
            let key = MESH.iter().find(|key| key.member() == member);
            match (member.as_str(), key) {
                ("colors", _) => {
                    let mut colors = Table::default();
                    for (name, color) in value.as_object().into_iter().flatten() {
                        let way =
                            Way { kind: ValueKind::Color, default: &[], closed: false, scale: self.scale };
                        let node = self.property(color, &way, None);
                        colors.push(name.as_str(), node);
                    }
                    out.push("colors", colors);
                }
                (_, Some(key)) if !value.is_string() => match key.kind {
                    Kind::Property(kind) => {
                        let way = Way { kind, default: key.default, closed: false, scale: self.scale };
                        let node = self.property(value, &way, None);
                        out.push(key.name.as_ref(), node);
                    }
                    _ => out.push(key.name.as_ref(), node_of(value)),
                },
                (_, Some(key)) => out.push(key.name.as_ref(), node_of(value)),
                (_, None) => out.push(member.as_str(), node_of(value)),
            }
        }
        out
    }

    fn transform(
        &mut self,
        ks: &Object,
        three_d: bool,
        viewer: bool,
        centre: Option<[[f64; 2]; 2]>,
        out: &mut Table,
    ) {
        for key in TRANSFORM {
            let member = key.member();
            let value = match member {
                "r" => ks.get("rz").or_else(|| ks.get("r")),
                member => ks.get(member),
            };
            let centred = centre.and_then(|[anchor, position]| match member {
                "a" => Some(anchor),
                "p" => Some(position),
                _ => None,
            });
            let nothing = Json::Null;
            let value = match value {
                Some(value) => value,
                // What is missing in Lottie is 0, in a scene it is the middle.
                None if centred.is_some() => &nothing,
                None => continue,
            };
            if viewer && matches!(member, "s" | "o") {
                continue;
            }
            if member == "p" && value.get("s").is_some_and(canon::flag) && value.get("k").is_none() {
                for (index, key) in SEPARATE.iter().take(if three_d { 3 } else { 2 }).enumerate() {
                    let way = Way { kind: ValueKind::Number, default: &[0.0], closed: false, scale: 1.0 };
                    let found = value.get(key.member()).filter(|value| !value.is_string());
                    match found {
                        Some(value) => self.named(value, &way, None, index > 0, &key.name, out),
                        None if index == 0 => out.push(key.name.as_ref(), 0.0),
                        None => {}
                    }
                }
                continue;
            }
            let spec = transform_spec(key, three_d, key.default);
            let way = Way { kind: spec.kind, default: key.default, closed: false, scale: 1.0 };
            let name = if viewer && member == "a" { "point_of_interest" } else { &key.name };
            if let Some([x, y]) = centred {
                let middle: Vec<f64> = [x, y, 0.0].into_iter().take(if three_d { 3 } else { 2 }).collect();
                let middle = Content::Still(middle.into_iter().map(num).collect());
                let found = canon::property(value, &way);
                let plain = found.as_ref().filter(|found| found.expression.is_none() && found.slot.is_none());
                if plain.is_none_or(|plain| plain.content != middle) {
                    let node = self.property(value, &way, spec.pad);
                    out.push(name, node);
                }
                continue;
            }
            // Rotations about other axes and the point of interest are there because the file has them.
            let implied = match member {
                "a" => !viewer,
                "or" | "rx" | "ry" => three_d,
                _ => true,
            };
            self.named(value, &way, spec.pad, implied, name, out);
        }
    }
}

/// The name of a layer; numbers count as their digits.
fn name_of(layer: &Object) -> String {
    layer.get("nm").and_then(Json::as_str).unwrap_or("").to_owned()
}

/// JSON as a node.
fn node_of(value: &Json) -> Node {
    match value {
        Json::String(text) => text.as_str().into(),
        Json::Bool(flag) => (*flag).into(),
        Json::Array(list) => list.iter().map(node_of).collect::<Vec<_>>().into(),
        Json::Object(members) => {
            let mut out = Table::default();
            for (key, value) in members {
                out.push(key.as_str(), node_of(value));
            }
            out.into()
        }
        other => other.as_f64().unwrap_or(0.0).into(),
    }
}

/// Ids of layers whose parent closes a loop.
fn loops(list: &[&Object]) -> BTreeSet<i64> {
    let whole = |layer: &Object, key: &str| layer.get(key).and_then(canon::number).map(|n| n as i64);
    let parents: BTreeMap<i64, i64> =
        list.iter().filter_map(|layer| Some((whole(layer, "ind")?, whole(layer, "parent")?))).collect();
    let (mut out, mut sound) = (BTreeSet::new(), BTreeSet::new());
    for &start in parents.keys() {
        let (mut at, mut walked) = (start, Vec::new());
        let mut on_walk = BTreeSet::new();
        while !sound.contains(&at) && on_walk.insert(at) {
            walked.push(at);
            let Some(&next) = parents.get(&at) else { break };
            if on_walk.contains(&next) {
                out.insert(at);
            }
            at = next;
        }
        sound.extend(walked);
    }
    out
}
