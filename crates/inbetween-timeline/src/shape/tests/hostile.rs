//! Numbers no one should write.

use super::*;

fn count(nodes: &[Node]) -> usize {
    nodes
        .iter()
        .map(|node| match node {
            Node::Group(group) => count(&group.nodes),
            _ => 1,
        })
        .sum()
}

#[test]
fn a_million_copies_stop_at_a_limit_that_is_named() {
    let copies = repeater(1e6, 1.0, vec![point("ADBE Vector Repeater Position", [1.0, 0.0])]);
    let session = session(vec![rect([10.0, 10.0], [0.0, 0.0]), fill(), copies]);
    let drawn = count(&nodes_of(&session));
    assert!(drawn > 0 && drawn <= crate::shape::MOST_COPIES, "{drawn}");
    let findings = session.diagnostics();
    assert!(findings.iter().any(|finding| finding.code == "draw/limit"), "{findings:?}");
}

#[test]
fn copies_of_copies_share_the_limit() {
    let again = || repeater(1000.0, 1.0, vec![point("ADBE Vector Repeater Position", [1.0, 0.0])]);
    let all = nodes(vec![rect([10.0, 10.0], [0.0, 0.0]), fill(), again(), again(), again()]);
    assert!(count(&all) <= crate::shape::MOST_COPIES);
}

#[test]
fn extreme_numbers_leave_finite_paths() {
    let wild = [0.0, -1.0, 1e-300, 1e12, -1e12, 1e300, f64::MAX, f64::NAN, f64::INFINITY];
    let operators: [(&str, &[&str]); 8] = [
        (
            "ADBE Vector Filter - Trim",
            &["ADBE Vector Trim Start", "ADBE Vector Trim End", "ADBE Vector Trim Offset"],
        ),
        ("ADBE Vector Filter - RC", &["ADBE Vector RoundCorner Radius"]),
        ("ADBE Vector Filter - Offset", &["ADBE Vector Offset Amount", "ADBE Vector Offset Line Join"]),
        ("ADBE Vector Filter - PB", &["ADBE Vector PuckerBloat Amount"]),
        ("ADBE Vector Filter - Zigzag", &["ADBE Vector Zigzag Size", "ADBE Vector Zigzag Detail"]),
        ("ADBE Vector Filter - Twist", &["ADBE Vector Twist Angle"]),
        ("ADBE Vector Filter - Roughen", &["ADBE Vector Roughen Size", "ADBE Vector Roughen Detail"]),
        ("ADBE Vector Filter - Repeater", &["ADBE Vector Repeater Copies", "ADBE Vector Repeater Offset"]),
    ];
    for (operator, names) in operators {
        for name in names {
            for n in wild {
                let changed = item_of(operator, vec![leak(name, n)]);
                let all = nodes(vec![
                    rect([10.0, 10.0], [0.0, 0.0]),
                    ellipse([5.0, 7.0], [1.0, 1.0]),
                    changed,
                    trim(10.0, 90.0, 20.0, 2.0),
                    fill(),
                ]);
                for path in drawn(&all) {
                    assert!(path.is_finite(), "{operator} {name} {n}");
                }
            }
        }
    }
}

fn leak(name: &str, n: f64) -> PropertyNode {
    PropertyNode::Property(Property::new("n", name.to_owned(), ValueKind::Number, Unit::None, n.into()))
}

fn item_of(name: &str, children: Vec<PropertyNode>) -> PropertyNode {
    PropertyNode::Group(PropertyGroup {
        match_name: name.to_owned().into(),
        kind: GroupKind::ShapeItem,
        enabled: true,
        children,
        ..PropertyGroup::default()
    })
}

#[test]
fn paths_that_are_points_or_lines_go_through_every_operator() {
    let flat = [
        Path::new(vec![[3.0, 3.0]], vec![], vec![], true),
        Path::new(vec![[3.0, 3.0], [3.0, 3.0], [3.0, 3.0]], vec![], vec![], true),
        Path::new(vec![[0.0, 0.0], [10.0, 0.0]], vec![], vec![], true),
        Path::new(vec![[0.0, 0.0], [10.0, 0.0]], vec![[5.0, 0.0]; 2], vec![[-500.0, 0.0]; 2], true),
        Path::new(vec![[1e300, 0.0], [-1e300, 1e300], [0.0, 5.0]], vec![], vec![], true),
    ];
    for outline in flat {
        for operator in [
            filter("ADBE Vector Filter - RC", &[("ADBE Vector RoundCorner Radius", 5.0)]),
            filter("ADBE Vector Filter - Offset", &[("ADBE Vector Offset Line Join", 2.0)]),
            filter("ADBE Vector Filter - PB", &[("ADBE Vector PuckerBloat Amount", 30.0)]),
            filter("ADBE Vector Filter - Zigzag", &[("ADBE Vector Zigzag Points", 2.0)]),
            filter("ADBE Vector Filter - Twist", &[("ADBE Vector Twist Angle", 30.0)]),
            filter("ADBE Vector Filter - Roughen", &[]),
            filter("ADBE Vector Filter - Merge", &[("ADBE Vector Merge Type", 3.0)]),
            trim(10.0, 60.0, 0.0, 1.0),
        ] {
            let all = nodes(vec![rect([4.0, 4.0], [0.0, 0.0]), path(outline.clone()), operator, fill()]);
            assert!(drawn(&all).iter().all(BezPath::is_finite), "{outline:?}");
        }
    }
}

#[test]
fn a_group_of_no_size_draws_nothing() {
    let none = vec![point("ADBE Vector Scale", [0.0, 100.0])];
    let inner = nest(vec![rect([4.0, 4.0], [0.0, 0.0]), fill()], none);
    assert_eq!(nodes(vec![inner, trim(0.0, 50.0, 0.0, 1.0)]), vec![]);
}

#[test]
fn an_unknown_item_is_named() {
    let session = session(vec![item("Something New", vec![])]);
    nodes_of(&session);
    let findings = session.diagnostics();
    assert!(findings.iter().any(|finding| finding.code == "draw/unsupported-shape-item"), "{findings:?}");
}
