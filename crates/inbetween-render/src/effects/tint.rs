//! Tint: luma mapped onto the line between two colours.
//!
//! Map Black To 0001, Map White To 0002, Amount to Tint 0003 in percent. Luma is Rec. 601 of the straight colour
//! (measured on AE).

use super::EffectContext;
use super::params::Params;
use super::pixel::{lerp, luma, map_colors};
use crate::Pixmap;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let black = params.color(0, 1, [0.0; 3]);
    let white = params.color(1, 2, [1.0; 3]);
    let amount = (params.at(2, 100.0) / 100.0).clamp(0.0, 1.0) as f32;
    map_colors(picture, |color| lerp(color, lerp(black, white, luma(color)), amount));
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn mid_grey_becomes_the_middle_of_the_two_colors() {
        let call =
            call("ADBE Tint", &[(1, &[1.0, 0.0, 0.0, 1.0]), (2, &[0.0, 1.0, 0.5, 1.0]), (3, &[100.0])]);
        assert_near(color(&call, [0.5; 3]), [0.5, 0.5, 0.25, 1.0], 1e-6);
    }

    #[test]
    fn amount_mixes_with_the_original() {
        let call = call("ADBE Tint", &[(1, &[0.0; 4]), (2, &[1.0; 4]), (3, &[25.0])]);
        let luma = 0.299;
        assert_near(
            color(&call, [1.0, 0.0, 0.0]),
            [1.0 + (luma - 1.0) * 0.25, luma * 0.25, luma * 0.25, 1.0],
            1e-6,
        );
    }
}
