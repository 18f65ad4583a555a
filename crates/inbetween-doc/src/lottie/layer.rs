//! Layers.

use super::composition::{Assets, markers};
use super::reader::{Reader, group, hex_color, number};
use super::schema::{AUDIO_LEVELS, CAMERA, LIGHT, MATERIAL, TIME_REMAP};
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{
    AutoOrient, BlendMode, Composition, GroupKind, Layer, LayerKind, LayerSource, MatteMode, PropertyGroup,
    PropertyNode, TrackMatte,
};
use inbetween_types::{Severity, Value};

/// The number of an adjustment layer in Bodymovin's list of types.
const ADJUSTMENT: i64 = 12;

/// The number of a shape layer.
const SHAPE: i64 = 4;

fn kind_of(ty: i64) -> LayerKind {
    match ty {
        0 => LayerKind::Precomposition,
        1 | ADJUSTMENT => LayerKind::Solid,
        2 | 7..=10 => LayerKind::Image,
        3 | 11 => LayerKind::Null,
        4 => LayerKind::Shape,
        5 => LayerKind::Text,
        6 => LayerKind::Audio,
        13 => LayerKind::Camera,
        14 => LayerKind::Light,
        15 => LayerKind::Data,
        other => LayerKind::Unknown(other),
    }
}

impl<'n> Reader<'n> {
    /// A layer of `composition`.
    pub(super) fn layer(
        &mut self,
        node: Node<'n>,
        composition: &Composition,
        assets: &mut Assets<'n>,
    ) -> Result<Layer, ImportError> {
        let ty = node.opt_int("ty")?.unwrap_or(3);
        let mesh = node.get("mesh").filter(|mesh| ty == SHAPE && mesh.kind() == Kind::Object);
        let kind = if mesh.is_some() { LayerKind::Mesh } else { kind_of(ty) };
        if let LayerKind::Unknown(ty) = kind {
            let message = format!("the layer type {ty} is not supported");
            self.note("doc/unknown-layer", Severity::Warning, node, message);
        }
        let source = self.source(node, kind, assets)?;
        let (width, height) = self.size(node, kind, &source, assets)?;
        let viewer = matches!(kind, LayerKind::Camera | LayerKind::Light);
        let three_d = node.flag("ddd") || viewer || mesh.is_some();
        let stretch = node.opt_number("sr")?.filter(|&sr| sr != 0.0).unwrap_or(1.0);
        let has_interest = viewer && node.get("ks").is_some_and(|ks| ks.get("a").is_some());
        let mut layer = Layer {
            id: node.opt_int("ind")?,
            name: node.text_or_empty("nm"),
            kind,
            width,
            height,
            in_point: node.opt_number("ip")?.unwrap_or(composition.in_point),
            out_point: node.opt_number("op")?.unwrap_or(composition.out_point),
            start_time: node.opt_number("st")?.unwrap_or(0.0),
            stretch,
            parent: node.opt_int("parent")?,
            matte: matte(node)?,
            is_matte_source: node.flag("td"),
            blend_mode: self.blend_mode(node)?,
            three_d,
            auto_orient: match node.opt_int("ao")? {
                _ if has_interest => AutoOrient::TowardsCamera,
                Some(1) => AutoOrient::AlongPath,
                Some(2) => AutoOrient::TowardsCamera,
                _ => AutoOrient::Off,
            },
            hidden: node.flag("hd"),
            adjustment: ty == ADJUSTMENT || node.flag("adj"),
            collapse: node.flag("ct"),
            motion_blur: node.flag("mb"),
            comment: node.text_or_empty("cm"),
            markers: markers(node)?,
            mesh: mesh.map(|mesh| self.mesh(mesh)).transpose()?,
            properties: PropertyGroup::default(),
            span: Some(node.span()),
            source,
        };
        if layer.name.is_empty() {
            layer.name = source_name(&layer.source, assets);
        }
        layer.properties = self.layer_properties(node, &layer)?;
        Ok(layer)
    }

    fn source(
        &mut self,
        node: Node<'n>,
        kind: LayerKind,
        assets: &mut Assets<'n>,
    ) -> Result<LayerSource, ImportError> {
        if kind == LayerKind::Solid {
            let color = node.get("sc").and_then(Node::string).and_then(hex_color);
            return Ok(LayerSource::Solid(color.unwrap_or([0.0; 3])));
        }
        if let Some(id) = node.get("refId").map(|id| id.string().unwrap_or(id.raw())) {
            let found = assets.find(id);
            if matches!(found, LayerSource::Missing(_)) {
                let message = format!("the asset \"{id}\" is missing");
                self.note("doc/missing-asset", Severity::Warning, node, message);
            }
            return Ok(found);
        }
        if kind == LayerKind::Precomposition && node.get("layers").is_some_and(|l| l.kind() == Kind::Array) {
            return Ok(LayerSource::Composition(assets.add_inline(node)));
        }
        Ok(LayerSource::None)
    }

    fn size(
        &mut self,
        node: Node<'n>,
        kind: LayerKind,
        source: &LayerSource,
        assets: &mut Assets<'n>,
    ) -> Result<(f64, f64), ImportError> {
        let (w, h) = match kind {
            LayerKind::Solid => (node.opt_number("sw")?, node.opt_number("sh")?),
            _ => (node.opt_number("w")?, node.opt_number("h")?),
        };
        Ok(match source {
            LayerSource::Composition(id) => {
                if let (Some(w), Some(h), Some(size @ None)) = (w, h, assets.sizes.get_mut(id.0)) {
                    *size = Some([w, h]);
                }
                let own = assets.compositions.get(id.0).copied();
                let own = |key: &str| own.map_or(Ok(None), |node| node.opt_number(key));
                (w.or(own("w")?).unwrap_or(0.0), h.or(own("h")?).unwrap_or(0.0))
            }
            LayerSource::Footage(id) => match assets.footage.get(id.0) {
                Some(footage) if footage.width > 0.0 => (footage.width, footage.height),
                _ => (w.unwrap_or(0.0), h.unwrap_or(0.0)),
            },
            _ => (w.unwrap_or(0.0), h.unwrap_or(0.0)),
        })
    }

