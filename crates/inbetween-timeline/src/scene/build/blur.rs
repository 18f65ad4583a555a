//! Motion blur: the moments of a frame while the shutter is open.

use super::layer::{behind, clip, group};
use super::order::{self, count, group_extent};
use super::place::Space;
use super::text_space::around;
use super::{Builder, MOST_SAMPLES, SceneOptions};
use crate::scene::{Group, Node};
use crate::{LayerRef, Timeline};
use inbetween_doc::LayerKind;
use inbetween_expr::Fault;
use inbetween_types::Time;

/// AE's samples per frame.
const SAMPLES: usize = 16;

/// When the shutter is open around a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shutter {
    /// Seconds from the frame's time to the opening.
    opens: Time,
    /// Seconds it stays open.
    open: Time,
    samples: usize,
}

impl Shutter {
    /// The shutter of a layer's composition: angle and phase in degrees of a frame (360 is the whole frame); `None`
    /// when it never opens.
    pub(super) fn of(timeline: &Timeline, layer: LayerRef, options: &SceneOptions) -> Option<Self> {
        let composition = timeline.composition_data(timeline.layer(layer)?.composition)?;
        let frame = timeline.frame_rate_of(layer).frame_duration();
        let open = composition.shutter_angle.clamp(0.0, 720.0) / 360.0 * frame;
        let opens = composition.shutter_phase.clamp(-360.0, 360.0) / 360.0 * frame;
        let samples =
            options.samples.or(composition.samples_per_frame).unwrap_or(SAMPLES).clamp(2, MOST_SAMPLES);
        (open > 0.0 && opens.is_finite()).then_some(Self { opens, open, samples })
    }

    /// The moments: the middles of equal parts of the open time.
    fn shifts(&self) -> impl Iterator<Item = Time> + '_ {
        #[expect(clippy::cast_precision_loss, reason = "at most 64 samples")]
        (0..self.samples).map(|i| self.opens + self.open * (i as f64 + 0.5) / self.samples as f64)
    }
}

impl Builder<'_> {
    /// The placed and masked picture of a layer while the shutter is open: one group when nothing moves, else
    /// samples; `None` when it draws nothing.
    ///
    /// Transform, masks and the content of shape and text layers move; effects and the content of precompositions
    /// are those of the frame, as in AE.
    pub(super) fn blurred(
        &mut self,
        layer: LayerRef,
        time: Time,
        space: &Space,
        shutter: &Shutter,
    ) -> Result<Option<Vec<Node>>, Fault> {
        let Some(data) = self.state.timeline.layer_data(layer) else { return Ok(None) };
        let moving = matches!(data.kind, LayerKind::Shape | LayerKind::Text);
        let still = if moving { Vec::new() } else { self.content(layer, time)? };
        let mut dressed = Group { name: data.name.clone(), ..Group::default() };
        self.dress(layer, time, &mut dressed)?;
        dressed.clip = clip(data.kind, data.width, data.height);
        let mut moments: Vec<Option<Group>> = Vec::with_capacity(shutter.samples);
        let weight = 1 + count(&still);
        for shift in shutter.shifts() {
            if !self.spend(layer, weight) {
                break;
            }
            let apart = match data.kind {
                LayerKind::Text => self.standing(layer, time, space, shift)?,
                LayerKind::Mesh => Some(self.meshed(layer, time, space, shift)?),
                _ => None,
            };
            if let Some(items) = apart {
                let place = self.place(layer, time, space, shift)?.ok();
                let mut moment = Group { masks: self.masks(layer, time + shift)?, ..dressed.clone() };
                let nodes = around(&mut moment, order::flatten(items), place);
                moments.push(nodes.map(|nodes| Group { nodes, ..moment }));
                continue;
            }
            let Ok(place) = self.place(layer, time, space, shift)? else {
                moments.push(None);
                continue;
            };
            let nodes = if moving { self.content(layer, time + shift)? } else { still.clone() };
            let masks = self.masks(layer, time + shift)?;
            let moment = Group { transform: place.projection, masks, nodes, ..dressed.clone() };
            let gone = place.seen.is_some() && behind(&moment.transform, group_extent(&moment));
            moments.push((!gone).then_some(moment));
        }
        let Some(first) = moments.first() else { return Ok(None) };
        if moments.iter().all(|moment| moment == first) {
            return Ok(first.clone().map(|moment| vec![group(moment)]));
        }
        #[expect(clippy::cast_precision_loss, reason = "at most 64 samples")]
        let weight = 1.0 / moments.len() as f32;
        let samples =
            moments.into_iter().map(|moment| (weight, moment.map(group).into_iter().collect())).collect();
        Ok(Some(vec![Node::Samples(samples)]))
    }
}
