//! Which composition, layer and property of one file is which of the other.

use super::{Change, What};
use crate::Project;
use inbetween_doc::{Composition, Layer};
use inbetween_timeline::{CompositionRef, LayerRef, PropertyRef, Timeline};
use std::collections::BTreeMap;

/// The same property in both files.
pub(super) struct Pair {
    pub(super) composition: CompositionRef,
    pub(super) before: PropertyRef,
    pub(super) after: PropertyRef,
}

/// Matches everything; what has no partner, another name or other settings becomes a change.
pub(super) fn structure(before: &Project, after: &Project, changes: &mut Vec<Change>) -> Vec<Pair> {
    let (a, b) = (before.timeline(), after.timeline());
    let mut pairs = Vec::new();
    let mut left: Vec<CompositionRef> = a.compositions().map(|(reference, _)| reference).collect();
    for (second, node) in b.compositions() {
        // The main one is the main one, whatever its name.
        let main = second == CompositionRef(0);
        let same = |first: &&CompositionRef| {
            if main || **first == CompositionRef(0) {
                return main && **first == CompositionRef(0);
            }
            a.composition(**first).is_some_and(|other| other.name == node.name)
        };
        let Some(first) = left.iter().find(same).copied() else {
            changes.push(plain(&node.name, None, What::Added));
            continue;
        };
        left.retain(|other| *other != first);
        if let (Some(x), Some(y)) = (a.composition_data(first), b.composition_data(second)) {
            if x.name != y.name {
                changes.push(plain(&y.name, None, What::Renamed(x.name.clone())));
            }
            settings(&composition_settings(x), &composition_settings(y), &y.name, None, changes);
        }
        layers([a, b], [first, second], &mut pairs, changes);
    }
    for first in left {
        let name = a.composition(first).map_or("", |node| node.name.as_str());
        changes.push(plain(name, None, What::Removed));
    }
    pairs
}

fn plain(composition: &str, layer: Option<&str>, what: What) -> Change {
    Change { composition: composition.to_owned(), layer: layer.map(str::to_owned), property: None, what }
}

fn layers(
    [a, b]: [&Timeline; 2],
    [first, second]: [CompositionRef; 2],
    pairs: &mut Vec<Pair>,
    changes: &mut Vec<Change>,
) {
    let list = |timeline: &Timeline, composition| {
        timeline.composition(composition).map(|node| node.layers.clone()).unwrap_or_default()
    };
    let name = b.composition(second).map_or_else(String::new, |node| node.name.clone());
    let (mut left, right) = (list(a, first), list(b, second));
    let mut matched: Vec<(LayerRef, Option<LayerRef>)> = Vec::new();
    // By name; of several layers of one name those of the same id first, then in order.
    for &layer in &right {
        let Some(data) = b.layer_data(layer) else { continue };
        let named = |other: &LayerRef| a.layer_data(*other).is_some_and(|other| other.name == data.name);
        let same_id = |other: &LayerRef| a.layer_data(*other).is_some_and(|other| other.id == data.id);
        let found = left
            .iter()
            .copied()
            .find(|l| named(l) && same_id(l))
            .or_else(|| left.iter().copied().find(named));
        left.retain(|other| Some(*other) != found);
        matched.push((layer, found));
    }
    // A new name with an old id, kind and set of properties is the old layer renamed.
    for (layer, partner) in &mut matched {
        let Some(data) = b.layer_data(*layer).filter(|_| partner.is_none()) else { continue };
        let found = left.iter().copied().find(|other| {
            a.layer_data(*other).is_some_and(|x| x.id.is_some() && x.id == data.id && x.kind == data.kind)
                && properties(a, *other).keys().eq(properties(b, *layer).keys())
        });
        left.retain(|other| Some(*other) != found);
        *partner = found;
    }
    for (layer, partner) in matched {
        let Some(y) = b.layer_data(layer) else { continue };
        let Some((partner, x)) = partner.and_then(|p| Some((p, a.layer_data(p)?))) else {
            changes.push(plain(&name, Some(&y.name), What::Added));
            continue;
        };
        if x.name != y.name {
            changes.push(plain(&name, Some(&y.name), What::Renamed(x.name.clone())));
        }
        let parent = |timeline: &Timeline, layer: LayerRef| {
            let parent = timeline.layer(layer).and_then(|node| node.parent);
            parent.and_then(|p| timeline.layer_data(p)).map_or_else(|| "none".to_owned(), |p| p.name.clone())
        };
        let mut before = layer_settings(x);
        let mut after = layer_settings(y);
        before.push(("parent", parent(a, partner)));
        after.push(("parent", parent(b, layer)));
        settings(&before, &after, &name, Some(&y.name), changes);
        let (mut old, new) = (properties(a, partner), properties(b, layer));
        for (key, property) in new {
            match old.remove(&key) {
                Some(other) => pairs.push(Pair { composition: first, before: other, after: property }),
                None => changes.push(of_property(b, property, &name, &y.name, What::Added)),
            }
        }
        for property in old.into_values() {
            changes.push(of_property(a, property, &name, &y.name, What::Removed));
        }
    }
    for layer in left {
        let old = a.layer_data(layer).map_or("", |data| data.name.as_str());
        changes.push(plain(&name, Some(old), What::Removed));
    }
}

