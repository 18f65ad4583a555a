//! Stroke: paint along the layer's masks.
//!
//! Path 0001 (a mask's number, from 1), All Masks 0010, Stroke Sequentially 0011, Color 0002, Brush Size 0003 in pixels,
//! Brush Hardness 0004 and Opacity 0005 (0..1), Start 0008 and End 0009 in percent, Spacing 0006, Paint Style 0007 (1 on
//! the original, 2 on transparent, 3 reveal the original). The brush is drawn as a continuous line: spacing is not
//! followed.

use super::EffectContext;
use super::params::Params;
use super::pixel::{map_places, over, premultiply};
use crate::Pixmap;
use kurbo::{BezPath, PathEl, Point};

pub(super) fn grow(params: &Params<'_>) -> f64 {
    params.number(4, 3, 2.0).max(0.0) / 2.0 + 1.0
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let color = params.color(3, 2, [1.0; 3]);
    let unit = context.unit();
    let radius = (params.number(4, 3, 2.0).clamp(0.0, 1e4) / 2.0) * unit;
    let hardness = params.number(5, 4, 0.75).clamp(0.0, 1.0);
    let opacity = params.number(6, 5, 1.0).clamp(0.0, 1.0) as f32;
    let part = |place, number, default| (params.number(place, number, default) / 100.0).clamp(0.0, 1.0);
    let (start, end) = (part(7, 8, 0.0), part(8, 9, 100.0));
    let style = params.choice(10, 7, 1);
    let all = params.choice(1, 10, 0) != 0;
    let sequential = params.choice(2, 11, 1) != 0;
    let chosen = params.choice(0, 1, 1);
    let lines: Vec<Vec<Point>> = context
        .masks
        .iter()
        .enumerate()
        .filter(|(index, _)| all || *index as i32 + 1 == chosen)
        .flat_map(|(_, mask)| polylines(&mask.path))
        .map(|line| {
            let point = |p: &Point| {
                let [x, y] = context.picture_point([p.x, p.y]);
                Point::new(x, y)
            };
            line.iter().map(point).collect()
        })
        .collect();
    let mut distances = vec![f32::INFINITY; picture.pixels.len()];
    let (low, high) = (start.min(end), start.max(end));
    let total: f64 = lines.iter().map(|line| length(line)).sum();
    let mut before = 0.0;
    for line in &lines {
        let own = length(line);
        let (from, to) = if sequential && all {
            (low * total - before, high * total - before)
        } else {
            (low * own, high * own)
        };
        before += own;
        paint(line, from, to, radius, picture.width, picture.height, &mut distances);
    }
    // A soft brush fades from its core, `hardness` of the radius, to its rim; a hard one over one pixel.
    let fade = ((1.0 - hardness) * radius).max(0.5);
    let mut distances = distances.into_iter();
    map_places(picture, |_, _, pixel| {
        let distance = f64::from(distances.next().unwrap_or(f32::INFINITY));
        let paint = (((radius - distance) / (2.0 * fade) + 0.5).clamp(0.0, 1.0)) as f32 * opacity;
        *pixel = match style {
            3 => pixel.map(|c| c * paint),
            2 => premultiply(color, paint),
            _ => over(premultiply(color, paint), *pixel),
        };
    });
}

fn polylines(path: &BezPath) -> Vec<Vec<Point>> {
    let mut lines: Vec<Vec<Point>> = Vec::new();
    kurbo::flatten(path, 0.1, |element| match element {
        PathEl::MoveTo(p) => lines.push(vec![p]),
        PathEl::LineTo(p) => {
            if let Some(line) = lines.last_mut() {
                line.push(p);
            }
        }
        PathEl::ClosePath => {
            if let Some(line) = lines.last_mut()
                && let Some(first) = line.first().copied()
            {
                line.push(first);
            }
        }
        _ => {}
    });
    lines
}

fn length(line: &[Point]) -> f64 {
    line.iter().zip(line.iter().skip(1)).map(|(a, b)| a.distance(*b)).sum()
}

