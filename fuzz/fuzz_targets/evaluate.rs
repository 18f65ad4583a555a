//! Evaluating any expression ends, with a value, and the same one twice.
#![no_main]

use inbetween::{OpenOptions, Project, Query};
use libfuzzer_sys::fuzz_target;

const FILE: &[u8] = br#"{"v":"5.7.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[{"ty":3,"ind":1,"nm":"a","ip":0,
"op":60,"ks":{"r":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.7],"y":[1]}},{"t":30,"s":[90]}]}}}]}"#;

fuzz_target!(|text: &str| {
    let mut options = OpenOptions::default();
    options.limits.fuel = 20_000;
    options.limits.engine_memory = 16 << 20;
    let project = Project::open(FILE, &options).expect("the fixture opens");
    let queries = [Query::new(text).on(r#"layer("a").rotation"#)];
    let run = || project.query(&queries, &[0.0, 0.5], 1, &|_, _| true).expect("no one cancels");
    let (first, second) = (run(), run());
    for (a, b) in first.iter().flat_map(|s| &s.samples).zip(second.iter().flat_map(|s| &s.samples)) {
        assert_eq!(format!("{:?} {:?}", a.value, a.error), format!("{:?} {:?}", b.value, b.error));
    }
});
