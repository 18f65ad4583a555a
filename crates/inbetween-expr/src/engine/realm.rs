//! JavaScript heaps and the programs that run in them.

use super::convert::{Reader, call, class_number};
use super::fault;
use super::install;
use super::shared::Shared;
use crate::{Class, Evaluation, Fault, Item, Object, Program, Runner};
use rquickjs::context::EvalOptions;
use rquickjs::{Context, Ctx, Function, Persistent, Runtime, Value};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// What stands before the core text on its first line. `eval` inside is the real one.
pub(super) const CORE_PREFIX: &str = "(function(eval){return (function($s){";

/// What stands after it; the line break ends a comment.
const CORE_SUFFIX: &str = "\n})})";

/// Bytes of core text whose compiled functions are kept.
const PROGRAM_BYTES: usize = 4 << 20;

/// Heap that compiled programs, the prelude and handles may take, besides what expressions may.
const OWN_MEMORY: usize = 48 << 20;

/// Realms in use at once: programs that write to globals read each other that deep.
const MOST_REALMS: usize = 8;

/// Stack that must be left to start an evaluation.
const STACK_RESERVE: usize = 256 << 10;

type Kept = Persistent<Function<'static>>;

/// The functions of the prelude that Rust calls.
pub(super) struct Kernel {
    pub(super) run: Kept,
    pub(super) back: Kept,
    pub(super) load: Kept,
    pub(super) unload: Kept,
    pub(super) forget: Kept,
    pub(super) scope: Kept,
    pub(super) handle: Kept,
    pub(super) key: Kept,
    pub(super) path: Kept,
    pub(super) style: Kept,
    pub(super) failure: Kept,
    pub(super) peek: Kept,
    pub(super) inside: Kept,
    pub(super) shown: Kept,
    pub(super) well_formed: Kept,
    pub(super) spin: Kept,
    pub(super) eval: Kept,
}

type ScopeKey = (i32, i32, i32);

/// What the functions installed in a realm hold.
pub(super) struct State {
    pub(super) shared: Rc<Shared>,
    kernel: RefCell<Option<Kernel>>,
    programs: RefCell<HashMap<usize, (Arc<Program>, u32)>>,
    program_bytes: Cell<usize>,
    scopes: RefCell<HashMap<ScopeKey, u32>>,
    depth: Cell<u32>,
    generation: Cell<u32>,
    /// Whether the globals are frozen.
    sealed: bool,
    /// Whether the heap must not be used again.
    pub(super) spoilt: Cell<bool>,
}

/// A heap.
pub(super) struct Realm {
    pub(super) state: Rc<State>,
    context: Context,
    runtime: Runtime,
}

impl Drop for Realm {
    fn drop(&mut self) {
        // Kept functions must go before the runtime.
        let kernel = self.state.kernel.borrow_mut().take();
        drop(kernel);
    }
}

impl Realm {
    /// A new heap; `sealed` freezes its globals.
    fn new(shared: &Rc<Shared>, sealed: bool) -> Result<Self, Fault> {
        let fail =
            |what: &str| Fault::limit("expr/engine", format!("the expression engine cannot start: {what}"));
        let runtime = Runtime::new().map_err(|e| fail(&e.to_string()))?;
        // A heap that is dropped after one program keeps no other programs.
        let own = if sealed { OWN_MEMORY } else { OWN_MEMORY / 8 };
        runtime.set_memory_limit(shared.limits.engine_memory.saturating_add(own));
        runtime.set_gc_threshold(4 << 20);
        let polls = Rc::clone(&shared.polls);
        let tracker = Rc::downgrade(shared);
        runtime.set_host_promise_rejection_tracker(Some(Box::new(move |_, _, reason, _| {
            // Async functions turn every error into a rejection, limits included.
            if let Some(shared) = tracker.upgrade() {
                fault::of_rejection(&shared, &reason);
            }
        })));
        let context = Context::full(&runtime).map_err(|e| fail(&e.to_string()))?;
        let state = Rc::new(State {
            shared: Rc::clone(shared),
            kernel: RefCell::default(),
            programs: RefCell::default(),
            program_bytes: Cell::new(0),
            scopes: RefCell::default(),
            depth: Cell::new(0),
            generation: Cell::new(shared.generation.get()),
            sealed,
            spoilt: Cell::new(false),
        });
        let realm = Self { state, context, runtime };
        realm.runtime.set_max_stack_size(shared.stack_left().max(STACK_RESERVE));
        realm.context.with(|ctx| {
            let kernel = install::install(&ctx, &realm.state, sealed).map_err(|e| {
                let value = ctx.catch();
                let text = value.get::<rquickjs::Coerced<String>>().map_or_else(|_| String::new(), |c| c.0);
                fail(&format!("{e}: {text}"))
            })?;
            realm.state.kernel.replace(Some(kernel));
            Ok::<_, Fault>(())
        })?;
        realm.runtime.set_interrupt_handler(Some(Box::new(move || polls.poll())));
        Ok(realm)
    }
}

