//! Text animators: what each unit of a text layer looks like at a time.
//!
//! Selectors give each unit an amount (`range`, `wiggly`, `expression`), modes combine them (`combine`), animators move,
//! turn and colour units by their amounts (`apply`, `place`, `color`, `change`). The result is a [`TextState`].

mod apply;
mod change;
mod color;
mod combine;
mod expression;
mod place;
mod range;
mod read;
#[cfg(test)]
pub(crate) mod tests;
mod units;
mod wiggly;

use super::{Layout, relayout};
use crate::{LayerRef, PropertyRef, Session, State, Timeline};
use apply::Look;
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Diagnostic, Mat4, Severity, TextDocument, Time, Value};
use read::{Animator, Selector};
use std::sync::Arc;

use expression::AMOUNT;
pub(crate) use place::Pose;
pub(crate) use read::MoreOptions;

/// The units of a text layer at a time.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TextState {
    /// Characters (grapheme clusters; ligatures) in logical order. Line breaks are none.
    pub units: Vec<UnitState>,
}

/// One character of a text layer at a time, after all animators.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnitState {
    /// Its number among the characters, from 1.
    pub text_index: usize,
    /// Its text, as Character Offset and Character Value leave it.
    pub text: String,
    /// The final amount of each animator in percent: x, y and z. Not limited where an expression selector has the last
    /// word, else within ±100.
    pub amounts: Vec<[f64; 3]>,
    /// From the unit's own space (its pen at the origin, on the baseline; pixels) to layer space.
    pub matrix: Mat4,
    /// Opacity 0..1.
    pub opacity: f64,
    /// Fill RGB 0..1; `None` when the fill is off.
    pub fill: Option<[f64; 3]>,
    /// Opacity of the fill, 0..1.
    pub fill_opacity: f64,
    /// Stroke RGB 0..1; `None` when the stroke is off.
    pub stroke: Option<[f64; 3]>,
    /// Opacity of the stroke, 0..1.
    pub stroke_opacity: f64,
    /// Stroke width in pixels, 0 or more.
    pub stroke_width: f64,
    /// Blur in pixels, x and y, 0 or more.
    pub blur: [f64; 2],
}

/// A text layer at a time, ready to be drawn.
#[derive(Debug)]
pub(crate) struct Animated {
    /// What draws each unit.
    pub(crate) layout: Arc<Layout>,
    /// The units of the layout, in its order.
    pub(crate) units: Vec<UnitState>,
    /// How each matrix is made, for those who write it as keyframes.
    pub(crate) placements: Vec<Placement>,
    pub(crate) options: MoreOptions,
}

/// The parts of a unit's matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    /// Pen in layer space.
    pub(crate) pen: [f64; 2],
    /// Turn of the baseline in degrees.
    pub(crate) rotation: f64,
    /// Anchor relative to the pen.
    pub(crate) anchor: [f64; 2],
    pub(crate) pose: Pose,
}

impl Timeline {
    /// Whether a property is the amount of an expression selector: its expression runs once per unit of the text, so
    /// that the property itself has the value before it.
    #[must_use]
    pub fn is_per_unit(&self, property: PropertyRef) -> bool {
        self.node(property.0).is_some_and(|node| node.match_name == AMOUNT)
    }
}

impl Session {
    /// The characters of a text layer at a composition time with what animators make of them; `None` when it is no text
    /// layer, or a limit was met.
    ///
    /// Pure, as every value: selectors' expressions run once per unit of what they count, in order.
    #[must_use]
    pub fn text_state(&self, layer: LayerRef, time: Time) -> Option<TextState> {
        let made = self.with_runner(|state, runner| state.text_state(runner, layer, time));
        made.unwrap_or_else(|fault| {
            let place = self.state.timeline.inner.layer_location(layer);
            let mut finding = Diagnostic::new(fault.code, Severity::Error, fault.message).at(place);
            finding.help = fault.help;
            self.state.report(finding);
            None
        })
    }
}

