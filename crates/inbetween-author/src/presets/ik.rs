//! Two-bone inverse kinematics.

use super::demo::{Demo, EASY, Rig, keyed, still};
use super::settings::{Fits, checkbox, layer, slider};
use super::{Part, Preset};
use serde_json::json;

/// Bones, target and triangle; `upper` and `lower` are set before. Gives `bend`, the turn from the upper bone to the
/// lower one in radians, and the angles `au`, `al` of the bones as drawn.
const TRIANGLE: &str = "\
var hand = $hand, goal = $target, g = goal.toWorld(goal.anchorPoint);
if (upper.hasParent) g = upper.parent.fromWorld(g);  // all in the space that the upper bone turns in
var x = g[0] - upper.position[0], y = g[1] - upper.position[1];
var sx = upper.scale[0]/100, sy = upper.scale[1]/100, m = sx*sy < 0 ? -1 : 1;
var u = lower.position - upper.anchorPoint, l = hand.position - lower.anchorPoint;
u = [u[0]*sx, u[1]*sy];
l = [l[0]*sx*lower.scale[0]/100, l[1]*sy*lower.scale[1]/100];
var a = Math.max(length(u), 1e-9), b = Math.max(length(l), 1e-9);
var au = Math.atan2(u[1], u[0]), al = Math.atan2(l[1], l[0]);
var far = (a + b)*clamp($reach/100, 0, 1), d = Math.sqrt(x*x + y*y);
var soft = far*clamp($soft/100, 0, .999);
if (soft > 0 && d > far - soft) d = far - soft*Math.exp((far - soft - d)/soft);
d = clamp(Math.min(d, far), Math.abs(a - b), a + b);
var bend = Math.acos(clamp((d*d - a*a - b*b)/(2*a*b), -1, 1))*($flip == 1 ? -1 : 1);
";

/// From the keys' angle to the solved one, the short way.
const BLEND: &str = "\
turn -= 360*Math.round(turn/360);
value + turn*clamp($blend/100, 0, 1)";

pub(super) const TWO_BONE_IK: Preset = Preset {
    name: "two-bone-ik",
    title: "Two-bone IK",
    prefix: "ik",
    summary: "an arm or leg whose hand follows a target, with bend side, reach, softness and an FK/IK blend",
    formula: "cos δ = (d² − a² − b²)/2ab; lower = ±δ, upper = atan2(target) − atan2(b·sin δ, a + b·cos δ)",
    source: "The law of cosines in the triangle shoulder, elbow, hand. The usual expression measures in the composition \
             and so is wrong under a parent that is turned, scaled or mirrored; here everything is measured in the space \
             of the upper bone's parent, where the bones are rigid and rotations act, so any parents are right. Softness \
             lets the distance approach the full length by e^(−x), without the snap of a straightening arm.",
    when: "Arms, legs, cranes, lamps: two bones. The lower bone is the upper one's child, the hand the lower one's; the \
           bones' own scales are the same in x and y (mirrored is fine). For more bones use many-bone-ik. Blend 0 leaves \
           the keys (FK), 100 follows the target.",
    after_effects: true,
    parts: &[
        Part {
            role: "the upper bone's rotation",
            fits: Fits::Angle,
            text: |_| {
                format!(
                    "// Two-bone IK, upper bone: law of cosines in the space of its parent.\n\
                     var upper = thisLayer, lower = $layer2;\n{TRIANGLE}\
                     var turn = Math.atan2(y, x) - Math.atan2(b*Math.sin(bend), a + b*Math.cos(bend)) - au;\n\
                     turn = radiansToDegrees(turn) - value;\n{BLEND}"
                )
            },
        },
        Part {
            role: "the lower bone's rotation",
            fits: Fits::Angle,
            text: |_| {
                format!(
                    "// Two-bone IK, lower bone: the angle of the triangle at the elbow.\n\
                     var upper = $layer1, lower = thisLayer;\n{TRIANGLE}\
                     var turn = radiansToDegrees(m*(bend - al + au)) - value;\n{BLEND}"
                )
            },
        },
    ],
    chain: None,
    settings: &[
        layer("hand", "the layer at the end of the lower bone, its child"),
        layer("target", "the layer that the hand follows"),
        slider("blend", 100.0, [0.0, 100.0], "%", "0 follows the rotations' keys (FK), 100 the target (IK)"),
        checkbox("flip", false, "bend to the other side"),
        slider("reach", 100.0, [0.0, 100.0], "%", "how far of its full length it stretches at most"),
        slider("soft", 0.0, [0.0, 99.0], "%", "share of the reach in which it straightens softly"),
    ],
    demo: || {
        let mut rig = Rig::new();
        let path = keyed(&[
            (0.0, json!([420, 120, 0]), EASY),
            (1.0, json!([300, 260, 0]), EASY),
            (2.0, json!([480, 250, 0]), EASY),
            (3.0, json!([420, 120, 0]), EASY),
        ]);
        rig.layer("target", None, &[("p", path)])
            .layer("upper", None, &[("p", still(json!([300, 120, 0])))])
            .layer("lower", Some("upper"), &[("p", still(json!([110, 0, 0])))])
            .layer("hand", Some("lower"), &[("p", still(json!([100, 0, 0])))]);
        Demo::new(&rig, &["layer(\"upper\").rotation", "layer(\"lower\").rotation"], 3.0)
            .set("hand", "layer(\"hand\")")
            .set("target", "layer(\"target\")")
            .set("soft", "5")
            .plot(&["layer(\"upper\").rotation", "layer(\"lower\").rotation"])
    },
};
