//! Effects, masks, layer styles.

use super::{Object, Reader, Spec, num};
use crate::scene::node::{Data, Entry, Node, Table};
use crate::scene::tables::{CONTROLS, Control, EFFECT, MASK, PARAMETER, PARAMETERS, STYLE, STYLES};
use inbetween_types::ValueKind;
use serde_json::{Value as Json, json};

impl Reader<'_> {
    /// The effects of a layer.
    pub(in crate::scene) fn effects(&mut self, node: &Node) -> Json {
        let mut out = Vec::new();
        for (index, (node, table)) in self.tables(node).into_iter().enumerate() {
            let effect = self.at(format!("[{index}]"), |reader| {
                reader.mark(&node.span);
                reader.effect(node, table, index + 1)
            });
            out.extend(effect);
        }
        Json::Array(out)
    }

    fn effect(&mut self, node: &Node, table: &Table, index: usize) -> Option<Json> {
        let mut out = Object::new();
        let Some(ty) = table.get("type") else {
            if table.get("lottie").is_some() {
                self.raw_members(table, &mut out);
                return Some(Json::Object(out));
            }
            self.fault("scene/missing-key", &node.span, "an effect needs a type");
            return None;
        };
        let word = self.string(ty)?;
        self.known(table, "an effect", &[EFFECT]);
        let control = CONTROLS.iter().find(|control| control.name == word);
        let match_name = control.map_or(word.as_str(), |control| control.match_name);
        let plain =
            control.is_none() && !word.contains(' ') && !word.contains('/') && word.to_lowercase() == word;
        if plain && table.get("properties").is_none() {
            let names: Vec<&str> = CONTROLS.iter().map(|control| control.name).collect();
            let help = super::likely(&word, &names);
            let message = format!("\"{word}\" is no expression control, and an effect needs properties");
            self.fault_with("scene/unknown-word", &ty.span, message, Some(help));
        }
        let native = inbetween_doc::schema::NATIVE_EFFECTS
            .iter()
            .find(|(_, name)| *name == match_name)
            .map_or(5, |(ty, _)| *ty);
        let name = match table.get("name") {
            Some(node) => self.string(node)?,
            None => default_name(match_name, index),
        };
        out.insert("ty".into(), json!(native));
        out.insert("nm".into(), Json::String(name));
        out.insert("mn".into(), Json::String(match_name.to_owned()));
        out.insert("ix".into(), json!(index));
        let disabled = table.get("disabled").and_then(|node| self.flag(node)).unwrap_or(false);
        out.insert("en".into(), json!(u8::from(!disabled)));
        let list = match (control, table.get("properties")) {
            (Some(control), None) => vec![self.control(control, table)],
            (_, Some(node)) => self.at(".ef", |reader| reader.parameters(node, match_name)),
            (None, None) => Vec::new(),
        };
        out.insert("ef".into(), Json::Array(list));
        self.raw_members(table, &mut out);
        Some(Json::Object(out))
    }

    fn control(&mut self, control: &Control, table: &Table) -> Json {
        let spec = Spec { kind: control.kind, default: &[0.0], pad: None };
        let value = self.at(".ef[0].v", |reader| reader.parameter_value(table, &spec, control.ty));
        json!({
            "ty": num(control.ty),
            "nm": control.parameter,
            "mn": format!("{}-0001", control.match_name),
            "ix": 1,
            "v": value,
        })
    }

    /// The value of a control or parameter, whose keys may stand in its own table.
    fn parameter_value(&mut self, table: &Table, spec: &Spec<'_>, ty: f64) -> Json {
        let mut own = Table::default();
        for entry in &table.entries {
            if matches!(entry.key.as_str(), "value" | "keyframes" | "expression") {
                let node = if ty == 10.0 { self.layers_resolved(&entry.node) } else { entry.node.clone() };
                own.entries.push(Entry { key: entry.key.clone(), span: entry.span.clone(), node });
            }
        }
        match own.entries.as_slice() {
            [only] if only.key == "value" => self.property(&only.node, spec),
            _ => {
                let mut out = Object::new();
                self.animation(&own, spec, &mut out);
                Json::Object(out)
            }
        }
    }

    /// The same value with names of layers made into their ids.
    fn layers_resolved(&mut self, node: &Node) -> Node {
        let data = match &node.data {
            Data::Text(name) => match self.layer_id(name, node) {
                #[expect(clippy::cast_precision_loss, reason = "ids are small")]
                Some(id) => Node::from(id as f64).data,
                None => Data::Whole(0),
            },
            Data::List(list) => Data::List(list.iter().map(|item| self.layers_resolved(item)).collect()),
            Data::Table(table) => {
                let mut out = Table::default();
                for entry in &table.entries {
                    let node = match entry.key.as_str() {
                        "value" | "keyframes" => self.layers_resolved(&entry.node),
                        _ => entry.node.clone(),
                    };
                    out.entries.push(Entry { key: entry.key.clone(), span: entry.span.clone(), node });
                }
                Data::Table(out)
            }
            other => other.clone(),
        };
        Node { span: node.span.clone(), data }
    }

    fn parameters(&mut self, node: &Node, effect: &str) -> Vec<Json> {
        let mut out = Vec::new();
        for (index, (node, table)) in self.tables(node).into_iter().enumerate() {
            let one = self.at(format!("[{index}]"), |reader| {
                reader.mark(&node.span);
                reader.parameter(table, effect, index + 1)
            });
            out.extend(one);
        }
        out
    }

    fn parameter(&mut self, table: &Table, effect: &str, index: usize) -> Option<Json> {
        self.known(table, "a parameter of an effect", &[PARAMETER]);
        let mut out = Object::new();
        let match_name = match table.get("match_name") {
            Some(node) => self.string(node)?,
            None => format!("{effect}-{index:04}"),
        };
        let name = match table.get("name") {
            Some(node) => self.string(node)?,
            None => format!("Parameter {index}"),
        };
        let ty = match table.get("type") {
            Some(node) => self.word(node, PARAMETERS)?,
            None if table.get("properties").is_some() => 5.0,
            None => told_type(table),
        };
        out.insert("ty".into(), num(ty));
        out.insert("nm".into(), Json::String(name));
        out.insert("mn".into(), Json::String(match_name.clone()));
        out.insert("ix".into(), json!(index));
        if let Some(node) = table.get("properties") {
            let list = self.at(".ef", |reader| reader.parameters(node, &match_name));
            out.insert("en".into(), json!(1));
            out.insert("ef".into(), Json::Array(list));
        } else if table.get("value").is_some()
            || table.get("keyframes").is_some()
            || table.get("expression").is_some()
        {
            let spec = Spec { kind: parameter_kind(ty, table, effect), default: &[0.0], pad: None };
            let value = self.at(".v", |reader| reader.parameter_value(table, &spec, ty));
            out.insert("v".into(), value);
        } else if ty == 6.0 {
            out.insert("v".into(), json!(0));
        }
        self.raw_members(table, &mut out);
        Some(Json::Object(out))
    }

    /// The masks of a layer.
    pub(in crate::scene) fn masks(&mut self, node: &Node) -> Json {
        let mut out = Vec::new();
        for (index, (node, table)) in self.tables(node).into_iter().enumerate() {
            self.known(table, "a mask", &[&MASK]);
            let mut mask = Object::new();
            if table.get("path").is_none() && table.get("lottie").is_none() {
                self.fault("scene/missing-key", &node.span, "a mask needs a path");
            }
            let mut masks = std::mem::take(&mut self.place);
            masks.push(format!("[{index}]"));
            self.place = masks;
            self.mark(&node.span);
            self.members(table, &MASK, &mut mask);
            self.place.pop();
            mask.entry("nm").or_insert_with(|| Json::String(format!("Mask {}", index + 1)));
            mask.entry("mode").or_insert_with(|| json!("a"));
            mask.entry("inv").or_insert_with(|| json!(false));
            self.raw_members(table, &mut mask);
            out.push(Json::Object(mask));
        }
        Json::Array(out)
    }

    /// The layer styles.
    pub(in crate::scene) fn styles(&mut self, node: &Node) -> Json {
        let mut out = Vec::new();
        for (index, (node, table)) in self.tables(node).into_iter().enumerate() {
            let style = self.at(format!("[{index}]"), |reader| {
                reader.mark(&node.span);
                reader.style(node, table)
            });
            out.extend(style);
        }
        Json::Array(out)
    }

    fn style(&mut self, node: &Node, table: &Table) -> Option<Json> {
        let mut out = Object::new();
        let Some(ty) = table.get("type") else {
            if table.get("lottie").is_some() {
                self.raw_members(table, &mut out);
                return Some(Json::Object(out));
            }
            self.fault("scene/missing-key", &node.span, "a layer style needs a type");
            return None;
        };
        let word = self.string(ty)?;
        let Some(style) = STYLES.iter().find(|style| style.name == word) else {
            let names: Vec<&str> = STYLES.iter().map(|style| style.name.as_str()).collect();
            self.unknown_word(ty, &word, &names);
            return None;
        };
        self.known(table, &format!("a style of the type {word}"), &[STYLE, &style.keys]);
        out.insert("ty".into(), json!(style.ty));
        out.insert("nm".into(), json!(style.title));
        self.members(table, STYLE, &mut out);
        self.members(table, &style.keys, &mut out);
        self.raw_members(table, &mut out);
        Some(Json::Object(out))
    }
}

