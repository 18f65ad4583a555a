//! Vector arithmetic, angles and `lookAt`.

use super::Call;
use super::arguments::{Numbers, bad};
use crate::{Fault, Item};
use inbetween_types::math;

/// `add(vec1, vec2)`.
pub(super) fn add(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (a, b) = (call.numbers("add", 0, "vec1")?, call.numbers("add", 1, "vec2")?);
    Ok(sum(&a, &b).into_item())
}

/// The sum of two vectors.
pub(crate) fn sum(a: &Numbers, b: &Numbers) -> Numbers {
    a.zip(b, |x, y| x + y)
}

/// `sub(vec1, vec2)`.
pub(super) fn sub(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (a, b) = (call.numbers("sub", 0, "vec1")?, call.numbers("sub", 1, "vec2")?);
    Ok(difference(&a, &b).into_item())
}

/// The difference of two vectors.
pub(crate) fn difference(a: &Numbers, b: &Numbers) -> Numbers {
    a.zip(b, |x, y| x - y)
}

/// `mul(vec, amount)`; the number may stand on either side, as with the `*` operator.
pub(super) fn mul(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (a, b) = (call.numbers("mul", 0, "vec")?, call.numbers("mul", 1, "amount")?);
    match (a.array, b.array) {
        (true, true) => Err(bad("mul: one of the arguments must be a number, both are arrays")
            .with_help("multiply component by component, or use dot() for the inner product")),
        (false, true) => Ok(b.map(|x| x * a.at(0)).into_item()),
        _ => Ok(a.map(|x| x * b.at(0)).into_item()),
    }
}

/// `div(vec, amount)`; a number divided by an array gives each quotient, which the reference leaves open.
pub(super) fn div(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (a, b) = (call.numbers("div", 0, "vec")?, call.numbers("div", 1, "amount")?);
    match (a.array, b.array) {
        (true, true) => Err(bad("div: argument 2 (amount) must be a number, both are arrays")
            .with_help("divide component by component")),
        (false, true) => Ok(b.map(|x| a.at(0) / x).into_item()),
        _ => Ok(a.map(|x| x / b.at(0)).into_item()),
    }
}

/// `clamp(value, limit1, limit2)`; the limits may come in either order, a lone number limits every component.
pub(super) fn clamp(call: &mut Call<'_>) -> Result<Item, Fault> {
    let value = call.numbers("clamp", 0, "value")?;
    let (a, b) = (call.numbers("clamp", 1, "limit1")?, call.numbers("clamp", 2, "limit2")?);
    Ok(clamped(&value, &a, &b).into_item())
}

/// A value kept between two limits.
pub(crate) fn clamped(value: &Numbers, a: &Numbers, b: &Numbers) -> Numbers {
    let limit = |limits: &Numbers, i: usize| limits.at(if limits.array { i } else { 0 });
    let list = value.list.iter().enumerate().map(|(i, &x)| {
        let (a, b) = (limit(a, i), limit(b, i));
        if x.is_nan() { x } else { x.max(a.min(b)).min(a.max(b)) }
    });
    Numbers { list: list.collect(), array: value.array }
}

/// `dot(vec1, vec2)`; missing components count as 0.
pub(super) fn dot(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (a, b) = (call.numbers("dot", 0, "vec1")?, call.numbers("dot", 1, "vec2")?);
    Ok(Item::Number(inner(&a, &b)))
}

/// The inner product of two vectors.
pub(crate) fn inner(a: &Numbers, b: &Numbers) -> f64 {
    a.zip(b, |x, y| x * y).list.iter().sum()
}

