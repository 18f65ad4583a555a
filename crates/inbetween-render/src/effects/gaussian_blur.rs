//! Gaussian Blur.
//!
//! Blurriness 0001: standard deviation 0.3 × blurriness pixels, as Skottie and lottie-web draw it. Blur Dimensions 0002:
//! 1 both, 2 horizontal, 3 vertical. Repeat Edge Pixels 0003. Recent AE blurs linearised colours with a kernel that
//! rings a little (measured); files from Bodymovin were made to look right in players, and players blur as here
//! (docs/quirks.md).

use super::EffectContext;
use super::blur::{gaussian, sigma_of};
use super::edges::blurred;
use super::params::Params;
use crate::Pixmap;

pub(super) fn grow(params: &Params<'_>) -> f64 {
    3.0 * sigma_of(params.at(0, 0.0)) + 1.0
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let [x, y] = context.lengths(sigma_of(params.at(0, 0.0)));
    let sigmas = dimensions(params.choice(1, 2, 1), [x, y]);
    let repeat = params.choice(2, 3, 0) != 0;
    blurred(picture, context, repeat, |pixels, width, height| {
        gaussian(pixels, width, height, sigmas, repeat)
    });
}

/// Keeps the dimensions that a Blur Dimensions menu names.
pub(super) fn dimensions(choice: i32, [x, y]: [f64; 2]) -> [f64; 2] {
    match choice {
        2 => [x, 0.0],
        3 => [0.0, y],
        _ => [x, y],
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use inbetween_types::math;

    #[test]
    fn impulse_becomes_the_gaussian_of_its_blurriness() {
        let call = call("ADBE Gaussian Blur 2", &[(1, &[10.0]), (2, &[1.0]), (3, &[0.0])]);
        let out = run(&call, dot(41, 41, 20, 20, [1.0; 4]));
        let sigma = 3.0;
        for (x, y) in [(0, 0), (1, 0), (3, 2), (6, 6)] {
            let (dx, dy) = (x as f64, y as f64);
            let right = math::exp(-(dx * dx + dy * dy) / (2.0 * sigma * sigma))
                / (std::f64::consts::TAU * sigma * sigma);
            assert_near(out.get(20 + x, 20 - y), [right as f32; 4], 1e-5);
        }
    }

    #[test]
    fn dimensions_choose_the_axis() {
        let call = call("ADBE Gaussian Blur 2", &[(1, &[10.0]), (2, &[2.0]), (3, &[0.0])]);
        let out = run(&call, dot(21, 21, 10, 10, [1.0; 4]));
        assert!(out.get(12, 10)[3] > 0.0);
        assert_eq!(out.get(10, 12), [0.0; 4]);
    }

    #[test]
    fn repeated_edges_stay_opaque() {
        let values = |repeat: f64| call("ADBE Gaussian Blur 2", &[(1, &[20.0]), (2, &[1.0]), (3, &[repeat])]);
        assert_near(run(&values(1.0), filled(9, 9, [1.0; 4])).get(0, 0), [1.0; 4], 1e-4);
        assert!(run(&values(0.0), filled(9, 9, [1.0; 4])).get(0, 0)[3] < 0.5);
    }
}
