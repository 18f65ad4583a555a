//! Findings: what is wrong or unsupported while there still is a product.

use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing; nothing is wrong (a legacy spelling, say).
    Note,
    /// Something may look different from AE.
    Warning,
    /// Something is wrong: an expression failed, a reference is missing.
    Error,
}

impl Severity {
    /// The severity's word, as it is printed.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place in the text of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourcePoint {
    /// Line, from 1. `\n`, `\r\n` and `\r` each end one.
    pub line: u32,
    /// Column in Unicode characters, from 1.
    pub column: u32,
}

impl SourcePoint {
    /// The place of byte `offset` in `text`; an offset past the end is the end.
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        let (mut line, mut column) = (1, 1);
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if at >= offset {
                break;
            }
            let ends = c == '\n' || (c == '\r' && chars.peek().is_none_or(|(_, next)| *next != '\n'));
            if ends {
                line += 1;
                column = 1;
            } else if c != '\r' {
                column += 1;
            }
        }
        Self { line, column }
    }

    /// The byte offset of this place in `text`; the end of the text when it lies past it.
    #[must_use]
    pub fn offset_in(self, text: &str) -> usize {
        let (mut line, mut column) = (1, 1);
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if (line, column) >= (self.line, self.column) {
                return at;
            }
            if c == '\n' || (c == '\r' && chars.peek().is_none_or(|(_, next)| *next != '\n')) {
                line += 1;
                column = 1;
            } else if c != '\r' {
                column += 1;
            }
        }
        text.len()
    }
}

/// Where a finding lies. Every part may be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Location {
    /// Name of the composition.
    pub composition: Option<String>,
    /// Name of the layer.
    pub layer: Option<String>,
    /// The property as an expression that finds it, for example `layer("crank").rotation`.
    pub property: Option<String>,
    /// Place in the expression's own text.
    pub point: Option<SourcePoint>,
    /// Place in the file, for example `layers[3].ks.p.k[2].s`.
    pub file_path: Option<String>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        // A composition without a name is the main one of a file that does not name it.
        parts.extend(self.composition.clone().filter(|name| !name.is_empty()));
        match (&self.property, &self.layer) {
            (Some(property), _) => parts.push(property.clone()),
            (None, Some(layer)) => parts.push(layer.clone()),
            (None, None) => {}
        }
        parts.extend(self.file_path.clone());
        if let Some(point) = self.point {
            parts.push(format!("{}:{}", point.line, point.column));
        }
        f.write_str(&parts.join(" > "))
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Stable code, for example `expr/unknown-layer`.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Where.
    pub location: Location,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding without place or help.
    #[must_use]
    pub fn new(code: &'static str, severity: Severity, message: impl Into<String>) -> Self {
        Self { code, severity, location: Location::default(), message: message.into(), help: None }
    }

    /// The same with help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with a place.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.location = location;
        self
    }

    /// The same with a place in the expression's text.
    #[must_use]
    pub fn at_point(mut self, point: SourcePoint) -> Self {
        self.location.point = Some(point);
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity.word(), self.code, self.message)?;
        let place = self.location.to_string();
        if !place.is_empty() {
            write!(f, " ({place})")?;
        }
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}

/// A list of findings in the order they were made, each said once.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    seen: std::collections::HashSet<Diagnostic>,
}

impl Diagnostics {
    /// Adds a finding unless the same one is there already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.seen.insert(diagnostic.clone()) {
            self.list.push(diagnostic);
        }
    }

    /// The findings in order.
    #[must_use]
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Adds all findings of `other`.
    pub fn extend(&mut self, other: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in other {
            self.push(diagnostic);
        }
    }

    /// Whether one is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// The findings by value.
    #[must_use]
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}

/// The candidate nearest to `name` by edit distance, if near enough to be a slip: for "did you mean".
#[must_use]
pub fn near_match<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_lowercase().chars().collect();
    let allowed = (wanted.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let chars: Vec<char> = candidate.to_lowercase().chars().collect();
        if chars.len().abs_diff(wanted.len()) > allowed {
            continue;
        }
        let distance = edit_distance(&wanted, &chars);
        if distance <= allowed && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours from one word to another (the optimal string alignment
/// distance).
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut before: Vec<usize> = Vec::new();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], place: usize| row.get(place).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&row, j) + usize::from(x != y);
            let mut cost = replaced.min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            let swapped = i > 0 && j > 0 && b.get(j - 1) == Some(x) && a.get(i - 1) == Some(y);
            if swapped {
                cost = cost.min(at(&before, j - 1) + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_count_characters_and_any_line_end() {
        let text = "á = 1;\rb\r\nc\nd";
        assert_eq!(SourcePoint::of(text, text.find("= 1").unwrap()), SourcePoint { line: 1, column: 3 });
        assert_eq!(SourcePoint::of(text, text.find('b').unwrap()), SourcePoint { line: 2, column: 1 });
        assert_eq!(SourcePoint::of(text, text.find('c').unwrap()), SourcePoint { line: 3, column: 1 });
        assert_eq!(SourcePoint::of(text, 999), SourcePoint { line: 4, column: 2 });
        for (at, _) in text.char_indices().filter(|(_, c)| !c.is_control()) {
            assert_eq!(SourcePoint::of(text, at).offset_in(text), at);
        }
    }

    #[test]
    fn near_matches_are_near() {
        assert_eq!(near_match("Foot Rol", ["Foot Roll", "Hip"]), Some("Foot Roll"));
        assert_eq!(near_match("valu", ["value", "velocity"]), Some("value"));
        assert_eq!(near_match("Cursore", ["Slider"]), None);
        // Two letters that change places are one slip.
        assert_eq!(near_match("Tilte", ["Title", "Tile set"]), Some("Title"));
        assert_eq!(edit_distance(&['a', 'b', 'c'], &['b', 'a']), 2);
    }
}
