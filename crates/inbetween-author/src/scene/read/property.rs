//! Properties: still values, keyframes, expressions.

use super::ease::{Ease, Handle};
use super::{Object, Reader, num, value};
use crate::scene::node::{Data, Node, Table};
use crate::scene::tables::{KEYFRAME, PROPERTY, TEXT};
use inbetween_types::ValueKind;
use serde_json::{Value as Json, json};

/// What a property is.
#[derive(Clone, Copy, Debug)]
pub(in crate::scene) struct Spec<'k> {
    pub(in crate::scene) kind: ValueKind,
    /// What counts when the scene says nothing, by component.
    pub(in crate::scene) default: &'k [f64],
    /// A third component that players expect of flat layers.
    pub(in crate::scene) pad: Option<f64>,
}

/// A keyframe as written.
pub(super) struct Key<'n> {
    pub(super) frame: f64,
    pub(super) value: Json,
    pub(super) end: Option<Json>,
    pub(super) hold: bool,
    pub(super) ease: Option<(Ease, &'n Node)>,
    pub(super) ease_in: Option<(Handle, &'n Node)>,
    pub(super) ease_out: Option<(Handle, &'n Node)>,
    pub(super) tangent_in: Option<Vec<f64>>,
    pub(super) tangent_out: Option<Vec<f64>>,
}

/// A property that does not change.
pub(in crate::scene) fn still(value: Json) -> Json {
    json!({"a": 0, "k": value})
}

impl Reader<'_> {
    /// A property in any of its forms.
    pub(in crate::scene) fn property(&mut self, node: &Node, spec: &Spec<'_>) -> Json {
        self.mark(&node.span);
        let mut out = Object::new();
        match node.table() {
            Some(table) if spec.kind == ValueKind::Text && is_document(table) => {
                self.document_property(table, &mut out);
            }
            Some(table) if !(spec.kind == ValueKind::Path && is_path(table)) => {
                self.known(table, "a property", &[PROPERTY]);
                self.animation(table, spec, &mut out);
            }
            _ => {
                let value = self.value(node, spec.kind, spec.default);
                self.still_value(value, spec, &mut out);
            }
        }
        Json::Object(out)
    }

    /// The members of a property whose keys stand in `table`.
    pub(super) fn animation(&mut self, table: &Table, spec: &Spec<'_>, out: &mut Object) {
        let (value, keyframes) = (table.get("value"), table.get("keyframes"));
        match (value, keyframes) {
            (Some(_), Some(keyframes)) => {
                self.fault(
                    "scene/two-values",
                    &keyframes.span,
                    "a property has a value or keyframes, not both",
                );
            }
            (Some(value), None) => {
                let value = self.value(value, spec.kind, spec.default);
                self.still_value(value, spec, out);
            }
            (None, Some(keyframes)) => self.keyframes(keyframes, spec, out),
            (None, None) if table.get("lottie").is_some() => {}
            (None, None) => self.still_value(None, spec, out),
        }
        self.expression(table, out);
        if let Some(node) = table.get("slot")
            && let Some(slot) = self.string(node)
        {
            out.insert("sid".into(), Json::String(slot));
        }
        self.raw_members(table, out);
    }

    /// The expression that a property's table has.
    pub(super) fn expression(&mut self, table: &Table, out: &mut Object) {
        let Some(node) = table.get("expression") else { return };
        let source = match &node.data {
            Data::Text(text) => {
                let span = content_span(self.text, node);
                self.at(".x", |reader| reader.mark(&span));
                Some(text.clone())
            }
            Data::Table(inner) => match inner.get("file") {
                Some(file) if inner.entries.len() == 1 => self.text_file(file),
                _ => {
                    self.fault("scene/wrong-kind", &node.span, "expected { file = \"name.js\" }");
                    None
                }
            },
            _ => {
                self.wrong(node, "a text or { file = \"name.js\" }");
                None
            }
        };
        if let Some(source) = source {
            out.insert("x".into(), Json::String(source));
        }
    }

    fn still_value(&mut self, value: Option<Json>, spec: &Spec<'_>, out: &mut Object) {
        let value = value.unwrap_or_else(|| value::initial(spec.kind, spec.default));
        if spec.kind == ValueKind::Text {
            out.insert("k".into(), json!([{"s": value, "t": 0}]));
            return;
        }
        out.insert("a".into(), json!(0));
        out.insert("k".into(), padded(value, spec.pad));
    }

    fn keyframes(&mut self, node: &Node, spec: &Spec<'_>, out: &mut Object) {
        let Some(list) = node.list() else {
            self.wrong(node, "a list of keyframes");
            return;
        };
        let mut keys: Vec<Key<'_>> = Vec::with_capacity(list.len());
        for item in list {
            keys.extend(self.keyframe(item, spec));
        }
        if keys.is_empty() {
            if list.is_empty() {
                self.fault("scene/no-keyframes", &node.span, "there must be at least one keyframe");
            }
            return self.still_value(None, spec, out);
        }
        keys.sort_by(|a, b| a.frame.total_cmp(&b.frame));
        let written = self.segments(&keys, spec);
        if spec.kind != ValueKind::Text {
            out.insert("a".into(), json!(1));
        }
        out.insert("k".into(), Json::Array(written));
    }

    fn keyframe<'n>(&mut self, node: &'n Node, spec: &Spec<'_>) -> Option<Key<'n>> {
        let table = self.table(node)?;
        self.known(table, "a keyframe", &[KEYFRAME]);
        let (Some(time), Some(value)) = (table.get("time"), table.get("value")) else {
            let missing = if table.get("time").is_none() { "time" } else { "value" };
            self.fault("scene/missing-key", &node.span, format!("a keyframe needs a {missing}"));
            return None;
        };
        let frame = self.time(time);
        let value = self.value(value, spec.kind, spec.default);
        let end = table.get("end").and_then(|node| self.value(node, spec.kind, spec.default));
        let hold = table.get("hold").and_then(|node| self.flag(node)).unwrap_or(false);
        let ease = table.get("ease").and_then(|node| self.ease(node).map(|ease| (ease, node)));
        let mut handle =
            |key: &str| table.get(key).and_then(|node| self.handle(node).map(|handle| (handle, node)));
        let (ease_in, ease_out) = (handle("ease_in"), handle("ease_out"));
        let mut tangent = |key: &str| {
            let node = table.get(key)?;
            if !matches!(spec.kind, ValueKind::Point(_)) {
                let message = format!("only points have a motion path: {key} says nothing here");
                self.fault("scene/no-path", &node.span, message);
                return None;
            }
            let found = self.value(node, spec.kind, &[0.0])?;
            Some(components(&found))
        };
        let (tangent_in, tangent_out) = (tangent("tangent_in"), tangent("tangent_out"));
        Some(Key {
            frame: frame?,
            value: value?,
            end,
            hold,
            ease,
            ease_in,
            ease_out,
            tangent_in,
            tangent_out,
        })
    }
}

/// Whether a table is a path and not a property that has one.
fn is_path(table: &Table) -> bool {
    table.get("points").is_some()
}

/// Whether a table is a text and its style, and not a property that has one.
fn is_document(table: &Table) -> bool {
    TEXT.iter().any(|key| table.get(&key.name).is_some())
}

/// The numbers of a value.
pub(super) fn components(value: &Json) -> Vec<f64> {
    match value {
        Json::Array(list) => list.iter().filter_map(Json::as_f64).collect(),
        other => other.as_f64().into_iter().collect(),
    }
}

/// The value with a third component.
pub(super) fn padded(value: Json, pad: Option<f64>) -> Json {
    match (value, pad) {
        (Json::Array(mut list), Some(pad)) if list.len() == 2 => {
            list.push(num(pad));
            Json::Array(list)
        }
        (value, _) => value,
    }
}

/// The bytes of a text without its quotation marks and the new line after them.
pub(super) fn content_span(text: &str, node: &Node) -> std::ops::Range<usize> {
    let raw = text.get(node.span.clone()).unwrap_or("");
    let mut start = node.span.start;
    if raw.starts_with("'''") || raw.starts_with("\"\"\"") {
        start += 3;
        let rest = raw.get(3..).unwrap_or("");
        if rest.starts_with("\r\n") {
            start += 2;
        } else if rest.starts_with('\n') {
            start += 1;
        }
    } else if !raw.is_empty() {
        start += 1;
    }
    start..node.span.end.max(start)
}
