//! Content that does not change is made once, and paths that do not change keep their allocation.

use super::{Builder, order};
use crate::scene::Node;
use crate::{LayerRef, NodeRef, State};
use inbetween_doc::LayerKind;
use inbetween_expr::Fault;
use inbetween_types::Diagnostic;
use kurbo::BezPath;
use std::sync::Arc;

/// Most nodes of still content remembered per session.
const MOST_NODES: usize = 200_000;

/// Items whose result depends on the time though none of their properties moves.
const RESTLESS: [&str; 3] =
    ["ADBE Vector Filter - Roughen", "ADBE Vector Filter - Wiggler", "ADBE Text Wiggly Selector"];

/// Still content with the findings of making it.
#[derive(Clone, Debug, Default)]
pub(super) struct Still {
    nodes: Vec<Node>,
    findings: Vec<Diagnostic>,
}

impl Builder<'_> {
    /// The content of a shape or text layer: remembered where it never changes, else made by `make`.
    pub(super) fn remembered(
        &mut self,
        layer: LayerRef,
        make: impl FnOnce(&mut Self) -> Result<Vec<Node>, Fault>,
    ) -> Result<Vec<Node>, Fault> {
        let state = self.state;
        let still = state.is_still(layer);
        if still && let Some(known) = state.shared.still.borrow().get(&layer) {
            self.findings.extend(known.findings.iter().cloned());
            return Ok(known.nodes.clone());
        }
        let (outer, before) =
            (std::mem::take(&mut self.findings), std::mem::take(&mut *state.diagnostics.borrow_mut()));
        let made = make(self);
        let mut findings = std::mem::replace(&mut self.findings, outer).into_list();
        // What the state noted is about drawing, and counts anew in every scene; or about an expression.
        let noted = std::mem::replace(&mut *state.diagnostics.borrow_mut(), before);
        for finding in noted.into_list() {
            if finding.code.starts_with("draw/") {
                findings.push(finding);
            } else {
                state.report(finding);
            }
        }
        self.findings.extend(findings.iter().cloned());
        let mut nodes = made?;
        if !still {
            if let Some(node) = state.timeline.layer(layer) {
                let mut sharer = Sharer { state, root: node.root, slot: 0, last: None };
                sharer.nodes(&mut nodes);
            }
            return Ok(nodes);
        }
        let count = order::count(&nodes);
        if state.shared.still_nodes.get().saturating_add(count) <= MOST_NODES {
            state.shared.still_nodes.set(state.shared.still_nodes.get() + count);
            let known = Still { nodes: nodes.clone(), findings };
            state.shared.still.borrow_mut().insert(layer, known);
        }
        Ok(nodes)
    }
}

impl State {
    /// Whether the content of a shape or text layer is the same at all times.
    fn is_still(&self, layer: LayerRef) -> bool {
        if let Some(known) = self.shared.is_still.borrow().get(&layer) {
            return *known;
        }
        let timeline = &self.timeline;
        let still = match (timeline.layer(layer), timeline.layer_data(layer).map(|data| data.kind)) {
            (Some(node), Some(LayerKind::Shape)) => timeline
                .child(node.root, "ADBE Root Vectors Group")
                .is_none_or(|contents| self.never_moves(contents)),
            (Some(node), Some(LayerKind::Text)) => {
                timeline.child(node.root, "ADBE Text Properties").is_none_or(|text| self.never_moves(text))
                    && timeline.document().glyphs.iter().all(|glyph| glyph.composition.is_none())
            }
            _ => false,
        };
        self.shared.is_still.borrow_mut().insert(layer, still);
        still
    }

    /// Whether no property of a group has keys or an expression and no item moves by itself.
    fn never_moves(&self, group: NodeRef) -> bool {
        let mut open = vec![group];
        while let Some(at) = open.pop() {
            let Some(node) = self.timeline.node(at) else { continue };
            if RESTLESS.contains(&node.match_name.as_ref()) {
                return false;
            }
            if let crate::NodeData::Property(data) = &node.data
                && (data.keyframes.len() > 1 || data.has_expression || !data.followers.is_empty())
            {
                return false;
            }
            open.extend(node.children());
        }
        true
    }
}

/// Replaces paths by the allocations that held equal ones when the layer was last drawn.
struct Sharer<'a> {
    state: &'a State,
    root: NodeRef,
    slot: u32,
    /// The path met last and what replaces it: a fill and a stroke share one.
    last: Option<(Arc<BezPath>, Arc<BezPath>)>,
}

impl Sharer<'_> {
    fn nodes(&mut self, nodes: &mut [Node]) {
        for node in nodes {
            match node {
                Node::Fill(fill) => self.path(&mut fill.path),
                Node::Stroke(stroke) => self.path(&mut stroke.path),
                Node::Group(group) => self.nodes(&mut group.nodes),
                Node::Samples(samples) => samples.iter_mut().for_each(|(_, nodes)| self.nodes(nodes)),
                Node::Image(_) | Node::Mesh(_) => {}
            }
        }
    }

    fn path(&mut self, path: &mut Arc<BezPath>) {
        if let Some((_, shared)) = self.last.as_ref().filter(|(own, _)| Arc::ptr_eq(own, path)) {
            *path = Arc::clone(shared);
            return;
        }
        let shared = self.state.share_arc(self.root, self.slot, Arc::clone(path));
        self.slot += 1;
        self.last = Some((std::mem::replace(path, Arc::clone(&shared)), shared));
    }
}
