//! The meshes of mesh layers.

use crate::timeline::{Inner, LayerRef};
use inbetween_doc::MeshSource;
use inbetween_mesh::{Crease, Mesh, MeshLimits};
use inbetween_types::{Diagnostic, Severity};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The limits on meshes of a project.
pub(crate) fn limits(limits: &inbetween_types::Limits) -> MeshLimits {
    let mut out = MeshLimits::default();
    out.bytes = out.bytes.min(limits.file_bytes);
    out.faces = limits.mesh_faces;
    out
}

/// Reads the mesh of every mesh layer; equal ones once.
pub(super) fn read(inner: &mut Inner) {
    let allowed = limits(&inner.limits);
    let mut known: BTreeMap<Arc<[u8]>, Arc<Mesh>> = BTreeMap::new();
    let document = Arc::clone(&inner.document);
    for number in 0..u32::try_from(inner.layers.len()).unwrap_or(0) {
        let Some(node) = inner.layers.get(number as usize) else { continue };
        let composition = inner.compositions.get(usize::try_from(node.composition.0).unwrap_or(usize::MAX));
        let layer = composition
            .and_then(|composition| document.compositions.get(composition.index))
            .and_then(|composition| composition.layers.get(node.index));
        let Some(data) = layer.and_then(|layer| layer.mesh.as_ref()) else { continue };
        let handle = LayerRef(number);
        let mut say = |code: &'static str, message: String, help: &str| {
            let place = inner.layer_location(handle);
            inner.diagnostics.push(Diagnostic::new(code, Severity::Error, message).with_help(help).at(place));
        };
        let bytes = match &data.source {
            MeshSource::Bytes(bytes) => bytes,
            MeshSource::File(file) => {
                let message = format!("the mesh \"{file}\" is not there; the layer draws nothing");
                say("mesh/missing", message, "put the file beside the document");
                continue;
            }
            _ => continue,
        };
        let mesh = match known.get(bytes) {
            Some(mesh) => Arc::clone(mesh),
            None => match Mesh::from_obj(bytes, &allowed) {
                Ok(mesh) => {
                    let mesh = Arc::new(mesh);
                    known.insert(Arc::clone(bytes), Arc::clone(&mesh));
                    mesh
                }
                Err(_) if bytes.starts_with(b"glTF") => {
                    let message = "the mesh is a glTF file, which is not read; the layer draws nothing";
                    say("mesh/unreadable", message.to_owned(), "export it as OBJ, which keeps its quads");
                    continue;
                }
                Err(error) => {
                    let message = format!("the mesh is not read: {error}; the layer draws nothing");
                    say("mesh/unreadable", message, "meshes are Wavefront OBJ text");
                    continue;
                }
            },
        };
        let mesh = if data.creases.is_empty() {
            mesh
        } else {
            let creases = data
                .creases
                .iter()
                .map(|(vertices, sharpness)| Crease { vertices: *vertices, sharpness: *sharpness });
            Arc::new((*mesh).clone().with_creases(creases.collect()))
        };
        inner.meshes.insert(handle, mesh);
    }
}
