//! Tritone: luma mapped onto the path from Shadows over Midtones to Highlights.
//!
//! Highlights 0001, Midtones 0002, Shadows 0003, Blend With Original 0004 in percent. Rec. 601 luma of the straight
//! colour, midtones at one half (measured on AE).

use super::EffectContext;
use super::params::Params;
use super::pixel::{lerp, luma, map_colors};
use crate::Pixmap;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let highlights = params.color(0, 1, [1.0; 3]);
    let midtones = params.color(1, 2, [0.5, 0.39, 0.31]);
    let shadows = params.color(2, 3, [0.0; 3]);
    let keep = (params.at(3, 0.0) / 100.0).clamp(0.0, 1.0) as f32;
    map_colors(picture, |color| {
        let l = luma(color) * 2.0;
        let toned = if l < 1.0 { lerp(shadows, midtones, l) } else { lerp(midtones, highlights, l - 1.0) };
        lerp(toned, color, keep)
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn quarter_and_three_quarter_greys_are_half_way() {
        let call = call(
            "ADBE Tritone",
            &[(1, &[1.0, 1.0, 0.0, 1.0]), (2, &[0.0, 1.0, 0.0, 1.0]), (3, &[0.0, 0.0, 1.0, 1.0])],
        );
        assert_near(color(&call, [0.25; 3]), [0.0, 0.5, 0.5, 1.0], 1e-6);
        assert_near(color(&call, [0.75; 3]), [0.5, 1.0, 0.0, 1.0], 1e-6);
    }
}
