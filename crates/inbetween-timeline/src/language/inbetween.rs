//! `inbetween`: the functions that After Effects does not have, under one name.
//!
//! [`ROWS`] is the one table of them; both tiers ask it. The front end notes every use of the name
//! (`expression/not-after-effects`), and baking replaces the expressions that use it, as it does all.

mod integrate;
mod subdivide;

use super::call::Call;
use super::row::{Row, method};
use inbetween_expr::builtins::loop_noise;
use inbetween_expr::{Fault, Item};

pub(super) const ROWS: &[Row] = &[
    method(
        "integrate",
        &[],
        "integrate(property, t0 = 0, t1 = time): the area under a property's curve between two times.",
        integrate::integrate,
    ),
    method(
        "loopNoise",
        &[],
        "loopNoise(x, period, seed = 0): smooth noise, -1..1, that repeats every `period` (a whole number) of x.",
        noise,
    ),
    method(
        "subdivide",
        &[],
        "subdivide(path, weights = [1, 2, 1], steps = 1): the path split and averaged, as Subdivide does.",
        subdivide::subdivide,
    ),
];

/// How many of a function's first arguments are properties, groups or layers themselves, not their values.
pub(super) fn whole_arguments(name: &str) -> usize {
    usize::from(name == "integrate")
}

fn noise(call: &mut Call<'_>) -> Result<Item, Fault> {
    let x = call.number(0, None)?;
    let period = call.number(1, None)?;
    let seed = call.number(2, Some(0.0))?;
    super::number(loop_noise(x, period, seed))
}
