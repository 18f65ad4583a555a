//! Presets: what each is, by closed forms and by its own nature.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

#[path = "presets/functions.rs"]
mod functions;
#[path = "presets/rig.rs"]
mod rig;
