//! Deterministic mathematics: the only transcendental functions the project calls.
//!
//! They are `libm`'s software versions, so every machine, thread and build gives the same bits. The expression
//! engine installs these same functions as `Math.*`.

pub mod lanes;

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident => $libm:ident),* $(,)?) => {
        $($(#[$doc])* #[must_use] #[inline] pub fn $name(x: f64) -> f64 { libm::$libm(x) })*
    };
}

unary! {
    /// Sine of radians.
    sin => sin,
    /// Cosine of radians.
    cos => cos,
    /// Tangent of radians.
    tan => tan,
    /// Arc sine in radians; NaN outside -1..1.
    asin => asin,
    /// Arc cosine in radians; NaN outside -1..1.
    acos => acos,
    /// Arc tangent in radians.
    atan => atan,
    /// Hyperbolic sine.
    sinh => sinh,
    /// Hyperbolic cosine.
    cosh => cosh,
    /// Hyperbolic tangent.
    tanh => tanh,
    /// Inverse hyperbolic sine.
    asinh => asinh,
    /// Inverse hyperbolic cosine; NaN below 1.
    acosh => acosh,
    /// Inverse hyperbolic tangent; NaN outside -1..1.
    atanh => atanh,
    /// e to the `x`.
    exp => exp,
    /// e to the `x`, minus 1, precise near 0.
    expm1 => expm1,
    /// Natural logarithm; NaN below 0.
    ln => log,
    /// Natural logarithm of `1 + x`, precise near 0.
    ln_1p => log1p,
    /// Logarithm to base 2.
    log2 => log2,
    /// Logarithm to base 10.
    log10 => log10,
    /// Cube root.
    cbrt => cbrt,
}

/// Angle of the point `(x, y)` in radians, -π..π.
#[must_use]
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// `base` to the `exponent`, with ECMAScript's rule that ±1 to an infinite power is NaN.
#[must_use]
pub fn pow(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return f64::NAN;
    }
    libm::pow(base, exponent)
}

/// Below this a quotient has 21 bits: with the 31 of a short divisor the product is exact.
const FEW: f64 = 2_097_152.0;

/// The bits that a short divisor does not have.
const SHORT: u64 = (1 << 22) - 1;

/// What is left of `a` after division by `b`, with the sign of `a`: JavaScript's `%`, exact.
///
/// NaN when either is NaN, `a` is infinite or `b` is 0.
#[must_use]
#[inline]
pub fn remainder(a: f64, b: f64) -> f64 {
    let (x, y) = (a.abs(), b.abs());
    if x < y {
        return a;
    }
    let quotient = x / y;
    if quotient < FEW && b.to_bits() & SHORT == 0 && y > f64::MIN_POSITIVE {
        #[expect(clippy::cast_possible_truncation, reason = "below 2^21; sooner than a call of trunc")]
        let quotient = f64::from(quotient as i32);
        // The quotient may have been rounded up to a whole number: then it is one too many.
        let left = x - quotient * y;
        return (if left < 0.0 { left + y } else { left }).copysign(a);
    }
    a % b
}

/// Length of the vector `(x, y)` without overflow in between.
#[must_use]
#[inline]
pub fn hypot(x: f64, y: f64) -> f64 {
    libm::hypot(x, y)
}

/// Euclidean length of any number of components; 0 for none.
#[must_use]
pub fn length(components: &[f64]) -> f64 {
    match components {
        [] => 0.0,
        [x] => x.abs(),
        [x, y] => hypot(*x, *y),
        more => more.iter().map(|x| x * x).sum::<f64>().sqrt(),
    }
}

/// Sine of degrees, exact at multiples of 90.
#[must_use]
pub fn sin_degrees(degrees: f64) -> f64 {
    let turn = degrees % 360.0;
    match turn {
        0.0 | 180.0 | -180.0 => 0.0,
        90.0 | -270.0 => 1.0,
        270.0 | -90.0 => -1.0,
        _ => sin(turn.to_radians()),
    }
}

/// Cosine of degrees, exact at multiples of 90.
#[must_use]
pub fn cos_degrees(degrees: f64) -> f64 {
    let turn = degrees % 360.0;
    match turn {
        0.0 => 1.0,
        90.0 | 270.0 | -90.0 | -270.0 => 0.0,
        180.0 | -180.0 => -1.0,
        _ => cos(turn.to_radians()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remainder_is_that_of_the_machine_to_the_bit() {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 11
        };
        let special = [0.0, -0.0, 1.0, 2.0, -3.0, 0.1, 0.5, 1e300, 1e-300, 5e-324, f64::INFINITY, f64::NAN];
        for a in special {
            for b in special {
                let (fast, slow) = (remainder(a, b), a % b);
                assert!(fast.to_bits() == slow.to_bits() || (fast.is_nan() && slow.is_nan()), "{a} % {b}");
            }
        }
        for _ in 0..200_000 {
            #[expect(clippy::cast_precision_loss, reason = "any numbers")]
            let (n, m, p) = (next() as f64, (next() % 64 + 1) as f64, (next() % 1000) as f64);
            for (a, b) in [(n / 1e13, m), (m * p, m / 8.0), (n / 1e16 * m, m / 16.0), (p / 10.0, m / 10.0)] {
                // Just below, at and above a multiple.
                for a in [a, f64::from_bits(a.to_bits().saturating_sub(1)), -a] {
                    assert_eq!(remainder(a, b).to_bits(), (a % b).to_bits(), "{a} % {b}");
                }
            }
        }
    }

    #[test]
    fn right_angles_are_exact() {
        for k in -8..=8 {
            let degrees = 90.0 * f64::from(k);
            assert_eq!(sin_degrees(degrees).abs() + cos_degrees(degrees).abs(), 1.0);
        }
    }

    #[test]
    fn powers_follow_ecmascript() {
        assert!(pow(1.0, f64::NAN).is_nan());
        assert!(pow(-1.0, f64::INFINITY).is_nan());
        assert_eq!(pow(f64::NAN, 0.0), 1.0);
        assert_eq!(pow(2.0, 10.0), 1024.0);
    }
}
