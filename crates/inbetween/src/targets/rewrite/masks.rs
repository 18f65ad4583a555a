//! Masks as track mattes, where the player refuses masks.

use super::Work;
use super::json::{each_list, fixed_number, list, number, put, remove, still, text};
use super::layers::{id, is_matte_of_some, is_on};
use super::wrap::{Wraps, replace, take_outside};
use crate::targets::Support;
use serde_json::{Value, json};

/// What a layer's masks are as one matte.
struct Matte {
    /// The shapes whose alpha cuts the layer.
    shapes: Vec<Value>,
    /// Whether the layer shows where they are not.
    inverted: bool,
}

/// Most mattes one layer's masks become.
const MOST: usize = 8;

/// A layer's masks become a matte layer above it that moves with it: alpha of a path is alpha of a mask.
///
/// Only what comes out the same: masks without feather and expansion. Where one matte does not do, or the layer has a matte
/// already or is one, it goes into a precomposition with its mattes.
pub(super) fn as_mattes(root: &mut Value, work: &mut Work<'_>) {
    let refused = work.target.supports("mask") == Some(Support::Refused);
    let (no_difference, no_intersection) = (work.lacks("mask-difference"), work.lacks("mask-intersect"));
    let mut wraps = Wraps::of(root);
    each_list(root, &mut |layers, composition, path| {
        let mut index = 0;
        while index < layers.len() {
            let unfit = layers.get(index).is_none_or(|layer| {
                is_on(layer, "ddd")
                    // Of other layers it only says that they are drawn sharp.
                    || is_on(layer, "ct") && number(layer, "ty") == 0.0
                    || !matches!(number(layer, "ty"), 0.0..=2.0 | 4.0 | 5.0)
            });
            let bound = layers.get(index).is_some_and(|layer| is_on(layer, "tt") || is_on(layer, "td"))
                || is_matte_of_some(layers, index);
            let Some(layer) = layers.get_mut(index) else { break };
            index += 1;
            if layer.get("masksProperties").is_none() {
                continue;
            }
            let uses =
                |wanted: &str| list(layer, "masksProperties").iter().any(|mask| text(mask, "mode") == wanted);
            let code = match refused {
                true => "target/mask",
                false if no_difference && uses("f") => "target/mask-difference",
                false if no_intersection && uses("i") => "target/mask-intersect",
                false => continue,
            };
            let acts = list(layer, "masksProperties").iter().any(|mask| text(mask, "mode") != "n");
            if !acts || number(layer, "ty") == 3.0 {
                without_masks(layer);
                continue;
            }
            let Some(mattes) = (!unfit).then(|| mattes_of(list(layer, "masksProperties"))).flatten() else {
                continue;
            };
            let place = Place { index: index - 1, path, bound };
            let own = layer.clone();
            let Some(added) = cut(layers, &own, &place, mattes, &mut wraps) else { continue };
            index += added;
            work.changed(code, composition, &own, "masks made a track matte");
        }
    });
    wraps.finish(root);
}

/// Where a layer is, and whether it has a matte or is one.
struct Place<'a> {
    index: usize,
    path: &'a str,
    bound: bool,
}

/// Cuts the layer at a place by mattes, one after the other; gives how many layers that adds above it.
fn cut(
    layers: &mut Vec<Value>,
    own: &Value,
    place: &Place<'_>,
    mattes: Vec<Matte>,
    wraps: &mut Wraps,
) -> Option<usize> {
    let mut item = own.clone();
    without_masks(&mut item);
    let last = mattes.len() - 1;
    let wrapped = place.bound || last > 0;
    let outside = if wrapped { take_outside(&mut item) } else { Vec::new() };
    let mut next = layers.iter().filter_map(id).max().unwrap_or(0);
    let mut made = Vec::new();
    for (number, matte) in mattes.into_iter().enumerate() {
        next += 1;
        put(&mut item, "tt", if matte.inverted { 2 } else { 1 });
        let above = matte_layer(own, matte.shapes, next);
        if number < last || place.bound {
            item = wraps.around(vec![above, item], own, layers, place.path, "masked")?;
        } else {
            made.push(above);
        }
    }
    if !wrapped {
        *layers.get_mut(place.index)? = item;
    } else {
        for (key, value) in outside {
            put(&mut item, key, value);
        }
        // The matte above has taken the next number.
        if let Some(above) = made.first_mut() {
            put(above, "ind", next + 1);
        }
        replace(layers, place.index, item, own);
    }
    let added = made.len();
    layers.splice(place.index..place.index, made);
    Some(added)
}

/// A matte that moves as a layer does.
fn matte_layer(layer: &Value, shapes: Vec<Value>, number: i64) -> Value {
    let mut above = json!({"ty": 4, "ind": number, "td": 1, "shapes": shapes});
    for key in ["ip", "op", "st", "ks", "parent", "ao"] {
        if let Some(value) = layer.get(key) {
            put(&mut above, key, value.clone());
        }
    }
    if let Some(ks) = above.get_mut("ks") {
        remove(ks, "o");
    }
    let name = text(layer, "nm");
    if !name.is_empty() {
        put(&mut above, "nm", format!("{name} masks"));
    }
    above
}

