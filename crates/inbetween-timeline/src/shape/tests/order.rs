//! What is above what, and what each paint sees.

use super::*;

fn square(at: f64) -> PropertyNode {
    rect([2.0, 2.0], [at, 0.0])
}

#[test]
fn the_first_item_is_on_top() {
    assert_eq!(
        dump(vec![square(0.0), stroke(1.0), fill()]),
        "  fill rgba 1 0 0 1 M1 -1L1 1L-1 1L-1 -1Z\n  stroke 1 rgba 0 0 1 1 M1 -1L1 1L-1 1L-1 -1Z\n"
    );
}

#[test]
fn a_paint_sees_the_paths_above_it_only() {
    let text = dump(vec![square(0.0), fill(), square(10.0), stroke(1.0)]);
    assert_eq!(
        text,
        "  stroke 1 rgba 0 0 1 1 M1 -1L1 1L-1 1L-1 -1ZM11 -1L11 1L9 1L9 -1Z\n  fill rgba 1 0 0 1 M1 -1L1 1L-1 1L-1 -1Z\n"
    );
}

#[test]
fn a_paint_sees_the_paths_of_groups_and_draws_with_its_own_pen() {
    let inner = nest(vec![square(0.0)], vec![point("ADBE Vector Scale", [300.0, 100.0])]);
    assert_eq!(dump(vec![inner, stroke(1.0)]), "  stroke 1 rgba 0 0 1 1 M3 -1L3 1L-3 1L-3 -1Z\n");
    let inner = nest(vec![square(0.0), stroke(1.0)], vec![point("ADBE Vector Scale", [300.0, 100.0])]);
    assert_eq!(dump(vec![inner]), "  stroke 1 rgba 0 0 1 1 M1 -1L1 1L-1 1L-1 -1Z @ 3 0 0 1 0 0\n");
}

#[test]
fn an_operator_outside_a_group_leaves_the_groups_pen_alone() {
    let inner = nest(
        vec![path(Path::new(vec![[0.0, 0.0], [10.0, 0.0]], vec![], vec![], false)), stroke(1.0)],
        vec![point("ADBE Vector Scale", [200.0, 100.0])],
    );
    let text = dump(vec![inner, trim(0.0, 50.0, 0.0, 1.0)]);
    assert_eq!(text, "  stroke 1 rgba 0 0 1 1 M0 0L5 0 @ 2 0 0 1 0 0\n");
}

#[test]
fn opacity_of_several_paints_is_that_of_their_picture() {
    let half = vec![number("ADBE Vector Group Opacity", 50.0)];
    let text = dump(vec![nest(vec![square(0.0), stroke(1.0), fill()], half.clone())]);
    assert!(text.starts_with("  group \"\" opacity 0.5\n    fill rgba 1 0 0 1 M"), "{text}");
    let text = dump(vec![nest(vec![square(0.0), fill()], half)]);
    assert!(text.starts_with("  fill rgba 1 0 0 1 opacity 0.5 M"), "{text}");
}

#[test]
fn a_group_without_opacity_still_lends_its_paths() {
    let none = vec![number("ADBE Vector Group Opacity", 0.0)];
    let text = dump(vec![nest(vec![square(0.0), fill()], none), stroke(1.0)]);
    assert_eq!(text, "  stroke 1 rgba 0 0 1 1 M1 -1L1 1L-1 1L-1 -1Z\n");
}

#[test]
fn copies_go_below_or_above() {
    let xs = |order: f64| -> Vec<f64> {
        let step = vec![point("ADBE Vector Repeater Position", [10.0, 0.0])];
        let all = nodes(vec![square(0.0), fill(), repeater(3.0, order, step)]);
        drawn(&all).iter().map(|path| path.bounding_box().center().x).collect()
    };
    assert_eq!(xs(1.0), vec![20.0, 10.0, 0.0]);
    assert_eq!(xs(2.0), vec![0.0, 10.0, 20.0]);
}

#[test]
fn opacity_runs_from_the_first_copy_to_the_last_and_a_part_of_a_copy_shows_in_part() {
    let opacities = |copies: f64| -> Vec<f32> {
        let step = vec![
            point("ADBE Vector Repeater Position", [10.0, 0.0]),
            number("ADBE Vector Repeater Opacity 2", 0.0),
            number("ADBE Vector Repeater Opacity 1", 100.0),
        ];
        nodes(vec![square(0.0), fill(), repeater(copies, 2.0, step)])
            .iter()
            .map(|node| match node {
                Node::Fill(fill) => fill.opacity,
                other => panic!("{other:?}"),
            })
            .collect()
    };
    assert_eq!(opacities(3.0), vec![1.0, 0.5]);
    let step = vec![point("ADBE Vector Repeater Position", [10.0, 0.0])];
    let last = nodes(vec![square(0.0), fill(), repeater(2.25, 2.0, step)]);
    assert!(matches!(last.as_slice(), [.., Node::Fill(fill)] if fill.opacity == 0.25), "{last:?}");
}

#[test]
fn a_stroke_below_a_repeater_strokes_all_copies() {
    let step = vec![point("ADBE Vector Repeater Position", [10.0, 0.0])];
    let text = dump(vec![square(0.0), repeater(2.0, 1.0, step), stroke(1.0)]);
    assert_eq!(text, "  stroke 1 rgba 0 0 1 1 M1 -1L1 1L-1 1L-1 -1ZM11 -1L11 1L9 1L9 -1Z\n");
}

#[test]
fn hidden_items_are_not_there() {
    let hidden = match fill() {
        PropertyNode::Group(group) => PropertyNode::Group(PropertyGroup { enabled: false, ..group }),
        other => other,
    };
    assert_eq!(dump(vec![square(0.0), hidden]), "");
}

#[test]
fn a_fill_and_a_stroke_of_the_same_paths_share_them() {
    let all = nodes(vec![square(0.0), stroke(1.0), fill()]);
    assert!(matches!(all.as_slice(), [Node::Fill(a), Node::Stroke(b)] if Arc::ptr_eq(&a.path, &b.path)));
}
