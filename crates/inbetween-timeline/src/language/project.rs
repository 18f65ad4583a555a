//! `thisProject`, and the global functions that look things up in it.

use super::children::repaired;
use super::fault;
use super::row::{Row, attribute, method};
use crate::State;
use inbetween_expr::{Class, Item, Object};

pub(super) const ROWS: &[Row] = &[
    attribute("fullPath", &[], "Path of the project; empty: a Lottie is no project.", |_| Ok(Item::text(""))),
    attribute("bitsPerChannel", &[], "Bit depth of the project: 8.", |_| super::number(8.0)),
    attribute("colorDepth", &["color_depth"], "Bit depth of the project: 8.", |_| super::number(8.0)),
    attribute("linearBlending", &[], "Whether colours blend with gamma 1.0: false.", |_| super::flag(false)),
    method("comp", &[], "comp(name): a composition by name.", |call| {
        let name = call.argument(0).and_then(Item::as_text).map(str::to_owned);
        let name = name.ok_or_else(|| fault::argument("comp", 0, "a name", call.argument(0)))?;
        match call.state.composition_by_name(&name) {
            Some(id) => Ok(Item::Object(Object { class: Class::Composition, id, clock: 0 })),
            None => Err(fault::missing(
                "expr/unknown-composition",
                "composition",
                &name,
                call.state.timeline.inner.compositions.iter().map(|node| node.name.as_str()),
            )),
        }
    }),
    method("footage", &[], "footage(name): a footage item by name.", |call| {
        let name = call.argument(0).and_then(Item::as_text).map(str::to_owned);
        let name = name.ok_or_else(|| fault::argument("footage", 0, "a name", call.argument(0)))?;
        match call.state.footage_by_name(&name) {
            Some(id) => Ok(Item::Object(Object { class: Class::Footage, id, clock: 0 })),
            None => Err(fault::missing(
                "expr/unknown-footage",
                "footage",
                &name,
                call.state.timeline.inner.document.footage.iter().map(|item| item.name.as_str()),
            )),
        }
    }),
];

impl State {
    fn composition_by_name(&self, name: &str) -> Option<u32> {
        let list = &self.timeline.inner.compositions;
        let place = list.iter().position(|node| node.name == name);
        match (place, repaired(name)) {
            (Some(place), _) => u32::try_from(place).ok(),
            (None, Some(name)) => self.composition_by_name(&name),
            // A file that does not name its main composition still calls it by the name it had.
            (None, None) => list.first().filter(|main| main.name.is_empty()).map(|_| 0),
        }
    }

    fn footage_by_name(&self, name: &str) -> Option<u32> {
        let list = &self.timeline.inner.document.footage;
        let base = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        let place = list
            .iter()
            .position(|item| item.name == name)
            .or_else(|| list.iter().position(|item| base(&item.name) == base(name)));
        match place {
            Some(place) => u32::try_from(place).ok(),
            None => self.footage_by_name(&repaired(name)?),
        }
    }
}
