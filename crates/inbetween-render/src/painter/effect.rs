//! Effects and styles on a layer, in the layer's own space.

use super::bounds::{around, map_rect, reach};
use super::cache::Way;
use super::group::{is_upright, rectangle};
use super::leaf::stretch;
use super::{Kit, Painter, State};
use crate::effects::EffectContext;
use crate::gradient::invert;
use crate::image::Sampler;
use crate::pixel::Pixel;
use crate::raster::{IRect, Rule};
use crate::surface::{Plane, Shaded, Surface};
use crate::{effects, styles};
use inbetween_doc::BlendMode;
use inbetween_timeline::scene::{Group, Node, Projection};
use inbetween_types::Diagnostics;
use kurbo::{Affine, Rect};

/// Pixels of the device per pixel of the layer where a group's effects and styles may be applied to the layer as it
/// lies on the device: upright, or turned or mirrored with one scale if they have no direction. AE's styles come after
/// the layer's transform, too.
pub(super) fn effect_scale(group: &Group, map: &Projection) -> Option<[f64; 2]> {
    if let Some(scale) = is_upright(map) {
        return Some(scale);
    }
    let [a, b, c, d, _, _] = map.as_affine()?.as_coeffs();
    let (across, down) = ((a * a + b * b).sqrt(), (c * c + d * d).sqrt());
    let alike = (across - down).abs() <= 1e-6 * across && (a * c + b * d).abs() <= 1e-6 * across * down;
    let free = group.effects.iter().all(effects::is_direction_free)
        && group.styles.iter().all(styles::is_direction_free);
    (alike && free && across > 1e-6).then_some([across, across])
}

