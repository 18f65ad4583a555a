//! What a renderer is asked for.

/// How exact pictures are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quality {
    /// 8 bits per channel, premultiplied: what videos and stickers need.
    #[default]
    Fast,
    /// f32 per channel, curves flattened finer.
    Reference,
}

/// How large pictures are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Size {
    /// The composition's size times this factor. Not finite or not above 0 counts as 1.
    Scale(f64),
    /// This many pixels; the composition is stretched to fill them.
    Exact(usize, usize),
}

/// What a renderer is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderOptions {
    /// How large pictures are; the composition's own size by default.
    pub size: Size,
    /// Straight RGBA 0..1 below everything; `None` leaves the picture transparent.
    pub background: Option<[f32; 4]>,
    /// How exact pictures are.
    pub quality: Quality,
    /// Most pixels of a picture. A larger one is drawn smaller, with the finding `render/too-large`. Layers of their
    /// own hold at most sixteen times as many together.
    pub max_pixels: usize,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self { size: Size::Scale(1.0), background: None, quality: Quality::Fast, max_pixels: 1 << 26 }
    }
}
