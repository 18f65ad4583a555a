//! Contents of shape layers.

use super::{Object, Reader, Spec, num};
use crate::scene::node::{Node, Table};
use crate::scene::tables::{GROUP, GROUP_TRANSFORM, ITEM, ITEMS, Key, Kind, REPEATER_TRANSFORM};
use inbetween_types::ValueKind;
use serde_json::{Value as Json, json};

impl Reader<'_> {
    /// A list of shape items.
    pub(in crate::scene) fn shapes(&mut self, node: &Node) -> Json {
        let items = self.tables(node);
        let mut counts: Vec<(String, usize)> = Vec::new();
        let mut out = Vec::with_capacity(items.len());
        for (index, (node, table)) in items.into_iter().enumerate() {
            let item = self.at(format!("[{index}]"), |reader| {
                reader.mark(&node.span);
                reader.shape(node, table, &mut counts)
            });
            out.extend(item);
        }
        Json::Array(out)
    }

    fn shape(&mut self, node: &Node, table: &Table, counts: &mut Vec<(String, usize)>) -> Option<Json> {
        let mut out = Object::new();
        let Some(ty) = table.get("type") else {
            if table.get("lottie").is_some() {
                self.raw_members(table, &mut out);
                return Some(Json::Object(out));
            }
            self.fault("scene/missing-key", &node.span, "a shape needs a type");
            return None;
        };
        let word = self.string(ty)?;
        if word == "group" {
            self.known(table, "a group", &[ITEM, &GROUP, &GROUP_TRANSFORM]);
            out.insert("ty".into(), json!("gr"));
            self.title(table, "Group", counts, &mut out);
            let mut items = match table.get("items") {
                Some(items) => self.at(".it", |reader| reader.shapes(items)),
                None => json!([]),
            };
            let mut transform = Object::new();
            transform.insert("ty".into(), json!("tr"));
            self.members(table, &GROUP_TRANSFORM, &mut transform);
            transform.insert("nm".into(), json!("Transform"));
            if let Json::Array(items) = &mut items {
                items.push(Json::Object(transform));
            }
            out.insert("it".into(), items);
            self.members(table, GROUP.get(1..).unwrap_or(&[]), &mut out);
            out.insert("mn".into(), json!("ADBE Vector Group"));
        } else if let Some(item) = ITEMS.iter().find(|item| item.name == word) {
            self.known(table, &format!("a shape of the type {word}"), &[ITEM, &item.keys]);
            out.insert("ty".into(), json!(item.ty));
            self.title(table, item.title, counts, &mut out);
            self.members(table, &item.keys, &mut out);
            for key in &item.keys {
                self.shape_part(table, key, &mut out);
            }
            out.insert("mn".into(), json!(item.match_name));
        } else {
            let mut names: Vec<&str> = ITEMS.iter().map(|item| item.name.as_str()).collect();
            names.push("group");
            self.unknown_word(ty, &word, &names);
            return None;
        }
        self.members(table, ITEM.get(2..).unwrap_or(&[]), &mut out);
        self.raw_members(table, &mut out);
        Some(Json::Object(out))
    }

    /// The name of an item: its own, or the one AE gives it with a number.
    fn title(&mut self, table: &Table, title: &str, counts: &mut Vec<(String, usize)>, out: &mut Object) {
        let count = match counts.iter_mut().find(|(name, _)| name == title) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                counts.push((title.to_owned(), 1));
                1
            }
        };
        let name = match table.get("name") {
            Some(node) => self.string(node).unwrap_or_default(),
            None => format!("{title} {count}"),
        };
        out.insert("nm".into(), Json::String(name));
    }

    fn shape_part(&mut self, table: &Table, key: &Key, out: &mut Object) {
        match (key.kind, table.get(&key.name)) {
            (Kind::Special("dashes"), Some(node)) => {
                let dashes = self.at(".d", |reader| reader.dashes(node));
                out.insert("d".into(), dashes);
            }
            (Kind::Special("repeater transform"), node) => {
                let empty = Table::default();
                let table = match node {
                    Some(node) => self.table(node).unwrap_or(&empty),
                    None => &empty,
                };
                self.known(table, "a repeater's transform", &[&REPEATER_TRANSFORM]);
                let mut transform = Object::new();
                transform.insert("ty".into(), json!("tr"));
                self.at(".tr", |reader| reader.members(table, &REPEATER_TRANSFORM, &mut transform));
                transform.insert("nm".into(), json!("Transform"));
                out.insert("tr".into(), Json::Object(transform));
            }
            _ => {}
        }
    }

    fn dashes(&mut self, node: &Node) -> Json {
        let mut out = Vec::new();
        for (index, (node, table)) in self.tables(node).into_iter().enumerate() {
            let [entry] = table.entries.as_slice() else {
                self.fault(
                    "scene/wrong-kind",
                    &node.span,
                    "expected { dash = … }, { gap = … } or { offset = … }",
                );
                continue;
            };
            let letter = match entry.key.as_str() {
                "dash" => "d",
                "gap" => "g",
                "offset" => "o",
                other => {
                    let help = Some(super::likely(other, &["dash", "gap", "offset"]));
                    let message = format!("dashes have no \"{other}\"");
                    self.fault_with("scene/unknown-key", &entry.span, message, help);
                    continue;
                }
            };
            let spec = Spec { kind: ValueKind::Number, default: &[10.0], pad: None };
            let value = self.at(format!("[{index}].v"), |reader| reader.property(&entry.node, &spec));
            out.push(json!({"n": letter, "nm": entry.key, "v": value}));
        }
        Json::Array(out)
    }

    /// A gradient's colours: `{"p": number of colours, "k": property}`.
    pub(in crate::scene) fn gradient_member(&mut self, node: &Node, key: &Key) -> Json {
        let spec = Spec { kind: ValueKind::Gradient, default: key.default, pad: None };
        let property = self.at(".k", |reader| reader.property(node, &spec));
        let table = node.table();
        let stated = table.and_then(|table| table.get("stops")).and_then(|stops| self.number(stops));
        let first = match table {
            None => Some(node),
            Some(table) => table.get("value").or_else(|| {
                table
                    .get("keyframes")
                    .and_then(Node::list)
                    .and_then(<[Node]>::first)
                    .and_then(Node::table)?
                    .get("value")
            }),
        };
        let counted = first.and_then(|first| {
            let rows = first.list()?;
            let colors = rows.iter().filter(|row| {
                row.list()
                    .is_some_and(|items| items.len() == 4 || items.get(1).is_some_and(|c| c.text().is_some()))
            });
            let flat = rows.first().is_some_and(|row| row.number().is_some());
            Some(if flat { rows.len() / 4 } else { colors.count() })
        });
        #[expect(clippy::cast_precision_loss, reason = "a count of stops")]
        let count = stated.unwrap_or(counted.unwrap_or(0) as f64);
        json!({"p": num(count), "k": property})
    }
}
