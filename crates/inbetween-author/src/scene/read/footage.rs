//! Fonts, data files, pictures, sounds.

use super::{Directory, Named, Object, Reader, num};
use crate::scene::node::{Node, Table};
use crate::scene::tables::{FONT, FOOTAGE};
use serde_json::{Value as Json, json};

/// What kind of footage a list holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Footage {
    Data,
    Image,
    Audio,
}

impl Footage {
    fn words(self) -> &'static str {
        match self {
            Self::Data => "a data file",
            Self::Image => "an image",
            Self::Audio => "a sound",
        }
    }
}

impl Reader<'_> {
    /// The names and ids of a list of footage or compositions.
    pub(super) fn named(node: Option<&Node>) -> Directory {
        let list = match node.map(|node| &node.data) {
            Some(crate::scene::node::Data::List(list)) => list.as_slice(),
            Some(crate::scene::node::Data::Table(_)) => node.map(std::slice::from_ref).unwrap_or_default(),
            _ => &[],
        };
        list.iter()
            .filter_map(Node::table)
            .map(|table| {
                let text = |key: &str| table.get(key).and_then(Node::text);
                let name = text("name").or_else(|| text("file").map(last_part)).unwrap_or("").to_owned();
                let id = text("id").map_or_else(|| name.clone(), str::to_owned);
                let size = table.get("size").and_then(Node::list).and_then(|list| match list {
                    [w, h] => Some([w.number()?, h.number()?]),
                    _ => None,
                });
                Named { name, id, size }
            })
            .collect()
    }

    /// A font.
    pub(super) fn font(&mut self, table: &Table) -> Json {
        self.known(table, "a font", &[FONT]);
        let mut out = Object::new();
        self.members(table, FONT, &mut out);
        let name = out.get("fName").and_then(Json::as_str).unwrap_or("").to_owned();
        out.entry("fFamily").or_insert_with(|| Json::String(name));
        out.entry("fStyle").or_insert_with(|| json!("Regular"));
        self.raw_members(table, &mut out);
        Json::Object(out)
    }

    /// An item of footage.
    pub(super) fn footage(&mut self, node: &Node, table: &Table, what: Footage) -> Option<Json> {
        self.known(table, what.words(), &[FOOTAGE]);
        let directory = Self::named(Some(node));
        let named = directory.first()?.clone();
        if named.name.is_empty() {
            self.fault("scene/missing-key", &node.span, format!("{} needs a name or a file", what.words()));
            return None;
        }
        let mut out = Object::new();
        out.insert("id".into(), Json::String(named.id));
        out.insert("nm".into(), Json::String(named.name.clone()));
        if let Some([w, h]) = table.get("size").and_then(|node| self.pair(node)) {
            out.insert("w".into(), num(w));
            out.insert("h".into(), num(h));
        }
        match (table.get("text"), table.get("file")) {
            (Some(text), None) => {
                let text = self.string(text)?;
                embed(&mut out, &named.name, text.as_bytes());
            }
            (None, Some(file)) if what == Footage::Data => {
                let name = self.string(file)?;
                // What expressions read must be in the document, as After Effects has it in the project.
                let bytes = self.file(file)?;
                embed(&mut out, &name, &bytes);
            }
            (None, Some(file)) => {
                let name = self.string(file)?;
                out.insert("u".into(), json!(""));
                out.insert("p".into(), Json::String(name));
                out.insert("e".into(), json!(0));
            }
            (Some(text), Some(_)) => {
                self.fault("scene/two-values", &text.span, "footage has a file or a text, not both");
            }
            (None, None) if table.get("lottie").is_some() => {}
            (None, None) => {
                self.fault(
                    "scene/missing-key",
                    &node.span,
                    format!("{} needs a file or a text", what.words()),
                );
            }
        }
        if what == Footage::Data {
            out.insert("t".into(), json!(3));
        }
        self.raw_members(table, &mut out);
        Some(Json::Object(out))
    }
}

/// The name of a file without its folders.
pub(in crate::scene) fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Puts content into the document as a `data:` address.
fn embed(out: &mut Object, name: &str, bytes: &[u8]) {
    let ending = name.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    let media = match ending.as_str() {
        "json" => "application/json",
        "csv" => "text/csv",
        "tsv" => "text/tab-separated-values",
        _ => "text/plain",
    };
    let mut address = format!("data:{media};charset=utf-8,");
    for &byte in bytes {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b','
            | b':'
            | b'{'
            | b'}'
            | b'['
            | b']'
            | b'/'
            | b' ' => address.push(char::from(byte)),
            _ => {
                const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
                let digit = |n: u8| DIGITS.get(usize::from(n)).map_or('0', |d| char::from(*d));
                address.push('%');
                address.push(digit(byte >> 4));
                address.push(digit(byte & 15));
            }
        }
    }
    out.insert("u".into(), json!(""));
    out.insert("p".into(), Json::String(address));
    out.insert("e".into(), json!(1));
}
