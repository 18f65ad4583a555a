//! From the result of an expression to the value of its property.

use crate::{PropertyRef, State};
use inbetween_expr::{Fault, Item, Runner};
use inbetween_types::{Path, Time, Unit, Value, ValueKind, Vector};
use std::sync::Arc;

impl State {
    /// The value that a result gives a property.
    ///
    /// One-element arrays fit numbers; longer arrays are cut; `[x, y]` on a 3D property gets 0 (100 for scale),
    /// RGB gets alpha 1; booleans are 0 and 1; text takes numbers, strings and styles. Sources:
    /// After Effects expression reference and scripting guide (`setValue`); docs/quirks.md.
    ///
    /// # Errors
    /// When the result is undefined, not finite or of another size or kind.
    pub(crate) fn coerce(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        item: Item,
        time: Time,
    ) -> Result<Value, Fault> {
        let item = self.settled(runner, item, time)?;
        let Some(data) = self.timeline.property(property) else { return Ok(Value::Number(0.0)) };
        match data.kind {
            ValueKind::Text => self.text(property, item, time),
            ValueKind::Path => match item {
                Item::Path(path) if path.is_finite() => Ok(Value::Path(path)),
                Item::Path(_) => Err(not_finite()),
                other => match file_path(&other) {
                    Some(path) if path.is_finite() => Ok(Value::Path(Arc::new(path))),
                    Some(_) => Err(not_finite()),
                    None => Err(wrong_kind("a path", &other)),
                },
            },
            ValueKind::Gradient => {
                let wanted = data.value.components().len();
                let numbers = numbers(&item)?;
                if numbers.len() == wanted {
                    finite(numbers).map(Value::Vector)
                } else {
                    Err(size(wanted, numbers.len()))
                }
            }
            ValueKind::List => {
                let all = numbers(&item)?;
                if all.is_empty() { Err(size(1, 0)) } else { finite(all).map(Value::Vector) }
            }
            ValueKind::Number => {
                let all = numbers(&item)?;
                let number = all.first().copied().ok_or_else(|| size(1, 0))?;
                if number.is_finite() { Ok(Value::Number(number)) } else { Err(not_finite()) }
            }
            kind => {
                let wanted = kind.dimensions().unwrap_or(data.value.components().len());
                let mut all = numbers(&item)?;
                let filler = match (kind, data.unit) {
                    (ValueKind::Color, _) => 1.0,
                    (_, Unit::Percent) => 100.0,
                    _ => 0.0,
                };
                if wanted > 2 && all.len() + 1 == wanted {
                    all.push(filler);
                }
                if all.len() < wanted {
                    return Err(size(wanted, all.len()));
                }
                all.truncate(wanted);
                finite(all).map(Value::Vector)
            }
        }
    }

    /// A result of an evaluation at `time` with property handles and keys replaced by their values then. A
    /// property that is being evaluated gives its value before the expression.
    pub(crate) fn settled(&self, runner: &mut dyn Runner, item: Item, time: Time) -> Result<Item, Fault> {
        match item {
            Item::Object(object) if object.class == inbetween_expr::Class::Property => {
                let time = self.clock_time(runner, object.clock, time)?;
                let value = self.value(runner, PropertyRef(crate::NodeRef(object.id)), time)?;
                Ok(crate::language::value_item(&value))
            }
            Item::Key(members) => {
                let value = members.into_iter().find(|(name, _)| name.as_ref() == "value");
                self.settled(runner, value.map_or(Item::Undefined, |(_, value)| value), time)
            }
            Item::Array(items) => {
                let items: Result<Vec<Item>, Fault> =
                    items.into_iter().map(|item| self.settled(runner, item, time)).collect();
                Ok(Item::Array(items?))
            }
            Item::Record(members) => {
                let members: Result<Vec<(Arc<str>, Item)>, Fault> = members
                    .into_iter()
                    .map(|(name, item)| Ok((name, self.settled(runner, item, time)?)))
                    .collect();
                Ok(Item::Record(members?))
            }
            other => Ok(other),
        }
    }

    fn text(&self, property: PropertyRef, item: Item, time: Time) -> Result<Value, Fault> {
        let Value::Text(before) = self.pre_value(property, time) else {
            return Err(wrong_kind("text", &item));
        };
        let text = match item {
            Item::Style(style) => {
                let mut style = style;
                if style.style_only {
                    let own = Arc::make_mut(&mut style);
                    crate::text::give_text(own, &before);
                }
                return Ok(Value::Text(style));
            }
            Item::Undefined => return Err(no_value()),
            other => as_string(&other).ok_or_else(|| wrong_kind("text", &other))?,
        };
        if text == before.text {
            return Ok(Value::Text(before));
        }
        let mut document = (*before).clone();
        document.text = text;
        Ok(Value::Text(Arc::new(document)))
    }
}

