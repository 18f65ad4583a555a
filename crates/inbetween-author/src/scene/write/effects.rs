//! Effects, masks, layer styles.

use super::Writer;
use crate::scene::canon::{self, Way};
use crate::scene::node::{Data, Node, Table};
use crate::scene::read::{Object, default_name, told_type};
use crate::scene::tables::{CONTROLS, Control, MASK, PARAMETERS, STYLE, STYLES};
use inbetween_types::ValueKind;
use serde_json::Value as Json;

impl Writer<'_> {
    /// The effects of a layer.
    pub(super) fn effects(&mut self, list: &Json) -> Vec<Node> {
        let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
        let mut out: Vec<Node> = Vec::new();
        for effect in list {
            let Some(object) = effect.as_object() else { continue };
            let index = out.len() + 1;
            let table = match match_name(object) {
                name if name.is_empty() => self.raw_object(effect),
                name => self.effect(object, &name, index),
            };
            out.push(table.into());
        }
        out
    }

    fn effect(&mut self, object: &Object, match_name: &str, index: usize) -> Table {
        let (mut out, mut raw) = (Table::default(), Object::new());
        let empty = Vec::new();
        let list = object.get("ef").and_then(Json::as_array).unwrap_or(&empty);
        let control = CONTROLS.iter().find(|control| control.match_name == match_name);
        let control = control.and_then(|control| Some((control, plain_control(control, list)?)));
        out.push("type", control.as_ref().map_or(match_name, |(control, _)| control.name));
        let name = text(object, "nm");
        if !name.is_empty() && name != default_name(match_name, index) {
            out.push("name", name);
        }
        if object.get("en").is_some_and(|en| !canon::flag(en)) {
            out.push("disabled", true);
        }
        match control {
            Some((control, value)) => {
                let way = Way { kind: control.kind, default: &[0.0], closed: false, scale: self.scale };
                let node = self.property(value, &way, None);
                let node = self.layer_name(control.ty, node);
                match node.data {
                    // Keyframes and expressions of a control stand in its own table.
                    Data::Table(table) if table.get("lottie").is_none() && table.get("slot").is_none() => {
                        out.entries.extend(table.entries);
                    }
                    data => out.push("value", data),
                }
            }
            None => {
                let parameters = self.parameters(list, match_name);
                out.push("properties", parameters);
            }
        }
        self.leftover(object, &[], &["ty", "nm", "mn", "ix", "np", "en", "ef"], &mut raw);
        self.raw(raw, &mut out);
        out
    }

    /// The name of the layer that a control names by its id.
    fn layer_name(&self, ty: f64, node: Node) -> Node {
        if ty != 10.0 {
            return node;
        }
        match node.data {
            Data::Whole(id) => match self.reader.frame.layers.clear_name(id) {
                Some(name) => name.into(),
                None => node,
            },
            _ => node,
        }
    }

    fn parameters(&mut self, list: &[Json], effect: &str) -> Node {
        let mut out: Vec<Node> = Vec::new();
        for parameter in list {
            let Some(object) = parameter.as_object() else { continue };
            let table = self.parameter(object, effect, out.len() + 1);
            out.push(table.into());
        }
        out.into()
    }

    fn parameter(&mut self, object: &Object, effect: &str, index: usize) -> Table {
        let (mut out, mut raw) = (Table::default(), Object::new());
        let name = text(object, "nm");
        let default = format!("Parameter {index}");
        if !name.is_empty() && name != default {
            out.push("name", name);
        }
        let own = text(object, "mn");
        let match_name = if own.is_empty() { format!("{effect}-{index:04}") } else { own };
        if match_name != format!("{effect}-{index:04}") {
            out.push("match_name", match_name.as_str());
        }
        if let Some(list) = object.get("ef").and_then(Json::as_array) {
            let parameters = self.parameters(list, &match_name);
            out.push("properties", parameters);
            self.leftover(object, &[], &["ty", "nm", "mn", "ix", "np", "en", "ef"], &mut raw);
            self.raw(raw, &mut out);
            return out;
        }
        let ty = object.get("ty").and_then(canon::number).unwrap_or(-1.0);
        let mut values = Table::default();
        if let Some(value) = object.get("v") {
            let way =
                Way { kind: kind_of(ty, value, effect), default: &[0.0], closed: false, scale: self.scale };
            let bare = ty == 6.0 && !value.is_object();
            if !bare {
                let node = self.property(value, &way, None);
                let node = self.layer_name(ty, node);
                values.push("value", node);
            }
        }
        if ty >= 0.0 && ty != told_type(&values) {
            match PARAMETERS.iter().find(|(_, number)| *number == ty) {
                Some((word, _)) => out.push("type", *word),
                None => out.push("type", ty),
            }
        }
        out.entries.extend(values.entries);
        self.leftover(object, &[], &["ty", "nm", "mn", "ix", "np", "en", "v"], &mut raw);
        self.raw(raw, &mut out);
        out
    }

    /// The masks of a layer.
    pub(super) fn masks(&mut self, list: &Json) -> Vec<Node> {
        let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
        let mut out: Vec<Node> = Vec::new();
        for mask in list.iter().filter_map(Json::as_object) {
            let (mut table, mut raw) = (Table::default(), Object::new());
            let mut mask = mask.clone();
            // Whether a path is closed depends on the mask, which is known by its mode.
            mask.entry("mode").or_insert_with(|| "a".into());
            self.members(&mask, &MASK, &mut table, &mut raw);
            let default = format!("Mask {}", out.len() + 1);
            table.entries.retain(|entry| entry.key != "name" || entry.node.text() != Some(&default));
            if table.get("path").is_none() && !raw.contains_key("pt") {
                table.push("path", "");
            }
            self.leftover(&mask, &[&MASK], &["cl", "ix"], &mut raw);
            self.raw(raw, &mut table);
            out.push(table.into());
        }
        out
    }

    /// The layer styles.
    pub(super) fn styles(&mut self, list: &Json) -> Vec<Node> {
        let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
        let mut out: Vec<Node> = Vec::new();
        for item in list {
            let Some(object) = item.as_object() else { continue };
            let ty = object.get("ty").and_then(canon::number).unwrap_or(-1.0);
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let Some(style) = STYLES.iter().find(|style| style.ty as f64 == ty) else {
                let table = self.raw_object(item);
                out.push(table.into());
                continue;
            };
            let (mut table, mut raw) = (Table::default(), Object::new());
            table.push("type", style.name.as_str());
            self.members(object, STYLE, &mut table, &mut raw);
            table.entries.retain(|entry| entry.key != "name" || entry.node.text() != Some(style.title));
            self.members(object, &style.keys, &mut table, &mut raw);
            self.leftover(object, &[STYLE, &style.keys], &["ix", "mn"], &mut raw);
            self.raw(raw, &mut table);
            out.push(table.into());
        }
        out
    }
}

