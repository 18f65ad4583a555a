//! Fills, strokes and gradients.

use super::*;
use crate::scene::{Gradient, Paint};
use crate::shape::gradient::stops;

fn style(extra: Vec<PropertyNode>) -> kurbo::Stroke {
    let mut properties = vec![number("ADBE Vector Stroke Width", 3.0)];
    properties.extend(extra);
    let all = nodes(vec![rect([10.0, 10.0], [0.0, 0.0]), item("ADBE Vector Graphic - Stroke", properties)]);
    match all.as_slice() {
        [Node::Stroke(stroke)] => stroke.style.clone(),
        other => panic!("{other:?}"),
    }
}

fn dashes(list: &[(&'static str, f64)]) -> PropertyNode {
    let children = list.iter().map(|(name, n)| number(name, *n)).collect();
    group("ADBE Vector Stroke Dashes", GroupKind::Other, children)
}

#[test]
fn caps_joins_and_limit_are_those_of_the_item() {
    let got = style(vec![
        number("ADBE Vector Stroke Line Cap", 3.0),
        number("ADBE Vector Stroke Line Join", 2.0),
        number("ADBE Vector Stroke Miter Limit", 7.0),
    ]);
    assert_eq!((got.start_cap, got.join, got.miter_limit), (kurbo::Cap::Square, kurbo::Join::Round, 7.0));
}

#[test]
fn dashes_and_gaps_take_turns_and_an_odd_list_repeats() {
    let two = dashes(&[
        ("ADBE Vector Stroke Dash 1", 4.0),
        ("ADBE Vector Stroke Gap 1", 2.0),
        ("ADBE Vector Stroke Offset", 7.0),
    ]);
    let got = style(vec![two]);
    assert_eq!((got.dash_pattern.as_slice(), got.dash_offset), (&[4.0, 2.0][..], 1.0));
    let got = style(vec![dashes(&[("ADBE Vector Stroke Dash 1", 4.0)])]);
    assert_eq!(got.dash_pattern.as_slice(), &[4.0, 4.0]);
}

#[test]
fn dashes_without_length_or_gaps_are_a_line() {
    for pair in [[0.0, 0.0], [5.0, 0.0]] {
        let list = dashes(&[("ADBE Vector Stroke Dash 1", pair[0]), ("ADBE Vector Stroke Gap 1", pair[1])]);
        assert!(style(vec![list]).dash_pattern.is_empty(), "{pair:?}");
    }
}

#[test]
fn the_even_odd_rule_is_rule_2() {
    let item = filter("ADBE Vector Graphic - Fill", &[("ADBE Vector Fill Rule", 2.0)]);
    let all = nodes(vec![rect([10.0, 10.0], [0.0, 0.0]), item]);
    assert!(matches!(all.as_slice(), [Node::Fill(fill)] if fill.even_odd));
}

#[test]
fn a_blend_mode_is_kept_on_the_paint() {
    let item = filter("ADBE Vector Graphic - Fill", &[("ADBE Vector Blend Mode", 4.0)]);
    let all = nodes(vec![rect([10.0, 10.0], [0.0, 0.0]), item]);
    assert!(matches!(all.as_slice(), [Node::Fill(fill)] if fill.blend == inbetween_doc::BlendMode::Darken));
}

#[test]
fn what_has_no_opacity_or_width_is_not_there() {
    let clear = filter("ADBE Vector Graphic - Fill", &[("ADBE Vector Fill Opacity", 0.0)]);
    assert_eq!(nodes(vec![rect([10.0, 10.0], [0.0, 0.0]), clear, stroke(0.0)]), vec![]);
}

#[test]
fn color_and_opacity_stops_become_one_list() {
    let ramp = [0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.5, 0.0, 1.0, 1.0];
    assert_eq!(
        stops(&ramp, 2.0),
        vec![(0.0, [1.0, 0.0, 0.0, 1.0]), (0.5, [0.5, 0.0, 0.5, 0.0]), (1.0, [0.0, 0.0, 1.0, 1.0])]
    );
}

#[test]
fn opacity_between_its_stops_is_straight_at_a_color_stop() {
    let ramp = [0.0, 1.0, 1.0, 1.0, 0.25, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    assert_eq!(stops(&ramp, 3.0)[1], (0.25, [0.0, 0.0, 0.0, 0.75]));
}

#[test]
fn a_key_with_fewer_colors_than_the_file_counts_is_all_colors() {
    let ramp = [0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
    assert_eq!(stops(&ramp, 5.0), vec![(0.0, [1.0, 0.0, 0.0, 1.0]), (1.0, [0.0, 0.0, 1.0, 1.0])]);
    assert_eq!(stops(&ramp, 0.0).len(), 2);
}

#[test]
fn a_midpoint_off_the_middle_bends_the_ramp_as_in_after_effects() {
    // The ramp of the test file gradient-linear-midpoint and the red of its picture at 34 and at 55 of 100.
    let ramp = [
        0.0, 1.0, 0.0, 0.0, 0.137, 0.5, 0.024, 0.5, 0.69, 0.0, 0.047, 1.0, 0.845, 0.0, 0.024, 0.5, 1.0, 0.0,
        0.0, 0.0,
    ];
    let stops = stops(&ramp, 5.0);
    for (at, red) in [(0.05, 202.0), (0.13, 133.0), (0.34, 31.0), (0.55, 2.0)] {
        let after = stops.iter().position(|stop| stop.0 >= at).unwrap();
        let (a, b) = (stops[after - 1], stops[after]);
        let got = a.1[0] + (b.1[0] - a.1[0]) * (at - a.0) / (b.0 - a.0);
        near(f64::from(got) * 255.0, red, 1.5);
    }
}

#[test]
fn stops_out_of_order_are_sorted_and_no_number_is_left_out() {
    let ramp = [1.0, 0.0, 0.0, 1.0, f64::NAN, 0.5, 0.5, 0.5, 0.0, 1.0, 0.0, 0.0];
    let got = stops(&ramp, 3.0);
    assert_eq!(got.iter().map(|stop| stop.0).collect::<Vec<_>>(), vec![0.0, 1.0]);
    assert_eq!(stops(&[], 3.0), vec![]);
}

#[test]
fn a_gradient_has_its_points_and_highlight() {
    let ramp = Value::vector(&[0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    let colors = Property::new("g", "ADBE Vector Grad Colors", ValueKind::Gradient, Unit::Channel, ramp);
    let item = item(
        "ADBE Vector Graphic - G-Fill",
        vec![
            number("ADBE Vector Grad Type", 2.0),
            point("ADBE Vector Grad Start Pt", [1.0, 2.0]),
            point("ADBE Vector Grad End Pt", [3.0, 4.0]),
            number("ADBE Vector Grad HiLite Length", 250.0),
            number("ADBE Vector Grad HiLite Angle", 30.0),
            PropertyNode::Property(colors),
            number("Gradient Color Stops", 2.0),
        ],
    );
    let all = nodes(vec![rect([10.0, 10.0], [0.0, 0.0]), item]);
    let [Node::Fill(fill)] = all.as_slice() else { panic!("{all:?}") };
    let Paint::Gradient(gradient) = &fill.paint else { panic!("{fill:?}") };
    let Gradient { radial, start, end, highlight_length, highlight_angle, .. } = gradient.as_ref();
    assert_eq!((radial, start, end), (&true, &[1.0, 2.0], &[3.0, 4.0]));
    assert_eq!((*highlight_length, *highlight_angle), (1.0, 30.0));
}
