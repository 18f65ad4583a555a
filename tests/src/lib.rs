//! What the tests of the whole workspace share.

use std::path::{Path, PathBuf};

/// The workspace's own root folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The folder of shared reference material beside the workspace, if it is there.
///
/// Tests that need it call this first and return when it is absent: the project's own tests stand without it.
#[must_use]
pub fn shared() -> Option<PathBuf> {
    let folder = root().parent()?.join("shared");
    folder.join("corpus").is_dir().then_some(folder)
}

/// All files under a folder whose name ends with one of the endings, sorted.
#[must_use]
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub mod cases;
pub mod gallery;
pub mod golden;
pub mod pictures;
pub mod programs;
pub mod rig;
