//! Fast Box Blur, and the legacy Fast Blur and Gaussian Blur.
//!
//! Fast Box Blur: Blur Radius 0001 in pixels, the box 2r + 1 wide; Iterations 0002; Blur Dimensions 0003; Repeat Edge
//! Pixels 0004. The legacy blurs: Blurriness 0001, three boxes of radius 0.369 × blurriness; Blur Dimensions 0002;
//! Repeat Edge Pixels 0003. All measured on AE's renders, to one level.

use super::EffectContext;
use super::blur::box_blur;
use super::edges::blurred;
use super::gaussian_blur::dimensions;
use super::params::Params;
use crate::Pixmap;

/// Radius of the legacy blurs' boxes per pixel of blurriness.
const FAST_RADIUS: f64 = 0.369;

fn iterations(params: &Params<'_>) -> usize {
    params.at(1, 3.0).clamp(1.0, 50.0).round() as usize
}

pub(super) fn grow(params: &Params<'_>) -> f64 {
    (params.at(0, 0.0).max(0.0) + 1.0) * iterations(params) as f64
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let radii = dimensions(params.choice(2, 3, 1), context.lengths(params.at(0, 0.0).max(0.0)));
    let repeat = params.choice(3, 4, 0) != 0;
    blurred(picture, context, repeat, |pixels, width, height| {
        box_blur(pixels, width, height, radii, iterations(params), repeat);
    });
}

pub(super) fn grow_fast(params: &Params<'_>) -> f64 {
    (FAST_RADIUS * params.at(0, 0.0).max(0.0) + 1.0) * 3.0
}

pub(super) fn apply_fast(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let radius = FAST_RADIUS * params.at(0, 0.0).max(0.0);
    let radii = dimensions(params.choice(1, 2, 1), context.lengths(radius));
    let repeat = params.choice(2, 3, 0) != 0;
    blurred(picture, context, repeat, |pixels, width, height| {
        box_blur(pixels, width, height, radii, 3, repeat);
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn one_iteration_is_the_mean_of_the_box() {
        let call = call("ADBE Box Blur2", &[(1, &[2.0]), (2, &[1.0]), (3, &[1.0]), (4, &[0.0])]);
        let out = run(&call, dot(11, 11, 5, 5, [1.0; 4]));
        for y in 0..11 {
            for x in 0..11 {
                let inside = (x - 5_isize).abs() <= 2 && (y - 5_isize).abs() <= 2;
                assert_near(out.get(x, y), [if inside { 1.0 / 25.0 } else { 0.0 }; 4], 1e-6);
            }
        }
    }

    #[test]
    fn two_iterations_are_a_tent() {
        let call = call("ADBE Box Blur2", &[(1, &[1.0]), (2, &[2.0]), (3, &[2.0]), (4, &[0.0])]);
        let out = run(&call, dot(9, 1, 4, 0, [1.0; 4]));
        for (x, right) in [1.0, 2.0, 3.0, 2.0, 1.0].into_iter().enumerate() {
            assert_near(out.get(x as isize + 2, 0), [right / 9.0; 4], 1e-6);
        }
    }
}
