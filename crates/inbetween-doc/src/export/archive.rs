//! Packing: gzip and dotLottie archives. The same input gives the same bytes: no clock is asked.

use crate::error::ExportError;
use std::fmt::Display;
use std::io::{Cursor, Write};
use std::sync::Arc;
use zip::write::SimpleFileOptions;

/// Path of the animation in an archive we make.
const PATH: &str = "a/animation.json";

const MANIFEST: &str = r#"{"version":"2","generator":"inbetween","animations":[{"id":"animation"}]}"#;

fn failed(error: impl Display) -> ExportError {
    ExportError::Archive { message: error.to_string() }
}

pub(super) fn gzip(json: &[u8]) -> Result<Vec<u8>, ExportError> {
    let mut encoder = flate2::GzBuilder::new().mtime(0).write(Vec::new(), flate2::Compression::best());
    encoder.write_all(json).map_err(failed)?;
    encoder.finish().map_err(failed)
}

/// The archive with some files' content replaced; all others are copied as they are: manifest, images, themes, state
/// machines.
pub(super) fn replaced(archive: &[u8], files: &[(String, String)]) -> Result<Vec<u8>, ExportError> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    let mut old = zip::ZipArchive::new(Cursor::new(archive)).map_err(failed)?;
    for index in 0..old.len() {
        let file = old.by_index_raw(index).map_err(failed)?;
        let name = file.name().map_err(failed)?.into_owned();
        match files.iter().find(|(path, _)| *path == name) {
            Some((path, content)) => {
                writer.start_file(path.as_str(), options).map_err(failed)?;
                writer.write_all(content.as_bytes()).map_err(failed)?;
            }
            None => writer.raw_copy_file(file).map_err(failed)?,
        }
    }
    Ok(writer.finish().map_err(failed)?.into_inner())
}

pub(super) fn dot_lottie(archive: Option<&(Arc<[u8]>, String)>, json: &[u8]) -> Result<Vec<u8>, ExportError> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    let add = |writer: &mut zip::ZipWriter<Cursor<Vec<u8>>>, path: &str, content: &[u8]| {
        writer.start_file(path, options).map_err(failed)?;
        writer.write_all(content).map_err(failed)
    };
    match archive {
        Some((bytes, path)) => {
            let mut old = zip::ZipArchive::new(Cursor::new(bytes.as_ref())).map_err(failed)?;
            for index in 0..old.len() {
                let file = old.by_index_raw(index).map_err(failed)?;
                if file.name().map_err(failed)? == path.as_str() {
                    add(&mut writer, path, json)?;
                } else {
                    writer.raw_copy_file(file).map_err(failed)?;
                }
            }
        }
        None => {
            add(&mut writer, "manifest.json", MANIFEST.as_bytes())?;
            add(&mut writer, PATH, json)?;
        }
    }
    Ok(writer.finish().map_err(failed)?.into_inner())
}
