//! Fractal Noise: octaves of a smooth random field in place of the layer's colours.
//!
//! Fractal Type 0001, Noise Type 0002 (1 block, 2 linear, 3 soft linear, 4 spline), Invert 0003, Contrast 0004 and
//! Brightness 0005, Rotation 0008, Uniform Scaling 0009, Scale 0010 (or Width 0011, Height 0012) in percent of a grid of
//! 64 pixels, Offset Turbulence 0013, Complexity 0015 (octaves), Sub Influence 0017 and Sub Scaling 0018 in percent, Sub
//! Rotation 0019, Sub Offset 0020, Evolution 0023 in degrees, Random Seed 0027, Opacity 0029 in percent. Grid size and the
//! pace of evolution (a quarter step per radian) are those Skottie found by comparing with AE. AE's own random field
//! is not public, so the pattern is another of the same kind.

use super::EffectContext;
use super::params::Params;
use super::pixel::{lerp, map_places, premultiply, white_noise};
use crate::Pixmap;
use inbetween_types::math;

/// Pixels of the layer per step of the grid at 100 %.
const GRID: f64 = 64.0;

struct Field {
    noise: i32,
    fractal: i32,
    evolution: f64,
    seed: i64,
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let field = Field {
        fractal: params.choice(0, 1, 1),
        noise: params.choice(1, 2, 3),
        evolution: (params.number(23, 23, 0.0).to_radians() * 0.25).clamp(-1e12, 1e12),
        seed: params.number(27, 27, 0.0).clamp(-1e9, 1e9) as i64,
    };
    let invert = params.choice(2, 3, 0) != 0;
    let contrast = params.at(3, 100.0).clamp(0.0, 1e4) / 100.0;
    let brightness = params.at(4, 0.0).clamp(-1e4, 1e4) / 100.0;
    let uniform = params.choice(8, 9, 1) != 0;
    let part = |place| (params.at(place, 100.0) / 100.0).clamp(0.01, 100.0) * GRID;
    let [gx, gy] = if uniform { [part(9); 2] } else { [part(10), part(11)] };
    let [width, height] = context.size;
    let [ox, oy] = params.point(12, 13, [width / 2.0, height / 2.0]);
    let turn = |degrees: f64| (math::sin_degrees(degrees), math::cos_degrees(degrees));
    let (sin, cos) = turn(-params.at(7, 0.0));
    let octaves = params.number(15, 15, 6.0).clamp(1.0, 20.0);
    let influence = (params.number(17, 17, 70.0) / 100.0).clamp(0.0, 100.0);
    let finer = (100.0 / params.number(18, 18, 56.0).clamp(10.0, 1e4)).clamp(0.01, 10.0);
    let (sub_sin, sub_cos) = turn(-params.number(19, 19, 0.0));
    let [sub_x, sub_y] = params.point(20, 20, [0.0; 2]).map(|c| c / 100.0);
    let opacity = (params.number(29, 29, 100.0) / 100.0).clamp(0.0, 1.0) as f32;
    map_places(picture, |x, y, pixel| {
        let [_, _, _, a] = *pixel;
        if a <= 0.0 {
            return;
        }
        let [px, py] = context.layer_point(x, y);
        let (dx, dy) = (px - ox, py - oy);
        let mut at = [(dx * cos - dy * sin) / gx, (dx * sin + dy * cos) / gy];
        let (mut sum, mut weights, mut weight, mut left) = (0.0, 0.0, 1.0, octaves);
        while left > 0.0 && weight > 1e-6 {
            let share = weight * left.min(1.0);
            sum += share * field.value(at);
            weights += share;
            weight *= influence;
            left -= 1.0;
            let [u, v] = at;
            at = [(u * sub_cos - v * sub_sin) * finer - sub_x, (u * sub_sin + v * sub_cos) * finer - sub_y];
        }
        let mut value = (sum / weights - 0.5) * contrast + 0.5 + brightness;
        if invert {
            value = 1.0 - value;
        }
        let grey = value.clamp(0.0, 1.0) as f32;
        *pixel = lerp(*pixel, premultiply([grey; 3], a), opacity);
    });
}

impl Field {
    fn value(&self, at: [f64; 2]) -> f64 {
        let n = self.smooth(at);
        let folded = 2.0 * (n - 0.5).abs();
        match self.fractal {
            2 | 5..=17 => folded.sqrt(),
            3 => folded * folded,
            4 => folded,
            _ => n,
        }
    }

    /// The field between the points of its grid.
    fn smooth(&self, [u, v]: [f64; 2]) -> f64 {
        if self.noise == 1 {
            return self.corner(u.floor(), v.floor());
        }
        let (u, v) = (u - 0.5, v - 0.5);
        let (left, top) = (u.floor(), v.floor());
        let ease = |t: f64| if self.noise == 2 { t } else { t * t * (3.0 - 2.0 * t) };
        let (tu, tv) = (ease(u - left), ease(v - top));
        let row = |y: f64| {
            let (a, b) = (self.corner(left, y), self.corner(left + 1.0, y));
            a + (b - a) * tu
        };
        let (upper, lower) = (row(top), row(top + 1.0));
        upper + (lower - upper) * tv
    }

    fn corner(&self, x: f64, y: f64) -> f64 {
        let plane = self.evolution.floor();
        let seed = self.seed.wrapping_mul(7919).wrapping_add(plane as i64);
        let at = |seed| f64::from(white_noise(x as i64, y as i64, seed));
        let (now, next) = (at(seed), at(seed.wrapping_add(1)));
        now + (next - now) * (self.evolution - plane)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    fn noise(values: &[(usize, &[f64])]) -> crate::Pixmap {
        let mut all: Vec<(usize, &[f64])> = vec![(1, &[1.0]), (2, &[1.0])];
        all.extend(values);
        run(&call("ADBE Fractal Noise", &all), filled(128, 128, [0.0, 0.5, 0.0, 0.5]))
    }

    #[test]
    fn block_noise_is_plain_within_a_step_of_its_grid() {
        let out = noise(&[(13, &[0.0, 0.0]), (15, &[1.0])]);
        assert!((1..64).all(|x| out.get(x, 63 - x) == out.get(0, 0)));
        assert_ne!(out.get(64, 0), out.get(0, 0));
    }

    #[test]
    fn noise_is_grey_within_the_alpha_and_fills_the_range() {
        let out = noise(&[(10, &[5.0]), (15, &[1.0])]);
        assert!(out.pixels.iter().all(|&[r, g, b, a]| r == g && g == b && a == 0.5 && r <= 0.5));
        let mean = out.pixels.iter().map(|p| p[0]).sum::<f32>() / out.pixels.len() as f32;
        assert!((mean - 0.25).abs() < 0.03, "{mean}");
    }

    #[test]
    fn inverted_noise_is_its_complement() {
        let (a, b) = (noise(&[(15, &[3.0])]), noise(&[(3, &[1.0]), (15, &[3.0])]));
        assert!(a.pixels.iter().zip(&b.pixels).all(|(a, b)| (a[0] + b[0] - 0.5).abs() < 1e-5));
    }
}
