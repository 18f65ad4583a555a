//! The same functions for many numbers at once, to the bit.
//!
//! A compiler makes vector instructions of loops without branches, so each function here takes the way that nearly all
//! numbers take in its scalar counterpart, for all of them, and marks the rest, which the counterpart then answers.
//! Every operation stands in the counterpart's order: rounding is the same.

use std::f64::consts::{FRAC_2_PI, LOG2_E};

// 1.5 times 2 to the 52: adding it rounds to a whole number, which then stands in the low bits.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// So many at once, that a rare number does not make all others slow.
const MANY: usize = 32;

/// Sine of radians, as [`super::sin`], in place.
pub fn sin(numbers: &mut [f64]) {
    all(numbers, |x| turn(x, 0), super::sin);
}

/// Cosine of radians, as [`super::cos`], in place.
pub fn cos(numbers: &mut [f64]) {
    all(numbers, |x| turn(x, 1), super::cos);
}

/// e to the power of each, as [`super::exp`], in place.
pub fn exp(numbers: &mut [f64]) {
    all(numbers, power, super::exp);
}

/// What is left of each of `numbers` after division by its neighbour in `divisors`, as [`super::remainder`], in place.
pub fn remainder<const N: usize>(numbers: &mut [f64; N], divisors: &[f64; N]) {
    let (groups, rest) = numbers.as_chunks_mut::<MANY>();
    let (by, rest_by) = divisors.as_chunks::<MANY>();
    for (group, by) in groups.iter_mut().zip(by) {
        let mut made = [0.0; MANY];
        for (made, (n, by)) in made.iter_mut().zip(group.iter().zip(by)) {
            let (is, n) = left(*n, *by);
            *made = pick(is, n, f64::NAN);
        }
        if any_nan(&made) {
            divide(&mut made, group, by);
        }
        *group = made;
    }
    for (n, by) in rest.iter_mut().zip(rest_by) {
        *n = super::remainder(*n, *by);
    }
}

/// What is left of those that are not numbers.
#[inline(never)]
fn divide(made: &mut [f64], of: &[f64], by: &[f64]) {
    for (made, (n, by)) in made.iter_mut().zip(of.iter().zip(by)) {
        if made.is_nan() {
            *made = super::remainder(*n, *by);
        }
    }
}

/// `quick` for all, and `sure` for those that `quick` is not certain of.
#[inline(always)]
fn all(numbers: &mut [f64], quick: impl Fn(f64) -> (bool, f64), sure: fn(f64) -> f64) {
    let (groups, rest) = numbers.as_chunks_mut::<MANY>();
    for group in groups {
        let mut made = [0.0; MANY];
        for (made, x) in made.iter_mut().zip(group.iter()) {
            let (is, n) = quick(*x);
            *made = pick(is, n, f64::NAN);
        }
        if any_nan(&made) {
            mend(&mut made, group, sure);
        }
        *group = made;
    }
    for x in rest {
        *x = sure(*x);
    }
}

#[inline(always)]
fn any_nan(made: &[f64; MANY]) -> bool {
    made.iter().fold(0, |any, n| any | mask(n.is_nan())) != 0
}

/// Computes those that are not numbers from `of`.
#[inline(never)]
fn mend(made: &mut [f64], of: &[f64], sure: fn(f64) -> f64) {
    for (made, x) in made.iter_mut().zip(of) {
        if made.is_nan() {
            *made = sure(*x);
        }
    }
}

/// All bits or none.
#[inline(always)]
fn mask(is: bool) -> u64 {
    0_u64.wrapping_sub(u64::from(is))
}

/// One of two numbers, without a branch.
#[inline(always)]
fn pick(is: bool, yes: f64, no: f64) -> f64 {
    blend(mask(is), yes, no)
}

#[inline(always)]
fn blend(mask: u64, yes: f64, no: f64) -> f64 {
    f64::from_bits((yes.to_bits() & mask) | (no.to_bits() & !mask))
}

