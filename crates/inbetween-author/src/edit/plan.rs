//! What an edit changes, apart from how either kind of file says it.

use super::model::{LayerAt, Model, missing};
use super::value::{shown, value};
use super::{Change, Edit, EditError, EditOptions, NewEffect, anchor, parent};
use inbetween_doc::{Expression, GroupKind, Property};
use inbetween_timeline::{LayerRef, NodeRef, PropertyRef};
use inbetween_types::{Diagnostic, Location, Severity, Value};
use serde_json::Value as Json;

/// One step of a property's way from its layer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) match_name: String,
    pub(super) name: String,
    /// Place among its siblings, from 1.
    pub(super) index: usize,
    pub(super) kind: Option<GroupKind>,
}

/// What is written.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A property with its new value, keyframes and expression.
    Property { at: LayerAt, way: Vec<Part>, property: Box<Property> },
    /// A layer's parent.
    Parent { at: LayerAt, parent: Option<LayerAt> },
    /// A new effect at the end.
    Effect { at: LayerAt, effect: NewEffect },
    /// A layer's name.
    Name { at: LayerAt, name: String },
}

#[derive(Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) changes: Vec<Change>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Plan {
    pub(super) fn warn(&mut self, code: &'static str, layer: &str, message: impl Into<String>, help: &str) {
        let place = Location { layer: Some(layer.to_owned()), ..Location::default() };
        self.diagnostics.push(Diagnostic::new(code, Severity::Warning, message).at(place).with_help(help));
    }

    /// Adds a property, when it differs from what the file has.
    pub(super) fn write(
        &mut self,
        model: &Model,
        reference: PropertyRef,
        property: Property,
    ) -> Result<(), EditError> {
        let stored = model.stored(reference)?;
        let same = stored.value == property.value
            && stored.keyframes == property.keyframes
            && stored.expression == property.expression;
        if !same {
            let layer = layer_of(model, reference);
            self.steps.push(Step::Property {
                at: model.at(layer),
                way: way(model, reference),
                property: Box::new(property),
            });
        }
        Ok(())
    }
}

pub(super) fn layer_of(model: &Model, property: PropertyRef) -> LayerRef {
    model.timeline().node(property.0).map_or(LayerRef(0), |node| node.layer)
}

fn way(model: &Model, property: PropertyRef) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at: Option<NodeRef> = Some(property.0);
    while let Some(node) = at.and_then(|at| model.timeline().node(at)) {
        if node.parent.is_some() {
            parts.push(Part {
                match_name: node.match_name.to_string(),
                name: node.name.clone().into_owned(),
                index: node.index as usize,
                kind: node.group_kind(),
            });
        }
        at = node.parent;
    }
    parts.reverse();
    parts
}

pub(super) fn plan(model: &Model, edit: &Edit, options: &EditOptions<'_>) -> Result<Plan, EditError> {
    let mut plan = Plan::default();
    match edit {
        Edit::SetValue { property, value } => set_value(model, property, value, options, &mut plan)?,
        Edit::SetExpression { property, source } => {
            let expression = Expression { source: source.clone(), enabled: true };
            set_expression(model, property, Some(expression), &mut plan)?;
        }
        Edit::RemoveExpression { property } => set_expression(model, property, None, &mut plan)?,
        Edit::SetParent { layer, parent, keep } => {
            parent::set_parent(model, layer, parent.as_deref(), *keep, options.at, &mut plan)?;
        }
        Edit::SetAnchor { layer, anchor } => anchor::set_anchor(model, layer, anchor, options, &mut plan)?,
        Edit::AddEffect { layer, effect } => add_effect(model, layer, effect, options, &mut plan)?,
        Edit::Rename { layer, name } => rename(model, layer, name, &mut plan)?,
    }
    Ok(plan)
}

fn set_value(
    model: &Model,
    address: &str,
    json: &Json,
    options: &EditOptions<'_>,
    plan: &mut Plan,
) -> Result<(), EditError> {
    let reference = model.property(address)?;
    let layer = model.name(layer_of(model, reference)).to_owned();
    let stored = model.stored(reference)?;
    if stored.separated {
        return Err(EditError::NotPossible(format!(
            "the dimensions of {address} are separate: set xPosition and yPosition"
        )));
    }
    let mut property = stored.clone();
    let before;
    if property.keyframes.is_empty() {
        before = property.value.clone();
        property.value = value(stored, &before, json)?;
    } else {
        let times =
            model.timeline().property(reference).map(|data| data.key_times.clone()).unwrap_or_default();
        let found = times.iter().position(|time| (time - options.at).abs() < 1e-6);
        let Some(key) = found.and_then(|index| property.keyframes.get_mut(index)) else {
            let list: Vec<String> = times.iter().take(8).map(|time| format!("{time:.3}")).collect();
            return Err(EditError::NotPossible(format!(
                "{address} has keyframes, and none at {} s; name the time of one ({} s), or edit them in the file",
                options.at,
                list.join(", ")
            )));
        };
        before = key.value.clone();
        key.value = value(stored, &before, json)?;
        let now = key.value.clone();
        if found == Some(0) {
            property.value = now;
        }
    }
    let after = match found_key(&property, options, model, reference) {
        Some(value) => value,
        None => property.value.clone(),
    };
    if stored.expression.is_some() {
        let help = "take the expression away, or write it so that it reads `value`";
        plan.warn(
            "edit/expression-drives",
            &layer,
            format!("{address} has an expression, which has the last word"),
            help,
        );
    }
    plan.changes.push(change(&layer, &property.name, shown(&before), shown(&after)));
    plan.write(model, reference, property)
}

