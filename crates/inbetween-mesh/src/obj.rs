//! Wavefront OBJ: `v`, `f`, `g`, `o` and `usemtl`. Texture coordinates, normals, curves and smoothing groups say nothing
//! about the surface here and are passed over.

use crate::groups::Groups;
use crate::mesh::{LARGEST, within};
use crate::{Mesh, MeshError, MeshLimits};

/// Most corners of one face.
const MOST_CORNERS: usize = 10_000;

impl Mesh {
    /// A mesh from the bytes of an OBJ file. Bytes that are no UTF-8 are kept as they can be (names only).
    ///
    /// Faces of a material (`usemtl`) are a group; without materials those of a group (`g`) or an object (`o`) are. Faces of
    /// fewer than three different vertices are left out.
    ///
    /// # Errors
    /// For a vertex or face that is not one, an index without a vertex, no face at all, and more of something than a limit.
    pub fn from_obj(bytes: &[u8], limits: &MeshLimits) -> Result<Self, MeshError> {
        within("bytes", bytes.len(), limits.bytes)?;
        let text = String::from_utf8_lossy(bytes);
        let mut reader = Reader { mesh: Self { starts: vec![0], ..Self::default() }, ..Reader::default() };
        let mut joined = String::new();
        for (line, number) in text.lines().zip(1_usize..) {
            // A backslash at the end goes on in the next line.
            if let Some(part) = line.trim_end().strip_suffix('\\') {
                joined.push_str(part);
                joined.push(' ');
                continue;
            }
            if joined.is_empty() {
                reader.line(line, number, limits)?;
            } else {
                joined.push_str(line);
                let whole = std::mem::take(&mut joined);
                reader.line(&whole, number, limits)?;
            }
        }
        reader.line(&joined, text.lines().count(), limits)?;
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    mesh: Mesh,
    material: Option<u16>,
    group: Option<u16>,
    groups: Groups,
    corners: Vec<u32>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize, limits: &MeshLimits) -> Result<(), MeshError> {
        let line = line.split('#').next().unwrap_or("").trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "v" => self.vertex(rest, number, limits),
            "f" | "fo" => self.face(rest, number, limits),
            "usemtl" => self.groups.material(rest.trim()).map(|place| self.material = Some(place)),
            "g" | "o" => self.groups.part(rest.trim()).map(|place| self.group = Some(place)),
            _ => Ok(()),
        }
    }

    fn vertex(&mut self, rest: &str, line: usize, limits: &MeshLimits) -> Result<(), MeshError> {
        let mut point = [0.0; 3];
        let mut words = rest.split_whitespace();
        for n in &mut point {
            let number = words.next().and_then(|word| word.parse::<f64>().ok());
            *n = number.filter(|n| n.abs() <= LARGEST).ok_or_else(|| MeshError::Line {
                line,
                message: format!("a vertex needs three numbers within ±{LARGEST}"),
            })?;
        }
        within("vertices", self.mesh.points.len() + 1, limits.vertices)?;
        self.mesh.points.push(point);
        Ok(())
    }

    fn face(&mut self, rest: &str, line: usize, limits: &MeshLimits) -> Result<(), MeshError> {
        self.corners.clear();
        for word in rest.split_whitespace() {
            if self.corners.len() >= MOST_CORNERS {
                let message = format!("a face has more than {MOST_CORNERS} corners");
                return Err(MeshError::Line { line, message });
            }
            let index = word.split('/').next().unwrap_or("");
            let count = self.mesh.points.len();
            let vertex = match index.parse::<i64>() {
                Ok(n) if n > 0 => usize::try_from(n - 1).ok(),
                // From the last vertex so far backwards.
                Ok(n) if n < 0 => usize::try_from(n.unsigned_abs()).ok().and_then(|n| count.checked_sub(n)),
                _ => None,
            };
            let vertex =
                vertex.filter(|vertex| *vertex < count).and_then(|vertex| u32::try_from(vertex).ok());
            let vertex = vertex.ok_or_else(|| MeshError::Line {
                line,
                message: format!("\"{}\" names no vertex above: there are {count}", shown(word)),
            })?;
            self.corners.push(vertex);
        }
        let corners = std::mem::take(&mut self.corners);
        if self.mesh.push_face(&corners, limits)? {
            self.groups.face(self.material, self.group);
        }
        self.corners = corners;
        Ok(())
    }

    fn finish(mut self) -> Result<Mesh, MeshError> {
        if self.mesh.face_count() == 0 {
            return Err(MeshError::Empty);
        }
        self.groups.give(&mut self.mesh);
        Ok(self.mesh)
    }
}

/// The start of a word for a message.
pub(crate) fn shown(word: &str) -> String {
    word.chars().take(20).collect()
}
