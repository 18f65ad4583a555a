//! From a composition at a time to a [`Scene`].
//!
//! [`Session::scene`] asks a session, [`Timeline::scene_at`] and [`Timeline::scenes`] any thread or several. The
//! answer does not depend on what was asked before. What cannot be drawn is named in the findings, once each.

mod blur;
mod composition;
mod content;
mod effects;
mod layer;
mod masks;
mod matte;
mod mesh;
mod order;
mod place;
mod plane;
mod sample;
mod share;
mod still;
mod text;
mod text_space;

#[cfg(test)]
mod tests;

use super::{Node, Scene};
use crate::session::{Cancelled, Progress};
use crate::{CompositionRef, LayerRef, NodeRef, PropertyRef, Session, State, Timeline, run_parallel};
use inbetween_expr::{Fault, Runner, with_large_stack};
use inbetween_types::{Diagnostic, Diagnostics, FrameRate, Mat4, Severity, Time, Value};
use std::collections::HashMap;

pub(crate) use share::Shared;

/// Most layers one scene may draw, counting every showing of a precomposition's layers.
const MOST_LAYERS: usize = 200_000;

/// Most layers one scene may look at, those that draw nothing included.
const MOST_LOOKS: usize = 10_000_000;

/// Most moments of one frame that motion blur may average.
const MOST_SAMPLES: usize = 64;

/// How a scene is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SceneOptions {
    /// Whether layers whose motion blur switch is on are blurred. Default true.
    pub motion_blur: bool,
    /// Moments that motion blur averages, 2..64; `None` takes the composition's, or AE's 16.
    pub samples: Option<usize>,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self { motion_blur: true, samples: None }
    }
}

/// What makes one scene.
struct Builder<'a> {
    state: &'a State,
    runner: &'a mut dyn Runner,
    options: &'a SceneOptions,
    findings: Diagnostics,
    /// Layers that may still be drawn.
    left: usize,
    /// Layers that may still be looked at, drawn or not.
    looks: usize,
    /// Compositions around the current one.
    depth: usize,
    /// Layers being built as another layer's matte or effect input.
    inputs: Vec<LayerRef>,
    /// World matrices so far, by layer and time.
    worlds: HashMap<(LayerRef, u64), Mat4>,
}

impl Session {
    /// What a composition shows at a time (seconds of that composition), and what of it could not be drawn.
    ///
    /// Layers outside their span, hidden ones, nulls, cameras, lights, sound and matte sources draw nothing. A
    /// handle of another timeline gives an empty scene.
    #[must_use]
    pub fn scene(
        &self,
        composition: CompositionRef,
        time: Time,
        options: &SceneOptions,
    ) -> (Scene, Vec<Diagnostic>) {
        self.with_runner(|state, runner| state.scene(runner, composition, time, options))
    }

    /// What a layer itself shows at a composition time, in its own space, before masks, effects and opacity, bottom
    /// first: the shapes of a shape layer, the characters of a text.
    #[must_use]
    pub fn contents(&self, layer: LayerRef, time: Time) -> Vec<Node> {
        self.with_runner(|state, runner| {
            let options = SceneOptions::default();
            Builder::new(state, runner, &options).content(layer, time).unwrap_or_default()
        })
    }
}

impl State {
    /// What a composition shows at a time, asked with the runner at hand; see [`Session::scene`].
    pub fn scene(
        &self,
        runner: &mut dyn Runner,
        composition: CompositionRef,
        time: Time,
        options: &SceneOptions,
    ) -> (Scene, Vec<Diagnostic>) {
        let Some(data) = self.timeline.composition_data(composition) else {
            return (Scene::default(), Vec::new());
        };
        let mut builder = Builder::new(self, runner, options);
        let time = snapped(self.timeline.frame_rate(composition), time);
        let nodes = builder.picture(composition, time);
        let findings = builder.findings.into_list();
        for finding in &findings {
            self.report(finding.clone());
        }
        (Scene { width: data.width, height: data.height, nodes }, findings)
    }
}

impl Timeline {
    /// What a composition shows at a time, from any thread.
    ///
    /// Starts a thread and a session for this one answer: for several use [`Timeline::scenes`] or
    /// [`Session::scene`].
    #[must_use]
    pub fn scene_at(
        &self,
        composition: CompositionRef,
        time: Time,
        options: &SceneOptions,
    ) -> (Scene, Vec<Diagnostic>) {
        with_large_stack(|| Session::new(self.clone()).scene(composition, time, options))
    }

