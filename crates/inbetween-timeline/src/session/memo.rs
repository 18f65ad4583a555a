//! What was computed, and what each answer hangs on.

use crate::{LayerRef, PropertyRef};
use inbetween_types::{Mat4, Time, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex};

/// A set of properties with expressions, by number; equal sets have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetId(u32);

/// A value in little room: there are millions.
#[derive(Clone, Debug)]
enum Small {
    Number(f64),
    Pair([f64; 2]),
    Triple([f64; 3]),
    /// Any other, or with why the expression failed, when the value is the one before it.
    Other(Box<(Value, Option<Arc<str>>)>),
}

impl Small {
    fn new(value: &Value, failed: Option<Arc<str>>) -> Self {
        match value {
            Value::Number(n) if failed.is_none() => Self::Number(*n),
            Value::Vector(v) if failed.is_none() => match **v {
                [x, y] => Self::Pair([x, y]),
                [x, y, z] => Self::Triple([x, y, z]),
                _ => Self::Other(Box::new((value.clone(), None))),
            },
            _ => Self::Other(Box::new((value.clone(), failed))),
        }
    }
}

/// A remembered value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    value: Small,
    /// How deep expressions nest below this one, itself included: nesting limits then do not depend on what was
    /// remembered.
    pub(crate) height: u32,
    /// Every property whose expression ran for it, itself included. The answer holds only while none of them is
    /// being evaluated, because a property that is gives its value before the expression.
    pub(crate) needs: SetId,
}

impl Entry {
    /// `failed` says why the expression failed, when the value is the one before it.
    pub(crate) fn new(value: &Value, failed: Option<Arc<str>>, height: u32, needs: SetId) -> Self {
        Self { value: Small::new(value, failed), height, needs }
    }

    pub(crate) fn value(&self) -> Value {
        match &self.value {
            Small::Number(n) => Value::Number(*n),
            Small::Pair(numbers) => Value::vector(numbers),
            Small::Triple(numbers) => Value::vector(numbers),
            Small::Other(other) => other.0.clone(),
        }
    }

    /// Why the expression failed, if it did.
    pub(crate) fn failed(&self) -> Option<&Arc<str>> {
        if let Small::Other(other) = &self.value { other.1.as_ref() } else { None }
    }
}

/// A property at a time.
pub(super) type Key = (PropertyRef, u64);

pub(super) fn key(property: PropertyRef, time: Time) -> Key {
    (property, bits(time))
}

/// A quick hash of a property and a time; no order of a map is ever looked at.
#[derive(Debug, Default)]
pub(crate) struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(23) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type Map = HashMap<Key, Entry, BuildHasherDefault<Quick>>;

/// What sessions of one pass leave to those of the next, by number of the worker.
#[derive(Debug, Default)]
pub(crate) struct Pool(Mutex<BTreeMap<usize, Memo>>);

impl Pool {
    pub(super) fn take(&self, worker: usize) -> Option<Memo> {
        self.0.lock().ok()?.remove(&worker)
    }

    pub(super) fn put(&self, worker: usize, memo: Memo) {
        if let Ok(mut all) = self.0.lock() {
            all.insert(worker, memo);
        }
    }
}

/// What is kept for one property besides the maps.
#[derive(Debug, Default)]
struct Own {
    /// The value computed last, and its time.
    latest: Option<(u64, Entry)>,
    /// The one before it, of a property that is read: followers read the frame before.
    before: Option<Box<(u64, Entry)>>,
    /// The first and the last time that the maps may have: a time ahead of all others need not be looked for.
    span: Option<(Time, Time)>,
    /// The set of only this property.
    alone: Option<SetId>,
    /// The parts of the union made last, and it.
    union: Option<(Vec<SetId>, SetId)>,
}

/// Remembered values by property and time, in two generations: when the young one is full the old one goes. Only
/// properties that expressions read are in them; of every property the latest value is kept.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// By property; most are never asked for.
    own: Vec<Option<Box<Own>>>,
    /// Whether another expression has read a property: only then its values are worth keeping for longer than the next
    /// ask.
    read: Vec<bool>,
    young: Map,
    old: Map,
    half: usize,
    /// The matrix of each layer that was computed last, and its time.
    matrices: Vec<Option<(u64, Mat4, u32, SetId)>>,
    /// Of layers where it never changes: the matrix of all but position.
    rests: HashMap<LayerRef, Mat4, BuildHasherDefault<Quick>>,
    sets: Vec<Arc<[PropertyRef]>>,
    numbers: HashMap<Arc<[PropertyRef]>, SetId>,
    unions: HashMap<(PropertyRef, Vec<SetId>), SetId>,
}

fn bits(time: Time) -> u64 {
    (time + 0.0).to_bits()
}

