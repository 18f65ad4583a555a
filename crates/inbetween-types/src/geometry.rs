//! 4 × 4 matrices for layer spaces.

use crate::math;

/// A row-major 4 × 4 matrix acting on column vectors; AE's axes: x right, y down, z away from the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat4(pub [[f64; 4]; 4]);

impl Mat4 {
    /// The identity.
    pub const IDENTITY: Self =
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]);

    /// Moves by `(x, y, z)` pixels.
    #[must_use]
    pub fn translation(x: f64, y: f64, z: f64) -> Self {
        Self([[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z], [0.0, 0.0, 0.0, 1.0]])
    }

    /// Scales by factors (1 = unchanged).
    #[must_use]
    pub fn scaling(x: f64, y: f64, z: f64) -> Self {
        Self([[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0], [0.0, 0.0, 0.0, 1.0]])
    }

    /// Turns about the x axis by degrees, y towards z.
    #[must_use]
    pub fn rotation_x(degrees: f64) -> Self {
        let (s, c) = (math::sin_degrees(degrees), math::cos_degrees(degrees));
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, c, -s, 0.0], [0.0, s, c, 0.0], [0.0, 0.0, 0.0, 1.0]])
    }

    /// Turns about the y axis by degrees, z towards x.
    #[must_use]
    pub fn rotation_y(degrees: f64) -> Self {
        let (s, c) = (math::sin_degrees(degrees), math::cos_degrees(degrees));
        Self([[c, 0.0, s, 0.0], [0.0, 1.0, 0.0, 0.0], [-s, 0.0, c, 0.0], [0.0, 0.0, 0.0, 1.0]])
    }

    /// Turns about the z axis by degrees, x towards y (clockwise on screen).
    #[must_use]
    pub fn rotation_z(degrees: f64) -> Self {
        let (s, c) = (math::sin_degrees(degrees), math::cos_degrees(degrees));
        Self([[c, -s, 0.0, 0.0], [s, c, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
    }

    /// `self * other`: `other` acts first.
    #[must_use]
    pub fn then_after(&self, other: &Self) -> Self {
        let [b0, b1, b2, b3] = &other.0;
        Self(self.0.map(|[x, y, z, w]| {
            let mut row = [0.0; 4];
            for ((((cell, a), b), c), d) in row.iter_mut().zip(b0).zip(b1).zip(b2).zip(b3) {
                *cell = x * a + y * b + z * c + w * d;
            }
            row
        }))
    }

    /// The determinant of the linear part: below 0 it mirrors, 0 flattens.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _], _] = self.0;
        a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    }

    /// The image of `(x, y, z, w)`.
    #[must_use]
    pub fn apply4(&self, v: [f64; 4]) -> [f64; 4] {
        let [x, y, z, w] = v;
        self.0.map(|[a, b, c, d]| a * x + b * y + c * z + d * w)
    }

    /// The image of a point (affine matrices).
    #[must_use]
    pub fn apply(&self, point: [f64; 3]) -> [f64; 3] {
        let [x, y, z, _] = self.apply4([point[0], point[1], point[2], 1.0]);
        [x, y, z]
    }

    /// The image of a direction: translation does not count.
    #[must_use]
    pub fn apply_vector(&self, vector: [f64; 3]) -> [f64; 3] {
        let [x, y, z, _] = self.apply4([vector[0], vector[1], vector[2], 0.0]);
        [x, y, z]
    }

    /// The inverse, or `None` when the matrix flattens space (a scale of zero).
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        // Gauss-Jordan with partial pivoting on [self | identity].
        let mut rows: [[f64; 8]; 4] = [[0.0; 8]; 4];
        for (row, (a, b)) in rows.iter_mut().zip(self.0.iter().zip(&Self::IDENTITY.0)) {
            for (cell, value) in row.iter_mut().zip(a.iter().chain(b)) {
                *cell = *value;
            }
        }
        for column in 0..4 {
            let pivot = (column..4).max_by(|&i, &j| {
                let size = |k: usize| rows.get(k).and_then(|r| r.get(column)).map_or(0.0, |x| x.abs());
                size(i).total_cmp(&size(j))
            })?;
            rows.swap(column, pivot);
            let mut pivot_row = *rows.get(column)?;
            let head = *pivot_row.get(column)?;
            if !head.is_finite() || head.abs() < 1e-300 {
                return None;
            }
            for cell in &mut pivot_row {
                *cell /= head;
            }
            for (index, row) in rows.iter_mut().enumerate() {
                if index == column {
                    *row = pivot_row;
                } else {
                    let factor = row.get(column).copied().unwrap_or(0.0);
                    for (cell, p) in row.iter_mut().zip(&pivot_row) {
                        *cell -= factor * p;
                    }
                }
            }
        }
        let mut out = Self::IDENTITY;
        for (target, row) in out.0.iter_mut().zip(&rows) {
            for (cell, value) in target.iter_mut().zip(row.iter().skip(4)) {
                *cell = *value;
            }
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_undoes() {
        let m = Mat4::translation(5.0, -7.0, 11.0)
            .then_after(&Mat4::rotation_x(33.0))
            .then_after(&Mat4::rotation_y(-72.0))
            .then_after(&Mat4::rotation_z(12.0))
            .then_after(&Mat4::scaling(2.0, 0.5, -3.0));
        let back = m.inverse().unwrap().apply(m.apply([1.0, 2.0, 3.0]));
        for (a, b) in back.iter().zip([1.0, 2.0, 3.0]) {
            assert!((a - b).abs() < 1e-12);
        }
    }

    #[test]
    fn flat_space_has_no_inverse() {
        assert_eq!(Mat4::scaling(1.0, 0.0, 1.0).inverse(), None);
    }

    #[test]
    fn rotation_z_is_clockwise_on_screen() {
        assert_eq!(Mat4::rotation_z(90.0).apply([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]);
    }
}
