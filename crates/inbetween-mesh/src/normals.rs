//! Normals for shading.

use crate::Mesh;
use crate::mesh::{cross, dot, minus, plus, times};
use crate::topology::Topology;
use inbetween_types::math;
use std::collections::BTreeMap;

/// Unit normals, pointing outwards, of every corner; `[0, 0, 0]` where there is no direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Normals {
    vertices: Vec<[f32; 3]>,
    /// Corners of vertices with sharp edges, which have several.
    corners: BTreeMap<u32, [f32; 3]>,
}

impl Normals {
    /// The normal of a corner of a mesh, by its number, and of its vertex.
    #[must_use]
    pub fn of(&self, corner: usize, vertex: u32) -> [f64; 3] {
        let own = u32::try_from(corner).ok().and_then(|corner| self.corners.get(&corner));
        own.or_else(|| self.vertices.get(vertex as usize)).map_or([0.0; 3], |n| n.map(f64::from))
    }
}

/// Most faces around a vertex whose limit normal is computed by Halstead's masks.
const MOST_FACES: usize = 1_000;

impl Mesh {
    /// The unit normal of a face: of a fan around its middle (Newell's), so that bent faces have one too.
    #[must_use]
    pub fn face_normal(&self, face: usize) -> [f64; 3] {
        let corners = self.face(face);
        let mut sum = [0.0; 3];
        let origin = corners.first().map_or([0.0; 3], |vertex| self.point(*vertex));
        for (at, vertex) in corners.iter().enumerate() {
            let next = corners.get((at + 1) % corners.len()).copied().unwrap_or(*vertex);
            sum = plus(sum, cross(minus(self.point(*vertex), origin), minus(self.point(next), origin)));
        }
        unit(sum)
    }

    /// Normals of the limit surface at the vertices (Halstead, Kass and DeRose's tangents) where a vertex is smooth and
    /// all around it are quads; at others the mean of the faces that meet there without a sharp edge between.
    #[must_use]
    pub fn normals(&self) -> Normals {
        let topology = Topology::of(self);
        let mut first = vec![None; self.points.len()];
        let mut sharp = vec![false; self.points.len()];
        for (vertex, corner) in self.corners.iter().zip(0_u32..) {
            if let Some(slot @ None) = first.get_mut(*vertex as usize) {
                *slot = Some(corner);
            }
        }
        for edge in topology.edges.iter().filter(|edge| edge.sharpness > 0.0) {
            let own = edge.corners[0];
            for vertex in [self.corner(own), self.corner(topology.next(self, own))] {
                if let Some(sharp) = sharp.get_mut(vertex as usize) {
                    *sharp = true;
                }
            }
        }
        let mut fan = Vec::new();
        let vertices = first.iter().zip(&sharp).map(|(first, sharp)| match first {
            Some(first) if !sharp => {
                self.fan(&topology, *first, &mut fan);
                single(self.smooth(&topology, &fan))
            }
            _ => [0.0; 3],
        });
        let vertices = vertices.collect();
        let mut corners = BTreeMap::new();
        if sharp.contains(&true) {
            for (vertex, corner) in self.corners.iter().zip(0_u32..) {
                if sharp.get(*vertex as usize) != Some(&true) || corners.contains_key(&corner) {
                    continue;
                }
                self.fan(&topology, corner, &mut fan);
                let normal = single(self.mean(&topology, &fan));
                corners.extend(fan.iter().map(|corner| (*corner, normal)));
            }
        }
        Normals { vertices, corners }
    }

    /// The corners of a vertex from one on around it, until back or at a sharp edge; then the other way too.
    fn fan(&self, topology: &Topology, corner: u32, fan: &mut Vec<u32>) {
        fan.clear();
        fan.push(corner);
        let mut at = corner;
        while let Some(next) = topology.around(self, at) {
            if next == corner || fan.len() > MOST_FACES {
                return;
            }
            fan.push(next);
            at = next;
        }
        at = corner;
        while let Some(next) = topology.back(self, at) {
            if next == corner || fan.len() > MOST_FACES {
                return;
            }
            fan.push(next);
            at = next;
        }
    }

    fn mean(&self, topology: &Topology, fan: &[u32]) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for corner in fan {
            let own = self.point(self.corner(*corner));
            let next = self.point(self.corner(topology.next(self, *corner)));
            let previous = self.point(self.corner(topology.previous(self, *corner)));
            sum = plus(sum, cross(minus(next, own), minus(previous, own)));
        }
        unit(sum)
    }

    fn smooth(&self, topology: &Topology, fan: &[u32]) -> [f64; 3] {
        let mean = self.mean(topology, fan);
        let quads = topology.quads() || fan.iter().all(|corner| self.face(topology.face(*corner)).len() == 4);
        if !quads || fan.len() < 3 {
            return mean;
        }
        #[expect(clippy::cast_precision_loss, reason = "few faces meet at a vertex")]
        let n = fan.len() as f64;
        let turn = std::f64::consts::TAU / n;
        let cos = |i: f64| math::cos(turn * i);
        let c = cos(1.0);
        let weight = 1.0 + c + math::cos(turn / 2.0) * (2.0 * (9.0 + c)).sqrt();
        let (mut first, mut second) = ([0.0; 3], [0.0; 3]);
        let mut i = 0.0;
        for corner in fan {
            let next = topology.next(self, *corner);
            // Around the vertex the fan goes over the edge before: the edge that starts here comes first, then the corner
            // opposite, then the edge of the next face.
            let edge = self.point(self.corner(next));
            let opposite = self.point(self.corner(topology.next(self, next)));
            first = plus(first, times(edge, weight * cos(i)));
            first = plus(first, times(opposite, cos(i) + cos(i + 1.0)));
            second = plus(second, times(edge, weight * cos(i - 1.0)));
            second = plus(second, times(opposite, cos(i - 1.0) + cos(i)));
            i += 1.0;
        }
        let normal = unit(cross(first, second));
        if normal == [0.0; 3] {
            return mean;
        }
        if dot(normal, mean) < 0.0 { times(normal, -1.0) } else { normal }
    }
}

fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = dot(a, a).sqrt();
    if length > 0.0 && length.is_finite() { times(a, 1.0 / length) } else { [0.0; 3] }
}

#[expect(clippy::cast_possible_truncation, reason = "a direction for shading")]
fn single(a: [f64; 3]) -> [f32; 3] {
    a.map(|n| n as f32)
}
