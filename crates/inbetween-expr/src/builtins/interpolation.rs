//! `linear`, `ease`, `easeIn`, `easeOut`.
//!
//! `t <= tMin` gives `value1`, `t >= tMax` gives `value2`; without `tMin` and `tMax` they are 0 and 1. Bounds in
//! reverse order are put in order and the values stay where they are, so `linear(t, 2, 0, a, b)` is
//! `linear(t, 0, 2, a, b)`; equal bounds make a step.

use super::Call;
use super::arguments::Numbers;
use crate::{Fault, Item};

/// The curves between the two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Curve {
    Linear,
    Ease,
    EaseIn,
    EaseOut,
}

impl Curve {
    #[inline]
    fn at(self, x: f64) -> f64 {
        match self {
            Self::Linear => x,
            Self::Ease => x * x * (3.0 - 2.0 * x),
            Self::EaseIn => one_sided(x),
            Self::EaseOut => 1.0 - one_sided(1.0 - x),
        }
    }
}

/// `linear(…)`.
pub(super) fn linear(call: &mut Call<'_>) -> Result<Item, Fault> {
    interpolate(call, "linear", Curve::Linear)
}

/// `ease(…)`: no speed at either end. 33.3 % influence on both sides is exactly 3x² - 2x³.
pub(super) fn ease(call: &mut Call<'_>) -> Result<Item, Fault> {
    interpolate(call, "ease", Curve::Ease)
}

/// `easeIn(…)`: no speed at `tMin`, a linear arrival at `tMax`.
pub(super) fn ease_in(call: &mut Call<'_>) -> Result<Item, Fault> {
    interpolate(call, "easeIn", Curve::EaseIn)
}

/// `easeOut(…)`: a linear departure from `tMin`, no speed at `tMax`.
pub(super) fn ease_out(call: &mut Call<'_>) -> Result<Item, Fault> {
    interpolate(call, "easeOut", Curve::EaseOut)
}

/// The curve between an eased key (33.3 % influence) and a linear one (16.7 %): the unit Bézier with handles
/// (1/3, 0) and (5/6, 5/6). Its x is `s + s²/2 - s³/2`, its y `(5 s² - 3 s³)/2`.
fn one_sided(x: f64) -> f64 {
    // Newton from s = x: the slope of x(s) lies within 1/2..7/6, so ten steps reach the last bit.
    let mut s = x;
    for _ in 0..10 {
        s -= (s * (1.0 + 0.5 * s * (1.0 - s)) - x) / (1.0 + s * (1.0 - 1.5 * s));
    }
    0.5 * s * s * (5.0 - 3.0 * s)
}

fn interpolate(call: &Call<'_>, function: &str, curve: Curve) -> Result<Item, Fault> {
    let short = call.argument(3).is_none() && call.argument(4).is_none();
    let t = call.number(function, 0, "t")?;
    let (low, high, first) = if short {
        (0.0, 1.0, 1)
    } else {
        (call.number(function, 1, "tMin")?, call.number(function, 2, "tMax")?, 3)
    };
    let a = call.numbers(function, first, "value1")?;
    let b = call.numbers(function, first + 1, "value2")?;
    Ok(mix(curve, t, low, high, &a, &b).into_item())
}

/// What lies between two values where `t` lies between two bounds.
pub(crate) fn mix(curve: Curve, t: f64, low: f64, high: f64, a: &Numbers, b: &Numbers) -> Numbers {
    a.zip(b, blend(curve, t, low, high))
}

/// The same of two numbers.
#[inline]
pub(crate) fn mix_one(curve: Curve, t: f64, low: f64, high: f64, a: f64, b: f64) -> f64 {
    blend(curve, t, low, high)(a, b)
}

