//! Footage, fonts and glyph outlines.

use super::path::path;
use super::reader::{Entries, Reader};
use crate::base64;
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{Font, Footage, FootageData, Glyph};
use inbetween_types::Path;
use std::borrow::Cow;
use std::sync::Arc;

/// Type `t` of an asset that is a data file.
const DATA: i64 = 3;

/// An asset that is no composition.
pub(super) fn footage<'n>(reader: &mut Reader<'n>, node: Node<'n>) -> Result<Footage, ImportError> {
    let id = node.text_or_empty("id");
    let file = node.text("p").unwrap_or_default();
    let embedded = file.starts_with("data:");
    let name = match node.text("nm").filter(|name| !name.is_empty()) {
        Some(name) => name.into_owned(),
        None if embedded || file.is_empty() => id.clone(),
        None => file.rsplit(['/', '\\']).next().unwrap_or(&file).to_owned(),
    };
    let is_data = node.opt_int("t")? == Some(DATA) || name.to_ascii_lowercase().ends_with(".json");
    let data = if embedded {
        data_address(&file)
    } else if file.is_empty() {
        FootageData::Missing
    } else {
        let folder = node.text("u").unwrap_or_default();
        match entry(reader, &folder, &file) {
            Some(bytes) => FootageData::Embedded(media_type(&file).to_owned(), bytes.clone()),
            None if folder.is_empty() || folder.ends_with('/') => {
                FootageData::File(format!("{folder}{file}"))
            }
            None => FootageData::File(format!("{folder}/{file}")),
        }
    };
    let data = match data {
        FootageData::Embedded(media, bytes) if is_data || is_text(&media) => {
            FootageData::Text(String::from_utf8_lossy(&bytes).into_owned())
        }
        other => other,
    };
    Ok(Footage {
        id,
        name,
        width: node.opt_number("w")?.unwrap_or(0.0),
        height: node.opt_number("h")?.unwrap_or(0.0),
        data,
        span: Some(node.span()),
    })
}

/// The archive's file of that folder and name; dotLottie keeps images and the rest in folders of its own.
fn entry<'n>(reader: &Reader<'n>, folder: &str, file: &str) -> Option<&'n Vec<u8>> {
    let entries = reader.entries;
    if entries.is_empty() {
        return None;
    }
    let file = file.trim_start_matches('/');
    let folder = folder.trim_matches('/');
    let own = if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
    [own, format!("images/{file}"), format!("i/{file}"), format!("audio/{file}"), format!("u/{file}")]
        .iter()
        .find_map(|path| entries.get(path))
}

fn is_text(media: &str) -> bool {
    media.starts_with("text/") || media == "application/json"
}

fn media_type(file: &str) -> &'static str {
    let ending = file.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    match ending.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "csv" => "text/csv",
        "tsv" => "text/tab-separated-values",
        "txt" => "text/plain",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        _ => "application/octet-stream",
    }
}

/// A `data:` address (RFC 2397) as bytes.
fn data_address(text: &str) -> FootageData {
    data_bytes(text)
        .map_or(FootageData::Missing, |(media, bytes)| FootageData::Embedded(media.to_owned(), bytes))
}

/// The media type and the bytes of a `data:` address (RFC 2397); `None` for other text and for what is no base64.
#[must_use]
pub fn data_bytes(text: &str) -> Option<(&str, Vec<u8>)> {
    let (head, body) = text.strip_prefix("data:")?.split_once(',')?;
    let media = head.split(';').next().filter(|m| !m.is_empty()).unwrap_or("text/plain");
    let percent = percent_decode(body);
    let bytes = if head.ends_with(";base64") { base64::decode(&percent) } else { Some(percent.into_owned()) };
    Some((media, bytes?))
}

/// A text without its percent signs (RFC 3986): `%20` is a space; what is no two digits stays.
#[must_use]
pub fn percent_decode(text: &str) -> Cow<'_, [u8]> {
    if !text.as_bytes().contains(&b'%') {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = after.get(..2).filter(|_| byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match hex.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                rest = after.get(2..).unwrap_or(&[]);
            }
            None => {
                out.push(byte);
                rest = after;
            }
        }
    }
    Cow::Owned(out)
}

/// The fonts a file names.
pub(super) fn fonts(root: Node<'_>) -> Result<Vec<Font>, ImportError> {
    let Some(list) = root.get("fonts").and_then(|fonts| fonts.get("list")) else { return Ok(Vec::new()) };
    let mut out = Vec::with_capacity(list.len());
    for node in list.items().filter(|node| node.kind() == Kind::Object) {
        out.push(Font {
            name: node.text_or_empty("fName"),
            family: node.text_or_empty("fFamily"),
            style: node.text_or_empty("fStyle"),
            ascent: node.opt_number("ascent")?.unwrap_or(0.0),
            path: node.text_or_empty("fPath"),
        });
    }
    Ok(out)
}

/// Font files that are in the file (`fPath` as a `data:` address) or in its archive, those the fonts name first.
pub(super) fn font_files(fonts: &mut [Font], entries: &Entries) -> Vec<(String, Arc<[u8]>)> {
    let mut out: Vec<(String, Arc<[u8]>)> = Vec::new();
    for font in fonts {
        if font.path.starts_with("data:") {
            if let FootageData::Embedded(_, bytes) = data_address(&font.path) {
                out.push((font.name.clone(), bytes.into()));
            }
            // What is left is no place of a file.
            font.path.clear();
        }
    }
    let mut files: Vec<_> = entries.iter().filter(|(path, _)| is_font(path)).collect();
    files.sort_by_key(|(path, _)| path.as_str());
    out.extend(files.into_iter().map(|(path, bytes)| (path.clone(), bytes.as_slice().into())));
    out
}

fn is_font(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    matches!(ending.as_str(), "ttf" | "otf" | "ttc" | "otc")
}

/// Embedded glyph outlines.
pub(super) fn glyphs(root: Node<'_>) -> Result<Vec<Glyph>, ImportError> {
    let Some(list) = root.get("chars") else { return Ok(Vec::new()) };
    let mut out = Vec::with_capacity(list.len());
    for node in list.items().filter(|node| node.kind() == Kind::Object) {
        let data = node.get("data");
        let mut paths = Vec::new();
        if let Some(shapes) = data.and_then(|data| data.get("shapes")) {
            outlines(shapes, &mut paths)?;
        }
        out.push(Glyph {
            character: node.text_or_empty("ch"),
            family: node.text_or_empty("fFamily"),
            style: node.text_or_empty("style"),
            size: node.opt_number("size")?.unwrap_or(100.0),
            advance: node.opt_number("w")?.unwrap_or(0.0),
            paths,
            composition: data.and_then(|data| data.text("refId")).map(Into::into),
        });
    }
    Ok(out)
}

fn outlines(list: Node<'_>, out: &mut Vec<Path>) -> Result<(), ImportError> {
    for item in list.items() {
        if let Some(inner) = item.get("it") {
            outlines(inner, out)?;
        } else if let Some(ks) = item.get("ks") {
            let value = ks.get("k").unwrap_or(ks);
            out.push(path(value, true)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_addresses_may_be_percent_encoded() {
        match data_address("data:application/json,%7B%22a%22:1%7D") {
            FootageData::Embedded(media, bytes) => {
                assert_eq!((media.as_str(), bytes.as_slice()), ("application/json", b"{\"a\":1}".as_slice()));
            }
            other => panic!("{other:?}"),
        }
    }
}
