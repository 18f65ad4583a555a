//! The mesh: points, polygons, groups and creases.

use crate::MeshError;

/// Largest coordinate of a file; beyond it squares and cubes lose their meaning.
pub(crate) const LARGEST: f64 = 1e9;

/// How large a mesh may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeshLimits {
    /// Longest file in bytes. Default 64 MiB.
    pub bytes: usize,
    /// Most vertices of a file. Default 4,000,000.
    pub vertices: usize,
    /// Most faces, after subdivision too. Default 8,000,000.
    pub faces: usize,
}

impl Default for MeshLimits {
    fn default() -> Self {
        Self { bytes: 64 << 20, vertices: 4_000_000, faces: 8_000_000 }
    }
}

/// An edge that stays sharp for a while: after `sharpness` levels it is smooth, infinite never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crease {
    /// Its two vertices, by index, in any order.
    pub vertices: [u32; 2],
    /// Number of levels, 0 or more; NaN and less count as 0.
    pub sharpness: f64,
}

/// A polygon mesh. Faces turn counter-clockwise seen from outside, as OBJ has it.
///
/// Every vertex of a face exists and every face has at least three; [`Mesh::new`] makes it so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub(crate) points: Vec<[f64; 3]>,
    /// The vertices of all faces in order.
    pub(crate) corners: Vec<u32>,
    /// Where each face starts in `corners`, and the end.
    pub(crate) starts: Vec<u32>,
    /// The group of each face; none for a mesh of one group.
    pub(crate) groups: Vec<u16>,
    pub(crate) names: Vec<String>,
    /// The colour that the file gives each group, RGB 0..1; missing ones count as none.
    pub(crate) colors: Vec<Option<[f32; 3]>>,
    pub(crate) creases: Vec<Crease>,
}

impl Mesh {
    /// A mesh from points and faces (lists of vertex indices). Vertices named twice in a row count once; faces of fewer
    /// than three vertices are left out.
    ///
    /// # Errors
    /// For an index without a vertex, a coordinate that is not finite, no face, and more of something than a limit.
    pub fn new(points: Vec<[f64; 3]>, faces: &[Vec<u32>], limits: &MeshLimits) -> Result<Self, MeshError> {
        let mut mesh = Self { starts: vec![0], ..Self::default() };
        within("vertices", points.len(), limits.vertices)?;
        if let Some(at) = points.iter().position(|p| !p.iter().all(|n| n.is_finite())) {
            return Err(MeshError::Line { line: at + 1, message: "a coordinate is no finite number".into() });
        }
        mesh.points = points;
        for (at, face) in faces.iter().enumerate() {
            if face.iter().any(|v| *v as usize >= mesh.points.len()) {
                let message = "a face names a vertex that does not exist".to_owned();
                return Err(MeshError::Line { line: at + 1, message });
            }
            mesh.push_face(face, limits)?;
        }
        if mesh.face_count() == 0 {
            return Err(MeshError::Empty);
        }
        Ok(mesh)
    }

    /// Adds a face whose vertices exist. Gives whether it was one.
    pub(crate) fn push_face(&mut self, face: &[u32], limits: &MeshLimits) -> Result<bool, MeshError> {
        let start = self.corners.len();
        for vertex in face {
            if self.corners.len() == start || self.corners.last() != Some(vertex) {
                self.corners.push(*vertex);
            }
        }
        while self.corners.len() > start + 1 && self.corners.last() == self.corners.get(start) {
            self.corners.pop();
        }
        if self.corners.len() - start < 3 {
            self.corners.truncate(start);
            return Ok(false);
        }
        within("faces", self.starts.len(), limits.faces)?;
        // Corners are counted as faces are: a file has no more than a few for each.
        within("corners", self.corners.len(), limits.faces.saturating_mul(4))?;
        self.starts.push(u32::try_from(self.corners.len()).unwrap_or(u32::MAX));
        Ok(true)
    }

    /// Vertices.
    #[must_use]
    pub fn points(&self) -> &[[f64; 3]] {
        &self.points
    }

