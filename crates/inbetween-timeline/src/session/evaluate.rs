//! The value of a property after its expression.

use super::memo::Entry;
use super::stack::{CYCLES, DEPTH, Finished, STACK, check_depth, weight};
use crate::{PropertyRef, State};
use inbetween_expr::{Evaluation, Fault, FaultKind, Object, Program, Runner};
use inbetween_types::{Diagnostic, Severity, SourcePoint, Time, Value};
use std::sync::Arc;

impl State {
    /// Value after the expression.
    ///
    /// A property that is being evaluated already, at any time, gives its value before the expression; what
    /// depended on that is remembered only until that evaluation ends. A failed expression (thrown, undefined, not finite, wrong size) gives
    /// the value before the expression at that time and a finding. A separated Position is its followers'
    /// values.
    ///
    /// # Errors
    /// Only when expressions nest too deep or in too many circles: that ends the whole evaluation.
    pub fn value(&self, runner: &mut dyn Runner, property: PropertyRef, time: Time) -> Result<Value, Fault> {
        let traced = self.tracer.borrow().is_some() && self.trace_enter(property, time);
        let outcome = self.untraced_value(runner, property, time);
        if traced {
            self.trace_leave(outcome.as_ref().ok());
        }
        outcome
    }

    fn untraced_value(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        time: Time,
    ) -> Result<Value, Fault> {
        if let Some(value) = self.timeline.override_of(property) {
            return Ok(value.clone());
        }
        let Some(data) = self.timeline.property(property) else { return Ok(Value::Number(0.0)) };
        let Some(program) = &data.program else {
            if data.followers.is_empty() {
                return Ok(crate::track::value(data, time));
            }
            let mut components = inbetween_types::Vector::new();
            for follower in &data.followers {
                components.push(self.value(runner, *follower, time)?.component(0));
            }
            return Ok(Value::Vector(components));
        };
        if self.timeline.is_per_unit(property) {
            return Ok(self.pre_value(property, time));
        }
        if self.stack.borrow_mut().meets(property)? {
            if let Some(reader) = self.stack.borrow().top().filter(|reader| *reader != property) {
                self.circles.borrow_mut().insert((property, reader));
            }
            return Ok(self.pre_value(property, time));
        }
        let limit = self.timeline.limits().expression_depth;
        if let Some(value) = self.stack.borrow_mut().circle_value(property, time, limit)? {
            return Ok(value);
        }
        let inside = !self.stack.borrow().is_idle();
        if self.tracer.borrow().is_none()
            && let Some(value) = self.remembered(property, time, inside)?
        {
            return Ok(value);
        }
        if inside
            && let Some((value, height, needs)) = self.in_block(property, time)
            && !self.stack.borrow().meets_any(self.memo.borrow().members(needs))
        {
            let mut stack = self.stack.borrow_mut();
            check_depth(stack.depth(), height, limit)?;
            stack.read(height, needs);
            return Ok(value);
        }
        self.enter(property, program)?;
        self.runs.set(self.runs.get().saturating_add(1));
        let outcome = self.run(runner, property, program, time);
        self.settle(property, program, time, inside, outcome)
    }

    /// Leaves a property whose expression has run, and remembers what it gave. Apart from what calls itself for every
    /// layer of a chain, so that little stack lies between two layers.
    #[inline(never)]
    fn settle(
        &self,
        property: PropertyRef,
        program: &Program,
        time: Time,
        inside: bool,
        outcome: Result<Value, Fault>,
    ) -> Result<Value, Fault> {
        let finished = self.stack.borrow_mut().leave(&mut self.memo.borrow_mut())?;
        let mut failed = None;
        let value = match outcome {
            Ok(value) => value,
            Err(fault) if ends_everything(&fault) => return Err(fault),
            Err(fault) => {
                self.report_fault(property, program, &fault);
                failed = Some(Arc::from(fault.message));
                if !inside {
                    self.failed.borrow_mut().clone_from(&failed);
                }
                self.pre_value(property, time)
            }
        };
        match finished {
            Some(Finished { whole: Some(needs), height }) => {
                let entry = Entry::new(&value, failed, height, needs);
                self.memo.borrow_mut().put(property, time, entry);
            }
            Some(finished) => self.stack.borrow_mut().keep(property, time, value.clone(), &finished),
            None => {}
        }
        Ok(value)
    }

