//! Global functions: the common ones without items, the rest through their table line.

use super::code::R;
use super::run::{Run, Stop};
use super::value::{V, parts};
use crate::builtins::arguments::Numbers;
use crate::builtins::interpolation::{Curve, mix, mix_one};
use crate::builtins::random::{normal, one_shape, uniform};
use crate::builtins::{Builtin, Call, RandomStream, time_format, vector};
use crate::{Class, Item};
use inbetween_types::Vector;

/// Functions with a way of their own here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fast {
    No,
    Mix(Curve),
    Length,
    Normalize,
    Clamp,
    Add,
    Sub,
    Mul,
    Div,
    Dot,
    ToRadians,
    ToDegrees,
    FramesToTime,
    TimeToFrames,
    Random,
    GaussRandom,
}

impl Fast {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "linear" => Self::Mix(Curve::Linear),
            "ease" => Self::Mix(Curve::Ease),
            "easeIn" => Self::Mix(Curve::EaseIn),
            "easeOut" => Self::Mix(Curve::EaseOut),
            "length" => Self::Length,
            "normalize" => Self::Normalize,
            "clamp" => Self::Clamp,
            "add" => Self::Add,
            "sub" => Self::Sub,
            "mul" => Self::Mul,
            "div" => Self::Div,
            "dot" => Self::Dot,
            "degreesToRadians" => Self::ToRadians,
            "radiansToDegrees" => Self::ToDegrees,
            "framesToTime" => Self::FramesToTime,
            "timeToFrames" => Self::TimeToFrames,
            "random" => Self::Random,
            "gaussRandom" => Self::GaussRandom,
            _ => Self::No,
        }
    }
}

/// Calls a global function.
pub(super) fn call(run: &mut Run<'_>, row: &'static Builtin, fast: Fast, base: R, n: u8) -> Result<V, Stop> {
    if fast != Fast::No {
        let mut plain = [0.0; 5];
        let all = (0..u16::from(n)).zip(&mut plain).all(|(at, slot)| {
            run.plain_number(base.saturating_add(at)).is_some_and(|number| {
                *slot = number;
                true
            })
        });
        if all
            && usize::from(n) <= plain.len()
            && let Some(number) = of_numbers(run, fast, plain.get(..usize::from(n)).unwrap_or(&[]))?
        {
            return Ok(V::Num(number));
        }
        if let Some(value) = quick(run, fast, base, n)? {
            return Ok(value);
        }
    }
    run.taint();
    let mut arguments = Vec::with_capacity(usize::from(n));
    for at in 0..u16::from(n) {
        let value = run.get(base.saturating_add(at));
        arguments.push(settled(run, value, 0)?);
    }
    let evaluation = run.runner.evaluation.clone();
    let mut random = match run.random.take() {
        Some(stream) => stream,
        None => {
            let mut first = evaluation;
            first.time = run.started;
            RandomStream::new(&first)
        }
    };
    let host = run.host;
    let mut call = Call { arguments: &arguments, host, runner: &mut run.runner, random: &mut random };
    let result = (row.eval)(&mut call);
    run.random = Some(random);
    let item = result.map_err(Run::fault)?;
    Ok(run.lift(item))
}

/// An argument with property handles and keys replaced by their values.
fn settled(run: &mut Run<'_>, v: V, depth: u32) -> Result<Item, Stop> {
    match v {
        V::Obj(object) if object.class == Class::Property => {
            let value = run.value_of(object)?;
            run.item(value)
        }
        V::List(list) if depth < 8 => {
            let members = run.heap.members(list).to_vec();
            let items: Result<Vec<Item>, Stop> =
                members.into_iter().map(|v| settled(run, v, depth + 1)).collect();
            Ok(Item::Array(items?))
        }
        V::Item(number) => match run.heap.item(number) {
            Some(Item::Key(_)) => {
                let value = run.unwrap(v)?;
                run.item(value)
            }
            _ => run.item(v),
        },
        other => run.item(other),
    }
}

/// An argument as numbers, when it plainly is.
fn numbers(run: &mut Run<'_>, register: R) -> Result<Option<Numbers>, Stop> {
    let v = match run.get(register) {
        V::Obj(object) if object.class == Class::Property => run.value_of(object)?,
        v @ V::Key(..) => run.unwrap(v)?,
        other => other,
    };
    Ok(match v {
        V::Num(n) => Some(Numbers::one(n)),
        V::Vec(len, numbers) => Some(Numbers { list: Vector::from_slice(parts(len, &numbers)), array: true }),
        _ => None,
    })
}

fn back(run: &mut Run<'_>, numbers: &Numbers) -> V {
    match (numbers.array, numbers.list.first()) {
        (false, Some(one)) => V::Num(*one),
        _ => run.vector(&numbers.list),
    }
}

macro_rules! need {
    ($value:expr) => {
        match $value {
            Some(value) => value,
            None => return Ok(None),
        }
    };
}

fn one(numbers: &Numbers) -> Option<f64> {
    if numbers.array { None } else { numbers.list.first().copied() }
}

