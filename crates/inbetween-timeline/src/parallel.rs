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
}
