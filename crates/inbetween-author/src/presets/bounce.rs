//! Bounces: after keys, and launched in two dimensions.

use super::demo::{Demo, Rig, keyed, still};
use super::settings::{Fits, UP, angle, slider};
use super::{Part, Preset, Setting};
use serde_json::json;

const ELASTICITY: Setting =
    slider("elasticity", 70.0, [0.0, 99.0], "%", "speed that is kept at each hit; 0 sticks");
const GRAVITY: Setting = slider("gravity", 5000.0, [1.0, 1e9], "units/s²", "pull towards the ground");

pub(super) const BOUNCE: Preset = Preset {
    name: "bounce",
    title: "Bounce after any key",
    prefix: "bounce",
    summary: "after each key bounces back the way it came, in ever smaller hops",
    formula: "hop k starts at S_k = T(1−e^k)/(1−e) with speed v·e^k, T = 2v/g; value + u·(v_k·τ − g·τ²/2), \
              u against the arriving speed",
    source: "A ball on hard ground: parabolas, each hit keeps the share e of the speed, so hops shrink and come faster. \
             S_k is the sum of the hops before; solved for k by a logarithm, so that all the endlessly many hops are \
             there and none needs a loop.",
    when: "Keyed movement that hits something hard: a ball, a falling letter, a door. Something soft swings past its \
           end: use overshoot.",
    after_effects: true,
    parts: &[Part {
        role: "the property with keys",
        fits: Fits::Numbers,
        text: |_| {
            "// Bounce after any key: back the way it came, in hops that shrink and come faster; never past the key.\n\
             var n = numKeys > 0 ? nearestKey(time).index : 0;\n\
             if (n > 0 && key(n).time > time) n--;\n\
             var e = clamp($elasticity/100, .0001, .99), g = Math.max($gravity, 1);\n\
             var v = n > 0 ? velocityAtTime(key(n).time - .001)*(-e) : value*0;\n\
             var s = length(v), t = n > 0 ? time - key(n).time : 0, T = 2*s/g;\n\
             var left = s > 0 ? 1 - t*(1 - e)/T : 0;  // 1 at the hit, 0 when the last hop is over\n\
             var k = left > 1e-6 ? Math.floor(Math.log(left)/Math.log(e)) : 0, p = Math.pow(e, k);\n\
             var u = t - T*(1 - p)/(1 - e);           // seconds into hop k\n\
             left > 1e-6 ? value + v/s*Math.max(u*(s*p - g*u/2), 0) : value"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[ELASTICITY, GRAVITY],
    demo: || {
        let mut rig = Rig::new();
        let fall = [0.6, 0.0, 0.9, 0.8];
        let keys = keyed(&[(0.2, json!([320, 60, 0]), fall), (0.6, json!([320, 300, 0]), fall)]);
        rig.layer("ball", None, &[("p", keys)]);
        Demo::new(&rig, &["layer(\"ball\").position"], 3.0)
            .set("gravity", "4000")
            .plot(&["layer(\"ball\").position[1]"])
    },
};

pub(super) const LAUNCH: Preset = Preset {
    name: "launch",
    title: "Launched bounce in two dimensions",
    prefix: "launch",
    summary: "throws the layer at an angle; it flies, bounces and slides to rest",
    formula: "vx = v·cos α, vy = v·sin α; hop k is T·e^k long, T = 2vy/g; x = vx·T(1−q^k)/(1−q) + vx·f^k·τ with q = e·f, \
              y = vy·e^k·τ − g·τ²/2",
    source: "The parabola of a thrown ball; each hit keeps e of the vertical and f of the horizontal speed. The way of \
             the hops before is a geometric sum.",
    when: "A ball, coin or popcorn thrown from where the layer stands; the ground is at its own height.",
    after_effects: true,
    parts: &[Part {
        role: "the position",
        fits: Fits::Point,
        text: |_| {
            "// Launched bounce: thrown from its place, it flies, bounces and comes to rest.\n\
             var a = degreesToRadians($angle), vx = $speed*Math.cos(a), vy = Math.abs($speed*Math.sin(a));\n\
             var e = clamp($elasticity/100, .0001, .99), f = 1 - clamp($friction/100, 0, 1), q = e*f;\n\
             var g = Math.max($gravity, 1), t = Math.max(time - inPoint - $delay, 0), T = 2*vy/g;\n\
             var left = vy > 0 ? 1 - t*(1 - e)/T : 0;  // 1 at the start, 0 when the last hop is over\n\
             var k = left > 1e-6 ? Math.floor(Math.log(left)/Math.log(e)) : 0, p = Math.pow(e, k), r = Math.pow(f, k);\n\
             var u = t - T*(1 - p)/(1 - e);            // seconds into hop k\n\
             var x = left > 1e-6 ? vx*(T*(1 - p*r)/(1 - q) + r*u) : vx*T/(1 - q);\n\
             var y = left > 1e-6 ? Math.max(u*(vy*p - g*u/2), 0) : 0;\n\
             value + [x, -y]"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[
        angle("angle", 75.0, "direction of the throw: 0 right, 90 up, 180 left"),
        slider("speed", 1900.0, UP, "px/s", "how fast it is thrown"),
        ELASTICITY,
        slider("friction", 50.0, [0.0, 100.0], "%", "sideways speed that is lost at each hit"),
        GRAVITY,
        slider("delay", 0.0, UP, "s", "rest after the in point before the throw"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("ball", None, &[("p", still(json!([60, 330, 0])))]);
        Demo::new(&rig, &["layer(\"ball\").position"], 2.4)
            .set("angle", "78")
            .set("speed", "1250")
            .set("gravity", "3000")
            .set("friction", "20")
            .path()
    },
};
