//! Parents that show nothing, folded into their children: fewer layers and fewer keys that say the same.

use super::Work;
use super::json::{each_list, each_value, fixed, is_animated, number, put, remove, still, text};
use super::layers::{id, is_on};
use inbetween_types::math;
use serde_json::Value;
use std::collections::BTreeSet;

/// How a folded parent moves its children: turned by `angle` degrees, scaled by `scale`, shifted by `shift`.
#[derive(Clone, Copy, Debug)]
struct Move {
    angle: f64,
    scale: f64,
    shift: [f64; 2],
}

impl Move {
    /// The transform of a layer that never changes, without skew and with one scale for both axes.
    fn of(layer: &Value) -> Option<Self> {
        if is_on(layer, "ddd") || number(layer, "ao") != 0.0 {
            return None;
        }
        let numbers = |key: &str, rest: &[f64]| match layer.get("ks").and_then(|ks| ks.get(key)) {
            None => Some(rest.to_vec()),
            // A position in separate dimensions.
            Some(property) if number(property, "s") != 0.0 && property.get("k").is_none() => {
                ["x", "y"].iter().map(|axis| fixed(property.get(*axis)?)?.first().copied()).collect()
            }
            Some(property) => fixed(property),
        };
        let pair = |key: &str, rest: f64| {
            let numbers = numbers(key, &[rest, rest])?;
            Some([*numbers.first()?, numbers.get(1).copied().unwrap_or(rest)])
        };
        let one = |key: &str| numbers(key, &[0.0])?.first().copied();
        let (p, a, s) = (pair("p", 0.0)?, pair("a", 0.0)?, pair("s", 100.0)?);
        let angle = one("r")?;
        if one("sk")? != 0.0 || s[0] != s[1] || s[0] <= 0.0 {
            return None;
        }
        let scale = s[0] / 100.0;
        let turned = turn(a, angle, scale);
        Some(Self { angle, scale, shift: [p[0] - turned[0], p[1] - turned[1]] })
    }

    fn is_shift(&self) -> bool {
        self.angle == 0.0 && self.scale == 1.0
    }
}

fn turn([x, y]: [f64; 2], angle: f64, scale: f64) -> [f64; 2] {
    let (sin, cos) = (math::sin_degrees(angle), math::cos_degrees(angle));
    [scale * (cos * x - sin * y), scale * (sin * x + cos * y)]
}

/// Nulls that never move, and other unseen parents, go: their children stand where they put them. Not where a child of
/// that name is in `kept`: values that were baked stay what they are, so that they can be compared.
pub(super) fn folded(root: &mut Value, kept: &BTreeSet<String>, work: &mut Work<'_>) {
    each_list(root, &mut |layers, composition, _| {
        let mut index = 0;
        while index < layers.len() {
            let found = layers.get(index).filter(|layer| number(layer, "ty") == 3.0);
            let folded = found.and_then(|layer| {
                let own = id(layer)?;
                let by = Move::of(layer)?;
                let up = layer.get("parent").cloned();
                let children: Vec<Value> =
                    layers.iter().filter(|child| parent(child) == Some(own)).cloned().collect();
                if children.iter().any(|child| kept.contains(text(child, "nm"))) {
                    return None;
                }
                let moved =
                    children.iter().map(|child| moved(child, by, up.as_ref())).collect::<Option<Vec<_>>>()?;
                (!moved.is_empty()).then_some((own, moved))
            });
            let Some((own, moved)) = folded else {
                index += 1;
                continue;
            };
            let mut moved = moved.into_iter();
            for child in layers.iter_mut().filter(|child| parent(child) == Some(own)) {
                if let Some(new) = moved.next() {
                    *child = new;
                }
            }
            let gone = layers.remove(index);
            work.changed(
                "target/hidden-layer",
                composition,
                &gone,
                "an unseen parent folded into its children",
            );
        }
    });
}

fn parent(layer: &Value) -> Option<i64> {
    layer.get("parent").and_then(Value::as_i64)
}

