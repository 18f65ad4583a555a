//! What to bake: every property with an expression, over the frames at which it is seen.

use super::observe::{FrameSpan, observe};
use crate::{CompositionRef, LayerRef, PropertyRef, Session, Timeline};
use inbetween_doc::GroupKind;

/// One property to bake.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The property.
    pub property: PropertyRef,
    /// Its layer.
    pub layer: LayerRef,
    /// Its composition.
    pub composition: CompositionRef,
    /// The frames of that composition at which its value is seen.
    pub span: FrameSpan,
}

/// Every property that has an expression, in document order, with the frames at which it is seen while `shown` (the
/// whole main composition for `None`) plays. A property that is never seen gets the one frame at which its layer starts.
#[must_use]
pub fn jobs(timeline: &Timeline, session: &Session, shown: Option<FrameSpan>) -> Vec<Job> {
    let whole = timeline.main().and_then(|main| timeline.composition_data(main)).map_or(
        FrameSpan { first: 0.0, last: 0.0 },
        |data| FrameSpan { first: data.in_point, last: data.out_point },
    );
    let observed = observe(timeline, session, shown.unwrap_or(whole));
    timeline
        .properties()
        .filter(|(_, data)| data.has_expression)
        .filter_map(|(property, _)| {
            let layer = timeline.node(property.0)?.layer;
            let composition = timeline.layer(layer)?.composition;
            let seen = if is_layer_transform(timeline, property) {
                observed.transform(layer)
            } else {
                observed.own(layer)
            };
            let start = timeline.layer_data(layer).map_or(0.0, |data| data.in_point);
            let span = seen.unwrap_or(FrameSpan { first: start, last: start }).whole();
            Some(Job { property, layer, composition, span })
        })
        .collect()
}

/// Whether a property is in the Transform group of its layer itself, where children see it.
pub(crate) fn is_layer_transform(timeline: &Timeline, property: PropertyRef) -> bool {
    let group = timeline.node(property.0).and_then(|node| node.parent);
    let Some(group) = group.and_then(|group| timeline.node(group)) else { return false };
    let top = group.parent.and_then(|parent| timeline.node(parent)).is_some_and(|node| node.parent.is_none());
    top && group.group_kind() == Some(GroupKind::Transform)
}
