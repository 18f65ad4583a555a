//! Parenting as After Effects does it: the child keeps its looks at one time, so its numbers change.

use super::model::Model;
use super::plan::{Plan, Step, change};
use super::turn::{self, Factors, Mat3};
use super::value::{shown, tidy};
use super::{Change, EditError};
use inbetween_doc::{AutoOrient, Layer, LayerKind, Property};
use inbetween_timeline::{LayerRef, PropertyRef};
use inbetween_types::{Mat4, Time, Value, Vector, math};

pub(super) fn set_parent(
    model: &Model,
    child: &str,
    parent: Option<&str>,
    keep: bool,
    time: Time,
    plan: &mut Plan,
) -> Result<(), EditError> {
    let layer = model.layer(child)?;
    let parent = parent.map(|parent| model.layer(parent)).transpose()?;
    let name = model.name(layer).to_owned();
    let mut above = parent;
    while let Some(at) = above {
        if at == layer {
            let other = parent.map_or("", |parent| model.name(parent));
            return Err(EditError::NotPossible(format!(
                "\"{other}\" hangs on \"{name}\" already: a layer cannot be above itself"
            )));
        }
        above = model.node(at).and_then(|node| node.parent);
    }
    let old = model.node(layer).and_then(|node| node.parent);
    let spaces = [model.space(old), model.space(parent)];
    let names = [old, parent].map(|p| p.map_or(serde_json::Value::Null, |p| model.name(p).into()));
    let [before, after] = names;
    plan.changes.push(change(&name, "Parent", before, after));
    plan.steps.push(Step::Parent { at: model.at(layer), parent: parent.map(|parent| model.at(parent)) });
    let mut rows = Rows { layer: name.clone(), spaces, plan };
    let refs = model.refs(layer);
    if !keep {
        let (o, p) = (refs.orientation, refs.position);
        for reference in [p, refs.scale, o, refs.rotation].into_iter().flatten() {
            let property = model.stored(reference)?;
            rows.add(
                property,
                property,
                &model.before_expression(reference, time),
                &model.before_expression(reference, time),
            );
        }
        return Ok(());
    }
    if old == parent {
        return Ok(());
    }
    let world = |layer: Option<LayerRef>| layer.map_or(Mat4::IDENTITY, |layer| model.world(layer, time));
    let Some(inverse) = world(parent).inverse() else {
        let other = parent.map_or("", |parent| model.name(parent));
        return Err(EditError::NotPossible(format!(
            "\"{other}\" is scaled to nothing at {time} s, so nothing in it can look as before; choose another time \
             (--at) or --parent-jump"
        )));
    };
    let shift = inverse.then_after(&world(old));
    Keeper { model, layer, time, shift, old, parent }.keep(&mut rows)
}

/// Rows of the table, with the spaces before and after.
struct Rows<'p> {
    layer: String,
    spaces: [String; 2],
    plan: &'p mut Plan,
}

impl Rows<'_> {
    fn add(&mut self, property: &Property, new: &Property, before: &Value, after: &Value) {
        let [space_before, space_after] = self.spaces.clone();
        let row = change(&self.layer, &property.name, shown(before), shown(after));
        self.plan.changes.push(Change { space_before, space_after, keyframes: new.keyframes.len(), ..row });
    }

    fn warn(&mut self, code: &'static str, message: impl Into<String>, help: &str) {
        let layer = self.layer.clone();
        self.plan.warn(code, &layer, message, help);
    }
}

struct Keeper<'m> {
    model: &'m Model,
    layer: LayerRef,
    time: Time,
    /// The old parent's space → the new one's, at `time`.
    shift: Mat4,
    old: Option<LayerRef>,
    parent: Option<LayerRef>,
}

