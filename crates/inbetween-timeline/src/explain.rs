//! Where a value comes from: the tree of everything that was read on the way to it.

mod steps;

pub use steps::{Step, handle_words};

use crate::{PropertyRef, Session, State, Timeline};
use inbetween_expr::tier::Tier;
use inbetween_expr::{Item, Object};
use inbetween_types::{Diagnostic, Time, Value, ValueKind};

/// The value of a property at one time, and what it was made of.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The expression that finds the property in its composition.
    pub find: String,
    /// Name of the composition.
    pub composition: String,
    /// Composition time in seconds.
    pub time: Time,
    /// Composition frame.
    pub frame: f64,
    /// Value before the expression.
    pub before: Value,
    /// Value after the expression.
    pub after: Value,
    /// For points: whose space they are in.
    pub space: Option<String>,
    /// The text of the expression.
    pub expression: Option<String>,
    /// Which tier evaluates the expression: `numeric` or `script`. Explaining itself runs the script tier.
    pub tier: Option<&'static str>,
    /// Why the script tier is needed.
    pub tier_why: Option<&'static str>,
    /// Why the expression failed.
    pub error: Option<String>,
    /// The keys the value before the expression lies between (one of them before the first and after the last).
    pub keys: Vec<KeyUse>,
    /// What the expression did, in order: calls with their arguments and results, and the ways it took.
    pub steps: Vec<Step>,
    /// What the expression read, in order.
    pub reads: Vec<Read>,
    /// Whether reads were left out because there were too many.
    pub cut: bool,
    /// Findings made on the way; on the outermost explanation only.
    pub diagnostics: Vec<Diagnostic>,
}

/// A key that a value came from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KeyUse {
    /// Number of the key, from 1.
    pub index: usize,
    /// Composition time in seconds.
    pub time: Time,
    /// Its value.
    pub value: Value,
}

/// Something an expression read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Read {
    /// Another property, with its own explanation.
    Property(Box<Explanation>),
    /// A method of an object.
    Call {
        /// The object, as an expression that finds it.
        object: String,
        /// The method.
        name: &'static str,
        /// Arguments.
        arguments: Vec<Item>,
        /// What it gave.
        result: Item,
    },
}

/// Most reads kept in one tree.
const MOST_READS: usize = 2_000;

/// Deepest explanation inside another.
const DEEPEST: usize = 40;

/// Records what is read while a session evaluates.
#[derive(Debug, Default)]
pub(crate) struct Tracer {
    open: Vec<Explanation>,
    /// The properties of `open`.
    properties: Vec<PropertyRef>,
    /// Programs that report, by property; `None` for those that cannot.
    traced: std::collections::BTreeMap<PropertyRef, Option<std::sync::Arc<inbetween_expr::Program>>>,
    /// Those that run.
    running: Vec<steps::Running>,
    finished: Option<Explanation>,
    count: usize,
}

impl State {
    /// Notes that a property is about to be evaluated, when someone listens. Gives whether it was noted.
    pub(crate) fn trace_enter(&self, property: PropertyRef, time: Time) -> bool {
        let listening = self.tracer.borrow().as_ref().is_some_and(|tracer| tracer.wants_more());
        if listening {
            let explanation = self.blank_explanation(property, time);
            if let Some(tracer) = self.tracer.borrow_mut().as_mut() {
                tracer.count += 1;
                tracer.open.push(explanation);
                tracer.properties.push(property);
            }
        } else if let Some(parent) =
            self.tracer.borrow_mut().as_mut().and_then(|tracer| tracer.open.last_mut())
        {
            parent.cut = true;
        }
        listening
    }

    /// Notes the value of the property that was entered last.
    pub(crate) fn trace_leave(&self, after: Option<&Value>) {
        if let Some(tracer) = self.tracer.borrow_mut().as_mut()
            && let Some(mut explanation) = tracer.open.pop()
        {
            tracer.properties.pop();
            if let Some(after) = after {
                explanation.after = after.clone();
            }
            match tracer.open.last_mut() {
                Some(parent) => parent.reads.push(Read::Property(Box::new(explanation))),
                None => tracer.finished = Some(explanation),
            }
        }
    }

    /// Notes why the property entered last failed.
    pub(crate) fn trace_error(&self, message: &str) {
        if let Some(open) = self.tracer.borrow_mut().as_mut().and_then(|tracer| tracer.open.last_mut()) {
            open.error = Some(message.to_owned());
        }
    }

