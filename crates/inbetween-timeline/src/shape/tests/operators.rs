//! Operators in closed form.

use super::*;
use crate::shape::{boolean, cubic, offset, round, trim as trimming, zigzag};
use std::f64::consts::PI;

fn square(at: [f64; 2], side: f64) -> Path {
    let [x, y] = at;
    Path::new(vec![[x, y], [x + side, y], [x + side, y + side], [x, y + side]], vec![], vec![], true)
}

fn circle(at: [f64; 2], radius: f64) -> Path {
    let h = radius * super::super::QUARTER;
    let [x, y] = at;
    Path::new(
        vec![[x, y - radius], [x + radius, y], [x, y + radius], [x - radius, y]],
        vec![[-h, 0.0], [0.0, -h], [h, 0.0], [0.0, h]],
        vec![[h, 0.0], [0.0, h], [-h, 0.0], [0.0, -h]],
        true,
    )
}

fn total(paths: &[Path]) -> f64 {
    paths.iter().map(cubic::area).sum()
}

fn length(path: &BezPath) -> f64 {
    path.perimeter(1e-6)
}

#[test]
fn trim_keeps_its_share_of_the_length() {
    let got = only(vec![ellipse([100.0, 40.0], [0.0, 0.0]), trim(10.0, 35.0, 77.0, 1.0), stroke(1.0)]);
    let whole = only(vec![ellipse([100.0, 40.0], [0.0, 0.0]), stroke(1.0)]);
    near(length(&got) / length(&whole), 0.25, 1e-5);
}

#[test]
fn trim_wraps_around_a_closed_path_as_one_line() {
    let got = only(vec![rect([40.0, 40.0], [0.0, 0.0]), trim(75.0, 100.0, 45.0, 1.0), stroke(1.0)]);
    // From 87.5 % (half along the top) to 112.5 % (half down the right side).
    assert_eq!(got.to_svg(), "M0,-20 L20,-20 L20,0");
}

#[test]
fn trim_goes_through_paths_one_after_the_other() {
    let lines = |y: f64| path(Path::new(vec![[0.0, y], [100.0, y]], vec![], vec![], false));
    let got = only(vec![lines(0.0), lines(10.0), trim(25.0, 75.0, 0.0, 2.0), stroke(1.0)]);
    assert_eq!(got.to_svg(), "M50,0 L100,0 M0,10 L50,10");
    let got = only(vec![lines(0.0), lines(10.0), trim(25.0, 75.0, 0.0, 1.0), stroke(1.0)]);
    assert_eq!(got.to_svg(), "M25,0 L75,0 M25,10 L75,10");
}

#[test]
fn trim_with_start_behind_end_and_offsets_of_whole_turns_are_the_same() {
    assert_eq!(trimming::ranges(0.75, 0.25, 0.0), trimming::ranges(0.25, 0.75, 0.0));
    assert_eq!(trimming::ranges(0.25, 0.75, -3.0), vec![(0.25, 0.75)]);
    assert_eq!(trimming::ranges(0.5, 0.5, 0.1), vec![]);
    assert_eq!(trimming::ranges(0.0, 1.0, 0.3), vec![(0.0, 1.0)]);
    assert_eq!(trimming::ranges(0.0, 0.5, 0.75), vec![(0.75, 1.0), (0.0, 0.25)]);
}

#[test]
fn trim_measures_paths_before_the_transforms_of_groups() {
    let line = path(Path::new(vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]], vec![], vec![], false));
    let wide = nest(vec![line, stroke(1.0)], vec![point("ADBE Vector Scale", [300.0, 100.0])]);
    let got = only(vec![wide, trim(0.0, 75.0, 0.0, 1.0)]);
    // 10 to the right and half of 10 down.
    assert_eq!(got.to_svg(), "M0,0 L30,0 L30,5");
}

#[test]
fn rounded_corners_leave_their_sides_at_the_radius() {
    let got = round::rounded(&square([0.0, 0.0], 100.0), 20.0);
    assert_eq!(got.len(), 8);
    near(cubic::area(&got), 10_000.0 - (4.0 - PI) * 400.0, 1.0);
    let most = round::rounded(&square([0.0, 0.0], 100.0), 1e9);
    near(cubic::area(&most), PI * 2500.0, 2.0);
}

