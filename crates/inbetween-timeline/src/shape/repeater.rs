//! The repeater.

use super::gather::{Draw, Gatherer, Scope, grouped};
use super::transform::turn;
use super::{Shape, between};
use crate::NodeRef;
use inbetween_doc::BlendMode;
use inbetween_expr::Fault;
use inbetween_types::math;
use kurbo::Affine;
use std::collections::BTreeMap;

/// The transform of a repeater, whose powers its copies have.
struct Step {
    anchor: [f64; 2],
    position: [f64; 2],
    scale: [f64; 2],
    rotation: f64,
}

impl Step {
    /// `times` steps: position and rotation that many times, scale to that power, about the anchor point.
    fn power(&self, times: f64) -> Affine {
        let [x, y] = self.position.map(|n| n * times);
        let [ax, ay] = self.anchor;
        let [sx, sy] = self.scale.map(|s| power(s, times));
        Affine::translate((x + ax, y + ay))
            * turn(self.rotation * times)
            * Affine::scale_non_uniform(sx, sy)
            * Affine::translate((-ax, -ay))
    }
}

/// A scale to a power: a negative one changes its sign at each whole step.
fn power(scale: f64, times: f64) -> f64 {
    let size = math::pow(scale.abs(), times);
    let size = if size.is_finite() { size } else { 0.0 };
    let odd = times.floor().rem_euclid(2.0) == 1.0;
    if scale < 0.0 && odd { -size } else { size }
}

/// Copies everything above: paths, fills and strokes. The last copy of a number that is not whole shows by its
/// fraction.
pub(super) fn apply(
    gatherer: &mut Gatherer<'_, '_>,
    item: NodeRef,
    space: Affine,
    scope: &mut Scope,
) -> Result<(), Fault> {
    let reader = &mut *gatherer.reader;
    let copies = reader.number(item, "ADBE Vector Repeater Copies", 3.0)?;
    let offset = reader.number(item, "ADBE Vector Repeater Offset", 0.0)?;
    let below = reader.number(item, "ADBE Vector Repeater Order", 1.0)? != 2.0;
    let Some(transform) = reader.state.timeline.child(item, "ADBE Vector Repeater Transform") else {
        return Ok(());
    };
    let step = Step {
        anchor: reader.point(transform, "ADBE Vector Repeater Anchor", [0.0; 2])?,
        position: reader.point(transform, "ADBE Vector Repeater Position", [100.0, 0.0])?,
        scale: reader.point(transform, "ADBE Vector Repeater Scale", [100.0; 2])?.map(|n| n / 100.0),
        rotation: reader.number(transform, "ADBE Vector Repeater Rotation", 0.0)?,
    };
    let first = reader.number(transform, "ADBE Vector Repeater Opacity 1", 100.0)? / 100.0;
    let last = reader.number(transform, "ADBE Vector Repeater Opacity 2", 100.0)? / 100.0;

    let source = std::mem::take(scope);
    let count = affordable(gatherer, &source, copies);
    let mut order = Vec::new();
    for at in 0..count {
        let at_number = f64::from(at);
        // Start and End Opacity are those of the first and the last copy.
        let share = if copies > 1.0 { (at_number / (copies - 1.0)).min(1.0) } else { 0.0 };
        let shown = (copies - at_number).min(1.0);
        let opacity = (first + (last - first) * share) * shown;
        let (live, draws) = copy(gatherer, &source, space, step.power(at_number + offset));
        scope.live.extend(live);
        order.push(grouped(format!("Copy {}", at + 1), opacity, BlendMode::Normal, draws));
    }
    if !below {
        order.reverse();
    }
    scope.draws = order.into_iter().flatten().collect();
    Ok(())
}

/// How many copies there are: at most as many as the layer may still have.
fn affordable(gatherer: &mut Gatherer<'_, '_>, source: &Scope, copies: f64) -> u32 {
    let each = source.live.len() + draws_in(&source.draws);
    let vertices: usize = source
        .live
        .iter()
        .filter_map(|id| gatherer.shapes.get(*id))
        .flat_map(|shape| &shape.paths)
        .map(|path| path.len().max(1))
        .sum();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let wanted = copies.max(0.0).ceil() as u32;
    let most = (gatherer.copies / each.max(1)).min(gatherer.vertices / vertices.max(1));
    let count = wanted.min(u32::try_from(most).unwrap_or(u32::MAX));
    if count < wanted {
        let message =
            format!("a repeater of {wanted} copies stops at {count}: the layer would have too many");
        gatherer.reader.note("draw/limit", message);
    }
    let made = count as usize;
    gatherer.copies = gatherer.copies.saturating_sub(made.saturating_mul(each));
    gatherer.vertices = gatherer.vertices.saturating_sub(made.saturating_mul(vertices));
    count
}

fn draws_in(draws: &[Draw]) -> usize {
    draws
        .iter()
        .map(|draw| match draw {
            Draw::Paint(_) => 1,
            Draw::Group { draws, .. } => 1 + draws_in(draws),
        })
        .sum()
}

/// One copy: new paths, and draws that refer to them.
fn copy(
    gatherer: &mut Gatherer<'_, '_>,
    source: &Scope,
    space: Affine,
    step: Affine,
) -> (Vec<usize>, Vec<Draw>) {
    // In the layer's space the step is taken in the repeater's own.
    let Some(back) = between(Affine::IDENTITY, space) else { return (Vec::new(), Vec::new()) };
    let way = (step != Affine::IDENTITY).then(|| space * step * back);
    let mut copier = Copier { shapes: &mut gatherer.shapes, way, known: BTreeMap::new() };
    let live = source.live.iter().filter_map(|id| copier.shape(*id)).collect();
    let draws = copier.draws(&source.draws);
    (live, draws)
}

struct Copier<'a> {
    shapes: &'a mut Vec<Shape>,
    way: Option<Affine>,
    known: BTreeMap<usize, usize>,
}

impl Copier<'_> {
    fn place(&self, space: Affine) -> Affine {
        self.way.map_or(space, |way| way * space)
    }

    fn shape(&mut self, id: usize) -> Option<usize> {
        if let Some(new) = self.known.get(&id) {
            return Some(*new);
        }
        let shape = self.shapes.get(id)?;
        let copy = Shape { paths: shape.paths.clone(), space: self.place(shape.space) };
        let new = self.shapes.len();
        self.shapes.push(copy);
        self.known.insert(id, new);
        Some(new)
    }

    fn draws(&mut self, draws: &[Draw]) -> Vec<Draw> {
        draws
            .iter()
            .map(|draw| match draw {
                Draw::Paint(painting) => {
                    let mut copy = painting.clone();
                    copy.shapes = painting.shapes.iter().filter_map(|id| self.shape(*id)).collect();
                    copy.space = self.place(painting.space);
                    Draw::Paint(copy)
                }
                Draw::Group { name, opacity, blend, draws } => Draw::Group {
                    name: name.clone(),
                    opacity: *opacity,
                    blend: *blend,
                    draws: self.draws(draws),
                },
            })
            .collect()
    }
}
