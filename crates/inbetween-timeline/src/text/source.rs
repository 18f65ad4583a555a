//! Text layers at a time: their layout and their path.

use super::{Layout, PathOptions, StandIn, layout};
use crate::{LayerRef, NodeRef, State};
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Diagnostic, Severity, TextDocument, Time, Value};
use std::sync::Arc;

impl State {
    /// A text laid out; remembered by content.
    pub(crate) fn text_layout(&self, text: &TextDocument, path: Option<&PathOptions>) -> Arc<Layout> {
        let timeline = &self.timeline;
        self.layouts
            .borrow_mut()
            .get(text, path, || layout(timeline.document(), timeline.fonts(), text, path))
    }

    /// Path Options of a text layer at a time; `None` when it follows no mask.
    pub(crate) fn text_path(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
    ) -> Result<Option<PathOptions>, Fault> {
        let timeline = &self.timeline;
        let Some(root) = timeline.layer(layer).map(|node| node.root) else { return Ok(None) };
        let group = timeline
            .child(root, "ADBE Text Properties")
            .and_then(|text| timeline.child(text, "ADBE Text Path Options"));
        let Some(group) = group else { return Ok(None) };
        let number = |runner: &mut dyn Runner, name: &str, default: f64| -> Result<f64, Fault> {
            let value = self.member_number(runner, group, name, time)?;
            Ok(value.filter(|n| n.is_finite()).unwrap_or(default))
        };
        let menu = number(runner, "ADBE Text Path", 0.0)?;
        if menu < 1.0 {
            return Ok(None);
        }
        let mask = timeline
            .child(root, "ADBE Mask Parade")
            .and_then(|masks| timeline.node(masks))
            .and_then(|masks| masks.children().get(menu as usize - 1).copied());
        let shape = mask.and_then(|mask| timeline.child_property(mask, "ADBE Mask Shape"));
        let Some(shape) = shape else { return Ok(None) };
        let Value::Path(path) = self.value(runner, shape, time)? else { return Ok(None) };
        Ok(Some(PathOptions {
            path,
            reversed: number(runner, "ADBE Text Reverse Path", 0.0)? != 0.0,
            perpendicular: number(runner, "ADBE Text Perpendicular To Path", 1.0)? != 0.0,
            force_alignment: number(runner, "ADBE Text Force Align Path", 0.0)? != 0.0,
            first_margin: number(runner, "ADBE Text First Margin", 0.0)?,
            last_margin: number(runner, "ADBE Text Last Margin", 0.0)?,
        }))
    }

    /// Says what of a layout is not as the file asks: fonts that others stand in for, characters without a glyph.
    pub(crate) fn layout_findings(&self, layer: LayerRef, layout: &Layout) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        if layout.stand_ins.is_empty() && layout.missing.is_empty() {
            return findings;
        }
        let place = self.timeline.inner.layer_location(layer);
        for stand_in in &layout.stand_ins {
            let StandIn { font, face, characters, partial } = stand_in;
            let finding = if *partial {
                let named = listed(characters);
                Diagnostic::new(
                    "draw/missing-glyph",
                    Severity::Warning,
                    format!("no glyphs of the font \"{font}\" for {named}: drawn with {face}"),
                )
                .at(place.clone())
            } else {
                Diagnostic::new(
                    "text/font-substituted",
                    Severity::Warning,
                    format!("the font \"{font}\" is not at hand: drawn with {face}"),
                )
                .with_help("put the font file beside the file or in a folder named with --font-dir, or embed its glyphs")
            };
            findings.push(finding);
        }
        if layout.missing.is_empty() {
            return findings;
        }
        let font = layout.styles.first().map_or("", |style| style.font.as_str());
        let finding = if self.timeline.fonts().is_empty() && !layout.has_glyphs {
            let message = format!("the file has no glyphs of the font \"{font}\"; the text is not drawn");
            Diagnostic::new("draw/no-glyphs", Severity::Warning, message)
        } else {
            let named = listed(&layout.missing);
            let message = format!("no glyph for {named} in the font \"{font}\" or any other: not drawn");
            Diagnostic::new("draw/missing-glyph", Severity::Warning, message)
        };
        findings.push(finding.at(place));
        findings
    }

    fn member_number(
        &self,
        runner: &mut dyn Runner,
        group: NodeRef,
        name: &str,
        time: Time,
    ) -> Result<Option<f64>, Fault> {
        let Some(property) = self.timeline.child_property(group, name) else { return Ok(None) };
        Ok(Some(self.value(runner, property, time)?.component(0)))
    }
}

/// Characters with their code points, at most a dozen.
fn listed(characters: &str) -> String {
    let mut parts: Vec<String> = characters
        .chars()
        .take(12)
        .map(|c| match c {
            c if c.is_control() || c.is_whitespace() => format!("U+{:04X}", u32::from(c)),
            c => format!("{c} (U+{:04X})", u32::from(c)),
        })
        .collect();
    let more = characters.chars().count().saturating_sub(parts.len());
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    parts.join(", ")
}
