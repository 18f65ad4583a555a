//! Counts and volume.

use crate::Mesh;
use crate::mesh::{cross, dot};
use crate::topology::Topology;

/// What can be said of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measures {
    /// Vertices that a face has.
    pub vertices: usize,
    /// Edges.
    pub edges: usize,
    /// Faces.
    pub faces: usize,
    /// Vertices − edges + faces: 2 for what can become a ball, 0 for a ring.
    pub euler: i64,
    /// Whether exactly two different faces meet at every edge.
    pub closed: bool,
    /// Volume in cubed units of the points; faces that are not flat count as fans around their middle. Only of a closed
    /// mesh whose faces all turn the same way is it what it says; negative when they turn inwards.
    pub volume: f64,
}

impl Mesh {
    /// Counts, closedness and volume.
    #[must_use]
    pub fn measures(&self) -> Measures {
        let topology = Topology::of(self);
        let mut used = vec![false; self.points.len()];
        for vertex in &self.corners {
            if let Some(used) = used.get_mut(*vertex as usize) {
                *used = true;
            }
        }
        let vertices = used.iter().filter(|used| **used).count();
        let (edges, faces) = (topology.edges.len(), self.face_count());
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        Measures {
            vertices,
            edges,
            faces,
            euler: count(vertices) - count(edges) + count(faces),
            closed: topology.open == 0 && topology.crowded == 0,
            volume: self.volume(),
        }
    }

    fn volume(&self) -> f64 {
        let mut sum = 0.0;
        for face in 0..self.face_count() {
            let (corners, middle) = (self.face(face), self.centre(face));
            for (at, vertex) in corners.iter().enumerate() {
                let next = corners.get((at + 1) % corners.len()).copied().unwrap_or(*vertex);
                sum += dot(cross(self.point(*vertex), self.point(next)), middle);
            }
        }
        sum / 6.0
    }
}
