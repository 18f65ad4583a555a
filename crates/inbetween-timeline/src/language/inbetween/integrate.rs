//! `inbetween.integrate`.

use crate::language::call::Call;
use crate::language::fault;
use crate::language::keys::combine;
use crate::language::value_item;
use crate::{NodeRef, PropertyRef};
use inbetween_expr::{Class, Fault, Item, Object};
use inbetween_types::{Time, Value};

/// Places and weights of Gauss and Legendre's rule of five points on -1..1: exact up to degree 9, so in one step for
/// hold and linear keys.
const GAUSS: [(f64, f64); 5] = [
    (0.0, 0.568_888_888_888_888_9),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
    (0.906_179_845_938_664, 0.236_926_885_056_189_08),
];

/// Two halves that differ from their whole by less than this, relative to the size of the values, end the search.
const TOLERANCE: f64 = 1e-10;
/// How often a span may be halved.
const DEPTH: u32 = 14;
/// Most values that one call reads.
const MOST_READS: u32 = 20_000;

/// `integrate(property, t0 = 0, t1 = time)`: the area under the curve, in the property's unit times seconds. Exact for
/// hold and linear keys, to about ten digits for eased ones and for smooth expressions; a jump of an expression counts
/// to about a ten-thousandth of a span. Backwards when `t1` is before `t0`.
pub(super) fn integrate(call: &mut Call<'_>) -> Result<Item, Fault> {
    let property = match call.argument(0) {
        Some(Item::Object(object)) if object.class == Class::Property => *object,
        other => return Err(fault::argument("integrate", 0, "a property", other)),
    };
    let from = call.number(1, Some(0.0))?;
    let to = match call.argument(2) {
        None => call.runner.current().time,
        Some(_) => call.number(2, None)?,
    };
    let (low, high) = if from <= to { (from, to) } else { (to, from) };
    let mut edges = vec![low];
    let keys = call.state.key_times(PropertyRef(NodeRef(property.id)));
    edges.extend(keys.iter().copied().filter(|time| low < *time && *time < high));
    edges.push(high);
    let mut area = Area { property, reads: 0 };
    let zero = area.read(call, low)?.map(|_| 0.0);
    if !matches!(zero, Value::Number(_) | Value::Vector(_)) {
        return Err(Fault::thrown(
            "expr/bad-argument",
            "integrate: argument 1 must be a property of numbers, not a path or a text",
        ));
    }
    let mut sum = zero;
    for pair in edges.windows(2) {
        if let [a, b] = *pair {
            let whole = area.gauss(call, a, b)?;
            let part = area.refined(call, [a, b], whole, 0)?;
            sum = combine(&sum, &part, |sum, part| sum + part);
        }
    }
    Ok(value_item(&if from <= to { sum } else { sum.map(|n| -n) }))
}

struct Area {
    property: Object,
    reads: u32,
}

impl Area {
    fn read(&mut self, call: &mut Call<'_>, time: Time) -> Result<Value, Fault> {
        self.reads += 1;
        call.state.seen_value(call.runner, self.property, time)
    }

    fn gauss(&mut self, call: &mut Call<'_>, a: Time, b: Time) -> Result<Value, Fault> {
        let (middle, half) = (f64::midpoint(a, b), (b - a) / 2.0);
        let mut sum: Option<Value> = None;
        for (x, weight) in GAUSS {
            let value = self.read(call, middle + half * x)?.map(|n| n * weight * half);
            sum = Some(match sum {
                Some(sum) => combine(&sum, &value, |sum, value| sum + value),
                None => value,
            });
        }
        Ok(sum.unwrap_or(Value::Number(0.0)))
    }

    fn refined(
        &mut self,
        call: &mut Call<'_>,
        [a, b]: [Time; 2],
        whole: Value,
        depth: u32,
    ) -> Result<Value, Fault> {
        let middle = f64::midpoint(a, b);
        let (left, right) = (self.gauss(call, a, middle)?, self.gauss(call, middle, b)?);
        let halves = combine(&left, &right, |left, right| left + right);
        let off = combine(&halves, &whole, |halves, whole| {
            (halves - whole).abs() - TOLERANCE * (b - a + halves.abs())
        });
        let near = off.components().iter().all(|off| *off <= 0.0 || off.is_nan());
        if near || depth >= DEPTH || self.reads > MOST_READS {
            return Ok(halves);
        }
        let left = self.refined(call, [a, middle], left, depth + 1)?;
        let right = self.refined(call, [middle, b], right, depth + 1)?;
        Ok(combine(&left, &right, |left, right| left + right))
    }
}
