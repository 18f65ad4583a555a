//! From a program and what it has found to a program for one property.

use super::super::code::{Code, Constant, Op, ScopeSite};
use super::super::loops::Reached;
use super::super::run::{Instance, Machine};
use super::super::value::{Strings, V};
use super::{Act, BlockCode, BlockHost, FIRST, KeyTable, Last, OFFSET, Slot, Straight, ZERO};
use crate::{Evaluation, NumericHost, Object, Runner};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a register holds at a place of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Not one thing, or not known: it may be copied, not used.
    Mixed,
    /// The same in all lanes, no number and no boolean.
    Fixed(V),
    /// A number; its bits when it is the same at all times.
    Num(Option<u64>),
    /// A boolean, as 0 or 1.
    Bool(Option<bool>),
    /// A vector of so many numbers.
    Vec(u8),
    /// A key, by its place.
    Key(Object),
}

impl Kind {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a,
            (Self::Num(_), Self::Num(_)) => Self::Num(None),
            (Self::Bool(_), Self::Bool(_)) => Self::Bool(None),
            _ => Self::Mixed,
        }
    }

    /// How many slots it takes.
    pub(super) fn len(self) -> u8 {
        match self {
            Self::Mixed => 4,
            Self::Fixed(_) => 0,
            Self::Num(_) | Self::Bool(_) | Self::Key(_) => 1,
            Self::Vec(len) => len,
        }
    }
}

/// Why there is no program for a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct No;

pub(super) type Made<T> = Result<T, No>;

/// Which functions are running and which errors are caught, known while the program is made: every call has a copy
/// of the function's instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) calls: Vec<Call>,
    pub(super) handlers: Vec<(u32, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) back: u32,
    pub(super) d: u16,
    pub(super) function: u16,
}

/// Numbers that slots hold before the first instruction.
type Before = Vec<(Slot, f64)>;

/// A place of the program: instruction and context.
type Place = (u32, u32);

/// Where a run of instructions goes on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flow {
    Next,
    To(u32),
    Branch { a: Slot, yes: u32, no: u32 },
    Within(u32, u32),
    End { a: Slot, len: u8 },
}

/// Most instructions and slots of a program; larger ones are evaluated singly.
const MOST_ACTS: usize = 4_000;
const MOST_SLOTS: u32 = 2_000;
const MOST_CONTEXTS: usize = 64;
const MOST_VISITS: usize = 4_000;

/// What a program is made of.
pub struct Making<'a> {
    /// The program.
    pub code: &'a Code,
    /// What the session keeps.
    pub machine: &'a Machine,
    /// What single evaluations have found for the property.
    pub instance: &'a Instance,
    /// The document.
    pub host: &'a dyn NumericHost,
    /// The document's tracks.
    pub tracks: &'a dyn BlockHost,
    /// Who asks.
    pub runner: &'a mut dyn Runner,
    /// One evaluation of the property.
    pub evaluation: &'a Evaluation,
}

impl std::fmt::Debug for Making<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Making").field("evaluation", &self.evaluation).finish_non_exhaustive()
    }
}

pub(super) struct Maker<'a> {
    pub(super) code: &'a Code,
    pub(super) kept: &'a [V],
    pub(super) strings: &'a RefCell<Strings>,
    pub(super) tracks: &'a dyn BlockHost,
    pub(super) evaluation: &'a Evaluation,
    pub(super) rate: Option<f64>,
    /// Whether the time of the evaluation never changes: no `posterizeTime`.
    pub(super) steady: bool,
    pub(super) contexts: Vec<Context>,
    pub(super) acts: Vec<Act>,
    pub(super) tables: Vec<(Object, Arc<KeyTable>)>,
    next: Slot,
    pub(super) state: Vec<Kind>,
    pub(super) context: u32,
}

