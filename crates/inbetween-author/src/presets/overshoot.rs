//! Overshoot: from a ramp of its own, and after keys.

use super::demo::{Demo, LINEAR, Rig, keyed, still};
use super::settings::{Fits, UP, slider};
use super::{Part, Preset, Setting};
use serde_json::json;

const FREQUENCY: Setting =
    slider("frequency", 3.0, [0.01, 1000.0], "Hz", "swings per second; faster swings are smaller");
const DECAY: Setting = slider("decay", 5.0, UP, "1/s", "how fast it settles");

pub(super) const RAMP_OVERSHOOT: Preset = Preset {
    name: "ramp-overshoot",
    title: "Overshoot from a ramp",
    prefix: "ramp",
    summary: "rises to its value at the in point, overshoots at the ramp's own speed and settles",
    formula: "t < d: from start to value on a line; later value + (value − start)/d · sin(w(t−d))/(w·e^(decay(t−d))), \
              w = 2πf",
    source: "A damped spring that is pushed with the ramp's speed (value − start)/d: dividing by w makes the speeds \
             meet, so the curve has no corner. The first swing goes about (value − start)/(d·w) too far.",
    when: "Something pops up without keys, by its in point alone: move the layer in time and the pop moves along.",
    after_effects: true,
    parts: &[Part {
        role: "the property that pops up",
        fits: Fits::NoPoint,
        text: |_| {
            "// Overshoot from a ramp: up to the value in a moment, past it at the same speed, and to rest.\n\
             var t = time - inPoint, d = Math.max($duration, .001), start = value*($start/100);\n\
             var w = 2*Math.PI*$frequency, s = Math.max(t - d, 0);\n\
             t < d ? linear(t, 0, d, start, value) : value + (value - start)/d*(Math.sin(w*s)/Math.exp($decay*s)/w)"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[
        slider("start", 0.0, [-1000.0, 1000.0], "% of the value", "where it starts"),
        slider(
            "duration",
            0.1,
            [0.001, 1000.0],
            "s",
            "time of the ramp; shorter is faster and overshoots more",
        ),
        FREQUENCY,
        DECAY,
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("badge", None, &[]);
        Demo::new(&rig, &["layer(\"badge\").scale"], 1.6)
    },
};

pub(super) const OVERSHOOT: Preset = Preset {
    name: "overshoot",
    title: "Overshoot after any key",
    prefix: "overshoot",
    summary: "after each key swings on at the speed it arrived with, and settles",
    formula: "value + v·sin(wt)/(w·e^(decay·t)); t since the last key, v the speed just before it, w = 2πf",
    source: "A damped spring pushed with speed v. The speed is read a thousandth of a second before the key: at the key \
             itself it is already the leaving one. Arriving slowly (an eased key) gives no overshoot.",
    when: "Keyed movement of something springy: a sign, a hair, a pop. What hits something hard bounces: use bounce.",
    after_effects: true,
    parts: &[Part {
        role: "the property with keys",
        fits: Fits::Numbers,
        text: |_| {
            "// Overshoot after any key: swings on at the speed it arrived with, and settles.\n\
             var n = numKeys > 0 ? nearestKey(time).index : 0;\n\
             if (n > 0 && key(n).time > time) n--;\n\
             var t = n > 0 ? time - key(n).time : 0, w = 2*Math.PI*$frequency;\n\
             n > 0 ? value + velocityAtTime(key(n).time - .001)*(Math.sin(w*t)/Math.exp($decay*t)/w) : value"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[FREQUENCY, DECAY],
    demo: || {
        let mut rig = Rig::new();
        let keys = keyed(&[(0.2, json!(0), LINEAR), (0.5, json!(90), LINEAR)]);
        rig.layer("sign", None, &[("r", keys), ("p", still(json!([320, 180, 0])))]);
        Demo::new(&rig, &["layer(\"sign\").rotation"], 2.0)
    },
};
