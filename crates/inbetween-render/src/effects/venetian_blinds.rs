//! Venetian Blinds.
//!
//! Transition Completion 0001 in percent of each stripe; Direction 0002 in degrees clockwise from up; Width 0003 and
//! Feather 0004 in pixels. Stripes run across the direction, the first from the layer's upper left corner (the origin is
//! our choice: no source gives it).

use super::EffectContext;
use super::params::Params;
use super::pixel::{edge, map_places};
use crate::Pixmap;
use inbetween_types::math;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let completion = (params.at(0, 0.0) / 100.0).clamp(0.0, 1.0);
    let unit = context.unit();
    let width = params.at(2, 20.0).max(1.0);
    let feather = params.at(3, 0.0).max(0.0) * unit;
    let angle = params.at(1, 0.0) + 90.0;
    if completion <= 0.0 {
        return;
    }
    let [dx, dy] = [math::sin_degrees(angle), -math::cos_degrees(angle)];
    map_places(picture, |x, y, pixel| {
        let [px, py] = context.layer_point(x, y);
        let at = (px * dx + py * dy).rem_euclid(width);
        let gone = completion * width;
        // Distance into the part that shows, from whichever end of it is nearer.
        let distance = if at < gone { -at.min(gone - at) } else { (at - gone).min(width - at) };
        let shows = if completion >= 1.0 { 0.0 } else { edge(distance * unit, feather) };
        *pixel = pixel.map(|c| c * shows);
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn each_stripe_loses_its_part() {
        let call = call("ADBE Venetian Blinds", &[(1, &[40.0]), (2, &[0.0]), (3, &[10.0]), (4, &[0.0])]);
        let out = run(&call, filled(30, 2, [1.0; 4]));
        let gone: Vec<usize> = (0..30).filter(|x| out.get(*x as isize, 0)[3] < 0.4).collect();
        assert_eq!(gone, [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23].map(|x| x as usize));
    }
}
