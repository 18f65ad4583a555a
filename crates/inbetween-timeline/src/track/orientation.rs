//! Orientation between keys: the shortest rotation, as AE turns it.

use inbetween_types::{Value, math};

type Quaternion = [f64; 4];

/// Orientation at `fraction` of the shortest rotation between two; the fraction may lie outside 0..1 and then
/// turns on. Angles in degrees, 0..360. The ends themselves come out as they were written.
pub(crate) fn between(from: &Value, to: &Value, fraction: f64) -> Value {
    if fraction == 0.0 {
        return from.clone();
    }
    if fraction == 1.0 {
        return to.clone();
    }
    let (a, b) = (quaternion(from), quaternion(to));
    let conjugate = [a[0], -a[1], -a[2], -a[3]];
    let mut turn = product(conjugate, b);
    if turn[0] < 0.0 {
        turn = turn.map(|n| -n);
    }
    let sine = math::length(&[turn[1], turn[2], turn[3]]);
    let half_angle = math::atan2(sine, turn[0]);
    let part = if sine < 1e-15 {
        [1.0, 0.0, 0.0, 0.0]
    } else {
        let (s, c) = (math::sin(half_angle * fraction), math::cos(half_angle * fraction));
        [c, turn[1] / sine * s, turn[2] / sine * s, turn[3] / sine * s]
    };
    angles(product(a, part))
}

/// X, then Y, then Z: the product of the three as matrices `Rx · Ry · Rz`.
fn quaternion(orientation: &Value) -> Quaternion {
    let half = |index: usize| {
        let radians = orientation.component(index).to_radians() / 2.0;
        (math::cos(radians), math::sin(radians))
    };
    let ((cx, sx), (cy, sy), (cz, sz)) = (half(0), half(1), half(2));
    product(product([cx, sx, 0.0, 0.0], [cy, 0.0, sy, 0.0]), [cz, 0.0, 0.0, sz])
}

fn product(a: Quaternion, b: Quaternion) -> Quaternion {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

fn angles([w, x, y, z]: Quaternion) -> Value {
    let r02 = (2.0 * (x * z + w * y)).clamp(-1.0, 1.0);
    let about_y = math::asin(r02);
    let (about_x, about_z) = if r02.abs() > 1.0 - 1e-12 {
        // Looking along the y turn's pole: x and z turn about one axis; give all of it to x.
        (math::atan2(2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + z * z)), 0.0)
    } else {
        (
            math::atan2(-2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)),
            math::atan2(-2.0 * (x * y - w * z), 1.0 - 2.0 * (y * y + z * z)),
        )
    };
    Value::vector(&[about_x, about_y, about_z].map(|radians| positive(radians.to_degrees())))
}

/// The same angle in 0..360; what rounds to a whole turn is 0.
fn positive(degrees: f64) -> f64 {
    let turned = if degrees < 0.0 { degrees + 360.0 } else { degrees };
    if turned >= 360.0 - 1e-12 { 0.0 } else { turned + 0.0 }
}
