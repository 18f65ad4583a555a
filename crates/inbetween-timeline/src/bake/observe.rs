//! When each layer's values are seen: keys outside that range would be waste, a missing one would be wrong.

use crate::{CompositionRef, LayerRef, Session, Timeline};
use inbetween_doc::LayerSource;
use std::collections::BTreeMap;

/// A range of composition frames, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameSpan {
    /// First frame.
    pub first: f64,
    /// Last frame.
    pub last: f64,
}

impl FrameSpan {
    fn union(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    fn intersection(self, other: Self) -> Option<Self> {
        let (first, last) = (self.first.max(other.first), self.last.min(other.last));
        (first <= last).then_some(Self { first, last })
    }

    /// The same, widened to whole frames.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { first: self.first.floor(), last: self.last.ceil() }
    }
}

/// The ranges of every layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    own: BTreeMap<LayerRef, FrameSpan>,
    transform: BTreeMap<LayerRef, FrameSpan>,
}

impl Observed {
    /// While the layer itself is shown: its effects, contents, masks, text. `None` when it never is.
    #[must_use]
    pub(crate) fn own(&self, layer: LayerRef) -> Option<FrameSpan> {
        self.own.get(&layer).copied()
    }

    /// While the layer or any layer parented to it, directly or not, is shown: its transform.
    #[must_use]
    pub(crate) fn transform(&self, layer: LayerRef) -> Option<FrameSpan> {
        self.transform.get(&layer).copied()
    }
}

/// Finds when layers are seen while `shown` of the main composition plays.
///
/// A precomposition is seen for every frame that one of its instances can show, through start time, stretch and time
/// remap (sampled at half frames). Compositions that no layer shows count as shown from their in to their out point.
#[must_use]
pub(crate) fn observe(timeline: &Timeline, session: &Session, shown: FrameSpan) -> Observed {
    let mut observed = Observed::default();
    let Some(main) = timeline.main() else { return observed };
    let mut spans: BTreeMap<CompositionRef, FrameSpan> = BTreeMap::from([(main, shown)]);
    let mut order: Vec<CompositionRef> = inner_first(timeline);
    order.reverse();
    for composition in order {
        let fallback = timeline
            .composition_data(composition)
            .map(|data| FrameSpan { first: data.in_point, last: data.out_point })
            .filter(|span| span.first < span.last);
        let Some(span) = spans.get(&composition).copied().or(fallback).or(Some(shown)) else { continue };
        let layers = timeline.composition(composition).map_or(&[][..], |node| &node.layers);
        for &layer in layers {
            let Some(data) = timeline.layer_data(layer) else { continue };
            let (a, b) = (data.in_point.min(data.out_point), data.in_point.max(data.out_point));
            let Some(own) = span.intersection(FrameSpan { first: a, last: b }) else { continue };
            observed.own.insert(layer, own);
            spread_to_parents(timeline, layer, own, &mut observed.transform);
            if let LayerSource::Composition(inner) = data.source {
                let inner = CompositionRef(u32::try_from(inner.0).unwrap_or(u32::MAX));
                let seen = source_span(timeline, session, layer, own, inner);
                let total = spans.get(&inner).map_or(seen, |before| before.union(seen));
                spans.insert(inner, total);
            }
        }
    }
    observed
}

/// The frames of its composition at which each layer itself is seen while `shown` of the main composition (`None`: all
/// of it) plays. Layers that never are have no entry.
#[must_use]
pub fn seen(
    timeline: &Timeline,
    session: &Session,
    shown: Option<FrameSpan>,
) -> BTreeMap<LayerRef, FrameSpan> {
    let whole = timeline.main().and_then(|main| timeline.composition_data(main)).map_or(
        FrameSpan { first: 0.0, last: 0.0 },
        |data| FrameSpan { first: data.in_point, last: data.out_point },
    );
    observe(timeline, session, shown.unwrap_or(whole)).own
}

/// All compositions, each after those it contains.
fn inner_first(timeline: &Timeline) -> Vec<CompositionRef> {
    let mut order = Vec::new();
    let mut state: BTreeMap<CompositionRef, bool> = BTreeMap::new();
    let all: Vec<CompositionRef> = timeline.compositions().map(|(reference, _)| reference).collect();
    for start in all {
        let mut stack = vec![(start, false)];
        while let Some((composition, leaving)) = stack.pop() {
            if leaving {
                if state.insert(composition, true) == Some(false) {
                    order.push(composition);
                }
                continue;
            }
            if state.contains_key(&composition) {
                continue;
            }
            state.insert(composition, false);
            stack.push((composition, true));
            let layers = timeline.composition(composition).map_or(&[][..], |node| &node.layers);
            for &layer in layers {
                if let Some(LayerSource::Composition(inner)) =
                    timeline.layer_data(layer).map(|data| &data.source)
                {
                    stack.push((CompositionRef(u32::try_from(inner.0).unwrap_or(u32::MAX)), false));
                }
            }
        }
    }
    order
}

fn spread_to_parents(
    timeline: &Timeline,
    layer: LayerRef,
    own: FrameSpan,
    transform: &mut BTreeMap<LayerRef, FrameSpan>,
) {
    let mut next = Some(layer);
    let mut guard = 0_u32;
    while let Some(layer) = next {
        let before = transform.get(&layer).copied();
        let after = before.map_or(own, |before| before.union(own));
        guard += 1;
        if before == Some(after) || guard > 100_000 {
            return;
        }
        transform.insert(layer, after);
        next = timeline.layer(layer).and_then(|node| node.parent);
    }
}

/// The frames of `inner` that a layer shows during `own`.
fn source_span(
    timeline: &Timeline,
    session: &Session,
    layer: LayerRef,
    own: FrameSpan,
    inner: CompositionRef,
) -> FrameSpan {
    let outer_rate = timeline.frame_rate_of(layer);
    let inner_rate = timeline.composition(inner).map_or(outer_rate, |node| node.frame_rate);
    let mut seen: Option<FrameSpan> = None;
    let mut add = |frame: f64| {
        let time = session.source_time(layer, outer_rate.seconds(frame));
        let frame = inner_rate.frame(time);
        if frame.is_finite() {
            let here = FrameSpan { first: frame, last: frame };
            seen = Some(seen.map_or(here, |before| before.union(here)));
        }
    };
    let remapped = timeline.layer(layer).is_some_and(|node| node.transform.time_remap.is_some());
    if remapped {
        let half_frames = ((own.last - own.first) * 2.0).ceil().clamp(0.0, 2e6);
        let mut index = 0.0;
        while index <= half_frames {
            add((own.first + index / 2.0).min(own.last));
            index += 1.0;
        }
    } else {
        add(own.first);
        add(own.last);
    }
    seen.unwrap_or(own)
}
