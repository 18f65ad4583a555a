//! Lottie JSON of every generation into the document model.

mod assets;
mod composition;
mod cycles;
mod effects;
mod layer;
mod masks;
mod mesh;
mod path;
mod property;
mod reader;
pub mod schema;
mod shapes;
mod styles;
mod text;
mod transform;

pub use assets::{data_bytes, percent_decode};
pub(crate) use composition::read;
pub(crate) use reader::Entries;
pub(crate) use text::{CAPS, JUSTIFICATIONS};
