//! What is in a file: compositions, layers, properties, footage and fonts as plain data.

use crate::{Project, query::value_item};
use inbetween_doc::{FootageData, LayerKind};
use inbetween_expr::Item;
use inbetween_timeline::NodeData;

/// What is in a file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Info {
    /// Name of the document.
    pub name: String,
    /// Version of the program that wrote it.
    pub version: String,
    /// `json`, `lottie` or `tgs`.
    pub container: &'static str,
    /// Ids of the animations in a dotLottie.
    pub animations: Vec<String>,
    /// Compositions, the main one first.
    pub compositions: Vec<CompositionInfo>,
    /// Footage.
    pub footage: Vec<FootageInfo>,
    /// Fonts.
    pub fonts: Vec<FontInfo>,
}

/// A composition.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CompositionInfo {
    /// Name.
    pub name: String,
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// Frames per second.
    pub frame_rate: f64,
    /// First frame.
    pub in_point: f64,
    /// One past the last frame.
    pub out_point: f64,
    /// Layers, topmost first.
    pub layers: Vec<LayerInfo>,
}

/// A layer.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct LayerInfo {
    /// Place in the stack, from 1.
    pub index: usize,
    /// Name.
    pub name: String,
    /// Kind in one word.
    pub kind: String,
    /// First frame shown.
    pub in_point: f64,
    /// One past the last frame shown.
    pub out_point: f64,
    /// Name of the parent layer.
    pub parent: Option<String>,
    /// Whether the video switch is off.
    pub hidden: bool,
    /// Whether it is 3D.
    pub three_d: bool,
    /// All properties in AE's order.
    pub properties: Vec<PropertyInfo>,
}

/// A property.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PropertyInfo {
    /// The expression that finds it from its composition.
    pub find: String,
    /// Match name.
    pub match_name: String,
    /// Kind of value in one word.
    pub kind: String,
    /// Number of keyframes.
    pub keyframes: usize,
    /// Static or first value.
    pub value: Item,
    /// The text of its expression.
    pub expression: Option<String>,
}

/// A footage item.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FootageInfo {
    /// Name.
    pub name: String,
    /// `image`, `file`, `data` or `missing`.
    pub kind: &'static str,
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
}

/// A font.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FontInfo {
    /// PostScript name.
    pub name: String,
    /// Family.
    pub family: String,
    /// Style.
    pub style: String,
    /// Number of glyphs embedded in the file.
    pub embedded_glyphs: usize,
}

impl Project {
    /// What is in the file.
    #[must_use]
    pub fn info(&self) -> Info {
        let document = self.document();
        Info {
            name: document.name.clone(),
            version: document.version.clone(),
            container: document.source.container,
            animations: document.source.animations.clone(),
            compositions: self
                .timeline()
                .compositions()
                .map(|(reference, _)| self.composition_info(reference))
                .collect(),
            footage: document
                .footage
                .iter()
                .map(|f| FootageInfo {
                    name: f.name.clone(),
                    kind: match f.data {
                        FootageData::Embedded(..) => "image",
                        FootageData::File(_) => "file",
                        FootageData::Text(_) => "data",
                        _ => "missing",
                    },
                    width: f.width,
                    height: f.height,
                })
                .collect(),
            fonts: document
                .fonts
                .iter()
                .map(|f| FontInfo {
                    name: f.name.clone(),
                    family: f.family.clone(),
                    style: f.style.clone(),
                    embedded_glyphs: document
                        .glyphs
                        .iter()
                        .filter(|g| g.family == f.family && g.style == f.style)
                        .count(),
                })
                .collect(),
        }
    }

    fn composition_info(&self, reference: inbetween_timeline::CompositionRef) -> CompositionInfo {
        let timeline = self.timeline();
        let mut info = CompositionInfo::default();
        let Some(composition) = timeline.composition_data(reference) else { return info };
        info.name.clone_from(&composition.name);
        info.width = composition.width;
        info.height = composition.height;
        info.frame_rate = composition.frame_rate.fps();
        info.in_point = composition.in_point;
        info.out_point = composition.out_point;
        let layers = timeline.composition(reference).map_or(&[][..], |node| &node.layers);
        for &reference in layers {
            let Some(layer) = timeline.layer_data(reference) else { continue };
            let parent = timeline.layer(reference).and_then(|node| node.parent);
            info.layers.push(LayerInfo {
                index: info.layers.len() + 1,
                name: layer.name.clone(),
                kind: kind_word(layer.kind, layer.adjustment),
                in_point: layer.in_point,
                out_point: layer.out_point,
                parent: parent.and_then(|p| timeline.layer_data(p)).map(|p| p.name.clone()),
                hidden: layer.hidden,
                three_d: layer.three_d,
                properties: timeline
                    .layer_properties(reference)
                    .filter_map(|property| {
                        let node = timeline.node(property.0)?;
                        let NodeData::Property(data) = &node.data else { return None };
                        Some(PropertyInfo {
                            find: timeline.property_expression(property),
                            match_name: node.match_name.to_string(),
                            kind: format!("{:?}", data.kind).to_lowercase(),
                            keyframes: data.keyframes.len(),
                            value: value_item(&data.value),
                            expression: timeline
                                .document_property(property)
                                .and_then(|p| p.expression.as_ref())
                                .map(|e| e.source.clone()),
                        })
                    })
                    .collect(),
            });
        }
        info
    }
}

fn kind_word(kind: LayerKind, adjustment: bool) -> String {
    match kind {
        _ if adjustment => "adjust".to_owned(),
        LayerKind::Precomposition => "precomp".to_owned(),
        LayerKind::Unknown(number) => format!("type {number}"),
        other => format!("{other:?}").to_lowercase(),
    }
}
