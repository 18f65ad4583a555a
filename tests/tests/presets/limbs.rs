//! Inverse and forward kinematics, follow-through.

use crate::rig::{Curve, EASY, LINEAR, Rig, ask, asked, at, keyed, linear, put, still};
use inbetween::Project;
use serde_json::{Value, json};

const UPPER: &str = "layer(\"upper\").rotation";
const LOWER: &str = "layer(\"lower\").rotation";
const ARM: [(&str, &str); 2] = [("hand", "layer(\"hand\")"), ("target", "layer(\"target\")")];

/// An arm of bones 100 and 80 at (300, 200), drawn askew, under two parents; the target goes from place to place, one
/// per second.
fn arm(parents: [&[(&str, Value)]; 2], own: &[(&str, Value)], targets: &[[f64; 2]]) -> Rig {
    let mut rig = Rig::new();
    let keys: Vec<(f64, Value)> =
        targets.iter().zip(0_u32..).map(|([x, y], second)| (f64::from(second), json!([x, y, 0]))).collect();
    let mut upper: Vec<(&str, Value)> =
        vec![("p", still(json!([30, 20, 0]))), ("a", still(json!([5, 7, 0])))];
    upper.extend(own.iter().cloned());
    rig.layer("root", None, parents[0])
        .layer("body", Some("root"), parents[1])
        .layer("target", None, &[("p", linear(&keys)), ("a", still(json!([3, 4, 0])))])
        .layer("upper", Some("body"), &upper)
        .layer("lower", Some("upper"), &[("p", still(json!([65, 87, 0]))), ("a", still(json!([2, 1, 0])))])
        .layer("hand", Some("lower"), &[("p", still(json!([82, 1, 0]))), ("a", still(json!([9, 9, 0])))]);
    rig
}

fn gap(project: &Project, time: f64) -> f64 {
    gaps(project, &[time])[0]
}

fn gaps(project: &Project, times: &[f64]) -> Vec<f64> {
    let text = "length(layer(\"hand\").toWorld(layer(\"hand\").anchorPoint), \
                layer(\"target\").toWorld(layer(\"target\").anchorPoint))";
    asked(project, text, times).iter().map(|gap| gap[0]).collect()
}

