//! The machine.

use super::code::{Code, Constant, Op, R};
use super::value::{Heap, Strings, V, parts};
use crate::builtins::RandomStream;
use crate::{Evaluation, Fault, FaultKind, Item, NumericHost, Object, Program, Runner};
use inbetween_types::{Time, Value};
use std::cell::RefCell;
use std::sync::Arc;

/// Why a run ended without a value.
#[derive(Debug)]
pub(super) enum Stop {
    /// The tier cannot tell; the script tier must.
    Bail(&'static str),
    /// Something threw that the expression may catch.
    Throw,
    /// A limit that ends the whole evaluation.
    Fault(Box<Fault>),
}

/// What a run gave.
#[derive(Debug)]
pub enum Outcome {
    /// A number.
    Number(f64),
    /// An array of up to four numbers: how many, and they.
    Vector(u8, [f64; 4]),
    /// Any other value, as the script tier gives it.
    Item(Item),
    /// The property's value is that of another one, as it stands.
    Value(Value),
    /// The script tier must answer, for this reason.
    Bail(&'static str),
    /// A limit that ends the whole evaluation.
    Fault(Fault),
}

/// Registers and lists of a run, kept from run to run.
#[derive(Debug, Default)]
struct Scratch {
    registers: Vec<V>,
    heap: Heap,
    frames: Vec<Frame>,
    handlers: Vec<Handler>,
    active: Vec<bool>,
}

/// What a session keeps for the tier.
#[derive(Debug, Default)]
pub struct Machine {
    strings: RefCell<Strings>,
}

/// Strings that a session keeps before it forgets them between evaluations.
const MOST_STRINGS: usize = 50_000;

impl Machine {
    /// The strings.
    pub(super) fn strings(&self) -> &RefCell<Strings> {
        &self.strings
    }

    /// Whether the strings have become so many that every [`Instance`] and [`Room`] should be dropped and the machine
    /// with them.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.strings.borrow().len() > MOST_STRINGS
    }
}

/// Registers for one program, shared by the properties that have its text.
#[derive(Debug, Default)]
#[expect(
    clippy::vec_box,
    reason = "a room is taken and put back for every run: a pointer moves, not the room"
)]
pub struct Room(RefCell<Vec<Box<Scratch>>>);

/// What is kept for one property: the parts of its program that never change.
#[derive(Debug, Default)]
pub struct Instance {
    kept: Vec<V>,
    reached: Vec<super::loops::Reached>,
}

impl Instance {
    /// The parts that never change.
    pub(super) fn kept(&self) -> &[V] {
        &self.kept
    }

    /// Where counted loops came to.
    pub(super) fn reached(&self) -> &[super::loops::Reached] {
        &self.reached
    }
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    back: u32,
    d: R,
    function: u16,
    handlers: u32,
}

#[derive(Clone, Copy, Debug)]
struct Handler {
    to: u32,
    frames: u32,
}

/// The runner a host gets from the tier.
pub(super) struct TierRunner<'a> {
    pub(super) outer: &'a mut dyn Runner,
    pub(super) evaluation: Evaluation,
}

impl Runner for TierRunner<'_> {
    fn run(&mut self, program: &Arc<Program>, evaluation: &Evaluation) -> Result<Item, Fault> {
        self.outer.run(program, evaluation)
    }

    fn current(&self) -> &Evaluation {
        &self.evaluation
    }
}

/// One run.
pub(super) struct Run<'a> {
    pub(super) code: &'a Code,
    pub(super) host: &'a dyn NumericHost,
    pub(super) runner: TierRunner<'a>,
    pub(super) strings: &'a RefCell<Strings>,
    pub(super) registers: &'a mut [V],
    pub(super) heap: &'a mut Heap,
    pub(super) random: Option<RandomStream>,
    pub(super) started: Time,
    pub(super) frame_rate: Option<f64>,
    kept: &'a mut Vec<V>,
    /// Where counted loops came to.
    pub(super) reached: &'a mut Vec<super::loops::Reached>,
    pub(super) loop_entry: Vec<V>,
    pub(super) loop_first: f64,
    pub(super) loop_fuel: i64,
    /// Whether the loop that counts read something that changes with time.
    pub(super) tainted: bool,
    masked: bool,
    frames: &'a mut Vec<Frame>,
    handlers: &'a mut Vec<Handler>,
    active: &'a mut [bool],
    pub(super) fuel: i64,
}

