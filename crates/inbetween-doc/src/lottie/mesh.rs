//! Mesh layers: shape layers without shapes whose member `mesh` is this project's own.

use super::property::Spec;
use super::reader::{Reader, group, number, wrong};
use super::schema::MESH;
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{GroupKind, MeshData, MeshFiles, MeshSource, PropertyGroup, PropertyNode};
use inbetween_types::{Severity, Unit, Value, ValueKind};
use std::sync::Arc;

/// Most sharp edges.
const MOST_CREASES: usize = 1_000_000;

impl<'n> Reader<'n> {
    /// A file of the archive.
    fn entry(&mut self, path: &str) -> Option<Arc<[u8]>> {
        let bytes = self.entries.get(path)?;
        let shared = self.shared.entry(path.to_owned()).or_insert_with(|| bytes.as_slice().into());
        Some(Arc::clone(shared))
    }

    /// The buffers that the archive holds beside a mesh, by their names from there.
    fn beside(&mut self, file: &str) -> Arc<MeshFiles> {
        let folder = file.rfind('/').and_then(|slash| file.get(..=slash)).unwrap_or("");
        if let Some(known) = self.folders.get(folder) {
            return Arc::clone(known);
        }
        let mut found = MeshFiles::new();
        for path in self.entries.keys().filter(|path| path.ends_with(".bin")) {
            if let Some(name) = path.strip_prefix(folder)
                && let Some(bytes) = self.entry(path)
            {
                found.insert(name.to_owned(), bytes);
            }
        }
        let found = Arc::new(found);
        self.folders.insert(folder.to_owned(), Arc::clone(&found));
        found
    }

    /// Where the mesh is, and its sharp edges.
    pub(super) fn mesh(&mut self, node: Node<'n>) -> Result<MeshData, ImportError> {
        let (source, buffers) = match (node.get("text").and_then(Node::string), node.text("file")) {
            (Some(text), _) => (MeshSource::Bytes(text.as_bytes().into()), Arc::default()),
            (None, Some(file)) => match self.entry(&file) {
                Some(bytes) => (MeshSource::Bytes(bytes), self.beside(&file)),
                None => (MeshSource::File(file.into_owned()), Arc::default()),
            },
            (None, None) => {
                let message = "the mesh layer has neither a file nor a text".to_owned();
                self.note("mesh/missing", Severity::Error, node, message);
                (MeshSource::Missing, Arc::default())
            }
        };
        let mut creases = Vec::new();
        if let Some(list) = node.opt_array("creases")? {
            for edge in list.items().take(MOST_CREASES) {
                let parts: Vec<Node<'n>> = edge.items().collect();
                let vertex = |at: usize| -> Result<u32, ImportError> {
                    let part = *parts.get(at).ok_or_else(|| wrong(edge, "two vertices and a sharpness"))?;
                    let n = number(part)?;
                    if n >= 1.0 && n <= f64::from(u32::MAX) && n.fract() == 0.0 {
                        Ok((n - 1.0) as u32)
                    } else {
                        Err(wrong(part, "the number of a vertex, counted from 1"))
                    }
                };
                let sharpness = match parts.get(2) {
                    // JSON has no infinity: a sharp edge for ever is `"sharp"`, or says nothing.
                    None => f64::INFINITY,
                    Some(part) if part.string() == Some("sharp") => f64::INFINITY,
                    Some(part) => number(*part)?,
                };
                creases.push(([vertex(0)?, vertex(1)?], sharpness));
            }
        }
        Ok(MeshData { source, buffers, creases })
    }

    /// The Mesh group: its fields, then a colour for each group of faces the file names.
    pub(super) fn mesh_group(&mut self, node: Node<'n>) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Mesh", "inbetween Mesh", GroupKind::Other);
        out.span = Some(node.span());
        let shading = node.get("shading").and_then(Node::string).and_then(|name| match name {
            "flat" => Some(1.0),
            "smooth" => Some(2.0),
            _ => None,
        });
        for field in MESH {
            let named = shading.filter(|_| field.match_name == "inbetween Mesh Shading");
            match named {
                Some(number) => {
                    let mut property = self.property(None, field.into())?;
                    property.value = Value::Number(number);
                    out.children.push(PropertyNode::Property(property));
                }
                None => out.children.push(self.field(node, field)?),
            }
        }
        let mut colors = group("Colors", "inbetween Mesh Colors", GroupKind::Other);
        if let Some(list) = node.get("colors").filter(|list| list.kind() == Kind::Object) {
            colors.span = Some(list.span());
            for (name, value) in list.members() {
                let spec = Spec {
                    name: name.to_owned().into(),
                    match_name: "inbetween Mesh Group Color".into(),
                    kind: ValueKind::Color,
                    unit: Unit::Channel,
                    default: &[],
                    closed: false,
                };
                let property = self.property(Some(value), spec)?;
                colors.children.push(PropertyNode::Property(property));
            }
        }
        out.children.push(PropertyNode::Group(colors));
        Ok(out)
    }
}
