//! The whole file: compositions, and the order things are read in.

use super::assets::{font_files, fonts, footage, glyphs};
use super::cycles;
use super::reader::{Entries, Reader, hex_color, number, wrong};
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{Composition, CompositionId, Document, FootageId, LayerSource, Marker};
use inbetween_types::{Diagnostic, FrameRate, Limits};
use std::collections::HashMap;

/// What an asset id names.
#[derive(Clone, Copy)]
pub(super) enum Asset {
    Composition(usize),
    Footage(usize),
}

/// Compositions found so far.
pub(super) struct Assets<'n> {
    pub(super) by_id: HashMap<&'n str, Asset>,
    /// Objects of all compositions, the main one first; inline ones are added as they are met.
    pub(super) compositions: Vec<Node<'n>>,
    /// Size that the first layer showing a composition gives it.
    pub(super) sizes: Vec<Option<[f64; 2]>>,
    pub(super) footage: Vec<crate::model::Footage>,
}

impl<'n> Assets<'n> {
    /// Adds a composition that stands inside a layer.
    pub(super) fn add_inline(&mut self, node: Node<'n>) -> CompositionId {
        self.compositions.push(node);
        self.sizes.push(None);
        CompositionId(self.compositions.len() - 1)
    }

    /// What `refId` names.
    pub(super) fn find(&self, id: &str) -> LayerSource {
        match self.by_id.get(id) {
            Some(&Asset::Composition(at)) => LayerSource::Composition(CompositionId(at)),
            Some(&Asset::Footage(at)) => LayerSource::Footage(FootageId(at)),
            None => LayerSource::Missing(id.to_owned()),
        }
    }
}

/// Reads a Lottie document. Its [`Document::source`] is left empty.
pub(crate) fn read<'n>(
    root: Node<'n>,
    limits: &'n Limits,
    entries: &'n Entries,
) -> Result<(Document, Vec<Diagnostic>), ImportError> {
    if root.kind() != Kind::Object {
        return Err(wrong(root, "a Lottie animation (an object with layers)"));
    }
    if root.get("layers").is_none() {
        return Err(ImportError::Input {
            location: Box::new(root.location()),
            message: "expected a Lottie animation, found an object without layers".into(),
        });
    }
    let mut reader = Reader::new(limits, entries);
    let version = root.text_or_empty("v");
    reader.byte_colors = is_before(&version, [4, 1, 9]);
    if let Some(slots) = root.get("slots") {
        reader.slots = slots.members().collect();
    }

    let mut assets = find_assets(&mut reader, root)?;
    let mut compositions: Vec<Composition> = Vec::with_capacity(assets.compositions.len());
    while let Some(&node) = assets.compositions.get(compositions.len()) {
        let composition = self_or_main(&mut reader, node, compositions.first(), &mut assets)?;
        compositions.push(composition);
    }
    if let Some((main, others)) = compositions.split_first_mut() {
        for (composition, size) in others.iter_mut().zip(assets.sizes.iter().skip(1)) {
            let [width, height] = size.unwrap_or([main.width, main.height]);
            composition.width = if composition.width > 0.0 { composition.width } else { width };
            composition.height = if composition.height > 0.0 { composition.height } else { height };
        }
    }
    cycles::break_parent_cycles(&mut reader, &mut compositions);
    cycles::break_composition_cycles(&mut reader, &mut compositions)?;

    let mut fonts = fonts(root)?;
    let document = Document {
        name: root.text_or_empty("nm"),
        version,
        compositions,
        footage: assets.footage,
        font_files: font_files(&mut fonts, entries),
        fonts,
        glyphs: glyphs(root)?,
        source: crate::model::Source::default(),
    };
    Ok((document, reader.diagnostics))
}

