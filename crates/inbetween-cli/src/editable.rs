//! Files while they are edited: their text, and how it goes back into the form they had.

use crate::commands::write_whole;
use crate::{diff, output};
use inbetween::author::edit::{Change, EditOptions, Edited};
use inbetween::author::{edit, scene};
use inbetween::doc::{Changes, Container, Document, ImportOptions, SourceSpan};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};

/// A file that can be edited.
pub(crate) struct Editable {
    path: PathBuf,
    /// Lottie JSON or a scene.
    pub(crate) text: String,
    /// The document, where the text is packed in an archive.
    packed: Option<Document>,
    scene: bool,
}

impl Editable {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or is no motion file.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let said = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        let bytes = std::fs::read(path).map_err(|e| said(&e))?;
        let scene = scene::is_scene(&bytes);
        let plain = scene || bytes.trim_ascii_start().first() == Some(&b'{');
        if plain && let Ok(text) = String::from_utf8(bytes.clone()) {
            return Ok(Self { path: path.to_path_buf(), text, packed: None, scene });
        }
        let imported = inbetween::doc::import(&bytes, &ImportOptions::default()).map_err(|e| said(&e))?;
        let text = imported.document.source.text.to_string();
        let packed = Some(imported.document).filter(|document| document.source.container != "json");
        Ok(Self { path: path.to_path_buf(), text, packed, scene: false })
    }

    /// Makes edits of its text.
    ///
    /// # Errors
    /// The first edit that cannot be made.
    pub(crate) fn apply(
        &self,
        edits: &[edit::Edit],
        at: f64,
        composition: Option<&str>,
    ) -> Result<Edited, String> {
        let loader = crate::files::loader(&self.path);
        let load = |name: &str| loader(name);
        let options = EditOptions { at, composition, loader: Some(&load) };
        edit::apply(&self.text, edits, &options).map_err(|e| format!("{}: {e}", self.path.display()))
    }

    /// Writes a new text to `output`, in the form its name asks for, or in the place of the file in its own form.
    ///
    /// # Errors
    /// When the name asks for another kind of file, or the disk refuses; the old file is then whole.
    pub(crate) fn save(&self, text: &str, output: Option<&Path>) -> Result<PathBuf, String> {
        let path = output.unwrap_or(&self.path);
        let name = path.to_string_lossy().to_lowercase();
        let other =
            |what: &str| format!("{}: {what}; `inbetween convert` makes one of the other", path.display());
        if self.scene && [".json", ".lottie", ".tgs"].iter().any(|end| name.ends_with(end)) {
            return Err(other("a scene is edited into a scene"));
        }
        if !self.scene && name.ends_with(".toml") {
            return Err(other("a Lottie file is edited into a Lottie file"));
        }
        let container = match &self.packed {
            _ if self.scene => None,
            _ if name.ends_with(".json") => None,
            _ if name.ends_with(".lottie") => Some(Container::DotLottie),
            _ if name.ends_with(".tgs") => Some(Container::Tgs),
            Some(document) if document.source.container == "tgs" => Some(Container::Tgs),
            Some(_) => Some(Container::DotLottie),
            None => None,
        };
        let bytes = match container {
            None => text.as_bytes().to_vec(),
            Some(container) => {
                let mut plain = Document::default();
                plain.source.text = text.into();
                let mut changes = Changes::new();
                let document = match &self.packed {
                    Some(document) => {
                        let end = document.source.text.len();
                        changes.replace(SourceSpan { start: 0, end }, text.to_owned());
                        document
                    }
                    None => &plain,
                };
                inbetween::doc::export(document, &changes, container).map_err(|e| e.to_string())?
            }
        };
        write_whole(path, &bytes)?;
        Ok(path.to_path_buf())
    }

    /// The lines that differ between the file's text and another.
    pub(crate) fn diff(&self, text: &str) -> String {
        diff::lines(&self.path.display().to_string(), &self.text, text)
    }
}

/// What changed, as JSON.
pub(crate) fn changes_json(changes: &[Change]) -> Json {
    let row = |change: &Change| {
        json!({
            "edit": change.edit,
            "layer": change.layer,
            "property": change.property,
            "before": change.before,
            "after": change.after,
            "space_before": Some(&change.space_before).filter(|space| !space.is_empty()),
            "space_after": Some(&change.space_after).filter(|space| !space.is_empty()),
            "keyframes": change.keyframes,
        })
    };
    changes.iter().map(row).collect()
}

/// What changed, as a table for people: values before and after, and in whose space each is.
pub(crate) fn changes_table(changes: &[Change]) -> String {
    let spaces = changes.iter().any(|change| !change.space_before.is_empty());
    let mut rows: Vec<Vec<String>> = Vec::new();
    let head = ["layer", "property", "before", "in the space of", "after", "in the space of"];
    rows.push(head.iter().map(|s| (*s).to_owned()).collect());
    for change in changes {
        let keys = match change.keyframes {
            0 => String::new(),
            1 => " (1 keyframe)".to_owned(),
            n => format!(" ({n} keyframes)"),
        };
        rows.push(vec![
            change.layer.clone(),
            format!("{}{keys}", change.property),
            cell(&change.before),
            space(&change.space_before),
            cell(&change.after),
            space(&change.space_after),
        ]);
    }
    if !spaces {
        for row in &mut rows {
            row.remove(5);
            row.remove(3);
        }
    }
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let pad = width.saturating_sub(cell.chars().count());
            line.push_str(cell);
            line.push_str(&" ".repeat(pad + 2));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn space(space: &str) -> String {
    if space == "composition" { "the composition".to_owned() } else { space.to_owned() }
}

/// A value in a cell: numbers short, texts on one line.
fn cell(value: &Json) -> String {
    match value {
        Json::Null => "none".to_owned(),
        Json::Number(n) => output::number_text(n.as_f64().unwrap_or(0.0)),
        Json::Array(list) => list.iter().map(cell).collect::<Vec<_>>().join(", "),
        Json::String(text) => {
            let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let short: String = line.chars().take(48).collect();
            if short.len() < line.len() { format!("{short}…") } else { short }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_short() {
        assert_eq!(cell(&json!([1.5, -2.0, 0.1234567])), "1.5, -2, 0.123457");
        assert_eq!(cell(&json!("a\n  b")), "a b");
        assert!(cell(&json!("x".repeat(99))).ends_with('…'));
    }
}
