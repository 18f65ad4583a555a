//! Pixels for expressions.

use super::Scene;
use std::fmt::Debug;

/// Draws scenes for expressions that ask for colours (`sampleImage`).
///
/// A timeline draws nothing itself; whoever compiles it may lend it one (`CompileOptions::probe`). A probe must be pure:
/// the same scene always has the same answer.
pub trait PixelProbe: Debug + Send + Sync {
    /// The mean of all pixels of a scene: premultiplied RGBA, 0..1.
    fn mean(&self, scene: &Scene) -> [f32; 4];
}
