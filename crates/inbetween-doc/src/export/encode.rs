//! A property in Lottie's form: minified, with the shortest numbers.

use crate::json;
use crate::lottie::{CAPS, JUSTIFICATIONS};
use crate::model::{Keyframe, Property, SegmentEase};
use inbetween_types::{Path, TextDocument, Value, ValueKind};
use std::fmt::Write;

/// How many decimals numbers are rounded to; `None` writes every digit there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Precision {
    /// Values and tangents. Channels of colours get two more.
    pub value: Option<u8>,
    /// Key times, in frames.
    pub time: Option<u8>,
    /// Time handles.
    pub ease: Option<u8>,
}

/// The text of `property` in Lottie's form: `{"a":…,"k":…}`, a text's `{"k":[…]}`, with `x` when it has an
/// expression. Members of `old` (the object it takes the place of) that are not about its value stay, but for
/// `sid`: a slot would hide the new value.
///
/// Numbers that are not finite are written as 0; [`export`](super::export) refuses them before.
#[must_use]
pub fn encode_property(property: &Property, old: Option<&str>, precision: Precision) -> String {
    let mut out = Writer { text: String::with_capacity(64 + property.keyframes.len() * 64), precision };
    let is_text = property.kind == ValueKind::Text;
    let tape = old.map(|old| json::parse(old, usize::MAX, usize::MAX)).filter(|(_, error)| error.is_none());
    let old = tape.as_ref().map(|(tape, _)| tape.root());
    let old_document = old.filter(|_| is_text).and_then(|old| {
        let k = old.get("k")?;
        k.first().unwrap_or(k).get("s")
    });

    out.text.push('{');
    if !is_text {
        out.text.push_str(if property.keyframes.is_empty() { "\"a\":0," } else { "\"a\":1," });
    }
    out.text.push_str("\"k\":");
    if property.keyframes.is_empty() {
        match &property.value {
            Value::Text(text) => {
                out.text.push_str("[{\"s\":");
                out.document(text, old_document);
                out.text.push_str(",\"t\":0}]");
            }
            value => out.value(property, value, false),
        }
    } else {
        out.keyframes(property, old_document);
    }
    if let Some(expression) = &property.expression {
        out.text.push_str(",\"x\":");
        out.string(&expression.source);
    }
    if let Some(old) = old {
        let split = old.get("s").is_some() && old.get("k").is_none();
        let mut members = old.members();
        while let Some((key, value)) = members.next_with_key() {
            let ours = match key.string().unwrap_or("") {
                "a" | "k" | "sid" => true,
                "x" => split || value.string().is_some(),
                "s" | "y" | "z" => split,
                // A path without its wrapper.
                "v" | "i" | "o" | "c" => property.kind == ValueKind::Path,
                _ => false,
            };
            if !ours {
                out.text.push(',');
                out.text.push_str(key.raw());
                out.text.push(':');
                out.text.push_str(value.raw());
            }
        }
    }
    out.text.push('}');
    out.text
}

/// Whether JSON can hold every number of the property.
pub(super) fn is_finite(property: &Property) -> bool {
    let key = |key: &Keyframe| {
        key.frame.is_finite()
            && key.value.is_finite()
            && key.end_value.as_ref().is_none_or(Value::is_finite)
            && key.out_tangent.iter().chain(&key.in_tangent).all(|n| n.is_finite())
            && key.ease.iter().all(|e| e.out.iter().chain(&e.into).all(|n| n.is_finite()))
    };
    property.value.is_finite() && property.keyframes.iter().all(key)
}

struct Writer {
    text: String,
    precision: Precision,
}

