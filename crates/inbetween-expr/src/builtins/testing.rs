//! A stage for the tests of built-ins: a composition of 29.97 fps whose display starts at 10 s.

use super::{Call, RandomStream, find};
use crate::{Class, Evaluation, Fault, Host, Item, Member, Object, Program, Runner};
use std::sync::Arc;

/// An evaluation at a time.
pub(super) fn evaluation(time: f64) -> Evaluation {
    Evaluation {
        property: None,
        layer: None,
        composition: Object { class: Class::Composition, id: 0, clock: 0 },
        time,
        seed: 42,
        random_offset: 0.0,
        selector: None,
    }
}

/// A running evaluation.
pub(super) struct Stage {
    runner: TestRunner,
    pub(super) random: RandomStream,
}

struct TestRunner(Evaluation);

impl Runner for TestRunner {
    fn run(&mut self, _: &Arc<Program>, _: &Evaluation) -> Result<Item, Fault> {
        Err(Fault::thrown("test", "nothing runs here"))
    }

    fn current(&self) -> &Evaluation {
        &self.0
    }
}

struct TestHost;

impl Host for TestHost {
    fn members(&self, _: Class) -> &'static [Member] {
        &[]
    }

    fn get(&self, _: &mut dyn Runner, _: Object, name: &'static str) -> Result<Item, Fault> {
        match name {
            "frameDuration" => Ok(Item::Number(1.0 / 29.97)),
            "displayStartTime" => Ok(Item::Number(10.0)),
            "ntscDropFrame" => Ok(Item::Bool(true)),
            _ => Err(Fault::thrown("test", name)),
        }
    }

    fn call(&self, _: &mut dyn Runner, _: Object, name: &'static str, _: &[Item]) -> Result<Item, Fault> {
        Err(Fault::thrown("test", name))
    }

    fn child(&self, _: &mut dyn Runner, _: Object, _: &[Item]) -> Result<Item, Fault> {
        Err(Fault::thrown("test", "child"))
    }

    fn child_by_compact_name(&self, _: Object, _: &str) -> Option<Item> {
        None
    }
}

impl Stage {
    /// A fresh evaluation at a time.
    pub(super) fn new(time: f64) -> Self {
        let evaluation = evaluation(time);
        let random = RandomStream::new(&evaluation);
        Self { runner: TestRunner(evaluation), random }
    }

    /// Calls a built-in.
    pub(super) fn try_eval(&mut self, name: &str, arguments: &[Item]) -> Result<Item, Fault> {
        let builtin = find(name).unwrap();
        (builtin.eval)(&mut Call {
            arguments,
            host: &TestHost,
            runner: &mut self.runner,
            random: &mut self.random,
        })
    }

    /// Calls a built-in that gives a value.
    pub(super) fn eval(&mut self, name: &str, arguments: &[Item]) -> Item {
        self.try_eval(name, arguments).unwrap()
    }
}

pub(super) fn eval(name: &str, arguments: &[Item]) -> Item {
    eval_at(name, arguments, 0.0)
}

pub(super) fn eval_at(name: &str, arguments: &[Item], time: f64) -> Item {
    Stage::new(time).eval(name, arguments)
}

/// The message of a call that fails.
pub(super) fn fails(name: &str, arguments: &[Item]) -> String {
    let fault = Stage::new(0.0).try_eval(name, arguments).unwrap_err();
    assert_eq!(fault.kind, crate::FaultKind::Thrown);
    fault.message
}

pub(super) fn n(number: f64) -> Item {
    Item::Number(number)
}

pub(super) fn v(numbers: &[f64]) -> Item {
    Item::numbers(numbers)
}

/// Asserts the numbers of an item.
pub(super) fn close(item: &Item, expected: &[f64], tolerance: f64) {
    let numbers = item.as_numbers().unwrap();
    assert_eq!(numbers.len(), expected.len());
    for (a, b) in numbers.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance, "{numbers:?} is not {expected:?}");
    }
}
