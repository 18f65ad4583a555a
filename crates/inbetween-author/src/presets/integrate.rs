//! What needs the integral of a keyed control: turning by a speed, swinging and wiggling with a changing frequency.

use super::demo::{Demo, EASY, HOLD, LINEAR, Rig, keyed};
use super::settings::{ANY, Fits, UP, direction, slider};
use super::template::Place;
use super::{Part, Preset};
use serde_json::json;

/// `total`: the area under `v` since the in point.
const AREA: &str = "\
function gauss(a, b, n) {  // Gauss and Legendre in n parts: exact for hold and linear keys
  var h = (b - a)/n/2, d = .7745966692414834*h, sum = 0;
  for (var i = 1; i < 2*n; i += 2) {
    var m = a + i*h;
    sum += 5*v.valueAtTime(m - d) + 8*v.valueAtTime(m) + 5*v.valueAtTime(m + d);
  }
  return sum*h/9;
}
function area(a, b) {  // for eased keys in ever more parts
  var n = 2, sum = gauss(a, b, 1), last = 0;
  do {
    last = sum;
    sum = gauss(a, b, n);
    n = 2*n;
  } while (n < 1000 && Math.abs(sum - last) > 1e-8*(1 + Math.abs(sum)));
  return sum;
}
var total = 0, from = inPoint;
for (var k = 1; k <= v.numKeys; k++) {
  var next = clamp(v.key(k).time, from, Math.max(time, from));
  if (next > from) total += area(from, next);
  from = next;
}
total += area(from, time);
";

fn integrated(comment: &str, control: &str, result: &str) -> String {
    format!("// {comment}\nvar v = {control};\n{AREA}{result}")
}

const SOURCE: &str = "A control has no memory: value·time jumps whenever the value changes, because it changes the past \
                      too. The area under its curve is what has really passed. Between keys the area is summed by \
                      Gauss and Legendre's rule: exact where the key holds or is linear, in ever more parts until \
                      eight digits stand where it is eased.";

fn speed_demo() -> Rig {
    let mut rig = Rig::new();
    let keys = keyed(&[
        (0.0, json!(0), LINEAR),
        (1.0, json!(360), LINEAR),
        (2.0, json!(360), HOLD),
        (2.5, json!(90), EASY),
        (4.0, json!(0), LINEAR),
    ]);
    rig.layer("wheel", None, &[]).slider("speed", &keys);
    rig
}

fn frequency_demo() -> Rig {
    let mut rig = Rig::new();
    let keys = keyed(&[
        (0.0, json!(1), LINEAR),
        (1.0, json!(1), LINEAR),
        (3.0, json!(5), HOLD),
        (4.0, json!(2), HOLD),
    ]);
    rig.layer("dot", None, &[]).slider("frequency", &keys);
    rig
}

pub(super) const INTEGRATE_SPEED: Preset = Preset {
    name: "integrate-speed",
    title: "Integrate a speed",
    prefix: "integrate",
    summary: "turns or moves by a speed that may have keys, without jumps",
    formula: "value + ∫ speed dt from the in point to now",
    source: SOURCE,
    when: "A wheel, a belt, a background driven by a speed slider with keys of any kind. For a wheel that follows a \
           movement use rolling-wheel.",
    after_effects: true,
    parts: &[Part {
        role: "the property that is driven",
        fits: Fits::Numbers,
        text: |place: &Place<'_>| {
            let comment =
                "Integrate a speed: the area under its curve since the layer's in point, whatever its keys.";
            integrated(comment, "$speed", &format!("{}value + {}", place.direction(), place.along("total")))
        },
    }],
    chain: None,
    settings: &[
        slider("speed", 90.0, ANY, "units/s", "how fast; give it keys"),
        direction("direction of the movement: 0 right, 90 down"),
    ],
    demo: || {
        Demo::new(&speed_demo(), &["layer(\"wheel\").rotation"], 5.0)
            .set("speed", "layer(\"wheel\").effect(\"speed\")(\"Slider\")")
    },
};

pub(super) const OSCILLATE_KEYED: Preset = Preset {
    name: "oscillate-keyed",
    title: "Oscillate with a keyed frequency",
    prefix: "oscillate",
    summary: "swings with a frequency that may have keys, without jumps",
    formula: "value + A·sin(2π·∫ f dt)",
    source: SOURCE,
    when: "A motor that starts, a heart that races: a swing that gets faster or slower.",
    after_effects: true,
    parts: &[Part {
        role: "the property that swings",
        fits: Fits::Numbers,
        text: |place: &Place<'_>| {
            let comment =
                "Oscillate with a keyed frequency: the phase is the area under the frequency's curve.";
            let result = format!(
                "{}var s = $amplitude*Math.sin(2*Math.PI*total);\nvalue + {}",
                place.direction(),
                place.along("s")
            );
            integrated(comment, "$frequency", &result)
        },
    }],
    chain: None,
    settings: &[
        slider("frequency", 1.0, UP, "Hz", "swings per second; give it keys"),
        slider("amplitude", 100.0, ANY, "of the property", "size of the swing"),
        direction("direction of the swing: 0 right, 90 down"),
    ],
    demo: || {
        Demo::new(&frequency_demo(), &["layer(\"dot\").rotation"], 5.0)
            .set("frequency", "layer(\"dot\").effect(\"frequency\")(\"Slider\")")
    },
};

pub(super) const WIGGLE_KEYED: Preset = Preset {
    name: "wiggle-keyed",
    title: "Wiggle with a keyed frequency",
    prefix: "wiggle",
    summary: "wiggles with a frequency that may have keys, without jumps",
    formula: "value + wiggle of frequency 1 at the time ∫ f dt",
    source: SOURCE,
    when: "A shake that calms down or gets wild.",
    after_effects: true,
    parts: &[Part {
        role: "the property that wiggles",
        fits: Fits::Numbers,
        text: |_| {
            let comment = "Wiggle with a keyed frequency: one wiggle per second of a clock that runs at that frequency.";
            let result = "// wiggle reads the keys at that clock's time too: give back the value of now.\n\
                          value + wiggle(1, $amplitude, 1, .5, total) - valueAtTime(total)";
            integrated(comment, "$frequency", result)
        },
    }],
    chain: None,
    settings: &[
        slider("frequency", 2.0, UP, "Hz", "wiggles per second; give it keys"),
        slider("amplitude", 50.0, ANY, "of the property", "largest deviation"),
    ],
    demo: || {
        Demo::new(&frequency_demo(), &["layer(\"dot\").rotation"], 5.0)
            .set("frequency", "layer(\"dot\").effect(\"frequency\")(\"Slider\")")
    },
};