impl State {
    /// The same, asked with the runner at hand.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn text_state(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
    ) -> Result<Option<TextState>, Fault> {
        let source = self.timeline.layer(layer).and_then(|node| node.transform.source_text);
        let Some(source) = source else { return Ok(None) };
        let Value::Text(text) = self.value(runner, source, time)? else { return Ok(None) };
        Ok(Some(TextState { units: self.animated_text(runner, layer, &text, time)?.units }))
    }

    /// Whether a text layer has any animator.
    pub(crate) fn has_text_animators(&self, layer: LayerRef) -> bool {
        let timeline = &self.timeline;
        let text = timeline.layer(layer).and_then(|node| timeline.child(node.root, "ADBE Text Properties"));
        let list = text.and_then(|text| timeline.child(text, "ADBE Text Animators"));
        list.and_then(|list| timeline.node(list)).is_some_and(|list| !list.children().is_empty())
    }

    /// A text of a layer, laid out and animated.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub(crate) fn animated_text(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        text: &TextDocument,
        time: Time,
    ) -> Result<Animated, Fault> {
        let path = self.text_path(runner, layer, time)?;
        let mut layout = self.text_layout(text, path.as_ref());
        let (animators, options) = self.animators(runner, layer, time)?;
        let pieces = units::pieces(&layout);
        let mut amounts = Vec::with_capacity(animators.len());
        for animator in &animators {
            amounts.push(self.amounts(runner, animator, &pieces, time)?);
        }
        let mut looks: Vec<Look> = layout
            .units
            .iter()
            .map(|unit| Look::of(layout.style_of(unit).unwrap_or(&text.style), &animators))
            .collect();
        for (animator, amounts) in animators.iter().zip(&amounts) {
            for (look, amount) in looks.iter_mut().zip(amounts) {
                look.add(&animator.values, *amount);
            }
        }
        let mut shifts = Vec::new();
        if let Some(changed) = replaced(&layout, text, &looks) {
            let before = layout;
            layout = self.text_layout(&changed, path.as_ref());
            shifts = kept_places(&before, &layout, &looks);
        }
        if let Some((adjust, anchors)) = apply::spread(&layout, &animators, &amounts) {
            layout = Arc::new(tracked(&layout, &adjust, &anchors));
        }
        let pieces = units::pieces(&layout);
        let anchors = place::anchors(&pieces, &options);
        let mut units = Vec::with_capacity(pieces.len());
        let mut placements = Vec::with_capacity(pieces.len());
        for (index, (((unit, piece), anchor), look)) in
            layout.units.iter().zip(&pieces).zip(anchors).zip(looks).enumerate()
        {
            let [dx, dy] = shifts.get(index).copied().unwrap_or_default();
            let pen = [piece.at[0] + dx, piece.at[1] + dy];
            placements.push(Placement { pen, rotation: piece.rotation, anchor, pose: look.pose });
            units.push(UnitState {
                text_index: index + 1,
                text: unit.text.clone(),
                amounts: amounts.iter().map(|list| list.get(index).copied().unwrap_or_default()).collect(),
                matrix: place::matrix(pen, piece.rotation, anchor, &look.pose),
                opacity: fraction(look.opacity),
                fill: look.fill,
                fill_opacity: fraction(look.fill_opacity),
                stroke: look.stroke,
                stroke_opacity: fraction(look.stroke_opacity),
                stroke_width: positive(look.stroke_width),
                blur: look.blur.map(positive),
            });
        }
        Ok(Animated { layout, units, placements, options })
    }

    /// The amounts of an animator for each unit: everything without a selector, else what its selectors make in order.
    fn amounts(
        &self,
        runner: &mut dyn Runner,
        animator: &Animator,
        pieces: &[units::Piece],
        time: Time,
    ) -> Result<Vec<[f64; 3]>, Fault> {
        let mut above: Option<Vec<[f64; 3]>> = None;
        for selector in &animator.selectors {
            let domain = units::domain(pieces, selector.based());
            // What the selectors above give the first unit of each number.
            let mut numbered: Vec<Option<[f64; 3]>> = vec![None; domain.total];
            for (index, place) in domain.index.iter().enumerate() {
                if let Some(slot @ None) = numbered.get_mut(*place) {
                    let value = above.as_ref().and_then(|above| above.get(index).copied());
                    *slot = Some(value.unwrap_or([100.0; 3]));
                }
            }
            let handed: Vec<[f64; 3]> =
                numbered.into_iter().map(|value| value.unwrap_or([100.0; 3])).collect();
            let (mode, own) = match selector {
                Selector::Range(range) => {
                    let amounts = range.amounts(domain.total);
                    (Some(range.mode), amounts.into_iter().map(|amount| [amount; 3]).collect())
                }
                Selector::Wiggly(wiggly) => (Some(wiggly.mode), wiggly.amounts(domain.total, time)),
                Selector::Expression { amount, .. } => {
                    (None, self.expression_amounts(runner, *amount, time, &handed)?)
                }
            };
            let next = domain.index.iter().enumerate().map(|(index, place)| {
                let own = own.get(*place).copied().unwrap_or_default();
                let Some(mode) = mode else { return own };
                let before = above.as_ref().and_then(|above| above.get(index).copied());
                let mut all = own;
                for (dimension, value) in all.iter_mut().enumerate() {
                    let before = before.and_then(|before| before.get(dimension).copied());
                    *value = mode.combine(before, *value);
                }
                all
            });
            above = Some(next.collect());
        }
        Ok(above.unwrap_or_else(|| vec![[100.0; 3]; pieces.len()]))
    }
}

