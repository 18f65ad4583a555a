//! Draws scenes: a [`Renderer`] turns a scene into a [`Pixmap`].
//!
//! Pictures are premultiplied RGBA in gamma-encoded sRGB, as AE blends by default.

mod pixmap;

pub use pixmap::Pixmap;
