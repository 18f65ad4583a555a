//! Clipping that cuts nothing off, which drawing programs write round everything.

use super::matrix::affine;
use super::path;
use kurbo::{Affine, PathEl, Rect, Shape};

/// Whether the clip is an upright rectangle around everything in `group`, whose space `map` takes to the drawing's.
pub(super) fn cuts_nothing(clip: &usvg::ClipPath, group: &usvg::Group, map: &Affine) -> bool {
    if clip.clip_path().is_some() {
        return false;
    }
    let mut found = None;
    if !only_path(clip.root(), &mut found) {
        return false;
    }
    let Some(outline) = found else { return false };
    let place = *map * affine(clip.transform()) * affine(outline.abs_transform());
    let [a, b, c, d, ..] = place.as_coeffs();
    let upright = (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0);
    let shape = path::outline(outline);
    let bounds = shape.bounding_box();
    let corners = shape.elements().iter().all(|element| match element {
        PathEl::MoveTo(p) | PathEl::LineTo(p) => {
            (p.x == bounds.x0 || p.x == bounds.x1) && (p.y == bounds.y0 || p.y == bounds.y1)
        }
        PathEl::ClosePath => true,
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => false,
    });
    if !upright || !corners || (shape.area().abs() - bounds.area()).abs() > bounds.area() * 1e-6 {
        return false;
    }
    let window = place.transform_rect_bbox(bounds);
    let drawn = group.abs_stroke_bounding_box();
    let drawn = Rect::new(
        f64::from(drawn.left()),
        f64::from(drawn.top()),
        f64::from(drawn.right()),
        f64::from(drawn.bottom()),
    );
    window.inflate(0.01, 0.01).contains_rect(drawn)
}

/// Finds the only path below `group`; false when there is anything else.
fn only_path<'a>(group: &'a usvg::Group, found: &mut Option<&'a usvg::Path>) -> bool {
    if group.clip_path().is_some() {
        return false;
    }
    group.children().iter().all(|node| match node {
        usvg::Node::Group(inner) => only_path(inner, found),
        usvg::Node::Path(path) => found.replace(path).is_none(),
        _ => false,
    })
}
