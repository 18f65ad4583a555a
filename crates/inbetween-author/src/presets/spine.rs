//! Inverse kinematics of any number of bones.

use super::demo::{Demo, EASY, Rig, keyed, still};
use super::settings::{Fits, Setting, SettingKind, checkbox, layer, slider};
use super::template::Place;
use super::{Part, Preset};
use serde_json::json;
use std::fmt::Write as _;

/// The bones' lengths, as `l`, and the longest, `top`.
fn lengths(place: &Place<'_>) -> String {
    let mut list = String::new();
    for bone in 1..=place.count {
        let child = if bone == place.count { "$tip".to_owned() } else { format!("$layer{}", bone + 1) };
        let comma = if bone == 1 { "" } else { ",\n  " };
        let _ = write!(list, "{comma}length({child}.position, $layer{bone}.anchorPoint)");
    }
    format!("var l = [{list}], top = 1e-9, i;\nfor (i = 0; i < l.length; i++) top = Math.max(top, l[i]);\n")
}

/// The angle of a bone as drawn: bones are counted from 1.
fn drawn(bone: usize, count: usize) -> String {
    let child = if bone == count { "$tip".to_owned() } else { format!("$layer{}", bone + 1) };
    format!("drawn({child}, $layer{bone})")
}

const GOAL: &str = "\
var root = $layer1, goal = $target, g = goal.toWorld(goal.anchorPoint);
if (root.hasParent) g = root.parent.fromWorld(g);  // in the space that the first bone turns in
var x = g[0] - root.position[0], y = g[1] - root.position[1];
";

fn curl(place: &Place<'_>) -> String {
    format!(
        "// Many-bone IK: all joints lie on a circle; this is half the angle of the longest bone on it, in degrees,\n\
         // such that the tip is as far away as the target. Found by halving, the same at every time: no memory.\n\
         {}{GOAL}\
         var sum = 0, others, s, c, low = 0, high = Math.PI;\n\
         for (i = 0; i < l.length; i++) sum += l[i];\n\
         var d = Math.sqrt(x*x + y*y), far = sum*clamp($reach/100, 0, 1), soft = far*clamp($soft/100, 0, .999);\n\
         if (soft > 0 && d > far - soft) d = far - soft*Math.exp((far - soft - d)/soft);\n\
         d = clamp(d, Math.max(2*top - sum, 0), far);\n\
         for (var k = 0; k < 50; k++) {{\n\
         \x20 c = (low + high)/2;\n\
         \x20 s = Math.sin(c);\n\
         \x20 others = 0;\n\
         \x20 var longest = 0;\n\
         \x20 for (i = 0; i < l.length; i++) {{\n\
         \x20   if (l[i] < top || longest > 0) others += Math.asin(l[i]/top*s);\n\
         \x20   else longest = 1;\n\
         \x20 }}\n\
         \x20 if (c + others < Math.PI && top/s*Math.sin(c + others) > d) low = c;\n\
         \x20 else high = c;\n\
         }}\n\
         radiansToDegrees(low)",
        lengths(place)
    )
}

fn bone(place: &Place<'_>) -> String {
    let number = place.index + 1;
    let count = place.count;
    let head = format!(
        "// Many-bone IK, bone {number} of {count}: chords of one circle.\n{}\
         var c = degreesToRadians($curl), side = $flip == 1 ? -1 : 1;\n\
         function half(i) {{ return l[i] < top ? Math.asin(l[i]/top*Math.sin(c)) : c; }}\n\
         function drawn(child, bone) {{  // the angle of a bone in its own space\n\
         \x20 return Math.atan2(child.position[1] - bone.anchorPoint[1], child.position[0] - bone.anchorPoint[0]);\n\
         }}\n",
        lengths(place)
    );
    let turn = if place.index == 0 {
        format!(
            "{GOAL}var rest = 0;\n\
             for (i = 1; i < l.length; i++) rest += half(i);\n\
             var turn = Math.atan2(y, x) - side*rest - {};\n",
            drawn(1, count)
        )
    } else {
        format!(
            "var turn = side*(half({}) + half({})) - {} + {};\n",
            place.index - 1,
            place.index,
            drawn(number, count),
            drawn(number - 1, count)
        )
    };
    format!(
        "{head}{turn}turn = radiansToDegrees(turn) - value;\n\
         turn -= 360*Math.round(turn/360);\n\
         value + turn*clamp($blend/100, 0, 1)"
    )
}

pub(super) const MANY_BONE_IK: Preset = Preset {
    name: "many-bone-ik",
    title: "Many-bone IK",
    prefix: "spine",
    summary: "a spine, tail or tentacle of any number of bones whose tip follows a target, evenly bent",
    formula: "bones are chords of one circle: half angles h_i = asin(l_i/2R); 2R·sin Σh_i = distance; turn at joint i is \
              h_(i−1) + h_i",
    source: "Of all the ways to reach a point we take the one whose joints lie on a circle: there is exactly one for \
             every distance, it changes smoothly with the target, and needs no memory. (FABRIK started afresh at each \
             time jumps between solutions; started from the last frame it would depend on where one began.) One unknown, \
             the size of the circle, solved by halving on a control that all bones read.",
    when: "Spines, tails, ropes, fingers. Each bone is the child of the one before, the tip is the last one's child; the \
           bones' own scales are 100 %, their parents may be turned, scaled and mirrored. Name the bones' rotations from \
           the root on.",
    after_effects: true,
    parts: &[Part { role: "the bones' rotations, root first", fits: Fits::Angle, text: bone }],
    chain: Some(2),
    settings: &[
        layer("tip", "the layer at the end of the last bone, its child"),
        layer("target", "the layer that the tip follows"),
        slider("blend", 100.0, [0.0, 100.0], "%", "0 follows the rotations' keys (FK), 100 the target (IK)"),
        checkbox("flip", false, "bend to the other side"),
        slider("reach", 100.0, [0.0, 100.0], "%", "how far of its full length it stretches at most"),
        slider("soft", 0.0, [0.0, 99.0], "%", "share of the reach in which it straightens softly"),
        Setting {
            name: "curl",
            about: "the solution, in degrees; computed",
            kind: SettingKind::Solved(curl),
            only: None,
        },
    ],
    demo: || {
        let mut rig = Rig::new();
        let path = keyed(&[
            (0.0, json!([520, 180, 0]), EASY),
            (1.0, json!([380, 260, 0]), EASY),
            (2.0, json!([330, 150, 0]), EASY),
            (3.0, json!([520, 180, 0]), EASY),
        ]);
        rig.layer("target", None, &[("p", path)]).layer(
            "bone 1",
            None,
            &[("p", still(json!([300, 200, 0])))],
        );
        for bone in 2..5 {
            let (own, parent) = (format!("bone {bone}"), format!("bone {}", bone - 1));
            rig.layer(&own, Some(&parent), &[("p", still(json!([70 - 5 * bone, 0, 0])))]);
        }
        rig.layer("tip", Some("bone 4"), &[("p", still(json!([40, 0, 0])))]);
        let bones: Vec<String> = (1..5).map(|bone| format!("layer(\"bone {bone}\").rotation")).collect();
        let bones: Vec<&str> = bones.iter().map(String::as_str).collect();
        Demo::new(&rig, &bones, 3.0)
            .set("tip", "layer(\"tip\")")
            .set("target", "layer(\"target\")")
            .plot(&bones)
    },
};
