//! Time and frame rates: the only place where frames become seconds and back.

/// A composition time in seconds.
///
/// Any finite value is a time, also before the start and after the end of a composition.
pub type Time = f64;

/// Frames per second of a composition, as its file states it (`29.97` stays `29.97`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameRate(f64);

impl FrameRate {
    /// The frame rate, or 30 when `fps` is not a finite number above zero (what players do with such files).
    #[must_use]
    pub fn new(fps: f64) -> Self {
        if fps.is_finite() && fps > 0.0 { Self(fps) } else { Self(30.0) }
    }

    /// Frames per second.
    #[must_use]
    pub fn fps(self) -> f64 {
        self.0
    }

    /// Seconds per frame.
    #[must_use]
    pub fn frame_duration(self) -> Time {
        1.0 / self.0
    }

    /// The one function that turns a (possibly fractional) composition frame into seconds: `frame / fps`.
    ///
    /// Keyframes, in and out points, markers and the clock of `time` all pass through here, so that a key lies
    /// exactly on its frame: `key(n).time > time` is false there, for every frame rate.
    #[must_use]
    pub fn seconds(self, frame: f64) -> Time {
        frame / self.0
    }

    /// The composition frame of a time, fractional between frames.
    ///
    /// A time that [`FrameRate::seconds`] made from a whole frame gives that whole frame back exactly.
    #[must_use]
    pub fn frame(self, time: Time) -> f64 {
        let frame = time * self.0;
        let whole = frame.round();
        if self.seconds(whole) == time { whole } else { frame }
    }
}

impl Default for FrameRate {
    fn default() -> Self {
        Self(30.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_frames_survive_the_round_trip_at_every_usual_rate() {
        for fps in [23.976, 24.0, 25.0, 29.97, 29.970_001_2, 30.0, 50.0, 59.94, 60.0] {
            let rate = FrameRate::new(fps);
            for frame in -2_000..20_000 {
                let frame = f64::from(frame);
                assert_eq!(rate.frame(rate.seconds(frame)), frame, "{fps} fps");
            }
        }
    }

    #[test]
    fn a_rate_that_is_no_rate_is_thirty() {
        for fps in [0.0, -5.0, f64::NAN, f64::INFINITY] {
            assert_eq!(FrameRate::new(fps).fps(), 30.0);
        }
    }
}
