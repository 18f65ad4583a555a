//! Text layers, with the glyphs the document embeds.

use super::Builder;
use crate::scene::{Fill, Group, Node, Paint, Projection, Stroke};
use crate::text::{Placed, layout};
use crate::{LayerRef, NodeRef};
use inbetween_doc::BlendMode;
use inbetween_expr::Fault;
use inbetween_types::{TextDocument, Time, Value};
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
        self.name_options(layer, node.root, time)?;
        let style = &text.style;
        let numbers = [style.font_size, style.stroke_width, style.tracking, style.baseline_shift];
        if !numbers.iter().all(|n| n.is_finite()) {
            self.report("draw/not-finite", layer, "its text style has numbers that are not finite");
            return Ok(Vec::new());
        }
        let document = Arc::clone(state.timeline.document());
        let laid = layout(&document, &text);
        let mut nodes = Vec::with_capacity(laid.units.len());
        for Placed { unit, at } in &laid.units {
            let Some((index, glyph)) =
                unit.glyph.and_then(|index| Some((index, document.glyphs.get(index)?)))
            else {
                if !unit.space {
                    self.name_missing(layer, &text, laid.has_glyphs);
                }
                continue;
            };
            if !at.iter().chain(&unit.scale).all(|n| n.is_finite()) {
                continue;
            }
            if let Some(id) = glyph.composition.as_deref().filter(|_| glyph.paths.is_empty()) {
                let inside = self.glyph_composition(layer, id, time)?;
                let place = Affine::translate((at[0], at[1]))
                    * Affine::scale_non_uniform(unit.scale[0], unit.scale[1]);
                nodes.push(Node::Group(Box::new(Group {
                    name: glyph.character.clone(),
                    transform: Projection::affine(place),
                    nodes: inside,
                    ..Group::default()
                })));
                continue;
            }
            let outline = state.glyph_outline(index, unit.scale, || {
                let scale = Affine::scale_non_uniform(unit.scale[0], unit.scale[1]);
                let mut all = BezPath::new();
                for path in glyph.paths.iter().filter(|path| path.is_finite()) {
                    all.extend(scale * path.to_bez_path());
                }
                all
            });
            if !outline.elements().is_empty() {
                draw(&mut nodes, &text, &outline, *at);
            }
        }
        Ok(nodes)
    }

    /// Says what of a text layer is not drawn yet: animators, and text on a path.
    fn name_options(&mut self, layer: LayerRef, root: NodeRef, time: Time) -> Result<(), Fault> {
        let timeline = &self.state.timeline;
        let Some(text) = timeline.child(root, "ADBE Text Properties") else { return Ok(()) };
        let animators = timeline.child(text, "ADBE Text Animators").and_then(|group| timeline.node(group));
        if animators.is_some_and(|group| !group.children().is_empty()) {
            self.report(
                "draw/text-animators",
                layer,
                "text animators are not supported; the text stands still",
            );
        }
        if let Some(path) = timeline.child(text, "ADBE Text Path Options")
            && self.member(path, "ADBE Text Path", time, 0.0)? > 0.0
        {
            self.report(
                "draw/text-path",
                layer,
                "text on a path is not supported; the text is drawn straight",
            );
        }
        Ok(())
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
fn draw(nodes: &mut Vec<Node>, text: &TextDocument, outline: &Arc<BezPath>, [x, y]: [f64; 2]) {
    let style = &text.style;
    let transform = Projection::affine(Affine::translate((x, y)));
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
