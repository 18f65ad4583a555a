//! Fills and strokes of the drawing as Lottie's.

use super::matrix::{affine, is_similar, short, wide};
use inbetween_types::math;
use kurbo::{Affine, Point, Vec2};
use serde_json::{Value, json};

fn fixed(k: impl Into<Value>) -> Value {
    json!({"a": 0, "k": k.into()})
}

/// A paint in Lottie's words.
pub(super) enum Paint {
    /// Members of a solid `fl` or `st`.
    Solid(Value),
    /// Members of a `gf` or `gs` in the element's space.
    Gradient(Value),
    /// The same in a space of its own: the element must be drawn there, under this map.
    Warped(Value, Affine),
    /// None that shapes have: its id and what it is.
    None(String, &'static str),
}

/// What a paint is, and what of it gets lost.
pub(super) fn paint(paint: &usvg::Paint) -> (Paint, Option<(String, &'static str)>) {
    let lost = |base: &usvg::BaseGradient| {
        (base.spread_method() != usvg::SpreadMethod::Pad).then(|| {
            (base.id().to_owned(), "a gradient that repeats or reflects: its end colours go on instead")
        })
    };
    match paint {
        usvg::Paint::Color(color) => {
            let [r, g, b] = [color.red, color.green, color.blue].map(|c| f64::from(c) / 255.0);
            (Paint::Solid(json!({"c": fixed(json!([r, g, b, 1]))})), None)
        }
        usvg::Paint::LinearGradient(gradient) => {
            let map = affine(gradient.transform());
            let from = Point::new(wide(gradient.x1()), wide(gradient.y1()));
            let to = Point::new(wide(gradient.x2()), wide(gradient.y2()));
            let (start, end) = ends(&map, from, to);
            let members = json!({
                "t": 1,
                "s": fixed(json!([short(start.x), short(start.y)])),
                "e": fixed(json!([short(end.x), short(end.y)])),
                "g": stops(gradient.stops()),
            });
            (Paint::Gradient(members), lost(gradient))
        }
        usvg::Paint::RadialGradient(gradient) => {
            let map = affine(gradient.transform());
            let center = Point::new(wide(gradient.cx()), wide(gradient.cy()));
            let radius = wide(gradient.r().get());
            let focus = Point::new(wide(gradient.fx()), wide(gradient.fy()));
            let loss = lost(gradient).or_else(|| {
                (gradient.fr().get() > 0.0)
                    .then(|| (gradient.id().to_owned(), "a focal radius: the focus is a point instead"))
            });
            if is_similar(&map) {
                let rim = map * Point::new(center.x + radius, center.y);
                let members = radial(map * center, rim, map * focus, gradient.stops());
                (Paint::Gradient(members), loss)
            } else {
                let rim = Point::new(center.x + radius, center.y);
                (Paint::Warped(radial(center, rim, focus, gradient.stops()), map), loss)
            }
        }
        usvg::Paint::Pattern(pattern) => (Paint::None(pattern.id().to_owned(), "a pattern"), None),
    }
}

/// Where a linear gradient starts and ends once `map` has leaned it: its lines of one colour stay at right angles to
/// the way from start to end.
fn ends(map: &Affine, from: Point, to: Point) -> (Point, Point) {
    let (start, end) = (*map * from, *map * to);
    let way = to - from;
    let line = *map * (from + Vec2::new(-way.y, way.x)) - start;
    let normal = Vec2::new(line.y, -line.x);
    let size = normal.hypot2();
    if size <= 0.0 || !size.is_finite() {
        return (start, end);
    }
    let along = (end - start).dot(normal) / size;
    (start, start + normal * along)
}

fn radial(center: Point, rim: Point, focus: Point, list: &[usvg::Stop]) -> Value {
    let (out, lean) = (rim - center, focus - center);
    let radius = out.hypot();
    let length = if radius > 0.0 { (lean.hypot() / radius).min(0.999) } else { 0.0 };
    let angle = if length > 0.0 { math::atan2(out.cross(lean), out.dot(lean)).to_degrees() } else { 0.0 };
    json!({
        "t": 2,
        "s": fixed(json!([short(center.x), short(center.y)])),
        "e": fixed(json!([short(rim.x), short(rim.y)])),
        "h": fixed(short(length * 100.0)),
        "a": fixed(short(angle)),
        "g": stops(list),
    })
}

/// Colours, then opacities where any stop lets something through.
fn stops(list: &[usvg::Stop]) -> Value {
    let mut numbers: Vec<f64> = Vec::with_capacity(list.len() * 6);
    for stop in list {
        numbers.push(short(wide(stop.offset().get())));
        let color = stop.color();
        numbers.extend([color.red, color.green, color.blue].map(|c| f64::from(c) / 255.0));
    }
    if list.iter().any(|stop| stop.opacity().get() < 1.0) {
        for stop in list {
            numbers.extend([stop.offset(), stop.opacity()].map(|n| short(wide(n.get()))));
        }
    }
    json!({"p": list.len(), "k": fixed(numbers)})
}

/// A fill item of these members.
pub(super) fn fill_item(fill: &usvg::Fill, members: &Value, gradient: bool) -> Value {
    let rule = if fill.rule() == usvg::FillRule::EvenOdd { 2 } else { 1 };
    let mut item = json!({
        "ty": if gradient { "gf" } else { "fl" },
        "o": fixed(short(wide(fill.opacity().get()) * 100.0)),
        "r": rule,
    });
    merge(&mut item, members);
    item
}

/// A stroke item of these members.
pub(super) fn stroke_item(stroke: &usvg::Stroke, members: &Value, gradient: bool) -> Value {
    let mut item = json!({
        "ty": if gradient { "gs" } else { "st" },
        "o": fixed(short(wide(stroke.opacity().get()) * 100.0)),
        "w": fixed(short(wide(stroke.width().get()))),
        "lc": match stroke.linecap() {
            usvg::LineCap::Butt => 1,
            usvg::LineCap::Round => 2,
            usvg::LineCap::Square => 3,
        },
        "lj": match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => 1,
            usvg::LineJoin::Round => 2,
            usvg::LineJoin::Bevel => 3,
        },
        "ml": short(wide(stroke.miterlimit().get())),
    });
    if let Some(dashes) = stroke.dasharray() {
        let entry = |n: &str, name: &str, v: f64| json!({"n": n, "nm": name, "v": fixed(short(v))});
        let mut list: Vec<Value> = dashes
            .iter()
            .enumerate()
            .map(|(i, v)| if i % 2 == 0 { entry("d", "dash", wide(*v)) } else { entry("g", "gap", wide(*v)) })
            .collect();
        list.push(entry("o", "offset", wide(stroke.dashoffset())));
        merge(&mut item, &json!({"d": list}));
    }
    merge(&mut item, members);
    item
}

fn merge(item: &mut Value, members: &Value) {
    if let (Some(item), Some(members)) = (item.as_object_mut(), members.as_object()) {
        item.extend(members.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
}
