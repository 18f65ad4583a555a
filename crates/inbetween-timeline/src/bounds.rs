//! `sourceRectAtTime`: the bounds of a layer's content in its own space.

use crate::shape::Reader;
use crate::{LayerRef, Rect, State};
use inbetween_doc::LayerKind;
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Diagnostic, Location, Severity, Time, Value};
use kurbo::Shape;

impl State {
    /// The layer's bounds in its own space, before its transform, as `sourceRectAtTime(time, extents)`.
    ///
    /// Solids, images and precompositions have their size. Shape layers have the union of their paths (tight,
    /// as trim paths, repeaters and their kin leave them, through the transforms of their groups); strokes count, by half their width, only with `extents`. Text has
    /// the ink of its glyphs as laid out; with `extents` also its box where it has one, strokes, and what animators do
    /// to the characters. Where a glyph is missing the size is an estimate and a finding says so. A layer without content has an empty rectangle at its origin.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn source_rect(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
        extents: bool,
    ) -> Result<Rect, Fault> {
        let (Some(node), Some(data)) = (self.timeline.layer(layer), self.timeline.layer_data(layer)) else {
            return Ok(Rect::default());
        };
        match data.kind {
            LayerKind::Shape => {
                let Some(contents) = self.timeline.child(node.root, "ADBE Root Vectors Group") else {
                    return Ok(Rect::default());
                };
                self.shape_rect(runner, layer, contents, time, extents)
            }
            LayerKind::Text => {
                let Some(text) = node.transform.source_text else { return Ok(Rect::default()) };
                match self.value(runner, text, time)? {
                    Value::Text(text) => {
                        if extents {
                            return self.text_extents(runner, layer, &text, time);
                        }
                        let path = self.text_path(runner, layer, time)?;
                        let layout = self.text_layout(&text, path.as_ref());
                        self.report_measures(layer, &layout);
                        Ok(layout.ink().map_or_else(Rect::default, from_kurbo))
                    }
                    _ => Ok(Rect::default()),
                }
            }
            LayerKind::Camera | LayerKind::Light | LayerKind::Audio => Ok(Rect::default()),
            _ => Ok(Rect { left: 0.0, top: 0.0, width: data.width, height: data.height }),
        }
    }

    fn shape_rect(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        contents: crate::NodeRef,
        time: Time,
        extents: bool,
    ) -> Result<Rect, Fault> {
        let outlines = Reader { state: self, runner, time, layer }.outlines(contents)?;
        let mut all: Option<kurbo::Rect> = None;
        for outline in outlines {
            let mut rect = (outline.transform * outline.path).bounding_box();
            if extents {
                rect = rect.inflate(outline.stroke, outline.stroke);
            }
            all = Some(all.map_or(rect, |so_far| so_far.union(rect)));
        }
        Ok(all.map_or_else(Rect::default, from_kurbo))
    }

    /// All that is drawn: characters as animators leave them, strokes, and the box of box text.
    fn text_extents(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        text: &inbetween_types::TextDocument,
        time: Time,
    ) -> Result<Rect, Fault> {
        let boxed = text.box_size.filter(|size| size.iter().all(|n| n.is_finite())).map(|[width, height]| {
            let [left, top] = text.box_position.unwrap_or([0.0; 2]);
            kurbo::Rect::new(left, top, left + width, top + height)
        });
        let drawn = self.animated_text(runner, layer, text, time)?;
        self.report_measures(layer, &drawn.layout);
        let ink = drawn.layout.units.iter().zip(&drawn.units).filter_map(|(unit, state)| {
            let stroke = if state.stroke.is_some() { state.stroke_width / 2.0 } else { 0.0 };
            let [[a, c, _, e], [b, d, _, f], ..] = state.matrix.0;
            let placed = kurbo::Affine::new([a, b, c, d, e, f]);
            let ink = placed.transform_rect_bbox(unit.ink?.inflate(stroke, stroke));
            ink.is_finite().then_some(ink)
        });
        Ok(boxed.into_iter().chain(ink).reduce(|a, b| a.union(b)).map_or_else(Rect::default, from_kurbo))
    }

    /// Says which sizes are not those of the font asked for.
    fn report_measures(&self, layer: LayerRef, layout: &crate::text::Layout) {
        for finding in self.layout_findings(layer, layout) {
            if finding.code == "text/font-substituted" {
                self.report(finding);
            }
        }
        if layout.estimated {
            let font = layout.styles.first().map_or("", |style| style.font.as_str());
            let message = format!("the size of text in the font \"{font}\" is an estimate");
            self.report(
                Diagnostic::new("text/estimated-size", Severity::Warning, message)
                    .with_help("embed the font's glyphs in the file, or name a folder with the font")
                    .at(self.place(layer)),
            );
        }
    }

    fn place(&self, layer: LayerRef) -> Location {
        self.timeline.inner.layer_location(layer)
    }
}

fn from_kurbo(rect: kurbo::Rect) -> Rect {
    Rect { left: rect.x0 + 0.0, top: rect.y0 + 0.0, width: rect.width(), height: rect.height() }
}
