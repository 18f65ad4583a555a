//! Elements of the drawing as Lottie shape items.

use super::matrix::{affine, is_move, transform_item};
use super::paint::{Paint, fill_item, paint, stroke_item};
use super::{ArtworkError, clip, names, path};
use inbetween_types::{Diagnostic, Diagnostics, Location, Severity};
use kurbo::{Affine, Rect};
use serde_json::{Value, json};

/// Most groups in each other: what reads the shapes counts levels too.
const MOST_DEPTH: usize = 40;
/// Most shapes.
const MOST_SHAPES: usize = 100_000;
/// Most points of all paths.
const MOST_POINTS: usize = 2_000_000;

/// What is gathered while the elements are walked.
#[derive(Default)]
pub(super) struct Maker {
    pub(super) diagnostics: Diagnostics,
    /// The name of the layer being made.
    pub(super) layer: String,
    /// What has been drawn of it so far, in the drawing's pixels.
    pub(super) bounds: Option<Rect>,
    shapes: usize,
    points: usize,
}

impl Maker {
    pub(super) fn note(&mut self, code: &'static str, id: &str, what: &str, help: &str) {
        let id = names::shown(id);
        let whose = if id.is_empty() { String::new() } else { format!("#{id}: ") };
        let place = Location { layer: Some(self.layer.clone()), ..Location::default() };
        let finding =
            Diagnostic::new(code, Severity::Warning, format!("{whose}{what} cannot be said in shapes"));
        self.diagnostics.push(finding.at(place).with_help(help));
    }

    /// The items of a list of elements, topmost first. `map` takes their space to the layer's, `to_drawing` the
    /// layer's to the drawing's.
    pub(super) fn items(
        &mut self,
        nodes: &[usvg::Node],
        map: Affine,
        world: Affine,
        depth: usize,
    ) -> Result<Vec<Value>, ArtworkError> {
        if depth > MOST_DEPTH {
            return Err(ArtworkError::TooMuch(format!("more than {MOST_DEPTH} groups in each other")));
        }
        let mut out = Vec::new();
        for node in nodes.iter().rev() {
            match node {
                usvg::Node::Group(group) => self.group(group, map, world, depth, &mut out)?,
                usvg::Node::Path(path) => self.path(path, map, world, &mut out)?,
                usvg::Node::Image(image) => {
                    self.note(
                        "artwork/image",
                        image.id(),
                        "an image",
                        "trace it, or import it as an image layer",
                    );
                }
                usvg::Node::Text(text) => {
                    self.note(
                        "artwork/text",
                        text.id(),
                        "text",
                        "convert it to outlines in the drawing program",
                    );
                }
            }
        }
        Ok(out)
    }

    /// `map` takes the space around the group to the space its items are written in, `world` to the drawing's.
    fn group(
        &mut self,
        group: &usvg::Group,
        map: Affine,
        world: Affine,
        depth: usize,
        out: &mut Vec<Value>,
    ) -> Result<(), ArtworkError> {
        let own = affine(group.transform());
        let (map, world) = (map * own, world * own);
        if !map.is_finite() || !world.is_finite() {
            self.note(
                "artwork/not-finite",
                group.id(),
                "a transform that is not finite",
                "repair the drawing",
            );
            return Ok(());
        }
        if let Some(window) = group.clip_path()
            && !clip::cuts_nothing(window, group, &world)
        {
            self.note(
                "artwork/clip-path",
                group.id(),
                "a clipping path",
                "cut the shapes in the drawing program, or give the layer a mask",
            );
        }
        if group.mask().is_some() {
            self.note("artwork/mask", group.id(), "a mask", "give the layer a mask or a track matte");
        }
        if !group.filters().is_empty() {
            self.note(
                "artwork/filter",
                group.id(),
                "a filter",
                "put an effect or a layer style on the layer",
            );
        }
        let opacity = f64::from(group.opacity().get());
        let blend = blend_mode(group.blend_mode());
        if blend.is_none() {
            self.note(
                "artwork/blend-mode",
                group.id(),
                "this blend mode",
                "choose one that After Effects has",
            );
        }
        let blend = blend.unwrap_or(0);
        let named = !names::shown(group.id()).is_empty() && depth > 0;
        if is_move(&map) && opacity >= 1.0 && blend == 0 && !group.isolate() && !named {
            out.extend(self.items(group.children(), map, world, depth + 1)?);
            return Ok(());
        }
        // What only moves keeps its places in layer space.
        let (inner, outer) = if is_move(&map) { (map, Affine::IDENTITY) } else { (Affine::IDENTITY, map) };
        let mut items = self.items(group.children(), inner, world, depth + 1)?;
        if items.is_empty() {
            return Ok(());
        }
        items.push(transform_item(&outer, f64::from(group.opacity().get())));
        let mut item = json!({"ty": "gr", "nm": group_name(group.id(), "Group"), "it": items});
        if let Some(members) = item.as_object_mut().filter(|_| blend != 0) {
            members.insert("bm".to_owned(), blend.into());
        }
        out.push(item);
        Ok(())
    }