fn found_key(
    property: &Property,
    options: &EditOptions<'_>,
    model: &Model,
    reference: PropertyRef,
) -> Option<Value> {
    let times = &model.timeline().property(reference)?.key_times;
    let index = times.iter().position(|time| (time - options.at).abs() < 1e-6)?;
    property.keyframes.get(index).map(|key| key.value.clone())
}

fn set_expression(
    model: &Model,
    address: &str,
    expression: Option<Expression>,
    plan: &mut Plan,
) -> Result<(), EditError> {
    let reference = model.property(address)?;
    let layer = model.name(layer_of(model, reference)).to_owned();
    let mut property = model.stored(reference)?.clone();
    let text = |e: &Option<Expression>| e.as_ref().map_or(Json::Null, |e| e.source.clone().into());
    let row = Change {
        property: format!("{} expression", property.name),
        ..change(&layer, "", text(&property.expression), text(&expression))
    };
    if let Some(expression) = &expression {
        let compiled = model.timeline().compile_expression(&expression.source);
        let place =
            Location { layer: Some(layer), property: Some(address.to_owned()), ..Location::default() };
        plan.diagnostics.extend(compiled.diagnostics.into_iter().map(|d| {
            let point = d.location.point;
            d.at(Location { point, ..place.clone() })
        }));
    }
    property.expression = expression;
    plan.changes.push(row);
    plan.write(model, reference, property)
}

fn add_effect(
    model: &Model,
    address: &str,
    effect: &NewEffect,
    options: &EditOptions<'_>,
    plan: &mut Plan,
) -> Result<(), EditError> {
    let layer = model.layer(address)?;
    let name = model.name(layer).to_owned();
    let control = super::lottie::control(&effect.kind);
    let Some(match_name) = control.map(|c| c.match_name).or_else(|| {
        (effect.kind.starts_with("ADBE ") || effect.kind.contains(' ')).then_some(effect.kind.as_str())
    }) else {
        let known = super::lottie::CONTROLS.iter().map(|c| c.word);
        return Err(EditError::NotFound(missing("type of effect", &effect.kind, known)));
    };
    if control.is_none() && effect.value.is_some() {
        return Err(EditError::NotPossible(format!(
            "\"{match_name}\" is no expression control: add it without a value, then set its properties"
        )));
    }
    let data = model.data(layer)?;
    let there = data.properties.group("ADBE Effect Parade").and_then(|effects| {
        effects.groups().find(|group| group.name == effect.name && group.match_name == match_name)
    });
    if there.is_some() {
        let Some((value, control)) = effect.value.as_ref().zip(control) else { return Ok(()) };
        let property =
            format!("layer({}).effect({})({})", Json::from(name), Json::from(effect.name.as_str()), 1);
        let _ = control;
        return set_value(model, &property, value, options, plan);
    }
    let mut effect = NewEffect { kind: match_name.to_owned(), ..effect.clone() };
    if let (Some(control), Some(given)) = (control, &effect.value) {
        effect.value = Some(super::lottie::control_value(model, control, given)?);
    }
    let row = change(&name, "Effects", Json::Null, effect.name.clone().into());
    plan.changes.push(row);
    plan.steps.push(Step::Effect { at: model.at(layer), effect });
    Ok(())
}

fn rename(model: &Model, address: &str, name: &str, plan: &mut Plan) -> Result<(), EditError> {
    let layer = model.layer(address)?;
    let old = model.name(layer).to_owned();
    if name.is_empty() {
        return Err(EditError::NotPossible("a layer needs a name".to_owned()));
    }
    plan.changes.push(change(&old, "Name", old.clone().into(), name.into()));
    plan.steps.push(Step::Name { at: model.at(layer), name: name.to_owned() });
    for (reference, _) in model.timeline().properties() {
        let source = model.timeline().document_property(reference).and_then(|p| p.expression.as_ref());
        let names = |quote: &str| source.is_some_and(|e| e.source.contains(&format!("{quote}{old}{quote}")));
        if names("\"") || names("'") {
            let location = model.timeline().location(reference);
            let message = format!("an expression may still name the layer \"{old}\"");
            let finding = Diagnostic::new("edit/old-name", Severity::Warning, message);
            plan.diagnostics.push(finding.at(location).with_help("set that expression anew"));
        }
    }
    Ok(())
}

pub(super) fn change(layer: &str, property: &str, before: Json, after: Json) -> Change {
    Change {
        edit: 0,
        layer: layer.to_owned(),
        property: property.to_owned(),
        before,
        after,
        space_before: String::new(),
        space_after: String::new(),
        keyframes: 0,
    }
}
