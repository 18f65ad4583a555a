//! A mesh in space as a camera sees it, and how it is lit.
//!
//! After Effects draws no meshes; the lights are its own as far as they are public (Ambient, Parallel, Spot and Point with
//! falloff, the Material Options' coefficients), the shape of the highlight is ours.

use inbetween_mesh::{Mesh, Normals};
use inbetween_types::{Mat4, math};
use std::sync::Arc;

/// A mesh in the space of a camera.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshNode {
    /// The faces to draw.
    pub mesh: Arc<Mesh>,
    /// Normals for smooth shading; without them faces are flat.
    pub normals: Option<Arc<Normals>>,
    /// The box around its points.
    pub bounds: [[f64; 3]; 2],
    /// From the mesh's space to the camera's: x right, y down, z away from the eye.
    pub to_camera: Mat4,
    /// Distance in pixels at which things show at 100 %.
    pub zoom: f64,
    /// What the camera looks at, in pixels of the picture.
    pub centre: [f64; 2],
    /// Whether faces are drawn, else only lines.
    pub faces: bool,
    /// Whether faces that turn away are drawn too, lit on the side that is seen.
    pub two_sided: bool,
    /// RGB 0..1 of each group of faces, by its number; the last counts for those beyond.
    pub colors: Vec<[f32; 3]>,
    /// Lines along the edges.
    pub wireframe: Option<Cage>,
    /// The control cage.
    pub cage: Option<Cage>,
    /// Lights; none shows colours as they are.
    pub lamps: Vec<Lamp>,
    /// How the surface takes light.
    pub material: Material,
}

/// Lines in the same space as the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Cage {
    /// The mesh whose points the lines join.
    pub mesh: Arc<Mesh>,
    /// Pairs of its points.
    pub edges: Arc<Vec<[u32; 2]>>,
    /// Width in pixels of the picture.
    pub width: f64,
    /// RGB 0..1.
    pub color: [f32; 3],
}

/// A light in the camera's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lamp {
    /// What kind.
    pub kind: LampKind,
    /// RGB, its intensity included; beyond 0..1 where that is.
    pub color: [f64; 3],
    /// Where light begins to fade and where it ends, in pixels: a linear way (AE's Smooth); the end before the start is AE's
    /// inverse square from the start on. `None` never fades.
    pub falloff: Option<[f64; 2]>,
}

/// Kinds of light.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LampKind {
    /// From everywhere.
    Ambient,
    /// Along a direction (a unit vector).
    Parallel([f64; 3]),
    /// From a point.
    Point([f64; 3]),
    /// From a point in a cone.
    Spot {
        /// Where it is.
        at: [f64; 3],
        /// Where it looks (a unit vector).
        way: [f64; 3],
        /// Cosine of half the cone angle.
        edge: f64,
        /// Cosine of the angle up to which it is full.
        full: f64,
    },
}

/// Coefficients of AE's Material Options as fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "AE's own names say it")]
pub struct Material {
    pub ambient: f64,
    pub diffuse: f64,
    pub specular: f64,
    pub shininess: f64,
    pub metal: f64,
}

impl MeshNode {
    /// A point of the camera's space in the picture, as `(x w, y w, w)`; `w` is the depth, so that what is at the eye or
    /// behind it has none above 0.
    #[must_use]
    pub fn project(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        [self.zoom * x + self.centre[0] * z, self.zoom * y + self.centre[1] * z, z]
    }

    /// The depth at which things begin to be drawn.
    #[must_use]
    pub fn near(&self) -> f64 {
        self.zoom * 1e-3
    }

    /// A normal of the mesh in the camera's space, of length 1: turned by the inverse transpose, so that it stays upright on
    /// scaled faces.
    #[must_use]
    pub fn turned(&self, normal: [f64; 3]) -> [f64; 3] {
        turned(&self.to_camera, normal)
    }

    /// Whether a face with these corners (in the camera's space) is seen from its back.
    #[must_use]
    pub fn turns_away(&self, corners: impl IntoIterator<Item = [f64; 3]>) -> bool {
        let mut corners = corners.into_iter();
        let Some(first) = corners.next() else { return false };
        let minus = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        let (mut sum, mut before) = (0.0, None);
        for corner in corners {
            let to = minus(corner, first);
            if let Some(from) = before {
                sum += dot(cross(from, to), first);
            }
            before = Some(to);
        }
        // A mirrored mesh turns the other way.
        let mirrored = self.to_camera.determinant() < 0.0;
        if mirrored { sum <= 0.0 } else { sum >= 0.0 }
    }