impl Memo {
    pub(crate) fn new(entries: usize) -> Self {
        Self { half: (entries / 2).max(1), ..Self::default() }
    }

    fn own(&mut self, property: PropertyRef) -> Option<&mut Own> {
        let at = usize::try_from(property.0.0).ok()?;
        if self.own.len() <= at {
            self.own.resize_with(at + 1, || None);
        }
        self.own.get_mut(at).map(|own| &mut **own.get_or_insert_default())
    }

    /// What is remembered. `inside` says that an expression asks.
    pub(crate) fn get(&mut self, property: PropertyRef, time: Time, inside: bool) -> Option<&Entry> {
        let at = bits(time);
        if inside {
            self.note_read(property);
        }
        let read = self.is_read(property);
        let own = self.own(property)?;
        let ahead = own.span.is_none_or(|(first, last)| time < first || time > last);
        let is = |kept: Option<&(u64, Entry)>| kept.is_some_and(|(known, _)| *known == at);
        let (latest, before) = (is(own.latest.as_ref()), is(own.before.as_deref()));
        if latest || before {
            let own = self.own.get(usize::try_from(property.0.0).ok()?)?.as_ref()?;
            let kept = if latest { own.latest.as_ref() } else { own.before.as_deref() };
            return kept.map(|(_, entry)| entry);
        }
        if !read || ahead {
            return None;
        }
        let key = (property, at);
        if !self.young.contains_key(&key) {
            let entry = self.old.remove(&key)?;
            self.insert(key, entry);
        }
        self.young.get(&key)
    }

    /// Whether another expression has read a property.
    pub(crate) fn is_read(&self, property: PropertyRef) -> bool {
        usize::try_from(property.0.0).ok().and_then(|at| self.read.get(at)).is_some_and(|read| *read)
    }

    fn note_read(&mut self, property: PropertyRef) {
        let Ok(at) = usize::try_from(property.0.0) else { return };
        if self.read.len() <= at {
            self.read.resize(at + 1, false);
        }
        if let Some(read) = self.read.get_mut(at) {
            *read = true;
        }
    }

    pub(crate) fn put(&mut self, property: PropertyRef, time: Time, entry: Entry) {
        let at = bits(time);
        let read = self.is_read(property);
        let Some(own) = self.own(property) else { return };
        if !read {
            own.latest = Some((at, entry));
            return;
        }
        let (first, last) = own.span.unwrap_or((time, time));
        own.span = Some((first.min(time), last.max(time)));
        if let Some(latest) = own.latest.replace((at, entry.clone())) {
            match &mut own.before {
                Some(before) => **before = latest,
                none => *none = Some(Box::new(latest)),
            }
        }
        self.insert((property, at), entry);
    }

    fn insert(&mut self, key: Key, entry: Entry) {
        if self.young.len() >= self.half {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, entry);
    }

    /// A layer's remembered matrix, how deep expressions nest below it, and which.
    pub(crate) fn matrix(&self, layer: LayerRef, time: Time) -> Option<(Mat4, u32, SetId)> {
        let kept = self.matrices.get(usize::try_from(layer.0).ok()?)?.as_ref();
        kept.filter(|(at, ..)| *at == bits(time)).map(|(_, matrix, height, needs)| (*matrix, *height, *needs))
    }

    /// The matrix of all but a layer's position, where it never changes.
    pub(crate) fn rest(&self, layer: LayerRef) -> Option<Mat4> {
        self.rests.get(&layer).copied()
    }

    pub(crate) fn put_rest(&mut self, layer: LayerRef, matrix: Mat4) {
        self.rests.insert(layer, matrix);
    }

    pub(crate) fn put_matrix(
        &mut self,
        layer: LayerRef,
        time: Time,
        matrix: Mat4,
        height: u32,
        needs: SetId,
    ) {
        let Ok(at) = usize::try_from(layer.0) else { return };
        if self.matrices.len() <= at {
            self.matrices.resize(at + 1, None);
        }
        if let Some(slot) = self.matrices.get_mut(at) {
            *slot = Some((bits(time), matrix, height, needs));
        }
    }

    /// How many different sets there have been.
    #[cfg(test)]
    pub(crate) fn sets(&self) -> usize {
        self.sets.len()
    }

    /// The members of a set in ascending order.
    pub(crate) fn members(&self, set: SetId) -> &[PropertyRef] {
        self.sets.get(set.0 as usize).map_or(&[], |members| members)
    }

