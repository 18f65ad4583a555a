//! Operators, as `engine/js/ops.js` has them. What is not certainly the same there gives up.

use super::code::Bits;
use super::run::{Run, Stop};
use super::value::{LONGEST_TEXT, V, number_text, parts, text_number};
use crate::{Class, Item};
use inbetween_types::math;
use std::sync::Arc;

/// Why an operator gives up.
const KINDS: Stop = Stop::Bail("an operator on values of other kinds than numbers");

impl Run<'_> {
    /// The value behind a property handle or key, anything else as it is.
    pub(super) fn unwrap(&mut self, v: V) -> Result<V, Stop> {
        match v {
            V::Obj(object) if object.class == Class::Property => self.value_of(object),
            V::Key(object, place) => self.key_value(object, place),
            V::Item(number) => match self.heap.item(number) {
                Some(Item::Key(members)) => {
                    let value =
                        members.iter().find(|(name, _)| &**name == "value").map(|(_, value)| value.clone());
                    match value {
                        Some(value) => Ok(self.lift(value)),
                        None => Ok(V::Undef),
                    }
                }
                _ => Err(KINDS),
            },
            V::Func(_) | V::Error | V::Hole => Err(KINDS),
            V::Obj(_) => Err(KINDS),
            other => Ok(other),
        }
    }

    /// `Number(x)` of what is no array.
    pub(super) fn number(&mut self, v: V) -> Result<f64, Stop> {
        match v {
            V::Num(n) => Ok(n),
            V::Bool(b) => Ok(f64::from(u8::from(b))),
            V::Undef => Ok(f64::NAN),
            V::Null => Ok(0.0),
            V::Str(text) => text_number(&self.text(text)).ok_or(KINDS),
            V::Obj(_) | V::Key(..) | V::Item(_) => match self.unwrap(v)? {
                V::Vec(..) | V::List(_) | V::Item(_) => Err(KINDS),
                plain => self.number(plain),
            },
            _ => Err(KINDS),
        }
    }

    /// A part of a vector: missing counts as 0.
    fn part(&mut self, v: V) -> Result<f64, Stop> {
        match v {
            V::Undef | V::Null => Ok(0.0),
            V::Vec(..) | V::List(_) => Err(KINDS),
            other => self.number(other),
        }
    }

    /// The numbers of an array, `None` for what is none.
    fn array(&mut self, v: V) -> Result<Option<inbetween_types::Vector>, Stop> {
        match v {
            V::Vec(len, numbers) => Ok(Some(inbetween_types::Vector::from_slice(parts(len, &numbers)))),
            V::List(list) => {
                let mut numbers = inbetween_types::Vector::new();
                let count = self.heap.members(list).len();
                for at in 0..count {
                    let member = self.heap.members(list).get(at).copied().unwrap_or(V::Undef);
                    numbers.push(self.part(member)?);
                }
                Ok(Some(numbers))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn vector(&mut self, numbers: &[f64]) -> V {
        match V::vec(numbers) {
            Some(v) => v,
            None => self.heap.list(numbers.iter().map(|n| V::Num(*n)).collect()),
        }
    }

    fn zip(&mut self, a: V, b: V, op: fn(f64, f64) -> f64) -> Result<V, Stop> {
        if let (V::Vec(n, x), V::Vec(m, y)) = (a, b) {
            let mut out = [0.0; 4];
            for (slot, (x, y)) in out.iter_mut().zip(x.iter().zip(&y)).take(usize::from(n.max(m))) {
                *slot = op(*x, *y);
            }
            return Ok(V::Vec(n.max(m), out));
        }
        let one = |list: Option<inbetween_types::Vector>, run: &mut Self, v: V| match list {
            Some(list) => Ok(list),
            None => Ok(inbetween_types::Vector::from_slice(&[run.part(v)?])),
        };
        let (left, right) = (self.array(a)?, self.array(b)?);
        let (left, right) = (one(left, self, a)?, one(right, self, b)?);
        let at = |list: &[f64], i: usize| list.get(i).copied().unwrap_or(0.0);
        let out: inbetween_types::Vector =
            (0..left.len().max(right.len())).map(|i| op(at(&left, i), at(&right, i))).collect();
        Ok(self.vector(&out))
    }

    fn is_array(v: V) -> bool {
        matches!(v, V::Vec(..) | V::List(_))
    }

    pub(super) fn add(&mut self, a: V, b: V) -> Result<V, Stop> {
        let (a, b) = (self.unwrap(a)?, self.unwrap(b)?);
        if matches!(a, V::Item(_)) || matches!(b, V::Item(_)) {
            return Err(KINDS);
        }
        if matches!(a, V::Str(_)) || matches!(b, V::Str(_)) {
            let text = format!("{}{}", self.string(a)?, self.string(b)?);
            return self.made_text(&text);
        }
        if Self::is_array(a) || Self::is_array(b) {
            if a == V::Undef {
                return Err(KINDS);
            }
            return self.zip(a, b, |x, y| x + y);
        }
        Ok(V::Num(self.number(a)? + self.number(b)?))
    }

    pub(super) fn sub(&mut self, a: V, b: V) -> Result<V, Stop> {
        let (a, b) = (self.unwrap(a)?, self.unwrap(b)?);
        if Self::is_array(a) || Self::is_array(b) {
            return self.zip(a, b, |x, y| x - y);
        }
        Ok(V::Num(self.number(a)? - self.number(b)?))
    }

    fn each(&mut self, list: &[f64], op: impl Fn(f64) -> f64) -> V {
        let out: inbetween_types::Vector = list.iter().map(|x| op(*x)).collect();
        self.vector(&out)
    }

    pub(super) fn mul(&mut self, a: V, b: V) -> Result<V, Stop> {
        let (a, b) = (self.unwrap(a)?, self.unwrap(b)?);
        match (self.array(a)?, self.array(b)?) {
            (Some(x), Some(y)) => match (x.as_slice(), y.as_slice()) {
                (_, [y]) => Ok(self.each(&x, |x| x * y)),
                ([x], _) => Ok(self.each(&y, |y| x * y)),
                _ => Ok(V::Num(0.0)),
            },
            (Some(x), None) => {
                let b = self.part(b)?;
                Ok(self.each(&x, |x| x * b))
            }
            (None, Some(y)) => {
                let a = self.part(a)?;
                Ok(self.each(&y, |y| a * y))
            }
            (None, None) => Ok(V::Num(self.number(a)? * self.number(b)?)),
        }
    }

    pub(super) fn div(&mut self, a: V, b: V) -> Result<V, Stop> {
        let (a, b) = (self.unwrap(a)?, self.unwrap(b)?);
        match (self.array(a)?, self.array(b)?) {
            (Some(x), Some(y)) => match y.as_slice() {
                [y] => Ok(self.each(&x, |x| x / y)),
                _ => Ok(V::Num(0.0)),
            },
            (Some(x), None) => {
                let b = self.part(b)?;
                Ok(self.each(&x, |x| x / b))
            }
            (None, Some(y)) => {
                let a = self.part(a)?;
                Ok(self.each(&y, |y| a / y))
            }
            (None, None) => Ok(V::Num(self.number(a)? / self.number(b)?)),
        }
    }

    pub(super) fn modulo(&mut self, a: V, b: V) -> Result<V, Stop> {
        Ok(V::Num(math::remainder(self.number(a)?, self.number(b)?)))
    }

    pub(super) fn power(&mut self, a: V, b: V) -> Result<V, Stop> {
        let a = self.number(a)?;
        Ok(V::Num(math::pow(a, self.number(b)?)))
    }

    pub(super) fn negative(&mut self, a: V) -> Result<V, Stop> {
        let a = self.unwrap(a)?;
        match self.array(a)? {
            Some(list) => Ok(self.each(&list, |x| -x)),
            None => Ok(V::Num(-self.number(a)?)),
        }
    }

    /// `a < b`, or `a <= b`.
    pub(super) fn less(&mut self, a: V, b: V, or_equal: bool) -> Result<bool, Stop> {
        let (a, b) = (self.unwrap(a)?, self.unwrap(b)?);
        if let (V::Str(a), V::Str(b)) = (a, b) {
            let (a, b) = (self.text(a), self.text(b));
            if !a.is_ascii() || !b.is_ascii() {
                return Err(KINDS);
            }
            return Ok(if or_equal { a <= b } else { a < b });
        }
        let (a, b) = (self.number(a)?, self.number(b)?);
        Ok(if or_equal { a <= b } else { a < b })
    }

    /// `a == b`.
    pub(super) fn equal(&mut self, a: V, b: V) -> Result<bool, Stop> {
        Ok(match (a, b) {
            (V::Num(a), V::Num(b)) => a == b,
            (V::Bool(a), V::Bool(b)) => a == b,
            (V::Str(a), V::Str(b)) => a == b,
            (V::Undef | V::Null, V::Undef | V::Null) => true,
            (V::Hole, _) | (_, V::Hole) => return Err(KINDS),
            (V::Undef | V::Null, _) | (_, V::Undef | V::Null) => false,
            (V::Obj(a), V::Obj(b)) => a == b,
            (V::Num(_) | V::Bool(_) | V::Str(_), V::Num(_) | V::Bool(_) | V::Str(_)) => {
                self.number(a)? == self.number(b)?
            }
            (V::Obj(_) | V::Key(..), V::Num(_) | V::Bool(_) | V::Str(_)) => {
                let a = self.primitive(a)?;
                self.equal(a, b)?
            }
            (V::Num(_) | V::Bool(_) | V::Str(_), V::Obj(_) | V::Key(..)) => {
                let b = self.primitive(b)?;
                self.equal(a, b)?
            }
            _ => return Err(KINDS),
        })
    }

    fn primitive(&mut self, v: V) -> Result<V, Stop> {
        match self.unwrap(v)? {
            v @ (V::Num(_) | V::Bool(_) | V::Str(_)) => Ok(v),
            _ => Err(KINDS),
        }
    }

    /// `a === b`.
    pub(super) fn same(&self, a: V, b: V) -> Result<bool, Stop> {
        Ok(match (a, b) {
            (V::Num(a), V::Num(b)) => a == b,
            (V::Bool(a), V::Bool(b)) => a == b,
            (V::Str(a), V::Str(b)) => a == b,
            (V::Undef, V::Undef) | (V::Null, V::Null) => true,
            (V::Obj(a), V::Obj(b)) => a == b,
            (V::Hole, _) | (_, V::Hole) => return Err(KINDS),
            (V::Num(_) | V::Bool(_) | V::Str(_) | V::Undef | V::Null, _)
            | (_, V::Num(_) | V::Bool(_) | V::Str(_) | V::Undef | V::Null) => false,
            _ => return Err(KINDS),
        })
    }

    /// JavaScript's truth; a handle is true.
    pub(super) fn truth(&self, v: V) -> Result<bool, Stop> {
        Ok(match v {
            V::Num(n) => n != 0.0 && !n.is_nan(),
            V::Bool(b) => b,
            V::Undef | V::Null => false,
            V::Str(text) => !self.text(text).is_empty(),
            V::Hole => return Err(KINDS),
            _ => true,
        })
    }

    #[inline(never)]
    pub(super) fn type_of(&mut self, v: V) -> Result<V, Stop> {
        let name = match v {
            V::Num(_) => "number",
            V::Bool(_) => "boolean",
            V::Undef => "undefined",
            V::Str(_) => "string",
            V::Null | V::Vec(..) | V::List(_) | V::Key(..) | V::Error => "object",
            V::Obj(_) | V::Func(_) => "function",
            V::Item(_) | V::Hole => return Err(KINDS),
        };
        Ok(self.intern(name))
    }

    pub(super) fn bits(&mut self, a: V, b: V, kind: Bits) -> Result<V, Stop> {
        let (a, b) = (integer(self.number(a)?), integer(self.number(b)?));
        Ok(V::Num(bits_of(a, b, kind)))
    }

    /// `String(x)`.
    pub(super) fn string(&mut self, v: V) -> Result<Arc<str>, Stop> {
        Ok(match v {
            V::Str(text) => self.text(text),
            V::Num(n) => Arc::from(number_text(n)),
            V::Bool(b) => Arc::from(if b { "true" } else { "false" }),
            V::Undef => Arc::from("undefined"),
            V::Null => Arc::from("null"),
            V::Vec(len, numbers) => {
                let list: Vec<String> = parts(len, &numbers).iter().map(|n| number_text(*n)).collect();
                Arc::from(list.join(","))
            }
            V::Obj(object) if object.class == Class::Property => {
                let value = self.value_of(object)?;
                return match value {
                    V::Obj(_) => Err(KINDS),
                    other => self.string(other),
                };
            }
            _ => return Err(KINDS),
        })
    }

    /// A string the program made.
    pub(super) fn made_text(&mut self, text: &str) -> Result<V, Stop> {
        if text.len() > LONGEST_TEXT {
            return Err(Stop::Bail("a long text"));
        }
        Ok(self.intern(text))
    }
}

/// An operator on 32-bit integers.
pub(super) fn bits_of(a: i32, b: i32, kind: Bits) -> f64 {
    let shift = b.cast_unsigned() & 31;
    match kind {
        Bits::Or => f64::from(a | b),
        Bits::And => f64::from(a & b),
        Bits::Xor => f64::from(a ^ b),
        Bits::Left => f64::from(a.wrapping_shl(shift)),
        Bits::Right => f64::from(a >> shift),
        Bits::RightUnsigned => f64::from(a.cast_unsigned() >> shift),
    }
}

/// A number as a 32-bit integer (ECMA-262, `ToInt32`).
pub(super) fn integer(n: f64) -> i32 {
    if !n.is_finite() {
        return 0;
    }
    let whole = n.trunc() % 4_294_967_296.0;
    #[expect(clippy::cast_possible_truncation, reason = "below 2^32 in size")]
    let whole = whole as i64;
    let low = (whole & 0xffff_ffff) as u32;
    low.cast_signed()
}
