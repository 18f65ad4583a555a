//! A question from an expression: whose member, with which arguments.

use super::fault;
use crate::State;
use inbetween_expr::{Class, Fault, Item, Object, Runner};
use inbetween_types::{Time, Value};

/// One read of an attribute or call of a method.
pub(super) struct Call<'a> {
    pub(super) state: &'a State,
    pub(super) runner: &'a mut dyn Runner,
    pub(super) object: Object,
    pub(super) name: &'static str,
    /// Arguments; property handles are replaced by their values.
    pub(super) arguments: Vec<Item>,
}

impl Call<'_> {
    /// Argument `index`; `undefined` counts as not given.
    pub(super) fn argument(&self, index: usize) -> Option<&Item> {
        self.arguments.get(index).filter(|item| **item != Item::Undefined)
    }

    /// The time now, as the object's clock shows it.
    pub(super) fn now(&mut self) -> Result<Time, Fault> {
        let time = self.runner.current().time;
        self.state.clock_time(self.runner, self.object.clock, time)
    }

    /// Argument `index` as a time; the object's own now when it is not given.
    pub(super) fn time(&mut self, index: usize) -> Result<Time, Fault> {
        match self.argument(index) {
            None => self.now(),
            Some(_) => self.number(index, None),
        }
    }

    /// Argument `index` as a finite number.
    pub(super) fn number(&self, index: usize, default: Option<f64>) -> Result<f64, Fault> {
        let given = match (self.argument(index), default) {
            (None, Some(default)) => return Ok(default),
            (item, _) => item.and_then(Item::as_number),
        };
        given
            .filter(|n| n.is_finite())
            .ok_or_else(|| fault::argument(self.name, index, "a finite number", self.argument(index)))
    }

    /// Argument `index` as numbers.
    pub(super) fn numbers(&self, index: usize) -> Result<Vec<f64>, Fault> {
        self.argument(index)
            .and_then(Item::as_numbers)
            .filter(|list| list.iter().all(|n| n.is_finite()))
            .ok_or_else(|| fault::argument(self.name, index, "numbers", self.argument(index)))
    }

    /// Argument `index` as a switch, with JavaScript's truth.
    pub(super) fn flag(&self, index: usize, default: bool) -> bool {
        self.argument(index).map_or(default, truth)
    }

    /// The value of the property asked, as the running expression sees it.
    pub(super) fn value_at(&mut self, time: Time) -> Result<Value, Fault> {
        self.state.seen_value(self.runner, self.object, time)
    }
}

/// JavaScript's truth of an item.
fn truth(item: &Item) -> bool {
    match item {
        Item::Undefined => false,
        Item::Bool(b) => *b,
        Item::Number(n) => *n != 0.0 && !n.is_nan(),
        Item::Text(text) => !text.is_empty(),
        _ => true,
    }
}

impl State {
    /// An argument with every property handle in it replaced by its value.
    pub(super) fn plain(&self, runner: &mut dyn Runner, item: &Item) -> Result<Item, Fault> {
        match item {
            Item::Object(object) if object.class == Class::Property => {
                let now = runner.current().time;
                let time = self.clock_time(runner, object.clock, now)?;
                Ok(super::value_item(&self.seen_value(runner, *object, time)?))
            }
            Item::Array(items) => {
                let items: Result<_, _> = items.iter().map(|item| self.plain(runner, item)).collect();
                Ok(Item::Array(items?))
            }
            Item::Key(fields) => Ok(fields
                .iter()
                .find(|(name, _)| &**name == "value")
                .map_or(item, |(_, value)| value)
                .clone()),
            other => Ok(other.clone()),
        }
    }
}
