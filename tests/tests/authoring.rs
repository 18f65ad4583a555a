//! Drawings, edits and imports, seen through the whole pipeline.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "authoring/drawings.rs"]
mod drawings;
#[path = "authoring/hostile.rs"]
mod hostile;
#[path = "authoring/parenting.rs"]
mod parenting;
#[path = "authoring/scenes.rs"]
mod scenes;
