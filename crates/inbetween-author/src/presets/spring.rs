//! A spring to targets.

use super::demo::{Demo, HOLD, Rig, keyed};
use super::settings::{Fits, slider};
use super::{Part, Preset};
use serde_json::json;

pub(super) const SPRING: Preset = Preset {
    name: "spring",
    title: "Spring to a target",
    prefix: "spring",
    summary: "takes each key as a new target and springs there",
    formula: "first + Σ (v_k − v_(k−1))·S(t − t_k); S(t) = 1 − e^(−ζωt)(cos ω_d t + ζω/ω_d·sin ω_d t), ω = 2π/period, \
              ζ = 1 − bounce, ω_d = ω·√(1−ζ²)",
    source: "The exact solution of x″ + 2ζω·x′ + ω²(x − target) = 0 from rest: the equation is linear, so the answers to \
             all steps of the target add, and a new target takes over the speed of the movement it interrupts. \
             Stiffness is ω² for a mass of 1, damping 2ζω.",
    when: "Interface movement: say where and when, the way there makes itself. The keys' own eases do not count. Bounce 0 \
           arrives as fast as it can without going too far.",
    after_effects: true,
    parts: &[Part {
        role: "the property whose keys are targets",
        fits: Fits::Numbers,
        text: |_| {
            "// Spring to a target: each key is where to go; the way there is a damped spring, solved exactly.\n\
             var w = 2*Math.PI/Math.max($period, .001), z = 1 - clamp($bounce/100, 0, .99);\n\
             var d = w*Math.sqrt(1 - z*z), x = numKeys > 0 ? key(1).value : value;\n\
             for (var i = 2; i <= numKeys; i++) {\n\
             \x20 var t = Math.max(time - key(i).time, 0);\n\
             \x20 var s = d > 0 ? Math.sin(d*t)/d : t;\n\
             \x20 x = x + (key(i).value - key(i - 1).value)*(1 - (Math.cos(d*t) + z*w*s)/Math.exp(z*w*t));\n\
             }\n\
             x"
            .to_owned()
        },
    }],
    chain: None,
    settings: &[
        slider(
            "period",
            0.5,
            [0.001, 1000.0],
            "s",
            "time of one swing without damping: how long it takes, about",
        ),
        slider("bounce", 30.0, [0.0, 99.0], "%", "0 arrives without going too far, 100 would swing for ever"),
    ],
    demo: || {
        let mut rig = Rig::new();
        let keys = keyed(&[
            (0.0, json!(0), HOLD),
            (0.2, json!(100), HOLD),
            (1.2, json!(40), HOLD),
            (1.45, json!(80), HOLD),
        ]);
        rig.layer("card", None, &[("r", keys)]);
        Demo::new(&rig, &["layer(\"card\").rotation"], 3.0)
    },
};
