//! Draws `docs/gallery.md` and its pictures anew. Look at what changed before committing it.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for the makers")]

use inbetween_tests::gallery::{folder, page, sections};
use std::fs;

fn main() {
    fs::create_dir_all(folder()).unwrap();
    let only: Vec<String> = std::env::args().skip(1).collect();
    let mut files = vec![(inbetween_tests::root().join("docs/gallery.md"), page().into_bytes())];
    for (_, entries) in sections() {
        for entry in entries.into_iter().filter(|e| only.is_empty() || only.contains(&e.name)) {
            let made = entry.make();
            files.push((folder().join(format!("{}.png", entry.name)), made.sheet));
            files.extend(made.graph.map(|graph| (folder().join(format!("{}.svg", entry.name)), graph)));
            for (code, message) in made.findings {
                println!("{}: {code}: {message}", entry.file);
            }
        }
    }
    for (path, new) in files {
        if fs::read(&path).ok().as_deref() != Some(new.as_slice()) {
            fs::write(&path, new).unwrap();
            println!("{}", path.display());
        }
    }
}
