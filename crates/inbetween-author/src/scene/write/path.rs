//! Paths: SVG path data where its decimals say the same, else points and tangents.

use super::numbers;
use crate::scene::node::{Node, Table};
use crate::scene::read::{Decimal, svg_json};
use serde_json::Value as Json;

/// Longest path data in one line of a scene.
const LONGEST: usize = 4000;

/// A path.
pub(super) fn node(path: &Json) -> Node {
    if let Some(text) = data(path).filter(|text| text.len() <= LONGEST)
        && svg_json(&text).as_ref() == Some(path)
    {
        return text.into();
    }
    let mut out = Table::default();
    let get = |key: &str| path.get(key).unwrap_or(&Json::Null);
    out.push("points", list(get("v")));
    let still = |value: &Json| {
        value.as_array().is_none_or(|points| {
            points
                .iter()
                .all(|point| point.as_array().is_none_or(|p| p.iter().all(|n| n.as_f64() == Some(0.0))))
        })
    };
    for (key, member) in [("in_tangents", "i"), ("out_tangents", "o")] {
        if !still(get(member)) {
            out.push(key, list(get(member)));
        }
    }
    if get("c") == &Json::Bool(true) {
        out.push("closed", true);
    }
    out.into()
}

fn list(value: &Json) -> Node {
    match value {
        Json::Array(_) => numbers(value),
        _ => Vec::<Node>::new().into(),
    }
}

/// SVG path data; `None` for numbers that decimals of twelve places do not hold.
fn data(path: &Json) -> Option<String> {
    let points = |key: &str| -> Option<Vec<[Decimal; 2]>> {
        path.get(key)?
            .as_array()?
            .iter()
            .map(|point| {
                Some([Decimal::exact(point.get(0)?.as_f64()?)?, Decimal::exact(point.get(1)?.as_f64()?)?])
            })
            .collect()
    };
    let (v, i, o) = (points("v")?, points("i")?, points("o")?);
    let closed = path.get("c") == Some(&Json::Bool(true));
    let (first, rest) = v.split_first()?;
    let mut out = format!("M{}", pair(*first));
    let zero = |[x, y]: [Decimal; 2]| x.is_zero() && y.is_zero();
    let mut segment =
        |from: [Decimal; 2], leaving: [Decimal; 2], arriving: [Decimal; 2], to: [Decimal; 2]| {
            if zero(leaving) && zero(arriving) {
                out.push_str(&format!(" L{}", pair(to)));
            } else {
                out.push_str(&format!(
                    " C{} {} {}",
                    pair(plus(from, leaving)),
                    pair(plus(to, arriving)),
                    pair(to)
                ));
            }
        };
    let mut from = *first;
    for (index, to) in rest.iter().enumerate() {
        segment(from, *o.get(index)?, *i.get(index + 1)?, *to);
        from = *to;
    }
    if closed {
        let (leaving, arriving) = (*o.last()?, *i.first()?);
        if !zero(leaving) || !zero(arriving) || (from == *first && v.len() > 1) {
            segment(from, leaving, arriving, *first);
        }
        out.push_str(" Z");
    }
    Some(out)
}

fn plus([ax, ay]: [Decimal; 2], [bx, by]: [Decimal; 2]) -> [Decimal; 2] {
    [ax.plus(bx), ay.plus(by)]
}

fn pair([x, y]: [Decimal; 2]) -> String {
    format!("{} {}", x.text(), y.text())
}
