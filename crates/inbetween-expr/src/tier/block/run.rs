//! Running a program for lanes.

use super::super::code::Bits;
use super::super::math::MathFunction;
use super::super::{calls::nearest, ops::integer};
use super::{Act, BlockCode, BlockHost, INDEX, LANES, Lane, Last, OFFSET, Slot, TIME, TOTAL, Two};
use crate::Runner;
use crate::builtins::interpolation::{Curve, mix_one};
use crate::builtins::{RandomStream, Wander, time_format, wiggle_seed};
use inbetween_types::math;
use std::cell::Cell;

/// Room for lanes, kept from run to run.
#[derive(Debug, Default)]
pub struct Room(Vec<Lane>);

/// What the evaluations are about, and what they gave.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// The times.
    pub times: Lane,
    /// What `textIndex` is.
    pub index: Lane,
    /// What `textTotal` is.
    pub total: f64,
    /// The lanes that are wanted, by bits; afterwards those that have a value.
    pub live: u32,
    /// How many numbers the value of a lane has; 0 stands for one number that is no vector.
    pub len: [u8; LANES],
    /// The values, one lane for each component.
    pub values: [Lane; 4],
}

impl Default for Lanes {
    fn default() -> Self {
        Self {
            times: [0.0; LANES],
            index: [0.0; LANES],
            total: 0.0,
            live: 0,
            len: [0; LANES],
            values: [[0.0; LANES]; 4],
        }
    }
}

/// What an operator gives; comparisons give 1 or 0.
pub(super) fn two_of(op: Two, a: f64, b: f64) -> f64 {
    let truth = |is: bool| f64::from(u8::from(is));
    match op {
        Two::Add => a + b,
        Two::Sub => a - b,
        Two::Mul => a * b,
        Two::Div => a / b,
        Two::Mod => math::remainder(a, b),
        Two::Pow => math::pow(a, b),
        Two::Less => truth(a < b),
        Two::LessEqual => truth(a <= b),
        Two::Equal => truth(a == b),
    }
}

/// Damaged code, which the maker does not make.
#[derive(Debug)]
struct Broken;

/// The lanes of a set of bits.
pub(super) fn each(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = usize::try_from(bits.trailing_zeros()).ok().filter(|lane| *lane < LANES)?;
        bits &= bits - 1;
        Some(lane)
    })
}

/// Neighbours that are computed together.
const TOGETHER: usize = 8;

/// A lane's numbers in groups.
fn parts(lane: &Cell<Lane>) -> &[[Cell<f64>; TOGETHER]] {
    lane.as_array_of_cells().as_chunks().0
}

struct Run<'a> {
    code: &'a BlockCode,
    host: &'a dyn BlockHost,
    runner: &'a mut dyn Runner,
    lanes: &'a mut [Lane],
    /// Lanes that go on.
    live: u32,
    /// Lanes that the current instructions are for.
    mask: u32,
    started: &'a Lane,
    fuel: [i64; LANES],
    random: Vec<Option<RandomStream>>,
}

impl BlockCode {
    /// Computes the lanes. `fuel` is what one evaluation may take of loop passes and calls.
    pub fn run(
        &self,
        host: &dyn BlockHost,
        runner: &mut dyn Runner,
        room: &mut Room,
        lanes: &mut Lanes,
        fuel: u64,
    ) {
        if room.0.len() < self.slots {
            room.0.resize(self.slots, [0.0; LANES]);
        }
        for (slot, n) in &self.before {
            if let Some(lane) = room.0.get_mut(*slot as usize) {
                *lane = [*n; LANES];
            }
        }
        let total = [lanes.total; LANES];
        for (slot, from) in [(TIME, &lanes.times), (INDEX, &lanes.index), (TOTAL, &total)] {
            if let Some(lane) = room.0.get_mut(slot as usize) {
                *lane = *from;
            }
        }
        let mut run = Run {
            code: self,
            host,
            runner,
            lanes: &mut room.0,
            live: lanes.live,
            mask: 0,
            started: &lanes.times,
            fuel: [i64::try_from(fuel / 10 * 9).unwrap_or(i64::MAX); LANES],
            random: Vec::new(),
        };
        let done = run.all(&mut lanes.len, &mut lanes.values);
        lanes.live = done.unwrap_or(0);
    }
}

