//! Telegram's rules about the composition: size, rate, length, marks.

use super::Work;
use super::json::{each_list, number, put, remove, still, text};
use super::timing::retime;
use inbetween_types::{Diagnostic, Severity};
use serde_json::{Value, json};

/// Pixels of a sticker's side.
const SIDE: f64 = 512.0;
/// Longest sticker in seconds.
const LONGEST: f64 = 3.0;

/// Brings the composition to 512 × 512 pixels at 30 or 60 frames a second; gives the factor of frames, and the id of
/// the composition that holds the layers of the original's main one, where the size asked for one.
pub(super) fn rules(root: &mut Value, work: &mut Work<'_>) -> (f64, Option<String>) {
    let fps = number(root, "fr");
    let wanted = if fps == 30.0 || fps == 60.0 {
        fps
    } else if fps > 30.0 {
        60.0
    } else {
        30.0
    };
    let factor = if fps > 0.0 { wanted / fps } else { 1.0 };
    let first = work.shown.map_or(number(root, "ip"), |shown| shown.first);
    let last = work.shown.map_or(number(root, "op"), |shown| shown.last);
    if factor != 1.0 || first != 0.0 {
        if let Some(layers) = root.get_mut("layers").and_then(Value::as_array_mut) {
            retime(layers, first, factor);
            undo_stretch(layers, factor);
        }
        let mut main = true;
        each_list(root, &mut |layers, _, _| {
            if !std::mem::take(&mut main) {
                retime(layers, 0.0, factor);
                undo_stretch(layers, factor);
            }
        });
    }
    if factor != 1.0 {
        work.changed(
            "target/telegram-rate",
            "",
            &Value::Null,
            &format!("{} made {wanted} frames a second", (fps * 1e3).round() / 1e3),
        );
    }
    // A last frame that is not whole counts for Telegram.
    let frames = ((last - first) * factor - 1e-6).ceil();
    put(root, "fr", wanted);
    put(root, "ip", 0);
    put(root, "op", frames);
    if frames / wanted > LONGEST + 1e-9 {
        let message = format!("a sticker lasts at most 3 seconds, this lasts {:.2}", frames / wanted);
        work.lost.push(
            Diagnostic::new("target/telegram-length", Severity::Error, message)
                .with_help(crate::targets::frames_help(fps)),
        );
    }
    let inside = size(root, work);
    remove(root, "markers");
    put(root, "ddd", 0);
    put(root, "v", "5.5.2");
    put(root, "tgs", 1);
    (factor, inside)
}

/// `retime` stretches precompositions to keep their insides as they were; here the insides move too.
fn undo_stretch(layers: &mut [Value], factor: f64) {
    for layer in layers {
        if number(layer, "ty") == 0.0 && layer.get("sr").is_some() {
            let stretch = number(layer, "sr") / factor;
            put(layer, "sr", stretch);
            if (stretch - 1.0).abs() < 1e-9 {
                remove(layer, "sr");
            }
        }
    }
}

fn size(root: &mut Value, work: &mut Work<'_>) -> Option<String> {
    let (w, h) = (number(root, "w"), number(root, "h"));
    if (w == SIDE && h == SIDE) || w <= 0.0 || h <= 0.0 {
        return None;
    }
    let scale = SIDE / w.max(h);
    let layers = remove(root, "layers").unwrap_or_else(|| json!([]));
    let id = {
        let mut id = "sticker".to_owned();
        while super::json::list(root, "assets").iter().any(|asset| text(asset, "id") == id) {
            id.push('_');
        }
        id
    };
    let op = number(root, "op");
    let instance = json!({
        "ty": 0, "refId": id.clone(), "w": w, "h": h, "ip": 0, "op": op, "st": 0,
        "ks": {
            "p": still(vec![SIDE / 2.0, SIDE / 2.0]),
            "a": still(vec![w / 2.0, h / 2.0]),
            "s": still(vec![scale * 100.0, scale * 100.0]),
        },
    });
    if root.get("assets").and_then(Value::as_array).is_none() {
        put(root, "assets", json!([]));
    }
    if let Some(assets) = root.get_mut("assets").and_then(Value::as_array_mut) {
        assets.push(json!({"id": id.clone(), "layers": layers}));
    }
    put(root, "layers", json!([instance]));
    put(root, "w", SIDE);
    put(root, "h", SIDE);
    work.changed("target/telegram-size", "", &Value::Null, &format!("{w} x {h} fitted into 512 x 512"));
    Some(id)
}
