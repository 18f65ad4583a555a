//! Parents by stored id; cycles and missing ones are broken with a finding.

use crate::timeline::{Inner, LayerRef};
use inbetween_doc::LayerSource;
use inbetween_types::{Diagnostic, Location, Severity};
use std::collections::BTreeMap;

/// Fills in every layer's parent.
pub(crate) fn resolve(inner: &mut Inner) {
    let document = std::sync::Arc::clone(&inner.document);
    let mut findings = Vec::new();
    for composition in &inner.compositions {
        let Some(data) = document.compositions.get(composition.index) else { continue };
        let mut by_id: BTreeMap<i64, LayerRef> = BTreeMap::new();
        for (layer, handle) in data.layers.iter().zip(&composition.layers) {
            if let Some(id) = layer.id {
                by_id.entry(id).or_insert(*handle);
            }
        }
        for (layer, handle) in data.layers.iter().zip(&composition.layers) {
            let Some(wanted) = layer.parent else { continue };
            let parent = by_id.get(&wanted).copied();
            if parent.is_none() {
                findings.push((
                    *handle,
                    "layer/unknown-parent",
                    format!("there is no layer with the parent's id {wanted}"),
                ));
            }
            if let Some(node) = inner.layers.get_mut(handle.0 as usize) {
                node.parent = parent;
            }
        }
    }
    for handle in break_cycles(inner) {
        findings.push((handle, "layer/parent-cycle", "its parents lead back to itself".to_owned()));
    }
    for (handle, code, message) in findings {
        let finding = Diagnostic::new(code, Severity::Error, message)
            .with_help("the layer is treated as one without a parent")
            .at(inner.layer_location(handle));
        inner.diagnostics.push(finding);
    }
}

/// Cuts the parent of one layer of every cycle; gives those layers.
fn break_cycles(inner: &mut Inner) -> Vec<LayerRef> {
    let mut done = vec![false; inner.layers.len()];
    let mut cut = Vec::new();
    for start in 0..inner.layers.len() {
        let mut way: Vec<LayerRef> = Vec::new();
        let mut at = Some(LayerRef(super::small(start)));
        let mut on_way = std::collections::BTreeSet::new();
        while let Some(here) = at {
            if done.get(here.0 as usize).copied().unwrap_or(true) {
                break;
            }
            if !on_way.insert(here) {
                // `here` was met twice: the last layer of the way closes the cycle.
                if let Some(last) = way.last().copied()
                    && let Some(node) = inner.layers.get_mut(last.0 as usize)
                {
                    node.parent = None;
                    cut.push(last);
                }
                break;
            }
            way.push(here);
            at = inner.layers.get(here.0 as usize).and_then(|node| node.parent);
        }
        for layer in way {
            if let Some(flag) = done.get_mut(layer.0 as usize) {
                *flag = true;
            }
        }
    }
    cut
}

/// Says which layers play a composition that contains them.
pub(crate) fn report_composition_cycles(inner: &mut Inner) {
    let document = std::sync::Arc::clone(&inner.document);
    let count = document.compositions.len();
    let mut state = vec![0u8; count];
    for start in 0..count {
        // Depth-first with an explicit stack: composition, next layer to look at.
        let mut stack = vec![(start, 0usize)];
        while let Some((composition, next)) = stack.pop() {
            let Some(data) = document.compositions.get(composition) else { continue };
            match state.get_mut(composition) {
                Some(2) | None => continue,
                Some(flag) => *flag = 1,
            }
            let Some(layer) = data.layers.get(next) else {
                if let Some(flag) = state.get_mut(composition) {
                    *flag = 2;
                }
                continue;
            };
            stack.push((composition, next + 1));
            let LayerSource::Composition(inside) = &layer.source else { continue };
            match state.get(inside.0) {
                Some(0) => stack.push((inside.0, 0)),
                Some(1) => {
                    let location = Location {
                        composition: Some(data.name.clone()),
                        layer: Some(layer.name.clone()),
                        ..Location::default()
                    };
                    let finding = Diagnostic::new(
                        "composition/cycle",
                        Severity::Error,
                        "the layer plays a composition that contains it",
                    );
                    inner.diagnostics.push(finding.at(location));
                }
                _ => {}
            }
        }
    }
}
