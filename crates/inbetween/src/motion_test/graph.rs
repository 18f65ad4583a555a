//! The curve around a fault in characters.

use super::values::{Series, numbers};
use super::{Case, Failure};
use crate::plot::{Curve, Plot, Role};
use crate::{Project, Query};
use inbetween_types::{FrameRate, Time, Vector};

/// Frames shown on each side of a fault.
const AROUND: f64 = 15.0;

/// Samples per frame.
const PER_FRAME: u32 = 4;

/// Size in characters.
const SIZE: [usize; 2] = [64, 9];

/// Draws the curve around the fault, with a mark under it. `None` where the value is no number there.
pub(super) fn around(project: &Project, case: &Case, series: &Series, failure: &Failure) -> Option<String> {
    let fault = failure.time?;
    let rate = series.rate;
    let span = rate.seconds(AROUND);
    let [first, last] = series.span;
    // A seam is at the end of the span; what follows it would not be seen.
    let from = (fault - span).max(first.min(fault));
    let to = (fault + span).min(last.max(fault)).max(from + rate.seconds(2.0));
    let plot = sampled(project, case, rate, from, to)?;
    let drawn = plot.terminal(SIZE[0], SIZE[1]);
    Some(marked(&drawn, (fault - from) / (to - from), fault, failure.frame))
}

fn sampled(project: &Project, case: &Case, rate: FrameRate, from: Time, to: Time) -> Option<Plot> {
    let text = case.value.as_ref()?;
    let mut query = Query::new(text.clone());
    query.composition.clone_from(&case.composition);
    let step = rate.seconds(1.0) / f64::from(PER_FRAME);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let count = ((to - from) / step).round().clamp(2.0, 1000.0) as u32;
    let times: Vec<Time> =
        (0..=count).map(|i| from + (to - from) * f64::from(i) / f64::from(count)).collect();
    let answers = project.query(&[query], &times, 1, &|_, _| true).ok()?;
    let mut runs: Vec<Vec<(Time, Vector)>> = vec![Vec::new()];
    for sample in &answers.first()?.samples {
        match numbers(&sample.value) {
            Some(list) => runs.last_mut()?.push((sample.time, Vector::from_slice(&list))),
            None => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| run.len() > 1);
    let curve = Curve { property: case.title(), place: 0, role: Role::After, spatial: false, runs };
    (!curve.runs.is_empty()).then(|| Plot {
        frame_rate: rate,
        from,
        to,
        curves: vec![curve],
        ..Plot::default()
    })
}

/// Puts a mark under the axis.
fn marked(drawn: &str, part: f64, time: Time, frame: Option<f64>) -> String {
    let mut out = String::new();
    for line in drawn.lines() {
        out.push_str(line);
        out.push('\n');
        if let Some((before, after)) = line.split_once('└') {
            #[expect(clippy::cast_precision_loss, reason = "columns are few")]
            let across = after.chars().count().saturating_sub(1) as f64;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let place = (part.clamp(0.0, 1.0) * across).round() as usize;
            let words = match frame {
                Some(frame) => format!("{} s, frame {}", short(time), short(frame)),
                None => format!("{} s", short(time)),
            };
            let margin = before.chars().count() + 1;
            let room = margin + place;
            // To the left of the mark where there is no room to the right.
            let line = if place + words.len() + 2 > after.chars().count() && room > words.len() {
                format!("{:>width$} ▲", words, width = room.saturating_sub(1))
            } else {
                format!("{}▲ {words}", " ".repeat(room))
            };
            out.push_str(&line);
            out.push('\n');
        }
    }
    out
}

/// A number with at most four decimals.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
