//! What all realms of an engine share.

use super::{EngineOptions, realm::Realm, stack};
use crate::builtins::RandomStream;
use crate::{Class, Evaluation, Fault, Host, Object, ScopeNames};
use inbetween_types::Limits;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Faults of the host that are remembered while an expression holds the error they became.
const REMEMBERED_FAULTS: usize = 64;

/// Handles known before the table is emptied, at the start of an outermost evaluation.
const HANDLES: usize = 100_000;

/// Polls of the interrupt handler allowed per unit of fuel; QuickJS polls once in 10,000 backward jumps or calls.
const JUMPS_PER_FUEL: u64 = 10;

/// Counter of the interrupt handler.
#[derive(Debug, Default)]
pub(super) struct Polls {
    left: Cell<u64>,
    tripped: Cell<bool>,
}

/// A running evaluation.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) evaluation: Rc<Evaluation>,
    pub(super) random: RandomStream,
    polls: u64,
}

pub(super) struct Shared {
    pub(super) host: Rc<dyn Host>,
    pub(super) limits: Limits,
    pub(super) now_ms: f64,
    pub(super) stack_bytes: usize,
    pub(super) members: Vec<&'static str>,
    pub(super) polls: Rc<Polls>,
    /// Realms nobody runs in.
    pub(super) idle: RefCell<Vec<Realm>>,
    /// Realms in use.
    pub(super) busy: Cell<usize>,
    /// Changes when all handles are forgotten.
    pub(super) generation: Cell<u32>,
    pub(super) last_miss: RefCell<Option<(Class, String)>>,
    names: OnceCell<ScopeNames>,
    frames: RefCell<Vec<Frame>>,
    trip: RefCell<Option<Fault>>,
    objects: RefCell<Vec<Object>>,
    ids: RefCell<HashMap<Object, u32>>,
    faults: RefCell<(u32, Vec<(u32, Fault)>)>,
    base: Cell<usize>,
}

impl Shared {
    pub(super) fn new(host: Rc<dyn Host>, options: &EngineOptions) -> Self {
        let mut members = vec!["value"];
        for class in Class::ALL {
            members.extend(host.members(class).iter().map(|m| m.name));
        }
        Self {
            host,
            limits: options.limits.clone(),
            now_ms: options.now_ms,
            stack_bytes: options.stack_bytes,
            members,
            polls: Rc::default(),
            idle: RefCell::default(),
            busy: Cell::new(0),
            generation: Cell::new(0),
            last_miss: RefCell::default(),
            names: OnceCell::new(),
            frames: RefCell::default(),
            trip: RefCell::default(),
            objects: RefCell::default(),
            ids: RefCell::default(),
            faults: RefCell::default(),
            base: Cell::new(0),
        }
    }

    /// Starts an outermost evaluation.
    pub(super) fn enter(&self) {
        self.base.set(stack::base());
        self.clear_trip();
        if self.objects.borrow().len() > HANDLES {
            self.objects.borrow_mut().clear();
            self.ids.borrow_mut().clear();
            self.generation.set(self.generation.get().wrapping_add(1));
        }
    }

    pub(super) fn clear(&self) {
        let idle = std::mem::take(&mut *self.idle.borrow_mut());
        drop(idle);
    }

    /// Bytes of stack left to evaluation.
    pub(super) fn stack_left(&self) -> usize {
        let used = self.base.get().abs_diff(stack::here());
        self.stack_bytes.saturating_sub(used)
    }

    /// How many evaluations run, one inside the other.
    pub(super) fn depth(&self) -> usize {
        self.frames.borrow().len()
    }

    pub(super) fn push(&self, evaluation: &Evaluation) {
        let frame = Frame {
            evaluation: Rc::new(evaluation.clone()),
            random: RandomStream::new(evaluation),
            polls: self.polls.left.get(),
        };
        self.frames.borrow_mut().push(frame);
        self.polls.left.set((self.limits.fuel.saturating_mul(JUMPS_PER_FUEL) / 10_000).saturating_add(100));
    }

