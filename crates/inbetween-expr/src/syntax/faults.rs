//! Errors in plain words.

use super::lexis::{
    is_dash, is_invisible, is_line_end, is_quote, skip_space, straight_quote, symbol_meaning, token_at,
};
use super::scan::{Bracket, Scan};
use inbetween_types::{Diagnostic, Severity, SourcePoint};

fn error(text: &str, code: &'static str, at: usize, message: String, help: String) -> Diagnostic {
    Diagnostic::new(code, Severity::Error, message).with_help(help).at_point(SourcePoint::of(text, at))
}

/// The defects of printed pages that need no parser: one finding for each kind, at its first place.
pub(crate) fn printed(text: &str, scan: &Scan) -> Vec<Diagnostic> {
    let mut found: Vec<(&'static str, usize, Diagnostic)> = Vec::new();
    for &(at, c) in &scan.defects {
        let (code, message, help) = if is_dash(c) {
            (
                "expr/typographic-dash",
                format!("`{c}` (U+{:04X}) is a printed dash, not a minus sign", u32::from(c)),
                "write `-` in its place".to_owned(),
            )
        } else if is_quote(c) {
            (
                "expr/typographic-quote",
                format!("`{c}` (U+{:04X}) is a printed quotation mark", u32::from(c)),
                format!("write a straight `{}` in its place", straight_quote(c)),
            )
        } else if is_invisible(c) {
            (
                "expr/stray-text",
                format!("an invisible character (U+{:04X}) stands in the code", u32::from(c)),
                "delete it".to_owned(),
            )
        } else {
            (
                "expr/stray-text",
                format!("`{c}` (U+{:04X}) is a printed symbol that JavaScript does not know", u32::from(c)),
                format!("write `{}` in its place", symbol_meaning(c).unwrap_or("")),
            )
        };
        match found.iter_mut().find(|(seen, ..)| *seen == code) {
            Some((_, count, _)) => *count += 1,
            None => found.push((code, 0, error(text, code, at, message, help))),
        }
    }
    found
        .into_iter()
        .map(|(_, more, mut diagnostic)| {
            if more > 0 {
                diagnostic.message = format!("{} (and {more} more of its kind)", diagnostic.message);
            }
            diagnostic
        })
        .collect()
}

/// The finding for a text that does not parse; `at` and `message` are the parser's.
pub(crate) fn syntax(text: &str, scan: &Scan, at: usize, message: &str) -> Vec<Diagnostic> {
    if let Some((start, what)) = scan.endless {
        let end = match what {
            "string" => "its closing quote",
            "template" => "a closing backtick",
            _ => "`*/`",
        };
        return vec![error(
            text,
            "expr/unclosed",
            start,
            format!("the {what} that begins here never ends"),
            format!("put {end} where it ends"),
        )];
    }
    let next = skip_space(text, at);
    if let Some(line) = stray_line(text, next) {
        let shown = line_at(text, line).trim();
        return vec![error(
            text,
            "expr/stray-text",
            line,
            format!("`{shown}` looks like a page number or heading inside the code"),
            "delete the line".to_owned(),
        )];
    }
    match scan.bracket {
        Some(Bracket::Open(open, c)) => {
            let end = SourcePoint::of(text, text.trim_end().len());
            return vec![error(
                text,
                "expr/unclosed",
                open,
                format!("`{c}` is never closed"),
                format!("put `{}` where it ends; the text ends at {}:{}", partner(c), end.line, end.column),
            )];
        }
        Some(Bracket::Wrong(wrong, c, Some((open, opened)))) if wrong <= next => {
            let point = SourcePoint::of(text, wrong);
            return vec![error(
                text,
                "expr/unclosed",
                open,
                format!("`{opened}` is not closed before `{c}` at {}:{}", point.line, point.column),
                format!("put `{}` before `{c}`, or delete one of the two", partner(opened)),
            )];
        }
        Some(Bracket::Wrong(wrong, c, None)) if wrong <= next => {
            return vec![error(
                text,
                "expr/unclosed",
                wrong,
                format!("`{c}` closes nothing"),
                format!("delete it, or put `{}` where it should begin", partner(c)),
            )];
        }
        _ => {}
    }
    vec![plain(text, at, next, message)]
}

/// Words for an error that is none of the known defects.
fn plain(text: &str, at: usize, next: usize, message: &str) -> Diagnostic {
    let lower = message.to_lowercase();
    let token = token_at(text, next);
    let (place, message, help) = if lower.contains("return") && lower.contains("outside") {
        (at, "`return` stands outside a function".to_owned(), "write the value alone".to_owned())
    } else if token.is_empty() {
        (next, "the text ends in the middle of an expression".to_owned(), "complete it".to_owned())
    } else if lower.contains("semicolon") {
        (
            next,
            format!("`{token}` cannot follow what stands before it"),
            "if a new statement begins here, put `;` or a line break before it; otherwise an operator is missing"
                .to_owned(),
        )
    } else if lower.contains("invalid") && lower.contains("assign") {
        (next, "what stands here cannot be assigned to".to_owned(), "to compare, write `==`".to_owned())
    } else if matches!(token, ")" | "]" | "}" | ";" | ",") {
        (next, format!("a value is missing before `{token}`"), "complete the expression before it".to_owned())
    } else {
        (next, format!("`{token}` cannot stand here"), "look for a slip just before it".to_owned())
    };
    error(text, "expr/syntax", place, message, help)
}

fn partner(c: char) -> char {
    match c {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
}

fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or(text);
    before.char_indices().rev().find(|(_, c)| is_line_end(*c)).map_or(0, |(i, c)| i + c.len_utf8())
}

fn line_at(text: &str, start: usize) -> &str {
    text.get(start..).and_then(|rest| rest.split(is_line_end).next()).unwrap_or("")
}

/// The start of the line of `at`, or of the one before it, when that line is a page mark.
fn stray_line(text: &str, at: usize) -> Option<usize> {
    let here = line_start(text, at.min(text.len()));
    let before = line_start(text, here.saturating_sub(1));
    [here, before]
        .into_iter()
        .find(|&start| is_page_mark(line_at(text, start)))
        .map(|start| start + line_at(text, start).len() - line_at(text, start).trim_start().len())
}

/// Whether a line is what pages carry between code: `12`, `- 12 -`, `Page 12 of 40`, `12 | Chapter 3`, `<<page 5>>`.
fn is_page_mark(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || line.len() > 60 || !line.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    if line.contains([';', '(', '=', '{', '}', '"', '\'', '+', '*', '.', '?']) {
        return false;
    }
    let words: Vec<String> = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let number = |word: &String| word.chars().all(|c| c.is_ascii_digit());
    let page = |word: &String| {
        matches!(
            word.as_str(),
            "page" | "p" | "pg" | "of" | "seite" | "von" | "chapter" | "figure" | "fig" | "section"
        )
    };
    words.iter().all(|word| number(word) || page(word))
        || (line.contains('|') && words.first().is_some_and(number) != words.last().is_some_and(number))
}