/// Sine (`quarters` 0) or cosine (1): what is left after quarter turns are taken away, by the polynomial of sine or of
/// cosine. Constants and order are those of FreeBSD's msun, which `libm` follows.
#[inline(always)]
#[expect(clippy::excessive_precision, clippy::many_single_char_names, reason = "as in the source")]
fn turn(number: f64, quarters: u64) -> (bool, f64) {
    // A quarter turn: its first 33 bits, and the rest.
    const QUARTER: f64 = 1.570_796_326_734_125_614_17;
    const REST: f64 = 6.077_100_506_506_192_249_32e-11;
    // The next 33 bits, and the rest.
    const MORE: f64 = 6.077_100_506_303_965_976_60e-11;
    const MORE_REST: f64 = 2.022_266_248_795_950_631_54e-21;
    const SIN: [f64; 6] = [
        -1.666_666_666_666_663_243_48e-1,
        8.333_333_333_322_489_461_24e-3,
        -1.984_126_982_985_794_931_34e-4,
        2.755_731_370_707_006_767_89e-6,
        -2.505_076_025_340_686_341_95e-8,
        1.589_690_995_211_550_102_21e-10,
    ];
    const COS: [f64; 6] = [
        4.166_666_666_666_660_190_37e-2,
        -1.388_888_888_887_410_957_49e-3,
        2.480_158_728_947_672_941_78e-5,
        -2.755_731_435_139_066_330_35e-7,
        2.087_572_321_298_174_827_90e-9,
        -1.135_964_755_778_819_482_65e-11,
    ];
    let size = number.abs();
    let turns = number * FRAC_2_PI;
    let shifted = turns + WHOLE;
    let whole = shifted - WHOLE;
    let first = number - whole * QUARTER;
    let rest = whole * REST;
    let once = first - rest;
    // Where much of the number is gone, more bits of a quarter count.
    let more = first - whole * MORE;
    let more_rest = whole * MORE_REST - ((first - more) - whole * MORE);
    let exponent = |n: f64| (n.to_bits() >> 52) & 0x7FF;
    let gone = 0_u64.wrapping_sub(exponent(once).wrapping_add(16).wrapping_sub(exponent(number)) >> 63);
    let (first, rest) = (blend(gone, more, first), blend(gone, more_rest, rest));
    let x = first - rest;
    let y = (first - x) - rest;

    let z = x * x;
    let w = z * z;
    let v = z * x;
    let r = SIN[1] + z * (SIN[2] + z * SIN[3]) + z * w * (SIN[4] + z * SIN[5]);
    let plain = x + v * (SIN[0] + z * r);
    let mended = x - ((z * (0.5 * y - v * r) - y) - v * SIN[0]);
    // Below 2 to the -26 the sine is the number; else a zero would lose its sign.
    let sine = pick(whole == 0.0, pick(size < 1.490_116_119_384_765_625e-8, x, plain), mended);

    let r = z * (COS[0] + z * (COS[1] + z * COS[2])) + w * w * (COS[3] + z * (COS[4] + z * COS[5]));
    let half = 0.5 * z;
    let w = 1.0 - half;
    let cosine = w + (((1.0 - w) - half) + (z * r - x * y));

    let quarter = shifted.to_bits().wrapping_add(quarters);
    let made = blend(0_u64.wrapping_sub(quarter & 1), cosine, sine);
    let made = f64::from_bits(made.to_bits() ^ ((quarter & 2) << 62));
    // Not certain: far out, between two quarters, or so close to a quarter that still more bits of it count; within 9
    // eighths of a turn the counterpart does without the second step.
    let close = (whole == 0.0)
        | (once.abs() >= size * 3.051_757_812_5e-5)
        | ((size > 7.07) & (x.abs() >= size * 7.105_427_357_601_002e-15));
    let certain = (size < 1_647_099.0) & ((turns - whole).abs() < 0.499_99) & close;
    (certain, made)
}

/// e to a power: of the part within half a doubling by a rational function, and twice that so often.
#[inline(always)]
#[expect(clippy::excessive_precision, reason = "as in the source")]
fn power(x: f64) -> (bool, f64) {
    const DOUBLING: f64 = 6.931_471_803_691_238_164_90e-1;
    const REST: f64 = 1.908_214_929_270_587_700_02e-10;
    const P: [f64; 5] = [
        1.666_666_666_666_660_190_37e-1,
        -2.777_777_777_701_559_338_42e-3,
        6.613_756_321_437_934_361_17e-5,
        -1.653_390_220_546_525_153_90e-6,
        4.138_136_797_057_238_460_39e-8,
    ];
    // Half a doubling, three halves and 2 to the -28, as the first words of numbers are compared.
    const HALF: f64 = f64::from_bits(0x3FD6_2E43_0000_0000);
    const MORE: f64 = f64::from_bits(0x3FF0_A2B2_0000_0000);
    const TINY: f64 = f64::from_bits(0x3E30_0001_0000_0000);
    let size = x.abs();
    let one = 1.0_f64.copysign(x);
    let near = LOG2_E * x + 0.5_f64.copysign(x);
    let rounded = (near + WHOLE) - WHOLE;
    let cut = rounded - pick(rounded.abs() > near.abs(), one, 0.0);
    let k = pick(size >= MORE, cut, pick(size >= HALF, one, 0.0));
    let hi = x - k * DOUBLING;
    let lo = k * REST;
    let part = hi - lo;
    let square = part * part;
    let c = part - square * (P[0] + square * (P[1] + square * (P[2] + square * (P[3] + square * P[4]))));
    let y = 1.0 + (part * c / (2.0 - c) - lo + hi);
    let doublings = (k + WHOLE).to_bits().wrapping_sub(WHOLE.to_bits());
    let made = y * f64::from_bits(doublings.wrapping_add(1023) << 52);
    (size < 700.0, pick(size < TINY, 1.0 + x, made))
}

