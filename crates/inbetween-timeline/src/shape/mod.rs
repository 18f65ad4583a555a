//! Shape layers as outlines at a time.
//!
//! Items are looked up by match name: rectangle, ellipse, star, path; groups carry their transform. Operators that
//! change outlines (trim, repeater, offset …) are left to a later stage; [`Outlines::ignored`] names those met.

mod ellipse;
mod rect;
mod star;
pub(crate) mod transform;

use crate::{NodeRef, State};
use inbetween_doc::GroupKind;
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Time, Value};
use kurbo::{Affine, BezPath};
use std::borrow::Cow;

/// Length of a Bézier handle over the radius for a quarter of a circle, as AE and every player have it.
pub(crate) const QUARTER: f64 = 0.5519;

/// One path of a shape layer.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// In the coordinates of the group the item is in.
    pub(crate) path: BezPath,
    /// From there to layer space.
    pub(crate) transform: Affine,
    /// Half the width of the widest stroke that draws it, in pixels of layer space.
    pub(crate) stroke: f64,
}

/// All paths of a shape layer.
#[derive(Debug, Default)]
pub(crate) struct Outlines {
    pub(crate) list: Vec<Outline>,
    /// Match names of items that would change outlines and were left out.
    pub(crate) ignored: Vec<Cow<'static, str>>,
}

/// Values of an item's properties at a time.
pub(crate) struct Reader<'a> {
    pub(crate) state: &'a State,
    pub(crate) runner: &'a mut dyn Runner,
    pub(crate) time: Time,
}

impl Reader<'_> {
    /// The value of a member by match name; `None` when there is no such member.
    pub(crate) fn value(&mut self, item: NodeRef, match_name: &str) -> Result<Option<Value>, Fault> {
        match self.state.timeline.child_property(item, match_name) {
            Some(property) => self.state.value(self.runner, property, self.time).map(Some),
            None => Ok(None),
        }
    }

    /// The same as a number.
    pub(crate) fn number(&mut self, item: NodeRef, match_name: &str, default: f64) -> Result<f64, Fault> {
        Ok(self.value(item, match_name)?.map_or(default, |value| value.component(0)))
    }

    /// The same as a point.
    pub(crate) fn point(
        &mut self,
        item: NodeRef,
        match_name: &str,
        default: [f64; 2],
    ) -> Result<[f64; 2], Fault> {
        Ok(self.value(item, match_name)?.map_or(default, |value| [value.component(0), value.component(1)]))
    }

    /// Whether a path runs against the clock (Shape Direction 3).
    pub(crate) fn reversed(&mut self, item: NodeRef) -> Result<bool, Fault> {
        Ok(self.number(item, "ADBE Vector Shape Direction", 1.0)? == 3.0)
    }

    /// The outlines of the items of a Contents group.
    pub(crate) fn outlines(&mut self, contents: NodeRef) -> Result<Outlines, Fault> {
        let mut out = Outlines::default();
        self.contents(contents, Affine::IDENTITY, &mut out)?;
        Ok(out)
    }

    fn contents(&mut self, contents: NodeRef, transform: Affine, out: &mut Outlines) -> Result<(), Fault> {
        let start = out.list.len();
        let mut stroke: f64 = 0.0;
        let children = self.state.timeline.node(contents).map(|node| node.children().to_vec());
        for child in children.unwrap_or_default() {
            let Some(node) = self.state.timeline.node(child) else { continue };
            if let crate::NodeData::Group { enabled: false, .. } = node.data {
                continue;
            }
            let match_name = node.match_name.clone();
            if node.group_kind() == Some(GroupKind::ShapeGroup) || match_name == "ADBE Vector Group" {
                self.group(child, transform, out)?;
                continue;
            }
            let path = match match_name.as_ref() {
                "ADBE Vector Shape - Group" => {
                    self.value(child, "ADBE Vector Shape")?.and_then(|value| match value {
                        Value::Path(path) => Some(path.to_bez_path()),
                        _ => None,
                    })
                }
                "ADBE Vector Shape - Rect" => Some(rect::path(self, child)?),
                "ADBE Vector Shape - Ellipse" => Some(ellipse::path(self, child)?),
                "ADBE Vector Shape - Star" => Some(star::path(self, child)?),
                "ADBE Vector Graphic - Stroke" | "ADBE Vector Graphic - G-Stroke" => {
                    let width = self.number(child, "ADBE Vector Stroke Width", 0.0)?;
                    stroke = stroke.max(width / 2.0 * transform.determinant().abs().sqrt());
                    None
                }
                name if name.starts_with("ADBE Vector Filter") => {
                    if !out.ignored.contains(&match_name) {
                        out.ignored.push(match_name);
                    }
                    None
                }
                _ => None,
            };
            if let Some(path) = path.filter(|path| !path.elements().is_empty()) {
                out.list.push(Outline { path, transform, stroke: 0.0 });
            }
        }
        for outline in out.list.iter_mut().skip(start) {
            outline.stroke = outline.stroke.max(stroke);
        }
        Ok(())
    }

    fn group(&mut self, group: NodeRef, outer: Affine, out: &mut Outlines) -> Result<(), Fault> {
        let timeline = &self.state.timeline;
        let transform = timeline.child(group, "ADBE Vector Transform Group");
        let contents = timeline.child(group, "ADBE Vectors Group");
        let own = match transform {
            Some(transform) => transform::affine(self, transform)?,
            None => Affine::IDENTITY,
        };
        match contents {
            Some(contents) => self.contents(contents, outer * own, out),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
