//! One layer's property tree, flattened.

use super::{identity, small};
use crate::timeline::{Inner, LayerRef, Node, NodeData, NodeRef, PropertyData, PropertyRef, TransformRefs};
use crate::track;
use inbetween_doc::{Composition, GroupKind, Layer, Property, PropertyGroup, PropertyNode};
use inbetween_types::{Diagnostic, Location, Severity};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Deepest property groups inside one another; files stay far below (importers limit nesting).
const DEEPEST: u32 = 400;

/// A property and the text of its expression.
pub(crate) type Job<'a> = (PropertyRef, &'a str);

/// Adds a layer's groups and properties, and the expressions that are switched on to `jobs`; gives its root and the
/// properties that place it.
pub(crate) fn flatten<'a>(
    inner: &mut Inner,
    jobs: &mut Vec<Job<'a>>,
    layer: &'a Layer,
    handle: LayerRef,
    identity: u64,
    composition: &Composition,
) -> (NodeRef, TransformRefs) {
    let mut flattener = Flattener { inner, jobs, handle, composition, full: false };
    let root = flattener.group(&layer.properties, None, layer.name.clone().into(), 1, identity, 0);
    if flattener.full {
        let finding = Diagnostic::new(
            "limit/document-size",
            Severity::Error,
            "the layer's properties go beyond the limits; the rest is left out",
        );
        inner.diagnostics.push(finding.at(Location {
            composition: Some(composition.name.clone()),
            layer: Some(layer.name.clone()),
            ..Location::default()
        }));
    }
    (root, transform_refs(inner, root))
}

struct Flattener<'f, 'a> {
    inner: &'f mut Inner,
    jobs: &'f mut Vec<Job<'a>>,
    handle: LayerRef,
    composition: &'f Composition,
    full: bool,
}

/// How often each name has come. Most groups have few members.
#[derive(Default)]
struct Counts<'a> {
    few: Vec<(&'a str, u64)>,
    many: BTreeMap<&'a str, u64>,
}

/// So many different names are looked through one by one.
const FEW: usize = 12;

impl<'a> Counts<'a> {
    /// How often `name` has come before.
    fn next(&mut self, name: &'a str) -> u64 {
        let room = self.few.len() < FEW;
        let count = match self.few.iter_mut().find(|(own, _)| *own == name) {
            Some((_, count)) => count,
            None if room => {
                self.few.push((name, 1));
                return 0;
            }
            None => self.many.entry(name).or_insert(0),
        };
        *count += 1;
        *count - 1
    }
}

