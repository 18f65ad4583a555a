//! Random cases that are the same in every run: a test that fails, fails everywhere.

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;

/// Gives the property `count` byte strings to draw from, growing from 32 bytes to `most`.
///
/// `CASES=10` in the environment runs ten times as many: a search for new failures, by hand. A failing case prints its
/// seed, which `ARBTEST_SEED` would set alone.
///
/// # Panics
/// When the property panics, or when not one of the strings was long enough for it.
#[allow(clippy::disallowed_methods, reason = "a switch of the tests alone")]
pub fn cases(count: u64, most: u64, mut property: impl FnMut(&mut Unstructured<'_>) -> Result<()>) {
    let more = std::env::var("CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_u64);
    let mut fitting = 0_u64;
    for number in 0..count * more {
        let size = 32 + most.saturating_sub(32) * (number % count) / count;
        arbtest(|u| {
            fitting += u64::from(property(u).is_ok());
            Ok(())
        })
        .seed(scattered(number) << 32 | size)
        .run();
    }
    assert!(fitting > 0, "no case had bytes enough");
}

/// 32 bits that look nothing like their neighbours' (the finalizer of `SplitMix64`).
fn scattered(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 32
}
