//! A scene becomes Lottie text.

mod ease;
mod effects;
mod footage;
mod layer;
mod names;
mod path;
mod property;
mod root;
mod shapes;
mod text;
mod time;
mod value;

pub(super) use ease::NAMED;
pub(super) use effects::{default_name, told_type};
pub(super) use footage::last_part;
pub(super) use layer::transform_spec;
pub(super) use names::{Directory, Named, Roster};
pub(super) use path::{Decimal, svg_json};
pub(super) use property::Spec;
pub(super) use root::VERSION;
pub(super) use value::{hex, initial};

use super::error::{MOST_FAULTS, SceneFault};
use super::node::{Data, Node, Table};
use super::tables::{Key, Kind};
use inbetween_types::ValueKind;
use inbetween_types::diagnostic::near_match;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::ops::Range;

/// An object of the Lottie text.
pub(super) type Object = Map<String, Json>;

/// Reads a file that the scene names.
pub(super) type Load<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// What a composition's layers and properties are read with.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Frames a second.
    pub(super) rate: f64,
    /// First frame and the one after the last.
    pub(super) span: [f64; 2],
    /// Width and height in pixels.
    pub(super) size: [f64; 2],
    /// Names and ids of its layers, from the top.
    pub(super) layers: std::rc::Rc<Roster>,
}

impl Default for Frame {
    fn default() -> Self {
        Self { rate: 25.0, span: [0.0, 0.0], size: [0.0, 0.0], layers: Default::default() }
    }
}

/// Everything by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) compositions: Directory,
    pub(super) images: Directory,
    pub(super) sounds: Directory,
    pub(super) data: Directory,
    pub(super) fonts: Vec<String>,
}

