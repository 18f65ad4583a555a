//! Properties.

use super::{Said, Writer, numbers, path, time};
use crate::scene::canon::{self, Canon, Content, Key as Canonical, Way};
use crate::scene::node::{Node, Table};
use crate::scene::read::{NAMED, Spec, initial};
use crate::scene::tables::Key;
use inbetween_types::ValueKind;
use serde_json::Value as Json;

impl Writer<'_> {
    /// A property; nothing where it is the default and `implied` says that this counts anyway.
    pub(super) fn optional_property(
        &mut self,
        value: &Json,
        way: &Way<'_>,
        pad: Option<f64>,
        implied: bool,
    ) -> Said {
        let canon = canon::property(value, way);
        let still = canon.as_ref().filter(|canon| canon.expression.is_none() && canon.slot.is_none());
        if implied
            && let Some(Canon { content: Content::Still(still), .. }) = still
            && *still == initial(way.kind, way.default)
        {
            return Said::Nothing;
        }
        Said::Node(self.property_of(value, canon, way, pad))
    }

    /// A property, as raw JSON where no other way says the same.
    pub(super) fn property(&mut self, value: &Json, way: &Way<'_>, pad: Option<f64>) -> Node {
        let canon = canon::property(value, way);
        self.property_of(value, canon, way, pad)
    }

    fn property_of(&mut self, value: &Json, canon: Option<Canon>, way: &Way<'_>, pad: Option<f64>) -> Node {
        if let Some(canon) = &canon {
            let node = self.written(canon, way);
            if self.says(&node, canon, way, pad) {
                return node;
            }
        }
        let object = match value {
            Json::Object(_) => value.clone(),
            bare => serde_json::json!({"a": 0, "k": bare}),
        };
        self.raw_object(&object).into()
    }

    /// Whether a node, lowered, is that property.
    fn says(&mut self, node: &Node, canon: &Canon, way: &Way<'_>, pad: Option<f64>) -> bool {
        let spec = Spec { kind: way.kind, default: way.default, pad };
        let lowered = self.reader.property(node, &spec);
        self.reader.places.clear();
        let sound = std::mem::take(&mut self.reader.faults).is_empty();
        // Line ends of expressions are all alike.
        let mut canon = canon.clone();
        canon.expression = canon.expression.map(|text| unix_lines(&text));
        let way = Way { closed: false, scale: 1.0, ..*way };
        sound && canon::property(&lowered, &way).as_ref() == Some(&canon)
    }

    fn written(&mut self, canon: &Canon, way: &Way<'_>) -> Node {
        let simple = canon.expression.is_none() && canon.slot.is_none();
        let mut out = Table::default();
        match &canon.content {
            Content::Still(value) => {
                let node = plain(value, way.kind);
                if simple {
                    return node;
                }
                match (way.kind, node.table()) {
                    // A text and its style take the expression in.
                    (ValueKind::Text, Some(table)) => out = table.clone(),
                    (ValueKind::Text, None) => out.push("text", node),
                    _ if *value == initial(way.kind, way.default) => {}
                    _ => out.push("value", node),
                }
            }
            Content::Keys(keys) => out.push("keyframes", keyframes(keys, way.kind)),
        }
        if let Some(expression) = &canon.expression {
            out.push("expression", unix_lines(expression));
        }
        if let Some(slot) = &canon.slot {
            out.push("slot", slot.as_str());
        }
        out.into()
    }

    /// A gradient's colours, `{"p": count, "k": property}`.
    pub(super) fn gradient(&mut self, value: &Json, key: &Key) -> Said {
        let inner = value.get("k").filter(|k| k.is_object()).unwrap_or(value);
        let way = Way { kind: ValueKind::Gradient, default: key.default, closed: false, scale: 1.0 };
        let Some(canon) = canon::property(inner, &way) else { return Said::Raw };
        let first = match &canon.content {
            Content::Still(value) => value.clone(),
            Content::Keys(keys) => keys.first().map(|key| key.value.clone()).unwrap_or_default(),
        };
        let length = first.as_array().map_or(0, Vec::len);
        #[expect(clippy::cast_precision_loss, reason = "a count of stops")]
        let count = value.get("p").and_then(canon::number).unwrap_or((length / 4) as f64);
        if canon == (Canon { content: Content::Still(Json::Array(Vec::new())), expression: None, slot: None })
            && count == 0.0
        {
            return Said::Nothing;
        }
        // Rows tell their count; the flat list is what always works.
        for rows in [true, false] {
            let node = self.gradient_node(&canon, count, rows);
            let lowered = self.reader.gradient_member(&node, key);
            self.reader.places.clear();
            let sound = std::mem::take(&mut self.reader.faults).is_empty();
            let same = lowered.get("p").and_then(canon::number) == Some(count)
                && lowered.get("k").and_then(|k| canon::property(k, &way)).as_ref() == Some(&canon);
            if sound && same {
                return Said::Node(node);
            }
        }
        Said::Raw
    }

    fn gradient_node(&mut self, canon: &Canon, count: f64, rows: bool) -> Node {
        let stops = |value: &Json| -> Node {
            let list: Vec<f64> = value
                .as_array()
                .map(|list| list.iter().filter_map(Json::as_f64).collect())
                .unwrap_or_default();
            if !rows {
                return numbers(value);
            }
            let (colors, opacities) = list.split_at_checked(count as usize * 4).unwrap_or((&list, &[]));
            let row =
                |chunk: &[f64]| -> Node { chunk.iter().map(|n| Node::from(*n)).collect::<Vec<_>>().into() };
            let color = |chunk: &[f64]| -> Node {
                match (chunk.first(), chunk.get(1..).and_then(hex_text)) {
                    (Some(place), Some(text)) => vec![Node::from(*place), Node::from(text)].into(),
                    _ => row(chunk),
                }
            };
            let mut out: Vec<Node> = colors.chunks(4).map(color).collect();
            out.extend(opacities.chunks(2).map(row));
            out.into()
        };
        let mut out = Table::default();
        match &canon.content {
            Content::Still(value) => {
                let node = stops(value);
                if rows && canon.expression.is_none() && canon.slot.is_none() {
                    return node;
                }
                out.push("value", node);
            }
            Content::Keys(keys) => out.push("keyframes", keyframes_with(keys, &stops)),
        }
        if !rows {
            out.push("stops", count);
        }
        if let Some(expression) = &canon.expression {
            out.push("expression", unix_lines(expression));
        }
        if let Some(slot) = &canon.slot {
            out.push("slot", slot.as_str());
        }
        out.into()
    }
}

