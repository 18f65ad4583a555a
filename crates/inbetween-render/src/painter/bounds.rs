//! Which pixels nodes may touch.

use super::is_normal;
use super::leaf::stretch;
use crate::raster::IRect;
use crate::{effects, styles};
use inbetween_timeline::scene::{Group, Mask, MaskMode, Node, Projection};
use kurbo::{BezPath, PathEl, Rect};

/// Farthest an effect may reach, in pixels of the layer: blurs of 1e9 are bounded here and in the effects.
const FARTHEST: f64 = 4096.0;

/// By how many pixels of the device a group's effects and styles reach out.
pub(super) fn reach(group: &Group, map: &Projection) -> f64 {
    if group.effects.is_empty() && group.styles.is_empty() {
        return 0.0;
    }
    let sum: f64 = group.effects.iter().map(effects::grow).chain(group.styles.iter().map(styles::grow)).sum();
    if sum > 0.0 { (sum.min(FARTHEST) * stretch(map)).min(2.0 * FARTHEST).ceil() } else { 0.0 }
}

const NOTHING: Rect = Rect::new(f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
const EVERYTHING: Rect = Rect::new(-4e8, -4e8, 4e8, 4e8);

fn join(a: Rect, b: Rect) -> Rect {
    Rect::new(a.x0.min(b.x0), a.y0.min(b.y0), a.x1.max(b.x1), a.y1.max(b.y1))
}

/// The rectangle around a rectangle's image.
pub(super) fn map_rect(rect: Rect, map: &Projection) -> Rect {
    let mut out = NOTHING;
    for (x, y) in [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x0, rect.y1), (rect.x1, rect.y1)] {
        let Some((x, y)) = map.apply(x, y) else { return EVERYTHING };
        if x.is_nan() || y.is_nan() {
            return NOTHING;
        }
        out = join(out, Rect::new(x, y, x, y));
    }
    out
}

fn path_rect(path: &BezPath, grow: f64, map: &Projection) -> Rect {
    let (mut x0, mut y0, mut x1, mut y1) =
        (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    let affine = if grow == 0.0 { map.as_affine() } else { None };
    let turn = affine.unwrap_or_default();
    let mut put = |p: kurbo::Point| {
        let p = turn * p;
        (x0, y0, x1, y1) = (x0.min(p.x), y0.min(p.y), x1.max(p.x), y1.max(p.y));
    };
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) | PathEl::LineTo(p) => put(p),
            PathEl::QuadTo(p, q) => [p, q].into_iter().for_each(&mut put),
            PathEl::CurveTo(p, q, r) => [p, q, r].into_iter().for_each(&mut put),
            PathEl::ClosePath => {}
        }
    }
    if x0 > x1 {
        return NOTHING;
    }
    let rect = Rect::new(x0, y0, x1, y1);
    if affine.is_some() { rect } else { map_rect(rect.inflate(grow, grow), map) }
}

/// The rectangle around what nodes may touch.
pub(super) fn around(nodes: &[Node], map: &Projection, depth: usize) -> Rect {
    let mut out = NOTHING;
    if depth > super::DEEPEST {
        return out;
    }
    for node in nodes {
        let rect = match node {
            Node::Fill(fill) => path_rect(&fill.path, 0.0, &map.after(&fill.transform)),
            Node::Stroke(stroke) => {
                // Corners reach out by the miter limit at most, square caps by √2.
                let miter =
                    if stroke.style.join == kurbo::Join::Miter { stroke.style.miter_limit } else { 1.0 };
                let far = stroke.style.width * 0.5 * miter.max(1.5);
                if !far.is_finite() {
                    continue;
                }
                path_rect(&stroke.path, far.max(1e-3), &map.after(&stroke.transform))
            }
            Node::Image(image) => {
                map_rect(Rect::new(0.0, 0.0, image.width, image.height), &map.after(&image.transform))
            }
            Node::Mesh(mesh) => crate::mesh::around(mesh, map).unwrap_or(EVERYTHING),
            Node::Samples(samples) => {
                samples.iter().fold(NOTHING, |sum, (_, nodes)| join(sum, around(nodes, map, depth + 1)))
            }
            Node::Group(group) => {
                if group.adjustment {
                    let far = reach(group, &map.after(&group.transform));
                    if out.x0 <= out.x1 {
                        out = out.inflate(far, far);
                    }
                    continue;
                }
                of_group(group, &map.after(&group.transform), depth)
            }
            _ => continue,
        };
        out = join(out, rect);
    }
    out
}

