//! Text layers.

use super::{Said, Writer, property, time};
use crate::scene::canon::{self, Way};
use crate::scene::node::{Node, Table};
use crate::scene::read::Object;
use crate::scene::tables::{ANIMATED, ANIMATOR, Kind, MORE_OPTIONS, PATH_OPTIONS, SELECTOR, SELECTORS, TEXT};
use inbetween_types::ValueKind;
use serde_json::Value as Json;

/// A text document in its canonical form.
pub(super) fn document(value: &Json) -> Node {
    let mut out = Table::default();
    for key in TEXT {
        let Some(value) = value.get(key.member()) else {
            if key.member() == "fc" {
                out.push("fill_color", "none");
            }
            continue;
        };
        let channels = || -> Vec<f64> {
            value.as_array().map(|list| list.iter().filter_map(Json::as_f64).collect()).unwrap_or_default()
        };
        let node: Node = match key.kind {
            Kind::Text => value.as_str().unwrap_or("").into(),
            Kind::Rgb => match property::hex_text(&channels()) {
                Some(text) => text.into(),
                None => channels().into_iter().map(Node::from).collect::<Vec<_>>().into(),
            },
            Kind::Flag => (value == &Json::Bool(true)).into(),
            Kind::Words(words) => {
                let number = value.as_f64().unwrap_or(0.0);
                match words.iter().find(|(_, known)| *known == number) {
                    Some((word, _)) => (*word).into(),
                    None => number.into(),
                }
            }
            _ => super::numbers(value),
        };
        if key.member() == "fc" && node.text() == Some("#000000") {
            continue;
        }
        out.push(key.name.as_ref(), node);
    }
    out.into()
}

