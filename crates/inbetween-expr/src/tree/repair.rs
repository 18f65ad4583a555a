//! Changes to a text that keep what its author meant.

use crate::program::{Resolve, Scope};
use crate::rewrite::names::Names;
use crate::syntax::lexis::{is_dash, is_invisible, is_line_end, is_quote, straight_quote, symbol_meaning};
use crate::syntax::{self, scan};
use crate::tree::{Kind, Tree};
use inbetween_types::Limits;
use std::ops::Range;

/// A range of a text and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go.
    pub span: Range<usize>,
    /// What comes.
    pub text: String,
}

impl Edit {
    /// An edit.
    #[must_use]
    pub fn new(span: Range<usize>, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// The text with all edits made, in order of place; one that overlaps an earlier one, or fits no place, is left out.
#[must_use]
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in sorted {
        if edit.span.start < done || edit.span.end < edit.span.start || text.get(edit.span.clone()).is_none()
        {
            continue;
        }
        out.push_str(text.get(done..edit.span.start).unwrap_or(""));
        out.push_str(&edit.text);
        done = edit.span.end;
    }
    out.push_str(text.get(done..).unwrap_or(""));
    out
}

/// What printed pages put in place of code: dashes for minus signs, curled quotes, full-width and mathematical signs,
/// invisible characters. Strings and comments stay as they are.
#[must_use]
pub fn printed_edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, c) in scan::scan(text).defects {
        let span = at..at + c.len_utf8();
        if is_dash(c) {
            edits.push(Edit::new(span, "-"));
        } else if is_quote(c) {
            let (quote, closing) = quoted(text, &span, c);
            edits.push(Edit::new(span, quote));
            edits.extend(closing.map(|closing| Edit::new(closing, quote)));
        } else if is_invisible(c) {
            edits.push(Edit::new(span, ""));
        } else if let Some(meant) = symbol_meaning(c) {
            edits.push(Edit::new(span, meant));
        }
    }
    edits
}

/// The straight quote for a string that a printed one opens, and where the printed one stands that closes it.
fn quoted(text: &str, open: &Range<usize>, c: char) -> (&'static str, Option<Range<usize>>) {
    let meant = straight_quote(c);
    let rest = text.get(open.end..).unwrap_or("");
    let line = rest.split(is_line_end).next().unwrap_or("");
    let closing = line.char_indices().find(|(_, other)| is_quote(*other) && straight_quote(*other) == meant);
    let inner = closing.and_then(|(end, _)| line.get(..end)).unwrap_or("");
    let quote = match (meant, inner.contains('"'), inner.contains('\'')) {
        ('"', true, false) | ('\'', _, false) => "'",
        _ => "\"",
    };
    (quote, closing.map(|(at, end)| open.end + at..open.end + at + end.len_utf8()))
}

/// Modern spellings for those of the legacy engine: `this_comp` → `thisComp`, `x.to_comp(p)` → `x.toComp(p)`, a missing
/// `;` before `else`. Empty for a text that cannot be parsed.
#[must_use]
pub fn legacy_edits(text: &str, resolve: &dyn Resolve, limits: &Limits) -> Vec<Edit> {
    let Some(tree) = Tree::parse(text, limits) else { return Vec::new() };
    let names = Names::of(text, Scope { resolve });
    let mut edits = Vec::new();
    if let Ok(scan) = syntax::check(text, limits)
        && let Ok((repaired, _)) = syntax::repair(text, &scan)
    {
        edits.extend(repaired.inserted.iter().map(|&at| {
            let at = repaired.original(at);
            Edit::new(at..at, ";")
        }));
    }
    for (id, node) in tree.nodes() {
        match &node.kind {
            Kind::Name(name) if !tree.is_local(name) => {
                if let Some(modern) = names.scope(name).filter(|modern| **modern != **name) {
                    edits.push(Edit::new(node.span.clone(), modern));
                }
            }
            Kind::Member(name) => {
                // The name is the end of the member's text.
                let start = node.span.end.saturating_sub(name.len());
                let object_ends =
                    tree.children(id).first().and_then(|object| tree.node(*object)).map(|n| n.span.end);
                if let Some(modern) = names.member(name)
                    && object_ends.is_some_and(|end| end <= start)
                    && text.get(start..node.span.end) == Some(&**name)
                {
                    edits.push(Edit::new(start..node.span.end, modern));
                }
            }
            _ => {}
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Few;
    impl Resolve for Few {
        fn scope_name(&self, name: &str) -> Option<&'static str> {
            (name == "this_comp" || name == "thisComp").then_some("thisComp")
        }
        fn member_name(&self, name: &str) -> Option<&'static str> {
            (name == "to_comp").then_some("toComp")
        }
    }

    #[test]
    fn printed_signs_become_code_outside_strings() {
        let text = "a \u{2013} effect(\u{201c}B \u{2013} C\u{201d})\u{ff08}1\u{ff09} // \u{2013}";
        let fixed = apply(text, &printed_edits(text));
        assert_eq!(fixed, "a - effect(\"B \u{2013} C\")(1) // \u{2013}");
    }

    #[test]
    fn legacy_names_become_modern_where_they_are_no_locals() {
        let text = "to_comp = 1; if (x) this_comp.layer('this_comp').to_comp(a) else to_comp";
        let fixed = apply(text, &legacy_edits(text, &Few, &Limits::default()));
        assert_eq!(fixed, "to_comp = 1; if (x) thisComp.layer('this_comp').toComp(a); else to_comp");
    }

    #[test]
    fn edits_that_overlap_are_made_once() {
        let edits = [Edit::new(0..2, "x"), Edit::new(1..3, "y"), Edit::new(3..3, "z"), Edit::new(9..10, "w")];
        assert_eq!(apply("abcd", &edits), "xczd");
    }
}
