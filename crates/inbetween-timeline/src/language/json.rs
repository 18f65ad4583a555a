//! Data files: JSON and separated values as items.

use inbetween_expr::Item;
use std::sync::Arc;

/// Deepest nesting of a data file.
const DEEPEST: u32 = 200;

/// The value of a JSON text; `None` when it is none.
pub(super) fn parse(text: &str) -> Option<Item> {
    let mut reader = Reader { rest: text.strip_prefix('\u{feff}').unwrap_or(text) };
    let value = reader.value(0)?;
    reader.space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    fn take(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    fn value(&mut self, depth: u32) -> Option<Item> {
        if depth > DEEPEST {
            return None;
        }
        self.space();
        match self.rest.chars().next()? {
            '{' => self.record(depth),
            '[' => self.array(depth),
            '"' => self.string().map(|text| Item::text(&text)),
            't' => self.take("true").map(|()| Item::Bool(true)),
            'f' => self.take("false").map(|()| Item::Bool(false)),
            'n' => self.take("null").map(|()| Item::Undefined),
            _ => self.number(),
        }
    }

    fn record(&mut self, depth: u32) -> Option<Item> {
        self.take("{")?;
        let mut fields: Vec<(Arc<str>, Item)> = Vec::new();
        self.space();
        if self.take("}").is_some() {
            return Some(Item::Record(fields));
        }
        loop {
            self.space();
            let name = self.string()?;
            self.space();
            self.take(":")?;
            let value = self.value(depth + 1)?;
            fields.push((Arc::from(name), value));
            self.space();
            if self.take("}").is_some() {
                return Some(Item::Record(fields));
            }
            self.take(",")?;
        }
    }

    fn array(&mut self, depth: u32) -> Option<Item> {
        self.take("[")?;
        let mut items = Vec::new();
        self.space();
        if self.take("]").is_some() {
            return Some(Item::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.take("]").is_some() {
                return Some(Item::Array(items));
            }
            self.take(",")?;
        }
    }

    fn number(&mut self) -> Option<Item> {
        let end = self
            .rest
            .find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'))
            .unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        number.parse().ok().map(Item::Number)
    }

    fn string(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut text = String::new();
        loop {
            let mut chars = self.rest.chars();
            match chars.next()? {
                '"' => {
                    self.rest = chars.as_str();
                    return Some(text);
                }
                '\\' => {
                    let escape = chars.next()?;
                    self.rest = chars.as_str();
                    match escape {
                        'n' => text.push('\n'),
                        'r' => text.push('\r'),
                        't' => text.push('\t'),
                        'b' => text.push('\u{8}'),
                        'f' => text.push('\u{c}'),
                        'u' => text.push(self.unicode()?),
                        other => text.push(other),
                    }
                }
                c => {
                    text.push(c);
                    self.rest = chars.as_str();
                }
            }
        }
    }

    fn hex(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        self.rest = rest;
        Some(code)
    }

    /// The character after `\u`, surrogate pairs joined; a lone half is U+FFFD.
    fn unicode(&mut self) -> Option<char> {
        let high = self.hex()?;
        if (0xd800..0xdc00).contains(&high)
            && let Some(after) = self.rest.strip_prefix("\\u")
        {
            let before = self.rest;
            self.rest = after;
            match self.hex()? {
                low @ 0xdc00..0xe000 => {
                    return char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                }
                _ => self.rest = before,
            }
        }
        Some(char::from_u32(high).unwrap_or('\u{fffd}'))
    }
}

/// Rows and cells of a text with separated values; quoted cells may hold the separator, line ends and `""`.
pub(super) fn rows(text: &str, separator: char) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let (mut row, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = text.strip_prefix('\u{feff}').unwrap_or(text).chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            '\r' | '\n' if !quoted => {
                if c == '\r' && chars.peek() == Some(&'\n') {
                    chars.next();
                }
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c if c == separator && !quoted => row.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    rows
}

/// A cell: a number if it reads as one, else the text.
pub(super) fn cell(text: &str) -> Item {
    let trimmed = text.trim();
    match trimmed.parse::<f64>() {
        Ok(n) if n.is_finite() && !trimmed.is_empty() => Item::Number(n),
        _ => Item::text(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_of_every_kind() {
        let item = parse(r#" {"a": [1, -2.5e1, true, null], "b": "x\u00e9\ud83d\ude00\n"} "#).unwrap();
        let Item::Record(fields) = item else { panic!("a record") };
        assert_eq!(
            fields[0].1,
            Item::Array(vec![Item::Number(1.0), Item::Number(-25.0), Item::Bool(true), Item::Undefined])
        );
        assert_eq!(fields[1].1, Item::text("xé😀\n"));
    }

    #[test]
    fn what_is_no_json_is_none() {
        for text in ["", "{", "[1,]", "{\"a\":1}x", "'a'", &"[".repeat(100_000)] {
            assert_eq!(parse(text), None);
        }
    }

    #[test]
    fn quoted_cells_hold_anything() {
        let expected = vec![vec!["a", "b,\"c\"\nd"], vec!["1", ""], vec!["", "2"]];
        assert_eq!(rows("a,\"b,\"\"c\"\"\nd\"\r\n1,\n\n,2", ','), expected);
    }
}
