//! Text layers, with the glyphs the document embeds.

use super::Builder;
use crate::scene::{Fill, Group, Node, Paint, Projection, Stroke};
use crate::text::GlyphSource;
use crate::{LayerRef, NodeRef};
use inbetween_doc::BlendMode;
use inbetween_expr::Fault;
use inbetween_types::{TextDocument, TextStyle, Time, Value};
use kurbo::{Affine, BezPath, Join};
use std::sync::Arc;

/// AE's limit of mitred corners of characters' strokes.
const MITER_LIMIT: f64 = 4.0;

impl Builder<'_> {
    /// The characters of a text layer, in reading order, each with fill and stroke in the style's order.
    pub(super) fn text(&mut self, layer: LayerRef, time: Time) -> Result<Vec<Node>, Fault> {
        let state = self.state;
        let Some(node) = state.timeline.layer(layer) else { return Ok(Vec::new()) };
        let Some(source) = node.transform.source_text else { return Ok(Vec::new()) };
        let Value::Text(text) = self.value(source, time)? else { return Ok(Vec::new()) };
        self.name_options(layer, node.root);
        let style = &text.style;
        let numbers = [style.font_size, style.stroke_width, style.tracking, style.baseline_shift];
        if !numbers.iter().all(|n| n.is_finite()) {
            self.report("draw/not-finite", layer, "its text style has numbers that are not finite");
            return Ok(Vec::new());
        }
        let path = state.text_path(self.runner, layer, time)?;
        let laid = state.text_layout(&text, path.as_ref());
        if !laid.missing.is_empty() {
            self.name_missing(layer, &text, laid.has_glyphs);
        }
        let mut nodes = Vec::with_capacity(laid.units.len());
        for unit in &laid.units {
            let place = unit.place();
            if !place.is_finite() {
                continue;
            }
            match &unit.glyph {
                GlyphSource::Outline(outline) => {
                    draw(&mut nodes, laid.style_of(unit).unwrap_or(style), outline, place);
                }
                GlyphSource::Composition(index, [sx, sy]) => {
                    let document = Arc::clone(state.timeline.document());
                    let Some(glyph) = document.glyphs.get(*index) else { continue };
                    let Some(id) = glyph.composition.as_deref() else { continue };
                    let inside = self.glyph_composition(layer, id, time)?;
                    nodes.push(Node::Group(Box::new(Group {
                        name: glyph.character.clone(),
                        transform: Projection::affine(place * Affine::scale_non_uniform(*sx, *sy)),
                        nodes: inside,
                        ..Group::default()
                    })));
                }
                GlyphSource::None => {}
            }
        }
        Ok(nodes)
    }

    /// Says what of a text layer is not drawn yet: animators.
    fn name_options(&mut self, layer: LayerRef, root: NodeRef) {
        let timeline = &self.state.timeline;
        let Some(text) = timeline.child(root, "ADBE Text Properties") else { return };
        let animators = timeline.child(text, "ADBE Text Animators").and_then(|group| timeline.node(group));
        if animators.is_some_and(|group| !group.children().is_empty()) {
            self.report(
                "draw/text-animators",
                layer,
                "text animators are not supported; the text stands still",
            );
        }
    }

    fn name_missing(&mut self, layer: LayerRef, text: &TextDocument, some: bool) {
        let font = &text.style.font;
        let (code, message) = if some {
            (
                "draw/missing-glyph",
                format!("some characters have no glyph of the font \"{font}\" in the file"),
            )
        } else {
            (
                "draw/no-glyphs",
                format!("the file has no glyphs of the font \"{font}\"; the text is not drawn"),
            )
        };
        self.report(code, layer, message);
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

/// One character's fill and stroke.
fn draw(nodes: &mut Vec<Node>, style: &TextStyle, outline: &Arc<BezPath>, place: Affine) {
    let transform = Projection::affine(place);
    let solid = |[r, g, b]: [f64; 3]| Paint::Solid([r as f32, g as f32, b as f32, 1.0]);
    let fill = style.fill_color.map(|color| {
        Node::Fill(Fill {
            transform,
            path: Arc::clone(outline),
            even_odd: false,
            paint: solid(color),
            opacity: 1.0,
            blend: BlendMode::Normal,
        })
    });
    let stroke = style.stroke_color.filter(|_| style.stroke_width > 0.0).map(|color| {
        let pen = kurbo::Stroke::new(style.stroke_width).with_join(Join::Miter).with_miter_limit(MITER_LIMIT);
        Node::Stroke(Stroke {
            transform,
            path: Arc::clone(outline),
            style: pen,
            paint: solid(color),
            opacity: 1.0,
            blend: BlendMode::Normal,
        })
    });
    if style.stroke_over_fill {
        nodes.extend(fill);
        nodes.extend(stroke);
    } else {
        nodes.extend(stroke);
        nodes.extend(fill);
    }
}
