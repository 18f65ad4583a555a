//! Any text with any selectors ends in finite places, the same ones twice, and can be drawn.
#![no_main]

use inbetween::{OpenOptions, Project};
use libfuzzer_sys::fuzz_target;

/// A JSON string.
fn quoted(text: &str) -> String {
    let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    format!("\"{escaped}\"")
}

fuzz_target!(|input: (&str, &str, [f64; 20], [u8; 10], f64)| {
    let (text, expression, numbers, menus, time) = input;
    let number = |at: usize| Some(numbers[at]).filter(|n| n.is_finite()).unwrap_or(1e300);
    let property = |at: usize| format!(r#"{{"a":0,"k":{}}}"#, number(at));
    let triple = |at: usize| format!(r#"{{"a":0,"k":[{},{},{}]}}"#, number(at), number(at + 1), number(at + 2));
    let range = format!(
        r#"{{"t":0,"m":{},"b":{},"sh":{},"r":{},"rn":{},"s":{},"e":{},"o":{},"a":{},"sm":{},"xe":{},"ne":{}}}"#,
        menus[0] % 8, menus[1] % 6, menus[2] % 8, menus[3] % 3, menus[4] % 2,
        property(0), property(1), property(2), property(3), property(4), property(5), property(6)
    );
    let wiggly = format!(
        r#"{{"t":2,"m":{},"b":{},"ld":{},"mx":{},"mn":{},"wf":{},"wc":{},"tp":{},"sp":{},"rs":{}}}"#,
        menus[5] % 8, menus[6] % 6, menus[7] % 2,
        property(7), property(8), property(9), property(10), property(11), property(12), property(13)
    );
    let expressed = format!(r#"{{"t":1,"b":{},"x":{}}}"#, menus[8] % 6, quoted(expression));
    let animator = format!(
        r#"{{"s":[{range},{wiggly},{expressed},{range}],"a":{{"p":{},"s":{},"r":{},"rx":{},"sk":{},"o":{},"t":{},"co":{},"ls":{}}}}}"#,
        triple(14), triple(15), property(16), property(17), property(18), property(19), property(2), property(5), triple(4)
    );
    let file = format!(
        r#"{{"v":"5.7.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[{{"ty":5,"ind":1,"nm":"t","ddd":{},"ip":0,"op":60,
        "t":{{"d":{{"k":[{{"t":0,"s":{{"f":"F","s":40,"lh":48,"j":{},"fc":[1,0,0],"t":{}}}}}]}},"m":{{"g":{}}},"a":[{animator},{animator}]}}}}]}}"#,
        menus[9] % 2, menus[9] % 7, quoted(text), menus[9] % 5
    );
    let mut options = OpenOptions::default();
    options.limits.fuel = 5_000;
    options.limits.engine_memory = 16 << 20;
    let Ok(project) = Project::open(file.as_bytes(), &options) else { return };
    let times = [0.0, if time.is_finite() { time } else { 1.0 }];
    let run = || project.text("layer(1)", None, &times, 1, &|_, _| true).expect("no one cancels");
    let (first, second) = (run(), run());
    assert_eq!(format!("{:?}", first.samples), format!("{:?}", second.samples));
    for unit in first.samples.iter().flat_map(|sample| &sample.state.units) {
        assert!((0.0..=1.0).contains(&unit.opacity) && unit.stroke_width >= 0.0);
        assert!(unit.amounts.iter().flatten().all(|amount| amount.is_finite()));
    }
});
