//! The text of an expression: `$name` becomes the setting of that name.

use inbetween_types::ValueKind;
use std::collections::BTreeMap;

/// Where an expression will stand, for the function that writes it.
///
/// In the text `$NAME` is replaced: the control of a setting (`effect("overshoot decay")("Slider")`), the layer given
/// for it (`thisComp.layer("hand")`), `$layer1`, `$layer2` … (the layers of the properties, in order), `$property1` …
/// (the properties themselves).
#[derive(Debug)]
pub struct Place<'a> {
    /// Kind of the property.
    pub kind: ValueKind,
    /// Which of the properties it is, from 0.
    pub index: usize,
    /// How many properties there are.
    pub count: usize,
    /// Words and texts of the settings that are neither controls nor layers; an optional layer that is given is there
    /// too.
    pub words: &'a BTreeMap<&'static str, String>,
}

impl Place<'_> {
    /// Whether the value is a point in space.
    #[must_use]
    pub fn is_point(&self) -> bool {
        matches!(self.kind, ValueKind::Point(_))
    }

    /// Number of components.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.kind.dimensions().unwrap_or(1)
    }

    /// A number as a value of the property: itself, the same in x and y, or along `$direction` of a point.
    #[must_use]
    pub fn along(&self, number: &str) -> String {
        match self.kind {
            ValueKind::Point(_) => format!("{number}*[Math.cos(a), Math.sin(a)]"),
            ValueKind::Vector(_) => format!("[{number}, {number}]"),
            _ => number.to_owned(),
        }
    }

    /// The line that reads `$direction`, for points.
    #[must_use]
    pub fn direction(&self) -> &'static str {
        if self.is_point() { "var a = degreesToRadians($direction);\n" } else { "" }
    }

    /// A word or text that was set; empty when there is none.
    #[must_use]
    pub fn word(&self, name: &str) -> &str {
        self.words.get(name).map_or("", String::as_str)
    }
}

/// The text with every `$name` of the table replaced. What is not in the table stays.
pub(super) fn filled(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        let name = mark.get(1..).unwrap_or("");
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        let (name, after) = name.split_at(end);
        match names.get(name) {
            Some(text) => out.push_str(text),
            None => {
                out.push('$');
                out.push_str(name);
            }
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A string literal that both of AE's engines read.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c if u32::from(c) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_and_others_stay() {
        let names = BTreeMap::from([("a".to_owned(), "1".to_owned()), ("ab".to_owned(), "2".to_owned())]);
        assert_eq!(filled("$a+$ab $abc $", &names), "1+2 $abc $");
        assert_eq!(filled("سرعت = $a;", &names), "سرعت = 1;");
    }

    #[test]
    fn literals_are_read_back() {
        assert_eq!(quoted("a\"b\\\n\u{2028}چرخ"), "\"a\\\"b\\\\\\n\\u2028چرخ\"");
    }
}
