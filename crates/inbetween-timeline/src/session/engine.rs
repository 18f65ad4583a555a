//! The session's expression engine.

use super::{Session, State};
use crate::timeline::{Inner, Timeline};
use inbetween_expr::{Engine, EngineOptions, Evaluation, Fault, Item, Program, Runner, ScopeNames};
use inbetween_types::Limits;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// Where a session keeps its engine, made when the first expression runs.
#[derive(Debug, Default)]
pub(crate) struct Slot(OnceCell<Engine>);

/// The AE names that expressions see, whatever the document.
pub(crate) fn names() -> ScopeNames {
    ScopeNames::new(&State::new(Timeline {
        inner: Arc::new(Inner {
            document: Arc::default(),
            limits: Limits::default(),
            compositions: Vec::new(),
            layers: Vec::new(),
            nodes: Vec::new(),
            diagnostics: Vec::new(),
            now: 0.0,
            fonts: Arc::default(),
            tier: super::Choice::default(),
            probe: None,
            meshes: std::collections::BTreeMap::new(),
        }),
        overrides: Arc::default(),
        pool: None,
    }))
}

/// Runs expressions when none is running.
struct Outermost<'a> {
    session: &'a Session,
    evaluation: Evaluation,
}

impl Runner for Outermost<'_> {
    fn run(&mut self, program: &Arc<Program>, evaluation: &Evaluation) -> Result<Item, Fault> {
        self.session.engine().run(program, evaluation)
    }

    fn current(&self) -> &Evaluation {
        &self.evaluation
    }
}

impl Session {
    fn engine(&self) -> &Engine {
        self.engine.0.get_or_init(|| {
            let mut options = EngineOptions::default();
            options.limits = self.state.timeline.limits().clone();
            // The state counts the chain, memory included; the engine also counts the query around it.
            options.limits.expression_depth = options.limits.expression_depth.saturating_add(8);
            options.now_ms = self.state.timeline.now_ms();
            options.stack_bytes = inbetween_expr::stack_room();
            Engine::with_options(Rc::clone(&self.state) as Rc<dyn inbetween_expr::Host>, &options)
        })
    }

    /// Calls `f` with the state and a runner that no expression has called: the way to ask the state for
    /// matrices, bounds and other things that may evaluate expressions.
    pub fn with_runner<T>(&self, f: impl FnOnce(&State, &mut dyn Runner) -> T) -> T {
        let evaluation = self.state.root_evaluation();
        inbetween_expr::with_stack_base(|| f(&self.state, &mut Outermost { session: self, evaluation }))
    }
}