/// A child as it stands without its parent; `None` where its own properties cannot say that.
fn moved(child: &Value, by: Move, up: Option<&Value>) -> Option<Value> {
    if is_on(child, "ddd") || number(child, "ao") != 0.0 || matches!(number(child, "ty"), 13.0 | 14.0) {
        return None;
    }
    let mut child = child.clone();
    if child.get("ks").is_none() {
        put(&mut child, "ks", serde_json::json!({}));
    }
    let ks = child.get_mut("ks")?;
    if ks.get("p").is_none() {
        put(ks, "p", still(vec![0, 0, 0]));
    }
    let position = ks.get_mut("p")?;
    if position.get("k").is_none() {
        // In separate dimensions only a shift is a shift of each.
        if !by.is_shift() || number(position, "s") == 0.0 {
            return None;
        }
        for (axis, by) in ["x", "y"].iter().zip(by.shift) {
            shifted(position.get_mut(*axis)?, &|n| n + by)?;
        }
    } else {
        let place = |value: &mut Value, shift: bool| -> Option<()> {
            let list = value.as_array_mut()?;
            let (x, y) = (list.first()?.as_f64()?, list.get(1)?.as_f64()?);
            let [x, y] = turn([x, y], by.angle, by.scale);
            let shift = if shift { by.shift } else { [0.0; 2] };
            *list.first_mut()? = Value::from(x + shift[0]);
            *list.get_mut(1)? = Value::from(y + shift[1]);
            Some(())
        };
        let mut sound = true;
        each_value(position, &mut |value| sound &= place(value, true).is_some());
        if is_animated(position) {
            for key in position.get_mut("k").and_then(Value::as_array_mut).into_iter().flatten() {
                for tangent in ["to", "ti"] {
                    // An old file's tangents may be null.
                    if let Some(value) = key.get_mut(tangent).filter(|value| value.is_array()) {
                        sound &= place(value, false).is_some();
                    }
                }
            }
        }
        if !sound {
            return None;
        }
    }
    if by.angle != 0.0 {
        let key = if ks.get("rz").is_some() { "rz" } else { "r" };
        if ks.get(key).is_none() {
            put(ks, key, still(0));
        }
        shifted(ks.get_mut(key)?, &|n| n + by.angle)?;
    }
    if by.scale != 1.0 {
        if ks.get("s").is_none() {
            put(ks, "s", still(vec![100, 100, 100]));
        }
        let scale = ks.get_mut("s")?;
        scale.get("k")?;
        let mut sound = true;
        each_value(scale, &mut |value| {
            let Some(list) = value.as_array_mut().filter(|list| list.iter().all(Value::is_number)) else {
                sound = false;
                return;
            };
            for slot in list.iter_mut().take(2) {
                *slot = Value::from(slot.as_f64().unwrap_or(100.0) * by.scale);
            }
        });
        if !sound {
            return None;
        }
    }
    match up {
        Some(up) => put(&mut child, "parent", up.clone()),
        None => {
            remove(&mut child, "parent");
        }
    }
    Some(child)
}

/// Changes the only number of each value of a property.
fn shifted(property: &mut Value, change: &dyn Fn(f64) -> f64) -> Option<()> {
    property.get("k")?;
    let mut sound = true;
    each_value(property, &mut |value| {
        let slot = match value {
            Value::Array(list) if list.len() == 1 => list.first_mut(),
            Value::Number(_) => Some(value),
            _ => None,
        };
        match slot.and_then(|slot| slot.as_f64().map(|n| (slot, n))) {
            Some((slot, n)) => *slot = Value::from(change(n)),
            None => sound = false,
        }
    });
    sound.then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_says_the_same_is_folded() {
        let layer = |ks: Value| json!({"ty": 3, "ind": 1, "ks": ks});
        let by = Move::of(&layer(
            json!({"p": {"k": [50, 40]}, "a": {"k": [10, 0]}, "r": {"k": 90}, "s": {"k": [200, 200]}}),
        ));
        let by = by.unwrap();
        assert!((by.shift[0] - 50.0).abs() < 1e-9 && (by.shift[1] - 20.0).abs() < 1e-9, "{by:?}");
        assert!(Move::of(&layer(json!({"s": {"k": [200, 100]}}))).is_none());
        assert!(
            Move::of(&layer(json!({"r": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 9, "s": [5]}]}}))).is_none()
        );
        let child = json!({"ty": 4, "parent": 1, "ks": {"p": {"s": true, "x": {"k": 3}, "y": {"k": 4}}}});
        assert!(moved(&child, by, None).is_none());
        let shift = Move { angle: 0.0, scale: 1.0, shift: [1.0, 2.0] };
        let made = moved(&child, shift, None).unwrap();
        assert_eq!(
            (made["ks"]["p"]["x"]["k"].as_f64(), made["ks"]["p"]["y"]["k"].as_f64()),
            (Some(4.0), Some(6.0))
        );
        assert!(made.get("parent").is_none());
    }
}
