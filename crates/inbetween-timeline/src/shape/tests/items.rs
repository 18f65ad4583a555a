//! Where paths start, which way they run, and their areas.

use super::*;

fn starts(path: &BezPath) -> Vec<[f64; 2]> {
    let mut out = vec![];
    for segment in path.segments() {
        let p = kurbo::ParamCurve::start(&segment);
        out.push([p.x, p.y]);
    }
    out
}

#[test]
fn a_rectangle_starts_top_right_and_runs_clockwise() {
    let got = only(vec![rect([20.0, 10.0], [0.0, 0.0]), fill()]);
    assert_eq!(starts(&got), vec![[10.0, -5.0], [10.0, 5.0], [-10.0, 5.0], [-10.0, -5.0]]);
}

#[test]
fn a_reversed_rectangle_starts_at_the_same_corner() {
    let item = item(
        "ADBE Vector Shape - Rect",
        vec![number("ADBE Vector Shape Direction", 3.0), point("ADBE Vector Rect Size", [20.0, 10.0])],
    );
    let got = only(vec![item, fill()]);
    assert_eq!(starts(&got), vec![[10.0, -5.0], [-10.0, -5.0], [-10.0, 5.0], [10.0, 5.0]]);
}

#[test]
fn roundness_is_at_most_half_the_shorter_side() {
    let item = item(
        "ADBE Vector Shape - Rect",
        vec![point("ADBE Vector Rect Size", [40.0, 20.0]), number("ADBE Vector Rect Roundness", 999.0)],
    );
    // A square of 20 between two half discs of radius 10; the handles of a quarter make it a bit less than exact.
    near(area(&only(vec![item, fill()])), 400.0 + std::f64::consts::PI * 100.0, 0.4);
}

#[test]
fn an_ellipse_starts_at_its_top() {
    let got = only(vec![ellipse([40.0, 20.0], [5.0, 6.0]), fill()]);
    assert_eq!(starts(&got), vec![[5.0, -4.0], [25.0, 6.0], [5.0, 16.0], [-15.0, 6.0]]);
    near(area(&got), std::f64::consts::PI * 200.0, 0.3);
}

#[test]
fn a_star_has_the_area_of_its_triangles() {
    let star = filter(
        "ADBE Vector Shape - Star",
        &[
            ("ADBE Vector Star Points", 5.0),
            ("ADBE Vector Star Outer Radius", 10.0),
            ("ADBE Vector Star Inner Radius", 4.0),
        ],
    );
    let want = 10.0 * 0.5 * 10.0 * 4.0 * inbetween_types::math::sin_degrees(36.0);
    near(area(&only(vec![star, fill()])), want, 1e-9);
}

#[test]
fn skew_leans_along_its_axis() {
    let lean = vec![number("ADBE Vector Skew", 45.0)];
    let got = only(vec![nest(vec![rect([20.0, 20.0], [0.0, 0.0]), fill()], lean)]);
    // The top edge (y = -10) goes 10 to the right.
    assert!(
        starts(&got).iter().zip([[20.0, -10.0], [0.0, 10.0], [-20.0, 10.0], [0.0, -10.0]]).all(|(a, b)| (a
            [0]
            - b[0])
            .abs()
            < 1e-9
            && (a[1] - b[1]).abs() < 1e-9)
    );
}
