//! Writing as few bytes as say the same: no fields that every player takes for granted, no shapes that nothing paints,
//! numbers no longer than their tolerance asks.

use super::json::{fixed, list, members, number, text};
use crate::targets::Target;
use serde_json::{Map, Value};
use std::fmt::Write;

/// Decimals of numbers in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rounding {
    /// Pixels and percent; scale and rotation get one more.
    pub(crate) value: usize,
    /// Frames of keys.
    pub(crate) time: usize,
    /// Handles of eases.
    pub(crate) ease: usize,
    /// Channels of colours.
    pub(crate) color: usize,
    /// Whether names stay: apps find layers by them.
    pub(crate) names: bool,
    /// Whether everything stays, for comparing: names of items too, shapes that nothing paints.
    pub(crate) whole: bool,
}

impl Rounding {
    /// What a tolerance in pixels allows: steps of a twentieth of it.
    pub(crate) fn of(pixels: f64) -> Self {
        let mut value = 0;
        let mut half = 0.5;
        while half > pixels * 0.05 && value < 6 {
            half *= 0.1;
            value += 1;
        }
        Self { value, time: 6, ease: 5, color: if pixels >= 0.5 { 3 } else { 4 }, names: true, whole: false }
    }
}

/// Keys that no player reads.
const UNREAD: [&str; 9] = ["ix", "cix", "np", "meta", "props", "metadata", "cm", "ln", "cl"];

/// Flags that are off when they are absent: key and the value that says so.
const OFF: [(&str, f64); 8] =
    [("hd", 0.0), ("bm", 0.0), ("ddd", 0.0), ("ao", 0.0), ("mb", 0.0), ("ct", 0.0), ("td", 0.0), ("tt", 0.0)];

/// A transform's members at rest.
const AT_REST: [(&str, f64); 7] =
    [("p", 0.0), ("a", 0.0), ("s", 100.0), ("r", 0.0), ("o", 100.0), ("sk", 0.0), ("sa", 0.0)];

/// Lottie's JSON, minimal for `target`.
pub(crate) fn write(root: &Value, target: Target, rounding: Rounding) -> String {
    let names = rounding.whole || (rounding.names && target != Target::Telegram);
    let mut writer = Writer { out: String::new(), target, rounding, names, extra: 0 };
    writer.object(root, Place::Root);
    writer.out
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Root,
    Layer,
    Item,
    Transform,
    Other,
}

/// What numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Value,
    Fine,
    Color,
    Exact,
}

struct Writer {
    out: String,
    target: Target,
    rounding: Rounding,
    names: bool,
    /// Decimals that the value of a key gets on top: an ease that swings far beyond its keys makes their rounding as
    /// many times larger.
    extra: usize,
}

impl Writer {
    fn decimals(&self, unit: Unit) -> usize {
        match unit {
            Unit::Value => self.rounding.value + self.extra,
            Unit::Fine => self.rounding.value + 1 + self.extra,
            Unit::Color => self.rounding.color + self.extra,
            Unit::Exact => 6,
        }
    }

    fn object(&mut self, value: &Value, place: Place) {
        self.out.push('{');
        let mut first = true;
        // rlottie takes a layer without this for a 3D layer, and reads its transform after it.
        let spatial =
            place == Place::Layer && matches!(self.target, Target::Rlottie | Target::Telegram | Target::Any);
        if spatial {
            let flag = if number(value, "ddd") == 0.0 { "0" } else { "1" };
            let _ = write!(self.out, "\"ddd\":{flag}");
            first = false;
        }
        for (key, inner) in members(value) {
            if self.is_idle(value, key, inner, place) || (spatial && key == "ddd") {
                continue;
            }
            if !first {
                self.out.push(',');
            }
            first = false;
            self.string(key);
            self.out.push(':');
            self.member(value, key, inner, place);
        }
        self.out.push('}');
    }