impl Keeper<'_> {
    fn keep(&self, rows: &mut Rows<'_>) -> Result<(), EditError> {
        let data = self.model.data(self.layer)?;
        let refs = self.model.refs(self.layer);
        let map = turn::linear(&self.shift);
        let device = matches!(data.kind, LayerKind::Camera | LayerKind::Light);
        if !data.three_d && !device && !turn::is_flat(&map) {
            let help = "make the layer 3D first";
            rows.warn(
                "edit/flat-child",
                "a 2D layer takes only the flat part of a parent that is turned in space",
                help,
            );
        }
        self.position(refs.position, rows)?;
        if device && refs.anchor.is_some() {
            self.point(refs.anchor, rows)?;
            if !is_identity(&map) {
                let help = "look at the picture, and correct Z Rotation";
                rows.warn(
                    "edit/camera-roll",
                    "a camera or light that looks at a point may roll in its new space",
                    help,
                );
            }
            return Ok(());
        }
        self.expressions(data, rows)?;
        if data.three_d || device {
            self.turn_in_space(&map, device, rows)
        } else {
            self.turn_in_plane(&map, data, rows)
        }
    }

    /// Says where an expression has the last word.
    fn expressions(&self, data: &Layer, rows: &mut Rows<'_>) -> Result<(), EditError> {
        let refs = self.model.refs(self.layer);
        let _ = data;
        for reference in
            [refs.position, refs.scale, refs.orientation, refs.rotation_x, refs.rotation_y, refs.rotation]
        {
            let Some(reference) = reference else { continue };
            let property = self.model.stored(reference)?;
            if property.expression.is_some() {
                let message = format!(
                    "{} has an expression: the value under it was changed, what the expression gives was not",
                    property.name
                );
                let help = "see that its result is meant in the new parent's space";
                rows.warn("edit/expression-drives", message, help);
            }
        }
        Ok(())
    }

    fn position(&self, reference: Option<PropertyRef>, rows: &mut Rows<'_>) -> Result<(), EditError> {
        let Some(reference) = reference else { return Ok(()) };
        if self.model.stored(reference)?.separated {
            return self.followers(reference, rows);
        }
        self.point(Some(reference), rows)
    }

    /// A position or point of interest with its keys and their tangents.
    fn point(&self, reference: Option<PropertyRef>, rows: &mut Rows<'_>) -> Result<(), EditError> {
        let Some(reference) = reference else { return Ok(()) };
        let stored = self.model.stored(reference)?;
        let mut property = stored.clone();
        let moved = |value: &Value| map_vector(value, |v| self.shift.apply(v));
        let turned = |vector: &Vector| -> Vector {
            match map_vector(&Value::Vector(vector.clone()), |v| self.shift.apply_vector(v)) {
                Value::Vector(vector) => vector,
                _ => Vector::new(),
            }
        };
        property.value = moved(&stored.value);
        for key in &mut property.keyframes {
            key.value = moved(&key.value);
            key.end_value = key.end_value.as_ref().map(moved);
            key.out_tangent = turned(&key.out_tangent);
            key.in_tangent = turned(&key.in_tangent);
        }
        let before = self.model.before_expression(reference, self.time);
        rows.add(stored, &property, &before, &moved(&before));
        rows.plan.write(self.model, reference, property)
    }

    /// Separate dimensions: each can be moved by itself only where the axes stay what they are.
    fn followers(&self, position: PropertyRef, rows: &mut Rows<'_>) -> Result<(), EditError> {
        let list =
            self.model.timeline().property(position).map(|data| data.followers.clone()).unwrap_or_default();
        let map = turn::linear(&self.shift);
        let straight = map.iter().enumerate().all(|(i, row)| {
            row.iter()
                .take(list.len())
                .enumerate()
                .all(|(j, cell)| i == j || i >= list.len() || cell.abs() < 1e-12)
        });
        let at: Vec<f64> =
            list.iter().map(|f| self.model.before_expression(*f, self.time).component(0)).collect();
        let part = |i: usize| at.get(i).copied().unwrap_or(0.0);
        let whole = self.shift.apply([part(0), part(1), part(2)]);
        let origin = self.shift.apply([0.0; 3]);
        for (index, reference) in list.iter().enumerate() {
            let stored = self.model.stored(*reference)?;
            let mut property = stored.clone();
            let pick = |v: &[f64; 3]| v.get(index).copied().unwrap_or(0.0);
            let factor = map.get(index).map_or(1.0, pick);
            if stored.keyframes.is_empty() {
                property.value = Value::Number(tidy(pick(&whole)));
            } else if straight {
                let moved = |value: &Value| value.map(|n| tidy(factor * n + pick(&origin)));
                property.value = moved(&property.value);
                for key in &mut property.keyframes {
                    key.value = moved(&key.value);
                    key.end_value = key.end_value.as_ref().map(moved);
                }
            } else {
                return Err(EditError::NotPossible(format!(
                    "{} is keyframed by itself, and the new parent is turned: join the dimensions of Position first, \
                     or use --parent-jump",
                    stored.name
                )));
            }
            let before = Value::Number(pick(&[part(0), part(1), part(2)]));
            rows.add(stored, &property, &before, &Value::Number(tidy(pick(&whole))));
            rows.plan.write(self.model, *reference, property)?;
        }
        Ok(())
    }

    /// Which axes the parents mirror, old and new together, and how far they turn.
    fn chains(&self) -> ([f64; 3], f64) {
        let mut signs = [1.0; 3];
        let mut angle = 0.0;
        for (start, way) in [(self.old, 1.0), (self.parent, -1.0)] {
            let mut at = start;
            while let Some(layer) = at {
                let refs = self.model.refs(layer);
                if let Some(scale) = refs.scale {
                    let scale = self.model.session.evaluate(scale, self.time);
                    for (sign, n) in signs.iter_mut().zip(scale.components()) {
                        *sign *= if *n < 0.0 { -1.0 } else { 1.0 };
                    }
                }
                if let Some(rotation) = refs.rotation {
                    angle += way * self.model.session.evaluate(rotation, self.time).component(0);
                }
                at = self.model.node(layer).and_then(|node| node.parent);
            }
        }
        (signs, angle)
    }

    fn turn_in_plane(&self, map: &Mat3, data: &Layer, rows: &mut Rows<'_>) -> Result<(), EditError> {
        let refs = self.model.refs(self.layer);
        let flat = [[map[0][0], map[0][1], 0.0], [map[1][0], map[1][1], 0.0], [0.0, 0.0, 1.0]];
        let number = |r: Option<PropertyRef>| {
            r.map_or(0.0, |r| self.model.before_expression(r, self.time).component(0))
        };
        let old = number(refs.rotation);
        let (signs, chain) = self.chains();
        // Along its path a layer turns by itself, with the path.
        let auto = data.auto_orient == AutoOrient::AlongPath
            && refs
                .position
                .is_some_and(|p| self.model.timeline().property(p).is_some_and(|d| !d.keyframes.is_empty()));
        let own = turn::linear(&Mat4::rotation_z(if auto { 0.0 } else { old }));
        let Some(Factors { turn: turned, stretch, lean }) = turn::factors(&turn::times(&flat, &own), signs)
        else {
            return Err(self.nothing_left());
        };
        let angle = math::atan2(turned[1][0], turned[0][0]).to_degrees();
        let mirrored = turn::determinant(&flat) < 0.0;
        // As many whole turns as the numbers suggest: 15 under a parent at 30 is -15, not 345.
        let expected = if mirrored { chain - old } else { chain + old };
        let new = tidy(angle + 360.0 * ((expected - angle) / 360.0).round());
        let even = (stretch[0].abs() - stretch[1].abs()).abs() <= 1e-9 * stretch[0].abs();
        let keyed = |r: Option<PropertyRef>| {
            r.is_some_and(|r| self.model.timeline().property(r).is_some_and(|d| !d.keyframes.is_empty()))
        };
        if lean > 0.0 {
            self.leans(rows);
        } else if !even && keyed(refs.rotation) {
            let message = "the parent's scale is uneven and Rotation has keyframes: the looks are kept at this time only";
            rows.warn("edit/uneven-parent", message, "bake, or scale the parent evenly");
        }
        if let Some(skew) = refs.skew.filter(|_| !even || mirrored) {
            let name = self.model.stored(skew)?.name.clone();
            let message = format!(
                "{name} is not changed, and the new parent scales unevenly: the layer looks different"
            );
            rows.warn("edit/skew", message, "set the skew by hand");
        }
        if let Some(rotation) = refs.rotation.filter(|_| !auto) {
            self.numbers(rotation, rows, |n| if mirrored { new + old - n } else { n + new - old })?;
        }
        if let Some(scale) = refs.scale {
            self.scale(scale, [stretch[0], stretch[1], 1.0], rows)?;
        }
        Ok(())
    }

    fn turn_in_space(&self, map: &Mat3, device: bool, rows: &mut Rows<'_>) -> Result<(), EditError> {
        let refs = self.model.refs(self.layer);
        let number = |r: Option<PropertyRef>| {
            r.map_or(0.0, |r| self.model.before_expression(r, self.time).component(0))
        };
        let rotation = Mat4::rotation_x(number(refs.rotation_x))
            .then_after(&Mat4::rotation_y(number(refs.rotation_y)))
            .then_after(&Mat4::rotation_z(number(refs.rotation)));
        let rotation = turn::linear(&rotation);
        let (signs, _) = self.chains();
        let of = |value: &Value| -> Option<(Mat3, Factors)> {
            let own = turn::of_orientation([value.component(0), value.component(1), value.component(2)]);
            let whole = turn::times(map, &turn::times(&own, &rotation));
            let factors = turn::factors(&whole, signs)?;
            // Rotation stays as it is, so Orientation takes what is left.
            Some((turn::times(&factors.turn, &turn::transposed(&rotation)), factors))
        };
        let current = refs
            .orientation
            .map_or_else(|| Value::vector(&[0.0; 3]), |o| self.model.before_expression(o, self.time));
        let Some((turned, Factors { stretch, lean, .. })) = of(&current) else {
            return Err(self.nothing_left());
        };
        let [x, y, z] = stretch.map(f64::abs);
        let even = (x - y).abs().max((y - z).abs()) <= 1e-9 * x;
        let rotating = [refs.rotation_x, refs.rotation_y, refs.rotation].into_iter().flatten().any(|r| {
            self.model.timeline().property(r).is_some_and(|d| !d.keyframes.is_empty() || d.has_expression)
        });
        if lean > 0.0 {
            self.leans(rows);
        } else if !even && rotating {
            let message = "the parent's scale is uneven and a rotation is animated: the looks are kept at this time only";
            rows.warn("edit/uneven-parent", message, "bake, or scale the parent evenly");
        }
        if is_identity(map) {
            return Ok(());
        }
        let Some(orientation) = refs.orientation else {
            return Err(EditError::NotPossible("the layer has no Orientation to turn".to_owned()));
        };
        let stored = self.model.stored(orientation)?;
        let mut property = stored.clone();
        let angles = |turn: &Mat3| Value::vector(&turn::orientation(turn));
        let each = |value: &Value| of(value).map_or_else(|| value.clone(), |(turn, _)| angles(&turn));
        property.value = each(&stored.value);
        for key in &mut property.keyframes {
            key.value = each(&key.value);
            key.end_value = key.end_value.as_ref().map(&each);
        }
        if !property.keyframes.is_empty() {
            let message = "Orientation has keyframes: each was turned, what lies between them may differ";
            rows.warn("edit/orientation-keys", message, "look at the times between the keyframes");
        }
        rows.add(stored, &property, &current, &angles(&turned));
        rows.plan.write(self.model, orientation, property)?;
        if let Some(scale) = refs.scale.filter(|_| !device) {
            self.scale(scale, stretch, rows)?;
        }
        Ok(())
    }

    fn leans(&self, rows: &mut Rows<'_>) {
        let message = "the new parent scales unevenly across the layer's axes, which would lean it; layers cannot lean, \
                       so the nearest turn and scale were taken and it looks different";
        rows.warn("edit/lean", message, "scale the parent evenly, or put the layer upright in its space");
    }

    fn nothing_left(&self) -> EditError {
        EditError::NotPossible(
            "the layer is flattened to nothing in one of the spaces; use --parent-jump".to_owned(),
        )
    }

    /// A number with its keys.
    fn numbers(
        &self,
        reference: PropertyRef,
        rows: &mut Rows<'_>,
        change: impl Fn(f64) -> f64,
    ) -> Result<(), EditError> {
        self.every(reference, rows, |value| value.map(|n| tidy(change(n))))
    }

    fn scale(&self, reference: PropertyRef, by: [f64; 3], rows: &mut Rows<'_>) -> Result<(), EditError> {
        self.every(reference, rows, |value| {
            let parts = value.components().iter().enumerate();
            Value::Vector(parts.map(|(i, n)| tidy(n * by.get(i).copied().unwrap_or(1.0))).collect())
        })
    }

    fn every(
        &self,
        reference: PropertyRef,
        rows: &mut Rows<'_>,
        change: impl Fn(&Value) -> Value,
    ) -> Result<(), EditError> {
        let stored = self.model.stored(reference)?;
        let mut property = stored.clone();
        property.value = change(&stored.value);
        for key in &mut property.keyframes {
            key.value = change(&key.value);
            key.end_value = key.end_value.as_ref().map(&change);
        }
        let before = self.model.before_expression(reference, self.time);
        rows.add(stored, &property, &before, &change(&before));
        rows.plan.write(self.model, reference, property)
    }
}

fn is_identity(map: &Mat3) -> bool {
    map.iter().enumerate().all(|(i, row)| {
        row.iter().enumerate().all(|(j, n)| (n - if i == j { 1.0 } else { 0.0 }).abs() < 1e-12)
    })
}

/// A vector of two or three components through a map of three.
fn map_vector(value: &Value, map: impl Fn([f64; 3]) -> [f64; 3]) -> Value {
    let parts = value.components();
    if parts.is_empty() {
        return value.clone();
    }
    let part = |i: usize| parts.get(i).copied().unwrap_or(0.0);
    let out = map([part(0), part(1), part(2)]);
    Value::Vector(out.iter().take(parts.len()).map(|n| tidy(*n)).collect())
}
