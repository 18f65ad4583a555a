//! Asking from outside: no expression is running.

use super::engine::Slot;
use super::evaluate::ends_everything;
use super::{Session, State};
use crate::parallel::run_parallel;
use crate::session::blocks::MOST_TIMES;
use crate::{CompositionRef, PropertyRef, Timeline};
use inbetween_expr::{Evaluation, Fault, Item, Program, with_large_stack};
use inbetween_types::{Diagnostic, Severity, Time, Value};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

impl Session {
    /// A session of a timeline. The expression engine is made when the first expression is evaluated.
    #[must_use]
    pub fn new(timeline: Timeline) -> Self {
        Self { state: Rc::new(State::new(timeline)), engine: Slot::default() }
    }

    /// Begins with what worker number `worker` of an earlier pass has left, if the timeline is one for several passes.
    pub(crate) fn resume(&self, worker: usize) {
        if let Some(memo) = self.state.timeline.pool.as_ref().and_then(|pool| pool.take(worker)) {
            *self.state.memo.borrow_mut() = memo;
        }
    }

    /// Leaves what it remembers to the next pass.
    pub(crate) fn leave_to(&self, worker: usize) {
        if let Some(pool) = &self.state.timeline.pool {
            pool.put(worker, std::mem::take(&mut *self.state.memo.borrow_mut()));
        }
    }

    /// The timeline that is evaluated.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.state.timeline
    }

    /// The state, for what needs no expression: values before expressions, velocities, names.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The value of a property at a composition time, after its expression.
    ///
    /// Always gives a value: a failed expression gives the value before it, at that time only, and a finding in
    /// [`Session::diagnostics`]. Long chains of expressions need the session to be made and used inside
    /// [`with_large_stack`]; elsewhere they end in a limit sooner, so that values can then differ.
    #[must_use]
    pub fn evaluate(&self, property: PropertyRef, time: Time) -> Value {
        self.state.numeric.tidy();
        let outcome = self.with_runner(|state, runner| state.value(runner, property, time));
        outcome.unwrap_or_else(|fault| {
            self.state.report_limit(property, &fault);
            self.state.pre_value(property, time)
        })
    }

    /// Runs a program, say a query, where `evaluation` says.
    ///
    /// # Errors
    /// The failure, when it throws or meets a limit.
    pub fn evaluate_expression(
        &self,
        program: &Arc<Program>,
        evaluation: &Evaluation,
    ) -> Result<Item, Fault> {
        self.with_runner(|_, runner| runner.run(program, evaluation))
    }

    /// Runs a program as if it were a property's expression.
    ///
    /// # Errors
    /// The failure, when it throws, meets a limit or does not fit the property.
    pub fn evaluate_on(
        &self,
        property: PropertyRef,
        program: &Arc<Program>,
        time: Time,
    ) -> Result<Value, Fault> {
        self.with_runner(|state, runner| state.value_with(runner, property, program, time))
    }

    /// Compiles the text of an expression in the scope of AE's names.
    #[must_use]
    pub fn compile(&self, source: &str) -> inbetween_expr::Compiled {
        self.state.timeline.compile_expression(source)
    }

    /// Findings of evaluating so far, each once, in the order they were made.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.state.diagnostics.borrow().list().to_vec()
    }

    /// Takes the findings of evaluating so far and forgets them.
    #[must_use]
    pub fn take_diagnostics(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.state.diagnostics.borrow_mut()).into_list()
    }
}

impl State {
    /// What a query in a composition is about.
    #[must_use]
    pub fn evaluation_in(&self, composition: CompositionRef, time: Time) -> Evaluation {
        Evaluation {
            property: None,
            layer: None,
            composition: composition.object(),
            time,
            seed: 0,
            random_offset: 0.0,
            selector: None,
        }
    }

    /// What runs when nothing does.
    pub(crate) fn root_evaluation(&self) -> Evaluation {
        self.evaluation_in(CompositionRef(0), 0.0)
    }

    fn report_limit(&self, property: PropertyRef, fault: &Fault) {
        debug_assert!(ends_everything(fault), "other faults stop at their property");
        let mut finding = Diagnostic::new(fault.code, Severity::Error, fault.message.clone())
            .at(self.timeline.location(property));
        finding.help.clone_from(&fault.help);
        self.report(finding);
    }
}

/// A long work was called off by its progress callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl std::fmt::Display for Cancelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cancelled")
    }
}

impl std::error::Error for Cancelled {}

/// Called with (steps done, steps in all) now and then; `false` calls the work off.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) -> bool + Sync);

impl Timeline {
    /// Compiles the text of an expression in the scope of AE's names.
    #[must_use]
    pub fn compile_expression(&self, source: &str) -> inbetween_expr::Compiled {
        crate::compile::compile_text(source, self.limits())
    }

    /// The value of a property at a composition time, after its expression, from any thread.
    ///
    /// Starts a thread and an expression engine for this one answer, which costs about a millisecond: for more
    /// than a few values use a [`Session`] or [`Timeline::sample`]. Findings are dropped.
    #[must_use]
    pub fn value(&self, property: PropertyRef, time: Time) -> Value {
        with_large_stack(|| Session::new(self.clone()).evaluate(property, time))
    }

    /// The values of properties at times, on several threads: one row per time, one value per property, the
    /// same on any number of threads. Findings of all threads come with them, sorted by place.
    ///
    /// # Errors
    /// When `progress` calls it off.
    pub fn sample(
        &self,
        properties: &[PropertyRef],
        times: &[Time],
        threads: usize,
        progress: Progress<'_>,
    ) -> Result<(Vec<Vec<Value>>, Vec<Diagnostic>), Cancelled> {
        // Neighbouring times share what they remember (a chain of past frames), so each thread takes a block.
        let block = times.len().div_ceil(threads.clamp(1, 64)).max(1);
        let blocks: Vec<&[Time]> = times.chunks(block).collect();
        let (done, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let all = times.len();
        let work = |session: &Session, block: &&[Time]| {
            let mut rows = Vec::with_capacity(block.len());
            for times in block.chunks(MOST_TIMES) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let mut part = vec![vec![Value::Number(0.0); properties.len()]; times.len()];
                let alive = || progress(done.load(Ordering::Relaxed), all) && !stop.load(Ordering::Relaxed);
                session.evaluate_block(properties, times, &alive, &mut |at, time, value| {
                    if let Some(slot) = part.get_mut(time).and_then(|row| row.get_mut(at)) {
                        *slot = value;
                    }
                });
                rows.append(&mut part);
                let count = done.fetch_add(times.len(), Ordering::Relaxed) + times.len();
                if !progress(count, all) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            rows
        };
        let outcome = run_parallel(self, &blocks, threads.clamp(1, 64), &|_, _| true, work)?;
        if stop.into_inner() {
            return Err(Cancelled);
        }
        Ok((outcome.results.into_iter().flatten().collect(), outcome.diagnostics))
    }
}