    /// The faces that show as polygons of the picture with one colour each, farthest first by their middles. Faces before
    /// the eye, or partly so, are left out. `backs`: whether those seen from the back are given too.
    #[must_use]
    pub fn polygons(&self, backs: bool) -> Vec<(Vec<[f64; 2]>, [f32; 3])> {
        let camera: Vec<[f64; 3]> =
            self.mesh.points().iter().map(|point| self.to_camera.apply(*point)).collect();
        let mut out = Vec::new();
        for face in 0..self.mesh.face_count() {
            let vertices = self.mesh.face(face);
            let point = |vertex: &u32| camera.get(*vertex as usize).copied().unwrap_or_default();
            if vertices.iter().any(|vertex| point(vertex)[2] <= self.near()) {
                continue;
            }
            let away = self.turns_away(vertices.iter().map(point));
            if away && !(backs && self.two_sided) {
                continue;
            }
            let normal = match &self.normals {
                Some(normals) => {
                    let mut sum = [0.0; 3];
                    for (corner, vertex) in self.mesh.corner_range(face).zip(vertices) {
                        add(&mut sum, normals.of(corner, *vertex), 1.0);
                    }
                    unit(sum)
                }
                None => self.mesh.face_normal(face),
            };
            let normal = self.turned(normal).map(|n| if away { -n } else { n });
            let middle = self.to_camera.apply(self.mesh.centre(face));
            let color = self.shade(middle, normal, self.color(self.mesh.group(face)));
            let outline = vertices.iter().map(|vertex| {
                let [u, v, w] = self.project(point(vertex));
                [u / w, v / w]
            });
            out.push((math::length(&middle), outline.collect::<Vec<[f64; 2]>>(), color));
        }
        out.sort_by(|a, b| b.0.total_cmp(&a.0));
        out.into_iter().map(|(_, outline, color)| (outline, color)).collect()
    }

    /// The colour of a group of faces.
    #[must_use]
    pub fn color(&self, group: usize) -> [f32; 3] {
        self.colors.get(group).or(self.colors.last()).copied().unwrap_or([0.8; 3])
    }

    /// The colour that the eye sees of a point of the surface: its own lit by every light. `normal` is a unit vector on the
    /// side that is seen (no direction counts as towards the eye).
    #[must_use]
    pub fn shade(&self, point: [f64; 3], normal: [f64; 3], color: [f32; 3]) -> [f32; 3] {
        if self.lamps.is_empty() {
            return color;
        }
        let to_eye = unit(point.map(|n| -n));
        let normal = if normal == [0.0; 3] { to_eye } else { normal };
        let Material { ambient, diffuse, specular, shininess, metal } = self.material;
        let (mut flat, mut shine) = ([0.0; 3], [0.0; 3]);
        for lamp in &self.lamps {
            let Some((to_lamp, share)) = lamp.reach(point) else {
                add(&mut flat, lamp.color, ambient);
                continue;
            };
            let facing = dot(normal, to_lamp);
            if facing <= 0.0 || share <= 0.0 {
                continue;
            }
            add(&mut flat, lamp.color, diffuse * facing * share);
            if specular > 0.0 {
                let mirrored = [0, 1, 2].map(|k| {
                    let part = |v: &[f64; 3]| v.get(k).copied().unwrap_or(0.0);
                    2.0 * facing * part(&normal) - part(&to_lamp)
                });
                let along = dot(mirrored, to_eye).max(0.0);
                add(&mut shine, lamp.color, specular * share * math::pow(along, 2.0 + 98.0 * shininess));
            }
        }
        let mut out = color;
        for ((out, flat), shine) in out.iter_mut().zip(flat).zip(shine) {
            let own = f64::from(*out);
            // A metal's highlight has its own colour, else the light's.
            let tint = metal * own + (1.0 - metal);
            *out = (own * flat + shine * tint).clamp(0.0, 1.0) as f32;
        }
        out
    }
}

impl Lamp {
    /// The way from a point to the light and the share of it that arrives; `None` from everywhere.
    fn reach(&self, point: [f64; 3]) -> Option<([f64; 3], f64)> {
        match self.kind {
            LampKind::Ambient => None,
            LampKind::Parallel(way) => Some((way.map(|n| -n), 1.0)),
            LampKind::Point(at) => {
                let (way, distance) = towards(point, at);
                Some((way, self.faded(distance)))
            }
            LampKind::Spot { at, way, edge, full } => {
                let (to_lamp, distance) = towards(point, at);
                let along = -dot(to_lamp, way);
                let cone = if along >= full {
                    1.0
                } else if along <= edge {
                    0.0
                } else {
                    (along - edge) / (full - edge)
                };
                Some((to_lamp, self.faded(distance) * cone))
            }
        }
    }

