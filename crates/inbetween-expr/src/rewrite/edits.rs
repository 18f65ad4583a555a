//! Text splicing: edits are collected in the order of the walk and applied once.

use crate::syntax::lexis::is_name;

#[derive(Debug)]
struct Edit {
    from: usize,
    to: usize,
    text: String,
}

/// Edits of one text.
///
/// The walk goes through the text from left to right, so edits at one place stand in the order in which they were
/// made: what closes an expression comes before what opens the next, outer openings before inner ones.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    list: Vec<Edit>,
}

/// A spliced text with the pairs (offset in it, offset in the old text).
pub(crate) type Spliced = (String, Vec<(usize, usize)>);

impl Edits {
    /// Puts `text` in at `at`.
    pub(crate) fn insert(&mut self, at: u32, text: impl Into<String>) {
        self.replace(at, at, text);
    }

    /// Puts `text` in place of what stands between two offsets.
    pub(crate) fn replace(&mut self, from: u32, to: u32, text: impl Into<String>) {
        self.list.push(Edit { from: from as usize, to: to as usize, text: text.into() });
    }

    /// Applies all edits between a head and a tail.
    pub(crate) fn apply(mut self, source: &str, head: &str, tail: &str) -> Spliced {
        self.list.sort_by_key(|edit| edit.from);
        let grown: usize = self.list.iter().map(|edit| edit.text.len()).sum();
        let mut out = String::with_capacity(source.len() + grown + head.len() + tail.len());
        let mut offsets = vec![(0, 0)];
        let mut at = 0;
        put(&mut out, head);
        offsets.push((out.len(), 0));
        for edit in &self.list {
            put(&mut out, source.get(at..edit.from).unwrap_or(""));
            at = at.max(edit.from);
            offsets.push((out.len(), at));
            let begin = out.len();
            put(&mut out, &edit.text);
            // What is new stands first: `time` → `$s.time`.
            let old = edit.to.saturating_sub(edit.from);
            offsets.push(((out.len().saturating_sub(old)).max(begin), at));
            at = at.max(edit.to);
            offsets.push((out.len(), at));
        }
        put(&mut out, source.get(at..).unwrap_or(""));
        offsets.push((out.len(), source.len()));
        put(&mut out, tail);
        offsets.dedup();
        (out, offsets)
    }
}

/// Appends, keeping two names apart.
fn put(out: &mut String, text: &str) {
    let touching = out.chars().next_back().is_some_and(is_name) && text.chars().next().is_some_and(is_name);
    if touching {
        out.push(' ');
    }
    out.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_at_one_place_keep_their_order_and_names_stay_apart() {
        let mut edits = Edits::default();
        edits.insert(6, "f(");
        edits.replace(6, 7, "g(");
        edits.insert(8, ")");
        edits.insert(8, ")");
        let (text, offsets) = edits.apply("return-a;", "var b;", "\n;end");
        assert_eq!(text, "var b;return f(g(a));\n;end");
        assert!(offsets.windows(2).all(|w| w[0].0 <= w[1].0));
    }
}
