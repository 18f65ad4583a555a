//! Mesh layers: the surface at a time, as the composition's camera sees it and its lights light it.

use super::order::Item;
use super::place::Space;
use super::plane::Plane;
use super::{Builder, SceneOptions};
use crate::compile::mesh_limits;
use crate::scene::mesh::unit;
use crate::scene::{Cage, Lamp, LampKind, Material, MeshNode, Node};
use crate::{LayerRef, NodeRef, State};
use inbetween_doc::LayerKind;
use inbetween_expr::{Fault, Runner};
use inbetween_mesh::{Crease, Mesh, Normals, faces_at, subdivide};
use inbetween_types::{Mat4, Time, math};
use std::sync::Arc;

/// A surface made of a mesh, and what it was made with.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    level: f64,
    crease: f64,
    limit: bool,
    mesh: Arc<Mesh>,
    bounds: [[f64; 3]; 2],
    normals: Option<Arc<Normals>>,
    edges: Option<Arc<Vec<[u32; 2]>>>,
    cage: Option<Arc<Vec<[u32; 2]>>>,
}

/// AE's lights are of the user's making; without any, light comes from everywhere and from the left above the eye.
const NO_LIGHTS: [Lamp; 2] = [
    Lamp { kind: LampKind::Ambient, color: [0.35; 3], falloff: None },
    Lamp {
        // (3, 4, 6) / √61.
        kind: LampKind::Parallel([0.384_110_639_935_152_3, 0.512_147_519_913_536_4, 0.768_221_279_870_304_6]),
        color: [1.2; 3],
        falloff: None,
    },
];

impl State {
    /// A mesh layer in the picture of its own composition at a time (seconds of that), whether or not it is shown then.
    pub(crate) fn mesh_node(&self, runner: &mut dyn Runner, layer: LayerRef, time: Time) -> Option<MeshNode> {
        let composition = self.timeline.layer(layer)?.composition;
        let options = SceneOptions::default();
        let mut builder = Builder::new(self, runner, &options);
        let space = Space::of(&mut builder, composition, time);
        let items = builder.meshed(layer, time, &space, 0.0).ok()?;
        items.into_iter().flat_map(|item| item.nodes).find_map(|node| match node {
            Node::Mesh(mesh) => Some(*mesh),
            _ => None,
        })
    }
}

impl State {
    /// Where the origin of a layer's plane lies in the picture of its own composition, if the plane faces the eye at 100 %
    /// and is not turned there.
    pub(crate) fn plain_place(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
    ) -> Option<[f64; 2]> {
        let composition = self.timeline.layer(layer)?.composition;
        let options = SceneOptions::default();
        let mut builder = Builder::new(self, runner, &options);
        let space = Space::of(&mut builder, composition, time);
        let place = builder.place(layer, time, &space, 0.0).ok()?.ok()?;
        let [[a, b, x], [c, d, y], last] = place.projection.0;
        let plain = [a - 1.0, b, c, d - 1.0].iter().all(|n| n.abs() < 1e-9) && last == [0.0, 0.0, 1.0];
        plain.then_some([x, y])
    }
}