    /// Notes a call of a method, when someone listens.
    pub(crate) fn trace_call(&self, object: Object, name: &'static str, arguments: &[Item], result: &Item) {
        let listening = self.tracer.borrow().is_some();
        if listening {
            let title = self.title(object);
            if let Some(tracer) = self.tracer.borrow_mut().as_mut() {
                let wants = tracer.wants_more();
                tracer.count += 1;
                if let Some(parent) = tracer.open.last_mut() {
                    if wants {
                        let (arguments, result) = (arguments.to_vec(), result.clone());
                        parent.reads.push(Read::Call { object: title, name, arguments, result });
                    } else {
                        parent.cut = true;
                    }
                }
            }
        }
    }

    fn blank_explanation(&self, property: PropertyRef, time: Time) -> Explanation {
        let timeline = &self.timeline;
        let before = self.pre_value(property, time);
        let source = timeline
            .document_property(property)
            .and_then(|p| p.expression.as_ref())
            .filter(|e| e.enabled)
            .map(|e| e.source.clone());
        let (tier, tier_why) = match timeline.expression_tier(property) {
            None => (None, None),
            Some(Tier::Numeric(_)) => (Some("numeric"), None),
            Some(Tier::Script { reason, .. }) => (Some("script"), Some(*reason)),
        };
        Explanation {
            find: timeline.property_expression(property),
            composition: timeline.location(property).composition.unwrap_or_default(),
            time,
            frame: timeline.property_frame_rate(property).frame(time),
            after: before.clone(),
            before,
            space: self.space_of(property),
            expression: source,
            tier,
            tier_why,
            error: None,
            keys: self.keys_around(property, time),
            steps: Vec::new(),
            reads: Vec::new(),
            cut: false,
            diagnostics: Vec::new(),
        }
    }

    fn space_of(&self, property: PropertyRef) -> Option<String> {
        let timeline = &self.timeline;
        let data = timeline.property(property)?;
        if !matches!(data.kind, ValueKind::Point(_)) {
            return None;
        }
        let node = timeline.node(property.0)?;
        let layer = timeline.layer(node.layer)?;
        let named = |layer| timeline.layer_data(layer).map_or_else(String::new, |data| data.name.clone());
        let own = named(node.layer);
        if layer.transform.position == Some(property) {
            return Some(match layer.parent {
                Some(parent) => format!("in the layer space of its parent \"{}\"", named(parent)),
                None => "in composition space".to_owned(),
            });
        }
        Some(format!("in the layer space of \"{own}\""))
    }

    fn keys_around(&self, property: PropertyRef, time: Time) -> Vec<KeyUse> {
        let Some(data) = self.timeline.property(property) else { return Vec::new() };
        let after = data.key_times.partition_point(|&key| key <= time);
        let first = after.saturating_sub(1);
        data.keyframes
            .iter()
            .zip(&data.key_times)
            .enumerate()
            .skip(first)
            .take(if after == 0 { 1 } else { 2 })
            .map(|(index, (key, &time))| KeyUse { index: index + 1, time, value: key.value.clone() })
            .collect()
    }
}

impl Tracer {
    fn wants_more(&self) -> bool {
        self.count < MOST_READS && self.open.len() < DEEPEST
    }
}

impl Session {
    /// Explains a value. Needs a large stack for long chains of expressions, like every evaluation.
    #[must_use]
    pub fn explain(&self, property: PropertyRef, time: Time) -> Explanation {
        *self.state().tracer.borrow_mut() = Some(Tracer::default());
        let value = self.evaluate(property, time);
        let traced = self.state().tracer.borrow_mut().take().and_then(|tracer| tracer.finished);
        let mut explanation = traced.unwrap_or_else(|| self.state().blank_explanation(property, time));
        explanation.after = value;
        explanation.diagnostics = self.take_diagnostics();
        explanation
    }
}

impl Timeline {
    /// Explains a value, on a thread of its own with a large stack.
    #[must_use]
    pub fn explain(&self, property: PropertyRef, time: Time) -> Explanation {
        let outcome = crate::parallel::run_parallel(self, &[()], 1, &|_, _| true, |session, ()| {
            session.explain(property, time)
        });
        let made = outcome.ok().and_then(|outcome| outcome.results.into_iter().next());
        made.unwrap_or_else(|| Session::new(self.clone()).explain(property, time))
    }
}
