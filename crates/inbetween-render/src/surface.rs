//! A picture somewhere on the device's grid.

use crate::Pixmap;
use crate::pixel::{Covers, Pixel};
use crate::raster::{IRect, Sink};
use inbetween_doc::BlendMode;

/// Pixels of a rectangle of the device.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface<P> {
    pub(crate) bounds: IRect,
    pub(crate) pixels: Vec<P>,
}

impl<P: Pixel> Surface<P> {
    /// Transparent, in memory that is used again.
    pub(crate) fn new(bounds: IRect, mut pixels: Vec<P>) -> Self {
        pixels.clear();
        pixels.resize(bounds.width() * bounds.height(), P::default());
        Self { bounds, pixels }
    }

    /// Pixels `x0..x1` of row `y`; empty if any of them is outside.
    #[inline]
    pub(crate) fn row(&self, y: i32, x0: i32, x1: i32) -> &[P] {
        self.range(y, x0, x1).and_then(|range| self.pixels.get(range)).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, y: i32, x0: i32, x1: i32) -> &mut [P] {
        self.range(y, x0, x1).and_then(|range| self.pixels.get_mut(range)).unwrap_or_default()
    }

    #[inline]
    fn range(&self, y: i32, x0: i32, x1: i32) -> Option<std::ops::Range<usize>> {
        let b = self.bounds;
        if x0 < b.x0 || x1 > b.x1 || y < b.y0 || y >= b.y1 || x0 >= x1 {
            return None;
        }
        let start = (y - b.y0) as usize * b.width() + (x0 - b.x0) as usize;
        Some(start..start + (x1 - x0) as usize)
    }

    /// All of `above` within `clip` onto this.
    pub(crate) fn draw(&mut self, above: &Self, clip: IRect, alpha: f32, mode: BlendMode) {
        let area = self.bounds.intersect(above.bounds).intersect(clip);
        for y in area.y0..area.y1 {
            let source = above.row(y, area.x0, area.x1);
            let row = self.row_mut(y, area.x0, area.x1);
            match mode {
                BlendMode::Normal => P::over(row, source, alpha),
                _ => P::blend(row, source, Covers::One(alpha), mode),
            }
        }
    }

    /// As f32 for effects; the memory is the pixmap's.
    pub(crate) fn to_pixmap(&self) -> Pixmap {
        Pixmap {
            width: self.bounds.width(),
            height: self.bounds.height(),
            pixels: self.pixels.iter().map(|pixel| pixel.to_premultiplied()).collect(),
        }
    }

    /// Takes over what an effect made of it.
    pub(crate) fn set(&mut self, pixmap: &Pixmap) {
        for (pixel, &color) in self.pixels.iter_mut().zip(&pixmap.pixels) {
            *pixel = P::from_premultiplied(color);
        }
    }
}

/// Fills with one colour.
pub(crate) struct Solid<'a, P> {
    pub(crate) target: &'a mut Surface<P>,
    pub(crate) color: P,
}

impl<P: Pixel> Sink for Solid<'_, P> {
    #[inline]
    fn span(&mut self, y: i32, x0: i32, x1: i32, cover: f32) {
        P::fill(self.target.row_mut(y, x0, x1), self.color, cover);
    }

    #[inline]
    fn pixels(&mut self, y: i32, x0: i32, covers: &[f32]) {
        P::fill_covers(self.target.row_mut(y, x0, x0 + covers.len() as i32), self.color, covers);
    }
}

/// Gives the pixels of a row.
pub(crate) trait Shader<P> {
    /// Pixels of row `y` from `x0` on.
    fn row(&mut self, y: i32, x0: i32, out: &mut [P]);
    /// Whether every pixel is opaque.
    fn is_opaque(&self) -> bool {
        false
    }
}

/// Fills with what a shader gives, in any mode.
pub(crate) struct Shaded<'a, P, S> {
    pub(crate) target: &'a mut Surface<P>,
    pub(crate) shader: S,
    pub(crate) alpha: f32,
    pub(crate) mode: BlendMode,
    pub(crate) row: &'a mut Vec<P>,
}

