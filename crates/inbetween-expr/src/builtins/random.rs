//! Random numbers: the streams of `random` and `gaussRandom`.

use super::{Call, arguments::Numbers};
use crate::{Evaluation, Fault, Item};
use inbetween_types::hash::{StableHash, unit};
use inbetween_types::math;

/// The random numbers of one evaluation.
///
/// The seed is a hash of the evaluation's own seed (layer and property), the offset that `seedRandom` set (0 at
/// first) and, unless `seedRandom(offset, true)` was called, the time. Number `n` of the stream is a hash of seed
/// and `n`. So an evaluation repeated at the same time repeats its numbers, in any order and on any thread, and
/// `seedRandom` starts the stream again.
#[derive(Clone, Debug)]
pub struct RandomStream {
    seed: u64,
    drawn: u64,
    /// What `seedRandom` was last told: the offset and whether time counts. The engine writes the offset to the
    /// evaluation's `random_offset`, which `wiggle` reads.
    pub offset: f64,
    /// Whether time does not count.
    pub timeless: bool,
}

impl RandomStream {
    /// The stream of an evaluation.
    #[must_use]
    pub fn new(evaluation: &Evaluation) -> Self {
        let mut stream = Self { seed: 0, drawn: 0, offset: evaluation.random_offset, timeless: false };
        stream.restart(evaluation, evaluation.random_offset, false);
        stream
    }

    /// Starts the stream again: `seedRandom(offset, timeless)`.
    pub fn restart(&mut self, evaluation: &Evaluation, offset: f64, timeless: bool) {
        *self = Self::seeded(evaluation.seed, evaluation.time, offset, timeless);
    }

    /// The stream of an evaluation's seed and time.
    pub(crate) fn seeded(seed: u64, time: f64, offset: f64, timeless: bool) -> Self {
        let hash = StableHash::default().text("random").number(seed).float(offset);
        let hash = if timeless { hash.number(0) } else { hash.number(1).float(time) };
        Self { seed: hash.finish(), drawn: 0, offset, timeless }
    }

    /// A draw between two numbers.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next_unit()
    }

    /// A normally distributed draw; 90 % lie between the numbers.
    pub(crate) fn normal_between(&mut self, low: f64, high: f64) -> f64 {
        0.5 * (low + high) + (high - low) * self.next_gauss() / (2.0 * GAUSS_HALF_WIDTH)
    }

    /// The next number, 0 ≤ x < 1.
    pub fn next_unit(&mut self) -> f64 {
        self.drawn = self.drawn.wrapping_add(1);
        unit(StableHash::default().number(self.seed).number(self.drawn).finish())
    }
}

impl RandomStream {
    /// The next normally distributed number, mean 0 and deviation 1 (Box and Muller); takes two of the stream.
    pub fn next_gauss(&mut self) -> f64 {
        let (radius, turn) = (1.0 - self.next_unit(), self.next_unit());
        (-2.0 * math::ln(radius)).sqrt() * math::cos(std::f64::consts::TAU * turn)
    }
}

/// `random(max = 1)`, `random(min, max)`.
pub(super) fn random(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (low, high) = bounds(call, "random")?;
    Ok(uniform(call.random, &low, &high).into_item())
}

/// A draw between two bounds of one shape.
pub(crate) fn uniform(stream: &mut RandomStream, low: &Numbers, high: &Numbers) -> Numbers {
    let list = low.list.iter().zip(&high.list).map(|(a, b)| stream.between(*a, *b)).collect();
    Numbers { list, array: high.array }
}

/// The bounds of a draw, in one shape and length.
fn bounds(call: &Call<'_>, function: &str) -> Result<(Numbers, Numbers), Fault> {
    let (low, high) = match (call.argument(0), call.argument(1)) {
        (None, None) => (Numbers::one(0.0), Numbers::one(1.0)),
        (Some(_), None) => (Numbers::one(0.0), call.numbers(function, 0, "maxValOrArray")?),
        _ => (call.numbers(function, 0, "minValOrArray")?, call.numbers(function, 1, "maxValOrArray")?),
    };
    Ok(one_shape(&low, &high))
}

/// Two bounds in one shape; missing components of either are 0.
pub(crate) fn one_shape(low: &Numbers, high: &Numbers) -> (Numbers, Numbers) {
    (low.zip(high, |a, _| a), low.zip(high, |_, b| b))
}

/// Half a range over its deviation, so that 90 % of a normal distribution lie within the range.
const GAUSS_HALF_WIDTH: f64 = 1.645;

/// `gaussRandom(max = 1)`, `gaussRandom(min, max)`: about 90 % of the draws lie between the bounds.
pub(super) fn gauss_random(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (low, high) = bounds(call, "gaussRandom")?;
    Ok(normal(call.random, &low, &high).into_item())
}

/// A normally distributed draw; 90 % lie between the bounds, which have one shape.
pub(crate) fn normal(stream: &mut RandomStream, low: &Numbers, high: &Numbers) -> Numbers {
    let list = low.list.iter().zip(&high.list).map(|(a, b)| stream.normal_between(*a, *b)).collect();
    Numbers { list, array: high.array }
}

