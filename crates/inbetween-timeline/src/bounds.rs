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
    /// the ink of its glyphs, or with `extents` its box where it has one; without embedded glyphs the size is an
    /// estimate and a finding says so. A layer without content has an empty rectangle at its origin.
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
                        let path = self.text_path(runner, layer, time)?;
                        Ok(self.text_rect(layer, &text, path.as_ref(), extents))
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

    fn text_rect(
        &self,
        layer: LayerRef,
        text: &inbetween_types::TextDocument,
        path: Option<&crate::text::PathOptions>,
        extents: bool,
    ) -> Rect {
        if let (true, Some([width, height]), None) = (extents, text.box_size, path) {
            let [left, top] = text.box_position.unwrap_or([0.0; 2]);
            return Rect { left, top, width, height };
        }
        let measured = self.text_layout(text, path);
        for finding in self.layout_findings(layer, &measured) {
            if finding.code == "text/font-substituted" {
                self.report(finding);
            }
        }
        if measured.estimated {
            let message = format!("the size of text in the font \"{}\" is an estimate", text.style.font);
            self.report(
                Diagnostic::new("text/estimated-size", Severity::Warning, message)
                    .with_help("embed the font's glyphs in the file")
                    .at(self.place(layer)),
            );
        }
        let stroke =
            if extents && text.style.stroke_color.is_some() { text.style.stroke_width / 2.0 } else { 0.0 };
        measured.ink().map_or_else(Rect::default, |ink| from_kurbo(ink.inflate(stroke, stroke)))
    }

    fn place(&self, layer: LayerRef) -> Location {
        self.timeline.inner.layer_location(layer)
    }
}

fn from_kurbo(rect: kurbo::Rect) -> Rect {
    Rect { left: rect.x0 + 0.0, top: rect.y0 + 0.0, width: rect.width(), height: rect.height() }
}