impl Writer<'_> {
    /// The keys of a text layer from its member `t`; whether they say all of it.
    pub(super) fn text(&mut self, t: &Object, masks: &[String], out: &mut Table, raw: &mut Object) {
        let way = Way { kind: ValueKind::Text, default: &[], closed: false, scale: 1.0 };
        // Before 4.4.14 `d` was the document itself.
        let source = t.get("d").cloned().unwrap_or(Json::Null);
        let bare = source.is_object() && source.get("k").is_none() && source.get("t").is_some();
        let source = if bare { serde_json::json!({ "k": source }) } else { source };
        let node = self.property(&source, &way, None);
        out.push("text", node);
        if let Some(options) = t.get("p").and_then(Json::as_object).filter(|p| !p.is_empty()) {
            let (mut table, mut rest) = (Table::default(), Object::new());
            match options.get("m") {
                Some(mask) if mask.is_number() => {
                    let number = canon::number(mask).unwrap_or(0.0);
                    let name = masks.get(number.max(0.0) as usize);
                    match name.filter(|name| masks.iter().filter(|mask| mask == name).count() == 1) {
                        Some(name) => table.push("mask", name.as_str()),
                        None => table.push("mask", number + 1.0),
                    }
                }
                Some(mask) => {
                    rest.insert("m".into(), mask.clone());
                }
                None => {}
            }
            self.members(options, &PATH_OPTIONS, &mut table, &mut rest);
            self.leftover(options, &[&PATH_OPTIONS], &[], &mut rest);
            if rest.is_empty() && !table.is_empty() {
                out.push("path_options", table);
            } else if !table.is_empty() || !rest.is_empty() {
                // Path options have no raw piece of their own.
                raw.insert("t".into(), Json::Object(t.clone()));
                out.entries.retain(|entry| entry.key != "text");
                return;
            }
        }
        if let Some(more) = t.get("m").and_then(Json::as_object) {
            let (mut table, mut rest) = (Table::default(), Object::new());
            self.members(more, &MORE_OPTIONS, &mut table, &mut rest);
            if !table.is_empty() {
                out.push("more_options", table);
            }
        }
        let animators = t.get("a").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        let mut list: Vec<Node> = Vec::new();
        for animator in animators.iter().filter_map(Json::as_object) {
            let table = self.animator(animator, list.len() + 1);
            list.push(table.into());
        }
        if !list.is_empty() {
            out.push("animator", list);
        }
    }

    fn animator(&mut self, animator: &Object, index: usize) -> Table {
        let (mut out, mut raw) = (Table::default(), Object::new());
        self.members(animator, ANIMATOR, &mut out, &mut raw);
        let default = format!("Animator {index}");
        out.entries.retain(|entry| entry.key != "name" || entry.node.text() != Some(&default));
        let list: Vec<&Json> = match animator.get("s") {
            Some(Json::Array(list)) => list.iter().collect(),
            Some(one @ Json::Object(_)) => vec![one],
            _ => Vec::new(),
        };
        let selectors: Vec<Node> = list
            .into_iter()
            .filter_map(Json::as_object)
            .map(|selector| self.selector(selector).into())
            .collect();
        if !selectors.is_empty() {
            out.push("selectors", selectors);
        }
        if let Some(properties) = animator.get("a").and_then(Json::as_object) {
            // What an animator has counts even where it changes nothing.
            for key in ANIMATED.iter() {
                let Some((_, value)) = key
                    .lottie
                    .iter()
                    .find_map(|member| properties.get(*member).map(|value| (*member, value)))
                else {
                    continue;
                };
                let node = match key.kind {
                    Kind::Property(kind) => {
                        let way = Way { kind, default: key.default, closed: false, scale: self.scale };
                        self.property(value, &way, None)
                    }
                    _ => match self.member(value, key, properties) {
                        Said::Node(node) => node,
                        _ => canon::number(value).unwrap_or(0.0).into(),
                    },
                };
                out.push(key.name.as_ref(), node);
            }
        }
        self.leftover(animator, &[ANIMATOR], &["a"], &mut raw);
        self.raw(raw, &mut out);
        out
    }

    fn selector(&mut self, selector: &Object) -> Table {
        let (mut out, mut raw) = (Table::default(), Object::new());
        let expression = selector.get("x").and_then(Json::as_str);
        let ty = selector.get("t").and_then(canon::number).unwrap_or(0.0);
        let ty = match (ty, expression) {
            (2.0, _) => 2.0,
            (1.0, _) | (_, Some(_)) => 1.0,
            _ => 0.0,
        };
        let Some(known) = SELECTORS.iter().find(|known| known.ty == ty) else { return out };
        if ty != 0.0 {
            out.push("type", known.name);
        }
        let mut own = selector.clone();
        if let (1.0, Some(expression)) = (ty, expression) {
            let mut amount = match own.get("a") {
                Some(Json::Object(amount)) => amount.clone(),
                Some(bare) => Object::from_iter([("k".to_owned(), bare.clone())]),
                None => Object::from_iter([("k".to_owned(), 100.into())]),
            };
            amount.insert("x".into(), expression.into());
            own.insert("a".into(), Json::Object(amount));
            own.remove("x");
        }
        self.members(&own, SELECTOR, &mut out, &mut raw);
        self.members(&own, &known.keys, &mut out, &mut raw);
        self.leftover(&own, &[SELECTOR, &known.keys], &["t"], &mut raw);
        // An expression selector leaves the range's members alone.
        if ty == 1.0 {
            raw.retain(|key, _| {
                !matches!(key.as_str(), "s" | "e" | "o" | "r" | "sh" | "sm" | "xe" | "ne" | "rn" | "rs" | "m")
            });
        }
        self.raw(raw, &mut out);
        out
    }

    /// Markers.
    pub(super) fn markers(&mut self, list: &Json) -> Vec<Node> {
        let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
        list.iter()
            .filter_map(|marker| {
                let frame = canon::number(marker.get("tm")?)?;
                let mut out = Table::default();
                out.push("time", time(frame));
                let duration = marker.get("dr").and_then(canon::number).unwrap_or(0.0);
                if duration != 0.0 {
                    out.push("duration", time(duration));
                }
                if let Some(comment) = marker.get("cm").and_then(Json::as_str).filter(|text| !text.is_empty())
                {
                    out.push("comment", comment);
                }
                Some(out.into())
            })
            .collect()
    }
}
