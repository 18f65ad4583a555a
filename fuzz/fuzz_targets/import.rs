//! Importing any bytes gives a document or an error; an unchanged document saves as it was.
#![no_main]

use inbetween::{OpenOptions, Project};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut options = OpenOptions::default();
    options.limits.file_bytes = 1 << 20;
    options.limits.layers = 1_000;
    if let Ok(project) = Project::open(data, &options) {
        let _ = project.info();
        assert_eq!(project.export_json().ok().as_deref(), Some(&*project.document().source.text));
    }
});