impl Writer {
    fn keyframes(&mut self, property: &Property, old_document: Option<json::Node<'_>>) {
        self.text.push('[');
        let last = property.keyframes.len().saturating_sub(1);
        for (index, key) in property.keyframes.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.text.push_str("{\"t\":");
            self.number(key.frame, self.precision.time);
            self.text.push_str(",\"s\":");
            match &key.value {
                Value::Text(text) => self.document(text, old_document),
                value => self.value(property, value, true),
            }
            if let Some(end) = &key.end_value {
                self.text.push_str(",\"e\":");
                self.value(property, end, true);
            }
            if key.hold {
                self.text.push_str(",\"h\":1");
            } else if index < last && property.kind != ValueKind::Text {
                self.ease(&key.ease);
                for (name, tangent) in [(",\"to\":", &key.out_tangent), (",\"ti\":", &key.in_tangent)] {
                    // Players look for both or neither.
                    if !key.out_tangent.is_empty() || !key.in_tangent.is_empty() {
                        self.text.push_str(name);
                        let zeros = [0.0; 3];
                        let dimensions = key.value.components().len().min(3);
                        let numbers =
                            if tangent.is_empty() { zeros.get(..dimensions).unwrap_or(&[]) } else { tangent };
                        self.list(numbers, self.precision.value);
                    }
                }
            }
            self.text.push('}');
        }
        self.text.push(']');
    }

    /// Handles; Lottie has no shorter way to say "linear", which players need said.
    fn ease(&mut self, ease: &[SegmentEase]) {
        if ease.iter().all(SegmentEase::is_linear) {
            self.text.push_str(",\"i\":{\"x\":1,\"y\":1},\"o\":{\"x\":0,\"y\":0}");
            return;
        }
        for (name, out) in [(",\"i\":{\"x\":", false), (",\"o\":{\"x\":", true)] {
            self.text.push_str(name);
            let axis = |e: &SegmentEase, i: usize| {
                let handle = if out { &e.out } else { &e.into };
                handle.get(i).copied().unwrap_or(0.0)
            };
            for (i, between) in [(0, ",\"y\":"), (1, "}")] {
                match ease {
                    [one] => self.number(axis(one, i), self.precision.ease),
                    several => {
                        let numbers: Vec<f64> = several.iter().map(|e| axis(e, i)).collect();
                        self.list(&numbers, self.precision.ease);
                    }
                }
                self.text.push_str(between);
            }
        }
    }

    /// A value; one of a key stands in an array, as every player expects.
    fn value(&mut self, property: &Property, value: &Value, key: bool) {
        match value {
            Value::Number(n) if key => self.list(&[*n * property.file_scale], self.precision.value),
            Value::Number(n) => self.number(*n * property.file_scale, self.precision.value),
            Value::Vector(v) => {
                let fine = matches!(property.kind, ValueKind::Color | ValueKind::Gradient)
                    && property.file_scale == 1.0;
                let decimals = self.precision.value.map(|d| if fine { d.saturating_add(2) } else { d });
                if property.file_scale == 1.0 {
                    self.list(v, decimals);
                } else {
                    let scaled: Vec<f64> = v.iter().map(|n| n * property.file_scale).collect();
                    self.list(&scaled, decimals);
                }
            }
            Value::Path(path) => {
                if key {
                    self.text.push('[');
                }
                self.path(path);
                if key {
                    self.text.push(']');
                }
            }
            Value::Text(text) => self.document(text, None),
            _ => self.text.push('0'),
        }
    }

    fn path(&mut self, path: &Path) {
        let lists =
            [("{\"i\":[", &path.in_tangents), ("],\"o\":[", &path.out_tangents), ("],\"v\":[", &path.points)];
        for (name, points) in lists {
            self.text.push_str(name);
            for (index, point) in points.iter().enumerate() {
                if index > 0 {
                    self.text.push(',');
                }
                self.list(point, self.precision.value);
            }
        }
        self.text.push_str(if path.closed { "],\"c\":true}" } else { "],\"c\":false}" });
    }

    /// A text document; members of `old` that we do not know stay.
    fn document(&mut self, document: &TextDocument, old: Option<json::Node<'_>>) {
        let style = &document.style;
        self.text.push_str("{\"s\":");
        self.number(style.font_size, self.precision.value);
        self.text.push_str(",\"f\":");
        self.string(&style.font);
        self.text.push_str(",\"t\":");
        self.string(&document.text);
        for (name, pair) in [("sz", &document.box_size), ("ps", &document.box_position)] {
            if let Some(pair) = pair {
                let _ = write!(self.text, ",\"{name}\":");
                self.list(pair, self.precision.value);
            }
        }
        let justification = JUSTIFICATIONS.iter().position(|j| *j == style.justification).unwrap_or(0);
        let caps = CAPS.iter().position(|c| *c == style.caps).unwrap_or(0);
        let _ = write!(self.text, ",\"ca\":{caps},\"j\":{justification},\"tr\":");
        self.number(style.tracking, self.precision.value);
        self.text.push_str(",\"lh\":");
        self.number(style.leading.unwrap_or(style.font_size * 1.2), self.precision.value);
        self.text.push_str(",\"ls\":");
        self.number(style.baseline_shift, self.precision.value);
        let fine = self.precision.value.map(|d| d.saturating_add(2));
        if let Some(color) = &style.fill_color {
            self.text.push_str(",\"fc\":");
            self.list(color, fine);
        }
        if let Some(color) = &style.stroke_color {
            self.text.push_str(",\"sc\":");
            self.list(color, fine);
            self.text.push_str(",\"sw\":");
            self.number(style.stroke_width, self.precision.value);
            self.text.push_str(if style.stroke_over_fill { ",\"of\":true" } else { ",\"of\":false" });
        }
        if let Some(old) = old {
            const OURS: [&str; 14] =
                ["s", "f", "t", "sz", "ps", "ca", "j", "tr", "lh", "ls", "fc", "sc", "sw", "of"];
            let mut members = old.members();
            while let Some((key, value)) = members.next_with_key() {
                if key.string().is_some_and(|key| !OURS.contains(&key)) {
                    self.text.push(',');
                    self.text.push_str(key.raw());
                    self.text.push(':');
                    self.text.push_str(value.raw());
                }
            }
        }
        self.text.push('}');
    }

    fn list(&mut self, numbers: &[f64], decimals: Option<u8>) {
        self.text.push('[');
        for (index, n) in numbers.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.number(*n, decimals);
        }
        self.text.push(']');
    }

    /// The shortest text of a number that JSON allows.
    fn number(&mut self, n: f64, decimals: Option<u8>) {
        if !n.is_finite() || n == 0.0 {
            self.text.push('0');
            return;
        }
        let start = self.text.len();
        let size = n.abs();
        let _ = match decimals {
            _ if size >= 1e21 => write!(self.text, "{n:e}"),
            Some(decimals) => write!(self.text, "{n:.*}", usize::from(decimals)),
            None if size < 1e-6 => write!(self.text, "{n:e}"),
            None => write!(self.text, "{n}"),
        };
        let written = self.text.get(start..).unwrap_or("");
        if decimals.is_some() && written.contains('.') {
            let kept = start + written.trim_end_matches('0').trim_end_matches('.').len();
            self.text.truncate(kept);
        }
        if self.text.get(start..) == Some("-0") {
            self.text.truncate(start);
            self.text.push('0');
        }
    }

    fn string(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                c if (c as u32) < 0x20 => {
                    let _ = write!(self.text, "\\u{:04x}", c as u32);
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }
}

