//! The fonts of a project, in the order they are tried.

use crate::FileLoader;
use inbetween_doc::Document;
use inbetween_text::{FontSet, Origin};
use inbetween_types::{Diagnostic, Severity};
use std::collections::BTreeSet;

/// Faces in the document or its archive, then beside the document, then the given ones. Says which files are no font.
pub(crate) fn gather(
    document: &Document,
    loader: Option<&FileLoader>,
    given: &FontSet,
) -> (FontSet, Vec<Diagnostic>) {
    let mut set = FontSet::new();
    let mut findings = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>, origin: Origin, alias: &str| {
        if let Err(error) = set.add_as(bytes, origin, alias) {
            let message = format!("\"{name}\" is not used: {error}");
            findings.push(Diagnostic::new("text/unreadable-font", Severity::Warning, message));
        }
    };
    for (name, bytes) in &document.font_files {
        let known = document.fonts.iter().find(|font| {
            font.name == *name || (!font.path.is_empty() && file_name(&font.path) == file_name(name))
        });
        add(name, bytes.to_vec(), Origin::Document, known.map_or("", |font| font.name.as_str()));
    }
    if let Some(loader) = loader {
        let mut seen = BTreeSet::new();
        for font in &document.fonts {
            let names = [&font.path, &font.name, &format!("{}-{}", font.family, font.style)];
            let known = |name: &str| {
                let name = name.to_ascii_lowercase();
                [".ttf", ".otf", ".ttc"].iter().any(|ending| name.ends_with(ending))
            };
            let found =
                names.into_iter().filter(|name| !name.is_empty() && !name.contains("://")).find_map(|name| {
                    let files = if known(name) {
                        vec![name.clone()]
                    } else {
                        ["ttf", "otf", "ttc"].iter().map(|ending| format!("{name}.{ending}")).collect()
                    };
                    files.into_iter().find_map(|file| Some((loader(&file)?, file)))
                });
            if let Some((bytes, file)) = found
                && seen.insert(file.clone())
            {
                add(&file, bytes, Origin::Beside, &font.name);
            }
        }
    }
    set.extend(given);
    (set, findings)
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
