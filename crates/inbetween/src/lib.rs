//! Run After Effects expressions outside After Effects: open a motion file, evaluate any property at any time, find
//! what is wrong, explain a value, bake expressions into keyframes that every player plays.

mod bake;
mod check;
mod error;
mod explain;
pub mod info;
mod project;
mod query;

pub use bake::{BakeOptions, Baked, FrameSpan, Tolerance};
pub use check::Checked;
pub use error::Error;
pub use explain::{Explanation, KeyUse, Read};
pub use inbetween_doc as doc;
pub use inbetween_expr::Item;
pub use inbetween_timeline as timeline;
pub use inbetween_timeline::{Progress, PropertyRef, with_large_stack};
pub use inbetween_types::{
    Diagnostic, Diagnostics, FrameRate, Limits, Location, Path, Severity, SourcePoint, TextDocument,
    TextStyle, Time, Value, Vector,
};
pub use project::{OpenOptions, Project};
pub use query::{Query, Sample, Series, value_item};
