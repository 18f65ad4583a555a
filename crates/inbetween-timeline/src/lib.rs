//! A motion document at any time.
//!
//! [`Timeline::compile`] turns a document into an immutable [`Timeline`]; a [`Session`] evaluates it: property
//! values before and after expressions, velocities, layer matrices, cameras, bounds. A timeline can be shared
//! between threads; each thread has its own session with its own expression engine.

pub mod bezier;
mod language;
pub mod session;
pub mod timeline;

pub use session::{Rect, Session, State};
pub use timeline::{
    CompositionRef, FootageRef, LayerNode, LayerRef, Node, NodeData, NodeRef, PropertyData, PropertyRef,
    Timeline,
};
