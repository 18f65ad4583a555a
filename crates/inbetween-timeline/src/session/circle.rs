//! Values of circles: properties whose expressions read one another.
//!
//! While a property is evaluated, each value that hangs on it is computed once and kept until the property is done: the
//! circle then costs no more than its members, however they read one another. What is kept is the same whatever was
//! remembered before, because a remembered value is used only while none of what it needs is in a circle or runs.

use super::memo::{Key, Quick, key};
use super::stack::slot;
use crate::PropertyRef;
use inbetween_types::{Time, Value};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A value that is right only inside what is being evaluated.
#[derive(Debug)]
pub(super) struct Kept {
    key: Key,
    pub(super) value: Value,
    pub(super) height: u32,
    /// The entry before it of the same property, as in [`Circle::latest`].
    before: usize,
}

/// The values of the circles that are being evaluated, in the order they were computed.
#[derive(Debug, Default)]
pub(super) struct Circle {
    kept: Vec<Kept>,
    places: HashMap<Key, usize, BuildHasherDefault<Quick>>,
    /// For each property: one more than the place of its latest entry, 0 when it has none.
    latest: Vec<usize>,
}

impl Circle {
    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    /// The value of a property at a time, and its place among the kept ones.
    pub(super) fn get(&self, property: PropertyRef, time: Time) -> Option<(usize, &Kept)> {
        if self.kept.is_empty() {
            return None;
        }
        let place = *self.places.get(&key(property, time))?;
        Some((place, self.kept.get(place)?))
    }

    /// The place of the latest value of a property, at whatever time. What is computed of it at another time hangs on
    /// what that one hangs on: nothing that needs the property is remembered meanwhile.
    pub(super) fn latest(&self, property: PropertyRef) -> Option<usize> {
        self.latest.get(slot(property)).copied()?.checked_sub(1)
    }

    pub(super) fn keep(&mut self, property: PropertyRef, time: Time, value: Value, height: u32) {
        let at = slot(property);
        if self.latest.len() <= at {
            self.latest.resize(at.saturating_add(1), 0);
        }
        let Some(latest) = self.latest.get_mut(at) else { return };
        let (key, place) = (key(property, time), self.kept.len());
        let before = std::mem::replace(latest, place + 1);
        self.places.insert(key, place);
        self.kept.push(Kept { key, value, height, before });
    }

    /// Forgets all but the first `len` values.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.kept.len() > len {
            let Some(gone) = self.kept.pop() else { return };
            self.places.remove(&gone.key);
            if let Some(latest) = self.latest.get_mut(slot(gone.key.0)) {
                *latest = gone.before;
            }
        }
    }
}