    pub(crate) fn enter(&self, property: PropertyRef, program: &Program) -> Result<(), Fault> {
        let limit = self.timeline.limits().expression_depth;
        self.stack.borrow_mut().enter(property, weight(program.writes_globals, limit), limit)
    }

    fn remembered(&self, property: PropertyRef, time: Time, inside: bool) -> Result<Option<Value>, Fault> {
        let mut memo = self.memo.borrow_mut();
        let Some(entry) = memo.get(property, time, inside) else { return Ok(None) };
        if !inside {
            if let Some(failed) = entry.failed() {
                *self.failed.borrow_mut() = Some(Arc::clone(failed));
            }
            return Ok(Some(entry.value()));
        }
        let (height, needs, value) = (entry.height, entry.needs, entry.value());
        let mut stack = self.stack.borrow_mut();
        if stack.meets_any(memo.members(needs)) {
            return Ok(None);
        }
        check_depth(stack.depth(), height, self.timeline.limits().expression_depth)?;
        stack.read(height, needs);
        Ok(Some(value))
    }

    fn run(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Arc<Program>,
        time: Time,
    ) -> Result<Value, Fault> {
        let evaluation = self.evaluation(property, time).ok_or_else(|| {
            Fault::thrown("expr/unknown-property", "this property is not part of the document")
        })?;
        if let Some(outcome) = self.numeric(runner, property, program, &evaluation) {
            return match self.simple(property, outcome?) {
                Ok(value) => Ok(value),
                Err(item) => self.coerce(runner, property, item, time),
            };
        }
        let item = match self.traced_program(property, program) {
            None => runner.run(program, &evaluation)?,
            Some(traced) => {
                let outcome = runner.run(&traced, &evaluation);
                self.trace_ran();
                outcome?
            }
        };
        self.coerce(runner, property, item, time)
    }

    /// Runs `program` as if it were the expression of `property`: reads of the property from inside give its
    /// value before the expression. The result is what the property would take.
    ///
    /// # Errors
    /// The failure, when it throws, meets a limit or does not fit the property.
    pub fn value_with(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Arc<Program>,
        time: Time,
    ) -> Result<Value, Fault> {
        self.enter(property, program)?;
        let outcome = self.run(runner, property, program, time);
        self.stack.borrow_mut().leave(&mut self.memo.borrow_mut())?;
        outcome
    }

    /// What an evaluation of a property's expression is about; `None` for a handle of another timeline.
    #[must_use]
    pub fn evaluation(&self, property: PropertyRef, time: Time) -> Option<Evaluation> {
        let node = self.timeline.node(property.0)?;
        let layer = self.timeline.layer(node.layer)?;
        let own: Object = property.object();
        Some(Evaluation {
            property: Some(own),
            layer: Some(node.layer.object()),
            composition: layer.composition.object(),
            time,
            seed: self.timeline.property(property)?.identity,
            random_offset: 0.0,
            selector: None,
        })
    }

    /// Turns a failed evaluation into a finding on its property.
    pub(crate) fn report_fault(&self, property: PropertyRef, program: &Program, fault: &Fault) {
        let mut location = self.timeline.location(property);
        location.point = fault.offset.map(|offset| SourcePoint::of(&program.source, offset));
        let mut finding = Diagnostic::new(fault.code, Severity::Error, fault.message.clone()).at(location);
        finding.help.clone_from(&fault.help);
        self.trace_error(&fault.message);
        self.report(finding);
    }
}

/// Whether a fault must not stop at the property it happened in: the limits that depend on who asks.
pub(crate) fn ends_everything(fault: &Fault) -> bool {
    fault.kind == FaultKind::Limit && [DEPTH, CYCLES, STACK].contains(&fault.code)
}
