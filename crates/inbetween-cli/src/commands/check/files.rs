//! Which files are checked.

use super::config::Config;
use std::path::{Path, PathBuf};

/// Deepest folder that is looked into.
const DEEPEST: usize = 32;

/// The files named, and every motion file in the folders named, sorted; whether they are reported as several.
///
/// # Errors
/// When one does not exist.
pub(crate) fn gather(named: &[&Path], config: &Config) -> Result<(Vec<PathBuf>, bool), String> {
    let mut out = Vec::new();
    let mut several = named.len() > 1;
    for path in named {
        if path.is_dir() {
            several = true;
            let mut found = Vec::new();
            walk(path, config, &mut found, DEEPEST);
            found.sort();
            out.extend(found);
        } else if path.exists() {
            out.push(path.to_path_buf());
        } else {
            return Err(format!("{}: no such file", path.display()));
        }
    }
    Ok((out, several))
}

fn walk(folder: &Path, config: &Config, found: &mut Vec<PathBuf>, deep: usize) {
    let (Ok(entries), Some(deep)) = (std::fs::read_dir(folder), deep.checked_sub(1)) else { return };
    for entry in entries.flatten() {
        let path = if folder == Path::new(".") { PathBuf::from(entry.file_name()) } else { entry.path() };
        let name = entry.file_name().to_string_lossy().into_owned();
        // Links may lead in circles.
        let Ok(kind) = entry.file_type() else { continue };
        if name.starts_with('.') || kind.is_symlink() || config.excludes(&path) {
            continue;
        }
        if kind.is_dir() {
            if !matches!(name.as_str(), "node_modules" | "target") {
                walk(&path, config, found, deep);
            }
        } else if is_motion(&path, &name) {
            found.push(path);
        }
    }
}

/// Whether a file of a folder is a motion file: other JSON and TOML is common.
fn is_motion(path: &Path, name: &str) -> bool {
    let name = name.to_lowercase();
    if name.ends_with(".lottie") || name.ends_with(".tgs") || name.ends_with(".scene.toml") {
        return true;
    }
    if !name.ends_with(".json") {
        return false;
    }
    let Ok(text) = std::fs::read(path) else { return false };
    let holds = |word: &[u8]| text.windows(word.len()).any(|window| window == word);
    // A file that was cut off in the middle may hold no layers yet.
    holds(b"\"fr\"") && (holds(b"\"layers\"") || (holds(b"\"ip\"") && holds(b"\"op\"")))
}
