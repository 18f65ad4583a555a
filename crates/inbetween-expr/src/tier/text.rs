//! Methods of strings, numbers and arrays.

use super::code::{MemberSite, R};
use super::run::{Run, Stop};
use super::value::{V, number_text, parts};

const OTHER: Stop = Stop::Bail("a method the tier does not know");

/// A whole number from 0 on, as an index.
fn whole(n: f64) -> Option<usize> {
    if !(0.0..1e6).contains(&n) || n.fract() != 0.0 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
    Some(n as usize)
}

impl Run<'_> {
    /// `value.name(…)` of a string, number or vector.
    pub(super) fn value_method(&mut self, v: V, site: &MemberSite, base: R, n: u8) -> Result<V, Stop> {
        match v {
            V::Str(text) => {
                let text = self.text(text);
                self.text_method(&text, &site.name, base, n)
            }
            V::Num(number) => match (&*site.name, n) {
                ("toFixed", 0 | 1) => {
                    let digits = if n == 0 { 0.0 } else { self.a_number(base)? };
                    let text = fixed(number, digits).ok_or(OTHER)?;
                    self.made_text(&text)
                }
                ("toString", 0) => self.made_text(&number_text(number)),
                ("valueOf", 0) => Ok(v),
                _ => Err(OTHER),
            },
            V::Vec(len, numbers) => match (&*site.name, n) {
                ("toString", 0) => {
                    let text = self.string(v)?;
                    self.made_text(&text)
                }
                ("slice", 0..=2) => {
                    let count = f64::from(len);
                    let start = if n > 0 { self.a_number(base)? } else { 0.0 };
                    let end = if n > 1 { self.a_number(base.saturating_add(1))? } else { count };
                    let clip = |x: f64| if x < 0.0 { (count + x).max(0.0) } else { x.min(count) };
                    let (start, end) = (whole(clip(start)).ok_or(OTHER)?, whole(clip(end)).ok_or(OTHER)?);
                    let part = parts(len, &numbers).get(start..end.max(start)).unwrap_or(&[]).to_vec();
                    Ok(self.vector(&part))
                }
                _ => Err(OTHER),
            },
            _ => Err(OTHER),
        }
    }

    fn a_number(&mut self, register: R) -> Result<f64, Stop> {
        match self.get(register) {
            V::Num(n) => Ok(n),
            _ => Err(OTHER),
        }
    }

    fn plain_text(&mut self, register: R) -> Result<std::sync::Arc<str>, Stop> {
        match self.get(register) {
            V::Str(text) => Ok(self.text(text)),
            _ => Err(OTHER),
        }
    }

    fn text_method(&mut self, text: &str, name: &str, base: R, n: u8) -> Result<V, Stop> {
        match (name, n) {
            ("split", 1) => {
                let separator = self.plain_text(base)?;
                if separator.is_empty() {
                    return Err(OTHER);
                }
                let parts: Vec<V> = text.split(&*separator).map(|part| self.intern(part)).collect();
                Ok(self.heap.list(parts))
            }
            ("replace", 2) => {
                let (from, to) = (self.plain_text(base)?, self.plain_text(base.saturating_add(1))?);
                if to.contains('$') {
                    return Err(OTHER);
                }
                self.made_text(&text.replacen(&*from, &to, 1))
            }
            ("toString" | "valueOf", 0) => Ok(self.intern(text)),
            _ if !text.is_ascii() => Err(OTHER),
            ("toUpperCase", 0) => Ok(self.intern(&text.to_ascii_uppercase())),
            ("toLowerCase", 0) => Ok(self.intern(&text.to_ascii_lowercase())),
            ("charAt", 1) => {
                let at = whole(self.a_number(base)?).ok_or(OTHER)?;
                Ok(self.intern(text.get(at..=at).unwrap_or("")))
            }
            ("indexOf", 1) => {
                let part = self.plain_text(base)?;
                let at = text.find(&*part).and_then(|at| u32::try_from(at).ok());
                Ok(V::Num(at.map_or(-1.0, f64::from)))
            }
            ("substr" | "substring" | "slice", 1 | 2) => {
                let start = whole(self.a_number(base)?).ok_or(OTHER)?.min(text.len());
                let end = if n == 1 {
                    text.len()
                } else {
                    let second = whole(self.a_number(base.saturating_add(1))?).ok_or(OTHER)?;
                    if name == "substr" { (start + second).min(text.len()) } else { second.min(text.len()) }
                };
                let (start, end) = match name {
                    "substring" => (start.min(end), start.max(end)),
                    _ => (start, end.max(start)),
                };
                Ok(self.intern(text.get(start..end).unwrap_or("")))
            }
            _ => Err(OTHER),
        }
    }
}

/// `n.toFixed(digits)` where no tie decides.
fn fixed(n: f64, digits: f64) -> Option<String> {
    let places = whole(digits).filter(|places| *places <= 10)?;
    if !n.is_finite() || n.abs() >= 1e15 {
        return None;
    }
    if n == 0.0 {
        return Some(format!("{:.places$}", 0.0));
    }
    // A number that lies exactly between two results is a multiple of a power of 2 with few digits.
    let scale = (0..places).fold(1.0, |scale: f64, _| scale * 10.0);
    let twice = n * scale * 2.0;
    if twice.fract() == 0.0 && twice % 2.0 != 0.0 {
        return None;
    }
    Some(format!("{n:.places$}"))
}
