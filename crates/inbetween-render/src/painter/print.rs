//! Fingerprints of parts of scenes: what is kept between frames is found by what it was made from.
//!
//! Everything that decides pixels goes in by its bits. Paths, gradients and pictures go in by address: whoever keeps a
//! fingerprint also holds them ([`Held`]), so that an address means one thing for as long as it is compared.

use crate::raster::IRect;
use crate::{NoResources, Picture, Resources};
use inbetween_mesh::{Mesh, Normals};
use inbetween_timeline::scene::{
    Cage, EffectCall, Gradient, Group, ImageSource, LampKind, Mask, Matte, MeshNode, Node, Paint, Projection,
};
use kurbo::BezPath;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

/// What a fingerprint names by address.
#[derive(Clone, Debug)]
#[allow(dead_code, reason = "held, never read: as long as it lives its address is its own")]
pub(crate) enum Held {
    Path(Arc<BezPath>),
    Gradient(Arc<Gradient>),
    Picture(Arc<Picture>),
    Mesh(Arc<Mesh>),
    Normals(Arc<Normals>),
    Edges(Arc<Vec<[u32; 2]>>),
}

/// A fingerprint in the making: 128 bits, so that two different parts never meet by chance.
pub(super) struct Print<'a> {
    low: u64,
    high: u64,
    /// Roughly how much work drawing is, in plain fills.
    pub(super) weight: u32,
    /// Whether all of it is known, else it must not be kept.
    pub(super) whole: bool,
    resources: &'a dyn Resources,
    held: &'a mut Vec<Held>,
}

/// The fingerprint of plain numbers.
pub(crate) fn fingerprint(values: impl IntoIterator<Item = u64>) -> u128 {
    let mut held = Vec::new();
    let mut print = Print::new(&NoResources, &mut held);
    values.into_iter().for_each(|value| print.add(value));
    print.value()
}

impl<'a> Print<'a> {
    pub(super) fn new(resources: &'a dyn Resources, held: &'a mut Vec<Held>) -> Self {
        Self {
            low: 0x243f_6a88_85a3_08d3,
            high: 0x1319_8a2e_0370_7344,
            weight: 0,
            whole: true,
            resources,
            held,
        }
    }

    /// The fingerprint.
    pub(super) fn value(&self) -> u128 {
        let mix = |mut x: u64| {
            x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
            x = (x ^ (x >> 29)).wrapping_mul(0xd6e8_feb8_6659_fd93);
            x ^ (x >> 32)
        };
        (u128::from(mix(self.low)) << 64) | u128::from(mix(self.high ^ self.low.rotate_left(17)))
    }

