//! Text layers: each character with its fill and stroke, moved and coloured by the animators.

use super::Builder;
use super::text_space::Card;
use crate::scene::{EffectCall, Fill, Group, Node, Paint, Projection, Stroke};
use crate::text::animate::{Animated, MoreOptions, UnitState};
use crate::text::{GlyphSource, Unit};
use crate::{LayerRef, Timeline};
use inbetween_doc::BlendMode;
use inbetween_expr::Fault;
use inbetween_types::text::LineJoin;
use inbetween_types::{Mat4, TextStyle, Time, Value};
use kurbo::{Affine, BezPath, Join, Shape};
use std::sync::Arc;

/// AE's limit of mitred corners of characters' strokes.
const MITER_LIMIT: f64 = 4.0;

impl Builder<'_> {
    /// The characters of a text layer in its plane, in reading order, each with fill and stroke in the style's order.
    /// What animators move out of the plane is seen from straight ahead.
    pub(super) fn text(&mut self, layer: LayerRef, time: Time) -> Result<Vec<Node>, Fault> {
        let Some((mut cards, options)) = self.cards(layer, time)? else { return Ok(Vec::new()) };
        self.pictures(layer, time, &mut cards)?;
        Ok(arranged(cards, &options))
    }

    /// Gives characters whose glyph is a composition what that shows.
    pub(super) fn pictures(&mut self, layer: LayerRef, time: Time, cards: &mut [Card]) -> Result<(), Fault> {
        let document = Arc::clone(self.state.timeline.document());
        for card in cards {
            let glyph = card.glyph.and_then(|index| document.glyphs.get(index));
            if let Some(id) = glyph.and_then(|glyph| glyph.composition.as_deref()) {
                card.picture = self.glyph_composition(layer, id, time)?;
            }
        }
        Ok(())
    }

    /// The characters of a text layer, each with its place; `None` when it has no text to draw.
    pub(super) fn cards(
        &mut self,
        layer: LayerRef,
        time: Time,
    ) -> Result<Option<(Vec<Card>, MoreOptions)>, Fault> {
        let state = self.state;
        let Some(node) = state.timeline.layer(layer) else { return Ok(None) };
        let Some(source) = node.transform.source_text else { return Ok(None) };
        let Value::Text(text) = self.value(source, time)? else { return Ok(None) };
        let style = &text.style;
        let numbers = [style.font_size, style.stroke_width, style.tracking, style.baseline_shift];
        if !numbers.iter().all(|n| n.is_finite()) {
            self.report("draw/not-finite", layer, "its text style has numbers that are not finite");
            return Ok(None);
        }
        let Animated { layout, units, options, .. } = state.animated_text(self.runner, layer, &text, time)?;
        self.findings.extend(state.layout_findings(layer, &layout));
        let blend = usize::try_from(options.blending.round() as i64 - 1).ok();
        let blend = blend.and_then(|entry| BlendMode::ALL.get(entry).copied()).unwrap_or_default();
        let mut cards = Vec::with_capacity(units.len());
        for (unit, state) in layout.units.iter().zip(units) {
            if state.opacity <= 0.0 {
                continue;
            }
            let look = layout.style_of(unit).unwrap_or(style);
            if let Some(card) = card(&self.state.timeline, unit, state, look) {
                cards.push(Card { blend, ..card });
            }
        }
        Ok(Some((cards, options)))
    }

    /// What a glyph that is a composition shows.
    fn glyph_composition(&mut self, layer: LayerRef, id: &str, time: Time) -> Result<Vec<Node>, Fault> {
        let found = self.state.composition_with_id(id);
        let Some(found) = found else {
            self.report("draw/missing-asset", layer, format!("the glyph's composition \"{id}\" is missing"));
            return Ok(Vec::new());
        };
        let time = self.state.source_time(self.runner, layer, time)?;
        let rate = self.state.timeline.frame_rate(found);
        Ok(if time.is_finite() { self.picture(found, super::snapped(rate, time)) } else { Vec::new() })
    }
}

/// The nodes of characters in their layer's plane, in the order of Fill & Stroke.
fn arranged(cards: Vec<Card>, options: &MoreOptions) -> Vec<Node> {
    let mut nodes = Vec::with_capacity(cards.len());
    let (mut under, mut over) = (Vec::new(), Vec::new());
    let order = options.order.round() as i64;
    for card in cards {
        let projection = flat(&card.matrix);
        if !projection.0.iter().flatten().all(|n| n.is_finite()) {
            continue;
        }
        match order {
            // All fills over all strokes, or all strokes over all fills.
            2 | 3 => {
                let (fill, stroke) = (card.fill.clone(), card.stroke.clone());
                let (first, second) = if order == 2 { (stroke, fill) } else { (fill, stroke) };
                let alone = |node| Card {
                    picture: Vec::from_iter(node),
                    fill: None,
                    stroke: None,
                    ..Card::default()
                };
                let (opacity, blur, blend) = (card.opacity, card.blur, card.blend);
                let dressed = |list: &mut Vec<Node>, node: Option<Node>| {
                    Card { opacity, blur, blend, ..alone(node) }.draw(list, projection);
                };
                dressed(&mut under, first);
                Card { fill: None, stroke: None, ..card }.draw(&mut under, projection);
                dressed(&mut over, second);
            }
            _ => card.draw(&mut nodes, projection),
        }
    }
    nodes.extend(under);
    nodes.extend(over);
    nodes
}

