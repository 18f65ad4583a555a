//! Many times at once: values of a block of times in one pass of each program that can.

use super::State;
use super::memo::SetId;
use crate::{LayerRef, NodeRef, PropertyRef};
use inbetween_expr::tier::block::{BlockCode, BlockHost, BlockRoom, KeyTable, LANES, Lane, Lanes, Shape};
use inbetween_expr::{Evaluation, Object, Program, Runner, stack_left};
use inbetween_types::{Mat4, Time, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Fewer times than this are not worth a block.
const FEWEST: usize = 4;

/// Stack that must be left to compute another block.
const RESERVE: usize = 256 << 10;

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

/// What was read: how deep expressions nest below it, and which.
type Reads = Vec<(u32, SetId)>;

/// Values of one property in the block that is being asked for.
#[derive(Debug)]
struct Values {
    /// Which block they are of.
    block: u64,
    live: u32,
    list: Vec<Value>,
    height: u32,
    needs: SetId,
}

/// World matrices of a layer, one for each time of the block.
#[derive(Debug)]
struct World {
    matrices: Vec<Mat4>,
    /// What they hang on.
    reads: Reads,
}

#[derive(Debug, Default)]
struct Work {
    room: BlockRoom,
    lanes: Lanes,
}

/// What a session keeps for blocks.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// The times that are being asked for; empty between blocks.
    times: RefCell<Vec<Time>>,
    number: std::cell::Cell<u64>,
    /// Values that other expressions may read.
    values: RefCell<HashMap<PropertyRef, Values>>,
    /// Room for runs, one inside the other.
    work: RefCell<Vec<Work>>,
    /// The properties whose blocks are being computed, and what each has read: how deep that nests, and which.
    running: RefCell<Vec<(PropertyRef, Reads)>>,
    /// World matrices of layers at the block's times.
    worlds: RefCell<HashMap<LayerRef, Option<Rc<World>>>>,
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

/// The bits of the first lanes.
fn live(count: usize) -> u32 {
    u32::try_from(count).ok().and_then(|count| 1_u32.checked_shl(count)).map_or(u32::MAX, |bit| bit - 1)
}

/// The numbers of a lane that has a value, and how many.
fn lane_numbers(lanes: &Lanes, lane: usize) -> Option<([f64; 4], usize)> {
    if lanes.live >> lane & 1 == 0 {
        return None;
    }
    let len = usize::from(*lanes.len.get(lane)?).max(1);
    let mut numbers = [0.0; 4];
    for (slot, from) in numbers.iter_mut().zip(&lanes.values).take(len) {
        *slot = *from.get(lane)?;
    }
    Some((numbers, len))
}

impl State {
    /// Computes the values of a property at up to [`LANES`] times, those of the bits `wanted`, with its program for
    /// blocks, and hands those it has to `take`. The bits of those.
    pub(crate) fn block(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        times: &[Time],
        wanted: u32,
        take: &mut dyn FnMut(usize, Value),
    ) -> u32 {
        let Some(code) = self.block_code(runner, property, times, wanted) else { return 0 };
        if let Some(done) = self.taken(property, take) {
            return done;
        }
        if stack_left() < RESERVE || self.blocks.running.borrow().iter().any(|(known, _)| *known == property)
        {
            return 0;
        }
        let mut work = self.blocks.work.borrow_mut().pop().unwrap_or_default();
        let Work { room, lanes } = &mut work;
        for (slot, time) in lanes.times.iter_mut().zip(times) {
            *slot = *time;
        }
        lanes.live = wanted & live(times.len());
        self.blocks.running.borrow_mut().push((property, Vec::new()));
        code.run(self, runner, room, lanes, self.timeline.limits().fuel);
        let reads = self.blocks.running.borrow_mut().pop().map(|(_, reads)| reads).unwrap_or_default();
        let height = reads.iter().map(|(height, _)| *height).max().unwrap_or(0).saturating_add(1);
        if height > self.timeline.limits().expression_depth {
            lanes.live = 0;
        }
        let mut memo = self.memo.borrow_mut();
        let kept = memo.is_read(property) || !self.blocks.running.borrow().is_empty();
        let mut parts: Vec<SetId> = reads.into_iter().map(|(_, set)| set).collect();
        parts.sort_unstable();
        parts.dedup();
        let needs = memo.union(property, &parts);
        drop(memo);
        let mut list = Vec::new();
        let mut done: u32 = 0;
        for lane in 0..times.len().min(LANES) {
            let value = self.lane_value(property, lanes, lane);
            if kept {
                list.push(value.clone().unwrap_or(Value::Number(0.0)));
            }
            if let Some(value) = value {
                done |= 1 << lane;
                take(lane, value);
            }
        }
        self.blocks.work.borrow_mut().push(work);
        self.numeric.count(property, u64::from(done.count_ones()));
        if done == 0 {
            self.numeric.no_block(property);
        }
        if kept {
            let block = self.blocks.number.get();
            let values = Values { block, live: done, list, height, needs };
            self.blocks.values.borrow_mut().insert(property, values);
        }
        done
    }

    /// The values of a property that an expression of this block has asked for already.
    fn taken(&self, property: PropertyRef, take: &mut dyn FnMut(usize, Value)) -> Option<u32> {
        let values = self.blocks.values.borrow();
        let found = values.get(&property).filter(|values| values.block == self.blocks.number.get())?;
        for (lane, value) in found.list.iter().enumerate() {
            if found.live >> lane & 1 == 1 {
                take(lane, value.clone());
            }
        }
        Some(found.live)
    }

    fn lane_value(&self, property: PropertyRef, lanes: &Lanes, lane: usize) -> Option<Value> {
        let (numbers, len) = lane_numbers(lanes, lane)?;
        self.simple_numbers(property, numbers.get(..len)?)
    }

    /// Makes the program for blocks of a selector's expression, if that has not been settled.
    pub(crate) fn unit_block(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        program: &Arc<Program>,
        evaluation: &Evaluation,
    ) {
        if self.tracer.borrow().is_none() && self.numeric.block(property).is_none() {
            self.make_block(runner, property, program, evaluation, TRIES);
        }
    }

    /// Runs a selector's expression for `count` units from the number `first` (from 0) and hands each one's numbers to
    /// `take`, `None` where the unit must be asked alone. `false` when there is no program for blocks.
    pub(crate) fn run_units(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        (time, total): (Time, f64),
        first: f64,
        count: usize,
        take: &mut dyn FnMut(Option<&[f64]>),
    ) -> bool {
        if self.tracer.borrow().is_some() {
            return false;
        }
        let Some(Some(code)) = self.numeric.block(property) else { return false };
        let mut work = self.blocks.work.borrow_mut().pop().unwrap_or_default();
        let Work { room, lanes } = &mut work;
        lanes.times = [time; LANES];
        let mut index = first;
        for slot in &mut lanes.index {
            index += 1.0;
            *slot = index;
        }
        lanes.total = total;
        lanes.live = live(count);
        code.run(self, runner, room, lanes, self.timeline.limits().fuel);
        for lane in 0..count {
            match lane_numbers(lanes, lane) {
                Some((numbers, len)) => take(numbers.get(..len)),
                None => take(None),
            }
        }
        self.numeric.count(property, u64::from(lanes.live.count_ones()));
        self.blocks.work.borrow_mut().push(work);
        true
    }

    /// The program for blocks of a property; made when single evaluations have found its handles.
    fn block_code(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        times: &[Time],
        wanted: u32,
    ) -> Option<Rc<BlockCode>> {
        if times.len() < FEWEST || self.tracer.borrow().is_some() || self.timeline.is_per_unit(property) {
            return None;
        }
        if let Some(code) = self.numeric.block(property) {
            return code;
        }
        // Only times that are wanted: another could give a finding that nobody asked for.
        let mut lanes = (0..times.len()).filter(|lane| wanted >> lane & 1 == 1);
        let first = lanes.next()?;
        let last = lanes.next_back().unwrap_or(first);
        let (first, last) = (*times.get(first)?, *times.get(last)?);
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
        self.blocks.worlds.borrow_mut().clear();
    }

    /// Ends a block.
    pub(crate) fn end_block(&self) {
        self.blocks.times.borrow_mut().clear();
    }

    /// A value that the block has, for an expression that reads it.
    pub(super) fn in_block(&self, property: PropertyRef, time: Time) -> Option<(Value, u32, SetId)> {
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
        Some((found.list.get(lane)?.clone(), found.height, found.needs))
    }

    /// The values of a property with an expression at the block's times. The lanes that have one.
    fn block_values(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        times: &Lane,
        live: u32,
        out: &mut [Lane],
    ) -> u32 {
        if !self.at_block_times(times, live) {
            return 0;
        }
        let mut answered = 0;
        let block = self.blocks.times.borrow().clone();
        let got = self.block(runner, property, &block, live, &mut |lane, value| {
            let parts = value.components();
            if live >> lane & 1 == 1 && parts.len() == out.len() {
                for (out, n) in out.iter_mut().zip(parts) {
                    if let Some(slot) = out.get_mut(lane) {
                        *slot = *n;
                    }
                }
                answered |= 1 << lane;
            }
        });
        if got != 0 {
            self.note_read(property);
        }
        answered
    }

    fn all_lanes(&self) -> u32 {
        live(self.blocks.times.borrow().len())
    }

    /// Whether the lanes have the block's own times. Only then, and while no single evaluation runs, may an expression
    /// be asked for a whole block.
    fn at_block_times(&self, times: &Lane, live: u32) -> bool {
        let block = self.blocks.times.borrow();
        let same = |lane: usize| match (block.get(lane), times.get(lane)) {
            (Some(a), Some(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        };
        self.stack.borrow().is_idle() && (0..LANES).all(|lane| live >> lane & 1 == 0 || same(lane))
    }

    /// Notes that the innermost block has read the block of a property.
    fn note_read(&self, property: PropertyRef) {
        let read = self.blocks.values.borrow().get(&property).map(|values| (values.height, values.needs));
        if let (Some(read), Some((_, reads))) = (read, self.blocks.running.borrow_mut().last_mut())
            && reads.last() != Some(&read)
        {
            reads.push(read);
        }
    }

    /// The world matrices of a flat layer at the block's times; `None` when a value on the way has none there.
    fn block_world(&self, runner: &mut dyn Runner, layer: LayerRef) -> Option<Rc<World>> {
        let mut chain = Vec::new();
        let mut world: Option<Rc<World>> = None;
        let mut at = Some(layer);
        while let Some(here) = at {
            if let Some(known) = self.blocks.worlds.borrow().get(&here) {
                world = Some(Rc::clone(known.as_ref()?));
                break;
            }
            chain.push(here);
            at = self.timeline.layer(here).and_then(|node| node.parent);
        }
        while let Some(here) = chain.pop() {
            let made = self.inner_worlds(runner, here, world.as_deref()).map(Rc::new);
            self.blocks.worlds.borrow_mut().insert(here, made.clone());
            world = Some(made?);
        }
        world
    }

    fn inner_worlds(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        parent: Option<&World>,
    ) -> Option<World> {
        let block = self.blocks.times.borrow().clone();
        let (position, rest) = self.moved_only(runner, layer, *block.first()?)?;
        let mut times = [0.0; LANES];
        for (slot, time) in times.iter_mut().zip(&block) {
            *slot = *time;
        }
        let mut reads = parent.map(|parent| parent.reads.clone()).unwrap_or_default();
        let mut numbers = [[0.0; LANES]; 4];
        if let Some(position) = position {
            let shape = self.shape(position.object(), false)?;
            let wanted = live(block.len());
            let out = numbers.get_mut(..usize::from(shape.len))?;
            if shape.expressed {
                self.blocks
                    .running
                    .borrow_mut()
                    .push((PropertyRef(self.timeline.layer(layer)?.root), Vec::new()));
                let got = self.block_values(runner, position, &times, wanted, out);
                let read = self.blocks.running.borrow_mut().pop()?.1;
                if got != wanted {
                    return None;
                }
                reads.extend(read);
            } else if let Some(constant) = shape.constant {
                for (lane, n) in out.iter_mut().zip(constant) {
                    *lane = [n; LANES];
                }
            } else {
                self.read(position.object(), &times, wanted, out);
            }
        }
        reads.sort_unstable();
        reads.dedup();
        let [x, y, ..] = &numbers;
        let matrices = x.iter().zip(y).take(block.len()).enumerate().map(|(lane, (x, y))| {
            let local = Mat4::translation(*x, *y, 0.0).then_after(&rest);
            match parent.and_then(|parent| parent.matrices.get(lane)) {
                Some(parent) => parent.then_after(&local),
                None => local,
            }
        });
        Some(World { matrices: matrices.collect(), reads })
    }

    fn plain_shape(&self, property: PropertyRef) -> Option<Shape> {
        let shape = |value: &Value| match value {
            Value::Number(_) => Some((false, 1)),
            Value::Vector(v) => u8::try_from(v.len()).ok().filter(|n| (1..=4).contains(n)).map(|n| (true, n)),
            _ => None,
        };
        if let Some(value) = self.timeline.override_of(property) {
            let (vector, len) = shape(value)?;
            return Some(Shape { vector, len, constant: Some(four(value)), expressed: false });
        }
        let data = self.timeline.property(property)?;
        if !data.followers.is_empty() {
            return None;
        }
        let Some(first) = data.keyframes.first() else {
            let (vector, len) = shape(&data.value)?;
            return Some(Shape { vector, len, constant: Some(four(&data.value)), expressed: false });
        };
        let (vector, len) = shape(&first.value)?;
        let alike = data.keyframes.iter().all(|key| {
            shape(&key.value) == Some((vector, len))
                && key.end_value.as_ref().is_none_or(|end| shape(end) == Some((vector, len)))
        });
        alike.then_some(Shape { vector, len, constant: None, expressed: false })
    }
}

impl BlockHost for State {
    fn shape(&self, property: Object, own: bool) -> Option<Shape> {
        let property = property_of(property);
        let shape =
            *self.blocks.shapes.borrow_mut().entry(property).or_insert_with(|| self.plain_shape(property));
        let expressed = self.timeline.override_of(property).is_none()
            && self.timeline.property(property).is_some_and(|data| data.has_expression);
        shape.map(|shape| Shape { expressed: expressed && !own, ..shape })
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

    fn read_expressed(
        &self,
        runner: &mut dyn Runner,
        property: Object,
        times: &Lane,
        live: u32,
        out: &mut [Lane],
    ) -> u32 {
        let property = property_of(property);
        // Lanes whose time rounds to a frame's are asked singly.
        let mut exact = 0;
        for (lane, time) in times.iter().enumerate() {
            if self.frame_time(property, *time).to_bits() == time.to_bits() {
                exact |= 1 << lane;
            }
        }
        self.block_values(runner, property, times, live & exact, out)
    }

    fn is_flat(&self, layer: Object) -> bool {
        let mut at = Some(LayerRef(layer.id));
        while let Some(here) = at {
            if !self.is_moved_only(here) {
                return false;
            }
            at = self.timeline.layer(here).and_then(|node| node.parent);
        }
        true
    }

    fn space(
        &self,
        runner: &mut dyn Runner,
        layer: Object,
        back: bool,
        times: &Lane,
        live: u32,
        point: &mut [Lane],
    ) -> u32 {
        // All of the block, or one by one: the positions on the way are asked for whole blocks.
        if !self.at_block_times(times, live) || live != self.all_lanes() {
            return 0;
        }
        let Some(world) = self.block_world(runner, LayerRef(layer.id)) else { return 0 };
        if let Some((_, reads)) = self.blocks.running.borrow_mut().last_mut() {
            reads.extend_from_slice(&world.reads);
        }
        let mut answered = 0;
        for (lane, matrix) in world.matrices.iter().enumerate() {
            if live >> lane & 1 == 0 {
                continue;
            }
            let matrix = if back { matrix.inverse() } else { Some(*matrix) };
            let Some(matrix) = matrix else { continue };
            let mut at = [0.0; 3];
            for (slot, from) in at.iter_mut().zip(&*point) {
                *slot = from.get(lane).copied().unwrap_or(0.0);
            }
            for (out, n) in point.iter_mut().zip(matrix.apply(at)) {
                if let Some(slot) = out.get_mut(lane) {
                    *slot = n;
                }
            }
            answered |= 1 << lane;
        }
        answered
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
