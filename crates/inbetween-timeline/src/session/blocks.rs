//! Many times at once: values of a block of times in one pass of each program that can.

use super::State;
use super::memo::{Quick, SetId};
use super::tier::Form;
use super::worlds::World;
use crate::{LayerRef, NodeRef, PropertyRef};
use inbetween_expr::tier::block::{BlockCode, BlockHost, BlockRoom, KeyTable, LANES, Lane, Lanes, Shape};
use inbetween_expr::{Evaluation, Object, Program, Runner, stack_left};
use inbetween_types::{Mat4, Time, Value, Vector};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
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
pub(super) type Reads = Vec<(u32, SetId)>;

/// The position of a layer where only that changes, and the matrix of the rest.
pub(super) type Moved = (Option<PropertyRef>, Mat4);

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// Values of one property in the block that is being asked for.
#[derive(Debug)]
struct Values {
    /// Which block they are of.
    block: u64,
    live: u32,
    /// How many numbers a value has; 0 stands for one number that is no vector.
    len: u8,
    /// A lane for each number.
    lanes: Vec<Lane>,
    height: u32,
    needs: SetId,
}

#[derive(Debug, Default)]
struct Work {
    room: BlockRoom,
    // Apart, so that little is moved when it is taken and given back.
    lanes: Box<Lanes>,
}

/// How many blocks are asked for side by side: a property's program is fetched from far memory once for all.
pub(crate) const TOGETHER: usize = 8;

/// The times that are computed side by side.
pub(crate) const MOST_TIMES: usize = LANES * TOGETHER;

/// One of the blocks that are being asked for.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// Its times; empty while none is asked for.
    times: RefCell<Vec<Time>>,
    number: Cell<u64>,
    /// Values that other expressions may read.
    values: RefCell<Map<PropertyRef, Values>>,
    /// World matrices of layers at its times.
    pub(super) worlds: RefCell<Map<LayerRef, Option<Rc<World>>>>,
}

/// What a session keeps for blocks.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    asked: [Asked; TOGETHER],
    /// The one that is being computed.
    current: Cell<usize>,
    begun: Cell<u64>,
    /// Room for runs, one inside the other.
    work: RefCell<Vec<Work>>,
    /// The properties whose blocks are being computed, and what each has read: how deep that nests, and which.
    pub(super) running: RefCell<Vec<(PropertyRef, Reads)>>,
    /// What the matrices of flat layers are made of.
    pub(super) moved: RefCell<Map<LayerRef, Option<Moved>>>,
    shapes: RefCell<Map<PropertyRef, Option<Shape>>>,
    tables: RefCell<Map<PropertyRef, Arc<KeyTable>>>,
}

