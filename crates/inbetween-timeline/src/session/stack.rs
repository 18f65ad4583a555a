//! Which expressions are being evaluated, one inside the other.

use super::memo::{Memo, SetId};
use crate::PropertyRef;
use inbetween_expr::Fault;

/// Code of the fault that ends a chain of expressions that is too long.
pub(crate) const DEPTH: &str = "limit/expression-depth";

/// Code of the fault that ends a tangle of cycles.
pub(crate) const CYCLES: &str = "limit/expression-cycles";

/// Code of the engine's fault when the stack cannot hold another expression.
pub(crate) const STACK: &str = "limit/stack";

/// How many programs that write to built-in objects may run inside one another: each has a JavaScript heap of its
/// own, of which an engine has eight, one of them for the programs that write nothing.
const MOST_WRITERS: u32 = 7;

/// How much of the depth limit a program takes.
pub(crate) fn weight(writes_globals: bool, limit: u32) -> u32 {
    if writes_globals { limit.div_ceil(MOST_WRITERS) } else { 1 }
}

/// Most evaluations inside one evaluation whose results a cycle spoils, so that they cannot be remembered:
/// without it, properties that all read one another would cost time exponential in their number.
const SPOILED: u32 = 2_000;

/// Most pictures that one evaluation of an expression may have drawn for it.
const DRAWN: u32 = 256;

#[derive(Debug)]
struct Frame {
    property: PropertyRef,
    /// Lowest place on the stack that was met again from here; a frame at or above its own place is whole.
    low: usize,
    weight: u32,
    /// The deepest chain that it read.
    below: u32,
    /// What it read; in no order while it runs.
    reads: Vec<SetId>,
    spoiled: u32,
    drawn: u32,
}

/// Reads in a row that are kept before equal ones are joined.
const MANY_READS: usize = 256;

impl Frame {
    fn note(&mut self, set: SetId) {
        if self.reads.last() == Some(&set) {
            return;
        }
        if self.reads.len() >= MANY_READS && self.reads.len().is_power_of_two() {
            self.tidy();
        }
        self.reads.push(set);
    }

    /// In ascending order, each once.
    fn tidy(&mut self) {
        self.reads.sort_unstable();
        self.reads.dedup();
    }
}

/// What a finished evaluation was.
#[derive(Debug)]
pub(crate) struct Finished {
    /// Whether its value is the true one, to be remembered.
    pub(crate) whole: bool,
    pub(crate) height: u32,
    pub(crate) needs: SetId,
}

/// The evaluations that are running, outermost first.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    frames: Vec<Frame>,
    /// Sum of the frames' weights.
    depth: u32,
    /// For each property: one more than its place on the stack, 0 when it is not there.
    places: Vec<u32>,
    /// Room of frames that have ended.
    spare: Vec<Vec<SetId>>,
}

fn slot(property: PropertyRef) -> usize {
    usize::try_from(property.0.0).unwrap_or(usize::MAX)
}

impl Stack {
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether nothing is being evaluated.
    pub(crate) fn is_idle(&self) -> bool {
        self.frames.is_empty()
    }

    /// How much of the depth limit the running evaluations take.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether the property is being evaluated; if so, everything above it hangs on that.
    pub(crate) fn meets(&mut self, property: PropertyRef) -> bool {
        let Some(place) = self.place(property) else { return false };
        if self.frames.len() > place + 1
            && let Some(top) = self.frames.last_mut()
        {
            top.low = top.low.min(place);
        }
        true
    }

    /// The innermost property that is being evaluated.
    pub(crate) fn top(&self) -> Option<PropertyRef> {
        self.frames.last().map(|frame| frame.property)
    }

    fn place(&self, property: PropertyRef) -> Option<usize> {
        let place = self.places.get(slot(property)).copied().unwrap_or(0);
        usize::try_from(place.checked_sub(1)?).ok()
    }

