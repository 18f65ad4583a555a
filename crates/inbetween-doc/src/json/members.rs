//! The members of one object, for those who write a changed copy of it.

use crate::model::SourceSpan;

/// The members of the JSON object `text` in its order: each key as written, with its quotes, and where its value stands
/// in `text`. Empty when the text is no object.
#[must_use]
pub fn object_members(text: &str) -> Vec<(&str, SourceSpan)> {
    let (tape, error) = super::parse(text, usize::MAX, usize::MAX);
    if error.is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut members = tape.root().members();
    while let Some((key, value)) = members.next_with_key() {
        let SourceSpan { start, end } = key.span();
        found.push((text.get(start..end).unwrap_or_default(), value.span()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_with_the_place_of_their_value() {
        let text = r#"{"a": [1, 2], "b" : {"c":3}}"#;
        let got: Vec<(&str, &str)> =
            object_members(text).into_iter().map(|(key, at)| (key, &text[at.start..at.end])).collect();
        assert_eq!(got, [("\"a\"", "[1, 2]"), ("\"b\"", "{\"c\":3}")]);
        assert!(object_members("[1]").is_empty() && object_members("{").is_empty());
    }
}
