//! AE's object model: [`State`] as the host of its own expressions.

mod clock;

pub(crate) use clock::Clocks;

use crate::State;
use inbetween_expr::{Class, Fault, Host, Item, Member, Object, Runner};

impl Host for State {
    fn members(&self, class: Class) -> &'static [Member] {
        let _ = class;
        &[]
    }

    fn get(&self, _runner: &mut dyn Runner, _object: Object, name: &'static str) -> Result<Item, Fault> {
        Err(Fault::thrown("expr/unknown-property", format!("there is no {name}")))
    }

    fn call(
        &self,
        _runner: &mut dyn Runner,
        _object: Object,
        name: &'static str,
        _arguments: &[Item],
    ) -> Result<Item, Fault> {
        Err(Fault::thrown("expr/unknown-property", format!("there is no {name}")))
    }

    fn child(&self, _runner: &mut dyn Runner, _object: Object, _arguments: &[Item]) -> Result<Item, Fault> {
        Err(Fault::thrown("expr/unknown-property", "there is no such property"))
    }

    fn child_by_compact_name(&self, _object: Object, _name: &str) -> Option<Item> {
        None
    }
}