    /// Whether a member says nothing.
    fn is_idle(&self, owner: &Value, key: &str, value: &Value, place: Place) -> bool {
        if self.rounding.whole {
            return false;
        }
        if UNREAD.contains(&key) && place != Place::Other {
            let web = matches!(self.target, Target::LottieWebLight | Target::Any);
            // SVG elements get them as id and class.
            return !(web && place == Place::Layer && matches!(key, "ln" | "cl"));
        }
        let flag = || OFF.iter().any(|(name, off)| *name == key && plain(value) == Some(*off));
        match place {
            Place::Root => {
                matches!(key, "markers" | "fonts" | "chars") && is_empty(value)
                    || key == "nm" && !self.names
                    || key == "ddd" && self.target != Target::Telegram && plain(value) == Some(0.0)
            }
            Place::Layer => {
                flag()
                    || (key == "sr" && plain(value) == Some(1.0))
                    || (key == "nm" && !self.names)
                    || key == "mn"
                    || (matches!(key, "ef" | "masksProperties" | "sy") && is_empty(value))
            }
            Place::Item => {
                flag()
                    || matches!(key, "mn" | "ind")
                    || (key == "nm" && !(self.names && is_named(text(owner, "ty"))))
                    || (key == "d" && plain(value) == Some(1.0))
                    || (key == "r" && matches!(text(owner, "ty"), "fl" | "gf") && plain(value) == Some(1.0))
                    || (key == "ml" && number(owner, "lj") > 1.0)
            }
            // lottie-web wants the opacity of a group said.
            Place::Transform
                if key == "o"
                    && text(owner, "ty") == "tr"
                    && matches!(self.target, Target::LottieWebLight | Target::Any) =>
            {
                false
            }
            Place::Transform => {
                matches!(key, "nm" | "mn" | "hd" | "ix")
                    || (number(owner, "s") == 0.0
                        && AT_REST.iter().any(|(name, rest)| {
                            *name == key
                                && fixed(value).is_some_and(|n| !n.is_empty() && n.iter().all(|n| n == rest))
                        }))
            }
            Place::Other => false,
        }
    }

    fn member(&mut self, owner: &Value, key: &str, value: &Value, place: Place) {
        match (place, key) {
            (Place::Root, "layers") | (Place::Other, "layers") => self.list(value, Place::Layer, Unit::Exact),
            (Place::Root, "assets") => self.list(value, Place::Other, Unit::Exact),
            (Place::Layer, "shapes") => self.items(value, false),
            (Place::Item, "it") => self.items_inside(value),
            (Place::Layer, "ks") => self.object(value, Place::Transform),
            (Place::Item, "tr") => self.object(value, Place::Transform),
            (Place::Transform, "s" | "r" | "rx" | "ry" | "rz" | "sk" | "sa" | "or") => {
                self.property(value, Unit::Fine)
            }
            (Place::Transform, _) => self.property(value, Unit::Value),
            // Numbers without a unit may move over small ranges.
            (Place::Item, "pt") => self.property(value, Unit::Exact),
            (Place::Item, "c" | "o") if text(owner, "ty") == "rp" => self.property(value, Unit::Exact),
            (Place::Item, "c") => self.property(value, Unit::Color),
            (Place::Item, "g") => self.gradient(value),
            (
                Place::Item,
                "ks" | "p" | "s" | "e" | "r" | "o" | "w" | "or" | "ir" | "os" | "is" | "a" | "h",
            ) => {
                self.property(value, Unit::Value);
            }
            (Place::Item, "d") if value.is_array() => self.dashes(value),
            (Place::Layer, "masksProperties") => self.masks(value),
            (Place::Layer, "tm") => self.property(value, Unit::Exact),
            _ => self.any(value, Unit::Exact),
        }
    }

