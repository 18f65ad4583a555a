//! JSON with byte positions: one flat list of records, so that any value's place in the text is known and a
//! large file needs one allocation, not one per value.

mod members;
mod parse;
mod paths;
mod place;

pub use members::object_members;
pub(crate) use parse::parse;
pub use paths::file_paths;

use crate::model::SourceSpan;

/// A parsed text. Records stand in text order; an object's members are a key record and its value in turn.
pub(crate) struct Tape<'t> {
    pub(super) text: &'t str,
    pub(super) records: Vec<Record>,
    /// Decoded strings that contain escapes; all others are slices of the text.
    pub(super) strings: Vec<Box<str>>,
}

/// One value or key.
#[derive(Clone, Copy)]
pub(super) struct Record {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The record after this value and everything inside it; 0 while it is open.
    pub(super) next: u32,
    pub(super) kind: Kind,
    /// A number's value, an escaped string's place in `strings`, a container's length.
    pub(super) number: f64,
}

impl Record {
    /// The record after this value. An open container (only while a syntax error is being placed) has none.
    fn after(&self) -> u32 {
        if self.next == 0 { u32::MAX } else { self.next }
    }
}

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    False,
    True,
    Number,
    Plain,
    Escaped,
    Array,
    Object,
}

impl Kind {
    /// The kind in words, for messages.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::False | Self::True => "true or false",
            Self::Number => "a number",
            Self::Plain | Self::Escaped => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

impl<'t> Tape<'t> {
    /// The whole value.
    pub(crate) fn root<'n>(&'n self) -> Node<'n>
    where
        't: 'n,
    {
        Node { tape: self, at: 0 }
    }
}

/// A value of a [`Tape`].
#[derive(Clone, Copy)]
pub(crate) struct Node<'n> {
    tape: &'n Tape<'n>,
    at: u32,
}

const NOTHING: Record = Record { start: 0, end: 0, next: u32::MAX, kind: Kind::Null, number: 0.0 };

impl<'n> Node<'n> {
    fn record(self) -> Record {
        self.tape.records.get(self.at as usize).copied().unwrap_or(NOTHING)
    }

    /// What it is.
    pub(crate) fn kind(self) -> Kind {
        self.record().kind
    }

    /// Where it stands.
    pub(crate) fn span(self) -> SourceSpan {
        let record = self.record();
        SourceSpan { start: record.start as usize, end: record.end as usize }
    }

    /// Its own text.
    pub(crate) fn raw(self) -> &'n str {
        self.span().text(self.tape.text)
    }

    /// The number, if it is one.
    pub(crate) fn number(self) -> Option<f64> {
        let record = self.record();
        (record.kind == Kind::Number).then_some(record.number)
    }

    /// The text of a string.
    pub(crate) fn string(self) -> Option<&'n str> {
        let record = self.record();
        match record.kind {
            Kind::Plain => {
                self.tape.text.get(record.start as usize + 1..(record.end as usize).saturating_sub(1))
            }
            Kind::Escaped => self.tape.strings.get(record.number as usize).map(AsRef::as_ref),
            _ => None,
        }
    }

    /// The number of elements of an array, or members of an object.
    pub(crate) fn len(self) -> usize {
        let record = self.record();
        match record.kind {
            Kind::Array | Kind::Object => record.number as usize,
            _ => 0,
        }
    }

    /// Elements of an array; nothing for other kinds.
    pub(crate) fn items(self) -> Items<'n> {
        let record = self.record();
        let end = if record.kind == Kind::Array { record.after() } else { 0 };
        Items { tape: self.tape, at: self.at + 1, end }
    }

    /// The first element of an array.
    pub(crate) fn first(self) -> Option<Self> {
        self.items().next()
    }

    /// Members of an object in text order; nothing for other kinds.
    pub(crate) fn members(self) -> Members<'n> {
        let record = self.record();
        let end = if record.kind == Kind::Object { record.after() } else { 0 };
        Members { inner: Items { tape: self.tape, at: self.at + 1, end } }
    }

    /// The member of that name that is not null; of duplicates the last, as JavaScript reads them.
    pub(crate) fn get(self, name: &str) -> Option<Self> {
        let mut found = None;
        for (key, value) in self.members() {
            if key == name {
                found = Some(value);
            }
        }
        found.filter(|node| node.kind() != Kind::Null)
    }

    /// Whether this node lies at `other` or inside it.
    fn is_within(self, other: Self) -> bool {
        self.at >= other.at && self.at < other.record().after()
    }
}

/// Elements of an array.
#[derive(Clone)]
pub(crate) struct Items<'n> {
    tape: &'n Tape<'n>,
    at: u32,
    end: u32,
}

impl<'n> Iterator for Items<'n> {
    type Item = Node<'n>;

    fn next(&mut self) -> Option<Node<'n>> {
        if self.at >= self.end {
            return None;
        }
        let node = Node { tape: self.tape, at: self.at };
        self.at = self.tape.records.get(self.at as usize)?.after();
        Some(node)
    }
}

/// Members of an object.
pub(crate) struct Members<'n> {
    inner: Items<'n>,
}

impl<'n> Members<'n> {
    /// The next member with its key node.
    pub(crate) fn next_with_key(&mut self) -> Option<(Node<'n>, Node<'n>)> {
        let key = self.inner.next()?;
        Some((key, self.inner.next()?))
    }

    /// The next key and its value, which is missing where a syntax error cut the text off.
    fn next_open(&mut self) -> Option<(&'n str, Option<Node<'n>>)> {
        let key = self.inner.next()?;
        Some((key.string().unwrap_or(""), self.inner.next()))
    }
}

impl<'n> Iterator for Members<'n> {
    type Item = (&'n str, Node<'n>);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.next_with_key()?;
        Some((key.string().unwrap_or(""), value))
    }
}
