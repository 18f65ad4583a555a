//! One layer: its picture, placed, masked and blended.

use super::blur::Shutter;
use super::content::{is_sized, is_visible};
use super::order::{self, Item};
use super::place::{Nowhere, Place, Space};
use super::plane::Plane;
use super::{Builder, fraction};
use crate::scene::{Group, Matte, MatteMode, Node, Projection};
use crate::{LayerRef, NodeData};
use inbetween_doc::{BlendMode, LayerKind};
use inbetween_expr::Fault;
use inbetween_types::Time;
use kurbo::Rect;

impl Builder<'_> {
    /// What a layer draws into `space` at a time it is active, whether or not it is hidden.
    pub(super) fn layer(&mut self, layer: LayerRef, time: Time, space: &Space) -> Result<Vec<Item>, Fault> {
        let state = self.state;
        let (Some(node), Some(data)) = (state.timeline.layer(layer), state.timeline.layer_data(layer)) else {
            return Ok(Vec::new());
        };
        if !is_visible(data.kind) || !self.spend(layer, 1) {
            return Ok(Vec::new());
        }
        let opacity = fraction(self.number(node.transform.opacity, time, 100.0)?);
        if opacity <= 0.0 {
            return Ok(Vec::new());
        }
        let place = match self.place(layer, time, space, 0.0)? {
            Ok(place) => Some(place),
            Err(Nowhere::NotFinite) => {
                self.report("draw/not-finite", layer, "its transform is not finite; it is not drawn");
                return Ok(Vec::new());
            }
            Err(Nowhere::Flat) => None,
        };
        let mut outer = Group {
            name: data.name.clone(),
            opacity,
            blend: data.blend_mode,
            adjustment: data.adjustment,
            ..Group::default()
        };
        if let Some(matte) = data.matte {
            outer.matte = self.matte(layer, matte, time, space)?;
        }
        if data.adjustment {
            return match place {
                Some(place) => self.adjustment(layer, time, outer, place),
                None => Ok(Vec::new()),
            };
        }
        if data.kind == LayerKind::Precomposition && data.collapse && !self.is_pictured(layer) {
            return self.collapsed(layer, time, space, outer);
        }
        let shutter = self.shutter(layer);
        if let Some(shutter) = shutter {
            let Some(blurred) = self.blurred(layer, time, space, &shutter)? else { return Ok(Vec::new()) };
            outer.nodes = blurred;
            let rect = order::sample_extent(&outer.nodes);
            return Ok(vec![Item { nodes: vec![group(outer)], plane: plane(place, rect) }]);
        }
        if data.kind == LayerKind::Text
            && let Some(items) = self.standing(layer, time, space, 0.0)?
        {
            return self.stood(layer, time, items, outer, place);
        }
        if data.kind == LayerKind::Mesh {
            let items = self.meshed(layer, time, space, 0.0)?;
            return if items.is_empty() { Ok(items) } else { self.stood(layer, time, items, outer, place) };
        }
        let Some(place) = place else { return Ok(Vec::new()) };
        outer.nodes = self.content(layer, time)?;
        self.dress(layer, time, &mut outer)?;
        if outer.nodes.is_empty() && outer.effects.is_empty() && outer.styles.is_empty() {
            return Ok(Vec::new());
        }
        outer.transform = place.projection;
        outer.clip = clip(data.kind, data.width, data.height);
        if is_sized(data.kind) && !outer.effects.is_empty() {
            // Effects want to know the layer's size.
            outer.clip = Some([0.0, 0.0, data.width, data.height]);
        }
        if place.seen.is_none() {
            return Ok(vec![Item { nodes: vec![group(in_order(outer, data.kind))], plane: None }]);
        }
        let rect = order::group_extent(&outer);
        if behind(&outer.transform, rect) {
            return Ok(Vec::new());
        }
        let nodes = vec![group(in_order(outer, data.kind))];
        Ok(vec![Item { nodes, plane: plane(Some(place), rect) }])
    }

    /// An adjustment layer: effects on what is below it. It acts inside its clip, its masks and its matte; where its
    /// own picture is no upright rectangle, that picture's alpha becomes the matte.
    fn adjustment(
        &mut self,
        layer: LayerRef,
        time: Time,
        mut outer: Group,
        place: Place,
    ) -> Result<Vec<Item>, Fault> {
        let Some(data) = self.state.timeline.layer_data(layer) else { return Ok(Vec::new()) };
        self.dress(layer, time, &mut outer)?;
        if outer.effects.is_empty() && outer.styles.is_empty() {
            return Ok(Vec::new());
        }
        outer.transform = place.projection;
        let rect = [0.0, 0.0, data.width, data.height];
        let [[_, b, _], [d, _, _], last] = place.projection.0;
        let upright = b == 0.0 && d == 0.0 && last == [0.0, 0.0, 1.0];
        if is_sized(data.kind) {
            outer.clip = Some(rect);
        }
        if data.kind != LayerKind::Solid || !upright {
            let own = Group {
                name: data.name.clone(),
                transform: place.projection,
                clip: clip(data.kind, data.width, data.height),
                matte: outer.matte.take(),
                nodes: self.content(layer, time)?,
                ..Group::default()
            };
            if own.nodes.is_empty() {
                return Ok(Vec::new());
            }
            outer.matte = Some(Matte { mode: MatteMode::Alpha, nodes: vec![group(own)] });
        }
        Ok(vec![Item { nodes: vec![group(outer)], plane: plane(Some(place), Some(rect_of(rect))) }])
    }

    /// Gives a group the layer's masks, effects and styles.
    pub(super) fn dress(&mut self, layer: LayerRef, time: Time, group: &mut Group) -> Result<(), Fault> {
        group.masks = self.masks(layer, time)?;
        group.effects = self.effects(layer, time)?;
        group.styles = self.styles(layer, time)?;
        Ok(())
    }

    /// Whether masks, effects or styles make a collapsed precomposition a picture of its own.
    fn is_pictured(&self, layer: LayerRef) -> bool {
        let timeline = self.timeline();
        let Some(node) = timeline.layer(layer) else { return false };
        ["ADBE Mask Parade", "ADBE Effect Parade", "ADBE Layer Styles"].iter().any(|group| {
            let Some(group) = timeline.child(node.root, group).and_then(|group| timeline.node(group)) else {
                return false;
            };
            group.children().iter().any(|child| {
                timeline
                    .node(*child)
                    .is_some_and(|child| matches!(child.data, NodeData::Group { enabled: true, .. }))
            })
        })
    }

    /// The layers of a collapsed precomposition, drawn straight into the space of this one. Opacity, a blend mode
    /// or a matte still needs a picture, but none of the composition's size.
    fn collapsed(
        &mut self,
        layer: LayerRef,
        time: Time,
        space: &Space,
        mut outer: Group,
    ) -> Result<Vec<Item>, Fault> {
        let Some((inside, inner_time)) = self.inside(layer, time)? else { return Ok(Vec::new()) };
        let world = self.world(layer, time)?;
        let three_d = self.timeline().layer_data(layer).is_some_and(|data| data.three_d);
        let items = self.composition(inside, inner_time, &space.inside(&world, three_d));
        let whole = outer.opacity >= 1.0 && outer.blend == BlendMode::Normal && outer.matte.is_none();
        if whole {
            return Ok(items);
        }
        let plane = items.iter().find_map(|item| item.plane.clone()).filter(|_| three_d).map(Plane::for_many);
        outer.nodes = order::flatten(items);
        if outer.nodes.is_empty() {
            return Ok(Vec::new());
        }
        outer.transform = Projection::IDENTITY;
        Ok(vec![Item { nodes: vec![group(outer)], plane }])
    }

    fn shutter(&self, layer: LayerRef) -> Option<Shutter> {
        let data = self.timeline().layer_data(layer)?;
        if !self.options.motion_blur || !data.motion_blur {
            return None;
        }
        Shutter::of(self.timeline(), layer, self.options)
    }
}

