//! Scene files (`name.scene.toml`) and Lottie text, each turned into the other.
//!
//! A scene is another spelling of a Lottie file, in After Effects' words: [`read`] gives the Lottie text that the
//! importer then reads. What a scene has no word for stands in it as raw JSON (`lottie = '''{…}'''`).
//!
//! ```
//! let scene = r#"
//! [composition]
//! size = [100, 100]
//! frame_rate = 25
//! duration = 2
//!
//! [[layer]]
//! name = "spinner"
//! type = "null"
//! rotation = { expression = "time * 90" }
//! "#;
//! let lowered = inbetween_author::scene::read(scene, "spin.scene.toml", &|_| None)?;
//! assert!(lowered.lottie.contains("time * 90"));
//! # Ok::<(), inbetween_author::scene::SceneError>(())
//! ```

mod canon;
mod drawing;
mod error;
mod node;
mod print;
mod read;
mod schema;
mod tables;
mod write;

pub use error::{SceneError, SceneFault};
pub use schema::{reference_tables, schema};
pub use write::Written;

use inbetween_types::SourcePoint;
use std::collections::BTreeMap;
use std::ops::Range;

/// A scene as Lottie text.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The text of a Lottie file.
    pub lottie: String,
    /// Places of that text, for example `layers[2].ks.r` or `layers[2].ks.r.x` (an expression), and the bytes of the
    /// scene that they were made of.
    pub places: BTreeMap<String, Range<usize>>,
    /// What the drawings that it names have and shapes cannot say.
    pub diagnostics: Vec<inbetween_types::Diagnostic>,
}

impl Lowered {
    /// Where in the scene the thing at a place of the Lottie text stands: that place, or the nearest around it that is
    /// known. Line and column from 1.
    #[must_use]
    pub fn point(&self, scene: &str, place: &str) -> Option<SourcePoint> {
        let mut place = place;
        loop {
            if let Some(span) = self.places.get(place) {
                return Some(SourcePoint::of(scene, span.start));
            }
            place = place.get(..place.rfind(['.', '['])?)?;
        }
    }
}

/// Whether a file is a scene: the first thing in it that is no comment is a header or a key of a TOML table.
#[must_use]
pub fn is_scene(bytes: &[u8]) -> bool {
    let mut rest = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    loop {
        rest = rest.trim_ascii_start();
        if rest.first() != Some(&b'#') {
            break;
        }
        match rest.iter().position(|byte| *byte == b'\n') {
            Some(end) => rest = rest.get(end..).unwrap_or(&[]),
            None => return false,
        }
    }
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'"');
    if rest.first() == Some(&b'[') {
        let inner =
            rest.strip_prefix(b"[[").or_else(|| rest.strip_prefix(b"[")).unwrap_or(&[]).trim_ascii_start();
        let header = inner.iter().take_while(|byte| word(byte)).count();
        let letter = inner.first().is_some_and(u8::is_ascii_alphabetic);
        return letter
            && inner.get(header..).is_some_and(|after| after.trim_ascii_start().first() == Some(&b']'));
    }
    let key = rest.iter().take_while(|byte| word(byte)).count();
    rest.first().is_some_and(u8::is_ascii_alphabetic)
        && rest.get(key..).is_some_and(|after| after.trim_ascii_start().first() == Some(&b'='))
}

/// Turns a scene into Lottie text. `name` is the file's name for messages; `load` gives the bytes of files that the
/// scene names, `None` where there is no such file.
///
/// # Errors
/// [`SceneError`] with every fault of the scene: TOML that cannot be read, unknown keys, names and words, values of the
/// wrong kind, files that are missing.
pub fn read(text: &str, name: &str, load: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Lowered, SceneError> {
    let failed = |mut faults: Vec<SceneFault>| {
        faults.sort_by_key(|fault| fault.span.start);
        SceneError { name: name.to_owned(), text: text.into(), faults }
    };
    let root = node::parse(text).map_err(failed)?;
    let mut reader = read::Reader::new(text, load);
    let lottie = reader.root(&root);
    if !reader.faults.is_empty() {
        return Err(failed(reader.faults));
    }
    Ok(Lowered { lottie: lottie.to_string(), places: reader.places, diagnostics: reader.findings })
}

/// Turns Lottie text into a scene, whose [`read`] gives back what the importer reads of that text: every property
/// equal, the rest as raw JSON. Members that no reader needs (`ix`, `cix`, `np`, `mn` of shapes and the like) are not
/// kept.
///
/// # Errors
/// When the text is no JSON object with layers.
pub fn write(lottie: &str) -> Result<Written, String> {
    let value: serde_json::Value = serde_json::from_str(lottie.trim_start_matches('\u{feff}'))
        .map_err(|error| format!("this is no JSON: {error}"))?;
    write_value(&value)
}

/// The same of an imported document, whose archive's pictures and data go into the scene.
///
/// # Errors
/// As [`write()`].
pub fn write_document(document: &inbetween_doc::Document) -> Result<Written, String> {
    let mut value: serde_json::Value =
        serde_json::from_str(document.source.text.trim_start_matches('\u{feff}'))
            .map_err(|error| format!("this is no JSON: {error}"))?;
    write::embed(&mut value, document);
    let mut written = write_value(&value)?;
    if document.source.archive.is_some() && !document.font_files.is_empty() {
        let message = "font files of the archive are not in the scene";
        let help = "put them beside the scene, or name their folder with --font-dir";
        written.diagnostics.push(
            inbetween_types::Diagnostic::new("scene/fonts-left", inbetween_types::Severity::Warning, message)
                .with_help(help),
        );
    }
    Ok(written)
}

fn write_value(value: &serde_json::Value) -> Result<Written, String> {
    let Some(object) = value.as_object().filter(|object| object.contains_key("layers")) else {
        return Err("this is no Lottie animation: it is no object with layers".to_owned());
    };
    let load = |_: &str| None;
    let mut writer = write::Writer::new(&load);
    let root = writer.scene(object);
    Ok(Written {
        scene: print::text(&root),
        raw_pieces: writer.raw_pieces,
        raw_bytes: writer.raw_bytes,
        diagnostics: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
