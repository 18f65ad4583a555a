//! Bulge: the picture blown up or pushed in within an ellipse.
//!
//! Horizontal Radius 0001, Vertical Radius 0002, Bulge Center 0003 in pixels; Bulge Height 0004, −4..4; Taper Radius 0005
//! and Pinning 0007 are not followed. AE's law is not public: as Skottie found, it looks like a spherical displacement
//! plus a power of the radius. With k = |height| / 4 the sphere has radius R = (1 + k) / (2 √k) and the power is
//! 1 + 2.6 k³; a negative height moves the other way.

use super::EffectContext;
use super::params::Params;
use super::pixel::{map_places, sample};
use crate::Pixmap;
use inbetween_types::math;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let (rx, ry) = (params.at(0, 50.0).abs(), params.at(1, 50.0).abs());
    let [width, height] = context.size;
    let [cx, cy] = params.point(2, 3, [width / 2.0, height / 2.0]);
    let bulge = params.at(3, 1.0).clamp(-4.0, 4.0);
    let k = bulge.abs() / 4.0;
    if k < 1e-6 || rx < 1e-6 || ry < 1e-6 {
        return;
    }
    let source = picture.clone();
    map_places(picture, |x, y, pixel| {
        let [px, py] = context.layer_point(x, y);
        let (ux, uy) = ((px - cx) / rx, (py - cy) / ry);
        let radius = (ux * ux + uy * uy).sqrt();
        if radius >= 1.0 || radius <= 0.0 {
            return;
        }
        let stretch = taken_from(radius, k, bulge.signum()) / radius;
        let [sx, sy] = context.picture_point([cx + ux * stretch * rx, cy + uy * stretch * ry]);
        *pixel = sample(&source, sx, sy);
    });
}

/// From which radius (of the unit circle) the pixel at `radius` is taken.
fn taken_from(radius: f64, k: f64, sign: f64) -> f64 {
    let sphere = (1.0 + k) / (2.0 * k.sqrt());
    let arc = math::asin((radius / sphere).min(1.0)) / math::asin((1.0 / sphere).min(1.0));
    let power = math::pow(radius, 1.0 + 2.6 * k * k * k);
    (radius + sign * ((arc - radius) + (power - radius))).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn outside_and_centre_stay() {
        let call = call("ADBE Bulge", &[(1, &[5.0]), (2, &[5.0]), (3, &[10.5, 10.5]), (4, &[2.0])]);
        let mut picture = dot(21, 21, 10, 10, [1.0; 4]);
        picture.pixels[2] = [0.5; 4];
        let out = run(&call, picture);
        assert_eq!(out.get(2, 0), [0.5; 4]);
        assert_near(out.get(10, 10), [1.0; 4], 1e-6);
    }

    #[test]
    fn a_bulge_takes_from_nearer_the_centre_and_meets_the_rim() {
        for height in [0.5, 1.0, 2.0, 4.0] {
            let k = height / 4.0;
            assert!(taken_from(0.5, k, 1.0) < 0.5 && taken_from(0.5, k, -1.0) > 0.5);
            assert!((taken_from(1.0 - 1e-9, k, 1.0) - 1.0).abs() < 1e-3);
        }
    }
}
