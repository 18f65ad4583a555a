//! Font files in folders.

use crate::Common;
use inbetween::font::{FontSet, Origin};
use std::path::{Path, PathBuf};

/// Deepest folder under one that is named.
const DEEPEST: usize = 4;
/// Most files that are read, and the largest, in bytes.
const MOST: usize = 2000;
const LARGEST: u64 = 1 << 26;

/// The faces of `--font-dir`, the bundled ones, and with `--system-fonts` the machine's.
pub(crate) fn set(common: &Common) -> Result<FontSet, String> {
    let mut set = FontSet::new();
    for folder in &common.font_dir {
        if !folder.is_dir() {
            return Err(format!("--font-dir {}: there is no such folder", folder.display()));
        }
        add(&mut set, folder, Origin::Folder);
    }
    set.extend(&inbetween::OpenOptions::default().fonts);
    if common.system_fonts {
        for folder in system_folders() {
            add(&mut set, &folder, Origin::System);
        }
    }
    Ok(set)
}

fn add(set: &mut FontSet, folder: &Path, origin: Origin) {
    let mut files = Vec::new();
    list(folder, DEEPEST, &mut files);
    for file in files {
        let small = std::fs::metadata(&file).is_ok_and(|data| data.is_file() && data.len() <= LARGEST);
        if small && let Ok(bytes) = std::fs::read(&file) {
            // A folder may hold what is no font.
            let _ = set.add(bytes, origin);
        }
    }
}

/// Font files in and under a folder, in the order of their names.
fn list(folder: &Path, deeper: usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if out.len() >= MOST {
            return;
        }
        if path.is_dir() {
            if deeper > 0 {
                list(&path, deeper - 1, out);
            }
        } else if is_font(&path) {
            out.push(path);
        }
    }
}

fn is_font(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    matches!(ending.as_deref(), Some("ttf" | "otf" | "ttc" | "otc"))
}

/// Where systems keep fonts.
fn system_folders() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let below = |path: &str| home.as_ref().map(|home| home.join(path));
    let mut folders: Vec<PathBuf> = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
        "C:\\Windows\\Fonts",
    ]
    .iter()
    .map(PathBuf::from)
    .collect();
    folders.extend(below(".local/share/fonts"));
    folders.extend(below(".fonts"));
    folders.extend(below("Library/Fonts"));
    folders
}
