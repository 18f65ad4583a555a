//! The vocabulary every other `inbetween` crate speaks: [`Time`] and [`FrameRate`], [`Value`] and its parts,
//! [`Diagnostic`] and [`Location`], and the deterministic mathematics in [`math`].
//!
//! Nothing here knows a file format, a document or the expression language. Every function is pure and gives
//! the same bits on every machine and thread.

pub mod diagnostic;
pub mod geometry;
pub mod hash;
pub mod limits;
pub mod math;
pub mod path;
pub mod subdivide;
pub mod text;
pub mod time;
pub mod value;

pub use diagnostic::{Diagnostic, Diagnostics, Location, Severity, SourcePoint};
pub use geometry::Mat4;
pub use limits::Limits;
pub use path::Path;
pub use text::{Justification, TextDocument, TextStyle};
pub use time::{FrameRate, Time};
pub use value::{Unit, Value, ValueKind, Vector};