/// A layer's group as AE's order of rendering has it: masks, effects, transform, styles; for shape and text layers,
/// which are always rasterised continuously, masks, transform, effects, styles (Adobe's manual, "Render order and
/// collapsing transformations"). Opacity, blend mode and matte come last.
fn in_order(mut outer: Group, kind: LayerKind) -> Group {
    let vector = matches!(kind, LayerKind::Shape | LayerKind::Text);
    let late = !outer.styles.is_empty() || (vector && !outer.effects.is_empty());
    if !late || outer.transform == Projection::IDENTITY {
        return outer;
    }
    let inner = Group {
        name: outer.name.clone(),
        transform: std::mem::replace(&mut outer.transform, Projection::IDENTITY),
        clip: outer.clip.take(),
        masks: std::mem::take(&mut outer.masks),
        effects: if vector { Vec::new() } else { std::mem::take(&mut outer.effects) },
        nodes: std::mem::take(&mut outer.nodes),
        ..Group::default()
    };
    outer.nodes = vec![group(inner)];
    outer
}

/// The rectangle outside which a precomposition shows nothing; other layers are no larger than themselves.
pub(super) fn clip(kind: LayerKind, width: f64, height: f64) -> Option<[f64; 4]> {
    (kind == LayerKind::Precomposition).then_some([0.0, 0.0, width, height])
}

fn rect_of([x0, y0, x1, y1]: [f64; 4]) -> Rect {
    Rect::new(x0, y0, x1, y1)
}

pub(super) fn group(group: Group) -> Node {
    Node::Group(Box::new(group))
}

/// Where a layer in space lies; a layer whose extent is unknown lies at its origin.
fn plane(place: Option<Place>, rect: Option<Rect>) -> Option<Plane> {
    let (camera, seen) = place?.seen?;
    Some(Plane::of(&camera, &seen, rect.unwrap_or_default()))
}

/// Whether all of a rectangle lies behind the eye.
pub(super) fn behind(projection: &Projection, rect: Option<Rect>) -> bool {
    let [_, _, [g, h, i]] = projection.0;
    if g == 0.0 && h == 0.0 {
        return i <= 1e-9;
    }
    let Some(rect) = rect else { return false };
    let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x0, rect.y1), (rect.x1, rect.y1)];
    corners.iter().all(|(x, y)| g * x + h * y + i <= 1e-9)
}
