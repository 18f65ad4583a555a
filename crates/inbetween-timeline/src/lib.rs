//! A motion document at any time.
//!
//! [`Timeline::compile`] turns a document into an immutable [`Timeline`]; a [`Session`] evaluates it: property
//! values before and after expressions, velocities, layer matrices, cameras, bounds. A timeline can be shared
//! between threads; each thread has its own session with its own expression engine.

mod ask;
pub mod bake;
pub mod bezier;
mod bounds;
mod camera;
mod compile;
pub mod explain;
mod language;
mod names;
mod parallel;
pub mod scene;
pub mod session;
mod shape;
mod size;
mod text;
pub mod timeline;
mod track;
mod transform;

pub use camera::Camera;
pub use inbetween_expr::with_large_stack;
pub use language::value_item;
pub use parallel::{Alive, Outcome, run_in_stretches, run_parallel, stretch};
pub use session::{Cancelled, Choice, Progress, Rect, Session, State, TierUse};
pub use text::animate::{TextState, UnitState};
pub use timeline::{
    CompileOptions, CompositionNode, CompositionRef, FootageRef, LayerNode, LayerRef, Node, NodeData,
    NodeRef, PropertyData, PropertyRef, Timeline, TransformRefs,
};
