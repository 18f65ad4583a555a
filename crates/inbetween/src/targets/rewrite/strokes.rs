//! Gradient strokes where the player refuses them: a gradient cut by the stroke in one colour.

use super::Work;
use super::json::{each_list, fixed_number, list, number, put, remove, still, text};
use super::layers::{id, is_matte_of_some, is_on};
use super::wrap::{Wraps, replace, take_outside};
use crate::targets::Support;
use serde_json::{Value, json};

/// Side of the square that a gradient fills: more than any picture shows.
const SIDE: f64 = 20000.0;
/// Most layers one layer is split into.
const MOST: usize = 40;

/// Splits layers with gradient strokes: the paints above it, the stroke as a matte over a square with its gradient, the
/// paints below it. Where the layer has a matte or is one, blends, or fades as a whole, they go into a precomposition that
/// does so in its place.
pub(super) fn gradient_strokes(root: &mut Value, work: &mut Work<'_>) {
    if work.target.supports("gradient-stroke") != Some(Support::Refused) {
        return;
    }
    let mut wraps = Wraps::of(root);
    each_list(root, &mut |layers, composition, path| {
        let mut index = 0;
        while index < layers.len() {
            let busy = is_matte_of_some(layers, index);
            let next_id = layers.iter().filter_map(id).max().unwrap_or(0) + 1;
            let made = layers.get(index).filter(|_| !busy).and_then(|layer| split(layer, next_id));
            let Some(made) = made else {
                if let Some(layer) = wrapped(layers, index, path, next_id, &mut wraps) {
                    let what = "a gradient cut by a matte of the stroke, in a precomposition";
                    work.changed("target/gradient-stroke", composition, &layer, what);
                }
                index += 1;
                continue;
            };
            let count = made.len();
            if let Some(layer) = layers.get(index) {
                work.changed(
                    "target/gradient-stroke",
                    composition,
                    layer,
                    "a gradient cut by a matte of the stroke",
                );
            }
            layers.splice(index..=index, made);
            index += count;
        }
    });
    wraps.finish(root);
}

/// Splits a layer inside a precomposition that fades, blends and is matted as the layer was; gives the layer.
fn wrapped(
    layers: &mut Vec<Value>,
    index: usize,
    path: &str,
    next_id: i64,
    wraps: &mut Wraps,
) -> Option<Value> {
    let own = layers.get(index).filter(|layer| number(layer, "ty") == 4.0)?.clone();
    let mut inside = own.clone();
    let outside = take_outside(&mut inside);
    let opacity = inside.get_mut("ks").and_then(|ks| remove(ks, "o"));
    let made = split(&inside, next_id)?;
    let mut whole = wraps.around(made, &own, layers, path, "strokes")?;
    for (key, value) in outside {
        put(&mut whole, key, value);
    }
    if let (Some(opacity), Some(ks)) = (opacity, whole.get_mut("ks")) {
        put(ks, "o", opacity);
    }
    replace(layers, index, whole, &own);
    Some(own)
}

/// The layers a layer becomes, top first.
fn split(layer: &Value, next_id: i64) -> Option<Vec<Value>> {
    let bound = ["tt", "td", "ddd"].iter().any(|key| is_on(layer, key)) || number(layer, "bm") != 0.0;
    if number(layer, "ty") != 4.0 || bound || layer.get("masksProperties").is_some() {
        return None;
    }
    let shapes = list(layer, "shapes");
    let mut paints: Vec<Paint> = Vec::new();
    find(shapes, &mut Vec::new(), &mut paints)?;
    if !paints.iter().any(|paint| paint.gradient_stroke) || paints.len() > MOST {
        return None;
    }
    let opacity = fixed_number(layer.get("ks").and_then(|ks| ks.get("o")), 100.0);
    if paints.len() > 1 && opacity != Some(100.0) {
        return None;
    }
    let mut made: Vec<Value> = Vec::new();
    let mut plain: Vec<usize> = Vec::new();
    for (at, paint) in paints.iter().enumerate() {
        if !paint.gradient_stroke {
            plain.push(at);
            continue;
        }
        if !plain.is_empty() {
            made.push(with_paints(layer, &std::mem::take(&mut plain)));
        }
        let mut matte = with_paints(layer, &[at]);
        as_stroke(matte.get_mut("shapes").and_then(Value::as_array_mut)?)?;
        put(&mut matte, "td", 1);
        if let Some(ks) = matte.get_mut("ks") {
            remove(ks, "o");
        }
        let mut content = layer.clone();
        put(&mut content, "shapes", json!([square(shapes, &paint.path)?]));
        put(&mut content, "tt", 1);
        made.extend([matte, content]);
    }
    if !plain.is_empty() {
        made.push(with_paints(layer, &plain));
    }
    // Children look for the layer's own number.
    let mut next = next_id;
    let mut owner = true;
    for one in &mut made {
        if is_on(one, "td") || !std::mem::take(&mut owner) {
            put(one, "ind", next);
            next += 1;
        }
    }
    Some(made)
}

