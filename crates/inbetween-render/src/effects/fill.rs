//! Fill: every pixel takes one colour, its alpha stays.
//!
//! Colour 0002; Opacity 0005 is 0..1 and scales alpha (measured on AE: the original does not show through). Fill Mask
//! and its feathers are not followed: the effect fills the whole layer.

use super::EffectContext;
use super::params::Params;
use super::pixel::premultiply;
use crate::Pixmap;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let color = params.color(2, 2, [1.0, 0.0, 0.0]);
    let opacity = params.number(6, 5, 1.0).clamp(0.0, 1.0) as f32;
    for pixel in &mut picture.pixels {
        let [_, _, _, a] = *pixel;
        *pixel = premultiply(color, a * opacity);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn fill_keeps_alpha_and_replaces_color() {
        let call = call("ADBE Fill", &[(1, &[0.0]), (7, &[0.0]), (2, &[1.0, 0.5, 0.0, 1.0]), (5, &[0.5])]);
        let out = run(&call, filled(1, 1, [0.1, 0.2, 0.3, 0.4]));
        assert_near(out.pixels[0], [0.2, 0.1, 0.0, 0.2], 1e-6);
    }
}