    /// The same mesh with other points; surplus ones are dropped, missing ones stay.
    #[must_use]
    pub fn with_points(mut self, points: Vec<[f64; 3]>) -> Self {
        for (own, new) in self.points.iter_mut().zip(points) {
            *own = new;
        }
        self
    }

    /// Number of faces.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Number of corners: vertices of faces, counted for each face.
    #[must_use]
    pub fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// The vertices of a face; none for a face that does not exist.
    #[must_use]
    pub fn face(&self, face: usize) -> &[u32] {
        self.corners.get(self.corner_range(face)).unwrap_or_default()
    }

    /// The corners of a face, by number.
    #[must_use]
    pub fn corner_range(&self, face: usize) -> std::ops::Range<usize> {
        let at = |index: usize| self.starts.get(index).copied().unwrap_or(0) as usize;
        at(face)..at(face + 1)
    }

    /// The number of a face's group: its place in [`Mesh::group_names`].
    #[must_use]
    pub fn group(&self, face: usize) -> usize {
        self.groups.get(face).copied().unwrap_or(0) as usize
    }

    /// Names of the face groups: the materials of a file, else its groups and objects.
    #[must_use]
    pub fn group_names(&self) -> &[String] {
        &self.names
    }

    /// The colour that the file gives a group of faces: RGB 0..1 in gamma-encoded sRGB; none where it gives none, as OBJ does.
    #[must_use]
    pub fn group_color(&self, group: usize) -> Option<[f32; 3]> {
        self.colors.get(group).copied().flatten()
    }

    /// Sharp edges.
    #[must_use]
    pub fn creases(&self) -> &[Crease] {
        &self.creases
    }

    /// The same mesh with other sharp edges; those between vertices that no edge joins change nothing.
    #[must_use]
    pub fn with_creases(mut self, creases: Vec<Crease>) -> Self {
        self.creases = creases;
        self
    }

    /// The edges, each once, as pairs of vertices.
    #[must_use]
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let topology = crate::topology::Topology::of(self);
        let ends = |corner: u32| [self.corner(corner), self.corner(topology.next(self, corner))];
        topology.edges.iter().map(|edge| ends(edge.corners[0])).collect()
    }

    /// The smallest box around the vertices.
    #[must_use]
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        let mut out = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for p in &self.points {
            let [low, high] = &mut out;
            for ((low, high), n) in low.iter_mut().zip(high.iter_mut()).zip(p) {
                *low = low.min(*n);
                *high = high.max(*n);
            }
        }
        if self.points.is_empty() { [[0.0; 3]; 2] } else { out }
    }

    pub(crate) fn point(&self, vertex: u32) -> [f64; 3] {
        self.points.get(vertex as usize).copied().unwrap_or_default()
    }

    pub(crate) fn corner(&self, corner: u32) -> u32 {
        self.corners.get(corner as usize).copied().unwrap_or_default()
    }

    /// The middle of a face's vertices.
    #[must_use]
    pub fn centre(&self, face: usize) -> [f64; 3] {
        let corners = self.face(face);
        let mut sum = [0.0; 3];
        for vertex in corners {
            sum = plus(sum, self.point(*vertex));
        }
        #[expect(clippy::cast_precision_loss, reason = "faces are small")]
        times(sum, 1.0 / corners.len().max(1) as f64)
    }
}

pub(crate) fn within(what: &'static str, asked: usize, limit: usize) -> Result<(), MeshError> {
    if asked <= limit {
        return Ok(());
    }
    Err(MeshError::Limit { what, asked: asked as u64, limit: limit as u64 })
}

pub(crate) fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn times(a: [f64; 3], by: f64) -> [f64; 3] {
    [a[0] * by, a[1] * by, a[2] * by]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn blend(a: [f64; 3], b: [f64; 3], fraction: f64) -> [f64; 3] {
    if fraction == 1.0 { b } else { plus(a, times(minus(b, a), fraction)) }
}

#[cfg(test)]
pub(crate) fn unit_of(a: [f64; 3]) -> [f64; 3] {
    times(a, 1.0 / dot(a, a).sqrt())
}
