//! Clocks: the times at which objects reached through `layer.source` are read.

use crate::{LayerRef, State};
use inbetween_expr::{Fault, Runner};
use inbetween_types::Time;
use std::cell::RefCell;

/// One step of time mapping: into the source of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// The layer whose source is read.
    pub(crate) layer: LayerRef,
    /// The clock of the layer's own handle; 0 is the expression's own time.
    pub(crate) outer: u32,
}

/// The clocks met so far; handles carry `place + 1`.
#[derive(Debug, Default)]
pub(crate) struct Clocks(RefCell<Vec<Clock>>);

impl Clocks {
    /// The number of a clock; the same clock has the same number.
    pub(crate) fn number(&self, clock: Clock) -> u32 {
        let mut list = self.0.borrow_mut();
        let place = list.iter().position(|known| *known == clock).unwrap_or_else(|| {
            list.push(clock);
            list.len() - 1
        });
        u32::try_from(place).map_or(0, |place| place + 1)
    }

    /// The clock with a number; `None` for 0.
    pub(crate) fn get(&self, number: u32) -> Option<Clock> {
        let place = usize::try_from(number.checked_sub(1)?).ok()?;
        self.0.borrow().get(place).copied()
    }
}

impl State {
    /// What a clock shows when the expression's own time is `time`.
    pub(crate) fn clock_time(&self, runner: &mut dyn Runner, clock: u32, time: Time) -> Result<Time, Fault> {
        // A clock's outer clock was made before it, so this ends.
        match self.clocks.get(clock) {
            None => Ok(time),
            Some(step) => {
                let outside = self.clock_time(runner, step.outer, time)?;
                self.source_time(runner, step.layer, outside)
            }
        }
    }

    /// The source time that a layer shows at a composition time: time remap if the layer has it, else
    /// `(time - startTime) / stretch` (AE 7.0 help, "Expression time"; reference, `sourceTime`). A stretch of 0
    /// counts as 1.
    pub(crate) fn source_time(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
    ) -> Result<Time, Fault> {
        if let Some(remap) = self.layer_property(layer, "", "ADBE Time Remapping") {
            return Ok(self.value(runner, remap, time)?.component(0));
        }
        let Some(data) = self.layer_data(layer) else { return Ok(time) };
        let start = self.layer_seconds(layer, data.start_time);
        let stretch = if data.stretch == 0.0 { 1.0 } else { data.stretch };
        Ok((time - start) / stretch)
    }
}
