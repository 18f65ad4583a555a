//! Simple Choker and Matte Choker: mattes that shrink or grow.
//!
//! Simple Choker: View 0001 (1 final output, 2 matte), Choke Matte 0002 in pixels, negative spreads. Measured on AE: the
//! alpha is blurred by a Gaussian of variance 0.635 × |choke| px², then a linear ramp 3 / (4 |choke|) wide about 7/8
//! (choke) or 1/8 (spread) becomes the new alpha. Straight colours stay.
//!
//! Matte Choker: twice, Geometric Softness in pixels (0001, 0004), Choke −127..127 (0002, 0005) and Gray Level Softness
//! 0..1 (0003, 0006); Iterations 0007. Its law is our reading of AE's help: blur by half the geometric softness, then a
//! ramp about the threshold that the choke names.

use super::EffectContext;
use super::blur::gaussian;
use super::params::Params;
use super::pixel::{alpha_plane, premultiply, straight};
use crate::Pixmap;

fn spread_of(choke: f64) -> f64 {
    (0.635 * choke.abs()).sqrt()
}

pub(super) fn grow_simple(params: &Params<'_>) -> f64 {
    // Choking needs to see as far beyond the frame as spreading reaches.
    3.0 * spread_of(params.at(1, 0.0)) + 1.0
}

pub(super) fn apply_simple(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let choke = params.at(1, 0.0).clamp(-1e4, 1e4);
    if choke != 0.0 {
        let mut alpha = alpha_plane(picture);
        let sigmas = context.lengths(spread_of(choke));
        gaussian(&mut alpha, picture.width, picture.height, sigmas, false);
        let (middle, half) = (if choke > 0.0 { 0.875 } else { 0.125 }, 0.375 / choke.abs());
        let (low, high) = ((middle - half).max(0.0), (middle + half).min(1.0));
        let ramp = |b: f32| ((f64::from(b) - low) / (high - low)).clamp(0.0, 1.0) as f32;
        set_alpha(picture, alpha.iter().map(|[b]| ramp(*b)));
    }
    if params.choice(0, 1, 1) == 2 {
        for pixel in &mut picture.pixels {
            let [_, _, _, a] = *pixel;
            *pixel = [a, a, a, 1.0];
        }
    }
}

pub(super) fn grow_matte(params: &Params<'_>) -> f64 {
    1.5 * (params.at(0, 4.0).max(0.0) + params.at(3, 0.0).max(0.0)) + 1.0
}

pub(super) fn apply_matte(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let mut alpha = alpha_plane(picture);
    let rounds = params.at(6, 1.0).clamp(1.0, 20.0) as usize;
    for _ in 0..rounds {
        for first in [0, 3] {
            let soft = params.at(first, if first == 0 { 4.0 } else { 0.0 }).max(0.0);
            let choke = params.at(first + 1, if first == 0 { 75.0 } else { 0.0 }).clamp(-127.0, 127.0);
            let grey = params.at(first + 2, if first == 0 { 0.1 } else { 1.0 }).clamp(0.0, 1.0);
            if soft > 0.0 {
                gaussian(&mut alpha, picture.width, picture.height, context.lengths(soft / 2.0), false);
            }
            let middle = 0.5 + choke / 256.0;
            let (low, high) = ((middle - grey / 2.0).max(0.0), (middle + grey / 2.0).min(1.0));
            let width = (high - low).max(1e-3);
            for [a] in &mut alpha {
                *a = ((f64::from(*a) - low) / width).clamp(0.0, 1.0) as f32;
            }
        }
    }
    set_alpha(picture, alpha.into_iter().map(|[a]| a));
}

/// Gives every pixel its new alpha and its old straight colour.
pub(super) fn set_alpha(picture: &mut Pixmap, alpha: impl Iterator<Item = f32>) {
    for (pixel, a) in picture.pixels.iter_mut().zip(alpha) {
        *pixel = premultiply(straight(*pixel), a);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use inbetween_types::math;

    /// The normal distribution up to z, by summing its density.
    fn normal(z: f64) -> f64 {
        let step = 1e-3;
        let mut sum = 0.0;
        let mut x = -8.0 + step / 2.0;
        while x < z {
            sum += math::exp(-x * x / 2.0) * step;
            x += step;
        }
        sum / std::f64::consts::TAU.sqrt()
    }

    #[test]
    fn choked_edge_is_the_ramp_of_the_blurred_edge() {
        let mut picture = filled(40, 21, [0.0; 4]);
        for (i, pixel) in picture.pixels.iter_mut().enumerate() {
            if i % 40 < 20 {
                *pixel = [0.5, 0.0, 0.0, 1.0];
            }
        }
        for choke in [3.0, -4.0] {
            let out = run(&call("ADBE Simple Choker", &[(1, &[1.0]), (2, &[choke])]), picture.clone());
            let sigma = (0.635_f64 * choke.abs()).sqrt();
            let (middle, half) = (if choke > 0.0 { 0.875 } else { 0.125 }, 0.375 / choke.abs());
            let (low, high) = ((middle - half).max(0.0), (middle + half).min(1.0));
            for x in 12..28 {
                let blurred = normal((19.5 - x as f64) / sigma);
                let right = ((blurred - low) / (high - low)).clamp(0.0, 1.0) as f32;
                let [_, _, _, a] = out.get(x, 10);
                assert!((a - right).abs() < 0.06, "{choke} {x}: {a} {right}");
            }
        }
    }

    #[test]
    fn no_choke_changes_nothing() {
        let picture = dot(5, 5, 2, 2, [0.2, 0.3, 0.1, 0.5]);
        assert_eq!(run(&call("ADBE Simple Choker", &[(1, &[1.0]), (2, &[0.0])]), picture.clone()), picture);
    }

    #[test]
    fn neutral_matte_choker_changes_nothing() {
        let values: [(usize, &[f64]); 7] =
            [(1, &[0.0]), (2, &[0.0]), (3, &[1.0]), (4, &[0.0]), (5, &[0.0]), (6, &[1.0]), (7, &[1.0])];
        let out = run(&call("ADBE Matte Choker", &values), dot(3, 3, 1, 1, [0.2, 0.3, 0.1, 0.5]));
        assert_near(out.get(1, 1), [0.2, 0.3, 0.1, 0.5], 1e-5);
        assert_near(out.get(0, 1), [0.0; 4], 1e-5);
    }
}
