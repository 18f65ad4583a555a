//! Times and frames as people write them.

use inbetween::FrameRate;

/// Times in seconds: `0,0.5,1`.
///
/// # Errors
/// Names the part that is no number.
pub(crate) fn parse_times(text: &str) -> Result<Vec<f64>, String> {
    text.split(',').filter(|part| !part.trim().is_empty()).map(parse_number).collect()
}

fn parse_number(text: &str) -> Result<f64, String> {
    let trimmed = text.trim();
    match trimmed.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("\"{trimmed}\" is not a number")),
    }
}

/// A range of composition frames: `A..B` excludes B, `A..=B` includes it, `:STEP` steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FrameRange {
    /// First frame.
    pub(crate) first: f64,
    /// Last frame.
    pub(crate) last: f64,
    /// Whether `last` itself belongs to it.
    pub(crate) inclusive: bool,
    /// Step in frames, above zero.
    pub(crate) step: f64,
}

/// Most samples one range may ask for.
const MOST_FRAMES: f64 = 10_000_000.0;

impl FrameRange {
    /// The frames in order.
    pub(crate) fn frames(&self) -> Vec<f64> {
        let inside = |frame: f64| if self.inclusive { frame <= self.last } else { frame < self.last };
        // One or two too many, which then go.
        let count = ((self.last - self.first) / self.step).clamp(0.0, MOST_FRAMES) + 2.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let count = count as u32;
        let mut frames: Vec<f64> =
            (0..count).map(|index| self.first + f64::from(index) * self.step).collect();
        while frames.pop_if(|frame| !inside(*frame)).is_some() {}
        frames
    }

    /// The times of the frames in seconds.
    pub(crate) fn times(&self, rate: FrameRate) -> Vec<f64> {
        self.frames().into_iter().map(|frame| rate.seconds(frame)).collect()
    }
}

/// Parses `A..B`, `A..=B`, each with an optional `:STEP`.
///
/// # Errors
/// Says what is wrong with the text.
pub(crate) fn parse_frames(text: &str) -> Result<FrameRange, String> {
    let (range, step) = match text.split_once(':') {
        Some((range, step)) => (range, parse_number(step)?),
        None => (text, 1.0),
    };
    let Some((first, rest)) = range.split_once("..") else {
        return Err(format!("\"{text}\" is not a range of frames such as 0..120 or 0..=119"));
    };
    let (last, inclusive) = match rest.strip_prefix('=') {
        Some(last) => (last, true),
        None => (rest, false),
    };
    let range = FrameRange { first: parse_number(first)?, last: parse_number(last)?, inclusive, step };
    if range.step <= 0.0 {
        return Err("the step must be above 0".to_owned());
    }
    if (range.last - range.first) / range.step > MOST_FRAMES {
        return Err(format!("more than {MOST_FRAMES} frames"));
    }
    Ok(range)
}

/// Parses `--now`: milliseconds since 1970 or an ISO date, read as UTC.
///
/// # Errors
/// Says what is wrong with the text.
pub(crate) fn parse_now(text: &str) -> Result<f64, String> {
    if let Ok(number) = parse_number(text) {
        return Ok(number);
    }
    parse_date(text)
        .ok_or_else(|| format!("\"{text}\" is neither milliseconds nor a date such as 2026-03-09T12:00:00Z"))
}

fn parse_date(text: &str) -> Option<f64> {
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
    let mut parts = date.splitn(3, '-');
    let year: i64 = parts.next()?.parse().ok()?;
    let month: i64 = parts.next()?.parse().ok()?;
    let day: i64 = parts.next()?.parse().ok()?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || !(0..=9999).contains(&year) {
        return None;
    }
    let mut clock = time.trim_end_matches('Z').splitn(3, ':');
    let hour: f64 = clock.next()?.parse().ok()?;
    let minute: f64 = clock.next().map_or(Some(0.0), |part| part.parse().ok())?;
    let second: f64 = clock.next().map_or(Some(0.0), |part| part.parse().ok())?;
    // Days from the civil date, counting years from March so that a leap day ends its year.
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468;
    #[expect(clippy::cast_precision_loss, reason = "days of four-digit years fit")]
    let days = days as f64;
    Some((((days * 24.0 + hour) * 60.0 + minute) * 60.0 + second) * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_exclude_or_include_their_end() {
        assert_eq!(parse_frames("0..3").unwrap().frames(), [0.0, 1.0, 2.0]);
        assert_eq!(parse_frames("0..=3:1.5").unwrap().frames(), [0.0, 1.5, 3.0]);
        assert_eq!(parse_frames("5..5").unwrap().frames(), [0.0; 0]);
        assert_eq!(parse_frames("5..4").unwrap().frames(), [0.0; 0]);
        assert_eq!(parse_frames("0..=3:0.1").unwrap().frames().len(), 31);
        assert_eq!(parse_frames("0..3:0.1").unwrap().frames().len(), 30);
        assert!(parse_frames("5").is_err());
        assert!(parse_frames("0..9:0").is_err());
        assert!(parse_frames("0..1e99").is_err());
    }

    #[test]
    fn dates_are_utc() {
        assert_eq!(parse_now("2000-01-01T00:00:00Z").unwrap(), 946_684_800_000.0);
        assert_eq!(parse_now("1970-01-02").unwrap(), 86_400_000.0);
        assert_eq!(parse_now("2024-02-29T12:30:15").unwrap(), 1_709_209_815_000.0);
        assert_eq!(parse_now("1000").unwrap(), 1000.0);
        assert!(parse_now("soon").is_err());
    }

    #[test]
    fn times_are_numbers() {
        assert_eq!(parse_times("0, 0.5,1").unwrap(), [0.0, 0.5, 1.0]);
        assert!(parse_times("0,x").is_err());
        assert!(parse_times("NaN").is_err());
    }
}
