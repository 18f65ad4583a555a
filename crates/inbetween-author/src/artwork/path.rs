//! Outlines of the drawing: Lottie paths and bounds.

use super::matrix::{short, wide};
use kurbo::{Affine, BezPath, Cap, Join, PathEl, Point, Rect, Shape, Stroke, StrokeOpts};
use serde_json::{Value, json};
use usvg::tiny_skia_path::PathSegment;

/// How far a stroke's outline may be off when bounds are taken, in pixels of the element.
const TOLERANCE: f64 = 1e-3;

pub(super) fn outline(path: &usvg::Path) -> BezPath {
    let point = |p: usvg::tiny_skia_path::Point| Point::new(wide(p.x), wide(p.y));
    let mut out = BezPath::new();
    for segment in path.data().segments() {
        out.push(match segment {
            PathSegment::MoveTo(p) => PathEl::MoveTo(point(p)),
            PathSegment::LineTo(p) => PathEl::LineTo(point(p)),
            PathSegment::QuadTo(a, p) => PathEl::QuadTo(point(a), point(p)),
            PathSegment::CubicTo(a, b, p) => PathEl::CurveTo(point(a), point(b), point(p)),
            PathSegment::Close => PathEl::ClosePath,
        });
    }
    out
}

/// The box of an element's outline, `width` of stroke included, after `map`.
pub(super) fn bounds(
    outline: &BezPath,
    stroke: Option<&usvg::Stroke>,
    filled: bool,
    map: &Affine,
) -> Option<Rect> {
    let mut boxes = Vec::new();
    if filled {
        boxes.push((*map * outline.clone()).bounding_box());
    }
    if let Some(stroke) = stroke {
        let style = Stroke::new(wide(stroke.width().get()))
            .with_caps(match stroke.linecap() {
                usvg::LineCap::Butt => Cap::Butt,
                usvg::LineCap::Round => Cap::Round,
                usvg::LineCap::Square => Cap::Square,
            })
            .with_join(match stroke.linejoin() {
                usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => Join::Miter,
                usvg::LineJoin::Round => Join::Round,
                usvg::LineJoin::Bevel => Join::Bevel,
            })
            .with_miter_limit(wide(stroke.miterlimit().get()));
        let area = kurbo::stroke(outline.iter(), &style, &StrokeOpts::default(), TOLERANCE);
        boxes.push((*map * area).bounding_box());
    }
    boxes.into_iter().filter(|b| b.is_finite()).reduce(|a, b| a.union(b))
}

/// A contour while it is gathered.
#[derive(Default)]
struct Contour {
    vertices: Vec<Point>,
    arriving: Vec<Point>,
    leaving: Vec<Point>,
    closed: bool,
}

impl Contour {
    fn start(at: Point) -> Self {
        Self { vertices: vec![at], arriving: vec![at], leaving: vec![at], closed: false }
    }

    fn curve(&mut self, a: Point, b: Point, to: Point) {
        if let Some(last) = self.leaving.last_mut() {
            *last = a;
        }
        self.vertices.push(to);
        self.arriving.push(b);
        self.leaving.push(to);
    }

    /// Closes it; a last vertex on the first one becomes it.
    fn close(&mut self) {
        self.closed = true;
        let meet = match (self.vertices.first(), self.vertices.last()) {
            (Some(first), Some(last)) => self.vertices.len() > 1 && first.distance(*last) < 1e-4,
            _ => false,
        };
        if meet {
            self.vertices.pop();
            self.leaving.pop();
            if let (Some(arrives), Some(first)) = (self.arriving.pop(), self.arriving.first_mut()) {
                *first = arrives;
            }
        }
    }

    fn item(&self) -> Value {
        let list = |points: &[Point]| -> Value {
            points.iter().map(|p| json!([short(p.x), short(p.y)])).collect::<Vec<_>>().into()
        };
        let handles = |points: &[Point]| -> Value {
            let pairs = points.iter().zip(&self.vertices);
            pairs.map(|(p, v)| json!([short(p.x - v.x), short(p.y - v.y)])).collect::<Vec<_>>().into()
        };
        json!({
            "ty": "sh",
            "ks": {"a": 0, "k": {
                "c": self.closed,
                "v": list(&self.vertices),
                "i": handles(&self.arriving),
                "o": handles(&self.leaving),
            }},
        })
    }
}

/// The `sh` items of an outline, one for each contour, and how many vertices they have.
pub(super) fn items(outline: &BezPath, map: &Affine) -> (Vec<Value>, usize) {
    let mut contours: Vec<Contour> = Vec::new();
    let mut open = false;
    let mut start = Point::ZERO;
    for element in outline.elements() {
        let element = *map * *element;
        if let PathEl::MoveTo(at) = element {
            contours.push(Contour::start(at));
            (start, open) = (at, true);
            continue;
        }
        if !open {
            contours.push(Contour::start(start));
            open = true;
        }
        let Some(contour) = contours.last_mut() else { continue };
        let from = contour.vertices.last().copied().unwrap_or(start);
        match element {
            PathEl::MoveTo(_) => {}
            PathEl::LineTo(to) => contour.curve(from, to, to),
            PathEl::QuadTo(a, to) => {
                contour.curve(from.lerp(a, 2.0 / 3.0), to.lerp(a, 2.0 / 3.0), to);
            }
            PathEl::CurveTo(a, b, to) => contour.curve(a, b, to),
            PathEl::ClosePath => {
                contour.close();
                open = false;
            }
        }
    }
    contours.retain(|contour| contour.vertices.len() > 1 || contour.closed);
    let count = contours.iter().map(|contour| contour.vertices.len()).sum();
    (contours.iter().map(Contour::item).collect(), count)
}
