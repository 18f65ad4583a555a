//! Checks of numbers over time.

use super::graph::short;
use super::{Case, Check, Direction, Expected, Failure, Moment};
use crate::{Error, Project, Query, Sample};
use inbetween_expr::Item;
use inbetween_types::{FrameRate, Time};

/// Most samples of one check.
const MOST_SAMPLES: f64 = 1_000_000.0;

/// Parts of a frame over which the speed at a seam is measured.
const SEAM_STEP: f64 = 0.25;

/// Difference of speeds at a seam that is allowed, as part of the largest speed.
const SEAM_SPEED: f64 = 0.05;

/// The values of a case over its span.
pub(super) struct Series {
    /// Frame rate of the composition.
    pub(super) rate: FrameRate,
    /// First and last time looked at.
    pub(super) span: [Time; 2],
    /// The end of the last frame: where a loop starts again.
    pub(super) end: Time,
    /// What was sampled; empty until a check needs it.
    samples: Vec<Sample>,
}

impl Series {
    /// The span a case looks at.
    pub(super) fn new(project: &Project, case: &Case) -> Result<Self, Error> {
        let composition = project.composition(case.composition.as_deref())?;
        let rate = project.timeline().frame_rate(composition);
        let data = project.timeline().composition_data(composition);
        let (first, out) = data.map_or((0.0, 1.0), |data| (data.in_point, data.out_point));
        let from = case.from.map_or(rate.seconds(first), |moment| moment.time(rate));
        // A span that is asked for is a loop from its first to its last moment; the composition's last frame lasts
        // until its out point.
        let (to, end) = match case.to {
            Some(moment) => (moment.time(rate), moment.time(rate)),
            None => (rate.seconds((out - 1.0).max(first)), rate.seconds(out)),
        };
        if !(from.is_finite() && to.is_finite() && from <= to) {
            return Err(Error::Output(std::io::Error::other("there is no time between `from` and `to`")));
        }
        Ok(Self { rate, span: [from, to], end, samples: Vec::new() })
    }

    /// The samples of the whole span, made once.
    fn all(&mut self, project: &Project, case: &Case) -> Result<&[Sample], Error> {
        if self.samples.is_empty() {
            let [from, to] = self.span;
            let per_frame = f64::from(case.samples_per_frame.max(1));
            let count = ((to - from) * self.rate.fps() * per_frame + 1e-6).floor().clamp(0.0, MOST_SAMPLES);
            let first = self.rate.frame(from);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let times: Vec<Time> = (0..=count as u32)
                .map(|index| self.rate.seconds(first + f64::from(index) / per_frame))
                .collect();
            self.samples = ask(project, case, &times)?;
        }
        Ok(&self.samples)
    }
}

/// The value of a case at times.
fn ask(project: &Project, case: &Case, times: &[Time]) -> Result<Vec<Sample>, Error> {
    let mut query = Query::new(case.value.clone().unwrap_or_default());
    query.composition.clone_from(&case.composition);
    let mut series = project.query(&[query], times, 1, &|_, _| true)?;
    Ok(series.pop().map(|one| one.samples).unwrap_or_default())
}

/// Runs one check of values. `None`: it holds.
pub(super) fn run(
    project: &Project,
    case: &Case,
    check: &Check,
    series: &mut Series,
) -> Result<Option<Failure>, Error> {
    Ok(match check {
        Check::Is(wanted) => {
            let times: Vec<Time> = wanted.iter().map(|(moment, _)| moment.time(series.rate)).collect();
            stated(case, wanted, &ask(project, case, &times)?)
        }
        Check::AtLeast(bounds) => bounded(case, series.all(project, case)?, bounds, false),
        Check::AtMost(bounds) => bounded(case, series.all(project, case)?, bounds, true),
        Check::MaxPerFrame(most) => {
            let apart = case.samples_per_frame.max(1) as usize;
            moved(case, series.all(project, case)?, apart, *most, None)
        }
        Check::MaxPerSecond(most) => {
            let step = series.rate.seconds(1.0) / f64::from(case.samples_per_frame.max(1));
            moved(case, series.all(project, case)?, 1, *most, Some(step))
        }
        Check::Monotonic(direction) => one_way(case, series.all(project, case)?, *direction),
        Check::Loops { speed, speed_tolerance } => seam(project, case, series, *speed, *speed_tolerance)?,
        _ => None,
    }
    .map(|failure| Failure { check: check.key(), ..failure }))
}

