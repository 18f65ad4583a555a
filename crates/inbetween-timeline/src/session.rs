//! Evaluation: a timeline at a time, on one thread.

use crate::{CompositionRef, LayerRef, PropertyRef, Timeline};
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Mat4, Path, Time, Value};
use std::rc::Rc;
use std::sync::Arc;

/// Evaluates a timeline on one thread. Not `Send`; make one per thread.
///
/// What it remembers is only what was computed: the answers are the same in any order. It owns the engine, and
/// the engine owns the [`State`] as its host.
#[derive(Debug)]
pub struct Session {
    pub(crate) state: Rc<State>,
}

/// What a session knows: the timeline, what was computed, what is being computed. It is the [`inbetween_expr::Host`]
/// of the session's engine (see `language`); every method takes the runner that asks.
#[derive(Debug)]
pub struct State {
    pub(crate) timeline: Timeline,
    pub(crate) clocks: crate::language::Clocks,
}

/// A rectangle in layer space, as `sourceRectAtTime` gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

// Signatures of the evaluation interface that the language (language/) builds on. Each takes the runner that
// asks, so that expressions met on the way run inside it.
impl State {
    /// Value after the expression. A property that is being evaluated already gives its value before the
    /// expression. A failed expression gives the value before the expression and a finding.
    pub fn value(&self, runner: &mut dyn Runner, property: PropertyRef, time: Time) -> Result<Value, Fault> {
        let _ = runner;
        Ok(self.pre_value(property, time))
    }

    /// Value before the expression: static, overridden or keyframed.
    pub fn pre_value(&self, property: PropertyRef, time: Time) -> Value {
        let _ = (property, time);
        Value::Number(0.0)
    }

    /// Rate of change per second of the keyframed value, right-sided.
    pub fn pre_velocity(&self, property: PropertyRef, time: Time) -> Value {
        let _ = (property, time);
        Value::Number(0.0)
    }

    /// Layer space → parent's layer space (or the world) at a composition time.
    pub fn local_matrix(&self, runner: &mut dyn Runner, layer: LayerRef, time: Time) -> Result<Mat4, Fault> {
        let _ = (runner, layer, time);
        Ok(Mat4::IDENTITY)
    }

    /// Layer space → world.
    pub fn world_matrix(&self, runner: &mut dyn Runner, layer: LayerRef, time: Time) -> Result<Mat4, Fault> {
        let _ = (runner, layer, time);
        Ok(Mat4::IDENTITY)
    }

    /// The layer's bounds in its own space, as `sourceRectAtTime(time, extents)`.
    pub fn source_rect(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
        extents: bool,
    ) -> Result<Rect, Fault> {
        let _ = (runner, layer, time, extents);
        Ok(Rect::default())
    }

    /// The camera that renders a composition at a time, if any layer is one.
    pub fn active_camera(&self, composition: CompositionRef, time: Time) -> Option<LayerRef> {
        let _ = (composition, time);
        None
    }

    /// A path value as AE's `points()`, …
    pub fn path(
        &self,
        runner: &mut dyn Runner,
        property: PropertyRef,
        time: Time,
    ) -> Result<Arc<Path>, Fault> {
        match self.value(runner, property, time)? {
            Value::Path(path) => Ok(path),
            _ => Err(Fault::thrown("expr/not-a-path", "this property is not a path")),
        }
    }
}
