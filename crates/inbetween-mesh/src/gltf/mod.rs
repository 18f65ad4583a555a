//! glTF 2.0 (Khronos Group): the triangles of the scene, placed by their nodes.
//!
//! Read: positions and indices (floats, quantised and sparse ones too), triangles, strips and fans, the transforms of
//! nodes, and of each material its name and base colour. Buffers may be the file's own, `data:` addresses, or files beside
//! it. What is not read is named.
//!
//! Of the crate only the structures of the JSON part are used: every index that stands in a file is checked here.

mod accessor;
mod faces;
#[cfg(test)]
mod tests;

use crate::groups::Groups;
use crate::mesh::within;
use crate::obj::shown;
use crate::{Mesh, MeshError, MeshLimits};
use accessor::{Bytes, Numbers};
use faces::{Welded, corners};
use gltf_json::material::AlphaMode;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use gltf_json::{Index, Material, Node, Root};
use inbetween_types::{Mat4, math};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most objects of the JSON part, which take far more memory than they have letters.
const MOST_OBJECTS: usize = 500_000;

/// Most commas of the JSON part.
const MOST_COMMAS: usize = 4_000_000;

/// Most things named that are not read.
const MOST_NOTES: usize = 20;

/// Whether bytes are a glTF file and no OBJ: the binary form by its first four letters, the text by its brace.
#[must_use]
pub fn is_gltf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"glTF") || trimmed(bytes).first() == Some(&b'{')
}

/// The files that a glTF file names for its buffers, as it states them (percent-encoded, relative to it), each once.
/// Nothing for bytes that are no glTF file within the limits.
#[must_use]
pub fn gltf_files(bytes: &[u8], limits: &MeshLimits) -> Vec<String> {
    let Ok((root, _)) = parts(bytes, limits) else { return Vec::new() };
    let named: BTreeSet<String> = root.buffers.into_iter().filter_map(|buffer| buffer.uri).collect();
    named.into_iter().filter(|uri| !uri.starts_with("data:")).collect()
}

impl Mesh {
    /// A mesh from the bytes of a glTF file, text or binary, and what of the file is left out, by name. `files` gives the
    /// bytes of the buffers that have an address: `data:` ones and files beside it. `read` counts the numbers read, over as
    /// many files as it is given for: small files can ask for many, which one limit (vertices and thrice the faces) holds.
    ///
    /// Vertices of one mesh at the same place are one: a file has them apart where normals or texture coordinates part.
    /// Two triangles in a row that lie in one plane and form a convex quad are that quad, so that a box is a box again.
    ///
    /// # Errors
    /// For what is no glTF file, a missing buffer, an index or place outside of what it points into, an extension that the
    /// file requires and that is not read (compressed triangles), no face at all, and more of something than a limit.
    pub fn from_gltf(
        bytes: &[u8],
        files: &dyn Fn(&str) -> Option<Arc<[u8]>>,
        limits: &MeshLimits,
        read: &mut usize,
    ) -> Result<(Self, Vec<String>), MeshError> {
        let (root, own) = parts(bytes, limits)?;
        let buffers = root.buffers.iter().map(|buffer| match &buffer.uri {
            Some(uri) => files(uri).map(Bytes::Other),
            None => own.map(Bytes::Own),
        });
        let numbers = Numbers { buffers: buffers.collect(), root: &root };
        let mut reader = Reader {
            mesh: Self { starts: vec![0], ..Self::default() },
            numbers,
            limits,
            groups: Groups::default(),
            materials: BTreeMap::new(),
            read,
            left_out: BTreeSet::new(),
        };
        reader.extensions()?;
        reader.scene()?;
        if reader.mesh.face_count() == 0 {
            return Err(MeshError::Empty);
        }
        reader.groups.give(&mut reader.mesh);
        Ok((reader.mesh, reader.left_out.into_iter().collect()))
    }
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// The JSON part and the binary one.
fn parts<'b>(bytes: &'b [u8], limits: &MeshLimits) -> Result<(Root, Option<&'b [u8]>), MeshError> {
    within("bytes", bytes.len(), limits.bytes)?;
    let (json, own) = if bytes.starts_with(b"glTF") { chunks(bytes)? } else { (trimmed(bytes), None) };
    let count = |wanted: &[u8]| json.iter().filter(|byte| wanted.contains(byte)).count();
    within("objects", count(b"{"), MOST_OBJECTS)?;
    within("list items", count(b",["), MOST_COMMAS)?;
    let root: Root = gltf_json::deserialize::from_slice(json).map_err(|error| {
        // The message quotes the file, whose texts may be long.
        let why: String = error.to_string().chars().take(120).collect();
        MeshError::Gltf(format!("its JSON is not that of a glTF file: {why}"))
    })?;
    match root.asset.version.split('.').next() {
        Some("2") => Ok((root, own)),
        _ => Err(MeshError::Gltf(format!("it is glTF {}, only 2 is read", shown(&root.asset.version)))),
    }
}

