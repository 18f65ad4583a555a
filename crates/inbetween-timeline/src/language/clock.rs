//! Clocks: the times at which objects reached through `layer.source` are read.

use crate::LayerRef;
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
