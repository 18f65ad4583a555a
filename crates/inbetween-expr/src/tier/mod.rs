//! The numeric tier: programs that compute with numbers and short vectors, compiled to instructions over registers.
//!
//! It lowers the same core JavaScript that the script tier runs (see [`crate::program`]), so AE's rules are written
//! once. What it cannot take as a whole it refuses with a place and a reason ([`Tier::Script`]). While it runs, anything
//! that is not certainly the same as in the script tier (other kinds of values than known, an uncaught error, a
//! limit) makes it give up ([`Outcome::Bail`]): the script tier then evaluates from the start, and its answer or
//! finding is the one that counts. Evaluation has no effects, so starting again changes nothing.
//!
//! Why this is exact: operators follow `engine/js/ops.js` line by line on numbers, vectors and short strings; functions
//! are those of [`crate::builtins`]; members are asked of the same host; variables have fixed registers, which is right
//! because a function that is already running gives up.

pub mod block;
mod builtin;
mod calls;
mod code;
mod fixed;
mod loops;
mod lower;
mod lower_calls;
mod math;
mod operators;
mod ops;
mod run;
mod scan;
mod statements;
mod text;
mod value;

pub use code::Code;
pub use run::{Instance, Job, Machine, Outcome, Room, run};
pub use value::number_text;

use crate::{Class, Member, Program, SourceOffset};
use std::sync::{Arc, OnceLock};

/// Codes of the limits that depend on who asks and end the whole evaluation.
pub const ENDS: [&str; 3] = ["limit/expression-depth", "limit/expression-cycles", "limit/stack"];

/// Which tier a program takes.
#[derive(Clone, Debug)]
pub enum Tier {
    /// The numeric tier.
    Numeric(Arc<Code>),
    /// The script tier, and why.
    Script {
        /// Where in the program's source, in bytes.
        offset: SourceOffset,
        /// What the numeric tier does not take there.
        reason: &'static str,
    },
}

/// Where a program keeps its tier.
#[derive(Debug, Default)]
pub struct Slot {
    pub(crate) open: bool,
    tier: OnceLock<Tier>,
}

impl Slot {
    /// A slot that will be filled when it is first asked for.
    #[must_use]
    pub fn open() -> Self {
        Self { open: true, tier: OnceLock::new() }
    }
}

impl Program {
    /// The tier this program takes. `members` gives the members of a class, the same for every call.
    pub fn tier(&self, members: fn(Class) -> &'static [Member]) -> &Tier {
        self.tier.tier.get_or_init(|| {
            if !self.tier.open {
                return Tier::Script { offset: 0, reason: "it is too large or nested too deeply" };
            }
            if self.writes_globals {
                return Tier::Script { offset: 0, reason: "it may write to built-in objects" };
            }
            match lower::lower(&self.core, members) {
                Ok(code) => Tier::Numeric(Arc::new(code)),
                Err(no) => Tier::Script { offset: self.source_offset(no.at), reason: no.reason },
            }
        })
    }
}
