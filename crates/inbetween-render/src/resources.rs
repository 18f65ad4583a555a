//! What a renderer asks its host for.

use crate::Picture;
use inbetween_timeline::scene::ImageSource;
use std::sync::Arc;

/// Gives decoded images. The renderer asks again for every frame: keep what is decoded.
pub trait Resources {
    /// The image's pixels, premultiplied; `None` if there are none (nothing is drawn, with the finding
    /// `render/no-image`). The same source must always give the same `Arc`: scaled forms are kept by it.
    fn image(&self, source: &ImageSource) -> Option<Arc<Picture>>;
}

/// No images at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoResources;

impl Resources for NoResources {
    fn image(&self, _source: &ImageSource) -> Option<Arc<Picture>> {
        None
    }
}
