//! The renderer: options and what is kept between frames.

use crate::gradient::premultiply;
use crate::painter::{Kit, Painter, State, Walk, fingerprint, looks_below};
use crate::pixel::Pixel;
use crate::raster::IRect;
use crate::surface::Surface;
use crate::{Picture, Pixels, Quality, RenderOptions, Resources, Size};
use inbetween_timeline::scene::{Projection, Scene};
use inbetween_types::{Diagnostic, Diagnostics, Severity};
use kurbo::Affine;

/// Largest side of a picture in pixels.
const LONGEST: f64 = 32_767.0;

/// Draws scenes. What it keeps between frames never changes a pixel: any order of calls and any number of renderers
/// give the same bytes.
#[derive(Debug, Default)]
pub struct Renderer {
    options: RenderOptions,
    diagnostics: Diagnostics,
    bytes: Kit<[u8; 4]>,
    floats: Kit<[f32; 4]>,
}

impl Renderer {
    /// A renderer.
    #[must_use]
    pub fn new(options: RenderOptions) -> Self {
        Self { options, ..Self::default() }
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
    pub fn render_into(&mut self, scene: &Scene, resources: &dyn Resources, picture: &mut Picture) {
        let size = self.size_of(scene);
        (picture.width, picture.height) = size;
        let memory = std::mem::replace(&mut picture.pixels, Pixels::Bytes(Vec::new()));
        let Self { options, diagnostics, bytes, floats } = self;
        let frame = Frame { scene, resources, options, size };
        picture.pixels = match options.quality {
            Quality::Fast => {
                let memory = if let Pixels::Bytes(memory) = memory { memory } else { Vec::new() };
                Pixels::Bytes(frame.draw(bytes, diagnostics, memory))
            }
            Quality::Reference => {
                let memory = if let Pixels::Floats(memory) = memory { memory } else { Vec::new() };
                Pixels::Floats(frame.draw(floats, diagnostics, memory))
            }
        };
    }

    /// The size of a scene's picture: what the options ask for, within their limits; at least one pixel.
    fn size_of(&mut self, scene: &Scene) -> (usize, usize) {
        let side = |v: f64| if v.is_finite() && v > 0.0 { v } else { 1.0 };
        let (mut width, mut height) = match self.options.size {
            Size::Scale(scale) => {
                let scale = side(scale);
                (side(scene.width) * scale, side(scene.height) * scale)
            }
            Size::Exact(width, height) => (width as f64, height as f64),
        };
        let most = self.options.max_pixels.max(1) as f64;
        let too_large = (width * height / most).sqrt().max(width / LONGEST).max(height / LONGEST);
        if too_large > 1.0 {
            self.diagnostics.push(
                Diagnostic::new(
                    "render/too-large",
                    Severity::Warning,
                    format!(
                        "a picture of {width:.0} x {height:.0} pixels is beyond the limit and drawn smaller"
                    ),
                )
                .with_help("ask for a smaller size or scale"),
            );
            // Rounding down keeps it within.
            (width, height) = ((width / too_large).floor(), (height / too_large).floor());
        }
        (width.round().max(1.0) as usize, height.round().max(1.0) as usize)
    }

    /// Findings so far: what was bounded or not drawn, each once.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }
}

struct Frame<'a> {
    scene: &'a Scene,
    resources: &'a dyn Resources,
    options: &'a RenderOptions,
    size: (usize, usize),
}

impl Frame<'_> {
    fn draw<P: Pixel>(&self, kit: &mut Kit<P>, diagnostics: &mut Diagnostics, memory: Vec<P>) -> Vec<P> {
        let (width, height) = self.size;
        let bounds = IRect {
            x0: 0,
            y0: 0,
            x1: i32::try_from(width).unwrap_or(0),
            y1: i32::try_from(height).unwrap_or(0),
        };
        let mut target = Surface::new(bounds, memory);
        let background = self.options.background.map(|color| P::from_premultiplied(premultiply(color)));
        // What blends must not see the background, which in After Effects lies below the finished picture.
        let (before, after) =
            if looks_below(&self.scene.nodes, 0) { (None, background) } else { (background, None) };
        if let Some(color) = before {
            target.pixels.fill(color);
        }
        let [scene_width, scene_height] =
            [self.scene.width, self.scene.height].map(|v| if v.is_finite() && v > 0.0 { v } else { 1.0 });
        let scale = Affine::scale_non_uniform(width as f64 / scene_width, height as f64 / scene_height);
        let reference = self.options.quality == Quality::Reference;
        let budget = self.options.max_pixels.saturating_mul(16);
        let background = self.options.background.unwrap_or([f32::NAN; 4]).map(|c| u64::from(c.to_bits()));
        let numbers = [
            width as u64,
            height as u64,
            scene_width.to_bits(),
            scene_height.to_bits(),
            u64::from(reference),
            budget as u64,
            u64::from(after.is_some()),
        ];
        let seed = fingerprint(numbers.into_iter().chain(background));
        kit.layers.begin_frame(target.pixels.len());
        let mut painter = Painter {
            kit,
            resources: self.resources,
            diagnostics,
            tolerance: if reference { 0.01 } else { 0.05 },
            exact: reference,
            budget,
            farthest: bounds.x1.max(bounds.y1).saturating_add(64),
            size: [scene_width, scene_height],
            depth: 0,
            seed,
            walk: Walk::Draw,
            on_rim: false,
            lowest: budget,
            refused: false,
        };
        let state = State { map: Projection::affine(scale), alpha: 1.0, clip: bounds };
        painter.scene(self.scene, &state, seed, &mut target);
        if let Some(color) = after {
            let mut below = vec![color; width];
            for row in target.pixels.chunks_exact_mut(width) {
                below.fill(color);
                P::over(&mut below, row, 1.0);
                row.copy_from_slice(&below);
            }
        }
        kit.end_frame();
        target.pixels
    }
}
