//! The meshes of mesh layers.

use crate::timeline::{Inner, LayerRef};
use inbetween_doc::{MeshSource, data_bytes, percent_decode};
use inbetween_mesh::{Crease, Mesh, MeshError, MeshLimits, is_gltf};
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

/// Files of a mesh by the names it gives them.
type Buffers = BTreeMap<String, Arc<[u8]>>;

/// A mesh from its bytes, and what of it is left out.
fn parsed(bytes: &[u8], buffers: &Buffers, limits: &MeshLimits) -> Result<(Mesh, Vec<String>), MeshError> {
    if !is_gltf(bytes) {
        return Ok((Mesh::from_obj(bytes, limits)?, Vec::new()));
    }
    let file = |name: &str| match data_bytes(name) {
        Some((_, bytes)) => Some(bytes.into()),
        None => buffers.get(&*String::from_utf8_lossy(&percent_decode(name))).cloned(),
    };
    Mesh::from_gltf(bytes, &file, limits)
}

/// Reads the mesh of every mesh layer; equal ones once.
pub(super) fn read(inner: &mut Inner) {
    let allowed = limits(&inner.limits);
    let mut known: BTreeMap<(Arc<[u8]>, Buffers), Arc<Mesh>> = BTreeMap::new();
    let document = Arc::clone(&inner.document);
    for number in 0..u32::try_from(inner.layers.len()).unwrap_or(0) {
        let Some(node) = inner.layers.get(number as usize) else { continue };
        let composition = inner.compositions.get(usize::try_from(node.composition.0).unwrap_or(usize::MAX));
        let layer = composition
            .and_then(|composition| document.compositions.get(composition.index))
            .and_then(|composition| composition.layers.get(node.index));
        let Some(data) = layer.and_then(|layer| layer.mesh.as_ref()) else { continue };
        let handle = LayerRef(number);
        let mut say = |severity: Severity, code: &'static str, message: String, help: &str| {
            let place = inner.layer_location(handle);
            inner.diagnostics.push(Diagnostic::new(code, severity, message).with_help(help).at(place));
        };
        let bytes = match &data.source {
            MeshSource::Bytes(bytes) => bytes,
            MeshSource::File(file) => {
                let message = format!("the mesh \"{file}\" is not there; the layer draws nothing");
                say(Severity::Error, "mesh/missing", message, "put the file beside the document");
                continue;
            }
            _ => continue,
        };
        let key = (Arc::clone(bytes), data.buffers.clone());
        let mesh = match known.get(&key) {
            Some(mesh) => Arc::clone(mesh),
            None => match parsed(bytes, &data.buffers, &allowed) {
                Ok((mesh, left_out)) => {
                    if !left_out.is_empty() {
                        let message = format!("of the mesh is not read: {}", left_out.join(", "));
                        say(
                            Severity::Warning,
                            "mesh/left-out",
                            message,
                            "its shape and its materials' colours are",
                        );
                    }
                    let mesh = Arc::new(mesh);
                    known.insert(key, Arc::clone(&mesh));
                    mesh
                }
                Err(error) => {
                    let message = format!("the mesh is not read: {error}; the layer draws nothing");
                    let help = "meshes are Wavefront OBJ text or glTF 2.0, text or binary";
                    say(Severity::Error, "mesh/unreadable", message, help);
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