/// The masks as mattes that cut one after the other; `None` where they are something else.
fn mattes_of(masks: &[Value]) -> Option<Vec<Matte>> {
    let acting: Vec<Value> = masks.iter().filter(|mask| text(mask, "mode") != "n").cloned().collect();
    let mut rest = acting.as_slice();
    let mut mattes = Vec::new();
    loop {
        if let Some(matte) = matte_of(rest) {
            mattes.push(matte);
            mattes.reverse();
            return (mattes.len() <= MOST).then_some(mattes);
        }
        // What the last one takes away or keeps, a matte over all before does too.
        let (last, before) = rest.split_last()?;
        let whole = fixed_number(last.get("o"), 100.0) == Some(100.0);
        if before.is_empty() || !(text(last, "mode") == "s" || (text(last, "mode") == "i" && whole)) {
            return None;
        }
        mattes.push(matte_of(std::slice::from_ref(last))?);
        rest = before;
    }
}

fn without_masks(layer: &mut Value) {
    remove(layer, "masksProperties");
    remove(layer, "hasMask");
}

/// The masks as one matte; `None` where a matte is something else.
fn matte_of(masks: &[Value]) -> Option<Matte> {
    let masks: Vec<&Value> = masks.iter().filter(|mask| text(mask, "mode") != "n").collect();
    let plain = |mask: &&&Value| {
        fixed_number(mask.get("f").filter(|f| f.get("k").is_some_and(|k| !k.is_null())), 0.0) == Some(0.0)
            && fixed_number(mask.get("x"), 0.0) == Some(0.0)
    };
    if !masks.iter().all(|mask| plain(&mask)) {
        return None;
    }
    let mode = |mask: &Value| match text(mask, "mode") {
        "" => 'a',
        name => name.chars().next().unwrap_or('a'),
    };
    let inverted = |mask: &Value| is_on(mask, "inv");
    if let [only] = masks.as_slice() {
        // The first mask cuts the whole layer: intersecting it is adding, differing too.
        let outside = match mode(only) {
            'a' | 'i' | 'f' => false,
            's' => true,
            _ => return None,
        };
        // Opacity is of what the mask leaves, outside as well.
        let opaque = fixed_number(only.get("o"), 100.0) == Some(100.0);
        if inverted(only) && !opaque {
            return None;
        }
        return Some(Matte { shapes: vec![area(only)?], inverted: outside != inverted(only) });
    }
    if masks.iter().any(|mask| inverted(mask)) {
        return None;
    }
    let first = masks.first().map_or('a', |mask| mode(mask));
    let all = |wanted: char| masks.iter().skip(1).all(|mask| mode(mask) == wanted);
    if matches!(first, 'a' | 'f') && all('f') {
        let opaque = |mask: &&Value| fixed_number(mask.get("o"), 100.0) == Some(100.0);
        if !masks.iter().all(opaque) {
            return None;
        }
        let paths = masks.iter().map(|mask| path(mask));
        let mut items = paths.collect::<Option<Vec<Value>>>()?;
        items.push(json!({"ty": "fl", "c": still(vec![1, 1, 1, 1]), "o": still(100), "r": 2}));
        items.push(rest());
        return Some(Matte { shapes: vec![json!({"ty": "gr", "it": items})], inverted: false });
    }
    let outside = match first {
        'a' if all('a') => false,
        's' if all('s') => true,
        _ => return None,
    };
    let shapes = masks.iter().map(|mask| area(mask)).collect::<Option<Vec<Value>>>()?;
    Some(Matte { shapes, inverted: outside })
}

fn path(mask: &Value) -> Option<Value> {
    let mut path = mask.get("pt")?.clone();
    // A mask is closed whatever it says.
    close(&mut path);
    Some(json!({"ty": "sh", "ks": path}))
}

fn close(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if object.contains_key("v") && object.contains_key("i") {
                object.insert("c".to_owned(), json!(true));
                return;
            }
            object.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// The area of one mask with its opacity.
fn area(mask: &Value) -> Option<Value> {
    let opacity = mask.get("o").cloned().unwrap_or_else(|| still(100));
    let fill = json!({"ty": "fl", "c": still(vec![1, 1, 1, 1]), "o": opacity, "r": 1});
    Some(json!({"ty": "gr", "it": [path(mask)?, fill, rest()]}))
}

/// The transform of a group at rest.
fn rest() -> Value {
    json!({"ty": "tr", "p": still(vec![0, 0]), "a": still(vec![0, 0]), "s": still(vec![100, 100]), "r": still(0),
           "o": still(100)})
}
