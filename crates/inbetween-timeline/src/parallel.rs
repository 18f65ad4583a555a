//! Work spread over threads, each with a session of its own and a stack large enough for nested expressions.

use crate::session::blocks::MOST_TIMES;
use crate::session::{Cancelled, Progress};
use crate::{Session, Timeline};
use inbetween_expr::tier::block::LANES;
use inbetween_expr::with_large_stack;
use inbetween_types::Diagnostic;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What the workers made: one result per task, in the tasks' order, and the sessions' findings.
#[derive(Debug)]
pub struct Outcome<R> {
    /// One result per task.
    pub results: Vec<R>,
    /// The sessions' findings, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Which task comes next: those of a worker's own part first, then those that others have not got to.
struct Queue(Vec<(AtomicUsize, usize)>);

impl Queue {
    /// `count` tasks in `parts` parts.
    fn new(count: usize, parts: usize) -> Self {
        let size = count.div_ceil(parts.max(1)).max(1);
        let starts = (0..count).step_by(size);
        Self(starts.map(|start| (AtomicUsize::new(start), (start + size).min(count))).collect())
    }

    fn next(&self, worker: usize) -> Option<usize> {
        let own = worker % self.0.len().max(1);
        let (others, first) = self.0.split_at_checked(own)?;
        first.iter().chain(others).find_map(|(next, end)| {
            // Looking first keeps the count of a part that is done from growing for ever.
            let left = next.load(Ordering::Relaxed) < *end;
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| left && at < end)
        })
    }
}

/// Runs `work` on every task, on up to `threads` threads. The results do not depend on the number of threads,
/// because a session's answers do not depend on what it was asked before.
///
/// # Errors
/// When `progress` calls the work off.
pub fn run_parallel<T: Sync, R: Send>(
    timeline: &Timeline,
    tasks: &[T],
    threads: usize,
    progress: Progress<'_>,
    work: impl Fn(&Session, &T) -> R + Sync,
) -> Result<Outcome<R>, Cancelled> {
    run(timeline, tasks, threads, 1, progress, |session, task, _| work(session, task))
}