fn find_assets<'n>(reader: &mut Reader<'n>, root: Node<'n>) -> Result<Assets<'n>, ImportError> {
    let mut assets =
        Assets { by_id: HashMap::new(), compositions: vec![root], sizes: vec![None], footage: Vec::new() };
    let lists = [root.opt_array("assets")?, root.opt_array("comps")?];
    for node in lists.into_iter().flatten().flat_map(Node::items) {
        if node.kind() != Kind::Object {
            continue;
        }
        let id = node.get("id");
        let found = if node.get("layers").is_some() {
            assets.compositions.push(node);
            assets.sizes.push(None);
            Asset::Composition(assets.compositions.len() - 1)
        } else {
            assets.footage.push(footage(reader, node)?);
            Asset::Footage(assets.footage.len() - 1)
        };
        if let Some(id) = id.map(|id| id.string().unwrap_or(id.raw())) {
            assets.by_id.entry(id).or_insert(found);
        }
    }
    Ok(assets)
}

fn self_or_main<'n>(
    reader: &mut Reader<'n>,
    node: Node<'n>,
    main: Option<&Composition>,
    assets: &mut Assets<'n>,
) -> Result<Composition, ImportError> {
    let id = if main.is_some() { node.text_or_empty("id") } else { String::new() };
    let shutter = node.get("mb").filter(|mb| mb.kind() == Kind::Object);
    let shutter = |key: &str| shutter.map_or(Ok(None), |mb| mb.opt_number(key));
    let (angle, phase) = (shutter("sa")?, shutter("sp")?);
    let samples = shutter("spf")?.filter(|n| *n >= 1.0).map(|n| n as usize);
    let mut composition = Composition {
        name: node.text("nm").filter(|name| !name.is_empty()).map_or_else(|| id.clone(), Into::into),
        id,
        width: size(node, "w")?,
        height: size(node, "h")?,
        frame_rate: match (node.opt_number("fr")?, main) {
            (Some(rate), _) => FrameRate::new(rate),
            (None, Some(main)) => main.frame_rate,
            (None, None) => FrameRate::default(),
        },
        in_point: node.opt_number("ip")?.or(main.map(|m| m.in_point)).unwrap_or(0.0),
        out_point: node.opt_number("op")?.or(main.map(|m| m.out_point)).unwrap_or(0.0),
        shutter_angle: angle.or(main.map(|m| m.shutter_angle)).unwrap_or(180.0),
        shutter_phase: phase.or(main.map(|m| m.shutter_phase)).unwrap_or(-90.0),
        samples_per_frame: samples.or(main.and_then(|m| m.samples_per_frame)),
        background: node.get("bg").and_then(Node::string).and_then(hex_color),
        layers: Vec::new(),
        markers: markers(node)?,
        span: Some(node.span()),
    };
    if let Some(list) = node.opt_array("layers")? {
        reader.count_layers(list.len(), list)?;
        composition.layers.reserve(list.len());
        for item in list.items() {
            match item.kind() {
                Kind::Object => {
                    let layer = reader.layer(item, &composition, assets)?;
                    composition.layers.push(layer);
                }
                Kind::Null => {}
                _ => return Err(wrong(item, "a layer")),
            }
        }
    }
    Ok(composition)
}

/// A width or height; what is not a size counts as none.
fn size(node: Node<'_>, key: &str) -> Result<f64, ImportError> {
    Ok(node.opt_number(key)?.filter(|n| *n > 0.0).unwrap_or(0.0))
}

/// The markers of a composition or layer, in time order.
pub(super) fn markers(node: Node<'_>) -> Result<Vec<Marker>, ImportError> {
    let Some(list) = node.get("markers") else { return Ok(Vec::new()) };
    let mut out = Vec::with_capacity(list.len());
    for item in list.items() {
        let Some(frame) = item.get("tm").map(number).transpose()? else { continue };
        out.push(Marker {
            frame,
            duration: item.opt_number("dr")?.unwrap_or(0.0),
            comment: item.text_or_empty("cm"),
        });
    }
    out.sort_by(|a, b| a.frame.total_cmp(&b.frame));
    Ok(out)
}

/// Whether a version such as `4.0.3` is older than `limit`; an unreadable one is not.
fn is_before(version: &str, limit: [u32; 3]) -> bool {
    let mut parts = [0_u32; 3];
    for (part, text) in parts.iter_mut().zip(version.split('.')) {
        match text.parse() {
            Ok(number) => *part = number,
            Err(_) => return false,
        }
    }
    !version.is_empty() && parts < limit
}
