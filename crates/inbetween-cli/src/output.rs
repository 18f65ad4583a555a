//! Standard output and error, colours and numbers.

use inbetween::Item;
use serde_json::{Value as Json, json};
use std::io::{IsTerminal, Write};

/// Writes to standard output; a closed pipe is no error.
pub(crate) fn print(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

/// Standard output for much data: not searched for ends of lines as the one for text is.
pub(crate) fn stream() -> Box<dyn Write + Send> {
    #[cfg(unix)]
    if let Ok(own) = std::os::fd::AsFd::as_fd(&std::io::stdout()).try_clone_to_owned() {
        return Box::new(std::fs::File::from(own));
    }
    #[cfg(windows)]
    if let Ok(own) = std::os::windows::io::AsHandle::as_handle(&std::io::stdout()).try_clone_to_owned() {
        return Box::new(std::fs::File::from(own));
    }
    Box::new(std::io::BufWriter::new(std::io::stdout()))
}

/// Writes a line to standard output.
pub(crate) fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// Writes text to standard error.
pub(crate) fn note(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes the message of a run without result.
pub(crate) fn error(message: &str) {
    note(&format!("error: {message}\n"));
}

/// Whether standard output is a terminal that may have colours.
pub(crate) fn colours() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Whether standard error is a terminal.
pub(crate) fn error_terminal() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// A value as JSON: numbers, vectors as arrays, paths as objects, text as a string. What JSON cannot hold is null.
pub(crate) fn to_json(item: &Item) -> Json {
    match item {
        Item::Bool(value) => json!(value),
        Item::Number(number) => json!(number),
        Item::Text(text) => json!(text.as_ref()),
        Item::Array(items) => Json::Array(items.iter().map(to_json).collect()),
        Item::Record(members) | Item::Key(members) => {
            Json::Object(members.iter().map(|(name, value)| (name.to_string(), to_json(value))).collect())
        }
        Item::Path(path) => json!({
            "points": path.points,
            "inTangents": path.in_tangents,
            "outTangents": path.out_tangents,
            "closed": path.closed,
        }),
        Item::Style(document) => json!(document.text),
        _ => Json::Null,
    }
}

/// A value for a table: numbers with at most six decimals, without trailing zeros.
pub(crate) fn to_text(item: &Item) -> String {
    if let Some(words) = inbetween::handle_words(item) {
        return words.to_owned();
    }
    match item {
        // What no question may be asked of without running its code.
        Item::Record(members) if members.is_empty() => "an object".to_owned(),
        Item::Undefined => "undefined".to_owned(),
        Item::Bool(value) => value.to_string(),
        Item::Number(number) => number_text(*number),
        Item::Text(text) => format!("{text:?}"),
        Item::Array(items) => {
            let parts: Vec<String> = items.iter().map(to_text).collect();
            format!("[{}]", parts.join(", "))
        }
        Item::Record(members) | Item::Key(members) => {
            let parts: Vec<String> =
                members.iter().map(|(name, value)| format!("{name}: {}", to_text(value))).collect();
            format!("{{{}}}", parts.join(", "))
        }
        Item::Style(document) => format!("{:?}", document.text),
        Item::Path(path) => format!(
            "{} path of {} points from {}",
            if path.closed { "closed" } else { "open" },
            path.len(),
            path.points.first().map_or_else(
                || "nowhere".to_owned(),
                |[x, y]| format!("[{}, {}]", number_text(*x), number_text(*y))
            )
        ),
        other => to_json(other).to_string(),
    }
}

/// A number with at most six decimals.
pub(crate) fn number_text(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A value as the cells of a CSV row.
pub(crate) fn to_cells(item: &Item) -> Vec<String> {
    match item {
        Item::Array(items) if items.iter().all(|item| matches!(item, Item::Number(_))) => {
            items.iter().map(|item| to_json(item).to_string()).collect()
        }
        Item::Undefined => vec![String::new()],
        Item::Text(text) => vec![csv_cell(text)],
        Item::Style(document) => vec![csv_cell(&document.text)],
        Item::Number(_) | Item::Bool(_) => vec![to_json(item).to_string()],
        other => vec![csv_cell(&to_json(other).to_string())],
    }
}

/// A text as one CSV cell, quoted where it must be.
pub(crate) fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Text inside XML and its attributes, where line ends would become spaces; what XML 1.0 cannot hold becomes U+FFFD.
pub(crate) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lose_only_trailing_zeros() {
        assert_eq!(number_text(1.5), "1.5");
        assert_eq!(number_text(100.0), "100");
        assert_eq!(number_text(-0.000_000_1), "0");
        assert_eq!(number_text(f64::NAN), "NaN");
    }

    #[test]
    fn cells_are_quoted_when_they_must_be() {
        assert_eq!(csv_cell("4,503"), "\"4,503\"");
        assert_eq!(csv_cell("a\"b"), "\"a\"\"b\"");
        assert_eq!(csv_cell("plain"), "plain");
    }
}