    fn blend_mode(&mut self, node: Node<'n>) -> Result<BlendMode, ImportError> {
        let Some(value) = node.get("bm") else { return Ok(BlendMode::Normal) };
        let index = number(value)?;
        Ok(match BlendMode::ALL.get(index.max(0.0) as usize) {
            Some(mode) => *mode,
            None => {
                self.note(
                    "doc/unknown-blend-mode",
                    Severity::Warning,
                    value,
                    format!("no blend mode {index}"),
                );
                BlendMode::Normal
            }
        })
    }

    fn layer_properties(&mut self, node: Node<'n>, layer: &Layer) -> Result<PropertyGroup, ImportError> {
        let mut out = group(layer.name.clone(), layer_match_name(layer.kind), GroupKind::Layer);
        out.span = layer.span;
        out.enabled = !layer.hidden;
        // Contents or text, and Transform: most have no more.
        out.children.reserve_exact(if matches!(layer.kind, LayerKind::Shape | LayerKind::Text) {
            2
        } else {
            1
        });
        if let Some(tm) = node.get("tm") {
            let remap = self.property(Some(tm), (&TIME_REMAP).into())?;
            out.children.push(PropertyNode::Property(remap));
        }
        if layer.kind == LayerKind::Text {
            out.children.push(PropertyNode::Group(self.text_group(node.get("t"))?));
        }
        if layer.kind == LayerKind::Shape {
            let mut contents = group("Contents", "ADBE Root Vectors Group", GroupKind::Contents);
            if let Some(list) = node.opt_array("shapes")? {
                contents.span = Some(list.span());
                self.shape_items(list, &mut contents)?;
            }
            out.children.push(PropertyNode::Group(contents));
        }
        if let Some(mesh) = node.get("mesh").filter(|_| layer.kind == LayerKind::Mesh) {
            out.children.push(PropertyNode::Group(self.mesh_group(mesh)?));
        }
        if let Some(list) = node.opt_array("masksProperties")?.filter(|list| list.len() > 0) {
            out.children.push(PropertyNode::Group(self.masks(list)?));
        }
        if let Some(list) = node.opt_array("ef")?.filter(|list| list.len() > 0) {
            out.children.push(PropertyNode::Group(self.effects(list)?));
        }
        let ks = node.get("ks").filter(|ks| ks.kind() == Kind::Object);
        out.children.push(PropertyNode::Group(self.layer_transform(ks, layer.kind, layer.three_d)?));
        if let Some(list) = node.opt_array("sy")?.filter(|list| list.len() > 0) {
            out.children.push(PropertyNode::Group(self.styles(list)?));
        }
        let options = match layer.kind {
            LayerKind::Camera => Some(("Camera Options", "ADBE Camera Options Group", CAMERA)),
            LayerKind::Light => Some(("Light Options", "ADBE Light Options Group", LIGHT)),
            _ if layer.three_d => Some(("Material Options", "ADBE Material Options Group", MATERIAL)),
            _ => None,
        };
        if let Some((name, match_name, fields)) = options {
            let mut options = group(name, match_name, GroupKind::Other);
            self.fields_of(Some(node), fields, &mut options)?;
            if layer.kind == LayerKind::Camera {
                focus_at_zoom(&mut options);
            }
            out.children.push(PropertyNode::Group(options));
        }
        if let Some(audio) = node.get("au") {
            let mut levels = group("Audio", "ADBE Audio Group", GroupKind::Other);
            levels.children.push(self.field(audio, &AUDIO_LEVELS)?);
            out.children.push(PropertyNode::Group(levels));
        }
        Ok(out)
    }
}

/// AE's new cameras focus where the zoom lies; Lottie says nothing else.
fn focus_at_zoom(options: &mut PropertyGroup) {
    let zoom = options.property("ADBE Camera Zoom").map_or(Value::Number(0.0), |zoom| zoom.value.clone());
    for child in &mut options.children {
        if let PropertyNode::Property(property) = child
            && property.match_name == "ADBE Camera Focus Distance"
        {
            property.value = zoom.clone();
        }
    }
}

fn layer_match_name(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::Shape | LayerKind::Mesh => "ADBE Vector Layer",
        LayerKind::Text => "ADBE Text Layer",
        LayerKind::Camera => "ADBE Camera Layer",
        LayerKind::Light => "ADBE Light Layer",
        _ => "ADBE AV Layer",
    }
}

fn matte(node: Node<'_>) -> Result<Option<TrackMatte>, ImportError> {
    let mode = match node.opt_int("tt")? {
        Some(1) => MatteMode::Alpha,
        Some(2) => MatteMode::AlphaInverted,
        Some(3) => MatteMode::Luma,
        Some(4) => MatteMode::LumaInverted,
        _ => return Ok(None),
    };
    Ok(Some(TrackMatte { mode, layer: node.opt_int("tp")? }))
}

/// The name a layer without one shows.
fn source_name(source: &LayerSource, assets: &Assets<'_>) -> String {
    match source {
        LayerSource::Composition(id) => {
            let node = assets.compositions.get(id.0);
            node.and_then(|node| node.text("nm").or_else(|| node.text("id")))
                .map(Into::into)
                .unwrap_or_default()
        }
        LayerSource::Footage(id) => assets.footage.get(id.0).map(|f| f.name.clone()).unwrap_or_default(),
        _ => String::new(),
    }
}
