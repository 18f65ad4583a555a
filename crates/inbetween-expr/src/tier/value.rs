//! Values of the numeric tier, and their way to and from [`Item`]s.

use crate::{Item, Object};
use inbetween_types::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// Longest string the tier makes; longer ones are the script tier's.
pub(super) const LONGEST_TEXT: usize = 500;

/// Longest list the tier makes; longer ones are the script tier's, which counts fuel for them.
pub(super) const LONGEST_LIST: usize = 500;

/// A value in a register: copied, never dropped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum V {
    /// A number.
    Num(f64),
    /// A boolean.
    Bool(bool),
    /// `undefined`.
    Undef,
    /// `null`.
    Null,
    /// An array of up to four numbers.
    Vec(u8, [f64; 4]),
    /// A string of [`Strings`].
    Str(u32),
    /// A handle of the host.
    Obj(Object),
    /// A key of a property: the property and the key's place from 0.
    Key(Object, u32),
    /// A function of the program.
    Func(u16),
    /// A caught error.
    Error,
    /// Any other array, in the run's lists.
    List(u32),
    /// Anything else the host gave, in the run's items.
    Item(u32),
    /// A `let` or `const` before its declaration ran.
    Hole,
}

impl V {
    /// An array of up to four numbers; `None` when there are more.
    pub(super) fn vec(numbers: &[f64]) -> Option<Self> {
        let mut parts = [0.0; 4];
        parts.get_mut(..numbers.len())?.copy_from_slice(numbers);
        Some(Self::Vec(u8::try_from(numbers.len()).ok()?, parts))
    }
}

/// The numbers of a vector register.
pub(super) fn parts(len: u8, numbers: &[f64; 4]) -> &[f64] {
    numbers.get(..usize::from(len)).unwrap_or(numbers)
}

/// Strings by number; equal strings have equal numbers.
#[derive(Debug, Default)]
pub(super) struct Strings {
    list: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl Strings {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of a string.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let text: Arc<str> = Arc::from(text);
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }

    /// The string with a number.
    pub(super) fn get(&self, number: u32) -> Arc<str> {
        usize::try_from(number)
            .ok()
            .and_then(|at| self.list.get(at))
            .map_or_else(|| Arc::from(""), Arc::clone)
    }
}

/// Lists and items of one run.
#[derive(Debug, Default)]
pub(super) struct Heap {
    lists: Vec<Vec<V>>,
    items: Vec<Item>,
}

impl Heap {
    /// Forgets everything; keeps the room.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.items.clear();
    }

    /// A list; short ones of numbers become vectors.
    pub(super) fn list(&mut self, list: Vec<V>) -> V {
        if list.len() <= 4 {
            let mut numbers = [0.0; 4];
            let all = list.iter().zip(&mut numbers).all(|(item, slot)| match item {
                V::Num(n) => {
                    *slot = *n;
                    true
                }
                _ => false,
            });
            if all {
                return V::Vec(u8::try_from(list.len()).unwrap_or(0), numbers);
            }
        }
        self.lists.push(list);
        V::List(u32::try_from(self.lists.len() - 1).unwrap_or(u32::MAX))
    }

    /// The members of a list.
    pub(super) fn members(&self, list: u32) -> &[V] {
        usize::try_from(list).ok().and_then(|at| self.lists.get(at)).map_or(&[], Vec::as_slice)
    }

    /// An opaque value.
    pub(super) fn opaque(&mut self, item: Item) -> V {
        self.items.push(item);
        V::Item(u32::try_from(self.items.len() - 1).unwrap_or(u32::MAX))
    }

    /// The item of an opaque value.
    pub(super) fn item(&self, number: u32) -> Option<&Item> {
        self.items.get(usize::try_from(number).ok()?)
    }

    /// The register value of an item.
    pub(super) fn lift(&mut self, item: Item, strings: &mut Strings) -> V {
        match item {
            Item::Undefined => V::Undef,
            Item::Bool(b) => V::Bool(b),
            Item::Number(n) => V::Num(n),
            Item::Text(text) if text.len() <= LONGEST_TEXT => V::Str(strings.number(&text)),
            Item::Object(object) => V::Obj(object),
            Item::Array(list) if list.len() <= LONGEST_LIST => {
                let list = list.into_iter().map(|item| self.lift(item, strings)).collect();
                self.list(list)
            }
            other => self.opaque(other),
        }
    }

    /// The register value of a property's value.
    pub(super) fn lift_value(&mut self, value: Value, strings: &mut Strings) -> V {
        match value {
            Value::Number(n) => V::Num(n),
            Value::Vector(v) => match V::vec(&v) {
                Some(vector) => vector,
                None if v.len() <= LONGEST_LIST => self.list(v.iter().map(|n| V::Num(*n)).collect()),
                None => self.opaque(Item::numbers(&v)),
            },
            Value::Path(path) => self.opaque(Item::Path(path)),
            Value::Text(text) => self.lift(Item::text(&text.text), strings),
            _ => V::Undef,
        }
    }
}

/// A number as JavaScript writes it (ECMA-262, `Number::toString`).
#[must_use]
pub fn number_text(n: f64) -> String {
    if n.is_nan() {
        return "NaN".to_owned();
    }
    if n.is_infinite() {
        return if n > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if n == 0.0 {
        return "0".to_owned();
    }
    let size = n.abs();
    if (1e-6..1e21).contains(&size) {
        return format!("{n}");
    }
    let text = format!("{n:e}");
    if size >= 1.0 { text.replace('e', "e+") } else { text }
}

/// `Number(text)` of the plain decimal forms; `None` for forms this does not read (hexadecimal, `Infinity` …).
pub(super) fn text_number(text: &str) -> Option<f64> {
    let trimmed = text.trim_matches([' ', '\t', '\n', '\r']);
    if !trimmed.is_ascii() {
        return None;
    }
    if trimmed.is_empty() {
        return Some(0.0);
    }
    let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && digits.bytes().filter(|b| *b == b'.').count() <= 1
        && digits.bytes().any(|b| b.is_ascii_digit());
    if plain {
        return trimmed.parse().ok();
    }
    // A word with a letter that no number form has is certainly no number.
    let word = digits.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ' || b == b'_');
    (word && !digits.is_empty() && digits != "Infinity").then_some(f64::NAN)
}