fn text(object: &Object, key: &str) -> String {
    match object.get(key) {
        Some(Json::String(text)) => text.clone(),
        Some(Json::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// The value of a control that is as lowering makes it.
fn plain_control<'j>(control: &Control, list: &'j [Json]) -> Option<&'j Json> {
    let [only] = list else { return None };
    let only = only.as_object()?;
    let ty = only.get("ty").and_then(canon::number)?;
    let name = text(only, "nm");
    let match_name = text(only, "mn");
    let same = ty == control.ty
        && (name.is_empty() || name == control.parameter)
        && (match_name.is_empty() || match_name == format!("{}-0001", control.match_name));
    let known = only.keys().all(|key| matches!(key.as_str(), "ty" | "nm" | "mn" | "ix" | "v" | "np" | "en"));
    only.get("v").filter(|_| same && known)
}

/// The match name of an effect, guessed where it is not stated.
fn match_name(object: &Object) -> String {
    let stated = text(object, "mn");
    if !stated.is_empty() {
        return stated;
    }
    let ty = object.get("ty").and_then(canon::number).unwrap_or(5.0);
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    if let Some((_, name)) =
        inbetween_doc::schema::NATIVE_EFFECTS.iter().find(|(native, _)| *native as f64 == ty)
    {
        return (*name).to_owned();
    }
    let only = match object.get("ef").and_then(Json::as_array).map(Vec::as_slice) {
        Some([only]) => Some(only),
        _ => None,
    };
    let ty = only.map_or(ty, |only| only.get("ty").and_then(canon::number).unwrap_or(ty));
    let point = only.and_then(|only| only.get("v")).map_or(0, count);
    let found = match (ty, point) {
        (3.0, 3..) => "ADBE Point3D Control",
        _ => CONTROLS.iter().find(|control| control.ty == ty).map_or("", |control| control.match_name),
    };
    found.to_owned()
}

/// A value of a property: its still one or that of its first key.
fn sample(value: &Json) -> &Json {
    let k = value.get("k").unwrap_or(value);
    match k.get(0) {
        Some(first) if first.is_object() => first.get("s").unwrap_or(first),
        _ => k,
    }
}

fn count(value: &Json) -> usize {
    sample(value).as_array().map_or(0, Vec::len)
}

/// The kind of a parameter's value, as the importer tells it.
fn kind_of(ty: f64, value: &Json, effect: &str) -> ValueKind {
    match ty as i64 {
        0 | 1 | 4 | 6 | 7 | 10 => ValueKind::Number,
        2 => ValueKind::Color,
        3 => match effect {
            "ADBE Point Control" => ValueKind::Point(2),
            "ADBE Point3D Control" => ValueKind::Point(3),
            _ => ValueKind::Point(if count(value) >= 3 { 3 } else { 2 }),
        },
        _ => {
            let sample = sample(value);
            let path = sample.get("v").is_some() || sample.get(0).is_some_and(Json::is_object);
            match sample.as_array().map_or(0, Vec::len) {
                _ if path => ValueKind::Path,
                n @ 2..=3 => ValueKind::Vector(n as u8),
                4 => ValueKind::Color,
                5.. => ValueKind::Gradient,
                _ => ValueKind::Number,
            }
        }
    }
}
