//! Evaluation: a timeline at a time, on one thread.

pub(crate) mod blocks;
mod circle;
pub(crate) mod coerce;
pub(crate) mod engine;
pub(crate) mod evaluate;
pub(crate) use stack::check_depth;
mod memo;
mod root;
mod stack;
mod tier;
mod worlds;

use crate::{PropertyRef, Timeline};
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Diagnostic, Diagnostics, Path, Time, Value};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

pub(crate) use memo::Pool;
pub use root::{Cancelled, Progress};
pub use tier::{Choice, TierUse};

/// Evaluates a timeline on one thread. Not `Send`; make one per thread.
///
/// What it remembers is only what was computed: the answers are the same in any order. It owns the engine, and
/// the engine owns the [`State`] as its host.
#[derive(Debug)]
pub struct Session {
    pub(crate) state: Rc<State>,
    pub(crate) engine: engine::Slot,
}

/// What a session knows: the timeline, what was computed, what is being computed. It is the [`inbetween_expr::Host`]
/// of the session's engine (see `language`); every method takes the runner that asks.
#[derive(Debug)]
pub struct State {
    pub(crate) timeline: Timeline,
    pub(crate) clocks: crate::language::Clocks,
    pub(crate) branches: crate::language::Branches,
    pub(crate) memo: RefCell<memo::Memo>,
    pub(crate) stack: RefCell<stack::Stack>,
    pub(crate) diagnostics: RefCell<Diagnostics>,
    pub(crate) tracer: RefCell<Option<crate::explain::Tracer>>,
    pub(crate) shared: crate::scene::Shared,
    pub(crate) layouts: RefCell<crate::text::Memo>,
    pub(crate) numeric: tier::Numeric,
    pub(crate) blocks: blocks::Blocks,
    /// Why the outermost property evaluated last failed, if it did.
    pub(crate) failed: RefCell<Option<Arc<str>>>,
    /// Who met which property that was being evaluated already.
    pub(crate) circles: RefCell<BTreeSet<(PropertyRef, PropertyRef)>>,
    /// Expressions run so far, those whose value was remembered left out.
    pub(crate) runs: Cell<u64>,
}

/// A rectangle in layer space, as `sourceRectAtTime` gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl State {
    /// A fresh state of a timeline.
    pub(crate) fn new(timeline: Timeline) -> Self {
        let entries = timeline.limits().memo_entries;
        Self {
            timeline,
            clocks: crate::language::Clocks::default(),
            branches: crate::language::Branches::default(),
            memo: RefCell::new(memo::Memo::new(entries)),
            stack: RefCell::default(),
            diagnostics: RefCell::default(),
            tracer: RefCell::default(),
            shared: crate::scene::Shared::default(),
            layouts: RefCell::default(),
            numeric: tier::Numeric::default(),
            blocks: blocks::Blocks::default(),
            failed: RefCell::default(),
            circles: RefCell::default(),
            runs: Cell::default(),
        }
    }

    /// The timeline that is evaluated.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Value before the expression: replaced, static or keyframed. A separated Position gives what its
    /// followers give.
    pub fn pre_value(&self, property: PropertyRef, time: Time) -> Value {
        if let Some(value) = self.timeline.override_of(property) {
            return value.clone();
        }
        let Some(data) = self.timeline.property(property) else { return Value::Number(0.0) };
        if data.followers.is_empty() {
            return crate::track::value(data, time);
        }
        Value::Vector(data.followers.iter().map(|f| self.pre_value(*f, time).component(0)).collect())
    }

    /// Rate of change per second of the keyframed value, right-sided: at a key that of the segment that starts
    /// there; 0 before the first key, at and after the last, and for static values. Vectors give vectors.
    pub fn pre_velocity(&self, property: PropertyRef, time: Time) -> Value {
        let Some(data) = self.timeline.property(property) else { return Value::Number(0.0) };
        if let Some(value) = self.timeline.override_of(property) {
            return match value {
                Value::Vector(_) => value.map(|_| 0.0),
                _ => Value::Number(0.0),
            };
        }
        if data.followers.is_empty() {
            return crate::track::velocity(data, time);
        }
        Value::Vector(data.followers.iter().map(|f| self.pre_velocity(*f, time).component(0)).collect())
    }

    /// A path value as `points()` and its kin read it.
    ///
    /// # Errors
    /// When the property is no path, or a limit was met on the way.
    pub fn path(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        time: Time,
    ) -> Result<Arc<Path>, Fault> {
        match self.value(runner, property, time)? {
            Value::Path(path) => Ok(path),
            _ => Err(Fault::thrown("expr/not-a-path", "this property is not a path")),
        }
    }

    /// The circles met so far: (a property that was being evaluated, the one whose expression read it then). A read of
    /// its own value by a property itself is no circle. Such a read gave the value before the expression.
    #[must_use]
    pub fn circles(&self) -> Vec<(PropertyRef, PropertyRef)> {
        self.circles.borrow().iter().copied().collect()
    }

    /// Expressions run so far: a count of work that is the same on every machine.
    #[must_use]
    pub fn expressions_run(&self) -> u64 {
        self.runs.get()
    }

    /// Adds a finding; each is kept once.
    pub(crate) fn report(&self, diagnostic: Diagnostic) {
        self.diagnostics.borrow_mut().push(diagnostic);
    }
}

#[cfg(test)]
mod tests;
