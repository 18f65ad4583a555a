//! Text: pop and swing per character, counter, typewriter.

use super::demo::{Demo, EASY, Rig, keyed, still};
use super::settings::{ANY, Fits, Setting, SettingKind, UP, slider};
use super::template::{Place, quoted};
use super::{Part, Preset};
use serde_json::json;

const FREQUENCY: Setting =
    slider("frequency", 3.0, [0.01, 1000.0], "Hz", "swings per second; faster swings are smaller");
const DECAY: Setting = slider("decay", 5.0, UP, "1/s", "how fast it settles");
const DURATION: Setting = slider("duration", 0.1, [0.001, 1000.0], "s", "time of the way in");

/// From 100 (the animator's look) to 0 (the text as it is) and past it; `t` is the character's own time.
const AMOUNT: &str = "\
var d = Math.max($duration, .001), w = 2*Math.PI*$frequency, s = Math.max(t - d, 0);
t < d ? linear(t, 0, d, 100, 0) : -100/d*(Math.sin(w*s)/Math.exp($decay*s)/w)";

fn animated(amount: &str, look: &serde_json::Value) -> Rig {
    let mut rig = Rig::new();
    let selector = json!({"t": 1, "b": 1, "rn": 0, "sh": 1, "x": amount});
    rig.layer("title", None, &[("p", still(json!([320, 200, 0])))])
        .words("Bounce", &json!([{"nm": "in", "s": selector, "a": look}]));
    rig
}

const SELECTOR: &str = "layer(\"title\").text.animator(\"in\").selector(1).amount";

pub(super) const TEXT_POP: Preset = Preset {
    name: "text-pop",
    title: "Text pop",
    prefix: "pop",
    summary: "each character pops up at a moment of its own and overshoots",
    formula: "amount: 100 → 0 on a line, then −100/d·sin(w·s)/(w·e^(decay·s))",
    source: "ramp-overshoot per character. The moment is random with the character's number as seed, so it is the same at \
             every frame.",
    when: "A text animator with scale 0 % (or opacity, position …) and an expression selector; the expression goes on the \
           selector's Amount. In order, not at random: text-swing.",
    after_effects: true,
    parts: &[Part {
        role: "the selector's Amount",
        fits: Fits::Amount,
        text: |_| {
            format!(
                "// Text pop: each character at a moment of its own, with overshoot.\n\
                 seedRandom(textIndex, true);\n\
                 var t = time - inPoint - random($spread);\n{AMOUNT}"
            )
        },
    }],
    chain: None,
    settings: &[
        slider("spread", 1.0, UP, "s", "time within which all have started"),
        DURATION,
        FREQUENCY,
        DECAY,
    ],
    demo: || {
        Demo::new(&animated("selectorValue", &json!({"s": still(json!([0, 0, 100]))})), &[SELECTOR], 2.0)
    },
};

pub(super) const TEXT_SWING: Preset = Preset {
    name: "text-swing",
    title: "Text swing",
    prefix: "swing",
    summary: "characters swing in one after the other and overshoot",
    formula: "the same amount; character i starts i·delay later",
    source: "ramp-overshoot per character, in reading order. The swing's clock starts when the way in ends, so the curve \
             has no jump there (a printed version takes the wrong clock and jumps).",
    when: "A text animator with X rotation 100° (per-character 3D, anchor at the top) or rotation, and an expression \
           selector; the expression goes on the selector's Amount.",
    after_effects: true,
    parts: &[Part {
        role: "the selector's Amount",
        fits: Fits::Amount,
        text: |_| {
            format!(
                "// Text swing: one character after the other, with overshoot.\n\
                 var t = time - inPoint - (textIndex - 1)*$delay;\n{AMOUNT}"
            )
        },
    }],
    chain: None,
    settings: &[
        slider("delay", 0.15, UP, "s", "from one character to the next"),
        slider("duration", 0.12, [0.001, 1000.0], "s", "time of the way in"),
        slider("frequency", 2.0, [0.01, 1000.0], "Hz", "swings per second; faster swings are smaller"),
        DECAY,
    ],
    demo: || {
        let look = json!({"r": still(90)});
        Demo::new(&animated("selectorValue", &look), &[SELECTOR], 2.0)
    },
};

/// Digits, decimal point, group separator and minus of a script (CLDR's).
fn script(name: &str) -> [&'static str; 4] {
    match name {
        "persian" => ["۰۱۲۳۴۵۶۷۸۹", "٫", "٬", "\u{200e}\u{2212}"],
        "arabic" => ["٠١٢٣٤٥٦٧٨٩", "٫", "٬", "\u{61c}-"],
        "devanagari" => ["०१२३४५६७८९", ".", ",", "-"],
        "bengali" => ["০১২৩৪৫৬৭৮৯", ".", ",", "-"],
        "thai" => ["๐๑๒๓๔๕๖๗๘๙", ".", ",", "-"],
        _ => ["0123456789", ".", ",", "-"],
    }
}

