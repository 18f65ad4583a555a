//! What things are called: layers, compositions, footage. Looked up in maps, for a file may have very many.

use std::collections::BTreeMap;

/// Something that layers may refer to.
#[derive(Clone, Debug, Default)]
pub(in crate::scene) struct Named {
    pub(in crate::scene) name: String,
    pub(in crate::scene) id: String,
    /// Width and height, of compositions.
    pub(in crate::scene) size: Option<[f64; 2]>,
}

/// Compositions or footage by name and id.
#[derive(Clone, Debug, Default)]
pub(in crate::scene) struct Directory {
    list: Vec<Named>,
    /// The first of each name, and whether it is the only one.
    names: BTreeMap<String, (usize, bool)>,
    ids: BTreeMap<String, usize>,
}

impl Directory {
    pub(in crate::scene) fn push(&mut self, named: Named) {
        let at = self.list.len();
        self.names.entry(named.name.clone()).and_modify(|(_, only)| *only = false).or_insert((at, true));
        self.ids.entry(named.id.clone()).or_insert(at);
        self.list.push(named);
    }

    /// The only one of that name, else the one of that id, else the first of that name.
    pub(in crate::scene) fn find(&self, name: &str) -> Option<&Named> {
        let by_name = self.names.get(name).copied();
        let at = match by_name {
            Some((at, true)) => Some(at),
            _ => self.ids.get(name).copied().or(by_name.map(|(at, _)| at)),
        };
        self.list.get(at?)
    }

    /// The first of all.
    pub(in crate::scene) fn first(&self) -> Option<&Named> {
        self.list.first()
    }

    /// The first of an id.
    pub(in crate::scene) fn by_id(&self, id: &str) -> Option<&Named> {
        self.list.get(*self.ids.get(id)?)
    }

    /// Where the one of an id stands in the list.
    pub(in crate::scene) fn place(&self, id: &str) -> Option<usize> {
        self.ids.get(id).copied()
    }

    /// How it is named so that [`Directory::find`] finds it.
    pub(in crate::scene) fn clear_name<'a>(&self, named: &'a Named) -> &'a str {
        let only = !named.name.is_empty() && self.names.get(&named.name).is_some_and(|(_, only)| *only);
        if only { &named.name } else { &named.id }
    }

    pub(in crate::scene) fn names(&self) -> Vec<&str> {
        self.list.iter().map(|named| named.name.as_str()).collect()
    }
}

impl FromIterator<Named> for Directory {
    fn from_iter<T: IntoIterator<Item = Named>>(list: T) -> Self {
        let mut out = Self::default();
        list.into_iter().for_each(|named| out.push(named));
        out
    }
}

/// The layers of a composition by name and id, from the top.
#[derive(Clone, Debug, Default)]
pub(in crate::scene) struct Roster {
    list: Vec<(String, Option<i64>)>,
    names: BTreeMap<String, Vec<i64>>,
    /// How many have each name.
    counts: BTreeMap<String, usize>,
    ids: BTreeMap<i64, usize>,
}

impl Roster {
    pub(in crate::scene) fn new(list: Vec<(String, Option<i64>)>) -> Self {
        let mut out = Self::default();
        for (at, (name, id)) in list.iter().enumerate() {
            *out.counts.entry(name.clone()).or_default() += 1;
            if let Some(id) = id {
                out.names.entry(name.clone()).or_default().push(*id);
                out.ids.entry(*id).or_insert(at);
            }
        }
        out.list = list;
        out
    }

    /// The id of the layer at a place.
    pub(in crate::scene) fn id_at(&self, place: usize) -> Option<i64> {
        self.list.get(place).and_then(|(_, id)| *id)
    }

    /// The place of the first layer of an id.
    pub(in crate::scene) fn place(&self, id: i64) -> Option<usize> {
        self.ids.get(&id).copied()
    }

    /// The ids of the layers of a name.
    pub(in crate::scene) fn ids(&self, name: &str) -> &[i64] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// The name of the layer of an id.
    pub(in crate::scene) fn name(&self, id: i64) -> Option<&str> {
        self.list.get(self.place(id)?).map(|(name, _)| name.as_str())
    }

    /// Its name where no other layer has it.
    pub(in crate::scene) fn clear_name(&self, id: i64) -> Option<&str> {
        let name = self.name(id)?;
        (!name.is_empty() && self.counts.get(name) == Some(&1)).then_some(name)
    }

    pub(in crate::scene) fn names(&self) -> Vec<&str> {
        self.list.iter().map(|(name, _)| name.as_str()).collect()
    }
}
