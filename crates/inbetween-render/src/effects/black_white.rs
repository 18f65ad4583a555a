//! Black & White: a mix of six colours into grey.
//!
//! Reds 0001, Yellows 0002, Greens 0003, Cyans 0004, Blues 0005, Magentas 0006 in percent; Tint 0007, Tint Color 0008.
//! A straight colour is its smallest channel as grey, plus the step to the middle channel in a secondary colour, plus
//! the step to the largest in a primary one; each step counts by its percentage (measured on AE). A tint keeps the grey
//! as luminosity (the PDF's Color blend).

use super::EffectContext;
use super::params::Params;
use super::pixel::map_colors;
use crate::Pixmap;
use inbetween_doc::BlendMode;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, _: &mut EffectContext<'_>) {
    let part = |place: usize, default: f64| (params.at(place, default) / 100.0).clamp(-10.0, 10.0) as f32;
    let [reds, yellows, greens] = [part(0, 40.0), part(1, 60.0), part(2, 40.0)];
    let [cyans, blues, magentas] = [part(3, 60.0), part(4, 20.0), part(5, 80.0)];
    let tint = (params.choice(6, 7, 0) != 0).then(|| params.color(7, 8, [0.88, 0.83, 0.7]));
    map_colors(picture, |[r, g, b]| {
        let (min, max) = (r.min(g).min(b), r.max(g).max(b));
        let middle = r + g + b - min - max;
        let secondary = if min == r {
            cyans
        } else if min == g {
            magentas
        } else {
            yellows
        };
        let primary = if max == r {
            reds
        } else if max == g {
            greens
        } else {
            blues
        };
        let grey = (min + (middle - min) * secondary + (max - middle) * primary).clamp(0.0, 1.0);
        tint.map_or([grey; 3], |tint| tinted(tint, grey))
    });
}

fn tinted(tint: [f32; 3], grey: f32) -> [f32; 3] {
    crate::blend::color([grey; 3], tint, BlendMode::Color).map(|c| c.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn each_color_has_its_own_grey() {
        let weights = [10.0, 20.0, 30.0, 40.0, 50.0, 60.0];
        let values: Vec<_> =
            weights.iter().enumerate().map(|(i, w)| (i + 1, std::slice::from_ref(w))).collect();
        let call = call("ADBE Black&White", &values);
        let colors = [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]];
        for (rgb, weight) in colors.into_iter().zip(weights) {
            let grey = weight as f32 / 100.0;
            assert_near(color(&call, rgb.map(|c| c as f32)), [grey, grey, grey, 1.0], 1e-6);
        }
    }

    #[test]
    fn mixed_color_is_grey_plus_secondary_plus_primary() {
        let call = call("ADBE Black&White", &[]);
        let grey = 0.2 + (0.5 - 0.2) * 0.6 + (0.9 - 0.5) * 0.4;
        assert_near(color(&call, [0.9, 0.5, 0.2]), [grey, grey, grey, 1.0], 1e-6);
    }
}
