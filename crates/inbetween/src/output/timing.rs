//! When frames begin, in the units files have for it.

/// Ticks from the start at which frame `index` begins, at `per_second` ticks per second. Rounding each beginning,
/// not each duration, keeps the sum from drifting.
pub(super) fn tick(index: usize, fps: f64, per_second: f64) -> u64 {
    #[expect(clippy::cast_precision_loss, reason = "frame numbers are far below 2^53")]
    let at = index as f64 * per_second / fps;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped; a tick past 2^63 does not occur"
    )]
    let ticks = at.round().clamp(0.0, 9e18) as u64;
    ticks
}

/// The fraction nearest to `value` whose parts fit 16 bits; used for frame durations and rates.
pub(super) fn fraction(value: f64, most: u32) -> (u32, u32) {
    // The convergents of the continued fraction, as far as they fit.
    let (mut p, mut q) = ((1.0_f64, 0.0_f64), (0.0_f64, 1.0_f64));
    let mut rest = value;
    let most = f64::from(most);
    for _ in 0..32 {
        let whole = rest.floor();
        let next_p = whole * p.0 + p.1;
        let next_q = whole * q.0 + q.1;
        if next_p > most || next_q > most {
            break;
        }
        p = (next_p, p.0);
        q = (next_q, q.0);
        if (p.0 / q.0 - value).abs() < 1e-9 * value {
            break;
        }
        rest = 1.0 / (rest - whole);
        if !rest.is_finite() {
            break;
        }
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most `most`")]
    let parts = (p.0.max(0.0) as u32, q.0.max(0.0) as u32);
    match parts {
        (0, _) | (_, 0) => (1, most as u32),
        parts => parts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centiseconds_do_not_drift() {
        let durations: Vec<u64> = (0..30).map(|i| tick(i + 1, 30.0, 100.0) - tick(i, 30.0, 100.0)).collect();
        assert_eq!(durations.iter().sum::<u64>(), 100);
        assert!(durations.iter().all(|d| (3..=4).contains(d)), "{durations:?}");
    }

    #[test]
    fn rates_become_the_fractions_they_are() {
        assert_eq!(fraction(1.0 / 25.0, 65535), (1, 25));
        assert_eq!(fraction(29.97, 65535), (2997, 100));
        assert_eq!(fraction(1001.0 / 30000.0, 65535), (1001, 30000));
        assert_eq!(fraction(60.0, 65535), (60, 1));
    }
}
