//! AE's masks: each a coverage, combined in order.

use super::leaf::{outline_of, stretch};
use super::{Kit, Painter};
use crate::blur::blur;
use crate::pixel::Pixel;
use crate::raster::{IRect, Rule, stroke};
use crate::surface::Plane;
use inbetween_timeline::scene::{Mask, MaskMode, Projection};

/// σ of the blur that stands for a feather of 1 pixel: AE's feather lies half within and half without the rim.
const FEATHER: f64 = 0.3;
/// Widest feather that is drawn, in pixels.
const WIDEST: f64 = 4096.0;

fn active(masks: &[Mask]) -> impl Iterator<Item = &Mask> {
    masks.iter().filter(|mask| mask.mode != MaskMode::None)
}

/// σ of a mask's feather on the device, x and y.
fn feather(mask: &Mask, map: &Projection) -> [f64; 2] {
    let scale = stretch(map);
    mask.feather.map(|f| if f > 0.0 { f.min(WIDEST) * FEATHER * scale } else { 0.0 })
}

fn is_crisp(mask: &Mask) -> bool {
    // A fill of no feather or expansion; NaN counts as none.
    !(mask.feather.iter().any(|f| *f > 0.0) || mask.expansion.abs() > 0.0)
}

impl<P: Pixel> Painter<'_, P> {
    /// Pixels outside which masks let nothing through; `None` where that is not plain.
    pub(super) fn mask_bounds(&mut self, masks: &[Mask], map: &Projection) -> Option<IRect> {
        let mut sum: Option<IRect> = None;
        for mask in active(masks) {
            let adds = matches!(mask.mode, MaskMode::Add | MaskMode::Lighten | MaskMode::Difference);
            // Later masks of other modes only take away.
            let first = sum.is_none() && matches!(mask.mode, MaskMode::Intersect | MaskMode::Darken);
            if !adds && sum.is_some() {
                continue;
            }
            if mask.inverted || !(adds || first) {
                return None;
            }
            let Kit { outline, mapped, .. } = &mut *self.kit;
            outline_of(&mask.path, map, self.tolerance, mapped, outline);
            let sigma = feather(mask, map);
            let expand = if mask.expansion > 0.0 { mask.expansion.min(WIDEST) * stretch(map) } else { 0.0 };
            let room = sigma.map(|s| (s * 3.0 + expand).min(16384.0).ceil() as i32);
            let bounds = match outline.bounds() {
                bounds if bounds.is_empty() => bounds,
                bounds => bounds.grown(room[0], room[1]),
            };
            sum = Some(sum.map_or(bounds, |sum| sum.union(bounds)));
        }
        sum
    }

    /// Whether masks are one plain outline, which is then the kit's.
    pub(super) fn single_mask(&mut self, masks: &[Mask], map: &Projection) -> bool {
        let mut all = active(masks);
        let (Some(mask), None) = (all.next(), all.next()) else { return false };
        let adds = !matches!(mask.mode, MaskMode::Subtract);
        if mask.inverted || !adds || !is_crisp(mask) || mask.opacity < 1.0 {
            return false;
        }
        let Kit { outline, mapped, .. } = &mut *self.kit;
        outline_of(&mask.path, map, self.tolerance, mapped, outline);
        true
    }

    /// What masks let through; `None` where there are none. The first mask meets nothing where it adds, and the
    /// whole layer where it takes away.
    pub(super) fn masks(&mut self, masks: &[Mask], map: &Projection, bounds: IRect) -> Option<Plane> {
        let mut sum: Option<Plane> = None;
        for mask in active(masks) {
            let one = self.mask(mask, map, bounds);
            let Some(sum) = &mut sum else {
                let mut one = one;
                if mask.mode == MaskMode::Subtract {
                    one.covers.iter_mut().for_each(|c| *c = 1.0 - *c);
                }
                sum = Some(one);
                continue;
            };
            for (c, &m) in sum.covers.iter_mut().zip(&one.covers) {
                *c = match mask.mode {
                    MaskMode::Add => *c + m - *c * m,
                    MaskMode::Subtract => *c * (1.0 - m),
                    MaskMode::Intersect => *c * m,
                    MaskMode::Lighten => c.max(m),
                    MaskMode::Darken => c.min(m),
                    MaskMode::Difference => *c + m - 2.0 * *c * m,
                    _ => *c,
                };
            }
            self.kit.planes.push(one.covers);
        }
        sum
    }

    /// One mask's coverage: feathered, expanded, inverted, times its opacity.
    fn mask(&mut self, mask: &Mask, map: &Projection, bounds: IRect) -> Plane {
        let sigma = feather(mask, map);
        let room = sigma.map(|s| ((s * 3.0).ceil() as i32).min(self.farthest));
        let wide = bounds.grown(room[0], room[1]);
        let Kit { outline, mapped, raster, planes, .. } = &mut *self.kit;
        let mut plane = Plane::new(wide, planes.pop().unwrap_or_default(), 0.0);
        outline_of(&mask.path, map, self.tolerance, mapped, outline);
        raster.fill(outline, wide, Rule::NonZero, &mut plane);
        if mask.expansion.abs() > 0.0 && mask.expansion.is_finite() {
            let pen = kurbo::Stroke::new(mask.expansion.abs().min(WIDEST) * 2.0)
                .with_join(kurbo::Join::Round)
                .with_caps(kurbo::Cap::Butt);
            mapped.clear();
            let mut closed = (*mask.path).clone();
            if !matches!(closed.elements().last(), Some(kurbo::PathEl::ClosePath) | None) {
                closed.close_path();
            }
            stroke(closed.elements(), &pen, self.tolerance / stretch(map), mapped);
            mapped.map(map, outline);
            let mut rim = Plane::new(wide, planes.pop().unwrap_or_default(), 0.0);
            raster.fill(outline, wide, Rule::NonZero, &mut rim);
            let grows = mask.expansion > 0.0;
            for (c, &r) in plane.covers.iter_mut().zip(&rim.covers) {
                *c = if grows { c.max(r) } else { c.min(1.0 - r) };
            }
            planes.push(rim.covers);
        }
        if sigma.iter().any(|s| *s > 0.0) {
            let mut spare = planes.pop().unwrap_or_default();
            blur(&mut plane.covers, &mut spare, wide.width(), sigma);
            planes.push(spare);
        }
        if wide != bounds {
            let mut cut = Plane::new(bounds, planes.pop().unwrap_or_default(), 0.0);
            for y in bounds.y0..bounds.y1 {
                let from = plane.row_mut(y, bounds.x0, bounds.x1);
                for (to, &from) in cut.row_mut(y, bounds.x0, bounds.x1).iter_mut().zip(&*from) {
                    *to = from;
                }
            }
            planes.push(std::mem::replace(&mut plane, cut).covers);
        }
        let opacity = mask.opacity.clamp(0.0, 1.0);
        if mask.inverted {
            plane.covers.iter_mut().for_each(|c| *c = (1.0 - *c) * opacity);
        } else if opacity < 1.0 {
            plane.covers.iter_mut().for_each(|c| *c *= opacity);
        }
        plane
    }
}