/// One character; `None` when it draws nothing.
fn card(timeline: &Timeline, unit: &Unit, state: UnitState, style: &TextStyle) -> Option<Card> {
    let mut card = Card {
        matrix: state.matrix,
        opacity: state.opacity as f32,
        blur: state.blur,
        stroke_over_fill: style.stroke_over_fill,
        name: state.text,
        ..Card::default()
    };
    match &unit.glyph {
        GlyphSource::Outline(outline) => {
            if outline.elements().is_empty() {
                return None;
            }
            card.extent = outline.bounding_box();
            card.fill = state.fill.map(|color| filled(outline, color, state.fill_opacity));
            let width = Some(state.stroke_width).filter(|width| *width > 0.0);
            card.stroke = state
                .stroke
                .zip(width)
                .map(|(color, width)| stroked(outline, color, state.stroke_opacity, width, style.line_join));
        }
        GlyphSource::Composition(index, [sx, sy]) => {
            let glyph = timeline.document().glyphs.get(*index)?;
            card.glyph = Some(*index);
            card.extent = unit.ink.unwrap_or_default();
            card.name.clone_from(&glyph.character);
            card.scale = [*sx, *sy];
        }
        GlyphSource::None => return None,
    }
    Some(card)
}

/// A character's fill, in its own space.
fn filled(outline: &Arc<BezPath>, [r, g, b]: [f64; 3], opacity: f64) -> Node {
    Node::Fill(Fill {
        transform: Projection::IDENTITY,
        path: Arc::clone(outline),
        even_odd: false,
        paint: Paint::Solid([r as f32, g as f32, b as f32, 1.0]),
        opacity: opacity as f32,
        blend: BlendMode::Normal,
    })
}

/// A character's stroke, in its own space.
fn stroked(outline: &Arc<BezPath>, [r, g, b]: [f64; 3], opacity: f64, width: f64, join: LineJoin) -> Node {
    let join = match join {
        LineJoin::Round => Join::Round,
        LineJoin::Bevel => Join::Bevel,
        _ => Join::Miter,
    };
    Node::Stroke(Stroke {
        transform: Projection::IDENTITY,
        path: Arc::clone(outline),
        style: kurbo::Stroke::new(width).with_join(join).with_miter_limit(MITER_LIMIT),
        paint: Paint::Solid([r as f32, g as f32, b as f32, 1.0]),
        opacity: opacity as f32,
        blend: BlendMode::Normal,
    })
}

/// The plane z = 0 of a space seen from straight ahead.
fn flat(matrix: &Mat4) -> Projection {
    let [[a, c, _, e], [b, d, _, f], ..] = matrix.0;
    Projection([[a, c, e], [b, d, f], [0.0, 0.0, 1.0]])
}

impl Card {
    /// Appends what it draws through `projection`: bare fills and strokes where they need no picture of their own.
    pub(super) fn draw(self, out: &mut Vec<Node>, projection: Projection) {
        let [sx, sy] = self.scale;
        let inner = projection.after(&Projection::affine(Affine::scale_non_uniform(sx, sy)));
        let composed = self.glyph.is_some();
        let mut nodes = self.picture;
        if self.stroke_over_fill {
            nodes.extend(self.fill);
            nodes.extend(self.stroke);
        } else {
            nodes.extend(self.stroke);
            nodes.extend(self.fill);
        }
        let blurred = self.blur.iter().any(|blur| *blur > 0.0);
        let single =
            nodes.len() == 1 && nodes.iter().all(|node| matches!(node, Node::Fill(_) | Node::Stroke(_)));
        let bare =
            !blurred && (single || (self.opacity >= 1.0 && self.blend == BlendMode::Normal && !composed));
        if !bare {
            if nodes.is_empty() && !composed {
                return;
            }
            out.push(Node::Group(Box::new(Group {
                name: self.name,
                transform: inner,
                opacity: self.opacity,
                blend: self.blend,
                effects: blurs(self.blur),
                nodes,
                ..Group::default()
            })));
            return;
        }
        for mut node in nodes {
            match &mut node {
                Node::Fill(fill) => {
                    fill.transform = projection;
                    fill.opacity *= self.opacity;
                    fill.blend = self.blend;
                }
                Node::Stroke(stroke) => {
                    stroke.transform = projection;
                    stroke.opacity *= self.opacity;
                    stroke.blend = self.blend;
                }
                _ => {}
            }
            out.push(node);
        }
    }
}

/// The effects that blur by pixels along x and y.
fn blurs([x, y]: [f64; 2]) -> Vec<EffectCall> {
    let call = |blur: f64, dimensions: f64| EffectCall {
        match_name: "ADBE Gaussian Blur 2".to_owned(),
        values: [("0001", blur), ("0002", dimensions), ("0003", 0.0)]
            .map(|(number, value)| (format!("ADBE Gaussian Blur 2-{number}"), vec![value]))
            .to_vec(),
        layers: Vec::new(),
    };
    if x == y {
        return Vec::from_iter((x > 0.0).then(|| call(x, 1.0)));
    }
    let along = |blur: f64, dimensions: f64| (blur > 0.0).then(|| call(blur, dimensions));
    [along(x, 2.0), along(y, 3.0)].into_iter().flatten().collect()
}