/// One run of a program for a property.
pub struct Job<'a> {
    /// The program.
    pub code: &'a Code,
    /// What the session keeps.
    pub machine: &'a Machine,
    /// What is kept for the program.
    pub room: &'a Room,
    /// What is kept for the property.
    pub instance: &'a mut Instance,
    /// The document.
    pub host: &'a dyn NumericHost,
    /// Who asks; runs the expressions of other properties.
    pub runner: &'a mut dyn Runner,
    /// What the evaluation is about: it must have a property and a layer.
    pub evaluation: Evaluation,
    /// Loop passes and calls it may make.
    pub fuel: u64,
}

impl std::fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("evaluation", &self.evaluation).finish_non_exhaustive()
    }
}

/// Runs a program. The answer is what the script tier would give, or a bail.
pub fn run(job: Job<'_>) -> Outcome {
    let Job { code, machine, room, instance, host, runner: outer, evaluation, fuel } = job;
    let mut scratch = room.0.borrow_mut().pop().unwrap_or_else(|| fresh(code, &machine.strings));
    if instance.kept.len() != usize::from(code.kept) {
        instance.kept = vec![V::Hole; usize::from(code.kept)];
    }
    let Scratch { registers, heap, frames, handlers, active } = &mut *scratch;
    heap.clear();
    frames.clear();
    handlers.clear();
    active.fill(false);
    let started = evaluation.time;
    let mut run = Run {
        code,
        host,
        runner: TierRunner { outer, evaluation },
        strings: &machine.strings,
        registers,
        heap,
        random: None,
        started,
        frame_rate: None,
        kept: &mut instance.kept,
        reached: &mut instance.reached,
        loop_entry: Vec::new(),
        loop_first: 0.0,
        loop_fuel: 0,
        tainted: true,
        masked: false,
        frames,
        handlers,
        active,
        // Less than the script tier has, so that only that one meets the limit.
        fuel: i64::try_from(fuel / 10 * 9).unwrap_or(i64::MAX),
    };
    let outcome = match run.whole() {
        Ok(v) => run.outcome(v),
        Err(stop) => Err(stop),
    };
    room.0.borrow_mut().push(scratch);
    match outcome {
        Ok(outcome) => outcome,
        Err(Stop::Bail(why)) => Outcome::Bail(why),
        Err(Stop::Throw) => Outcome::Bail("it throws"),
        Err(Stop::Fault(fault)) => Outcome::Fault(*fault),
    }
}

fn fresh(code: &Code, strings: &RefCell<Strings>) -> Box<Scratch> {
    let mut registers = vec![V::Undef; usize::from(code.registers)];
    for (register, constant) in &code.constants {
        let value = match constant {
            Constant::Number(n) => V::Num(*n),
            Constant::Bool(b) => V::Bool(*b),
            Constant::Undefined => V::Undef,
            Constant::Null => V::Null,
            Constant::Text(text) => V::Str(strings.borrow_mut().number(text)),
            Constant::Function(index) => V::Func(*index),
        };
        if let Some(slot) = registers.get_mut(usize::from(*register)) {
            *slot = value;
        }
    }
    Box::new(Scratch { registers, active: vec![false; code.functions.len()], ..Scratch::default() })
}

/// Broken code, which the compiler does not make.
const BROKEN: Stop = Stop::Bail("the compiled program is damaged");

