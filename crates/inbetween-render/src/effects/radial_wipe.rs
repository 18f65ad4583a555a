//! Radial Wipe.
//!
//! Transition Completion 0001 in percent; Start Angle 0002 in degrees clockwise from up; Wipe Center 0003; Wipe 0004:
//! 1 clockwise, 2 counterclockwise, 3 both; Feather 0005 in pixels (AE's help and menu).

use super::EffectContext;
use super::params::Params;
use super::pixel::{edge, map_places};
use crate::Pixmap;
use inbetween_types::math;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let completion = (params.at(0, 0.0) / 100.0).clamp(0.0, 1.0);
    if completion <= 0.0 {
        return;
    }
    let wiped = completion * 360.0;
    // The wiped sector begins here and goes on clockwise.
    let begin = match params.choice(3, 4, 1) {
        2 => params.at(1, 0.0) - wiped,
        3 => params.at(1, 0.0) - wiped / 2.0,
        _ => params.at(1, 0.0),
    };
    let [width, height] = context.size;
    let [cx, cy] = params.point(2, 3, [width / 2.0, height / 2.0]);
    let unit = context.unit();
    let feather = params.at(4, 0.0).max(0.0) * unit;
    let rays = [begin, begin + wiped].map(|a| [math::sin_degrees(a), -math::cos_degrees(a)]);
    map_places(picture, |x, y, pixel| {
        let [px, py] = context.layer_point(x, y);
        let (px, py) = (px - cx, py - cy);
        let angle = math::atan2(px, -py).to_degrees();
        let inside = (angle - begin).rem_euclid(360.0) < wiped;
        let reach = |[ux, uy]: [f64; 2]| {
            if px * ux + py * uy > 0.0 { (px * uy - py * ux).abs() } else { (px * px + py * py).sqrt() }
        };
        let distance = rays.map(reach).into_iter().fold(f64::INFINITY, f64::min) * unit;
        let shows = match completion {
            1.0 => 0.0,
            _ => edge(if inside { -distance } else { distance }, feather),
        };
        *pixel = pixel.map(|c| c * shows);
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    /// Alpha in the middle of the four quarters, clockwise from the upper right.
    fn quarters(completion: f64, start: f64, wipe: f64) -> [f32; 4] {
        let call = call(
            "ADBE Radial Wipe",
            &[(1, &[completion]), (2, &[start]), (3, &[10.0, 10.0]), (4, &[wipe]), (5, &[0.0])],
        );
        let out = run(&call, filled(20, 20, [1.0; 4]));
        [(15, 4), (15, 15), (4, 15), (4, 4)].map(|(x, y)| out.get(x, y)[3])
    }

    #[test]
    fn a_quarter_clockwise_from_up_is_the_upper_right() {
        assert_eq!(quarters(25.0, 0.0, 1.0), [0.0, 1.0, 1.0, 1.0]);
        assert_eq!(quarters(25.0, 90.0, 1.0), [1.0, 0.0, 1.0, 1.0]);
        assert_eq!(quarters(75.0, 0.0, 1.0), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn counterclockwise_and_both() {
        assert_eq!(quarters(25.0, 0.0, 2.0), [1.0, 1.0, 1.0, 0.0]);
        assert_eq!(quarters(50.0, 0.0, 3.0), [0.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn complete_wipe_leaves_nothing() {
        assert_eq!(quarters(100.0, 33.0, 1.0), [0.0; 4]);
    }
}
