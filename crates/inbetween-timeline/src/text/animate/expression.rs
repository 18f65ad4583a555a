//! Expression selectors: one run of the amount's expression per unit.

use crate::session::coerce;
use crate::session::evaluate::ends_everything;
use crate::{PropertyRef, State};
use inbetween_expr::tier::Outcome;
use inbetween_expr::tier::block::LANES;
use inbetween_expr::{Evaluation, Fault, FaultKind, Item, Program, Runner};
use inbetween_types::{Diagnostic, Severity, Time};
use std::sync::Arc;

/// Match name of the property whose expression runs once per unit.
pub(super) const AMOUNT: &str = "ADBE Text Expressible Amount";

/// Most units of one selector whose expression is run; beyond that the amount before the expression holds.
const MOST_UNITS: usize = 20_000;

/// Fewer units than this are not worth a block.
const FEWEST: usize = 8;

impl State {
    /// The amounts in percent that an expression selector gives its units, from what the selectors above give them.
    ///
    /// The expression sees `textIndex` from 1, `textTotal` and `selectorValue` (a number where its three dimensions are
    /// equal, 100 with no selector above); `value` and `valueAtTime` are those of the amount. A number holds for all
    /// three dimensions, two numbers leave z at 0. Amounts are not clamped. Where it fails the amount before the
    /// expression holds, and a finding says why.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub(super) fn expression_amounts(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        time: Time,
        above: &[[f64; 3]],
    ) -> Result<Vec<[f64; 3]>, Fault> {
        let before = self.pre_value(property, time);
        let before = triple(before.components()).unwrap_or([100.0; 3]);
        let unset = || Ok(vec![before; above.len()]);
        let Some(program) = self.timeline.property(property).and_then(|data| data.program.as_ref()) else {
            return unset();
        };
        if self.timeline.override_of(property).is_some() || self.stack.borrow_mut().meets(property)? {
            return unset();
        }
        let Some(evaluation) = self.evaluation(property, time) else { return unset() };
        self.each_unit(runner, property, program, evaluation, above, before)
    }

    fn each_unit(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Arc<Program>,
        mut evaluation: Evaluation,
        above: &[[f64; 3]],
        before: [f64; 3],
    ) -> Result<Vec<[f64; 3]>, Fault> {
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
        let total = above.len() as f64;
        let mut amounts = Vec::with_capacity(above.len());
        let ready = self.unit_blocks(runner, property, program, &evaluation, above.len(), total)?;
        let mut index = 0.0;
        let mut spent = false;
        for (value, at) in above.iter().zip(0..) {
            index += 1.0;
            if let Some(Some(amount)) = ready.get(at) {
                amounts.push(*amount);
                continue;
            }
            if spent || amounts.len() >= MOST_UNITS {
                if !spent {
                    self.report_many(property);
                }
                spent = true;
                amounts.push(before);
                continue;
            }
            let [x, y, z] = *value;
            let handed = if x == y && y == z { Item::Number(x) } else { Item::numbers(value) };
            evaluation.selector = Some((index, total, handed));
            self.enter(property, program)?;
            let result = self.one_unit(runner, property, program, &evaluation);
            self.stack.borrow_mut().leave(&mut self.memo.borrow_mut())?;
            match result {
                Ok(amount) => amounts.push(amount),
                Err(fault) if ends_everything(&fault) => return Err(fault),
                Err(fault) => {
                    // An expression that exhausts a limit once would for every unit.
                    spent = fault.kind == FaultKind::Limit;
                    self.report_fault(property, program, &fault);
                    amounts.push(before);
                }
            }
        }
        if evaluation.selector.is_some() && above.len() >= FEWEST {
            self.unit_block(runner, property, program, &evaluation);
        }
        Ok(amounts)
    }

    /// The amounts of the units, many at once, where the expression has a program for blocks; `None` where a unit must
    /// be asked alone.
    fn unit_blocks(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Program,
        evaluation: &Evaluation,
        units: usize,
        total: f64,
    ) -> Result<Vec<Option<[f64; 3]>>, Fault> {
        if !(FEWEST..=MOST_UNITS).contains(&units) {
            return Ok(Vec::new());
        }
        self.enter(property, program)?;
        let mut amounts = Vec::with_capacity(units);
        let mut first = 0.0;
        while amounts.len() < units {
            let count = (units - amounts.len()).min(LANES);
            let done =
                self.run_units(runner, property, (evaluation.time, total), first, count, &mut |lane| {
                    amounts
                        .push(lane.filter(|numbers| numbers.iter().all(|n| n.is_finite())).and_then(triple));
                });
            if !done {
                amounts.clear();
                break;
            }
            first += 32.0;
        }
        self.stack.borrow_mut().leave(&mut self.memo.borrow_mut())?;
        Ok(amounts)
    }

    /// The amount of one unit, by the numeric tier where it can.
    fn one_unit(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Arc<Program>,
        evaluation: &Evaluation,
    ) -> Result<[f64; 3], Fault> {
        let item = match self.numeric_outcome(runner, property, program, evaluation) {
            Some(Outcome::Number(n)) if n.is_finite() => return Ok([n; 3]),
            Some(Outcome::Number(n)) => Item::Number(n),
            Some(Outcome::Vector(len, numbers)) => {
                Item::numbers(numbers.get(..usize::from(len)).unwrap_or(&numbers))
            }
            Some(Outcome::Value(value)) => crate::language::value_item(&value),
            Some(Outcome::Item(item)) => item,
            Some(Outcome::Fault(fault)) => return Err(fault),
            Some(Outcome::Bail(_)) | None => runner.run(program, evaluation)?,
        };
        self.amount(runner, item, evaluation.time)
    }

    fn amount(&self, runner: &mut dyn Runner, item: Item, time: Time) -> Result<[f64; 3], Fault> {
        let item = self.settled(runner, item, time)?;
        let numbers = coerce::numbers(&item)?;
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(coerce::not_finite());
        }
        triple(&numbers).ok_or_else(|| coerce::size(3, 0))
    }

    fn report_many(&self, property: PropertyRef) {
        let message = format!("the selector's expression is run for {MOST_UNITS} units at most");
        self.report(
            Diagnostic::new("limit/text-units", Severity::Error, message)
                .at(self.timeline.location(property)),
        );
    }
}

/// An amount from the numbers of a result; `None` when there are none.
fn triple(numbers: &[f64]) -> Option<[f64; 3]> {
    match numbers {
        [] => None,
        [all] => Some([*all; 3]),
        [x, y] => Some([*x, *y, 0.0]),
        [x, y, z, ..] => Some([*x, *y, *z]),
    }
}
