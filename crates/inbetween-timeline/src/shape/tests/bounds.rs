//! Bounds of shape layers in closed form.

use super::*;
use crate::Rect;

fn bounds(items: Vec<PropertyNode>, extents: bool) -> Rect {
    session(items).with_runner(|state, runner| state.source_rect(runner, LayerRef(0), 0.0, extents)).unwrap()
}

fn close(got: Rect, want: [f64; 4]) {
    let parts = [got.left, got.top, got.width, got.height];
    assert!(parts.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-9), "{got:?}, should be {want:?}");
}

#[test]
fn a_rectangle_sits_around_its_position() {
    close(bounds(vec![rect([200.0, 40.0], [10.0, 20.0])], false), [-90.0, 0.0, 200.0, 40.0]);
}

#[test]
fn group_transforms_turn_and_scale() {
    let transform = group(
        "ADBE Vector Transform Group",
        GroupKind::Transform,
        vec![
            point("ADBE Vector Position", [100.0, 0.0]),
            point("ADBE Vector Scale", [50.0, 100.0]),
            number("ADBE Vector Rotation", 90.0),
        ],
    );
    let contents = group("ADBE Vectors Group", GroupKind::Contents, vec![rect([40.0, 10.0], [0.0, 0.0])]);
    let shape = group("ADBE Vector Group", GroupKind::ShapeGroup, vec![contents, transform]);
    close(bounds(vec![shape], false), [95.0, -10.0, 10.0, 20.0]);
}

#[test]
fn curves_are_measured_at_their_extremes() {
    // The arch reaches 3/4 of its handles' height.
    let path = Path::new(
        vec![[0.0, 0.0], [100.0, 0.0]],
        vec![[0.0, 0.0], [0.0, -80.0]],
        vec![[0.0, -80.0], [0.0, 0.0]],
        false,
    );
    let property = Property::new(
        "Path",
        "ADBE Vector Shape",
        ValueKind::Path,
        Unit::Pixels,
        Value::Path(Arc::new(path)),
    );
    let shape = item("ADBE Vector Shape - Group", vec![PropertyNode::Property(property)]);
    close(bounds(vec![shape], false), [0.0, -60.0, 100.0, 60.0]);
}

#[test]
fn strokes_count_only_with_extents() {
    let items = || {
        vec![
            rect([100.0, 100.0], [0.0, 0.0]),
            item("ADBE Vector Graphic - Stroke", vec![number("ADBE Vector Stroke Width", 12.0)]),
        ]
    };
    close(bounds(items(), false), [-50.0, -50.0, 100.0, 100.0]);
    close(bounds(items(), true), [-56.0, -56.0, 112.0, 112.0]);
}

#[test]
fn a_square_polygon_stands_on_its_corner() {
    let star = item(
        "ADBE Vector Shape - Star",
        vec![
            number("ADBE Vector Star Type", 2.0),
            number("ADBE Vector Star Points", 4.0),
            number("ADBE Vector Star Outer Radius", 30.0),
        ],
    );
    close(bounds(vec![star], false), [-30.0, -30.0, 60.0, 60.0]);
}

#[test]
fn a_star_reaches_its_outer_radius_and_an_ellipse_its_size() {
    let star = item(
        "ADBE Vector Shape - Star",
        vec![number("ADBE Vector Star Points", 2.0), number("ADBE Vector Star Inner Radius", 10.0)],
    );
    close(bounds(vec![star], false), [-10.0, -100.0, 20.0, 200.0]);
    let ellipse = item("ADBE Vector Shape - Ellipse", vec![point("ADBE Vector Ellipse Size", [80.0, 20.0])]);
    close(bounds(vec![ellipse], false), [-40.0, -10.0, 80.0, 20.0]);
}

#[test]
fn bounds_are_those_of_what_operators_leave() {
    let repeater = item(
        "ADBE Vector Filter - Repeater",
        vec![
            number("ADBE Vector Repeater Copies", 3.0),
            group(
                "ADBE Vector Repeater Transform",
                GroupKind::Transform,
                vec![point("ADBE Vector Repeater Position", [20.0, 5.0])],
            ),
        ],
    );
    close(bounds(vec![rect([10.0, 10.0], [0.0, 0.0]), repeater], false), [-5.0, -5.0, 50.0, 20.0]);
}

#[test]
fn nothing_has_an_empty_rectangle() {
    assert_eq!(bounds(vec![], true), Rect::default());
}
