//! Draws scenes: a [`Renderer`] turns a scene into a [`Picture`].
//!
//! Pictures are premultiplied RGBA in gamma-encoded sRGB, as AE blends by default. [`Quality::Fast`] keeps 8 bits per
//! channel, [`Quality::Reference`] f32; effects and layer styles always see f32 ([`Pixmap`]).

mod blend;
mod blur;
pub mod effects;
mod gradient;
mod image;
mod mesh;
mod options;
mod painter;
mod picture;
mod pixel;
mod pixmap;
mod raster;
mod renderer;
mod resources;
pub mod styles;
mod surface;

pub use options::{Quality, RenderOptions, Size};
pub use picture::{Picture, Pixels};
pub use pixmap::Pixmap;
pub use renderer::Renderer;
pub use resources::{NoResources, Resources};
