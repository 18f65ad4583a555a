//! Source Text: its style and the kind of text.

use super::call::Call;
use super::property::property;
use super::row::{Row, attribute, method};
use inbetween_expr::{Fault, Item};
use inbetween_types::{TextDocument, Time, Value};
use std::sync::Arc;

pub(super) const ROWS: &[Row] = &[
    attribute("style", &[], "Style of the first character at time 0.", |call| {
        Ok(Item::Style(document(call, 0.0)?))
    }),
    method("getStyleAt", &[], "getStyleAt(charIndex, t = time): style of a character.", |call| {
        let time = call.time(1)?;
        Ok(Item::Style(document(call, time)?))
    }),
    method(
        "createStyle",
        &[],
        "createStyle(): a style to fill; what is not set stays as the text has it.",
        |call| {
            let now = call.now()?;
            let own = property(call);
            match call.state.pre_value(own, now) {
                Value::Text(text) => Ok(Item::Style(text)),
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
    attribute("isHorizontalText", &[], "Whether lines run across: true.", |call| {
        let now = call.now()?;
        document(call, now)?;
        super::flag(true)
    }),
    attribute("isVerticalText", &[], "Whether lines run down: false.", |call| {
        let now = call.now()?;
        document(call, now)?;
        super::flag(false)
    }),
];

fn document(call: &mut Call<'_>, time: Time) -> Result<Arc<TextDocument>, Fault> {
    match call.value_at(time)? {
        Value::Text(document) => Ok(document),
        _ => Err(not_text(call)),
    }
}

fn not_text(call: &Call<'_>) -> Fault {
    Fault::thrown(
        "expr/not-text",
        format!("{} is no Source Text: it has no {}", call.state.title(call.object), call.name),
    )
}