/// The numbers of a value; `None` when it has none.
pub(super) fn numbers(item: &Item) -> Option<Vec<f64>> {
    match item {
        Item::Number(number) if number.is_finite() => Some(vec![*number]),
        Item::Array(items) => items
            .iter()
            .map(|item| match item {
                Item::Number(number) if number.is_finite() => Some(*number),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

/// A value for people.
pub(super) fn said(item: &Item) -> String {
    match item {
        Item::Number(number) => short(*number),
        Item::Text(text) => format!("{text:?}"),
        Item::Style(document) => format!("{:?}", document.text),
        Item::Bool(value) => value.to_string(),
        Item::Undefined => "nothing".to_owned(),
        Item::Array(items) => {
            format!("[{}]", items.iter().map(said).collect::<Vec<_>>().join(", "))
        }
        Item::Path(path) => format!("a path of {} points", path.len()),
        _ => "an object".to_owned(),
    }
}

fn listed(numbers: &[f64]) -> String {
    match numbers {
        [one] => short(*one),
        more => format!("[{}]", more.iter().map(|n| short(*n)).collect::<Vec<_>>().join(", ")),
    }
}

fn wanted_text(wanted: &Expected) -> String {
    match wanted {
        Expected::Number(number) => short(*number),
        Expected::Vector(list) => listed(list),
        Expected::Text(text) => format!("{text:?}"),
        Expected::Bool(value) => value.to_string(),
    }
}

/// A difference of numbers, where a multiple of the modulo is none.
fn apart(case: &Case, a: f64, b: f64) -> f64 {
    let apart = a - b;
    match case.modulo {
        Some(modulo) => apart - modulo * (apart / modulo).round(),
        None => apart,
    }
}

/// A failure at a sample.
fn at(sample: &Sample, message: String, expected: String) -> Failure {
    Failure {
        message: format!("{message} at {} s (frame {})", short(sample.time), short(sample.frame)),
        time: Some(sample.time),
        frame: Some(sample.frame),
        expected: Some(expected),
        actual: Some(said(&sample.value)),
        ..Failure::default()
    }
}

/// The failure of a sample whose expression failed or that holds no number.
fn broken(case: &Case, sample: &Sample) -> Failure {
    let value = case.title();
    let message = match &sample.error {
        Some(error) => format!("{value} fails: {error},"),
        None => format!("{value} has no number"),
    };
    at(sample, message, "a number".to_owned())
}

fn stated(case: &Case, wanted: &[(Moment, Expected)], samples: &[Sample]) -> Option<Failure> {
    let mut wrong: Vec<(f64, &Sample, &Expected)> = Vec::new();
    for ((_, wanted), sample) in wanted.iter().zip(samples) {
        let off = match wanted {
            Expected::Number(number) => off_by(case, &sample.value, &[*number]),
            Expected::Vector(list) => off_by(case, &sample.value, list),
            Expected::Text(text) => match &sample.value {
                Item::Text(value) if value.as_ref() == text.as_str() => 0.0,
                Item::Style(document) if document.text == *text => 0.0,
                _ => f64::INFINITY,
            },
            Expected::Bool(value) => match &sample.value {
                Item::Bool(found) if found == value => 0.0,
                _ => f64::INFINITY,
            },
        };
        if off > case.tolerance || sample.error.is_some() {
            wrong.push((off, sample, wanted));
        }
    }
    let (off, sample, wanted) = wrong.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let value = case.title();
    let mut failure = match &sample.error {
        Some(_) => broken(case, sample),
        None if off.is_finite() => at(sample, format!("{value} is {} away", short(*off)), String::new()),
        None => at(sample, format!("{value} is another value"), String::new()),
    };
    let tolerance = if case.tolerance > 0.0 && off.is_finite() {
        format!(" ± {}", plain(case.tolerance))
    } else {
        String::new()
    };
    failure.expected = Some(format!("{}{tolerance}", wanted_text(wanted)));
    let others = wrong.len() - 1;
    if others > 0 {
        failure.message.push_str(&format!(", and wrong at {others} more"));
    }
    Some(failure)
}

/// A tolerance as it was written.
fn plain(number: f64) -> String {
    if number > 0.0 && number < 1e-4 { format!("{number:e}") } else { short(number) }
}

/// The largest difference of a component; infinite where the value has another shape.
fn off_by(case: &Case, item: &Item, wanted: &[f64]) -> f64 {
    match numbers(item) {
        Some(found) if found.len() == wanted.len() => {
            found.iter().zip(wanted).map(|(a, b)| apart(case, *a, *b).abs()).fold(0.0, f64::max)
        }
        _ => f64::INFINITY,
    }
}

/// The first sample without a number.
fn first_broken(samples: &[Sample]) -> Option<&Sample> {
    samples.iter().find(|sample| sample.error.is_some() || numbers(&sample.value).is_none())
}

fn bounded(case: &Case, samples: &[Sample], bounds: &[f64], upper: bool) -> Option<Failure> {
    if let Some(sample) = first_broken(samples) {
        return Some(broken(case, sample));
    }
    let mut worst: Option<(f64, &Sample)> = None;
    let mut count = 0;
    for sample in samples {
        let found = numbers(&sample.value)?;
        let beyond = found
            .iter()
            .enumerate()
            .map(|(index, number)| {
                let bound = bounds.get(index).or_else(|| bounds.first().filter(|_| bounds.len() == 1));
                bound.map_or(0.0, |bound| if upper { number - bound } else { bound - number })
            })
            .fold(f64::NEG_INFINITY, f64::max);
        if beyond > case.tolerance {
            count += 1;
            // What is equal but for rounding does not move the place: the first is the one to look at.
            if worst.is_none_or(|(most, _)| beyond > most + 1e-9) {
                worst = Some((beyond, sample));
            }
        }
    }
    let (beyond, sample) = worst?;
    let value = case.title();
    let (word, bound) = if upper { ("above", "at most") } else { ("below", "at least") };
    let message = format!("{value} is {} {word} the bound", short(beyond));
    let mut failure = at(sample, message, format!("{bound} {}", listed(bounds)));
    if count > 1 {
        failure.message.push_str(&format!(", its worst of {count} samples"));
    }
    Some(failure)
}

fn distance(case: &Case, a: &Item, b: &Item) -> Option<f64> {
    let (a, b) = (numbers(a)?, numbers(b)?);
    Some(a.iter().zip(&b).map(|(a, b)| apart(case, *a, *b)).map(|d| d * d).sum::<f64>().sqrt())
}

/// Moves between samples `step` apart: per frame, or per second with the length of a sample.
fn moved(case: &Case, samples: &[Sample], step: usize, most: f64, second: Option<Time>) -> Option<Failure> {
    if let Some(sample) = first_broken(samples) {
        return Some(broken(case, sample));
    }
    let mut worst: Option<(f64, &Sample, &Sample)> = None;
    for (before, after) in samples.iter().zip(samples.iter().skip(step)) {
        let length = distance(case, &before.value, &after.value)? / second.unwrap_or(1.0);
        if length > most + case.tolerance && worst.is_none_or(|(so_far, ..)| length > so_far + 1e-9) {
            worst = Some((length, before, after));
        }
    }
    let (length, before, after) = worst?;
    let value = case.title();
    let unit = if second.is_some() { "per second" } else { "in one frame" };
    let message = format!("{value} moves {} {unit}", short(length));
    let mut failure = at(after, message, format!("at most {}", short(most)));
    failure.actual = Some(format!("{} → {}", said(&before.value), said(&after.value)));
    Some(failure)
}

fn one_way(case: &Case, samples: &[Sample], direction: Direction) -> Option<Failure> {
    if let Some(sample) = first_broken(samples) {
        return Some(broken(case, sample));
    }
    let dimensions = samples.first().and_then(|sample| numbers(&sample.value)).map_or(0, |list| list.len());
    let mut worst: Option<(f64, bool, &Sample, &Sample)> = None;
    for index in 0..dimensions {
        let value = |sample: &Sample| numbers(&sample.value).and_then(|list| list.get(index).copied());
        let mut up = match direction {
            Direction::Rising => Some(true),
            Direction::Falling => Some(false),
            Direction::Either => None,
        };
        for (before, after) in samples.iter().zip(samples.iter().skip(1)) {
            let step = apart(case, value(after)?, value(before)?);
            if step.abs() <= case.tolerance {
                continue;
            }
            let wanted = *up.get_or_insert(step > 0.0);
            let back = if wanted { -step } else { step };
            if back > case.tolerance && worst.is_none_or(|(most, ..)| back > most) {
                worst = Some((back, wanted, before, after));
            }
        }
    }
    let (back, up, before, after) = worst?;
    let value = case.title();
    let (way, word) = if up { ("rising", "falls") } else { ("falling", "rises") };
    let mut failure = at(after, format!("{value} {word} by {}", short(back)), way.to_owned());
    failure.actual = Some(format!("{} → {}", said(&before.value), said(&after.value)));
    Some(failure)
}

/// The seam of a loop: the value at the end against the start, and the speeds on both sides.
fn seam(
    project: &Project,
    case: &Case,
    series: &mut Series,
    speed: bool,
    tolerance: Option<f64>,
) -> Result<Option<Failure>, Error> {
    let [from, _] = series.span;
    let end = series.end;
    let step = series.rate.seconds(SEAM_STEP);
    let times = [from, from + step, from + 2.0 * step, end - 2.0 * step, end - step, end];
    let samples = ask(project, case, &times)?;
    if let Some(sample) = first_broken(&samples) {
        return Ok(Some(broken(case, sample)));
    }
    let value = case.title();
    let found: Vec<Vec<f64>> = samples.iter().filter_map(|sample| numbers(&sample.value)).collect();
    let ([a, b, c, x, y, z], Some(last)) = (found.as_slice(), samples.last()) else { return Ok(None) };
    let gap = z.iter().zip(a).map(|(z, a)| apart(case, *z, *a).abs()).fold(0.0, f64::max);
    if gap > case.tolerance || a.len() != z.len() {
        let message = format!("{value} jumps by {} where the loop starts again,", short(gap));
        return Ok(Some(at(last, message, listed(a))));
    }
    if !speed {
        return Ok(None);
    }
    // One-sided differences of second order; through `apart` so that a wrap on the way does not count.
    let rate = |near: &[f64], middle: &[f64], far: &[f64]| -> Vec<f64> {
        near.iter()
            .zip(middle.iter().zip(far))
            .map(|(n, (m, f))| {
                let (first, second) = (apart(case, *m, *n), apart(case, *f, *m));
                (3.0 * first - second) / (2.0 * step)
            })
            .collect()
    };
    let start = rate(a, b, c);
    let stop: Vec<f64> = rate(z, y, x).into_iter().map(|n| -n).collect();
    let off = start.iter().zip(&stop).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let frame = series.rate.seconds(1.0) / f64::from(case.samples_per_frame.max(1));
    let all = series.all(project, case)?;
    let fastest = all
        .windows(2)
        .filter_map(|pair| match pair {
            [p, q] => distance(case, &p.value, &q.value),
            _ => None,
        })
        .fold(0.0, f64::max)
        / frame;
    let allowed = tolerance.unwrap_or(fastest * SEAM_SPEED + case.tolerance);
    if off <= allowed {
        return Ok(None);
    }
    let message = format!("the speed of {value} changes by {} per second at the seam,", short(off));
    let mut failure = at(last, message, format!("{} ± {} per second", listed(&start), short(allowed)));
    failure.actual = Some(format!("{} per second", listed(&stop)));
    Ok(Some(failure))
}
