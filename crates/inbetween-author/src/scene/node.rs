//! The tree of a scene file: TOML values with their places, in the order of the text.

use super::error::SceneFault;
use std::ops::Range;
use toml_edit::{Item, TableLike, Value as Toml};

/// Deepest nesting of tables and arrays in a scene.
const DEEPEST: usize = 120;
/// Most values in a scene.
const MOST_VALUES: usize = 4_000_000;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) data: Data,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Data {
    Text(String),
    Whole(i64),
    Number(f64),
    Flag(bool),
    List(Vec<Node>),
    Table(Table),
}

/// Named values in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Table {
    pub(super) entries: Vec<Entry>,
}

/// One named value of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) span: Range<usize>,
    pub(super) node: Node,
}

impl Table {
    /// The value of that name.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// Appends a value.
    pub(super) fn push(&mut self, key: impl Into<String>, node: impl Into<Node>) {
        self.entries.push(Entry { key: key.into(), span: 0..0, node: node.into() });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Node {
    /// A number, whole or not.
    pub(super) fn number(&self) -> Option<f64> {
        match self.data {
            #[expect(
                clippy::cast_precision_loss,
                reason = "what JSON and After Effects hold are doubles too"
            )]
            Data::Whole(n) => Some(n as f64),
            Data::Number(n) => Some(n),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn table(&self) -> Option<&Table> {
        match &self.data {
            Data::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Node]> {
        match &self.data {
            Data::List(list) => Some(list),
            _ => None,
        }
    }

    /// What it is, for messages.
    pub(super) fn words(&self) -> &'static str {
        match self.data {
            Data::Text(_) => "a text",
            Data::Whole(_) | Data::Number(_) => "a number",
            Data::Flag(_) => "true or false",
            Data::List(_) => "a list",
            Data::Table(_) => "a table",
        }
    }
}

impl From<Data> for Node {
    fn from(data: Data) -> Self {
        Self { span: 0..0, data }
    }
}

impl From<Table> for Node {
    fn from(table: Table) -> Self {
        Data::Table(table).into()
    }
}

impl From<Vec<Node>> for Node {
    fn from(list: Vec<Node>) -> Self {
        Data::List(list).into()
    }
}

impl From<&str> for Node {
    fn from(text: &str) -> Self {
        Data::Text(text.to_owned()).into()
    }
}

impl From<String> for Node {
    fn from(text: String) -> Self {
        Data::Text(text).into()
    }
}

impl From<bool> for Node {
    fn from(flag: bool) -> Self {
        Data::Flag(flag).into()
    }
}

impl From<f64> for Node {
    fn from(number: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "only whole numbers of that size")]
        let data = if number.fract() == 0.0
            && number.abs() < 1e15
            && !(number == 0.0 && number.is_sign_negative())
        {
            Data::Whole(number as i64)
        } else {
            Data::Number(number)
        };
        data.into()
    }
}

/// Reads TOML.
pub(super) fn parse(text: &str) -> Result<Table, Vec<SceneFault>> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let body = text.get(start..).unwrap_or("");
    let document = toml_edit::Document::parse(body).map_err(|error| {
        let message = error.message().trim().replace('\n', ", ");
        let span = error.span().unwrap_or(0..0);
        let help = syntax_help(body, &message, span.start);
        vec![SceneFault { code: "scene/syntax", span: span.start + start..span.end + start, message, help }]
    })?;
    let mut walk = Walk { start, faults: Vec::new(), values: 0 };
    let table = walk.table(document.as_table(), 0);
    if walk.faults.is_empty() { Ok(table) } else { Err(walk.faults) }
}

/// What often lies behind an error of syntax.
fn syntax_help(text: &str, message: &str, at: usize) -> Option<String> {
    let line_start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line = text.get(line_start..)?.lines().next()?;
    if message.contains("duplicate key") {
        return Some(
            "name it once; a further layer, effect or mask starts with a [[…]] line of its own".into(),
        );
    }
    if line.contains('=') && line.contains('\\') {
        return Some("a text in 'single quotes' keeps its backslashes".into());
    }
    None
}

struct Walk {
    start: usize,
    faults: Vec<SceneFault>,
    values: usize,
}

impl Walk {
    fn span(&self, span: Option<Range<usize>>) -> Range<usize> {
        span.map_or(0..0, |span| span.start + self.start..span.end + self.start)
    }

    fn too_much(&mut self, span: &Range<usize>, depth: usize) -> bool {
        self.values += 1;
        let what = if depth > DEEPEST {
            format!("tables and lists are nested deeper than {DEEPEST}")
        } else if self.values > MOST_VALUES {
            format!("the scene has more than {MOST_VALUES} values")
        } else {
            return false;
        };
        if self.faults.is_empty() {
            self.faults.push(SceneFault {
                code: "scene/limit",
                span: span.clone(),
                message: what,
                help: None,
            });
        }
        true
    }

    fn table(&mut self, table: &dyn TableLike, depth: usize) -> Table {
        let mut out = Table::default();
        for (key, item) in table.iter() {
            let span = self.span(table.key(key).and_then(toml_edit::Key::span));
            if self.too_much(&span, depth) {
                break;
            }
            if let Some(mut node) = self.item(item, depth + 1) {
                if node.span == (0..0) {
                    node.span = span.clone();
                }
                out.entries.push(Entry { key: key.to_owned(), span, node });
            }
        }
        out
    }

    fn item(&mut self, item: &Item, depth: usize) -> Option<Node> {
        let span = self.span(item.span());
        let data = match item {
            Item::None => return None,
            Item::Value(value) => return self.value(value, depth),
            Item::Table(table) => Data::Table(self.table(table, depth)),
            Item::ArrayOfTables(list) => {
                let mut out = Vec::with_capacity(list.len());
                for table in list {
                    let span = self.span(table.span());
                    if self.too_much(&span, depth) {
                        break;
                    }
                    out.push(Node { span, data: Data::Table(self.table(table, depth + 1)) });
                }
                Data::List(out)
            }
        };
        Some(Node { span, data })
    }

    fn value(&mut self, value: &Toml, depth: usize) -> Option<Node> {
        let span = self.span(value.span());
        if self.too_much(&span, depth) {
            return None;
        }
        let data = match value {
            Toml::String(text) => Data::Text(text.value().clone()),
            Toml::Integer(n) => Data::Whole(*n.value()),
            Toml::Float(n) if n.value().is_finite() => Data::Number(*n.value()),
            Toml::Float(_) => {
                let message = "numbers must be finite".to_owned();
                self.faults.push(SceneFault { code: "scene/not-finite", span, message, help: None });
                return None;
            }
            Toml::Boolean(flag) => Data::Flag(*flag.value()),
            Toml::Datetime(_) => {
                let message = "a date is no value of a scene".to_owned();
                let help = Some("put it in quotation marks".to_owned());
                self.faults.push(SceneFault { code: "scene/wrong-kind", span, message, help });
                return None;
            }
            Toml::Array(list) => {
                let mut out = Vec::with_capacity(list.len());
                for value in list {
                    out.extend(self.value(value, depth + 1));
                }
                Data::List(out)
            }
            Toml::InlineTable(table) => Data::Table(self.table(table, depth + 1)),
        };
        Some(Node { span, data })
    }
}