#[test]
fn rounding_keeps_the_ends_of_open_paths() {
    let path = Path::new(vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]], vec![], vec![], false);
    let got = round::rounded(&path, 3.0);
    assert_eq!(got.points.first(), Some(&[0.0, 0.0]));
    assert_eq!(got.points.last(), Some(&[10.0, 10.0]));
    assert_eq!(got.len(), 4);
}

#[test]
fn an_offset_square_has_the_area_of_its_corners() {
    let base = [square([0.0, 0.0], 100.0)];
    let grown = |corner| total(&offset::offset(&base, 10.0, corner));
    near(grown(offset::Corner::Miter(4.0)), 14_400.0, 1e-2);
    near(grown(offset::Corner::Bevel), 14_000.0 + 200.0, 1e-2);
    near(grown(offset::Corner::Round), 14_000.0 + PI * 100.0, 0.1);
    near(total(&offset::offset(&base, -10.0, offset::Corner::Miter(4.0))), 6_400.0, 1e-2);
    near(total(&offset::offset(&base, -60.0, offset::Corner::Miter(4.0))), 0.0, 1e-6);
}

#[test]
fn an_offset_grows_outwards_whichever_way_the_path_runs() {
    let back = super::super::reversed(&square([0.0, 0.0], 100.0));
    near(total(&offset::offset(&[back], 10.0, offset::Corner::Miter(4.0))), 14_400.0, 1e-2);
}

#[test]
fn holes_shrink_when_the_area_grows() {
    let ring = [square([0.0, 0.0], 100.0), super::super::reversed(&square([30.0, 30.0], 40.0))];
    near(total(&offset::offset(&ring, 5.0, offset::Corner::Miter(4.0))), 12_100.0 - 900.0, 1e-2);
}

#[test]
fn an_offset_circle_is_a_circle() {
    let got = offset::offset(&[circle([0.0, 0.0], 50.0)], 10.0, offset::Corner::Round);
    near(total(&got), PI * 3600.0, 4.0);
    let got = offset::offset(&[circle([0.0, 0.0], 50.0)], -20.0, offset::Corner::Round);
    near(total(&got), PI * 900.0, 3.0);
}

#[test]
fn an_offset_open_line_is_a_band() {
    let line = [Path::new(vec![[0.0, 0.0], [100.0, 0.0]], vec![], vec![], false)];
    near(total(&offset::offset(&line, 5.0, offset::Corner::Miter(4.0))), 1000.0, 1e-2);
    near(total(&offset::offset(&line, 5.0, offset::Corner::Round)), 1000.0 + PI * 25.0, 0.05);
}

#[test]
fn a_sharp_corner_is_cut_at_the_miter_limit() {
    let spike = [Path::new(vec![[0.0, 0.0], [100.0, 5.0], [0.0, 10.0]], vec![], vec![], true)];
    let reach = |limit| {
        let paths = offset::offset(&spike, 1.0, offset::Corner::Miter(limit));
        paths.iter().flat_map(|path| &path.points).map(|p| p[0]).fold(0.0, f64::max)
    };
    // The corner's sides go 5 up in 100: its point is their length over 5 away.
    near(reach(100.0), 100.0 + 10_025.0_f64.sqrt() / 5.0, 1e-3);
    assert!(reach(4.0) < 101.0);
}

#[test]
fn boolean_operations_have_the_areas_of_sets() {
    let areas = [vec![square([0.0, 0.0], 100.0)], vec![square([50.0, 50.0], 100.0)]];
    let area = |operation| total(&boolean::combine(&areas, operation).unwrap());
    near(area(boolean::Operation::Union), 17_500.0, 1e-2);
    near(area(boolean::Operation::Difference), 7_500.0, 1e-2);
    near(area(boolean::Operation::Intersection), 2_500.0, 1e-2);
    near(area(boolean::Operation::Exclusion), 15_000.0, 1e-2);
}

#[test]
fn curves_stay_curves_through_boolean_operations() {
    let areas = [vec![circle([0.0, 0.0], 50.0)], vec![square([0.0, -100.0], 200.0)]];
    let half = boolean::combine(&areas, boolean::Operation::Intersection).unwrap();
    near(total(&half), PI * 1250.0, 2.0);
    let vertices: usize = half.iter().map(Path::len).sum();
    assert!(vertices <= 8, "{half:?}");
}

#[test]
fn a_path_cut_with_nothing_in_common_is_gone() {
    let areas = [vec![square([0.0, 0.0], 10.0)], vec![square([50.0, 50.0], 10.0)]];
    assert_eq!(boolean::combine(&areas, boolean::Operation::Intersection), Some(vec![]));
    near(total(&boolean::combine(&areas, boolean::Operation::Difference).unwrap()), 100.0, 1e-3);
}

