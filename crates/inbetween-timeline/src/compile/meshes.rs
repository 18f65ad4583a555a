//! The meshes of mesh layers.

use crate::timeline::{Inner, LayerRef};
use inbetween_doc::{MeshFiles, MeshSource, data_bytes, percent_decode};
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

/// A mesh and what of its file is left out, or why there is none.
type Outcome = Result<(Arc<Mesh>, String), String>;

/// A mesh from its bytes, and what of it is left out.
fn parsed(
    bytes: &[u8],
    buffers: &MeshFiles,
    limits: &MeshLimits,
    read: &mut usize,
) -> Result<(Mesh, Vec<String>), MeshError> {
    if !is_gltf(bytes) {
        return Ok((Mesh::from_obj(bytes, limits)?, Vec::new()));
    }
    let file = |name: &str| match data_bytes(name) {
        Some((_, bytes)) => Some(bytes.into()),
        None => {
            let name = percent_decode(name);
            let name = String::from_utf8_lossy(&name);
            // An archive names its files without a dot.
            buffers.get(&*name).or_else(|| buffers.get(name.strip_prefix("./")?)).cloned()
        }
    };
    Mesh::from_gltf(bytes, &file, limits, read)
}

/// Reads the mesh of every mesh layer; equal ones once.
pub(super) fn read(inner: &mut Inner) {
    let allowed = limits(&inner.limits);
    let mut known: BTreeMap<(Arc<[u8]>, Arc<MeshFiles>), Outcome> = BTreeMap::new();
    // What is one place of memory needs no comparing.
    let mut same: BTreeMap<[usize; 2], Outcome> = BTreeMap::new();
    let (mut numbers, mut copied) = (0, 0_usize);
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
        let place = [Arc::as_ptr(bytes).cast::<u8>().addr(), Arc::as_ptr(&data.buffers).addr()];
        let outcome = same.entry(place).or_insert_with(|| {
            let key = (Arc::clone(bytes), Arc::clone(&data.buffers));
            let parse = || match parsed(bytes, &data.buffers, &allowed, &mut numbers) {
                Ok((mesh, left_out)) => Ok((Arc::new(mesh), left_out.join(", "))),
                Err(error) => Err(error.to_string()),
            };
            known.entry(key).or_insert_with(parse).clone()
        });
        let mesh = match outcome {
            Ok((mesh, left_out)) => {
                if !left_out.is_empty() {
                    let help = "its shape and its materials' colours are";
                    let message = format!("of the mesh is not read: {left_out}");
                    say(Severity::Warning, "mesh/left-out", message, help);
                }
                Arc::clone(mesh)
            }
            Err(error) => {
                let message = format!("the mesh is not read: {error}; the layer draws nothing");
                let help = "meshes are Wavefront OBJ text or glTF 2.0, text or binary";
                say(Severity::Error, "mesh/unreadable", message, help);
                continue;
            }
        };
        let mesh = if data.creases.is_empty() {
            mesh
        } else {
            // A mesh with edges of its own is one of its own.
            copied = copied.saturating_add(mesh.points().len()).saturating_add(mesh.corner_count());
            if copied > allowed.faces.saturating_mul(4) {
                let message = "meshes with creases of their own have more corners together than the limit; the layer draws nothing";
                say(Severity::Error, "limit/mesh-faces", message.to_owned(), "show one mesh fewer times");
                continue;
            }
            let creases = data
                .creases
                .iter()
                .map(|(vertices, sharpness)| Crease { vertices: *vertices, sharpness: *sharpness });
            Arc::new((*mesh).clone().with_creases(creases.collect()))
        };
        inner.meshes.insert(handle, mesh);
    }
}
