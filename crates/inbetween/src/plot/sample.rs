//! Times to ask, jumps, speeds, and where an expression assigns a variable.

use inbetween_types::{FrameRate, Time, Vector};
use std::ops::Range;

/// Fewest and most intervals of a curve.
const INTERVALS: [f64; 2] = [240.0, 4800.0];

/// Samples per frame.
const PER_FRAME: f64 = 4.0;

/// A jump is narrowed down to this many seconds.
const NARROW: Time = 1e-7;

/// Most jumps looked for in one curve.
const MOST_JUMPS: usize = 512;

/// Times at even distances, whole frames among them where the span is not too long.
pub(super) fn times(from: Time, to: Time, rate: FrameRate) -> Vec<Time> {
    let wanted = ((to - from) * rate.fps() * PER_FRAME).round();
    let count = wanted.clamp(INTERVALS[0], INTERVALS[1]);
    // A whole number of samples per frame keeps frames on the grid.
    let count =
        if count == wanted { count } else { (count / wanted.max(1.0)).ceil().max(1.0) * wanted.max(1.0) };
    let count = count.clamp(INTERVALS[0], INTERVALS[1] * 2.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let last = count as u32;
    (0..=last).map(|index| from + (to - from) * f64::from(index) / f64::from(last)).collect()
}

/// Values at times, cut at jumps, which `evaluate` narrows down. `None` where there is no number; that cuts too.
pub(super) fn runs(
    samples: &[(Time, Option<Vector>)],
    evaluate: &mut dyn FnMut(Time) -> Option<Vector>,
) -> Vec<Vec<(Time, Vector)>> {
    let steps: Vec<f64> = samples
        .windows(2)
        .map(|pair| match pair {
            [(_, Some(a)), (_, Some(b))] => distance(a, b),
            _ => f64::INFINITY,
        })
        .collect();
    let range = extent(samples.iter().filter_map(|(_, value)| value.as_ref()));
    let mut out: Vec<Vec<(Time, Vector)>> = Vec::new();
    let mut run: Vec<(Time, Vector)> = Vec::new();
    let mut jumps = 0;
    for (index, (time, value)) in samples.iter().enumerate() {
        let Some(value) = value else {
            out.extend(Some(std::mem::take(&mut run)).filter(|run| !run.is_empty()));
            continue;
        };
        if let Some((before, from)) = run.last().cloned() {
            let step = index.checked_sub(1).and_then(|i| steps.get(i)).copied().unwrap_or(0.0);
            let near = |i: Option<usize>| i.and_then(|i| steps.get(i)).copied().filter(|s| s.is_finite());
            let around = near(index.checked_sub(2)).unwrap_or(0.0).max(near(Some(index)).unwrap_or(0.0));
            if step > range * 0.01 && step > around * 2.0 && jumps < MOST_JUMPS {
                jumps += 1;
                if let Some([(t0, v0), (t1, v1)]) =
                    jump((before, from), (*time, value.clone()), step, evaluate)
                {
                    run.push((t0, v0));
                    out.push(std::mem::take(&mut run));
                    run.push((t1, v1));
                }
            }
        }
        run.push((*time, value.clone()));
    }
    out.extend(Some(run).filter(|run| !run.is_empty()));
    out
}

/// The two sides of a jump between two samples; `None` where the curve is only steep.
fn jump(
    (mut t0, mut v0): (Time, Vector),
    (mut t1, mut v1): (Time, Vector),
    step: f64,
    evaluate: &mut dyn FnMut(Time) -> Option<Vector>,
) -> Option<[(Time, Vector); 2]> {
    while t1 - t0 > NARROW {
        let middle = f64::midpoint(t0, t1);
        if middle <= t0 || middle >= t1 {
            break;
        }
        let value = evaluate(middle)?;
        if distance(&v0, &value) >= distance(&value, &v1) {
            (t1, v1) = (middle, value);
        } else {
            (t0, v0) = (middle, value);
        }
    }
    (distance(&v0, &v1) > step * 0.5).then_some([(t0, v0), (t1, v1)])
}

/// Largest difference of a dimension.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

fn extent<'a>(values: impl Iterator<Item = &'a Vector>) -> f64 {
    let mut bounds: Vec<[f64; 2]> = Vec::new();
    for value in values {
        for (index, number) in value.iter().enumerate() {
            match bounds.get_mut(index) {
                Some([low, high]) => (*low, *high) = (low.min(*number), high.max(*number)),
                None => bounds.push([*number; 2]),
            }
        }
    }
    bounds.iter().map(|[low, high]| high - low).fold(0.0, f64::max)
}

/// Units per second at the middle of neighbouring samples.
pub(super) fn speed(run: &[(Time, Vector)], spatial: bool) -> Vec<(Time, Vector)> {
    run.windows(2)
        .filter_map(|pair| {
            let [(t0, a), (t1, b)] = pair else { return None };
            let length = t1 - t0;
            // The last sample before a jump may lie too near for a difference to mean anything.
            if length < NARROW * 100.0 {
                return None;
            }
            let rates: Vector = a.iter().zip(b).map(|(x, y)| (y - x) / length).collect();
            let rates = if spatial {
                Vector::from_slice(&[rates.iter().map(|rate| rate * rate).sum::<f64>().sqrt()])
            } else {
                rates
            };
            Some((f64::midpoint(*t0, *t1), rates))
        })
        .collect()
}

/// Where an expression first assigns a plain value to a variable: the bytes of that value, up to the `;` or the end
/// of the line.
pub(super) fn assignment(source: &str, name: &str) -> Option<Range<usize>> {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    if name.is_empty() || !name.chars().all(part) {
        return None;
    }
    let mut from = 0;
    while let Some(found) = source.get(from..)?.find(name).map(|at| at + from) {
        let end = found + name.len();
        from = end;
        let before = source.get(..found)?.chars().next_back();
        if before.is_some_and(|c| part(c) || c == '.') {
            continue;
        }
        let rest = source.get(end..)?;
        let tail = rest.trim_start_matches([' ', '\t']);
        if !tail.starts_with('=') || tail.starts_with("==") {
            continue;
        }
        let value = tail.get(1..)?;
        let start = source.len() - value.len();
        let length = value.find([';', '\n', '\r', ',']).unwrap_or(value.len());
        return Some(start..start + length);
    }
    None
}
