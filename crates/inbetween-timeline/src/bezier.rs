//! The unit cubic Bézier from (0, 0) to (1, 1) that eases a segment between two keys.
//!
//! One solver serves the evaluation of keyframes and the fitting of baked ones, so that both agree bit for bit.

/// The curve parameter, 0..=1, at which the unit Bézier with inner x coordinates `x1` and `x2` passes `x`.
///
/// `x1` and `x2` are clamped to 0..=1 (AE's influences cannot leave it), which makes the curve monotone in x, so
/// the answer is unique. `x` outside 0..=1, NaN included, gives the nearest end (NaN: 0).
#[must_use]
pub fn unit_bezier_parameter(x1: f64, x2: f64, x: f64) -> f64 {
    if x >= 1.0 {
        return 1.0;
    }
    if x > 0.5 {
        // Mirrored, so that a curve that arrives vertically keeps its relative precision at the far end.
        return 1.0 - lower_half(clamp_unit(1.0 - x2), clamp_unit(1.0 - x1), 1.0 - x);
    }
    if x > 0.0 { lower_half(clamp_unit(x1), clamp_unit(x2), x) } else { 0.0 }
}

/// The value at `x` of the unit Bézier with inner control points `out` and `into`, each `[x, y]`.
///
/// `x` outside 0..=1 gives the nearest end value; NaN gives 0. The x of the handles is clamped to 0..=1; y is free.
/// Handles that are not finite give the straight line.
#[must_use]
pub fn unit_bezier(out: [f64; 2], into: [f64; 2], x: f64) -> f64 {
    if x >= 1.0 {
        return 1.0;
    }
    if x <= 0.0 || x.is_nan() {
        return 0.0;
    }
    if !out.iter().chain(&into).all(|n| n.is_finite()) {
        return x;
    }
    let [x1, y1] = [clamp_unit(out[0]), out[1]];
    let [x2, y2] = [clamp_unit(into[0]), into[1]];
    if x1 == y1 && x2 == y2 {
        return x;
    }
    at(y1, y2, unit_bezier_parameter(x1, x2, x))
}

/// Slope dy/dx of the unit Bézier at `x` in 0..=1 (clamped), on the right-hand side where it has a corner.
///
/// Infinite (with its sign) where the curve is vertical; at an end whose handle has no length, the slope is that
/// towards the next distinct control point.
#[must_use]
pub fn unit_bezier_slope(out: [f64; 2], into: [f64; 2], x: f64) -> f64 {
    let finite = out.iter().chain(&into).all(|n| n.is_finite());
    if !finite {
        return 1.0;
    }
    let [x1, y1] = [clamp_unit(out[0]), out[1]];
    let [x2, y2] = [clamp_unit(into[0]), into[1]];
    let s = unit_bezier_parameter(x1, x2, x);
    let first = |a: f64, b: f64| {
        let r = 1.0 - s;
        3.0 * (r * r * a + 2.0 * r * s * (b - a) + s * s * (1.0 - b))
    };
    let (dx, dy) = (first(x1, x2), first(y1, y2));
    if dx.abs() > 1e-12 {
        return dy / dx;
    }
    if dy.abs() > 1e-12 {
        return dy / dx.max(0.0);
    }
    // A handle without length: the second derivative decides, then the third (a straight line from end to end).
    let second = |a: f64, b: f64| 6.0 * ((1.0 - s) * (b - 2.0 * a) + s * (1.0 - 2.0 * b + a));
    let (dx, dy) = (second(x1, x2), second(y1, y2));
    if dx.abs() > 1e-12 {
        dy / dx
    } else if dy.abs() > 1e-12 {
        dy * f64::INFINITY
    } else {
        1.0
    }
}

/// A coordinate of the unit Bézier with inner coordinates `a` and `b` at parameter `s`.
#[must_use]
pub fn at(a: f64, b: f64, s: f64) -> f64 {
    let r = 1.0 - s;
    3.0 * r * r * s * a + 3.0 * r * s * s * b + s * s * s
}

fn clamp_unit(x: f64) -> f64 {
    if x >= 1.0 {
        1.0
    } else if x > 0.0 {
        x
    } else {
        0.0
    }
}

/// Solves for `0 < x <= 0.5` with `x1` and `x2` in 0..=1.
fn lower_half(x1: f64, x2: f64, x: f64) -> f64 {
    // x(s) = ((a s + b) s + c) s
    let a = 3.0 * (x1 - x2) + 1.0;
    let b = 3.0 * (x2 - 2.0 * x1);
    let c = 3.0 * x1;
    // Around an inflection inside the curve the polynomial is written about that point: there x may be flat
    // (100 % against 100 %), and only differences from it keep their precision.
    let bend = -b / (3.0 * a);
    if bend > 0.0 && bend < 1.0 {
        let p = c / a - 3.0 * bend * bend;
        let x_bend = bend * (c + bend * (b + bend * a));
        let goal = (x - x_bend) / a;
        return bend + bracketed(-bend, 1.0 - bend, |u| (u * (p + u * u) - goal, p + 3.0 * u * u), a > 0.0);
    }
    bracketed(0.0, 1.0, |s| (s * (c + s * (b + s * a)) - x, c + s * (2.0 * b + s * 3.0 * a)), true)
}

