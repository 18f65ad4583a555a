//! Compiling any text gives a program or findings.
#![no_main]

use inbetween::{OpenOptions, Project};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static PROJECT: OnceLock<Project> = OnceLock::new();

fuzz_target!(|text: &str| {
    let project = PROJECT.get_or_init(|| {
        Project::open(br#"{"v":"5.7.0","fr":30,"ip":0,"op":30,"w":1,"h":1,"layers":[]}"#, &OpenOptions::default())
            .expect("the smallest document opens")
    });
    let compiled = project.timeline().compile_expression(text);
    assert!(compiled.program.is_some() || !compiled.diagnostics.is_empty(), "a failure must say why");
});