impl Blocks {
    /// The block that is being computed.
    pub(super) fn now(&self) -> &Asked {
        let [first, ..] = &self.asked;
        self.asked.get(self.current.get()).unwrap_or(first)
    }
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
pub(super) fn live(count: usize) -> u32 {
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

/// One value of lanes that hold values of `len` numbers, 0 for one that is no vector.
#[inline]
fn value_in(len: u8, lanes: &[Lane], lane: usize) -> Value {
    let of = |row: &Lane| row.get(lane).copied().unwrap_or(0.0);
    if len == 0 {
        return Value::Number(lanes.first().map_or(0.0, of));
    }
    let mut numbers = [0.0; 4];
    for (slot, row) in numbers.iter_mut().zip(lanes) {
        *slot = of(row);
    }
    Value::Vector(Vector::from_slice(numbers.get(..usize::from(len)).unwrap_or(&numbers)))
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
        take: &mut impl FnMut(usize, Value),
    ) -> u32 {
        let done = self.block_lanes(runner, property, times, wanted, &mut |live, len, lanes| {
            if let (u32::MAX, 0, Some(row)) = (live, len, lanes.first()) {
                for (lane, n) in row.iter().enumerate() {
                    take(lane, Value::Number(*n));
                }
                return;
            }
            for lane in 0..LANES {
                if live >> lane & 1 == 1 {
                    take(lane, value_in(len, lanes, lane));
                }
            }
        });
        done.unwrap_or(0)
    }

    /// The same with the numbers as they lie: `take` is given the bits of the lanes that have a value, how many numbers
    /// each has (0: one that is no vector), and a lane for each number. `None` when there is no program for blocks.
    fn block_lanes(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        times: &[Time],
        wanted: u32,
        take: &mut dyn FnMut(u32, u8, &[Lane]),
    ) -> Option<u32> {
        let code = self.block_code(runner, property, times, wanted)?;
        if let Some(found) = self.blocks.now().values.borrow().get(&property)
            && found.block == self.blocks.now().number.get()
        {
            take(found.live, found.len, &found.lanes);
            return Some(found.live);
        }
        if stack_left() < RESERVE || self.blocks.running.borrow().iter().any(|(known, _)| *known == property)
        {
            return None;
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
        let (done, len) = self.coerce_lanes(property, lanes);
        let rows = lanes.values.get(..usize::from(len.max(1))).unwrap_or(&lanes.values);
        take(done, len, rows);
        if !self.blocks.running.borrow().is_empty() || self.memo.borrow().is_read(property) {
            let mut parts: Vec<SetId> = reads.into_iter().map(|(_, set)| set).collect();
            parts.sort_unstable();
            parts.dedup();
            let needs = self.memo.borrow_mut().union(property, &parts);
            let block = self.blocks.now().number.get();
            let mut all = self.blocks.now().values.borrow_mut();
            // The room of the block before is used again.
            let mut held = all.remove(&property).map(|values| values.lanes).unwrap_or_default();
            held.clear();
            held.extend_from_slice(rows);
            all.insert(property, Values { block, live: done, len, lanes: held, height, needs });
        }
        self.blocks.work.borrow_mut().push(work);
        self.numeric.count(property, u64::from(done.count_ones()));
        if done == 0 {
            self.numeric.no_block(property);
        }
        Some(done)
    }

    /// Makes of the numbers of lanes what the property takes, in place, as [`State::simple_numbers`] does with one value.
    /// The lanes that have a value, and how many numbers each has: 0 for one that is no vector.
    fn coerce_lanes(&self, property: PropertyRef, lanes: &mut Lanes) -> (u32, u8) {
        let Some(data) = self.timeline.property(property) else { return (0, 0) };
        let (mut done, mut made) = (0, 0);
        let [first, ..] = lanes.len;
        let alike = lanes.len == [first; LANES];
        for given in if alike { first..=first } else { 0..=4 } {
            let mut there = lanes.live;
            if !alike {
                for (lane, len) in lanes.len.iter().enumerate() {
                    there &= !(u32::from(*len != given) << lane);
                }
            }
            if there == 0 {
                continue;
            }
            let Some(form) = Form::of(data, usize::from(given.max(1))).filter(|form| form.len <= 4) else {
                continue;
            };
            for row in lanes.values.iter().take(form.taken) {
                // Nearly always all are.
                if row.iter().fold(true, |all, n| all & (n.abs() <= f64::MAX)) {
                    continue;
                }
                for (lane, n) in row.iter().enumerate() {
                    there &= !(u32::from(!n.is_finite()) << lane);
                }
            }
            if let (Some(last), Some(row)) = (form.last, lanes.values.get_mut(form.taken)) {
                for (lane, slot) in row.iter_mut().enumerate() {
                    *slot = if there >> lane & 1 == 1 { last } else { *slot };
                }
            }
            done |= there;
            made = form.len;
        }
        (done, made)
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

    /// Starts blocks, at most [`TOGETHER`]: what is asked next is asked at the times of the one that
    /// [`State::select_block`] names.
    pub(crate) fn begin_blocks<'a>(&self, blocks: impl Iterator<Item = &'a [Time]>) {
        for (asked, times) in self.blocks.asked.iter().zip(blocks) {
            self.blocks.begun.set(self.blocks.begun.get().wrapping_add(1));
            asked.number.set(self.blocks.begun.get());
            let mut kept = asked.times.borrow_mut();
            kept.clear();
            kept.extend_from_slice(times);
            asked.worlds.borrow_mut().clear();
        }
    }

    /// Goes on with one of the blocks that were begun, from 0.
    pub(crate) fn select_block(&self, number: usize) {
        self.blocks.current.set(number);
    }

    /// Ends all blocks.
    pub(crate) fn end_blocks(&self) {
        for asked in &self.blocks.asked {
            asked.times.borrow_mut().clear();
        }
        self.blocks.current.set(0);
    }

    /// A value that the block has, for an expression that reads it.
    pub(super) fn in_block(&self, property: PropertyRef, time: Time) -> Option<(Value, u32, SetId)> {
        let times = self.blocks.now().times.borrow();
        if times.is_empty() {
            return None;
        }
        let values = self.blocks.now().values.borrow();
        let found = values.get(&property).filter(|values| values.block == self.blocks.now().number.get())?;
        let lane = times.iter().position(|known| known.to_bits() == time.to_bits())?;
        if found.live >> lane & 1 == 0 {
            return None;
        }
        Some((value_in(found.len, &found.lanes, lane), found.height, found.needs))
    }

    /// The values of a property with an expression at the block's times. The lanes that have one.
    pub(super) fn block_values(
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
        let mut block = [0.0; LANES];
        let count = self.block_times(&mut block);
        let block = block.get(..count).unwrap_or(&block);
        let got = self.block_lanes(runner, property, block, live, &mut |there, len, rows| {
            if rows.len() != out.len() || usize::from(len.max(1)) != out.len() {
                return;
            }
            answered = there & live;
            for (out, row) in out.iter_mut().zip(rows) {
                if answered == u32::MAX {
                    *out = *row;
                    continue;
                }
                for (lane, (out, n)) in out.iter_mut().zip(row).enumerate() {
                    *out = if answered >> lane & 1 == 1 { *n } else { *out };
                }
            }
        });
        if got.is_some_and(|got| got != 0) {
            self.note_read(property);
        }
        answered
    }

    /// The block's times, and how many they are.
    pub(super) fn block_times(&self, times: &mut Lane) -> usize {
        let block = self.blocks.now().times.borrow();
        for (slot, time) in times.iter_mut().zip(&*block) {
            *slot = *time;
        }
        block.len().min(LANES)
    }

    fn all_lanes(&self) -> u32 {
        live(self.blocks.now().times.borrow().len())
    }

    /// Whether the lanes have the block's own times. Only then, and while no single evaluation runs, may an expression
    /// be asked for a whole block.
    fn at_block_times(&self, times: &Lane, live: u32) -> bool {
        let block = self.blocks.now().times.borrow();
        let same = |lane: usize| match (block.get(lane), times.get(lane)) {
            (Some(a), Some(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        };
        self.stack.borrow().is_idle() && (0..LANES).all(|lane| live >> lane & 1 == 0 || same(lane))
    }

    /// Notes that the innermost block has read the block of a property.
    fn note_read(&self, property: PropertyRef) {
        let read =
            self.blocks.now().values.borrow().get(&property).map(|values| (values.height, values.needs));
        if let (Some(read), Some((_, reads))) = (read, self.blocks.running.borrow_mut().last_mut())
            && reads.last() != Some(&read)
        {
            reads.push(read);
        }
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
        world.apply(live, back, point)
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
