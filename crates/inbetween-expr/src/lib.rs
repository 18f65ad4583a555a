//! The After Effects expression language, without any document.
//!
//! [`Program::compile`] turns the text of an expression, raw or as Bodymovin wrote it, into a [`Program`]. An
//! [`Engine`] runs programs against a [`Host`], which stands for the document: it answers what a name on an
//! object means. Values cross the border as [`Item`]s, objects as [`Object`] handles.

pub mod builtins;
pub mod engine;
pub mod host;
pub mod item;
pub mod program;
mod rewrite;
mod syntax;

pub use engine::{Engine, EngineOptions, ScopeNames, stack_room, with_large_stack};
pub use host::{Class, Evaluation, Fault, FaultKind, Host, Member, MemberKind, Object, Runner};
pub use item::Item;
pub use program::{Compiled, Program, Resolve, Scope, rewrite_eval};
