//! Baking: every expression becomes few keyframes that move the same.
//!
//! [`bake`] samples each property that has an expression at every whole and half frame at which it is seen, fits keys
//! to the samples ([`fit`]), evaluates the result beside the original, and fits again, tighter, where a layer's corner
//! is off. What comes out are the document's own properties with new keys, ready to be written.

pub mod fit;
mod flatten;
mod jobs;
mod keys;
mod mesh;
mod observe;
mod prune;
mod sample;
mod styles;
mod subdivide;
mod text;
mod tolerance;
mod verify;

pub use flatten::{Flattened, flatten, path_keys};
pub use jobs::{Job, jobs};
pub use keys::{fit_function, fit_within};
pub use mesh::BakedMesh;
pub use observe::{FrameSpan, seen};
pub use subdivide::BakedSubdivide;
pub use text::{BakedText, TextForm};
pub use tolerance::Tolerance;

use crate::parallel::run_parallel;
use crate::session::{Cancelled, Progress};
use crate::{LayerRef, PropertyRef, Session, Timeline};
use inbetween_doc::{Document, Property, PropertyNode, SourceSpan};
use inbetween_types::Diagnostic;
use keys::BakedProperty;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How to bake.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BakeOptions {
    /// Largest error at every whole and half frame.
    pub tolerance: Tolerance,
    /// Frames of the main composition that are shown; `None` is all of it.
    pub frames: Option<FrameSpan>,
    /// Whether to take out expression controls that nothing needs any more.
    pub prune: bool,
    /// What text with selectors that have expressions becomes; `None` chooses: selectors where players make the
    /// same of them; units for characters that turn in space; else outlines.
    pub text: Option<TextForm>,
    /// Whether meshes become plain paths: a picture of polygons for every frame. Else players show nothing of them.
    pub mesh_paths: bool,
    /// Whether every text layer becomes outlines, also one that no selector moves.
    pub outline_text: bool,
    /// Whether each property gets a straight key on every whole frame it is seen at, instead of few that are fitted:
    /// for comparing sizes. No error is looked after.
    pub every_frame: bool,
    /// Worker threads.
    pub threads: usize,
}

impl Default for BakeOptions {
    fn default() -> Self {
        Self {
            tolerance: Tolerance::default(),
            frames: None,
            prune: false,
            text: None,
            mesh_paths: false,
            outline_text: false,
            every_frame: false,
            threads: 1,
        }
    }
}

/// One baked property.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BakedEntry {
    /// The property.
    pub property: PropertyRef,
    /// Number of keys; 0 for a static value.
    pub keys: usize,
    /// Largest error at whole and half frames, in the property's own unit.
    pub error: f64,
    /// The error that was allowed.
    pub tolerance: f64,
    /// Ranges of whole frames (the second excluded) in which the value never settles: each whole frame holds there, and
    /// half frames count as the frame before.
    pub held: Vec<[f64; 2]>,
}

impl BakedEntry {
    /// An entry of a property that settles: no range of its frames holds.
    #[must_use]
    pub fn new(property: PropertyRef, keys: usize, error: f64, tolerance: f64) -> Self {
        Self { property, keys, error, tolerance, held: Vec::new() }
    }
}

/// What baking made.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Bake {
    /// The properties to write, as the document holds them but with keys and without expressions.
    pub properties: Vec<Property>,
    /// Elements to take out of the file: controls that nothing needs (`prune`), operators that became paths.
    pub removed: Vec<SourceSpan>,
    /// How many of those are controls.
    pub controls: usize,
    /// Parts of the text to put in the place of others: text animators and layers.
    pub replaced: Vec<(SourceSpan, String)>,
    /// One entry per baked property.
    pub entries: Vec<BakedEntry>,
    /// One entry per text layer whose selectors were baked.
    pub texts: Vec<BakedText>,
    /// One entry per Subdivide item that became plain paths.
    pub subdivided: Vec<BakedSubdivide>,
    /// One entry per mesh layer that became plain paths.
    pub meshes: Vec<BakedMesh>,
    /// Largest distance of a layer's corner from where it should be, in pixels.
    pub corner_error: f64,
    /// Findings: expressions that failed while they were sampled.
    pub diagnostics: Vec<Diagnostic>,
}