#[test]
fn merge_subtracts_what_is_below_from_the_first_path() {
    let merge = filter("ADBE Vector Filter - Merge", &[("ADBE Vector Merge Type", 3.0)]);
    let got = only(vec![rect([100.0, 100.0], [0.0, 0.0]), rect([20.0, 20.0], [0.0, 0.0]), merge, fill()]);
    near(got.area().abs(), 10_000.0 - 400.0, 1e-2);
}

#[test]
fn bloat_moves_vertices_in_and_handles_out() {
    let bloat = filter("ADBE Vector Filter - PB", &[("ADBE Vector PuckerBloat Amount", 50.0)]);
    let got = only(vec![rect([40.0, 40.0], [10.0, 0.0]), bloat, fill()]);
    assert_eq!(
        got.to_svg(),
        "M20,-10 C40,-30 40,30 20,10 C40,30 -20,30 0,10 C-20,30 -20,-30 0,-10 C-20,-30 40,-30 20,-10 Z"
    );
}

#[test]
fn a_zigzag_goes_from_side_to_side() {
    let line = Path::new(vec![[0.0, 0.0], [40.0, 0.0]], vec![], vec![], false);
    let got = zigzag::zigzag(&line, 5.0, 3.0, false);
    assert_eq!(got.points, vec![[0.0, 5.0], [10.0, -5.0], [20.0, 5.0], [30.0, -5.0], [40.0, 5.0]]);
    let smooth = zigzag::zigzag(&line, 5.0, 3.0, true);
    assert_eq!(smooth.out_tangents[1], [5.0, 0.0]);
    assert_eq!(smooth.in_tangents[0], [0.0, 0.0]);
}

#[test]
fn copies_are_powers_of_the_repeaters_transform() {
    let step = vec![
        point("ADBE Vector Repeater Position", [10.0, 0.0]),
        point("ADBE Vector Repeater Scale", [-50.0, 50.0]),
    ];
    let paths = drawn(&nodes(vec![rect([8.0, 8.0], [4.0, 4.0]), fill(), repeater(3.0, 1.0, step)]));
    let boxes: Vec<kurbo::Rect> = paths.iter().rev().map(|path| path.bounding_box()).collect();
    assert_eq!(
        boxes,
        vec![
            kurbo::Rect::new(0.0, 0.0, 8.0, 8.0),
            kurbo::Rect::new(6.0, 0.0, 10.0, 4.0),
            kurbo::Rect::new(20.0, 0.0, 22.0, 2.0)
        ]
    );
}

#[test]
fn a_twist_keeps_the_rim_and_turns_the_centre() {
    let line = Path::new(vec![[0.0, 0.0], [10.0, 0.0]], vec![], vec![], false);
    let got = super::super::twist::twisted(&line, 90.0, [0.0, 0.0]);
    near(got.points.last().unwrap()[0], 10.0, 1e-9);
    // Half way out the turn is 45°.
    let middle = got.points[4];
    near(middle[0], 5.0 / 2.0_f64.sqrt(), 1e-9);
    near(middle[1], 5.0 / 2.0_f64.sqrt(), 1e-9);
}

#[test]
fn wiggled_points_stay_within_the_size_and_are_the_same_each_time() {
    let path = square([0.0, 0.0], 100.0);
    let got = super::super::wiggle::wiggled(&path, 5.0, 3.0, 1.3, 42);
    assert_eq!(got, super::super::wiggle::wiggled(&path, 5.0, 3.0, 1.3, 42));
    assert_eq!(got.len(), 16);
    let away: Vec<f64> =
        got.points.iter().zip([0.0, 25.0, 50.0, 75.0, 100.0]).map(|(p, x)| p[0] - x).collect();
    assert!(away.iter().all(|d| d.abs() <= 5.0) && away.iter().any(|d| d.abs() > 0.1), "{away:?}");
}

#[test]
fn a_trim_below_a_fill_still_changes_what_is_filled() {
    let line = path(Path::new(vec![[0.0, 0.0], [100.0, 0.0]], vec![], vec![], false));
    let got = only(vec![line, stroke(1.0), trim(0.0, 50.0, 0.0, 1.0)]);
    assert_eq!(got.to_svg(), "M0,0 L50,0");
}