/// The JSON chunk and the binary chunk of a binary file.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), MeshError> {
    let broken = || MeshError::Gltf("its chunks are cut short".to_owned());
    let number = |at: usize| -> Option<usize> {
        let four = bytes.get(at..at.checked_add(4)?)?;
        usize::try_from(u32::from_le_bytes(four.try_into().ok()?)).ok()
    };
    let version = number(4).ok_or_else(broken)?;
    if version != 2 {
        return Err(MeshError::Gltf(format!("it is binary glTF {version}, only 2 is read")));
    }
    let chunk = |at: usize| -> Option<(&[u8], &[u8], usize)> {
        let end = at.checked_add(8)?.checked_add(number(at)?)?;
        Some((bytes.get(at + 4..at + 8)?, bytes.get(at + 8..end)?, end))
    };
    let (kind, json, mut at) = chunk(12).ok_or_else(broken)?;
    if kind != b"JSON" {
        return Err(MeshError::Gltf("its first chunk is not JSON".to_owned()));
    }
    // Chunks of other kinds are passed over, as the format says.
    while at < bytes.len() {
        let (kind, body, end) = chunk(at).ok_or_else(broken)?;
        if kind == b"BIN\0" {
            return Ok((json, Some(body)));
        }
        at = end;
    }
    Ok((json, None))
}

/// The place of something that another thing names.
fn named<'r, T>(list: &'r [T], index: Index<T>, what: &str) -> Result<&'r T, MeshError> {
    let missing = || MeshError::Gltf(format!("{what} {} does not exist", index.value()));
    list.get(index.value()).ok_or_else(missing)
}

struct Reader<'r> {
    mesh: Mesh,
    numbers: Numbers<'r>,
    limits: &'r MeshLimits,
    groups: Groups,
    /// Of each material that is used: its group.
    materials: BTreeMap<usize, u16>,
    /// Numbers read so far: nodes may show one mesh many times.
    read: &'r mut usize,
    left_out: BTreeSet<String>,
}