/// The common calls with nothing but numbers.
fn of_numbers(run: &mut Run<'_>, fast: Fast, numbers: &[f64]) -> Result<Option<f64>, Stop> {
    Ok(match (fast, numbers) {
        (Fast::Mix(curve), [t, a, b]) => Some(mix_one(curve, *t, 0.0, 1.0, *a, *b)),
        (Fast::Mix(curve), [t, low, high, a, b]) => Some(mix_one(curve, *t, *low, *high, *a, *b)),
        (Fast::Length, [x]) => Some(x.abs()),
        (Fast::Length, [a, b]) => Some((b - a).abs()),
        (Fast::ToRadians, [x]) => Some(x.to_radians()),
        (Fast::ToDegrees, [x]) => Some(x.to_degrees()),
        (Fast::FramesToTime, [frames]) => rate(run)?.map(|fps| frames / fps),
        (Fast::TimeToFrames, [time]) => {
            let fps = rate(run)?;
            #[expect(clippy::cast_precision_loss, reason = "at most 9e15")]
            fps.and_then(|fps| time_format::whole_frames(*time, fps, false)).map(|frames| frames as f64)
        }
        _ => None,
    })
}

fn quick(run: &mut Run<'_>, fast: Fast, base: R, n: u8) -> Result<Option<V>, Stop> {
    let argument = |at: u16| base.saturating_add(at);
    Ok(Some(match (fast, n) {
        (Fast::Mix(curve), 3 | 5) => {
            let t = need!(one(&need!(numbers(run, base)?)));
            let (low, high, first) = if n == 3 {
                (0.0, 1.0, 1)
            } else {
                let low = need!(one(&need!(numbers(run, argument(1))?)));
                (low, need!(one(&need!(numbers(run, argument(2))?))), 3)
            };
            let a = need!(numbers(run, argument(first))?);
            let b = need!(numbers(run, argument(first + 1))?);
            if let (Some(a), Some(b)) = (one(&a), one(&b)) {
                let mixed = mix(curve, t, low, high, &Numbers::one(a), &Numbers::one(b));
                return Ok(Some(back(run, &mixed)));
            }
            let mixed = mix(curve, t, low, high, &a, &b);
            back(run, &mixed)
        }
        (Fast::Length, 1 | 2) => {
            let a = need!(numbers(run, base)?);
            let b = if n == 2 { Some(need!(numbers(run, argument(1))?)) } else { None };
            V::Num(vector::distance(&a, b.as_ref()))
        }
        (Fast::Normalize, 1) => {
            let unit = vector::unit(&need!(numbers(run, base)?));
            back(run, &unit)
        }
        (Fast::Clamp, 3) => {
            let (value, a) = (need!(numbers(run, base)?), need!(numbers(run, argument(1))?));
            let kept = vector::clamped(&value, &a, &need!(numbers(run, argument(2))?));
            back(run, &kept)
        }
        (Fast::Add | Fast::Sub | Fast::Dot, 2) => {
            let (a, b) = (need!(numbers(run, base)?), need!(numbers(run, argument(1))?));
            match fast {
                Fast::Add => back(run, &vector::sum(&a, &b)),
                Fast::Sub => back(run, &vector::difference(&a, &b)),
                _ => V::Num(vector::inner(&a, &b)),
            }
        }
        (Fast::Mul | Fast::Div, 2) => {
            let (a, b) = (need!(numbers(run, base)?), need!(numbers(run, argument(1))?));
            let b = need!(one(&b));
            let moved = a.map(|x| if fast == Fast::Mul { x * b } else { x / b });
            back(run, &moved)
        }
        (Fast::ToRadians, 1) => V::Num(need!(one(&need!(numbers(run, base)?))).to_radians()),
        (Fast::ToDegrees, 1) => V::Num(need!(one(&need!(numbers(run, base)?))).to_degrees()),
        (Fast::FramesToTime, 1) => {
            let frames = need!(one(&need!(numbers(run, base)?)));
            V::Num(frames / need!(rate(run)?))
        }
        (Fast::TimeToFrames, 1) => {
            let time = need!(one(&need!(numbers(run, base)?)));
            let frames = need!(time_format::whole_frames(time, need!(rate(run)?), false));
            #[expect(clippy::cast_precision_loss, reason = "at most 9e15")]
            V::Num(frames as f64)
        }
        (Fast::Random | Fast::GaussRandom, 0..=2) => {
            let (low, high) = match n {
                0 => (Numbers::one(0.0), Numbers::one(1.0)),
                1 => (Numbers::one(0.0), need!(numbers(run, base)?)),
                _ => (need!(numbers(run, base)?), need!(numbers(run, argument(1))?)),
            };
            let (low, high) = one_shape(&low, &high);
            let stream = run.random();
            let drawn =
                if fast == Fast::Random { uniform(stream, &low, &high) } else { normal(stream, &low, &high) };
            back(run, &drawn)
        }
        _ => return Ok(None),
    }))
}

/// Frames per second of the composition, when it is a usable rate.
fn rate(run: &mut Run<'_>) -> Result<Option<f64>, Stop> {
    if run.frame_rate.is_none() {
        let composition = run.runner.evaluation.composition;
        let item = run.host.get(&mut run.runner, composition, "frameDuration").map_err(Run::fault)?;
        run.frame_rate = item.as_number().map(time_format::rate_of);
    }
    Ok(run.frame_rate.filter(|fps| fps.is_finite() && *fps > 0.0))
}
