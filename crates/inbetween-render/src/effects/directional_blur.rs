//! Directional Blur.
//!
//! Direction 0001 in degrees clockwise from up, Blur Length 0002 in pixels. Three boxes of radius 0.369 × length along the
//! line, both ways (measured on AE). The picture is sheared until the line lies along rows or columns, blurred and sheared
//! back: exact at multiples of 45°, between them softened by less than a pixel across.

use super::EffectContext;
use super::blur::box_blur;
use super::params::Params;
use super::pixel::lerp;
use crate::Pixmap;
use inbetween_types::math;

const RADIUS: f64 = 0.369;

pub(super) fn grow(params: &Params<'_>) -> f64 {
    3.0 * (RADIUS * params.at(1, 0.0).max(0.0) + 1.0)
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let direction = params.at(0, 0.0);
    let length = params.at(1, 0.0).max(0.0);
    if length <= 0.0 {
        return;
    }
    let [sx, sy] = context.scale;
    let (dx, dy) = (math::sin_degrees(direction) * sx, -math::cos_degrees(direction) * sy);
    let radius = RADIUS * length * dx.abs().max(dy.abs());
    if dx.abs() >= dy.abs() {
        along_rows(picture, dy / dx, radius);
    } else {
        let mut turned = transposed(picture);
        along_rows(&mut turned, dx / dy, radius);
        *picture = transposed(&turned);
    }
}

/// Blurs along lines that rise by `slope` (−1..1) pixels per column.
fn along_rows(picture: &mut Pixmap, slope: f64, radius: f64) {
    if slope == 0.0 {
        box_blur(&mut picture.pixels, picture.width, picture.height, [radius, 0.0], 3, false);
        return;
    }
    let rise = slope * picture.width as f64;
    let height = picture.height + rise.abs().ceil() as usize + 1;
    let lift = if rise > 0.0 { rise.ceil() } else { 0.0 };
    let mut sheared = moved_columns(picture, height, |x| lift - slope * x);
    box_blur(&mut sheared.pixels, sheared.width, sheared.height, [radius, 0.0], 3, false);
    *picture = moved_columns(&sheared, picture.height, |x| slope * x - lift);
}

/// A picture of this height whose columns are moved down by `by(column)` pixels.
fn moved_columns(picture: &Pixmap, height: usize, by: impl Fn(f64) -> f64) -> Pixmap {
    let shifts: Vec<f64> = (0..picture.width).map(|x| by(x as f64)).collect();
    let mut pixels = Vec::with_capacity(picture.width.saturating_mul(height));
    for y in 0..height {
        for (x, shift) in shifts.iter().enumerate() {
            let from = y as f64 - shift;
            let (x, top) = (x as isize, from.floor());
            let t = (from - top) as f32;
            let above = picture.get(x, top as isize);
            pixels.push(if t == 0.0 { above } else { lerp(above, picture.get(x, top as isize + 1), t) });
        }
    }
    Pixmap { width: picture.width, height, pixels }
}

fn transposed(picture: &Pixmap) -> Pixmap {
    let mut pixels = Vec::with_capacity(picture.pixels.len());
    for x in 0..picture.width {
        pixels.extend(picture.pixels.iter().skip(x).step_by(picture.width));
    }
    Pixmap { width: picture.height, height: picture.width, pixels }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    /// Radius 1 along the line: three boxes of three pixels are 1 3 6 7 6 3 1 / 27.
    fn blurred(direction: f64, length: f64) -> crate::Pixmap {
        let call = call("ADBE Motion Blur", &[(1, &[direction]), (2, &[length / 0.369])]);
        run(&call, dot(15, 15, 7, 7, [1.0; 4]))
    }

    #[test]
    fn lines_and_diagonals_spread_alike() {
        for (direction, length, dx, dy) in [
            (90.0, 1.0, 1, 0),
            (0.0, 1.0, 0, 1),
            (45.0, 2.0_f64.sqrt(), 1, -1),
            (135.0, 2.0_f64.sqrt(), 1, 1),
        ] {
            let out = blurred(direction, length);
            for (step, weight) in (-4..=4).zip([0.0, 1.0, 3.0, 6.0, 7.0, 6.0, 3.0, 1.0, 0.0]) {
                assert_near(out.get(7 + step * dx, 7 + step * dy), [weight / 27.0; 4], 1e-4);
            }
        }
    }

    #[test]
    fn slanted_blur_loses_nothing() {
        let total: f32 = blurred(70.0, 1.0).pixels.iter().map(|p| p[3]).sum();
        assert!((total - 1.0).abs() < 1e-3);
    }
}
