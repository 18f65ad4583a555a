//! Outer Glow and Inner Glow.
//!
//! Size in pixels, spread (choke) in percent of the size, range in percent: at 50 the glow is the blurred matte, smaller
//! ranges reach full strength sooner. Inner Glow's source is 1 edge or 2 centre. Noise and jitter are not followed.

use super::{Layer, Values, atop, soft};
use crate::Pixmap;
use crate::effects::{EffectContext, over, premultiply, sigma_of};

pub(super) fn grow_outer(values: &Values<'_>) -> f64 {
    let size = values.length("blur", 5.0);
    let spread = values.part("chokeMatte", 0.0);
    size * spread + 3.0 * sigma_of(size * (1.0 - spread)) + 1.0
}

/// How much stronger than the matte the glow is.
fn gain(values: &Values<'_>) -> f32 {
    (0.5 / values.part("inputRange", 50.0).max(0.01)) as f32
}

pub(super) fn apply_outer(
    values: &Values<'_>,
    layer: &Layer<'_>,
    canvas: &mut Pixmap,
    context: &EffectContext<'_>,
) {
    let color = values.color("color", [1.0, 1.0, 0.75]);
    let opacity = values.part("opacity", 75.0) as f32;
    let (size, spread) = (values.length("blur", 5.0), values.part("chokeMatte", 0.0));
    let glow = soft(layer, &layer.alpha, size, spread, false, context);
    let gain = gain(values);
    for (pixel, [matte]) in canvas.pixels.iter_mut().zip(glow) {
        *pixel = over(*pixel, premultiply(color, (matte * gain).clamp(0.0, 1.0) * opacity));
    }
}

pub(super) fn apply_inner(
    values: &Values<'_>,
    layer: &Layer<'_>,
    canvas: &mut Pixmap,
    context: &EffectContext<'_>,
) {
    let color = values.color("color", [1.0, 1.0, 0.75]);
    let opacity = values.part("opacity", 75.0) as f32;
    let (size, choke) = (values.length("blur", 5.0), values.part("chokeMatte", 0.0));
    let matte = soft(layer, &layer.alpha, size, choke, true, context);
    let from_edge = values.number("innerGlowSource", 1.0).round() != 2.0;
    let (gain, mode) = (gain(values), values.mode(11));
    for (pixel, [matte]) in canvas.pixels.iter_mut().zip(matte) {
        let strength = if from_edge { 1.0 - matte } else { matte };
        atop(pixel, color, (strength * gain).clamp(0.0, 1.0) * opacity, mode);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use crate::effects::testing::assert_near;
    use inbetween_types::math;

    #[test]
    fn glow_beside_a_half_plane_is_the_gaussian_s_tail() {
        let call = call(
            "outerGlow/enabled",
            &[("mode2", &[1.0]), ("color", &[1.0, 0.0, 0.0, 1.0]), ("opacity", &[100.0]), ("blur", &[10.0])],
        );
        let out = run(&[call], rectangle(60, 41, [0, 0, 30, 41], [0.0, 0.0, 1.0]));
        for x in 31..38 {
            // Whole pixels left of the edge, as seen from x.
            let tail = |from: isize| -> f64 {
                (from..from + 60).map(|d| math::exp(-((d * d) as f64) / 18.0)).sum::<f64>()
            };
            let right = (tail(x - 29) / (2.0 * tail(1) + 1.0)) as f32;
            assert_near(out.get(x, 20), [right, 0.0, 0.0, right], 2e-3);
        }
    }

    #[test]
    fn inner_glow_from_the_edge_and_from_the_centre_are_complements() {
        let glow = |source: f64| {
            let call = call(
                "innerGlow/enabled",
                &[
                    ("mode2", &[1.0]),
                    ("color", &[1.0, 0.0, 0.0, 1.0]),
                    ("opacity", &[100.0]),
                    ("innerGlowSource", &[source]),
                    ("blur", &[6.0]),
                ],
            );
            run(&[call], rectangle(20, 20, [4, 4, 16, 16], [0.0, 0.0, 0.0]))
        };
        let (edge, centre) = (glow(1.0), glow(2.0));
        for x in 4..16 {
            assert!((edge.get(x, 9)[0] + centre.get(x, 9)[0] - 1.0).abs() < 1e-5);
        }
        assert!(edge.get(4, 9)[0] > edge.get(9, 9)[0]);
    }
}
