//! Containers around a Lottie text: none, a zip archive (dotLottie), gzip (`.tgs`). Unpacking never makes more
//! bytes than the limit allows, whatever the file claims.

use crate::error::{ImportError, ImportOptions};
use crate::json;
use crate::lottie::Entries;
use inbetween_types::diagnostic::near_match;
use std::io::{Cursor, Read};
use std::sync::Arc;

/// An animation's text and what came with it.
pub(crate) struct Unpacked {
    pub(crate) text: Arc<str>,
    pub(crate) entries: Entries,
    pub(crate) archive: Option<(Arc<[u8]>, String)>,
    pub(crate) animations: Vec<String>,
}

pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

pub(crate) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

pub(crate) fn is_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    bytes.iter().find(|b| !b.is_ascii_whitespace()).is_some_and(|b| matches!(b, b'{' | b'['))
}

pub(crate) fn take_text(bytes: &[u8], _: &ImportOptions) -> Result<Unpacked, ImportError> {
    Ok(Unpacked { text: text(bytes)?, entries: Entries::new(), archive: None, animations: Vec::new() })
}

fn not_utf8(at: usize) -> ImportError {
    ImportError::input(format!("the text is not UTF-8 at byte {at}"))
}

pub(crate) fn unpack_gzip(bytes: &[u8], options: &ImportOptions) -> Result<Unpacked, ImportError> {
    let mut budget = options.limits.file_bytes;
    let bytes = read(flate2::read::MultiGzDecoder::new(bytes), &mut budget, options)?;
    Ok(Unpacked { text: text(&bytes)?, entries: Entries::new(), archive: None, animations: Vec::new() })
}

fn text(bytes: &[u8]) -> Result<Arc<str>, ImportError> {
    std::str::from_utf8(bytes).map(Into::into).map_err(|error| not_utf8(error.valid_up_to()))
}

/// Everything a reader gives, taken from `budget`.
fn read(reader: impl Read, budget: &mut usize, options: &ImportOptions) -> Result<Vec<u8>, ImportError> {
    let mut out = Vec::new();
    let most = u64::try_from(*budget).unwrap_or(u64::MAX).saturating_add(1);
    match reader.take(most).read_to_end(&mut out) {
        Ok(read) if read <= *budget => {
            *budget -= read;
            Ok(out)
        }
        Ok(_) => Err(ImportError::limit("bytes after unpacking", options.limits.file_bytes)),
        Err(error) => Err(ImportError::input(format!("the compressed data is damaged: {error}"))),
    }
}

/// Animations of an archive: id, and path of the file inside.
struct Manifest {
    animations: Vec<(String, String)>,
    initial: Option<String>,
}

pub(crate) fn unpack_archive(bytes: &[u8], options: &ImportOptions) -> Result<Unpacked, ImportError> {
    let damaged =
        |error: &dyn std::fmt::Display| ImportError::input(format!("the archive is damaged: {error}"));
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|e| damaged(&e))?;
    let mut budget = options.limits.file_bytes;
    let mut entries = Entries::new();
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|e| damaged(&e))?;
        let name = file.name().map_err(|e| damaged(&e))?.into_owned();
        if file.is_dir() {
            continue;
        }
        let content = read(file, &mut budget, options)?;
        entries.insert(name, content);
    }
    let manifest = manifest(&entries, options)?;
    let path = choose(&manifest, options.animation.as_deref())?;
    // Other animations are of no use to this one.
    for (_, other) in manifest.animations.iter().filter(|(_, other)| *other != path) {
        entries.remove(other);
    }
    let content = entries.remove(&path).ok_or_else(|| {
        ImportError::input(format!("the archive has no file \"{path}\", which its manifest names"))
    })?;
    let animations = manifest.animations.into_iter().map(|(id, _)| id).collect();
    Ok(Unpacked { text: text(&content)?, entries, archive: Some((bytes.into(), path)), animations })
}

fn manifest(entries: &Entries, options: &ImportOptions) -> Result<Manifest, ImportError> {
    let Some(bytes) = entries.get("manifest.json") else {
        // Without a manifest, any animation in its usual place will do.
        let mut paths: Vec<&String> = entries
            .keys()
            .filter(|path| {
                path.ends_with(".json") && (path.starts_with("a/") || path.starts_with("animations/"))
            })
            .collect();
        paths.sort();
        if paths.is_empty() {
            return Err(ImportError::Unsupported {
                message: "the archive is no dotLottie: it has neither a manifest.json nor animations".into(),
            });
        }
        let animations = paths.into_iter().map(|path| (id_of(path), path.clone())).collect();
        return Ok(Manifest { animations, initial: None });
    };
    let text = std::str::from_utf8(bytes).map_err(|e| not_utf8(e.valid_up_to()))?;
    let (tape, error) = json::parse(text, options.limits.json_nesting, options.limits.json_values);
    if let Some(error) = error {
        let message = format!("manifest.json {}", error.message);
        return Err(ImportError::Input { location: Box::new(tape.location(error.offset)), message });
    }
    let root = tape.root();
    let mut animations = Vec::new();
    for id in
        root.get("animations").iter().flat_map(|list| list.items()).filter_map(|a| a.get("id")?.string())
    {
        let paths = [format!("a/{id}.json"), format!("animations/{id}.json"), format!("a/{id}.lot")];
        let path = paths.iter().find(|path| entries.contains_key(*path)).unwrap_or(&paths[0]);
        animations.push((id.to_owned(), path.clone()));
    }
    let initial = root.get("initial").and_then(|initial| initial.get("animation")?.string());
    let initial = initial.or_else(|| root.get("activeAnimationId")?.string()).map(str::to_owned);
    Ok(Manifest { animations, initial })
}

fn id_of(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".json").unwrap_or(file).to_owned()
}

fn choose(manifest: &Manifest, wanted: Option<&str>) -> Result<String, ImportError> {
    let find = |id: &str| manifest.animations.iter().find(|(own, _)| own == id).map(|(_, path)| path.clone());
    let Some(id) = wanted else {
        let initial = manifest.initial.as_deref().and_then(find);
        return initial
            .or_else(|| manifest.animations.first().map(|(_, path)| path.clone()))
            .ok_or_else(|| ImportError::input("the archive's manifest names no animation"));
    };
    find(id).ok_or_else(|| {
        let ids: Vec<&str> = manifest.animations.iter().map(|(id, _)| id.as_str()).collect();
        let hint = near_match(id, ids.iter().copied()).map(|near| format!(" Did you mean \"{near}\"?"));
        let list = ids.iter().map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(", ");
        ImportError::input(format!(
            "there is no animation \"{id}\" in the archive.{} It has {list}",
            hint.unwrap_or_default()
        ))
    })
}
