//! Coherent noise: the field of `noise` and the wander of `wiggle`.
//!
//! AE's generators are not public. These have the properties AE documents (range, smoothness, rate, independence)
//! and give the same bits on every machine.

use super::Call;
use super::arguments::bad;
use crate::{Fault, Item};
use inbetween_types::hash::{StableHash, unit};
use inbetween_types::math;

/// Turning points that one unit of x has on average, per knot: of random values in a row, two of three are a
/// local extreme.
const KNOTS_PER_UNIT: f64 = 1.5;
/// More octaves than this would move faster than anything samples.
const MOST_OCTAVES: f64 = 16.0;
/// The dimension number of the wander that `temporalWiggle` adds to its time, apart from every value's own.
pub const TIME_DIMENSION: u32 = u32::MAX;

/// `noise(valOrArray)`: gradient noise of 1 to 3 dimensions, -1..1; further components do not count.
pub(super) fn noise(call: &mut Call<'_>) -> Result<Item, Fault> {
    let place = call.numbers("noise", 0, "valOrArray")?;
    match place.list.as_slice() {
        [] => Err(bad("noise: argument 1 (valOrArray) must be a number or an array of 1 to 3 numbers")),
        [x] => Ok(Item::Number(gradient_noise(&[*x]))),
        [x, y] => Ok(Item::Number(gradient_noise(&[*x, *y]))),
        [x, y, z, ..] => Ok(Item::Number(gradient_noise(&[*x, *y, *z]))),
    }
}

/// Perlin-type noise: a random unit gradient at every lattice point, blended with 6x⁵ - 15x⁴ + 10x³.
///
/// 0 at lattice points, mean 0, within ±1 (the largest possible value is exactly 1 after scaling), twice
/// continuously differentiable. NaN and infinite places give NaN. Takes the first three components.
#[must_use]
pub fn gradient_noise(place: &[f64]) -> f64 {
    let n = place.len().min(3);
    let mut sum = 0.0;
    for corner in 0..(1_u32 << n) {
        let mut weight = 1.0;
        let mut offset = [0.0; 3];
        let mut hash = StableHash::default().text("noise");
        for (k, (x, d)) in place.iter().zip(&mut offset).enumerate() {
            let far = corner >> k & 1 == 1;
            let cell = x.floor();
            let within = x - cell;
            let fade = within * within * within * (within * (within * 6.0 - 15.0) + 10.0);
            weight *= if far { fade } else { 1.0 - fade };
            *d = if far { within - 1.0 } else { within };
            hash = hash.float(if far { cell + 1.0 } else { cell });
        }
        let gradient = unit_vector(n, hash.finish());
        sum += weight * gradient.iter().zip(&offset).map(|(g, d)| g * d).sum::<f64>();
    }
    // Without scaling the largest value is half the diagonal of a cell.
    let scaled = match n {
        1 => sum * 2.0,
        2 => sum * std::f64::consts::SQRT_2,
        _ => sum * 2.0 / 3.0_f64.sqrt(),
    };
    if scaled.is_nan() { scaled } else { scaled.clamp(-1.0, 1.0) }
}

/// Gradient noise of one dimension that repeats every `period`: `x` and `x + period` have the same value to the last
/// digit that the sum keeps.
///
/// The kind of [`gradient_noise`] on a ring of `period` lattice points, rounded to a whole number from 1 to 2^31; so
/// within ±1, 0 at whole x, twice continuously differentiable. Seeds have noise of their own. NaN and infinite
/// arguments give NaN.
#[must_use]
pub fn loop_noise(x: f64, period: f64, seed: f64) -> f64 {
    let around = period.round().clamp(1.0, 2_147_483_648.0);
    let x = x.rem_euclid(around);
    if x.is_nan() || period.is_nan() || seed.is_nan() {
        return f64::NAN;
    }
    let cell = x.floor();
    let within = x - cell;
    let slope = |lattice: f64| {
        let lattice = if lattice >= around { 0.0 } else { lattice };
        let hash = StableHash::default().text("loop noise").float(seed).float(around).float(lattice);
        2.0 * unit(hash.finish()) - 1.0
    };
    let fade = within * within * within * (within * (within * 6.0 - 15.0) + 10.0);
    let sum = (1.0 - fade) * slope(cell) * within + fade * slope(cell + 1.0) * (within - 1.0);
    (2.0 * sum).clamp(-1.0, 1.0)
}

