//! Frames, seconds and their written forms.
//!
//! Absolute times round down to the frame that shows; durations round away from zero, so that a duration is
//! never lost. A time within a millionth of a frame of a whole one is that frame.

use super::Call;
use super::arguments::bad;
use crate::{Fault, Item};

/// NTSC video's frames per second.
const NTSC: f64 = 30_000.0 / 1001.0;
/// Frames beyond this are no time of any composition, and not exact either.
const MOST_FRAMES: f64 = 9e15;

/// `timeToFrames(t, fps, isDuration)`.
pub(super) fn time_to_frames(call: &mut Call<'_>) -> Result<Item, Fault> {
    let frames = frames(call, "timeToFrames", 1, "fps", None, 2)?;
    #[expect(clippy::cast_precision_loss, reason = "at most 9e15")]
    Ok(Item::Number(frames.count as f64))
}

/// `framesToTime(frames, fps)`; frames may be fractional.
pub(super) fn frames_to_time(call: &mut Call<'_>) -> Result<Item, Fault> {
    let frames = call.number("framesToTime", 0, "frames")?;
    let fps = rate(call, "framesToTime", 1, "fps", None)?;
    Ok(Item::Number(frames / fps))
}

/// `timeToTimecode(t, timecodeBase, isDuration)`: `HH:MM:SS:FF`.
pub(super) fn time_to_timecode(call: &mut Call<'_>) -> Result<Item, Fault> {
    let frames = frames(call, "timeToTimecode", 1, "timecodeBase", Some(30.0), 2)?;
    Ok(Item::text(&timecode(&frames, false, 2)))
}

/// `timeToNTSCTimecode(t, ntscDropFrame, isDuration)`: `HH:MM:SS:FF`, with semicolons when frames are dropped.
pub(super) fn time_to_ntsc_timecode(call: &mut Call<'_>) -> Result<Item, Fault> {
    let time = time(call, "timeToNTSCTimecode")?;
    let frames = count("timeToNTSCTimecode", time, NTSC, call.switch(2, false))?;
    Ok(Item::text(&timecode(&frames, call.switch(1, false), 2)))
}

