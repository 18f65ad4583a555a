//! What the importer reads of a Lottie property, whatever its spelling: two properties are the same when these are.

use super::read::{hex, initial, num};
use inbetween_types::ValueKind;
use serde_json::{Map, Value as Json, json};

/// A property without its spelling.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Canon {
    pub(super) content: Content,
    pub(super) expression: Option<String>,
    pub(super) slot: Option<String>,
}

/// A value or keyframes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Still(Json),
    Keys(Vec<Key>),
}

/// A keyframe.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) frame: f64,
    pub(super) value: Json,
    pub(super) end: Option<Json>,
    pub(super) hold: bool,
    pub(super) ease: Vec<[f64; 4]>,
    pub(super) out: Vec<f64>,
    pub(super) into: Vec<f64>,
}

/// What a property is read with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a> {
    pub(super) kind: ValueKind,
    pub(super) default: &'a [f64],
    /// Whether a path that does not say so is closed.
    pub(super) closed: bool,
    /// What colours are divided by: 255 in old files.
    pub(super) scale: f64,
}

/// A number as the importer reads it.
pub(super) fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(n) => n.as_f64(),
        Json::Null | Json::Bool(false) => Some(0.0),
        Json::Bool(true) => Some(1.0),
        Json::Array(list) => match list.first() {
            None => Some(0.0),
            Some(Json::Array(_)) => None,
            Some(first) => number(first),
        },
        Json::String(text) => text.trim().parse::<f64>().ok().filter(|n| n.is_finite()),
        Json::Object(members) => match members.get("k") {
            Some(inner) if !inner.is_object() => number(inner),
            _ => None,
        },
    }
}

/// A switch as the importer reads it.
pub(super) fn flag(value: &Json) -> bool {
    match value {
        Json::Bool(flag) => *flag,
        Json::Number(n) => n.as_f64() != Some(0.0),
        _ => false,
    }
}

fn numbers(value: &Json) -> Option<Vec<f64>> {
    match value {
        Json::Array(list) => list.iter().map(number).collect(),
        Json::Object(_) => None,
        other => Some(vec![number(other)?]),
    }
}

/// A property.
pub(super) fn property(value: &Json, way: &Way<'_>) -> Option<Canon> {
    let mut out = Canon { content: Content::Still(Json::Null), expression: None, slot: None };
    let mut content = Some(value);
    if let Json::Object(members) = value {
        let text = |key: &str| members.get(key).and_then(Json::as_str).map(str::to_owned);
        content = members.get("k");
        out.expression = text("x");
        out.slot = text("sid");
        if way.kind == ValueKind::Path && content.is_none() && members.contains_key("v") {
            content = Some(value);
        }
        // A text that does not change may be a lone key without its list.
        if way.kind == ValueKind::Text
            && let Some(lone) = content.and_then(|k| k.get("s")).filter(|s| s.is_object())
        {
            content = Some(lone);
        }
    }
    out.content = match content.filter(|k| !k.is_null()) {
        None => Content::Still(initial(way.kind, way.default)),
        Some(k) if is_keyed(k) => keys(k, way)?,
        Some(k) => Content::Still(plain(k, way)?),
    };
    Some(out)
}

fn is_keyed(k: &Json) -> bool {
    let first = k.as_array().and_then(|list| list.iter().find(|item| !item.is_null()));
    first.is_some_and(|first| first.get("t").is_some())
}

/// A value.
pub(super) fn plain(value: &Json, way: &Way<'_>) -> Option<Json> {
    Some(match way.kind {
        ValueKind::Number => num(number(value)?),
        ValueKind::Color => color(value, way.scale)?,
        ValueKind::Path => path(value, way.closed)?,
        ValueKind::Text => text(value)?,
        ValueKind::Vector(n) if !value.is_array() => {
            let number = number(value)?;
            (0..n).map(|_| num(number)).collect()
        }
        ValueKind::Vector(n) | ValueKind::Point(n) => {
            let list = numbers(value)?;
            let n = usize::from(n);
            let fill = |i: usize| way.default.get(i).or(way.default.last()).copied().unwrap_or(0.0);
            (0..n).map(|i| num(list.get(i).copied().unwrap_or_else(|| fill(i)))).collect()
        }
        ValueKind::Gradient | ValueKind::List => numbers(value)?.into_iter().map(num).collect(),
        _ => return None,
    })
}

