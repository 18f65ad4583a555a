//! A wiggle that loops.

use super::demo::{Demo, Rig, still};
use super::settings::{ANY, Fits, UP, slider};
use super::{Part, Preset};
use serde_json::json;

pub(super) const WIGGLE_LOOP: Preset = Preset {
    name: "wiggle-loop",
    title: "Seamless looping wiggle",
    prefix: "wiggle",
    summary: "wiggles so that the end of the loop meets its start",
    formula: "value + ((1−s)·w(u) + s·w(u−L))/√(s² + (1−s)²); u = t mod L, s = 3(u/L)² − 2(u/L)³",
    source: "A wiggle cross-faded with itself one loop earlier: at the end of the loop it is where it began. The smooth \
             share s makes the speeds meet too, and the root keeps the wiggle as wild in the middle as at the ends (two \
             independent wiggles that are mixed half and half would be 0.71 as large).",
    when: "Loops for the web and for stickers. Noise that loops by construction: noise-loop, which After Effects \
           does not have.",
    after_effects: true,
    parts: &[Part {
        role: "the property that wiggles",
        fits: Fits::Numbers,
        text: |_| {
            "// Seamless looping wiggle: fades into itself one loop earlier.\n\
             var L = Math.max($loop, .01), u = (time - inPoint)%L, s = ease(u, 0, L, 0, 1);\n\
             var a = wiggle($frequency, $amplitude, 1, .5, u) - valueAtTime(u);\n\
             var b = wiggle($frequency, $amplitude, 1, .5, u - L) - valueAtTime(u - L);\n\
             value + (a*(1 - s) + b*s)/Math.sqrt(s*s + (1 - s)*(1 - s))"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[
        slider("frequency", 2.0, UP, "Hz", "wiggles per second"),
        slider("amplitude", 50.0, ANY, "of the property", "largest deviation"),
        slider("loop", 4.0, [0.01, 1e6], "s", "length of the loop"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("leaf", None, &[("p", still(json!([320, 180, 0])))]);
        Demo::new(&rig, &["layer(\"leaf\").position"], 8.0)
    },
};