/// How often a fit may be repeated with a tighter tolerance.
const ROUNDS: usize = 8;

/// Bakes every expression of a timeline's document.
///
/// # Errors
/// When `progress` calls it off. Progress counts samples first, then fits, each from 0.
pub fn bake(timeline: &Timeline, options: &BakeOptions, progress: Progress<'_>) -> Result<Bake, Cancelled> {
    let all = run_parallel(timeline, &[()], 1, &|_, _| true, |session, ()| {
        jobs(timeline, session, options.frames)
    })?;
    let mut jobs = all.results.into_iter().next().unwrap_or_default();
    // What runs once per character is baked with its text.
    jobs.retain(|job| !timeline.is_per_unit(job.property));
    // Where layers are is compared at the times that are sampled.
    let remembering = timeline.remembering();
    let (signals, diagnostics) = sample::sample(&remembering, &jobs, options.threads, progress)?;
    let mut allowed: Vec<f64> = vec![1.0; jobs.len()];
    let mut baked: Vec<Option<BakedProperty>> = vec![None; jobs.len()];
    let mut open: Vec<usize> = (0..jobs.len()).collect();
    let mut errors: BTreeMap<LayerRef, f64> = BTreeMap::new();
    for round in 0..ROUNDS {
        longest_first(&mut open, &signals);
        let fits = run_parallel(timeline, &open, options.threads, progress, |session, &index| {
            let (job, signal) = (jobs.get(index)?, signals.get(index)?);
            if options.every_frame {
                return keys::every_frame(session, job, signal);
            }
            keys::fit_property(
                session,
                job,
                signal,
                &options.tolerance,
                allowed.get(index).copied().unwrap_or(1.0),
            )
        })?;
        for (&index, fitted) in open.iter().zip(fits.results) {
            if let Some(slot) = baked.get_mut(index) {
                *slot = fitted;
            }
        }
        if options.every_frame {
            break;
        }
        let after = with_baked(timeline, &jobs, &baked);
        // What no new fit can have moved is where it was.
        let changed = (round > 0).then_some(open.as_slice());
        let mut now = errors.clone();
        now.extend(verify::corner_errors(&remembering, &after, &jobs, changed, options.threads, &|_, _| {
            true
        })?);
        let off = verify::property_errors(&after, &jobs, &signals, &baked, &open, options.threads)?;
        let fitted = std::mem::replace(&mut open, tighten(timeline, &jobs, &errors, &now, &mut allowed));
        errors = now;
        let listed: BTreeSet<usize> = open.iter().copied().collect();
        for (index, error) in fitted.into_iter().zip(off) {
            let (Some(Some(one)), Some(allowed)) = (baked.get_mut(index), allowed.get_mut(index)) else {
                continue;
            };
            one.error = error;
            // What the evaluator makes of the keys counts, not what the fit believed.
            let limit = one.limit;
            if error > limit && limit > 0.0 {
                *allowed *= (0.9 * limit / error).clamp(0.2, 0.9);
                if !listed.contains(&index) {
                    open.push(index);
                }
            }
        }
        if open.is_empty() {
            break;
        }
    }
    drop(remembering);
    let corner_error = errors.values().copied().fold(0.0, f64::max);
    let mut result = Bake { corner_error, diagnostics, ..Bake::default() };
    let after = with_baked(timeline, &jobs, &baked);
    let texts = text::bake(timeline, &after, options, progress)?;
    result.replaced = texts.replaced;
    let meshes = mesh::bake(timeline, &after, options, progress)?;
    result.replaced.extend(meshes.replaced);
    result.diagnostics.extend(meshes.diagnostics);
    result.meshes = meshes.baked;
    let rounded = subdivide::bake(timeline, options, progress)?;
    result.replaced.extend(rounded.replaced);
    result.removed.extend(rounded.removed);
    result.diagnostics.extend(rounded.diagnostics);
    result.subdivided = rounded.items;
    result.texts = texts.baked;
    result.diagnostics.extend(texts.diagnostics);
    for (job, one) in jobs.iter().zip(baked) {
        if let Some(one) = one {
            result.diagnostics.extend(styles::lost(timeline, &one.property, job.property));
            result.entries.push(BakedEntry {
                property: job.property,
                keys: one.property.keyframes.len(),
                error: one.error,
                tolerance: one.limit,
                held: one.held,
            });
            result.properties.push(one.property);
        }
    }
    if options.prune {
        let controls = prune::controls(timeline);
        result.controls = controls.len();
        result.removed.extend(controls);
    }
    Ok(result)
}

