//! Presets: what each is, by closed forms and by its own nature.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests"
)]

#[path = "presets/all.rs"]
mod all;
#[path = "presets/document.rs"]
mod document;
#[path = "presets/functions.rs"]
mod functions;
#[path = "presets/limbs.rs"]
mod limbs;
#[path = "presets/machines.rs"]
mod machines;
#[path = "presets/movement.rs"]
mod movement;
#[path = "presets/rig.rs"]
mod rig;
#[path = "presets/speeds.rs"]
mod speeds;
#[path = "presets/texts.rs"]
mod texts;
#[path = "presets/writing.rs"]
mod writing;
