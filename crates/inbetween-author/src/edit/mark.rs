//! Marks of shape layers: the centre of what a named item draws.

use super::EditError;
use super::model::missing;
use inbetween_doc::{GroupKind, Layer, PropertyGroup};
use inbetween_types::{Value, math};
use kurbo::{Affine, BezPath, Point, Rect, Shape};

/// The centre of the box of the item named `id`, in layer space, as it stands without keyframes and expressions.
pub(super) fn of_shapes(layer: &Layer, id: &str) -> Result<[f64; 2], EditError> {
    let Some(contents) = layer.properties.group("ADBE Root Vectors Group") else {
        return Err(EditError::NotPossible(format!(
            "\"{}\" comes from no drawing and has no shapes, so it has no mark \"#{id}\"",
            layer.name
        )));
    };
    let mut names = Vec::new();
    if let Some(bounds) = find(contents, id, Affine::IDENTITY, &mut names) {
        let center = bounds.center();
        return Ok([center.x, center.y].map(|n| super::value::tidy((n * 1000.0).round() / 1000.0)));
    }
    Err(EditError::NotFound(missing("mark or named shape", id, names.iter().map(String::as_str))))
}

/// The box of the first item of that name.
fn find(contents: &PropertyGroup, id: &str, map: Affine, names: &mut Vec<String>) -> Option<Rect> {
    for item in contents.groups() {
        if item.name == id {
            return bounds(item, map);
        }
        names.push(item.name.clone().into_owned());
        if item.kind == GroupKind::ShapeGroup
            && let Some(inner) = item.group("ADBE Vectors Group")
            && let Some(found) = find(inner, id, map * transform(item), names)
        {
            return Some(found);
        }
    }
    None
}

/// The box of an item and everything in it.
fn bounds(item: &PropertyGroup, map: Affine) -> Option<Rect> {
    if item.kind == GroupKind::ShapeGroup {
        let inner = map * transform(item);
        let all = item.group("ADBE Vectors Group")?.groups().filter_map(|item| bounds(item, inner));
        return all.reduce(|a, b| a.union(b));
    }
    let point = |name: &str| item.property(name).map(|p| [p.value.component(0), p.value.component(1)]);
    let around = |center: [f64; 2], size: [f64; 2]| {
        let place = Point::new(center[0], center[1]);
        Rect::from_center_size(place, (size[0].abs(), size[1].abs()))
    };
    let own = match item.match_name.as_ref() {
        "ADBE Vector Shape - Rect" => {
            around(point("ADBE Vector Rect Position")?, point("ADBE Vector Rect Size")?)
        }
        "ADBE Vector Shape - Ellipse" => {
            around(point("ADBE Vector Ellipse Position")?, point("ADBE Vector Ellipse Size")?)
        }
        "ADBE Vector Shape - Star" => around(point("ADBE Vector Star Position")?, [0.0; 2]),
        _ => {
            let Value::Path(path) = &item.property("ADBE Vector Shape")?.value else { return None };
            let bounds = (map * outline(path)).bounding_box();
            return bounds.is_finite().then_some(bounds);
        }
    };
    let bounds = map.transform_rect_bbox(own);
    bounds.is_finite().then_some(bounds)
}

fn outline(path: &inbetween_types::Path) -> BezPath {
    let at = |list: &[[f64; 2]], i: usize| list.get(i).copied().unwrap_or_default();
    let mut out = BezPath::new();
    let count = path.points.len();
    for index in 0..count + usize::from(path.closed && count > 1) {
        let to = at(&path.points, index % count);
        let end = Point::new(to[0], to[1]);
        if index == 0 {
            out.move_to(end);
            continue;
        }
        let (from, leaving) = (at(&path.points, index - 1), at(&path.out_tangents, index - 1));
        let arriving = at(&path.in_tangents, index % count);
        out.curve_to(
            Point::new(from[0] + leaving[0], from[1] + leaving[1]),
            Point::new(to[0] + arriving[0], to[1] + arriving[1]),
            end,
        );
    }
    out
}

/// A group's own space → the space around it.
fn transform(group: &PropertyGroup) -> Affine {
    let Some(own) = group.group("ADBE Vector Transform Group") else { return Affine::IDENTITY };
    let value = |name: &str, index: usize, default: f64| {
        own.property(name).map_or(default, |p| p.value.components().get(index).copied().unwrap_or(default))
    };
    let point = |name: &str, default: f64| (value(name, 0, default), value(name, 1, default));
    let turn = |degrees: f64| {
        let (s, c) = (math::sin_degrees(degrees), math::cos_degrees(degrees));
        Affine::new([c, s, -s, c, 0.0, 0.0])
    };
    let (skew, axis) = (value("ADBE Vector Skew", 0, 0.0), value("ADBE Vector Skew Axis", 0, 0.0));
    let lean = Affine::new([1.0, 0.0, -math::tan(skew.clamp(-89.9, 89.9).to_radians()), 1.0, 0.0, 0.0]);
    let (scale_x, scale_y) = point("ADBE Vector Scale", 100.0);
    let anchor = point("ADBE Vector Anchor", 0.0);
    Affine::translate(point("ADBE Vector Position", 0.0))
        * turn(value("ADBE Vector Rotation", 0, 0.0))
        * turn(-axis)
        * lean
        * turn(axis)
        * Affine::scale_non_uniform(scale_x / 100.0, scale_y / 100.0)
        * Affine::translate((-anchor.0, -anchor.1))
}