impl Reader<'_> {
    fn leave_out(&mut self, what: impl Into<String>) {
        if self.left_out.len() < MOST_NOTES {
            self.left_out.insert(what.into());
        }
    }

    fn extensions(&mut self) -> Result<(), MeshError> {
        let root = self.numbers.root;
        let looks = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_lights_"];
        for name in &root.extensions_required {
            if name != "KHR_mesh_quantization" && !looks.iter().any(|look| name.starts_with(look)) {
                let name: String = name.chars().take(60).collect();
                return Err(MeshError::Gltf(format!("it requires the extension {name}, which is not read")));
            }
        }
        for name in root.extensions_used.iter().filter(|name| *name != "KHR_mesh_quantization") {
            let name: String = name.chars().take(60).collect();
            self.leave_out(format!("the extension {name}"));
        }
        if !root.animations.is_empty() {
            self.leave_out("animations");
        }
        Ok(())
    }

    /// The nodes of the scene: the file's choice, else the first, else every node that hangs on none.
    fn scene(&mut self) -> Result<(), MeshError> {
        let root = self.numbers.root;
        let mut stack: Vec<(usize, Mat4)> = match root.scene {
            Some(scene) => roots(&named(&root.scenes, scene, "scene")?.nodes),
            None => match root.scenes.first() {
                Some(scene) => roots(&scene.nodes),
                None => {
                    let hang = root.nodes.iter().flat_map(|node| node.children.iter().flatten());
                    let hang: BTreeSet<usize> = hang.map(Index::value).collect();
                    let free = (0..root.nodes.len()).filter(|node| !hang.contains(node));
                    free.map(|node| (node, Mat4::IDENTITY)).collect()
                }
            },
        };
        stack.reverse();
        let mut seen = vec![false; root.nodes.len()];
        while let Some((number, above)) = stack.pop() {
            let missing = || MeshError::Gltf(format!("node {number} does not exist"));
            let node = root.nodes.get(number).ok_or_else(missing)?;
            if seen.get_mut(number).is_none_or(|seen| std::mem::replace(seen, true)) {
                return Err(MeshError::Gltf(format!("node {number} hangs on more than one node")));
            }
            let place = above.then_after(&local(node));
            self.node(node, &place)?;
            let children = node.children.as_deref().unwrap_or_default();
            stack.extend(children.iter().rev().map(|child| (child.value(), place)));
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, place: &Mat4) -> Result<(), MeshError> {
        if node.skin.is_some() {
            self.leave_out("skins");
        }
        if node.camera.is_some() {
            self.leave_out("cameras");
        }
        let Some(mesh) = node.mesh else { return Ok(()) };
        let mesh = named(&self.numbers.root.meshes, mesh, "mesh")?;
        let part = node.name.as_deref().or(mesh.name.as_deref());
        let part = part.map(|name| self.groups.part(name));
        let part = self.group(part);
        let mut welded = Welded::default();
        for primitive in &mesh.primitives {
            self.primitive(primitive, place, part, &mut welded)?;
        }
        Ok(())
    }

    fn primitive(
        &mut self,
        primitive: &Primitive,
        place: &Mat4,
        part: Option<u16>,
        welded: &mut Welded,
    ) -> Result<(), MeshError> {
        let mode = match primitive.mode {
            Checked::Valid(mode @ (Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)) => mode,
            Checked::Valid(_) => {
                self.leave_out("points and lines");
                return Ok(());
            }
            Checked::Invalid => {
                return Err(MeshError::Gltf("a primitive has no mode that exists".to_owned()));
            }
        };
        if primitive.targets.as_ref().is_some_and(|targets| !targets.is_empty()) {
            self.leave_out("morph targets");
        }
        if primitive.attributes.keys().any(|key| matches!(key, Checked::Valid(Semantic::Colors(_)))) {
            self.leave_out("colours of vertices");
        }
        let Some(positions) = primitive.attributes.get(&Checked::Valid(Semantic::Positions)) else {
            self.leave_out("primitives without positions");
            return Ok(());
        };
        let count = |accessor: usize| self.numbers.count(accessor);
        let indexed = primitive.indices.map_or(Ok(0), |indices| count(indices.value()))?;
        *self.read = self.read.saturating_add(count(positions.value())?).saturating_add(indexed);
        let most = self.limits.vertices.saturating_add(self.limits.faces.saturating_mul(3));
        within("numbers", *self.read, most)?;
        let points = self.numbers.triples(positions.value(), self.limits.vertices)?;
        let indices = match primitive.indices {
            Some(indices) => {
                self.numbers.indices(indices.value(), self.limits.faces.saturating_mul(3), points.len())?
            }
            None => (0..u32::try_from(points.len()).unwrap_or(u32::MAX)).collect(),
        };
        let material = match primitive.material {
            Some(material) => self.material(material)?,
            None => None,
        };
        let mut own = welded.of(&points);
        let mut vertices = Vec::with_capacity(indices.len());
        for index in indices {
            vertices.push(own.vertex(index, place, &mut self.mesh, self.limits)?);
        }
        let mirrored = place.determinant() < 0.0;
        let points = std::mem::take(&mut self.mesh.points);
        let outcome = faces::each(&corners(&vertices, mode), &points, |face| {
            let turned: Vec<u32> = face.iter().rev().copied().collect();
            if self.mesh.push_face(if mirrored { &turned } else { face }, self.limits)? {
                self.groups.face(material, part);
            }
            Ok(())
        });
        self.mesh.points = points;
        outcome
    }

    /// The group of a material.
    fn material(&mut self, material: Index<Material>) -> Result<Option<u16>, MeshError> {
        if let Some(group) = self.materials.get(&material.value()) {
            return Ok(Some(*group));
        }
        let number = material.value();
        let material = named(&self.numbers.root.materials, material, "material")?;
        let base = &material.pbr_metallic_roughness;
        if base.base_color_texture.is_some() || material.emissive_texture.is_some() {
            self.leave_out("textures");
        }
        if !matches!(material.alpha_mode, Checked::Valid(AlphaMode::Opaque)) {
            self.leave_out("transparency");
        }
        let [r, g, b, _] = base.base_color_factor.0;
        // White is what a material is that says nothing.
        let color = ([r, g, b] != [1.0; 3]).then(|| [r, g, b].map(encoded));
        let name = material.name.clone().unwrap_or_else(|| format!("material {}", number + 1));
        let group = self.groups.new_material(name, color);
        let group = self.group(Some(group));
        self.materials.extend(group.map(|group| (number, group)));
        Ok(group)
    }

    /// A group, or none beyond the most there may be.
    fn group(&mut self, group: Option<Result<u16, MeshError>>) -> Option<u16> {
        if matches!(group, Some(Err(_))) {
            self.leave_out("names of further groups");
        }
        group.and_then(Result::ok)
    }
}

