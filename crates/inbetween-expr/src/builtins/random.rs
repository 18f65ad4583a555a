//! Random numbers: the streams of `random` and `gaussRandom`, and the noise under `noise` and `wiggle`.

use super::{Call, arguments::Numbers};
use crate::{Evaluation, Fault, Item};
use inbetween_types::hash::{StableHash, unit};

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
        let hash = StableHash::default().text("random").number(evaluation.seed).float(offset);
        let hash = if timeless { hash.number(0) } else { hash.number(1).float(evaluation.time) };
        *self = Self { seed: hash.finish(), drawn: 0, offset, timeless };
    }

    /// The next number, 0 ≤ x < 1.
    pub fn next_unit(&mut self) -> f64 {
        self.drawn = self.drawn.wrapping_add(1);
        unit(StableHash::default().number(self.seed).number(self.drawn).finish())
    }
}

/// `random(max = 1)`, `random(min, max)`.
pub(super) fn random(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (low, high) = bounds(call, "random")?;
    let draws: Vec<f64> = high.list.iter().map(|_| call.random.next_unit()).collect();
    let list = low.list.iter().zip(&high.list).zip(draws).map(|((a, b), u)| a + (b - a) * u).collect();
    Ok(Numbers { list, array: high.array }.into_item())
}

/// The bounds of a draw, in one shape and length.
fn bounds(call: &Call<'_>, function: &str) -> Result<(Numbers, Numbers), Fault> {
    let zero = Numbers { list: vec![0.0], array: false };
    let (low, high) = match (call.argument(0), call.argument(1)) {
        (None, None) => (zero, Numbers { list: vec![1.0], array: false }),
        (Some(_), None) => (zero, call.numbers(function, 0, "maxValOrArray")?),
        _ => (call.numbers(function, 0, "minValOrArray")?, call.numbers(function, 1, "maxValOrArray")?),
    };
    // Missing components of either are 0.
    Ok((low.zip(&high, |a, _| a), low.zip(&high, |_, b| b)))
}
