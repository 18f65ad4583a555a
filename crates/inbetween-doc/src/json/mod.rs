//! JSON with byte positions: one flat list of records, so that any value's place in the text is known and a
//! large file needs one allocation, not one per value.

mod members;
mod parse;
mod paths;
mod place;
mod scan;

pub use members::object_members;
pub(crate) use parse::parse;
pub use paths::file_paths;

use crate::model::SourceSpan;
use std::cell::RefCell;

/// A parsed text. Records stand in text order; an object's members are a key record and its value in turn.
pub(crate) struct Tape<'t> {
    pub(super) text: &'t str,
    pub(super) records: Vec<Record>,
    /// Decoded strings that contain escapes; all others are slices of the text.
    pub(super) strings: Vec<Box<str>>,
    /// The keys of the objects that were asked for members last.
    pub(super) indices: RefCell<Indices>,
}

/// How many objects' keys are kept.
const KEPT: usize = 16;

/// The keys of some objects, by the object's record modulo [`KEPT`]. A reader asks an object for many members in a row,
/// most of which it does not have.
#[derive(Default)]
pub(super) struct Indices([Index; KEPT]);

/// The keys of one object.
#[derive(Default)]
struct Index {
    /// The object's record, plus one; 0 for none.
    of: u32,
    /// What each key looks like; [`ESCAPED`] for one that had escapes.
    looks: Vec<u32>,
    /// Each key's record.
    keys: Vec<u32>,
}

/// What no key looks like.
const ESCAPED: u32 = u32::MAX;

impl Index {
    /// Collects the keys of an object.
    fn read(&mut self, object: Node<'_>) {
        self.of = object.at + 1;
        self.looks.clear();
        self.keys.clear();
        let mut members = object.members();
        while let Some((key, _)) = members.next_with_key() {
            let record = key.record();
            self.looks.push(if record.kind() == Kind::Plain { record.info >> KIND_BITS } else { ESCAPED });
            self.keys.push(key.at);
        }
    }

    /// The record of the last key that is `name`.
    fn find(&self, tape: &Tape<'_>, name: &str) -> Option<u32> {
        let look = looks(name.as_bytes());
        // Most members that are asked for are not there: this loop has no branches and takes several keys at once.
        let like = |own: &u32| (*own == look) | (*own == ESCAPED);
        if !self.looks.iter().fold(false, |any, own| any | like(own)) {
            return None;
        }
        let mut found = None;
        for (own, &at) in self.looks.iter().zip(&self.keys).filter(|(own, _)| like(own)) {
            let same = *own == look && name.len() <= TOLD_APART;
            if same || (Node { tape, at }).string() == Some(name) {
                found = Some(at);
            }
        }
        found
    }
}

/// One value or key, in 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Record {
    start: u32,
    /// The kind in the lowest [`KIND_BITS`] bits; above them a container's length, how many bytes a number takes, or what
    /// a plain string looks like ([`looks`]).
    info: u32,
    /// A number's bits. Of others: where they end, and above that the record after everything inside a container (both 0
    /// while it is open), or an escaped string's place in `strings`.
    data: u64,
}

/// How many bits a [`Kind`] takes.
const KIND_BITS: u32 = 3;

/// Strings up to this length look alike only when they are equal.
const TOLD_APART: usize = 3;

/// The length of a text up to 31 and its first letters, in 29 bits: keys are told apart without reading them.
#[inline]
fn looks(text: &[u8]) -> u32 {
    let letter = |at: usize| u32::from(text.get(at).copied().unwrap_or(0));
    (text.len().min(31) as u32) | letter(0) << 5 | letter(1) << 13 | letter(2) << 21
}

impl Record {
    /// A number of `length` bytes.
    #[inline]
    fn number(start: usize, length: usize, value: f64) -> Self {
        let info = (length as u32) << KIND_BITS | Kind::Number as u32;
        Self { start: start as u32, info, data: value.to_bits() }
    }

    /// Any other value.
    #[inline]
    fn spanning(kind: Kind, start: usize, end: usize, extra: u32, length: u32) -> Self {
        let info = length << KIND_BITS | kind as u32;
        Self { start: start as u32, info, data: u64::from(extra) << 32 | u64::from(end as u32) }
    }

    #[inline]
    fn kind(&self) -> Kind {
        Kind::ALL.get((self.info & ((1 << KIND_BITS) - 1)) as usize).copied().unwrap_or(Kind::Null)
    }

    #[inline]
    fn is_container(&self) -> bool {
        matches!(self.kind(), Kind::Array | Kind::Object)
    }

    #[inline]
    fn start(&self) -> usize {
        self.start as usize
    }