/// `timeToFeetAndFrames(t, fps, framesPerFoot, isDuration)`: `0006+12`.
pub(super) fn time_to_feet_and_frames(call: &mut Call<'_>) -> Result<Item, Fault> {
    let frames = frames(call, "timeToFeetAndFrames", 1, "fps", None, 3)?;
    let per_foot = match call.argument(2) {
        None => 16.0,
        Some(_) => call.number("timeToFeetAndFrames", 2, "framesPerFoot")?,
    };
    if !(1.0..=MOST_FRAMES).contains(&per_foot) {
        return Err(call.wrong("timeToFeetAndFrames", 2, "framesPerFoot", "a number of at least 1"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let per_foot = per_foot.round() as i64;
    let size = frames.count.abs();
    Ok(Item::text(&format!("{}{:04}+{:02}", frames.sign(), size / per_foot, size % per_foot)))
}

/// `timeToCurrentFormat(t, fps, isDuration, ntscDropFrame)`: as AE's timecode display, `H:MM:SS:FF`.
pub(super) fn time_to_current_format(call: &mut Call<'_>) -> Result<Item, Fault> {
    let frames = frames(call, "timeToCurrentFormat", 1, "fps", None, 2)?;
    let drop = match call.argument(3) {
        Some(_) => call.switch(3, false),
        None => {
            let composition = call.runner.current().composition;
            match call.host.get(call.runner, composition, "ntscDropFrame")? {
                Item::Bool(on) => on,
                other => other.as_number().is_some_and(|n| n != 0.0),
            }
        }
    };
    Ok(Item::text(&timecode(&frames, drop, 1)))
}

/// A whole number of frames at a rate.
struct Frames {
    count: i64,
    fps: f64,
}

impl Frames {
    fn sign(&self) -> &'static str {
        if self.count < 0 { "-" } else { "" }
    }
}

fn frames(
    call: &mut Call<'_>,
    function: &str,
    rate_index: usize,
    rate_name: &str,
    rate_default: Option<f64>,
    duration_index: usize,
) -> Result<Frames, Fault> {
    let time = time(call, function)?;
    let fps = rate(call, function, rate_index, rate_name, rate_default)?;
    count(function, time, fps, call.switch(duration_index, false))
}

fn count(function: &str, time: f64, fps: f64, duration: bool) -> Result<Frames, Fault> {
    match whole_frames(time, fps, duration) {
        Some(count) => Ok(Frames { count, fps }),
        None => Err(bad(format!("{function}: {time} seconds at {fps} frames per second is no frame number"))),
    }
}

/// A time in whole frames; `None` when that is no frame number.
pub(crate) fn whole_frames(time: f64, fps: f64, duration: bool) -> Option<i64> {
    let exact = time * fps;
    if exact.is_nan() || exact.abs() > MOST_FRAMES {
        return None;
    }
    let near = exact.round();
    let whole = if (exact - near).abs() < 1e-6 {
        near
    } else if duration && exact > 0.0 {
        exact.ceil()
    } else {
        exact.floor()
    };
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    Some(whole as i64)
}

/// Argument 1, `time + thisComp.displayStartTime` when absent.
fn time(call: &mut Call<'_>, function: &str) -> Result<f64, Fault> {
    if call.argument(0).is_some() {
        return call.number(function, 0, "t");
    }
    let now = call.runner.current().time;
    Ok(now + composition_number(call, "displayStartTime")?)
}

/// A frame rate argument; the composition's own when absent and no other default holds.
fn rate(
    call: &mut Call<'_>,
    function: &str,
    index: usize,
    name: &str,
    default: Option<f64>,
) -> Result<f64, Fault> {
    let fps = match (call.argument(index), default) {
        (Some(_), _) => call.number(function, index, name)?,
        (None, Some(default)) => default,
        (None, None) => rate_of(composition_number(call, "frameDuration")?),
    };
    if fps.is_finite() && fps > 0.0 {
        Ok(fps)
    } else {
        Err(call.wrong(function, index, name, "a number above 0"))
    }
}

/// Frames per second of a frame's length, as the file states it: the reciprocal of a reciprocal is off by a bit.
pub(crate) fn rate_of(frame_duration: f64) -> f64 {
    let fps = 1.0 / frame_duration;
    let stated = (fps * 1e7).round() / 1e7;
    if (stated - fps).abs() <= 1e-12 * fps.abs() { stated } else { fps }
}

fn composition_number(call: &mut Call<'_>, name: &'static str) -> Result<f64, Fault> {
    let composition = call.runner.current().composition;
    let item = call.host.get(call.runner, composition, name)?;
    item.as_number().ok_or_else(|| bad(format!("thisComp.{name} is not a number")))
}

/// Frames as hours, minutes, seconds and frames. Dropping skips the first frame numbers of every minute but each
/// tenth (2 at 29.97, 4 at 59.94) and is for those rates alone.
fn timecode(frames: &Frames, drop: bool, hour_digits: usize) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "a frame rate; saturates")]
    let base = (frames.fps.round() as i64).max(1);
    let mut number = frames.count.abs();
    let ntsc =
        [(29.97, 30), (59.94, 60)].iter().any(|(fps, b)| *b == base && (frames.fps - fps).abs() < 0.01);
    let dropped = if drop && ntsc { base / 15 } else { 0 };
    if dropped > 0 {
        let minute = base * 60 - dropped;
        let ten = base * 600 - 9 * dropped;
        let (tens, rest) = (number / ten, number % ten);
        number += 9 * dropped * tens;
        // The first of ten minutes is a full one.
        if rest >= base * 60 {
            number += dropped * (1 + (rest - base * 60) / minute);
        }
    }
    let separator = if dropped > 0 { ';' } else { ':' };
    let (seconds, frame) = (number / base, number % base);
    format!(
        "{}{:0width$}{separator}{:02}{separator}{:02}{separator}{frame:02}",
        frames.sign(),
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        width = hour_digits
    )
}

#[cfg(test)]
mod tests {
    use crate::Item;
    use crate::builtins::testing::{eval, eval_at, fails, n};

    fn text(name: &str, arguments: &[Item]) -> String {
        eval(name, arguments).as_text().unwrap().to_owned()
    }

    const YES: Item = Item::Bool(true);

