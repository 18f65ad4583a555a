//! Meshes beside the document.

use crate::FileLoader;
use inbetween_doc::{Document, MeshSource, percent_decode};
use inbetween_mesh::{MeshLimits, gltf_files, is_gltf};
use inbetween_types::Limits;

/// Puts the bytes of every mesh file that the loader finds in the place of its name, and those of the files that it names.
pub(crate) fn load(document: &mut Document, limits: &Limits, loader: Option<&FileLoader>) {
    let Some(loader) = loader else { return };
    let mut allowed = MeshLimits::default();
    allowed.bytes = allowed.bytes.min(limits.file_bytes);
    let layers = document.compositions.iter_mut().flat_map(|composition| &mut composition.layers);
    for mesh in layers.filter_map(|layer| layer.mesh.as_mut()) {
        let mut folder = String::new();
        if let MeshSource::File(file) = &mesh.source
            && let Some(bytes) = loader(file)
        {
            folder = file.rfind('/').and_then(|slash| file.get(..=slash)).unwrap_or("").to_owned();
            mesh.source = MeshSource::Bytes(bytes.into());
        }
        let MeshSource::Bytes(bytes) = &mesh.source else { continue };
        let named = if is_gltf(bytes) { gltf_files(bytes, &allowed) } else { Vec::new() };
        for name in named {
            let name = String::from_utf8_lossy(&percent_decode(&name)).into_owned();
            if !mesh.buffers.contains_key(&name)
                && let Some(bytes) = loader(&format!("{folder}{name}"))
            {
                mesh.buffers.insert(name, bytes.into());
            }
        }
    }
}
