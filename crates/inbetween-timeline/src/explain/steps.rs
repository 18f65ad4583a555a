//! What an expression did: the calls it made and the ways it took.

use crate::{LayerRef, NodeRef, PropertyRef, State};
use inbetween_expr::{Class, Item, MADE_BY, Object, Program, TraceKind};
use inbetween_types::SourcePoint;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Something an expression did. Spans are bytes of its text.
///
/// Of an optional chain (`a?.b().c()`) the last call is among them. Not among them: tagged templates, what runs inside
/// `eval`, and which operand of `&&`, `||` and `??` was the last.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Step {
    /// A call that came back.
    Call {
        /// Where it is written.
        span: Range<usize>,
        /// Line, from 1.
        line: u32,
        /// What was called, as it is written.
        name: String,
        /// Its arguments; a layer, group, property, date or function is [`handle_words`]. Long arrays, texts and objects are cut; a spread argument is left out.
        arguments: Vec<Item>,
        /// What it gave.
        result: Item,
    },
    /// A test that chose a way.
    Branch {
        /// The test.
        span: Range<usize>,
        /// Its line, from 1.
        line: u32,
        /// The test as it is written.
        test: String,
        /// `if`, `?`, `loop`, `switch` (what is compared) or `case` (what it is compared with).
        kind: &'static str,
        /// Its value.
        value: Item,
        /// Whether it held.
        held: bool,
        /// What ran for it, if anything.
        taken: Option<Range<usize>>,
        /// What did not, if there is anything.
        left: Option<Range<usize>>,
    },
}

/// A program that reports, while it runs.
#[derive(Debug)]
pub(super) struct Running {
    program: Arc<Program>,
    /// The latest value of each argument, and of what each `switch` compares.
    arguments: BTreeMap<usize, Item>,
    /// How deep explanations are nested around it.
    depth: usize,
}

/// What stands for a layer, group, property, date or function among arguments and results of a [`Step`], in the words
/// that would find or make it; `None` for anything else.
#[must_use]
pub fn handle_words(item: &Item) -> Option<&str> {
    match item {
        Item::Record(members) => match members.as_slice() {
            [(name, Item::Text(words))] if **name == *MADE_BY => Some(words),
            _ => None,
        },
        _ => None,
    }
}

/// Most steps kept of one evaluation.
const MOST_STEPS: usize = 500;

impl State {
    /// The program to run instead of a property's own when its steps are wanted; [`State::trace_ran`] must follow.
    pub(crate) fn traced_program(&self, property: PropertyRef, program: &Program) -> Option<Arc<Program>> {
        let mut tracer = self.tracer.borrow_mut();
        let tracer = tracer.as_mut()?;
        if tracer.properties.last() != Some(&property) {
            return None;
        }
        let limits = self.timeline.limits();
        let own = self.timeline.property(property)?.program.as_ref()?;
        // Another text may run on the property: a query.
        if own.source != program.source {
            return None;
        }
        let made = tracer
            .traced
            .entry(property)
            .or_insert_with(|| crate::compile::compile_traced(&program.source, limits).program);
        let program = made.clone()?;
        let depth = tracer.open.len();
        tracer.running.push(Running { program: Arc::clone(&program), arguments: BTreeMap::new(), depth });
        Some(program)
    }

    /// Notes that the program came to its end.
    pub(crate) fn trace_ran(&self) {
        if let Some(tracer) = self.tracer.borrow_mut().as_mut() {
            tracer.running.pop();
        }
    }

    /// A layer, group or property as what would find it: `{expression: "layer(…)…"}`.
    fn handle(&self, object: Object) -> Item {
        let words = match object.class {
            Class::Project
            | Class::Composition
            | Class::Footage
            | Class::Inbetween
            | Class::MarkerProperty => self.title(object),
            Class::Layer => {
                let name = self.timeline.layer_data(LayerRef(object.id)).map_or("", |data| &data.name);
                format!("layer({name:?})")
            }
            _ => self.timeline.node_expression(NodeRef(object.id)),
        };
        Item::Record(vec![(Arc::from(MADE_BY), Item::text(&words))])
    }

    /// Handles inside of arrays and records, too.
    fn handles(&self, value: Item) -> Item {
        let members = |members: Vec<(Arc<str>, Item)>| {
            members.into_iter().map(|(name, value)| (name, self.handles(value))).collect()
        };
        match value {
            Item::Object(object) => self.handle(object),
            Item::Array(items) => Item::Array(items.into_iter().map(|item| self.handles(item)).collect()),
            Item::Record(inside) => Item::Record(members(inside)),
            Item::Key(inside) => Item::Key(members(inside)),
            value => value,
        }
    }

    /// Notes a report.
    pub(crate) fn trace_step(&self, point: usize, value: Item, held: bool) {
        let value = self.handles(value);
        let mut tracer = self.tracer.borrow_mut();
        let Some(tracer) = tracer.as_mut() else { return };
        let depth = tracer.open.len();
        let (Some(running), Some(open)) = (tracer.running.last_mut(), tracer.open.last_mut()) else { return };
        if running.depth != depth {
            return;
        }
        let program = Arc::clone(&running.program);
        let Some(found) = program.points.get(point) else { return };
        if found.kind == TraceKind::Argument {
            running.arguments.insert(point, value);
            return;
        }
        let held = match (found.kind, found.parent.and_then(|switch| running.arguments.get(&switch))) {
            // Numbers, texts and booleans are equal as `===` has it; anything else is told by what runs next.
            (TraceKind::Case, Some(compared)) => *compared == value,
            (TraceKind::Switch, _) => {
                running.arguments.insert(point, value.clone());
                true
            }
            _ => held,
        };
        if open.steps.len() >= MOST_STEPS {
            open.cut = true;
            return;
        }
        let text = |span: &Range<usize>| program.source.get(span.clone()).unwrap_or("").trim().to_owned();
        let (span, line) = (found.span.clone(), SourcePoint::of(&program.source, found.span.start).line);
        open.steps.push(if found.kind == TraceKind::Call {
            let arguments =
                program.points.iter().enumerate().filter(|(_, other)| other.parent == Some(point));
            Step::Call {
                span,
                line,
                name: found.then.as_ref().map(text).unwrap_or_default(),
                arguments: arguments.filter_map(|(at, _)| running.arguments.remove(&at)).collect(),
                result: value,
            }
        } else {
            let (taken, left) = if held {
                (found.then.clone(), found.otherwise.clone())
            } else {
                (found.otherwise.clone(), found.then.clone())
            };
            Step::Branch {
                test: text(&span),
                span,
                line,
                kind: match found.kind {
                    TraceKind::If => "if",
                    TraceKind::Conditional => "?",
                    TraceKind::Switch => "switch",
                    TraceKind::Case => "case",
                    _ => "loop",
                },
                value,
                held,
                taken,
                left,
            }
        });
    }
}
