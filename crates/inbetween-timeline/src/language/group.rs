//! Property groups: effects, masks, shape groups, text animators, transforms.

use super::call::Call;
use super::row::{Row, attribute, method};
use super::{count, fault, flag};
use crate::{NodeData, NodeRef, PropertyRef};
use inbetween_doc::GroupKind;
use inbetween_expr::{Fault, Item};

pub(super) const ROWS: &[Row] = &[
    attribute("name", &[], "Name.", name),
    attribute("numProperties", &["numEntries", "num_entries"], "Number of children.", |call| {
        Ok(count(call.state.children(node(call)).len()))
    }),
    attribute("propertyIndex", &["property_index"], "Number among its siblings, from 1.", property_index),
    method(
        "propertyGroup",
        &["property_group"],
        "propertyGroup(countUp = 1): a group above.",
        property_group,
    ),
    attribute("active", &[], "Whether the effect or group is switched on.", enabled),
    attribute("enabled", &[], "Whether the effect or group is switched on.", enabled),
    attribute("invert", &[], "Whether a mask is inverted.", |call| {
        let switch = call.state.child_by_match(node(call), "ADBE Mask Invert");
        flag(switch.is_some_and(|switch| call.state.pre_value(PropertyRef(switch), 0.0).component(0) != 0.0))
    }),
    method("param", &[], "param(name) or param(index): a property of an effect.", |call| {
        let Some(key) = call.argument(0) else {
            return Err(fault::argument("param", 0, "a name or number", None));
        };
        call.state.called(call.object, key)
    }),
    method("content", &[], "content(name) or content(index): a shape group or item inside.", |call| {
        let state = call.state;
        let group = node(call);
        let inside = state
            .children(group)
            .iter()
            .copied()
            .find(|child| state.group_kind(*child) == Some(GroupKind::Contents))
            .unwrap_or(group);
        step(call, inside)
    }),
    method("animator", &[], "animator(name) or animator(index): a text animator.", |call| {
        let group = inside(call, "ADBE Text Animators");
        step(call, group)
    }),
    method("selector", &[], "selector(name) or selector(index): a selector of a text animator.", |call| {
        let group = inside(call, "ADBE Text Selectors");
        step(call, group)
    }),
    attribute("property", &[], "The Properties group of a text animator.", |call| {
        let group = inside(call, "ADBE Text Animator Properties");
        call.state
            .node_item(group, call.object.clock)
            .ok_or_else(|| fault::no_member(&call.state.title(call.object), "property"))
    }),
];

fn node(call: &Call<'_>) -> NodeRef {
    NodeRef(call.object.id)
}

fn inside(call: &Call<'_>, match_name: &str) -> NodeRef {
    call.state.child_by_match(node(call), match_name).unwrap_or_else(|| node(call))
}

fn step(call: &Call<'_>, group: NodeRef) -> Result<Item, Fault> {
    let Some(key) = call.argument(0) else {
        return Err(fault::argument(call.name, 0, "a name or number", None));
    };
    let found = call.state.child_of(group, key);
    call.state.found(call.object, Some(group), found, key)
}

fn enabled(call: &mut Call<'_>) -> Result<Item, Fault> {
    flag(match call.state.node(node(call)).map(|node| &node.data) {
        Some(NodeData::Group { enabled, .. }) => *enabled,
        _ => true,
    })
}

/// `name` of a group or property.
pub(super) fn name(call: &mut Call<'_>) -> Result<Item, Fault> {
    Ok(Item::text(call.state.node(node(call)).map_or("", |node| &node.name)))
}

/// `propertyIndex` of a group or property.
pub(super) fn property_index(call: &mut Call<'_>) -> Result<Item, Fault> {
    Ok(Item::Number(call.state.node(node(call)).map_or(0.0, |node| f64::from(node.index))))
}

/// `propertyGroup(countUp)` of a group or property; the outermost is the layer.
pub(super) fn property_group(call: &mut Call<'_>) -> Result<Item, Fault> {
    let levels = call.number(0, Some(1.0))?;
    let mut at = node(call);
    let mut left = levels.trunc();
    while left >= 1.0 {
        match call.state.node(at).and_then(|node| node.parent) {
            Some(parent) => at = parent,
            None => {
                return Err(Fault::thrown(
                    "expr/unknown-property",
                    format!("{} has no group {levels} levels up", call.state.title(call.object)),
                ));
            }
        }
        left -= 1.0;
    }
    Ok(call.state.node_object(at, call.object.clock).map_or(Item::Undefined, Item::Object))
}