    fn list(&mut self, value: &Value, place: Place, unit: Unit) {
        self.out.push('[');
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            if item.is_object() { self.object(item, place) } else { self.any(item, unit) }
        }
        self.out.push(']');
    }

    /// Shape items of a layer, without those that nothing paints. `painted`: a paint follows in a list around.
    fn items(&mut self, value: &Value, painted: bool) {
        if self.rounding.whole {
            return self.items_inside(value);
        }
        let kept = living(value.as_array().map_or(&[], Vec::as_slice), painted);
        self.write_items(&kept);
    }

    /// Items of a group that is kept: pruning has been done from outside.
    fn items_inside(&mut self, value: &Value) {
        self.write_items(value.as_array().map_or(&[], Vec::as_slice));
    }

    fn write_items(&mut self, items: &[Value]) {
        self.out.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            let place = if text(item, "ty") == "tr" { Place::Transform } else { Place::Item };
            self.object(item, place);
        }
        self.out.push(']');
    }

    fn gradient(&mut self, value: &Value) {
        self.out.push_str("{\"p\":");
        self.any(value.get("p").unwrap_or(&Value::Null), Unit::Exact);
        self.out.push_str(",\"k\":");
        self.property(value.get("k").unwrap_or(&Value::Null), Unit::Color);
        self.out.push('}');
    }

    fn dashes(&mut self, value: &Value) {
        self.out.push('[');
        for (index, dash) in value.as_array().into_iter().flatten().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.out.push_str("{\"n\":");
            self.string(text(dash, "n"));
            self.out.push_str(",\"v\":");
            self.property(dash.get("v").unwrap_or(&Value::Null), Unit::Value);
            self.out.push('}');
        }
        self.out.push(']');
    }

    fn masks(&mut self, value: &Value) {
        self.out.push('[');
        for (index, mask) in value.as_array().into_iter().flatten().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.out.push('{');
            let mut first = true;
            for (key, inner) in members(mask) {
                let idle = UNREAD.contains(&key.as_str())
                    || matches!(key.as_str(), "nm" | "mn" | "cl")
                    || (key == "inv" && number(mask, "inv") == 0.0 && self.target == Target::Telegram);
                if idle {
                    continue;
                }
                if !first {
                    self.out.push(',');
                }
                first = false;
                self.string(key);
                self.out.push(':');
                match key.as_str() {
                    "pt" | "x" | "f" | "o" => self.property(inner, Unit::Value),
                    _ => self.any(inner, Unit::Exact),
                }
            }
            self.out.push('}');
        }
        self.out.push(']');
    }

    /// A property: `{"a":…,"k":…}`, a split position, a bare value.
    fn property(&mut self, value: &Value, unit: Unit) {
        if value.get("k").is_none() {
            if value.is_object() && (value.get("x").is_some() || value.get("y").is_some()) {
                self.split(value, unit);
            } else {
                self.any(value, unit);
            }
            return;
        }
        let animated = super::json::is_animated(value);
        self.out.push('{');
        if animated {
            self.out.push_str("\"a\":1,");
        }
        self.out.push_str("\"k\":");
        if animated {
            self.keys(list(value, "k"), unit);
        } else {
            self.any(value.get("k").unwrap_or(&Value::Null), unit);
        }
        for (key, inner) in members(value) {
            if matches!(key.as_str(), "sid" | "x") {
                self.out.push(',');
                self.string(key);
                self.out.push(':');
                self.any(inner, Unit::Exact);
            }
        }
        self.out.push('}');
    }

    fn split(&mut self, value: &Value, unit: Unit) {
        self.out.push_str("{\"s\":true");
        for axis in ["x", "y", "z"] {
            if let Some(property) = value.get(axis) {
                let _ = write!(self.out, ",\"{axis}\":");
                self.property(property, unit);
            }
        }
        self.out.push('}');
    }

    fn keys(&mut self, keys: &[Value], unit: Unit) {
        let ends = said_ends(keys);
        self.out.push('[');
        for (index, key) in keys.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.out.push_str("{\"t\":");
            self.number(early(number(key, "t"), self.rounding.time), self.rounding.time);
            let hold = number(key, "h") != 0.0;
            let last = index + 1 == keys.len();
            let before = index.checked_sub(1).and_then(|before| keys.get(before));
            self.extra = before.map_or(0, swing_decimals).max(if last { 0 } else { swing_decimals(key) });
            for (name, inner) in members(key) {
                match name.as_str() {
                    "s" => {
                        self.out.push_str(",\"s\":");
                        self.any(inner, unit);
                    }
                    "e" if ends && !last => {
                        self.out.push_str(",\"e\":");
                        self.any(inner, unit);
                    }
                    "h" if hold => self.out.push_str(",\"h\":1"),
                    "i" | "o" if !hold && !last => {
                        let _ = write!(self.out, ",\"{name}\":");
                        self.handle(inner);
                    }
                    "to" | "ti" if !hold && !last && !straight(key) => {
                        let _ = write!(self.out, ",\"{name}\":");
                        self.any(inner, unit);
                    }
                    _ => {}
                }
            }
            if key.get("s").is_none()
                && !ends
                && let Some(end) = before.and_then(|key| key.get("e"))
            {
                self.out.push_str(",\"s\":");
                self.any(end, unit);
            }
            self.extra = 0;
            self.out.push('}');
        }
        self.out.push(']');
    }

    /// A handle; equal components are one.
    fn handle(&mut self, handle: &Value) {
        let axis = |name: &str| -> Vec<f64> {
            match handle.get(name) {
                Some(Value::Array(list)) => list.iter().filter_map(Value::as_f64).collect(),
                Some(value) => value.as_f64().into_iter().collect(),
                None => Vec::new(),
            }
        };
        let (x, y) = (axis("x"), axis("y"));
        let same = |list: &[f64]| list.windows(2).all(|pair| pair.first() == pair.last());
        let one = same(&x) && same(&y);
        for (name, list, open) in [("x", &x, "{\""), ("y", &y, ",\"")] {
            self.out.push_str(open);
            self.out.push_str(name);
            self.out.push_str("\":");
            match list.as_slice() {
                [first, ..] if one => self.number(*first, self.rounding.ease),
                several => {
                    self.out.push('[');
                    for (index, n) in several.iter().enumerate() {
                        if index > 0 {
                            self.out.push(',');
                        }
                        self.number(*n, self.rounding.ease);
                    }
                    self.out.push(']');
                }
            }
        }
        self.out.push('}');
    }

    fn any(&mut self, value: &Value, unit: Unit) {
        match value {
            Value::Null => self.out.push_str("null"),
            Value::Bool(flag) => self.out.push_str(if *flag { "true" } else { "false" }),
            Value::Number(n) => match n.as_f64() {
                Some(n) => self.number(n, self.decimals(unit)),
                None => self.out.push('0'),
            },
            Value::String(text) => self.string(text),
            Value::Array(items) => {
                self.out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.out.push(',');
                    }
                    self.any(item, unit);
                }
                self.out.push(']');
            }
            Value::Object(object) => self.plain(object, unit),
        }
    }

    fn plain(&mut self, object: &Map<String, Value>, unit: Unit) {
        self.out.push('{');
        let mut first = true;
        for (key, inner) in object {
            if key == "ix" || (key == "layers" && inner.is_array()) && first && object.len() == 1 {
                continue;
            }
            if !first {
                self.out.push(',');
            }
            first = false;
            self.string(key);
            self.out.push(':');
            self.any(inner, unit);
        }
        self.out.push('}');
    }

    fn string(&mut self, text: &str) {
        self.out.push_str(&Value::from(text).to_string());
    }

    /// The shortest text of a number with at most so many decimals.
    fn number(&mut self, n: f64, decimals: usize) {
        let start = self.out.len();
        if !n.is_finite() || n == 0.0 {
            self.out.push('0');
            return;
        }
        if n.abs() >= 1e15 {
            let _ = write!(self.out, "{n:e}");
            return;
        }
        let _ = write!(self.out, "{n:.decimals$}");
        if decimals > 0 {
            let kept = self.out.get(start..).unwrap_or("").trim_end_matches('0').trim_end_matches('.').len();
            self.out.truncate(start + kept);
        }
        if matches!(self.out.get(start..), Some("-0" | "")) {
            self.out.truncate(start);
            self.out.push('0');
        }
    }
}

