//! The faces of a text's styles.

use super::embedded::Drawn;
use super::{GlyphSource, Layout};
use inbetween_doc::Document;
use inbetween_text::{Cluster, FontSet, Found, Request, embolden};
use inbetween_types::TextStyle;
use kurbo::{Affine, BezPath, Shape};
use std::collections::HashMap;
use std::sync::Arc;

/// Ascent in percent where neither the document nor a face states one.
const DEFAULT_ASCENT: f64 = 75.0;

/// Slant of faux italic: the tangent of 12 degrees.
const SLANT: f64 = 0.212_556_561_670_022_1;

/// How much faux bold grows an outline on each side, in em.
const GROWTH: f64 = 1.0 / 64.0;

/// Faces by style, and outlines already made.
#[derive(Debug)]
pub(super) struct Faces<'a> {
    fonts: &'a FontSet,
    requests: Vec<Request>,
    found: Vec<Option<Found>>,
    /// Ascents that the document states, in em; 0 for none.
    stated: Vec<f64>,
    outlines: HashMap<Key, Option<Arc<BezPath>>>,
}

/// Face, glyph, size, and whether bold and slanted.
type Key = (usize, u32, [u64; 2], [bool; 2]);

impl<'a> Faces<'a> {
    pub(super) fn new<'s>(
        document: &Document,
        fonts: &'a FontSet,
        styles: impl Iterator<Item = &'s TextStyle>,
    ) -> Self {
        let mut out = Self {
            fonts,
            requests: Vec::new(),
            found: Vec::new(),
            stated: Vec::new(),
            outlines: HashMap::new(),
        };
        for style in styles {
            let font = document.fonts.iter().find(|font| font.name == style.font);
            let request = Request {
                name: style.font.clone(),
                family: font.map(|font| font.family.clone()).unwrap_or_default(),
                style: font.map(|font| font.style.clone()).unwrap_or_default(),
            };
            out.found.push(fonts.find(&request));
            out.requests.push(request);
            out.stated.push(font.map_or(0.0, |font| font.ascent.max(0.0) / 100.0));
        }
        out
    }

    pub(super) fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// Height and depth of a style's text in pixels: as the document states, else of a face, else the default.
    pub(super) fn sizes(&self, style: usize, face: Option<usize>, size: f64) -> [f64; 2] {
        let stated = self.stated.get(style).copied().unwrap_or(0.0);
        let face = face.or_else(|| self.found.get(style).copied().flatten().map(|found| found.face));
        let metrics = face.and_then(|face| self.fonts.metrics(face));
        let ascent = match metrics {
            _ if stated > 0.0 => stated,
            Some(metrics) => metrics.ascent,
            None => DEFAULT_ASCENT / 100.0,
        };
        [ascent * size, metrics.map_or(1.0 - ascent, |metrics| metrics.descent) * size]
    }

    /// Notes that a face stands in for the style's own font.
    pub(super) fn used(&self, style: usize, cluster: &Cluster, text: &str, some: bool, layout: &mut Layout) {
        let (Some(request), Some(face)) = (self.requests.get(style), cluster.face) else { return };
        let exact = self.found.get(style).copied().flatten().filter(|found| found.exact);
        if exact.is_some_and(|found| found.face == face) {
            return;
        }
        let name = self.fonts.face(face).map(|info| info.postscript_name.clone()).unwrap_or_default();
        let known = layout.stand_ins.iter_mut().find(|s| s.font == request.name && s.face == name);
        let stand_in = match known {
            Some(stand_in) => stand_in,
            None => {
                layout.stand_ins.push(super::StandIn {
                    font: request.name.clone(),
                    face: name,
                    characters: String::new(),
                    partial: some || exact.is_some(),
                });
                let Some(last) = layout.stand_ins.last_mut() else { return };
                last
            }
        };
        for c in text.chars() {
            if stand_in.characters.len() < 256 && !stand_in.characters.contains(c) {
                stand_in.characters.push(c);
            }
        }
    }

    /// What draws a cluster at a size in pixels.
    pub(super) fn draw(
        &mut self,
        cluster: &Cluster,
        style: usize,
        look: &TextStyle,
        [sx, sy]: [f64; 2],
    ) -> Drawn {
        let advance = cluster.advance * sx;
        let Some(face) = cluster.face else { return Drawn::nothing(advance) };
        let stand_in = self.found.get(style).copied().flatten().is_some_and(|found| found.slant);
        let forms = [look.faux_bold, look.faux_italic || stand_in];
        let mut all: Option<Arc<BezPath>> = None;
        for glyph in &cluster.glyphs {
            let key = (face, glyph.id, [sx.to_bits(), sy.to_bits()], forms);
            let fonts = self.fonts;
            let made = self.outlines.entry(key).or_insert_with(|| {
                let mut path = fonts.outline(face, glyph.id)?;
                if forms[0] {
                    path = embolden(&path, GROWTH);
                }
                let slant = if forms[1] { -SLANT } else { 0.0 };
                let path = Affine::new([sx, 0.0, slant * sx, sy, 0.0, 0.0]) * path;
                (!path.elements().is_empty() && path.is_finite()).then(|| Arc::new(path))
            });
            let Some(path) = made else { continue };
            let moved = (glyph.x * sx, glyph.y * sy);
            let placed = if moved == (0.0, 0.0) {
                Arc::clone(path)
            } else {
                Arc::new(Affine::translate(moved) * (**path).clone())
            };
            all = Some(match all {
                None => placed,
                Some(so_far) => {
                    let mut joined = (*so_far).clone();
                    joined.extend(placed.elements().iter().copied());
                    Arc::new(joined)
                }
            });
        }
        let ink = all.as_ref().map(|path| path.bounding_box());
        let glyph = all.map_or(GlyphSource::None, GlyphSource::Outline);
        Drawn { glyph, advance, ink, estimated: false }
    }
}
