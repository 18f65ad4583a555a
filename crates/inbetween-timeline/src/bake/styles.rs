//! Text styles that files have no place for.

use crate::Timeline;
use inbetween_doc::Property;
use inbetween_types::text::ParagraphStyle;
use inbetween_types::{Diagnostic, Severity, TextDocument, TextStyle, Value};

/// A finding for baked text whose look the file cannot say; `None` where nothing is lost.
pub(super) fn lost(
    timeline: &Timeline,
    property: &Property,
    place: crate::PropertyRef,
) -> Option<Diagnostic> {
    let values = property.keyframes.iter().map(|key| &key.value).chain([&property.value]);
    let mut what: Vec<&str> = Vec::new();
    for value in values {
        let Value::Text(text) = value else { continue };
        for part in parts(text) {
            if !what.contains(&part) {
                what.push(part);
            }
        }
    }
    if what.is_empty() {
        return None;
    }
    let message = format!("the baked text loses {}: the file has no place for them", what.join(", "));
    Some(
        Diagnostic::new("bake/text-style", Severity::Warning, message)
            .with_help("bake the text to outlines to keep its look")
            .at(timeline.location(place)),
    )
}

fn parts(text: &TextDocument) -> Vec<&'static str> {
    let mut out = Vec::new();
    if !text.ranges.is_empty() {
        out.push("the styles of ranges of characters");
    }
    if text.paragraph != ParagraphStyle::default() || text.vertical {
        out.push("settings of paragraphs");
    }
    let style = &text.style;
    let kept = TextStyle {
        font: style.font.clone(),
        font_size: style.font_size,
        fill_color: style.fill_color,
        stroke_color: style.stroke_color,
        stroke_width: style.stroke_width,
        stroke_over_fill: style.stroke_over_fill,
        tracking: style.tracking,
        leading: style.leading,
        baseline_shift: style.baseline_shift,
        justification: style.justification,
        caps: style.caps,
        ..TextStyle::default()
    };
    if kept != *style {
        out.push("settings of characters");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::parts;
    use inbetween_types::text::StyleRange;
    use inbetween_types::{TextDocument, TextStyle};

    #[test]
    fn what_a_file_has_no_place_for_is_named() {
        let mut text = TextDocument { text: "abc".to_owned(), ..TextDocument::default() };
        text.style.tracking = 50.0;
        text.style.font_size = 99.0;
        assert!(parts(&text).is_empty());
        text.style.faux_bold = true;
        text.paragraph.left_margin = 5.0;
        text.ranges.push(StyleRange { range: 0..1, style: TextStyle::default() });
        assert_eq!(parts(&text).len(), 3);
    }
}