impl<P: Pixel> Painter<'_, P> {
    /// Applies a group's effects and styles to its layer, which lies on the map with `scale`: upright, or any way where
    /// they have no direction ([`effect_scale`]).
    pub(super) fn effects(
        &mut self,
        group: &Group,
        map: &Projection,
        scale: [f64; 2],
        layer: &mut Surface<P>,
    ) {
        let unit = (scale[0] * scale[1]).sqrt();
        if group.effects.is_empty() && styles::apply_direct(&group.styles, layer, unit) {
            return;
        }
        let [_, _, _, _, e, f] = map.as_affine().unwrap_or_default().as_coeffs();
        let bounds = layer.bounds;
        let origin = [(f64::from(bounds.x0) - e) / scale[0], (f64::from(bounds.y0) - f) / scale[1]];
        let size = group.clip.map_or(self.size, |[x0, y0, x1, y1]| [x1 - x0, y1 - y0]);
        let mut pixmap = layer.to_pixmap();
        let mut found = Diagnostics::default();
        let mut draw = |nodes: &[Node]| {
            let Some(mut other) = self.take(bounds) else {
                return crate::Pixmap::new(bounds.width(), bounds.height());
            };
            self.depth += 1;
            if self.depth < super::DEEPEST {
                self.nodes(nodes, &State { map: *map, alpha: 1.0, clip: bounds }, &mut other);
            }
            self.depth -= 1;
            let pixmap = other.to_pixmap();
            self.give_back(other);
            pixmap
        };
        let mut context = EffectContext {
            scale,
            origin,
            size,
            edges: group.clip,
            masks: &group.masks,
            diagnostics: &mut found,
            draw: &mut draw,
        };
        for call in &group.effects {
            effects::apply(call, &mut pixmap, &mut context);
        }
        styles::apply(&group.styles, &mut pixmap, &mut context);
        self.diagnostics.extend(found.into_list());
        layer.set(&pixmap);
    }

    /// Draws a turned, mirrored or projected group with effects: upright in its own space, then through its map. The
    /// result lies on the device, within the clip.
    pub(super) fn resampled(
        &mut self,
        group: &Group,
        content: Option<u128>,
        state: &State,
    ) -> Option<Surface<P>> {
        let inverse = invert(&state.map)?;
        let mut scale = match state.map.as_affine() {
            Some(affine) => affine.determinant().abs().sqrt(),
            None => stretch(&state.map),
        }
        .clamp(1.0 / 256.0, 16.0);
        // A layer that turns keeps its size, and with it its pixels, where its matrix is rounded differently.
        scale = (scale * 4096.0).round() / 4096.0;
        let clip = state.clip;
        let seen = Rect::new(clip.x0.into(), clip.y0.into(), clip.x1.into(), clip.y1.into());
        let seen = state.map.as_affine().map(|_| map_rect(seen, &Projection(inverse)));
        let mut bounds;
        let mut local;
        let mut far;
        loop {
            local = Projection::affine(Affine::scale(scale));
            far = (reach(group, &local) as i32).min(self.farthest);
            let mut content = IRect::around(around(&group.nodes, &local, 0));
            if let Some([x0, y0, x1, y1]) = group.clip {
                content = content.intersect(IRect::around(map_rect(Rect::new(x0, y0, x1, y1), &local)));
            }
            if let Some(masked) = self.mask_bounds(&group.masks, &local) {
                content = content.intersect(masked);
            }
            if content.is_empty() {
                return None;
            }
            bounds = content.grown(far + 1, far + 1);
            if let Some(seen) = seen {
                bounds = bounds.intersect(IRect::around(map_rect(seen, &local)).grown(far + 2, far + 2));
            }
            let most = self.budget.min(1 << 24);
            if bounds.width().saturating_mul(bounds.height()) <= most || scale < 1.0 / 256.0 {
                break;
            }
            // With a larger budget it would be drawn finer.
            self.refused |= most < 1 << 24;
            scale *= 0.5;
        }
        if bounds.is_empty() {
            return None;
        }
        let key = content.map(|content| {
            self.key(content, |print| {
                print.number(scale);
                print.rect(bounds);
            })
        });
        let made = self.kept(key, group, |painter| painter.upright(group, scale, bounds));
        let (layer, _) = made?;
        let out = self.project(&layer, &state.map, scale, &inverse, clip);
        self.release(layer);
        out
    }

    /// Draws a group with its effects in its own space.
    fn upright(&mut self, group: &Group, scale: f64, bounds: IRect) -> Option<(Surface<P>, Way)> {
        let local = Projection::affine(Affine::scale(scale));
        let mut layer = self.take(bounds)?;
        self.nodes(&group.nodes, &State { map: local, alpha: 1.0, clip: bounds }, &mut layer);
        if let Some(rect) = group.clip {
            let Kit { raster, outline, mapped, planes, .. } = &mut *self.kit;
            rectangle(rect, mapped);
            mapped.map(&local, outline);
            let mut plane = Plane::new(bounds, planes.pop().unwrap_or_default(), 0.0);
            raster.fill(outline, bounds, Rule::NonZero, &mut plane);
            plane.scale(&mut layer);
            planes.push(plane.covers);
        }
        if let Some(plane) = self.masks(&group.masks, &local, bounds) {
            plane.scale(&mut layer);
            self.kit.planes.push(plane.covers);
        }
        self.effects(group, &local, [scale, scale], &mut layer);
        Some((layer, Way::Plain))
    }

    /// A layer of its own space, drawn on the device.
    fn project(
        &mut self,
        layer: &Surface<P>,
        map: &Projection,
        scale: f64,
        inverse: &[[f64; 3]; 3],
        clip: IRect,
    ) -> Option<Surface<P>> {
        let b = layer.bounds;
        let own = [b.x0, b.y0, b.x1, b.y1].map(|v| f64::from(v) / scale);
        let [x0, y0, x1, y1] = own;
        let area = IRect::around(map_rect(Rect::new(x0, y0, x1, y1), map)).intersect(clip);
        if area.is_empty() {
            return None;
        }
        let mut out = self.take(area)?;
        let [u, v, w] = *inverse;
        let shift = |row: [f64; 3], by: i32| {
            let mut sum = [0.0; 3];
            for ((to, a), w) in sum.iter_mut().zip(row).zip(w) {
                *to = a * scale - w * f64::from(by);
            }
            sum
        };
        let shader = Sampler { texture: layer, inverse: [shift(u, b.x0), shift(v, b.y0), w] };
        let Kit { raster, outline, mapped, row, .. } = &mut *self.kit;
        rectangle(own, mapped);
        mapped.map(map, outline);
        let mode = BlendMode::Normal;
        let mut sink = Shaded { target: &mut out, shader, alpha: 1.0, mode, row };
        raster.fill(outline, area, Rule::NonZero, &mut sink);
        Some(out)
    }
}
