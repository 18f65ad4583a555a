//! Many times at once: values of a block of times in one pass of each program that can.

use super::State;
use super::memo::SetId;
use crate::{NodeRef, PropertyRef};
use inbetween_expr::tier::block::{BlockCode, BlockHost, BlockRoom, KeyTable, LANES, Lane, Lanes, Shape};
use inbetween_expr::{Object, Runner};
use inbetween_types::{Time, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Fewer times than this are not worth a block.
const FEWEST: usize = 4;

/// How often a program for blocks is tried to be made: parts that no evaluation has gone through are not known yet.
const TRIES: u8 = 3;

/// A property's program for blocks.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// None has been made, so often.
    Untried(u8),
    Made(Rc<BlockCode>),
    Never,
}

impl Default for Block {
    fn default() -> Self {
        Self::Untried(0)
    }
}

/// Values of one property in the block that is being asked for.
#[derive(Debug)]
struct Values {
    /// Which block they are of.
    block: u64,
    live: u32,
    list: Vec<Value>,
    needs: SetId,
}

/// What a session keeps for blocks.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// The times that are being asked for; empty between blocks.
    times: RefCell<Vec<Time>>,
    number: std::cell::Cell<u64>,
    /// Values that other expressions may read.
    values: RefCell<HashMap<PropertyRef, Values>>,
    room: RefCell<BlockRoom>,
    lanes: RefCell<Box<Lanes>>,
    shapes: RefCell<HashMap<PropertyRef, Option<Shape>>>,
    tables: RefCell<HashMap<PropertyRef, Arc<KeyTable>>>,
}

fn property_of(object: Object) -> PropertyRef {
    PropertyRef(NodeRef(object.id))
}

/// The numbers of a value; what it lacks is 0.
fn four(value: &Value) -> [f64; 4] {
    let mut all = [0.0; 4];
    for (slot, n) in all.iter_mut().zip(value.components()) {
        *slot = *n;
    }
    all
}

impl State {
    /// Computes the values of a property at up to [`LANES`] times with its program for blocks, and hands those it has
    /// to `take`. The bits of those.
    pub(crate) fn block(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        times: &[Time],
        take: &mut dyn FnMut(usize, Value),
    ) -> u32 {
        let Some(code) = self.block_code(runner, property, times) else { return 0 };
        let mut lanes = self.blocks.lanes.borrow_mut();
        for (slot, time) in lanes.times.iter_mut().zip(times) {
            *slot = *time;
        }
        lanes.live =
            u32::MAX.checked_shr(u32::try_from(LANES - times.len().min(LANES)).unwrap_or(0)).unwrap_or(0);
        let Ok(mut room) = self.blocks.room.try_borrow_mut() else { return 0 };
        code.run(self, &mut room, &mut lanes, self.timeline.limits().fuel);
        drop(room);
        let kept = self.memo.borrow_mut().is_read(property);
        let mut list = Vec::new();
        let mut done: u32 = 0;
        for lane in 0..times.len().min(LANES) {
            let value =
                if lanes.live >> lane & 1 == 1 { self.lane_value(property, &lanes, lane) } else { None };
            if kept {
                list.push(value.clone().unwrap_or(Value::Number(0.0)));
            }
            if let Some(value) = value {
                done |= 1 << lane;
                take(lane, value);
            }
        }
        self.numeric.count(property, u64::from(done.count_ones()));
        if kept {
            let needs = self.memo.borrow_mut().union(property, &[]);
            let block = self.blocks.number.get();
            self.blocks.values.borrow_mut().insert(property, Values { block, live: done, list, needs });
        }
        done
    }

    fn lane_value(&self, property: PropertyRef, lanes: &Lanes, lane: usize) -> Option<Value> {
        let len = usize::from(*lanes.len.get(lane)?);
        let mut numbers = [0.0; 4];
        for (slot, from) in numbers.iter_mut().zip(&lanes.values).take(len.max(1)) {
            *slot = *from.get(lane)?;
        }
        self.simple_numbers(property, numbers.get(..len.max(1))?)
    }

