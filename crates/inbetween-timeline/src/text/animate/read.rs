//! Animators and selectors at a time, read from the timeline.

use super::combine::Mode;
use super::range::{Range, Shape};
use super::units::BasedOn;
use super::wiggly::Wiggly;
use crate::{LayerRef, NodeData, NodeRef, PropertyRef, State};
use inbetween_expr::{Fault, Runner};
use inbetween_types::Time;
use inbetween_types::hash::StableHash;

/// A selector.
#[derive(Clone, Debug)]
pub(super) enum Selector {
    Range(Range),
    Wiggly(Wiggly),
    Expression { amount: PropertyRef, based: BasedOn },
}

impl Selector {
    pub(super) fn based(&self) -> BasedOn {
        match self {
            Self::Range(range) => range.based,
            Self::Wiggly(wiggly) => wiggly.based,
            Self::Expression { based, .. } => *based,
        }
    }
}

/// The values of an animator, those it has: AE's units, colours RGB 0..1.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub(super) anchor: Option<[f64; 3]>,
    pub(super) position: Option<[f64; 3]>,
    pub(super) scale: Option<[f64; 3]>,
    pub(super) skew: Option<f64>,
    pub(super) skew_axis: Option<f64>,
    pub(super) rotation: [Option<f64>; 3],
    pub(super) opacity: Option<f64>,
    pub(super) fill: Paint,
    pub(super) stroke: Paint,
    pub(super) stroke_width: Option<f64>,
    pub(super) tracking: Option<f64>,
    /// Entry of Tracking Type: 1 before and after, 2 before, 3 after.
    pub(super) tracking_type: f64,
    pub(super) line_anchor: Option<f64>,
    pub(super) line_spacing: Option<[f64; 3]>,
    pub(super) character_value: Option<f64>,
    pub(super) character_offset: Option<f64>,
    /// Entry of Character Range: 1 preserves case and digits, 2 is all of Unicode.
    pub(super) character_range: f64,
    /// Entry of Character Alignment: 1 left, 2 centre, 3 right, 4 adjusts kerning.
    pub(super) character_alignment: f64,
    pub(super) blur: Option<[f64; 3]>,
}

/// What an animator does to fills, or to strokes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paint {
    pub(super) color: Option<[f64; 3]>,
    pub(super) opacity: Option<f64>,
    pub(super) hue: Option<f64>,
    pub(super) saturation: Option<f64>,
    pub(super) brightness: Option<f64>,
}

/// An animator.
#[derive(Clone, Debug, Default)]
pub(super) struct Animator {
    pub(super) selectors: Vec<Selector>,
    pub(super) values: Values,
}

/// More Options of a text layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoreOptions {
    /// Entry of Anchor Point Grouping: 1 character, 2 word, 3 line, 4 all.
    pub(super) grouping: f64,
    /// Grouping Alignment in percent.
    pub(super) alignment: [f64; 2],
    /// Entry of Fill & Stroke: 1 per character, 2 all fills over all strokes, 3 all strokes over all fills.
    pub(crate) order: f64,
    /// Entry of Inter-Character Blending.
    pub(crate) blending: f64,
}

impl Default for MoreOptions {
    fn default() -> Self {
        Self { grouping: 1.0, alignment: [0.0; 2], order: 1.0, blending: 1.0 }
    }
}

/// Reads members of groups at a time. What is not finite counts as the default.
struct Members<'a> {
    state: &'a State,
    runner: &'a mut dyn Runner,
    time: Time,
}