/// A program for a block of times; `None` when the property must be evaluated singly.
#[must_use]
pub fn make(making: Making<'_>) -> Option<BlockCode> {
    let Making { code, machine, instance, host, tracks, runner, evaluation } = making;
    // A loop that goes on where it came to is cheaper singly.
    if instance.reached().iter().any(Reached::is_used) {
        return None;
    }
    let rate = host
        .get(runner, evaluation.composition, "frameDuration")
        .ok()
        .and_then(|item| item.as_number())
        .map(crate::builtins::time_format::rate_of)
        .filter(|fps| fps.is_finite() && *fps > 0.0);
    let mut maker = Maker {
        code,
        kept: instance.kept(),
        strings: machine.strings(),
        tracks,
        evaluation,
        rate,
        steady: !code.scope.iter().any(|site| matches!(site, ScopeSite::Posterize)),
        contexts: vec![Context::default()],
        acts: Vec::new(),
        tables: Vec::new(),
        next: FIRST,
        state: Vec::new(),
        context: 0,
    };
    maker.program().ok()
}

impl Maker<'_> {
    fn program(&mut self) -> Made<BlockCode> {
        let registers = u32::from(self.code.registers);
        let room = FIRST + 4 * registers;
        let (first, mut before) = self.begin()?;
        let leaders = self.leaders();
        // First what the registers hold where runs of instructions begin, then the instructions.
        let mut entries: BTreeMap<Place, Vec<Kind>> = BTreeMap::from([((0, 0), first)]);
        let mut open: BTreeSet<Place> = BTreeSet::from([(0, 0)]);
        let mut visits = 0;
        while let Some(place) = open.pop_first() {
            visits += 1;
            if visits > MOST_VISITS {
                return Err(No);
            }
            self.acts.clear();
            self.next = room;
            let ends = self.straight(place, entries.get(&place).ok_or(No)?.clone(), &leaders)?;
            for to in ends.places() {
                match entries.get_mut(&to) {
                    None => {
                        entries.insert(to, self.state.clone());
                        open.insert(to);
                    }
                    Some(known) => {
                        let mut changed = false;
                        for (old, new) in known.iter_mut().zip(&self.state) {
                            let joined = old.join(*new);
                            changed |= joined != *old;
                            *old = joined;
                        }
                        if changed {
                            open.insert(to);
                        }
                    }
                }
            }
        }
        let mut order: Vec<Place> = entries.keys().copied().collect();
        order.sort_by_key(|place| self.rank(*place));
        let number: BTreeMap<Place, u32> = order.iter().copied().zip(0..).collect();
        let find = |place: &Place| number.get(place).copied().ok_or(No);
        let (mut runs, mut acts) = (Vec::new(), Vec::new());
        let (mut total, mut slots) = (0, room);
        for place in &order {
            self.acts.clear();
            self.next = room;
            let ends = self.straight(*place, entries.get(place).ok_or(No)?.clone(), &leaders)?;
            let last = match ends {
                Ends::To(to) => Last::Jump(find(&to)?),
                Ends::Branch { a, yes, no } => Last::Branch { a, yes: find(&yes)?, no: find(&no)? },
                Ends::End { a, len } => Last::End { a, len },
            };
            slots = slots.max(self.next);
            total += self.acts.len();
            if total > MOST_ACTS || slots > MOST_SLOTS {
                return Err(No);
            }
            let from = acts.len();
            acts.append(&mut self.acts);
            runs.push(Straight { acts: from..acts.len(), last });
        }
        before.push((ZERO, 0.0));
        before.push((OFFSET, self.evaluation.random_offset));
        Ok(BlockCode {
            before,
            acts,
            runs,
            tables: self.tables.iter().map(|(_, table)| Arc::clone(table)).collect(),
            slots: usize::try_from(slots).map_err(|_| No)?,
            seed: self.evaluation.seed,
        })
    }

    /// The registers' first state, and the numbers in them.
    fn begin(&mut self) -> Made<(Vec<Kind>, Before)> {
        let mut first = vec![Kind::Mixed; usize::from(self.code.registers)];
        let mut before = Vec::new();
        for (register, constant) in &self.code.constants {
            let kind = match constant {
                Constant::Number(n) => {
                    before.push((self.slot(*register), *n));
                    Kind::Num(Some(n.to_bits()))
                }
                Constant::Bool(b) => {
                    before.push((self.slot(*register), f64::from(u8::from(*b))));
                    Kind::Bool(Some(*b))
                }
                Constant::Undefined => Kind::Fixed(V::Undef),
                Constant::Null => Kind::Fixed(V::Null),
                Constant::Text(text) => Kind::Fixed(V::Str(self.strings.borrow_mut().number(text))),
                Constant::Function(index) => Kind::Fixed(V::Func(*index)),
            };
            *first.get_mut(usize::from(*register)).ok_or(No)? = kind;
        }
        Ok((first, before))
    }

    /// The instructions that something jumps to.
    fn leaders(&self) -> BTreeSet<u32> {
        let mut leaders: BTreeSet<u32> = self.code.functions.iter().map(|function| function.entry).collect();
        for (op, at) in self.code.ops.iter().zip(0_u32..) {
            match *op {
                Op::Jump { to }
                | Op::JumpIf { to, .. }
                | Op::JumpIfNot { to, .. }
                | Op::JumpIfSet { to, .. }
                | Op::Try { to } => {
                    leaders.insert(to);
                }
                Op::JumpNotLess { to, .. } | Op::Static { to, .. } => {
                    leaders.insert(u32::from(to));
                }
                Op::CallValue { .. } => {
                    leaders.insert(at + 1);
                }
                _ => {}
            }
        }
        leaders
    }

    /// Runs of instructions in the order of the program, functions where they are called.
    fn rank(&self, (pc, context): Place) -> Vec<u32> {
        let calls = self.contexts.get(context as usize).map_or(&[][..], |context| &context.calls);
        let mut rank: Vec<u32> = calls.iter().map(|call| call.back * 2 - 1).collect();
        rank.push(pc * 2);
        rank.push(context);
        rank
    }

    /// Makes the instructions from a place to the next branch or leader.
    fn straight(&mut self, place: Place, state: Vec<Kind>, leaders: &BTreeSet<u32>) -> Made<Ends> {
        let mut pc = place.0;
        self.context = place.1;
        self.state = state;
        loop {
            let op = self.code.ops.get(pc as usize).copied().ok_or(No)?;
            pc += 1;
            match self.step(op, pc)? {
                Flow::Next if leaders.contains(&pc) => return Ok(Ends::To((pc, self.context))),
                Flow::Next => {}
                Flow::To(to) => return Ok(Ends::To((to, self.context))),
                Flow::Branch { a, yes, no } => {
                    return Ok(Ends::Branch { a, yes: (yes, self.context), no: (no, self.context) });
                }
                Flow::Within(to, context) => return Ok(Ends::To((to, context))),
                Flow::End { a, len } => return Ok(Ends::End { a, len }),
            }
            if self.acts.len() > MOST_ACTS {
                return Err(No);
            }
        }
    }

    pub(super) fn here(&self) -> Made<&Context> {
        self.contexts.get(self.context as usize).ok_or(No)
    }

    /// The number of a context.
    pub(super) fn within(&mut self, context: Context) -> Made<u32> {
        if let Some(known) = self.contexts.iter().position(|known| *known == context) {
            return u32::try_from(known).map_err(|_| No);
        }
        if self.contexts.len() >= MOST_CONTEXTS {
            return Err(No);
        }
        self.contexts.push(context);
        u32::try_from(self.contexts.len() - 1).map_err(|_| No)
    }

    pub(super) fn slot(&self, register: u16) -> Slot {
        FIRST + 4 * u32::from(register)
    }

    pub(super) fn temp(&mut self, len: u8) -> Slot {
        let slot = self.next;
        self.next += u32::from(len);
        slot
    }

    pub(super) fn table(&mut self, property: Object) -> Made<u16> {
        let known = self.tables.iter().position(|(known, _)| *known == property);
        let at = match known {
            Some(at) => at,
            None => {
                let table = self.tracks.keys(property);
                self.tables.push((property, table));
                self.tables.len() - 1
            }
        };
        u16::try_from(at).map_err(|_| No)
    }
}

enum Ends {
    To(Place),
    Branch { a: Slot, yes: Place, no: Place },
    End { a: Slot, len: u8 },
}

impl Ends {
    fn places(&self) -> Vec<Place> {
        match self {
            Self::To(to) => vec![*to],
            Self::Branch { yes, no, .. } => vec![*yes, *no],
            Self::End { .. } => Vec::new(),
        }
    }
}