    /// What a composition shows at several times, on several threads: one scene per time, the same on any number
    /// of threads, and all findings, those of expressions included, sorted by place.
    ///
    /// # Errors
    /// When `progress` calls it off.
    pub fn scenes(
        &self,
        composition: CompositionRef,
        times: &[Time],
        options: &SceneOptions,
        threads: usize,
        progress: Progress<'_>,
    ) -> Result<(Vec<Scene>, Vec<Diagnostic>), Cancelled> {
        let outcome = run_parallel(self, times, threads.clamp(1, 64), progress, |session, time| {
            session.scene(composition, *time, options).0
        })?;
        Ok((outcome.results, outcome.diagnostics))
    }
}

/// The time of the whole frame that `time` is within a millionth of, else `time`: a precomposition's time is
/// computed from its parent's and must not miss a frame by rounding.
fn snapped(rate: FrameRate, time: Time) -> Time {
    let frame = time * rate.fps();
    let whole = frame.round();
    if (frame - whole).abs() < 1e-6 { rate.seconds(whole) } else { time }
}

impl<'a> Builder<'a> {
    fn new(state: &'a State, runner: &'a mut dyn Runner, options: &'a SceneOptions) -> Self {
        Self {
            state,
            runner,
            options,
            findings: Diagnostics::default(),
            left: MOST_LAYERS,
            looks: MOST_LOOKS,
            depth: 0,
            inputs: Vec::new(),
            worlds: HashMap::new(),
        }
    }
}

impl Builder<'_> {
    fn timeline(&self) -> &Timeline {
        &self.state.timeline
    }

    fn value(&mut self, property: PropertyRef, time: Time) -> Result<Value, Fault> {
        self.state.value(self.runner, property, time)
    }

    /// The first number of an optional property.
    fn number(&mut self, property: Option<PropertyRef>, time: Time, default: f64) -> Result<f64, Fault> {
        Ok(match property {
            Some(property) => self.value(property, time)?.components().first().copied().unwrap_or(default),
            None => default,
        })
    }

    /// The first number of a member of a group, by match name.
    fn member(&mut self, group: NodeRef, name: &str, time: Time, default: f64) -> Result<f64, Fault> {
        let property = self.state.timeline.child_property(group, name);
        self.number(property, time, default)
    }

    /// Layer space → world, as [`State::world_matrix`]; parents that many layers share are computed once.
    fn world(&mut self, layer: LayerRef, time: Time) -> Result<Mat4, Fault> {
        let mut way = Vec::new();
        let mut at = Some(layer);
        let mut matrix = Mat4::IDENTITY;
        while let Some(here) = at {
            if let Some(known) = self.worlds.get(&(here, time.to_bits())) {
                matrix = *known;
                break;
            }
            way.push(here);
            at = self.timeline().layer(here).and_then(|node| node.parent);
        }
        for here in way.into_iter().rev() {
            matrix = matrix.then_after(&self.state.local_matrix(self.runner, here, time)?);
            self.worlds.insert((here, time.to_bits()), matrix);
        }
        Ok(matrix)
    }

    fn report(&mut self, code: &'static str, layer: LayerRef, message: impl Into<String>) {
        let place = self.timeline().inner.layer_location(layer);
        self.findings.push(Diagnostic::new(code, Severity::Warning, message).at(place));
    }

    fn report_fault(&mut self, layer: LayerRef, fault: &Fault) {
        let place = self.timeline().inner.layer_location(layer);
        let mut finding = Diagnostic::new(fault.code, Severity::Error, fault.message.clone()).at(place);
        finding.help.clone_from(&fault.help);
        self.findings.push(finding);
    }

    /// Takes one layer from the scene's allowance; `false` when none is left.
    fn spend(&mut self, layer: LayerRef, count: usize) -> bool {
        if self.left < count {
            self.left = 0;
            self.over_size(layer);
            return false;
        }
        self.left -= count;
        true
    }

    /// Says that the scene is too large; once, later layers are left out silently.
    fn over_size(&mut self, layer: LayerRef) {
        if self.findings.list().iter().any(|finding| finding.code == "limit/scene-size") {
            return;
        }
        let place = self.timeline().inner.layer_location(layer);
        let message = format!("the picture has more than {MOST_LAYERS} layers; the rest is left out");
        self.findings.push(Diagnostic::new("limit/scene-size", Severity::Error, message).at(place));
    }

    /// A composition as the nodes of a picture of its own, bottom first.
    fn picture(&mut self, composition: CompositionRef, time: Time) -> Vec<Node> {
        let space = place::Space::of(self, composition, time);
        let items = self.composition(composition, time, &space);
        order::flatten(items)
    }
}

/// A fraction 0..1 from percent; what is no number counts as the whole.
fn fraction(percent: f64) -> f32 {
    if percent.is_nan() { 1.0 } else { (percent / 100.0).clamp(0.0, 1.0) as f32 }
}