/// `cross(vec1, vec2)`: always three components; two-dimensional vectors lie in the plane z = 0.
pub(super) fn cross(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (a, b) = (call.numbers("cross", 0, "vec1")?, call.numbers("cross", 1, "vec2")?);
    for (index, (vector, name)) in [(&a, "vec1"), (&b, "vec2")].into_iter().enumerate() {
        if !(2..=3).contains(&vector.list.len()) {
            return Err(call.wrong("cross", index, name, "an array of 2 or 3 numbers"));
        }
    }
    Ok(Item::numbers(&[
        a.at(1) * b.at(2) - a.at(2) * b.at(1),
        a.at(2) * b.at(0) - a.at(0) * b.at(2),
        a.at(0) * b.at(1) - a.at(1) * b.at(0),
    ]))
}

/// `normalize(vec)`: `div(vec, length(vec))`, so a vector without length gives parts that are not finite.
pub(super) fn normalize(call: &mut Call<'_>) -> Result<Item, Fault> {
    let vector = call.numbers("normalize", 0, "vec")?;
    Ok(unit(&vector).into_item())
}

/// A vector divided by its length.
pub(crate) fn unit(vector: &Numbers) -> Numbers {
    let length = math::length(&vector.list);
    vector.map(|x| x / length)
}

/// `length(vec)`, `length(point1, point2)`.
pub(super) fn length(call: &mut Call<'_>) -> Result<Item, Fault> {
    let a = call.numbers("length", 0, "vec")?;
    let b = match call.argument(1) {
        Some(_) => Some(call.numbers("length", 1, "point2")?),
        None => None,
    };
    Ok(Item::Number(distance(&a, b.as_ref())))
}

/// The length of a vector, or its distance from another.
pub(crate) fn distance(a: &Numbers, b: Option<&Numbers>) -> f64 {
    match b {
        Some(b) => math::length(&b.zip(a, |x, y| x - y).list),
        None => math::length(&a.list),
    }
}

/// `lookAt(fromPoint, atPoint)`: orientation in degrees that points a layer's z axis along the direction, each
/// angle within -180..180.
pub(super) fn look_at(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (from, at) = (call.numbers("lookAt", 0, "fromPoint")?, call.numbers("lookAt", 1, "atPoint")?);
    let d = at.zip(&from, |x, y| x - y);
    let x = -math::atan2(d.at(1), d.at(2)).to_degrees() + 0.0;
    let y = math::atan2(d.at(0), math::hypot(d.at(1), d.at(2))).to_degrees();
    Ok(Item::numbers(&[x, y, 0.0]))
}

/// `degreesToRadians(degrees)`.
pub(super) fn degrees_to_radians(call: &mut Call<'_>) -> Result<Item, Fault> {
    Ok(Item::Number(call.number("degreesToRadians", 0, "degrees")?.to_radians()))
}

/// `radiansToDegrees(radians)`.
pub(super) fn radians_to_degrees(call: &mut Call<'_>) -> Result<Item, Fault> {
    Ok(Item::Number(call.number("radiansToDegrees", 0, "radians")?.to_degrees()))
}

#[cfg(test)]
mod tests {
    use crate::Item;
    use crate::builtins::testing::{close, eval, fails, n, v};

    #[test]
    fn missing_components_are_zero() {
        assert_eq!(eval("add", &[v(&[1.0, 2.0]), v(&[3.0, 4.0, 5.0])]), v(&[4.0, 6.0, 5.0]));
        assert_eq!(eval("sub", &[n(50.0), v(&[20.0, 7.0])]), v(&[30.0, -7.0]));
        assert_eq!(eval("add", &[n(2.0), n(3.0)]), n(5.0));
    }

    #[test]
    fn a_number_scales_every_component_from_either_side() {
        assert_eq!(eval("mul", &[v(&[1.0, 2.0]), n(4.0)]), v(&[4.0, 8.0]));
        assert_eq!(eval("mul", &[n(4.0), v(&[1.0, 2.0])]), v(&[4.0, 8.0]));
        assert_eq!(eval("div", &[v(&[9.0, 6.0]), n(3.0)]), v(&[3.0, 2.0]));
        assert_eq!(eval("div", &[n(6.0), v(&[1.0, 2.0])]), v(&[6.0, 3.0]));
    }

