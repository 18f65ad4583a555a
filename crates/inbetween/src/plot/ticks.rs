//! Numbers for axes.

/// Round numbers from `low` to `high`, about `count` of them: steps of 1, 2 or 5 times a power of ten. Empty when the
/// span is no number.
pub(super) fn ticks(low: f64, high: f64, count: f64) -> Vec<f64> {
    let span = high - low;
    if !(span.is_finite() && span > 0.0 && count >= 1.0) {
        return Vec::new();
    }
    let step = step(span / count);
    let first = (low / step).ceil();
    let last = (high / step).floor();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let number = (last - first).clamp(0.0, 1000.0) as u32;
    (0..=number).map(|index| (first + f64::from(index)) * step).collect()
}

/// The least of 1, 2, 5 times a power of ten that is not below `least`.
pub(super) fn step(least: f64) -> f64 {
    let mut power = 1.0;
    while power < least && power < 1e300 {
        power *= 10.0;
    }
    while power / 10.0 >= least && power > 1e-300 {
        power /= 10.0;
    }
    // `power` is the least power of ten not below; 2 and 5 of the one before may do.
    [0.2, 0.5].into_iter().map(|part| power * part).find(|step| *step >= least).unwrap_or(power)
}

/// A number as short as its step allows.
pub(super) fn number(value: f64, step: f64) -> String {
    let mut places = 0;
    let mut unit = 1.0;
    while places < 6 && step < unit * 0.999 {
        places += 1;
        unit /= 10.0;
    }
    let value = if value.abs() < step * 1e-6 { 0.0 } else { value };
    if value.abs() >= 1e7 { format!("{value:.2e}") } else { format!("{value:.places$}") }
}
