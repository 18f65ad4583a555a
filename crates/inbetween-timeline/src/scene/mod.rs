//! What is drawn at one time: a resolved tree without time, names or expressions.
//!
//! A [`Scene`] is made by `build` and drawn by a renderer. Everything is in pixels of the composition, colours are
//! straight RGBA 0..1 in gamma-encoded sRGB, angles are gone (they are in the matrices), percent are fractions.
//! [`Scene::dump`] is its stable text form, which most tests compare.

mod build;
mod dump;
mod mesh;
mod probe;

use inbetween_doc::BlendMode;
use kurbo::BezPath;
use std::sync::Arc;

pub use build::SceneOptions;
pub(crate) use build::Shared;
pub use inbetween_doc::MatteMode;
pub use kurbo;
pub use mesh::{Cage, Lamp, LampKind, Material, MeshNode};
pub use probe::PixelProbe;

/// A picture's content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// Nodes, bottom first.
    pub nodes: Vec<Node>,
}

/// A projective map of the plane: row-major 3 × 3, acting on column vectors `(x, y, 1)`. Affine where the last row is
/// `0 0 1`; 3D layers seen by a camera have others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection(pub [[f64; 3]; 3]);

impl Projection {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    /// An affine map.
    #[must_use]
    pub fn affine(affine: kurbo::Affine) -> Self {
        let [a, b, c, d, e, f] = affine.as_coeffs();
        Self([[a, c, e], [b, d, f], [0.0, 0.0, 1.0]])
    }

    /// The affine map this is, if it is one.
    #[must_use]
    pub fn as_affine(&self) -> Option<kurbo::Affine> {
        let [[a, c, e], [b, d, f], [g, h, i]] = self.0;
        (g == 0.0 && h == 0.0 && i == 1.0).then(|| kurbo::Affine::new([a, b, c, d, e, f]))
    }

    /// `self * inner`: `inner` acts first.
    #[must_use]
    pub fn after(&self, inner: &Self) -> Self {
        let mut out = [[0.0; 3]; 3];
        for (row, a) in out.iter_mut().zip(&self.0) {
            for (column, cell) in row.iter_mut().enumerate() {
                *cell = a.iter().zip(&inner.0).map(|(x, b)| x * b.get(column).copied().unwrap_or(0.0)).sum();
            }
        }
        Self(out)
    }

    /// The image of a point; `None` behind or at the eye.
    #[must_use]
    pub fn apply(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        let [u, v, w] = self.0.map(|[a, b, c]| a * x + b * y + c);
        (w > 1e-9).then(|| (u / w, v / w))
    }
}

/// A part of a scene.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Node {
    /// A group composited as one picture where it must be (see [`Group::is_plain`]).
    Group(Box<Group>),
    /// A filled path.
    Fill(Fill),
    /// A stroked path.
    Stroke(Stroke),
    /// An image.
    Image(Image),
    /// A mesh in space.
    Mesh(Box<MeshNode>),
    /// Several moments of the same thing, averaged: motion blur. Weights sum to 1.
    Samples(Vec<(f32, Vec<Node>)>),
}

/// Nodes composited together: a layer, a shape group with opacity, a precomposition.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Name for dumps: the layer's or shape group's.
    pub name: String,
    /// Map from the group's space to its parent's.
    pub transform: Projection,
    /// Opacity 0..1 of the whole.
    pub opacity: f32,
    /// How the whole is blended with what is below it.
    pub blend: BlendMode,
    /// Rectangle of the group's own space outside which its nodes show nothing: x0, y0, x1, y1. Precompositions
    /// have it, and solids and images with effects, which want to know the layer's size.
    pub clip: Option<[f64; 4]>,
    /// Masks, in AE's order, in the group's own space.
    pub masks: Vec<Mask>,
    /// Effects, first applied first. They see the masked picture in the group's own space.
    pub effects: Vec<EffectCall>,
    /// Layer styles, applied after effects.
    pub styles: Vec<EffectCall>,
    /// Track matte: drawn in the parent's space.
    pub matte: Option<Matte>,
    /// An adjustment layer: its effects change what is already below it, where its clip, masks, matte and opacity
    /// let them. It has no nodes.
    pub adjustment: bool,
    /// Content, bottom first.
    pub nodes: Vec<Node>,
}

impl Default for Group {
    fn default() -> Self {
        Self {
            name: String::new(),
            transform: Projection::IDENTITY,
            opacity: 1.0,
            blend: BlendMode::Normal,
            clip: None,
            masks: Vec::new(),
            effects: Vec::new(),
            styles: Vec::new(),
            matte: None,
            adjustment: false,
            nodes: Vec::new(),
        }
    }
}