impl Members<'_> {
    fn components(&mut self, group: NodeRef, name: &str) -> Result<Option<[f64; 3]>, Fault> {
        let Some(property) = self.state.timeline.child_property(group, name) else { return Ok(None) };
        let value = self.state.value(self.runner, property, self.time)?;
        let parts = value.components();
        if parts.is_empty() || parts.iter().any(|part| !part.is_finite()) {
            return Ok(None);
        }
        let part = |i: usize, default: f64| parts.get(i).copied().unwrap_or(default);
        // A flat scale leaves depth alone.
        let depth = if name == "ADBE Text Scale 3D" { 100.0 } else { 0.0 };
        Ok(Some([part(0, 0.0), part(1, 0.0), part(2, depth)]))
    }

    fn maybe(&mut self, group: NodeRef, name: &str) -> Result<Option<f64>, Fault> {
        Ok(self.components(group, name)?.map(|[first, _, _]| first))
    }

    fn number(&mut self, group: NodeRef, name: &str, default: f64) -> Result<f64, Fault> {
        Ok(self.maybe(group, name)?.unwrap_or(default))
    }

    fn paint(&mut self, group: NodeRef, names: [&str; 5]) -> Result<Paint, Fault> {
        let [color, opacity, hue, saturation, brightness] = names;
        Ok(Paint {
            color: self.components(group, color)?,
            opacity: self.maybe(group, opacity)?,
            hue: self.maybe(group, hue)?,
            saturation: self.maybe(group, saturation)?,
            brightness: self.maybe(group, brightness)?,
        })
    }

    fn values(&mut self, group: NodeRef) -> Result<Values, Fault> {
        Ok(Values {
            anchor: self.components(group, "ADBE Text Anchor Point 3D")?,
            position: self.components(group, "ADBE Text Position 3D")?,
            scale: self.components(group, "ADBE Text Scale 3D")?,
            skew: self.maybe(group, "ADBE Text Skew")?,
            skew_axis: self.maybe(group, "ADBE Text Skew Axis")?,
            rotation: [
                self.maybe(group, "ADBE Text Rotation X")?,
                self.maybe(group, "ADBE Text Rotation Y")?,
                self.maybe(group, "ADBE Text Rotation")?,
            ],
            opacity: self.maybe(group, "ADBE Text Opacity")?,
            fill: self.paint(
                group,
                [
                    "ADBE Text Fill Color",
                    "ADBE Text Fill Opacity",
                    "ADBE Text Fill Hue",
                    "ADBE Text Fill Saturation",
                    "ADBE Text Fill Brightness",
                ],
            )?,
            stroke: self.paint(
                group,
                [
                    "ADBE Text Stroke Color",
                    "ADBE Text Stroke Opacity",
                    "ADBE Text Stroke Hue",
                    "ADBE Text Stroke Saturation",
                    "ADBE Text Stroke Brightness",
                ],
            )?,
            stroke_width: self.maybe(group, "ADBE Text Stroke Width")?,
            tracking: self.maybe(group, "ADBE Text Tracking Amount")?,
            tracking_type: self.number(group, "ADBE Text Track Type", 1.0)?,
            line_anchor: self.maybe(group, "ADBE Text Line Anchor")?,
            line_spacing: self.components(group, "ADBE Text Line Spacing")?,
            character_value: self.maybe(group, "ADBE Text Character Replace")?,
            character_offset: self.maybe(group, "ADBE Text Character Offset")?,
            character_range: self.number(group, "ADBE Text Character Range", 1.0)?,
            character_alignment: self.number(group, "ADBE Text Character Change Type", 1.0)?,
            blur: self.components(group, "ADBE Text Blur")?,
        })
    }

    fn selector(&mut self, group: NodeRef) -> Result<Option<Selector>, Fault> {
        let timeline = &self.state.timeline;
        let Some(node) = timeline.node(group) else { return Ok(None) };
        if !matches!(node.data, NodeData::Group { enabled: true, .. }) {
            return Ok(None);
        }
        match node.match_name.as_ref() {
            "ADBE Text Expressible Selector" => {
                let Some(amount) = timeline.child_property(group, "ADBE Text Expressible Amount") else {
                    return Ok(None);
                };
                let based = BasedOn::of(self.number(group, "ADBE Text Range Type2", 1.0)?);
                Ok(Some(Selector::Expression { amount, based }))
            }
            "ADBE Text Wiggly Selector" => Ok(Some(Selector::Wiggly(Wiggly {
                based: BasedOn::of(self.number(group, "ADBE Text Range Type2", 1.0)?),
                mode: Mode::of(self.number(group, "ADBE Text Selector Mode", 3.0)?),
                max: self.number(group, "ADBE Text Wiggly Max Amount", 100.0)?,
                min: self.number(group, "ADBE Text Wiggly Min Amount", -100.0)?,
                frequency: self.number(group, "ADBE Text Temporal Freq", 2.0)?,
                correlation: self.number(group, "ADBE Text Character Correlation", 50.0)?,
                temporal_phase: self.number(group, "ADBE Text Temporal Phase", 0.0)?,
                spatial_phase: self.number(group, "ADBE Text Spatial Phase", 0.0)?,
                locked: self.number(group, "ADBE Text Wiggly Lock Dim", 0.0)? != 0.0,
                seed: self.seed(group, "ADBE Text Wiggly Random Seed")?,
            }))),
            "ADBE Text Selector" => {
                let advanced = timeline.child(group, "ADBE Text Range Advanced").unwrap_or(group);
                let shuffled = self.number(advanced, "ADBE Text Randomize Order", 0.0)? != 0.0;
                Ok(Some(Selector::Range(Range {
                    start: self.number(group, "ADBE Text Percent Start", 0.0)?,
                    end: self.number(group, "ADBE Text Percent End", 100.0)?,
                    offset: self.number(group, "ADBE Text Percent Offset", 0.0)?,
                    index_units: self.number(advanced, "ADBE Text Range Units", 1.0)? == 2.0,
                    based: BasedOn::of(self.number(advanced, "ADBE Text Range Type2", 1.0)?),
                    mode: Mode::of(self.number(advanced, "ADBE Text Selector Mode", 1.0)?),
                    amount: self.number(advanced, "ADBE Text Selector Max Amount", 100.0)?,
                    shape: Shape::of(self.number(advanced, "ADBE Text Range Shape", 1.0)?),
                    smoothness: self.number(advanced, "ADBE Text Selector Smoothness", 100.0)?,
                    high: self.number(advanced, "ADBE Text Levels Max Ease", 0.0)?,
                    low: self.number(advanced, "ADBE Text Levels Min Ease", 0.0)?,
                    shuffle: if shuffled {
                        Some(self.seed(advanced, "ADBE Text Random Seed")?)
                    } else {
                        None
                    },
                })))
            }
            _ => Ok(None),
        }
    }

    /// The seed of a selector. 0 derives it from the place of the selector, so that two selectors differ; any other
    /// number is the same wherever it is used.
    fn seed(&mut self, group: NodeRef, name: &str) -> Result<u64, Fault> {
        let own = self.number(group, name, 0.0)?;
        if own != 0.0 {
            return Ok(StableHash::default().text("seed").float(own).finish());
        }
        let place = self.state.timeline.child_property(group, name);
        let place = place.or_else(|| self.state.timeline.child_property(group, "ADBE Text Selector Mode"));
        let identity =
            place.and_then(|place| self.state.timeline.property(place)).map_or(0, |data| data.identity);
        Ok(StableHash::default().text("selector").number(identity).finish())
    }
}