    #[test]
    fn arrays_are_not_multiplied_with_arrays() {
        assert!(fails("mul", &[v(&[1.0, 2.0]), v(&[3.0, 4.0])]).contains("mul"));
        assert!(fails("div", &[v(&[1.0, 2.0]), v(&[3.0, 4.0])]).contains("div"));
    }

    #[test]
    fn clamp_takes_its_limits_in_any_order() {
        assert_eq!(eval("clamp", &[n(12.0), n(10.0), n(0.0)]), n(10.0));
        assert_eq!(eval("clamp", &[v(&[-5.0, 7.0, 20.0]), n(0.0), n(10.0)]), v(&[0.0, 7.0, 10.0]));
        assert_eq!(eval("clamp", &[v(&[-5.0, 7.0]), v(&[-4.0, 0.0]), v(&[4.0, 5.0])]), v(&[-4.0, 5.0]));
    }

    #[test]
    fn products() {
        assert_eq!(eval("dot", &[v(&[1.0, 2.0, 3.0]), v(&[4.0, -5.0, 6.0])]), n(12.0));
        assert_eq!(eval("cross", &[v(&[0.0, 2.0, 0.0]), v(&[0.0, 0.0, 3.0])]), v(&[6.0, 0.0, 0.0]));
        assert_eq!(eval("cross", &[v(&[1.0, 0.0]), v(&[0.0, 1.0])]), v(&[0.0, 0.0, 1.0]));
    }

    #[test]
    fn lengths_and_distances() {
        assert_eq!(eval("length", &[v(&[3.0, 4.0, 12.0])]), n(13.0));
        assert_eq!(eval("length", &[v(&[1.0, 1.0]), v(&[4.0, 5.0])]), n(5.0));
        assert_eq!(eval("length", &[n(-3.0)]), n(3.0));
        assert_eq!(eval("normalize", &[v(&[3.0, 4.0])]), v(&[0.6, 0.8]));
        let Item::Array(parts) = eval("normalize", &[v(&[0.0, 0.0])]) else { panic!("an array") };
        assert!(parts.iter().all(|p| p.as_number().unwrap().is_nan()));
    }

    #[test]
    fn look_at_turns_the_z_axis_to_the_point() {
        close(&eval("lookAt", &[v(&[0.0; 3]), v(&[100.0, 0.0, 0.0])]), &[0.0, 90.0, 0.0], 1e-12);
        close(&eval("lookAt", &[v(&[0.0; 3]), v(&[0.0, 100.0, 100.0])]), &[-45.0, 0.0, 0.0], 1e-12);
        close(&eval("look_at", &[v(&[1.0, 2.0, 0.0]), v(&[1.0, 2.0, 9.0])]), &[0.0; 3], 0.0);
        // In full: the rotated axis is the direction.
        use inbetween_types::Mat4;
        let direction = [3.0, -4.0, -12.0];
        let angles = eval("lookAt", &[v(&[0.0; 3]), v(&direction)]).as_numbers().unwrap();
        let turned = Mat4::rotation_x(angles[0])
            .then_after(&Mat4::rotation_y(angles[1]))
            .then_after(&Mat4::rotation_z(angles[2]))
            .apply_vector([0.0, 0.0, 13.0]);
        for (a, b) in turned.iter().zip(direction) {
            assert!((a - b).abs() < 1e-9);
        }
    }

    #[test]
    fn angles() {
        close(&eval("degreesToRadians", &[n(180.0)]), &[std::f64::consts::PI], 1e-15);
        close(&eval("radians_to_degrees", &[n(std::f64::consts::PI)]), &[180.0], 1e-12);
    }

    #[test]
    fn faults_name_the_function_and_the_argument() {
        assert_eq!(
            fails("add", &[v(&[1.0])]),
            "add: argument 2 (vec2) is missing; it must be a number or an array of numbers"
        );
        assert_eq!(
            fails("degreesToRadians", &[Item::text("ninety")]),
            "degreesToRadians: argument 1 (degrees) must be a number, not a string"
        );
    }
}