/// The same for tasks that are times one after the other: each thread starts with a stretch of its own, because
/// neighbours share what a session remembers (a value a frame ago, a sum over all frames so far).
///
/// # Errors
/// When `progress` calls the work off.
pub fn run_in_stretches<T: Sync, R: Send>(
    timeline: &Timeline,
    tasks: &[T],
    threads: usize,
    progress: Progress<'_>,
    work: impl Fn(&Session, &T, Alive<'_>) -> R + Sync,
) -> Result<Outcome<R>, Cancelled> {
    run(timeline, tasks, threads, threads, progress, work)
}

/// What work asks now and then: `false` says that the whole run is called off, and that what it gives no longer counts.
pub type Alive<'a> = &'a dyn Fn() -> bool;

/// How many of `count` times a thread takes at once in [`run_in_stretches`]: whole blocks where there are enough, few
/// enough that no thread waits long for the last one.
#[must_use]
pub fn stretch(count: usize, threads: usize) -> usize {
    /// Fewer are not worth a block.
    const FEWEST: usize = 8;
    if threads < 2 {
        return MOST_TIMES;
    }
    let share = count.div_ceil(4 * threads);
    if share < LANES { share.max(FEWEST) } else { (share / LANES * LANES).min(MOST_TIMES) }
}

fn run<T: Sync, R: Send>(
    timeline: &Timeline,
    tasks: &[T],
    threads: usize,
    parts: usize,
    progress: Progress<'_>,
    work: impl Fn(&Session, &T, Alive<'_>) -> R + Sync,
) -> Result<Outcome<R>, Cancelled> {
    let queue = Queue::new(tasks.len(), parts);
    let done = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let slots: Vec<Mutex<Option<R>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let findings: Mutex<Vec<(usize, Vec<Diagnostic>)>> = Mutex::new(Vec::new());
    let worker = |number: usize| {
        let session = Session::new(timeline.clone());
        session.resume(number);
        while let Some(index) = queue.next(number) {
            let Some(task) = tasks.get(index) else { break };
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let alive = || {
                if !progress(done.load(Ordering::Relaxed), tasks.len()) {
                    stop.store(true, Ordering::Relaxed);
                }
                !stop.load(Ordering::Relaxed)
            };
            let result = work(&session, task, &alive);
            if let Some(Ok(mut slot)) = slots.get(index).map(Mutex::lock) {
                *slot = Some(result);
            }
            if !progress(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len()) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        session.leave_to(number);
        if let Ok(mut findings) = findings.lock() {
            findings.push((number, session.take_diagnostics()));
        }
    };
    std::thread::scope(|scope| {
        for number in 0..threads.clamp(1, tasks.len().max(1)) {
            let worker = &worker;
            let builder = std::thread::Builder::new();
            // A machine that cannot start another thread still has those that run, and this one.
            let started = builder.spawn_scoped(scope, move || with_large_stack(|| worker(number)));
            if started.is_err() {
                with_large_stack(|| worker(number));
            }
        }
    });
    if stop.into_inner() {
        return Err(Cancelled);
    }
    let results: Option<Vec<R>> = slots
        .into_iter()
        .map(|slot| slot.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
        .collect();
    let mut findings = findings.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    findings.sort_by_key(|(number, _)| *number);
    let mut diagnostics: Vec<Diagnostic> = findings.into_iter().flat_map(|(_, list)| list).collect();
    // Which thread met a finding first is chance; the order of places is not.
    diagnostics.sort_by_cached_key(|d| (format!("{}", d.location), d.code, d.message.clone()));
    diagnostics.dedup();
    results.map(|results| Outcome { results, diagnostics }).ok_or(Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn every_task_is_taken_once_whoever_asks() {
        for (count, parts) in [(0, 1), (1, 4), (7, 1), (7, 2), (8, 3), (100, 64)] {
            let queue = Queue::new(count, parts);
            let mut taken: Vec<usize> = std::iter::from_fn(|| queue.next(1)).collect();
            assert_eq!((queue.next(0), queue.next(2)), (None, None));
            taken.sort_unstable();
            assert_eq!(taken, (0..count).collect::<Vec<_>>(), "{count} in {parts}");
        }
    }

    #[test]
    fn a_worker_starts_with_a_stretch_of_its_own() {
        let queue = Queue::new(10, 2);
        assert_eq!([queue.next(0), queue.next(1), queue.next(0)], [Some(0), Some(5), Some(1)]);
        let rest: Vec<usize> = std::iter::from_fn(|| queue.next(1)).collect();
        assert_eq!(rest, [6, 7, 8, 9, 2, 3, 4]);
    }

    #[test]
    fn a_later_pass_begins_with_what_an_earlier_one_remembers() {
        let follow =
            "thisComp.layer(index - 1).transform.rotation.valueAtTime(time - thisComp.frameDuration)";
        let layer = |n: usize| {
            let text = if n == 0 { "time * 10" } else { follow };
            format!(r#"{{"ty":3,"ip":0,"op":60,"st":0,"ks":{{"r":{{"a":0,"k":0,"x":"{text}"}}}}}}"#)
        };
        let layers: Vec<String> = (0..20).map(layer).collect();
        let text = format!(
            r#"{{"v":"5.12.0","fr":29.97,"ip":0,"op":60,"w":100,"h":100,"layers":[{}]}}"#,
            layers.join(",")
        );
        let document = inbetween_doc::import(text.as_bytes(), &Default::default()).unwrap().document;
        let timeline = Timeline::compile(Arc::new(document), &crate::CompileOptions::default());
        let properties: Vec<_> = timeline.layers().filter_map(|(_, node)| node.transform.rotation).collect();
        let rate = timeline.frame_rate(crate::CompositionRef(0));
        let times: Vec<f64> = (0..20).map(|half| rate.seconds(f64::from(half) / 2.0)).collect();
        let pass = |timeline: &Timeline| {
            run_in_stretches(timeline, &times, 1, &|_, _| true, |session, time, _| {
                let values: Vec<_> =
                    properties.iter().map(|property| session.evaluate(*property, *time)).collect();
                (values, session.state().expressions_run())
            })
        };
        let remembering = timeline.remembering();
        let first = pass(&remembering).unwrap().results;
        let again = pass(&remembering).unwrap().results;
        // Half frames meet those a frame before as whole frames do: 20 times, 2 · (1 + 2 + … 19) before the
        // first, and once more what each gave before it was read.
        let most = first.iter().map(|(_, runs)| *runs).max();
        assert!(most.is_some_and(|runs| runs <= 20 * 20 + 20 * 19 + 20), "{most:?}");
        let (values, runs): (Vec<_>, Vec<u64>) = again.into_iter().unzip();
        assert!(first.iter().map(|(values, _)| values).eq(&values));
        // The last layer is read by none: of it only the latest value is kept.
        assert!(runs.iter().all(|run| *run <= 20), "{runs:?}");
        // Other values, other memory.
        let changed = remembering.with_overrides(&[(properties[0], inbetween_types::Value::Number(7.0))]);
        let (values, _) = pass(&changed).unwrap().results.pop().unwrap();
        assert_eq!(values[5], inbetween_types::Value::Number(7.0));
    }
}
