//! Text along paths.

use super::super::{PathOptions, layout};
use super::faces::{laid, text};
use inbetween_doc::Document;
use inbetween_text::FontSet;
use inbetween_types::{Justification, Path, TextDocument, math};
use std::sync::Arc;

fn along(path: Path, change: impl FnOnce(&mut TextDocument, &mut PathOptions)) -> Vec<([f64; 2], f64)> {
    let mut text = text("HHHH");
    let mut options = PathOptions {
        path: Arc::new(path),
        reversed: false,
        perpendicular: true,
        force_alignment: false,
        first_margin: 0.0,
        last_margin: 0.0,
    };
    change(&mut text, &mut options);
    let layout = layout(&Document::default(), &FontSet::bundled(), &text, Some(&options));
    layout.units.iter().map(|unit| (unit.at, unit.rotation)).collect()
}

fn line(from: [f64; 2], to: [f64; 2]) -> Path {
    Path::new(vec![from, to], vec![], vec![], false)
}

/// A circle around the origin from its right end clockwise (y down).
fn circle(radius: f64) -> Path {
    let k = radius * 0.552_284_749_830_793_4;
    let r = radius;
    Path::new(
        vec![[r, 0.0], [0.0, r], [-r, 0.0], [0.0, -r]],
        vec![[0.0, -k], [k, 0.0], [0.0, k], [-k, 0.0]],
        vec![[0.0, k], [-k, 0.0], [0.0, -k], [k, 0.0]],
        true,
    )
}

fn near(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] - b[0]).abs() < 1e-2 && (a[1] - b[1]).abs() < 1e-2
}

#[test]
fn a_straight_path_is_straight_text() {
    let straight = laid(&text("HHHH"));
    for (unit, (at, rotation)) in straight.units.iter().zip(along(line([0.0, 0.0], [600.0, 0.0]), |_, _| ()))
    {
        assert!(near(unit.at, at) && rotation.abs() < 1e-9, "{at:?}");
    }
}

#[test]
fn margins_move_the_first_and_the_last_character() {
    let path = || line([0.0, 0.0], [600.0, 0.0]);
    let first = |change: fn(&mut TextDocument, &mut PathOptions)| along(path(), change)[0].0[0];
    assert!((first(|_, o| o.first_margin = 50.0) - 50.0).abs() < 1e-2);
    // Right: the text ends at the end of the path, moved by the last margin.
    let right = first(|t, o| {
        t.style.justification = Justification::Right;
        o.last_margin = -20.0;
    });
    assert!((right - (600.0 - 20.0 - 4.0 * 74.1)).abs() < 1e-2, "{right}");
    let middle = first(|t, _| t.style.justification = Justification::Center);
    assert!((middle - (600.0 - 4.0 * 74.1) / 2.0).abs() < 1e-2, "{middle}");
}

#[test]
fn forced_alignment_spreads_from_margin_to_margin() {
    let placed = along(line([0.0, 0.0], [600.0, 0.0]), |_, o| {
        o.force_alignment = true;
        o.first_margin = 10.0;
        o.last_margin = -10.0;
    });
    let gap = (580.0 - 4.0 * 74.1) / 3.0;
    for (number, (at, _)) in placed.iter().enumerate() {
        let expected = 10.0 + number as f64 * (74.1 + gap);
        assert!((at[0] - expected).abs() < 1e-2, "{number}: {at:?}");
    }
}

#[test]
fn a_reversed_path_turns_the_text_around() {
    let (at, rotation) = along(line([0.0, 0.0], [600.0, 0.0]), |_, o| o.reversed = true)[0];
    assert!(near(at, [600.0, 0.0]) && (rotation.abs() - 180.0).abs() < 1e-6, "{at:?} {rotation}");
}

#[test]
fn characters_stand_on_a_circle_at_the_angle_of_their_middle() {
    let radius = 300.0;
    for (number, (at, rotation)) in along(circle(radius), |_, _| ()).into_iter().enumerate() {
        let middle = (number as f64 + 0.5) * 74.1 / radius;
        // The tangent is 90 degrees further.
        let expected = middle.to_degrees() + 90.0;
        // The curve is a circle only to a part in a thousand.
        assert!((rotation - expected).abs() < 0.1, "{number}: {rotation} for {expected}");
        let (sin, cos) = (math::sin(middle), math::cos(middle));
        let foot = [radius * cos + sin * 37.05, radius * sin - cos * 37.05];
        assert!((at[0] - foot[0]).abs() < 0.4 && (at[1] - foot[1]).abs() < 0.4, "{at:?} for {foot:?}");
    }
}

#[test]
fn beyond_a_closed_path_the_text_goes_round_again() {
    let round = circle(300.0).arc_length();
    let first = along(circle(300.0), |_, _| ())[0];
    let again = along(circle(300.0), |_, o| o.first_margin = round)[0];
    assert!(near(first.0, again.0), "{first:?} {again:?}");
}

#[test]
fn characters_that_do_not_stand_across_stay_upright() {
    let placed = along(line([0.0, 0.0], [0.0, 600.0]), |_, o| o.perpendicular = false);
    for (number, (at, rotation)) in placed.into_iter().enumerate() {
        assert!(rotation == 0.0 && near(at, [-37.05, (number as f64 + 0.5) * 74.1]), "{at:?}");
    }
}

#[test]
fn baseline_shift_leaves_the_path() {
    let (at, _) = along(line([0.0, 0.0], [600.0, 0.0]), |t, _| t.style.baseline_shift = 15.0)[0];
    assert!(near(at, [0.0, -15.0]), "{at:?}");
}

#[test]
fn a_path_without_length_leaves_the_text_straight() {
    let placed = along(line([5.0, 5.0], [5.0, 5.0]), |_, _| ());
    assert_eq!(placed[0], ([0.0, 0.0], 0.0));
}
