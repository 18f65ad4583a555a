//! Baking: expressions become keyframes that move the same.

pub mod fit;
