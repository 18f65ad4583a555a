//! The places of many values in a text, found in one pass.

use super::{Kind, Node};
use crate::model::SourceSpan;
use std::collections::BTreeMap;

/// Deepest nesting looked into; importers refuse more.
const DEEPEST: usize = 1_000;

/// The path of each span's value in the JSON `text`, for example `layers[3].ks.p`; `None` where no value starts.
#[must_use]
pub fn file_paths(text: &str, spans: &[Option<SourceSpan>]) -> Vec<Option<String>> {
    let mut found: Vec<Option<String>> = vec![None; spans.len()];
    let mut wanted: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, span) in spans.iter().enumerate() {
        if let Some(span) = span {
            wanted.entry(span.start).or_default().push(index);
        }
    }
    let (tape, error) = super::parse(text, DEEPEST, usize::MAX);
    if error.is_none() && !wanted.is_empty() {
        visit(tape.root(), &mut String::new(), &wanted, &mut found);
    }
    found
}

fn visit(
    node: Node<'_>,
    path: &mut String,
    wanted: &BTreeMap<usize, Vec<usize>>,
    found: &mut [Option<String>],
) {
    let span = node.span();
    if wanted.range(span.start..span.end).next().is_none() {
        return;
    }
    for &index in wanted.get(&span.start).map_or(&[][..], Vec::as_slice) {
        if let Some(slot) = found.get_mut(index) {
            *slot = Some(path.clone());
        }
    }
    let length = path.len();
    match node.kind() {
        Kind::Array => {
            for (item, index) in node.items().zip(0_usize..) {
                path.push_str(&format!("[{index}]"));
                visit(item, path, wanted, found);
                path.truncate(length);
            }
        }
        Kind::Object => {
            for (key, value) in node.members() {
                if length > 0 {
                    path.push('.');
                }
                path.push_str(key);
                visit(value, path, wanted, found);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_values_by_where_they_start() {
        let text = r#"{"layers":[{"ks":{"p":{"k":1}}},{"ks":{"p":{"k":2}}}]}"#;
        let at = |needle: &str| {
            let start = text.find(needle).unwrap();
            Some(SourceSpan { start, end: start + needle.len() })
        };
        let found = file_paths(text, &[at(r#"{"k":2}"#), at(r#"{"k":1}"#), None]);
        assert_eq!(found, [Some("layers[1].ks.p".to_owned()), Some("layers[0].ks.p".to_owned()), None]);
    }
}
