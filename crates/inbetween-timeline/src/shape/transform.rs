//! Transforms of shape groups.

use super::Reader;
use crate::NodeRef;
use inbetween_expr::Fault;
use inbetween_types::math;
use kurbo::Affine;

/// The transform of a shape group: group coordinates → those of the group around it.
pub(crate) fn affine(reader: &mut Reader<'_>, transform: NodeRef) -> Result<Affine, Fault> {
    let anchor = reader.point(transform, "ADBE Vector Anchor", [0.0; 2])?;
    let position = reader.point(transform, "ADBE Vector Position", [0.0; 2])?;
    let scale = reader.point(transform, "ADBE Vector Scale", [100.0; 2])?;
    let rotation = reader.number(transform, "ADBE Vector Rotation", 0.0)?;
    let skew = reader.number(transform, "ADBE Vector Skew", 0.0)?;
    let axis = reader.number(transform, "ADBE Vector Skew Axis", 0.0)?;
    Ok(Affine::translate((position[0], position[1]))
        * turn(rotation)
        * skewed(skew, axis)
        * Affine::scale_non_uniform(scale[0] / 100.0, scale[1] / 100.0)
        * Affine::translate((-anchor[0], -anchor[1])))
}

/// A turn by degrees, clockwise on screen.
pub(crate) fn turn(degrees: f64) -> Affine {
    let (s, c) = (math::sin_degrees(degrees), math::cos_degrees(degrees));
    Affine::new([c, s, -s, c, 0.0, 0.0])
}

/// A skew by degrees along an axis: positive leans the top to the right for axis 0, as in AE.
pub(crate) fn skewed(degrees: f64, axis: f64) -> Affine {
    if degrees == 0.0 {
        return Affine::IDENTITY;
    }
    let lean = Affine::new([1.0, 0.0, -math::tan(degrees.clamp(-89.9, 89.9).to_radians()), 1.0, 0.0, 0.0]);
    turn(-axis) * lean * turn(axis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_skew_axis_turns_against_the_clock() {
        // As After Effects' own SVG of such a group says: rotate(-45) skewX(-45) rotate(45).
        let want = turn(-45.0) * Affine::new([1.0, 0.0, -1.0, 1.0, 0.0, 0.0]) * turn(45.0);
        let got = skewed(45.0, 45.0);
        for (a, b) in got.as_coeffs().iter().zip(want.as_coeffs()) {
            assert!((a - b).abs() < 1e-12);
        }
    }
}
