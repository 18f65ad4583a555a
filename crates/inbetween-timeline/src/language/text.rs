//! Source Text: its style and the kind of text.

use super::call::Call;
use super::property::property;
use super::row::{Row, attribute, method};
use inbetween_expr::{Fault, Item};
use inbetween_types::{TextDocument, Time, Value};
use std::sync::Arc;

pub(super) const ROWS: &[Row] = &[
    attribute("style", &[], "Style of the first character at time 0.", |call| {
        Ok(Item::Style(styled(document(call, 0.0)?, 0)))
    }),
    method("getStyleAt", &[], "getStyleAt(charIndex, t = time): style of a character.", |call| {
        let time = call.time(1)?;
        let index = call.number(0, Some(0.0))?;
        Ok(Item::Style(styled(document(call, time)?, index.max(0.0) as usize)))
    }),
    method(
        "createStyle",
        &[],
        "createStyle(): a style to fill; what is not set stays as the text has it.",
        |call| {
            let now = call.now()?;
            let own = property(call);
            match call.state.pre_value(own, now) {
                Value::Text(mut text) => {
                    Arc::make_mut(&mut text).style_only = true;
                    Ok(Item::Style(text))
                }
                _ => Err(not_text(call)),
            }
        },
    ),
    attribute("isPointText", &[], "Whether it is point text.", |call| {
        let now = call.now()?;
        super::flag(document(call, now)?.box_size.is_none())
    }),
    attribute("isParagraphText", &[], "Whether it is paragraph text.", |call| {
        let now = call.now()?;
        super::flag(document(call, now)?.box_size.is_some())
    }),
    attribute("isHorizontalText", &[], "Whether lines run across.", |call| {
        let now = call.now()?;
        super::flag(!document(call, now)?.vertical)
    }),
    attribute("isVerticalText", &[], "Whether lines run down.", |call| {
        let now = call.now()?;
        super::flag(document(call, now)?.vertical)
    }),
];

fn document(call: &mut Call<'_>, time: Time) -> Result<Arc<TextDocument>, Fault> {
    match call.value_at(time)? {
        Value::Text(document) => Ok(document),
        _ => Err(not_text(call)),
    }
}

/// The document with the style of one character for all of it; characters count as in JavaScript.
fn styled(document: Arc<TextDocument>, index: usize) -> Arc<TextDocument> {
    let mut units = document.text.char_indices().flat_map(|(at, c)| std::iter::repeat_n(at, c.len_utf16()));
    let byte = units.nth(index).unwrap_or(document.text.len());
    let style = document.style_at(byte).clone();
    Arc::new(TextDocument { style, ranges: Vec::new(), style_only: true, ..(*document).clone() })
}

fn not_text(call: &Call<'_>) -> Fault {
    Fault::thrown(
        "expr/not-text",
        format!("{} is no Source Text: it has no {}", call.state.title(call.object), call.name),
    )
}
