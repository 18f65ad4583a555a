//! Catmull and Clark's step.

use crate::mesh::{blend, plus, times, within};
use crate::topology::{NONE, Topology};
use crate::{Crease, Mesh, MeshError, MeshLimits};

/// Deepest level; the limit on faces is met long before.
const DEEPEST: f64 = 12.0;

/// How many faces a mesh has at a level (rounded up to whole).
#[must_use]
pub fn faces_at(mesh: &Mesh, level: f64) -> u64 {
    let steps = clean(level).ceil();
    if steps <= 0.0 {
        return mesh.face_count() as u64;
    }
    let mut faces = mesh.corner_count() as u64;
    let mut left = steps - 1.0;
    while left > 0.0 {
        faces = faces.saturating_mul(4);
        left -= 1.0;
    }
    faces
}

/// The mesh at a level: so many steps of Catmull and Clark's rules, 0 to 12 (clamped; NaN counts as 0).
///
/// A fraction of a level goes that part of the way from the mesh whose faces are only split, which looks as before where
/// faces are flat, to the averaged one. Edges of one face, and of more than two, stay sharp: a boundary becomes the cubic
/// B-spline of its vertices, corners of a boundary are rounded too. An edge of sharpness `s` is sharp for `s` levels, the
/// last one in part; a vertex with three or more sharp edges stays where it is as long as they do.
///
/// # Errors
/// [`MeshError::Limit`] when there would be more faces than allowed, before anything is made.
pub fn subdivide(mesh: &Mesh, level: f64, limits: &MeshLimits) -> Result<Mesh, MeshError> {
    let asked = usize::try_from(faces_at(mesh, level)).unwrap_or(usize::MAX);
    within("faces", asked, limits.faces)?;
    let mut left = clean(level);
    if left <= 0.0 {
        return Ok(mesh.clone());
    }
    let mut out = step(mesh, left.min(1.0));
    left -= 1.0;
    while left > 0.0 {
        out = step(&out, left.min(1.0));
        left -= 1.0;
    }
    Ok(out)
}

/// One whole step, of any size.
pub(crate) fn one_step(mesh: &Mesh) -> Mesh {
    step(mesh, 1.0)
}

fn clean(level: f64) -> f64 {
    if level > 0.0 { level.min(DEEPEST) } else { 0.0 }
}

/// What is around a vertex.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    faces: [f64; 3],
    ends: [f64; 3],
    sharp_ends: [f64; 3],
    sharpness: f32,
    face_count: u32,
    edge_count: u32,
    sharp_count: u32,
}

fn step(mesh: &Mesh, fraction: f64) -> Mesh {
    let topology = Topology::of(mesh);
    let (vertices, edges, faces) = (mesh.points.len(), topology.edges.len(), mesh.face_count());
    let mut points = Vec::with_capacity(vertices + edges + faces);
    let centres: Vec<[f64; 3]> = (0..faces).map(|face| mesh.centre(face)).collect();
    points.extend(around(mesh, &topology, &centres).iter().zip(&mesh.points).map(|(around, point)| {
        let new = vertex_point(*point, around);
        blend(*point, new, fraction)
    }));
    for edge in &topology.edges {
        let [own, other] = edge.corners;
        let (a, b) = (mesh.point(mesh.corner(own)), mesh.point(mesh.corner(topology.next(mesh, own))));
        let middle = times(plus(a, b), 0.5);
        let sharp = f64::from(edge.sharpness.min(1.0));
        if other == NONE || sharp >= 1.0 {
            points.push(middle);
            continue;
        }
        let centre = |corner: u32| centres.get(topology.face(corner)).copied().unwrap_or_default();
        let smooth = times(plus(plus(a, b), plus(centre(own), centre(other))), 0.25);
        points.push(blend(middle, blend(smooth, middle, sharp), fraction));
    }
    points.extend(&centres);
    let number = |n: usize| u32::try_from(n).unwrap_or(NONE);
    let (first_edge, first_face) = (number(vertices), number(vertices + edges));
    let mut corners = Vec::with_capacity(mesh.corners.len() * 4);
    let mut groups = Vec::with_capacity(if mesh.groups.is_empty() { 0 } else { mesh.corners.len() });
    for (face, face_number) in (0..faces).zip(first_face..) {
        let range = mesh.corner_range(face);
        for corner in range.clone() {
            let corner = number(corner);
            let edge = |corner: u32| {
                topology.corner_edge.get(corner as usize).map_or(0, |edge| first_edge.saturating_add(*edge))
            };
            let before = topology.previous(mesh, corner);
            corners.extend([mesh.corner(corner), edge(corner), face_number, edge(before)]);
        }
        if !mesh.groups.is_empty() {
            let group = mesh.groups.get(face).copied().unwrap_or(0);
            groups.extend(std::iter::repeat_n(group, range.len()));
        }
    }
    let starts = (0..=number(mesh.corners.len())).map(|face| face.saturating_mul(4)).collect();
    Mesh {
        points,
        corners,
        starts,
        groups,
        names: mesh.names.clone(),
        colors: mesh.colors.clone(),
        creases: worn(mesh, &topology, first_edge),
    }
}

