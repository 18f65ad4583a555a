//! The walk through the items of a Contents group.

use super::paint::Painting;
use super::{
    MOST_COPIES, MOST_VERTICES, Reader, Shape, ellipse, merge, offset, paint, path, pucker, rect, repeater,
    round, star, subdivide, transform, trim, twist, wiggle, zigzag,
};
use crate::{NodeData, NodeRef};
use inbetween_doc::{BlendMode, GroupKind};
use inbetween_expr::Fault;
use inbetween_types::Path;
use kurbo::Affine;

/// Something painted, or a group of such things composited together.
#[derive(Clone, Debug)]
pub(crate) enum Draw {
    /// A fill or stroke.
    Paint(Box<Painting>),
    /// A group that needs a picture of its own.
    Group {
        /// The shape group's name.
        name: String,
        /// Opacity 0..1.
        opacity: f64,
        /// How the whole is blended.
        blend: BlendMode,
        /// What is in it, topmost first.
        draws: Vec<Draw>,
    },
}

/// What the items of a group made.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The paths that items below see, by number, first item first.
    pub(crate) live: Vec<usize>,
    /// What is drawn, topmost first.
    pub(crate) draws: Vec<Draw>,
}

/// All paths and what is drawn with them.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// Every path that ever was, by number.
    pub(crate) shapes: Vec<Shape>,
    /// The outermost group.
    pub(crate) scope: Scope,
}

/// The walk.
pub(crate) struct Gatherer<'r, 'a> {
    pub(crate) reader: &'r mut Reader<'a>,
    pub(crate) shapes: Vec<Shape>,
    /// Vertices and copies that may still be made.
    pub(crate) vertices: usize,
    pub(crate) copies: usize,
    watch: Option<Watch>,
}

/// What the path items above an operator are after it.
#[derive(Debug)]
struct Watch {
    operator: NodeRef,
    /// Path item, number of its shape, and the space of its group.
    origins: Vec<(NodeRef, usize, Affine)>,
    seen: Vec<(NodeRef, Vec<Path>)>,
}

/// Everything in a Contents group.
pub(crate) fn gather(reader: &mut Reader<'_>, contents: NodeRef) -> Result<Gathered, Fault> {
    let mut gatherer = Gatherer::new(reader, None);
    let scope = gatherer.items(contents, Affine::IDENTITY)?;
    Ok(Gathered { shapes: gatherer.shapes, scope })
}

/// Every path item that an operator changes, with its outlines after it, in the space of the item's own group.
pub(crate) fn after(
    reader: &mut Reader<'_>,
    contents: NodeRef,
    operator: NodeRef,
) -> Result<Vec<(NodeRef, Vec<Path>)>, Fault> {
    let watch = Watch { operator, origins: Vec::new(), seen: Vec::new() };
    let mut gatherer = Gatherer::new(reader, Some(watch));
    gatherer.items(contents, Affine::IDENTITY)?;
    Ok(gatherer.watch.map(|watch| watch.seen).unwrap_or_default())
}

impl<'r, 'a> Gatherer<'r, 'a> {
    fn new(reader: &'r mut Reader<'a>, watch: Option<Watch>) -> Self {
        Self { reader, shapes: Vec::new(), vertices: MOST_VERTICES, copies: MOST_COPIES, watch }
    }

    fn look(&mut self, operator: NodeRef, scope: &Scope) {
        let Some(watch) = self.watch.as_mut().filter(|watch| watch.operator == operator) else { return };
        for (item, shape, space) in &watch.origins {
            if let Some(shape) = self.shapes.get(*shape).filter(|_| scope.live.contains(shape)) {
                watch.seen.push((*item, shape.paths_in(*space)));
            }
        }
    }
}

impl Gatherer<'_, '_> {
    fn items(&mut self, contents: NodeRef, space: Affine) -> Result<Scope, Fault> {
        let mut scope = Scope::default();
        let children = self.reader.state.timeline.node(contents).map(|node| node.children().to_vec());
        for child in children.unwrap_or_default() {
            self.item(child, space, &mut scope)?;
        }
        Ok(scope)
    }

