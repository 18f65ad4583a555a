//! Run After Effects expressions outside After Effects.
//!
//! A [`Project`] is an opened motion file (Lottie JSON, dotLottie, `.tgs`). It tells the value of any property at any
//! time, answers questions in the expression language itself, finds what is wrong, explains a value, and bakes
//! expressions into few keyframes that every player plays.
//!
//! ```
//! use inbetween::doc::Container;
//! use inbetween::{BakeOptions, OpenOptions, Project, Query, Value};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/slider-crank.json"))?;
//! // Open a file.
//! let project = Project::open(&bytes, &OpenOptions::default())?;
//!
//! // The value of a property, found by an expression, at 1 second.
//! assert_eq!(project.value(r#"layer("wheel").rotation"#, 1.0)?, Value::Number(90.0));
//!
//! // Any question, at many times, on two threads. The piston stays level with the wheel's hub.
//! let query = Query::new(r#"layer("piston").position[1] - layer("wheel").position[1]"#);
//! let answers = project.query(&[query], &[0.0, 0.5, 1.0, 2.5], 2, &|_, _| true)?;
//! for sample in &answers[0].samples {
//!     assert!(sample.value.as_number().is_some_and(|y| y.abs() < 1e-9), "{sample:?}");
//! }
//!
//! // The same file without expressions.
//! let baked = project.bake(&BakeOptions::default(), Container::Json, &|_, _| true)?;
//! assert_eq!(baked.entries.len(), 3);
//! assert!(baked.keys() < 20 && baked.corner_error < 0.5);
//! # Ok(())
//! # }
//! ```
//!
//! Everything is pure: the same file and question give the same answer in any order, on any thread and machine.
//! Files are untrusted: no expression hangs, crashes or reaches the host, and [`Limits`] say how much it may do. What
//! fails or is not supported is a [`Diagnostic`]; an [`Error`] means that there is no result at all.
//!
//! For speed make a [`timeline::Session`] per thread (see [`Project::timeline`]); for variants use
//! [`Project::with_overrides`], which shares the compiled timeline.

mod bake;
pub mod check;
pub mod diff;
mod error;
mod explain;
mod fonts;
mod html;
mod images;
pub mod info;
mod meshes;
pub mod motion_test;
pub mod output;
pub mod plot;
mod preset;
mod probe;
mod profile;
mod project;
mod query;
mod render;
#[cfg(feature = "svg-images")]
mod svg_image;
pub mod targets;
mod text;
mod tiers;

pub use bake::{BakeOptions, Baked, FrameSpan, TextForm, Tolerance, text_form_words};
pub use check::Checked;
pub use error::Error;
pub use explain::{Explanation, KeyUse, Read, Step, handle_words};
pub use images::{FileLoader, Images};
pub use inbetween_author as author;
pub use inbetween_doc as doc;
pub use inbetween_expr::Item;
pub use inbetween_render as drawing;
pub use inbetween_render::{Picture, Quality};
pub use inbetween_text as font;
pub use inbetween_timeline as timeline;
pub use inbetween_timeline::{Progress, PropertyRef, with_large_stack};
pub use inbetween_types::diagnostic::near_match;
pub use inbetween_types::{
    Diagnostic, Diagnostics, FrameRate, Limits, Location, Path, Severity, SourcePoint, TextDocument,
    TextStyle, Time, Value, Vector,
};
pub use profile::{Profile, Profiled};
pub use project::{Clock, OpenOptions, Opening, Project, ScenePlace};
pub use query::{Query, Sample, Series, value_item};
pub use render::{Frames, RenderOptions, Rendered, Size};
pub use text::{TextSample, TextSeries};
pub use tiers::ExpressionTier;