/// State of one reading.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) load: Load<'a>,
    pub(super) faults: Vec<SceneFault>,
    pub(super) frame: Frame,
    pub(super) names: Names,
    /// Masks of the layer that is read, for texts along them.
    pub(super) masks: Vec<String>,
    /// Where the object that is read lies in the Lottie text.
    pub(super) place: Vec<String>,
    /// Places of the Lottie text and the bytes of the scene they were made of.
    pub(super) places: BTreeMap<String, Range<usize>>,
    /// Drawings by file and whether layers are as large as them.
    pub(super) drawings: BTreeMap<(String, bool), std::rc::Rc<crate::artwork::Artwork>>,
    /// What drawings have that shapes cannot say.
    pub(super) findings: Vec<inbetween_types::Diagnostic>,
    /// Values made for many keys at once (exponential eases), against hostile scenes.
    pub(super) made: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, load: Load<'a>) -> Self {
        Self {
            text,
            load,
            faults: Vec::new(),
            frame: Frame::default(),
            names: Names::default(),
            masks: Vec::new(),
            place: Vec::new(),
            places: BTreeMap::new(),
            drawings: BTreeMap::new(),
            findings: Vec::new(),
            made: 0,
        }
    }

    /// Notes a fault.
    pub(super) fn fault(&mut self, code: &'static str, span: &Range<usize>, message: impl Into<String>) {
        self.fault_with(code, span, message, None);
    }

    /// Notes a fault with advice.
    pub(super) fn fault_with(
        &mut self,
        code: &'static str,
        span: &Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(SceneFault { code, span: span.clone(), message: message.into(), help });
        }
    }

    /// Whether further faults are not listed: then looking for what was meant is not worth its time.
    pub(super) fn is_full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    /// Notes that a value is not what it must be.
    pub(super) fn wrong(&mut self, node: &Node, expected: &str) {
        self.fault("scene/wrong-kind", &node.span, format!("expected {expected}, found {}", node.words()));
    }

    /// Notes every key of a table that is in none of the lists.
    pub(super) fn known(&mut self, table: &Table, what: &str, lists: &[&[Key]]) {
        for entry in &table.entries {
            if self.is_full() {
                return;
            }
            let mut keys = lists.iter().flat_map(|list| list.iter());
            if keys.any(|key| key.name == entry.key) {
                continue;
            }
            let names: Vec<&str> =
                lists.iter().flat_map(|list| list.iter()).map(|key| key.name.as_ref()).collect();
            let help = likely(&entry.key, &names);
            let message = format!("{what} has no \"{}\"", entry.key);
            self.fault_with("scene/unknown-key", &entry.span, message, Some(help));
        }
    }

    /// Runs `read` one step deeper in the Lottie text.
    pub(super) fn at<T>(&mut self, step: impl Into<String>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(step.into());
        let out = read(self);
        self.place.pop();
        out
    }

    /// Notes that the place at hand is made of these bytes.
    pub(super) fn mark(&mut self, span: &Range<usize>) {
        if span.end > span.start {
            self.places.entry(self.place.concat().trim_start_matches('.').to_owned()).or_insert(span.clone());
        }
    }

    /// The members that a table's generic keys give.
    pub(super) fn members(&mut self, table: &Table, keys: &[Key], out: &mut Object) {
        for key in keys {
            match table.get(&key.name) {
                Some(node) => {
                    if let Some(value) = self.member(node, key) {
                        out.insert(key.member().to_owned(), value);
                    }
                }
                None if key.stated => {
                    out.insert(key.member().to_owned(), stated_default(key));
                }
                None => {}
            }
        }
    }

    /// The value of one generic key.
    pub(super) fn member(&mut self, node: &Node, key: &Key) -> Option<Json> {
        Some(match key.kind {
            Kind::Property(ValueKind::Gradient) => {
                return Some(
                    self.at(format!(".{}", key.member()), |reader| reader.gradient_member(node, key)),
                );
            }
            Kind::Property(kind) => {
                let spec = Spec { kind, default: key.default, pad: None };
                return Some(self.at(format!(".{}", key.member()), |reader| reader.property(node, &spec)));
            }
            Kind::Number => num(self.number(node)?),
            Kind::Switch => match self.flag(node)? {
                true => json!(1),
                false => return None,
            },
            Kind::Flag => match self.flag(node)? {
                true => json!(true),
                false => return None,
            },
            Kind::Text => Json::String(self.string(node)?),
            Kind::Time => num(self.time(node)?),
            Kind::Words(words) => num(self.word(node, words)?),
            Kind::Letters(words) => {
                let text = self.string(node)?;
                let Some((_, letter)) = words.iter().find(|(word, _)| *word == text) else {
                    let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                    self.unknown_word(node, &text, &names);
                    return None;
                };
                Json::String((*letter).to_owned())
            }
            Kind::Hex => {
                let [r, g, b, _] = self.color(node)?;
                let byte = |n: f64| (n * 255.0).round().clamp(0.0, 255.0);
                Json::String(format!("#{:02x}{:02x}{:02x}", byte(r) as u8, byte(g) as u8, byte(b) as u8))
            }
            Kind::Rgb => {
                if node.text() == Some("none") {
                    return None;
                }
                let [r, g, b, _] = self.color(node)?;
                Json::Array(vec![num(r), num(g), num(b)])
            }
            Kind::Pair => {
                let [x, y] = self.pair(node)?;
                Json::Array(vec![num(x), num(y)])
            }
            Kind::Special(_) => return None,
        })
    }

    /// A text.
    pub(super) fn string(&mut self, node: &Node) -> Option<String> {
        match node.text() {
            Some(text) => Some(text.to_owned()),
            None => {
                self.wrong(node, "a text");
                None
            }
        }
    }

    /// A number.
    pub(super) fn number(&mut self, node: &Node) -> Option<f64> {
        let number = node.number();
        if number.is_none() {
            self.wrong(node, "a number");
        }
        number
    }

    /// true or false.
    pub(super) fn flag(&mut self, node: &Node) -> Option<bool> {
        match node.data {
            Data::Flag(flag) => Some(flag),
            _ => {
                self.wrong(node, "true or false");
                None
            }
        }
    }

    /// A list of `count` numbers.
    pub(super) fn pair(&mut self, node: &Node) -> Option<[f64; 2]> {
        let numbers: Option<Vec<f64>> =
            node.list().map(|list| list.iter().filter_map(Node::number).collect());
        match (numbers.as_deref(), node.list().map(<[Node]>::len)) {
            (Some([x, y]), Some(2)) => Some([*x, *y]),
            _ => {
                self.wrong(node, "a list of two numbers");
                None
            }
        }
    }

    /// A word of a menu, its number, or true and false for 1 and 0.
    pub(super) fn word(&mut self, node: &Node, words: &[(&str, f64)]) -> Option<f64> {
        match &node.data {
            Data::Text(text) => match words.iter().find(|(word, _)| word == text) {
                Some((_, number)) => Some(*number),
                None => {
                    let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                    self.unknown_word(node, text, &names);
                    None
                }
            },
            Data::Flag(flag) => Some(f64::from(u8::from(*flag))),
            _ => match node.number() {
                Some(number) => Some(number),
                None => {
                    self.wrong(node, "a word or a number");
                    None
                }
            },
        }
    }

    /// Notes that a word is none of a list.
    pub(super) fn unknown_word(&mut self, node: &Node, word: &str, names: &[&str]) {
        if self.is_full() {
            return;
        }
        let help = likely(word, names);
        self.fault_with(
            "scene/unknown-word",
            &node.span,
            format!("\"{word}\" is not understood here"),
            Some(help),
        );
    }

    /// A table.
    pub(super) fn table<'n>(&mut self, node: &'n Node) -> Option<&'n Table> {
        let table = node.table();
        if table.is_none() {
            self.wrong(node, "a table");
        }
        table
    }

    /// The tables of a list; a lone table counts as one.
    pub(super) fn tables<'n>(&mut self, node: &'n Node) -> Vec<(&'n Node, &'n Table)> {
        match &node.data {
            Data::Table(table) => vec![(node, table)],
            Data::List(list) => {
                list.iter().filter_map(|item| self.table(item).map(|table| (item, table))).collect()
            }
            _ => {
                self.wrong(node, "a list of tables");
                Vec::new()
            }
        }
    }

    /// Members of `lottie = '''{…}'''`, laid over the object.
    pub(super) fn raw_members(&mut self, table: &Table, out: &mut Object) {
        let Some(node) = table.get("lottie") else { return };
        if let Some(members) = self.raw_object(node) {
            for (key, value) in members {
                out.insert(key, value);
            }
        }
    }

    /// A JSON object written as a text.
    pub(super) fn raw_object(&mut self, node: &Node) -> Option<Object> {
        let text = self.string(node)?;
        match serde_json::from_str::<Json>(&text) {
            Ok(Json::Object(members)) => Some(members),
            Ok(_) => {
                self.fault("scene/bad-json", &node.span, "the JSON here must be an object, {…}");
                None
            }
            Err(error) => {
                self.fault("scene/bad-json", &node.span, format!("this is no JSON: {error}"));
                None
            }
        }
    }

    /// A file that the scene names.
    pub(super) fn file(&mut self, node: &Node) -> Option<Vec<u8>> {
        let name = self.string(node)?;
        let bytes = (self.load)(&name);
        if bytes.is_none() {
            let message = format!("the file \"{name}\" cannot be read");
            let help = "files are looked for beside the scene, never outside its folder".to_owned();
            self.fault_with("scene/missing-file", &node.span, message, Some(help));
        }
        bytes
    }

    /// A text file that the scene names.
    pub(super) fn text_file(&mut self, node: &Node) -> Option<String> {
        let bytes = self.file(node)?;
        match String::from_utf8(bytes) {
            Ok(text) => Some(text),
            Err(_) => {
                self.fault("scene/bad-file", &node.span, "the file is not UTF-8 text");
                None
            }
        }
    }
}

/// More names than this are not listed.
const MOST_NAMES: usize = 60;

/// What may have been meant.
pub(super) fn likely(word: &str, names: &[&str]) -> String {
    match near_match(word, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => {
            let mut shown: Vec<&str> = names.iter().copied().take(MOST_NAMES).collect();
            shown.dedup();
            let more = if names.len() > MOST_NAMES { " …" } else { "" };
            format!("there are: {}{more}", shown.join(", "))
        }
    }
}

/// A JSON number; whole ones without a decimal point.
pub(super) fn num(number: f64) -> Json {
    #[expect(clippy::cast_possible_truncation, reason = "only whole numbers of that size")]
    if number.fract() == 0.0 && number.abs() < 1e15 && !(number == 0.0 && number.is_sign_negative()) {
        Json::from(number as i64)
    } else {
        Json::from(number)
    }
}

/// What the Lottie text states where the scene says nothing.
pub(super) fn stated_default(key: &Key) -> Json {
    match key.kind {
        Kind::Property(ValueKind::Gradient) => json!({"p": 0, "k": {"a": 0, "k": []}}),
        Kind::Property(kind) => property::still(initial(kind, key.default)),
        _ => num(key.default.first().copied().unwrap_or(0.0)),
    }
}
