//! How much memory a document takes.
//!
//! Estimates: what is counted is exact, what is small and rare (fonts' names, effects' parameters that are text) is not
//! counted one by one, and an allocator rounds up.

use super::{Document, FootageData, Keyframe, PropertyGroup, PropertyNode, SegmentEase};
use inbetween_types::{Path, TextDocument, Value, Vector};
use std::borrow::Cow;
use std::mem::size_of;

/// Bytes of a vector's numbers that are not inside it.
fn spilled(vector: &Vector) -> usize {
    if vector.spilled() { vector.capacity() * size_of::<f64>() } else { 0 }
}

/// Bytes that a value holds outside itself. A path or text counts in full, though clones of the value share it.
#[must_use]
pub fn value_bytes(value: &Value) -> usize {
    match value {
        Value::Vector(vector) => spilled(vector),
        Value::Path(path) => size_of::<Path>() + path_bytes(path),
        Value::Text(text) => size_of::<TextDocument>() + text.text.capacity(),
        _ => 0,
    }
}

/// Bytes of a name; one of AE's own is part of the program.
#[must_use]
#[expect(clippy::ptr_arg, reason = "whether it is owned is the question")]
pub fn name_bytes(name: &Cow<'static, str>) -> usize {
    match name {
        Cow::Borrowed(_) => 0,
        Cow::Owned(name) => name.capacity(),
    }
}

fn path_bytes(path: &Path) -> usize {
    let lists = [&path.points, &path.in_tangents, &path.out_tangents];
    lists.iter().map(|list| list.capacity() * size_of::<[f64; 2]>()).sum()
}

impl Keyframe {
    /// Bytes that it holds outside itself, those of its values left out.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let eases = if self.ease.spilled() { self.ease.capacity() * size_of::<SegmentEase>() } else { 0 };
        eases + spilled(&self.out_tangent) + spilled(&self.in_tangent)
    }
}

impl PropertyGroup {
    /// Bytes that it holds outside itself.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let children = self.children.iter().map(|child| match child {
            PropertyNode::Group(group) => group.heap_bytes(),
            PropertyNode::Property(property) => {
                let keyframes = property.keyframes.iter().map(|key| {
                    let end = key.end_value.as_ref().map_or(0, value_bytes);
                    key.heap_bytes() + value_bytes(&key.value) + end
                });
                // With keys, the value is the first key's.
                let value = if property.keyframes.is_empty() { value_bytes(&property.value) } else { 0 };
                let expression = property.expression.as_ref().map_or(0, |one| one.source.capacity());
                let list = property.keyframes.capacity() * size_of::<Keyframe>();
                name_bytes(&property.name) + value + expression + list + keyframes.sum::<usize>()
            }
        });
        let list = self.children.capacity() * size_of::<PropertyNode>();
        name_bytes(&self.name) + list + children.sum::<usize>()
    }
}

impl Document {
    /// About how many bytes of memory it takes, its text ([`Source::text`](super::Source::text)) and what is embedded in
    /// it included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let layers = self.compositions.iter().flat_map(|composition| &composition.layers);
        let layers = layers.map(|layer| {
            size_of_val(layer)
                + layer.name.capacity()
                + layer.comment.capacity()
                + layer.properties.heap_bytes()
        });
        let footage = self.footage.iter().map(|footage| {
            size_of_val(footage)
                + match &footage.data {
                    FootageData::Missing => 0,
                    FootageData::File(text) | FootageData::Text(text) => text.capacity(),
                    FootageData::Embedded(_, bytes) => bytes.capacity(),
                }
        });
        let glyphs = self
            .glyphs
            .iter()
            .map(|glyph| size_of_val(glyph) + glyph.paths.iter().map(path_bytes).sum::<usize>());
        let archive = self.source.archive.as_ref().map_or(0, |(bytes, _)| bytes.len());
        let files = self.font_files.iter().map(|(_, bytes)| bytes.len());
        size_of_val(self)
            + self.source.text.len()
            + archive
            + layers.sum::<usize>()
            + footage.sum::<usize>()
            + glyphs.sum::<usize>()
            + files.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use crate::{ImportOptions, import};

    fn bytes(layers: usize, key: &str) -> usize {
        let layer = format!(
            r#"{{"ty":3,"ip":0,"op":60,"st":0,"ks":{{"p":{{"a":1,"k":[{}]}}}}}}"#,
            vec![key; 100].join(",")
        );
        let text = format!(
            r#"{{"v":"5.12.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[{}]}}"#,
            vec![layer; layers].join(",")
        );
        let document = import(text.as_bytes(), &ImportOptions::default()).unwrap().document;
        document.bytes() - document.source.text.len()
    }

    #[test]
    fn layers_and_keys_count() {
        const KEY: &str = r#"{"t":0,"s":[1,2]}"#;
        let (one, ten) = (bytes(1, KEY), bytes(10, KEY));
        assert!(one >= 100 * size_of::<crate::Keyframe>(), "{one}");
        assert!(ten >= 9 * one && ten <= 10 * one, "{one} {ten}");
    }
}