impl Run<'_> {
    /// Runs all lanes to their ends; the bits of those that came there.
    fn all(&mut self, len: &mut [u8; LANES], values: &mut [Lane; 4]) -> Result<u32, Broken> {
        let mut at = [0_u32; LANES];
        let mut done = 0;
        // The place of all lanes, while they have not parted.
        let mut together = Some(0);
        while self.live != 0 {
            let place = match together {
                Some(place) => {
                    self.mask = self.live;
                    place
                }
                None => {
                    let place =
                        each(self.live).filter_map(|lane| at.get(lane)).min().copied().ok_or(Broken)?;
                    self.mask = 0;
                    for (lane, here) in at.iter().enumerate() {
                        self.mask |= u32::from(*here == place) << lane;
                    }
                    self.mask &= self.live;
                    place
                }
            };
            let code = self.code;
            let run = code.runs.get(place as usize).ok_or(Broken)?;
            for act in code.acts.get(run.acts.clone()).ok_or(Broken)? {
                self.act(act)?;
            }
            self.mask &= self.live;
            match run.last {
                Last::Jump(to) => {
                    if together.is_some() {
                        together = Some(to);
                    } else {
                        self.go(&mut at, self.mask, to);
                        together = self.met(&at, to);
                    }
                }
                Last::Branch { a, yes, no } => {
                    let mut taken = 0;
                    for (lane, truth) in self.lane(a).iter().enumerate() {
                        taken |= u32::from(*truth != 0.0 && !truth.is_nan()) << lane;
                    }
                    let (taken, left) = (taken & self.mask, self.mask & !taken);
                    match (together.is_some(), taken, left) {
                        (true, _, 0) => together = Some(yes),
                        (true, 0, _) => together = Some(no),
                        _ => {
                            self.go(&mut at, taken, yes);
                            self.go(&mut at, left, no);
                            together = self.met(&at, if taken != 0 { yes } else { no });
                        }
                    }
                }
                Last::End { a, len: count } if self.mask == u32::MAX => {
                    for (part, out) in (0..u32::from(count.max(1))).zip(&mut *values) {
                        *out = *self.lane(a + part);
                    }
                    *len = [count; LANES];
                    return Ok(u32::MAX);
                }
                Last::End { a, len: count } => {
                    for (part, out) in (0..u32::from(count.max(1))).zip(&mut *values) {
                        let from = *self.lane(a + part);
                        for lane in each(self.mask) {
                            if let (Some(out), Some(n)) = (out.get_mut(lane), from.get(lane)) {
                                *out = *n;
                            }
                        }
                    }
                    for lane in each(self.mask) {
                        if let Some(out) = len.get_mut(lane) {
                            *out = count;
                        }
                    }
                    done |= self.mask;
                    self.live &= !self.mask;
                }
            }
        }
        Ok(done)
    }

    fn go(&self, at: &mut [u32; LANES], lanes: u32, to: u32) {
        for lane in each(lanes) {
            if let Some(here) = at.get_mut(lane) {
                *here = to;
            }
        }
    }

    /// Whether all lanes are at a place again.
    fn met(&self, at: &[u32; LANES], place: u32) -> Option<u32> {
        each(self.live).all(|lane| at.get(lane) == Some(&place)).then_some(place)
    }

    fn lane(&self, slot: Slot) -> &Lane {
        const ZEROS: Lane = [0.0; LANES];
        self.lanes.get(slot as usize).unwrap_or(&ZEROS)
    }

    /// Whether nothing waits elsewhere, so that every lane may be written.
    fn whole(&self) -> bool {
        self.mask == self.live
    }

    /// Keeps what was made for the lanes that are here.
    #[inline]
    fn put(&mut self, d: Slot, made: &Lane) -> Result<(), Broken> {
        let (mask, whole) = (self.mask, self.whole());
        let out = self.lanes.get_mut(d as usize).ok_or(Broken)?;
        if whole {
            *out = *made;
        } else {
            for (lane, (out, n)) in out.iter_mut().zip(made).enumerate() {
                *out = if mask >> lane & 1 == 1 { *n } else { *out };
            }
        }
        Ok(())
    }

    /// Cheap work: done for all lanes, kept for those that are here.
    #[inline]
    fn map(&mut self, d: Slot, a: Slot, f: impl Fn(f64) -> f64) -> Result<(), Broken> {
        self.zip(d, a, a, |a, _| f(a))
    }

    #[inline]
    fn zip(&mut self, d: Slot, a: Slot, b: Slot, f: impl Fn(f64, f64) -> f64) -> Result<(), Broken> {
        if self.whole() {
            let lanes = Cell::from_mut(&mut *self.lanes).as_slice_of_cells();
            let of = |slot: Slot| lanes.get(slot as usize).map(parts).ok_or(Broken);
            for (out, (a, b)) in of(d)?.iter().zip(of(a)?.iter().zip(of(b)?)) {
                // Read before any is written: the result may lie where an operand is.
                let (a, b) = (a.each_ref().map(Cell::get), b.each_ref().map(Cell::get));
                for (out, (a, b)) in out.iter().zip(a.into_iter().zip(b)) {
                    out.set(f(a, b));
                }
            }
            return Ok(());
        }
        let mut made = [0.0; LANES];
        for (made, (a, b)) in made.iter_mut().zip(self.lane(a).iter().zip(self.lane(b))) {
            *made = f(*a, *b);
        }
        self.put(d, &made)
    }

    /// Work that is done for many numbers in one go.
    #[inline]
    fn at_once(&mut self, d: Slot, a: Slot, f: impl FnOnce(&mut Lane, &Self)) -> Result<(), Broken> {
        let mut made = *self.lane(a);
        f(&mut made, self);
        self.put(d, &made)
    }

    /// Dear work: only for the lanes that are here.
    #[inline]
    fn few(&mut self, d: Slot, mut f: impl FnMut(&Self, usize) -> Option<f64>) -> Result<(), Broken> {
        let mut made = *self.lane(d);
        let mut gone = 0;
        for lane in each(self.mask) {
            match (f(self, lane), made.get_mut(lane)) {
                (Some(n), Some(made)) => *made = n,
                _ => gone |= 1 << lane,
            }
        }
        *self.lanes.get_mut(d as usize).ok_or(Broken)? = made;
        self.leave(gone);
        Ok(())
    }

    fn leave(&mut self, lanes: u32) {
        self.live &= !lanes;
        self.mask &= !lanes;
    }

    #[inline]
    fn at(&self, slot: Slot, lane: usize) -> f64 {
        self.lane(slot).get(lane).copied().unwrap_or(0.0)
    }

    fn act(&mut self, act: &Act) -> Result<(), Broken> {
        match *act {
            Act::Set { d, n } => self.put(d, &[n; LANES]),
            Act::Copy { d, a } => self.map(d, a, |n| n),
            Act::Two { d, a, b, op } => match op {
                Two::Add => self.zip(d, a, b, |a, b| a + b),
                Two::Sub => self.zip(d, a, b, |a, b| a - b),
                Two::Mul => self.zip(d, a, b, |a, b| a * b),
                Two::Div => self.zip(d, a, b, |a, b| a / b),
                Two::Less => self.zip(d, a, b, |a, b| if a < b { 1.0 } else { 0.0 }),
                Two::LessEqual => self.zip(d, a, b, |a, b| if a <= b { 1.0 } else { 0.0 }),
                #[expect(clippy::float_cmp, reason = "JavaScript's equality")]
                Two::Equal => self.zip(d, a, b, |a, b| if a == b { 1.0 } else { 0.0 }),
                Two::Mod => self.at_once(d, a, |made, run| math::lanes::remainder(made, run.lane(b))),
                Two::Pow => self.few(d, |run, lane| Some(math::pow(run.at(a, lane), run.at(b, lane)))),
            },
            Act::Neg { d, a } => self.map(d, a, |n| -n),
            Act::Truth { d, a, not } => {
                self.map(d, a, |n| if (n != 0.0 && !n.is_nan()) == not { 0.0 } else { 1.0 })
            }
            Act::Bits { d, a, b, kind } => {
                self.few(d, |run, lane| Some(bits(run.at(a, lane), run.at(b, lane), kind)))
            }
            Act::Math { d, a, n, function } => self.math(d, a, n, function),
            Act::Angle { d, a, radians: true } => self.map(d, a, f64::to_radians),
            Act::Angle { d, a, radians: false } => self.map(d, a, f64::to_degrees),
            Act::Mix { curve: Curve::Linear, d, range: [t, low, high], a, b } => {
                let mut made = *self.lane(t);
                let ends = self.lane(a).iter().zip(self.lane(b));
                let rows = self.lane(low).iter().zip(self.lane(high)).zip(ends);
                for (n, ((low, high), (a, b))) in made.iter_mut().zip(rows) {
                    *n = mix_one(Curve::Linear, *n, *low, *high, *a, *b);
                }
                self.put(d, &made)
            }
            Act::Mix { curve, d, range: [t, low, high], a, b } => self.few(d, |run, lane| {
                let at = |slot| run.at(slot, lane);
                Some(mix_one(curve, at(t), at(low), at(high), at(a), at(b)))
            }),
            Act::Length { d, a, len } => self.few(d, |run, lane| {
                let parts =
                    [0, 1, 2, 3].map(|part| if part < u32::from(len) { run.at(a + part, lane) } else { 0.0 });
                Some(math::length(parts.get(..usize::from(len)).unwrap_or(&parts)))
            }),
            Act::Limit { d, a, low, high } => self.few(d, |run, lane| {
                let (x, a, b) = (run.at(a, lane), run.at(low, lane), run.at(high, lane));
                Some(if x.is_nan() { x } else { x.max(a.min(b)).min(a.max(b)) })
            }),
            #[expect(clippy::cast_precision_loss, reason = "at most 9e15")]
            Act::ToFrames { d, a, fps } => self.few(d, |run, lane| {
                time_format::whole_frames(run.at(a, lane), fps, false).map(|frames| frames as f64)
            }),
            Act::Part { d, a, len, b } => self.few(d, |run, lane| {
                let place = run.at(b, lane);
                (0..u32::from(len)).find(|at| f64::from(*at) == place).map(|at| run.at(a + at, lane))
            }),
            Act::Read { d, len, property, at } => {
                self.asked(d, len, at, |host, times, live, out| host.read(property, times, live, out))
            }
            Act::Expressed { d, len, property } => {
                let times = *self.lane(TIME);
                let from = d as usize;
                let out = self.lanes.get_mut(from..from + usize::from(len)).ok_or(Broken)?;
                let answered = self.host.read_expressed(self.runner, property, &times, self.mask, out);
                self.leave(self.mask & !answered);
                Ok(())
            }
            Act::Space { d, len, layer, back } => {
                let times = *self.lane(TIME);
                let from = d as usize;
                let out = self.lanes.get_mut(from..from + usize::from(len)).ok_or(Broken)?;
                let answered = self.host.space(self.runner, layer, back, &times, self.mask, out);
                self.leave(self.mask & !answered);
                Ok(())
            }
            Act::Velocity { d, len, property, at } => self
                .asked(d, len, at, |host, times, live, out| host.read_velocity(property, times, live, out)),
            Act::Key { d, a, count } => self.few(d, |run, lane| {
                let number = run.at(a, lane).trunc();
                (number >= 1.0 && number <= f64::from(count)).then_some(number - 1.0)
            }),
            Act::KeyTime { d, a, table } => {
                let table = self.code.tables.get(usize::from(table)).ok_or(Broken)?;
                self.few(d, |run, lane| table.times.get(place(run.at(a, lane))).copied())
            }
            Act::KeyValue { d, len, a, table } => {
                let table = self.code.tables.get(usize::from(table)).ok_or(Broken)?;
                for part in 0..u32::from(len) {
                    self.few(d + part, |run, lane| {
                        table.values.get(place(run.at(a, lane)))?.get(part as usize).copied()
                    })?;
                }
                Ok(())
            }
            Act::Nearest { d, a, table } => {
                let table = self.code.tables.get(usize::from(table)).ok_or(Broken)?;
                self.few(d, |run, lane| nearest(&table.times, run.at(a, lane)).map(f64::from))
            }
            Act::Noise {
                d,
                dimension,
                identity,
                amplitude,
                rest: [frequency, octaves, multiplier, time],
            } => {
                let rows = [frequency, amplitude, octaves, multiplier, time].map(|slot| *self.lane(slot));
                let [frequency, amplitude, octaves, multiplier, time] = &rows;
                let offsets = *self.lane(OFFSET);
                let mut known: Option<(u64, Wander)> = None;
                self.few(d, |_, lane| {
                    let offset = *offsets.get(lane)?;
                    if known.as_ref().is_none_or(|(bits, _)| *bits != offset.to_bits()) {
                        let wander = Wander::new(wiggle_seed(identity, offset), dimension);
                        known = Some((offset.to_bits(), wander));
                    }
                    let (_, wander) = known.as_mut()?;
                    Some(wander.offset(
                        *frequency.get(lane)?,
                        *amplitude.get(lane)?,
                        *octaves.get(lane)?,
                        *multiplier.get(lane)?,
                        *time.get(lane)?,
                    ))
                })
            }
            Act::Finite { a } => {
                let mut gone = 0;
                for (lane, n) in self.lane(a).iter().enumerate() {
                    gone |= u32::from(!n.is_finite()) << lane;
                }
                self.leave(gone & self.mask);
                Ok(())
            }
            Act::Fuel => {
                let mut gone = 0;
                for lane in each(self.mask) {
                    if let Some(fuel) = self.fuel.get_mut(lane) {
                        *fuel -= 1;
                        gone |= u32::from(*fuel < 0) << lane;
                    }
                }
                self.leave(gone);
                Ok(())
            }
            Act::Posterize { rate } => self.few(TIME, |run, lane| {
                Some(crate::engine::posterized(run.at(TIME, lane), run.at(rate, lane)))
            }),
            Act::Seed { offset, timeless } => {
                self.few(OFFSET, |run, lane| {
                    let offset = run.at(offset, lane);
                    Some(if offset.is_nan() { 0.0 } else { offset })
                })?;
                self.random.resize(LANES, None);
                for lane in each(self.mask) {
                    let (offset, time) = (self.at(OFFSET, lane), self.at(TIME, lane));
                    if let Some(stream) = self.random.get_mut(lane) {
                        *stream = Some(RandomStream::seeded(self.code.seed, time, offset, timeless));
                    }
                }
                Ok(())
            }
            Act::Random { d, low, high, gauss } => {
                self.random.resize(LANES, None);
                let mut streams = std::mem::take(&mut self.random);
                let done = self.few(d, |run, lane| {
                    let (low, high) = (run.at(low, lane), run.at(high, lane));
                    let stream = streams.get_mut(lane)?.get_or_insert_with(|| {
                        let started = run.started.get(lane).copied().unwrap_or(0.0);
                        RandomStream::seeded(run.code.seed, started, run.at(OFFSET, lane), false)
                    });
                    Some(if gauss { stream.normal_between(low, high) } else { stream.between(low, high) })
                });
                self.random = streams;
                done
            }
        }
    }

    fn asked(
        &mut self,
        d: Slot,
        len: u8,
        at: Slot,
        ask: impl Fn(&dyn BlockHost, &Lane, u32, &mut [Lane]),
    ) -> Result<(), Broken> {
        let times = *self.lane(at);
        let from = d as usize;
        let out = self.lanes.get_mut(from..from + usize::from(len)).ok_or(Broken)?;
        ask(self.host, &times, self.mask, out);
        Ok(())
    }

    fn math(&mut self, d: Slot, a: [Slot; 4], n: u8, function: MathFunction) -> Result<(), Broken> {
        let [x, y, ..] = a;
        match (function, n) {
            (MathFunction::Abs, 1) => self.map(d, x, f64::abs),
            (MathFunction::Floor, 1) => self.few(d, |run, lane| Some(run.at(x, lane).floor())),
            (MathFunction::Sqrt, 1) => self.map(d, x, f64::sqrt),
            (MathFunction::Sin, 1) => self.at_once(d, x, |made, _| math::lanes::sin(made)),
            (MathFunction::Cos, 1) => self.at_once(d, x, |made, _| math::lanes::cos(made)),
            (MathFunction::Exp, 1) => self.at_once(d, x, |made, _| math::lanes::exp(made)),
            (MathFunction::Min | MathFunction::Max, 2) => {
                self.few(d, |run, lane| Some(function.apply(&[run.at(x, lane), run.at(y, lane)])))
            }
            _ => self.few(d, |run, lane| {
                let numbers = a.map(|slot| run.at(slot, lane));
                Some(function.apply(numbers.get(..usize::from(n)).unwrap_or(&numbers)))
            }),
        }
    }
}

/// The place in a table of a lane's number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places are whole and small")]
fn place(n: f64) -> usize {
    n as usize
}

fn bits(a: f64, b: f64, kind: Bits) -> f64 {
    super::super::ops::bits_of(integer(a), integer(b), kind)
}
