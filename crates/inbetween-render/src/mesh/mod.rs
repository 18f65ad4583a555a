//! Meshes in space: triangles and lines with a depth for each of 16 samples of a pixel.
//!
//! A pixel's colour is computed once for each triangle that shows in it (at its middle, or the nearest place inside the
//! triangle), which of them a sample shows is decided by depth. The same scene gives the same bytes on every machine: all
//! of it is plain arithmetic in f64 and f32, in the order of the faces.

mod raster;
mod triangle;

#[cfg(test)]
mod tests;

use crate::raster::IRect;
use inbetween_timeline::scene::{Cage, MeshNode, Projection};
use kurbo::Rect;
use raster::Band;
use triangle::Corner;

/// Most bytes that the samples of one band of rows take.
const BAND_BYTES: usize = 24 << 20;

/// How much nearer than faces lines are taken to be, so that they lie on them.
const LIFT: f64 = 1e-3;

/// A node with all its points seen by the camera and the device.
pub(crate) struct Seen<'a> {
    node: &'a MeshNode,
    map: Projection,
    /// Points in the camera's space.
    camera: Vec<[f64; 3]>,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(node: &'a MeshNode, map: &Projection) -> Self {
        let camera = node.mesh.points().iter().map(|point| node.to_camera.apply(*point)).collect();
        Self { node, map: *map, camera }
    }

    /// The rows of `clip` from the top, each as premultiplied pixels, given to `put` with its number.
    pub(crate) fn draw(&self, clip: IRect, mut put: impl FnMut(i32, &[[f32; 4]])) {
        let width = clip.width();
        if width == 0 || clip.height() == 0 {
            return;
        }
        let rows = (BAND_BYTES / (width * raster::PIXEL_BYTES)).max(1);
        let mut band = Band::default();
        let mut row = vec![[0.0; 4]; width];
        let mut y = clip.y0;
        while y < clip.y1 {
            let end = clip.y1.min(y.saturating_add(i32::try_from(rows).unwrap_or(i32::MAX)));
            band.clear(IRect { x0: clip.x0, y0: y, x1: clip.x1, y1: end });
            if self.node.faces {
                self.faces(&mut band);
            }
            if let Some(lines) = &self.node.wireframe {
                let points = |vertex: u32| self.camera.get(vertex as usize).copied();
                self.lines(lines, points, &mut band);
            }
            if let Some(lines) = &self.node.cage {
                let points = lines.mesh.points();
                let camera =
                    |vertex: u32| points.get(vertex as usize).map(|point| self.node.to_camera.apply(*point));
                self.lines(lines, camera, &mut band);
            }
            for line in y..end {
                if band.resolve(line, &mut row) {
                    put(line, &row);
                }
            }
            y = end;
        }
    }

    fn corner(&self, camera: [f64; 3], normal: [f64; 3]) -> Corner {
        let [u, v, w] = self.node.project(camera);
        let on_device = self.map.0.map(|[a, b, c]| a * u + b * v + c * w);
        Corner { device: on_device, camera, normal }
    }

    fn faces(&self, band: &mut Band) {
        let node = self.node;
        let mesh = &node.mesh;
        let mut cut = Vec::new();
        let mut corners: Vec<Corner> = Vec::new();
        for face in 0..mesh.face_count() {
            let range = mesh.corner_range(face);
            corners.clear();
            for (vertex, corner) in mesh.face(face).iter().zip(range) {
                let camera = self.camera.get(*vertex as usize).copied().unwrap_or_default();
                let normal = match &node.normals {
                    Some(normals) => node.turned(normals.of(corner, *vertex)),
                    None => [0.0; 3],
                };
                corners.push(self.corner(camera, normal));
            }
            if band.misses(&corners, node.near()) {
                continue;
            }
            if node.normals.is_none() {
                let normal = node.turned(mesh.face_normal(face));
                corners.iter_mut().for_each(|corner| corner.normal = normal);
            }
            if node.turns_away(corners.iter().map(|corner| corner.camera)) {
                if !node.two_sided {
                    continue;
                }
                corners.iter_mut().for_each(|corner| corner.normal = corner.normal.map(|n| -n));
            }
            let color = node.color(mesh.group(face));
            mesh.triangles(face, &mut cut);
            for places in &cut {
                let pick = |place: usize| corners.get(place).copied().unwrap_or_default();
                let [a, b, c] = places.map(pick);
                triangle::clipped([a, b, c], node.near(), |three| {
                    band.triangle(three, 0.0, |at, normal| node.shade(at, normal, color));
                });
            }
        }
    }

    fn lines(&self, lines: &Cage, point: impl Fn(u32) -> Option<[f64; 3]>, band: &mut Band) {
        let half = lines.width * crate::painter::stretch(&self.map) / 2.0;
        for [from, to] in lines.edges.iter() {
            let (Some(a), Some(b)) = (point(*from), point(*to)) else { continue };
            let (a, b) = (self.corner(a, [0.0; 3]), self.corner(b, [0.0; 3]));
            let Some([a, b]) = triangle::clipped_line([a, b], self.node.near()) else { continue };
            for three in triangle::thick(a, b, half) {
                band.triangle(three, LIFT, |_, _| lines.color);
            }
        }
    }
}

/// The rectangle of the device around a mesh; `None` where that cannot be told, which is everywhere.
pub(crate) fn around(node: &MeshNode, map: &Projection) -> Option<Rect> {
    let mut out: Option<Rect> = None;
    let cage = node.cage.as_ref().map(|cage| cage.mesh.bounds());
    for [low, high] in [Some(node.bounds), cage].into_iter().flatten() {
        for bits in 0..8_u8 {
            let pick = |axis: usize, bit: u8| {
                let from = if bits & bit == 0 { &low } else { &high };
                from.get(axis).copied().unwrap_or(0.0)
            };
            let [u, v, w] = node.project(node.to_camera.apply([pick(0, 1), pick(1, 2), pick(2, 4)]));
            let [u, v, w] = map.0.map(|[a, b, c]| a * u + b * v + c * w);
            if w.is_nan() || w <= node.near() {
                return None;
            }
            let (x, y) = (u / w, v / w);
            out = Some(out.map_or(Rect::new(x, y, x, y), |rect| rect.union_pt((x, y))));
        }
    }
    let widths = [&node.wireframe, &node.cage].into_iter().flatten().map(|lines| lines.width);
    let far = widths.fold(1.0, f64::max) * crate::painter::stretch(map);
    out.map(|rect| rect.inflate(far, far))
}
