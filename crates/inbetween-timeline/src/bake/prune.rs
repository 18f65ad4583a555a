//! Expression controls that nothing needs any more.

use crate::Timeline;
use inbetween_doc::{GroupKind, PropertyNode, SourceSpan};

/// AE's expression controls: effects that draw nothing and exist to be read by expressions.
const CONTROLS: &[&str] = &[
    "ADBE Angle Control",
    "ADBE Checkbox Control",
    "ADBE Color Control",
    "ADBE Dropdown Control",
    "ADBE Layer Control",
    "ADBE Point Control",
    "ADBE Point3D Control",
    "ADBE Slider Control",
];

/// The places of all expression controls in the file: once no expression is left, none is read.
pub(crate) fn controls(timeline: &Timeline) -> Vec<SourceSpan> {
    let layers = timeline.document().compositions.iter().flat_map(|composition| &composition.layers);
    layers
        .flat_map(|layer| layer.properties.groups())
        .filter(|group| group.kind == GroupKind::Effects)
        .flat_map(|effects| &effects.children)
        .filter_map(|child| match child {
            PropertyNode::Group(effect) if CONTROLS.contains(&effect.match_name.as_ref()) => effect.span,
            _ => None,
        })
        .collect()
}