impl Group {
    /// Whether its nodes may be drawn straight into the parent, without a picture of its own.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.opacity >= 1.0
            && self.blend == BlendMode::Normal
            && self.clip.is_none()
            && self.masks.is_empty()
            && self.effects.is_empty()
            && self.styles.is_empty()
            && self.matte.is_none()
            && !self.adjustment
    }
}

/// A filled path.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// Map from the path's space to the group's.
    pub transform: Projection,
    /// The path; shared between frames where it does not change.
    pub path: Arc<BezPath>,
    /// Whether the even-odd rule fills, else non-zero.
    pub even_odd: bool,
    /// Colour or gradient, in the path's space.
    pub paint: Paint,
    /// Opacity 0..1.
    pub opacity: f32,
    /// How it is blended within its group.
    pub blend: BlendMode,
}

/// A stroked path.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Map from the path's space to the group's; the pen is in the path's space too.
    pub transform: Projection,
    /// The path.
    pub path: Arc<BezPath>,
    /// Width, caps, joins, miter limit, dashes.
    pub style: kurbo::Stroke,
    /// Colour or gradient, in the path's space.
    pub paint: Paint,
    /// Opacity 0..1.
    pub opacity: f32,
    /// How it is blended within its group.
    pub blend: BlendMode,
}

/// What fills an area.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Paint {
    /// One straight RGBA colour.
    Solid([f32; 4]),
    /// A gradient.
    Gradient(Arc<Gradient>),
}

/// A gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// Radial, else linear.
    pub radial: bool,
    /// Start point (centre of a radial one).
    pub start: [f64; 2],
    /// End point (on the rim of a radial one).
    pub end: [f64; 2],
    /// Highlight of a radial one: distance of the focus from the centre as a fraction of the radius, -1..1.
    pub highlight_length: f64,
    /// Direction of the highlight in degrees from the line start–end.
    pub highlight_angle: f64,
    /// Stops, offset ascending: offset 0..1 and straight RGBA. Colour and opacity stops of the file are merged.
    pub stops: Vec<(f32, [f32; 4])>,
}

/// An image.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Map from the image's own pixels to the group's space.
    pub transform: Projection,
    /// Which footage it is; the renderer's resources hold its pixels.
    pub source: ImageSource,
    /// Size in the composition's pixels, which the picture fills.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Opacity 0..1.
    pub opacity: f32,
}

/// Where an image's pixels come from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImageSource {
    /// A footage item of the document, by its place in `Document::footage`.
    Footage(usize),
}

/// A mask.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// How it combines with the masks before it.
    pub mode: MaskMode,
    /// The path.
    pub path: Arc<BezPath>,
    /// Whether its outside counts.
    pub inverted: bool,
    /// Feather in pixels, x and y.
    pub feather: [f64; 2],
    /// Expansion in pixels, negative shrinks.
    pub expansion: f64,
    /// Opacity 0..1.
    pub opacity: f32,
}

/// Mask modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "AE's own names say it")]
pub enum MaskMode {
    None,
    Add,
    Subtract,
    Intersect,
    Lighten,
    Darken,
    Difference,
}

/// A track matte: a picture whose alpha or luma says how much of the group shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Matte {
    /// How it counts.
    pub mode: MatteMode,
    /// The matte layer, in the parent's space, as if it were shown.
    pub nodes: Vec<Node>,
}

/// An effect or layer style with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectCall {
    /// Match name, for example `ADBE Gaussian Blur 2`; for styles the style's.
    pub match_name: String,
    /// Values in the effect's own order: match name of the parameter and its numbers, in AE's units.
    pub values: Vec<(String, Vec<f64>)>,
    /// Effects that read another layer (Set Matte, Displacement Map): that layer's nodes in the group's space.
    pub layers: Vec<(String, Vec<Node>)>,
}

impl EffectCall {
    /// The numbers of parameter `index` (from 0), or `default`.
    #[must_use]
    pub fn numbers(&self, index: usize) -> &[f64] {
        self.values.get(index).map_or(&[], |(_, numbers)| numbers)
    }

    /// The first number of parameter `index` (from 0), or `default`.
    #[must_use]
    pub fn number(&self, index: usize, default: f64) -> f64 {
        self.numbers(index).first().copied().unwrap_or(default)
    }
}
