//! Random expressions of the kind rigs are made of, for comparing the tiers. Needs nothing but the standard library, so
//! that the fuzz target takes this file too.

/// Gives a number below `n`.
pub type Pick<'a> = dyn FnMut(usize) -> usize + 'a;

/// A file with a keyed position, a slider, a parent and a text, to run programs on.
pub const RIG: &[u8] = br#"{"v":"5.7.0","fr":25,"ip":0,"op":100,"w":200,"h":100,"nm":"comp","layers":[
{"ty":3,"ind":1,"nm":"a","ip":0,"op":100,"st":5,"parent":2,"ks":{
"p":{"a":1,"k":[{"t":10,"s":[10,20],"to":[0,0],"ti":[0,0],"o":{"x":0.3,"y":0},"i":{"x":0.7,"y":1}},{"t":40,"s":[90,-5]},{"t":60,"s":[30,30]}]},
"r":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.7],"y":[1]}},{"t":30,"s":[90]}]},
"s":{"a":0,"k":[100,50]},"o":{"a":0,"k":80}},
"ef":[{"ty":5,"nm":"S","mn":"ADBE Slider Control","ix":1,"en":1,"np":3,"ef":[{"ty":0,"nm":"Slider","mn":"ADBE Slider Control-0001","ix":1,"v":{"a":0,"k":7.5}}]}]},
{"ty":3,"ind":2,"nm":"b","ip":0,"op":100,"ks":{"p":{"a":0,"k":[5,6]},"r":{"a":0,"k":12,"x":"time * 10 + index"}}}]}"#;

/// The rig with a program as the expression of the position, rotation, scale and opacity of layer "a".
pub fn rig_with(text: &str) -> Vec<u8> {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    let mut rig = String::from_utf8_lossy(RIG).into_owned();
    for (place, with) in [
        ("\"p\":{\"a\":1", "\"p\":{"),
        ("\"r\":{\"a\":1", "\"r\":{"),
        ("\"s\":{\"a\":0,\"k\":[100", "\"s\":{"),
        ("\"o\":{\"a\":0", "\"o\":{"),
    ] {
        let (start, rest) = place.split_at(with.len());
        rig = rig.replace(place, &format!("{start}\"x\":\"{escaped}\",{rest}"));
    }
    rig.into_bytes()
}

const NUMBERS: &[&str] =
    &["0", "1", "2", "3", "-1", "0.5", "-2.5", "10", "100", "1e9", "0.1", "7", "1/3", "NaN"];
const NAMES: &[&str] = &["a", "b", "c", "i"];
const READS: &[&str] = &[
    "value",
    "time",
    "index",
    "numKeys",
    "thisProperty",
    "thisLayer",
    "thisComp.width",
    "inPoint",
    "startTime",
    "effect('S')('Slider')",
    "effect('S')(1)",
    "thisComp.layer('b').transform.rotation",
    "thisComp.layer('b').position",
    "thisComp.layer(2)",
    "thisComp.layer(index + 1).name",
    "key(1)",
    "key(2).value",
    "key(1).time",
    "key(numKeys)",
    "key(9)",
    "nearestKey(time)",
    "nearestKey(time).index",
    "hasParent",
    "parent.rotation",
    "parent",
    "name",
    "thisProperty.propertyIndex",
    "thisProperty.propertyGroup(1).name",
    "transform.scale",
    "velocity",
    "opacity",
    "thisComp.frameDuration",
    "thisComp.layer('none')",
    "undefined",
    "null",
    "true",
    "'x'",
    "'2'",
    "'a::b'",
    "''",
    "eval('thisLayer.parent')",
    "position.value",
    "rotation.velocity",
    "thisComp.layer('b')",
    "speed",
    "rotation.nearestKey(time).value",
    "rotation.key(1)[0]",
    "position.key(2)[1]",
    "scale[1]",
    "marker.numKeys",
];
const CALLS: &[(&str, usize)] = &[
    ("linear", 3),
    ("linear", 5),
    ("ease", 5),
    ("easeIn", 3),
    ("easeOut", 5),
    ("length", 1),
    ("length", 2),
    ("normalize", 1),
    ("clamp", 3),
    ("add", 2),
    ("sub", 2),
    ("mul", 2),
    ("div", 2),
    ("dot", 2),
    ("cross", 2),
    ("degreesToRadians", 1),
    ("radiansToDegrees", 1),
    ("framesToTime", 1),
    ("timeToFrames", 1),
    ("timeToFrames", 0),
    ("random", 0),
    ("random", 1),
    ("random", 2),
    ("gaussRandom", 0),
    ("seedRandom", 1),
    ("seedRandom", 2),
    ("noise", 1),
    ("wiggle", 2),
    ("wiggle", 4),
    ("valueAtTime", 1),
    ("velocityAtTime", 1),
    ("key", 1),
    ("nearestKey", 1),
    ("loopOut", 0),
    ("loopIn", 0),
    ("toComp", 1),
    ("fromComp", 1),
    ("toWorld", 1),
    ("fromWorld", 2),
    ("posterizeTime", 1),
    ("Math.sin", 1),
    ("Math.cos", 1),
    ("Math.abs", 1),
    ("Math.floor", 1),
    ("Math.round", 1),
    ("Math.max", 2),
    ("Math.min", 3),
    ("Math.pow", 2),
    ("Math.sqrt", 1),
    ("Math.exp", 1),
    ("Math.atan2", 2),
    ("Math.sign", 1),
    ("Math.trunc", 1),
    ("Math.hypot", 2),
    ("Math.random", 0),
    ("$bm_sum", 2),
    ("$bm_neg", 1),
    ("$bm_isInstanceOfArray", 1),
    ("isNaN", 1),
    ("Number", 1),
    ("String", 1),
    ("f", 1),
    ("g", 2),
    ("lookAt", 2),
    ("smooth", 1),
    ("rotation.valueAtTime", 1),
];
const BINARY: &[&str] = &[
    "+", "+", "-", "-", "*", "*", "/", "/", "%", "<", ">", "<=", ">=", "==", "!=", "===", "!==", "&&", "||",
    "|", "&", "^", "<<", ">>", ">>>", "**", ",", "??",
];
const MEMBERS: &[&str] = &[
    "[0]",
    "[1]",
    "[2]",
    "[3]",
    "[a]",
    ".length",
    ".value",
    ".time",
    ".index",
    ".name",
    ".split('::')[0]",
    ".toFixed(2)",
    ".replace('x', 'yy')",
    ".toString()",
    ".slice(1)",
    ".rotation",
    ".transform.position",
    ".numKeys",
    ".valueAtTime(1)",
    ".key(1)",
    ".parent",
    ".x",
];