/// A direction of `n` dimensions from a hash; in one dimension a slope of any size up to 1.
fn unit_vector(n: usize, bits: u64) -> [f64; 3] {
    let u = 2.0 * unit(bits) - 1.0;
    let angle = || std::f64::consts::TAU * unit(StableHash::default().number(bits).finish());
    match n {
        1 => [u, 0.0, 0.0],
        2 => {
            let turn = std::f64::consts::PI * u;
            [math::cos(turn), math::sin(turn), 0.0]
        }
        _ => {
            let (ring, turn) = ((1.0 - u * u).sqrt(), angle());
            [ring * math::cos(turn), ring * math::sin(turn), u]
        }
    }
}

/// The seed of a property's wiggle: time never counts, the offset of `seedRandom` does.
#[must_use]
pub fn wiggle_seed(evaluation_seed: u64, random_offset: f64) -> u64 {
    StableHash::default().text("wiggle").number(evaluation_seed).float(random_offset).finish()
}

/// One octave of wiggle at `x` swings, within ±1.
///
/// A smooth (C1) curve through random values at knots 2/3 apart that never leaves the range of the two values it
/// lies between, so it turns about once per unit of x. Every dimension and octave has values and a phase of its
/// own. Any finite x has a value, negative ones too; NaN and infinite x give NaN.
#[must_use]
pub fn wiggle_noise(seed: u64, dimension: u32, octave: u32, x: f64) -> f64 {
    Octave::new(seed, dimension, octave).at(x)
}

/// One octave of one dimension, with the piece of its curve that was asked for last.
#[derive(Clone, Copy, Debug)]
struct Octave {
    stream: StableHash,
    phase: f64,
    /// The knot that the piece starts at; NaN before the first.
    cell: f64,
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Octave {
    fn new(seed: u64, dimension: u32, octave: u32) -> Self {
        let stream =
            StableHash::default().number(seed).number(u64::from(dimension)).number(u64::from(octave));
        let phase = unit(stream.finish());
        Self { stream, phase, cell: f64::NAN, from: 0.0, to: 0.0, start: 0.0, end: 0.0 }
    }

    #[inline]
    fn at(&mut self, x: f64) -> f64 {
        let place = x * KNOTS_PER_UNIT + self.phase;
        let cell = place.floor();
        let t = place - cell;
        if t.is_nan() {
            return f64::NAN;
        }
        #[expect(clippy::float_cmp, reason = "the same knot")]
        if cell != self.cell {
            self.turn_to(cell);
        }
        let (t2, t3) = (t * t, t * t * t);
        let value = self.from
            + (self.to - self.from) * (3.0 * t2 - 2.0 * t3)
            + self.start * (t3 - 2.0 * t2 + t)
            + self.end * (t3 - t2);
        value.clamp(-1.0, 1.0)
    }

    fn turn_to(&mut self, cell: f64) {
        let knot = |step: f64| 2.0 * unit(self.stream.float(cell + step).finish()) - 1.0;
        let [before, from, to, after] = [knot(-1.0), knot(0.0), knot(1.0), knot(2.0)];
        (self.cell, self.from, self.to) = (cell, from, to);
        self.start = monotone_slope(from - before, to - from);
        self.end = monotone_slope(to - from, after - to);
    }
}

/// The harmonic mean of the slopes on both sides of a knot, 0 where they differ in sign (Fritsch and Butland):
/// the Hermite cubic is then monotone between knots.
fn monotone_slope(left: f64, right: f64) -> f64 {
    if left * right > 0.0 { 2.0 * left * right / (left + right) } else { 0.0 }
}

/// What `wiggle(freq, amp, octaves, amp_mult, t)` adds to one dimension of a value at `time`.
///
/// Octave k moves at `freq · 2^k` swings per second and stays within `amp · amp_mult^k`. A fractional number of
/// octaves weighs the last one by its fraction; at most 16 count, none below 0. Any argument that is NaN gives
/// NaN. `seed` is a [`wiggle_seed`].
#[must_use]
pub fn wiggle_offset(
    seed: u64,
    dimension: u32,
    freq: f64,
    amp: f64,
    octaves: f64,
    amp_mult: f64,
    time: f64,
) -> f64 {
    Wander::new(seed, dimension).offset(freq, amp, octaves, amp_mult, time)
}

/// [`wiggle_offset`] of one seed and dimension at many times: what neighbouring times share is computed once.
#[derive(Clone, Debug)]
pub(crate) struct Wander {
    seed: u64,
    dimension: u32,
    first: Octave,
    others: Vec<Octave>,
}

impl Wander {
    pub(crate) fn new(seed: u64, dimension: u32) -> Self {
        Self { seed, dimension, first: Octave::new(seed, dimension, 0), others: Vec::new() }
    }