/// A text as a JSON string.
pub(super) fn string(text: &str) -> String {
    let mut writer = Writer { text: String::new(), precision: Precision::default() };
    writer.string(text);
    writer.text
}

#[cfg(test)]
mod tests {
    use super::*;
    use inbetween_types::Unit;
    use smallvec::smallvec;

    fn number(n: f64, decimals: Option<u8>) -> String {
        let mut writer = Writer { text: String::new(), precision: Precision::default() };
        writer.number(n, decimals);
        writer.text
    }

    #[test]
    fn numbers_are_short_and_valid() {
        assert_eq!(number(0.1 + 0.2, None), "0.30000000000000004");
        assert_eq!(number(12.0, Some(3)), "12");
        assert_eq!(number(12.3456, Some(3)), "12.346");
        assert_eq!(number(-0.0001, Some(3)), "0");
        assert_eq!(number(100.0, Some(0)), "100");
        assert_eq!(number(1e-9, None), "1e-9");
        assert_eq!(number(1e300, Some(3)), "1e300");
        assert_eq!(number(f64::NAN, None), "0");
    }

    fn opacity() -> Property {
        Property::new("Opacity", "ADBE Opacity", ValueKind::Number, Unit::Percent, 40.0.into())
    }

    #[test]
    fn unknown_members_stay_and_the_expression_and_slot_go() {
        let old = r#"{ "a":1, "k":[{"t":0}], "x":"time", "ix":11, "sid":"o", "l": [ 2 ] }"#;
        let new = encode_property(&opacity(), Some(old), Precision::default());
        assert_eq!(new, r#"{"a":0,"k":40,"ix":11,"l":[ 2 ]}"#);
    }

    #[test]
    fn a_separated_position_becomes_a_whole_one() {
        let old = r#"{"s":true,"x":{"a":0,"k":1},"y":{"a":0,"k":2},"ix":2}"#;
        let position = Property::new("", "", ValueKind::Point(2), Unit::Pixels, Value::vector(&[1.5, 2.0]));
        assert_eq!(
            encode_property(&position, Some(old), Precision::default()),
            r#"{"a":0,"k":[1.5,2],"ix":2}"#
        );
    }

    #[test]
    fn a_bare_number_becomes_an_object() {
        assert_eq!(encode_property(&opacity(), Some("3"), Precision::default()), r#"{"a":0,"k":40}"#);
    }

    #[test]
    fn keys_carry_their_handles_holds_and_tangents() {
        let key = |frame: f64, x: f64| Keyframe {
            frame,
            value: Value::vector(&[x, 0.0]),
            end_value: None,
            hold: false,
            ease: smallvec![],
            out_tangent: smallvec![],
            in_tangent: smallvec![],
        };
        let mut position =
            Property::new("", "", ValueKind::Point(2), Unit::Pixels, Value::vector(&[0.0, 0.0]));
        position.keyframes = vec![
            Keyframe {
                ease: smallvec![SegmentEase { out: [0.25, 0.5], into: [0.75, 1.0] }],
                ..key(0.0, 0.0)
            },
            Keyframe { in_tangent: smallvec![-5.0, 1.0], ..key(10.0, 1.0) },
            Keyframe { hold: true, ..key(20.5, 2.0) },
            key(30.0, 3.0),
        ];
        assert_eq!(
            encode_property(&position, None, Precision::default()),
            concat!(
                r#"{"a":1,"k":[{"t":0,"s":[0,0],"i":{"x":0.75,"y":1},"o":{"x":0.25,"y":0.5}},"#,
                r#"{"t":10,"s":[1,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0},"to":[0,0],"ti":[-5,1]},"#,
                r#"{"t":20.5,"s":[2,0],"h":1},{"t":30,"s":[3,0]}]}"#
            )
        );
    }

    #[test]
    fn strings_are_escaped() {
        let mut property = opacity();
        property.expression =
            Some(crate::model::Expression { source: "a\"\\\n\r\t\u{1}é".into(), enabled: true });
        let text = encode_property(&property, None, Precision::default());
        assert_eq!(text, r#"{"a":0,"k":40,"x":"a\"\\\n\r\t\u0001é"}"#);
    }
}
