//! Children by display name, match name, number and compact name.

use super::{fault, localized, place};
use crate::{LayerRef, NodeData, NodeRef, PropertyRef, State};
use inbetween_doc::{GroupKind, LayerKind};
use inbetween_expr::{Class, Fault, Item, Object};
use inbetween_types::Value;

/// The match name of the one parameter whose value is a layer.
const LAYER_PARAMETER: &str = "ADBE Layer Control-0001";

impl State {
    /// What calling an object gives: `effect("A")("B")`, `thisLayer("ADBE Transform Group")`.
    pub(super) fn called(&self, object: Object, key: &Item) -> Result<Item, Fault> {
        match object.class {
            Class::Layer => {
                let layer = LayerRef(object.id);
                if let Item::Text(name) = key
                    && matches!(&**name, "Marker" | "ADBE Marker")
                {
                    return Ok(Item::Object(super::marker::of_layer(object)));
                }
                if key.as_text() == Some("Data")
                    && let Some(outcome) = self.data_group(object)
                {
                    return outcome;
                }
                let root = self.layer_group(layer, "");
                let found = root.and_then(|root| match key {
                    Item::Text(name) => self.child_by_name(root, name),
                    _ => self.top_group(layer, root, key.as_number()?),
                });
                self.found(object, root, found, key)
            }
            Class::PropertyGroup => {
                if let Some(outcome) = self.branch_child(object, key) {
                    return outcome;
                }
                let group = NodeRef(object.id);
                self.found(object, Some(group), self.child_of(group, key), key)
            }
            _ => Err(Fault::thrown(
                "expr/not-callable",
                format!("{} is no group: it has nothing to call", self.title(object)),
            )),
        }
    }

    /// A child as an item, or the failure that names it.
    pub(super) fn found(
        &self,
        object: Object,
        group: Option<NodeRef>,
        found: Option<NodeRef>,
        key: &Item,
    ) -> Result<Item, Fault> {
        if let Some(item) = found.and_then(|node| self.node_item(node, object.clock)) {
            return Ok(item);
        }
        let kind = group.and_then(|group| self.group_kind(group));
        let (code, what) = match kind {
            Some(GroupKind::Effects) => ("expr/unknown-effect", "effect"),
            Some(GroupKind::Masks) => ("expr/unknown-mask", "mask"),
            Some(GroupKind::Effect) => ("expr/unknown-property", "effect property"),
            _ => ("expr/unknown-property", "property or group"),
        };
        let children = group.map_or(&[][..], |group| self.children(group));
        match key.as_number().filter(|_| !matches!(key, Item::Text(_))) {
            Some(number) => Err(fault::out_of_range(
                code,
                &format!("{what} number of {}", self.title(object)),
                number,
                children.len(),
            )),
            None => {
                let names = children.iter().filter_map(|child| Some(self.node(*child)?.name.as_ref()));
                let Some(name) = key.as_text() else {
                    return Err(fault::argument("()", 0, "a name or number", Some(key)));
                };
                let mut fault = fault::missing(code, what, name, names);
                fault.message.push_str(&format!(" in {}", self.title(object)));
                if kind == Some(GroupKind::Effects) && children.is_empty() {
                    fault.help = Some(super::layer::NO_EFFECTS.to_owned());
                }
                Err(fault)
            }
        }
    }

    /// A child by name or 1-based number.
    pub(super) fn child_of(&self, group: NodeRef, key: &Item) -> Option<NodeRef> {
        match key {
            Item::Text(name) => self.child_by_name(group, name),
            _ => {
                let children = self.children(group);
                let mut number = key.as_number()?;
                // A shape group's children in AE are Blend Mode, Contents, Transform; files have the last two.
                let short = self.group_kind(group) == Some(GroupKind::ShapeGroup)
                    && children.first().and_then(|child| self.group_kind(*child))
                        == Some(GroupKind::Contents);
                if short {
                    number -= 1.0;
                }
                children.get(place(number, children.len())?).copied()
            }
        }
    }

    /// A child by display name, match name, localised name, or Bodymovin's damaged spelling of any; the topmost
    /// of several.
    pub(super) fn child_by_name(&self, group: NodeRef, name: &str) -> Option<NodeRef> {
        let children = self.children(group);
        let find = |test: &dyn Fn(&crate::Node) -> bool| {
            children.iter().copied().find(|child| self.node(*child).is_some_and(test))
        };
        find(&|node| node.name == name)
            .or_else(|| find(&|node| node.match_name == name))
            .or_else(|| {
                // A control's parameter: the name in any of AE's languages, in the expression or in the file.
                let wanted = localized::english(name)?;
                find(&|node| {
                    localized::english(&node.name) == Some(wanted)
                        || localized::parameter(&node.match_name) == Some(wanted)
                        || localized::group(&node.match_name) == Some(wanted)
                })
            })
            .or_else(|| {
                let repaired = repaired(name)?;
                self.child_by_name(group, &repaired)
            })
    }

    /// A layer's group by AE's number for it, which depends on the kind of layer (the numbers people use are
    /// those of AE's own `propertyIndex`).
    fn top_group(&self, layer: LayerRef, root: NodeRef, number: f64) -> Option<NodeRef> {
        let names: &[&str] = match self.layer_kind(layer) {
            LayerKind::Shape => &[
                "ADBE Marker",
                "ADBE Root Vectors Group",
                "ADBE Mask Parade",
                "ADBE Effect Parade",
                "ADBE Transform Group",
                "ADBE Layer Styles",
            ],
            LayerKind::Text => &[
                "ADBE Marker",
                "ADBE Text Properties",
                "ADBE Mask Parade",
                "ADBE Effect Parade",
                "ADBE Transform Group",
                "ADBE Layer Styles",
            ],
            LayerKind::Camera => &["ADBE Marker", "ADBE Transform Group", "ADBE Camera Options Group"],
            LayerKind::Light => &["ADBE Marker", "ADBE Transform Group", "ADBE Light Options Group"],
            _ => &[
                "ADBE Marker",
                "ADBE Time Remapping",
                "ADBE MTrackers",
                "ADBE Mask Parade",
                "ADBE Effect Parade",
                "ADBE Transform Group",
                "ADBE Layer Styles",
            ],
        };
        let name = names.get(place(number, names.len())?)?;
        self.child_by_match(root, name)
    }

