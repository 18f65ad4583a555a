//! Change to Color: pixels near one colour become another.
//!
//! From 0001, To 0002, Change 0003 (1 hue, 2 hue and lightness, 3 hue and saturation, 4 all), Change By 0004 (1 setting,
//! 2 transforming), tolerances of hue 0005, lightness 0006 and saturation 0007, Softness 0008, all 0..1; View Correction
//! Matte 0009. AE's help names the parameters but not the law: here a pixel counts fully where each of its hue, lightness
//! and saturation is within its tolerance, and fades over the softness.

use super::EffectContext;
use super::params::Params;
use super::pixel::{from_hls, lerp, map_colors, to_hls};
use crate::Pixmap;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let from = to_hls(params.color(0, 1, [1.0, 0.0, 0.0]));
    let to = to_hls(params.color(1, 2, [0.0, 0.0, 1.0]));
    let change = params.choice(2, 3, 1);
    let transform = params.choice(3, 4, 1) == 2;
    let part = |place, number, default| params.number(place, number, default).clamp(0.0, 1.0) as f32;
    let [hue, lightness, saturation] = [part(5, 5, 0.05), part(6, 6, 0.5), part(7, 7, 0.5)];
    let softness = part(9, 8, 0.5);
    let matte = params.choice(10, 9, 0) != 0;
    let ([fh, fl, fs], [th, tl, ts]) = (from, to);
    map_colors(picture, |color| {
        let [h, l, s] = to_hls(color);
        let turn = (h - fh + 0.5).rem_euclid(1.0) - 0.5;
        let weight = [(turn.abs() * 2.0, hue), ((l - fl).abs(), lightness), ((s - fs).abs(), saturation)]
            .into_iter()
            .map(|(off, tolerance)| {
                let fade = (softness * tolerance).max(1e-6);
                if off <= tolerance { 1.0 } else { (1.0 - (off - tolerance) / fade).max(0.0) }
            })
            .fold(1.0_f32, f32::min);
        if matte {
            return [weight; 3];
        }
        let set = |own: f32, from: f32, to: f32| if transform { own + to - from } else { to };
        let changed = from_hls([
            set(h, fh, th),
            if matches!(change, 2 | 4) { set(l, fl, tl) } else { l },
            if matches!(change, 3 | 4) { set(s, fs, ts) } else { s },
        ]);
        lerp(color, changed, weight)
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    fn values(change: f64) -> inbetween_timeline::scene::EffectCall {
        call(
            "ADBE Change To Color",
            &[
                (1, &[1.0, 0.0, 0.0, 1.0]),
                (2, &[0.0, 0.0, 1.0, 1.0]),
                (3, &[change]),
                (4, &[1.0]),
                (10, &[0.0]),
                (5, &[0.1]),
                (6, &[1.0]),
                (7, &[1.0]),
                (11, &[0.0]),
                (8, &[0.0]),
                (9, &[0.0]),
            ],
        )
    }

    #[test]
    fn near_hues_change_and_far_ones_stay() {
        assert_near(color(&values(4.0), [0.5, 0.0, 0.0]), [0.0, 0.0, 1.0, 1.0], 1e-5);
        assert_near(color(&values(4.0), [0.0, 0.5, 0.0]), [0.0, 0.5, 0.0, 1.0], 1e-5);
    }

    #[test]
    fn hue_alone_keeps_lightness_and_saturation() {
        assert_near(color(&values(1.0), [0.6, 0.2, 0.2]), [0.2, 0.2, 0.6, 1.0], 1e-5);
    }
}
