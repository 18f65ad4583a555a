//! The gallery: every example of `tests/gallery.json` opens, draws and plots as `docs/gallery.md` shows it.
//! `cargo run -p inbetween-tests --example gallery` draws it anew.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween_tests::gallery::{folder, page, sections};
use inbetween_tests::pictures::decode;
use inbetween_tests::{files, root};
use std::fs;

#[test]
fn every_entry_draws_and_plots_as_the_page_shows_it() {
    let mut wrong = Vec::new();
    let entries: Vec<_> = sections().into_iter().flat_map(|(_, entries)| entries).collect();
    assert!(entries.len() > 15, "{} entries", entries.len());
    for entry in entries {
        let made = entry.make();
        let committed = fs::read(folder().join(format!("{}.png", entry.name))).unwrap_or_default();
        if committed.is_empty() || decode(&committed) != decode(&made.sheet) {
            wrong.push(format!("{}: the sheet differs", entry.name));
        }
        if let Some(graph) = made.graph
            && Some(graph) != fs::read(folder().join(format!("{}.svg", entry.name))).ok()
        {
            wrong.push(format!("{}: the graph differs", entry.name));
        }
        for (code, message) in &made.findings {
            if !entry.findings.contains(code) {
                wrong.push(format!("{}: {code}: {message}", entry.name));
            }
        }
        for code in &entry.findings {
            if !made.findings.iter().any(|(found, _)| found == code) {
                wrong.push(format!("{}: {code} is said to be found and is not", entry.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_page_is_current() {
    assert_eq!(fs::read_to_string(root().join("docs/gallery.md")).unwrap(), page());
}

#[test]
fn every_scene_file_is_in_the_gallery() {
    let listed: Vec<String> =
        sections().into_iter().flat_map(|(_, entries)| entries).map(|entry| entry.file).collect();
    for file in files(&root().join("examples"), &[".scene.toml"]) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        assert!(listed.contains(&name), "{name} is not in tests/gallery.json");
    }
}
