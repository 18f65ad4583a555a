//! AE's object model: [`State`] as the host of its own expressions.
//!
//! One file per class, each with its table of members (`ROWS`); `row` joins the tables. What a name that is in no
//! table means (a child by its name) is in `children`.
//!
//! A property asked by its own expression answers from its keyframes, before the expression; any other property
//! answers after its expression, at any time. Objects reached through `layer.source` carry a clock: reads without
//! an explicit time happen at the source's time.

mod call;
mod children;
mod clock;
mod composition;
mod data;
mod fault;
mod footage;
mod group;
mod inbetween;
mod json;
mod keys;
mod layer;
mod localized;
mod lookup;
mod loops;
mod marker;
mod numeric;
mod path;
mod project;
mod property;
mod query;
mod row;
mod sample;
mod space;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use clock::Clocks;
pub(crate) use data::Branches;
pub(crate) use localized::english;
pub(crate) use row::members;

use crate::State;
use call::Call;
use inbetween_expr::{Class, Fault, Host, Item, Member, Object, Runner};
use inbetween_types::Value;
use std::sync::Arc;

impl Host for State {
    fn members(&self, class: Class) -> &'static [Member] {
        members(class)
    }

    fn get(&self, runner: &mut dyn Runner, object: Object, name: &'static str) -> Result<Item, Fault> {
        self.ask(runner, object, name, Vec::new())
    }

    fn call(
        &self,
        runner: &mut dyn Runner,
        object: Object,
        name: &'static str,
        arguments: &[Item],
    ) -> Result<Item, Fault> {
        // Functions of `inbetween` may ask for a property itself, not its value.
        let whole = if object.class == Class::Inbetween { inbetween::whole_arguments(name) } else { 0 };
        let arguments: Result<Vec<Item>, Fault> = arguments
            .iter()
            .enumerate()
            .map(|(at, argument)| match argument {
                Item::Object(_) if at < whole => Ok(argument.clone()),
                _ => self.plain(runner, argument),
            })
            .collect();
        let arguments = arguments?;
        if self.tracer.borrow().is_none() {
            return self.ask(runner, object, name, arguments);
        }
        let result = self.ask(runner, object, name, arguments.clone())?;
        self.trace_call(object, name, &arguments, &result);
        Ok(result)
    }

    fn child(&self, runner: &mut dyn Runner, object: Object, arguments: &[Item]) -> Result<Item, Fault> {
        let Some(key) = arguments.first() else {
            return Err(fault::argument("()", 0, "a name or number", None));
        };
        let key = self.plain(runner, key)?;
        self.called(object, &key)
    }

    fn child_by_compact_name(&self, object: Object, name: &str) -> Option<Item> {
        self.compact(object, name)
    }

    fn traced(&self, point: usize, value: Item, truth: bool) {
        self.trace_step(point, value, truth);
    }
}

impl State {
    fn ask(
        &self,
        runner: &mut dyn Runner,
        object: Object,
        name: &'static str,
        arguments: Vec<Item>,
    ) -> Result<Item, Fault> {
        let Some(eval) = row::eval(object.class, name) else {
            return Err(fault::no_member(&self.title(object), name));
        };
        eval(&mut Call { state: self, runner, object, name, arguments })
    }
}

/// A property's value as expressions see it: text is a string, its style a matter of `style`.
#[must_use]
pub fn value_item(value: &Value) -> Item {
    match value {
        Value::Number(n) => Item::Number(*n),
        Value::Vector(v) => Item::numbers(v),
        Value::Path(path) => Item::Path(Arc::clone(path)),
        Value::Text(document) => Item::text(&document.text),
        _ => Item::Undefined,
    }
}

/// A boolean.
pub(super) fn flag(value: bool) -> Result<Item, Fault> {
    Ok(Item::Bool(value))
}

/// A number.
pub(super) fn number(value: f64) -> Result<Item, Fault> {
    Ok(Item::Number(value))
}

/// A count as a number.
pub(super) fn count(value: usize) -> Item {
    Item::Number(u32::try_from(value).map_or(f64::INFINITY, f64::from))
}

/// The place that a 1-based number names among `count`, if it names one. Fractions are dropped.
pub(super) fn place(number: f64, count: usize) -> Option<usize> {
    if !(1.0..4e9).contains(&number) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to fit above")]
    let place = number as usize - 1;
    (place < count).then_some(place)
}