fn counter(place: &Place<'_>) -> String {
    let [digits, mut point, mut group, minus] = script(place.word("digits"));
    match place.word("separators") {
        "comma" => (group, point) = (",", "."),
        "point" => (group, point) = (".", ","),
        "space" => (group, point) = ("\u{202f}", ","),
        "none" => group = "",
        _ => {}
    }
    let at = match place.word("groups") {
        "indian" => "left == 3 || left > 3 && left%2 == 1",
        "none" => "false",
        _ => "left%3 == 0",
    };
    let show = if digits.starts_with('0') {
        "c".to_owned()
    } else {
        format!("{}.charAt(Number(c))", quoted(digits))
    };
    format!(
        "// Counter: a number with the digits, groups and point of a script.\n\
         var n = $value.value, s = Math.abs(n).toFixed(Math.round(clamp($decimals, 0, 20)));\n\
         var whole = s.split(\".\")[0].length, out = \"\";\n\
         for (var i = 0; i < s.length; i++) {{\n\
         \x20 var c = s.charAt(i), left = whole - i;  // digits from here to the point\n\
         \x20 if (i > 0 && left > 0 && ({at})) out += {};\n\
         \x20 out += c == \".\" ? {} : {show};\n\
         }}\n\
         {} + (n < 0 && Number(s) > 0 ? {} : \"\") + out + {}",
        quoted(group),
        quoted(point),
        quoted(place.word("before")),
        quoted(minus),
        quoted(place.word("after")),
    )
}

const fn choice(name: &'static str, options: &'static [&'static str], about: &'static str) -> Setting {
    Setting { name, about, kind: SettingKind::Choice(options), only: None }
}

const fn words(name: &'static str, default: &'static str, about: &'static str) -> Setting {
    Setting { name, about, kind: SettingKind::Text(default), only: None }
}

pub(super) const COUNTER: Preset = Preset {
    name: "counter",
    title: "Counter",
    prefix: "counter",
    summary: "shows a slider as a number, with the digits and separators of a language",
    formula: "the value rounded to its decimals, in groups, each digit replaced by the script's",
    source: "Digits, point, group separator and minus are those of Unicode's CLDR. AE's toLocaleString is not the same on \
             all machines, so the text spells it out.",
    when: "Numbers that count up, charts, prices. Give the slider keys, or an expression on data.",
    after_effects: true,
    parts: &[Part { role: "the Source Text", fits: Fits::Text, text: counter }],
    chain: None,
    settings: &[
        slider("value", 1234.5, [-1e15, 1e15], "", "the number; give it keys"),
        slider("decimals", 0.0, [0.0, 20.0], "", "digits after the point"),
        choice(
            "digits",
            &["latin", "persian", "arabic", "devanagari", "bengali", "thai"],
            "latin, persian, arabic, devanagari, bengali or thai",
        ),
        choice(
            "separators",
            &["auto", "comma", "point", "space", "none"],
            "auto (of the digits' script), comma 1,234.5, point 1.234,5, space 1 234,5, none 1234.5",
        ),
        choice("groups", &["thousands", "indian", "none"], "thousands 1,234,567 or indian 12,34,567"),
        words("before", "", "text before the number"),
        words("after", "", "text after the number"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("price", None, &[("p", still(json!([320, 200, 0])))])
            .words("0", &json!([]))
            .slider("count", &keyed(&[(0.0, json!(0), EASY), (2.0, json!(1_250_000), EASY)]));
        Demo::new(&rig, &["layer(\"price\").text.sourceText"], 2.5)
            .set("value", "layer(\"price\").effect(\"count\")(\"Slider\")")
            .set("digits", "persian")
            .plot(&["layer(\"price\").effect(\"count\")(\"Slider\")"])
    },
};

pub(super) const TYPEWRITER: Preset = Preset {
    name: "typewriter",
    title: "Typewriter",
    prefix: "type",
    summary: "shows a text letter by letter, with a cursor",
    formula: "the first ⌊speed·t⌋ characters, then the cursor",
    source: "Counts UTF-16 units as AE does, but never shows half of a pair (emoji, rare Chinese characters). The cursor \
             is there while it types and blinks afterwards.",
    when: "Terminal and chat looks. To fade letters in use text-pop on an animator.",
    after_effects: true,
    parts: &[Part {
        role: "the Source Text",
        fits: Fits::Text,
        text: |_| {
            "// Typewriter: the first letters, and a cursor.\n\
             var s = value, t = time - inPoint - $delay;\n\
             var n = clamp(Math.floor(t*$speed), 0, s.length), c = n < s.length ? s.charCodeAt(n) : 0;\n\
             if (c >= 0xDC00 && c <= 0xDFFF) n++;  // the second half of a pair\n\
             s.substr(0, n) + (n < s.length || Math.floor(t*2)%2 == 0 ? $cursor : \"\")"
                .to_owned()
        },
    }],
    chain: None,
    settings: &[
        slider("speed", 12.0, UP, "characters/s", "how fast it types"),
        slider("delay", 0.0, ANY, "s", "rest after the in point"),
        words("cursor", "", "text of the cursor, for example | or _"),
    ],
    demo: || {
        let mut rig = Rig::new();
        rig.layer("line", None, &[("p", still(json!([320, 200, 0])))]).words("Hello, world", &json!([]));
        Demo::new(&rig, &["layer(\"line\").text.sourceText"], 2.0).set("cursor", "|").plot(&[])
    },
};
