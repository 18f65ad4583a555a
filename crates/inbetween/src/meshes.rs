//! Meshes beside the document.

use crate::FileLoader;
use inbetween_doc::{Document, MeshFiles, MeshSource, percent_decode};
use inbetween_mesh::{MeshLimits, gltf_files, is_gltf};
use inbetween_types::Limits;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The bytes of a mesh and the files beside it.
type Found = (Arc<[u8]>, Arc<MeshFiles>);

/// Puts the bytes of every mesh file that the loader finds in the place of its name, and those of the files that it names.
/// Each is read once, however many layers show it.
pub(crate) fn load(document: &mut Document, limits: &Limits, loader: Option<&FileLoader>) {
    let Some(loader) = loader else { return };
    let mut allowed = MeshLimits::default();
    allowed.bytes = allowed.bytes.min(limits.file_bytes);
    let mut known: BTreeMap<String, Option<Found>> = BTreeMap::new();
    let mut read = MeshFiles::new();
    let layers = document.compositions.iter_mut().flat_map(|composition| &mut composition.layers);
    for mesh in layers.filter_map(|layer| layer.mesh.as_mut()) {
        match &mesh.source {
            MeshSource::File(file) => {
                let found = known.entry(file.clone()).or_insert_with(|| {
                    let bytes: Arc<[u8]> = loader(file)?.into();
                    let folder = file.rfind('/').and_then(|slash| file.get(..=slash)).unwrap_or("");
                    let buffers = buffers(&bytes, folder, &allowed, loader, &mut read);
                    Some((bytes, Arc::new(buffers)))
                });
                if let Some((bytes, buffers)) = found {
                    mesh.source = MeshSource::Bytes(Arc::clone(bytes));
                    mesh.buffers = Arc::clone(buffers);
                }
            }
            // A text in the document, which may name files beside that.
            MeshSource::Bytes(bytes) if mesh.buffers.is_empty() => {
                mesh.buffers = Arc::new(buffers(bytes, "", &allowed, loader, &mut read));
            }
            _ => {}
        }
    }
}

/// The files that a mesh names for its numbers, by those names.
fn buffers(
    bytes: &[u8],
    folder: &str,
    limits: &MeshLimits,
    loader: &FileLoader,
    read: &mut MeshFiles,
) -> MeshFiles {
    let named = if is_gltf(bytes) { gltf_files(bytes, limits) } else { Vec::new() };
    let mut out = MeshFiles::new();
    for name in named {
        let name = String::from_utf8_lossy(&percent_decode(&name)).into_owned();
        let path = format!("{folder}{name}");
        let bytes = match read.get(&path) {
            Some(bytes) => Arc::clone(bytes),
            None => {
                let Some(bytes) = loader(&path) else { continue };
                let bytes: Arc<[u8]> = bytes.into();
                read.insert(path, Arc::clone(&bytes));
                bytes
            }
        };
        out.insert(name, bytes);
    }
    out
}