    pub(super) fn group_kind(&self, node: NodeRef) -> Option<GroupKind> {
        match &self.node(node)?.data {
            NodeData::Group { kind, .. } => Some(*kind),
            NodeData::Property(_) => None,
        }
    }

    /// A node as an item. A layer parameter is the layer it names, `undefined` when it names none.
    pub(super) fn node_item(&self, node: NodeRef, clock: u32) -> Option<Item> {
        let data = self.node(node)?;
        if data.match_name == LAYER_PARAMETER {
            let (_, composition) = self.home(node)?;
            let Value::Number(id) = self.pre_value(PropertyRef(node), 0.0) else {
                return Some(Item::Undefined);
            };
            let layer = self.layer_by_id(composition, id);
            return Some(
                layer.map_or(Item::Undefined, |layer| Item::Object(self.layer_object(layer, clock))),
            );
        }
        self.node_object(node, clock).map(Item::Object)
    }

    /// A child by its compact name: the display name as one word (`strokeWidth`, `pathOption`).
    pub(super) fn compact(&self, object: Object, name: &str) -> Option<Item> {
        let group = match object.class {
            Class::Layer => self.layer_group(LayerRef(object.id), "")?,
            Class::PropertyGroup => NodeRef(object.id),
            // A layer parameter that was reached another way passes its layer's members through.
            _ => return None,
        };
        let node = self.compact_child(group, name)?;
        self.node_item(node, object.clock)
    }

    fn compact_child(&self, group: NodeRef, name: &str) -> Option<NodeRef> {
        let kind = self.group_kind(group)?;
        if let Some(match_name) = fixed_name(kind, name)
            && let Some(child) = self.child_by_match(group, match_name)
        {
            return Some(child);
        }
        let wanted = word(name);
        if wanted.is_empty() {
            return None;
        }
        let matches = |candidate: &str| {
            let candidate = word(candidate);
            candidate == wanted || singular(&candidate).is_some_and(|one| one == wanted)
        };
        self.children(group).iter().copied().find(|child| {
            self.node(*child).is_some_and(|node| {
                matches(&node.name)
                    || localized::parameter(&node.match_name).is_some_and(matches)
                    || localized::group(&node.match_name).is_some_and(matches)
            })
        })
    }
}

/// Names whose property has another display name: 2D layers show `Rotation`, 3D ones `Z Rotation`; masks had
/// short names in AE 5.
fn fixed_name(kind: GroupKind, name: &str) -> Option<&'static str> {
    Some(match (kind, name) {
        (GroupKind::Transform, "rotation" | "rotationZ" | "zRotation") => "ADBE Rotate Z",
        (GroupKind::Transform, "rotationX" | "xRotation") => "ADBE Rotate X",
        (GroupKind::Transform, "rotationY" | "yRotation") => "ADBE Rotate Y",
        (GroupKind::Transform, "anchor_point") => "ADBE Anchor Point",
        (GroupKind::Transform, "pointOfInterest" | "point_of_interest") => "ADBE Anchor Point",
        (GroupKind::Transform, "xPosition") => "ADBE Position_0",
        (GroupKind::Transform, "yPosition") => "ADBE Position_1",
        (GroupKind::Transform, "zPosition") => "ADBE Position_2",
        (GroupKind::Mask, "maskPath" | "path" | "shape" | "maskShape") => "ADBE Mask Shape",
        (GroupKind::Mask, "maskFeather" | "feather") => "ADBE Mask Feather",
        (GroupKind::Mask, "maskOpacity" | "opacity") => "ADBE Mask Opacity",
        (GroupKind::Mask, "maskExpansion" | "expansion") => "ADBE Mask Offset",
        _ => return None,
    })
}

/// The letters and digits of a name in lower case: how compact names compare. `&` reads "and".
fn word(name: &str) -> String {
    name.replace('&', "and").chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// `properties` → `property`, `options` → `option`.
fn singular(word: &str) -> Option<String> {
    match word.strip_suffix("ies") {
        Some(stem) => Some(format!("{stem}y")),
        None => word.strip_suffix('s').map(str::to_owned),
    }
}

/// Bodymovin renames `name` to `_name` also inside strings; the name before that, if it was damaged.
pub(super) fn repaired(name: &str) -> Option<String> {
    name.contains("_name").then(|| name.replace("_name", "name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_names_ignore_case_and_spaces() {
        assert_eq!(word("Stroke Width"), word("strokeWidth"));
        assert_eq!(word("X-Height 2"), "xheight2");
        assert_eq!(word("Fill & Stroke"), word("fillAndStroke"));
    }

    #[test]
    fn groups_answer_to_their_singular() {
        assert_eq!(singular("pathoptions").as_deref(), Some("pathoption"));
        assert_eq!(singular("properties").as_deref(), Some("property"));
        assert_eq!(singular("text"), None);
    }

    #[test]
    fn damaged_names_are_repaired() {
        assert_eq!(repaired("first _name").as_deref(), Some("first name"));
        assert_eq!(repaired("name"), None);
    }
}