impl State {
    /// The animators of a text layer that are switched on, and its More Options.
    pub(super) fn animators(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
    ) -> Result<(Vec<Animator>, MoreOptions), Fault> {
        let timeline = &self.timeline;
        let mut options = MoreOptions::default();
        let text = timeline.layer(layer).and_then(|node| timeline.child(node.root, "ADBE Text Properties"));
        let Some(text) = text else { return Ok((Vec::new(), options)) };
        let mut members = Members { state: self, runner, time };
        if let Some(more) = timeline.child(text, "ADBE Text More Options") {
            options.grouping = members.number(more, "ADBE Text Anchor Point Option", 1.0)?;
            let [x, y, _] = members.components(more, "ADBE Text Anchor Point Align")?.unwrap_or_default();
            options.alignment = [x, y];
            options.order = members.number(more, "ADBE Text Render Order", 1.0)?;
            options.blending = members.number(more, "ADBE Text Character Blend Mode", 1.0)?;
        }
        let mut animators = Vec::new();
        let list = timeline.child(text, "ADBE Text Animators").and_then(|group| timeline.node(group));
        for animator in list.map_or(&[][..], crate::Node::children) {
            let mut read = Animator::default();
            if !timeline
                .node(*animator)
                .is_some_and(|node| matches!(node.data, NodeData::Group { enabled: true, .. }))
            {
                continue;
            }
            let selectors =
                timeline.child(*animator, "ADBE Text Selectors").and_then(|group| timeline.node(group));
            for selector in selectors.map_or(&[][..], crate::Node::children) {
                read.selectors.extend(members.selector(*selector)?);
            }
            if let Some(properties) = timeline.child(*animator, "ADBE Text Animator Properties") {
                read.values = members.values(properties)?;
            }
            animators.push(read);
        }
        Ok((animators, options))
    }
}