fn parents() -> Vec<[Vec<(&'static str, Value)>; 2]> {
    let place = ("p", still(json!([300, 180, 0])));
    vec![
        [vec![], vec![place.clone()]],
        [vec![("r", still(30))], vec![place.clone(), ("r", still(-75))]],
        [vec![("s", still(json!([140, 140, 100])))], vec![place.clone(), ("s", still(json!([60, 60, 100])))]],
        [vec![("s", still(json!([-100, 100, 100]))), ("p", still(json!([640, 0, 0])))], vec![place.clone()]],
        // Squeezed and turned: a parent that shears.
        [vec![("s", still(json!([150, 70, 100])))], vec![place, ("r", still(40))]],
    ]
}

#[test]
fn two_bones_put_the_hand_on_every_target_they_reach_under_any_parents() {
    for [root, body] in parents() {
        let probe = arm([&root, &body], &[], &[[0.0, 0.0]]);
        let probe = crate::rig::open(&probe);
        // Places around the shoulder, between the nearest and the farthest, in the space of its parent.
        let text = "var far = 24 + time*6.4; layer(\"body\").toWorld([30 + far*Math.cos(time*1.7), \
                    20 + far*Math.sin(time*1.7)])";
        let times: Vec<f64> = (0..24).map(f64::from).collect();
        let targets: Vec<[f64; 2]> =
            asked(&probe, text, &times).iter().map(|place| [place[0], place[1]]).collect();
        for flip in ["off", "on"] {
            let mut settings = ARM.to_vec();
            settings.push(("flip", flip));
            let project = put(&arm([&root, &body], &[], &targets), "two-bone-ik", &[UPPER, LOWER], &settings);
            for (step, off) in gaps(&project, &times).into_iter().enumerate() {
                assert!(off < 1e-6, "parents {root:?} {body:?} target {step}: {off}");
            }
            Curve::of(&project, UPPER).is_clean();
        }
    }
}

#[test]
fn bones_that_are_mirrored_or_scaled_themselves_reach_too() {
    for scale in [json!([-100, 100, 100]), json!([120, -120, 100]), json!([80, 80, 100])] {
        let rig = arm(
            [&[], &[("p", still(json!([300, 180, 0])))]],
            &[("s", still(scale.clone()))],
            &[[400.0, 250.0]],
        );
        let project = put(&rig, "two-bone-ik", &[UPPER, LOWER], &ARM);
        assert!(gap(&project, 0.0) < 1e-6, "{scale}");
    }
}

#[test]
fn a_target_out_of_reach_leaves_the_bones_as_long_as_they_are_and_points_at_it() {
    let rig = arm([&[], &[]], &[], &[[1030.0, 20.0]]);
    let project = put(&rig, "two-bone-ik", &[UPPER, LOWER], &ARM);
    let hand = ask(&project, "layer(\"hand\").toWorld(layer(\"hand\").anchorPoint)", 0.0);
    assert!((hand[0] - 210.0).abs() < 1e-6 && (hand[1] - 20.0).abs() < 1e-6, "{hand:?}");
    // With the reach limited to 90 % of 180.
    let mut settings = ARM.to_vec();
    settings.push(("reach", "90"));
    let project = put(&rig, "two-bone-ik", &[UPPER, LOWER], &settings);
    let hand = ask(&project, "layer(\"hand\").toWorld(layer(\"hand\").anchorPoint)", 0.0);
    assert!((hand[0] - 192.0).abs() < 1e-6, "{hand:?}");
}

#[test]
fn flip_bends_to_the_other_side() {
    let side = |flip: &str| {
        let mut settings = ARM.to_vec();
        settings.push(("flip", flip));
        let rig = arm([&[], &[]], &[], &[[150.0, 20.0]]);
        let project = put(&rig, "two-bone-ik", &[UPPER, LOWER], &settings);
        ask(&project, "layer(\"lower\").toWorld(layer(\"lower\").anchorPoint)[1] - 20", 0.0)[0]
    };
    let (off, on) = (side("off"), side("on"));
    assert!(off * on < 0.0 && (off + on).abs() < 1e-6, "{off} {on}");
}

#[test]
fn softness_straightens_without_a_snap_and_never_reaches_further() {
    let rig = arm([&[], &[]], &[], &[[130.0, 20.0], [330.0, 20.0]]);
    let mut settings = ARM.to_vec();
    let hard = put(&rig, "two-bone-ik", &[UPPER, LOWER], &settings);
    settings.push(("soft", "10"));
    let soft = put(&rig, "two-bone-ik", &[UPPER, LOWER], &settings);
    let fastest = |project: &Project| {
        let curve = Curve::of(project, LOWER);
        (0..1000)
            .map(|step| {
                (curve.one(f64::from(step) * 0.001 + 0.001) - curve.one(f64::from(step) * 0.001)).abs()
            })
            .fold(0.0, f64::max)
    };
    assert!(fastest(&soft) < fastest(&hard) / 3.0, "{} {}", fastest(&soft), fastest(&hard));
    let bend = Curve::of(&soft, LOWER);
    bend.never_jumps(0.0, 1.0, 1000.0);
    assert!(gap(&soft, 0.0) < 1e-6, "where the arm is well bent it reaches");
}

#[test]
fn the_blend_is_the_keys_at_one_end_and_the_target_at_the_other() {
    let rotation = keyed(&[(0.0, json!(350), EASY), (1.0, json!(390), EASY)]);
    let rig = arm([&[], &[]], &[("r", rotation)], &[[150.0, 20.0], [100.0, 120.0]]);
    let with = |blend: &str| {
        let mut settings = ARM.to_vec();
        settings.push(("blend", blend));
        put(&rig, "two-bone-ik", &[UPPER, LOWER], &settings)
    };
    let (fk, half, ik) = (with("0"), with("50"), with("100"));
    for t in [0.0, 0.3, 0.8] {
        assert_eq!(at(&fk, UPPER, t)[0], Curve::of(&fk, UPPER).before(t));
        assert!(gap(&ik, t) < 1e-6);
        let (a, b, m) = (at(&fk, UPPER, t)[0], at(&ik, UPPER, t)[0], at(&half, UPPER, t)[0]);
        assert!(
            (a - b).abs() <= 180.0 && (m - f64::midpoint(a, b)).abs() < 1e-9,
            "the short way: {a} {m} {b}"
        );
    }
}

/// A spine of bones of these lengths at (200, 150), and its tip.
fn spine(lengths: &[f64], parent: &[(&str, Value)], target: Value) -> (Rig, Vec<String>) {
    let mut rig = Rig::new();
    rig.layer("world", None, parent).layer("target", None, &[("p", target)]);
    let mut at = [200.0, 150.0];
    for (bone, length) in lengths.iter().enumerate() {
        let before = if bone == 0 { "world".to_owned() } else { format!("b{bone}") };
        let turn = 0.4 * bone as f64;
        rig.layer(&format!("b{}", bone + 1), Some(&before), &[("p", still(json!([at[0], at[1], 0])))]);
        at = [length * turn.cos(), length * turn.sin()];
    }
    rig.layer("tip", Some(&format!("b{}", lengths.len())), &[("p", still(json!([at[0], at[1], 0])))]);
    (rig, (1..=lengths.len()).map(|bone| format!("layer(\"b{bone}\").rotation")).collect())
}

fn bent(rig: &Rig, bones: &[String], more: &[(&str, &str)]) -> Project {
    let bones: Vec<&str> = bones.iter().map(String::as_str).collect();
    let mut settings = vec![("tip", "layer(\"tip\")"), ("target", "layer(\"target\")")];
    settings.extend(more);
    put(rig, "many-bone-ik", &bones, &settings)
}

fn tip_gap(project: &Project, time: f64) -> f64 {
    tip_gaps(project, &[time])[0]
}

fn tip_gaps(project: &Project, times: &[f64]) -> Vec<f64> {
    let text = "length(layer(\"tip\").toWorld([0, 0, 0]), layer(\"target\").toWorld([0, 0, 0]))";
    asked(project, text, times).iter().map(|gap| gap[0]).collect()
}

#[test]
fn many_bones_put_the_tip_on_every_target_they_reach_under_any_parents() {
    let chains: [&[f64]; 5] = [
        &[50.0, 50.0],
        &[90.0, 30.0],
        &[40.0, 40.0, 40.0, 40.0],
        &[60.0, 50.0, 40.0, 30.0, 20.0, 10.0],
        &[120.0, 20.0, 20.0],
    ];
    let turned: [&[(&str, Value)]; 3] = [
        &[],
        &[("r", still(50)), ("s", still(json!([-80, 120, 100])))],
        &[("s", still(json!([70, 70, 100]))), ("r", still(-130))],
    ];
    for lengths in chains {
        for parent in turned {
            let longest = lengths.iter().copied().fold(0.0, f64::max);
            let all: f64 = lengths.iter().sum();
            let nearest = (2.0 * longest - all).max(0.0);
            let (probe, _) = spine(lengths, parent, still(json!([0, 0, 0])));
            let probe = crate::rig::open(&probe);
            let times: Vec<f64> = (0..12).map(f64::from).collect();
            let text = format!(
                "var far = {nearest} + {}*(0.02 + 0.08*time); layer(\"world\").toWorld([200 + far*Math.cos(time*2.3), \
                 150 + far*Math.sin(time*2.3)])",
                all - nearest
            );
            let places = asked(&probe, &text, &times);
            let keys: Vec<(f64, Value)> = times
                .iter()
                .zip(places)
                .map(|(time, place)| (*time, json!([place[0], place[1], 0])))
                .collect();
            let (rig, bones) = spine(lengths, parent, linear(&keys));
            for flip in ["off", "on"] {
                let project = bent(&rig, &bones, &[("flip", flip)]);
                for (step, off) in tip_gaps(&project, &times).into_iter().enumerate() {
                    assert!(off < 1e-6, "{lengths:?} {parent:?} {step}: {off}");
                }
            }
        }
    }
}

#[test]
fn many_bones_move_smoothly_with_the_target_and_do_not_remember() {
    let path = keyed(&[
        (0.0, json!([350, 150, 0]), LINEAR),
        (1.0, json!([230, 180, 0]), LINEAR),
        (2.0, json!([230, 60, 0]), LINEAR),
        (3.0, json!([600, 150, 0]), LINEAR),
    ]);
    let (rig, bones) = spine(&[50.0, 45.0, 40.0, 35.0], &[], path);
    let project = bent(&rig, &bones, &[]);
    for bone in &bones {
        let curve = Curve::of(&project, bone);
        // Except where it straightens: there the bend is a square root, steep but without a jump.
        curve.never_jumps(0.0, 2.2, 1500.0);
        let forth: Vec<f64> = (0..60).map(|step| curve.one(f64::from(step) * 0.05)).collect();
        let fresh = Curve::of(&project, bone);
        let back: Vec<f64> = (0..60).rev().map(|step| fresh.one(f64::from(step) * 0.05)).collect();
        assert!(forth.iter().eq(back.iter().rev()), "the same in any order");
        curve.is_clean();
    }
    assert!(
        (tip_gap(&project, 3.0) - (400.0 - 170.0)).abs() < 1e-6,
        "out of reach it points there, straight"
    );
}

#[test]
fn an_fk_chain_bends_every_bone_by_its_share() {
    let (rig, bones) = spine(&[50.0, 50.0, 50.0], &[], still(json!([0, 0, 0])));
    let names: Vec<&str> = bones.iter().map(String::as_str).collect();
    let project = put(&rig, "fk-chain", &names, &[("bend", "40"), ("falloff", "50")]);
    let turns: Vec<f64> = names.iter().map(|bone| at(&project, bone, 1.0)[0]).collect();
    assert_eq!(turns, [40.0, 20.0, 10.0]);
    let project =
        put(&rig, "fk-chain", &names, &[("bend", "0"), ("wave", "30"), ("speed", "0.5"), ("shift", "25")]);
    for (bone, name) in names.iter().enumerate() {
        let (t, lag) = (0.3, 0.5 * bone as f64);
        assert!(t - lag > -2.0);
        let truth = 30.0 * (std::f64::consts::TAU * (0.5 * t - 0.25 * bone as f64)).sin();
        assert!((at(&project, name, t)[0] - truth).abs() < 1e-9);
    }
}

#[test]
fn follow_through_is_the_leader_later_and_less_for_each_link() {
    let keys = keyed(&[(0.0, json!(5), EASY), (1.0, json!(65), EASY)]);
    let mut rig = Rig::new();
    rig.layer("a", None, &[("r", keys)]).layer("b", None, &[("r", still(3))]).layer("c", None, &[]);
    let links = ["layer(\"a\").rotation", "layer(\"b\").rotation", "layer(\"c\").rotation"];
    let project = put(&rig, "follow-through", &links, &[("delay", "0.2"), ("loss", "25")]);
    let [a, b, c] = links.map(|link| Curve::of(&project, link));
    for step in 0..40 {
        let t = f64::from(step) * 0.05;
        assert!((b.one(t) - 3.0 - 0.75 * (a.one(t - 0.2) - 5.0)).abs() < 1e-9, "{t}");
        assert!((c.one(t) - 0.75 * (b.one(t - 0.2) - 3.0)).abs() < 1e-9, "{t}");
    }
    assert!((c.one(3.0) - 60.0 * 0.5625).abs() < 1e-9);
    b.is_clean();
}
