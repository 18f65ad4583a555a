//! Wiggle Paths.

use super::cubic;
use super::gather::{Gatherer, Scope};
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::Path;
use kurbo::{Affine, CubicBez};

/// Most points between two vertices.
const MOST_DETAIL: f64 = 200.0;

/// Wiggles per second, AE's default; files do not carry another.
const RATE: f64 = 2.0;

/// Moves points along every path above at random, smoothly over time. AE's own random numbers are not known: ours
/// follow from the layer, the path and the place on it, so they are the same everywhere.
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &Scope,
) -> Result<(), Fault> {
    let reader = &mut *gatherer.reader;
    let size = reader.number(item, "ADBE Vector Roughen Size", 10.0)?;
    let detail = reader.number(item, "ADBE Vector Roughen Detail", 10.0)?.round().clamp(0.0, MOST_DETAIL);
    let seed = reader.state.timeline.layer(reader.layer).map_or(0, |node| node.identity);
    let moment = reader.time * RATE;
    if size == 0.0 {
        return Ok(());
    }
    reader.note(
        "draw/approximate-wiggle",
        "Wiggle Paths has the size and detail of the file, not After Effects' own random numbers",
    );
    let mut path_number = 0_u64;
    let mut left = gatherer.vertices;
    gatherer.each_path(space, scope, |path| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped above")]
        let wanted = path.len().saturating_mul(detail as usize + 1);
        if wanted > left {
            return path.clone();
        }
        left -= wanted;
        path_number += 1;
        wiggled(path, size, detail, moment, mix(seed ^ mix(path_number)))
    });
    Ok(())
}

/// `detail` points between vertices, each up to `size` away from its place in x and y.
pub(crate) fn wiggled(path: &Path, size: f64, detail: f64, moment: f64, seed: u64) -> Path {
    let mut number = 0_u64;
    let mut away = || {
        number += 1;
        [0, 1].map(|axis| size * noise(mix(seed ^ mix(number * 2 + axis)), moment))
    };
    let mut out: Vec<CubicBez> = Vec::new();
    let mut start = None;
    let pieces = path.segments();
    let mut before = away();
    let first = before;
    for (at, piece) in pieces.iter().enumerate() {
        let mut step = 0.0;
        while step <= detail {
            let mut part = cubic::part(piece, step / (detail + 1.0), (step + 1.0) / (detail + 1.0));
            let last = at + 1 == pieces.len() && step == detail && path.closed;
            let after = if last { first } else { away() };
            part.p0 = start.unwrap_or(part.p0 + kurbo::Vec2::new(before[0], before[1]));
            part.p1 += kurbo::Vec2::new(before[0], before[1]);
            part.p2 += kurbo::Vec2::new(after[0], after[1]);
            part.p3 += kurbo::Vec2::new(after[0], after[1]);
            start = Some(part.p3);
            before = after;
            out.push(part);
            step += 1.0;
        }
    }
    if out.is_empty() { path.clone() } else { cubic::path_of(&out, path.closed) }
}

/// -1..1, smooth in time: straight lines between random values, eased.
fn noise(seed: u64, moment: f64) -> f64 {
    let whole = moment.floor();
    let part = moment - whole;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bits of a seed")]
    let at = |n: f64| {
        let bits = mix(seed ^ mix(n as i64 as u64)) >> 11;
        bits as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    let ease = part * part * (3.0 - 2.0 * part);
    at(whole) + (at(whole + 1.0) - at(whole)) * ease
}

/// Well-mixed bits of a number.
fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
