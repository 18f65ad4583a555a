//! Loops that an earlier evaluation has already gone through.
//!
//! Integrators add up over all frames so far: `for (f = 0; f < timeToFrames(time); f++) sum += speed.valueAtTime(…)`. The
//! passes are the same at every time, only their number grows. For such a loop the property keeps the variables it began
//! with and those it came to; the next evaluation that begins with the same goes on from there.
//!
//! That is exact where the body reads nothing that changes with time or with who asks. The machine notes every such
//! read ([`Run::taint`]): a pass that had one is not kept. The counter is a whole number that only the loop changes, and
//! the limit hangs on nothing the body writes, so a limit above the last pass is above all passes before it. Skipped
//! passes take the fuel they took.

use super::code::{Counted, Op};
use super::lower::{Kind, Lower, Lowered};
use super::run::{Run, Stop};
use super::value::V;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use std::collections::BTreeSet;

/// Where a loop came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    entry: Vec<V>,
    state: Vec<V>,
    first: f64,
    counter: f64,
    fuel: i64,
}

impl Reached {
    /// Whether an evaluation came anywhere.
    pub(super) fn is_used(&self) -> bool {
        !self.entry.is_empty() || !self.state.is_empty()
    }
}

/// Most variables that are compared.
const MOST_WATCHED: usize = 24;

/// Names an expression or statement mentions and those it gives values.
#[derive(Default)]
struct Names {
    read: BTreeSet<String>,
    written: BTreeSet<String>,
    refused: bool,
}

impl<'a> Visit<'a> for Names {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.read.insert(it.name.to_string());
    }
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.written.insert(it.name.to_string());
        self.read.insert(it.name.to_string());
    }
    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(id) = it {
            self.written.insert(id.name.to_string());
            self.read.insert(id.name.to_string());
        }
        walk::walk_simple_assignment_target(self, it);
    }
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        const PURE: &[&str] =
            &["timeToFrames", "framesToTime", "floor", "ceil", "round", "min", "max", "abs"];
        match &it.callee {
            Expression::Identifier(id)
                if matches!(id.name.as_str(), "$add" | "$sub" | "$mul" | "$div" | "$mod" | "$neg") => {}
            Expression::StaticMemberExpression(member) => {
                let object = matches!(&member.object, Expression::Identifier(id) if id.name == "$s" || id.name == "Math");
                self.refused |= !object || !PURE.contains(&member.property.name.as_str());
            }
            _ => self.refused = true,
        }
        walk::walk_call_expression(self, it);
    }
}

impl Lower {
    /// Prepares a loop that counts up; `None` when it is of another form.
    pub(super) fn counted(&mut self, it: &ForStatement<'_>) -> Lowered<Option<u16>> {
        let Some(Expression::BinaryExpression(test)) = &it.test else { return Ok(None) };
        let Some(Expression::UpdateExpression(update)) = &it.update else { return Ok(None) };
        let or_equal = match test.operator {
            BinaryOperator::LessThan => false,
            BinaryOperator::LessEqualThan => true,
            _ => return Ok(None),
        };
        let (Expression::Identifier(name), SimpleAssignmentTarget::AssignmentTargetIdentifier(stepped)) =
            (&test.left, &update.argument)
        else {
            return Ok(None);
        };
        if self.looping > 0 || name.name != stepped.name || update.operator != UpdateOperator::Increment {
            return Ok(None);
        }
        let (mut body, mut limit) = (Names::default(), Names::default());
        body.visit_statement(&it.body);
        limit.visit_expression(&test.right);
        if limit.refused
            || !limit.written.is_empty()
            || body.written.contains(name.name.as_str())
            || limit.read.contains(name.name.as_str())
            || limit.read.iter().any(|read| body.written.contains(read))
        {
            return Ok(None);
        }
        let Some(counter) = self.lookup(&name.name).filter(|b| matches!(b.kind, Kind::Var | Kind::Let))
        else {
            return Ok(None);
        };
        let counter = counter.register;
        let mut watched: Vec<u16> =
            body.read.iter().filter_map(|read| self.lookup(read)).map(|b| b.register).collect();
        watched.retain(|register| *register != counter);
        watched.sort_unstable();
        watched.dedup();
        if watched.len() > MOST_WATCHED {
            return Ok(None);
        }
        let place = self.temp();
        self.expression(&test.right, Some(place))?;
        let Ok(index) = u16::try_from(self.code.counted.len()) else { return Ok(None) };
        self.code.counted.push(Counted { counter, limit: place, or_equal, watched });
        self.emit(Op::Resume { index });
        Ok(Some(index))
    }
}