/// Root of a monotone function between `low` and `high`: Newton steps that never leave the bracket, and bisection
/// where they would not help. Ends when neither can move any more.
fn bracketed(mut low: f64, mut high: f64, f: impl Fn(f64) -> (f64, f64), rising: bool) -> f64 {
    let mut s = 0.5 * (low + high);
    let mut before = high - low;
    for _ in 0..200 {
        let (value, slope) = f(s);
        if value == 0.0 {
            return s;
        }
        if (value < 0.0) == rising {
            low = s;
        } else {
            high = s;
        }
        let newton = s - value / slope;
        let step = (newton - s).abs();
        // A step of a few units in the last place: rounding is all that is left.
        let least = 1e-18 + 4e-16 * s.abs();
        if step <= least || high - low <= least {
            return s;
        }
        let next =
            if newton > low && newton < high && step <= 0.5 * before { newton } else { 0.5 * (low + high) };
        before = (next - s).abs();
        s = next;
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;
    use inbetween_types::math;

    #[test]
    fn the_solver_inverts_the_curve_to_twelve_digits() {
        let steps = [0.0, 0.001, 0.1, 1.0 / 6.0, 1.0 / 3.0, 0.5, 0.75, 0.99, 1.0];
        for x1 in steps {
            for x2 in steps {
                for i in 1..400 {
                    let x = f64::from(i) / 400.0;
                    let s = unit_bezier_parameter(x1, x2, x);
                    assert!((0.0..=1.0).contains(&s));
                    assert!((at(x1, x2, s) - x).abs() < 1e-14, "{x1} {x2} {x}: {s}");
                }
            }
        }
    }

    #[test]
    fn full_influence_on_both_sides_is_the_cube_root() {
        // x - 1/2 = 4 (s - 1/2)^3 in closed form.
        for exponent in 0..16 {
            let d = 0.4 * math::pow(10.0, -f64::from(exponent));
            for x in [0.5 - d, 0.5 + d] {
                let exact = 0.5 + math::cbrt((x - 0.5) / 4.0);
                let s = unit_bezier_parameter(1.0, 0.0, x);
                assert!((s - exact).abs() < 1e-12, "{x}: {s} {exact}");
            }
        }
    }

    #[test]
    fn a_vertical_start_and_arrival_keep_their_precision() {
        // x1 = x2 = 0: x = s^3. x1 = x2 = 1: x = 1 - (1-s)^3.
        for exponent in 1..15 {
            let x = math::pow(10.0, -f64::from(exponent));
            let s = unit_bezier_parameter(0.0, 0.0, x);
            assert!((s / math::cbrt(x) - 1.0).abs() < 1e-14);
            let s = unit_bezier_parameter(1.0, 1.0, 1.0 - x);
            assert!((s - (1.0 - math::cbrt(1.0 - (1.0 - x)))).abs() < 1e-13);
        }
    }

    #[test]
    fn thirds_are_smoothstep() {
        for i in 0..=100 {
            let x = f64::from(i) / 100.0;
            let y = unit_bezier([1.0 / 3.0, 0.0], [2.0 / 3.0, 1.0], x);
            assert!((y - x * x * (3.0 - 2.0 * x)).abs() < 1e-14);
        }
    }

    #[test]
    fn the_diagonal_is_exact() {
        assert_eq!(unit_bezier([0.3, 0.3], [0.7, 0.7], 0.123), 0.123);
        assert_eq!(unit_bezier([f64::NAN, 0.0], [0.7, 0.7], 0.25), 0.25);
    }

    #[test]
    fn ends_and_nonsense() {
        let (out, into) = ([1.0, 3.0], [0.0, -2.0]);
        assert_eq!(unit_bezier(out, into, -1.0), 0.0);
        assert_eq!(unit_bezier(out, into, f64::NAN), 0.0);
        assert_eq!(unit_bezier(out, into, 1.0), 1.0);
        // Handles beyond 0..=1 act as if clamped.
        assert_eq!(unit_bezier([1.7, 0.2], [-3.0, 1.0], 0.3), unit_bezier([1.0, 0.2], [0.0, 1.0], 0.3));
        assert!(unit_bezier([2.0, 2.0], [-1.0, -1.0], 0.3).is_finite());
    }

    #[test]
    fn slopes() {
        let thirds = ([1.0 / 3.0, 0.0], [2.0 / 3.0, 1.0]);
        assert!((unit_bezier_slope(thirds.0, thirds.1, 0.5) - 1.5).abs() < 1e-12);
        assert!(unit_bezier_slope(thirds.0, thirds.1, 0.0).abs() < 1e-12);
        assert_eq!(unit_bezier_slope([0.0, 0.0], [1.0, 1.0], 0.0), 1.0);
        assert_eq!(unit_bezier_slope([0.0, 0.5], [1.0, 1.0], 0.0), f64::INFINITY);
        // A handle without length looks towards the next control point.
        assert!((unit_bezier_slope([0.0, 0.0], [0.5, 1.0], 0.0) - 2.0).abs() < 1e-12);
    }
}
