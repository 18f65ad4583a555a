//! Squash and stretch, looking at, orbits, parallax.

use super::demo::{Demo, EASY, Rig, keyed, linear, still};
use super::settings::{ANY, Fits, Setting, SettingKind, angle, layer, slider};
use super::{Part, Preset};
use serde_json::json;

pub(super) const SQUASH_STRETCH: Preset = Preset {
    name: "squash-stretch",
    title: "Squash and stretch by speed",
    prefix: "squash",
    summary: "stretches a layer along its movement and thins it across, with its volume kept",
    formula: "[x·q, y/q], q = e^(k·cos 2φ), k = amount·speed, φ the movement's direction to the layer's x axis",
    source: "The stretch e^k along the movement and e^(−k) across, as far as the layer's own axes can show it: sideways \
             and upright movement in full, diagonal none. The product of both scales does not change, so neither does \
             the area. The speed is the way over one frame, so it sees position expressions too.",
    when: "A ball, a jelly, a fast logo. Put the bounce or overshoot on the position and this on the scale.",
    after_effects: true,
    parts: &[Part {
        role: "the scale",
        fits: Fits::Scale,
        text: |place| {
            let depth = if place.dimensions() > 2 { ", value[2]" } else { "" };
            format!(
                "// Squash and stretch: longer along the movement, thinner across, the same area.\n\
                 var h = thisComp.frameDuration/2, p = thisLayer.position;\n\
                 var v = (p.valueAtTime(time + h) - p.valueAtTime(time - h))/(2*h);\n\
                 var k = Math.min($amount/100*length(v)/1000, Math.log(Math.max($limit, 100)/100));\n\
                 var q = Math.exp(k*Math.cos(2*(Math.atan2(v[1], v[0]) - degreesToRadians(rotation))));\n\
                 [value[0]*q, value[1]/q{depth}]"
            )
        },
    }],
    chain: None,
    settings: &[
        slider("amount", 30.0, ANY, "% per 1000 px/s", "how much it stretches; negative squashes"),
        slider("limit", 200.0, [100.0, 10_000.0], "%", "longest it becomes"),
    ],
    demo: || {
        let mut rig = Rig::new();
        let fall = [0.6, 0.0, 0.9, 0.8];
        let keys = keyed(&[
            (0.2, json!([320, 40, 0]), fall),
            (0.7, json!([320, 320, 0]), [0.1, 0.2, 0.4, 1.0]),
            (1.2, json!([320, 120, 0]), EASY),
        ]);
        rig.layer("ball", None, &[("p", keys)]);
        Demo::new(&rig, &["layer(\"ball\").scale"], 1.6).set("amount", "60")
    },
};

pub(super) const LOOK_AT: Preset = Preset {
    name: "look-at",
    title: "Look at a layer",
    prefix: "look",
    summary: "turns a layer to face another",
    formula: "value + atan2(dy, dx) − forward",
    source: "The direction to the target in the space in which the rotation acts, the parent's: so it is right under \
             parents that are turned, scaled or mirrored.",
    when: "Eyes, arrows, turrets, sunflowers. In three dimensions use lookAt() on the orientation.",
    after_effects: true,
    parts: &[Part {
        role: "the rotation",
        fits: Fits::Angle,
        text: |_| {
            "// Look at a layer: the direction to it, in the space of the parent.\n\
             var goal = $target, g = goal.toWorld(goal.anchorPoint);\n\
             if (hasParent) g = parent.fromWorld(g);\n\
             value + radiansToDegrees(Math.atan2(g[1] - position[1], g[0] - position[0])) - $forward"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[
        layer("target", "the layer to look at"),
        angle("forward", 0.0, "where the drawing looks: 0 right, 90 down, -90 up"),
    ],
    demo: || {
        let mut rig = Rig::new();
        let keys = keyed(&[(0.0, json!([100, 60, 0]), EASY), (2.0, json!([560, 200, 0]), EASY)]);
        rig.layer("bee", None, &[("p", keys)]).layer("eye", None, &[("p", still(json!([320, 330, 0])))]);
        Demo::new(&rig, &["layer(\"eye\").rotation"], 2.0).set("target", "layer(\"bee\")")
    },
};

pub(super) const ORBIT: Preset = Preset {
    name: "orbit",
    title: "Orbit",
    prefix: "orbit",
    summary: "moves a layer round a place or another layer on a circle or ellipse",
    formula: "centre + r·[cos φ, flatness·sin φ], φ = phase + 360°·speed·t",
    source: "The circle; seen from the side it is an ellipse.",
    when: "Planets, loaders, a fly round a lamp. Without a centre it circles its own place.",
    after_effects: true,
    parts: &[Part {
        role: "the position",
        fits: Fits::Point,
        text: |place| {
            let centre = if place.word("center").is_empty() {
                "var c = value;\n"
            } else {
                "var hub = $center, c = hub.toWorld(hub.anchorPoint);\n\
                 if (hasParent) c = parent.fromWorld(c);\n"
            };
            format!(
                "// Orbit: round and round.\n{centre}\
                 var a = degreesToRadians($phase + 360*$speed*(time - inPoint));\n\
                 [c[0] + $radius*Math.cos(a), c[1] + $radius*$flatness/100*Math.sin(a){}]",
                if place.dimensions() > 2 { ", value[2]" } else { "" }
            )
        },
    }],
    chain: None,
    settings: &[
        Setting {
            name: "center",
            about: "the layer in the middle; without, its own place",
            kind: SettingKind::Layer(true),
            only: None,
        },
        slider("radius", 120.0, ANY, "px", "size of the orbit"),
        slider("speed", 0.25, ANY, "turns/s", "negative goes backwards"),
        angle("phase", 0.0, "where it starts: 0 right, 90 down"),
        slider("flatness", 100.0, ANY, "%", "height of the orbit of its width: 100 is a circle"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("moon", None, &[("p", still(json!([320, 180, 0])))]);
        Demo::new(&rig, &["layer(\"moon\").position"], 4.0).set("flatness", "60").path()
    },
};

pub(super) const PARALLAX: Preset = Preset {
    name: "parallax",
    title: "Parallax",
    prefix: "parallax",
    summary: "moves a layer by a share of another's movement: far things move less",
    formula: "value + (leader(t) − leader(inPoint))·depth",
    source: "A thing at n times the distance moves 1/n as far across the picture.",
    when: "Layered landscapes: one null moves, each layer follows by its depth. Against a camera's null use a negative \
           depth.",
    after_effects: true,
    parts: &[Part {
        role: "the position",
        fits: Fits::Point,
        text: |_| {
            "// Parallax: a share of the leader's way.\n\
             var lead = $leader.position, way = lead.valueAtTime(time) - lead.valueAtTime(inPoint);\n\
             value + [way[0], way[1]]*($depth/100)"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[
        layer("leader", "the layer whose movement is followed"),
        slider("depth", 50.0, ANY, "%", "100 moves along, 50 is twice as far away, 0 stands still"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("pan", None, &[("p", linear(&[(0.0, json!([0, 0, 0])), (2.0, json!([400, 0, 0]))]))])
            .layer("hills", None, &[("p", still(json!([100, 200, 0])))]);
        Demo::new(&rig, &["layer(\"hills\").position"], 2.5)
            .set("leader", "layer(\"pan\")")
            .plot(&["layer(\"pan\").position[0]", "layer(\"hills\").position[0]"])
    },
};
