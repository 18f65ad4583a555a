//! Per-character 3D: characters that leave their layer's plane are planes of their own, ordered by depth.

use super::layer::{behind, group};
use super::order::{self, Item};
use super::place::{self, Place, Space};
use super::plane::Plane;
use super::{Builder, LayerRef};
use crate::scene::{Group, Node, Projection};
use inbetween_doc::BlendMode;
use inbetween_expr::Fault;
use inbetween_types::{Mat4, Time};
use kurbo::Rect;

/// A character ready to be drawn.
#[derive(Clone, Debug)]
pub(super) struct Card {
    /// From its own space to the layer's.
    pub(super) matrix: Mat4,
    pub(super) opacity: f32,
    pub(super) blend: BlendMode,
    /// Blur in pixels.
    pub(super) blur: [f64; 2],
    pub(super) fill: Option<Node>,
    pub(super) stroke: Option<Node>,
    pub(super) stroke_over_fill: bool,
    /// The document's glyph that is a composition, what it shows, and its scale.
    pub(super) glyph: Option<usize>,
    pub(super) picture: Vec<Node>,
    pub(super) scale: [f64; 2],
    /// What it covers of its own space.
    pub(super) extent: Rect,
    pub(super) name: String,
}

impl Default for Card {
    fn default() -> Self {
        Self {
            matrix: Mat4::IDENTITY,
            opacity: 1.0,
            blend: BlendMode::Normal,
            blur: [0.0; 2],
            fill: None,
            stroke: None,
            stroke_over_fill: false,
            glyph: None,
            picture: Vec::new(),
            scale: [1.0; 2],
            extent: Rect::ZERO,
            name: String::new(),
        }
    }
}

impl Card {
    /// Whether it stays in its layer's plane.
    fn is_flat(&self) -> bool {
        let [_, _, [x, y, _, move_z], _] = self.matrix.0;
        x == 0.0 && y == 0.0 && move_z == 0.0
    }
}

impl Builder<'_> {
    /// The characters of a text layer in space, placed in the picture, when any of them leaves the layer's plane;
    /// `None` when the layer is one plane as others are. Those behind the eye or seen edge-on draw nothing.
    pub(super) fn standing(
        &mut self,
        layer: LayerRef,
        time: Time,
        space: &Space,
        shift: Time,
    ) -> Result<Option<Vec<Item>>, Fault> {
        if !self.state.has_text_animators(layer) {
            return Ok(None);
        }
        let Some((camera, seen)) = self.seen(layer, time, space, shift)? else { return Ok(None) };
        let Some((mut cards, _)) = self.cards(layer, time + shift)? else { return Ok(None) };
        if cards.iter().all(Card::is_flat) {
            return Ok(None);
        }
        self.pictures(layer, time + shift, &mut cards)?;
        let mut items = Vec::with_capacity(cards.len());
        for card in cards {
            let seen = seen.then_after(&card.matrix);
            let placed = Place { projection: place::projected(&camera, &seen), seen: Some((camera, seen)) };
            let Ok(Place { projection, .. }) = place::checked(placed) else { continue };
            let (name, extent) = (card.name.clone(), card.extent);
            if behind(&projection, Some(extent)) {
                continue;
            }
            let mut nodes = Vec::new();
            card.draw(&mut nodes, Projection::IDENTITY);
            if nodes.is_empty() {
                continue;
            }
            let nodes = vec![group(Group { name, transform: projection, nodes, ..Group::default() })];
            items.push(Item { nodes, plane: Some(Plane::of(&camera, &seen, extent)) });
        }
        Ok(Some(items))
    }

    /// Items of a layer with the layer's own opacity, blend mode, matte, masks, effects and styles. Without any that
    /// needs a picture of the whole layer each character stays by itself, so that other layers may stand between them.
    pub(super) fn stood(
        &mut self,
        layer: LayerRef,
        time: Time,
        items: Vec<Item>,
        mut outer: Group,
        place: Option<Place>,
    ) -> Result<Vec<Item>, Fault> {
        self.dress(layer, time, &mut outer)?;
        if outer.matte.is_none() && is_undressed(&outer) {
            let opacity = outer.opacity;
            let veiled = |item: Item| {
                let around =
                    Group { opacity, blend: outer.blend, name: outer.name.clone(), ..Group::default() };
                let nodes = vec![group(Group { nodes: item.nodes, ..around })];
                Item { nodes, plane: item.plane }
            };
            return Ok(items.into_iter().map(veiled).collect());
        }
        let plane = items.iter().find_map(|item| item.plane.clone()).map(Plane::for_many);
        let Some(nodes) = around(&mut outer, order::flatten(items), place) else { return Ok(Vec::new()) };
        outer.nodes = nodes;
        Ok(vec![Item { nodes: vec![group(outer)], plane }])
    }
}

/// Whether nothing of a group lies in the layer's own space.
pub(super) fn is_undressed(group: &Group) -> bool {
    group.masks.is_empty() && group.effects.is_empty() && group.styles.is_empty()
}

/// Nodes of the picture as content of a layer's group, whose transform is set: masks and effects lie in the layer's
/// plane, so that what they act on is brought back into it. `None` when that plane is seen edge-on.
pub(super) fn around(outer: &mut Group, nodes: Vec<Node>, place: Option<Place>) -> Option<Vec<Node>> {
    if is_undressed(outer) {
        outer.transform = Projection::IDENTITY;
        return Some(nodes);
    }
    let projection = place?.projection;
    outer.transform = projection;
    let back = inverse(&projection)?;
    Some(vec![group(Group { transform: back, nodes, ..Group::default() })])
}

/// The inverse of a projection; `None` when it flattens the plane.
fn inverse(projection: &Projection) -> Option<Projection> {
    let [[a, b, c], [d, e, f], [g, h, i]] = projection.0;
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    let rows = [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ];
    Some(Projection(rows.map(|row| row.map(|n| n / determinant))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_its_projection() {
        let projection = Projection([[2.0, 0.5, 30.0], [-0.2, 1.5, 7.0], [0.001, -0.002, 1.1]]);
        let back = inverse(&projection).unwrap().after(&projection);
        let (x, y) = back.apply(12.0, 34.0).unwrap();
        assert!((x - 12.0).abs() < 1e-9 && (y - 34.0).abs() < 1e-9);
        assert_eq!(inverse(&Projection([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 1.0]])), None);
    }
}
