//! Baking text animators whose selectors players cannot follow: those with expressions, and wiggly ones.
//!
//! Three forms. *Selectors*: each run of characters with amounts of its own gets an animator with a range selector whose
//! amount has keyframes (`selectors`); the text stays text. *Outlines*: the layer becomes a shape layer with a group per
//! character. *Units*: each character becomes a shape layer of its own, child of a null in the place of the text, which
//! carries per-character 3D (`outlines` makes both).

mod outlines;
mod sample;
mod selectors;
pub(super) mod shapes;
#[cfg(test)]
mod tests;

pub(super) use shapes::quoted;

use super::observe::{FrameSpan, observe};
use crate::session::{Cancelled, Progress};
use crate::{LayerRef, NodeRef, Session, Timeline, run_parallel};
use inbetween_doc::{LayerKind, SourceSpan};
use inbetween_types::{Diagnostic, Severity};

/// What text with selectors that have expressions becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextForm {
    /// Text with range selectors whose amounts have keyframes.
    Selectors,
    /// One shape layer per character, children of a null.
    Units,
    /// One shape layer with a group per character.
    Outlines,
}

/// A baked text layer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BakedText {
    /// The layer.
    pub layer: LayerRef,
    /// What it became.
    pub form: TextForm,
    /// Animators, layers or groups written.
    pub parts: usize,
    /// Keyframes written.
    pub keys: usize,
    /// Largest error at whole and half frames: percent of an amount, or the property's own unit.
    pub error: f64,
}

/// What baking text made.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    pub(super) baked: Vec<BakedText>,
    pub(super) replaced: Vec<(SourceSpan, String)>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A text layer to bake.
#[derive(Clone, Debug)]
pub(super) struct TextJob {
    pub(super) layer: LayerRef,
    /// Its animators that need it: place among the animators that are read, and node.
    pub(super) animators: Vec<(usize, NodeRef)>,
    pub(super) span: FrameSpan,
}

/// What is written in the place of something of a text layer.
#[derive(Clone, Debug, Default)]
struct Written {
    replaced: Vec<(SourceSpan, String)>,
    parts: usize,
    keys: usize,
    error: f64,
}

/// Bakes every text layer that needs it. `after` is the timeline with the properties baked before in place.
pub(super) fn bake(
    timeline: &Timeline,
    after: &Timeline,
    options: &super::BakeOptions,
    progress: Progress<'_>,
) -> Result<Texts, Cancelled> {
    let (shown, tolerance, threads) = (options.frames, &options.tolerance, options.threads);
    let all = options.outline_text;
    let form = if all { Some(TextForm::Outlines) } else { options.text };
    let found =
        run_parallel(timeline, &[()], 1, &|_, _| true, |session, ()| jobs(timeline, session, shown, all))?;
    let jobs = found.results.into_iter().next().unwrap_or_default();
    let mut texts = Texts::default();
    for job in jobs {
        let sampled = sample::sample(timeline, &job, threads, progress)?;
        texts.diagnostics.extend(sampled.diagnostics.iter().cloned());
        let say = |texts: &mut Texts, code: &'static str, message: &str| {
            let place = timeline.inner.layer_location(job.layer);
            texts.diagnostics.push(Diagnostic::new(code, Severity::Warning, message).at(place));
        };
        let refusal = outlines::refusal(timeline, job.layer);
        let in_space = timeline.layer_data(job.layer).is_some_and(|data| data.three_d);
        let form = match form {
            Some(TextForm::Units) if let Some(why) = refusal => {
                say(&mut texts, "bake/text-units", &format!("{why}; its characters stay one layer"));
                TextForm::Outlines
            }
            Some(form) => form,
            // No player turns characters of a text in space.
            None if in_space && sampled.stands && refusal.is_none() => TextForm::Units,
            // Players neither shape scripts nor keep ligatures and emoji sequences together.
            None if sampled.clusters => TextForm::Outlines,
            None => TextForm::Selectors,
        };
        if form == TextForm::Outlines && sampled.stands {
            say(
                &mut texts,
                "bake/text-depth",
                "characters that turn out of the layer's plane are baked flat",
            );
        }
        let written = match form {
            TextForm::Selectors => {
                selectors::write(timeline, after, &job, &sampled, tolerance, threads, progress)?
            }
            TextForm::Units | TextForm::Outlines => {
                if sampled.pictures {
                    say(
                        &mut texts,
                        "bake/text-glyphs",
                        "glyphs that are compositions have no outline to bake",
                    );
                }
                if sampled.blurred {
                    say(
                        &mut texts,
                        "bake/text-blur",
                        "the blur of text animators is not baked into outlines",
                    );
                }
                outlines::write(timeline, &job, form, tolerance, threads, progress)?
            }
        };
        texts.replaced.extend(written.replaced);
        texts.baked.push(BakedText {
            layer: job.layer,
            form,
            parts: written.parts,
            keys: written.keys,
            error: written.error,
        });
    }
    Ok(texts)
}

/// Text layers with an animator that has an expression selector or a wiggly one, with the frames they are seen at;
/// `all` of them where text cannot stay text.
fn jobs(timeline: &Timeline, session: &Session, shown: Option<FrameSpan>, all: bool) -> Vec<TextJob> {
    let text_layers = || {
        timeline
            .layers()
            .filter(|(layer, _)| timeline.layer_data(*layer).is_some_and(|data| data.kind == LayerKind::Text))
    };
    if text_layers().next().is_none() {
        return Vec::new();
    }
    let whole = timeline.main().and_then(|main| timeline.composition_data(main)).map_or(
        FrameSpan { first: 0.0, last: 0.0 },
        |data| FrameSpan { first: data.in_point, last: data.out_point },
    );
    let observed = observe(timeline, session, shown.unwrap_or(whole));
    let mut jobs = Vec::new();
    for (layer, node) in text_layers() {
        let list = timeline
            .child(node.root, "ADBE Text Properties")
            .and_then(|text| timeline.child(text, "ADBE Text Animators"))
            .and_then(|list| timeline.node(list));
        let animators: Vec<(usize, NodeRef)> = list
            .map_or(&[][..], crate::Node::children)
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, animator)| needs(timeline, *animator))
            .collect();
        if animators.is_empty() && !all {
            continue;
        }
        let start = timeline.layer_data(layer).map_or(0.0, |data| data.in_point);
        let span = observed.own(layer).unwrap_or(FrameSpan { first: start, last: start }).whole();
        jobs.push(TextJob { layer, animators, span });
    }
    jobs
}

fn needs(timeline: &Timeline, animator: NodeRef) -> bool {
    let selectors = timeline.child(animator, "ADBE Text Selectors").and_then(|node| timeline.node(node));
    selectors.map_or(&[][..], crate::Node::children).iter().any(|selector| {
        let kind = timeline.node(*selector).map(|node| node.match_name.as_ref());
        let amount = timeline.child_property(*selector, "ADBE Text Expressible Amount");
        kind == Some("ADBE Text Wiggly Selector")
            || amount.and_then(|amount| timeline.property(amount)).is_some_and(|data| data.has_expression)
    })
}
