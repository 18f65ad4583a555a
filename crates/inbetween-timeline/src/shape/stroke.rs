//! Stroke width, caps, joins and dashes.

use super::Reader;
use crate::NodeRef;
use inbetween_expr::Fault;
use kurbo::{Cap, Join, Stroke};

/// Most entries of a dash list that are read; AE has three pairs.
const MOST_DASHES: usize = 64;

/// The style of a stroke item; `None` when it has no width.
pub(super) fn style(reader: &mut Reader<'_>, item: NodeRef) -> Result<Option<Stroke>, Fault> {
    let width = reader.number(item, "ADBE Vector Stroke Width", 2.0)?;
    if width <= 0.0 {
        return Ok(None);
    }
    let cap = match reader.number(item, "ADBE Vector Stroke Line Cap", 1.0)? {
        2.0 => Cap::Round,
        3.0 => Cap::Square,
        _ => Cap::Butt,
    };
    let join = match reader.number(item, "ADBE Vector Stroke Line Join", 1.0)? {
        2.0 => Join::Round,
        3.0 => Join::Bevel,
        _ => Join::Miter,
    };
    let limit = reader.number(item, "ADBE Vector Stroke Miter Limit", 4.0)?.max(1.0);
    let style = Stroke::new(width).with_caps(cap).with_join(join).with_miter_limit(limit);
    let Some(dashes) = reader.state.timeline.child(item, "ADBE Vector Stroke Dashes") else {
        return Ok(Some(style));
    };
    let (pattern, offset) = dashes_of(reader, dashes)?;
    Ok(Some(if pattern.is_empty() { style } else { style.with_dashes(offset, pattern) }))
}

/// Dashes and gaps in turn, and the offset; an odd list repeats, as in SVG. Empty for a solid line.
fn dashes_of(reader: &mut Reader<'_>, dashes: NodeRef) -> Result<(Vec<f64>, f64), Fault> {
    let timeline = &reader.state.timeline;
    let entries: Vec<String> = timeline
        .node(dashes)
        .map(|node| node.children().to_vec())
        .unwrap_or_default()
        .into_iter()
        .take(MOST_DASHES)
        .filter_map(|child| timeline.node(child).map(|node| node.match_name.to_string()))
        .collect();
    let (mut pattern, mut offset) = (Vec::new(), 0.0);
    for name in entries {
        let value = reader.number(dashes, &name, 0.0)?;
        if name.ends_with("Offset") {
            offset = value;
        } else {
            pattern.push(value.max(0.0));
        }
    }
    if pattern.len() % 2 == 1 {
        pattern.extend_from_within(..);
    }
    let gaps: f64 = pattern.iter().skip(1).step_by(2).sum();
    let total: f64 = pattern.iter().sum();
    if !(total > 0.0 && total.is_finite() && gaps > 0.0) {
        return Ok((Vec::new(), 0.0));
    }
    Ok((pattern, offset % total))
}