/// Whether two values are the same to the bit, and of a kind that means the same in every evaluation.
fn alike(a: &V, b: &V) -> bool {
    match (a, b) {
        (V::Num(a), V::Num(b)) => a.to_bits() == b.to_bits(),
        (V::Vec(n, a), V::Vec(m, b)) => n == m && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits()),
        (V::List(_) | V::Item(_) | V::Func(_) | V::Error, _) => false,
        (a, b) => a == b,
    }
}

fn lasting(v: &V) -> bool {
    !matches!(v, V::List(_) | V::Item(_) | V::Func(_) | V::Error)
}

impl Run<'_> {
    /// Notes that something was read that changes with time or with who asks.
    #[inline]
    pub(super) fn taint(&mut self) {
        self.tainted = true;
    }

    fn watched(&self, counted: &Counted) -> Vec<V> {
        counted.watched.iter().map(|register| self.get(*register)).collect()
    }

    pub(super) fn resume(&mut self, index: u16) -> Result<(), Stop> {
        let code = self.code;
        let Some(counted) = code.counted.get(usize::from(index)) else { return Ok(()) };
        self.tainted = false;
        self.loop_fuel = self.fuel;
        self.loop_entry = self.watched(counted);
        let whole = |n: f64| n.fract() == 0.0 && n.abs() < 9e15;
        let (Some(first), Some(limit)) =
            (self.plain_number(counted.counter), self.plain_number(counted.limit))
        else {
            self.tainted = true;
            return Ok(());
        };
        self.loop_first = first;
        if !whole(first) {
            self.tainted = true;
            return Ok(());
        }
        let Some(reached) = self.reached.get(usize::from(index)) else { return Ok(()) };
        let last = reached.counter - 1.0;
        let above = if counted.or_equal { last <= limit } else { last < limit };
        let same = reached.counter > first
            && reached.first.to_bits() == first.to_bits()
            && reached.entry.len() == self.loop_entry.len()
            && reached.entry.iter().zip(&self.loop_entry).all(|(a, b)| alike(a, b));
        if !above || !same {
            return Ok(());
        }
        let (counter, fuel) = (reached.counter, reached.fuel);
        for (at, register) in counted.watched.iter().enumerate() {
            if let Some(value) = self.reached.get(usize::from(index)).and_then(|r| r.state.get(at)).copied() {
                self.set(*register, value);
            }
        }
        self.set(counted.counter, V::Num(counter));
        self.fuel -= fuel;
        if self.fuel < 0 {
            return Err(Stop::Bail("it takes many steps"));
        }
        Ok(())
    }

    pub(super) fn remember(&mut self, index: u16) {
        if self.tainted {
            return;
        }
        let code = self.code;
        let Some(counted) = code.counted.get(usize::from(index)) else { return };
        let Some(counter) = self.plain_number(counted.counter) else { return };
        let state = self.watched(counted);
        if counter.abs() >= 9e15 || !state.iter().chain(&self.loop_entry).all(lasting) {
            return;
        }
        if self.reached.len() <= usize::from(index) {
            self.reached.resize(usize::from(index) + 1, Reached::default());
        }
        let (first, fuel) = (self.loop_first, self.loop_fuel - self.fuel);
        let entry = std::mem::take(&mut self.loop_entry);
        if let Some(slot) = self.reached.get_mut(usize::from(index)) {
            *slot = Reached { entry, state, first, counter, fuel };
        }
    }
}
