//! The Data group of a data layer: `layer("f.json")("Data")("Outline")("current")("temp")`.

use super::{fault, json, place};
use crate::{LayerRef, State};
use inbetween_doc::{FootageData, LayerKind, LayerSource};
use inbetween_expr::{Class, Fault, Item, Object};
use std::cell::RefCell;
use std::sync::Arc;

/// Set in the id of a handle into a data file; the rest is its number in [`Branches`].
const DATA: u32 = 1 << 31;

/// A record or list of a data file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Branch {
    layer: LayerRef,
    /// Fields and places from the top.
    path: Vec<usize>,
    name: Arc<str>,
}

/// The branches met so far; handles carry their places.
#[derive(Debug, Default)]
pub(crate) struct Branches(RefCell<Vec<Branch>>);

impl Branches {
    fn number(&self, branch: Branch) -> Option<u32> {
        let mut list = self.0.borrow_mut();
        let place = list.iter().position(|known| *known == branch).unwrap_or_else(|| {
            list.push(branch);
            list.len() - 1
        });
        u32::try_from(place).ok().filter(|place| *place < DATA)
    }

    fn get(&self, id: u32) -> Option<Branch> {
        (id & DATA != 0).then(|| self.0.borrow().get(super::lookup::at(id & !DATA)).cloned())?
    }
}

impl State {
    /// The Data group of a layer that plays a data file; `None` for other layers.
    pub(super) fn data_group(&self, object: Object) -> Option<Result<Item, Fault>> {
        let layer = LayerRef(object.id);
        if self.layer_json(layer).is_none() {
            return (self.layer_kind(layer) == LayerKind::Data).then(|| {
                let message = format!("the data file of {} is not there or is no JSON", self.title(object));
                Err(Fault::thrown("expr/no-data", message)
                    .with_help("put the data into the file: this version reads no files beside it"))
            });
        }
        self.branch_item(Branch { layer, path: Vec::new(), name: Arc::from("Data") }, object.clock).map(Ok)
    }

    fn branch_item(&self, branch: Branch, clock: u32) -> Option<Item> {
        let id = self.branches.number(branch)? | DATA;
        Some(Item::Object(Object { class: Class::PropertyGroup, id, clock }))
    }

    fn layer_json(&self, layer: LayerRef) -> Option<Item> {
        let LayerSource::Footage(id) = &self.layer_data(layer)?.source else { return None };
        match &self.timeline.document().footage(*id)?.data {
            FootageData::Text(text) => json::parse(text),
            FootageData::Embedded(_, bytes) => json::parse(std::str::from_utf8(bytes).ok()?),
            _ => None,
        }
    }

    /// A child of a branch: `None` when the handle is no branch. A leaf is its plain value.
    pub(super) fn branch_child(&self, object: Object, key: &Item) -> Option<Result<Item, Fault>> {
        let branch = self.branches.get(object.id)?;
        let name = key.as_text().unwrap_or("");
        if branch.path.is_empty() && name == "Outline" && &*branch.name == "Data" {
            let outline = Branch { name: Arc::from("Outline"), ..branch };
            return self.branch_item(outline, object.clock).map(Ok);
        }
        let root = self.layer_json(branch.layer)?;
        let mut here = &root;
        for step in &branch.path {
            here = match here {
                Item::Record(fields) => &fields.get(*step)?.1,
                Item::Array(items) => items.get(*step)?,
                _ => return None,
            };
        }
        // AE names the members of a list by the list's name and their place from 0.
        let names: Vec<String> = match here {
            Item::Record(fields) => fields.iter().map(|(name, _)| name.to_string()).collect(),
            Item::Array(items) => (0..items.len()).map(|at| format!("{} {at}", branch.name)).collect(),
            _ => Vec::new(),
        };
        let found = match key {
            Item::Text(name) => names.iter().position(|known| **known == **name),
            other => other.as_number().and_then(|number| place(number, names.len())),
        };
        let child = found.and_then(|at| match here {
            Item::Record(fields) => fields.get(at).map(|(_, value)| (at, value)),
            Item::Array(items) => items.get(at).map(|value| (at, value)),
            _ => None,
        });
        let Some((at, value)) = child else {
            let names = names.iter().map(String::as_str);
            return Some(Err(fault::missing("expr/no-data", "data stream", name, names)));
        };
        if !matches!(value, Item::Record(_) | Item::Array(_)) {
            return Some(Ok(value.clone()));
        }
        let mut path = branch.path;
        path.push(at);
        let name = names.get(at).map_or("", String::as_str);
        let child = Branch { layer: branch.layer, path, name: Arc::from(name) };
        self.branch_item(child, object.clock).map(Ok)
    }
}