fn roots(nodes: &[Index<Node>]) -> Vec<(usize, Mat4)> {
    nodes.iter().map(|node| (node.value(), Mat4::IDENTITY)).collect()
}

/// From a node's space to that of the one it hangs on.
fn local(node: &Node) -> Mat4 {
    if let Some(m) = node.matrix {
        // Columns one after the other.
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = m.map(f64::from);
        return Mat4([[a, e, i, m], [b, f, j, n], [c, g, k, o], [d, h, l, p]]);
    }
    let [tx, ty, tz] = node.translation.unwrap_or_default().map(f64::from);
    let [sx, sy, sz] = node.scale.unwrap_or([1.0; 3]).map(f64::from);
    let [x, y, z, w] = node.rotation.unwrap_or_default().0.map(f64::from);
    let square = x * x + y * y + z * z + w * w;
    let s = if square > 0.0 { 2.0 / square } else { 0.0 };
    Mat4([
        [sx * (1.0 - s * (y * y + z * z)), sy * s * (x * y - w * z), sz * s * (x * z + w * y), tx],
        [sx * s * (x * y + w * z), sy * (1.0 - s * (x * x + z * z)), sz * s * (y * z - w * x), ty],
        [sx * s * (x * z - w * y), sy * s * (y * z + w * x), sz * (1.0 - s * (x * x + y * y)), tz],
        [0.0, 0.0, 0.0, 1.0],
    ])
}

/// A linear channel gamma-encoded (IEC 61966-2-1).
fn encoded(linear: f32) -> f32 {
    let n = f64::from(linear).clamp(0.0, 1.0);
    (if n <= 0.003_130_8 { 12.92 * n } else { 1.055 * math::pow(n, 1.0 / 2.4) - 0.055 }) as f32
}
