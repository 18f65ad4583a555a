//! Displacement Map: each pixel is taken from where another layer's colour points.
//!
//! Displacement Map Layer 0001; Use For Horizontal 0002 and Use For Vertical 0004 as in Set Matte, but 10 is half and 11
//! off; Max Horizontal 0003 and Max Vertical 0005 in pixels; Edge Behavior 0007 wraps. A channel value v moves by
//! max × (255 v − 128) / 128 (measured on AE; positive shows what lies right and below). Displacement Map Behavior 0006
//! is followed as the compositor lays the other layer over this one. Without another layer the map is the layer itself.

use super::EffectContext;
use super::params::Params;
use super::pixel::{map_places, sample};
use super::set_matte::value_of;
use crate::Pixmap;

pub(super) fn grow(params: &Params<'_>) -> f64 {
    params.at(2, 0.0).abs().max(params.at(4, 0.0).abs())
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let (across, down) = (params.choice(1, 2, 1), params.choice(3, 4, 2));
    let [sx, sy] = context.scale;
    let (most_x, most_y) = (params.at(2, 0.0) * sx, params.at(4, 0.0) * sy);
    let wrap = params.choice(6, 7, 0) != 0;
    let map = context.other_layer(params.call());
    let source = picture.clone();
    let amount = |channel: i32, pixel: [f32; 4]| match channel {
        10 | 11 => 0.0,
        _ => (255.0 * f64::from(value_of(channel, pixel)) - 128.0) / 128.0,
    };
    let (width, height) = (source.width as f64, source.height as f64);
    map_places(picture, |x, y, pixel| {
        let there = map.as_ref().unwrap_or(&source).get(x as isize, y as isize);
        let mut px = x as f64 + 0.5 + most_x * amount(across, there);
        let mut py = y as f64 + 0.5 + most_y * amount(down, there);
        if wrap {
            (px, py) = (px.rem_euclid(width), py.rem_euclid(height));
        }
        *pixel = sample(&source, px, py);
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::super::*;

    #[test]
    fn white_moves_by_almost_the_maximum_and_mid_grey_stays() {
        let move_by = |red: f32| {
            let map = filled(16, 3, [red, 128.0 / 255.0, 0.0, 1.0]);
            let mut call = call(
                "ADBE Displacement Map",
                &[(1, &[2.0]), (2, &[1.0]), (3, &[128.0 / 127.0 * 4.0]), (4, &[2.0]), (5, &[100.0])],
            );
            call.layers.push((String::new(), Vec::new()));
            let mut picture = dot(16, 3, 8, 1, [1.0; 4]);
            let mut diagnostics = Diagnostics::default();
            let mut context = EffectContext {
                scale: [1.0; 2],
                origin: [0.0; 2],
                size: [16.0, 3.0],
                edges: None,
                masks: &[],
                diagnostics: &mut diagnostics,
                draw: &mut |_: &[Node]| map.clone(),
            };
            apply(&call, &mut picture, &mut context);
            picture
        };
        assert_near(move_by(1.0).get(4, 1), [1.0; 4], 1e-3);
        assert_near(move_by(128.0 / 255.0).get(8, 1), [1.0; 4], 1e-3);
        assert!(move_by(0.0).get(12, 1)[3] > 0.9);
    }
}
