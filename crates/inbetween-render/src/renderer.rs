//! The renderer: options and what is kept between frames.

use crate::{Picture, RenderOptions, Resources};
use inbetween_timeline::scene::Scene;
use inbetween_types::Diagnostics;

/// Draws scenes. What it keeps between frames never changes a pixel: any order of calls and any number of renderers
/// give the same bytes.
#[derive(Debug, Default)]
pub struct Renderer {
    options: RenderOptions,
    diagnostics: Diagnostics,
}

impl Renderer {
    /// A renderer.
    #[must_use]
    pub fn new(options: RenderOptions) -> Self {
        Self { options, diagnostics: Diagnostics::default() }
    }

    /// What it was asked for.
    #[must_use]
    pub fn options(&self) -> &RenderOptions {
        &self.options
    }

    /// A scene's picture.
    #[must_use]
    pub fn render(&mut self, scene: &Scene, resources: &dyn Resources) -> Picture {
        let mut picture = Picture::default();
        self.render_into(scene, resources, &mut picture);
        picture
    }

    /// The same into a picture whose memory is used again.
    pub fn render_into(&mut self, scene: &Scene, _resources: &dyn Resources, picture: &mut Picture) {
        picture.width = scene.width as usize;
        picture.height = scene.height as usize;
    }

    /// Findings so far: what was bounded or not drawn, each once.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }
}
