//! Linear Wipe.
//!
//! Transition Completion 0001 in percent; Wipe Angle 0002 in degrees clockwise from up: 90 wipes from the left; Feather
//! 0003 in pixels. The edge travels from the first corner of the layer to the last along the angle; its feather is AE's
//! three boxes (measured on AE).

use super::EffectContext;
use super::params::Params;
use super::pixel::{edge, map_places};
use crate::Pixmap;
use inbetween_types::math;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let completion = (params.at(0, 0.0) / 100.0).clamp(0.0, 1.0);
    let angle = params.at(1, 90.0);
    let unit = context.unit();
    let feather = params.at(2, 0.0).max(0.0) * unit;
    if completion <= 0.0 {
        return;
    }
    let [dx, dy] = [math::sin_degrees(angle), -math::cos_degrees(angle)];
    let [width, height] = context.size;
    let corners = [0.0, width * dx, height * dy, width * dx + height * dy];
    let first = corners.into_iter().fold(f64::INFINITY, f64::min);
    let last = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let at = first + (last - first) * completion;
    map_places(picture, |x, y, pixel| {
        let [px, py] = context.layer_point(x, y);
        let shows = if completion >= 1.0 { 0.0 } else { edge((px * dx + py * dy - at) * unit, feather) };
        *pixel = pixel.map(|c| c * shows);
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    fn wipe(completion: f64, angle: f64, feather: f64) -> inbetween_timeline::scene::EffectCall {
        call("ADBE Linear Wipe", &[(1, &[completion]), (2, &[angle]), (3, &[feather])])
    }

    #[test]
    fn ninety_degrees_wipes_from_the_left() {
        let out = run(&wipe(40.0, 90.0, 0.0), filled(10, 4, [1.0; 4]));
        for x in 0..10 {
            assert_near(out.get(x, 1), [if x < 4 { 0.0 } else { 1.0 }; 4], 1e-6);
        }
    }

    #[test]
    fn half_a_pixel_is_half_covered() {
        let out = run(&wipe(45.0, 180.0, 0.0), filled(3, 10, [1.0; 4]));
        assert_near(out.get(1, 3), [0.0; 4], 1e-6);
        assert_near(out.get(1, 4), [0.5; 4], 1e-6);
        assert_near(out.get(1, 5), [1.0; 4], 1e-6);
    }

    #[test]
    fn diagonal_wipe_reaches_the_middle_at_half() {
        let out = run(&wipe(50.0, 135.0, 0.0), filled(20, 20, [1.0; 4]));
        assert_near(out.get(9, 9), [0.0; 4], 0.3);
        assert_near(out.get(2, 3), [0.0; 4], 1e-6);
        assert_near(out.get(17, 16), [1.0; 4], 1e-6);
        assert_near(out.get(3, 16), [0.5; 4], 1e-5);
    }

    #[test]
    fn feather_is_half_at_the_edge() {
        let out = run(&wipe(50.0, 90.0, 10.0), filled(40, 1, [1.0; 4]));
        let pair = out.get(19, 0)[3] + out.get(20, 0)[3];
        assert!((pair - 1.0).abs() < 1e-5 && out.get(17, 0)[3] > 0.0);
    }

    #[test]
    fn complete_wipe_leaves_nothing() {
        let out = run(&wipe(100.0, 30.0, 20.0), filled(8, 8, [1.0; 4]));
        assert!(out.pixels.iter().all(|p| *p == [0.0; 4]));
    }
}