/// Line ends as scene files have them; to expressions all are alike.
pub(super) fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Three channels as `#rrggbb`, where that is exactly them.
pub(super) fn hex_text(channels: &[f64]) -> Option<String> {
    let mut out = String::from("#");
    for n in channels {
        let byte = (n * 255.0).round();
        if !(0.0..=255.0).contains(&byte) || byte / 255.0 != *n {
            return None;
        }
        out.push_str(&format!("{:02x}", byte as u8));
    }
    (channels.len() == 3).then_some(out)
}

/// A value.
pub(super) fn plain(value: &Json, kind: ValueKind) -> Node {
    match kind {
        ValueKind::Color => {
            let list: Vec<f64> = value
                .as_array()
                .map(|list| list.iter().filter_map(Json::as_f64).collect())
                .unwrap_or_default();
            let opaque = list.get(3) == Some(&1.0);
            let rgb = list.get(..3).unwrap_or(&[]);
            match hex_text(rgb).filter(|_| opaque) {
                Some(text) => text.into(),
                None => {
                    let shown = if opaque { rgb } else { &list };
                    shown.iter().map(|n| Node::from(*n)).collect::<Vec<_>>().into()
                }
            }
        }
        ValueKind::Path => path::node(value),
        ValueKind::Text => super::text::document(value),
        _ => numbers(value),
    }
}

fn keyframes(keys: &[Canonical], kind: ValueKind) -> Node {
    keyframes_with(keys, &|value| plain(value, kind))
}

fn keyframes_with(keys: &[Canonical], value: &dyn Fn(&Json) -> Node) -> Node {
    let vector = |list: &[f64]| -> Node { list.iter().map(|n| Node::from(*n)).collect::<Vec<_>>().into() };
    let mut into: &[f64] = &[];
    let mut out: Vec<Node> = Vec::with_capacity(keys.len());
    for key in keys {
        let mut table = Table::default();
        table.push("time", time(key.frame));
        table.push("value", value(&key.value));
        if let Some(end) = &key.end {
            table.push("end", value(end));
        }
        if key.hold {
            table.push("hold", true);
        }
        match key.ease.as_slice() {
            [] => {}
            [one] => table.push("ease", curve(one)),
            several => table.push("ease", several.iter().map(curve).collect::<Vec<_>>()),
        }
        if !into.is_empty() {
            table.push("tangent_in", vector(into));
        }
        if !key.out.is_empty() {
            table.push("tangent_out", vector(&key.out));
        }
        into = &key.into;
        out.push(table.into());
    }
    out.into()
}

fn curve(curve: &[f64; 4]) -> Node {
    match NAMED.iter().find(|(_, known)| known == curve) {
        Some((name, _)) => (*name).into(),
        None => curve.iter().map(|n| Node::from(*n)).collect::<Vec<_>>().into(),
    }
}