    #[test]
    fn absolute_times_round_down_and_durations_away_from_zero() {
        let frames = |t: f64, duration| eval("timeToFrames", &[n(t), n(25.0), Item::Bool(duration)]);
        assert_eq!(frames(1.01, false), n(25.0));
        assert_eq!(frames(-0.13, false), n(-4.0));
        assert_eq!(frames(1.01, true), n(26.0));
        assert_eq!(frames(-1.01, true), n(-26.0));
        assert_eq!(frames(-1.0, true), n(-25.0));
    }

    #[test]
    fn frames_and_seconds_are_inverse_at_every_rate() {
        for fps in [23.976, 24.0, 25.0, 29.97, 29.970_001_2, 30.0, 50.0, 59.94, 60.0] {
            for frame in (0..20_000).map(f64::from) {
                let time = eval("framesToTime", &[n(frame), n(fps)]);
                assert_eq!(eval("timeToFrames", &[time, n(fps)]), n(frame));
            }
        }
    }

    #[test]
    fn defaults_come_from_the_composition() {
        // The testing host: 29.97 fps, display starts at 10 s.
        assert_eq!(eval_at("timeToFrames", &[], 2.0), n(359.0));
        assert_eq!(eval("framesToTime", &[n(2997.0)]), n(100.0));
        assert_eq!(text("timeToFeetAndFrames", &[n(4.02)]), "0007+08");
    }

    #[test]
    fn timecodes() {
        assert_eq!(text("timeToTimecode", &[n(3725.53), n(25.0)]), "01:02:05:13");
        assert_eq!(text("timeToTimecode", &[n(1.01), n(25.0), YES]), "00:00:01:01");
        assert_eq!(text("timeToTimecode", &[n(59.98), n(24.0)]), "00:00:59:23");
        assert_eq!(text("timeToTimecode", &[n(-1.0)]), "-00:00:01:00");
    }

    #[test]
    fn drop_frame_skips_numbers_but_in_every_tenth_minute() {
        // Frame numbers with their published drop-frame names.
        for (frame, name) in [
            (1799.0, "00;00;59;29"),
            (1800.0, "00;01;00;02"),
            (3597.0, "00;01;59;29"),
            (3598.0, "00;02;00;02"),
            (17_981.0, "00;09;59;29"),
            (17_982.0, "00;10;00;00"),
            (19_782.0, "00;11;00;02"),
            (107_892.0, "01;00;00;00"),
        ] {
            let time = n((frame + 0.5) * 1001.0 / 30_000.0);
            assert_eq!(text("timeToNTSCTimecode", &[time, YES]), name);
        }
        assert_eq!(text("timeToNTSCTimecode", &[n(600.016_08)]), "00:09:59:12");
        assert_eq!(text("timeToNTSCTimecode", &[n(3.346_68), Item::Bool(false), YES]), "00:00:03:11");
    }

    #[test]
    fn the_current_format_has_one_hour_digit_and_drops_by_the_composition() {
        assert_eq!(text("timeToCurrentFormat", &[n(62.55), n(10.0)]), "0:01:02:05");
        // 61 s are 1828 frames of 29.97 fps.
        assert_eq!(text("timeToCurrentFormat", &[n(61.0)]), "0;01;01;00");
        assert_eq!(
            text("timeToCurrentFormat", &[n(61.0), Item::Undefined, Item::Undefined, Item::Bool(false)]),
            "0:01:00:28"
        );
    }

    #[test]
    fn feet_and_frames() {
        let feet = |list: &[Item]| text("timeToFeetAndFrames", list);
        assert_eq!(feet(&[n(4.02), n(24.0), n(40.0)]), "0002+16");
        assert_eq!(feet(&[n(1.01), n(25.0), n(16.0), YES]), "0001+10");
        assert_eq!(feet(&[n(-1.0), n(24.0)]), "-0001+08");
    }

    #[test]
    fn what_is_no_time_or_rate_is_a_fault() {
        assert!(fails("timeToFrames", &[n(f64::NAN), n(25.0)]).contains("timeToFrames"));
        assert!(fails("timeToTimecode", &[n(1.0), n(0.0)]).contains("timecodeBase"));
        assert!(fails("framesToTime", &[]).contains("argument 1 (frames) is missing"));
        assert!(fails("timeToFeetAndFrames", &[n(1.0), n(24.0), n(0.0)]).contains("framesPerFoot"));
    }
}