#[inline]
fn blend(curve: Curve, t: f64, low: f64, high: f64) -> impl Fn(f64, f64) -> f64 {
    let (low, high) = if low > high { (high, low) } else { (low, high) };
    let (before, after) = (t <= low, t >= high);
    let fraction = if before || after { 0.0 } else { curve.at((t - low) / (high - low)) };
    move |a, b| {
        if before {
            a
        } else if after {
            b
        } else {
            a + (b - a) * fraction
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::builtins::testing::{close, eval, fails, n, v};

    fn at(name: &str, numbers: &[f64]) -> f64 {
        eval(name, &numbers.iter().map(|&x| n(x)).collect::<Vec<_>>()).as_number().unwrap()
    }

    #[test]
    fn linear_is_clamped() {
        assert_eq!(at("linear", &[1.5, 0.0, 1.0, 0.0, 100.0]), 100.0);
        assert_eq!(at("linear", &[-1.0, 0.0, 1.0, 0.0, 100.0]), 0.0);
        assert_eq!(at("linear", &[1.5, 1.0, 3.0, 10.0, 50.0]), 20.0);
        assert_eq!(at("linear", &[0.25, 10.0, 20.0]), 12.5);
    }

    #[test]
    fn vectors_move_by_components() {
        assert_eq!(eval("linear", &[n(0.25), v(&[0.0, 0.0]), v(&[4.0, 8.0])]), v(&[1.0, 2.0]));
        assert_eq!(
            eval("easeOut", &[n(9.0), n(1.0), n(2.0), v(&[1.0, 2.0]), v(&[3.0, 4.0])]),
            v(&[3.0, 4.0])
        );
    }

    #[test]
    fn ease_is_smoothstep() {
        for i in 0..=20 {
            let x = f64::from(i) / 20.0;
            assert!((at("ease", &[x, 0.0, 1.0]) - x * x * (3.0 - 2.0 * x)).abs() < 1e-15);
        }
        assert_eq!(at("ease", &[0.5, 20.0, 40.0]), 30.0);
    }

    #[test]
    fn ease_in_starts_flat_arrives_linear_and_mirrors_ease_out() {
        let slope =
            |x: f64| (at("easeIn", &[x + 1e-6, 0.0, 1.0]) - at("easeIn", &[x - 1e-6, 0.0, 1.0])) / 2e-6;
        assert!(at("easeIn", &[1e-6, 0.0, 1.0]) < 1e-11);
        assert!((slope(1.0 - 1e-5) - 1.0).abs() < 1e-3);
        // A point of the curve: s = 1/2 gives x = 9/16, y = 7/16.
        assert!((at("easeIn", &[9.0 / 16.0, 0.0, 1.0]) - 7.0 / 16.0).abs() < 1e-15);
        for i in 0..=50 {
            let x = f64::from(i) / 50.0;
            let sum = at("ease_in", &[x, 0.0, 1.0]) + at("ease_out", &[1.0 - x, 0.0, 1.0]);
            assert!((sum - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn equal_bounds_are_a_step_and_never_nan() {
        for name in ["linear", "ease", "easeIn", "easeOut"] {
            assert_eq!(at(name, &[2.0, 2.0, 2.0, 10.0, 20.0]), 10.0);
            assert_eq!(at(name, &[1.9, 2.0, 2.0, 10.0, 20.0]), 10.0);
            assert_eq!(at(name, &[2.1, 2.0, 2.0, 10.0, 20.0]), 20.0);
        }
    }

    #[test]
    fn reversed_bounds_are_put_in_order() {
        for t in [-1.0, 0.5, 1.5, 3.0] {
            assert_eq!(at("linear", &[t, 2.0, 0.0, 10.0, 20.0]), at("linear", &[t, 0.0, 2.0, 10.0, 20.0]));
        }
    }

    #[test]
    fn nan_stays_nan_and_missing_values_are_named() {
        assert!(at("ease", &[f64::NAN, 0.0, 1.0]).is_nan());
        assert!(fails("linear", &[n(0.0), n(0.0)]).contains("value2"));
        assert!(fails("linear", &[n(0.0), n(0.0), n(1.0), n(1.0)]).contains("argument 5 (value2)"));
        close(&eval("linear", &[n(0.5), v(&[1.0]), v(&[3.0, 4.0])]), &[2.0, 2.0], 0.0);
    }
}
