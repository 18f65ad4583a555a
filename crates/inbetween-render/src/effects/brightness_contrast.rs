//! Brightness & Contrast.
//!
//! Brightness 0001, Contrast 0002, Use Legacy 0003. A curve per straight channel, brightness first (measured on AE):
//! brightness b > 0 multiplies by m = e^(0.0063 b) up to one half, then a cubic goes on to white, leaving with slope m and
//! arriving with slope 1 / (1 + 12 (m − 1)); b < 0 is the inverse of the curve of −b. Contrast c bends each half into a
//! parabola by a = 0.0076 c. Legacy is Photoshop's old straight line about one half, not measured.

use super::EffectContext;
use super::levels::Curve;
use super::params::Params;
use super::pixel::map_colors;
use crate::Pixmap;
use inbetween_types::math;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    if params.choice(2, 3, 0) != 0 {
        apply_legacy(params, picture, context);
        return;
    }
    let brightness = params.at(0, 0.0).clamp(-150.0, 150.0);
    let bend = 0.0076 * params.at(1, 0.0).clamp(-100.0, 100.0);
    let curve = Curve::new(|x| contrast(brighten(x, brightness), bend));
    map_colors(picture, |color| color.map(|c| curve.at(c)));
}

pub(super) fn apply_legacy(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let brightness = params.at(0, 0.0).clamp(-255.0, 255.0) / 255.0;
    let contrast = params.at(1, 0.0).clamp(-100.0, 100.0) / 100.0;
    let slope = if contrast > 0.0 { 1.0 / (1.0 - contrast).max(1e-3) } else { 1.0 + contrast };
    let curve = Curve::new(|x| (x + brightness - 0.5) * slope + 0.5);
    map_colors(picture, |color| color.map(|c| curve.at(c)));
}

fn brighten(x: f64, brightness: f64) -> f64 {
    if brightness >= 0.0 {
        return brighter(x, brightness);
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if brighter(middle, -brightness) < x { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

fn brighter(x: f64, brightness: f64) -> f64 {
    let m = math::exp(0.0063 * brightness);
    let start = 0.5 / m;
    if x <= start {
        return m * x;
    }
    let span = 1.0 - start;
    let t = (x - start) / span;
    let (t2, t3) = (t * t, t * t * t);
    let arrive = 1.0 / (1.0 + 12.0 * (m - 1.0));
    0.5 * (2.0 * t3 - 3.0 * t2 + 1.0)
        + span * m * (t3 - 2.0 * t2 + t)
        + (3.0 * t2 - 2.0 * t3)
        + span * arrive * (t3 - t2)
}

fn contrast(x: f64, a: f64) -> f64 {
    let half = |u: f64| ((1.0 - a) * u + a * u * u) / 2.0;
    if x <= 0.5 { half(2.0 * x) } else { 1.0 - half(2.0 - 2.0 * x) }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn shadows_are_multiplied() {
        let call = call("ADBE Brightness & Contrast 2", &[(1, &[50.0]), (2, &[0.0]), (3, &[0.0])]);
        let right = 0.2 * (0.0063_f32 * 50.0).exp();
        assert_near(color(&call, [0.2, 0.0, 1.0]), [right, 0.0, 1.0, 1.0], 1e-4);
    }

    #[test]
    fn darker_undoes_brighter() {
        let values = |b: f64| call("ADBE Brightness & Contrast 2", &[(1, &[b]), (2, &[0.0]), (3, &[0.0])]);
        let [r, g, b, _] = color(&values(80.0), [0.1, 0.5, 0.8]);
        assert_near(color(&values(-80.0), [r, g, b]), [0.1, 0.5, 0.8, 1.0], 1e-3);
    }

    #[test]
    fn contrast_keeps_the_middle_and_bends_quarters() {
        let call = call("ADBE Brightness & Contrast 2", &[(1, &[0.0]), (2, &[50.0]), (3, &[0.0])]);
        let quarter = (0.62 * 0.5 + 0.38 * 0.25) / 2.0;
        assert_near(color(&call, [0.25, 0.5, 0.75]), [quarter, 0.5, 1.0 - quarter, 1.0], 1e-4);
    }
}
