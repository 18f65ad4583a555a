//! Layers.

use super::{Frame, Named, Object, Reader, Roster, Spec, num};
use crate::artwork::{self, Artwork, SizeRule};
use crate::scene::node::{Data, Node, Table};
use crate::scene::tables::{
    ARTWORK, Key, LAYER, LAYER_TYPES, LayerType, MARKER, MATTE, MESH, MESH_OWN, SEPARATE, TRANSFORM,
};
use inbetween_types::ValueKind;
use serde_json::{Value as Json, json};
use std::ops::Range;

impl Reader<'_> {
    /// The layers of a composition.
    pub(super) fn layers(&mut self, node: Option<&Node>) -> Json {
        let Some(node) = node else { return json!([]) };
        let tables = self.tables(node);
        let list: Vec<(String, Option<i64>)> = tables
            .iter()
            .enumerate()
            .map(|(index, (_, table))| {
                let name = table.get("name").and_then(Node::text).unwrap_or("").to_owned();
                let id = match table.get("id").map(|id| &id.data) {
                    Some(Data::Whole(id)) => Some(*id),
                    Some(Data::Text(none)) if none == "none" => None,
                    _ => i64::try_from(index + 1).ok(),
                };
                (name, id)
            })
            .collect();
        self.frame.layers = std::rc::Rc::new(Roster::new(list));
        let roster = self.frame.layers.clone();
        for (index, (node, table)) in tables.iter().enumerate() {
            let Some(id) = roster.id_at(index) else { continue };
            if roster.place(id).is_some_and(|first| first < index) && table.get("id").is_none() {
                let message =
                    format!("the number {id} is the id of another layer already; give this one an id");
                self.fault("scene/repeated-id", &node.span, message);
            }
        }
        let mut out = Vec::with_capacity(tables.len());
        for (index, (node, table)) in tables.into_iter().enumerate() {
            let layer = self.at(format!("layers[{index}]"), |reader| reader.layer(node, table, index));
            out.extend(layer);
        }
        self.parent_loops(node);
        // A layer that another names as its matte serves as one.
        let sources: std::collections::BTreeSet<i64> =
            out.iter().filter_map(|layer| layer.get("tp")?.as_i64()).collect();
        for layer in &mut out {
            let id = layer.get("ind").and_then(Json::as_i64);
            if let (Some(id), Json::Object(members)) = (id, layer)
                && sources.contains(&id)
            {
                members.entry("td").or_insert_with(|| json!(1));
            }
        }
        Json::Array(out)
    }

    /// Notes layers that hang on themselves.
    fn parent_loops(&mut self, list: &Node) {
        let roster = self.frame.layers.clone();
        // Those of raw pieces are the importer's affair, which breaks them.
        let tables = match &list.data {
            Data::List(items) => items.as_slice(),
            _ => std::slice::from_ref(list),
        };
        let mut parents = std::collections::BTreeMap::new();
        for (index, table) in tables.iter().enumerate() {
            let parent = table.table().and_then(|table| table.get("parent"));
            let parent = match parent.map(|parent| &parent.data) {
                Some(Data::Text(name)) => roster.ids(name).first().copied(),
                Some(Data::Whole(id)) => Some(*id),
                _ => None,
            };
            if let (Some(id), Some(parent)) = (roster.id_at(index), parent) {
                parents.insert(id, parent);
            }
        }
        let mut sound = std::collections::BTreeSet::new();
        for &start in parents.keys() {
            let mut walked = Vec::new();
            let mut at = start;
            let mut on_walk = std::collections::BTreeSet::new();
            while !sound.contains(&at) && on_walk.insert(at) {
                walked.push(at);
                let Some(&next) = parents.get(&at) else { break };
                at = next;
            }
            let looped = !sound.contains(&at)
                && on_walk.contains(&at)
                && walked.last().is_some_and(|last| parents.get(last) == Some(&at));
            if looped && !self.is_full() {
                let name = |id: i64| roster.name(id).unwrap_or("");
                let from = walked.iter().position(|id| *id == at).unwrap_or(0);
                let round: Vec<String> = walked
                    .iter()
                    .skip(from)
                    .chain(std::iter::once(&at))
                    .map(|id| format!("\"{}\"", name(*id)))
                    .collect();
                let span = roster
                    .place(at)
                    .and_then(|index| match &list.data {
                        Data::List(items) => items.get(index),
                        _ => Some(list),
                    })
                    .map_or(list.span.clone(), |node| {
                        node.table()
                            .and_then(|t| t.get("parent"))
                            .map_or(node.span.clone(), |n| n.span.clone())
                    });
                self.fault(
                    "scene/parent-loop",
                    &span,
                    format!("layers hang on themselves: {}", round.join(" → ")),
                );
            }
            sound.extend(walked);
        }
    }

    /// The id of the layer of a name or number.
    pub(super) fn layer_id(&mut self, name: &str, node: &Node) -> Option<i64> {
        let roster = self.frame.layers.clone();
        match roster.ids(name) {
            [one] => Some(*one),
            [] => {
                if !self.is_full() {
                    let help = super::likely(name, &roster.names());
                    let message = format!("there is no layer \"{name}\" in this composition");
                    self.fault_with("scene/unknown-name", &node.span, message, Some(help));
                }
                None
            }
            several => {
                let ids: Vec<String> = several.iter().take(20).map(i64::to_string).collect();
                let message = format!("several layers are named \"{name}\"");
                let help = format!("use the id of one: {}", ids.join(", "));
                self.fault_with("scene/unclear-name", &node.span, message, Some(help));
                several.first().copied()
            }
        }
    }

    /// A layer that a key names.
    fn layer_reference(&mut self, node: &Node) -> Option<i64> {
        match &node.data {
            Data::Text(name) => self.layer_id(name, node),
            Data::Whole(id) => Some(*id),
            _ => {
                self.wrong(node, "the name or the id of a layer");
                None
            }
        }
    }

    /// The id of one of several named things.
    fn reference(&mut self, node: &Node, what: &str) -> Option<Named> {
        let name = self.string(node)?;
        let known = match what {
            "composition" => &self.names.compositions,
            "image" => &self.names.images,
            "audio" => &self.names.sounds,
            _ => &self.names.data,
        };
        let found = known.find(&name).cloned();
        if found.is_none() && !self.is_full() {
            let help = super::likely(&name, &known.names());
            self.fault_with(
                "scene/unknown-name",
                &node.span,
                format!("there is no {what} \"{name}\""),
                Some(help),
            );
        }
        found
    }

    fn layer_type(&mut self, node: &Node, table: &Table) -> Option<&'static LayerType> {
        let Some(ty) = table.get("type") else {
            // What only one type has tells the type.
            let told = LAYER_TYPES.iter().find(|ty| {
                ty.keys.iter().any(|key| key.name == ty.name && table.get(&key.name).is_some())
                    || (ty.name == "shape" && table.get("shapes").is_some())
            });
            if told.is_none() {
                let names: Vec<&str> = LAYER_TYPES.iter().map(|ty| ty.name).collect();
                let help = Some(format!("types are: {}", names.join(", ")));
                self.fault_with("scene/missing-key", &node.span, "a layer needs a type", help);
            }
            return told;
        };
        let word = self.string(ty)?;
        let found = LAYER_TYPES.iter().find(|known| known.name == word);
        if found.is_none() {
            let names: Vec<&str> = LAYER_TYPES.iter().map(|ty| ty.name).collect();
            self.unknown_word(ty, &word, &names);
        }
        found
    }

    pub(in crate::scene) fn layer(&mut self, node: &Node, table: &Table, index: usize) -> Option<Json> {
        self.mark(&node.span);
        let ty = self.layer_type(node, table)?;
        let what = format!("a layer of the type {}", ty.name);
        self.known(table, &what, &[LAYER, TRANSFORM, SEPARATE, ty.keys]);
        let mut out = Object::new();
        let three_d = table.get("three_d").is_some_and(|node| matches!(node.data, Data::Flag(true)));
        let three_d = three_d || ty.name == "mesh";
        let viewer = matches!(ty.name, "camera" | "light");
        out.insert("ddd".into(), json!(u8::from(three_d || viewer)));
        if let Some(id) = self.frame.layers.id_at(index) {
            out.insert("ind".into(), json!(id));
        }
        out.insert("ty".into(), json!(ty.ty));
        self.members(table, LAYER, &mut out);
        out.entry("nm").or_insert_with(|| json!(""));
        if out.contains_key("gd") {
            out.insert("hd".into(), json!(true));
        }
        if let Some(parent) = table.get("parent").and_then(|node| self.layer_reference(node)) {
            out.insert("parent".into(), json!(parent));
        }
        let [start, end] = self.frame.span;
        for (key, member, default) in
            [("in_point", "ip", start), ("out_point", "op", end), ("start_time", "st", 0.0)]
        {
            let frame = table.get(key).and_then(|node| self.time(node)).unwrap_or(default);
            out.insert(member.into(), num(frame));
        }
        let stretch = table.get("stretch").and_then(|node| self.number(node)).unwrap_or(100.0);
        out.insert("sr".into(), num(stretch / 100.0));
        if let Some(node) = table.get("matte") {
            self.matte(node, &mut out);
        }
        self.members(table, ty.keys, &mut out);
        let art = self.special(ty, table, &mut out).or_else(|| self.centred(ty, &out));
        self.masks = super::effects::mask_names(table.get("mask"));
        let transform = self.at(".ks", |reader| reader.transform(table, three_d || viewer, viewer, art));
        out.insert("ks".into(), Json::Object(transform));
        if ty.name == "text" {
            let text = self.at(".t", |reader| reader.text_member(table));
            out.insert("t".into(), text);
        }
        if let Some(node) = table.get("effect") {
            let effects = self.at(".ef", |reader| reader.effects(node));
            out.insert("ef".into(), effects);
        }
        if let Some(node) = table.get("mask") {
            let masks = self.at(".masksProperties", |reader| reader.masks(node));
            out.insert("hasMask".into(), json!(true));
            out.insert("masksProperties".into(), masks);
        }
        if let Some(node) = table.get("style") {
            let styles = self.at(".sy", |reader| reader.styles(node));
            out.insert("sy".into(), styles);
        }
        if let Some(node) = table.get("marker") {
            let markers = self.markers(node);
            out.insert("markers".into(), markers);
        }
        self.raw_members(table, &mut out);
        Some(Json::Object(out))
    }

    /// Markers of a layer or composition.
    pub(super) fn markers(&mut self, node: &Node) -> Json {
        let mut out = Vec::new();
        for (node, table) in self.tables(node) {
            self.known(table, "a marker", &[MARKER]);
            if table.get("time").is_none() {
                self.fault("scene/missing-key", &node.span, "a marker needs a time");
            }
            let mut marker = Object::new();
            self.members(table, MARKER, &mut marker);
            marker.entry("cm").or_insert_with(|| json!(""));
            marker.entry("dr").or_insert_with(|| json!(0));
            out.push(Json::Object(marker));
        }
        Json::Array(out)
    }

    fn matte(&mut self, node: &Node, out: &mut Object) {
        let Some(table) = self.table(node) else { return };
        self.known(table, "a matte", &[MATTE]);
        let mut members = Object::new();
        self.members(table, MATTE, &mut members);
        out.insert("tt".into(), members.remove("tt").unwrap_or_else(|| json!(1)));
        if let Some(layer) = table.get("layer").and_then(|node| self.layer_reference(node)) {
            out.insert("tp".into(), json!(layer));
        }
    }

    /// What only one type of layer has. Gives the drawing's size and place for artwork.
    fn special(&mut self, ty: &LayerType, table: &Table, out: &mut Object) -> Option<Placed> {
        let size = table.get("size").and_then(|node| self.pair(node));
        let mut placed = None;
        if let (Some([w, h]), "shape" | "text" | "mesh") = (size, ty.name) {
            out.insert("w".into(), num(w));
            out.insert("h".into(), num(h));
        }
        match ty.name {
            "solid" | "adjustment" => {
                let [w, h] = size.unwrap_or(self.frame.size);
                out.insert("sw".into(), num(w));
                out.insert("sh".into(), num(h));
                out.entry("sc").or_insert_with(|| json!("#000000"));
            }
            "precomp" => {
                let found = table.get("composition").and_then(|node| self.reference(node, "composition"));
                if let Some(found) = &found {
                    out.insert("refId".into(), json!(found.id));
                }
                let [w, h] = size.or(found.and_then(|found| found.size)).unwrap_or(self.frame.size);
                out.insert("w".into(), num(w));
                out.insert("h".into(), num(h));
            }
            "image" | "audio" | "data" => {
                let found = table.get(ty.name).and_then(|node| self.reference(node, ty.name));
                if let Some(found) = found {
                    out.insert("refId".into(), json!(found.id));
                }
                if let Some([w, h]) = size {
                    out.insert("w".into(), num(w));
                    out.insert("h".into(), num(h));
                }
                if let Some(node) = table.get("audio_levels") {
                    let spec = Spec { kind: ValueKind::Vector(2), default: &[0.0], pad: None };
                    let levels = self.at(".au.lv", |reader| reader.property(node, &spec));
                    out.insert("au".into(), json!({ "lv": levels }));
                }
            }
            "shape" => {
                let shapes = match table.get("shapes") {
                    Some(node) => self.at(".shapes", |reader| reader.shapes(node)),
                    None => json!([]),
                };
                out.insert("shapes".into(), shapes);
            }
            "artwork" => placed = self.artwork(table, out),
            "mesh" => {
                out.insert("shapes".into(), json!([]));
                match table.get("mesh") {
                    Some(node) => {
                        let mesh = self.at(".mesh", |reader| reader.mesh(node));
                        out.insert("mesh".into(), mesh);
                    }
                    None => self.fault("scene/missing-key", &(0..0), "a mesh layer needs a mesh"),
                }
            }
            _ => {}
        }
        placed
    }

    fn mesh(&mut self, node: &Node) -> Json {
        self.mark(&node.span);
        let mut out = Object::new();
        let Some(table) = self.table(node) else { return json!({}) };
        self.known(table, "a mesh", &[MESH_OWN, &MESH]);
        if table.get("file").is_none() && table.get("text").is_none() {
            self.fault("scene/missing-key", &node.span, "a mesh needs a file or a text");
        }
        self.members(table, MESH_OWN.get(..2).unwrap_or(&[]), &mut out);
        if let Some(creases) = table.get("creases") {
            out.insert("creases".into(), plain(creases));
        }
        if let Some(node) = table.get("colors")
            && let Some(colors) = self.table(node)
        {
            let mut list = Object::new();
            for entry in &colors.entries {
                let spec = Spec { kind: ValueKind::Color, default: &[], pad: None };
                let step = format!(".colors.{}", entry.key);
                list.insert(entry.key.clone(), self.at(step, |reader| reader.property(&entry.node, &spec)));
            }
            out.insert("colors".into(), Json::Object(list));
        }
        for key in MESH.iter() {
            let Some(node) = table.get(&key.name) else { continue };
            // What a Lottie file states as its own property comes back as it is.
            let lottie = node.table().is_some_and(|table| table.get("k").is_some());
            let word = node.text().filter(|_| key.name == "shading");
            let value = match word {
                _ if lottie => Some(plain(node)),
                Some(word) if matches!(word, "flat" | "smooth") => Some(json!(word)),
                Some(word) => {
                    self.unknown_word(node, word, &["flat", "smooth"]);
                    None
                }
                None => self.member(node, key),
            };
            if let Some(value) = value {
                out.insert(key.member().to_owned(), value);
            }
        }
        Json::Object(out)
    }

    fn artwork(&mut self, table: &Table, out: &mut Object) -> Option<Placed> {
        out.insert("shapes".into(), json!([]));
        let node = table.get("artwork")?;
        let spec = self.table(node)?;
        self.known(spec, "an artwork", &[ARTWORK]);
        let Some(file) = spec.get("file") else {
            self.fault("scene/missing-key", &node.span, "an artwork needs a file");
            return None;
        };
        let wanted = spec.get("layer").and_then(|node| self.string(node));
        let document = match spec.get("size") {
            Some(node) => match self.string(node)?.as_str() {
                "document" => true,
                "artwork" => false,
                other => {
                    self.unknown_word(node, other, &["artwork", "document"]);
                    false
                }
            },
            None => false,
        };
        let drawing = self.drawing(file, document)?;
        match super::super::drawing::layer(&drawing, wanted.as_deref()) {
            Ok(art) => {
                let [w, h] = art.size;
                out.insert("w".into(), num(w));
                out.insert("h".into(), num(h));
                out.insert("shapes".into(), art.shapes);
                Some(Placed { size: art.size, corner: art.corner })
            }
            Err((message, help)) => {
                let span: Range<usize> = spec.get("layer").unwrap_or(file).span.clone();
                self.fault_with("scene/artwork", &span, message, help);
                None
            }
        }
    }

    /// A drawing that the scene names, read once.
    fn drawing(&mut self, file: &Node, document: bool) -> Option<std::rc::Rc<Artwork>> {
        let name = self.string(file)?;
        if let Some(drawing) = self.drawings.get(&(name.clone(), document)) {
            return Some(drawing.clone());
        }
        let bytes = self.file(file)?;
        let rule = if document { SizeRule::Document } else { SizeRule::Artwork };
        match artwork::read(&bytes, rule) {
            Ok(drawing) => {
                if !self.drawings.keys().any(|(known, _)| *known == name) {
                    self.findings.extend(drawing.diagnostics.iter().cloned());
                }
                let drawing = std::rc::Rc::new(drawing);
                self.drawings.insert((name, document), drawing.clone());
                Some(drawing)
            }
            Err(error) => {
                self.fault("scene/artwork", &file.span, error.to_string());
                None
            }
        }
    }

    fn transform(&mut self, table: &Table, three_d: bool, viewer: bool, art: Option<Placed>) -> Object {
        let mut out = Object::new();
        let separate = SEPARATE.iter().any(|key| table.get(&key.name).is_some());
        for key in TRANSFORM {
            let member = match key.member() {
                "r" if three_d => "rz",
                member => member,
            };
            let node = match (key.name.as_ref(), viewer) {
                ("anchor_point", true) => table.get("point_of_interest"),
                _ => table.get(&key.name),
            };
            let skipped = match key.member() {
                "a" => viewer && node.is_none(),
                "s" | "o" => viewer,
                "or" | "rx" | "ry" => node.is_none() && !three_d,
                "p" => separate,
                _ => node.is_none() && !key.stated,
            };
            if skipped {
                if separate && key.member() == "p" {
                    let position = self.separate(table, node, three_d);
                    out.insert("p".into(), position);
                }
                continue;
            }
            let default = default_of(key, art.as_ref());
            let spec = transform_spec(key, three_d, &default);
            let value = match node {
                Some(node) => self.at(format!(".{member}"), |reader| reader.property(node, &spec)),
                None => super::property::still(super::property::padded(
                    super::value::initial(spec.kind, spec.default),
                    spec.pad,
                )),
            };
            out.insert(member.into(), value);
        }
        out
    }

    fn separate(&mut self, table: &Table, position: Option<&Node>, three_d: bool) -> Json {
        if let Some(position) = position {
            let message = "a position has separate dimensions or not: position_x stands beside";
            self.fault("scene/two-values", &position.span, message);
        }
        let mut out = Object::new();
        out.insert("s".into(), json!(true));
        for key in SEPARATE.iter().take(if three_d { 3 } else { 2 }) {
            let value = match table.get(&key.name) {
                Some(node) => {
                    let spec = Spec { kind: ValueKind::Number, default: key.default, pad: None };
                    self.at(format!(".p.{}", key.member()), |reader| reader.property(node, &spec))
                }
                None => super::property::still(json!(0)),
            };
            out.insert(key.member().into(), value);
        }
        if let (Some(z), false) = (table.get("position_z"), three_d) {
            let help = Some("a layer with three_d = true has one".to_owned());
            self.fault_with("scene/wrong-kind", &z.span, "a flat layer has no position_z", help);
        }
        Json::Object(out)
    }
}

