//! Linear maps as a turn and a stretch.

use inbetween_types::{Mat4, math};

/// Three rows of three.
pub(super) type Mat3 = [[f64; 3]; 3];

pub(super) fn linear(m: &Mat4) -> Mat3 {
    let [a, b, c, _] = m.0;
    [[a[0], a[1], a[2]], [b[0], b[1], b[2]], [c[0], c[1], c[2]]]
}

pub(super) fn times(a: &Mat3, b: &Mat3) -> Mat3 {
    let columns = transposed(b);
    a.map(|row| columns.map(|column| dot(&row, &column)))
}

pub(super) fn transposed(m: &Mat3) -> Mat3 {
    let [a, b, c] = *m;
    [[a[0], b[0], c[0]], [a[1], b[1], c[1]], [a[2], b[2], c[2]]]
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn determinant(m: &Mat3) -> f64 {
    let [a, b, c] = m;
    dot(a, &cross(b, c))
}

/// A linear map as `turn · stretch`, the stretch along the axes of what it is applied to.
pub(super) struct Factors {
    /// A pure rotation.
    pub(super) turn: Mat3,
    /// Factors along x, y and z.
    pub(super) stretch: [f64; 3],
    /// How far from this form the map is, 0 for not at all: the part that would lean right angles.
    pub(super) lean: f64,
}

/// Factors a map. `signs` says which factors are to be negative where there is a choice. A map that leans is brought to
/// the nearest turn.
pub(super) fn factors(m: &Mat3, signs: [f64; 3]) -> Option<Factors> {
    let columns = transposed(m);
    let mut stretch = columns.map(|column| math::length(&column));
    if stretch.iter().any(|s| !s.is_finite() || *s < 1e-12) {
        return None;
    }
    let mut signs = signs.map(|sign| if sign < 0.0 { -1.0 } else { 1.0 });
    // A turn mirrors nothing, so the signs must say all of it.
    if (signs[0] * signs[1] * signs[2] < 0.0) != (determinant(m) < 0.0) {
        signs[2] = -signs[2];
        if is_flat(m) {
            // What lies in the plane is not mirrored through it.
            signs[2] = -signs[2];
            signs[1] = -signs[1];
        }
    }
    for (s, sign) in stretch.iter_mut().zip(signs) {
        *s *= sign;
    }
    let unit = scaled(&columns, &stretch);
    let [x, y, z] = &unit;
    let lean = dot(x, y).abs().max(dot(y, z).abs()).max(dot(x, z).abs());
    let mut turn = transposed(&unit);
    if lean > 1e-12 {
        turn = nearest_turn(turn)?;
        // The stretch that comes closest with that turn.
        let rest = times(&transposed(&turn), m);
        stretch = [rest[0][0], rest[1][1], rest[2][2]];
    }
    Some(Factors { turn, stretch, lean: if lean > 1e-9 { lean } else { 0.0 } })
}

fn scaled(columns: &Mat3, by: &[f64; 3]) -> Mat3 {
    let [x, y, z] = columns;
    [x.map(|n| n / by[0]), y.map(|n| n / by[1]), z.map(|n| n / by[2])]
}

/// Whether z stays z and nothing else reaches it.
pub(super) fn is_flat(m: &Mat3) -> bool {
    let [a, b, c] = m;
    a[2].abs() < 1e-12 && b[2].abs() < 1e-12 && c[0].abs() < 1e-12 && c[1].abs() < 1e-12
}

/// The rotation nearest to a map that mirrors nothing, by averaging with the inverse transposed until it stays.
fn nearest_turn(mut m: Mat3) -> Option<Mat3> {
    for _ in 0..60 {
        let size = determinant(&m);
        if size.abs() < 1e-12 {
            return None;
        }
        let [a, b, c] = &m;
        let inverse_transposed = [cross(b, c), cross(c, a), cross(a, b)].map(|row| row.map(|n| n / size));
        let mut moved: f64 = 0.0;
        for (row, other) in m.iter_mut().zip(&inverse_transposed) {
            for (cell, other) in row.iter_mut().zip(other) {
                let next = (*cell + other) / 2.0;
                moved = moved.max((next - *cell).abs());
                *cell = next;
            }
        }
        if moved < 1e-15 {
            break;
        }
    }
    Some(m)
}

/// The angles of Orientation, degrees in [0, 360): about x, y and z, z innermost.
pub(super) fn orientation(turn: &Mat3) -> [f64; 3] {
    let [a, b, c] = turn;
    let flat = math::hypot(a[0], a[1]);
    let (x, y, z) = if flat > 1e-9 {
        (math::atan2(-b[2], c[2]), math::atan2(a[2], flat), math::atan2(-a[1], a[0]))
    } else {
        // Straight up or down: x and z turn about one axis.
        (math::atan2(c[1], b[1]), math::atan2(a[2], flat), 0.0)
    };
    [x, y, z].map(|angle| {
        let degrees = super::value::tidy(angle.to_degrees());
        let turned = degrees - (degrees / 360.0).floor() * 360.0;
        if turned >= 360.0 || turned == 0.0 { 0.0 } else { super::value::tidy(turned) }
    })
}

/// The turn of an Orientation.
pub(super) fn of_orientation(v: [f64; 3]) -> Mat3 {
    linear(&Mat4::rotation_x(v[0]).then_after(&Mat4::rotation_y(v[1])).then_after(&Mat4::rotation_z(v[2])))
}
