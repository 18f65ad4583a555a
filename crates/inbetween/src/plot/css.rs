//! The timing functions of style sheets (CSS Easing Functions Level 2): `cubic-bezier()` for the segments between keys,
//! `linear()` for curves that expressions make.

use super::draw::thinned;
use super::{Plot, Role};
use inbetween_doc::SegmentEase;
use inbetween_timeline::{PropertyRef, Timeline};
use inbetween_types::Time;
use std::fmt::Write;

/// Timing functions of a property's key segments, one a line: `0 s – 1 s: cubic-bezier(0.33, 0, 0.67, 1)`. Empty
/// without two keys. Holds are `step-end`. Only the first dimension's ease is given where each has its own.
#[must_use]
pub fn css(timeline: &Timeline, property: PropertyRef) -> Vec<([Time; 2], String)> {
    let Some(data) = timeline.property(property) else { return Vec::new() };
    let mut out = Vec::new();
    for (key, times) in data.keyframes.iter().zip(data.key_times.windows(2)) {
        let [begin, end] = times else { continue };
        let text = if key.hold {
            "step-end".to_owned()
        } else {
            let SegmentEase { out, into } = key.ease.first().copied().unwrap_or(SegmentEase::LINEAR);
            if (SegmentEase { out, into }).is_linear() {
                "linear".to_owned()
            } else {
                let [x1, y1, x2, y2] = [out[0], out[1], into[0], into[1]].map(short);
                format!("cubic-bezier({x1}, {y1}, {x2}, {y2})")
            }
        };
        out.push(([*begin, *end], text));
    }
    out
}

impl Plot {
    /// Each dimension of each curve as a `linear()` function of the whole span: from 0 at the first value to 1 at the
    /// last; where the first and the last are equal, from 0 at the least to 1 at the greatest. Within a thousandth.
    #[must_use]
    pub fn css(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for curve in self.curves.iter().filter(|curve| curve.role != Role::Before) {
            for dimension in 0..curve.dimensions() {
                let points: Vec<(f64, f64)> = curve
                    .runs
                    .iter()
                    .flatten()
                    .filter_map(|(time, value)| {
                        let part = (time - self.from) / (self.to - self.from);
                        value.get(dimension).map(|value| (part, *value))
                    })
                    .collect();
                let (Some(&(_, mut zero)), Some(&(_, mut one))) = (points.first(), points.last()) else {
                    continue;
                };
                if (one - zero).abs() < 1e-9 {
                    zero = points.iter().map(|(_, v)| *v).fold(f64::INFINITY, f64::min);
                    one = points.iter().map(|(_, v)| *v).fold(f64::NEG_INFINITY, f64::max);
                }
                let length = if one == zero { 1.0 } else { one - zero };
                let points: Vec<(f64, f64)> =
                    points.into_iter().map(|(part, value)| (part, (value - zero) / length)).collect();
                let mut text = String::from("linear(");
                for (index, (part, value)) in thinned(&points, 1e-3).into_iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    let _ = write!(text, "{comma}{} {}%", short(value), short(part * 100.0));
                }
                text.push(')');
                out.push((curve.name(dimension), text));
            }
        }
        out
    }
}

/// Four digits after the point, without zeros at the end.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
