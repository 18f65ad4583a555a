#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod limits;
mod mattes;
mod mesh;
mod moving;
mod space;
mod stack;
mod text;

use super::SceneOptions;
use crate::{CompileOptions, Session, Timeline};
use inbetween_doc::{ImportOptions, import};
use std::sync::Arc;

/// A file of 100 × 80 pixels, 10 frames a second, 100 frames, with these layers and these other members.
fn file(layers: &str, more: &str) -> Timeline {
    let text = format!(
        r#"{{"v":"5.12.0","w":100,"h":80,"fr":10,"ip":0,"op":100{}{more},"layers":[{layers}]}}"#,
        if more.is_empty() { "" } else { "," }
    );
    let imported = import(text.as_bytes(), &ImportOptions::default()).unwrap();
    Timeline::compile(Arc::new(imported.document), &CompileOptions::default())
}

/// The dump of a frame, and the codes of the findings.
fn drawn(timeline: &Timeline, frame: f64) -> (String, Vec<&'static str>) {
    let session = Session::new(timeline.clone());
    let (scene, findings) = session.scene(timeline.main().unwrap(), frame / 10.0, &SceneOptions::default());
    (scene.dump(), findings.iter().map(|finding| finding.code).collect())
}

/// The dump of a frame without its first line and without fills, for tests of groups.
fn groups(timeline: &Timeline, frame: f64) -> String {
    let (dump, findings) = drawn(timeline, frame);
    assert!(findings.is_empty(), "{findings:?}");
    dump.lines()
        .skip(1)
        .filter(|line| !line.trim_start().starts_with("fill"))
        .fold(String::new(), |all, line| all + line.strip_prefix("  ").unwrap_or(line) + "\n")
}

/// A solid of 10 × 10 with a name and more members.
fn solid(name: &str, more: &str) -> String {
    let comma = if more.is_empty() { "" } else { "," };
    format!(
        r##"{{"ty":1,"nm":"{name}","sc":"#ff0000","sw":10,"sh":10,"ip":0,"op":100,"st":0{comma}{more}}}"##
    )
}