    /// Whether any of these (ascending) is being evaluated.
    pub(crate) fn meets_any(&self, properties: &[PropertyRef]) -> bool {
        if self.frames.len() < properties.len() {
            self.frames.iter().any(|frame| properties.binary_search(&frame.property).is_ok())
        } else {
            properties.iter().any(|property| self.place(*property).is_some())
        }
    }

    /// Notes that the innermost evaluation read a finished one.
    pub(crate) fn read(&mut self, height: u32, needs: SetId) {
        if let Some(top) = self.frames.last_mut() {
            top.below = top.below.max(height);
            top.note(needs);
        }
    }

    /// Counts a picture that the innermost evaluation has drawn for it.
    ///
    /// # Errors
    /// When they are too many.
    pub(crate) fn draw(&mut self) -> Result<(), Fault> {
        let Some(top) = self.frames.last_mut() else { return Ok(()) };
        top.drawn += 1;
        if top.drawn > DRAWN {
            let message = format!("the expression samples more than {DRAWN} pictures");
            return Err(Fault::limit("limit/samples", message).with_help("sample a larger area once"));
        }
        Ok(())
    }

    /// Starts an evaluation.
    ///
    /// # Errors
    /// When expressions nest too deep or cycles make too many evaluations.
    pub(crate) fn enter(&mut self, property: PropertyRef, weight: u32, limit: u32) -> Result<(), Fault> {
        check_depth(self.depth, weight, limit)?;
        if self.frames.last().is_some_and(|top| top.spoiled > SPOILED) {
            let message = "the expressions read one another in too many circles";
            return Err(Fault::limit(CYCLES, message)
                .with_help("let one property hold the shared value and the others read only that one"));
        }
        let place = self.frames.len();
        if self.places.len() <= slot(property) {
            self.places.resize(slot(property).saturating_add(1), 0);
        }
        if let Some(kept) = self.places.get_mut(slot(property)) {
            *kept = u32::try_from(place + 1).unwrap_or(u32::MAX);
        }
        self.depth = self.depth.saturating_add(weight);
        self.frames.push(Frame {
            property,
            low: usize::MAX,
            weight,
            below: 0,
            reads: self.spare.pop().unwrap_or_default(),
            spoiled: 0,
            drawn: 0,
        });
        Ok(())
    }

    /// Forgets what the innermost evaluation read: it starts again in the other tier.
    pub(crate) fn restart(&mut self) {
        if let Some(top) = self.frames.last_mut() {
            top.low = usize::MAX;
            top.below = 0;
            top.reads.clear();
            top.spoiled = 0;
        }
    }

    /// Ends the innermost evaluation.
    pub(crate) fn leave(&mut self, memo: &mut Memo) -> Option<Finished> {
        let mut frame = self.frames.pop()?;
        if let Some(kept) = self.places.get_mut(slot(frame.property)) {
            *kept = 0;
        }
        self.depth = self.depth.saturating_sub(frame.weight);
        let height = frame.below.saturating_add(frame.weight);
        let whole = frame.low >= self.frames.len();
        frame.tidy();
        let needs = memo.union(frame.property, &frame.reads);
        frame.reads.clear();
        self.spare.push(frame.reads);
        self.read(height, needs);
        if !whole && let Some(below) = self.frames.last_mut() {
            below.low = below.low.min(frame.low);
            let own = u32::from(frame.weight > 0);
            below.spoiled = below.spoiled.saturating_add(frame.spoiled).saturating_add(own);
        }
        Some(Finished { whole, height, needs })
    }
}

/// Whether something `height` deep may run on top of `depth` running evaluations.
///
/// # Errors
/// When it would go beyond the limit.
pub(crate) fn check_depth(depth: u32, height: u32, limit: u32) -> Result<(), Fault> {
    if depth.saturating_add(height) <= limit {
        return Ok(());
    }
    Err(Fault::limit(DEPTH, format!("more than {limit} expressions read one another in a chain"))
        .with_help("shorten the chain, or raise the expression depth limit"))
}
