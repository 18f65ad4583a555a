//! Which faces meet at an edge.

use crate::Mesh;

/// No corner.
pub(crate) const NONE: u32 = u32::MAX;

/// An edge: the corners it starts at in its (at most two) faces. A corner's edge runs from its vertex to the next one of
/// its face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) corners: [u32; 2],
    /// Infinite where there are not exactly two faces.
    pub(crate) sharpness: f32,
}

/// Edges of a mesh.
#[derive(Debug, Default)]
pub(crate) struct Topology {
    pub(crate) edges: Vec<Edge>,
    /// The edge of each corner.
    pub(crate) corner_edge: Vec<u32>,
    /// Edges of one face, and of more than two.
    pub(crate) open: usize,
    pub(crate) crowded: usize,
    face_of: Vec<u32>,
    quads: bool,
}

impl Topology {
    /// Matches edges vertex by vertex, in the order of the corners: the same mesh gives the same edges.
    pub(crate) fn of(mesh: &Mesh) -> Self {
        let corners = mesh.corners.len();
        let quads =
            corners == 4 * mesh.face_count() && (0..mesh.face_count()).all(|f| mesh.face(f).len() == 4);
        let mut out = Self { quads, corner_edge: vec![NONE; corners], ..Self::default() };
        if !quads {
            out.face_of.reserve_exact(corners);
            for (face, number) in (0..mesh.face_count()).zip(0_u32..) {
                out.face_of.extend(std::iter::repeat_n(number, mesh.face(face).len()));
            }
        }
        // Corners by the smaller vertex of their edge, as one list with a start for each vertex.
        let ends = |corner: usize| {
            let corner = u32::try_from(corner).unwrap_or(NONE);
            let (a, b) = (mesh.corner(corner), mesh.corner(out.next(mesh, corner)));
            (a.min(b), a.max(b))
        };
        let mut starts = vec![0_u32; mesh.points.len() + 1];
        for corner in 0..corners {
            if let Some(count) = starts.get_mut(ends(corner).0 as usize + 1) {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut fill = starts.clone();
        let mut listed = vec![(0_u32, 0_u32); corners];
        for (corner, number) in (0..corners).zip(0_u32..) {
            let (low, high) = ends(corner);
            if let Some(place) = fill.get_mut(low as usize) {
                if let Some(slot) = listed.get_mut(*place as usize) {
                    *slot = (high, number);
                }
                *place += 1;
            }
        }
        drop(fill);
        for pair in starts.windows(2) {
            let [from, to] = *pair else { continue };
            let Some(list) = listed.get_mut(from as usize..to as usize) else { continue };
            // Stable by number: within a run of equal ends, corners keep their order.
            list.sort_unstable();
            for run in list.chunk_by(|a, b| a.0 == b.0) {
                out.add(run);
            }
        }
        for crease in &mesh.creases {
            out.crease(mesh, &starts, &listed, crease.vertices, crease.sharpness);
        }
        out
    }

    fn add(&mut self, run: &[(u32, u32)]) {
        let number = u32::try_from(self.edges.len()).unwrap_or(NONE);
        for (_, corner) in run {
            if let Some(edge) = self.corner_edge.get_mut(*corner as usize) {
                *edge = number;
            }
        }
        let corner = |at: usize| run.get(at).map_or(NONE, |(_, corner)| *corner);
        // A face that meets itself at an edge has no inside there.
        let own = |corner: u32| self.face(corner);
        let sharpness = match run {
            [(_, a), (_, b)] if own(*a) != own(*b) => 0.0,
            [_] => {
                self.open += 1;
                f32::INFINITY
            }
            _ => {
                self.crowded += 1;
                f32::INFINITY
            }
        };
        self.edges.push(Edge { corners: [corner(0), corner(1)], sharpness });
    }

    fn crease(
        &mut self,
        mesh: &Mesh,
        starts: &[u32],
        listed: &[(u32, u32)],
        [a, b]: [u32; 2],
        sharpness: f64,
    ) {
        let (low, high) = (a.min(b), a.max(b));
        let start = |vertex: u32| starts.get(vertex as usize).copied();
        let (Some(from), Some(to)) = (start(low), start(low.saturating_add(1))) else { return };
        let list = listed.get(from as usize..to as usize).unwrap_or_default();
        let found = list.partition_point(|(end, _)| *end < high);
        let Some((end, corner)) = list.get(found) else { return };
        if *end != high || (high as usize) >= mesh.points.len() {
            return;
        }
        let edge = self.corner_edge.get(*corner as usize).and_then(|edge| self.edges.get_mut(*edge as usize));
        if let Some(edge) = edge
            && sharpness > 0.0
        {
            #[expect(clippy::cast_possible_truncation, reason = "a sharpness is a small number or infinite")]
            let sharpness = sharpness as f32;
            edge.sharpness = edge.sharpness.max(sharpness);
        }
    }

    /// The face of a corner.
    pub(crate) fn face(&self, corner: u32) -> usize {
        if self.quads {
            return (corner / 4) as usize;
        }
        self.face_of.get(corner as usize).map_or(0, |face| *face as usize)
    }

    /// Whether every face has four corners.
    pub(crate) fn quads(&self) -> bool {
        self.quads
    }

    /// The corner after one in its face.
    pub(crate) fn next(&self, mesh: &Mesh, corner: u32) -> u32 {
        if self.quads {
            return if corner % 4 == 3 { corner - 3 } else { corner + 1 };
        }
        let range = mesh.corner_range(self.face(corner));
        let next = corner as usize + 1;
        u32::try_from(if next >= range.end { range.start } else { next }).unwrap_or(NONE)
    }

    /// The corner before one in its face.
    pub(crate) fn previous(&self, mesh: &Mesh, corner: u32) -> u32 {
        if self.quads {
            return if corner.is_multiple_of(4) { corner + 3 } else { corner - 1 };
        }
        let range = mesh.corner_range(self.face(corner));
        let at = corner as usize;
        u32::try_from(if at == range.start { range.end - 1 } else { at - 1 }).unwrap_or(NONE)
    }

    /// The edge from a corner to the next.
    pub(crate) fn edge(&self, corner: u32) -> Option<(u32, &Edge)> {
        let number = *self.corner_edge.get(corner as usize)?;
        Some((number, self.edges.get(number as usize)?))
    }

    /// Across the edge that ends in this corner's vertex to the next face around it: the corner of the same vertex there.
    /// `None` at a sharp edge, and where the two faces turn against one another.
    pub(crate) fn around(&self, mesh: &Mesh, corner: u32) -> Option<u32> {
        self.across(mesh, corner, self.previous(mesh, corner), false)
    }

    /// The same the other way round, across the edge that starts here.
    pub(crate) fn back(&self, mesh: &Mesh, corner: u32) -> Option<u32> {
        self.across(mesh, corner, corner, true)
    }

    fn across(&self, mesh: &Mesh, own: u32, side: u32, after: bool) -> Option<u32> {
        let (_, edge) = self.edge(side)?;
        if edge.sharpness > 0.0 {
            return None;
        }
        let other = *edge.corners.iter().find(|corner| **corner != side && **corner != NONE)?;
        let found = if after { self.next(mesh, other) } else { other };
        (mesh.corner(found) == mesh.corner(own)).then_some(found)
    }
}
