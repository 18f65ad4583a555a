//! Values as people write them.

use super::EditError;
use inbetween_doc::Property;
use inbetween_types::{Value, ValueKind};
use serde_json::Value as Json;

/// A value of the property's kind from JSON; what a list leaves out stays.
pub(super) fn value(property: &Property, old: &Value, json: &Json) -> Result<Value, EditError> {
    let wrong =
        |wanted: &str| EditError::NotPossible(format!("{} takes {wanted}, not {json}", property.name));
    let number = |json: &Json| match json {
        Json::Bool(on) => Some(f64::from(u8::from(*on))),
        other => other.as_f64().filter(|n| n.is_finite()),
    };
    match property.kind {
        ValueKind::Number => number(json).map(Value::Number).ok_or_else(|| wrong("a number")),
        ValueKind::Text => {
            let Value::Text(text) = old else { return Err(wrong("a text")) };
            let mut text = text.as_ref().clone();
            text.text = match json {
                Json::String(s) => s.replace('\n', "\r"),
                other => other.to_string(),
            };
            Ok(Value::Text(text.into()))
        }
        ValueKind::Color => {
            if let Some(text) = json.as_str() {
                let [r, g, b] =
                    hex(text).ok_or_else(|| wrong("a colour such as \"#ff8800\" or [1, 0.5, 0]"))?;
                return Ok(Value::vector(&[r, g, b, 1.0]));
            }
            list(json, old, number)
                .filter(|v| v.len() == 4)
                .map(|v| Value::vector(&v))
                .ok_or_else(|| wrong("a colour"))
        }
        ValueKind::Point(n) | ValueKind::Vector(n) => {
            let size = usize::from(n);
            let given = list(json, old, number).filter(|v| v.len() == size);
            given.map(|v| Value::vector(&v)).ok_or_else(|| wrong(&format!("{size} numbers such as [10, 20]")))
        }
        ValueKind::Path => Err(EditError::NotPossible("paths are edited in the file itself".to_owned())),
        _ => Err(EditError::NotPossible(format!("{} is edited in the file itself", property.name))),
    }
}

/// The numbers of a list, filled up from the old value.
fn list(json: &Json, old: &Value, number: impl Fn(&Json) -> Option<f64>) -> Option<Vec<f64>> {
    let given: Option<Vec<f64>> = json.as_array()?.iter().map(number).collect();
    let mut given = given.filter(|given| given.len() > 1)?;
    given.extend(old.components().iter().skip(given.len()));
    Some(given)
}

/// `#ff8800` or `#f80` as 0..1.
pub(super) fn hex(text: &str) -> Option<[f64; 3]> {
    let digits = text.strip_prefix('#')?;
    let digits: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(16)).collect();
    let channel = |high: u32, low: u32| f64::from(high * 16 + low) / 255.0;
    match digits?.as_slice() {
        [r, g, b] => Some([channel(*r, *r), channel(*g, *g), channel(*b, *b)]),
        [r1, r2, g1, g2, b1, b2] => Some([channel(*r1, *r2), channel(*g1, *g2), channel(*b1, *b2)]),
        _ => None,
    }
}

/// A value for people and programs: numbers without noise.
pub(super) fn shown(value: &Value) -> Json {
    let short = |n: f64| {
        let n = (n * 1e6).round() / 1e6;
        Json::from(if n == 0.0 { 0.0 } else { n })
    };
    match value {
        Value::Number(n) => short(*n),
        Value::Vector(v) => v.iter().map(|n| short(*n)).collect::<Vec<_>>().into(),
        Value::Text(text) => text.text.clone().into(),
        _ => Json::Null,
    }
}

/// The number without the noise of a computation: 0 for 1e-16, 30 for 29.999999999999996.
pub(super) fn tidy(n: f64) -> f64 {
    let near = (n * 1e9).round() / 1e9;
    let near = if near == 0.0 { 0.0 } else { near };
    if (near - n).abs() <= 2e-14 * n.abs().max(1.0) { near } else { n }
}
