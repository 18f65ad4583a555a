//! `inbetween.toml`: levels of rules and files that are left out.

use inbetween::Severity;
use inbetween::check::Levels;
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, Item};

/// Name of the file.
const NAME: &str = "inbetween.toml";

/// What it says.
#[derive(Debug, Default)]
pub(crate) struct Config {
    pub(crate) levels: Levels,
    exclude: Vec<String>,
    /// The folder that exclusions start from.
    folder: PathBuf,
}

impl Config {
    /// The named file, or the first one beside `near` or in a folder above it.
    ///
    /// # Errors
    /// When it cannot be read, or says what no rule is.
    pub(crate) fn load(named: Option<&Path>, near: Option<&Path>) -> Result<Self, String> {
        let path = match named {
            Some(path) => path.to_path_buf(),
            None => match near.and_then(find) {
                Some(path) => path,
                None => return Ok(Self::default()),
            },
        };
        let said = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|e| said(&e))?;
        let mut config = Self::parse(&text).map_err(|e| said(&e))?;
        // Files are named from anywhere.
        let full = std::path::absolute(&path).map_err(|e| said(&e))?;
        config.folder = full.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok(config)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let document: DocumentMut = text.parse().map_err(|e: toml_edit::TomlError| e.to_string())?;
        let mut config = Self::default();
        if let Some((other, _)) = document.iter().find(|(key, _)| *key != "check") {
            return Err(format!("`{other}` is unknown; there is `check`"));
        }
        let Some(check) = document.get("check") else { return Ok(config) };
        let check = check.as_table_like().ok_or("`check` is no table")?;
        for (key, item) in check.iter() {
            match key {
                "exclude" => {
                    let list = item.as_array().ok_or("`check.exclude` is no list")?;
                    for pattern in list {
                        config
                            .exclude
                            .push(pattern.as_str().ok_or("`check.exclude` holds names of files")?.to_owned());
                    }
                }
                "levels" => {
                    let levels = item.as_table_like().ok_or("`check.levels` is no table")?;
                    for (code, level) in levels.iter() {
                        config.level(code, Item::as_str(level).unwrap_or(""))?;
                    }
                }
                other => return Err(format!("`check.{other}` is unknown; there are `exclude` and `levels`")),
            }
        }
        Ok(config)
    }

    /// A setting `code=level` from the command line.
    ///
    /// # Errors
    /// When it names no rule or no level.
    pub(crate) fn set(&mut self, setting: &str) -> Result<(), String> {
        let (code, level) = setting.split_once('=').ok_or("--level: expected CODE=LEVEL")?;
        self.level(code.trim(), level.trim()).map_err(|e| format!("--level: {e}"))
    }

    fn level(&mut self, code: &str, level: &str) -> Result<(), String> {
        let severity = match level {
            "off" => None,
            "note" => Some(Severity::Note),
            "warning" => Some(Severity::Warning),
            "error" => Some(Severity::Error),
            _ => return Err(format!("\"{level}\" is no level: off, note, warning or error")),
        };
        self.levels.set(code, severity).map_err(|e| e.to_string())
    }

    /// Whether a file of a folder is left out.
    pub(crate) fn excludes(&self, path: &Path) -> bool {
        let full = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let inside = full.strip_prefix(&self.folder).ok().filter(|_| !self.folder.as_os_str().is_empty());
        let path = inside.unwrap_or(path);
        let text = path.to_string_lossy().replace('\\', "/");
        let text = text.trim_start_matches("./");
        self.exclude.iter().any(|pattern| fits(pattern.trim_start_matches("./").as_bytes(), text.as_bytes()))
    }
}

/// The configuration beside a file (or in a folder), or in a folder above.
fn find(near: &Path) -> Option<PathBuf> {
    let full = std::path::absolute(near).ok()?;
    full.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// Whether a pattern fits a path: `*` is any run of characters, `?` one; a folder's name stands for all in it.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (None, Some((next, _))) => *next == b'/',
        (Some((b'*', rest)), _) => (0..=text.len()).any(|at| fits(rest, text.get(at..).unwrap_or(&[]))),
        (Some((b'?', rest)), Some((_, after))) => fits(rest, after),
        (Some((wanted, rest)), Some((next, after))) => wanted == next && fits(rest, after),
        (Some((b'/', [])), None) => true,
        (Some(_), None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_exclusions_are_read() {
        let config = Config::parse(
            "[check]\nexclude = [\"drafts/*\", \"old\"]\n[check.levels]\n\"players/*\" = \"off\"\n\"expr/thrown\" = \"note\"",
        )
        .unwrap();
        assert_eq!(config.levels.of("players/wiggle", Severity::Warning), None);
        assert_eq!(config.levels.of("expr/thrown", Severity::Error), Some(Severity::Note));
        assert!(config.excludes(Path::new("./drafts/a/b.json")) && config.excludes(Path::new("old/c.json")));
        assert!(!config.excludes(Path::new("older.json")));
    }

    #[test]
    fn faults_are_named() {
        for (text, word) in [
            ("[check.levels]\n\"players/wigle\" = \"off\"", "players/wiggle"),
            ("[check.levels]\n\"players/wiggle\" = \"loud\"", "loud"),
            ("[check]\nexcludes = []", "excludes"),
            ("[chek.levels]\n\"players/wiggle\" = \"off\"", "`chek` is unknown"),
            ("[check", "TOML"),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }
}