/// A colour as RGBA from 0 to 1.
fn color(value: &Json, scale: f64) -> Option<Json> {
    if let Some(text) = value.as_str() {
        let [r, g, b, _] = hex(text)?;
        return Some([r, g, b, 1.0].into_iter().map(num).collect());
    }
    let mut list = numbers(value)?;
    if scale != 1.0 {
        list.iter_mut().for_each(|n| *n /= scale);
    }
    while list.len() < 3 {
        list.push(0.0);
    }
    if list.len() < 4 {
        list.push(1.0);
    }
    list.truncate(4);
    Some(list.into_iter().map(num).collect())
}

fn path(value: &Json, closed: bool) -> Option<Json> {
    let value = match value {
        Json::Array(list) => match list.first() {
            Some(first) => first,
            None => return Some(json!({"i": [], "o": [], "v": [], "c": closed})),
        },
        other => other,
    };
    let members = value.as_object()?;
    let points = |key: &str| -> Option<Vec<Json>> {
        match members.get(key) {
            None | Some(Json::Null) => Some(Vec::new()),
            Some(Json::Array(list)) => list
                .iter()
                .map(|point| {
                    let point = point.as_array()?;
                    let at = |i: usize| point.get(i).map_or(Some(0.0), number);
                    Some(json!([num(at(0)?), num(at(1)?)]))
                })
                .collect(),
            Some(_) => None,
        }
    };
    let (v, mut i, mut o) = (points("v")?, points("i")?, points("o")?);
    i.resize(v.len(), json!([0, 0]));
    o.resize(v.len(), json!([0, 0]));
    let c = match members.get("c") {
        None | Some(Json::Null) => closed,
        Some(Json::Bool(c)) => *c,
        Some(other) => number(other)? != 0.0,
    };
    Some(json!({"i": i, "o": o, "v": v, "c": c}))
}

/// A text document: what it says, each member in one spelling. Members that the importer does not know make it none.
fn text(value: &Json) -> Option<Json> {
    let members = match value {
        Json::Object(members) => members,
        Json::Array(list) if list.is_empty() => return Some(json!({})),
        _ => return None,
    };
    let mut out = Map::new();
    for (key, value) in members {
        if value.is_null() {
            continue;
        }
        let made = match key.as_str() {
            "t" | "f" => match value {
                Json::String(text) => json!(text),
                _ => return None,
            },
            "fc" | "sc" => match rgb(value)? {
                Some(color) => color,
                None => continue,
            },
            "s" | "sw" | "tr" | "lh" | "ls" | "j" | "ca" => num(number(value)?),
            "of" => json!(number(value)? != 0.0),
            "sz" | "ps" => {
                let list = numbers(value)?;
                match (list.first(), list.get(1)) {
                    (Some(x), Some(y)) => json!([num(*x), num(*y)]),
                    _ => continue,
                }
            }
            _ => return None,
        };
        out.insert(key.clone(), made);
    }
    // What counts anyway is the same as not said.
    for (key, value) in
        [("of", json!(false)), ("tr", json!(0)), ("ls", json!(0)), ("j", json!(0)), ("ca", json!(0))]
    {
        if out.get(key) == Some(&value) {
            out.remove(key);
        }
    }
    out.sort_keys();
    Some(Json::Object(out))
}

/// A colour of a text: 0..1, 0..255 in old files, or hexadecimal; `None` inside is no colour.
fn rgb(value: &Json) -> Option<Option<Json>> {
    if let Some(text) = value.as_str() {
        return Some(hex(text).map(|[r, g, b, _]| [r, g, b].into_iter().map(num).collect()));
    }
    let list = numbers(value)?;
    if list.is_empty() {
        return Some(None);
    }
    let scale = if list.iter().take(3).any(|&n| n > 1.0) { 255.0 } else { 1.0 };
    let channel = |i: usize| list.get(i).copied().unwrap_or(0.0) / scale;
    Some(Some([channel(0), channel(1), channel(2)].into_iter().map(num).collect()))
}