    /// Ends the innermost evaluation; what its polls cost does not count on the outer one.
    pub(super) fn pop(&self) {
        if let Some(frame) = self.frames.borrow_mut().pop() {
            self.polls.left.set(frame.polls);
        }
    }

    /// The innermost running evaluation.
    pub(super) fn evaluation(&self) -> Option<Rc<Evaluation>> {
        self.frames.borrow().last().map(|f| Rc::clone(&f.evaluation))
    }

    /// Changes the innermost running evaluation and its random numbers.
    pub(super) fn change<T>(&self, f: impl FnOnce(&mut Evaluation, &mut RandomStream) -> T) -> Option<T> {
        let mut frames = self.frames.borrow_mut();
        let frame = frames.last_mut()?;
        Some(f(Rc::make_mut(&mut frame.evaluation), &mut frame.random))
    }

    /// The number of an object's handle.
    pub(super) fn id(&self, object: Object) -> u32 {
        *self.ids.borrow_mut().entry(object).or_insert_with(|| {
            let mut objects = self.objects.borrow_mut();
            objects.push(object);
            u32::try_from(objects.len() - 1).unwrap_or(u32::MAX)
        })
    }

    pub(super) fn object(&self, id: u32) -> Option<Object> {
        self.objects.borrow().get(usize::try_from(id).ok()?).copied()
    }

    /// Remembers a fault and gives its number.
    pub(super) fn remember(&self, fault: Fault) -> u32 {
        let (next, kept) = &mut *self.faults.borrow_mut();
        let number = *next;
        *next = next.wrapping_add(1);
        if kept.len() >= REMEMBERED_FAULTS {
            kept.remove(0);
        }
        kept.push((number, fault));
        number
    }

    pub(super) fn recall(&self, number: u32) -> Option<Fault> {
        self.faults.borrow().1.iter().find(|(n, _)| *n == number).map(|(_, fault)| fault.clone())
    }

    /// Notes that a limit was met; the first one counts.
    pub(super) fn set_trip(&self, fault: Fault) {
        self.polls.tripped.set(true);
        self.trip.borrow_mut().get_or_insert(fault);
    }

    pub(super) fn tripped(&self) -> bool {
        self.polls.tripped.get()
    }

    pub(super) fn clear_trip(&self) -> Option<Fault> {
        let polls_out = self.polls.tripped.replace(false);
        self.trip.borrow_mut().take().or_else(|| polls_out.then(|| self.too_long()))
    }

    pub(super) fn too_long(&self) -> Fault {
        Fault::limit("limit/fuel", format!("the expression took more than {} steps", self.limits.fuel))
            .with_help("it may loop for ever; see the fuel limit")
    }

    pub(super) fn too_deep(&self) -> Fault {
        Fault::limit(
            "limit/call-depth",
            format!("functions or expressions call one another deeper than {}", self.limits.call_depth),
        )
    }

    pub(super) fn no_stack(&self) -> Fault {
        stack::no_stack()
    }

    pub(super) fn too_large(&self) -> Fault {
        let most = self.limits.collection_length;
        Fault::limit("limit/size", format!("the expression makes a list, text or number beyond {most} parts"))
    }

    pub(super) fn out_of_memory(&self) -> Fault {
        let most = self.limits.engine_memory >> 20;
        Fault::limit("limit/memory", format!("the expression needs more than {most} MiB"))
    }

    /// The names of this host.
    pub(super) fn names(&self) -> &ScopeNames {
        self.names.get_or_init(|| ScopeNames::new(&*self.host))
    }
}

impl Polls {
    /// One call of the interrupt handler: whether to stop.
    pub(super) fn poll(&self) -> bool {
        if self.tripped.get() {
            return true;
        }
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        if left == 0 {
            self.tripped.set(true);
        }
        left == 0
    }
}