fn of<'t>(pick: &mut Pick<'_>, list: &[&'t str]) -> &'t str {
    list.get(pick(list.len())).copied().unwrap_or("0")
}

fn expression(pick: &mut Pick<'_>, depth: usize) -> String {
    if depth == 0 {
        return match pick(6) {
            0 | 1 => of(pick, NUMBERS).to_owned(),
            2 | 3 => of(pick, NAMES).to_owned(),
            _ => of(pick, READS).to_owned(),
        };
    }
    let deeper = depth - 1;
    match pick(14) {
        0..=3 => {
            let (a, b) = (expression(pick, deeper), expression(pick, deeper));
            // A minus before a power is no JavaScript.
            let operator = of(pick, BINARY);
            if operator == "??" { format!("(({a}) ?? ({b}))") } else { format!("(({a}) {operator} ({b}))") }
        }
        4 => format!("{}({})", of(pick, &["-", "!", "+", "typeof ", "void "]), expression(pick, deeper)),
        5 => format!(
            "(({}) ? ({}) : ({}))",
            expression(pick, deeper),
            expression(pick, deeper),
            expression(pick, deeper)
        ),
        6 | 7 => {
            let list: Vec<String> = (0..pick(5)).map(|_| expression(pick, deeper)).collect();
            format!("[{}]", list.join(", "))
        }
        8..=10 => {
            let (name, count) = CALLS.get(pick(CALLS.len())).copied().unwrap_or(("length", 1));
            let list: Vec<String> = (0..count).map(|_| expression(pick, deeper)).collect();
            format!("{name}({})", list.join(", "))
        }
        11 => format!("({}){}", expression(pick, deeper), of(pick, MEMBERS)),
        12 => format!("({} = {})", of(pick, NAMES), expression(pick, deeper)),
        _ => expression(pick, 0),
    }
}

fn statement(pick: &mut Pick<'_>, depth: usize) -> String {
    let deeper = depth.saturating_sub(1);
    let name = of(pick, NAMES);
    match if depth == 0 { pick(5) } else { pick(12) } {
        0 => format!("var {name} = {};", expression(pick, 2)),
        1 => format!("{name} = {};", expression(pick, 2)),
        2 => format!("{name} {} {};", of(pick, &["+=", "-=", "*=", "/=", "%="]), expression(pick, 1)),
        3 => format!("{name}{};", of(pick, &["++", "--"])),
        4 => format!("{};", expression(pick, 2)),
        5 | 6 => format!(
            "if ({}) {{ {} }} else {{ {} }}",
            expression(pick, 1),
            statement(pick, deeper),
            statement(pick, deeper)
        ),
        7 => format!(
            "for (var i = 0; i < {}; i++) {{ {} {} }}",
            pick(5),
            statement(pick, deeper),
            of(pick, &["", "if (i > 2) break;", "if (a > 3) continue;"])
        ),
        8 => format!(
            "try {{ {} {} }} catch (e) {{ {} }}",
            statement(pick, deeper),
            statement(pick, deeper),
            statement(pick, deeper)
        ),
        9 => format!(
            "switch ({}) {{ case 1: {} break; case 2: {} default: {} }}",
            expression(pick, 1),
            statement(pick, deeper),
            statement(pick, deeper),
            statement(pick, deeper)
        ),
        10 => format!("{{ let {name} = {}; {} }}", expression(pick, 1), statement(pick, deeper)),
        _ => format!("{} {}", statement(pick, deeper), statement(pick, deeper)),
    }
}

/// A program.
pub fn program(pick: &mut Pick<'_>) -> String {
    let mut text = String::new();
    if pick(2) == 0 {
        text.push_str("var $bm_rt; ");
    }
    text.push_str(&format!("var a = {}, b = {}, c, i = 0;\n", expression(pick, 1), expression(pick, 1)));
    text.push_str(&format!("function f(x) {{ {} return {}; }}\n", statement(pick, 1), expression(pick, 1)));
    text.push_str(&format!("function g(x, y) {{ if (x > y) return x; return {}; }}\n", expression(pick, 1)));
    for _ in 0..pick(4) {
        text.push_str(&statement(pick, 2));
        text.push('\n');
    }
    let last = expression(pick, 3);
    if text.starts_with("var $bm_rt") {
        text.push_str(&format!("$bm_rt = {last};"));
    } else {
        text.push_str(&last);
    }
    text
}
