//! Contents of shape layers.

use super::{Said, Writer};
use crate::scene::canon::{self, Way};
use crate::scene::node::{Node, Table};
use crate::scene::read::Object;
use crate::scene::tables::{GROUP, GROUP_TRANSFORM, ITEM, ITEMS, REPEATER_TRANSFORM};
use inbetween_types::ValueKind;
use serde_json::Value as Json;

/// Members of shapes that say nothing to the importer and that lowering makes anew, or that only the exporter used.
const IDLE: &[&str] =
    &["ty", "mn", "ix", "cix", "np", "ind", "closed", "fillEnabled", "_render", "hd", "nm", "bm"];

/// Groups in groups that are written as such.
const DEEPEST: usize = 25;

impl Writer<'_> {
    /// A list of shape items.
    pub(super) fn shapes(&mut self, list: &Json) -> Node {
        let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
        let mut counts: Vec<(&str, usize)> = Vec::new();
        let mut out: Vec<Node> = Vec::with_capacity(list.len());
        for item in list {
            let Some(object) = item.as_object() else { continue };
            let ty = object.get("ty").and_then(Json::as_str).unwrap_or("");
            let table = match ty {
                "tr" => continue,
                // Deeper than TOML may nest.
                "gr" if self.depth > DEEPEST => self.raw_object(item),
                "gr" => self.group(object, &mut counts),
                _ => match ITEMS.iter().find(|known| known.ty == ty) {
                    Some(known) => {
                        let (mut table, mut raw) = (Table::default(), Object::new());
                        table.push("type", known.name.as_str());
                        self.item(object, known.title, &mut counts, &mut table);
                        self.members(object, &known.keys, &mut table, &mut raw);
                        self.part(object, ty, &mut table, &mut raw);
                        self.leftover(object, &[&known.keys, ITEM], IDLE, &mut raw);
                        self.raw(raw, &mut table);
                        table
                    }
                    None => self.raw_object(item),
                },
            };
            out.push(table.into());
        }
        out.into()
    }

    /// Name and switch of an item.
    fn item(
        &mut self,
        object: &Object,
        title: &'static str,
        counts: &mut Vec<(&str, usize)>,
        out: &mut Table,
    ) {
        let count = match counts.iter_mut().find(|(name, _)| *name == title) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                counts.push((title, 1));
                1
            }
        };
        let name = match object.get("nm") {
            Some(Json::String(name)) => name.clone(),
            Some(Json::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        if !name.is_empty() && name != format!("{title} {count}") {
            out.push("name", name);
        }
        if object.get("hd").is_some_and(canon::flag) {
            out.push("hidden", true);
        }
        for (key, member) in [("html_id", "ln"), ("html_class", "cl")] {
            if let Some(text) = object.get(member).and_then(Json::as_str) {
                out.push(key, text);
            }
        }
    }

    fn group(&mut self, object: &Object, counts: &mut Vec<(&str, usize)>) -> Table {
        let (mut out, mut raw) = (Table::default(), Object::new());
        out.push("type", "group");
        self.item(object, "Group", counts, &mut out);
        let empty = Json::Array(Vec::new());
        let list = object.get("it").unwrap_or(&empty);
        self.depth += 1;
        let items = self.shapes(list);
        self.depth -= 1;
        if items.list().is_some_and(|list| !list.is_empty()) {
            out.push("items", items);
        }
        let transform = list.as_array().and_then(|list| {
            list.iter()
                .filter_map(Json::as_object)
                .rfind(|item| item.get("ty").and_then(Json::as_str) == Some("tr"))
        });
        let mut lost = Object::new();
        if let Some(transform) = transform {
            self.members(transform, &GROUP_TRANSFORM, &mut out, &mut lost);
            if transform.get("p").is_some_and(|p| p.get("s").is_some_and(canon::flag) && p.get("k").is_none())
            {
                // A group has no words for separate dimensions.
                raw.insert("it".into(), list.clone());
            }
        }
        self.members(object, GROUP.get(1..).unwrap_or(&[]), &mut out, &mut raw);
        self.leftover(object, &[&GROUP, ITEM], IDLE, &mut raw);
        self.raw(raw, &mut out);
        out
    }

    /// Dashes of strokes, the transform of repeaters.
    fn part(&mut self, object: &Object, ty: &str, out: &mut Table, raw: &mut Object) {
        match ty {
            "st" | "gs" => {
                let Some(Json::Array(list)) = object.get("d") else { return };
                let mut dashes: Vec<Node> = Vec::new();
                for dash in list {
                    let key = match dash.get("n").and_then(Json::as_str) {
                        Some("o") => "offset",
                        Some("g") => "gap",
                        _ => "dash",
                    };
                    let way = Way { kind: ValueKind::Number, default: &[10.0], closed: false, scale: 1.0 };
                    let Some(value) = dash.get("v") else {
                        raw.insert("d".into(), Json::Array(list.clone()));
                        return;
                    };
                    let mut table = Table::default();
                    let node = self.property(value, &way, None);
                    table.push(key, node);
                    dashes.push(table.into());
                }
                out.push("dashes", dashes);
            }
            "rp" => {
                let Some(transform) = object.get("tr").and_then(Json::as_object) else { return };
                let (mut table, mut rest) = (Table::default(), Object::new());
                self.members(transform, &REPEATER_TRANSFORM, &mut table, &mut rest);
                if transform
                    .get("p")
                    .is_some_and(|p| p.get("s").is_some_and(canon::flag) && p.get("k").is_none())
                {
                    raw.insert("tr".into(), Json::Object(transform.clone()));
                    return;
                }
                if !table.is_empty() {
                    out.push("transform", table);
                }
            }
            _ => {}
        }
    }

    /// A property under a word of its own.
    pub(super) fn named(
        &mut self,
        value: &Json,
        way: &Way<'_>,
        pad: Option<f64>,
        implied: bool,
        name: &str,
        out: &mut Table,
    ) {
        if let Said::Node(node) = self.optional_property(value, way, pad, implied) {
            out.push(name, node);
        }
    }
}