/// Size and place of a drawing's layer.
#[derive(Clone, Copy)]
struct Placed {
    size: [f64; 2],
    corner: [f64; 2],
}

impl Reader<'_> {
    /// Solids and compositions turn about their middle and lie in the middle of the composition, as After Effects
    /// makes them.
    fn centred(&self, ty: &LayerType, out: &Object) -> Option<Placed> {
        let [w, h] = match ty.name {
            "solid" | "adjustment" => ["sw", "sh"],
            "precomp" => ["w", "h"],
            // A mesh has its own middle.
            "mesh" => ["", ""],
            _ => return None,
        }
        .map(|side| out.get(side).and_then(Json::as_f64).unwrap_or(0.0));
        let [width, height] = self.frame.size;
        Some(Placed { size: [w, h], corner: [(width - w) / 2.0, (height - h) / 2.0] })
    }
}

/// Artwork turns about its middle and lies where the drawing has it.
fn default_of(key: &Key, art: Option<&Placed>) -> Vec<f64> {
    let Some(Placed { size: [w, h], corner: [x, y] }) = art else { return key.default.to_vec() };
    match key.member() {
        "a" => vec![w / 2.0, h / 2.0, 0.0],
        "p" => vec![x + w / 2.0, y + h / 2.0, 0.0],
        _ => key.default.to_vec(),
    }
}