/// A fraction 0..1; what is no number counts as the whole.
fn fraction(number: f64) -> f64 {
    if number.is_nan() { 1.0 } else { number.clamp(0.0, 1.0) }
}

fn positive(number: f64) -> f64 {
    if number > 0.0 { number } else { 0.0 }
}

/// The text with the characters that Character Offset and Character Value put in place of the typed ones; `None` when
/// all stay.
fn replaced(layout: &Layout, text: &TextDocument, looks: &[Look]) -> Option<TextDocument> {
    let mut out = String::with_capacity(text.text.len());
    let mut end = 0;
    let mut any = false;
    for (unit, look) in layout.units.iter().zip(looks) {
        let mut characters = unit.text.chars();
        let (Some(from), None) = (characters.next(), characters.next()) else { continue };
        let to = change::changed(from, &look.change);
        let (Some(between), true) = (text.text.get(end..unit.range.start), to != from && !unit.space) else {
            continue;
        };
        out.push_str(between);
        out.push(to);
        end = unit.range.end;
        any = true;
    }
    out.push_str(text.text.get(end..)?);
    any.then(|| TextDocument { text: out, ..text.clone() })
}

/// How far units of a changed text move to stand where the typed ones did, by Character Alignment: at their left, middle
/// or right. Nothing moves where kerning is adjusted, or the text falls into other units.
fn kept_places(before: &Layout, after: &Layout, looks: &[Look]) -> Vec<[f64; 2]> {
    if before.units.len() != after.units.len() {
        return Vec::new();
    }
    let pairs = before.units.iter().zip(&after.units).zip(looks);
    pairs
        .map(|((typed, new), look)| {
            let share = match look.alignment.round() as i64 {
                2 => 0.5,
                3 => 1.0,
                4 => return [0.0; 2],
                _ => 0.0,
            };
            let room = (typed.advance - new.advance) * share;
            [typed.at[0] + room - new.at[0], typed.at[1] - new.at[1]]
        })
        .collect()
}

/// A layout with more room, each line growing from its anchor.
fn tracked(layout: &Layout, adjust: &super::Adjust, anchors: &[Option<f64>]) -> Layout {
    let mut out = relayout(layout, adjust);
    let mut across = 0.0;
    for (number, (line, anchor)) in layout.lines.iter().zip(anchors).enumerate() {
        if number > 0 {
            across += adjust.line_spacing.get(line.units.start).map_or(0.0, |extra| extra[0]);
        }
        let (Some(anchor), Some(moved)) = (anchor, out.lines.get(number)) else { continue };
        let total: f64 = adjust.tracking.get(line.units.clone()).unwrap_or_default().iter().flatten().sum();
        let shift = line.left + across - anchor * total - moved.left;
        for unit in out.units.get_mut(line.units.clone()).unwrap_or_default() {
            unit.at[0] += shift;
        }
    }
    out
}
