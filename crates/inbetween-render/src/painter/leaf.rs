//! Fills, strokes and images.

use super::{Kit, Painter, State, is_normal};
use crate::gradient::{GradientShader, invert, premultiply};
use crate::image::{Mips, level_for};
use crate::pixel::Pixel;
use crate::raster::{IRect, Outline, Rule, flatten, stroke};
use crate::surface::{Plain, Shaded, Solid, Surface};
use inbetween_doc::BlendMode;
use inbetween_timeline::scene::{Fill, Image, MeshNode, Paint, Projection, Stroke};
use kurbo::{Affine, BezPath};
use std::collections::HashMap;
use std::sync::Arc;

/// The most an affine map, or a projective one near the origin, stretches.
pub(crate) fn stretch(map: &Projection) -> f64 {
    let [[a, c, _], [b, d, _], [_, _, w]] = map.0;
    let scale = (a * a + b * b).max(c * c + d * d).sqrt() / w.abs();
    if scale.is_finite() { scale.clamp(1e-6, 1e6) } else { 1.0 }
}

/// Outlines of strokes in their paths' spaces, found by the path's address. The path is held so that its address
/// stays its own. What is kept is what would be made again, to the bit.
#[derive(Debug, Default)]
pub(crate) struct Strokes {
    entries: HashMap<usize, Vec<Entry>>,
    frame: u32,
}

#[derive(Debug)]
struct Entry {
    path: Arc<BezPath>,
    style: kurbo::Stroke,
    scale: u64,
    outline: Outline,
    complete: bool,
    used: u32,
}

impl Strokes {
    /// Forgets what two frames did not use.
    pub(super) fn end_frame(&mut self) {
        let frame = self.frame;
        self.entries.retain(|_, entries| {
            entries.retain(|entry| frame - entry.used < 2);
            !entries.is_empty()
        });
        self.frame += 1;
    }

    fn get(&mut self, node: &Stroke, scale: f64, tolerance: f64) -> (&Outline, bool) {
        // Made for the next power of two, so that small changes of scale keep it.
        let bits = scale.to_bits() & !((1 << 52) - 1);
        let entries = self.entries.entry(Arc::as_ptr(&node.path) as usize).or_default();
        let found = entries.iter().position(|entry| {
            entry.scale == bits
                && entry.style.width == node.style.width
                && same_style(&entry.style, &node.style)
        });
        let at = found.unwrap_or_else(|| {
            let mut outline = Outline::default();
            let tolerance = tolerance / (f64::from_bits(bits) * 2.0);
            let complete = stroke(node.path.elements(), &node.style, tolerance, &mut outline);
            let (path, style) = (Arc::clone(&node.path), node.style.clone());
            entries.push(Entry { path, style, scale: bits, outline, complete, used: 0 });
            entries.len() - 1
        });
        static NONE: Outline = Outline { points: Vec::new(), ends: Vec::new() };
        let Some(entry) = entries.get_mut(at) else { return (&NONE, true) };
        debug_assert!(Arc::ptr_eq(&entry.path, &node.path), "an address is one path's while it is held");
        entry.used = self.frame;
        (&entry.outline, entry.complete)
    }
}

fn same_style(a: &kurbo::Stroke, b: &kurbo::Stroke) -> bool {
    a.join == b.join
        && a.miter_limit == b.miter_limit
        && a.start_cap == b.start_cap
        && a.end_cap == b.end_cap
        && a.dash_pattern == b.dash_pattern
        && a.dash_offset == b.dash_offset
}

/// A path on the device.
pub(super) fn outline_of(
    path: &BezPath,
    map: &Projection,
    tolerance: f64,
    spare: &mut Outline,
    out: &mut Outline,
) {
    out.clear();
    if let Some(affine) = map.as_affine() {
        flatten(path.elements(), affine, tolerance, out);
    } else {
        spare.clear();
        flatten(path.elements(), Affine::IDENTITY, tolerance / (4.0 * stretch(map)), spare);
        spare.map(map, out);
    }
}