    #[inline]
    pub(super) fn add(&mut self, value: u64) {
        self.low =
            (self.low ^ value).rotate_left(27).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x52dc);
        let other = (value ^ (value >> 31)).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        self.high = self.high.wrapping_add(other).rotate_left(33).wrapping_mul(0x1656_67b1_9e37_79f9) ^ value;
    }

    pub(super) fn add_wide(&mut self, value: u128) {
        self.add(value as u64);
        self.add((value >> 64) as u64);
    }

    pub(super) fn number(&mut self, value: f64) {
        self.add(value.to_bits());
    }

    fn single(&mut self, value: f32) {
        self.add(u64::from(value.to_bits()));
    }

    pub(super) fn map(&mut self, map: &Projection) {
        map.0.as_flattened().iter().for_each(|v| self.number(*v));
    }

    pub(super) fn rect(&mut self, rect: IRect) {
        [rect.x0, rect.y0, rect.x1, rect.y1].iter().for_each(|v| self.add(*v as u64));
    }

    fn path(&mut self, path: &Arc<BezPath>) {
        self.add(Arc::as_ptr(path) as u64);
        self.held.push(Held::Path(Arc::clone(path)));
    }

    fn image(&mut self, source: &ImageSource) {
        source.hash(self);
        let picture = self.resources.image(source);
        self.add(picture.as_ref().map_or(0, |picture| Arc::as_ptr(picture) as u64));
        self.held.extend(picture.map(Held::Picture));
    }

    fn paint(&mut self, paint: &Paint) {
        match paint {
            Paint::Solid(color) => {
                self.add(1);
                color.iter().for_each(|c| self.single(*c));
                self.weight += 1;
            }
            Paint::Gradient(gradient) => {
                self.add(2);
                self.add(Arc::as_ptr(gradient) as u64);
                self.held.push(Held::Gradient(Arc::clone(gradient)));
                self.weight += 3;
            }
            _ => self.whole = false,
        }
    }

    pub(super) fn node(&mut self, node: &Node) {
        match node {
            Node::Group(group) => {
                self.add(3);
                self.map(&group.transform);
                self.single(group.opacity);
                discriminant(&group.blend).hash(self);
                self.content(group);
                if group.opacity < 1.0 {
                    self.weight += 4;
                }
            }
            Node::Fill(fill) => {
                self.add(4 + u64::from(fill.even_odd));
                self.map(&fill.transform);
                self.single(fill.opacity);
                discriminant(&fill.blend).hash(self);
                self.path(&fill.path);
                self.paint(&fill.paint);
            }
            Node::Stroke(stroke) => {
                self.add(6);
                self.map(&stroke.transform);
                self.single(stroke.opacity);
                discriminant(&stroke.blend).hash(self);
                self.path(&stroke.path);
                self.paint(&stroke.paint);
                self.pen(&stroke.style);
            }
            Node::Image(image) => {
                self.add(7);
                self.map(&image.transform);
                self.single(image.opacity);
                self.number(image.width);
                self.number(image.height);
                self.image(&image.source);
                self.weight += 8;
            }
            Node::Mesh(mesh) => {
                self.add(9);
                self.mesh(mesh);
                self.weight += 50;
            }
            Node::Samples(samples) => {
                self.add(8);
                for (weight, nodes) in samples {
                    self.single(*weight);
                    self.nodes(nodes);
                }
                self.weight += 20;
            }
            _ => self.whole = false,
        }
    }

    fn mesh(&mut self, node: &MeshNode) {
        self.add(Arc::as_ptr(&node.mesh) as u64);
        self.held.push(Held::Mesh(Arc::clone(&node.mesh)));
        self.add(node.normals.as_ref().map_or(0, |normals| Arc::as_ptr(normals) as u64));
        self.held.extend(node.normals.clone().map(Held::Normals));
        node.to_camera.0.as_flattened().iter().for_each(|n| self.number(*n));
        [node.zoom, node.centre[0], node.centre[1]].iter().for_each(|n| self.number(*n));
        self.add(u64::from(node.faces) + 2 * u64::from(node.two_sided));
        self.add(node.colors.len() as u64);
        node.colors.as_flattened().iter().for_each(|c| self.single(*c));
        for lines in [&node.wireframe, &node.cage] {
            self.add(u64::from(lines.is_some()));
            if let Some(Cage { mesh, edges, width, color }) = lines {
                self.add(Arc::as_ptr(mesh) as u64);
                self.add(Arc::as_ptr(edges) as u64);
                self.held.extend([Held::Mesh(Arc::clone(mesh)), Held::Edges(Arc::clone(edges))]);
                self.number(*width);
                color.iter().for_each(|c| self.single(*c));
            }
        }
        self.add(node.lamps.len() as u64);
        for lamp in &node.lamps {
            match lamp.kind {
                LampKind::Ambient => self.add(1),
                LampKind::Parallel(way) => {
                    self.add(2);
                    way.iter().for_each(|n| self.number(*n));
                }
                LampKind::Point(at) => {
                    self.add(3);
                    at.iter().for_each(|n| self.number(*n));
                }
                LampKind::Spot { at, way, edge, full } => {
                    self.add(4);
                    at.iter().chain(&way).chain(&[edge, full]).for_each(|n| self.number(*n));
                }
                _ => self.whole = false,
            }
            lamp.color.iter().for_each(|n| self.number(*n));
            self.add(u64::from(lamp.falloff.is_some()));
            lamp.falloff.iter().flatten().for_each(|n| self.number(*n));
        }
        let m = node.material;
        [m.ambient, m.diffuse, m.specular, m.shininess, m.metal].iter().for_each(|n| self.number(*n));
    }

    pub(super) fn nodes(&mut self, nodes: &[Node]) {
        self.add(nodes.len() as u64);
        nodes.iter().for_each(|node| self.node(node));
    }

    /// A group but for how it is placed: its transform, opacity and blend mode.
    pub(super) fn content(&mut self, group: &Group) {
        self.add(u64::from(group.adjustment) + 2 * u64::from(group.clip.is_some()));
        group.clip.iter().flatten().for_each(|v| self.number(*v));
        self.add(group.masks.len() as u64);
        group.masks.iter().for_each(|mask| self.mask(mask));
        for calls in [&group.effects, &group.styles] {
            self.add(calls.len() as u64);
            calls.iter().for_each(|call| self.call(call));
        }
        self.add(u64::from(group.matte.is_some()));
        if let Some(matte) = &group.matte {
            self.matte(matte);
        }
        self.nodes(&group.nodes);
    }

    fn mask(&mut self, mask: &Mask) {
        discriminant(&mask.mode).hash(self);
        self.path(&mask.path);
        self.add(u64::from(mask.inverted));
        mask.feather.iter().for_each(|f| self.number(*f));
        self.number(mask.expansion);
        self.single(mask.opacity);
        self.weight += 4;
    }

    fn matte(&mut self, matte: &Matte) {
        discriminant(&matte.mode).hash(self);
        self.nodes(&matte.nodes);
        self.weight += 8;
    }

    fn call(&mut self, call: &EffectCall) {
        self.write(call.match_name.as_bytes());
        self.add(call.values.len() as u64);
        for (name, numbers) in &call.values {
            self.write(name.as_bytes());
            self.add(numbers.len() as u64);
            numbers.iter().for_each(|v| self.number(*v));
        }
        self.add(call.layers.len() as u64);
        for (name, nodes) in &call.layers {
            self.write(name.as_bytes());
            self.nodes(nodes);
        }
        self.weight += 30;
    }

    fn pen(&mut self, style: &kurbo::Stroke) {
        self.number(style.width);
        self.number(style.miter_limit);
        self.number(style.dash_offset);
        discriminant(&style.join).hash(self);
        discriminant(&style.start_cap).hash(self);
        discriminant(&style.end_cap).hash(self);
        self.add(style.dash_pattern.len() as u64);
        style.dash_pattern.iter().for_each(|d| self.number(*d));
        self.weight += 1;
    }
}

impl Hasher for Print<'_> {
    fn finish(&self) -> u64 {
        self.value() as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        self.add(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.add(u64::from_le_bytes(*word)));
        let last = rest.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        self.add(last);
    }

    fn write_u64(&mut self, value: u64) {
        self.add(value);
    }

    fn write_isize(&mut self, value: isize) {
        self.add(value as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }
}