/// The name of an effect that has none.
pub(in crate::scene) fn default_name(match_name: &str, index: usize) -> String {
    match_name.strip_prefix("ADBE ").map_or_else(|| format!("Effect {index}"), str::to_owned)
}

/// A value of a parameter: its still one or that of its first keyframe.
fn sample(table: &Table) -> Option<&Node> {
    let first_key =
        |table: &'_ Table| -> Option<usize> { table.entries.iter().position(|e| e.key == "keyframes") };
    let value = match (table.get("value"), first_key(table)) {
        (Some(value), _) => value,
        (None, Some(_)) => return table.get("keyframes")?.list()?.first()?.table()?.get("value"),
        (None, None) => return None,
    };
    match value.table() {
        Some(inner) if inner.get("points").is_none() => sample(inner),
        _ => Some(value),
    }
}

/// The type of a parameter, told by its value.
pub(in crate::scene) fn told_type(table: &Table) -> f64 {
    match sample(table).map(|node| &node.data) {
        Some(Data::Flag(_)) => 4.0,
        Some(Data::Text(text)) if text.trim().starts_with('#') => 2.0,
        Some(Data::List(list)) if list.len() == 4 => 2.0,
        Some(Data::List(_)) => 3.0,
        _ => 0.0,
    }
}

/// The kind of value of a parameter.
fn parameter_kind(ty: f64, table: &Table, effect: &str) -> ValueKind {
    let sample = sample(table);
    let count = sample.and_then(Node::list).map_or(0, <[Node]>::len);
    match ty as i64 {
        0 | 1 | 4 | 6 | 7 | 10 => ValueKind::Number,
        2 => ValueKind::Color,
        3 => match effect {
            "ADBE Point Control" => ValueKind::Point(2),
            "ADBE Point3D Control" => ValueKind::Point(3),
            _ => ValueKind::Point(if count >= 3 { 3 } else { 2 }),
        },
        _ => match sample.map(|node| &node.data) {
            Some(Data::Table(_)) => ValueKind::Path,
            Some(Data::Text(text)) if text.trim().starts_with('#') => ValueKind::Color,
            Some(Data::Text(_)) => ValueKind::Path,
            Some(Data::List(list)) => match list.len() {
                2 => ValueKind::Vector(2),
                3 => ValueKind::Vector(3),
                4 => ValueKind::Color,
                5.. => ValueKind::Gradient,
                _ => ValueKind::Number,
            },
            _ => ValueKind::Number,
        },
    }
}

/// Names of the generic keys of masks, for texts that run along them.
pub(in crate::scene) fn mask_names(node: Option<&Node>) -> Vec<String> {
    let list = match node.map(|node| &node.data) {
        Some(Data::List(list)) => list.as_slice(),
        Some(Data::Table(_)) => node.map(std::slice::from_ref).unwrap_or_default(),
        _ => &[],
    };
    list.iter()
        .enumerate()
        .map(|(index, mask)| {
            let name = mask.table().and_then(|table| table.get("name")).and_then(Node::text);
            name.map_or_else(|| format!("Mask {}", index + 1), str::to_owned)
        })
        .collect()
}
