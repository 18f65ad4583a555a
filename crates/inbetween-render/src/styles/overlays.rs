//! Color Overlay and Gradient Overlay: paint within the layer's alpha.
//!
//! Gradient Overlay: style 1 linear, 2 radial, 3 angle, 4 reflected, 5 diamond; angle in degrees counterclockwise from the
//! right; scale in percent; offset in percent of the aligned rectangle, which is the layer's visible one or the
//! composition's. The line is as long as the rectangle is wide in its direction, as in Photoshop. Colours are the file's:
//! stops of place, red, green, blue, then of place and opacity.

use super::{Layer, Values, atop};
use crate::Pixmap;
use crate::effects::EffectContext;
use inbetween_types::math;

pub(super) fn apply_color(values: &Values<'_>, _: &Layer<'_>, canvas: &mut Pixmap, _: &EffectContext<'_>) {
    let color = values.color("color", [1.0, 0.0, 0.0]);
    let (opacity, mode) = (values.part("opacity", 100.0) as f32, values.mode(1));
    for pixel in &mut canvas.pixels {
        atop(pixel, color, opacity, mode);
    }
}

/// Colour stops and opacity stops of a gradient's numbers.
struct Ramp {
    colors: Vec<(f32, [f32; 3])>,
    opacities: Vec<(f32, [f32; 1])>,
}

impl Ramp {
    fn new(values: &Values<'_>) -> Self {
        let numbers = values.numbers("gradient");
        let count =
            values.number("Gradient Color Stops", (numbers.len() / 4) as f64).clamp(0.0, 1e6) as usize;
        let (colors, opacities) = numbers.split_at(count.saturating_mul(4).min(numbers.len()));
        let unit = |x: &f64| if x.is_finite() { x.clamp(0.0, 1.0) as f32 } else { 0.0 };
        let colors = colors.chunks_exact(4).filter_map(|stop| match stop {
            [at, r, g, b] => Some((unit(at), [unit(r), unit(g), unit(b)])),
            _ => None,
        });
        let opacities = opacities.chunks_exact(2).filter_map(|stop| match stop {
            [at, a] => Some((unit(at), [unit(a)])),
            _ => None,
        });
        Self { colors: colors.collect(), opacities: opacities.collect() }
    }

    fn at(&self, t: f32) -> ([f32; 3], f32) {
        let [opacity] = between(&self.opacities, t, [1.0]);
        (between(&self.colors, t, [0.0; 3]), opacity)
    }
}

fn between<const N: usize>(stops: &[(f32, [f32; N])], t: f32, none: [f32; N]) -> [f32; N] {
    let mut last: Option<(f32, [f32; N])> = None;
    for &(at, value) in stops {
        if at >= t {
            return match last {
                Some((before, from)) if at > before => {
                    crate::effects::lerp(from, value, (t - before) / (at - before))
                }
                _ => value,
            };
        }
        last = Some((at, value));
    }
    last.map_or(none, |(_, value)| value)
}

/// The rectangle of the pixels that show, in pixels of the picture.
fn shown(layer: &Layer<'_>) -> [f64; 4] {
    let width = layer.picture.width.max(1);
    let (mut x0, mut y0, mut x1, mut y1) = (usize::MAX, usize::MAX, 0, 0);
    for (y, row) in layer.alpha.chunks(width).enumerate() {
        for (x, [a]) in row.iter().enumerate() {
            if *a > 0.0 {
                (x0, y0, x1, y1) = (x0.min(x), y0.min(y), x1.max(x + 1), y1.max(y + 1));
            }
        }
    }
    if x0 == usize::MAX { [0.0; 4] } else { [x0 as f64, y0 as f64, x1 as f64, y1 as f64] }
}

