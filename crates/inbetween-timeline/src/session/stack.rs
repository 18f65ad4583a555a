//! Which expressions are being evaluated, one inside the other.

use super::circle::Circle;
use super::memo::{Memo, SetId};
use crate::PropertyRef;
use inbetween_expr::Fault;
use inbetween_types::{Time, Value};

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

/// Most reads inside the evaluation of a property whose answers hang on its circle: a ring of a thousand properties takes
/// a thousand, 45 that all read one another take 2,025.
const CIRCLE_READS: u32 = 2_100;

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
    /// Reads whose answers hang on a circle that it is part of, those of evaluations inside it included.
    circling: u32,
    /// The same of all frames below.
    circling_below: u32,
    /// How many values of circles were kept when it started.
    kept: usize,
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
    /// What its value needs, when that is the true one, to be remembered.
    pub(crate) whole: Option<SetId>,
    pub(crate) height: u32,
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
    /// Values that hang on what is being evaluated.
    circle: Circle,
}

/// Where a table of properties holds what belongs to one.
pub(super) fn slot(property: PropertyRef) -> usize {
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
    ///
    /// # Errors
    /// When too many reads hang on circles.
    pub(crate) fn meets(&mut self, property: PropertyRef) -> Result<bool, Fault> {
        let Some(place) = self.place(property) else { return Ok(false) };
        if self.frames.len() > place + 1 {
            self.hang_on(place)?;
        }
        Ok(true)
    }

    /// A value of the circle that is being evaluated, if it has been computed.
    ///
    /// # Errors
    /// When expressions nest too deep below it, or too many reads hang on circles.
    pub(crate) fn circle_value(
        &mut self,
        property: PropertyRef,
        time: Time,
        limit: u32,
    ) -> Result<Option<Value>, Fault> {
        let Some((at, kept)) = self.circle.get(property, time) else { return Ok(None) };
        let (value, height) = (kept.value.clone(), kept.height);
        check_depth(self.depth, height, limit)?;
        if let Some(top) = self.frames.last_mut() {
            top.below = top.below.max(height);
        }
        // What it needs the holder has noted.
        self.hang_on(self.holder(at))?;
        Ok(Some(value))
    }

    /// Keeps a value that is not whole until the evaluation that it hangs on ends.
    pub(crate) fn keep(&mut self, property: PropertyRef, time: Time, value: Value, finished: &Finished) {
        self.circle.keep(property, time, value, finished.height);
    }

    /// The place of the innermost running evaluation in which the kept value number `at` was computed. It is part of that
    /// value's circle: else the value would be gone.
    fn holder(&self, at: usize) -> usize {
        self.frames.partition_point(|frame| frame.kept <= at).saturating_sub(1)
    }

    /// What a new evaluation of a property hangs on from its start.
    fn first_low(&self, property: PropertyRef) -> usize {
        self.circle.latest(property).map_or(usize::MAX, |at| self.holder(at))
    }

    /// Notes that the innermost evaluation has read what hangs on the one at `place`.
    fn hang_on(&mut self, place: usize) -> Result<(), Fault> {
        let Some(top) = self.frames.last_mut() else { return Ok(()) };
        top.low = top.low.min(place);
        top.circling = top.circling.saturating_add(1);
        self.check_circle()
    }

    /// All that runs from the lowest evaluation that the innermost one hangs on is one circle. What was read in it
    /// counts only by what lies in it, so that the limit is the same whoever asks.
    fn check_circle(&self) -> Result<(), Fault> {
        let Some(top) = self.frames.last() else { return Ok(()) };
        let Some(lowest) = self.frames.get(top.low) else { return Ok(()) };
        let all = top.circling_below.saturating_add(top.circling).saturating_sub(lowest.circling_below);
        if all <= CIRCLE_READS {
            return Ok(());
        }
        let message = "the expressions read one another in too many circles";
        Err(Fault::limit(CYCLES, message)
            .with_help("let one property hold the shared value and the others read only that one"))
    }

    /// The innermost property that is being evaluated.
    pub(crate) fn top(&self) -> Option<PropertyRef> {
        self.frames.last().map(|frame| frame.property)
    }

    fn place(&self, property: PropertyRef) -> Option<usize> {
        let place = self.places.get(slot(property)).copied().unwrap_or(0);
        usize::try_from(place.checked_sub(1)?).ok()
    }

    /// Whether any of these (ascending) is being evaluated, or has a value that hangs on what is.
    pub(crate) fn meets_any(&self, properties: &[PropertyRef]) -> bool {
        let (Some(first), Some(last)) = (properties.first(), properties.last()) else { return false };
        if !self.circle.is_empty()
            && properties.iter().any(|property| self.circle.latest(*property).is_some())
        {
            return true;
        }
        if self.frames.len() < properties.len() {
            let mut within = self.frames.iter().map(|frame| &frame.property);
            within.any(|own| first <= own && own <= last && properties.binary_search(own).is_ok())
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
    /// When expressions nest too deep.
    pub(crate) fn enter(&mut self, property: PropertyRef, weight: u32, limit: u32) -> Result<(), Fault> {
        check_depth(self.depth, weight, limit)?;
        let place = self.frames.len();
        if self.places.len() <= slot(property) {
            self.places.resize(slot(property).saturating_add(1), 0);
        }
        if let Some(kept) = self.places.get_mut(slot(property)) {
            *kept = u32::try_from(place + 1).unwrap_or(u32::MAX);
        }
        self.depth = self.depth.saturating_add(weight);
        let below = self.frames.last();
        let circling_below = below.map_or(0, |below| below.circling_below.saturating_add(below.circling));
        let low = self.first_low(property);
        self.frames.push(Frame {
            property,
            low,
            weight,
            below: 0,
            reads: self.spare.pop().unwrap_or_default(),
            circling: 0,
            circling_below,
            kept: self.circle.len(),
            drawn: 0,
        });
        Ok(())
    }

    /// Forgets what the innermost evaluation read: it starts again in the other tier.
    pub(crate) fn restart(&mut self) {
        let Some((property, kept)) = self.frames.last().map(|top| (top.property, top.kept)) else { return };
        self.circle.truncate(kept);
        let low = self.first_low(property);
        if let Some(top) = self.frames.last_mut() {
            top.low = low;
            top.below = 0;
            top.reads.clear();
            top.circling = 0;
        }
    }

    /// Ends the innermost evaluation.
    ///
    /// # Errors
    /// When too many reads hang on circles.
    pub(crate) fn leave(&mut self, memo: &mut Memo) -> Result<Option<Finished>, Fault> {
        let Some(mut frame) = self.frames.pop() else { return Ok(None) };
        if let Some(kept) = self.places.get_mut(slot(frame.property)) {
            *kept = 0;
        }
        self.depth = self.depth.saturating_sub(frame.weight);
        let height = frame.below.saturating_add(frame.weight);
        let mut whole = None;
        if frame.low >= self.frames.len() {
            self.circle.truncate(frame.kept);
            frame.tidy();
            let needs = memo.union(frame.property, &frame.reads);
            self.read(height, needs);
            whole = Some(needs);
        } else if let Some(below) = self.frames.last_mut() {
            below.low = below.low.min(frame.low);
            let own = u32::from(frame.weight > 0);
            below.circling = below.circling.saturating_add(frame.circling).saturating_add(own);
            below.below = below.below.max(height);
            // Sets are made of whole circles only: a ring of a thousand has a million arcs.
            if below.reads.len() < frame.reads.len() {
                std::mem::swap(&mut below.reads, &mut frame.reads);
            }
            below.note(memo.union(frame.property, &[]));
            frame.reads.iter().for_each(|set| below.note(*set));
        }
        frame.reads.clear();
        self.spare.push(frame.reads);
        self.check_circle()?;
        Ok(Some(Finished { whole, height }))
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
