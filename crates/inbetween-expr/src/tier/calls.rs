//! Members, children and calls.
//!
//! What is rare stands apart from the loop (`inline(never)`): its room on the stack would lie between any two layers of a
//! chain.

use super::builtin;
use super::code::{Known, MemberSite, R, ScopeSite};
use super::math::MathFunction;
use super::run::{Run, Stop};
use super::value::{V, parts};
use crate::{Class, Item, MemberKind, Object, Wiggle};

/// Names that JavaScript's own objects have, which no child answers to.
const JAVASCRIPT: &[&str] = &[
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "apply",
    "bind",
    "call",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "length",
    "name",
    "propertyIsEnumerable",
    "prototype",
    "toLocaleString",
    "toString",
    "valueOf",
];

const BROKEN: Stop = Stop::Bail("the compiled program is damaged");
const OTHER: Stop = Stop::Bail("a member the tier does not know");

impl<'a> Run<'a> {
    fn member_site(&self, site: u16) -> Result<&'a MemberSite, Stop> {
        self.code.members.get(usize::from(site)).ok_or(BROKEN)
    }

    /// `v.name` of a register.
    pub(super) fn member_at(&mut self, register: R, site: u16) -> Result<V, Stop> {
        match self.registers.get(usize::from(register)) {
            Some(&V::Key(object, place)) => {
                let known = self.member_site(site)?.known;
                match known {
                    Known::Value => self.key_value(object, place),
                    Known::Index => Ok(V::Num(f64::from(place) + 1.0)),
                    Known::Time => {
                        let at = usize::try_from(place).map_err(|_| BROKEN)?;
                        self.host.property_keys(object).get(at).map(|time| V::Num(*time)).ok_or(BROKEN)
                    }
                    _ => self.member(V::Key(object, place), site),
                }
            }
            Some(&V::Obj(object)) => self.member(V::Obj(object), site),
            _ => {
                let value = self.get(register);
                self.member(value, site)
            }
        }
    }

    /// `a[b]` of registers.
    pub(super) fn index_at(&mut self, a: R, b: R) -> Result<V, Stop> {
        if let (Some(V::Vec(len, numbers)), Some(V::Num(at))) =
            (self.registers.get(usize::from(a)), self.registers.get(usize::from(b)))
            && *at >= 0.0
            && *at < f64::from(*len)
            && at.fract() == 0.0
        {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
            let at = *at as usize;
            if let Some(number) = numbers.get(at) {
                return Ok(V::Num(*number));
            }
        }
        let (a, b) = (self.get(a), self.get(b));
        self.index(a, b)
    }

    /// `object.name(…)` of a register and those behind it.
    pub(super) fn call_member_at(&mut self, base: R, site: u16, n: u8) -> Result<V, Stop> {
        if let Some(&V::Obj(object)) = self.registers.get(usize::from(base)) {
            let site = self.member_site(site)?;
            if let Some((MemberKind::Method, name)) = site.row(object.class) {
                return self.method(object, name, site.known, base.saturating_add(1), n);
            }
        }
        let object = self.get(base);
        self.call_member(object, site, base.saturating_add(1), n)
    }

    /// `v.name`.
    pub(super) fn member(&mut self, v: V, site: u16) -> Result<V, Stop> {
        let site = self.member_site(site)?;
        match v {
            V::Obj(object) => match site.row(object.class) {
                Some((MemberKind::Attribute, name)) => self.attribute(object, name, site.known),
                Some(_) => Err(Stop::Bail("a method as a value")),
                None if object.class == Class::Property => match site.known {
                    Known::Length => {
                        let value = self.value_of(object)?;
                        self.length(value, true)
                    }
                    _ => Err(OTHER),
                },
                None => self.compact(object, site),
            },
            V::Key(object, place) => match site.known {
                Known::Value => self.key_value(object, place),
                Known::Index => Ok(V::Num(f64::from(place) + 1.0)),
                Known::Time => {
                    let at = usize::try_from(place).map_err(|_| BROKEN)?;
                    self.host.property_keys(object).get(at).map(|time| V::Num(*time)).ok_or(BROKEN)
                }
                Known::Length => {
                    let value = self.key_value(object, place)?;
                    self.length(value, true)
                }
                _ => Err(OTHER),
            },
            V::Vec(..) | V::List(_) | V::Str(_) if site.known == Known::Length => self.length(v, false),
            V::Item(number) => match self.heap.item(number) {
                Some(Item::Record(members) | Item::Key(members)) => {
                    let found =
                        members.iter().find(|(name, _)| **name == *site.name).map(|(_, item)| item.clone());
                    match found {
                        Some(item) => Ok(self.lift(item)),
                        None => Err(OTHER),
                    }
                }
                _ => Err(OTHER),
            },
            V::Undef | V::Null => Err(Stop::Throw),
            _ => Err(OTHER),
        }
    }

    fn compact(&mut self, object: Object, site: &MemberSite) -> Result<V, Stop> {
        self.taint();
        if JAVASCRIPT.contains(&&*site.name) {
            return Err(OTHER);
        }
        match self.host.child_by_compact_name(object, &site.name) {
            Some(item) => Ok(self.lift(item)),
            None => Err(OTHER),
        }
    }

    /// `v.length` of a value; `acting` for properties and keys, whose number is of length 1.
    fn length(&mut self, v: V, acting: bool) -> Result<V, Stop> {
        match v {
            V::Vec(len, _) => Ok(V::Num(f64::from(len))),
            V::List(list) => {
                Ok(V::Num(u32::try_from(self.heap.members(list).len()).map_or(f64::INFINITY, f64::from)))
            }
            V::Str(text) => {
                let count = self.text(text).encode_utf16().count();
                Ok(V::Num(u32::try_from(count).map_or(f64::INFINITY, f64::from)))
            }
            V::Num(_) if acting => Ok(V::Num(1.0)),
            _ => Err(OTHER),
        }
    }

    fn attribute(&mut self, object: Object, name: &'static str, known: Known) -> Result<V, Stop> {
        if object.class == Class::Property {
            match known {
                Known::Value => return self.value_of(object),
                Known::NumKeys => {
                    let count = self.host.property_keys(object).len();
                    return Ok(V::Num(u32::try_from(count).map_or(f64::INFINITY, f64::from)));
                }
                Known::Velocity => {
                    let time = self.now(object)?;
                    return self.velocity_at(object, time);
                }
                _ => {}
            }
        }
        self.taint();
        let item = self.host.get(&mut self.runner, object, name).map_err(Self::fault)?;
        Ok(self.lift(item))
    }

    fn now(&mut self, object: Object) -> Result<f64, Stop> {
        self.taint();
        let time = self.runner.evaluation.time;
        match object.clock {
            0 => Ok(time),
            _ => self.host.time_of(&mut self.runner, object, time).map_err(Self::fault),
        }
    }

    fn velocity_at(&mut self, object: Object, time: f64) -> Result<V, Stop> {
        if !self.tainted && !self.host.is_plain(&self.runner, object) {
            self.taint();
        }
        let value = self.host.property_velocity(&mut self.runner, object, time).map_err(Self::fault)?;
        Ok(self.lift_value(value))
    }

    /// `a[b]`.
    pub(super) fn index(&mut self, a: V, b: V) -> Result<V, Stop> {
        let V::Num(number) = b else {
            return match a {
                V::Undef | V::Null => Err(Stop::Throw),
                _ => Err(Stop::Bail("an index that is no number")),
            };
        };
        if !(0.0..65_536.0).contains(&number) || number.fract() != 0.0 {
            return match a {
                V::Undef | V::Null => Err(Stop::Throw),
                _ => Err(Stop::Bail("an index that is no place")),
            };
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
        let at = number as usize;
        match a {
            V::Vec(len, numbers) => Ok(parts(len, &numbers).get(at).map_or(V::Undef, |n| V::Num(*n))),
            V::List(list) => Ok(self.heap.members(list).get(at).copied().unwrap_or(V::Undef)),
            V::Obj(object) if object.class == Class::Property => {
                let value = self.value_of(object)?;
                self.acting(value, at)
            }
            V::Key(object, place) => {
                let value = self.key_value(object, place)?;
                self.acting(value, at)
            }
            V::Str(text) => {
                let text = self.text(text);
                if !text.is_ascii() {
                    return Err(OTHER);
                }
                Ok(text.get(at..=at).map_or(V::Undef, |letter| self.intern(letter)))
            }
            V::Undef | V::Null => Err(Stop::Throw),
            _ => Err(OTHER),
        }
    }

    /// Part `at` of the value behind a property or key.
    #[inline(never)]
    fn acting(&mut self, value: V, at: usize) -> Result<V, Stop> {
        match value {
            V::Num(_) if at == 0 => Ok(value),
            V::Num(_) | V::Bool(_) if at > 0 => Ok(V::Undef),
            V::Vec(len, numbers) => Ok(parts(len, &numbers).get(at).map_or(V::Undef, |n| V::Num(*n))),
            V::List(list) => Ok(self.heap.members(list).get(at).copied().unwrap_or(V::Undef)),
            _ => Err(OTHER),
        }
    }

    fn project() -> Object {
        Object { class: Class::Project, id: 0, clock: 0 }
    }

    fn root(&self, class: Class) -> Result<Object, Stop> {
        let evaluation = &self.runner.evaluation;
        match class {
            Class::Layer => evaluation.layer.ok_or(BROKEN),
            Class::Property => evaluation.property.ok_or(BROKEN),
            Class::Composition => Ok(evaluation.composition),
            Class::Project => Ok(Self::project()),
            _ => Err(BROKEN),
        }
    }

    /// An AE name of the scope.
    pub(super) fn scope(&mut self, site: u16) -> Result<V, Stop> {
        let site = *self.code.scope.get(usize::from(site)).ok_or(BROKEN)?;
        match site {
            ScopeSite::ThisComp => Ok(V::Obj(self.runner.evaluation.composition)),
            ScopeSite::ThisProject => Ok(V::Obj(Self::project())),
            ScopeSite::Inbetween => Ok(V::Obj(Object { class: Class::Inbetween, id: 0, clock: 0 })),
            ScopeSite::ThisLayer => self.root(Class::Layer).map(V::Obj),
            ScopeSite::ThisProperty => self.root(Class::Property).map(V::Obj),
            ScopeSite::Value => {
                let own = self.root(Class::Property)?;
                self.value_of(own)
            }
            ScopeSite::TextIndex | ScopeSite::TextTotal | ScopeSite::SelectorValue => {
                self.taint();
                let Some((index, total, value)) = self.runner.evaluation.selector.clone() else {
                    return Err(Stop::Throw);
                };
                Ok(match site {
                    ScopeSite::TextIndex => V::Num(index),
                    ScopeSite::TextTotal => V::Num(total),
                    _ => self.lift(value),
                })
            }
            ScopeSite::Member(class, MemberKind::Attribute, name, known) => {
                let object = self.root(class)?;
                self.attribute(object, name, known)
            }
            _ => Err(Stop::Bail("a function as a value")),
        }
    }

    /// A call of an AE name.
    #[inline(never)]
    pub(super) fn call_scope(&mut self, site: u16, base: R, n: u8) -> Result<V, Stop> {
        let site = *self.code.scope.get(usize::from(site)).ok_or(BROKEN)?;
        match site {
            ScopeSite::Builtin(row, fast) => builtin::call(self, row, fast, base, n),
            ScopeSite::Posterize => {
                self.taint();
                let rate = if n == 0 { f64::NAN } else { self.number_at(base)? };
                let evaluation = &mut self.runner.evaluation;
                evaluation.time = crate::engine::posterized(evaluation.time, rate);
                Ok(V::Num(evaluation.time))
            }
            ScopeSite::SeedRandom => {
                let offset = if n == 0 { f64::NAN } else { self.number_at(base)? };
                let offset = if offset.is_nan() { 0.0 } else { offset };
                let timeless = match self.get(base.saturating_add(1)) {
                    V::Undef if n > 1 => false,
                    other if n > 1 => {
                        let plain = self.unwrap(other)?;
                        self.truth(plain)?
                    }
                    _ => false,
                };
                self.random();
                let evaluation = &mut self.runner.evaluation;
                evaluation.random_offset = offset;
                if let Some(stream) = &mut self.random {
                    stream.restart(evaluation, offset, timeless);
                }
                Ok(V::Undef)
            }
            ScopeSite::Member(class, MemberKind::Method, name, known) => {
                let object = self.root(class)?;
                self.method(object, name, known, base, n)
            }
            _ => {
                let callee = self.scope_of(site)?;
                self.call_value(callee, base, n)
            }
        }
    }

    #[inline(never)]
    fn scope_of(&mut self, site: ScopeSite) -> Result<V, Stop> {
        match site {
            ScopeSite::ThisComp => Ok(V::Obj(self.runner.evaluation.composition)),
            ScopeSite::ThisProject => Ok(V::Obj(Self::project())),
            ScopeSite::Inbetween => Ok(V::Obj(Object { class: Class::Inbetween, id: 0, clock: 0 })),
            ScopeSite::ThisLayer => self.root(Class::Layer).map(V::Obj),
            ScopeSite::ThisProperty => self.root(Class::Property).map(V::Obj),
            ScopeSite::Member(class, MemberKind::Attribute, name, known) => {
                let object = self.root(class)?;
                self.attribute(object, name, known)
            }
            _ => Err(Stop::Bail("a call of a value")),
        }
    }

    pub(super) fn number_at(&mut self, register: R) -> Result<f64, Stop> {
        if let Some(n) = self.plain_number(register) {
            return Ok(n);
        }
        let v = self.get(register);
        self.number(v)
    }

    /// A call of a value that is no function of the program.
    pub(super) fn call_value(&mut self, callee: V, base: R, n: u8) -> Result<V, Stop> {
        match callee {
            V::Obj(object) => {
                self.taint();
                let arguments = self.items(base, n)?;
                let item = self.host.child(&mut self.runner, object, &arguments).map_err(Self::fault)?;
                Ok(self.lift(item))
            }
            V::Undef | V::Null | V::Num(_) | V::Bool(_) | V::Str(_) | V::Vec(..) => Err(Stop::Throw),
            _ => Err(Stop::Bail("a call of a value")),
        }
    }

    /// `object.name(…)`.
    pub(super) fn call_member(&mut self, object: V, site: u16, base: R, n: u8) -> Result<V, Stop> {
        let site = self.member_site(site)?;
        match object {
            V::Obj(object) => match site.row(object.class) {
                Some((MemberKind::Method, name)) => self.method(object, name, site.known, base, n),
                Some((MemberKind::Attribute, name)) => {
                    let callee = self.attribute(object, name, site.known)?;
                    self.call_value(callee, base, n)
                }
                None if object.class == Class::Property => {
                    let value = self.value_of(object)?;
                    match value {
                        V::Num(_) | V::Str(_) | V::Vec(..) => self.value_method(value, site, base, n),
                        _ => Err(OTHER),
                    }
                }
                None => {
                    let callee = self.compact(object, site)?;
                    self.call_value(callee, base, n)
                }
            },
            V::Undef | V::Null => Err(Stop::Throw),
            other => self.value_method(other, site, base, n),
        }
    }

    fn method(
        &mut self,
        object: Object,
        name: &'static str,
        known: Known,
        base: R,
        n: u8,
    ) -> Result<V, Stop> {
        if object.class == Class::Property {
            match (known, n) {
                (Known::ValueAtTime, 1) => {
                    if let Some(time) = self.finite(base)? {
                        return self.value_at(object, time);
                    }
                }
                (Known::VelocityAtTime, 1) => {
                    if let Some(time) = self.finite(base)? {
                        return self.velocity_at(object, time);
                    }
                }
                (Known::Key, 1) => {
                    if let Some(number) = self.finite(base)? {
                        let keys = self.host.property_keys(object).len();
                        if !(1.0..4e9).contains(&number) {
                            return Err(Stop::Throw);
                        }
                        #[expect(
                            clippy::cast_possible_truncation,
                            clippy::cast_sign_loss,
                            reason = "checked above"
                        )]
                        let place = number as u32 - 1;
                        let there = usize::try_from(place).is_ok_and(|place| place < keys);
                        return if there { Ok(V::Key(object, place)) } else { Err(Stop::Throw) };
                    }
                }
                (Known::NearestKey, 1) => {
                    if let Some(time) = self.finite(base)? {
                        let keys = self.host.property_keys(object);
                        return match nearest(&keys, time) {
                            Some(place) => Ok(V::Key(object, place)),
                            None => Err(Stop::Throw),
                        };
                    }
                }
                (Known::Wiggle, 2..=5) => {
                    if let Some(value) = self.wiggle(object, base, n)? {
                        return Ok(value);
                    }
                }
                _ => {}
            }
        } else if known == Known::Space
            && (n == 1 || n == 2)
            && object.class == Class::Layer
            && let Some(value) = self.space(object, name, base, n)?
        {
            return Ok(value);
        }
        self.taint();
        let arguments = self.items(base, n)?;
        let item = self.host.call(&mut self.runner, object, name, &arguments).map_err(Self::fault)?;
        Ok(self.lift(item))
    }

    /// The number a host would read from an argument, when it is a finite one.
    fn finite(&mut self, register: R) -> Result<Option<f64>, Stop> {
        if let Some(n) = self.plain_number(register) {
            return Ok(Some(n).filter(|n| n.is_finite()));
        }
        let v = self.get(register);
        let v = match v {
            V::Obj(object) if object.class == Class::Property => self.value_of(object)?,
            V::Key(..) => self.unwrap(v)?,
            other => other,
        };
        Ok(match v {
            V::Num(n) if n.is_finite() => Some(n),
            _ => None,
        })
    }

    #[inline(never)]
    fn wiggle(&mut self, object: Object, base: R, n: u8) -> Result<Option<V>, Stop> {
        self.taint();
        let Some(frequency) = self.finite(base)? else { return Ok(None) };
        let amplitude = self.get(base.saturating_add(1));
        let amplitude = match amplitude {
            V::Obj(object) if object.class == Class::Property => self.value_of(object)?,
            other => other,
        };
        let (count, amplitude) = match amplitude {
            V::Num(n) => (1, [n, 0.0, 0.0, 0.0]),
            V::Vec(len, numbers) => (len, numbers),
            _ => return Ok(None),
        };
        let amplitude = parts(count, &amplitude);
        if !amplitude.iter().all(|n| n.is_finite()) {
            return Ok(None);
        }
        let mut rest = [1.0, 0.5, 0.0];
        for at in 2..n {
            match (self.finite(base.saturating_add(u16::from(at)))?, rest.get_mut(usize::from(at) - 2)) {
                (Some(value), Some(slot)) => *slot = value,
                _ => return Ok(None),
            }
        }
        let [octaves, multiplier, time] = rest;
        let time = if n >= 5 { time } else { self.now(object)? };
        let wiggle = Wiggle { frequency, amplitude, octaves, multiplier, time };
        let value = self.host.property_wiggle(&mut self.runner, object, &wiggle).map_err(Self::fault)?;
        Ok(Some(self.lift_value(value)))
    }

    #[inline(never)]
    fn space(&mut self, layer: Object, name: &'static str, base: R, n: u8) -> Result<Option<V>, Stop> {
        self.taint();
        let point = match self.get(base) {
            V::Obj(object) if object.class == Class::Property => self.value_of(object)?,
            other => other,
        };
        let V::Vec(len, numbers) = point else { return Ok(None) };
        let point = parts(len, &numbers);
        if !point.iter().all(|n| n.is_finite()) {
            return Ok(None);
        }
        let time = if n == 2 {
            match self.finite(base.saturating_add(1))? {
                Some(time) => time,
                None => return Ok(None),
            }
        } else {
            self.now(layer)?
        };
        let (answer, count) =
            self.host.layer_space(&mut self.runner, layer, name, point, time).map_err(Self::fault)?;
        Ok(answer.get(..count).and_then(V::vec))
    }

    /// The stream of random numbers.
    pub(super) fn random(&mut self) -> &mut crate::builtins::RandomStream {
        self.taint();
        let (evaluation, started) = (&self.runner.evaluation, self.started);
        self.random.get_or_insert_with(|| {
            let mut first = evaluation.clone();
            first.time = started;
            crate::builtins::RandomStream::new(&first)
        })
    }

    pub(super) fn call_math(&mut self, function: MathFunction, base: R, n: u8) -> Result<f64, Stop> {
        if function == MathFunction::Random {
            return Ok(self.random().next_unit());
        }
        let mut numbers = [0.0; 16];
        if usize::from(n) > numbers.len() {
            return Err(Stop::Bail("many arguments"));
        }
        for (at, slot) in (0..u16::from(n)).zip(&mut numbers) {
            *slot = self.number_at(base.saturating_add(at))?;
        }
        Ok(function.apply(numbers.get(..usize::from(n)).unwrap_or(&[])))
    }

    /// `eval` of a text that is a chain of names: `thisLayer.parent.parent`.
    #[inline(never)]
    pub(super) fn eval_path(&mut self, v: V, d: R) -> Result<V, Stop> {
        const NO: Stop = Stop::Bail("eval");
        let text = match v {
            V::Str(text) => self.text(text),
            // `eval` gives back what is no text.
            V::Num(_) | V::Bool(_) | V::Undef | V::Null | V::Vec(..) => return Ok(v),
            _ => return Err(NO),
        };
        let _ = d;
        let mut names = text.split('.');
        let root = match names.next() {
            Some("thisLayer") => self.root(Class::Layer)?,
            Some("thisComp") => self.runner.evaluation.composition,
            Some("thisProperty") => self.root(Class::Property)?,
            _ => return Err(NO),
        };
        let mut here = V::Obj(root);
        for name in names {
            let V::Obj(object) = here else {
                return Err(if matches!(here, V::Undef | V::Null) { Stop::Throw } else { NO });
            };
            if name != "parent" || object.class != Class::Layer {
                return Err(NO);
            }
            here = self.attribute(object, "parent", Known::No)?;
        }
        Ok(here)
    }
}

/// The place of the time nearest to `time`; of two equally near, the first.
pub(super) fn nearest(times: &[f64], time: f64) -> Option<u32> {
    let mut best: Option<(usize, f64)> = None;
    // Times ascend: only the neighbours of `time` can be nearest.
    let after = times.partition_point(|key| *key < time);
    for place in after.saturating_sub(1)..times.len().min(after.saturating_add(1)) {
        let distance = (times.get(place)? - time).abs();
        if best.is_none_or(|(_, least)| distance < least) {
            best = Some((place, distance));
        }
    }
    let (mut place, least) = best?;
    // Keys at one time, or distances that rounding makes equal: the first counts.
    while let Some(before) = place.checked_sub(1)
        && times.get(before).is_some_and(|key| (key - time).abs() <= least)
    {
        place = before;
    }
    u32::try_from(place).ok()
}
