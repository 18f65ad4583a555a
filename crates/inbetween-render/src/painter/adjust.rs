//! Adjustment layers: effects on what is below.

use super::bounds::{map_rect, reach};
use super::group::is_upright;
use super::{Painter, State, is_normal};
use crate::pixel::{Covers, Pixel};
use crate::raster::IRect;
use crate::surface::{Plane, Surface};
use inbetween_timeline::scene::{Group, Projection};
use kurbo::{Affine, Rect};

impl<P: Pixel> Painter<'_, P> {
    /// Replaces what is below by its image under the effects, as far as clip, masks, matte and opacity let them.
    pub(super) fn adjust(
        &mut self,
        group: &Group,
        state: &State,
        parent: &Projection,
        target: &mut Surface<P>,
    ) {
        let alpha = group.opacity * state.alpha;
        if group.effects.is_empty() && group.styles.is_empty() {
            return;
        }
        let mut area = state.clip.intersect(target.bounds);
        if let Some([x0, y0, x1, y1]) = group.clip {
            area = area.intersect(IRect::around(map_rect(Rect::new(x0, y0, x1, y1), &state.map)));
        }
        let far = (reach(group, &state.map) as i32).min(self.farthest);
        let wide = area.grown(far, far);
        if area.is_empty() {
            return;
        }
        let Some(mut layer) = self.take(wide) else { return };
        let known = wide.intersect(target.bounds);
        for y in known.y0..known.y1 {
            let from = target.row(y, known.x0, known.x1);
            layer.row_mut(y, known.x0, known.x1).copy_from_slice(from);
        }
        // What is below lies on the device: a turned adjustment layer's effects keep their size, not their direction.
        let (map, scale) = match is_upright(&state.map) {
            Some(scale) => (state.map, scale),
            None => {
                let scale = state.map.as_affine().map_or(1.0, |a| a.determinant().abs().sqrt()).max(1e-3);
                (Projection::affine(Affine::scale(scale)), [scale, scale])
            }
        };
        self.effects(group, &map, scale, &mut layer);
        let mut plane = match self.masks(&group.masks, &state.map, area) {
            Some(plane) => plane,
            None => Plane::new(area, self.kit.planes.pop().unwrap_or_default(), 1.0),
        };
        if let Some(clip) = self.soft_clip(group, &state.map, area) {
            plane.covers.iter_mut().zip(&clip.covers).for_each(|(c, m)| *c *= m);
            self.kit.planes.push(clip.covers);
        }
        if let Some(matte) = group.matte.as_ref().and_then(|matte| self.matte(matte, parent, area)) {
            plane.covers.iter_mut().zip(&matte.covers).for_each(|(c, m)| *c *= m);
            self.kit.planes.push(matte.covers);
        }
        plane.covers.iter_mut().for_each(|c| *c *= alpha);
        for y in area.y0..area.y1 {
            let covers = &*plane.row_mut(y, area.x0, area.x1);
            let source = layer.row(y, area.x0, area.x1);
            let row = target.row_mut(y, area.x0, area.x1);
            if is_normal(group.blend) {
                P::mix(row, source, covers);
            } else {
                P::blend(row, source, Covers::Each(covers, 1.0), group.blend);
            }
        }
        self.kit.planes.push(plane.covers);
        self.give_back(layer);
    }
}
