//! From a document to flat arrays.

mod expressions;
mod identity;
mod meshes;
mod parents;
mod tree;

pub(crate) use expressions::{compile_text, compile_traced};
pub(crate) use meshes::limits as mesh_limits;

use crate::timeline::{CompileOptions, CompositionNode, CompositionRef, Inner, LayerNode, LayerRef};
use inbetween_doc::Document;
use inbetween_types::{Diagnostic, Location, Severity};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Flattens a document and compiles its expressions.
pub(crate) fn compile(document: Arc<Document>, options: &CompileOptions) -> Inner {
    let limits = options.limits.clone();
    let now = if options.now_ms.is_finite() { options.now_ms } else { 0.0 };
    let mut inner = Inner {
        document: Arc::clone(&document),
        limits,
        compositions: Vec::new(),
        layers: Vec::new(),
        nodes: Vec::new(),
        diagnostics: Vec::new(),
        now,
        fonts: Arc::clone(&options.fonts),
        tier: options.tier,
        probe: options.probe.clone(),
        meshes: BTreeMap::new(),
    };
    let mut jobs = Vec::new();
    for (index, composition) in document.compositions.iter().enumerate() {
        let reference = CompositionRef(small(inner.compositions.len()));
        let mut layers = Vec::with_capacity(composition.layers.len());
        let mut named = HashMap::with_capacity(composition.layers.len());
        let mut seen = BTreeMap::new();
        let numbered = stored_numbers(&composition.layers);
        for (place, layer) in composition.layers.iter().enumerate() {
            if inner.layers.len() >= inner.limits.layers {
                inner.diagnostics.push(over_limit("layers", inner.limits.layers, &composition.name));
                break;
            }
            let handle = LayerRef(small(inner.layers.len()));
            let copy = seen.entry(layer.id).or_insert(0u64);
            let identity = identity::layer(&composition.id, layer.id, place, *copy);
            *copy += 1;
            let (root, transform) =
                tree::flatten(&mut inner, &mut jobs, layer, handle, identity, composition);
            inner.layers.push(LayerNode {
                composition: reference,
                index: place,
                number: numbered.as_ref().and_then(|n| n.get(place).copied()).unwrap_or(small(place) + 1),
                root,
                parent: None,
                identity,
                transform,
            });
            named.entry(Box::from(layer.name.as_str())).or_insert(handle);
            layers.push(handle);
        }
        inner.compositions.push(CompositionNode {
            index,
            name: if composition.name.is_empty() { composition.id.clone() } else { composition.name.clone() },
            frame_rate: composition.frame_rate,
            layers,
            named,
        });
    }
    parents::resolve(&mut inner);
    parents::report_composition_cycles(&mut inner);
    meshes::read(&mut inner);
    expressions::compile(inner, jobs)
}

/// A count as a handle's number; counts are limited far below 2³².
fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn over_limit(what: &str, limit: usize, composition: &str) -> Diagnostic {
    Diagnostic::new(
        "limit/document-size",
        Severity::Error,
        format!("the document has more than {limit} {what}; the rest is left out"),
    )
    .with_help("raise the limit if the file is meant to be this large")
    .at(Location { composition: Some(composition.to_owned()), ..Location::default() })
}

/// The stored ids as AE's indices: where every layer has one and they ascend down the stack. Exporters write a layer's
/// AE index as its id (Bodymovin 4 counted from 0); a layer that was not exported leaves a gap, which the others'
/// expressions count.
fn stored_numbers(layers: &[inbetween_doc::Layer]) -> Option<Vec<u32>> {
    let base = i64::from(layers.first()?.id? == 0);
    let numbers: Option<Vec<u32>> = layers
        .iter()
        .map(|layer| u32::try_from(layer.id?.checked_add(base)?).ok().filter(|n| (1..=1_000_000).contains(n)))
        .collect();
    numbers.filter(|numbers| numbers.is_sorted_by(|a, b| a < b))
}