    /// Where it ends; 0 while it is open.
    #[inline]
    fn end(&self) -> usize {
        match self.kind() {
            Kind::Number => self.start() + (self.info >> KIND_BITS) as usize,
            _ => self.data as u32 as usize,
        }
    }

    /// What goes with the kind: a container's next record, an escaped string's place.
    #[inline]
    fn extra(&self) -> u32 {
        (self.data >> 32) as u32
    }

    /// The record after this value and everything inside it, for the one at `at`. An open container (only while a syntax
    /// error is being placed) has none.
    #[inline]
    fn after(&self, at: u32) -> u32 {
        match self.is_container() {
            true if self.extra() == 0 => u32::MAX,
            true => self.extra(),
            false => at + 1,
        }
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
    /// All, in the order of their numbers.
    const ALL: [Self; 1 << KIND_BITS] = [
        Self::Null,
        Self::False,
        Self::True,
        Self::Number,
        Self::Plain,
        Self::Escaped,
        Self::Array,
        Self::Object,
    ];

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

/// What is read where there is no record.
const NOTHING: Record = Record { start: 0, info: Kind::Null as u32, data: 0 };

impl<'n> Node<'n> {
    #[inline]
    fn record(self) -> Record {
        self.tape.records.get(self.at as usize).copied().unwrap_or(NOTHING)
    }

    /// What it is.
    #[inline]
    pub(crate) fn kind(self) -> Kind {
        self.record().kind()
    }

    /// Where it stands.
    pub(crate) fn span(self) -> SourceSpan {
        let record = self.record();
        SourceSpan { start: record.start(), end: record.end() }
    }

    /// Its own text.
    pub(crate) fn raw(self) -> &'n str {
        self.span().text(self.tape.text)
    }

    /// The number, if it is one.
    #[inline]
    pub(crate) fn number(self) -> Option<f64> {
        let record = self.record();
        (record.kind() == Kind::Number).then_some(f64::from_bits(record.data))
    }

    /// The text of a string.
    #[inline]
    pub(crate) fn string(self) -> Option<&'n str> {
        let record = self.record();
        match record.kind() {
            Kind::Plain => self.tape.text.get(record.start() + 1..record.end().saturating_sub(1)),
            Kind::Escaped => self.tape.strings.get(record.extra() as usize).map(AsRef::as_ref),
            _ => None,
        }
    }

    /// The number of elements of an array, or members of an object.
    pub(crate) fn len(self) -> usize {
        let record = self.record();
        if record.is_container() { (record.info >> KIND_BITS) as usize } else { 0 }
    }

    /// What an array or object holds; nothing for other kinds.
    #[inline]
    fn inside(self, kind: Kind) -> Items<'n> {
        let record = self.record();
        let end = if record.kind() == kind { record.after(self.at) } else { 0 };
        Items { tape: self.tape, at: self.at + 1, end }
    }

    /// Elements of an array; nothing for other kinds.
    pub(crate) fn items(self) -> Items<'n> {
        self.inside(Kind::Array)
    }

    /// The first element of an array.
    pub(crate) fn first(self) -> Option<Self> {
        self.items().next()
    }

    /// Members of an object in text order; nothing for other kinds.
    pub(crate) fn members(self) -> Members<'n> {
        Members { inner: self.inside(Kind::Object) }
    }

    /// The member of that name that is not null; of duplicates the last, as JavaScript reads them.
    pub(crate) fn get(self, name: &str) -> Option<Self> {
        if self.kind() != Kind::Object {
            return None;
        }
        let mut indices = self.tape.indices.borrow_mut();
        let index = indices.0.get_mut(self.at as usize % KEPT)?;
        if index.of != self.at + 1 {
            index.read(self);
        }
        // The value stands after its key.
        let found = index.find(self.tape, name).map(|key| Node { tape: self.tape, at: key + 1 });
        found.filter(|node| node.kind() != Kind::Null)
    }

    /// Whether this node lies at `other` or inside it.
    fn is_within(self, other: Self) -> bool {
        self.at >= other.at && self.at < other.record().after(other.at)
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

    #[inline]
    fn next(&mut self) -> Option<Node<'n>> {
        if self.at >= self.end {
            return None;
        }
        let node = Node { tape: self.tape, at: self.at };
        self.at = self.tape.records.get(self.at as usize)?.after(self.at);
        Some(node)
    }
}

/// Members of an object.
pub(crate) struct Members<'n> {
    inner: Items<'n>,
}

impl<'n> Members<'n> {
    /// The next member with its key node.
    #[inline]
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

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.next_with_key()?;
        Some((key.string().unwrap_or(""), value))
    }
}
