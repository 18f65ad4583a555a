//! References that go in circles: reported, and cut so that nothing downstream can run forever.

use super::reader::Reader;
use crate::error::ImportError;
use crate::model::{Composition, LayerSource};
use inbetween_types::{Location, Severity};
use std::collections::HashMap;

/// Cuts parent links that lead back to their own layer, and notes parents that do not exist.
pub(super) fn break_parent_cycles(reader: &mut Reader<'_>, compositions: &mut [Composition]) {
    for composition in compositions {
        let mut by_id = HashMap::new();
        for (at, layer) in composition.layers.iter().enumerate() {
            if let Some(id) = layer.id {
                by_id.entry(id).or_insert(at);
            }
        }
        let parents: Vec<Option<usize>> = composition
            .layers
            .iter()
            .map(|layer| layer.parent.and_then(|id| by_id.get(&id).copied()))
            .collect();
        let name = composition.name.clone();
        let place = |layer: &str| Location {
            composition: Some(name.clone()),
            layer: Some(layer.to_owned()),
            ..Location::default()
        };
        for (layer, parent) in composition.layers.iter().zip(&parents) {
            if let (Some(id), None) = (layer.parent, parent) {
                let message = format!("the parent layer {id} does not exist");
                reader.note_at("doc/missing-parent", Severity::Warning, place(&layer.name), message);
            }
        }
        for at in cycle_ends(&parents) {
            if let Some(layer) = composition.layers.get_mut(at) {
                layer.parent = None;
                let message = "its parents lead back to it; the parent is dropped".to_owned();
                reader.note_at("doc/parent-cycle", Severity::Error, place(&layer.name), message);
            }
        }
    }
}

/// One node of each circle in a graph where every node points to at most one other.
fn cycle_ends(next: &[Option<usize>]) -> Vec<usize> {
    let mut seen_in = vec![0_usize; next.len()];
    let mut ends = Vec::new();
    for start in 0..next.len() {
        let walk = start + 1;
        let mut at = start;
        while let Some(mark) = seen_in.get_mut(at).filter(|mark| **mark == 0) {
            *mark = walk;
            match next.get(at).copied().flatten() {
                Some(following) => {
                    if seen_in.get(following) == Some(&walk) {
                        ends.push(at);
                    }
                    at = following;
                }
                None => break,
            }
        }
    }
    ends
}

/// Cuts layers that show a composition they are part of, and checks how deep compositions nest.
pub(super) fn break_composition_cycles(
    reader: &mut Reader<'_>,
    compositions: &mut [Composition],
) -> Result<(), ImportError> {
    let children: Vec<Vec<(usize, usize)>> = compositions
        .iter()
        .map(|composition| {
            let shown = composition.layers.iter().enumerate().filter_map(|(at, layer)| match layer.source {
                LayerSource::Composition(id) => Some((at, id.0)),
                _ => None,
            });
            shown.collect()
        })
        .collect();
    let mut walk =
        Walk { depth: vec![None; children.len()], open: vec![false; children.len()], cut: Vec::new() };
    for start in 0..children.len() {
        walk.from(start, &children);
    }
    for (composition, layer) in walk.cut {
        let Some(owner) = compositions.get_mut(composition) else { continue };
        let (name, id) = (owner.name.clone(), owner.id.clone());
        if let Some(layer) = owner.layers.get_mut(layer) {
            layer.source = LayerSource::Missing(id);
            let place =
                Location { composition: Some(name), layer: Some(layer.name.clone()), ..Location::default() };
            let message = "it shows a composition that contains it; the source is dropped".to_owned();
            reader.note_at("doc/composition-cycle", Severity::Error, place, message);
        }
    }
    let limit = reader.limits.composition_nesting;
    if walk.depth.iter().flatten().any(|&depth| depth > limit) {
        return Err(ImportError::limit("nesting of compositions", limit));
    }
    Ok(())
}

struct Walk {
    /// Levels of compositions inside each one, once known.
    depth: Vec<Option<usize>>,
    open: Vec<bool>,
    /// Layers that close a circle: composition and layer.
    cut: Vec<(usize, usize)>,
}

impl Walk {
    /// Depth first, with its own stack.
    fn from(&mut self, start: usize, children: &[Vec<(usize, usize)>]) {
        if self.depth.get(start).is_none_or(Option::is_some) {
            return;
        }
        // Composition, next child to look at, deepest child so far.
        let mut stack = vec![(start, 0_usize, 0_usize)];
        self.set_open(start, true);
        while let Some(top) = stack.last_mut() {
            let (at, child, deepest) = *top;
            match children.get(at).and_then(|list| list.get(child)) {
                Some(&(layer, inner)) => {
                    top.1 += 1;
                    if self.open.get(inner) == Some(&true) {
                        self.cut.push((at, layer));
                    } else if let Some(Some(depth)) = self.depth.get(inner) {
                        top.2 = deepest.max(depth + 1);
                    } else if inner < children.len() {
                        self.set_open(inner, true);
                        stack.push((inner, 0, 0));
                    }
                }
                None => {
                    self.set_open(at, false);
                    if let Some(depth) = self.depth.get_mut(at) {
                        *depth = Some(deepest);
                    }
                    stack.pop();
                    if let Some(outer) = stack.last_mut() {
                        outer.2 = outer.2.max(deepest + 1);
                    }
                }
            }
        }
    }

    fn set_open(&mut self, at: usize, open: bool) {
        if let Some(flag) = self.open.get_mut(at) {
            *flag = open;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_circle_of_parents_is_cut_once() {
        // 0 → 1 → 2 → 1, 3 → 3, 4 → 0.
        let ends = cycle_ends(&[Some(1), Some(2), Some(1), Some(3), Some(0)]);
        assert_eq!(ends, [2, 3]);
        assert_eq!(cycle_ends(&[None, Some(0), Some(1)]), Vec::<usize>::new());
    }
}
