//! `sampleImage`.

use super::call::Call;
use super::layer::layer;
use inbetween_doc::LayerSource;
use inbetween_expr::{Fault, Item};

/// Mean colour of the rectangle of half size `radius` about `point`: RGB weighted by alpha, and the mean alpha.
///
/// A plain solid is answered exactly. Anything else is drawn by the timeline's probe; without one it is the fault
/// `expr/needs-pixels`, so that no expression goes on with a colour that is not there.
pub(super) fn sample_image(call: &mut Call<'_>) -> Result<Item, Fault> {
    let point = call.numbers(0)?;
    let radius = match call.argument(1) {
        None => vec![0.5, 0.5],
        Some(_) => call.numbers(1)?,
    };
    let post_effect = call.flag(2, true);
    let layer = layer(call);
    let time = call.time(3)?;
    let state = call.state;
    let has = |group| state.layer_group(layer, group).is_some_and(|node| !state.children(node).is_empty());
    let plain = !post_effect || !(has("ADBE Mask Parade") || has("ADBE Effect Parade"));
    match state.layer_data(layer) {
        Some(data) if plain && let LayerSource::Solid([r, g, b]) = data.source => {
            let part = |centre: Option<&f64>, radius: Option<&f64>, size: f64| {
                // [0, 0] is the centre of the first pixel.
                let centre = centre.copied().unwrap_or(0.0) + 0.5;
                let radius = radius.copied().unwrap_or(0.5).abs().max(1e-3);
                let (low, high) = ((centre - radius).max(0.0), (centre + radius).min(size));
                (high - low).max(0.0) / (2.0 * radius)
            };
            let alpha = part(point.first(), radius.first(), data.width)
                * part(point.get(1), radius.get(1).or(radius.first()), data.height);
            Ok(if alpha > 0.0 { Item::numbers(&[r, g, b, alpha]) } else { Item::numbers(&[0.0; 4]) })
        }
        _ if let Some(probe) = &state.timeline.inner.probe => {
            state.stack.borrow_mut().draw()?;
            let range = |centre: Option<&f64>, radius: Option<&f64>| {
                let centre = centre.copied().unwrap_or(0.0).clamp(-1e6, 1e6) + 0.5;
                let radius = radius.copied().unwrap_or(0.5).abs().clamp(1e-3, 1e5);
                (centre - radius, centre + radius)
            };
            let (x0, x1) = range(point.first(), radius.first());
            let (y0, y1) = range(point.get(1), radius.get(1).or(radius.first()));
            let scene = state.window(call.runner, layer, time, post_effect, [x0, y0, x1, y1])?;
            let [r, g, b, a] = probe.mean(&scene).map(f64::from);
            let straight = |c: f64| if a > 0.0 { (c / a).clamp(0.0, 1.0) } else { 0.0 };
            Ok(Item::numbers(&[straight(r), straight(g), straight(b), a]))
        }
        _ => Err(Fault::thrown(
            "expr/needs-pixels",
            format!("sampleImage of {} needs rendered pixels", state.title(call.object)),
        )
        .with_help("without a renderer only solids without masks and effects can be sampled")),
    }
}
