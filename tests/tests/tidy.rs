//! The house rules that a compiler does not check.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween_tests::{files, root};
use std::collections::BTreeSet;

/// The edges of the table under "Allowed dependencies" in `ARCHITECTURE.md`.
fn allowed_edges() -> BTreeSet<(String, String)> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = text.split("## Allowed dependencies").nth(1).expect("the table is there");
    let mut edges = BTreeSet::new();
    for line in table.lines().skip_while(|line| !line.starts_with("|---")).skip(1) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, from, to, ..] = cells.as_slice() else { break };
        for name in to.split(',').map(str::trim).filter(|name| name.starts_with('`')) {
            edges.insert((from.trim_matches('`').to_owned(), name.trim_matches('`').to_owned()));
        }
    }
    assert!(edges.len() >= 8, "the table was not read: {edges:?}");
    edges
}

/// The workspace edges that the manifests state for normal dependencies.
fn actual_edges() -> BTreeSet<(String, String)> {
    let mut edges = BTreeSet::new();
    for manifest in files(&root().join("crates"), &["Cargo.toml"]) {
        let text = std::fs::read_to_string(&manifest).unwrap();
        let name = manifest.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        let dependencies = text.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
        for line in dependencies.lines() {
            let key = line.split(['.', '=', ' ']).next().unwrap_or("");
            if key.starts_with("inbetween") {
                edges.insert((name.clone(), key.to_owned()));
            }
        }
    }
    edges
}

#[test]
fn crates_depend_only_as_the_architecture_allows() {
    let allowed = allowed_edges();
    let actual = actual_edges();
    let surplus: Vec<_> = actual.difference(&allowed).collect();
    assert!(surplus.is_empty(), "not in ARCHITECTURE.md: {surplus:?}");
    let unused: Vec<_> = allowed.difference(&actual).collect();
    assert!(unused.is_empty(), "in ARCHITECTURE.md but not in the manifests: {unused:?}");
}

#[test]
fn no_source_file_is_longer_than_800_lines() {
    let mut long = Vec::new();
    for folder in ["crates", "tests", "fuzz"] {
        for path in files(&root().join(folder), &[".rs", ".js"]) {
            if path.components().any(|part| part.as_os_str() == "target") {
                continue;
            }
            let lines = std::fs::read_to_string(&path).unwrap().lines().count();
            if lines > 800 {
                long.push((path, lines));
            }
        }
    }
    assert!(long.is_empty(), "split these: {long:?}");
}

#[test]
fn library_crates_do_not_print() {
    for path in files(&root().join("crates"), &[".rs"]) {
        let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        let skipped = ["inbetween-cli", "tests", "examples", "benches"];
        if !parts.iter().any(|part| part == "src") || parts.iter().any(|part| skipped.contains(&&**part)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        for (number, line) in code.lines().enumerate() {
            let line = line.trim_start();
            let comment = line.starts_with("//");
            assert!(
                comment || !(line.contains("println!") || line.contains("eprintln!")),
                "{}:{} prints",
                path.display(),
                number + 1
            );
        }
    }
}

#[test]
fn every_relative_link_in_the_documents_leads_somewhere() {
    for path in files(&root(), &[".md"]) {
        if path.components().any(|part| matches!(part.as_os_str().to_str(), Some("target" | "node_modules")))
        {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or("");
            if file.is_empty() || target.contains("://") || target.contains(' ') {
                continue;
            }
            assert!(path.parent().unwrap().join(file).exists(), "{}: {target} leads nowhere", path.display());
        }
    }
}
