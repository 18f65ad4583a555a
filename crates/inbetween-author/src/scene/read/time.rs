//! Times: seconds, frames, timecode.

use super::Reader;
use crate::scene::node::Node;

/// How near to a whole frame a time in seconds counts as that frame, in frames. Decimal seconds such as 0.48 are
/// rarely exact in binary.
const WHOLE: f64 = 1e-6;

impl Reader<'_> {
    /// A time in frames of the composition at hand.
    pub(in crate::scene) fn time(&mut self, node: &Node) -> Option<f64> {
        if let Some(seconds) = node.number() {
            return Some(frames_of(seconds, self.frame.rate));
        }
        let Some(text) = node.text() else {
            self.wrong(node, "a time");
            return None;
        };
        let frames = parse(text, self.frame.rate);
        if frames.is_none() {
            let message = format!("\"{text}\" is no time");
            let help =
                "a time is a number of seconds, frames as \"12f\", or timecode as \"0:00:01:12\"".to_owned();
            self.fault_with("scene/bad-time", &node.span, message, Some(help));
        }
        frames
    }
}

/// Seconds as frames.
pub(in crate::scene) fn frames_of(seconds: f64, rate: f64) -> f64 {
    let frames = seconds * rate;
    let whole = frames.round();
    if (frames - whole).abs() < WHOLE { whole } else { frames }
}

/// A time written as a text, in frames: `12f`, `1.5s`, or hours:minutes:seconds:frames (without drop frames).
pub(in crate::scene) fn parse(text: &str, rate: f64) -> Option<f64> {
    let text = text.trim();
    let finite = |number: &str| number.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    if let Some(frames) = text.strip_suffix('f') {
        return finite(frames);
    }
    if let Some(seconds) = text.strip_suffix('s') {
        return finite(seconds).map(|seconds| frames_of(seconds, rate));
    }
    if !text.contains(':') {
        return finite(text).map(|seconds| frames_of(seconds, rate));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text),
    };
    let parts: Option<Vec<f64>> =
        digits.split(':').map(|part| part.parse::<u32>().ok().map(f64::from)).collect();
    // Timecode counts whole frames: 29.97 counts as 30.
    let count = rate.round().max(1.0);
    match parts?.as_slice() {
        [h, m, s, f] if *m < 60.0 && *s < 60.0 && *f < count => {
            Some(sign * (((h * 60.0 + m) * 60.0 + s) * count + f))
        }
        _ => None,
    }
}

/// A number of frames a second: a number or a fraction such as `30000/1001`.
pub(in crate::scene) fn rate(node: &Node) -> Option<f64> {
    let value = match node.text() {
        None => node.number()?,
        Some(text) => match text.split_once('/') {
            Some((over, under)) => over.trim().parse::<f64>().ok()? / under.trim().parse::<f64>().ok()?,
            None => text.trim().parse().ok()?,
        },
    };
    (value.is_finite() && value > 0.0 && value <= 100_000.0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_seconds_are_the_frames_they_mean() {
        for rate in [24.0, 25.0, 30.0, 60.0, 30000.0 / 1001.0, 24000.0 / 1001.0] {
            for frame in 0..3000 {
                let seconds: f64 = format!("{:.8}", f64::from(frame) / rate).parse().unwrap();
                assert_eq!(frames_of(seconds, rate), f64::from(frame), "{frame} at {rate}");
            }
        }
        assert_eq!(frames_of(0.48, 25.0), 12.0);
    }

    #[test]
    fn frames_and_timecode_are_exact() {
        assert_eq!(parse("12f", 25.0), Some(12.0));
        assert_eq!(parse("12.5f", 25.0), Some(12.5));
        assert_eq!(parse("0:00:01:12", 25.0), Some(37.0));
        assert_eq!(parse("0:00:01:12", 30000.0 / 1001.0), Some(42.0));
        assert_eq!(parse("1:00:00:00", 25.0), Some(90_000.0));
        assert_eq!(parse("0:00:00:25", 25.0), None);
        assert_eq!(parse("soon", 25.0), None);
        assert_eq!(parse("nanf", 25.0), None);
    }
}