/// Sorts jobs by the work that a fit of their signals looks like, the most first: started last, a long one would keep
/// one thread busy after all others are done.
fn longest_first(open: &mut [usize], signals: &[sample::Signal]) {
    let work = |index: &usize| signals.get(*index).map_or(0, sample::Signal::moves);
    open.sort_by_cached_key(|index| (std::cmp::Reverse(work(index)), *index));
}

/// Halves (or more) the tolerance of every job that moves a layer whose corner is off; gives those jobs. A layer that
/// the last tightening did not bring nearer (its error is no matter of tolerance) is left as it is.
fn tighten(
    timeline: &Timeline,
    jobs: &[Job],
    before: &BTreeMap<LayerRef, f64>,
    errors: &BTreeMap<LayerRef, f64>,
    allowed: &mut [f64],
) -> Vec<usize> {
    let mut factors: BTreeMap<LayerRef, f64> = BTreeMap::new();
    for (&layer, &error) in errors.iter().filter(|(_, error)| **error > verify::CORNER_TOLERANCE) {
        if before.get(&layer).is_some_and(|before| error > 0.9 * before) {
            continue;
        }
        let factor = (0.8 * verify::CORNER_TOLERANCE / error).clamp(0.05, 0.5);
        for ancestor in verify::chain(timeline, layer) {
            let entry = factors.entry(ancestor).or_insert(1.0);
            *entry = entry.min(factor);
        }
    }
    let mut open = Vec::new();
    for (index, (job, allowed)) in jobs.iter().zip(allowed).enumerate() {
        if let Some(factor) =
            factors.get(&job.layer).filter(|_| jobs::is_layer_transform(timeline, job.property))
        {
            *allowed *= factor;
            open.push(index);
        }
    }
    open
}

/// The timeline of the document with the baked properties in place.
fn with_baked(timeline: &Timeline, jobs: &[Job], baked: &[Option<BakedProperty>]) -> Timeline {
    let mut document: Document = (**timeline.document()).clone();
    for (job, one) in jobs.iter().zip(baked) {
        let Some(one) = one else { continue };
        if let Some(slot) = property_slot(timeline, &mut document, job.property) {
            *slot = one.property.clone();
        }
    }
    let options = crate::CompileOptions {
        limits: timeline.limits().clone(),
        now_ms: timeline.now_ms(),
        fonts: Arc::clone(timeline.fonts()),
        tier: timeline.tier(),
        probe: timeline.inner.probe.clone(),
    };
    Timeline::compile(Arc::new(document), &options)
}

/// The place of a property in a copy of its document.
fn property_slot<'a>(
    timeline: &Timeline,
    document: &'a mut Document,
    property: PropertyRef,
) -> Option<&'a mut Property> {
    let layer = timeline.layer(timeline.node(property.0)?.layer)?;
    let composition = timeline.composition(layer.composition)?.index;
    let layer = document.compositions.get_mut(composition)?.layers.get_mut(layer.index)?;
    let mut group = &mut layer.properties;
    let (last, groups) = timeline.places(property)?;
    for place in groups {
        match group.children.get_mut(place)? {
            PropertyNode::Group(inner) => group = inner,
            _ => return None,
        }
    }
    match group.children.get_mut(last)? {
        PropertyNode::Property(found) => Some(found),
        _ => None,
    }
}

/// The jobs of a timeline, for callers without a session at hand.
///
/// # Errors
/// Never in practice: nothing calls this off.
pub fn all_jobs(timeline: &Timeline, frames: Option<FrameSpan>) -> Result<Vec<Job>, Cancelled> {
    let outcome = run_parallel(timeline, &[()], 1, &|_, _| true, |session: &Session, ()| {
        jobs(timeline, session, frames)
    })?;
    Ok(outcome.results.into_iter().next().unwrap_or_default())
}
