//! Transform: moves, scales, skews and turns the picture within its layer.
//!
//! Anchor Point 0001, Position 0002, Uniform Scale 0011 (Scale Height then counts for both), Scale Height 0003, Scale
//! Width 0004 in percent, Skew 0005 and Skew Axis 0006 in degrees, Rotation 0007 in degrees clockwise, Opacity 0008 in
//! percent. The order is that of a layer's own transform: anchor, scale, skew, rotation, position; the skew axis turns
//! against the clock, as layers' does. The effect's shutter angle makes no motion blur here.

use super::EffectContext;
use super::params::Params;
use super::pixel::{map_places, sample};
use crate::Pixmap;
use inbetween_types::math;
use kurbo::Affine;

fn matrix(params: &Params<'_>, [width, height]: [f64; 2]) -> (Affine, f64) {
    let centre = [width / 2.0, height / 2.0];
    let [ax, ay] = params.point(0, 1, centre);
    let [px, py] = params.point(1, 2, centre);
    let uniform = params.choice(2, 11, 0) != 0;
    let part = |place, number| (params.number(place, number, 100.0) / 100.0).clamp(-1e4, 1e4);
    let scale_y = part(3, 3);
    let scale_x = if uniform { scale_y } else { part(4, 4) };
    let skew = params.number(5, 5, 0.0).clamp(-89.0, 89.0);
    let axis = params.number(6, 6, 0.0);
    let turn = |degrees: f64| {
        let (sin, cos) = (math::sin_degrees(degrees), math::cos_degrees(degrees));
        Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
    };
    let slant = math::sin_degrees(-skew) / math::cos_degrees(-skew);
    let shear = turn(-axis) * Affine::new([1.0, 0.0, slant, 1.0, 0.0, 0.0]) * turn(axis);
    let matrix = Affine::translate((px, py))
        * turn(params.number(7, 7, 0.0))
        * shear
        * Affine::scale_non_uniform(scale_x, scale_y)
        * Affine::translate((-ax, -ay));
    (matrix, (params.number(8, 8, 100.0) / 100.0).clamp(0.0, 1.0))
}

/// A point p lands at position + M (p − anchor); what lies about the anchor as far as the anchor from the corner is
/// counted on.
pub(super) fn grow(params: &Params<'_>) -> f64 {
    let [ax, ay] = params.point(0, 1, [0.0; 2]);
    let [px, py] = params.point(1, 2, [0.0; 2]);
    let (matrix, _) = matrix(params, [0.0; 2]);
    let [a, b, c, d, ..] = matrix.as_coeffs();
    let moved = (px - ax).abs().max((py - ay).abs());
    if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0) {
        return moved;
    }
    moved + ((a.abs() + c.abs()).max(b.abs() + d.abs()) + 1.0) * ax.abs().max(ay.abs())
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let (matrix, opacity) = matrix(params, context.size);
    let opacity = opacity as f32;
    if matrix == Affine::IDENTITY {
        for pixel in &mut picture.pixels {
            *pixel = pixel.map(|c| c * opacity);
        }
        return;
    }
    if matrix.determinant().abs() < 1e-12 || !matrix.is_finite() {
        picture.pixels.fill([0.0; 4]);
        return;
    }
    let inverse = matrix.inverse();
    let source = picture.clone();
    map_places(picture, |x, y, pixel| {
        let [px, py] = context.layer_point(x, y);
        let from = inverse * kurbo::Point::new(px, py);
        let [sx, sy] = context.picture_point([from.x, from.y]);
        *pixel = sample(&source, sx, sy).map(|c| c * opacity);
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    fn transform(
        anchor: [f64; 2],
        position: [f64; 2],
        scale: f64,
        rotation: f64,
        opacity: f64,
    ) -> crate::Pixmap {
        let call = call(
            "ADBE Geometry2",
            &[
                (1, &anchor),
                (2, &position),
                (11, &[1.0]),
                (3, &[scale]),
                (4, &[7.0]),
                (5, &[0.0]),
                (6, &[0.0]),
                (7, &[rotation]),
                (8, &[opacity]),
            ],
        );
        run(&call, dot(11, 11, 6, 5, [1.0; 4]))
    }

    #[test]
    fn a_quarter_turn_about_the_anchor() {
        let out = transform([5.5, 5.5], [5.5, 5.5], 100.0, 90.0, 50.0);
        assert_near(out.get(5, 6), [0.5; 4], 1e-5);
        assert_near(out.get(6, 5), [0.0; 4], 1e-5);
    }

    #[test]
    fn position_moves_the_anchor_there() {
        let out = transform([0.0, 0.0], [2.0, -3.0], 100.0, 0.0, 100.0);
        assert_near(out.get(8, 2), [1.0; 4], 1e-5);
    }

    #[test]
    fn uniform_scale_takes_the_height() {
        let out = transform([6.5, 5.5], [6.5, 5.5], 300.0, 0.0, 100.0);
        assert_near(out.get(6, 5), [1.0; 4], 1e-5);
        assert_near(out.get(5, 5), [2.0 / 3.0; 4], 1e-5);
        assert_near(out.get(6, 7), [1.0 / 3.0; 4], 1e-5);
    }
}