/// Items that apps look for by name.
fn is_named(ty: &str) -> bool {
    matches!(ty, "gr" | "fl" | "st" | "gf" | "gs")
}

fn plain(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(flag) => Some(f64::from(u8::from(*flag))),
        Value::Number(n) => n.as_f64(),
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Null => true,
        _ => false,
    }
}

/// Whether end values must stay: old files say them in each key, new ones leave them to the next key's start. Some
/// players take one or the other, so all go or none.
fn said_ends(keys: &[Value]) -> bool {
    keys.windows(2).any(|pair| match pair {
        [key, next] => match (key.get("e"), next.get("s")) {
            (Some(end), Some(start)) => number(key, "h") == 0.0 && end != start,
            (None, None) => true,
            _ => false,
        },
        _ => false,
    })
}

/// A time that is not later for its rounding: at a jump's own moment the new value is shown.
fn early(t: f64, decimals: usize) -> f64 {
    let step = (0..decimals).fold(1.0, |step, _| step * 0.1);
    let rounded = (t / step).round() * step;
    if rounded > t + 1e-9 { rounded - step } else { t }
}

/// Decimals for how far the ease of a key's segment swings: an ease whose handles reach `y` moves the value about half of
/// `y` times the way between its keys.
fn swing_decimals(key: &Value) -> usize {
    let reach = ["i", "o"]
        .iter()
        .filter_map(|handle| key.get(*handle)?.get("y"))
        .flat_map(|y| match y {
            Value::Array(list) => list.iter().filter_map(Value::as_f64).collect::<Vec<f64>>(),
            y => y.as_f64().into_iter().collect(),
        })
        .fold(0.0, |most: f64, y| most.max(y.abs()));
    let (mut decimals, mut covered) = (0, 2.0);
    while reach > covered && decimals < 4 {
        covered *= 10.0;
        decimals += 1;
    }
    decimals
}

/// Whether the tangents of a key are nothing.
fn straight(key: &Value) -> bool {
    ["to", "ti"].iter().all(|name| list(key, name).iter().all(|n| n.as_f64() == Some(0.0)))
}

fn is_paint(item: &Value) -> bool {
    matches!(text(item, "ty"), "fl" | "st" | "gf" | "gs") && number(item, "hd") == 0.0
}

fn paints(item: &Value) -> bool {
    is_paint(item) || list(item, "it").iter().any(paints)
}

/// The items that something paints: what lies below the last paint of its list and of the lists around it shows
/// nothing, nor does what is switched off.
fn living(items: &[Value], painted: bool) -> Vec<Value> {
    let mut kept = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if number(item, "hd") != 0.0 {
            continue;
        }
        let later = painted || items.iter().skip(index + 1).any(is_paint);
        match text(item, "ty") {
            "gr" => {
                if !(later || paints(item)) {
                    continue;
                }
                let mut group = item.clone();
                if let Some(inner) = item.get("it").and_then(Value::as_array) {
                    super::json::put(&mut group, "it", living(inner, later));
                }
                kept.push(group);
            }
            "sh" | "el" | "rc" | "sr" if !later => {}
            _ => kept.push(item.clone()),
        }
    }
    kept
}