impl<'a> Flattener<'_, 'a> {
    fn group(
        &mut self,
        group: &'a PropertyGroup,
        parent: Option<NodeRef>,
        name: Cow<'static, str>,
        index: u32,
        identity: u64,
        depth: u32,
    ) -> NodeRef {
        let here = NodeRef(small(self.inner.nodes.len()));
        self.inner.nodes.push(Node {
            parent,
            layer: self.handle,
            name,
            match_name: group.match_name.clone(),
            index,
            data: NodeData::Group { kind: group.kind, enabled: group.enabled, children: Vec::new() },
        });
        let mut members = Vec::with_capacity(group.children.len());
        let mut seen = Counts::default();
        for (child, at) in group.children.iter().zip(1u32..) {
            if depth >= DEEPEST || self.inner.nodes.len() >= self.inner.limits.properties {
                self.full = true;
                break;
            }
            let match_name = match child {
                PropertyNode::Group(group) => group.match_name.as_ref(),
                PropertyNode::Property(property) => property.match_name.as_ref(),
                _ => continue,
            };
            let identity = identity::child(identity, match_name, seen.next(match_name));
            members.push(match child {
                PropertyNode::Group(group) => {
                    self.group(group, Some(here), group.name.clone(), at, identity, depth + 1)
                }
                PropertyNode::Property(property) => self.property(property, here, at, identity),
                _ => continue,
            });
        }
        self.link_followers(group, &members);
        if let Some(Node { data: NodeData::Group { children, .. }, .. }) = self.node_mut(here) {
            *children = members;
        }
        here
    }

    fn node_mut(&mut self, node: NodeRef) -> Option<&mut Node> {
        self.inner.nodes.get_mut(node.0 as usize)
    }

    fn property(&mut self, property: &'a Property, parent: NodeRef, index: u32, identity: u64) -> NodeRef {
        let here = NodeRef(small(self.inner.nodes.len()));
        let expression = property.expression.as_ref().filter(|expression| expression.enabled);
        if let Some(expression) = expression {
            self.jobs.push((PropertyRef(here), &expression.source));
        }
        let rate = self.composition.frame_rate;
        let keyframes = track::tidy_keys(&property.keyframes);
        let key_times = keyframes.iter().map(|key| rate.seconds(key.frame)).collect();
        let blend = track::Blend::of(property);
        let curves = track::curves(&keyframes, property.kind);
        let data = PropertyData {
            kind: property.kind,
            unit: property.unit,
            value: property.value.clone(),
            keyframes,
            key_times,
            followers: Vec::new(),
            program: None,
            has_expression: expression.is_some(),
            identity,
            curves,
            blend,
        };
        self.inner.nodes.push(Node {
            parent: Some(parent),
            layer: self.handle,
            name: property.name.clone(),
            match_name: property.match_name.clone(),
            index,
            data: NodeData::Property(Box::new(data)),
        });
        here
    }

    /// Gives a separated Position its followers: the siblings whose match name is its own with `_0`, `_1`, `_2`.
    fn link_followers(&mut self, group: &PropertyGroup, members: &[NodeRef]) {
        for leader in members {
            let place = self.inner.nodes.get(leader.0 as usize).and_then(|node| node.index.checked_sub(1));
            let child = place.and_then(|place| group.children.get(place as usize));
            let Some(PropertyNode::Property(property)) = child else { continue };
            if !property.separated {
                continue;
            }
            let followers: Vec<PropertyRef> = ["_0", "_1", "_2"]
                .iter()
                .filter_map(|suffix| {
                    let wanted = format!("{}{suffix}", property.match_name);
                    let found = members.iter().copied().find(|member| {
                        let node = self.inner.nodes.get(member.0 as usize);
                        node.is_some_and(|node| node.match_name == wanted)
                    });
                    found.map(PropertyRef)
                })
                .collect();
            if let Some(Node { data: NodeData::Property(data), .. }) = self.node_mut(*leader) {
                data.followers = followers;
            }
        }
    }
}

/// Finds the properties that place a layer.
fn transform_refs(inner: &Inner, root: NodeRef) -> TransformRefs {
    let mut refs = TransformRefs::default();
    let Some(layer) = inner.nodes.get(root.0 as usize) else { return refs };
    for child in layer.children() {
        let Some(node) = inner.nodes.get(child.0 as usize) else { continue };
        if matches!(node.data, NodeData::Property(_)) {
            set(&mut refs, node, *child);
        }
        let wanted = matches!(
            node.match_name.as_ref(),
            "ADBE Transform Group" | "ADBE Camera Options Group" | "ADBE Text Properties"
        );
        if wanted || node.group_kind() == Some(GroupKind::Transform) {
            for member in node.children() {
                if let Some(inside) = inner.nodes.get(member.0 as usize)
                    && matches!(inside.data, NodeData::Property(_))
                {
                    set(&mut refs, inside, *member);
                }
            }
        }
    }
    refs
}

fn set(refs: &mut TransformRefs, node: &Node, handle: NodeRef) {
    let slot = match node.match_name.as_ref() {
        "ADBE Anchor Point" => &mut refs.anchor,
        "ADBE Position" => &mut refs.position,
        "ADBE Scale" => &mut refs.scale,
        "ADBE Orientation" => &mut refs.orientation,
        "ADBE Rotate X" => &mut refs.rotation_x,
        "ADBE Rotate Y" => &mut refs.rotation_y,
        "ADBE Rotate Z" => &mut refs.rotation,
        "ADBE Vector Skew" => &mut refs.skew,
        "ADBE Vector Skew Axis" => &mut refs.skew_axis,
        "ADBE Opacity" => &mut refs.opacity,
        "ADBE Camera Zoom" => &mut refs.zoom,
        "ADBE Time Remapping" => &mut refs.time_remap,
        "ADBE Text Document" => &mut refs.source_text,
        _ => return,
    };
    slot.get_or_insert(PropertyRef(handle));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_counted_by_itself_however_many_there_are() {
        let names: Vec<String> = (0..3 * FEW).map(|n| n.to_string()).collect();
        let mut counts = Counts::default();
        for before in 0..4 {
            for name in &names {
                assert_eq!(counts.next(name), before, "{name}");
            }
        }
    }
}