pub(super) fn apply_gradient(
    values: &Values<'_>,
    layer: &Layer<'_>,
    canvas: &mut Pixmap,
    context: &EffectContext<'_>,
) {
    let ramp = Ramp::new(values);
    if ramp.colors.is_empty() {
        return;
    }
    let (opacity, mode) = (values.part("opacity", 100.0) as f32, values.mode(1));
    let [x0, y0, x1, y1] = if values.number("align", 1.0) != 0.0 {
        shown(layer)
    } else {
        let ([left, top], [right, bottom]) =
            (context.picture_point([0.0; 2]), context.picture_point(context.size));
        [left, top, right, bottom]
    };
    let (width, height) = ((x1 - x0).max(1e-6), (y1 - y0).max(1e-6));
    let (ox, oy) = match values.numbers("offset") {
        [x, y, ..] if x.is_finite() && y.is_finite() => (x / 100.0 * width, y / 100.0 * height),
        _ => (0.0, 0.0),
    };
    let (cx, cy) = (f64::midpoint(x0, x1) + ox, f64::midpoint(y0, y1) + oy);
    let angle = values.number("angle", 90.0);
    let (ux, uy) = (math::cos_degrees(angle), -math::sin_degrees(angle));
    let scale = (values.number("scale", 100.0) / 100.0).clamp(0.01, 100.0);
    let length = (width * ux.abs() + height * uy.abs()) * scale;
    let reversed = values.number("reverse", 0.0) != 0.0;
    let kind = values.number("type", 1.0).round() as i32;
    let columns = canvas.width.max(1);
    for (y, row) in canvas.pixels.chunks_mut(columns).enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            let (px, py) = (x as f64 + 0.5 - cx, y as f64 + 0.5 - cy);
            let along = (px * ux + py * uy) / length;
            let across = (py * ux - px * uy) / length;
            let t = match kind {
                2 => 2.0 * (along * along + across * across).sqrt(),
                3 => (math::atan2(-across, along) / std::f64::consts::TAU).rem_euclid(1.0),
                4 => 2.0 * along.abs(),
                5 => 2.0 * (along.abs() + across.abs()),
                _ => along + 0.5,
            };
            let t = t.clamp(0.0, 1.0) as f32;
            let (color, stop) = ramp.at(if reversed { 1.0 - t } else { t });
            atop(pixel, color, opacity * stop, mode);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use crate::effects::testing::assert_near;

    #[test]
    fn color_overlay_blends_by_opacity_and_mode() {
        let call = call(
            "solidFill/enabled",
            &[("mode2", &[5.0]), ("color", &[1.0, 0.5, 0.0, 1.0]), ("opacity", &[50.0])],
        );
        let out = run(&[call], rectangle(2, 1, [0, 0, 1, 1], [0.8, 0.8, 0.8]));
        assert_near(out.get(0, 0), [0.8, 0.6, 0.4, 1.0], 1e-6);
        assert_near(out.get(1, 0), [0.0; 4], 1e-6);
    }

    #[test]
    fn linear_gradient_runs_over_the_layer_from_bottom_to_top() {
        let call = call(
            "gradientFill/enabled",
            &[
                ("opacity", &[100.0]),
                ("gradient", &[0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
                ("angle", &[90.0]),
                ("type", &[1.0]),
                ("align", &[1.0]),
            ],
        );
        let out = run(&[call], rectangle(6, 14, [1, 2, 5, 12], [0.0; 3]));
        for y in 2..12 {
            let t = (11.5 - y as f32) / 10.0;
            assert_near(out.get(3, y), [1.0 - t, 0.0, t, 1.0], 1e-5);
        }
    }

    #[test]
    fn opacity_stops_thin_the_gradient() {
        let call = call(
            "gradientFill/enabled",
            &[
                ("gradient", &[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0]),
                ("angle", &[0.0]),
                ("type", &[1.0]),
                ("gradient Color Stops", &[2.0]),
            ],
        );
        let mut call = call;
        call.values[3].0 = "Gradient Color Stops".to_owned();
        let out = run(&[call], rectangle(10, 1, [0, 0, 10, 1], [0.0; 3]));
        assert_near(out.get(2, 0), [0.25, 0.25, 0.25, 1.0], 1e-5);
    }
}
