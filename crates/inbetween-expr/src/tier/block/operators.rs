//! Operators, as the single machine has them.

use super::super::value::V;
use super::make::{Kind, Made, Maker, No};
use super::run::two_of;
use super::step::Val;
use super::{Act, Slot, TIME, Two, ZERO};
use crate::{Class, Object};

impl Maker<'_> {
    fn is_own(&self, object: Object) -> bool {
        self.evaluation.property == Some(object)
    }

    /// The value of a property at the time in a slot.
    pub(super) fn read(&mut self, property: Object, time: Slot) -> Made<Val> {
        if property.clock != 0 {
            return Err(No);
        }
        let shape = self.tracks.shape(property, self.is_own(property)).ok_or(No)?;
        let len = shape.len;
        let d = self.temp(len);
        if shape.expressed {
            if time != TIME || !self.steady {
                return Err(No);
            }
            self.acts.push(Act::Expressed { d, len, property });
            return Ok(Val { kind: if shape.vector { Kind::Vec(len) } else { Kind::Num(None) }, at: d });
        }
        match shape.constant {
            Some(numbers) => {
                for (part, n) in (0..u32::from(len)).zip(numbers) {
                    self.acts.push(Act::Set { d: d + part, n });
                }
            }
            None => self.acts.push(Act::Read { d, len, property, at: time }),
        }
        let known = shape.constant.map(|numbers| numbers[0].to_bits());
        Ok(Val { kind: if shape.vector { Kind::Vec(len) } else { Kind::Num(known) }, at: d })
    }

    /// The change per second of a property at the time in a slot.
    pub(super) fn velocity(&mut self, property: Object, time: Slot) -> Made<Val> {
        if property.clock != 0 {
            return Err(No);
        }
        let shape = self.tracks.shape(property, self.is_own(property)).filter(|s| !s.expressed).ok_or(No)?;
        let d = self.temp(shape.len);
        self.acts.push(Act::Velocity { d, len: shape.len, property, at: time });
        Ok(Val { kind: if shape.vector { Kind::Vec(shape.len) } else { Kind::Num(None) }, at: d })
    }

    /// The shape of a property whose keys are asked for.
    pub(super) fn keyed(&mut self, property: Object) -> Made<(Kind, u8)> {
        let own = self.is_own(property);
        let shape = self.tracks.shape(property, own).ok_or(No)?;
        Ok((if shape.vector { Kind::Vec(shape.len) } else { Kind::Num(None) }, shape.len))
    }

    /// The value behind a handle of a property or a key, anything else as it is.
    pub(super) fn unwrap(&mut self, value: Val) -> Made<Val> {
        match value.kind {
            Kind::Fixed(V::Obj(object)) if object.class == Class::Property => self.read(object, TIME),
            Kind::Key(property) => self.key_value(property, value.at),
            Kind::Mixed => Err(No),
            Kind::Fixed(V::Undef | V::Null | V::Str(_)) => Ok(value),
            Kind::Fixed(_) => Err(No),
            _ => Ok(value),
        }
    }

    pub(super) fn key_value(&mut self, property: Object, place: Slot) -> Made<Val> {
        let (kind, len) = self.keyed(property)?;
        let table = self.table(property)?;
        let d = self.temp(len);
        self.acts.push(Act::KeyValue { d, len, a: place, table });
        Ok(Val { kind, at: d })
    }

    /// `Number(x)` of what is no vector.
    pub(super) fn number(&mut self, value: Val) -> Made<Slot> {
        match value.kind {
            Kind::Num(_) | Kind::Bool(_) => Ok(value.at),
            Kind::Fixed(V::Undef) => Ok(self.constant(f64::NAN)),
            Kind::Fixed(V::Null) => Ok(ZERO),
            Kind::Fixed(V::Obj(_)) | Kind::Key(_) => match self.unwrap(value)? {
                Val { kind: Kind::Num(_) | Kind::Bool(_), at } => Ok(at),
                _ => Err(No),
            },
            _ => Err(No),
        }
    }

    pub(super) fn number_of(&mut self, register: u16) -> Made<Slot> {
        let value = self.val(register);
        self.number(value)
    }

    /// The number in a slot where it is the same in all lanes.
    fn known_number(value: Val) -> Option<f64> {
        match value.kind {
            Kind::Num(Some(bits)) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    pub(super) fn two(&mut self, d: u16, a: Slot, b: Slot, op: Two) {
        let at = self.slot(d);
        self.acts.push(Act::Two { d: at, a, b, op });
        self.set(d, Kind::Num(None));
    }

    pub(super) fn arithmetic(&mut self, d: u16, a: u16, b: u16, op: Two) -> Made<()> {
        let (a, b) = (self.val(a), self.val(b));
        if let (Some(x), Some(y)) = (Self::known_number(a), Self::known_number(b)) {
            let n = two_of(op, x, y);
            let at = self.slot(d);
            self.acts.push(Act::Set { d: at, n });
            self.set(d, Kind::Num(Some(n.to_bits())));
            return Ok(());
        }
        let (a, b) = (self.unwrap(a)?, self.unwrap(b)?);
        if matches!(op, Two::Add | Two::Sub)
            && (matches!(a.kind, Kind::Fixed(V::Str(_))) || matches!(b.kind, Kind::Fixed(V::Str(_))))
        {
            return Err(No);
        }
        match (a.kind, b.kind) {
            (Kind::Vec(_), _) | (_, Kind::Vec(_)) => self.vectors(d, a, b, op),
            _ => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.two(d, a, b, op);
                Ok(())
            }
        }
    }

    fn vectors(&mut self, d: u16, a: Val, b: Val, op: Two) -> Made<()> {
        let len = |value: Val| if let Kind::Vec(len) = value.kind { Some(len) } else { None };
        let pairs: Vec<(Slot, Slot)> = match (op, len(a), len(b)) {
            (Two::Add | Two::Sub, n, m) => {
                // A number counts as a vector of one, undefined and null as 0.
                let one = |maker: &mut Self, value: Val| match value.kind {
                    Kind::Fixed(V::Undef | V::Null) => Ok(ZERO),
                    _ => maker.number(value),
                };
                if op == Two::Add && a.kind == Kind::Fixed(V::Undef) {
                    return Err(No);
                }
                let left = if n.is_none() { one(self, a)? } else { a.at };
                let right = if m.is_none() { one(self, b)? } else { b.at };
                let (n, m) = (n.unwrap_or(1), m.unwrap_or(1));
                let part = |at: Slot, len: u8, i: u8| if i < len { at + u32::from(i) } else { ZERO };
                (0..n.max(m)).map(|i| (part(left, n, i), part(right, m, i))).collect()
            }
            (Two::Mul, Some(n), Some(1)) => (0..u32::from(n)).map(|i| (a.at + i, b.at)).collect(),
            (Two::Mul, Some(1), Some(m)) => (0..u32::from(m)).map(|i| (a.at, b.at + i)).collect(),
            (Two::Div, Some(n), Some(1)) => (0..u32::from(n)).map(|i| (a.at + i, b.at)).collect(),
            (Two::Mul | Two::Div, Some(n), None) => {
                let b = self.scalar(b)?;
                (0..u32::from(n)).map(|i| (a.at + i, b)).collect()
            }
            (Two::Mul | Two::Div, None, Some(m)) => {
                let a = self.scalar(a)?;
                (0..u32::from(m)).map(|i| (a, b.at + i)).collect()
            }
            _ => return Err(No),
        };
        let len = u8::try_from(pairs.len()).map_err(|_| No)?;
        // Apart first: the result may lie where an operand is.
        let at = self.temp(len);
        for ((a, b), part) in pairs.into_iter().zip(0..) {
            self.acts.push(Act::Two { d: at + part, a, b, op });
        }
        self.put(d, Val { kind: Kind::Vec(len), at });
        Ok(())
    }

    fn scalar(&mut self, value: Val) -> Made<Slot> {
        match value.kind {
            Kind::Fixed(V::Undef | V::Null) => Ok(ZERO),
            _ => self.number(value),
        }
    }

    pub(super) fn negative(&mut self, d: u16, a: u16) -> Made<()> {
        let value = self.val(a);
        if let Some(n) = Self::known_number(value) {
            let at = self.slot(d);
            self.acts.push(Act::Set { d: at, n: -n });
            self.set(d, Kind::Num(Some((-n).to_bits())));
            return Ok(());
        }
        let value = self.unwrap(value)?;
        let (from, len, kind) = match value.kind {
            Kind::Vec(len) => (value.at, len, Kind::Vec(len)),
            _ => (self.number(value)?, 1, Kind::Num(None)),
        };
        let at = self.slot(d);
        for part in 0..u32::from(len) {
            self.acts.push(Act::Neg { d: at + part, a: from + part });
        }
        self.set(d, kind);
        Ok(())
    }

    pub(super) fn compare(&mut self, d: u16, a: u16, b: u16, op: Two) -> Made<()> {
        if let (Some(x), Some(y)) = (Self::known_number(self.val(a)), Self::known_number(self.val(b))) {
            self.bool(d, two_of(op, x, y) != 0.0);
            return Ok(());
        }
        let at = self.slot(d);
        self.compare_into(at, a, b, op)?;
        self.set(d, Kind::Bool(None));
        Ok(())
    }

    pub(super) fn compare_into(&mut self, d: Slot, a: u16, b: u16, op: Two) -> Made<()> {
        let (a, b) = (self.val(a), self.val(b));
        let (a, b) = (self.unwrap(a)?, self.unwrap(b)?);
        let (a, b) = (self.number(a)?, self.number(b)?);
        self.acts.push(Act::Two { d, a, b, op });
        Ok(())
    }

    fn test(&mut self, d: u16, a: Slot, b: Slot) {
        let at = self.slot(d);
        self.acts.push(Act::Two { d: at, a, b, op: Two::Equal });
        self.set(d, Kind::Bool(None));
    }

    pub(super) fn equal(&mut self, d: u16, a: u16, b: u16) -> Made<()> {
        let (a, b) = (self.val(a), self.val(b));
        let unset = |value: Val| matches!(value.kind, Kind::Fixed(V::Undef | V::Null));
        let plain = |value: Val| matches!(value.kind, Kind::Num(_) | Kind::Bool(_));
        let acting = |value: Val| matches!(value.kind, Kind::Fixed(V::Obj(_)) | Kind::Key(_));
        match (a.kind, b.kind) {
            (Kind::Mixed | Kind::Fixed(V::Hole), _) | (_, Kind::Mixed | Kind::Fixed(V::Hole)) => {
                return Err(No);
            }
            _ if unset(a) || unset(b) => self.bool(d, unset(a) && unset(b)),
            (Kind::Fixed(V::Str(x)), Kind::Fixed(V::Str(y))) => self.bool(d, x == y),
            (Kind::Fixed(V::Obj(x)), Kind::Fixed(V::Obj(y))) => self.bool(d, x == y),
            _ if (plain(a) || acting(a)) && (plain(b) || acting(b)) && (plain(a) || plain(b)) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.test(d, a, b);
            }
            _ => return Err(No),
        }
        Ok(())
    }

    pub(super) fn same(&mut self, d: u16, a: u16, b: u16) -> Made<()> {
        let (a, b) = (self.val(a), self.val(b));
        let plain = |kind: Kind| {
            matches!(kind, Kind::Num(_) | Kind::Bool(_) | Kind::Fixed(V::Str(_) | V::Undef | V::Null))
        };
        match (a.kind, b.kind) {
            (Kind::Mixed | Kind::Fixed(V::Hole), _) | (_, Kind::Mixed | Kind::Fixed(V::Hole)) => {
                return Err(No);
            }
            (Kind::Num(_), Kind::Num(_)) | (Kind::Bool(_), Kind::Bool(_)) => self.test(d, a.at, b.at),
            (Kind::Fixed(V::Str(x)), Kind::Fixed(V::Str(y))) => self.bool(d, x == y),
            (Kind::Fixed(V::Obj(x)), Kind::Fixed(V::Obj(y))) => self.bool(d, x == y),
            (Kind::Fixed(x), Kind::Fixed(y)) if plain(a.kind) && plain(b.kind) => self.bool(d, x == y),
            (x, y) if plain(x) || plain(y) => self.bool(d, false),
            _ => return Err(No),
        }
        Ok(())
    }

    pub(super) fn array(&mut self, d: u16, base: u16, n: u8) -> Made<()> {
        if n > 4 {
            return Err(No);
        }
        let mut parts = Vec::new();
        for at in 0..u16::from(n) {
            match self.val(base.saturating_add(at)) {
                Val { kind: Kind::Num(_), at } => parts.push(at),
                _ => return Err(No),
            }
        }
        let at = self.temp(n);
        for (a, part) in parts.into_iter().zip(0..) {
            self.acts.push(Act::Copy { d: at + part, a });
        }
        self.put(d, Val { kind: Kind::Vec(n), at });
        Ok(())
    }

    pub(super) fn index(&mut self, d: u16, a: u16, b: u16) -> Made<()> {
        let (value, place) = (self.val(a), self.val(b));
        let Kind::Num(known) = place.kind else { return Err(No) };
        let acting = !matches!(value.kind, Kind::Vec(_));
        let value = if acting {
            match value.kind {
                Kind::Fixed(V::Obj(object)) if object.class == Class::Property => self.unwrap(value)?,
                Kind::Key(_) => self.unwrap(value)?,
                _ => return Err(No),
            }
        } else {
            value
        };
        let known = known.map(f64::from_bits);
        match (value.kind, known) {
            (Kind::Num(_), Some(0.0)) if acting => self.put(d, value),
            (Kind::Vec(len), Some(at)) if at >= 0.0 && at.fract() == 0.0 && at < 65_536.0 => {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
                let at = at as u32;
                if at < u32::from(len) {
                    self.put(d, Val { kind: Kind::Num(None), at: value.at + at });
                } else {
                    self.fixed(d, V::Undef);
                }
            }
            (Kind::Vec(len), None) => {
                let at = self.temp(1);
                self.acts.push(Act::Part { d: at, a: value.at, len, b: place.at });
                self.put(d, Val { kind: Kind::Num(None), at });
            }
            _ => return Err(No),
        }
        Ok(())
    }
}
