//! The session's expression engine.

use super::{Session, State};
use inbetween_expr::program::Resolve;
use inbetween_expr::{Evaluation, Fault, Item, Program, Runner};
use std::sync::Arc;

/// The AE names that expressions see.
#[derive(Debug)]
pub(crate) struct Names;

impl Resolve for Names {
    fn scope_name(&self, name: &str) -> Option<&'static str> {
        let _ = name;
        None
    }

    fn member_name(&self, name: &str) -> Option<&'static str> {
        let _ = name;
        None
    }
}

/// Where a session keeps its engine.
#[derive(Debug, Default)]
pub(crate) struct Slot;

/// A runner without an engine.
struct Idle(Evaluation);

impl Runner for Idle {
    fn run(&mut self, _program: &Arc<Program>, _evaluation: &Evaluation) -> Result<Item, Fault> {
        Err(Fault::thrown("expr/no-engine", "expressions cannot be evaluated in this build"))
    }

    fn current(&self) -> &Evaluation {
        &self.0
    }
}

impl Session {
    /// Calls `f` with the state and a runner that no expression has called: the way to ask the state for
    /// matrices, bounds and other things that may evaluate expressions.
    pub fn with_runner<T>(&self, f: impl FnOnce(&State, &mut dyn Runner) -> T) -> T {
        f(&self.state, &mut Idle(self.state.root_evaluation()))
    }
}