/// What a property of a transform is in two or three dimensions.
pub(in crate::scene) fn transform_spec<'k>(key: &Key, three_d: bool, default: &'k [f64]) -> Spec<'k> {
    let kind = match key.kind {
        super::Kind::Property(kind) => kind,
        _ => ValueKind::Number,
    };
    let pad = match key.member() {
        _ if three_d => None,
        "a" | "p" => Some(0.0),
        "s" => Some(100.0),
        _ => None,
    };
    let kind = match kind {
        ValueKind::Point(_) if three_d => ValueKind::Point(3),
        ValueKind::Vector(2) if three_d => ValueKind::Vector(3),
        kind => kind,
    };
    Spec { kind, default, pad }
}

/// A value of the scene as JSON, as it stands.
fn plain(node: &Node) -> Json {
    match &node.data {
        Data::Text(text) => Json::String(text.clone()),
        Data::Whole(n) => json!(n),
        Data::Number(n) => num(*n),
        Data::Flag(flag) => json!(flag),
        Data::List(list) => list.iter().map(plain).collect(),
        Data::Table(table) => {
            Json::Object(table.entries.iter().map(|entry| (entry.key.clone(), plain(&entry.node))).collect())
        }
    }
}

impl Frame {
    /// How long it is.
    pub(super) fn length(&self) -> f64 {
        let [start, end] = self.span;
        end - start
    }
}
