//! Which tier evaluates an expression, and what the numeric tier keeps.

use super::State;
use super::blocks::Block;
use crate::PropertyRef;
use inbetween_expr::tier::block::{BlockCode, Making, make};
use inbetween_expr::tier::{Instance, Job, Machine, Outcome, Room, Tier, run};
use inbetween_expr::{Evaluation, Fault, Item, Program, Runner, no_stack, stack_left};
use inbetween_types::{Unit, Value, ValueKind, Vector};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Which tier evaluates expressions. Both give the same values; the choice is for checking that, and for speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// The numeric tier where it can, the script tier for the rest.
    #[default]
    Auto,
    /// The script tier for every expression.
    Script,
}

/// What tier a property's expression has used in a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TierUse {
    /// Evaluations in the numeric tier.
    pub numeric: u64,
    /// Those of them that were done many at once.
    pub blocks: u64,
    /// Evaluations in the script tier, those that the numeric tier gave up included.
    pub script: u64,
    /// Evaluations that the numeric tier gave up.
    pub given_up: u64,
    /// Why it gave up the last time.
    pub why: Option<&'static str>,
}

/// Stack that must be left to start an evaluation.
const STACK_RESERVE: usize = 192 << 10;

/// Evaluations that may be given up before a property is left to the script tier, unless most succeed.
const PATIENCE: u64 = 16;

/// One property's program.
#[derive(Debug)]
struct Held {
    program: Arc<Program>,
    room: Rc<Room>,
    instance: Instance,
    used: TierUse,
    block: Block,
}

/// A program and the registers of its runs.
type Shared = (Arc<Program>, Rc<Room>);

/// What a session keeps for the numeric tier.
#[derive(Debug, Default)]
pub(crate) struct Numeric {
    machine: RefCell<Rc<Machine>>,
    rooms: RefCell<HashMap<usize, Shared>>,
    held: RefCell<Vec<Option<Box<Held>>>>,
}

impl Numeric {
    fn take(&self, property: PropertyRef) -> Option<Box<Held>> {
        let at = usize::try_from(property.0.0).ok()?;
        self.held.borrow_mut().get_mut(at)?.take()
    }

    fn put(&self, property: PropertyRef, held: Box<Held>) {
        let Ok(at) = usize::try_from(property.0.0) else { return };
        let mut list = self.held.borrow_mut();
        if list.len() <= at {
            list.resize_with(at + 1, || None);
        }
        if let Some(slot) = list.get_mut(at) {
            *slot = Some(held);
        }
    }

    fn new_held(&self, program: &Arc<Program>) -> Box<Held> {
        let key = Arc::as_ptr(program).addr();
        let mut rooms = self.rooms.borrow_mut();
        let (_, room) = rooms.entry(key).or_insert_with(|| (Arc::clone(program), Rc::default()));
        Box::new(Held {
            program: Arc::clone(program),
            room: Rc::clone(room),
            instance: Instance::default(),
            used: TierUse::default(),
            block: Block::default(),
        })
    }

    /// The program for blocks, if it is settled that there is one or none.
    pub(super) fn block(&self, property: PropertyRef) -> Option<Option<Rc<BlockCode>>> {
        let held = self.held.borrow();
        match &held.get(usize::try_from(property.0.0).ok()?)?.as_ref()?.block {
            Block::Made(code) => Some(Some(Rc::clone(code))),
            Block::Never => Some(None),
            Block::Untried(_) => None,
        }
    }

    /// A program for blocks gave no value: the property is evaluated singly from now on.
    pub(super) fn no_block(&self, property: PropertyRef) {
        let at = usize::try_from(property.0.0).unwrap_or(usize::MAX);
        if let Some(Some(held)) = self.held.borrow_mut().get_mut(at) {
            held.block = Block::Never;
        }
    }

    /// Counts evaluations in blocks.
    pub(super) fn count(&self, property: PropertyRef, evaluations: u64) {
        let at = usize::try_from(property.0.0).unwrap_or(usize::MAX);
        if let Some(Some(held)) = self.held.borrow_mut().get_mut(at) {
            held.used.numeric += evaluations;
            held.used.blocks += evaluations;
        }
    }

    /// Forgets everything when the strings have become too many. Only while nothing runs.
    pub(crate) fn tidy(&self) {
        if self.machine.borrow().is_full() {
            self.machine.replace(Rc::default());
            self.rooms.borrow_mut().clear();
            self.held.borrow_mut().clear();
        }
    }
}

impl State {
    /// What tier a property's expression has used so far.
    #[must_use]
    pub fn tier_use(&self, property: PropertyRef) -> TierUse {
        let held = self.numeric.held.borrow();
        let found = usize::try_from(property.0.0).ok().and_then(|at| held.get(at));
        found.and_then(Option::as_ref).map_or_else(TierUse::default, |held| held.used)
    }

    /// What an expression gives by the numeric tier; `None` when the script tier must evaluate it.
    pub(super) fn numeric(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Arc<Program>,
        evaluation: &Evaluation,
    ) -> Option<Result<Outcome, Fault>> {
        match self.numeric_outcome(runner, property, program, evaluation)? {
            Outcome::Bail(_) => None,
            Outcome::Fault(fault) => Some(Err(fault)),
            other => Some(Ok(other)),
        }
    }