    #[inline]
    pub(crate) fn offset(&mut self, freq: f64, amp: f64, octaves: f64, amp_mult: f64, time: f64) -> f64 {
        if octaves.is_nan() {
            return f64::NAN;
        }
        let mut left = octaves.clamp(0.0, MOST_OCTAVES);
        if left <= 0.0 {
            return 0.0;
        }
        let mut x = freq * time;
        let mut sum = 0.0 + left.min(1.0) * amp * self.first.at(x);
        left -= 1.0;
        let (mut size, mut number, mut at) = (amp, 0, 0);
        while left > 0.0 {
            x *= 2.0;
            size *= amp_mult;
            number += 1;
            if self.others.len() <= at {
                self.others.push(Octave::new(self.seed, self.dimension, number));
            }
            let Some(octave) = self.others.get_mut(at) else { break };
            sum += left.min(1.0) * size * octave.at(x);
            left -= 1.0;
            at += 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: u32 = 50_000;

    /// Largest deviation from 0 of a mean of independent values of deviation `sigma`, at five sigma.
    fn five_sigma(sigma: f64, count: f64) -> f64 {
        5.0 * sigma / count.sqrt()
    }

    #[test]
    fn noise_stays_within_one_has_no_mean_and_uses_its_range() {
        for n in 1..=3_usize {
            let (mut sum, mut largest) = (0.0, 0.0_f64);
            for i in 0..SAMPLES {
                let x = f64::from(i) * 0.617 - 9000.0;
                let value = gradient_noise(&[x, x * 0.731 + 0.2, x * 0.377 - 3.0][..n]);
                assert!(value.abs() <= 1.0);
                sum += value;
                largest = largest.max(value.abs());
            }
            assert!((sum / f64::from(SAMPLES)).abs() < 0.01, "{n}: {sum}");
            assert!(largest > 0.7, "{n}: {largest}");
        }
    }

    #[test]
    fn noise_is_smooth_and_zero_on_the_lattice() {
        for i in 0..2000 {
            let x = f64::from(i) * 0.05 - 50.0;
            let d = 1e-5;
            let left = gradient_noise(&[x, 0.3]) - gradient_noise(&[x - d, 0.3]);
            let right = gradient_noise(&[x + d, 0.3]) - gradient_noise(&[x, 0.3]);
            assert!((left - right).abs() / d < 1e-3, "{x}");
        }
        assert_eq!(gradient_noise(&[-7.0]), 0.0);
        assert_eq!(gradient_noise(&[4.0, 5.0, -6.0]).abs(), 0.0);
        assert!(gradient_noise(&[f64::INFINITY]).is_nan());
    }

    #[test]
    fn noise_is_pinned() {
        // A change here changes every animation that uses noise().
        let seen = [&[0.5][..], &[0.25, 0.75], &[0.5, 1.5, -2.5]].map(gradient_noise);
        assert_eq!(seen, PINNED_NOISE);
    }

    #[test]
    fn one_octave_of_wiggle_stays_within_one_and_uses_it() {
        let mut largest = 0.0_f64;
        for i in 0..SAMPLES {
            let value = wiggle_noise(7, 0, 0, f64::from(i) * 0.0137 - 300.0);
            assert!(value.abs() <= 1.0);
            largest = largest.max(value.abs());
        }
        assert!(largest > 0.98);
    }

    #[test]
    fn many_times_in_a_row_have_the_bits_of_each_alone() {
        let seed = wiggle_seed(11, 3.0);
        for octaves in [0.0, 0.4, 1.0, 2.5, 16.0] {
            let mut wander = Wander::new(seed, 1);
            // To and fro, so that knots are left and met again.
            for i in 0..400 {
                let time = f64::from(i % 97) * 0.083 - 2.0;
                let one =
                    (0..16_u32).fold((2.7 * time, 30.0, 0.0, f64::min(octaves, 16.0)), |all, octave| {
                        let (x, size, sum, left) = all;
                        if left <= 0.0 {
                            return all;
                        }
                        let sum = sum + left.min(1.0) * size * wiggle_noise(seed, 1, octave, x);
                        (x * 2.0, size * 0.6, sum, left - 1.0)
                    });
                let together = wander.offset(2.7, 30.0, octaves, 0.6, time);
                assert_eq!(together.to_bits(), one.2.to_bits(), "{octaves} {time}");
            }
        }
    }

    #[test]
    fn wiggle_turns_once_per_unit() {
        // 300 seeds at 3 swings per second over 60 s.
        let mut turns = 0_u32;
        for seed in 0..300 {
            let value =
                |i: u32| wiggle_offset(wiggle_seed(seed, 0.0), 0, 3.0, 20.0, 1.0, 0.5, f64::from(i) / 60.0);
            let mut last = value(1) - value(0);
            for i in 2..3600 {
                let step = value(i) - value(i - 1);
                if step * last < 0.0 {
                    turns += 1;
                }
                last = step;
            }
        }
        let per_second = f64::from(turns) / (300.0 * 60.0);
        assert!((per_second / 3.0 - 1.0).abs() < 0.03, "{per_second}");
    }

    #[test]
    fn wiggle_has_no_drift_over_a_minute() {
        for second in [0.0, 30.0, 60.0] {
            let mean = (0..SAMPLES)
                .map(|seed| wiggle_noise(wiggle_seed(u64::from(seed), 0.0), 0, 0, second))
                .sum::<f64>()
                / f64::from(SAMPLES);
            assert!(mean.abs() < five_sigma(0.58, f64::from(SAMPLES)), "{second}: {mean}");
        }
        // And one property's own mean over the minute: 270 knots.
        let mean = (0..SAMPLES)
            .map(|i| wiggle_noise(99, 0, 0, 3.0 * 60.0 * f64::from(i) / f64::from(SAMPLES)))
            .sum::<f64>()
            / f64::from(SAMPLES);
        assert!(mean.abs() < five_sigma(0.58, 270.0), "{mean}");
    }

    #[test]
    fn dimensions_octaves_and_offsets_are_independent() {
        let correlation = |a: &dyn Fn(f64) -> f64, b: &dyn Fn(f64) -> f64| {
            let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
            for i in 0..SAMPLES {
                let x = f64::from(i) * 0.2;
                let (p, q) = (a(x), b(x));
                ab += p * q;
                aa += p * p;
                bb += q * q;
            }
            ab / (aa * bb).sqrt()
        };
        let base = |x: f64| wiggle_noise(wiggle_seed(5, 0.0), 0, 0, x);
        for other in [
            &(|x: f64| wiggle_noise(wiggle_seed(5, 0.0), 1, 0, x)) as &dyn Fn(f64) -> f64,
            &|x| wiggle_noise(wiggle_seed(5, 0.0), 0, 1, x),
            &|x| wiggle_noise(wiggle_seed(5, 1.0), 0, 0, x),
            &|x| wiggle_noise(wiggle_seed(6, 0.0), 0, 0, x),
            &|x| wiggle_noise(wiggle_seed(5, 0.0), TIME_DIMENSION, 0, x),
        ] {
            // 10,000 units of x are 15,000 knots.
            assert!(correlation(&base, other).abs() < five_sigma(1.0, 15_000.0));
        }
        assert!((correlation(&base, &base) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn wiggle_is_smooth_across_knots_and_zero() {
        let d = 1e-6;
        for i in 0..20_000 {
            let x = f64::from(i) * 0.01 - 100.0;
            let f = |x: f64| wiggle_noise(3, 1, 0, x);
            let (left, right) = ((f(x) - f(x - d)) / d, (f(x + d) - f(x)) / d);
            // The second derivative of a cubic between values within ±1 is bounded, so slopes meet.
            assert!((left - right).abs() < 1e-3, "{x}");
        }
    }

    #[test]
    fn octaves_add_by_their_sizes() {
        let seed = wiggle_seed(11, 0.0);
        let parts: f64 = (0..3)
            .map(|k| {
                10.0 * math::pow(0.5, f64::from(k))
                    * wiggle_noise(seed, 0, k, 2.0 * 1.7 * math::pow(2.0, f64::from(k)))
            })
            .sum();
        assert!((wiggle_offset(seed, 0, 2.0, 10.0, 3.0, 0.5, 1.7) - parts).abs() < 1e-12);
        assert_eq!(wiggle_offset(seed, 0, 2.0, 0.0, 2.0, 0.5, 2.0), 0.0);
        assert_eq!(wiggle_offset(seed, 0, 2.0, 5.0, -1.0, 0.5, 2.0), 0.0);
        assert!(wiggle_offset(seed, 0, 2.0, 1.0, f64::INFINITY, 0.5, 0.3).abs() < 2.0);
        assert!(wiggle_offset(seed, 0, 2.0, 1.0, f64::NAN, 0.5, 0.3).is_nan());
        assert!(wiggle_noise(seed, 0, 0, f64::NEG_INFINITY).is_nan());
    }

    #[test]
    fn wiggle_is_pinned() {
        // A change here changes every animation that wiggles.
        assert_eq!([0.0, 1.25, -40.5].map(|x| wiggle_noise(wiggle_seed(1, 0.0), 0, 0, x)), PINNED_WIGGLE);
    }

    const PINNED_NOISE: [f64; 3] =
        [-0.508_659_628_855_849_9, -0.213_734_326_226_481_53, 0.092_470_303_434_977_13];
    const PINNED_WIGGLE: [f64; 3] =
        [0.403_055_197_186_183_1, 0.072_465_540_235_528_26, 0.147_447_930_035_242_7];
}
