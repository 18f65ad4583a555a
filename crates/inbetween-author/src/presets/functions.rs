//! Presets that use functions After Effects does not have.

use super::demo::{Demo, EASY, HOLD, LINEAR, Rig, keyed, still};
use super::settings::{ANY, Fits, UP, direction, slider};
use super::{Part, Preset};
use serde_json::json;

pub(super) const INTEGRAL: Preset = Preset {
    name: "integral",
    title: "Integral of a control",
    prefix: "integral",
    summary: "integrate-speed in one line, with inbetween.integrate (not for After Effects)",
    formula: "value + ∫ speed dt from the in point to now",
    source: "inbetween.integrate sums the area between keys exactly for hold and linear keys and refines until the tenth \
             digit for eased keys and for controls with expressions, see functions.md.",
    when: "The file will be baked or rendered here. For After Effects use integrate-speed.",
    after_effects: false,
    parts: &[Part {
        role: "the property that is driven",
        fits: Fits::Numbers,
        text: |place| {
            format!(
                "// Integrate a speed: the area under its curve since the layer's in point.\n{}\
                 var total = inbetween.integrate($speed, inPoint, time);\nvalue + {}",
                place.direction(),
                place.along("total")
            )
        },
    }],
    chain: None,
    settings: &[
        slider("speed", 90.0, ANY, "units/s", "how fast; give it keys"),
        direction("direction of the movement: 0 right, 90 down"),
    ],
    demo: || {
        let mut rig = Rig::new();
        let keys = keyed(&[(0.0, json!(0), EASY), (1.5, json!(360), HOLD), (3.0, json!(-180), LINEAR)]);
        rig.layer("wheel", None, &[]).slider("speed", &keys);
        Demo::new(&rig, &["layer(\"wheel\").rotation"], 5.0)
            .set("speed", "layer(\"wheel\").effect(\"speed\")(\"Slider\")")
    },
};

pub(super) const NOISE_LOOP: Preset = Preset {
    name: "noise-loop",
    title: "Noise that repeats",
    prefix: "noise",
    summary: "smooth noise that loops by construction, with inbetween.loopNoise (not for After Effects)",
    formula: "value + A·noise on a ring of f·L lattice points",
    source: "Gradient noise whose lattice is a ring: every place of the loop is as wild as every other, and each round is \
             the same, see functions.md.",
    when: "The file will be baked or rendered here. For After Effects use wiggle-loop.",
    after_effects: false,
    parts: &[Part {
        role: "the property that wanders",
        fits: Fits::Numbers,
        text: |place| {
            let one = |seed: usize| format!("A*inbetween.loopNoise(x, n, $seed*10 + {seed})");
            let value = match place.dimensions() {
                1 => one(0),
                _ => format!("[{}, {}]", one(0), one(1)),
            };
            format!(
                "// Noise that repeats: smooth, and the same again every loop.\n\
                 var n = Math.max(Math.round($frequency*$loop), 1);\n\
                 var x = (time - inPoint)/$loop*n, A = $amplitude;\n\
                 value + {value}"
            )
        },
    }],
    chain: None,
    settings: &[
        slider(
            "frequency",
            2.0,
            UP,
            "Hz",
            "changes per second; rounded so that a whole number fits the loop",
        ),
        slider("amplitude", 50.0, ANY, "of the property", "largest deviation"),
        slider("loop", 4.0, [0.01, 1e6], "s", "length of the loop"),
        slider("seed", 1.0, ANY, "", "another number, another noise"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("leaf", None, &[("p", still(json!([320, 180, 0])))]);
        Demo::new(&rig, &["layer(\"leaf\").position"], 8.0)
    },
};