/// The sharp edges one level on.
fn worn(mesh: &Mesh, topology: &Topology, first_edge: u32) -> Vec<Crease> {
    if mesh.creases.is_empty() {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (edge, number) in topology.edges.iter().zip(first_edge..) {
        let [own, other] = edge.corners;
        let sharpness = f64::from(edge.sharpness) - 1.0;
        // Edges of one face are found anew.
        if other == NONE || sharpness <= 0.0 {
            continue;
        }
        for end in [mesh.corner(own), mesh.corner(topology.next(mesh, own))] {
            out.push(Crease { vertices: [end, number], sharpness });
        }
    }
    out
}

fn around(mesh: &Mesh, topology: &Topology, centres: &[[f64; 3]]) -> Vec<Around> {
    let mut all = vec![Around::default(); mesh.points.len()];
    for (face, centre) in centres.iter().enumerate() {
        for vertex in mesh.face(face) {
            if let Some(around) = all.get_mut(*vertex as usize) {
                around.faces = plus(around.faces, *centre);
                around.face_count += 1;
            }
        }
    }
    for edge in &topology.edges {
        let own = edge.corners[0];
        let (a, b) = (mesh.corner(own), mesh.corner(topology.next(mesh, own)));
        for (vertex, end) in [(a, b), (b, a)] {
            let end = mesh.point(end);
            let Some(around) = all.get_mut(vertex as usize) else { continue };
            around.ends = plus(around.ends, end);
            around.edge_count += 1;
            if edge.sharpness > 0.0 {
                around.sharp_ends = plus(around.sharp_ends, end);
                around.sharp_count += 1;
                around.sharpness += edge.sharpness;
            }
        }
    }
    all
}

fn vertex_point(point: [f64; 3], around: &Around) -> [f64; 3] {
    if around.face_count == 0 {
        return point;
    }
    let (faces, edges) = (f64::from(around.face_count), f64::from(around.edge_count));
    let smooth = || {
        let (face, end) = (times(around.faces, 1.0 / faces), times(around.ends, 1.0 / edges));
        times(plus(plus(face, end), times(point, edges - 2.0)), 1.0 / edges)
    };
    let sharp = match around.sharp_count {
        0 | 1 => return smooth(),
        2 => times(plus(around.sharp_ends, times(point, 6.0)), 0.125),
        _ => point,
    };
    #[expect(clippy::cast_precision_loss, reason = "an edge count is small")]
    let sharpness = f64::from(around.sharpness / around.sharp_count as f32);
    if sharpness >= 1.0 { sharp } else { blend(smooth(), sharp, sharpness) }
}