/// A paint of a layer, in the order from the top.
struct Paint {
    /// Places in the lists on the way to it.
    path: Vec<usize>,
    gradient_stroke: bool,
}

/// Paints in the order from the top; `None` where one blends, or fades together with others.
fn find(items: &[Value], way: &mut Vec<usize>, paints: &mut Vec<Paint>) -> Option<()> {
    for (place, item) in items.iter().enumerate() {
        if number(item, "hd") != 0.0 {
            continue;
        }
        if number(item, "bm") != 0.0 {
            return None;
        }
        way.push(place);
        match text(item, "ty") {
            "gr" => {
                let before = paints.len();
                find(list(item, "it"), way, paints)?;
                let inside = paints.get(before..).unwrap_or_default();
                // A group fades as a whole.
                let transform = list(item, "it").iter().find(|item| text(item, "ty") == "tr");
                let full = fixed_number(transform.and_then(|tr| tr.get("o")), 100.0) == Some(100.0);
                if !full && inside.len() > 1 && inside.iter().any(|paint| paint.gradient_stroke) {
                    return None;
                }
            }
            ty @ ("fl" | "st" | "gf" | "gs") => {
                paints.push(Paint { path: way.clone(), gradient_stroke: ty == "gs" });
            }
            _ => {}
        }
        way.pop();
    }
    Some(())
}

/// A layer with only these of its paints, by their place from the top.
fn with_paints(layer: &Value, kept: &[usize]) -> Value {
    fn thin(items: &mut Vec<Value>, at: &mut usize, kept: &[usize]) {
        items.retain_mut(|item| {
            if number(item, "hd") != 0.0 {
                return false;
            }
            match text(item, "ty") {
                "gr" => {
                    if let Some(inner) = item.get_mut("it").and_then(Value::as_array_mut) {
                        thin(inner, at, kept);
                    }
                    true
                }
                "fl" | "st" | "gf" | "gs" => {
                    *at += 1;
                    kept.contains(&(*at - 1))
                }
                _ => true,
            }
        });
    }
    let mut layer = layer.clone();
    if let Some(items) = layer.get_mut("shapes").and_then(Value::as_array_mut) {
        thin(items, &mut 0, kept);
    }
    layer
}

/// Makes the only paint left, a gradient stroke, a stroke in one colour.
fn as_stroke(items: &mut [Value]) -> Option<()> {
    let mut done = None;
    super::json::each_item(items, &mut |item| {
        if text(item, "ty") == "gs" {
            for key in ["g", "s", "e", "t", "h", "a"] {
                remove(item, key);
            }
            put(item, "ty", "st");
            put(item, "c", still(vec![1, 1, 1, 1]));
            done = Some(());
        }
    });
    done
}

/// A square with the gradient of a stroke, in the groups that the stroke is in.
fn square(items: &[Value], path: &[usize]) -> Option<Value> {
    let (place, rest) = path.split_first()?;
    let item = items.get(*place)?;
    if rest.is_empty() {
        let mut fill = json!({"ty": "gf", "o": still(100), "r": 1});
        for key in ["g", "s", "e", "t", "h", "a"] {
            if let Some(value) = item.get(key) {
                put(&mut fill, key, value.clone());
            }
        }
        return Some(json!({"ty": "gr", "it": [
            {"ty": "rc", "p": still(vec![0, 0]), "s": still(vec![SIDE, SIDE]), "r": still(0)},
            fill,
            {"ty": "tr", "p": still(vec![0, 0]), "a": still(vec![0, 0]), "s": still(vec![100, 100]),
             "r": still(0), "o": still(100)},
        ]}));
    }
    let inner = list(item, "it");
    let mut transform = inner.iter().find(|item| text(item, "ty") == "tr").cloned()?;
    // The matte fades with its groups.
    put(&mut transform, "o", still(100));
    Some(json!({"ty": "gr", "it": [square(inner, rest)?, transform]}))
}
