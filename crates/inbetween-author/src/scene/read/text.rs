//! Text layers.

use super::{Object, Reader, Spec, num};
use crate::scene::node::{Node, Table};
use crate::scene::tables::{ANIMATED, ANIMATOR, MORE_OPTIONS, PATH_OPTIONS, SELECTOR, SELECTORS, TEXT};
use inbetween_types::ValueKind;
use serde_json::{Value as Json, json};

impl Reader<'_> {
    /// The member `t` of a text layer.
    pub(in crate::scene) fn text_member(&mut self, layer: &Table) -> Json {
        let mut out = Object::new();
        let spec = Spec { kind: ValueKind::Text, default: &[], pad: None };
        let source = match layer.get("text") {
            Some(node) => self.at(".d", |reader| reader.property(node, &spec)),
            None => json!({"k": [{"s": {"t": ""}, "t": 0}]}),
        };
        out.insert("d".into(), source);
        let mut path = Object::new();
        if let Some(table) = layer.get("path_options").and_then(|node| self.table(node)) {
            self.known(table, "path options", &[&PATH_OPTIONS]);
            self.at(".p", |reader| {
                if let Some(number) = table.get("mask").and_then(|node| reader.mask_number(node)) {
                    path.insert("m".into(), num(number));
                }
                reader.members(table, &PATH_OPTIONS, &mut path);
                reader.raw_members(table, &mut path);
            });
        }
        out.insert("p".into(), Json::Object(path));
        let empty = Table::default();
        let more = layer.get("more_options").and_then(|node| self.table(node)).unwrap_or(&empty);
        self.known(more, "more options", &[&MORE_OPTIONS]);
        let mut options = Object::new();
        self.at(".m", |reader| reader.members(more, &MORE_OPTIONS, &mut options));
        out.insert("m".into(), Json::Object(options));
        let mut animators = Vec::new();
        if let Some(node) = layer.get("animator") {
            for (index, (node, table)) in self.tables(node).into_iter().enumerate() {
                animators
                    .push(self.at(format!(".a[{index}]"), |reader| reader.animator(node, table, index + 1)));
            }
        }
        out.insert("a".into(), Json::Array(animators));
        Json::Object(out)
    }

    /// Number of a mask, from 0, by its name or its number from 1.
    fn mask_number(&mut self, node: &Node) -> Option<f64> {
        let Some(name) = node.text() else { return self.number(node).map(|number| number - 1.0) };
        match self.masks.iter().position(|mask| mask == name) {
            #[expect(clippy::cast_precision_loss, reason = "a count of masks")]
            Some(index) => Some(index as f64),
            None => {
                let names = self.masks.clone();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let help = super::likely(name, &names);
                let message = format!("the layer has no mask \"{name}\"");
                self.fault_with("scene/unknown-name", &node.span, message, Some(help));
                None
            }
        }
    }

    /// A text that is also a property: `{ text, size, …, expression }`.
    pub(super) fn document_property(&mut self, table: &Table, out: &mut Object) {
        let mut own = Table::default();
        let mut rest = Table::default();
        for entry in &table.entries {
            let is_property = matches!(entry.key.as_str(), "expression" | "slot" | "lottie");
            if is_property { &mut rest } else { &mut own }.entries.push(entry.clone());
        }
        self.known(&own, "a text", &[TEXT]);
        let mut document = Object::new();
        self.document_members(&own, &mut document);
        out.insert("k".into(), json!([{"s": document, "t": 0}]));
        self.expression(&rest, out);
        if let Some(slot) = rest.get("slot").and_then(|node| self.string(node)) {
            out.insert("sid".into(), Json::String(slot));
        }
        self.raw_members(&rest, out);
    }

    /// Members of a text document.
    pub(super) fn document_members(&mut self, table: &Table, out: &mut Object) {
        self.members(table, TEXT, out);
        if table.get("fill_color").is_none() {
            out.insert("fc".into(), json!([0, 0, 0]));
        }
        match (table.get("font"), self.names.fonts.first().cloned()) {
            (None, Some(first)) => {
                out.insert("f".into(), Json::String(first));
            }
            (Some(node), _) => {
                let known = &self.names.fonts;
                let name = node.text().unwrap_or("");
                if !self.is_full()
                    && !known.is_empty()
                    && !name.is_empty()
                    && !known.iter().any(|font| font == name)
                {
                    let names: Vec<&str> = known.iter().map(String::as_str).collect();
                    let help = super::likely(name, &names);
                    let message = format!("there is no [[font]] named \"{name}\"");
                    self.fault_with("scene/unknown-name", &node.span, message, Some(help));
                }
            }
            (None, None) => {}
        }
    }

    fn animator(&mut self, node: &Node, table: &Table, index: usize) -> Json {
        self.mark(&node.span);
        self.known(table, "an animator", &[ANIMATOR, &ANIMATED]);
        let mut out = Object::new();
        out.insert("nm".into(), Json::String(format!("Animator {index}")));
        self.members(table, ANIMATOR, &mut out);
        let mut selectors = Vec::new();
        if let Some(list) = table.get("selectors") {
            for (index, (node, table)) in self.tables(list).into_iter().enumerate() {
                selectors.extend(self.at(format!(".s[{index}]"), |reader| reader.selector(node, table)));
            }
        }
        // Most players read one selector, without a list.
        let selectors = match <[Json; 1]>::try_from(selectors) {
            Ok([one]) => one,
            Err(list) => Json::Array(list),
        };
        out.insert("s".into(), selectors);
        let mut properties = Object::new();
        self.at(".a", |reader| reader.members(table, &ANIMATED, &mut properties));
        out.insert("a".into(), Json::Object(properties));
        self.raw_members(table, &mut out);
        Json::Object(out)
    }

    fn selector(&mut self, node: &Node, table: &Table) -> Option<Json> {
        self.mark(&node.span);
        let word = match table.get("type") {
            Some(node) => self.string(node)?,
            None => "range".to_owned(),
        };
        let Some(selector) = SELECTORS.iter().find(|selector| selector.name == word) else {
            let names: Vec<&str> = SELECTORS.iter().map(|selector| selector.name).collect();
            if let Some(ty) = table.get("type") {
                self.unknown_word(ty, &word, &names);
            }
            return None;
        };
        self.known(table, &format!("a selector of the type {word}"), &[SELECTOR, &selector.keys]);
        let mut out = Object::new();
        out.insert("t".into(), num(selector.ty));
        self.members(table, SELECTOR, &mut out);
        self.members(table, &selector.keys, &mut out);
        if selector.ty == 1.0
            && let Some(Json::Object(amount)) = out.get_mut("a")
            && let Some(expression) = amount.remove("x")
        {
            // The expression of an expression selector stands in the selector.
            out.insert("x".into(), expression);
            let here = self.place.concat().trim_start_matches('.').to_owned();
            if let Some(span) = self.places.remove(&format!("{here}.a.x")) {
                self.places.insert(format!("{here}.x"), span);
            }
        }
        self.raw_members(table, &mut out);
        Some(Json::Object(out))
    }
}
