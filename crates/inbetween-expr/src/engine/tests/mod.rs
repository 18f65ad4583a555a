//! Tests of the engine with hand-written core text.

mod hostile;
mod language;
mod rig;
mod sources;