/// Lowers the distances of the pixels near the part of a line from one length to another.
fn paint(
    line: &[Point],
    from: f64,
    to: f64,
    radius: f64,
    width: usize,
    height: usize,
    distances: &mut [f32],
) {
    let reach = radius * 2.0 + 2.0;
    let mut at = 0.0;
    for (a, b) in line.iter().zip(line.iter().skip(1)) {
        let long = a.distance(*b);
        let (first, last) = ((from - at) / long, (to - at) / long);
        at += long;
        if long.is_nan() || long <= 0.0 || last <= 0.0 || first >= 1.0 || last <= first {
            continue;
        }
        let (p, q) = (a.lerp(*b, first.max(0.0)), a.lerp(*b, last.min(1.0)));
        let span = q - p;
        let square = span.hypot2();
        let limits = |low: f64, high: f64, most: usize| {
            let low = (low - reach).floor().clamp(0.0, most as f64) as usize;
            let high = (high + reach).ceil().clamp(0.0, most as f64) as usize;
            low..high
        };
        let columns = limits(p.x.min(q.x), p.x.max(q.x), width);
        for y in limits(p.y.min(q.y), p.y.max(q.y), height) {
            let row =
                distances.get_mut(y * width + columns.start..y * width + columns.end).unwrap_or(&mut []);
            for (distance, x) in row.iter_mut().zip(columns.clone()) {
                let pixel = Point::new(x as f64 + 0.5, y as f64 + 0.5);
                let t = if square > 0.0 { ((pixel - p).dot(span) / square).clamp(0.0, 1.0) } else { 0.0 };
                *distance = distance.min(pixel.distance(p + span * t) as f32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::super::*;
    use inbetween_timeline::scene::MaskMode;
    use std::sync::Arc;

    fn stroked(start: f64, end: f64) -> Pixmap {
        let path = kurbo::BezPath::from_svg("M4 10 L24 10").expect("a path");
        let mask = Mask {
            mode: MaskMode::None,
            path: Arc::new(path),
            inverted: false,
            feather: [0.0; 2],
            expansion: 0.0,
            opacity: 1.0,
        };
        let call = call(
            "ADBE Stroke",
            &[
                (1, &[1.0]),
                (10, &[0.0]),
                (11, &[0.0]),
                (2, &[1.0, 0.0, 0.0, 1.0]),
                (3, &[4.0]),
                (4, &[1.0]),
                (5, &[0.5]),
                (8, &[start]),
                (9, &[end]),
                (6, &[0.15]),
                (7, &[2.0]),
            ],
        );
        let mut picture = filled(30, 20, [0.0, 0.0, 1.0, 1.0]);
        let mut diagnostics = Diagnostics::default();
        let mut context = EffectContext {
            scale: [1.0; 2],
            origin: [0.0; 2],
            size: [30.0, 20.0],
            edges: None,
            masks: std::slice::from_ref(&mask),
            diagnostics: &mut diagnostics,
            draw: &mut |_: &[Node]| Pixmap::default(),
        };
        apply(&call, &mut picture, &mut context);
        picture
    }

    #[test]
    fn the_brush_is_as_wide_as_its_size() {
        let out = stroked(0.0, 100.0);
        for (y, a) in [(6, 0.0), (7, 0.0), (8, 0.5), (9, 0.5), (10, 0.5), (11, 0.5), (12, 0.0)] {
            assert_near(out.get(14, y), [a, 0.0, 0.0, a], 1e-5);
        }
    }

    #[test]
    fn start_and_end_are_parts_of_the_length() {
        let out = stroked(25.0, 50.0);
        assert_near(out.get(5, 10), [0.0; 4], 1e-6);
        assert_near(out.get(11, 10), [0.5, 0.0, 0.0, 0.5], 1e-6);
        assert_near(out.get(18, 10), [0.0; 4], 1e-6);
    }
}
