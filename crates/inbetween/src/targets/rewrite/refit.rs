//! The file's own keys, fitted anew where fewer say the same: keys on every frame, as converted expressions and imported
//! motion have them, are most of many files.

use super::remap::pointer;
use crate::Project;
use inbetween_doc::{Precision, encode_property};
use inbetween_timeline::bake::{BakedEntry, Tolerance, fit_within};
use inbetween_timeline::{PropertyRef, Session, with_large_stack};
use inbetween_types::ValueKind;
use serde_json::Value;
use std::collections::BTreeSet;

/// Fits the keys of `opened`'s properties anew, but for those in `fitted` (composition and expression), and puts them
/// into `root`, its text. Gives the properties, those of `project`, with their keys and errors.
pub(super) fn own_keys(
    project: &Project,
    opened: &Project,
    root: &mut Value,
    fitted: &BTreeSet<(String, String)>,
    tolerance: &Tolerance,
) -> Vec<BakedEntry> {
    let timeline = opened.timeline();
    let own: Vec<PropertyRef> = timeline
        .properties()
        .filter(|(_, data)| data.keyframes.len() > 2)
        .map(|(property, _)| property)
        .collect();
    let paths = opened.file_paths(&own);
    with_large_stack(|| {
        let session = Session::new(timeline.clone());
        let mut made = Vec::new();
        for (property, path) in own.into_iter().zip(paths) {
            let (Some(path), Some(found)) = (path, timeline.document_property(property)) else { continue };
            if matches!(found.kind, ValueKind::Text) || found.match_name == "ADBE Orientation" {
                continue;
            }
            let composition = timeline.location(property).composition.unwrap_or_default();
            let expression = timeline.property_expression(property);
            if fitted.contains(&(composition.clone(), expression.clone())) {
                continue;
            }
            let (Some(first), Some(last)) = (found.keyframes.first(), found.keyframes.last()) else {
                continue;
            };
            let span = [first.frame.floor(), last.frame.ceil()];
            let rate = timeline.property_frame_rate(property);
            let mut plain = found.clone();
            plain.keyframes = Vec::new();
            let (new, error, limit) = fit_within(plain, span, rate.frame_duration(), tolerance, &|frame| {
                session.evaluate(property, rate.seconds(frame))
            });
            // A lone key of a fit is a static value.
            if new.keyframes.len() >= found.keyframes.len() {
                continue;
            }
            let name = (!composition.is_empty()).then_some(composition.as_str());
            let before = project
                .composition(name)
                .ok()
                .and_then(|composition| project.known_property(composition, &expression));
            let json = serde_json::from_str(&encode_property(&new, None, Precision::default()));
            let (Some(before), Ok(json), Some(slot)) = (before, json, root.pointer_mut(&pointer(&path)))
            else {
                continue;
            };
            *slot = json;
            made.push(BakedEntry::new(before, new.keyframes.len(), error, limit));
        }
        made
    })
}