    fn faded(&self, distance: f64) -> f64 {
        match self.falloff {
            Some([start, _]) if distance <= start => 1.0,
            Some([start, end]) if end > start => ((end - distance) / (end - start)).max(0.0),
            Some([start, _]) => (start / distance) * (start / distance),
            None => 1.0,
        }
    }
}

fn turned(map: &Mat4, normal: [f64; 3]) -> [f64; 3] {
    let [[a, b, c, _], [d, e, f, _], [g, h, i, _], _] = map.0;
    // Cofactors: the inverse transpose but for the determinant, whose sign counts.
    let cofactors = [
        [e * i - f * h, f * g - d * i, d * h - e * g],
        [c * h - b * i, a * i - c * g, b * g - a * h],
        [b * f - c * e, c * d - a * f, a * e - b * d],
    ];
    let sign = map.determinant().signum();
    unit(cofactors.map(|[p, q, r]| (p * normal[0] + q * normal[1] + r * normal[2]) * sign))
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn towards(from: [f64; 3], to: [f64; 3]) -> ([f64; 3], f64) {
    let way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    (unit(way), math::length(&way))
}

fn add(sum: &mut [f64; 3], color: [f64; 3], by: f64) {
    for (sum, part) in sum.iter_mut().zip(color) {
        *sum += part * by;
    }
}

/// A vector of length 1; nothing for one without length.
pub(crate) fn unit(v: [f64; 3]) -> [f64; 3] {
    let length = math::length(&v);
    if length > 0.0 && length.is_finite() { v.map(|n| n / length) } else { [0.0; 3] }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(kind: LampKind) -> MeshNode {
        MeshNode {
            mesh: Arc::default(),
            normals: None,
            bounds: [[0.0; 3]; 2],
            to_camera: Mat4::IDENTITY,
            zoom: 100.0,
            centre: [0.0; 2],
            faces: true,
            two_sided: false,
            colors: Vec::new(),
            wireframe: None,
            cage: None,
            lamps: vec![Lamp { kind, color: [1.0, 0.5, 0.25], falloff: None }],
            material: Material { ambient: 1.0, diffuse: 0.5, specular: 0.0, shininess: 0.05, metal: 1.0 },
        }
    }

    fn near(got: [f32; 3], want: [f32; 3]) {
        assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-6), "{got:?}, should be {want:?}");
    }

    #[test]
    fn lights_follow_lamberts_law() {
        let (point, up) = ([0.0, 0.0, 100.0], [0.0, 0.0, -1.0]);
        let white = [1.0; 3];
        near(node(LampKind::Ambient).shade(point, up, white), [1.0, 0.5, 0.25]);
        let straight = node(LampKind::Parallel([0.0, 0.0, 1.0]));
        near(straight.shade(point, up, white), [0.5, 0.25, 0.125]);
        // At 60 degrees half, from behind nothing.
        let turned = unit([0.75_f64.sqrt(), 0.0, -0.5]);
        near(straight.shade(point, turned, white), [0.25, 0.125, 0.0625]);
        near(straight.shade(point, [0.0, 0.0, 1.0], white), [0.0; 3]);
    }

    #[test]
    fn a_normal_stays_upright_on_a_scaled_face() {
        let [x, y, _] = turned(&Mat4::scaling(4.0, 1.0, 1.0), [0.6, 0.8, 0.0]);
        // The face along (0.8, -0.6) runs along (3.2, -0.6) when stretched.
        assert!((x * 3.2 - y * 0.6).abs() < 1e-12 && x > 0.0);
        assert_eq!(turned(&Mat4::scaling(1.0, 1.0, -1.0), [0.0, 0.0, 1.0]), [0.0, 0.0, -1.0]);
    }

    #[test]
    fn points_and_spots_fade() {
        let (point, up) = ([0.0, 0.0, 100.0], [0.0, 0.0, -1.0]);
        let mut lit = node(LampKind::Point([0.0, 0.0, 0.0]));
        near(lit.shade(point, up, [1.0; 3]), [0.5, 0.25, 0.125]);
        lit.lamps[0].falloff = Some([50.0, 150.0]);
        near(lit.shade(point, up, [1.0; 3]), [0.25, 0.125, 0.0625]);
        lit.lamps[0].falloff = Some([50.0, 0.0]);
        near(lit.shade(point, up, [1.0; 3]), [0.125, 0.0625, 0.03125]);
        let spot = |x: f64| LampKind::Spot { at: [x, 0.0, 0.0], way: [0.0, 0.0, 1.0], edge: 0.9, full: 0.95 };
        assert_eq!(node(spot(100.0)).shade(point, up, [1.0; 3]), [0.0; 3]);
        assert!(node(spot(0.0)).shade(point, up, [1.0; 3])[0] > 0.49);
    }
}
