//! Decaying oscillation.

use super::demo::{Demo, Rig};
use super::settings::{Fits, UP, checkbox, direction, slider};
use super::{Part, Preset};

pub(super) const OSCILLATE: Preset = Preset {
    name: "oscillate",
    title: "Decaying oscillation",
    prefix: "oscillate",
    summary: "swings about the value from the in point on and dies away",
    formula: "value + A·sin(2πft)/e^(dt), or cos; t = time − inPoint",
    source: "The response of a damped pendulum or spring to a push (sine) or when it is let go at full swing (cosine); \
             the frequency stays, the amplitude halves every ln 2 / d seconds.",
    when: "A pendulum, a sign that was hit, a jelly: something swings by itself. After a movement use overshoot, which \
           takes its size from the movement's speed.",
    after_effects: true,
    parts: &[Part {
        role: "the property that swings",
        fits: Fits::Numbers,
        text: |place| {
            format!(
                "// Decaying oscillation: a swing that dies away from the layer's in point on.\n{}\
                 var t = Math.max(time - inPoint, 0), w = 2*Math.PI*$frequency;\n\
                 var s = $amplitude*($full_swing == 1 ? Math.cos(w*t) : Math.sin(w*t))/Math.exp($decay*t);\n\
                 value + {}",
                place.direction(),
                place.along("s")
            )
        },
    }],
    chain: None,
    settings: &[
        slider("amplitude", 80.0, [-1e6, 1e6], "of the property", "largest swing without decay"),
        slider("frequency", 1.0, UP, "Hz", "swings per second"),
        slider("decay", 1.0, UP, "1/s", "how fast it dies away; 0.69/decay seconds halve the swing"),
        checkbox("full_swing", false, "start at full swing (cosine), not at rest (sine)"),
        direction("direction of the swing: 0 right, 90 down"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("pendulum", None, &[]);
        Demo::new(&rig, &["layer(\"pendulum\").rotation"], 4.0).set("full_swing", "on")
    },
};
