//! AE's global functions that need no document: vectors, interpolation, random numbers, colour, time formats.
//!
//! [`BUILTINS`] is the one table of them; the engine installs every row under its name and its legacy names.
//! Handles that arrive as arguments have been replaced by their values before. `posterizeTime`, `comp` and
//! `footage` belong to the engine and the host.

pub(crate) mod arguments;
mod color;
pub(crate) mod interpolation;
pub mod noise;
mod path;
pub mod random;
mod table;
#[cfg(test)]
mod testing;
pub(crate) mod time_format;
pub(crate) mod vector;

pub(crate) use noise::Wander;
pub use noise::{gradient_noise, loop_noise, wiggle_noise, wiggle_offset, wiggle_seed};
pub use random::RandomStream;
pub use table::BUILTINS;

use crate::{Fault, Host, Item, Runner};
use std::fmt;

/// A global function.
pub struct Builtin {
    /// AE's spelling.
    pub name: &'static str,
    /// Legacy spellings.
    pub aliases: &'static [&'static str],
    /// Signature as AE's reference writes it.
    pub signature: &'static str,
    /// One line for completion and documentation.
    pub doc: &'static str,
    /// What it does.
    pub eval: fn(&mut Call<'_>) -> Result<Item, Fault>,
}

impl fmt::Debug for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builtin").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A call of a global function.
pub struct Call<'a> {
    /// The arguments; handles are replaced by their values.
    pub arguments: &'a [Item],
    /// The document.
    pub host: &'a dyn Host,
    /// The running evaluation: its composition and time are the defaults of the time functions.
    pub runner: &'a mut dyn Runner,
    /// Random numbers of the running evaluation.
    pub random: &'a mut RandomStream,
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("arguments", &self.arguments).finish_non_exhaustive()
    }
}

/// The function with a name or legacy name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Builtin> {
    BUILTINS
        .binary_search_by(|b| b.name.cmp(name))
        .ok()
        .and_then(|at| BUILTINS.get(at))
        .or_else(|| BUILTINS.iter().find(|b| b.aliases.contains(&name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_names_are_unique() {
        for pair in BUILTINS.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} {}", pair[0].name, pair[1].name);
        }
        let mut names: Vec<_> =
            BUILTINS.iter().flat_map(|b| b.aliases.iter().copied().chain([b.name])).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn find_knows_every_spelling() {
        for builtin in BUILTINS {
            for name in builtin.aliases.iter().chain([&builtin.name]) {
                assert_eq!(find(name).map(|b| b.name), Some(builtin.name));
            }
        }
        assert!(find("Add").is_none());
    }
}
