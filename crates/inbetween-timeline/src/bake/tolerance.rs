//! How far a baked value may be off.

use inbetween_types::{Unit, ValueKind};

/// Largest error of baked values, by unit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tolerance {
    /// Pixels.
    pub pixels: f64,
    /// Degrees.
    pub degrees: f64,
    /// Percent.
    pub percent: f64,
    /// A colour channel, 0..1.
    pub channel: f64,
    /// Seconds (time remap), as a fraction of a frame.
    pub frame: f64,
    /// Plain numbers: as a fraction of the range they move over, at most `pixels`.
    pub fraction: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { pixels: 0.1, degrees: 0.1, percent: 0.1, channel: 1.0 / 255.0, frame: 0.02, fraction: 0.001 }
    }
}

impl Tolerance {
    /// `number` for pixels, degrees and percent, the other units in proportion to their defaults.
    ///
    /// A number that is not above 0 gives the smallest tolerance there is, a millionth of the default.
    #[must_use]
    pub fn uniform(number: f64) -> Self {
        let plain = Self::default();
        let factor = if number > 0.0 { (number / plain.pixels).max(1e-6) } else { 1e-6 };
        Self {
            pixels: plain.pixels * factor,
            degrees: plain.degrees * factor,
            percent: plain.percent * factor,
            channel: plain.channel * factor,
            frame: plain.frame * factor,
            fraction: plain.fraction * factor,
        }
    }

    /// The tolerance of a property whose numbers move over `range` in a composition of `frame_duration` seconds a
    /// frame.
    pub(crate) fn of(&self, kind: ValueKind, unit: Unit, range: f64, frame_duration: f64) -> f64 {
        match (kind, unit) {
            (ValueKind::Color | ValueKind::Gradient, _) | (_, Unit::Channel) => self.channel,
            (ValueKind::Path | ValueKind::Point(_), _) | (_, Unit::Pixels) => self.pixels,
            (_, Unit::Percent) => self.percent,
            (_, Unit::Degrees) => self.degrees,
            (_, Unit::Seconds) => self.frame * frame_duration,
            _ => (self.fraction * range).clamp(1e-6, self.pixels),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_scales_every_unit() {
        let t = Tolerance::uniform(1.0);
        assert!((t.channel - 10.0 / 255.0).abs() < 1e-15 && (t.pixels - 1.0).abs() < 1e-15);
        assert!(Tolerance::uniform(0.0).pixels > 0.0 && Tolerance::uniform(f64::NAN).pixels > 0.0);
    }
}
