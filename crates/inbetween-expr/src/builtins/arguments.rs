//! Reading arguments, with messages that name the function and the argument.

use super::Call;
use crate::{Fault, Item};
use inbetween_types::value::Vector;

/// Code of every fault about an argument.
const CODE: &str = "expr/bad-argument";

/// Numbers in the shape they were given: a lone number or an array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Numbers {
    /// The components.
    pub(crate) list: Vector,
    /// Whether it was (or is to be) an array.
    pub(crate) array: bool,
}

impl Numbers {
    /// A lone number.
    pub(crate) fn one(number: f64) -> Self {
        Self { list: Vector::from_slice(&[number]), array: false }
    }

    /// The item of the same shape.
    pub(super) fn into_item(self) -> Item {
        match (self.array, self.list.first()) {
            (false, Some(one)) => Item::Number(*one),
            _ => Item::numbers(&self.list),
        }
    }

    /// Component `index`, 0 where there is none.
    pub(super) fn at(&self, index: usize) -> f64 {
        self.list.get(index).copied().unwrap_or(0.0)
    }

    /// Combines two by components; missing ones count as 0, the longer length wins.
    pub(super) fn zip(&self, other: &Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let length = self.list.len().max(other.list.len());
        Self {
            list: (0..length).map(|i| f(self.at(i), other.at(i))).collect(),
            array: self.array || other.array,
        }
    }

    /// The same shape with `f` applied to each component.
    pub(crate) fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        Self { list: self.list.iter().map(|&x| f(x)).collect(), array: self.array }
    }
}

/// A fault about an argument or a call as a whole.
pub(super) fn bad(message: impl Into<String>) -> Fault {
    Fault::thrown(CODE, message)
}

/// What an item is, in words for a message.
fn describe(item: &Item) -> &'static str {
    match item {
        Item::Undefined => "undefined",
        Item::Bool(_) => "a boolean",
        Item::Number(_) => "a number",
        Item::Text(_) => "a string",
        Item::Array(_) => "an array",
        Item::Record(_) => "an object",
        Item::Path(_) => "a path",
        Item::Style(_) => "a text style",
        Item::Key(_) => "a key",
        Item::Object(_) => "an object of the document",
    }
}

impl Call<'_> {
    /// Argument `index`; `undefined` counts as absent.
    pub(super) fn argument(&self, index: usize) -> Option<&Item> {
        self.arguments.get(index).filter(|item| **item != Item::Undefined)
    }

    /// The fault that says what argument `index` should have been.
    pub(super) fn wrong(&self, function: &str, index: usize, name: &str, expected: &str) -> Fault {
        match self.argument(index) {
            None => {
                bad(format!("{function}: argument {} ({name}) is missing; it must be {expected}", index + 1))
            }
            Some(item) => bad(format!(
                "{function}: argument {} ({name}) must be {expected}, not {}",
                index + 1,
                describe(item)
            )),
        }
    }

    /// A number that must be there.
    pub(super) fn number(&self, function: &str, index: usize, name: &str) -> Result<f64, Fault> {
        self.argument(index)
            .and_then(plain_number)
            .ok_or_else(|| self.wrong(function, index, name, "a number"))
    }

    /// A number or array of numbers that must be there.
    pub(super) fn numbers(&self, function: &str, index: usize, name: &str) -> Result<Numbers, Fault> {
        self.argument(index)
            .and_then(plain_numbers)
            .ok_or_else(|| self.wrong(function, index, name, "a number or an array of numbers"))
    }

    /// A switch, `default` when it is not given; any item is true or false as JavaScript has it.
    pub(super) fn switch(&self, index: usize, default: bool) -> bool {
        self.argument(index).map_or(default, truth)
    }
}

/// Whether JavaScript takes an item for true.
fn truth(item: &Item) -> bool {
    match item {
        Item::Undefined => false,
        Item::Bool(b) => *b,
        Item::Number(n) => *n != 0.0 && !n.is_nan(),
        Item::Text(text) => !text.is_empty(),
        _ => true,
    }
}

fn plain_number(item: &Item) -> Option<f64> {
    match item {
        Item::Key(_) => key_value(item).and_then(plain_number),
        other => other.as_number(),
    }
}

fn plain_numbers(item: &Item) -> Option<Numbers> {
    match item {
        Item::Array(items) => items
            .iter()
            .map(plain_number)
            .collect::<Option<Vector>>()
            .map(|list| Numbers { list, array: true }),
        Item::Key(_) => key_value(item).and_then(plain_numbers),
        other => other.as_number().map(Numbers::one),
    }
}

/// The `value` of a key, which a key stands for in arithmetic.
fn key_value(item: &Item) -> Option<&Item> {
    match item {
        Item::Key(members) => members.iter().find(|(name, _)| &**name == "value").map(|(_, value)| value),
        _ => None,
    }
}
