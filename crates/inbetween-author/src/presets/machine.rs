//! Machines: slider-crank and rolling wheel.

use super::demo::{Demo, Rig, linear, still};
use super::settings::{Fits, angle, layer, slider};
use super::{Part, Preset};
use serde_json::json;

pub(super) const SLIDER_CRANK: Preset = Preset {
    name: "slider-crank",
    title: "Slider-crank",
    prefix: "crank",
    summary: "a wheel drives a crank whose far end slides level with the hub, with a piston that stays upright",
    formula: "pin height h = p_x·sin A + p_y·cos A; crank direction ψ with c·sin ψ = −h; crank = ψ − k − A; \
              piston = −(A + crank)",
    source: "The pin's height over the hub must be made up by the crank: sin B = r·sin A/c. Positions of children are in \
             their parent's layer space, so radius and length are measured there: both points in one space. Unlike the \
             usual form the pin may sit anywhere on the wheel and the crank may point either way.",
    when: "Engines, pumps, sewing machines. The crank is the wheel's child, the piston the crank's; anchor points sit on \
           the hub, the pin and the joint. Only the wheel is animated.",
    after_effects: true,
    parts: &[
        Part {
            role: "the crank's rotation",
            fits: Fits::Angle,
            text: |_| {
                "// Slider-crank, crank: turns against the wheel so that its far end stays level with the hub.\n\
                 var wheel = $wheel, A = degreesToRadians(wheel.rotation);\n\
                 var p = position - wheel.anchorPoint, q = $layer2.position - anchorPoint;\n\
                 var c = length(q)*Math.abs(scale[0])/100, k = Math.atan2(q[1], q[0]);\n\
                 var h = p[0]*Math.sin(A) + p[1]*Math.cos(A);  // height of the pin over the hub\n\
                 var B = Math.asin(clamp(-h/Math.max(c, 1e-9), -1, 1));\n\
                 if (Math.cos(k + degreesToRadians(value)) < 0) B = Math.PI - B;  // a crank drawn to the left\n\
                 radiansToDegrees(B - k - A)"
                    .to_owned()
            },
        },
        Part {
            role: "the piston's rotation",
            fits: Fits::Angle,
            text: |_| {
                "// Slider-crank, piston: takes back both turns.\n\
                 value - $wheel.rotation - $layer1.rotation"
                    .to_owned()
            },
        },
    ],
    chain: None,
    settings: &[layer("wheel", "the wheel that drives")],
    demo: || {
        let mut rig = Rig::new();
        rig.layer(
            "wheel",
            None,
            &[("p", still(json!([420, 180, 0]))), ("r", linear(&[(0.0, json!(0)), (4.0, json!(360))]))],
        )
        .layer("crank", Some("wheel"), &[("p", still(json!([-60, 0, 0])))])
        .layer("piston", Some("crank"), &[("p", still(json!([-180, 0, 0])))]);
        let both = ["layer(\"crank\").rotation", "layer(\"piston\").rotation"];
        Demo::new(&rig, &both, 4.0).set("wheel", "layer(\"wheel\")").plot(&both)
    },
};

pub(super) const ROLLING_WHEEL: Preset = Preset {
    name: "rolling-wheel",
    title: "Wheel that rolls its distance",
    prefix: "wheel",
    summary: "turns a wheel by the way it moves, so that it does not slide",
    formula: "value + way along the ground / radius (in radians)",
    source: "Rolling without sliding: the arc that touched the ground is as long as the way. The place is read in the \
             world, so a wheel under a moving car rolls with the car.",
    when: "The position moves (keys, a path, a parent) and the wheel must follow. To drive a wheel by a speed use \
           integrate-speed.",
    after_effects: true,
    parts: &[Part {
        role: "the wheel's rotation",
        fits: Fits::Angle,
        text: |_| {
            "// A wheel that rolls its distance: as much arc as way along the ground.\n\
             function place(t) {\n\
             \x20 var p = thisLayer.position.valueAtTime(t);\n\
             \x20 return hasParent ? parent.toWorld(p, t) : p;\n\
             }\n\
             var way = place(time) - place(inPoint), a = degreesToRadians($ground);\n\
             value + radiansToDegrees((way[0]*Math.cos(a) + way[1]*Math.sin(a))/Math.max($radius, .001))"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[
        slider("radius", 50.0, [0.001, 1e6], "px", "from the hub to the ground"),
        angle("ground", 0.0, "direction of the ground: 0 level, 20 downhill to the right"),
    ],
    demo: || {
        let mut rig = Rig::new();
        let way = super::demo::keyed(&[
            (0.0, json!([80, 200, 0]), super::demo::EASY),
            (2.0, json!([560, 200, 0]), super::demo::EASY),
            (4.0, json!([300, 200, 0]), super::demo::EASY),
        ]);
        rig.layer("wheel", None, &[("p", way)]);
        Demo::new(&rig, &["layer(\"wheel\").rotation"], 4.0)
    },
};
