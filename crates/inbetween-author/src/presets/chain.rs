//! Chains of layers: one bend for all, and follow-through.

use super::demo::{Demo, EASY, Rig, keyed, still};
use super::settings::{ANY, Fits, UP, slider};
use super::{Part, Preset};
use serde_json::json;

pub(super) const FK_CHAIN: Preset = Preset {
    name: "fk-chain",
    title: "FK chain",
    prefix: "fk",
    summary: "one bend for a whole chain of bones, and a wave that runs along it",
    formula: "bone i (from 0): value + bend·falloff^i + wave·sin(2π(speed·t − i·shift))",
    source: "Forward kinematics: each bone turns its children with it, so equal turns make an arc, and equal swings with a \
             lag make a travelling wave.",
    when: "Tails, tentacles, grass, fingers that curl without a target. With a target use many-bone-ik.",
    after_effects: true,
    parts: &[Part {
        role: "the bones' rotations, root first",
        fits: Fits::Angle,
        text: |place| {
            format!(
                "// FK chain, bone {} of {}: its share of one bend, and of a wave that runs along.\n\
                 var turns = $speed*(time - inPoint) - {index}*$shift/100;\n\
                 var wave = $wave*Math.sin(2*Math.PI*turns);\n\
                 value + $bend*Math.pow($falloff/100, {index}) + wave",
                place.index + 1,
                place.count,
                index = place.index
            )
        },
    }],
    chain: Some(2),
    settings: &[
        slider("bend", 20.0, ANY, "°", "turn of the first bone"),
        slider("falloff", 100.0, [0.0, 1000.0], "%", "each next bone's turn, of the one before"),
        slider("wave", 0.0, ANY, "°", "size of the wave"),
        slider("speed", 0.5, ANY, "Hz", "waves per second"),
        slider("shift", 15.0, ANY, "% of a wave", "lag from bone to bone"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("bone 1", None, &[("p", still(json!([300, 200, 0])))])
            .layer("bone 2", Some("bone 1"), &[("p", still(json!([60, 0, 0])))])
            .layer("bone 3", Some("bone 2"), &[("p", still(json!([60, 0, 0])))]);
        let bones =
            ["layer(\"bone 1\").rotation", "layer(\"bone 2\").rotation", "layer(\"bone 3\").rotation"];
        Demo::new(&rig, &bones, 4.0).set("wave", "25").plot(&bones)
    },
};

pub(super) const FOLLOW_THROUGH: Preset = Preset {
    name: "follow-through",
    title: "Follow-through chain",
    prefix: "follow",
    summary: "each link does what the one before did a moment ago, a little less",
    formula: "link i: value + (link_(i−1)(t − delay) − link_(i−1)(inPoint))·(1 − loss)",
    source: "Overlapping action: movement runs down a chain late and damped. Each link reads the finished movement of the \
             one before, so delays and losses add up along the chain.",
    when: "Hair, ears, antennas, a row of cards. The first property is the leader: it keeps its own movement and gets no \
           expression.",
    after_effects: true,
    parts: &[Part {
        role: "the leader's property, then each link's, all of one kind",
        fits: Fits::Numbers,
        text: |place| match place.index {
            0 => String::new(),
            index => format!(
                "// Follow-through: what the link before did a moment ago, a little less of it.\n\
                 var lead = $property{index};\n\
                 value + (lead.valueAtTime(time - $delay) - lead.valueAtTime(inPoint))*(1 - $loss/100)"
            ),
        },
    }],
    chain: Some(2),
    settings: &[
        slider("delay", 0.12, UP, "s", "how late each link is after the one before"),
        slider("loss", 20.0, [0.0, 100.0], "%", "movement that is lost from link to link"),
    ],
    demo: || {
        let mut rig = Rig::new();
        let keys = keyed(&[(0.2, json!(0), EASY), (0.8, json!(60), EASY), (1.6, json!(-20), EASY)]);
        rig.layer("head", None, &[("r", keys)]).layer("ear", None, &[]).layer("tip", None, &[]);
        let links = ["layer(\"head\").rotation", "layer(\"ear\").rotation", "layer(\"tip\").rotation"];
        Demo::new(&rig, &links, 2.6).plot(&links)
    },
};