/// What is left after division, where the quotient is small and its product exact.
#[inline(always)]
fn left(a: f64, b: f64) -> (bool, f64) {
    // 2 to the 52: adding it to a number from 0 rounds to a whole number.
    const ROUND: f64 = 4_503_599_627_370_496.0;
    let (x, y) = (a.abs(), b.abs());
    let quotient = x / y;
    let rounded = (quotient + ROUND) - ROUND;
    let whole = rounded - pick(rounded > quotient, 1.0, 0.0);
    let left = x - whole * y;
    let left = pick(left < 0.0, left + y, left);
    let made = pick(x < y, a, left.copysign(a));
    // A divisor of few bits is what it is when the others are rounded away.
    let far = b * 4_194_305.0;
    let short = far - (far - b) == b;
    let certain = (x < y) | ((quotient < super::FEW) & short & (y > f64::MIN_POSITIVE));
    (certain, made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::LN_2;

    /// Numbers of all sizes, thick where functions change their way.
    fn numbers() -> Vec<f64> {
        let mut seed = 9_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 11
        };
        let unit = |bits: u64| bits as f64 / (1_u64 << 53) as f64;
        let mut all =
            vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, -5e-324, 1e308, -1e308];
        let edges =
            [0.346_573_59, LN_2, 1.039_720_77, 700.0, 708.4, 709.78, 745.13, 3.7e-9, 7.45e-9, 1.49e-8];
        for edge in edges.into_iter().chain((1..64).map(|n| f64::from(n) * std::f64::consts::FRAC_PI_4)) {
            for scale in [1e-15, 1e-12, 1e-8, 1e-6, 1e-5, 1e-4] {
                for _ in 0..20 {
                    let n = edge * (1.0 + (unit(next()) - 0.5) * scale);
                    all.extend([n, -n]);
                }
            }
        }
        for turns in 1..30_000_u32 {
            let x = f64::from(turns) * std::f64::consts::FRAC_PI_2;
            let near = [0.0, 1e-3, 1e-5, 1e-7, 1e-9, 1e-12].map(|size| x + (unit(next()) - 0.5) * size);
            all.extend(near.iter().flat_map(|n| [*n, -n]));
        }
        for _ in 0..200_000 {
            all.push((unit(next()) - 0.5) * 20.0);
            all.push((unit(next()) - 0.5) * 2000.0);
            all.push((unit(next()) - 0.5) * 4e6);
            all.push(f64::from_bits(next() << 11));
        }
        all
    }

    fn same(name: &str, of: &[f64], lanes: fn(&mut [f64]), one: fn(f64) -> f64) {
        let mut made = of.to_vec();
        lanes(&mut made);
        for (x, made) in of.iter().zip(made) {
            assert_eq!(made.to_bits(), one(*x).to_bits(), "{name} of {x:e}");
        }
    }

    #[test]
    fn sine_cosine_and_powers_are_those_of_single_numbers_to_the_bit() {
        let all = numbers();
        same("sin", &all, sin, crate::math::sin);
        same("cos", &all, cos, crate::math::cos);
        same("exp", &all, exp, crate::math::exp);
    }

    #[test]
    fn nearly_all_numbers_of_everyday_size_take_the_quick_way() {
        let everyday: Vec<f64> = (0..100_000).map(|n| f64::from(n) * 0.012_345 - 600.0).collect();
        let large: Vec<f64> = (0..100_000).map(|n| f64::from(n) * 1.234_5 + 1000.0).collect();
        let share = |quick: &dyn Fn(f64) -> bool| {
            everyday.iter().filter(|x| quick(**x)).count() as f64 / everyday.len() as f64
        };
        assert!(share(&|x| turn(x, 0).0) > 0.99);
        assert!(large.iter().filter(|x| !turn(**x, 0).0).count() < 1000);
        assert!(share(&|x| power(x).0) > 0.999);
        assert!(left(7.5, 2.0).0 && left(1e5, 0.25).0 && !left(1.0, 0.1).0);
    }

    #[test]
    fn remainders_are_those_of_single_numbers_to_the_bit() {
        let all = numbers();
        let divisors = [2.0, 1.0, -3.0, 0.25, 0.1, 360.0, 0.0, f64::NAN, f64::INFINITY, 1e-310, 24.0];
        for by in divisors {
            let mut made = all.clone();
            let (groups, rest) = made.as_chunks_mut::<40>();
            groups.iter_mut().for_each(|group| remainder(group, &[by; 40]));
            rest.iter_mut().for_each(|n| remainder(std::array::from_mut(n), &[by]));
            for (x, made) in all.iter().zip(made) {
                let one = crate::math::remainder(*x, by);
                assert!(made.to_bits() == one.to_bits() || (made.is_nan() && one.is_nan()), "{x:e} % {by:e}");
            }
        }
    }
}
