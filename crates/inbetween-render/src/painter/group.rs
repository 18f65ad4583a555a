//! Groups: straight into their parent where that looks the same, else as a layer.

use super::bounds::{around, is_disjoint, looks_below, map_rect, reach};
use super::cache::Way;
use super::effect::effect_scale;
use super::{Kit, Painter, State, Walk, is_normal};
use crate::pixel::Pixel;
use crate::raster::{IRect, Outline, Rule};
use crate::surface::{Plane, Surface, Through};
use inbetween_doc::MatteMode;
use inbetween_timeline::scene::{Group, Matte, Node, Projection};
use kurbo::Rect;

/// How a clip rectangle lies on the device.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Clip {
    /// It is these whole pixels, or cuts nothing.
    Whole(IRect),
    /// Its rim crosses pixels; all of it is within these.
    Soft(IRect),
}

/// Whether an affine map only scales by positive factors and moves.
pub(super) fn is_upright(map: &Projection) -> Option<[f64; 2]> {
    let [a, b, c, d, _, _] = map.as_affine()?.as_coeffs();
    (b.abs() < 1e-9 && c.abs() < 1e-9 && a > 1e-6 && d > 1e-6).then_some([a, d])
}

/// Whether an affine map keeps rectangles upright.
fn is_straight(map: &Projection) -> bool {
    map.as_affine().is_some_and(|affine| {
        let [a, b, c, d, _, _] = affine.as_coeffs();
        (b.abs() < 1e-9 && c.abs() < 1e-9) || (a.abs() < 1e-9 && d.abs() < 1e-9)
    })
}

/// The pixels that lie wholly within a clip, whose map keeps it upright.
fn inner_pixels([x0, y0, x1, y1]: [f64; 4], map: &Projection) -> IRect {
    let image = map_rect(Rect::new(x0, y0, x1, y1), map);
    // A rim within 1/512 of a pixel's edge counts as lying on it, as for whole clips.
    const NEAR: f64 = 1.0 / 512.0;
    let clamp = |v: f64| v.clamp(-5e8, 5e8);
    IRect {
        x0: clamp(image.x0 - NEAR).ceil() as i32,
        y0: clamp(image.y0 - NEAR).ceil() as i32,
        x1: clamp(image.x1 + NEAR).floor() as i32,
        y1: clamp(image.y1 + NEAR).floor() as i32,
    }
}

/// What of a rectangle is not in another, in four strips of which some are empty.
fn around_within(outer: IRect, inner: IRect) -> [IRect; 4] {
    [
        IRect { y1: inner.y0, ..outer },
        IRect { y0: inner.y1, ..outer },
        IRect { x1: inner.x0, y0: inner.y0, y1: inner.y1, ..outer },
        IRect { x0: inner.x1, y0: inner.y0, y1: inner.y1, ..outer },
    ]
}

fn clip_on(rect: [f64; 4], map: &Projection, within: IRect) -> Clip {
    let [x0, y0, x1, y1] = rect;
    let image = map_rect(Rect::new(x0, y0, x1, y1), map);
    let pixels = IRect::around(image).intersect(within);
    if is_straight(map) {
        let near = |v: f64, low: i32, high: i32| {
            // On a pixel's edge, or outside what is drawn at all.
            (v - v.round()).abs() < 1.0 / 512.0 || v <= f64::from(low) || v >= f64::from(high)
        };
        let across = near(image.x0, within.x0, within.x1) && near(image.x1, within.x0, within.x1);
        let down = near(image.y0, within.y0, within.y1) && near(image.y1, within.y0, within.y1);
        if across && down {
            let whole = Rect::new(image.x0.round(), image.y0.round(), image.x1.round(), image.y1.round());
            return Clip::Whole(IRect::around(whole).intersect(within));
        }
    }
    Clip::Soft(pixels)
}