/// The numbers of a result; which part is none is said by kind.
/// A path in the file's own form, `{v, i, o, c}`: no AE path, but what expressions written for the web player return.
fn file_path(item: &Item) -> Option<Path> {
    let Item::Record(members) = item else { return None };
    let member = |name: &str| members.iter().find(|(key, _)| &**key == name).map(|(_, value)| value);
    let list = |name: &str| -> Option<Vec<[f64; 2]>> {
        let Some(Item::Array(points)) = member(name) else { return None };
        points
            .iter()
            .map(|point| match point.as_numbers()?.as_slice() {
                [x, y, ..] => Some([*x, *y]),
                _ => None,
            })
            .collect()
    };
    let closed =
        matches!(member("c"), Some(Item::Bool(true))) || member("c").and_then(Item::as_number) == Some(1.0);
    let points = list("v")?;
    // That player keeps its handles as points, not relative to their vertices.
    let relative = |name: &str| -> Vec<[f64; 2]> {
        let handles = list(name).unwrap_or_default();
        points.iter().zip(handles).map(|(p, h)| [h[0] - p[0], h[1] - p[1]]).collect()
    };
    let (in_tangents, out_tangents) = (relative("i"), relative("o"));
    Some(Path::new(points, in_tangents, out_tangents, closed))
}

pub(crate) fn numbers(item: &Item) -> Result<Vector, Fault> {
    match item {
        Item::Undefined => Err(no_value()),
        Item::Array(items) => items
            .iter()
            .map(|part| match part {
                Item::Undefined => Err(not_finite()),
                Item::Array(_) => Err(wrong_kind("numbers", part)),
                part => part.as_number().ok_or_else(|| wrong_kind("numbers", part)),
            })
            .collect(),
        other => {
            other.as_number().map(|n| Vector::from_slice(&[n])).ok_or_else(|| wrong_kind("a number", other))
        }
    }
}

fn finite(numbers: Vector) -> Result<Vector, Fault> {
    if numbers.iter().all(|n| n.is_finite()) { Ok(numbers) } else { Err(not_finite()) }
}

/// `String(x)` of a result that text can take.
fn as_string(item: &Item) -> Option<String> {
    match item {
        Item::Text(text) => Some(text.to_string()),
        Item::Number(n) => Some(number_text(*n)),
        Item::Bool(b) => Some(b.to_string()),
        Item::Array(items) => {
            let parts: Option<Vec<String>> = items
                .iter()
                .map(|item| if *item == Item::Undefined { Some(String::new()) } else { as_string(item) })
                .collect();
            parts.map(|parts| parts.join(","))
        }
        _ => None,
    }
}

pub(crate) use inbetween_expr::tier::number_text;

pub(crate) fn size(wanted: usize, got: usize) -> Fault {
    Fault::thrown("expr/wrong-dimension", format!("the result must be of dimension {wanted}, not {got}"))
        .with_help(match (wanted, got) {
            (2, 1) => "return an array of two numbers, for example [value, value]",
            (3, 1) => "return an array of three numbers, for example [value, value, value]",
            (4, _) => "return a colour: [red, green, blue, alpha], each 0..1",
            _ => "return an array with as many numbers as the property has",
        })
}

pub(crate) fn not_finite() -> Fault {
    Fault::thrown("expr/not-finite", "the result is not a finite number")
        .with_help("look for a division by zero or arithmetic with undefined")
}

fn no_value() -> Fault {
    Fault::thrown("expr/no-value", "the expression has no value")
        .with_help("end with the value itself, for example a last line that is just the result")
}

fn wrong_kind(wanted: &str, got: &Item) -> Fault {
    let got = match got {
        Item::Undefined => "undefined",
        Item::Bool(_) => "a boolean",
        Item::Number(_) => "a number",
        Item::Text(_) => "a string",
        Item::Array(_) => "an array",
        Item::Path(_) => "a path",
        Item::Style(_) => "a text style",
        Item::Key(_) => "a key",
        Item::Object(_) | Item::Record(_) => "an object",
        _ => "something else",
    };
    Fault::thrown("expr/wrong-kind", format!("the result must be {wanted}, not {got}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_in_javascript() {
        for (n, text) in [
            (1.0, "1"),
            (-0.0, "0"),
            (0.1, "0.1"),
            (1e21, "1e+21"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
            (-2.5e22, "-2.5e+22"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number_text(n), text);
        }
    }
}