impl Builder<'_> {
    /// A mesh layer as one item in the picture; none where it has no mesh or no place.
    pub(super) fn meshed(
        &mut self,
        layer: LayerRef,
        time: Time,
        space: &Space,
        shift: Time,
    ) -> Result<Vec<Item>, Fault> {
        let state = self.state;
        let at = time + shift;
        let Some(cage) = state.timeline.inner.meshes.get(&layer).cloned() else { return Ok(Vec::new()) };
        let Some(node) = state.timeline.layer(layer) else { return Ok(Vec::new()) };
        let Some(group) = state.timeline.child(node.root, "inbetween Mesh") else { return Ok(Vec::new()) };
        let Some((camera, seen)) = self.seen(layer, time, space, shift)? else { return Ok(Vec::new()) };
        let size = self.member(group, "inbetween Mesh Size", at, 100.0)?;
        // A file's y points up and its z to the viewer: half a turn about x.
        let to_camera = seen.then_after(&Mat4::scaling(size, -size, -size));
        if !to_camera.0.iter().flatten().all(|n| n.is_finite()) {
            self.report("draw/not-finite", layer, "its transform is not finite; it is not drawn");
            return Ok(Vec::new());
        }
        let smooth = self.member(group, "inbetween Mesh Shading", at, 2.0)? != 1.0;
        let wire = self.member(group, "inbetween Mesh Wireframe", at, 0.0)?;
        let cage_width = self.member(group, "inbetween Mesh Cage", at, 0.0)?;
        let surface = self.surface(layer, group, at, &cage, [smooth, wire > 0.0, cage_width > 0.0])?;
        let lines = |mesh: &Arc<Mesh>, edges: Option<Arc<Vec<[u32; 2]>>>, width: f64, color: [f32; 3]| {
            let edges = edges.filter(|_| width > 0.0 && width.is_finite())?;
            Some(Cage { mesh: Arc::clone(mesh), edges, width, color })
        };
        let wire_color = self.color(group, "inbetween Mesh Wireframe Color", at)?;
        let cage_color = self.color(group, "inbetween Mesh Cage Color", at)?;
        let mesh = MeshNode {
            wireframe: lines(&surface.mesh, surface.edges, wire, wire_color),
            cage: lines(&cage, surface.cage, cage_width, cage_color),
            mesh: surface.mesh,
            normals: surface.normals.filter(|_| smooth),
            bounds: surface.bounds,
            to_camera,
            zoom: camera.zoom,
            centre: camera.centre,
            faces: self.member(group, "inbetween Mesh Faces", at, 1.0)? != 0.0,
            two_sided: self.member(group, "inbetween Mesh Two-Sided", at, 1.0)? != 0.0,
            colors: self.colors(group, &cage, at)?,
            lamps: self.lamps(layer, at, space, &camera.view)?,
            material: self.material(layer, at)?,
        };
        let plane = facing(&mesh);
        Ok(vec![Item { nodes: vec![Node::Mesh(Box::new(mesh))], plane: Some(plane) }])
    }

    /// The surface at a time: the one of before where nothing changed. `wanted`: normals, edges, edges of the cage.
    fn surface(
        &mut self,
        layer: LayerRef,
        group: NodeRef,
        at: Time,
        cage: &Arc<Mesh>,
        [smooth, wire, lines]: [bool; 3],
    ) -> Result<Surface, Fault> {
        let state = self.state;
        let asked = self.member(group, "inbetween Mesh Level", at, 0.0)?;
        let limit = self.member(group, "inbetween Mesh Limit", at, 0.0)? != 0.0;
        let crease = self.member(group, "inbetween Mesh Crease", at, 100.0)? / 100.0;
        let crease = if crease > 0.0 { crease } else { 0.0 };
        let limits = mesh_limits(state.timeline.limits());
        let mut level = if asked > 0.0 { asked } else { 0.0 };
        while faces_at(cage, level) > limits.faces as u64 && level > 0.0 {
            level = (level.ceil() - 1.0).max(0.0);
        }
        if level < asked {
            let message = format!(
                "level {asked} would have {} faces, more than the limit of {}; level {level} is drawn",
                faces_at(cage, asked),
                limits.faces
            );
            self.report("limit/mesh-faces", layer, message);
        }
        let known = state.shared.surfaces.borrow_mut().remove(&layer);
        let same = |known: &Surface| {
            (known.level, known.crease, known.limit) == (level, crease, limit)
                || (level == 0.0 && !limit && known.level == 0.0 && !known.limit)
        };
        let mut surface = match known.filter(same) {
            Some(known) => known,
            None => {
                let mesh = if level == 0.0 && !limit {
                    Arc::clone(cage)
                } else {
                    let creased = |crease: &Crease, by: f64| {
                        let sharpness = if by == 0.0 { 0.0 } else { crease.sharpness * by };
                        Crease { vertices: crease.vertices, sharpness }
                    };
                    let creases = cage.creases().iter().map(|one| creased(one, crease)).collect();
                    let own = (**cage).clone().with_creases(creases);
                    let fine = subdivide(&own, level, &limits).unwrap_or(own);
                    let points = limit.then(|| fine.limit_points());
                    Arc::new(match points {
                        Some(points) => fine.with_points(points),
                        None => fine,
                    })
                };
                let bounds = mesh.bounds();
                Surface { level, crease, limit, mesh, bounds, normals: None, edges: None, cage: None }
            }
        };
        if smooth && surface.normals.is_none() {
            surface.normals = Some(Arc::new(surface.mesh.normals()));
        }
        if wire && surface.edges.is_none() {
            surface.edges = Some(Arc::new(surface.mesh.edges()));
        }
        if lines && surface.cage.is_none() {
            surface.cage = Some(Arc::new(cage.edges()));
        }
        state.shared.surfaces.borrow_mut().insert(layer, surface.clone());
        Ok(surface)
    }

    fn color(&mut self, group: NodeRef, name: &str, at: Time) -> Result<[f32; 3], Fault> {
        let Some(property) = self.state.timeline.child_property(group, name) else { return Ok([0.8; 3]) };
        let value = self.value(property, at)?;
        Ok([0, 1, 2].map(|channel| value.component(channel).clamp(0.0, 1.0) as f32))
    }

    /// A colour for each group of faces: its own where the layer names it, else the file's, else the
    /// layer's.
    fn colors(&mut self, group: NodeRef, mesh: &Mesh, at: Time) -> Result<Vec<[f32; 3]>, Fault> {
        let timeline = &self.state.timeline;
        let whole = self.color(group, "inbetween Mesh Color", at)?;
        let own = timeline.child(group, "inbetween Mesh Colors").and_then(|list| timeline.node(list));
        let own: Vec<NodeRef> = own.map_or_else(Vec::new, |list| list.children().to_vec());
        let groups = 0..mesh.group_names().len().max(1);
        let mut out: Vec<[f32; 3]> = groups.map(|group| mesh.group_color(group).unwrap_or(whole)).collect();
        for property in own {
            let name = timeline.node(property).map(|node| node.name.as_ref());
            let value = self.value(crate::PropertyRef(property), at)?;
            let color = [0, 1, 2].map(|channel| value.component(channel).clamp(0.0, 1.0) as f32);
            let named = mesh.group_names().iter().zip(&mut out);
            for (_, slot) in named.filter(|(group, _)| Some(group.as_str()) == name) {
                *slot = color;
            }
        }
        Ok(out)
    }

    fn material(&mut self, layer: LayerRef, at: Time) -> Result<Material, Fault> {
        let root = self.state.timeline.layer(layer).map(|node| node.root);
        let group = root.and_then(|root| self.state.timeline.child(root, "ADBE Material Options Group"));
        let mut part = |name: &str, default: f64| -> Result<f64, Fault> {
            let percent = match group {
                Some(group) => self.member(group, name, at, default)?,
                None => default,
            };
            Ok(if percent.is_finite() { (percent / 100.0).clamp(0.0, 10.0) } else { 0.0 })
        };
        Ok(Material {
            ambient: part("ADBE Ambient Coefficient", 100.0)?,
            diffuse: part("ADBE Diffuse Coefficient", 50.0)?,
            specular: part("ADBE Specular Coefficient", 50.0)?,
            shininess: part("ADBE Shininess Coefficient", 5.0)?,
            metal: part("ADBE Metal Coefficient", 100.0)?.min(1.0),
        })
    }

    /// The lights of the layer's composition that are on; those of our own where it has none at all.
    fn lamps(&mut self, layer: LayerRef, at: Time, space: &Space, view: &Mat4) -> Result<Vec<Lamp>, Fault> {
        let state = self.state;
        let timeline = &state.timeline;
        let Some(node) = timeline.layer(layer) else { return Ok(Vec::new()) };
        let accepts = timeline.child(node.root, "ADBE Material Options Group");
        if let Some(group) = accepts
            && self.member(group, "ADBE Accepts Lights", at, 1.0)? == 0.0
        {
            return Ok(Vec::new());
        }
        let layers = timeline.composition(node.composition).map_or(&[][..], |node| &node.layers);
        let mut out = Vec::new();
        let mut any = false;
        for light in layers.iter().copied() {
            let Some(data) = timeline.layer_data(light).filter(|data| data.kind == LayerKind::Light) else {
                continue;
            };
            if data.hidden {
                continue;
            }
            any = true;
            if !state.is_active_at(light, at) {
                continue;
            }
            let world = view.then_after(&space.base.then_after(&self.world(light, at)?));
            out.extend(self.lamp(light, at, &world)?);
        }
        Ok(if any { out } else { NO_LIGHTS.to_vec() })
    }

    fn lamp(&mut self, light: LayerRef, at: Time, world: &Mat4) -> Result<Option<Lamp>, Fault> {
        let root = self.state.timeline.layer(light).map(|node| node.root);
        let Some(group) = root.and_then(|root| self.state.timeline.child(root, "ADBE Light Options Group"))
        else {
            return Ok(None);
        };
        let intensity = self.member(group, "ADBE Light Intensity", at, 100.0)? / 100.0;
        let [r, g, b] = self.color(group, "ADBE Light Color", at)?.map(f64::from);
        let place = world.apply([0.0; 3]);
        let way = unit(world.apply_vector([0.0, 0.0, 1.0]));
        let whole = [r * intensity, g * intensity, b * intensity];
        if !whole.iter().chain(&place).chain(&way).all(|n| n.is_finite()) {
            return Ok(None);
        }
        let half = self.member(group, "ADBE Light Cone Angle", at, 90.0)?.clamp(0.0, 180.0) / 2.0;
        let feather = self.member(group, "ADBE Light Cone Feather 2", at, 50.0)?.clamp(0.0, 100.0) / 100.0;
        let kind = match self.member(group, "inbetween Light Type", at, 3.0)? {
            1.0 => LampKind::Parallel(way),
            2.0 => {
                let full = math::cos_degrees(half * (1.0 - feather));
                LampKind::Spot { at: place, way, edge: math::cos_degrees(half), full }
            }
            4.0 => LampKind::Ambient,
            _ => LampKind::Point(place),
        };
        let start = self.member(group, "ADBE Light Falloff Start", at, 500.0)?.max(1e-3);
        let length = self.member(group, "ADBE Light Falloff Distance", at, 500.0)?.max(0.0);
        let falloff = match self.member(group, "ADBE Light Falloff Type", at, 1.0)? {
            2.0 => Some([start, start + length]),
            3.0 => Some([start, 0.0]),
            _ => None,
        };
        Ok(Some(Lamp { kind, color: whole, falloff }))
    }
}

/// The rectangle towards the eye at the depth of a mesh's middle, by which it is ordered among layers in space.
fn facing(mesh: &MeshNode) -> Plane {
    let [low, high] = mesh.bounds;
    let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|bits: u8| {
        let pick = |axis: usize, bit: u8| {
            let from = if bits & bit == 0 { &low } else { &high };
            from.get(axis).copied().unwrap_or(0.0)
        };
        mesh.to_camera.apply([pick(0, 1), pick(1, 2), pick(2, 4)])
    });
    let span = |axis: usize| {
        let all = corners.iter().filter_map(|corner| corner.get(axis));
        let (low, high) =
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(*n), high.max(*n)));
        (f64::midpoint(low, high), (high - low) / 2.0)
    };
    let ((x, w), (y, h), (z, _)) = (span(0), span(1), span(2));
    Plane::facing([x, y, z], [w, h])
}