impl<P: Pixel, S: Shader<P>> Sink for Shaded<'_, P, S> {
    fn span(&mut self, y: i32, x0: i32, x1: i32, cover: f32) {
        if cover >= 1.0 && self.alpha >= 1.0 && self.mode == BlendMode::Normal && self.shader.is_opaque() {
            self.shader.row(y, x0, self.target.row_mut(y, x0, x1));
            return;
        }
        self.row.resize((x1 - x0).max(0) as usize, P::default());
        self.shader.row(y, x0, self.row);
        let row = self.target.row_mut(y, x0, x1);
        match self.mode {
            BlendMode::Normal => P::over(row, self.row, cover * self.alpha),
            mode => P::blend(row, self.row, Covers::One(cover * self.alpha), mode),
        }
    }

    fn pixels(&mut self, y: i32, x0: i32, covers: &[f32]) {
        self.row.resize(covers.len(), P::default());
        self.shader.row(y, x0, self.row);
        let row = self.target.row_mut(y, x0, x0 + covers.len() as i32);
        match self.mode {
            BlendMode::Normal => P::over_covers(row, self.row, covers, self.alpha),
            mode => P::blend(row, self.row, Covers::Each(covers, self.alpha), mode),
        }
    }
}

/// One colour as a shader, for modes.
pub(crate) struct Plain<P>(pub(crate) P);

impl<P: Pixel> Shader<P> for Plain<P> {
    fn row(&mut self, _y: i32, _x0: i32, out: &mut [P]) {
        out.fill(self.0);
    }
}

/// Composites a layer through coverage, without a mask in between.
pub(crate) struct Through<'a, P> {
    pub(crate) target: &'a mut Surface<P>,
    pub(crate) layer: &'a Surface<P>,
    pub(crate) alpha: f32,
    pub(crate) mode: BlendMode,
}

impl<P: Pixel> Sink for Through<'_, P> {
    fn span(&mut self, y: i32, x0: i32, x1: i32, cover: f32) {
        let (source, row) = (self.layer.row(y, x0, x1), self.target.row_mut(y, x0, x1));
        match self.mode {
            BlendMode::Normal => P::over(row, source, cover * self.alpha),
            mode => P::blend(row, source, Covers::One(cover * self.alpha), mode),
        }
    }

    fn pixels(&mut self, y: i32, x0: i32, covers: &[f32]) {
        let x1 = x0 + covers.len() as i32;
        let (source, row) = (self.layer.row(y, x0, x1), self.target.row_mut(y, x0, x1));
        match self.mode {
            BlendMode::Normal => P::over_covers(row, source, covers, self.alpha),
            mode => P::blend(row, source, Covers::Each(covers, self.alpha), mode),
        }
    }
}

/// Coverage of a rectangle, 0..1.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plane {
    pub(crate) bounds: IRect,
    pub(crate) covers: Vec<f32>,
}

impl Plane {
    pub(crate) fn new(bounds: IRect, mut covers: Vec<f32>, value: f32) -> Self {
        covers.clear();
        covers.resize(bounds.width() * bounds.height(), value);
        Self { bounds, covers }
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, y: i32, x0: i32, x1: i32) -> &mut [f32] {
        let b = self.bounds;
        if x0 < b.x0 || x1 > b.x1 || y < b.y0 || y >= b.y1 || x0 >= x1 {
            return &mut [];
        }
        let start = (y - b.y0) as usize * b.width() + (x0 - b.x0) as usize;
        self.covers.get_mut(start..start + (x1 - x0) as usize).unwrap_or_default()
    }

    /// Multiplies a layer of the same bounds.
    pub(crate) fn scale<P: Pixel>(&self, layer: &mut Surface<P>) {
        P::scale(&mut layer.pixels, &self.covers);
    }
}

impl Sink for Plane {
    fn span(&mut self, y: i32, x0: i32, x1: i32, cover: f32) {
        self.row_mut(y, x0, x1).fill(cover);
    }

    fn pixels(&mut self, y: i32, x0: i32, covers: &[f32]) {
        for (to, &from) in self.row_mut(y, x0, x0 + covers.len() as i32).iter_mut().zip(covers) {
            *to = from;
        }
    }
}
