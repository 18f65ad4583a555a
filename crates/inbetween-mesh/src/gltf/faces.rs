//! Triangles of a glTF file as faces of a mesh: vertices at one place are one, two triangles of one flat quad are it.

use crate::mesh::{LARGEST, cross, dot, minus, within};
use crate::{Mesh, MeshError, MeshLimits};
use gltf_json::mesh::Mode;
use inbetween_types::Mat4;
use std::collections::HashMap;

const NONE: u32 = u32::MAX;

/// How far a quad's fourth corner may lie off the plane of the other three, as a part of the quad's size: what is left of a
/// plane in numbers of 32 bits.
const FLAT: f64 = 1e-5;

/// The smallest sine at which a corner turns.
const TURN: f64 = 1e-3;

/// The vertices of one mesh by the places the file gives.
#[derive(Default)]
pub(super) struct Welded {
    places: HashMap<[u64; 3], u32>,
}

impl Welded {
    /// The vertices of a list of points, made as they are asked for.
    pub(super) fn of<'w>(&'w mut self, points: &'w [[f64; 3]]) -> Vertices<'w> {
        Vertices { welded: self, points, known: vec![NONE; points.len()] }
    }
}

/// The vertices of a primitive's points.
pub(super) struct Vertices<'w> {
    welded: &'w mut Welded,
    points: &'w [[f64; 3]],
    known: Vec<u32>,
}

impl Vertices<'_> {
    /// The vertex of a point, which is put in its place when it is the first there.
    pub(super) fn vertex(
        &mut self,
        index: u32,
        place: &Mat4,
        mesh: &mut Mesh,
        limits: &MeshLimits,
    ) -> Result<u32, MeshError> {
        let (Some(known), Some(point)) =
            (self.known.get_mut(index as usize), self.points.get(index as usize))
        else {
            return Err(MeshError::Gltf("a corner names no vertex".to_owned()));
        };
        if *known != NONE {
            return Ok(*known);
        }
        // Adding zero takes the sign from one.
        let key = point.map(|n| (n + 0.0).to_bits());
        *known = match self.welded.places.get(&key) {
            Some(vertex) => *vertex,
            None => {
                let point = place.apply(*point);
                if !point.iter().all(|n| n.abs() <= LARGEST) {
                    return Err(MeshError::Gltf(format!("a vertex needs three numbers within ±{LARGEST}")));
                }
                within("vertices", mesh.points.len() + 1, limits.vertices)?;
                let vertex = u32::try_from(mesh.points.len()).unwrap_or(NONE);
                mesh.points.push(point);
                self.welded.places.insert(key, vertex);
                vertex
            }
        };
        Ok(*known)
    }
}

/// The corners of every triangle, whatever way the file lists them; what is left over at the end is none.
pub(super) fn corners(vertices: &[u32], mode: Mode) -> Vec<[u32; 3]> {
    match (mode, vertices) {
        (Mode::TriangleStrip, _) => vertices
            .array_windows::<3>()
            .enumerate()
            .map(|(at, [a, b, c])| if at % 2 == 0 { [*a, *b, *c] } else { [*b, *a, *c] })
            .collect(),
        (Mode::TriangleFan, [hub, rim @ ..]) => {
            rim.array_windows::<2>().map(|[a, b]| [*hub, *a, *b]).collect()
        }
        _ => vertices.as_chunks::<3>().0.to_vec(),
    }
}

/// Gives every face: two triangles in a row that are a flat convex quad together, others as they are.
pub(super) fn each(
    triangles: &[[u32; 3]],
    points: &[[f64; 3]],
    mut face: impl FnMut(&[u32]) -> Result<(), MeshError>,
) -> Result<(), MeshError> {
    let mut rest = triangles;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match after.split_first().and_then(|(second, after)| Some((quad(*first, *second, points)?, after))) {
            Some((quad, after)) => {
                face(&quad)?;
                rest = after;
            }
            None => face(first)?,
        }
    }
    Ok(())
}

/// The quad of two triangles that share an edge; `None` where they share none, are bent, or make no convex quad.
fn quad([a, b, c]: [u32; 3], [p, q, r]: [u32; 3], points: &[[f64; 3]]) -> Option<[u32; 4]> {
    let turns = [(a, b, c), (b, c, a), (c, a, b)];
    let others = [(p, q, r), (q, r, p), (r, p, q)];
    let (corners, fourth) = turns.into_iter().find_map(|(a, b, c)| {
        // The shared edge runs the other way in the other triangle.
        let other = others.into_iter().find(|(p, q, _)| (*p, *q) == (b, a))?;
        Some(([a, b, c], other.2))
    })?;
    let [a, b, c] = corners;
    if fourth == c {
        return None;
    }
    let quad = [a, fourth, b, c];
    let place = |vertex: u32| points.get(vertex as usize).copied().unwrap_or_default();
    let [a, d, b, c] = quad.map(place);
    let normal = cross(minus(b, a), minus(c, a));
    let length = dot(normal, normal).sqrt();
    let size = [minus(b, a), minus(d, c)].map(|v| dot(v, v)).into_iter().fold(0.0, f64::max).sqrt();
    let off = dot(normal, minus(d, a)).abs();
    if length <= 0.0 || off > FLAT * size * length {
        return None;
    }
    let convex = [[c, a, d], [a, d, b], [d, b, c], [b, c, a]].into_iter().all(|[before, at, after]| {
        let (to, from) = (minus(at, before), minus(after, at));
        dot(cross(to, from), normal) > TURN * length * (dot(to, to) * dot(from, from)).sqrt()
    });
    convex.then_some(quad)
}
