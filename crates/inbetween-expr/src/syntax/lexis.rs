//! Characters and small steps over source text.

/// Whether `c` may stand in a name after its first character.
pub(crate) fn is_name(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric()
}

/// Dashes that printed pages put where a minus sign was typed.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Quotation marks that printed pages put where a straight quote was typed.
pub(crate) fn is_quote(c: char) -> bool {
    matches!(
        c,
        '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2039}' | '\u{203a}' | '\u{ff02}' | '\u{ff07}'
            | '\u{b4}' | '\u{2032}' | '\u{2033}' | '\u{300c}'..='\u{300f}'
    )
}

/// The straight quote meant by a typographic one.
pub(crate) fn straight_quote(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201b}' | '\u{2039}' | '\u{203a}' | '\u{ff07}' | '\u{b4}' | '\u{2032}' => '\'',
        _ => '"',
    }
}

/// Characters that print as nothing and that JavaScript does not count as space.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}')
}

/// What a printed symbol stands for in JavaScript.
pub(crate) fn symbol_meaning(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{d7}' | '\u{2217}' | '\u{22c5}' | '\u{b7}' | '\u{2022}' | '\u{ff0a}' => "*",
        '\u{f7}' | '\u{2215}' | '\u{2044}' | '\u{ff0f}' => "/",
        '\u{2264}' => "<=",
        '\u{2265}' => ">=",
        '\u{2260}' => "!=",
        '\u{ff1b}' => ";",
        '\u{ff0c}' => ",",
        '\u{ff1a}' => ":",
        '\u{ff08}' => "(",
        '\u{ff09}' => ")",
        '\u{ff0b}' => "+",
        '\u{ff1d}' => "=",
        '\u{2026}' => "...",
        _ => return None,
    })
}

/// Whether `c` ends a line in JavaScript.
pub(crate) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// The text between two offsets; empty when they are no character borders.
pub(crate) fn slice(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or("")
}

/// The offset of the first character at or after `from` that is neither space nor comment.
pub(crate) fn skip_space(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or("");
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find(is_line_end).unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            match trimmed.get(2..).and_then(|inner| inner.find("*/")) {
                Some(end) => at += end + 4,
                None => return text.len(),
            }
        } else {
            return at.min(text.len());
        }
    }
}

/// The offset of operator `symbol` between two operands, skipping space, comments and closing parentheses.
pub(crate) fn find_operator(text: &str, from: usize, to: usize, symbol: &str) -> Option<usize> {
    let mut at = from;
    while at < to {
        at = skip_space(text, at);
        let rest = text.get(at..to)?;
        if rest.starts_with(symbol) {
            return Some(at);
        }
        at += rest.chars().next()?.len_utf8();
    }
    None
}

/// The token that begins at `at`, for messages.
pub(crate) fn token_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let Some(first) = rest.chars().next() else { return "" };
    if is_name(first) {
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        return slice(rest, 0, end);
    }
    if first == '"' || first == '\'' {
        let end = rest.char_indices().skip(1).find(|(_, c)| *c == first || is_line_end(*c));
        return slice(rest, 0, end.map_or(rest.len(), |(i, c)| if c == first { i + 1 } else { i }));
    }
    slice(rest, 0, first.len_utf8())
}