/// `seedRandom(offset, timeless = false)`.
pub(super) fn seed_random(call: &mut Call<'_>) -> Result<Item, Fault> {
    let offset = call.number("seedRandom", 0, "offset")?;
    let timeless = call.switch(1, false);
    call.random.restart(call.runner.current(), offset, timeless);
    Ok(Item::Undefined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::testing::{Stage, evaluation, fails, n, v};

    fn stream(seed: u64, time: f64) -> RandomStream {
        RandomStream::new(&Evaluation { seed, ..evaluation(time) })
    }

    fn draws(mut stream: RandomStream, count: usize) -> Vec<f64> {
        (0..count).map(|_| stream.next_unit()).collect()
    }

    #[test]
    fn the_same_evaluation_repeats_and_another_differs() {
        assert_eq!(draws(stream(1, 0.5), 5), draws(stream(1, 0.5), 5));
        assert_ne!(draws(stream(1, 0.5), 5), draws(stream(2, 0.5), 5));
        assert_ne!(draws(stream(1, 0.5), 5), draws(stream(1, 0.75), 5));
    }

    #[test]
    fn the_stream_is_pinned() {
        // A change here changes every animation that uses random().
        assert_eq!(draws(stream(1, 0.5), 2), [0.926_139_116_087_424_6, 0.320_226_389_779_817_43]);
    }

    #[test]
    fn random_is_uniform() {
        let list = draws(stream(3, 0.0), 50_000);
        let mean = list.iter().sum::<f64>() / 50_000.0;
        let square = list.iter().map(|x| x * x).sum::<f64>() / 50_000.0;
        assert!((mean - 0.5).abs() < 0.0065 && (square - 1.0 / 3.0).abs() < 0.007);
        let mut bins = [0_u32; 20];
        for x in &list {
            bins[(x * 20.0) as usize] += 1;
        }
        // Chi square of 19 degrees: 43.8 is met once in a thousand.
        let chi: f64 = bins.iter().map(|&b| (f64::from(b) - 2500.0) * (f64::from(b) - 2500.0) / 2500.0).sum();
        assert!(chi < 43.8, "{chi}");
        // Neighbours in the stream do not correlate: five sigma.
        let serial = list.windows(2).map(|w| (w[0] - 0.5) * (w[1] - 0.5)).sum::<f64>() / 50_000.0 * 12.0;
        assert!(serial.abs() < 0.023);
    }

    #[test]
    fn neighbouring_seeds_and_frames_do_not_correlate() {
        for first in [true, false] {
            let list: Vec<f64> = (0..50_000_u32)
                .map(|i| if first { stream(u64::from(i), 0.0) } else { stream(4, f64::from(i) / 30.0) })
                .map(|mut s| s.next_unit())
                .collect();
            let serial = list.windows(2).map(|w| (w[0] - 0.5) * (w[1] - 0.5)).sum::<f64>() / 50_000.0 * 12.0;
            assert!(serial.abs() < 0.023, "{serial}");
        }
    }

    #[test]
    fn seed_random_restarts_and_may_drop_time() {
        let mut stage = Stage::new(0.5);
        stage.eval("seedRandom", &[n(5.0), Item::Bool(true)]);
        let first = [stage.eval("random", &[]), stage.eval("random", &[])];
        assert_ne!(first[0], first[1]);
        stage.eval("seed_random", &[n(5.0), Item::Bool(true)]);
        assert_eq!([stage.eval("random", &[]), stage.eval("random", &[])], first);
        let mut later = Stage::new(9.0);
        later.eval("seedRandom", &[n(5.0), Item::Bool(true)]);
        assert_eq!(later.eval("random", &[]), first[0]);
        later.eval("seedRandom", &[n(5.0)]);
        assert_ne!(later.eval("random", &[]), first[0]);
        later.eval("seedRandom", &[n(6.0), Item::Bool(true)]);
        assert_ne!(later.eval("random", &[]), first[0]);
        assert_eq!(later.random.offset, 6.0);
    }

    #[test]
    fn bounds_hold_for_each_component_and_components_differ() {
        let mut stage = Stage::new(0.0);
        for _ in 0..500 {
            let drawn = stage.eval("random", &[v(&[10.0, -5.0]), v(&[20.0, 5.0])]).as_numbers().unwrap();
            assert!((10.0..20.0).contains(&drawn[0]) && (-5.0..5.0).contains(&drawn[1]));
            let pair = stage.eval("random", &[v(&[1.0, 1.0])]).as_numbers().unwrap();
            assert_ne!(pair[0], pair[1]);
        }
        // Missing components of the shorter bound are 0.
        let drawn = stage.eval("random", &[v(&[0.0, 0.0, -1.0]), n(5.0)]).as_numbers().unwrap();
        assert!(drawn[1] == 0.0 && drawn[2] < 0.0);
        assert!(matches!(stage.eval("random", &[n(7.0)]), Item::Number(x) if (0.0..7.0).contains(&x)));
    }

    #[test]
    fn ninety_percent_of_gauss_random_lie_in_the_range() {
        let mut stage = Stage::new(0.0);
        let list: Vec<f64> =
            (0..50_000).map(|_| stage.eval("gaussRandom", &[n(2.0), n(4.0)]).as_number().unwrap()).collect();
        let inside = list.iter().filter(|x| (2.0..=4.0).contains(*x)).count() as f64 / 50_000.0;
        assert!((inside - 0.9).abs() < 0.0067, "{inside}");
        let mean = list.iter().sum::<f64>() / 50_000.0;
        assert!((mean - 3.0).abs() < 0.014, "{mean}");
        let deviation = (list.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 50_000.0).sqrt();
        assert!((deviation - 1.0 / 1.645).abs() < 0.01, "{deviation}");
        assert_eq!(stage.eval("gauss_random", &[v(&[1.0, 2.0, 3.0])]).as_numbers().unwrap().len(), 3);
    }

    #[test]
    fn faults_name_the_bound() {
        assert!(fails("random", &[Item::text("high")]).contains("maxValOrArray"));
        assert!(fails("gaussRandom", &[n(1.0), Item::text("high")]).contains("maxValOrArray"));
        assert!(fails("seedRandom", &[]).contains("offset"));
    }
}