/// Runs a program in a realm nobody is in: at the outermost level, and where realms change.
pub(super) fn run_fresh(
    shared: &Rc<Shared>,
    program: &Arc<Program>,
    evaluation: &Evaluation,
) -> Result<Item, Fault> {
    if shared.busy.get() >= MOST_REALMS || shared.stack_left() < STACK_RESERVE {
        return Err(shared.no_stack());
    }
    let idle = if program.writes_globals { None } else { shared.idle.borrow_mut().pop() };
    let realm = match idle {
        Some(realm) => realm,
        None => Realm::new(shared, !program.writes_globals)?,
    };
    shared.busy.set(shared.busy.get() + 1);
    realm.runtime.set_max_stack_size(shared.stack_left().max(STACK_RESERVE / 2));
    let result = realm.context.with(|ctx| realm.state.run(&ctx, program, evaluation));
    shared.busy.set(shared.busy.get() - 1);
    let keep = !program.writes_globals && !realm.state.spoilt.get() && !realm.runtime.is_job_pending();
    if keep {
        shared.idle.borrow_mut().push(realm);
    }
    result
}

impl State {
    /// A function of the prelude.
    pub(super) fn kernel<'js>(
        &self,
        ctx: &Ctx<'js>,
        pick: impl FnOnce(&Kernel) -> &Kept,
    ) -> rquickjs::Result<Function<'js>> {
        let kernel = self.kernel.borrow();
        kernel.as_ref().map(pick).cloned().ok_or(rquickjs::Error::Unknown)?.restore(ctx)
    }

    /// Raises a limit in JavaScript such that nothing catches it.
    pub(super) fn limit<'js>(&self, ctx: &Ctx<'js>, fault: Fault) -> rquickjs::Error {
        self.shared.set_trip(fault);
        // The interrupt handler now answers "stop", and stopping is what QuickJS lets nobody catch.
        match self.kernel(ctx, |k| &k.spin).and_then(|spin| call(&spin, ())) {
            Err(error) => error,
            Ok(()) => rquickjs::Error::Unknown,
        }
    }

    /// Raises a fault: a limit as such, anything else as an error that remembers the fault.
    pub(super) fn raise<'js>(&self, ctx: &Ctx<'js>, fault: Fault) -> rquickjs::Error {
        if fault.kind == crate::FaultKind::Limit {
            return self.limit(ctx, fault);
        }
        let kind = match fault.code {
            "expr/undefined-name" => 1,
            "expr/bad-argument" | "expr/type" => 2,
            "expr/syntax" => 3,
            _ => 0,
        };
        let message = fault.message.clone();
        let number = self.shared.remember(fault);
        let made =
            self.kernel(ctx, |k| &k.failure).and_then(|f| f.call::<_, Value<'js>>((kind, message, number)));
        match made {
            Ok(error) => ctx.throw(error),
            Err(error) => error,
        }
    }

    /// Whether an exception `null` means that not even an error could be made.
    pub(super) fn is_out_of_memory(&self, ctx: &Ctx<'_>) -> bool {
        rquickjs::Object::new(ctx.clone()).is_err()
    }

    /// Runs a program in this realm, possibly inside another evaluation in it.
    fn run<'js>(
        self: &Rc<Self>,
        ctx: &Ctx<'js>,
        program: &Arc<Program>,
        evaluation: &Evaluation,
    ) -> Result<Item, Fault> {
        let shared = &self.shared;
        let chain = usize::try_from(shared.limits.expression_depth).unwrap_or(usize::MAX);
        if shared.depth() >= chain {
            let message = format!("expressions read one another in a chain longer than {chain}");
            return Err(Fault::limit("limit/expression-depth", message));
        }
        if shared.stack_left() < STACK_RESERVE {
            return Err(shared.no_stack());
        }
        let outer = shared.evaluation();
        shared.push(evaluation);
        let result = self.run_pushed(ctx, program, evaluation);
        let tripped = shared.clear_trip();
        shared.pop();
        let result = match tripped {
            Some(fault) => Err(fault),
            None => result,
        };
        if let Err(fault) = &result
            && matches!(fault.code, "limit/memory" | "expr/engine")
        {
            self.spoilt.set(true);
        }
        let depth = self.depth.get();
        if depth > 0 || result.is_err() {
            let restored = self.restore(ctx, depth, outer.as_deref().unwrap_or(evaluation));
            if restored.is_err() {
                ctx.catch();
                self.spoilt.set(true);
            }
        }
        result
    }

    fn run_pushed<'js>(
        self: &Rc<Self>,
        ctx: &Ctx<'js>,
        program: &Arc<Program>,
        evaluation: &Evaluation,
    ) -> Result<Item, Fault> {
        let failed = |error: rquickjs::Error| fault::of_exception(ctx, self, program, &error);
        if self.depth.get() == 0 {
            self.tidy(ctx).map_err(failed)?;
        }
        let index = self.program(ctx, program).map_err(failed)?;
        let frame = self.frame(ctx, evaluation).map_err(failed)?;
        let run = self.kernel(ctx, |k| &k.run).map_err(failed)?;
        self.depth.set(self.depth.get() + 1);
        let value = run.call::<_, Value<'js>>((
            index,
            frame.scope,
            evaluation.time,
            frame.layer,
            frame.property,
            frame.composition,
        ));
        let item = value.and_then(|value| Reader::new(ctx, self).item(&value, 0));
        self.depth.set(self.depth.get() - 1);
        match item.map_err(failed)? {
            // A property's expression that gives a property means its value, at the time the evaluation has come to
            // (`posterizeTime`). A query means the property itself.
            Item::Object(object) if object.class == Class::Property && evaluation.property.is_some() => {
                let evaluation = self.shared.evaluation().unwrap_or_else(|| Rc::new(evaluation.clone()));
                let mut runner = CtxRunner { ctx, state: self, evaluation };
                self.shared.host.get(&mut runner, object, "value")
            }
            item => Ok(item),
        }
    }

    /// Gives the outer evaluation its counters and names back.
    fn restore(&self, ctx: &Ctx<'_>, depth: u32, outer: &Evaluation) -> rquickjs::Result<()> {
        let frame = self.frame(ctx, outer)?;
        let back = self.kernel(ctx, |k| &k.back)?;
        call(&back, (depth, frame.scope, outer.time, frame.layer, frame.property, frame.composition))
    }

    fn frame(&self, ctx: &Ctx<'_>, evaluation: &Evaluation) -> rquickjs::Result<Frame> {
        let class = |o: Option<Object>| o.map_or(-1, |o| class_number(o.class));
        let id = |o: Option<Object>| o.map_or(-1, |o| i64::from(self.shared.id(o)));
        let key = (class(evaluation.layer), class(evaluation.property), class(Some(evaluation.composition)));
        let known = self.scopes.borrow().get(&key).copied();
        let scope = match known {
            Some(scope) => scope,
            None => {
                let scope = u32::try_from(self.scopes.borrow().len()).unwrap_or(u32::MAX);
                call(&self.kernel(ctx, |k| &k.scope)?, (scope, key.0, key.1, key.2))?;
                self.scopes.borrow_mut().insert(key, scope);
                scope
            }
        };
        Ok(Frame {
            scope,
            layer: id(evaluation.layer),
            property: id(evaluation.property),
            composition: id(Some(evaluation.composition)),
        })
    }

    /// The number of a program's function, compiled once.
    fn program<'js>(&self, ctx: &Ctx<'js>, program: &Arc<Program>) -> rquickjs::Result<u32> {
        let key = Arc::as_ptr(program).addr();
        if let Some((_, index)) = self.programs.borrow().get(&key) {
            return Ok(*index);
        }
        let mut options = EvalOptions::default();
        options.strict = false;
        options.filename = Some("expression".to_owned());
        let text = [CORE_PREFIX, &program.core, CORE_SUFFIX].concat();
        let wrapper: Function<'js> = ctx.eval_with_options(text, options)?;
        let function: Function<'js> = wrapper.call((self.kernel(ctx, |k| &k.eval)?,))?;
        let index = u32::try_from(self.programs.borrow().len()).unwrap_or(u32::MAX);
        call(&self.kernel(ctx, |k| &k.load)?, (index, function))?;
        self.program_bytes.set(self.program_bytes.get() + program.core.len());
        self.programs.borrow_mut().insert(key, (Arc::clone(program), index));
        Ok(index)
    }

    /// Before an outermost evaluation: forgets handles and programs that have become too many.
    fn tidy(&self, ctx: &Ctx<'_>) -> rquickjs::Result<()> {
        if self.generation.get() != self.shared.generation.get() {
            call(&self.kernel(ctx, |k| &k.forget)?, ())?;
            self.generation.set(self.shared.generation.get());
        }
        if self.program_bytes.get() > PROGRAM_BYTES {
            call(&self.kernel(ctx, |k| &k.unload)?, ())?;
            self.programs.borrow_mut().clear();
            self.program_bytes.set(0);
        }
        Ok(())
    }
}

/// An evaluation as the prelude knows it: its scope and the numbers of its handles, -1 for none.
struct Frame {
    scope: u32,
    layer: i64,
    property: i64,
    composition: i64,
}

/// The runner a host gets: runs other programs inside the callback's own realm.
pub(super) struct CtxRunner<'a, 'js> {
    pub(super) ctx: &'a Ctx<'js>,
    pub(super) state: &'a Rc<State>,
    pub(super) evaluation: Rc<Evaluation>,
}

impl Runner for CtxRunner<'_, '_> {
    fn run(&mut self, program: &Arc<Program>, evaluation: &Evaluation) -> Result<Item, Fault> {
        if program.writes_globals || !self.state.sealed {
            return run_fresh(&self.state.shared, program, evaluation);
        }
        self.state.run(self.ctx, program, evaluation)
    }

    fn current(&self) -> &Evaluation {
        &self.evaluation
    }
}
