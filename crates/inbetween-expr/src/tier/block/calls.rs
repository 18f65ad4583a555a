//! Members, names of the scope and calls.

use super::super::builtin::Fast;
use super::super::code::{Known, ScopeSite};
use super::super::math::MathFunction;
use super::super::value::V;
use super::make::{Kind, Made, Maker, No};
use super::step::Val;
use super::{Act, INDEX, Slot, TIME, TOTAL, Two, ZERO};
use crate::{Class, MemberKind, Object};

/// Numbers of an argument: their slots, and whether it was a vector.
struct Parts {
    slots: Vec<Slot>,
    array: bool,
}

impl Parts {
    fn at(&self, index: usize) -> Slot {
        self.slots.get(index).copied().unwrap_or(ZERO)
    }

    fn one(&self) -> Made<Slot> {
        if self.array { Err(No) } else { self.slots.first().copied().ok_or(No) }
    }
}

impl Maker<'_> {
    pub(super) fn member(&mut self, d: u16, a: u16, site: u16) -> Made<()> {
        let known = self.known(site)?;
        let value = self.val(a);
        let value = match (value.kind, known) {
            (Kind::Key(property), Known::Value) => self.key_value(property, value.at)?,
            (Kind::Key(_), Known::Index) => {
                let one = self.constant(1.0);
                self.two(d, value.at, one, Two::Add);
                return Ok(());
            }
            (Kind::Key(property), Known::Time) => {
                let table = self.table(property)?;
                let at = self.temp(1);
                self.acts.push(Act::KeyTime { d: at, a: value.at, table });
                Val { kind: Kind::Num(None), at }
            }
            (Kind::Vec(len), Known::Length) => {
                let n = f64::from(len);
                Val { kind: Kind::Num(Some(n.to_bits())), at: self.constant(n) }
            }
            (Kind::Fixed(V::Obj(object)), _) if object.class == Class::Property => {
                self.attribute(object, known)?
            }
            _ => return Err(No),
        };
        self.put(d, value);
        Ok(())
    }

    fn attribute(&mut self, object: Object, known: Known) -> Made<Val> {
        match known {
            Known::Value => self.read(object, TIME),
            Known::Velocity => self.velocity(object, TIME),
            Known::NumKeys => {
                let count = self.count(object)?;
                let n = f64::from(count);
                Ok(Val { kind: Kind::Num(Some(n.to_bits())), at: self.constant(n) })
            }
            _ => Err(No),
        }
    }

    fn count(&mut self, property: Object) -> Made<u32> {
        self.keyed(property)?;
        if property.clock != 0 {
            return Err(No);
        }
        let table = self.table(property)?;
        let (_, table) = self.tables.get(usize::from(table)).ok_or(No)?;
        u32::try_from(table.times.len()).map_err(|_| No)
    }

    fn root(&self, class: Class) -> Made<Object> {
        match class {
            Class::Layer => self.evaluation.layer.ok_or(No),
            Class::Property => self.evaluation.property.ok_or(No),
            Class::Composition => Ok(self.evaluation.composition),
            _ => Err(No),
        }
    }

    pub(super) fn scope(&mut self, d: u16, site: u16) -> Made<()> {
        let code = self.code;
        let value = match *code.scope.get(usize::from(site)).ok_or(No)? {
            ScopeSite::ThisComp => Val { kind: Kind::Fixed(V::Obj(self.evaluation.composition)), at: ZERO },
            ScopeSite::ThisLayer => Val { kind: Kind::Fixed(V::Obj(self.root(Class::Layer)?)), at: ZERO },
            ScopeSite::ThisProperty => {
                Val { kind: Kind::Fixed(V::Obj(self.root(Class::Property)?)), at: ZERO }
            }
            ScopeSite::Value => {
                let own = self.root(Class::Property)?;
                self.read(own, TIME)?
            }
            ScopeSite::TextIndex if self.evaluation.selector.is_some() => {
                Val { kind: Kind::Num(None), at: INDEX }
            }
            ScopeSite::TextTotal if self.evaluation.selector.is_some() => {
                Val { kind: Kind::Num(None), at: TOTAL }
            }
            ScopeSite::Member(Class::Property, MemberKind::Attribute, _, known) => {
                let own = self.root(Class::Property)?;
                self.attribute(own, known)?
            }
            _ => return Err(No),
        };
        self.put(d, value);
        Ok(())
    }

    pub(super) fn call_member(&mut self, d: u16, base: u16, site: u16, n: u8) -> Made<()> {
        let code = self.code;
        let site = code.members.get(usize::from(site)).ok_or(No)?;
        match self.val(base).kind {
            Kind::Fixed(V::Obj(object)) => match site.row(object.class) {
                Some((MemberKind::Method, name)) => {
                    self.method(d, object, (name, site.known), base.saturating_add(1), n)
                }
                _ => Err(No),
            },
            _ => Err(No),
        }
    }

    fn method(
        &mut self,
        d: u16,
        object: Object,
        (name, known): (&'static str, Known),
        base: u16,
        n: u8,
    ) -> Made<()> {
        if known == Known::Space && n == 1 && object.class == Class::Layer {
            return self.space(d, object, name, base);
        }
        if object.class != Class::Property || object.clock != 0 {
            return Err(No);
        }
        let value = match (known, n) {
            (Known::ValueAtTime, 1) => {
                let time = self.finite(base)?;
                self.read(object, time)?
            }
            (Known::VelocityAtTime, 1) => {
                let time = self.finite(base)?;
                self.velocity(object, time)?
            }
            (Known::Key, 1) => {
                let count = self.count(object)?;
                let a = self.finite(base)?;
                let at = self.temp(1);
                self.acts.push(Act::Key { d: at, a, count });
                Val { kind: Kind::Key(object), at }
            }
            (Known::NearestKey, 1) => {
                let a = self.finite(base)?;
                if self.count(object)? == 0 {
                    return Err(No);
                }
                let table = self.table(object)?;
                let at = self.temp(1);
                self.acts.push(Act::Nearest { d: at, a, table });
                Val { kind: Kind::Key(object), at }
            }
            (Known::Wiggle, 2..=5) => self.wiggle(object, base, n)?,
            _ => return Err(No),
        };
        self.put(d, value);
        Ok(())
    }

    fn space(&mut self, d: u16, layer: Object, name: &'static str, base: u16) -> Made<()> {
        if layer.clock != 0 || !self.steady || !self.tracks.is_flat(layer) {
            return Err(No);
        }
        let point = self.parts(base)?;
        if !point.array || !(1..=3).contains(&point.slots.len()) {
            return Err(No);
        }
        for part in &point.slots {
            self.acts.push(Act::Finite { a: *part });
        }
        let len: u8 = if point.slots.len() > 2 { 3 } else { 2 };
        let at = self.temp(len);
        for part in 0..usize::from(len) {
            let slot = at + u32::try_from(part).map_err(|_| No)?;
            self.acts.push(Act::Copy { d: slot, a: point.at(part) });
        }
        self.acts.push(Act::Space { d: at, len, layer, back: name.starts_with("from") });
        self.put(d, Val { kind: Kind::Vec(len), at });
        Ok(())
    }

    fn wiggle(&mut self, object: Object, base: u16, n: u8) -> Made<Val> {
        let frequency = self.finite(base)?;
        let amplitude = self.parts(base.saturating_add(1))?;
        for part in &amplitude.slots {
            self.acts.push(Act::Finite { a: *part });
        }
        let mut rest = [ZERO, ZERO, TIME];
        for at in 2..5_u16 {
            let slot = if at < u16::from(n) {
                self.finite(base.saturating_add(at))?
            } else {
                match at {
                    2 => self.constant(1.0),
                    3 => self.constant(0.5),
                    _ => TIME,
                }
            };
            *rest.get_mut(usize::from(at) - 2).ok_or(No)? = slot;
        }
        let [octaves, multiplier, time] = rest;
        let value = self.read(object, time)?;
        let len = value.kind.len();
        let identity = self.tracks.identity(object);
        let at = self.temp(len);
        for part in 0..u32::from(len) {
            let index = usize::try_from(part).map_err(|_| No)?;
            let own = amplitude.slots.get(index).or(amplitude.slots.last()).copied().unwrap_or(ZERO);
            let noise = self.temp(1);
            self.acts.push(Act::Noise {
                d: noise,
                dimension: part,
                identity,
                amplitude: own,
                rest: [frequency, octaves, multiplier, time],
            });
            self.acts.push(Act::Two { d: at + part, a: value.at + part, b: noise, op: Two::Add });
        }
        let kind = if let Kind::Vec(len) = value.kind { Kind::Vec(len) } else { Kind::Num(None) };
        Ok(Val { kind, at })
    }

    /// An argument that is a finite number; lanes where it is not leave.
    fn finite(&mut self, register: u16) -> Made<Slot> {
        let value = self.val(register);
        let value = match value.kind {
            Kind::Fixed(V::Obj(_)) | Kind::Key(_) => self.unwrap(value)?,
            _ => value,
        };
        match value.kind {
            Kind::Num(known) => {
                if !known.is_some_and(|bits| f64::from_bits(bits).is_finite()) {
                    self.acts.push(Act::Finite { a: value.at });
                }
                Ok(value.at)
            }
            _ => Err(No),
        }
    }

    /// An argument as numbers.
    fn parts(&mut self, register: u16) -> Made<Parts> {
        let value = self.val(register);
        let value = match value.kind {
            Kind::Fixed(V::Obj(_)) | Kind::Key(_) => self.unwrap(value)?,
            _ => value,
        };
        match value.kind {
            Kind::Num(_) => Ok(Parts { slots: vec![value.at], array: false }),
            Kind::Vec(len) => {
                Ok(Parts { slots: (0..u32::from(len)).map(|i| value.at + i).collect(), array: true })
            }
            _ => Err(No),
        }
    }

    /// Puts numbers of as many slots as `count`, each made by `act` of its slot and place.
    fn put_parts(&mut self, d: u16, count: usize, array: bool, act: impl Fn(Slot, usize) -> Act) -> Made<()> {
        let len = u8::try_from(count).ok().filter(|len| *len <= 4 && *len > 0).ok_or(No)?;
        let at = self.temp(len);
        for (slot, place) in (at..).zip(0..count) {
            self.acts.push(act(slot, place));
        }
        let kind = if array { Kind::Vec(len) } else { Kind::Num(None) };
        self.put(d, Val { kind, at });
        Ok(())
    }

    pub(super) fn call_scope(&mut self, d: u16, base: u16, site: u16, n: u8) -> Made<()> {
        let code = self.code;
        match *code.scope.get(usize::from(site)).ok_or(No)? {
            ScopeSite::Builtin(_, fast) => self.builtin(d, fast, base, n),
            ScopeSite::Posterize if n > 0 => {
                let rate = self.number_of(base)?;
                self.acts.push(Act::Posterize { rate });
                self.put(d, Val { kind: Kind::Num(None), at: TIME });
                Ok(())
            }
            ScopeSite::SeedRandom if n > 0 => {
                let offset = self.number_of(base)?;
                let timeless = match n {
                    1 => false,
                    _ => self.truth_known(base.saturating_add(1))?.ok_or(No)?,
                };
                self.acts.push(Act::Seed { offset, timeless });
                self.fixed(d, V::Undef);
                Ok(())
            }
            ScopeSite::Member(class, MemberKind::Method, name, known) => {
                let object = self.root(class)?;
                self.method(d, object, (name, known), base, n)
            }
            _ => Err(No),
        }
    }

    fn builtin(&mut self, d: u16, fast: Fast, base: u16, n: u8) -> Made<()> {
        let argument = |at: u16| base.saturating_add(at);
        match (fast, n) {
            (Fast::Mix(curve), 3 | 5) => {
                let t = self.parts(base)?.one()?;
                let (low, high, first) = if n == 3 {
                    (ZERO, self.constant(1.0), 1)
                } else {
                    (self.parts(argument(1))?.one()?, self.parts(argument(2))?.one()?, 3)
                };
                let (a, b) = (self.parts(argument(first))?, self.parts(argument(first + 1))?);
                let count = a.slots.len().max(b.slots.len());
                self.put_parts(d, count, a.array || b.array, |d, i| Act::Mix {
                    curve,
                    d,
                    range: [t, low, high],
                    a: a.at(i),
                    b: b.at(i),
                })
            }
            (Fast::Length, 1 | 2) => {
                let mut a = self.parts(base)?;
                if n == 2 {
                    let b = self.parts(argument(1))?;
                    let count = a.slots.len().max(b.slots.len());
                    let at = self.temp(u8::try_from(count).map_err(|_| No)?);
                    for (slot, i) in (at..).zip(0..count) {
                        self.acts.push(Act::Two { d: slot, a: b.at(i), b: a.at(i), op: Two::Sub });
                    }
                    a.slots = (at..).take(count).collect();
                }
                let len = u8::try_from(a.slots.len()).map_err(|_| No)?;
                let from = a.slots.first().copied().ok_or(No)?;
                self.put_parts(d, 1, false, |d, _| Act::Length { d, a: from, len })
            }
            (Fast::Normalize, 1) => {
                let a = self.parts(base)?;
                let len = u8::try_from(a.slots.len()).map_err(|_| No)?;
                let length = self.temp(1);
                self.acts.push(Act::Length { d: length, a: a.slots.first().copied().ok_or(No)?, len });
                self.put_parts(d, a.slots.len(), a.array, |d, i| Act::Two {
                    d,
                    a: a.at(i),
                    b: length,
                    op: Two::Div,
                })
            }
            (Fast::Clamp, 3) => {
                let (value, a) = (self.parts(base)?, self.parts(argument(1))?);
                let b = self.parts(argument(2))?;
                let limit = |limits: &Parts, i: usize| limits.at(if limits.array { i } else { 0 });
                self.put_parts(d, value.slots.len(), value.array, |d, i| Act::Limit {
                    d,
                    a: value.at(i),
                    low: limit(&a, i),
                    high: limit(&b, i),
                })
            }
            (Fast::Add | Fast::Sub, 2) => {
                let (a, b) = (self.parts(base)?, self.parts(argument(1))?);
                let op = if fast == Fast::Add { Two::Add } else { Two::Sub };
                let count = a.slots.len().max(b.slots.len());
                self.put_parts(d, count, a.array || b.array, |d, i| Act::Two {
                    d,
                    a: a.at(i),
                    b: b.at(i),
                    op,
                })
            }
            (Fast::Mul | Fast::Div, 2) => {
                let (a, b) = (self.parts(base)?, self.parts(argument(1))?.one()?);
                let op = if fast == Fast::Mul { Two::Mul } else { Two::Div };
                self.put_parts(d, a.slots.len(), a.array, |d, i| Act::Two { d, a: a.at(i), b, op })
            }
            (Fast::ToRadians | Fast::ToDegrees, 1) => {
                let a = self.parts(base)?.one()?;
                let radians = fast == Fast::ToRadians;
                self.put_parts(d, 1, false, |d, _| Act::Angle { d, a, radians })
            }
            (Fast::FramesToTime, 1) => {
                let a = self.parts(base)?.one()?;
                let b = self.constant(self.rate.ok_or(No)?);
                self.put_parts(d, 1, false, |d, _| Act::Two { d, a, b, op: Two::Div })
            }
            (Fast::TimeToFrames, 1) => {
                let a = self.parts(base)?.one()?;
                let fps = self.rate.ok_or(No)?;
                self.put_parts(d, 1, false, |d, _| Act::ToFrames { d, a, fps })
            }
            (Fast::Random | Fast::GaussRandom, 0..=2) => {
                let gauss = fast == Fast::GaussRandom;
                let zero = || Parts { slots: vec![ZERO], array: false };
                let (low, high) = match n {
                    0 => (zero(), Parts { slots: vec![self.constant(1.0)], array: false }),
                    1 => (zero(), self.parts(base)?),
                    _ => (self.parts(base)?, self.parts(argument(1))?),
                };
                let count = low.slots.len().max(high.slots.len());
                self.put_parts(d, count, low.array || high.array, |d, i| Act::Random {
                    d,
                    low: low.at(i),
                    high: high.at(i),
                    gauss,
                })
            }
            _ => Err(No),
        }
    }

    pub(super) fn call_math(&mut self, d: u16, base: u16, n: u8, function: MathFunction) -> Made<()> {
        if function == MathFunction::Random {
            let high = self.constant(1.0);
            return self.put_parts(d, 1, false, |d, _| Act::Random { d, low: ZERO, high, gauss: false });
        }
        if n > 4 {
            return Err(No);
        }
        let mut a = [ZERO; 4];
        for (at, slot) in (0..u16::from(n)).zip(&mut a) {
            *slot = self.number_of(base.saturating_add(at))?;
        }
        self.put_parts(d, 1, false, |d, _| Act::Math { d, a, n, function })
    }
}
