//! Lottie text becomes a scene.

mod effects;
mod embed;
mod layer;
mod path;
mod property;
mod root;
mod shapes;
mod text;

pub(super) use embed::embed;

use super::canon::{self, Way};
use super::node::{Node, Table};
use super::read::{Object, Reader, hex};
use super::tables::{Key, Kind};
use serde_json::Value as Json;

/// What writing a scene came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text of the scene.
    pub scene: String,
    /// Pieces that stand in it as raw JSON.
    pub raw_pieces: usize,
    /// Bytes of those pieces.
    pub raw_bytes: usize,
    /// What the scene lacks.
    pub diagnostics: Vec<inbetween_types::Diagnostic>,
}

/// State of one writing.
pub(super) struct Writer<'a> {
    /// Reads pieces back, to see that they say the same.
    pub(super) reader: Reader<'a>,
    /// What colours are divided by: 255 in old files.
    pub(super) scale: f64,
    /// How many groups lie around the shape that is written.
    depth: usize,
    /// The composition that is written.
    composition_id: String,
    /// Compositions and what of theirs closes a loop.
    back_edges: std::collections::BTreeSet<(String, String)>,
    pub(super) raw_pieces: usize,
    pub(super) raw_bytes: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(load: super::read::Load<'a>) -> Self {
        Self {
            reader: Reader::new("", load),
            scale: 1.0,
            depth: 0,
            composition_id: String::new(),
            back_edges: Default::default(),
            raw_pieces: 0,
            raw_bytes: 0,
        }
    }

    /// Appends `lottie = '''…'''` with members no key says.
    fn raw(&mut self, members: Object, out: &mut Table) {
        if !members.is_empty() {
            let node = self.raw_text(&Json::Object(members));
            out.push("lottie", node);
        }
    }

    fn raw_text(&mut self, value: &Json) -> Node {
        let text = value.to_string();
        self.raw_pieces += 1;
        self.raw_bytes += text.len();
        text.into()
    }

    /// A whole object as raw JSON.
    fn raw_object(&mut self, value: &Json) -> Table {
        let mut out = Table::default();
        let node = self.raw_text(value);
        out.push("lottie", node);
        out
    }

    /// The generic keys of a table, from the members of an object. What a key cannot say goes to `raw`.
    fn members(&mut self, object: &Object, keys: &[Key], out: &mut Table, raw: &mut Object) {
        for key in keys {
            let Some((member, value)) =
                key.lottie.iter().find_map(|member| object.get(*member).map(|value| (*member, value)))
            else {
                continue;
            };
            if matches!(key.kind, Kind::Special(_)) {
                continue;
            }
            match self.member(value, key, object) {
                Said::Nothing => {}
                Said::Node(node) => out.push(key.name.as_ref(), node),
                Said::Raw => {
                    raw.insert(member.to_owned(), value.clone());
                }
            }
        }
    }

    fn member(&mut self, value: &Json, key: &Key, owner: &Object) -> Said {
        let said = match key.kind {
            Kind::Property(inbetween_types::ValueKind::Gradient) => return self.gradient(value, key),
            Kind::Property(kind) => {
                // Old files say whether a path is closed beside it: masks by `cl`, shapes by `closed`.
                let closed = match (owner.contains_key("mode"), owner.get("cl"), owner.get("closed")) {
                    (true, cl, _) => cl.is_none_or(canon::flag),
                    (false, _, closed) => closed.is_some_and(canon::flag),
                };
                let way = Way { kind, default: key.default, closed, scale: self.scale };
                // Time remapping counts even where it says 0.
                let implied = key.member() != "tm";
                return self.optional_property(value, &way, None, implied);
            }
            Kind::Number => canon::number(value)
                .filter(|_| !value.is_object() || is_still(value))
                .map(|n| if key.default.first() == Some(&n) { Said::Nothing } else { Said::Node(n.into()) }),
            Kind::Switch | Kind::Flag => {
                Some(if canon::flag(value) { Said::Node(true.into()) } else { Said::Nothing })
            }
            Kind::Text => match value {
                Json::String(text) if text.is_empty() && matches!(key.name.as_ref(), "name" | "comment") => {
                    Some(Said::Nothing)
                }
                Json::String(text) => Some(Said::Node(text.as_str().into())),
                _ => None,
            },
            Kind::Time => canon::number(value).map(|frame| {
                if frame == 0.0 && key.name == "duration" { Said::Nothing } else { Said::Node(time(frame)) }
            }),
            Kind::Words(words) => {
                canon::number(value).filter(|_| !value.is_object() || is_still(value)).map(|n| {
                    let default = key.default.first().copied().unwrap_or(0.0);
                    if n == default {
                        Said::Nothing
                    } else {
                        match words.iter().find(|(_, number)| *number == n) {
                            Some((word, _)) => Said::Node((*word).into()),
                            None => Said::Node(n.into()),
                        }
                    }
                })
            }
            Kind::Letters(words) => {
                let letter = value.as_str().unwrap_or("a");
                let word = words.iter().find(|(_, known)| *known == letter).map_or("add", |(word, _)| *word);
                Some(if word == "add" { Said::Nothing } else { Said::Node(word.into()) })
            }
            Kind::Hex => value
                .as_str()
                .filter(|text| hex(text).is_some_and(|[r, g, b, _]| same_hex(text, [r, g, b])))
                .map(|text| Said::Node(text.to_lowercase().as_str().into())),
            Kind::Rgb | Kind::Pair | Kind::Special(_) => None,
        };
        said.unwrap_or(Said::Raw)
    }

    /// Members that no key of the lists names, apart from those that say nothing.
    fn leftover(&self, object: &Object, lists: &[&[Key]], idle: &[&str], raw: &mut Object) {
        for (member, value) in object {
            let known =
                lists.iter().flat_map(|list| list.iter()).any(|key| key.lottie.contains(&member.as_str()));
            if !known && !idle.contains(&member.as_str()) && !raw.contains_key(member) {
                raw.insert(member.clone(), value.clone());
            }
        }
    }
}

/// How a member is said.
pub(super) enum Said {
    /// It is what counts anyway.
    Nothing,
    /// By this value.
    Node(Node),
    /// No key can say it.
    Raw,
}

fn is_still(value: &Json) -> bool {
    value.get("x").is_none()
        && value.get("sid").is_none()
        && !value.get("k").is_some_and(|k| k.get(0).is_some_and(Json::is_object))
}

/// Whether the digits of a colour are the six that reading gives back.
fn same_hex(text: &str, [r, g, b]: [f64; 3]) -> bool {
    let byte = |n: f64| (n * 255.0).round() as u8;
    text.trim().to_lowercase() == format!("#{:02x}{:02x}{:02x}", byte(r), byte(g), byte(b))
}

/// A time in frames.
pub(super) fn time(frame: f64) -> Node {
    if frame == 0.0 { 0.0.into() } else { format!("{frame}f").into() }
}

/// A JSON number or list of numbers as a node.
pub(super) fn numbers(value: &Json) -> Node {
    match value {
        Json::Array(list) => list.iter().map(numbers).collect::<Vec<Node>>().into(),
        other => other.as_f64().unwrap_or(0.0).into(),
    }
}
