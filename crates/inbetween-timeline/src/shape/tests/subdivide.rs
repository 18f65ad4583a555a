//! Subdivide among other items; its mathematics is tested in `inbetween-types`.

use super::*;
use inbetween_types::Severity;

fn list(match_name: &'static str, numbers: &[f64]) -> PropertyNode {
    let value = Value::vector(numbers);
    PropertyNode::Property(Property::new("w", match_name, ValueKind::List, Unit::None, value))
}

fn subdivide(weights: &[f64], steps: f64) -> PropertyNode {
    item(
        "inbetween Subdivide",
        vec![list("inbetween Subdivide Weights", weights), number("inbetween Subdivide Steps", steps)],
    )
}

#[test]
fn a_rectangle_is_rounded_by_its_corners() {
    let got = only(vec![rect([2.0, 2.0], [0.0, 0.0]), subdivide(&[1.0, 2.0, 1.0], 1.0), fill()]);
    let want = "M0.75,-0.75 L1,0 L0.75,0.75 L0,1 L-0.75,0.75 L-1,0 L-0.75,-0.75 L0,-1 Z";
    assert_eq!(got.to_svg(), want);
}

#[test]
fn an_operator_above_acts_first_and_one_below_acts_on_the_round_path() {
    let rounded = |items: Vec<PropertyNode>| area(&only(items));
    let inset = || filter("ADBE Vector Filter - Offset", &[("ADBE Vector Offset Amount", 1.0)]);
    let base = || rect([20.0, 20.0], [0.0, 0.0]);
    // One step keeps three quarters of a square's area, here of side 22.
    let after = rounded(vec![base(), inset(), subdivide(&[1.0, 2.0, 1.0], 1.0), fill()]);
    near(after, 22.0 * 22.0 * 0.75, 1e-9);
    let before = rounded(vec![base(), subdivide(&[1.0, 2.0, 1.0], 1.0), inset(), fill()]);
    assert!((before - after).abs() > 1.0, "{before} {after}");
}

#[test]
fn a_paint_above_draws_the_round_path_too_and_paths_below_stay() {
    let all = drawn(&nodes(vec![
        rect([2.0, 2.0], [0.0, 0.0]),
        stroke(1.0),
        subdivide(&[1.0, 2.0, 1.0], 1.0),
        rect([4.0, 4.0], [0.0, 0.0]),
        fill(),
    ]));
    // Bottom first: the fill has the rounded and the plain rectangle, the stroke the rounded one.
    near(area(&all[1]), 3.0, 1e-12);
    near(area(&all[0]), 3.0 + 16.0, 1e-12);
}

#[test]
fn weights_that_are_none_are_a_finding_and_leave_the_path() {
    for weights in [&[0.0, 0.0][..], &[1.0, -2.0, 1.0], &[]] {
        let session = session(vec![rect([2.0, 2.0], [0.0, 0.0]), subdivide(weights, 2.0), fill()]);
        near(area(&drawn(&nodes_of(&session))[0]), 4.0, 1e-12);
        let findings = session.diagnostics();
        assert!(
            findings.iter().any(
                |finding| finding.code == "draw/subdivide-weights" && finding.severity == Severity::Error
            ),
            "{weights:?}"
        );
    }
}

#[test]
fn steps_beyond_the_limit_are_cut_and_named() {
    let star = (0..1000).map(|i| [f64::from(i), f64::from(i % 7)]).collect();
    let many = Path::new(star, vec![], vec![], true);
    let session = session(vec![path(many), subdivide(&[1.0, 2.0, 1.0], 1e9), fill()]);
    let got = drawn(&nodes_of(&session));
    assert!(got[0].elements().len() <= crate::shape::MOST_VERTICES + 2_000);
    let findings = session.diagnostics();
    assert!(findings.iter().any(|finding| finding.code == "draw/limit"), "{findings:?}");
}