    fn path(
        &mut self,
        element: &usvg::Path,
        map: Affine,
        world: Affine,
        out: &mut Vec<Value>,
    ) -> Result<(), ArtworkError> {
        if !element.is_visible() {
            return Ok(());
        }
        self.shapes += 1;
        if self.shapes > MOST_SHAPES {
            return Err(ArtworkError::TooMuch(format!("more than {MOST_SHAPES} shapes")));
        }
        let outline = path::outline(element);
        if !outline.is_finite() {
            self.note(
                "artwork/not-finite",
                element.id(),
                "an outline that is not finite",
                "repair the drawing",
            );
            return Ok(());
        }
        // Each group is drawn in one space: the element's, or that of a gradient that is no circle.
        let mut paints: Vec<(Value, Option<Affine>)> = Vec::new();
        if let Some(fill) = element.fill()
            && let Some((members, gradient, warp)) = self.members(element.id(), fill.paint())
        {
            paints.push((fill_item(fill, &members, gradient), warp));
        }
        let filled = !paints.is_empty();
        let mut stroked = None;
        if let Some(stroke) = element.stroke()
            && let Some((members, gradient, warp)) = self.members(element.id(), stroke.paint())
        {
            if warp.is_some() {
                let help = "make the gradient circular, or turn the stroke into a filled outline";
                self.note("artwork/gradient", element.id(), "a stroke with a gradient of ellipses", help);
            }
            if stroke.linejoin() == usvg::LineJoin::MiterClip {
                self.note(
                    "artwork/line-join",
                    element.id(),
                    "a clipped miter join",
                    "choose another line join",
                );
            }
            let item = stroke_item(stroke, &members, gradient);
            if element.paint_order() == usvg::PaintOrder::StrokeAndFill {
                paints.push((item, None));
            } else {
                paints.insert(0, (item, None));
            }
            stroked = Some(stroke);
        }
        if paints.is_empty() {
            return Ok(());
        }
        if let Some(drawn) = path::bounds(&outline, stroked, filled, &world) {
            self.bounds = Some(self.bounds.map_or(drawn, |bounds| bounds.union(drawn)));
        }
        let name = group_name(element.id(), "Path");
        if paints.iter().all(|(_, warp)| warp.is_none()) {
            // A gradient's places move with the path's.
            let gradient = paints.iter().any(|(item, _)| item.get("g").is_some());
            let (inner, outer) =
                if is_move(&map) && !gradient { (map, Affine::IDENTITY) } else { (Affine::IDENTITY, map) };
            return self.placed(&outline, inner, outer, paints, &name, out);
        }
        for (item, warp) in paints {
            let (inner, outer) = match warp {
                Some(warp) if warp.determinant().abs() > 1e-18 => (warp.inverse(), map * warp),
                _ => (Affine::IDENTITY, map),
            };
            self.placed(&outline, inner, outer, vec![(item, None)], &name, out)?;
        }
        Ok(())
    }

    /// A group of the outline under `inner`, its paints, and the transform `outer`.
    fn placed(
        &mut self,
        outline: &kurbo::BezPath,
        inner: Affine,
        outer: Affine,
        paints: Vec<(Value, Option<Affine>)>,
        name: &str,
        out: &mut Vec<Value>,
    ) -> Result<(), ArtworkError> {
        let (mut items, points) = path::items(outline, &inner);
        self.points += points;
        if self.points > MOST_POINTS {
            return Err(ArtworkError::TooMuch(format!("more than {MOST_POINTS} points")));
        }
        if items.is_empty() {
            return Ok(());
        }
        items.extend(paints.into_iter().map(|(item, _)| item));
        items.push(transform_item(&outer, 1.0));
        out.push(json!({"ty": "gr", "nm": name, "it": items}));
        Ok(())
    }

    /// The members a paint gives its item, whether it is a gradient, and the space it needs.
    fn members(&mut self, id: &str, from: &usvg::Paint) -> Option<(Value, bool, Option<Affine>)> {
        let (made, lost) = paint(from);
        if let Some((gradient, what)) = lost {
            let whose = if names::shown(id).is_empty() { gradient } else { id.to_owned() };
            self.note("artwork/gradient", &whose, what, "spell its colours out over the whole shape");
        }
        match made {
            Paint::Solid(members) => Some((members, false, None)),
            Paint::Gradient(members) => Some((members, true, None)),
            Paint::Warped(members, map) => Some((members, true, Some(map))),
            Paint::None(pattern, what) => {
                let whose = if names::shown(id).is_empty() { pattern } else { id.to_owned() };
                self.note("artwork/pattern", &whose, what, "expand the pattern into shapes");
                None
            }
        }
    }
}

fn group_name(id: &str, otherwise: &str) -> String {
    let id = names::shown(id);
    if id.is_empty() { otherwise.to_owned() } else { names::unescaped(id) }
}

/// Lottie's number of a blend mode.
fn blend_mode(mode: usvg::BlendMode) -> Option<u8> {
    Some(match mode {
        usvg::BlendMode::Normal => 0,
        usvg::BlendMode::Multiply => 1,
        usvg::BlendMode::Screen => 2,
        usvg::BlendMode::Overlay => 3,
        usvg::BlendMode::Darken => 4,
        usvg::BlendMode::Lighten => 5,
        usvg::BlendMode::ColorDodge => 6,
        usvg::BlendMode::ColorBurn => 7,
        usvg::BlendMode::HardLight => 8,
        usvg::BlendMode::SoftLight => 9,
        usvg::BlendMode::Difference => 10,
        usvg::BlendMode::Exclusion => 11,
        usvg::BlendMode::Hue => 12,
        usvg::BlendMode::Saturation => 13,
        usvg::BlendMode::Color => 14,
        usvg::BlendMode::Luminosity => 15,
        usvg::BlendMode::PlusLighter => return None,
    })
}
