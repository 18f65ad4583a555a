//! What was computed, and what each answer hangs on.

use crate::PropertyRef;
use inbetween_types::{Time, Value};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A set of properties with expressions, by number; equal sets have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetId(u32);

/// A remembered value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    /// How deep expressions nest below this one, itself included: nesting limits then do not depend on what was
    /// remembered.
    pub(crate) height: u32,
    /// Every property whose expression ran for it, itself included. The answer holds only while none of them is
    /// being evaluated, because a property that is gives its value before the expression.
    pub(crate) needs: SetId,
}

type Key = (PropertyRef, u64);

/// Remembered values by property and time, in two generations: when the young one is full the old one goes.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    young: HashMap<Key, Entry>,
    old: HashMap<Key, Entry>,
    half: usize,
    sets: Vec<Arc<[PropertyRef]>>,
    numbers: HashMap<Arc<[PropertyRef]>, SetId>,
    unions: HashMap<(PropertyRef, Vec<SetId>), SetId>,
}

fn key(property: PropertyRef, time: Time) -> Key {
    (property, (time + 0.0).to_bits())
}

impl Memo {
    pub(crate) fn new(entries: usize) -> Self {
        Self { half: (entries / 2).max(1), ..Self::default() }
    }

    pub(crate) fn get(&mut self, property: PropertyRef, time: Time) -> Option<Entry> {
        let key = key(property, time);
        if let Some(entry) = self.young.get(&key) {
            return Some(entry.clone());
        }
        let entry = self.old.remove(&key)?;
        self.insert(key, entry.clone());
        Some(entry)
    }

    pub(crate) fn put(&mut self, property: PropertyRef, time: Time, entry: Entry) {
        self.insert(key(property, time), entry);
    }

    fn insert(&mut self, key: Key, entry: Entry) {
        if self.young.len() >= self.half {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, entry);
    }

    /// The members of a set in ascending order.
    pub(crate) fn members(&self, set: SetId) -> &[PropertyRef] {
        self.sets.get(set.0 as usize).map_or(&[], |members| members)
    }

    /// The union of sets, with one property more.
    pub(crate) fn union(&mut self, property: PropertyRef, parts: &BTreeSet<SetId>) -> SetId {
        let wanted = (property, parts.iter().copied().collect::<Vec<_>>());
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
        Entry { value: Value::Number(number), height: 1, needs: SetId(0) }
    }

    #[test]
    fn what_is_asked_again_survives_and_the_rest_is_forgotten() {
        let mut memo = Memo::new(4);
        memo.put(property(0), 0.0, entry(7.0));
        for n in 1..20 {
            memo.put(property(n), 0.0, entry(1.0));
            assert_eq!(memo.get(property(0), 0.0).unwrap().value, Value::Number(7.0));
        }
        assert!(memo.get(property(1), 0.0).is_none());
        assert!(memo.young.len() + memo.old.len() <= 4);
    }

    #[test]
    fn equal_sets_have_equal_numbers() {
        let mut memo = Memo::new(4);
        let a = memo.union(property(1), &BTreeSet::new());
        let ab = memo.union(property(2), &BTreeSet::from([a]));
        let b = memo.union(property(2), &BTreeSet::new());
        assert_eq!(memo.union(property(1), &BTreeSet::from([b])), ab);
        assert_eq!(memo.members(ab), [property(1), property(2)]);
    }

    #[test]
    fn minus_zero_is_zero() {
        let mut memo = Memo::new(4);
        memo.put(property(0), -0.0, entry(7.0));
        assert!(memo.get(property(0), 0.0).is_some());
    }
}
