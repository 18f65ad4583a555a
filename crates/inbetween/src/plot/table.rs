//! Curves as comma-separated values.

use super::{Curve, Plot};
use inbetween_types::{Time, Vector};
use std::fmt::Write;

impl Plot {
    /// One line per whole frame: frame, time in seconds, then each dimension of each curve and its speed in units per
    /// second. A cell is empty where the curve has no number. Names are quoted as RFC 4180 says.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = String::from("frame,time");
        for curve in &self.curves {
            for dimension in 0..curve.dimensions() {
                let _ = write!(out, ",{}", quoted(&curve.name(dimension)));
            }
            for dimension in 0..speeds(curve) {
                let name = if curve.spatial {
                    format!("speed of {}", curve.property)
                } else {
                    format!("speed of {}", curve.name(dimension))
                };
                let _ = write!(out, ",{}", quoted(&name));
            }
        }
        out.push('\n');
        let fps = self.frame_rate.fps();
        let speed: Vec<Vec<Vec<(Time, Vector)>>> = self.curves.iter().map(Curve::speed).collect();
        let (first, last) = ((self.from * fps - 1e-9).ceil(), (self.to * fps + 1e-9).floor());
        let mut frame = first;
        while frame <= last {
            let time = frame / fps;
            let _ = write!(out, "{frame},{time}");
            for (curve, speed) in self.curves.iter().zip(&speed) {
                cells(&mut out, at(&curve.runs, time), curve.dimensions());
                cells(&mut out, at(speed, time), speeds(curve));
            }
            out.push('\n');
            frame += 1.0;
        }
        out
    }
}

fn speeds(curve: &Curve) -> usize {
    if curve.spatial { 1.min(curve.dimensions()) } else { curve.dimensions() }
}

fn cells(out: &mut String, value: Option<Vector>, count: usize) {
    for dimension in 0..count {
        out.push(',');
        if let Some(number) = value.as_ref().and_then(|value| value.get(dimension)) {
            let _ = write!(out, "{number}");
        }
    }
}

/// A curve at a time, between its samples linearly. At a jump the later piece counts.
pub(super) fn at(runs: &[Vec<(Time, Vector)>], time: Time) -> Option<Vector> {
    let near = |run: &&Vec<(Time, Vector)>| {
        run.first().zip(run.last()).is_some_and(|((a, _), (b, _))| *a <= time + 1e-9 && time <= *b + 1e-9)
    };
    let run = runs.iter().rev().find(near).or_else(|| {
        // Speeds begin half a sample late and end half a sample early.
        let away = |run: &&Vec<(Time, Vector)>| {
            run.first().zip(run.last()).map_or(f64::INFINITY, |((a, _), (b, _))| (a - time).max(time - b))
        };
        runs.iter().min_by(|p, q| away(p).total_cmp(&away(q))).filter(|run| away(run) < 0.02)
    })?;
    let after = run.partition_point(|(t, _)| *t <= time);
    let (Some((t0, a)), Some((t1, b))) = (after.checked_sub(1).and_then(|i| run.get(i)), run.get(after))
    else {
        return after.checked_sub(1).map_or(run.first(), |i| run.get(i)).map(|(_, value)| value.clone());
    };
    let part = (time - t0) / (t1 - t0);
    // On a sample the number is the sample's own, to the bit.
    Some(a.iter().zip(b).map(|(x, y)| if part <= 0.0 { *x } else { x + (y - x) * part }).collect())
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
