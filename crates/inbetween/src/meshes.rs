//! Meshes beside the document.

use crate::FileLoader;
use inbetween_doc::{Document, MeshSource};

/// Puts the bytes of every mesh file that the loader finds in the place of its name.
pub(crate) fn load(document: &mut Document, loader: Option<&FileLoader>) {
    let Some(loader) = loader else { return };
    let layers = document.compositions.iter_mut().flat_map(|composition| &mut composition.layers);
    for mesh in layers.filter_map(|layer| layer.mesh.as_mut()) {
        if let MeshSource::File(file) = &mesh.source
            && let Some(bytes) = loader(file)
        {
            mesh.source = MeshSource::Bytes(bytes.into());
        }
    }
}
