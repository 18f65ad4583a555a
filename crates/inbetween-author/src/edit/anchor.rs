//! Moving an anchor point while the picture stays.

use super::model::Model;
use super::plan::{Plan, change};
use super::value::{shown, tidy};
use super::{Anchor, Change, EditError, EditOptions};
use inbetween_doc::{LayerKind, Property};
use inbetween_timeline::{LayerRef, PropertyRef};
use inbetween_types::{Value, Vector};

pub(super) fn set_anchor(
    model: &Model,
    address: &str,
    anchor: &Anchor,
    options: &EditOptions<'_>,
    plan: &mut Plan,
) -> Result<(), EditError> {
    let layer = model.layer(address)?;
    let name = model.name(layer).to_owned();
    let data = model.data(layer)?;
    let refs = model.refs(layer);
    if matches!(data.kind, LayerKind::Camera | LayerKind::Light | LayerKind::Audio) {
        return Err(EditError::NotPossible(format!("\"{name}\" is of a kind that has no anchor point")));
    }
    let (Some(anchor_ref), Some(position_ref)) = (refs.anchor, refs.position) else {
        return Err(EditError::NotPossible(format!("\"{name}\" has no anchor point")));
    };
    let old = model.before_expression(anchor_ref, options.at);
    let target = target(model, layer, anchor, options, &old)?;
    let stored = model.stored(anchor_ref)?;
    let part = |i: usize| target.get(i).copied().unwrap_or(0.0) - old.component(i);
    let delta = [part(0), part(1), part(2)];
    let mut property = stored.clone();
    shift(&mut property, delta);
    let keys = property.keyframes.len();
    let new = Value::Vector(old.components().iter().zip(delta).map(|(n, d)| tidy(n + d)).collect());
    let space = format!("layer \"{name}\"");
    plan.changes.push(Change {
        space_before: space.clone(),
        space_after: space,
        keyframes: keys,
        ..change(&name, &stored.name, shown(&old), shown(&new))
    });
    if stored.expression.is_some() {
        driven(plan, &name, &stored.name);
    }
    plan.write(model, anchor_ref, property)?;

    // What the anchor moves in the layer, the position moves in the parent's space.
    let moved = model.local(layer, options.at).apply_vector(delta);
    let parent = model.space(model.node(layer).and_then(|node| node.parent));
    let mut position_row = |stored: &Property, before: &Value, after: &Value, keys: usize| {
        plan.changes.push(Change {
            space_before: parent.clone(),
            space_after: parent.clone(),
            keyframes: keys,
            ..change(&name, &stored.name, shown(before), shown(after))
        });
    };
    let position = model.stored(position_ref)?;
    let mut writes: Vec<(PropertyRef, Property)> = Vec::new();
    if position.separated {
        let list = model.timeline().property(position_ref).map(|d| d.followers.clone()).unwrap_or_default();
        for (index, reference) in list.into_iter().enumerate() {
            let stored = model.stored(reference)?;
            let by = moved.get(index).copied().unwrap_or(0.0);
            let mut property = stored.clone();
            shift(&mut property, [by, 0.0, 0.0]);
            let before = model.before_expression(reference, options.at);
            position_row(stored, &before, &before.map(|n| tidy(n + by)), property.keyframes.len());
            writes.push((reference, property));
        }
    } else {
        let mut property = position.clone();
        shift(&mut property, moved);
        let before = model.before_expression(position_ref, options.at);
        let after = Value::Vector(before.components().iter().zip(moved).map(|(n, d)| tidy(n + d)).collect());
        position_row(position, &before, &after, property.keyframes.len());
        writes.push((position_ref, property));
    }
    for (reference, property) in writes {
        if property.expression.is_some() {
            driven(plan, &name, &property.name);
        }
        plan.write(model, reference, property)?;
    }
    let turning = [refs.rotation, refs.rotation_x, refs.rotation_y, refs.orientation, refs.scale];
    let animated: Vec<&str> = turning
        .into_iter()
        .flatten()
        .filter(|r| {
            model.timeline().property(*r).is_some_and(|d| !d.keyframes.is_empty() || d.has_expression)
        })
        .filter_map(|r| model.timeline().document_property(r).map(|p| p.name.as_ref()))
        .collect();
    if !animated.is_empty() && delta.iter().any(|d| *d != 0.0) {
        let message = format!(
            "{} is animated and now turns or grows about the new anchor point: the picture is the same at {} s only",
            animated.join(" and "),
            options.at
        );
        plan.warn(
            "edit/anchor-animated",
            &name,
            message,
            "that is what a new anchor point is for; look at the result",
        );
    }
    Ok(())
}

fn driven(plan: &mut Plan, layer: &str, property: &str) {
    let message = format!(
        "{property} has an expression: the value under it was changed, what the expression gives was not"
    );
    plan.warn("edit/expression-drives", layer, message, "see that its result still fits");
}

/// Adds to the value and every key.
fn shift(property: &mut Property, by: [f64; 3]) {
    let add = |value: &Value| match value {
        Value::Number(n) => Value::Number(tidy(n + by[0])),
        other => {
            Value::Vector(other.components().iter().zip(by).map(|(n, d)| tidy(n + d)).collect::<Vector>())
        }
    };
    property.value = add(&property.value);
    for key in &mut property.keyframes {
        key.value = add(&key.value);
        key.end_value = key.end_value.as_ref().map(add);
    }
}

/// The point in layer space.
fn target(
    model: &Model,
    layer: LayerRef,
    anchor: &Anchor,
    options: &EditOptions<'_>,
    old: &Value,
) -> Result<Vec<f64>, EditError> {
    let data = model.data(layer)?;
    let name = &data.name;
    let depth = old.component(2);
    match anchor {
        Anchor::Layer(point) => match point.as_slice() {
            [x, y] if x.is_finite() && y.is_finite() => Ok(vec![*x, *y, depth]),
            [x, y, z] if point.iter().all(|n| n.is_finite()) => Ok(vec![*x, *y, *z]),
            _ => {
                Err(EditError::NotPossible("an anchor point has two or three finite coordinates".to_owned()))
            }
        },
        Anchor::Composition([x, y]) => {
            if data.three_d {
                return Err(EditError::NotPossible(format!(
                    "\"{name}\" is 3D: a point of the composition lies at no single place in it; give one in layer space"
                )));
            }
            let inverse = model.world(layer, options.at).inverse().ok_or_else(|| {
                EditError::NotPossible(format!("\"{name}\" is scaled to nothing at {} s", options.at))
            })?;
            let [x, y, _] = inverse.apply([*x, *y, 0.0]);
            Ok(vec![tidy(x), tidy(y), depth])
        }
        Anchor::Center => {
            if data.width > 0.0 && data.height > 0.0 {
                return Ok(vec![data.width / 2.0, data.height / 2.0, depth]);
            }
            let bounds = model.session.bounds(layer, options.at);
            Ok(vec![tidy(bounds.left + bounds.width / 2.0), tidy(bounds.top + bounds.height / 2.0), depth])
        }
        Anchor::Mark(id) => {
            let drawn = match &model.scene {
                Some(scene) => scene.mark(model.at(layer), id, options.loader)?,
                None => None,
            };
            let [x, y] = match drawn {
                Some(place) => place,
                None => super::mark::of_shapes(data, id)?,
            };
            Ok(vec![x, y, depth])
        }
    }
}