impl<P: Pixel> Painter<'_, P> {
    pub(super) fn fill(&mut self, fill: &Fill, state: &State, target: &mut Surface<P>) {
        let alpha = fill.opacity * state.alpha;
        if alpha.is_nan() || alpha <= 0.0 {
            return;
        }
        let map = state.map.after(&fill.transform);
        let Kit { outline, mapped, .. } = &mut *self.kit;
        outline_of(&fill.path, &map, self.tolerance, mapped, outline);
        let rule = if fill.even_odd { Rule::EvenOdd } else { Rule::NonZero };
        let state = State { map, alpha, clip: state.clip };
        self.paint(&fill.paint, &state, rule, fill.blend, target);
    }

    pub(super) fn stroke(&mut self, node: &Stroke, state: &State, target: &mut Surface<P>) {
        let alpha = node.opacity * state.alpha;
        if alpha.is_nan() || alpha <= 0.0 {
            return;
        }
        let map = state.map.after(&node.transform);
        let Kit { outline, strokes, .. } = &mut *self.kit;
        let (own, complete) = strokes.get(node, stretch(&map), self.tolerance);
        own.map(&map, outline);
        if !complete {
            self.find("render/too-many-dashes", "a stroke has too many dashes; it is drawn without");
        }
        let state = State { map, alpha, clip: state.clip };
        self.paint(&node.paint, &state, Rule::NonZero, node.blend, target);
    }

    /// Paints the outline in the kit; `state.map` is the paint's.
    fn paint(&mut self, paint: &Paint, state: &State, rule: Rule, mode: BlendMode, target: &mut Surface<P>) {
        let clip = state.clip.intersect(target.bounds);
        let Kit { raster, outline, row, ramps, .. } = &mut *self.kit;
        match paint {
            Paint::Solid([r, g, b, a]) => {
                let color = P::from_premultiplied(premultiply([*r, *g, *b, *a * state.alpha]));
                if color == P::default() {
                    return;
                }
                if is_normal(mode) {
                    raster.fill(outline, clip, rule, &mut Solid { target, color });
                } else {
                    let shader = Plain(color);
                    raster.fill(outline, clip, rule, &mut Shaded { target, shader, alpha: 1.0, mode, row });
                }
            }
            Paint::Gradient(gradient) => {
                let bounds = outline.bounds();
                if bounds.intersect(clip).is_empty() {
                    return;
                }
                let ramp = if self.exact {
                    ramps.none()
                } else {
                    let extent = bounds.width().max(bounds.height()).clamp(32, 512);
                    ramps.get(gradient, extent.next_power_of_two() * 2)
                };
                let Some(shader) = GradientShader::new(gradient, &state.map, ramp, self.exact) else {
                    return;
                };
                raster.fill(
                    outline,
                    clip,
                    rule,
                    &mut Shaded { target, shader, alpha: state.alpha, mode, row },
                );
            }
            _ => self.find("render/unknown-paint", "a paint is of a kind this renderer does not know"),
        }
    }

    pub(super) fn mesh(&mut self, node: &MeshNode, state: &State, target: &mut Surface<P>) {
        let mut clip = state.clip.intersect(target.bounds);
        if let Some(rect) = crate::mesh::around(node, &state.map) {
            clip = clip.intersect(IRect::around(rect));
        }
        if state.alpha.is_nan() || state.alpha <= 0.0 || clip.is_empty() {
            return;
        }
        let seen = crate::mesh::Seen::new(node, &state.map);
        let row = &mut self.kit.row;
        seen.draw(clip, |y, pixels| {
            row.clear();
            row.extend(pixels.iter().map(|pixel| P::from_premultiplied(*pixel)));
            P::over(target.row_mut(y, clip.x0, clip.x1), row, state.alpha);
        });
    }

    pub(super) fn image(&mut self, image: &Image, state: &State, target: &mut Surface<P>) {
        let alpha = image.opacity * state.alpha;
        if !(alpha > 0.0 && image.width > 0.0 && image.height > 0.0) {
            return;
        }
        let Some(source) = self.resources.image(&image.source) else {
            self.find("render/no-image", "an image has no pixels here and is not drawn");
            return;
        };
        if source.width == 0 || source.height == 0 {
            return;
        }
        let map = state.map.after(&image.transform);
        let Kit { raster, outline, mapped, row, images, .. } = &mut *self.kit;
        mapped.clear();
        let (w, h) = (image.width as f32, image.height as f32);
        mapped.points.extend([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]]);
        mapped.close();
        mapped.map(&map, outline);
        let clip = state.clip.intersect(target.bounds);
        let area = outline.bounds().intersect(clip);
        let Some([u, v, w]) = invert(&map).filter(|_| !area.is_empty()) else { return };
        let (fx, fy) = (source.width as f64 / image.width, source.height as f64 / image.height);
        let inverse = [u.map(|c| c * fx), v.map(|c| c * fy), w];
        let middle = (f64::from(area.x0 + area.x1) * 0.5, f64::from(area.y0 + area.y1) * 0.5);
        let level = level_for(&inverse, middle.0, middle.1);
        let at = images.iter().position(|mips| Arc::ptr_eq(&mips.source, &source)).unwrap_or_else(|| {
            // A few dozen images are a file's; more are a sequence, which is not kept.
            if images.len() >= 64 {
                images.remove(0);
            }
            images.push(Mips::new(source));
            images.len() - 1
        });
        let Some(mips) = images.get_mut(at) else { return };
        mips.prepare(level);
        let shader = mips.sampler(level, inverse);
        let mode = BlendMode::Normal;
        raster.fill(outline, clip, Rule::NonZero, &mut Shaded { target, shader, alpha, mode, row });
    }
}
