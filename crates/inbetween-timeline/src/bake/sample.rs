//! The signal of each property at whole and half frames.

use super::jobs::Job;
use crate::parallel::{run_in_stretches, stretch};
use crate::session::{Cancelled, Progress};
use crate::{CompositionRef, PropertyRef, Timeline};
use inbetween_types::{Diagnostic, Time, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Values of one property at every whole and half frame of its span.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signal {
    /// First frame, whole.
    pub(crate) first: f64,
    /// Values at `first`, `first + 0.5`, …
    pub(crate) values: Vec<Value>,
}

impl Signal {
    /// How many numbers it has that differ from those before them.
    pub(crate) fn moves(&self) -> usize {
        let moved = |pair: &[Value]| match pair {
            [Value::Path(a), Value::Path(b)] => {
                if a == b {
                    0
                } else {
                    6 * b.len()
                }
            }
            [a, b] => a.components().iter().zip(b.components()).filter(|(x, y)| x != y).count(),
            _ => 0,
        };
        self.values.windows(2).map(moved).sum()
    }
}

/// Samples every job, time by time, so that properties that read one another share their work.
pub(crate) fn sample(
    timeline: &Timeline,
    jobs: &[Job],
    threads: usize,
    progress: Progress<'_>,
) -> Result<(Vec<Signal>, Vec<Diagnostic>), Cancelled> {
    // Half frames as whole numbers, so that equal times meet.
    #[expect(clippy::cast_possible_truncation, reason = "frames of a file fit; others clamp")]
    let half = |frame: f64| (frame * 2.0).round() as i64;
    let mut wanted: BTreeMap<CompositionRef, BTreeSet<i64>> = BTreeMap::new();
    let mut jobs_of: BTreeMap<CompositionRef, Vec<usize>> = BTreeMap::new();
    for (index, job) in jobs.iter().enumerate() {
        wanted.entry(job.composition).or_default().extend(half(job.span.first)..=half(job.span.last));
        jobs_of.entry(job.composition).or_default().push(index);
    }
    let mut tasks: Vec<(CompositionRef, Vec<i64>)> = Vec::new();
    for (composition, halves) in wanted {
        let halves: Vec<i64> = halves.into_iter().collect();
        tasks
            .extend(halves.chunks(stretch(halves.len(), threads)).map(|chunk| (composition, chunk.to_vec())));
    }
    let outcome =
        run_in_stretches(timeline, &tasks, threads, progress, |session, (composition, halves), alive| {
            let rate = timeline.frame_rate(*composition);
            #[expect(clippy::cast_precision_loss, reason = "frames of a file fit")]
            let times: Vec<Time> = halves.iter().map(|at| rate.seconds(*at as f64 / 2.0)).collect();
            let all = jobs_of.get(composition).map_or(&[][..], Vec::as_slice);
            let seen = |index: usize, at: i64| {
                jobs.get(index).is_some_and(|job| half(job.span.first) <= at && at <= half(job.span.last))
            };
            // Those that are seen all the time go in blocks, the others time by time.
            let (whole, part): (Vec<usize>, Vec<usize>) =
                all.iter().copied().partition(|index| halves.iter().all(|at| seen(*index, *at)));
            let properties: Vec<PropertyRef> =
                whole.iter().filter_map(|index| Some(jobs.get(*index)?.property)).collect();
            let mut lists: Vec<Vec<Value>> = vec![vec![Value::Number(0.0); times.len()]; whole.len()];
            session.evaluate_block(&properties, &times, alive, &mut |at, time, value| {
                if let Some(slot) = lists.get_mut(at).and_then(|list| list.get_mut(time)) {
                    *slot = value;
                }
            });
            let mut values: Vec<(usize, Value)> = Vec::new();
            for (index, list) in whole.iter().zip(lists) {
                values.extend(list.into_iter().map(|value| (*index, value)));
            }
            for (at, time) in halves.iter().zip(&times) {
                for &index in part.iter().filter(|index| seen(**index, *at)) {
                    if let Some(job) = jobs.get(index) {
                        values.push((index, session.evaluate(job.property, *time)));
                    }
                }
            }
            values
        })?;
    let mut signals: Vec<Signal> =
        jobs.iter().map(|job| Signal { first: job.span.first, values: Vec::new() }).collect();
    for (index, value) in outcome.results.into_iter().flatten() {
        if let Some(signal) = signals.get_mut(index) {
            signal.values.push(value);
        }
    }
    Ok((signals, outcome.diagnostics))
}
