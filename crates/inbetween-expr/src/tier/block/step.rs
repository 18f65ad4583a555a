//! One instruction of the single machine as instructions for lanes.

use super::super::code::{Known, Op};
use super::super::value::V;
use super::make::{Call, Flow, Kind, Made, Maker, No};
use super::{Act, Slot, TIME, Two};
use crate::Class;

/// A value and the first of its slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Val {
    pub(super) kind: Kind,
    pub(super) at: Slot,
}

impl Maker<'_> {
    /// Translates the instruction before `pc`.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    pub(super) fn step(&mut self, op: Op, pc: u32) -> Made<Flow> {
        match op {
            Op::Move { d, a } => {
                let value = self.val(a);
                self.put(d, value);
            }
            Op::Undef { d } => self.fixed(d, V::Undef),
            Op::Hole { d } => self.fixed(d, V::Hole),
            Op::CheckHole { a } => match self.val(a).kind {
                Kind::Mixed | Kind::Fixed(V::Hole) => return Err(No),
                _ => {}
            },
            Op::Add { d, a, b } => self.arithmetic(d, a, b, Two::Add)?,
            Op::Sub { d, a, b } => self.arithmetic(d, a, b, Two::Sub)?,
            Op::Mul { d, a, b } => self.arithmetic(d, a, b, Two::Mul)?,
            Op::Div { d, a, b } => self.arithmetic(d, a, b, Two::Div)?,
            Op::Mod { d, a, b } => self.arithmetic(d, a, b, Two::Mod)?,
            Op::Pow { d, a, b } => self.arithmetic(d, a, b, Two::Pow)?,
            Op::Neg { d, a } => self.negative(d, a)?,
            Op::Less { d, a, b } => self.compare(d, a, b, Two::Less)?,
            Op::LessEqual { d, a, b } => self.compare(d, a, b, Two::LessEqual)?,
            Op::Equal { d, a, b } => self.equal(d, a, b)?,
            Op::Same { d, a, b } => self.same(d, a, b)?,
            Op::Bits { d, a, b, kind } => {
                let (a, b) = (self.number_of(a)?, self.number_of(b)?);
                let at = self.slot(d);
                self.acts.push(Act::Bits { d: at, a, b, kind });
                self.set(d, Kind::Num(None));
            }
            Op::Not { d, a } => match self.truth_known(a)? {
                Some(known) => self.bool(d, !known),
                None => {
                    let (a, at) = (self.slot(a), self.slot(d));
                    self.acts.push(Act::Truth { d: at, a, not: true });
                    self.set(d, Kind::Bool(None));
                }
            },
            Op::Plain { d, a } => {
                let mut value = self.val(a);
                if matches!(value.kind, Kind::Fixed(V::Obj(object)) if object.class == Class::Property) {
                    value = self.unwrap(value)?;
                }
                self.put(d, value);
            }
            Op::ToNumber { d, a } => {
                let a = self.number_of(a)?;
                self.put(d, Val { kind: Kind::Num(None), at: a });
            }
            Op::TypeOf { d, a } => {
                let name = match self.val(a).kind {
                    Kind::Num(_) => "number",
                    Kind::Bool(_) => "boolean",
                    Kind::Vec(_) | Kind::Key(_) | Kind::Fixed(V::Null | V::Error) => "object",
                    Kind::Fixed(V::Undef) => "undefined",
                    Kind::Fixed(V::Str(_)) => "string",
                    Kind::Fixed(V::Obj(_) | V::Func(_)) => "function",
                    Kind::Mixed | Kind::Fixed(_) => return Err(No),
                };
                let text = self.strings.borrow_mut().number(name);
                self.fixed(d, V::Str(text));
            }
            Op::Step { d, a, by } => {
                let a = self.number_of(a)?;
                let by = self.constant(f64::from(by));
                self.two(d, a, by, Two::Add);
            }
            Op::InstanceArray { d, a } => match self.val(a).kind {
                Kind::Vec(_) => self.bool(d, true),
                Kind::Mixed | Kind::Fixed(V::Item(_) | V::List(_) | V::Hole | V::Error) => return Err(No),
                _ => self.bool(d, false),
            },
            Op::Jump { to } => return Ok(Flow::To(to)),
            Op::JumpIf { a, to } => return self.branch(a, to, pc),
            Op::JumpIfNot { a, to } => return self.branch(a, pc, to),
            Op::JumpIfSet { a, to } => {
                return match self.val(a).kind {
                    Kind::Fixed(V::Undef | V::Null) => Ok(Flow::Next),
                    Kind::Mixed | Kind::Fixed(V::Hole) => Err(No),
                    _ => Ok(Flow::To(to)),
                };
            }
            Op::JumpNotLess { a, b, to } => {
                let d = self.temp(1);
                self.compare_into(d, a, b, Two::Less)?;
                return Ok(Flow::Branch { a: d, yes: pc, no: u32::from(to) });
            }
            Op::Array { d, base, n } => self.array(d, base, n)?,
            Op::Index { d, a, b } => self.index(d, a, b)?,
            Op::Member { d, a, site } => self.member(d, a, site)?,
            Op::Scope { d, site } | Op::TryScope { d, site } => self.scope(d, site)?,
            Op::Time { d } => self.put(d, Val { kind: Kind::Num(None), at: TIME }),
            Op::CallValue { d, base, n } => return self.call(d, base, n, pc),
            Op::CallMember { d, base, site, n } => self.call_member(d, base, site, n)?,
            Op::CallScope { d, base, site, n } => self.call_scope(d, base, site, n)?,
            Op::CallMath { d, base, n, function } => self.call_math(d, base, n, function)?,
            Op::EvalPath { .. } => return Err(No),
            Op::Try { to } => {
                let mut context = self.here()?.clone();
                context.handlers.push((to, context.calls.len()));
                let number = self.within(context)?;
                return Ok(Flow::Within(pc, number));
            }
            Op::EndTry => {
                let mut context = self.here()?.clone();
                context.handlers.pop();
                let number = self.within(context)?;
                return Ok(Flow::Within(pc, number));
            }
            Op::Caught { d } => self.fixed(d, V::Error),
            // A caught error costs fuel: such evaluations stay single.
            Op::Throw => return Err(No),
            Op::Fuel => self.acts.push(Act::Fuel),
            Op::Static { d, slot, to } => {
                let value = match self.kept.get(usize::from(slot)) {
                    None | Some(V::Hole) => return Ok(Flow::Next),
                    Some(value) => *value,
                };
                self.known_value(d, value)?;
                return Ok(Flow::To(u32::from(to)));
            }
            Op::Keep { .. } | Op::Resume { .. } | Op::Mask { .. } | Op::Remember { .. } => {}
            Op::Return { a } => {
                let mut context = self.here()?.clone();
                let call = context.calls.pop().ok_or(No)?;
                context.handlers.retain(|(_, calls)| *calls <= context.calls.len());
                let value = self.val(a);
                self.put(call.d, value);
                let number = self.within(context)?;
                return Ok(Flow::Within(call.back, number));
            }
            Op::End { a } => {
                let value = self.val(a);
                let value = match value.kind {
                    Kind::Fixed(V::Obj(object)) if object.class == Class::Property => self.unwrap(value)?,
                    _ => value,
                };
                return match value.kind {
                    Kind::Num(_) => Ok(Flow::End { a: value.at, len: 0 }),
                    Kind::Vec(len) if len > 0 => Ok(Flow::End { a: value.at, len }),
                    _ => Err(No),
                };
            }
        }
        Ok(Flow::Next)
    }

    fn call(&mut self, d: u16, base: u16, n: u8, pc: u32) -> Made<Flow> {
        let Kind::Fixed(V::Func(function)) = self.val(base).kind else { return Err(No) };
        let code = self.code;
        let target = code.functions.get(usize::from(function)).ok_or(No)?;
        let mut context = self.here()?.clone();
        if context.calls.iter().any(|call| call.function == function) {
            return Err(No);
        }
        for (at, parameter) in (0..).zip(&target.parameters) {
            if at < u16::from(n) {
                let value = self.val(base.saturating_add(1 + at));
                self.put(*parameter, value);
            } else {
                self.fixed(*parameter, V::Undef);
            }
        }
        context.calls.push(Call { back: pc, d, function });
        let number = self.within(context)?;
        Ok(Flow::Within(target.entry, number))
    }

    fn branch(&mut self, register: u16, yes: u32, no: u32) -> Made<Flow> {
        if let Some(known) = self.truth_known(register)? {
            return Ok(Flow::To(if known { yes } else { no }));
        }
        Ok(Flow::Branch { a: self.slot(register), yes, no })
    }

    /// The truth of a register, if it is the same in all lanes; else it is a number or a boolean.
    pub(super) fn truth_known(&mut self, register: u16) -> Made<Option<bool>> {
        Ok(match self.val(register).kind {
            Kind::Num(Some(bits)) => Some(f64::from_bits(bits) != 0.0 && !f64::from_bits(bits).is_nan()),
            Kind::Bool(known @ Some(_)) => known,
            Kind::Num(None) | Kind::Bool(None) => None,
            Kind::Fixed(V::Undef | V::Null) => Some(false),
            Kind::Fixed(V::Str(text)) => Some(!self.strings.borrow().get(text).is_empty()),
            Kind::Mixed | Kind::Fixed(V::Hole) => return Err(No),
            Kind::Fixed(_) | Kind::Vec(_) | Kind::Key(_) => Some(true),
        })
    }

    pub(super) fn val(&self, register: u16) -> Val {
        let kind = self.state.get(usize::from(register)).copied().unwrap_or(Kind::Mixed);
        Val { kind, at: self.slot(register) }
    }

    pub(super) fn set(&mut self, register: u16, kind: Kind) {
        if let Some(slot) = self.state.get_mut(usize::from(register)) {
            *slot = kind;
        }
    }

    pub(super) fn fixed(&mut self, register: u16, value: V) {
        self.set(register, Kind::Fixed(value));
    }

    pub(super) fn bool(&mut self, register: u16, value: bool) {
        let d = self.slot(register);
        self.acts.push(Act::Set { d, n: f64::from(u8::from(value)) });
        self.set(register, Kind::Bool(Some(value)));
    }

    pub(super) fn put(&mut self, register: u16, value: Val) {
        let d = self.slot(register);
        if d != value.at {
            for part in 0..u32::from(value.kind.len()) {
                self.acts.push(Act::Copy { d: d + part, a: value.at + part });
            }
        }
        self.set(register, value.kind);
    }

    pub(super) fn constant(&mut self, n: f64) -> Slot {
        let d = self.temp(1);
        self.acts.push(Act::Set { d, n });
        d
    }

    /// A value found by single evaluations.
    fn known_value(&mut self, register: u16, value: V) -> Made<()> {
        let d = self.slot(register);
        match value {
            V::Num(n) => {
                self.acts.push(Act::Set { d, n });
                self.set(register, Kind::Num(Some(n.to_bits())));
            }
            V::Bool(b) => self.bool(register, b),
            V::Vec(len, numbers) => {
                for (part, n) in (0..u32::from(len)).zip(numbers) {
                    self.acts.push(Act::Set { d: d + part, n });
                }
                self.set(register, Kind::Vec(len));
            }
            V::Key(object, place) => {
                self.acts.push(Act::Set { d, n: f64::from(place) });
                self.set(register, Kind::Key(object));
            }
            V::Undef | V::Null | V::Str(_) | V::Obj(_) => self.fixed(register, value),
            _ => return Err(No),
        }
        Ok(())
    }

    /// What the machine knows of a member.
    pub(super) fn known(&self, site: u16) -> Made<Known> {
        self.code.members.get(usize::from(site)).map(|site| site.known).ok_or(No)
    }
}
