//! Rewriting a baked file for a player: what it lacks becomes what it has, where that shows the same.
//!
//! The passes work on Lottie's JSON as a tree. Those of `layers` and `effects` need the text alone; those of `shapes`
//! ask a project opened on the text so far. `minimal` writes.

mod effects;
mod filled;
mod json;
mod layers;
mod masks;
mod minimal;
mod parents;
mod refit;
mod remap;
mod shapes;
mod sticker;
mod strokes;
#[cfg(test)]
mod tests;
mod timing;
mod transform;
mod wrap;

pub(crate) use minimal::{Rounding, write};

use super::{Support, Target, uses};
use crate::{Error, Project};
use inbetween_timeline::bake::{BakedEntry, FrameSpan, Tolerance};
use inbetween_types::{Diagnostic, Location};
use serde_json::Value;
use std::collections::BTreeSet;

/// Something that was rewritten.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// The feature of the table, as a finding's code: `target/repeater`.
    pub feature: &'static str,
    /// The composition and layer; empty for the file as a whole.
    pub place: Location,
    /// What was made of it.
    pub what: String,
}

/// A rewritten file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rewritten {
    pub(crate) root: Value,
    pub(crate) changes: Vec<Change>,
    /// What could not be rewritten, and what it could only be rewritten with a difference.
    pub(crate) lost: Vec<Diagnostic>,
    /// Largest error of what was sampled and fitted.
    pub(crate) error: f64,
    /// Factor from the original's frames to the rewritten one's.
    pub(crate) frames: f64,
    /// Properties of the original whose own keys were fitted anew.
    pub(crate) refitted: Vec<BakedEntry>,
    /// Id of the composition that holds what the main one held.
    pub(crate) inside: Option<String>,
}

/// What the passes share.
pub(super) struct Work<'a> {
    pub(super) target: Target,
    pub(super) tolerance: &'a Tolerance,
    pub(super) shown: Option<FrameSpan>,
    pub(super) changes: Vec<Change>,
    pub(super) lost: Vec<Diagnostic>,
    pub(super) error: f64,
}

impl Work<'_> {
    /// Whether the target does not draw a feature as After Effects does.
    pub(super) fn lacks(&self, feature: &str) -> bool {
        self.target.supports(feature).is_some_and(|support| support != Support::Full)
    }

    /// Notes a change of a layer.
    pub(super) fn changed(&mut self, feature: &'static str, composition: &str, layer: &Value, what: &str) {
        let name = json::text(layer, "nm");
        let place = Location {
            composition: (!composition.is_empty()).then(|| composition.to_owned()),
            layer: (!name.is_empty()).then(|| name.to_owned()),
            ..Location::default()
        };
        self.changes.push(Change { feature, place, what: what.to_owned() });
    }
}

/// The name of the layer of an entry.
pub(crate) fn layer_name(project: &Project, entry: &BakedEntry) -> Option<String> {
    let timeline = project.timeline();
    let layer = timeline.node(entry.property.0)?.layer;
    timeline.layer_data(layer).map(|layer| layer.name.to_string())
}

/// Whether text must become outlines for a target.
pub(crate) fn outlines_text(project: &Project, target: Target) -> bool {
    let used = uses(project);
    let has_glyphs = !project.document().glyphs.is_empty();
    used.iter().any(|one| {
        let name = one.row.code.strip_prefix("target/").unwrap_or("");
        match (name, target.support(one.row)) {
            (_, Support::Full) => false,
            // These two draw glyphs that the file brings.
            ("text", Support::Partial) => {
                !(has_glyphs && matches!(target, Target::LottieAndroid | Target::Thorvg))
            }
            ("text" | "text-animator" | "text-selector" | "text-path", _) => true,
            _ => false,
        }
    })
}

/// What was baked, for the passes that must leave it alone.
pub(crate) struct Before<'a> {
    /// The file without expressions.
    pub(crate) json: &'a str,
    /// Names of layers with baked properties.
    pub(crate) layers: BTreeSet<String>,
    /// Baked properties: composition and expression.
    pub(crate) properties: BTreeSet<(String, String)>,
    /// Whether the file's own keys may be fitted anew.
    pub(crate) refit: bool,
}

/// Rewrites a file without expressions for `target`. `project` gives fonts and limits.
pub(crate) fn rewrite(
    project: &Project,
    before: &Before<'_>,
    target: Target,
    tolerance: &Tolerance,
    shown: Option<FrameSpan>,
) -> Result<Rewritten, Error> {
    let unreadable = |error: serde_json::Error| Error::Output(std::io::Error::other(error.to_string()));
    let mut root: Value = serde_json::from_str(before.json).map_err(unreadable)?;
    let mut refitted = Vec::new();
    if before.refit {
        let opened = project.reopened(before.json)?;
        refitted = refit::own_keys(project, &opened, &mut root, &before.properties, tolerance);
    }
    let mut work = Work { target, tolerance, shown, changes: Vec::new(), lost: Vec::new(), error: 0.0 };
    layers::slots(&mut root, &mut work);
    layers::controls(&mut root, &mut work);
    layers::hidden(&mut root, &mut work);
    layers::mattes(&mut root, &mut work);
    effects::colours(&mut root, &mut work);
    filled::precompositions(&mut root, &mut work);
    transform::transforms(&mut root, &mut work);
    layers::solids(&mut root, &mut work);
    layers::flat_space(&mut root, &mut work);
    let refitted_layers = refitted.iter().filter_map(|entry| layer_name(project, entry));
    let kept = before.layers.iter().cloned().chain(refitted_layers).collect();
    parents::folded(&mut root, &kept, &mut work);
    let opened = project.reopened(&root.to_string())?;
    shapes::passes(&opened, &mut root, &mut work);
    shapes::even_paths(&mut root);
    timing::stretch(&mut root, &mut work);
    timing::remap(&mut root, &mut work);
    remap::baked(project, &mut root, &mut work)?;
    timing::stretch_precompositions(&mut root, &mut work);
    masks::as_mattes(&mut root, &mut work);
    strokes::gradient_strokes(&mut root, &mut work);
    let sticker = target == Target::Telegram;
    let (frames, inside) = if sticker { sticker::rules(&mut root, &mut work) } else { (1.0, None) };
    effects::left_out(&mut root, &mut work);
    layers::unused_assets(&mut root);
    for one in uses::of_json(&root) {
        let support = target.support(one.row);
        if support == Support::Full {
            continue;
        }
        let severity = match support {
            Support::Refused => inbetween_types::Severity::Error,
            Support::Missing => inbetween_types::Severity::Warning,
            _ => inbetween_types::Severity::Note,
        };
        let mut finding = super::finding(&one, target, support, severity);
        finding.help = None;
        work.lost.push(finding);
    }
    Ok(Rewritten {
        root,
        changes: work.changes,
        lost: work.lost,
        error: work.error,
        frames,
        refitted,
        inside,
    })
}
