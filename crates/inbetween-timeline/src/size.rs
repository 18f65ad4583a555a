//! How much memory a timeline takes.

use crate::timeline::{
    CompositionNode, LayerNode, Node, NodeData, NodeRef, PropertyData, PropertyRef, Timeline,
};
use crate::track::Curve;
use inbetween_doc::Keyframe;
use inbetween_doc::model::name_bytes;
use inbetween_expr::Program;
use inbetween_types::Time;
use std::collections::BTreeMap;
use std::mem::size_of;
use std::sync::Arc;

impl Timeline {
    /// About how many bytes of memory it takes besides its document ([`Document::bytes`](inbetween_doc::Document::bytes)),
    /// which it shares, as its clones and sessions share it. A compiled expression counts as its text, once for all
    /// properties that have it; an allocator rounds up.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let inner = &self.inner;
        let nodes: usize = inner.nodes.iter().map(node_bytes).sum();
        let names = inner.compositions.iter().map(|composition| {
            let named = composition.named.keys().map(|name| name.len() + size_of::<(Box<str>, NodeRef)>());
            size_of::<CompositionNode>()
                + named.sum::<usize>()
                + composition.layers.capacity() * size_of::<NodeRef>()
        });
        let programs: BTreeMap<usize, usize> = self
            .properties()
            .filter_map(|(_, data)| data.program.as_ref())
            .map(|program| (Arc::as_ptr(program).addr(), size_of::<Program>() + program.source.len()))
            .collect();
        inner.nodes.capacity() * size_of::<Node>()
            + inner.layers.capacity() * size_of::<LayerNode>()
            + nodes
            + names.sum::<usize>()
            + programs.values().sum::<usize>()
    }
}

/// Bytes that a node holds outside itself. Paths and texts of its values are the document's own.
fn node_bytes(node: &Node) -> usize {
    let data = match &node.data {
        NodeData::Group { children, .. } => children.capacity() * size_of::<NodeRef>(),
        NodeData::Property(data) => {
            let curves = data.curves.iter().flatten().map(Curve::heap_bytes);
            size_of::<PropertyData>()
                + data.keyframes.capacity() * size_of::<Keyframe>()
                + data.keyframes.iter().map(Keyframe::heap_bytes).sum::<usize>()
                + data.key_times.capacity() * size_of::<Time>()
                + data.followers.capacity() * size_of::<PropertyRef>()
                + data.curves.capacity() * size_of::<Option<Curve>>()
                + curves.sum::<usize>()
        }
    };
    name_bytes(&node.name) + data
}

#[cfg(test)]
mod tests {
    use crate::{CompileOptions, Timeline};
    use std::sync::Arc;

    fn bytes(layers: usize) -> usize {
        let layer = r#"{"ty":3,"ip":0,"op":60,"st":0,"ks":{"r":{"a":0,"k":0,"x":"time * 90"}}}"#;
        let text = format!(
            r#"{{"v":"5.12.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[{}]}}"#,
            vec![layer; layers].join(",")
        );
        let document = inbetween_doc::import(text.as_bytes(), &Default::default()).unwrap().document;
        Timeline::compile(Arc::new(document), &CompileOptions::default()).bytes()
    }

    #[test]
    fn it_grows_with_the_layers_and_shares_their_programs() {
        let (ten, hundred) = (bytes(10), bytes(100));
        assert!(hundred > 5 * ten && hundred < 15 * ten, "{ten} {hundred}");
    }

    #[test]
    fn a_copy_is_a_handle() {
        assert!(size_of::<Timeline>() <= 24);
    }
}