    /// What the numeric tier makes of an expression, before it becomes a value; `None` when the script tier must
    /// evaluate it. The property must be the innermost that is being evaluated.
    pub(crate) fn numeric_outcome(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Arc<Program>,
        evaluation: &Evaluation,
    ) -> Option<Outcome> {
        if self.timeline.inner.tier == Choice::Script || self.tracer.borrow().is_some() {
            return None;
        }
        let Tier::Numeric(code) = program.tier(crate::language::members) else { return None };
        if stack_left() < STACK_RESERVE {
            return Some(Outcome::Fault(no_stack()));
        }
        let held = self.numeric.take(property).filter(|held| Arc::ptr_eq(&held.program, program));
        let mut held = held.unwrap_or_else(|| self.numeric.new_held(program));
        let used = &mut held.used;
        if used.given_up > PATIENCE && used.given_up > used.numeric {
            used.script += 1;
            self.numeric.put(property, held);
            return None;
        }
        let machine = Rc::clone(&self.numeric.machine.borrow());
        let room = Rc::clone(&held.room);
        let outcome = run(Job {
            code,
            machine: &machine,
            room: &room,
            instance: &mut held.instance,
            host: self,
            runner,
            evaluation: evaluation.clone(),
            fuel: self.timeline.limits().fuel,
        });
        let used = &mut held.used;
        if let Outcome::Bail(why) = outcome {
            used.script += 1;
            used.given_up += 1;
            used.why = Some(why);
            self.numeric.put(property, held);
            self.stack.borrow_mut().restart();
            return None;
        }
        used.numeric += 1;
        self.numeric.put(property, held);
        Some(outcome)
    }

    /// Makes a property's program for blocks of what single evaluations have found; after `tries` without one there
    /// is none.
    pub(super) fn make_block(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Arc<Program>,
        evaluation: &Evaluation,
        tries: u8,
    ) -> Option<Rc<BlockCode>> {
        if self.timeline.inner.tier == Choice::Script {
            return None;
        }
        let Tier::Numeric(code) = program.tier(crate::language::members) else { return None };
        let mut held = self.numeric.take(property)?;
        let machine = Rc::clone(&self.numeric.machine.borrow());
        let made = if held.used.given_up > 0 {
            None
        } else {
            make(Making {
                code,
                machine: &machine,
                instance: &held.instance,
                host: self,
                tracks: self,
                runner,
                evaluation,
            })
        };
        held.block = match (made, &held.block) {
            (Some(code), _) => Block::Made(Rc::new(code)),
            (None, Block::Untried(tried)) if tried + 1 < tries => Block::Untried(tried + 1),
            _ => Block::Never,
        };
        let code = if let Block::Made(code) = &held.block { Some(Rc::clone(code)) } else { None };
        self.numeric.put(property, held);
        code
    }

    /// What [`State::coerce`] makes of an outcome, where that needs no thought; else the item it must look at.
    pub(super) fn simple(&self, property: PropertyRef, outcome: Outcome) -> Result<Value, Item> {
        let simple = match &outcome {
            Outcome::Number(n) => self.simple_numbers(property, &[*n]),
            Outcome::Vector(len, numbers) => {
                self.simple_numbers(property, numbers.get(..usize::from(*len)).unwrap_or(numbers))
            }
            Outcome::Value(value @ (Value::Number(_) | Value::Vector(_))) => {
                self.simple_numbers(property, value.components())
            }
            _ => None,
        };
        simple.ok_or_else(|| item(outcome))
    }

    /// What [`State::coerce`] makes of finite numbers that need no thought.
    pub(super) fn simple_numbers(&self, property: PropertyRef, numbers: &[f64]) -> Option<Value> {
        let form = Form::of(self.timeline.property(property)?, numbers.len())?;
        let taken = numbers.get(..form.taken).filter(|taken| taken.iter().all(|n| n.is_finite()))?;
        if form.len == 0 {
            return taken.first().copied().map(Value::Number);
        }
        let mut all = Vector::from_slice(taken);
        all.extend(form.last);
        Some(Value::Vector(all))
    }
}

/// How numbers become a property's value where that needs no thought.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// How many numbers the value has; 0 stands for one that is no vector.
    pub(super) len: u8,
    /// How many of the given numbers are taken.
    pub(super) taken: usize,
    /// What is put after them.
    pub(super) last: Option<f64>,
}

impl Form {
    /// The form of a property's value made of `given` numbers.
    pub(super) fn of(data: &crate::PropertyData, given: usize) -> Option<Self> {
        let (len, wanted) = match data.kind {
            ValueKind::Number => (0, 1),
            ValueKind::Vector(n) | ValueKind::Point(n) => (n, usize::from(n)),
            ValueKind::Color => (4, 4),
            _ => return None,
        };
        if given >= wanted {
            return Some(Self { len, taken: wanted, last: None });
        }
        let short = data.kind != ValueKind::Color && wanted > 2 && given + 1 == wanted;
        let last = if data.unit == Unit::Percent { 100.0 } else { 0.0 };
        short.then_some(Self { len, taken: given, last: Some(last) })
    }
}

fn item(outcome: Outcome) -> Item {
    match outcome {
        Outcome::Number(n) => Item::Number(n),
        Outcome::Vector(len, numbers) => Item::numbers(numbers.get(..usize::from(len)).unwrap_or(&numbers)),
        Outcome::Value(value) => crate::language::value_item(&value),
        Outcome::Item(item) => item,
        Outcome::Bail(_) | Outcome::Fault(_) => Item::Undefined,
    }
}

impl crate::Timeline {
    /// The tier a property's expression takes; `None` when it has none that compiles. With [`Choice::Script`] every
    /// expression runs in the script tier, whatever this says.
    #[must_use]
    pub fn expression_tier(&self, property: PropertyRef) -> Option<&Tier> {
        let program = self.property(property)?.program.as_ref()?;
        Some(program.tier(crate::language::members))
    }
}