/// The rectangle around a group; `map` is from its own space.
fn of_group(group: &Group, map: &Projection, depth: usize) -> Rect {
    let mut rect = around(&group.nodes, map, depth + 1);
    if let Some([x0, y0, x1, y1]) = group.clip {
        let clip = map_rect(Rect::new(x0, y0, x1, y1), map);
        rect =
            Rect::new(rect.x0.max(clip.x0), rect.y0.max(clip.y0), rect.x1.min(clip.x1), rect.y1.min(clip.y1));
        if !(rect.x0 <= rect.x1 && rect.y0 <= rect.y1) {
            return NOTHING;
        }
    }
    if let Some(masked) = masked(&group.masks, map) {
        rect = Rect::new(
            rect.x0.max(masked.x0),
            rect.y0.max(masked.y0),
            rect.x1.min(masked.x1),
            rect.y1.min(masked.y1),
        );
        if !(rect.x0 <= rect.x1 && rect.y0 <= rect.y1) {
            return NOTHING;
        }
    }
    let far = reach(group, map);
    if far > 0.0 && rect.x0 <= rect.x1 { rect.inflate(far, far) } else { rect }
}

/// The rectangle around what masks let through, where that is plain.
fn masked(masks: &[Mask], map: &Projection) -> Option<Rect> {
    let mut sum: Option<Rect> = None;
    for mask in masks.iter().filter(|mask| mask.mode != MaskMode::None) {
        let adds = matches!(mask.mode, MaskMode::Add | MaskMode::Lighten | MaskMode::Difference);
        let first = sum.is_none() && matches!(mask.mode, MaskMode::Intersect | MaskMode::Darken);
        if !adds && sum.is_some() {
            // Later masks of other modes only take away.
            continue;
        }
        let expansion = mask.expansion.max(0.0);
        let grow = mask.feather.into_iter().fold(expansion, |grow, f| grow.max(expansion + f));
        if mask.inverted || !(adds || first) || grow.is_nan() || grow >= FARTHEST {
            return None;
        }
        let rect = path_rect(&mask.path, grow, map);
        sum = Some(sum.map_or(rect, |sum| join(sum, rect)));
    }
    sum
}

/// Whether nodes drawn one by one, each with the group's opacity, look as the group drawn as a whole with it: none
/// overlaps another, and none looks at what is below it.
pub(super) fn is_disjoint(nodes: &[Node], map: &Projection, depth: usize) -> bool {
    const MOST: usize = 6;
    if nodes.len() > MOST || depth > super::DEEPEST {
        return false;
    }
    let simple = nodes.iter().all(|node| match node {
        Node::Fill(fill) => is_normal(fill.blend),
        Node::Stroke(stroke) => is_normal(stroke.blend),
        Node::Image(_) => true,
        Node::Group(group) => {
            is_normal(group.blend)
                && !group.adjustment
                && (!stays_open(group) || is_disjoint(&group.nodes, &map.after(&group.transform), depth + 1))
        }
        _ => false,
    });
    if !simple || nodes.len() < 2 {
        return simple;
    }
    let mut rects = [IRect::default(); MOST];
    for (at, node) in nodes.iter().enumerate() {
        let rect = IRect::around(around(std::slice::from_ref(node), map, depth));
        if rects.iter().take(at).any(|other| !other.intersect(rect).is_empty()) {
            return false;
        }
        if let Some(place) = rects.get_mut(at) {
            *place = rect;
        }
    }
    true
}

/// Whether a group may be drawn without a picture of its own.
fn stays_open(group: &Group) -> bool {
    group.masks.is_empty() && group.effects.is_empty() && group.styles.is_empty() && group.matte.is_none()
}

/// Whether something among the nodes looks at what is below the group they are in.
pub(crate) fn looks_below(nodes: &[Node], depth: usize) -> bool {
    depth > super::DEEPEST
        || nodes.iter().any(|node| match node {
            Node::Fill(fill) => !is_normal(fill.blend),
            Node::Stroke(stroke) => !is_normal(stroke.blend),
            Node::Group(group) => {
                !is_normal(group.blend)
                    || group.adjustment
                    || (group.is_plain() && looks_below(&group.nodes, depth + 1))
            }
            _ => false,
        })
}
