//! The engine: runs programs on QuickJS.
//!
//! A [`Realm`](realm::Realm) is a JavaScript heap with the prelude of `js/` in it. One is made per engine, lazily,
//! with every intrinsic frozen; expressions that read other expressions run inside it, one within the other. A
//! program that writes to built-in objects gets a realm of its own that is dropped afterwards, so nobody sees what
//! it wrote.
//!
//! Limits are counted, never timed: fuel and call depth by the code the front end emits, natives by what they work
//! on (`js/guard.js`) and, for those that poll, by QuickJS's interrupt counter. A limit raises QuickJS's
//! uncatchable error, so neither `catch` nor `finally` nor a native callback can swallow it.

mod convert;
mod fault;
mod install;
mod realm;
mod scope;
mod shared;
mod stack;
mod styles;
#[cfg(test)]
mod tests;

pub(crate) use install::posterized;
pub(crate) use scope::PROJECT_GLOBALS;
pub use scope::ScopeNames;
pub use stack::{no_stack, stack_left, stack_room, with_large_stack, with_stack_base};

use crate::{Evaluation, Fault, Host, Item, Program};
use inbetween_types::Limits;
use shared::Shared;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// What an engine is made with, besides its host.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// The limits.
    pub limits: Limits,
    /// What `new Date()` is, in milliseconds since 1970-01-01 UTC. Default 0.
    pub now_ms: f64,
    /// How much of the caller's stack evaluation may use, in bytes. Default 8 MiB: the thread then needs 16 MiB
    /// (see [`with_large_stack`]).
    pub stack_bytes: usize,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { limits: Limits::default(), now_ms: 0.0, stack_bytes: 8 << 20 }
    }
}

/// Runs programs against a host, on one thread. Not `Send`.
pub struct Engine {
    shared: Rc<Shared>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine for a host. Cheap: the JavaScript heap is made when the first program runs.
    #[must_use]
    pub fn new(host: Rc<dyn Host>, limits: &Limits, now_ms: f64) -> Self {
        Self::with_options(
            host,
            &EngineOptions { limits: limits.clone(), now_ms, ..EngineOptions::default() },
        )
    }

    /// The same with every option.
    #[must_use]
    pub fn with_options(host: Rc<dyn Host>, options: &EngineOptions) -> Self {
        Self { shared: Rc::new(Shared::new(host, options)) }
    }

    /// Runs a program to its value.
    ///
    /// # Errors
    /// The failure, when it throws or meets a limit; the engine stays usable.
    pub fn run(&self, program: &Arc<Program>, evaluation: &Evaluation) -> Result<Item, Fault> {
        if self.shared.depth() == 0 {
            self.shared.enter();
        }
        realm::run_fresh(&self.shared, program, evaluation)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Idle realms hold functions that hold the shared state.
        self.shared.clear();
    }
}
