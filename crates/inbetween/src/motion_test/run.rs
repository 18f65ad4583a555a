//! Running cases.

use super::{Case, CaseOutcome, Check, Expected, MotionTest, RunOptions, frame, graph, values};
use crate::{Error, Project};
use inbetween_timeline::{Progress, PropertyRef, Session};
use inbetween_types::{Value, ValueKind, Vector};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

impl MotionTest {
    /// Runs every case against the opened motion file, several at a time. The outcomes are in the cases' order and do
    /// not depend on the number of threads.
    ///
    /// # Errors
    /// Only when the run is cancelled: a case that cannot be run says so in its outcome.
    pub fn run(
        &self,
        project: &Project,
        options: &RunOptions,
        progress: Progress<'_>,
    ) -> Result<Vec<CaseOutcome>, Error> {
        let (next, done, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        let slots: Vec<Mutex<CaseOutcome>> = self.cases.iter().map(|_| Mutex::default()).collect();
        let worker = || {
            while !stop.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let (Some(case), Some(slot)) = (self.cases.get(index), slots.get(index)) else { break };
                let outcome = case.run(project, options);
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
                if !progress(done.fetch_add(1, Ordering::Relaxed) + 1, self.cases.len()) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..options.threads.clamp(1, self.cases.len().max(1)) {
                // A machine that cannot start another thread still has this one.
                let _ = std::thread::Builder::new().spawn_scoped(scope, worker);
            }
            worker();
        });
        if stop.into_inner() {
            return Err(Error::Cancelled);
        }
        Ok(slots.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
    }
}

impl Case {
    fn run(&self, project: &Project, options: &RunOptions) -> CaseOutcome {
        let mut outcome = CaseOutcome {
            name: self.name.clone(),
            line: self.line,
            checks: self.checks.len(),
            ..CaseOutcome::default()
        };
        if let Err(error) = self.check_all(project, options, &mut outcome) {
            outcome.error = Some(error.to_string());
        }
        outcome
    }

    fn check_all(
        &self,
        project: &Project,
        options: &RunOptions,
        outcome: &mut CaseOutcome,
    ) -> Result<(), Error> {
        let varied;
        let project = if self.set.is_empty() {
            project
        } else {
            varied = self.with_values(project)?;
            &varied
        };
        let mut series = values::Series::new(project, self)?;
        if let Some(value) = &self.value {
            // A value that does not compile fails every check with the same words: once is enough.
            let compiled = project.timeline().compile_expression(value);
            let error = compiled.diagnostics.iter().find(|d| d.severity == inbetween_types::Severity::Error);
            if let (None, Some(error)) = (&compiled.program, error) {
                let reason = format!("it does not compile: {}", error.message);
                return Err(Error::NotAProperty { expression: value.trim().to_owned(), reason });
            }
        }
        for check in &self.checks {
            let mut failure = match check {
                Check::WithinFrame { .. } | Check::Golden { .. } | Check::NoFindings { .. } => {
                    let (failure, blessed) = frame::run(project, self, check, &series, options)?;
                    outcome.blessed.extend(blessed);
                    failure
                }
                _ => values::run(project, self, check, &mut series)?,
            };
            if let Some(failure) = &mut failure {
                failure.graph = graph::around(project, self, &series, failure);
            }
            outcome.failures.extend(failure);
        }
        Ok(())
    }

    /// The project with the case's own values.
    fn with_values(&self, project: &Project) -> Result<Project, Error> {
        let mut overrides = Vec::new();
        for (text, wanted) in &self.set {
            let property = project.property(text, self.composition.as_deref())?;
            let value = value_for(project, property, wanted);
            let reason = "it does not take a value of this kind".to_owned();
            let value = value.ok_or_else(|| Error::NotAProperty { expression: text.clone(), reason })?;
            overrides.push((property, value));
        }
        Ok(project.with_overrides(&overrides))
    }
}

/// What a written value is for a property.
fn value_for(project: &Project, property: PropertyRef, wanted: &Expected) -> Option<Value> {
    let data = project.timeline().property(property)?;
    match (wanted, data.kind) {
        (Expected::Text(text), ValueKind::Text) => {
            let session = Session::new(project.timeline().clone());
            let Value::Text(document) = session.state().pre_value(property, 0.0) else { return None };
            let mut document = (*document).clone();
            document.text.clone_from(text);
            Some(Value::Text(Arc::new(document)))
        }
        (Expected::Number(number), kind) if kind.dimensions() == Some(1) => Some(Value::Number(*number)),
        (Expected::Bool(value), kind) if kind.dimensions() == Some(1) => {
            Some(Value::Number(f64::from(u8::from(*value))))
        }
        (Expected::Vector(list), kind) if kind.dimensions() == Some(list.len()) => {
            Some(Value::Vector(Vector::from_slice(list)))
        }
        _ => None,
    }
}