impl Run<'_> {
    #[inline]
    pub(super) fn get(&self, register: R) -> V {
        self.registers.get(usize::from(register)).copied().unwrap_or(V::Hole)
    }

    #[inline]
    pub(super) fn set(&mut self, register: R, value: V) {
        if let Some(slot) = self.registers.get_mut(usize::from(register)) {
            *slot = value;
        }
    }

    /// Like [`Run::set`] for values that are copied whole. Apart, because a number is then written and read back without
    /// copying the room of a vector, which the processor would wait for.
    #[inline(never)]
    fn set_whole(&mut self, register: R, value: &V) {
        if let Some(slot) = self.registers.get_mut(usize::from(register)) {
            *slot = *value;
        }
    }

    /// The number in a register, if it is one.
    #[inline]
    pub(super) fn plain_number(&self, register: R) -> Option<f64> {
        match self.registers.get(usize::from(register)) {
            Some(V::Num(n)) => Some(*n),
            _ => None,
        }
    }

    /// The truth of a register.
    #[inline]
    fn is_true(&self, register: R) -> Result<bool, Stop> {
        match self.registers.get(usize::from(register)) {
            Some(V::Bool(b)) => Ok(*b),
            Some(V::Num(n)) => Ok(*n != 0.0 && !n.is_nan()),
            Some(other) => self.truth(*other),
            None => Err(BROKEN),
        }
    }

    /// Both registers, when they are numbers.
    #[inline]
    fn two(&self, a: R, b: R) -> Option<(f64, f64)> {
        match (self.registers.get(usize::from(a)), self.registers.get(usize::from(b))) {
            (Some(V::Num(a)), Some(V::Num(b))) => Some((*a, *b)),
            _ => None,
        }
    }

    /// The text of a string.
    pub(super) fn text(&self, number: u32) -> Arc<str> {
        self.strings.borrow().get(number)
    }

    pub(super) fn intern(&self, text: &str) -> V {
        V::Str(self.strings.borrow_mut().number(text))
    }

    /// An item as a register value.
    pub(super) fn lift(&mut self, item: Item) -> V {
        self.heap.lift(item, &mut self.strings.borrow_mut())
    }

    pub(super) fn lift_value(&mut self, value: Value) -> V {
        match value {
            Value::Number(n) => V::Num(n),
            other => self.heap.lift_value(other, &mut self.strings.borrow_mut()),
        }
    }

    /// What a fault of the host is here.
    pub(super) fn fault(fault: Fault) -> Stop {
        match fault.kind {
            FaultKind::Thrown => Stop::Throw,
            FaultKind::Limit if super::ENDS.contains(&fault.code) => Stop::Fault(Box::new(fault)),
            FaultKind::Limit => Stop::Bail("a limit"),
        }
    }

    /// The value of a property now.
    pub(super) fn value_of(&mut self, object: Object) -> Result<V, Stop> {
        self.taint();
        let time = self.runner.evaluation.time;
        let time = match object.clock {
            0 => time,
            _ => self.host.time_of(&mut self.runner, object, time).map_err(Self::fault)?,
        };
        self.value_at(object, time)
    }

    pub(super) fn value_at(&mut self, object: Object, time: Time) -> Result<V, Stop> {
        if !self.tainted && !self.host.is_plain(&self.runner, object) {
            self.taint();
        }
        match self.host.property_value(&mut self.runner, object, time) {
            Ok(Value::Number(n)) => Ok(V::Num(n)),
            Ok(value) => Ok(self.lift_value(value)),
            Err(fault) => Err(Self::fault(fault)),
        }
    }

    pub(super) fn key_value(&mut self, object: Object, place: u32) -> Result<V, Stop> {
        let at = usize::try_from(place).map_err(|_| BROKEN)?;
        let time = self.host.property_keys(object).get(at).copied().ok_or(BROKEN)?;
        let value = self.host.property_key_value(object, at, time);
        Ok(self.lift_value(value))
    }

    fn whole(&mut self) -> Result<V, Stop> {
        let mut at = 0;
        loop {
            match self.go(at) {
                Err(Stop::Throw) => {
                    // A thrown error costs the script tier as many steps as 30 loop passes.
                    self.fuel -= 64;
                    self.taint();
                    let handler = self.handlers.pop().ok_or(Stop::Throw)?;
                    while self.frames.len() > usize::try_from(handler.frames).unwrap_or(0) {
                        if let Some(frame) = self.frames.pop() {
                            self.leave(frame.function);
                        }
                    }
                    at = handler.to;
                }
                other => return other,
            }
        }
    }

    fn leave(&mut self, function: u16) {
        if let Some(flag) = self.active.get_mut(usize::from(function)) {
            *flag = false;
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    fn go(&mut self, at: u32) -> Result<V, Stop> {
        let code = self.code;
        let mut pc = usize::try_from(at).map_err(|_| BROKEN)?;
        macro_rules! number_op {
            ($d:expr, $a:expr, $b:expr, $op:tt, $slow:ident) => {{
                match self.two($a, $b) {
                    Some((a, b)) => self.set($d, V::Num(a $op b)),
                    None => {
                        let (a, b) = (self.get($a), self.get($b));
                        let value = self.$slow(a, b)?;
                        self.set_whole($d, &value);
                    }
                }
            }};
        }
        macro_rules! put {
            ($d:expr, $value:expr) => {
                match $value {
                    Ok(V::Num(n)) => self.set($d, V::Num(n)),
                    Ok(other) => self.set_whole($d, &other),
                    Err(stop) => return Err(stop),
                }
            };
        }
        loop {
            let Some(op) = code.ops.get(pc) else { return Err(BROKEN) };
            pc += 1;
            match *op {
                Op::Move { d, a } => match self.plain_number(a) {
                    Some(n) => self.set(d, V::Num(n)),
                    None => {
                        let value = self.get(a);
                        self.set_whole(d, &value);
                    }
                },
                Op::Undef { d } => self.set(d, V::Undef),
                Op::Hole { d } => self.set(d, V::Hole),
                Op::CheckHole { a } => {
                    if matches!(self.registers.get(usize::from(a)), Some(V::Hole)) {
                        return Err(Stop::Bail("a name before its declaration"));
                    }
                }
                Op::Add { d, a, b } => number_op!(d, a, b, +, add),
                Op::Sub { d, a, b } => number_op!(d, a, b, -, sub),
                Op::Mul { d, a, b } => number_op!(d, a, b, *, mul),
                Op::Div { d, a, b } => number_op!(d, a, b, /, div),
                Op::Mod { d, a, b } => match self.two(a, b) {
                    Some((a, b)) => self.set(d, V::Num(inbetween_types::math::remainder(a, b))),
                    None => {
                        let (a, b) = (self.get(a), self.get(b));
                        put!(d, self.modulo(a, b));
                    }
                },
                Op::Pow { d, a, b } => match self.two(a, b) {
                    Some((a, b)) => self.set(d, V::Num(inbetween_types::math::pow(a, b))),
                    None => {
                        let (a, b) = (self.get(a), self.get(b));
                        put!(d, self.power(a, b));
                    }
                },
                Op::Neg { d, a } => match self.plain_number(a) {
                    Some(n) => self.set(d, V::Num(-n)),
                    None => {
                        let value = self.get(a);
                        let value = self.negative(value)?;
                        self.set_whole(d, &value);
                    }
                },
                Op::Less { d, a, b } => {
                    let value = match self.two(a, b) {
                        Some((a, b)) => a < b,
                        None => {
                            let (a, b) = (self.get(a), self.get(b));
                            self.less(a, b, false)?
                        }
                    };
                    self.set(d, V::Bool(value));
                }
                Op::LessEqual { d, a, b } => {
                    let value = match self.two(a, b) {
                        Some((a, b)) => a <= b,
                        None => {
                            let (a, b) = (self.get(a), self.get(b));
                            self.less(a, b, true)?
                        }
                    };
                    self.set(d, V::Bool(value));
                }
                Op::Equal { d, a, b } => {
                    let value = match self.two(a, b) {
                        Some((a, b)) => a == b,
                        None => {
                            let (a, b) = (self.get(a), self.get(b));
                            self.equal(a, b)?
                        }
                    };
                    self.set(d, V::Bool(value));
                }
                Op::Same { d, a, b } => {
                    let value = match self.two(a, b) {
                        Some((a, b)) => a == b,
                        None => {
                            let (a, b) = (self.get(a), self.get(b));
                            self.same(a, b)?
                        }
                    };
                    self.set(d, V::Bool(value));
                }
                Op::Bits { d, a, b, kind } => {
                    let (a, b) = (self.get(a), self.get(b));
                    let value = self.bits(a, b, kind)?;
                    self.set(d, value);
                }
                Op::Not { d, a } => {
                    let value = !self.is_true(a)?;
                    self.set(d, V::Bool(value));
                }
                Op::Plain { d, a } => match self.registers.get(usize::from(a)) {
                    Some(&V::Obj(object)) if object.class == crate::Class::Property => {
                        put!(d, self.value_of(object));
                    }
                    Some(&V::Num(n)) => self.set(d, V::Num(n)),
                    _ => {
                        let value = self.get(a);
                        self.set_whole(d, &value);
                    }
                },
                Op::ToNumber { d, a } => {
                    let value = self.number_at(a)?;
                    self.set(d, V::Num(value));
                }
                Op::TypeOf { d, a } => {
                    let value = self.get(a);
                    let value = self.type_of(value)?;
                    self.set(d, value);
                }
                Op::Step { d, a, by } => {
                    let value = self.number_at(a)?;
                    self.set(d, V::Num(value + f64::from(by)));
                }
                Op::InstanceArray { d, a } => {
                    let value = match self.get(a) {
                        V::Vec(..) | V::List(_) => true,
                        V::Item(_) | V::Hole | V::Error => return Err(Stop::Bail("instanceof")),
                        _ => false,
                    };
                    self.set(d, V::Bool(value));
                }
                Op::Jump { to } => pc = usize::try_from(to).map_err(|_| BROKEN)?,
                Op::JumpIf { a, to } => {
                    if self.is_true(a)? {
                        pc = usize::try_from(to).map_err(|_| BROKEN)?;
                    }
                }
                Op::JumpIfNot { a, to } => {
                    if !self.is_true(a)? {
                        pc = usize::try_from(to).map_err(|_| BROKEN)?;
                    }
                }
                Op::JumpIfSet { a, to } => match self.get(a) {
                    V::Undef | V::Null => {}
                    V::Hole => return Err(BROKEN),
                    _ => pc = usize::try_from(to).map_err(|_| BROKEN)?,
                },
                Op::JumpNotLess { a, b, to } => {
                    let less = match self.two(a, b) {
                        Some((a, b)) => a < b,
                        None => {
                            let (a, b) = (self.get(a), self.get(b));
                            self.less(a, b, false)?
                        }
                    };
                    if !less {
                        pc = usize::from(to);
                    }
                }
                Op::Array { d, base, n } => {
                    let value = self.array_of(base, n)?;
                    self.set_whole(d, &value);
                }
                Op::Index { d, a, b } => {
                    put!(d, self.index_at(a, b));
                }
                Op::Member { d, a, site } => {
                    put!(d, self.member_at(a, site));
                }
                Op::Scope { d, site } => {
                    put!(d, self.scope(site));
                }
                Op::Time { d } => {
                    self.taint();
                    let time = self.runner.evaluation.time;
                    self.set(d, V::Num(time));
                }
                Op::CallValue { d, base, n } => match self.get(base) {
                    V::Func(function) => {
                        self.taint();
                        let target = code.functions.get(usize::from(function)).ok_or(BROKEN)?;
                        match self.active.get_mut(usize::from(function)) {
                            Some(flag) if !*flag => *flag = true,
                            _ => return Err(Stop::Bail("a function that calls itself")),
                        }
                        for (at, parameter) in target.parameters.iter().enumerate() {
                            let value = match u16::try_from(at) {
                                Ok(at) if at < u16::from(n) => self.get(base.saturating_add(1 + at)),
                                _ => V::Undef,
                            };
                            self.set(*parameter, value);
                        }
                        self.frames.push(Frame {
                            back: u32::try_from(pc).map_err(|_| BROKEN)?,
                            d,
                            function,
                            handlers: u32::try_from(self.handlers.len()).map_err(|_| BROKEN)?,
                        });
                        pc = usize::try_from(target.entry).map_err(|_| BROKEN)?;
                    }
                    callee => {
                        put!(d, self.call_value(callee, base.saturating_add(1), n));
                    }
                },
                Op::CallMember { d, base, site, n } => {
                    put!(d, self.call_member_at(base, site, n));
                }
                Op::CallScope { d, base, site, n } => {
                    put!(d, self.call_scope(site, base, n));
                }
                Op::CallMath { d, base, n, function } => {
                    let value = match self.plain_number(base) {
                        Some(x) if n == 1 && function != super::math::MathFunction::Random => {
                            function.apply(&[x])
                        }
                        _ => self.call_math(function, base, n)?,
                    };
                    self.set(d, V::Num(value));
                }
                Op::EvalPath { d, a } => {
                    let value = self.get(a);
                    let value = self.eval_path(value, d)?;
                    self.set(d, value);
                }
                Op::TryScope { d, site } => {
                    let value = match self.scope(site) {
                        Err(Stop::Throw) => V::Undef,
                        other => other?,
                    };
                    self.set(d, value);
                }
                Op::Try { to } => {
                    let frames = u32::try_from(self.frames.len()).map_err(|_| BROKEN)?;
                    self.handlers.push(Handler { to, frames });
                }
                Op::EndTry => {
                    self.handlers.pop();
                }
                Op::Caught { d } => self.set(d, V::Error),
                Op::Throw => return Err(Stop::Throw),
                Op::Fuel => {
                    self.fuel -= 1;
                    if self.fuel < 0 {
                        return Err(Stop::Bail("it takes many steps"));
                    }
                }
                Op::Static { d, slot, to } => match self.kept.get(usize::from(slot)) {
                    None | Some(V::Hole) => {}
                    Some(&V::Num(n)) => {
                        self.set(d, V::Num(n));
                        pc = usize::from(to);
                    }
                    Some(value) => {
                        let value = *value;
                        self.set_whole(d, &value);
                        pc = usize::from(to);
                    }
                },
                Op::Keep { a, slot } => {
                    let value = self.get(a);
                    if !matches!(value, V::List(_) | V::Item(_) | V::Func(_) | V::Error)
                        && let Some(kept) = self.kept.get_mut(usize::from(slot))
                    {
                        *kept = value;
                    }
                }
                Op::Resume { index } => self.resume(index)?,
                Op::Mask { on } => {
                    if on {
                        self.masked = self.tainted;
                    } else {
                        self.tainted = self.masked;
                    }
                }
                Op::Remember { index } => self.remember(index),
                Op::Return { a } => {
                    // A loop in the function has begun notes of its own.
                    self.taint();
                    let number = self.plain_number(a);
                    let value = self.get(a);
                    let frame = self.frames.pop().ok_or(BROKEN)?;
                    self.leave(frame.function);
                    self.handlers.truncate(usize::try_from(frame.handlers).map_err(|_| BROKEN)?);
                    match number {
                        Some(n) => self.set(frame.d, V::Num(n)),
                        None => self.set_whole(frame.d, &value),
                    }
                    pc = usize::try_from(frame.back).map_err(|_| BROKEN)?;
                }
                Op::End { a } => return Ok(self.get(a)),
            }
        }
    }

    /// An array of registers.
    #[inline(never)]
    fn array_of(&mut self, base: R, n: u8) -> Result<V, Stop> {
        let start = usize::from(base);
        let registers = self.registers.get(start..start + usize::from(n)).ok_or(BROKEN)?;
        if n <= 4 {
            let mut numbers = [0.0; 4];
            let all = registers.iter().zip(&mut numbers).all(|(v, slot)| match v {
                V::Num(n) => {
                    *slot = *n;
                    true
                }
                _ => false,
            });
            if all {
                return Ok(V::Vec(n, numbers));
            }
        }
        if registers.iter().any(|v| matches!(v, V::Hole)) {
            return Err(BROKEN);
        }
        let list = registers.to_vec();
        Ok(self.heap.list(list))
    }

    /// The program's value as the script tier would give it.
    fn outcome(&mut self, v: V) -> Result<Outcome, Stop> {
        Ok(match v {
            V::Num(n) => Outcome::Number(n),
            V::Vec(len, numbers) => Outcome::Vector(len, numbers),
            V::Obj(object) if object.class == crate::Class::Property => {
                let mut time = self.runner.evaluation.time;
                if object.clock != 0 {
                    time = self.host.time_of(&mut self.runner, object, time).map_err(Self::fault)?;
                }
                let value = self.host.property_value(&mut self.runner, object, time).map_err(Self::fault)?;
                Outcome::Value(value)
            }
            other => Outcome::Item(self.item(other)?),
        })
    }

    /// A register value as an item; a key is its value, as everywhere on the border.
    pub(super) fn item(&mut self, v: V) -> Result<Item, Stop> {
        Ok(match v {
            V::Num(n) => Item::Number(n),
            V::Bool(b) => Item::Bool(b),
            V::Undef | V::Null => Item::Undefined,
            V::Vec(len, numbers) => Item::numbers(parts(len, &numbers)),
            V::Str(text) => Item::Text(self.text(text)),
            V::Obj(object) => Item::Object(object),
            V::Key(..) => {
                let value = self.unwrap(v)?;
                self.item(value)?
            }
            V::List(list) => {
                let members = self.heap.members(list).to_vec();
                let items: Result<Vec<Item>, Stop> = members.into_iter().map(|v| self.item(v)).collect();
                Item::Array(items?)
            }
            V::Item(number) => self.heap.item(number).cloned().ok_or(BROKEN)?,
            V::Func(_) | V::Error | V::Hole => return Err(Stop::Bail("a function or error as a value")),
        })
    }

    /// Registers as items.
    pub(super) fn items(&mut self, base: R, n: u8) -> Result<Vec<Item>, Stop> {
        (0..u16::from(n))
            .map(|at| {
                let value = self.get(base.saturating_add(at));
                self.item(value)
            })
            .collect()
    }
}
