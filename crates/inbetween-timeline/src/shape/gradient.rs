//! Gradients of fills and strokes.

use super::Reader;
use super::paint::unit;
use crate::NodeRef;
use crate::scene::{Gradient, Paint};
use inbetween_expr::Fault;
use inbetween_types::math;
use std::sync::Arc;

/// The gradient of an item; `None` when it has no stop.
pub(super) fn paint(reader: &mut Reader<'_>, item: NodeRef) -> Result<Option<Paint>, Fault> {
    let radial = reader.number(item, "ADBE Vector Grad Type", 1.0)? == 2.0;
    let start = reader.point(item, "ADBE Vector Grad Start Pt", [0.0; 2])?;
    let end = reader.point(item, "ADBE Vector Grad End Pt", [100.0, 0.0])?;
    let highlight_length = reader.number(item, "ADBE Vector Grad HiLite Length", 0.0)? / 100.0;
    let highlight_angle = reader.number(item, "ADBE Vector Grad HiLite Angle", 0.0)?;
    let count = reader.number(item, "Gradient Color Stops", 0.0)?;
    let Some(ramp) = reader.value(item, "ADBE Vector Grad Colors")? else { return Ok(None) };
    let stops = stops(ramp.components(), count);
    Ok((!stops.is_empty()).then(|| {
        Paint::Gradient(Arc::new(Gradient {
            radial,
            start,
            end,
            highlight_length: highlight_length.clamp(-1.0, 1.0),
            highlight_angle,
            stops,
        }))
    }))
}

type Stop<const N: usize> = (f32, [f32; N]);

/// The stops of a ramp as files hold it: `count` times offset, red, green, blue, then offset and opacity of each
/// opacity stop. Both are straight between their stops, so one list with the offsets of both says the same.
///
/// Where a key has fewer colours than the file counts, all its numbers are colours.
pub(crate) fn stops(ramp: &[f64], count: f64) -> Vec<Stop<4>> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let count = (count.max(0.0) as usize).min(ramp.len() / 4);
    let count = if count == 0 { ramp.len() / 4 } else { count };
    let (colors, opacities) = ramp.split_at(count.saturating_mul(4).min(ramp.len()));
    let mut colors: Vec<Stop<3>> = colors
        .chunks_exact(4)
        .filter_map(|c| match c {
            [at, r, g, b] if at.is_finite() => Some((unit(*at), [unit(*r), unit(*g), unit(*b)])),
            _ => None,
        })
        .collect();
    let mut opacities: Vec<Stop<1>> = opacities
        .chunks_exact(2)
        .filter_map(|c| match c {
            [at, a] if at.is_finite() => Some((unit(*at), [unit(*a)])),
            _ => None,
        })
        .collect();
    colors.sort_by(|a, b| a.0.total_cmp(&b.0));
    opacities.sort_by(|a, b| a.0.total_cmp(&b.0));
    if opacities.iter().all(|(_, a)| *a == [1.0]) {
        opacities.clear();
    }
    merge(&curved(colors), &curved(opacities))
}

/// Pieces of a curve between two stops.
const CURVE: u16 = 16;

/// The stops with the curves of After Effects' midpoints.
///
/// AE has a midpoint between every two stops, and its exporter writes it as a stop with the mean of both. AE does not
/// go straight from there: where the midpoint is at `m` of the way, `t` of the way has `t` to the power `ln ½ / ln m`
/// of the second stop for `m` above a half, and from the other end likewise for one below (measured on the picture of
/// the test file `gradient-linear-midpoint`, within 1/255). Only a list whose every second stop is such a mean is AE's.
fn curved<const N: usize>(stops: Vec<Stop<N>>) -> Vec<Stop<N>> {
    let triples: Vec<[Stop<N>; 3]> = stops
        .windows(3)
        .step_by(2)
        .filter_map(|three| match three {
            [a, middle, b] => Some([*a, *middle, *b]),
            _ => None,
        })
        .collect();
    let mean = |[a, middle, b]: &[Stop<N>; 3]| {
        a.1.iter().zip(&b.1).zip(&middle.1).all(|((a, b), m)| ((a + b) / 2.0 - m).abs() < 0.006)
    };
    let place = |[a, middle, b]: &[Stop<N>; 3]| (middle.0 - a.0) / (b.0 - a.0);
    let off = |three: &[Stop<N>; 3]| (place(three) - 0.5).abs() > 0.01;
    if stops.len().is_multiple_of(2) || !triples.iter().all(mean) || !triples.iter().any(off) {
        return stops;
    }
    let mut out: Vec<Stop<N>> = stops.first().copied().into_iter().collect();
    for three in triples {
        let [a, middle, b] = three;
        let at = f64::from(place(&three));
        if !(off(&three) && at > 0.001 && at < 0.999) {
            out.extend([middle, b]);
            continue;
        }
        let power = -std::f64::consts::LN_2 / math::ln(at.max(1.0 - at));
        for step in 1..CURVE {
            let t = f64::from(step) / f64::from(CURVE);
            // Steps are closer together where the curve is steep.
            let t = if at < 0.5 { t * t } else { 1.0 - (1.0 - t) * (1.0 - t) };
            let share = if at < 0.5 { 1.0 - math::pow(1.0 - t, power) } else { math::pow(t, power) };
            let mut value = a.1;
            for (cell, b) in value.iter_mut().zip(&b.1) {
                *cell += (b - *cell) * unit(share);
            }
            out.push((a.0 + (b.0 - a.0) * unit(t), value));
        }
        out.push(b);
    }
    out
}

fn merge(colors: &[Stop<3>], opacities: &[Stop<1>]) -> Vec<Stop<4>> {
    if colors.is_empty() {
        return Vec::new();
    }
    let mut out: Vec<Stop<4>> = Vec::with_capacity(colors.len() + opacities.len());
    for (at, [r, g, b]) in colors {
        let [a] = sample(opacities, *at).unwrap_or([1.0]);
        out.push((*at, [*r, *g, *b, a]));
    }
    for (at, [a]) in opacities {
        // An opacity stop at a colour stop is in that one, unless it is one of two there: a jump.
        let jumps = opacities.iter().filter(|(other, _)| other == at).count() > 1;
        if jumps || colors.iter().all(|(other, _)| other != at) {
            let [r, g, b] = sample(colors, *at).unwrap_or([0.0; 3]);
            out.push((*at, [r, g, b, *a]));
        }
    }
    out.sort_by(|a, b| a.0.total_cmp(&b.0));
    out
}

/// The value of a list of stops at an offset; `None` for an empty list.
fn sample<const N: usize>(stops: &[Stop<N>], at: f32) -> Option<[f32; N]> {
    let after = stops.iter().position(|(offset, _)| *offset >= at);
    let Some(after) = after else { return stops.last().map(|(_, value)| *value) };
    let (to, high) = stops.get(after)?;
    let Some((from, low)) = after.checked_sub(1).and_then(|before| stops.get(before)) else {
        return Some(*high);
    };
    let share = if to > from { (at - from) / (to - from) } else { 1.0 };
    let mut out = *low;
    for (cell, high) in out.iter_mut().zip(high) {
        *cell = if share >= 1.0 { *high } else { *cell + (high - *cell) * share };
    }
    Some(out)
}
