//! Work spread over threads, each with a session of its own and a stack large enough for nested expressions.

use crate::session::{Cancelled, Progress};
use crate::{Session, Timeline};
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
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let slots: Vec<Mutex<Option<R>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let findings: Mutex<Vec<(usize, Vec<Diagnostic>)>> = Mutex::new(Vec::new());
    let worker = |number: usize| {
        let session = Session::new(timeline.clone());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { break };
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let result = work(&session, task);
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