    /// The union of sets, with one property more. `parts` ascend.
    pub(crate) fn union(&mut self, property: PropertyRef, parts: &[SetId]) -> SetId {
        if let Some(own) = self.own(property) {
            match (parts, own.alone, &own.union) {
                ([], Some(alone), _) => return alone,
                (parts, _, Some((known, set))) if known == parts => return *set,
                _ => {}
            }
        }
        let set = self.new_union(property, parts);
        if let Some(own) = self.own(property) {
            if parts.is_empty() {
                own.alone = Some(set);
            } else {
                own.union = Some((parts.to_vec(), set));
            }
        }
        set
    }

    fn new_union(&mut self, property: PropertyRef, parts: &[SetId]) -> SetId {
        let wanted = (property, parts.to_vec());
        if let Some(known) = self.unions.get(&wanted) {
            return *known;
        }
        let mut all: BTreeSet<PropertyRef> = BTreeSet::from([property]);
        for part in parts {
            all.extend(self.members(*part).iter().copied());
        }
        let members: Arc<[PropertyRef]> = all.into_iter().collect();
        let next = SetId(u32::try_from(self.sets.len()).unwrap_or(u32::MAX));
        let number = *self.numbers.entry(Arc::clone(&members)).or_insert(next);
        if number == next {
            self.sets.push(members);
        }
        self.unions.insert(wanted, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeRef;

    fn property(number: u32) -> PropertyRef {
        PropertyRef(NodeRef(number))
    }

    fn entry(number: f64) -> Entry {
        Entry::new(&Value::Number(number), None, 1, SetId(0))
    }

    fn value(memo: &mut Memo, number: u32, time: Time) -> Option<Value> {
        memo.get(property(number), time, true).map(Entry::value)
    }

    #[test]
    fn what_is_asked_again_survives_and_the_rest_is_forgotten() {
        let mut memo = Memo::new(4);
        for n in 0..20 {
            assert_eq!(value(&mut memo, n, 0.0), None);
        }
        memo.put(property(0), 0.0, entry(7.0));
        for n in 1..20 {
            memo.put(property(n), 0.0, entry(1.0));
            memo.put(property(n), 1.0, entry(1.0));
            assert_eq!(value(&mut memo, 0, 0.0), Some(Value::Number(7.0)));
        }
        for time in [2.0, 3.0] {
            memo.put(property(1), time, entry(1.0));
        }
        assert_eq!(value(&mut memo, 1, 0.0), None);
        assert!(memo.young.len() + memo.old.len() <= 4);
    }

    #[test]
    fn of_a_property_that_no_expression_reads_the_latest_value_is_kept() {
        let mut memo = Memo::new(4);
        memo.put(property(0), 0.0, entry(7.0));
        memo.put(property(0), 1.0, entry(8.0));
        assert!(memo.get(property(0), 0.0, false).is_none());
        assert_eq!(memo.get(property(0), 1.0, false).map(Entry::value), Some(Value::Number(8.0)));
        assert!(memo.young.is_empty());
    }

    #[test]
    fn of_a_property_that_is_read_two_values_are_at_hand_and_all_are_found() {
        let mut memo = Memo::new(100);
        let times = [3.0, 5.0, 4.0, -1.0, f64::NAN, 0.0];
        value(&mut memo, 0, 0.0);
        for time in times {
            memo.put(property(0), time, entry(time + 10.0));
        }
        for time in times {
            let found = value(&mut memo, 0, time).unwrap().component(0);
            assert!(found == time + 10.0 || time.is_nan(), "{found} at {time}");
        }
        for time in [-2.0, 2.0, 6.0] {
            assert_eq!(value(&mut memo, 0, time), None);
        }
    }

    #[test]
    fn values_come_back_as_they_were() {
        let mut values: Vec<Value> =
            (0..6).map(|len| Value::vector(&[1.5, -0.0, 3.0, 4.0, 5.0][..len.min(5)])).collect();
        values.push(Value::Number(-0.0));
        values.push(Value::Text(Arc::default()));
        for value in values {
            for failed in [None, Some(Arc::from("why"))] {
                let entry = Entry::new(&value, failed.clone(), 1, SetId(0));
                assert_eq!(format!("{:?}", entry.value()), format!("{value:?}"));
                assert_eq!(entry.failed(), failed.as_ref());
            }
        }
        assert!(size_of::<(Key, Entry)>() <= 56);
    }

    #[test]
    fn equal_sets_have_equal_numbers() {
        let mut memo = Memo::new(4);
        let a = memo.union(property(1), &[]);
        let ab = memo.union(property(2), &[a]);
        let b = memo.union(property(2), &[]);
        assert_eq!(memo.union(property(1), &[b]), ab);
        assert_eq!(memo.members(ab), [property(1), property(2)]);
    }

    #[test]
    fn minus_zero_is_zero() {
        let mut memo = Memo::new(4);
        memo.put(property(0), -0.0, entry(7.0));
        assert!(memo.get(property(0), 0.0, false).is_some());
    }
}