    /// The program for blocks of a property; made when single evaluations have found its handles.
    fn block_code(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        times: &[Time],
    ) -> Option<Rc<BlockCode>> {
        if times.len() < FEWEST || self.tracer.borrow().is_some() || self.timeline.is_per_unit(property) {
            return None;
        }
        if let Some(code) = self.numeric.block(property) {
            return code;
        }
        let (first, last) = (*times.first()?, *times.last()?);
        if self.timeline.override_of(property).is_some() {
            return None;
        }
        let program = self.timeline.property(property)?.program.as_ref()?;
        // Values at the ends find what never changes. They are remembered like any others, or found again.
        for time in [first, last] {
            self.value(runner, property, time).ok()?;
        }
        let evaluation = self.evaluation(property, first)?;
        self.make_block(runner, property, program, &evaluation, TRIES)
    }

    /// Starts a block: what is asked next is asked at these times.
    pub(crate) fn begin_block(&self, times: &[Time]) {
        self.blocks.number.set(self.blocks.number.get().wrapping_add(1));
        let mut kept = self.blocks.times.borrow_mut();
        kept.clear();
        kept.extend_from_slice(times);
    }

    /// Ends a block.
    pub(crate) fn end_block(&self) {
        self.blocks.times.borrow_mut().clear();
    }

    /// A value that the block has, for an expression that reads it.
    pub(super) fn in_block(&self, property: PropertyRef, time: Time) -> Option<(Value, SetId)> {
        let times = self.blocks.times.borrow();
        if times.is_empty() {
            return None;
        }
        let values = self.blocks.values.borrow();
        let found = values.get(&property).filter(|values| values.block == self.blocks.number.get())?;
        let lane = times.iter().position(|known| known.to_bits() == time.to_bits())?;
        if found.live >> lane & 1 == 0 {
            return None;
        }
        Some((found.list.get(lane)?.clone(), found.needs))
    }

    fn plain_shape(&self, property: PropertyRef) -> Option<Shape> {
        let shape = |value: &Value| match value {
            Value::Number(_) => Some((false, 1)),
            Value::Vector(v) => u8::try_from(v.len()).ok().filter(|n| (1..=4).contains(n)).map(|n| (true, n)),
            _ => None,
        };
        if let Some(value) = self.timeline.override_of(property) {
            let (vector, len) = shape(value)?;
            return Some(Shape { vector, len, constant: Some(four(value)) });
        }
        let data = self.timeline.property(property)?;
        if !data.followers.is_empty() {
            return None;
        }
        let Some(first) = data.keyframes.first() else {
            let (vector, len) = shape(&data.value)?;
            return Some(Shape { vector, len, constant: Some(four(&data.value)) });
        };
        let (vector, len) = shape(&first.value)?;
        let alike = data.keyframes.iter().all(|key| {
            shape(&key.value) == Some((vector, len))
                && key.end_value.as_ref().is_none_or(|end| shape(end) == Some((vector, len)))
        });
        alike.then_some(Shape { vector, len, constant: None })
    }
}

impl BlockHost for State {
    fn shape(&self, property: Object, own: bool) -> Option<Shape> {
        let property = property_of(property);
        let shape =
            *self.blocks.shapes.borrow_mut().entry(property).or_insert_with(|| self.plain_shape(property));
        let expressed = self.timeline.override_of(property).is_none()
            && self.timeline.property(property).is_some_and(|data| data.has_expression);
        shape.filter(|_| own || !expressed)
    }

    fn keys(&self, property: Object) -> Arc<KeyTable> {
        let property = property_of(property);
        let mut tables = self.blocks.tables.borrow_mut();
        Arc::clone(tables.entry(property).or_insert_with(|| {
            let data = self.timeline.property(property);
            let data = data.filter(|_| self.timeline.override_of(property).is_none());
            Arc::new(data.map_or_else(KeyTable::default, |data| KeyTable {
                times: data.key_times.clone(),
                values: data.keyframes.iter().map(|key| four(&key.value)).collect(),
            }))
        }))
    }

    fn read(&self, property: Object, times: &Lane, live: u32, out: &mut [Lane]) {
        if let Some(data) = self.timeline.property(property_of(property)) {
            crate::track::read(data, times, live, out);
        }
    }

    fn read_velocity(&self, property: Object, times: &Lane, live: u32, out: &mut [Lane]) {
        for (lane, time) in times.iter().enumerate() {
            if live >> lane & 1 == 1 {
                let value = self.pre_velocity(property_of(property), *time);
                for (part, out) in out.iter_mut().enumerate() {
                    if let Some(slot) = out.get_mut(lane) {
                        *slot = value.component(part);
                    }
                }
            }
        }
    }

    fn identity(&self, property: Object) -> u64 {
        self.timeline.property(property_of(property)).map_or(0, |data| data.identity)
    }
}
