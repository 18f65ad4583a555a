//! Replacing ranges of a text.

use crate::error::ExportError;
use crate::model::SourceSpan;
use std::borrow::Cow;

/// A range and what takes its place.
pub(super) struct Edit<'a> {
    pub(super) span: SourceSpan,
    pub(super) text: Cow<'a, str>,
}

/// The text with all edits made. Of overlapping edits the one that starts first counts, of those the longest.
pub(super) fn apply(text: &str, mut edits: Vec<Edit<'_>>) -> Result<Vec<u8>, ExportError> {
    edits.sort_by(|a, b| a.span.start.cmp(&b.span.start).then(b.span.end.cmp(&a.span.end)));
    let grown: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = Vec::with_capacity(text.len() + grown);
    let mut done = 0;
    for edit in edits {
        let SourceSpan { start, end } = edit.span;
        if start > end || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            return Err(ExportError::Place { start, end });
        }
        if start < done {
            continue;
        }
        out.extend_from_slice(text.get(done..start).unwrap_or("").as_bytes());
        out.extend_from_slice(edit.text.as_bytes());
        done = end;
    }
    out.extend_from_slice(text.get(done..).unwrap_or("").as_bytes());
    Ok(out)
}

/// Edits that take array elements out with one comma each, so that what stays is a sound list.
pub(super) fn removals(text: &str, spans: &[SourceSpan]) -> Result<Vec<Edit<'static>>, ExportError> {
    let mut spans = spans.to_vec();
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let bytes = text.as_bytes();
    let mut edits = Vec::new();
    let mut rest = spans.into_iter().peekable();
    while let Some(SourceSpan { start, mut end }) = rest.next() {
        if start > end || end > bytes.len() {
            return Err(ExportError::Place { start, end });
        }
        // A run of neighbours is one hole.
        while let Some(next) = rest.peek().copied() {
            let gap = bytes.get(end..next.start);
            let inside = next.start < end;
            if inside || gap.is_some_and(is_separator) {
                end = end.max(next.end);
                rest.next();
            } else {
                break;
            }
        }
        let after = skip_space(bytes.get(end..).unwrap_or(&[]).iter());
        let before = skip_space(bytes.get(..start).unwrap_or(&[]).iter().rev());
        let (start, end) = match (after, before) {
            (Some((b',', space)), _) => (start, end + space + 1),
            (_, Some((b',', space))) => (start - space - 1, end),
            _ => (start, end),
        };
        edits.push(Edit { span: SourceSpan { start, end }, text: "".into() });
    }
    Ok(edits)
}

/// White space with exactly one comma in it.
fn is_separator(gap: &[u8]) -> bool {
    gap.iter().all(|b| b.is_ascii_whitespace() || *b == b',')
        && gap.iter().filter(|b| **b == b',').count() == 1
}

/// The first byte that is no white space, and how much white space lies before it.
fn skip_space<'a>(bytes: impl Iterator<Item = &'a u8>) -> Option<(u8, usize)> {
    bytes.enumerate().find(|(_, b)| !b.is_ascii_whitespace()).map(|(at, b)| (*b, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str, parts: &[&str]) -> String {
        let span = |part: &&str| {
            let start = text.find(part).unwrap();
            SourceSpan { start, end: start + part.len() }
        };
        let spans: Vec<_> = parts.iter().map(span).collect();
        String::from_utf8(apply(text, removals(text, &spans).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn elements_go_with_their_comma() {
        assert_eq!(without("[11, 22 ,33]", &["11"]), "[ 22 ,33]");
        assert_eq!(without("[11,22,33]", &["22"]), "[11,33]");
        assert_eq!(without("[11,22 , 33]", &["33"]), "[11,22 ]");
        assert_eq!(without("[11,22,33]", &["33", "22"]), "[11]");
        assert_eq!(without("[11,22,33]", &["11", "33"]), "[22]");
        assert_eq!(without("[ 11 , 22 ]", &["11", "22"]), "[  ]");
        assert_eq!(without("[11]", &["11"]), "[]");
    }

    #[test]
    fn an_outer_edit_swallows_those_inside() {
        let edits = vec![
            Edit { span: SourceSpan { start: 2, end: 3 }, text: "x".into() },
            Edit { span: SourceSpan { start: 1, end: 5 }, text: "y".into() },
            Edit { span: SourceSpan { start: 6, end: 7 }, text: "z".into() },
        ];
        assert_eq!(apply("01234567", edits).unwrap(), b"0y5z7");
    }

    #[test]
    fn a_place_outside_the_text_is_an_error() {
        let span = SourceSpan { start: 3, end: 9 };
        assert!(apply("0123", vec![Edit { span, text: "".into() }]).is_err());
        assert!(removals("0123", &[span]).is_err());
    }
}
