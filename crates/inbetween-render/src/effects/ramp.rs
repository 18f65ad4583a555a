//! Gradient Ramp.
//!
//! Start 0001, Start Color 0002, End 0003, End Color 0004, Ramp Shape 0005 (1 linear, 2 radial), Ramp Scatter 0006,
//! Blend With Original 0007 (0..1). The layer's alpha stays; a pixel counts at its upper left corner (measured on AE).
//! Scatter is noise of our own.

use super::EffectContext;
use super::params::Params;
use super::pixel::{lerp, map_places, premultiply, white_noise};
use crate::Pixmap;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let [width, height] = context.size;
    let start = params.point(0, 1, [width / 2.0, 0.0]);
    let end = params.point(2, 3, [width / 2.0, height]);
    let (from, to) = (params.color(1, 2, [0.0; 3]), params.color(3, 4, [1.0; 3]));
    let radial = params.choice(4, 5, 1) == 2;
    let scatter = params.at(5, 0.0).clamp(0.0, 1e4);
    let keep = params.at(6, 0.0).clamp(0.0, 1.0) as f32;
    let ([sx, sy], [ex, ey]) = (start, end);
    let (dx, dy) = (ex - sx, ey - sy);
    let length = dx * dx + dy * dy;
    let [half_x, half_y] = context.scale.map(|scale| 0.5 / scale);
    map_places(picture, |x, y, pixel| {
        let [_, _, _, a] = *pixel;
        if a <= 0.0 {
            return;
        }
        let [px, py] = context.layer_point(x, y);
        let (px, py) = (px - half_x - sx, py - half_y - sy);
        let mut t = if length <= 0.0 {
            1.0
        } else if radial {
            ((px * px + py * py) / length).sqrt()
        } else {
            (px * dx + py * dy) / length
        };
        if scatter > 0.0 {
            t += f64::from(white_noise(x as i64, y as i64, 0) - 0.5) * scatter / length.sqrt().max(1.0);
        }
        let ramp = premultiply(lerp(from, to, t.clamp(0.0, 1.0) as f32), a);
        *pixel = lerp(ramp, *pixel, keep);
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    fn ramp(shape: f64, blend: f64) -> inbetween_timeline::scene::EffectCall {
        call(
            "ADBE Ramp",
            &[
                (1, &[0.0, 0.0]),
                (2, &[1.0, 0.0, 0.0, 1.0]),
                (3, &[10.0, 0.0]),
                (4, &[0.0, 0.0, 1.0, 1.0]),
                (5, &[shape]),
                (6, &[0.0]),
                (7, &[blend]),
            ],
        )
    }

    #[test]
    fn linear_ramp_mixes_by_the_projection() {
        let out = run(&ramp(1.0, 0.0), filled(12, 5, [0.0, 0.5, 0.0, 0.5]));
        for (x, y) in [(0, 0), (4, 3), (10, 1), (11, 4)] {
            let t = (x as f32 / 10.0).min(1.0);
            assert_near(out.get(x, y), [(1.0 - t) * 0.5, 0.0, t * 0.5, 0.5], 1e-6);
        }
    }

    #[test]
    fn radial_ramp_mixes_by_the_distance() {
        let out = run(&ramp(2.0, 0.0), filled(8, 8, [1.0; 4]));
        assert_near(out.get(3, 4), [0.5, 0.0, 0.5, 1.0], 1e-6);
    }

    #[test]
    fn blend_keeps_the_original() {
        let out = run(&ramp(1.0, 0.25), filled(1, 1, [0.0, 1.0, 0.0, 1.0]));
        assert_near(out.get(0, 0), [0.75, 0.25, 0.0, 1.0], 1e-6);
    }
}