fn keys(list: &Json, way: &Way<'_>) -> Option<Content> {
    let mut keys: Vec<Key> = Vec::new();
    for item in list.as_array()?.iter().filter(|item| !item.is_null()) {
        let members = item.as_object()?;
        let empty = |value: &&Json| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
        let frame = number(members.get("t")?)?;
        let value = match (members.get("s").filter(empty), keys.last()) {
            (Some(start), _) => plain(start, way)?,
            (None, Some(before)) => before.end.clone().unwrap_or_else(|| before.value.clone()),
            (None, None) => initial(way.kind, way.default),
        };
        let end = match members.get("e").filter(empty) {
            Some(end) => Some(plain(end, way)?),
            None => None,
        };
        let hold = match members.get("h") {
            Some(hold) => number(hold)? != 0.0,
            None => false,
        };
        let spatial = matches!(way.kind, ValueKind::Point(_)) && !hold;
        let tangent = |key: &str| match members.get(key).filter(|_| spatial) {
            Some(tangent) => {
                let list = numbers(tangent)?;
                if list.iter().all(|n| *n == 0.0) {
                    return Some(Vec::new());
                }
                let n = way.kind.dimensions().unwrap_or(2);
                Some((0..n).map(|i| list.get(i).copied().unwrap_or(0.0)).collect())
            }
            None => Some(Vec::new()),
        };
        let ease = match (members.get("o"), members.get("i")) {
            (Some(out), Some(into)) if !hold => ease(out, into)?,
            _ => Vec::new(),
        };
        keys.push(Key { frame, value, end, hold, ease, out: tangent("to")?, into: tangent("ti")? });
    }
    if keys.windows(2).any(|pair| matches!(pair, [a, b] if a.frame > b.frame)) {
        keys.sort_by(|a, b| a.frame.total_cmp(&b.frame));
    }
    let mut next: Option<Json> = None;
    for key in keys.iter_mut().rev() {
        if key.end == next || next.is_none() {
            key.end = None;
        }
        if next.is_none() {
            // Nothing comes after the last key.
            key.ease.clear();
            key.out.clear();
            key.into.clear();
        }
        next = Some(key.value.clone());
    }
    // A lone text key is a text that does not change.
    if way.kind == ValueKind::Text && keys.len() == 1 {
        return keys.pop().map(|key| Content::Still(key.value));
    }
    if keys.is_empty() {
        return Some(Content::Still(initial(way.kind, way.default)));
    }
    Some(Content::Keys(keys))
}

/// Handles; none where they are straight, one where all dimensions share it.
fn ease(out: &Json, into: &Json) -> Option<Vec<[f64; 4]>> {
    let mut lists = Vec::with_capacity(4);
    for (side, axis) in [(out, "x"), (out, "y"), (into, "x"), (into, "y")] {
        match side.get(axis) {
            Some(value) => lists.push(numbers(value)?),
            None => return Some(Vec::new()),
        }
    }
    if lists.iter().any(Vec::is_empty) {
        return Some(Vec::new());
    }
    let count = lists.iter().map(Vec::len).max().unwrap_or(0);
    let at = |which: usize, i: usize| {
        lists.get(which).and_then(|list| list.get(i).or(list.last())).copied().unwrap_or(0.0)
    };
    let mut eases: Vec<[f64; 4]> = (0..count).map(|i| [at(0, i), at(1, i), at(2, i), at(3, i)]).collect();
    if eases.iter().all(|[x1, y1, x2, y2]| x1 == y1 && x2 == y2) {
        eases.clear();
    } else if eases.windows(2).all(|pair| matches!(pair, [a, b] if a == b)) {
        eases.truncate(1);
    }
    Some(eases)
}