/// A change of a property.
pub(super) fn of_property(
    timeline: &Timeline,
    property: PropertyRef,
    composition: &str,
    layer: &str,
    what: What,
) -> Change {
    Change {
        composition: composition.to_owned(),
        layer: Some(layer.to_owned()),
        property: Some(timeline.property_expression(property)),
        what,
    }
}

/// The properties of a layer by the expression that finds them in it.
fn properties(timeline: &Timeline, layer: LayerRef) -> BTreeMap<String, PropertyRef> {
    let mut out = BTreeMap::new();
    for property in timeline.layer_properties(layer) {
        let whole = timeline.property_expression(property);
        let own = timeline.layer_expression_of(property);
        let key = whole.strip_prefix(own.as_str()).unwrap_or(&whole).to_owned();
        out.entry(key).or_insert(property);
    }
    out
}

fn composition_settings(data: &Composition) -> Vec<(&'static str, String)> {
    vec![
        ("size", format!("{} x {}", data.width, data.height)),
        ("frame rate", data.frame_rate.fps().to_string()),
        ("first frame", data.in_point.to_string()),
        ("end frame", data.out_point.to_string()),
        ("background", data.background.map_or_else(|| "none".to_owned(), |c| format!("{c:?}"))),
    ]
}

fn layer_settings(data: &Layer) -> Vec<(&'static str, String)> {
    vec![
        ("kind", format!("{:?}", data.kind)),
        ("source", format!("{:?}", data.source)),
        ("in point", data.in_point.to_string()),
        ("out point", data.out_point.to_string()),
        ("start time", data.start_time.to_string()),
        ("stretch", data.stretch.to_string()),
        ("blend mode", format!("{:?}", data.blend_mode)),
        ("3D", data.three_d.to_string()),
        ("auto-orient", format!("{:?}", data.auto_orient)),
        ("hidden", data.hidden.to_string()),
        ("track matte", data.matte.as_ref().map_or_else(|| "none".to_owned(), |m| format!("{m:?}"))),
        ("adjustment layer", data.adjustment.to_string()),
        ("collapse", data.collapse.to_string()),
        ("motion blur", data.motion_blur.to_string()),
    ]
}

fn settings(
    before: &[(&'static str, String)],
    after: &[(&'static str, String)],
    composition: &str,
    layer: Option<&str>,
    changes: &mut Vec<Change>,
) {
    for ((name, old), (_, new)) in before.iter().zip(after) {
        if old != new {
            changes.push(plain(composition, layer, What::Setting(name, old.clone(), new.clone())));
        }
    }
}

/// Puts changes in the order of the second file's compositions and layers, then by property; what only the first has
/// comes last.
pub(super) fn sort(changes: &mut [Change], after: &Project, before: &Project) {
    let place = |change: &Change| {
        let find = |project: &Project| {
            let list = &project.document().compositions;
            let at = list.iter().position(|c| c.name == change.composition)?;
            let Some(layer) = &change.layer else { return Some((at, 0)) };
            let layers = &list.get(at)?.layers;
            layers.iter().position(|l| l.name == *layer).map(|place| (at, place + 1))
        };
        let new = find(after);
        (new.is_none(), new.or_else(|| find(before)))
    };
    // Stable: changes of one layer stay together in the order they were found, property by property.
    changes.sort_by_cached_key(|change| {
        let (composition, layer) = place(change).1.unwrap_or((usize::MAX, usize::MAX));
        (composition, place(change).0, layer, change.property.clone())
    });
}
