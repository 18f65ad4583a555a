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
pub mod tier;
pub mod tree;

pub use engine::{
    Engine, EngineOptions, ScopeNames, no_stack, stack_left, stack_room, with_large_stack, with_stack_base,
};
pub use host::{
    Class, Evaluation, Fault, FaultKind, Host, Member, MemberKind, NumericHost, Object, Runner, Wiggle,
};
pub use item::{Item, MADE_BY};
pub use program::{Compiled, Program, Resolve, Scope, SourceOffset, TraceKind, TracePoint, rewrite_eval};
