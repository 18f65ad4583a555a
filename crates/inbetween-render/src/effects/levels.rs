//! Levels, with one curve for all channels or one per channel.
//!
//! `out = black' + (white' − black') × clamp((c − black) / (white − black))^(1 / gamma)` on the straight colour, all
//! points 0..1 (measured on AE over all 256 levels). Levels: Channel 0001 (1 RGB, 2 red, 3 green, 4 blue, 5 alpha), then
//! from 0003 Input Black, Input White, Gamma, Output Black, Output White. Individual Controls: the same five from 0004
//! (RGB), 0011 (red), 0018 (green), 0025 (blue) and 0032 (alpha); a channel's own curve acts before that of RGB.

use super::EffectContext;
use super::params::Params;
use super::pixel::{premultiply, straight};
use crate::Pixmap;
use inbetween_types::math;

/// Steps of a tabled curve.
const STEPS: usize = 16_384;

/// A curve from 0..1 to 0..1, tabled.
pub(super) struct Curve(Vec<f32>);

impl Curve {
    pub(super) fn new(curve: impl Fn(f64) -> f64) -> Self {
        let at = |step: usize| curve(step as f64 / STEPS as f64).clamp(0.0, 1.0) as f32;
        Self((0..=STEPS + 1).map(|step| at(step.min(STEPS))).collect())
    }

    pub(super) fn at(&self, x: f32) -> f32 {
        let place = x.clamp(0.0, 1.0) * STEPS as f32;
        let step = place as usize;
        match self.0.get(step..step + 2) {
            Some([a, b]) => a + (b - a) * (place - step as f32),
            _ => x,
        }
    }
}

/// The curve whose five values start at this place.
fn curve(params: &Params<'_>, first: usize) -> Option<Curve> {
    let black = params.at(first, 0.0);
    let white = params.at(first + 1, 1.0);
    let gamma = params.at(first + 2, 1.0).max(1e-3);
    let (low, high) = (params.at(first + 3, 0.0), params.at(first + 4, 1.0));
    if (black, white, gamma, low, high) == (0.0, 1.0, 1.0, 0.0, 1.0) {
        return None;
    }
    Some(Curve::new(|c| {
        let span = white - black;
        let t = if span == 0.0 {
            if c < black { 0.0 } else { 1.0 }
        } else {
            ((c - black) / span).clamp(0.0, 1.0)
        };
        low + (high - low) * math::pow(t, 1.0 / gamma)
    }))
}

fn through(curve: Option<&Curve>, x: f32) -> f32 {
    curve.map_or(x, |curve| curve.at(x))
}

fn change(picture: &mut Pixmap, channels: [Option<&Curve>; 3], all: Option<&Curve>, alpha: Option<&Curve>) {
    for pixel in &mut picture.pixels {
        let [_, _, _, a] = *pixel;
        if a <= 0.0 && alpha.is_none() {
            continue;
        }
        let mut color = straight(*pixel);
        for (c, own) in color.iter_mut().zip(channels) {
            *c = through(all, through(own, *c));
        }
        *pixel = premultiply(color, through(alpha, a));
    }
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let curve = curve(params, 2);
    let curve = curve.as_ref();
    match params.choice(0, 1, 1) {
        2 => change(picture, [curve, None, None], None, None),
        3 => change(picture, [None, curve, None], None, None),
        4 => change(picture, [None, None, curve], None, None),
        5 => change(picture, [None; 3], None, curve),
        _ => change(picture, [None; 3], curve, None),
    }
}

pub(super) fn apply_individual(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let [all, red, green, blue, alpha] = [3, 10, 17, 24, 31].map(|first| curve(params, first));
    change(picture, [red.as_ref(), green.as_ref(), blue.as_ref()], all.as_ref(), alpha.as_ref());
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn levels_follow_their_formula() {
        let call = call(
            "ADBE Easy Levels2",
            &[(1, &[1.0]), (2, &[]), (3, &[0.2]), (4, &[0.7]), (5, &[2.0]), (6, &[0.1]), (7, &[0.9])],
        );
        for c in [0.0_f32, 0.1, 0.3, 0.45, 0.7, 1.0] {
            let t = ((c - 0.2) / 0.5).clamp(0.0, 1.0);
            let right = 0.1 + 0.8 * t.sqrt();
            assert_near(color(&call, [c; 3]), [right, right, right, 1.0], 2e-3);
        }
    }

    #[test]
    fn a_channel_alone_leaves_the_others() {
        let call = call("ADBE Easy Levels2", &[(1, &[3.0]), (2, &[]), (3, &[0.0]), (4, &[0.5])]);
        assert_near(color(&call, [0.25; 3]), [0.25, 0.5, 0.25, 1.0], 1e-4);
    }

    #[test]
    fn alpha_levels_keep_the_straight_color() {
        let call = call("ADBE Easy Levels2", &[(1, &[5.0]), (2, &[]), (3, &[0.0]), (4, &[0.5])]);
        assert_near(run(&call, filled(1, 1, [0.1, 0.0, 0.05, 0.25])).pixels[0], [0.2, 0.0, 0.1, 0.5], 1e-4);
    }

    #[test]
    fn individual_channels_act_before_all_together() {
        let mut values: Vec<(usize, &[f64])> = (1..=36).map(|n| (n, &[][..])).collect();
        values[7].1 = &[0.5]; // RGB output white
        values[11].1 = &[0.5]; // red input white
        let call = call("ADBE Pro Levels2", &values);
        assert_near(color(&call, [0.25; 3]), [0.25, 0.125, 0.125, 1.0], 1e-4);
    }
}
