//! Corner Pin: the layer's rectangle mapped onto a quadrilateral.
//!
//! Upper Left 0001, Upper Right 0002, Lower Left 0003, Lower Right 0004 in pixels of the layer. The map is the one
//! projective map that takes the four corners there.

use super::EffectContext;
use super::params::Params;
use super::pixel::{map_places, sample};
use crate::Pixmap;

pub(super) fn grow(params: &Params<'_>) -> f64 {
    // Where the layer ends is not known here: what lies left of and above its corner is exact, the rest bounded.
    let corners = [0, 1, 2, 3].map(|place| params.point(place, place + 1, [0.0; 2]));
    corners.iter().flatten().fold(0.0, |most: f64, c| most.max(-c)).clamp(256.0, 1024.0)
}

/// Row-major matrix of the projective map from the unit square (upper left, upper right, lower left, lower right).
fn from_square([[x0, y0], [x1, y1], [x3, y3], [x2, y2]]: [[f64; 2]; 4]) -> [[f64; 3]; 3] {
    let (dx1, dx2, dx3) = (x1 - x2, x3 - x2, x0 - x1 + x2 - x3);
    let (dy1, dy2, dy3) = (y1 - y2, y3 - y2, y0 - y1 + y2 - y3);
    let det = dx1 * dy2 - dx2 * dy1;
    let g = (dx3 * dy2 - dx2 * dy3) / det;
    let h = (dx1 * dy3 - dx3 * dy1) / det;
    [[x1 - x0 + g * x1, x3 - x0 + h * x3, x0], [y1 - y0 + g * y1, y3 - y0 + h * y3, y0], [g, h, 1.0]]
}

fn invert([[a, b, c], [d, e, f], [g, h, i]]: [[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let (p, q, r) = (e * i - f * h, f * g - d * i, d * h - e * g);
    let det = a * p + b * q + c * r;
    let rows = [
        [p, c * h - b * i, b * f - c * e],
        [q, a * i - c * g, c * d - a * f],
        [r, b * g - a * h, a * e - b * d],
    ];
    let inverse = rows.map(|row| row.map(|x| x / det));
    inverse.iter().flatten().all(|x| x.is_finite()).then_some(inverse)
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let [width, height] = context.size;
    let corners = [
        params.point(0, 1, [0.0, 0.0]),
        params.point(1, 2, [width, 0.0]),
        params.point(2, 3, [0.0, height]),
        params.point(3, 4, [width, height]),
    ];
    let Some(inverse) = invert(from_square(corners)) else {
        picture.pixels.fill([0.0; 4]);
        return;
    };
    let source = picture.clone();
    map_places(picture, |x, y, pixel| {
        let [px, py] = context.layer_point(x, y);
        let [u, v, w] = inverse.map(|[a, b, c]| a * px + b * py + c);
        *pixel = if w > 1e-12 {
            let [sx, sy] = context.picture_point([u / w * width, v / w * height]);
            sample(&source, sx, sy)
        } else {
            [0.0; 4]
        };
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn corners_land_where_they_are_pinned() {
        let pins = [[50.0, 30.0], [600.0, 0.0], [0.0, 360.0], [560.0, 330.0]];
        let matrix = from_square(pins);
        for ([u, v], [x, y]) in [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].into_iter().zip(pins) {
            let [px, py, w] = matrix.map(|[a, b, c]| a * u + b * v + c);
            assert!((px / w - x).abs() < 1e-9 && (py / w - y).abs() < 1e-9, "{u} {v}");
        }
    }

    #[test]
    fn swapped_corners_mirror_the_picture() {
        let call = call(
            "ADBE Corner Pin",
            &[(1, &[8.0, 0.0]), (2, &[0.0, 0.0]), (3, &[8.0, 6.0]), (4, &[0.0, 6.0])],
        );
        let out = run(&call, dot(8, 6, 1, 2, [1.0; 4]));
        assert_near(out.get(6, 2), [1.0; 4], 1e-5);
        assert_near(out.get(1, 2), [0.0; 4], 1e-5);
    }

    #[test]
    fn pins_on_the_corners_change_nothing() {
        let picture = dot(8, 6, 1, 2, [1.0; 4]);
        let out = run(&call("ADBE Corner Pin", &[]), picture.clone());
        for (a, b) in out.pixels.iter().zip(&picture.pixels) {
            assert_near(*a, *b, 1e-6);
        }
    }
}