    fn item(&mut self, item: NodeRef, space: Affine, scope: &mut Scope) -> Result<(), Fault> {
        let timeline = &self.reader.state.timeline;
        let Some(node) = timeline.node(item) else { return Ok(()) };
        if let NodeData::Group { enabled: false, .. } = node.data {
            return Ok(());
        }
        let match_name = node.match_name.clone();
        if node.group_kind() == Some(GroupKind::ShapeGroup) || match_name == "ADBE Vector Group" {
            return self.group(item, space, scope);
        }
        let reader = &mut *self.reader;
        match match_name.as_ref() {
            "ADBE Vector Shape - Group" => {
                let path = path::path(reader, item)?;
                self.add(item, path, space, scope);
            }
            "ADBE Vector Shape - Rect" => {
                let path = rect::path(reader, item)?;
                self.add(item, path, space, scope);
            }
            "ADBE Vector Shape - Ellipse" => {
                let path = ellipse::path(reader, item)?;
                self.add(item, path, space, scope);
            }
            "ADBE Vector Shape - Star" => {
                let path = star::path(reader, item)?;
                self.add(item, path, space, scope);
            }
            "ADBE Vector Graphic - Fill"
            | "ADBE Vector Graphic - Stroke"
            | "ADBE Vector Graphic - G-Fill"
            | "ADBE Vector Graphic - G-Stroke" => {
                if let Some((painting, above)) = paint::painting(reader, item, &match_name, space)? {
                    let draw = Draw::Paint(Box::new(Painting { shapes: scope.live.clone(), ..painting }));
                    if above {
                        scope.draws.insert(0, draw);
                    } else {
                        scope.draws.push(draw);
                    }
                }
            }
            "ADBE Vector Filter - Trim" => trim::apply(self, item, scope)?,
            "ADBE Vector Filter - Repeater" => repeater::apply(self, item, space, scope)?,
            "ADBE Vector Filter - Merge" => merge::apply(self, item, space, scope)?,
            "ADBE Vector Filter - RC" => round::apply(self, item, space, scope)?,
            subdivide::MATCH_NAME => {
                subdivide::apply(self, item, space, scope)?;
                self.look(item, scope);
            }
            "ADBE Vector Filter - Offset" => offset::apply(self, item, space, scope)?,
            "ADBE Vector Filter - PB" => pucker::apply(self, item, space, scope)?,
            "ADBE Vector Filter - Zigzag" => zigzag::apply(self, item, space, scope)?,
            "ADBE Vector Filter - Twist" => twist::apply(self, item, space, scope)?,
            "ADBE Vector Filter - Roughen" => wiggle::apply(self, item, space, scope)?,
            other => {
                let message = format!("the shape item \"{other}\" is not drawn");
                reader.note("draw/unsupported-shape-item", message);
            }
        }
        Ok(())
    }

    fn add(&mut self, item: NodeRef, path: Path, space: Affine, scope: &mut Scope) {
        if !path.is_empty() && path.is_finite() {
            if let Some(watch) = &mut self.watch {
                watch.origins.push((item, self.shapes.len(), space));
            }
            scope.live.push(self.shapes.len());
            self.shapes.push(Shape { paths: vec![path], space });
        }
    }

    fn group(&mut self, group: NodeRef, space: Affine, scope: &mut Scope) -> Result<(), Fault> {
        let timeline = &self.reader.state.timeline;
        let name = timeline.node(group).map(|node| node.name.clone().into_owned()).unwrap_or_default();
        let transform = timeline.child(group, "ADBE Vector Transform Group");
        let Some(contents) = timeline.child(group, "ADBE Vectors Group") else { return Ok(()) };
        let (own, opacity) = match transform {
            Some(transform) => (
                transform::affine(self.reader, transform)?,
                self.reader.number(transform, "ADBE Vector Group Opacity", 100.0)? / 100.0,
            ),
            None => (Affine::IDENTITY, 1.0),
        };
        let blend = paint::blend(self.reader, group)?;
        let inner = self.items(contents, space * own)?;
        scope.live.extend(inner.live);
        scope.draws.extend(grouped(name, opacity, blend, inner.draws));
        Ok(())
    }

    /// Changes every live path, in the operator's space, by a function of it.
    pub(crate) fn each_path(&mut self, space: Affine, scope: &Scope, mut change: impl FnMut(&Path) -> Path) {
        for id in &scope.live {
            let Some(shape) = self.shapes.get_mut(*id) else { continue };
            let mut paths = shape.paths_in(space);
            for path in &mut paths {
                if self.vertices < path.len() {
                    self.reader.note(
                        "draw/limit",
                        "the layer's paths have too many vertices; some are left as they are",
                    );
                    return;
                }
                let new = change(path);
                if new.is_finite() {
                    self.vertices = self.vertices.saturating_sub(new.len().saturating_sub(path.len()));
                    *path = new;
                }
            }
            *shape = Shape { paths, space };
        }
    }
}

/// A group's draws with its opacity and blend mode: as they are where that makes no difference to a picture of
/// their own, put into the single one where there is one, else a group.
pub(crate) fn grouped(name: String, opacity: f64, blend: BlendMode, mut draws: Vec<Draw>) -> Vec<Draw> {
    let opacity = opacity.clamp(0.0, 1.0);
    if opacity <= 0.0 {
        return Vec::new();
    }
    if opacity >= 1.0 && blend == BlendMode::Normal {
        return draws;
    }
    if let [Draw::Paint(only)] = draws.as_mut_slice() {
        only.opacity *= opacity;
        if blend != BlendMode::Normal {
            only.blend = blend;
        }
        return draws;
    }
    if draws.is_empty() { draws } else { vec![Draw::Group { name, opacity, blend, draws }] }
}