impl<P: Pixel> Painter<'_, P> {
    pub(super) fn group(&mut self, node: &Node, group: &Group, state: &State, target: &mut Surface<P>) {
        let alpha = group.opacity * state.alpha;
        if alpha.is_nan() || alpha <= 0.0 || state.clip.is_empty() {
            return;
        }
        let map = state.map.after(&group.transform);
        if group.adjustment {
            if self.step(node, state, target) {
                let walk = std::mem::replace(&mut self.walk, Walk::Within);
                self.adjust(group, &State { map, ..*state }, &state.map, target);
                self.walk = walk;
            }
            return;
        }
        let far = (reach(group, &map) as i32).min(self.farthest);
        // Effects see the clipped picture and reach beyond it.
        let within = state.clip.grown(far, far);
        let mut clip = group.clip.map_or(Clip::Whole(within), |rect| clip_on(rect, &map, within));
        if let (Some([x0, y0, x1, y1]), Clip::Soft(_)) = (group.clip, clip) {
            let own = around(&group.nodes, &Projection::IDENTITY, 0);
            if own.x0 >= x0 && own.y0 >= y0 && own.x1 <= x1 && own.y1 <= y1 {
                clip = Clip::Whole(within);
            }
        }
        let open = group.masks.is_empty()
            && group.effects.is_empty()
            && group.styles.is_empty()
            && group.matte.is_none()
            && is_normal(group.blend);
        let whole = alpha >= 1.0 || (group.opacity >= 1.0 && state.alpha < 1.0);
        if open
            && !(group.clip.is_some() && looks_below(&group.nodes, 0))
            && (whole || is_disjoint(&group.nodes, &map, 0))
        {
            match (clip, group.clip) {
                (Clip::Whole(clip), _) => {
                    self.nodes(&group.nodes, &State { map, alpha, clip }, target);
                    return;
                }
                (Clip::Soft(pixels), Some(rect)) if !self.on_rim && is_straight(&map) => {
                    // Only the clip's rim needs a layer. Clips within it are not divided again: nested ones would be
                    // drawn five times each.
                    let within = inner_pixels(rect, &map).intersect(pixels);
                    if !within.is_empty() {
                        self.nodes(&group.nodes, &State { map, alpha, clip: within }, target);
                        self.on_rim = true;
                        for strip in around_within(pixels, within) {
                            let strip = strip.intersect(target.bounds);
                            if !strip.is_empty() {
                                let state = State { clip: strip, ..*state };
                                self.separate(node, group, &state, map, Clip::Soft(strip), 0, target);
                            }
                        }
                        self.on_rim = false;
                        return;
                    }
                }
                _ => {}
            }
        }
        self.separate(node, group, state, map, clip, far, target);
    }

    /// Draws a group as a layer of its own; `state` is its parent's, `map` from its own space.
    #[allow(clippy::too_many_arguments, reason = "what a group was found to be")]
    fn separate(
        &mut self,
        node: &Node,
        group: &Group,
        state: &State,
        map: Projection,
        clip: Clip,
        far: i32,
        target: &mut Surface<P>,
    ) {
        let alpha = group.opacity * state.alpha;
        if !self.step(node, state, target) {
            return;
        }
        let content = self.step_content().unwrap_or_else(|| self.content(group));
        let walk = std::mem::replace(&mut self.walk, Walk::Within);
        let inner = State { map, alpha, clip: state.clip };
        let key = content.map(|content| {
            self.key(content, |print| {
                print.map(&map);
                if group.matte.is_some() {
                    print.map(&state.map);
                }
                let (soft, inside) = match clip {
                    Clip::Whole(inside) => (0, inside),
                    Clip::Soft(inside) => (1, inside),
                };
                print.add(soft);
                print.rect(inside);
                print.rect(state.clip);
            })
        });
        let made =
            self.kept(key, group, |painter| painter.layer(group, &inner, clip, far, content, &state.map));
        if let Some((layer, way)) = made {
            match way {
                Way::Plain => target.draw(&layer, state.clip, alpha, group.blend),
                Way::Clip => {
                    self.clip_outline(group, &map);
                    self.through(group, &inner, &layer, target);
                }
                Way::Mask => {
                    self.single_mask(&group.masks, &map);
                    self.through(group, &inner, &layer, target);
                }
            }
            self.release(layer);
        }
        self.walk = walk;
    }

    /// Draws a group as a layer, up to its opacity and blending; `state.map` is from its own space, `parent` from its
    /// parent's.
    fn layer(
        &mut self,
        group: &Group,
        state: &State,
        clip: Clip,
        far: i32,
        content: Option<u128>,
        parent: &Projection,
    ) -> Option<(Surface<P>, Way)> {
        let effects = !group.effects.is_empty() || !group.styles.is_empty();
        let scale = effect_scale(group, &state.map);
        if effects && scale.is_none() {
            let layer = self.resampled(group, content, state)?;
            return Some((self.matted(group, state, parent, layer), Way::Plain));
        }
        let (Clip::Whole(inside) | Clip::Soft(inside)) = clip;
        let mut bounds = IRect::around(around(&group.nodes, &state.map, 0)).intersect(inside);
        if let Some(masked) = self.mask_bounds(&group.masks, &state.map) {
            bounds = bounds.intersect(masked);
        }
        if bounds.is_empty() {
            return None;
        }
        if effects {
            // Room to reach out, but nothing that could not be seen from the clip.
            bounds = bounds.grown(far, far).intersect(state.clip.grown(far, far));
        } else {
            bounds = bounds.intersect(state.clip);
        }
        if bounds.is_empty() {
            return None;
        }
        let mut layer = self.take(bounds)?;
        let inner = State { map: state.map, alpha: 1.0, clip: inside.intersect(bounds) };
        self.nodes(&group.nodes, &inner, &mut layer);
        let soft = matches!(clip, Clip::Soft(_));
        let last = group.matte.is_none() && !effects;
        if last && soft && group.masks.is_empty() {
            return Some((layer, Way::Clip));
        }
        let cut = if soft { self.soft_clip(group, &state.map, bounds) } else { None };
        if let Some(plane) = cut {
            plane.scale(&mut layer);
            self.kit.planes.push(plane.covers);
        }
        if last && self.single_mask(&group.masks, &state.map) {
            return Some((layer, Way::Mask));
        }
        if let Some(plane) = self.masks(&group.masks, &state.map, bounds) {
            plane.scale(&mut layer);
            self.kit.planes.push(plane.covers);
        }
        if let (true, Some(scale)) = (effects, scale) {
            self.effects(group, &state.map, scale, &mut layer);
        }
        Some((self.matted(group, state, parent, layer), Way::Plain))
    }

    /// A layer through its track matte.
    fn matted(
        &mut self,
        group: &Group,
        state: &State,
        parent: &Projection,
        mut layer: Surface<P>,
    ) -> Surface<P> {
        if let Some(matte) = &group.matte
            && let Some(plane) = self.matte(matte, parent, layer.bounds.intersect(state.clip))
        {
            // What is outside the matte's plane is outside the clip and not drawn.
            let area = plane.bounds;
            let mut plane = plane;
            for y in area.y0..area.y1 {
                P::scale(layer.row_mut(y, area.x0, area.x1), plane.row_mut(y, area.x0, area.x1));
            }
            self.kit.planes.push(plane.covers);
        }
        layer
    }

    /// What a track matte lets through.
    pub(super) fn matte(&mut self, matte: &Matte, map: &Projection, bounds: IRect) -> Option<Plane> {
        let mut plane = Plane::new(bounds, self.kit.planes.pop().unwrap_or_default(), 0.0);
        let inverted = matches!(matte.mode, MatteMode::AlphaInverted | MatteMode::LumaInverted);
        let luma = matches!(matte.mode, MatteMode::Luma | MatteMode::LumaInverted);
        let area = IRect::around(around(&matte.nodes, map, 0)).intersect(bounds);
        if inverted {
            plane.covers.fill(1.0);
        }
        if area.is_empty() {
            return Some(plane);
        }
        let mut layer = self.take(area)?;
        self.depth += 1;
        self.nodes(&matte.nodes, &State { map: *map, alpha: 1.0, clip: area }, &mut layer);
        self.depth -= 1;
        for y in area.y0..area.y1 {
            let from = layer.row(y, area.x0, area.x1);
            for (cover, pixel) in plane.row_mut(y, area.x0, area.x1).iter_mut().zip(from) {
                let [r, g, b, a] = pixel.to_premultiplied();
                // Rec. 709 luma of the picture over black.
                let value = if luma { 0.2126 * r + 0.7152 * g + 0.0722 * b } else { a };
                *cover = if inverted { 1.0 - value } else { value };
            }
        }
        self.give_back(layer);
        Some(plane)
    }

    /// Coverage of a clip whose rim crosses pixels.
    pub(super) fn soft_clip(&mut self, group: &Group, map: &Projection, bounds: IRect) -> Option<Plane> {
        let rect = group.clip?;
        if let Clip::Whole(_) = clip_on(rect, map, bounds) {
            return None;
        }
        self.clip_outline(group, map);
        let Kit { raster, outline, planes, .. } = &mut *self.kit;
        let mut plane = Plane::new(bounds, planes.pop().unwrap_or_default(), 0.0);
        raster.fill(outline, bounds, Rule::NonZero, &mut plane);
        Some(plane)
    }

    fn clip_outline(&mut self, group: &Group, map: &Projection) {
        let Kit { outline, mapped, .. } = &mut *self.kit;
        rectangle(group.clip.unwrap_or_default(), mapped);
        mapped.map(map, outline);
    }

    /// Composites a layer through the outline in the kit.
    fn through(&mut self, group: &Group, state: &State, layer: &Surface<P>, target: &mut Surface<P>) {
        let clip = state.clip.intersect(layer.bounds).intersect(target.bounds);
        let Kit { raster, outline, .. } = &mut *self.kit;
        let mut sink = Through { target, layer, alpha: state.alpha, mode: group.blend };
        raster.fill(outline, clip, Rule::NonZero, &mut sink);
    }
}

pub(super) fn rectangle([x0, y0, x1, y1]: [f64; 4], out: &mut Outline) {
    let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(|v| v.clamp(-1e6, 1e6) as f32);
    out.clear();
    out.points.extend([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]);
    out.close();
}
