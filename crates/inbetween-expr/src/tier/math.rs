//! `Math.*`.

use inbetween_types::math;

/// A function of `Math`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MathFunction {
    Abs,
    Acos,
    Acosh,
    Asin,
    Asinh,
    Atan,
    Atanh,
    Atan2,
    Cbrt,
    Ceil,
    Cos,
    Cosh,
    Exp,
    Expm1,
    Floor,
    Hypot,
    Log,
    Log10,
    Log1p,
    Log2,
    Max,
    Min,
    Pow,
    Random,
    Round,
    Sign,
    Sin,
    Sinh,
    Sqrt,
    Tan,
    Tanh,
    Trunc,
}

impl MathFunction {
    /// The function with a name; `None` for those the tier leaves to the engine.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "abs" => Self::Abs,
            "acos" => Self::Acos,
            "acosh" => Self::Acosh,
            "asin" => Self::Asin,
            "asinh" => Self::Asinh,
            "atan" => Self::Atan,
            "atanh" => Self::Atanh,
            "atan2" => Self::Atan2,
            "cbrt" => Self::Cbrt,
            "ceil" => Self::Ceil,
            "cos" => Self::Cos,
            "cosh" => Self::Cosh,
            "exp" => Self::Exp,
            "expm1" => Self::Expm1,
            "floor" => Self::Floor,
            "hypot" => Self::Hypot,
            "log" => Self::Log,
            "log10" => Self::Log10,
            "log1p" => Self::Log1p,
            "log2" => Self::Log2,
            "max" => Self::Max,
            "min" => Self::Min,
            "pow" => Self::Pow,
            "random" => Self::Random,
            "round" => Self::Round,
            "sign" => Self::Sign,
            "sin" => Self::Sin,
            "sinh" => Self::Sinh,
            "sqrt" => Self::Sqrt,
            "tan" => Self::Tan,
            "tanh" => Self::Tanh,
            "trunc" => Self::Trunc,
            _ => return None,
        })
    }

    /// The value for numbers; missing ones are NaN, as `Number(undefined)` is. `Random` is not answered here.
    pub(super) fn apply(self, numbers: &[f64]) -> f64 {
        let x = numbers.first().copied().unwrap_or(f64::NAN);
        let y = || numbers.get(1).copied().unwrap_or(f64::NAN);
        match self {
            Self::Abs => x.abs(),
            Self::Acos => math::acos(x),
            Self::Acosh => math::acosh(x),
            Self::Asin => math::asin(x),
            Self::Asinh => math::asinh(x),
            Self::Atan => math::atan(x),
            Self::Atanh => math::atanh(x),
            Self::Atan2 => math::atan2(x, y()),
            Self::Cbrt => math::cbrt(x),
            Self::Ceil => x.ceil(),
            Self::Cos => math::cos(x),
            Self::Cosh => math::cosh(x),
            Self::Exp => math::exp(x),
            Self::Expm1 => math::expm1(x),
            Self::Floor => x.floor(),
            Self::Hypot => math::length(numbers),
            Self::Log => math::ln(x),
            Self::Log10 => math::log10(x),
            Self::Log1p => math::ln_1p(x),
            Self::Log2 => math::log2(x),
            Self::Max => numbers.iter().fold(f64::NEG_INFINITY, |a, b| larger(a, *b)),
            Self::Min => numbers.iter().fold(f64::INFINITY, |a, b| -larger(-a, -*b)),
            Self::Pow => math::pow(x, y()),
            Self::Random => f64::NAN,
            Self::Round => round(x),
            Self::Sign => {
                if x == 0.0 || x.is_nan() {
                    x
                } else {
                    x.signum()
                }
            }
            Self::Sin => math::sin(x),
            Self::Sinh => math::sinh(x),
            Self::Sqrt => x.sqrt(),
            Self::Tan => math::tan(x),
            Self::Tanh => math::tanh(x),
            Self::Trunc => x.trunc(),
        }
    }
}

/// The larger of two; NaN when either is; 0 is larger than -0.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == b {
        if a.is_sign_negative() { b } else { a }
    } else if a > b {
        a
    } else {
        b
    }
}

/// To the nearest whole number, halves up, -0 kept (ECMA-262, `Math.round`).
fn round(x: f64) -> f64 {
    let low = x.floor();
    let near = if x - low >= 0.5 { low + 1.0 } else { low };
    if near == 0.0 { near.abs().copysign(x) } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_up_and_zero_keeps_its_sign() {
        for (x, wanted) in [
            (0.5, 1.0),
            (-0.5, -0.0),
            (2.5, 3.0),
            (-2.5, -2.0),
            (0.499_999_999_999_999_94, 0.0),
            (-0.2, -0.0),
        ] {
            assert_eq!(round(x).to_bits(), f64::to_bits(wanted), "{x}");
        }
    }

    #[test]
    fn extremes_follow_ecmascript() {
        assert_eq!(MathFunction::Min.apply(&[0.0, -0.0]).to_bits(), (-0.0_f64).to_bits());
        assert_eq!(MathFunction::Max.apply(&[-0.0, 0.0]).to_bits(), 0.0_f64.to_bits());
        assert!(MathFunction::Max.apply(&[1.0, f64::NAN]).is_nan());
        assert_eq!(MathFunction::Max.apply(&[]), f64::NEG_INFINITY);
    }
}
