//! The border between the language and a document.

use crate::{Item, program::Program};
use inbetween_types::{Time, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// Classes of objects an expression can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Class {
    /// `thisProject`.
    Project,
    /// A composition.
    Composition,
    /// A footage item.
    Footage,
    /// A layer of any kind.
    Layer,
    /// A property group, effects, masks and shape groups included.
    PropertyGroup,
    /// A property.
    Property,
    /// The markers of a composition or layer.
    MarkerProperty,
    /// `inbetween`: functions that AE does not have.
    Inbetween,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 8] = [
        Self::Project,
        Self::Composition,
        Self::Footage,
        Self::Layer,
        Self::PropertyGroup,
        Self::Property,
        Self::MarkerProperty,
        Self::Inbetween,
    ];
}

/// A handle to an object of the host. What `id` means is the host's affair; equal handles are the same object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    /// Its class.
    pub class: Class,
    /// Which one.
    pub id: u32,
    /// Time mapping the handle carries: objects reached through `layer.source` are read at the source's time.
    /// 0 is none; other numbers are the host's.
    pub clock: u32,
}

/// A named member of a class: one line of a host's table.
#[derive(Debug)]
pub struct Member {
    /// Name, AE's spelling.
    pub name: &'static str,
    /// Legacy spellings.
    pub aliases: &'static [&'static str],
    /// Attribute or method.
    pub kind: MemberKind,
    /// One line for completion and documentation.
    pub doc: &'static str,
}

/// Whether a member is read or called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberKind {
    /// Read: `layer.index`.
    Attribute,
    /// Called: `layer.toComp(p)`.
    Method,
}

/// What one evaluation of one expression is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// `thisProperty`; `None` when an expression is evaluated in a composition or on a layer.
    pub property: Option<Object>,
    /// `thisLayer`; `None` when it is evaluated in a composition.
    pub layer: Option<Object>,
    /// `thisComp`.
    pub composition: Object,
    /// `time`, in seconds of that composition.
    pub time: f64,
    /// Seed of `random`, without offset and time: identity of layer and property.
    pub seed: u64,
    /// Offset that `seedRandom` set; 0 at the start. `wiggle` uses it too.
    pub random_offset: f64,
    /// Values of `textIndex`, `textTotal` and `selectorValue` inside an expression selector.
    pub selector: Option<(f64, f64, Item)>,
}

/// Why an evaluation gave no value.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What kind of failure.
    pub kind: FaultKind,
    /// Stable code of the finding, for example `expr/unknown-layer`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Byte offset in the expression's own text.
    pub offset: Option<usize>,
}

/// Kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The expression threw or asked for something missing; `try` can catch it.
    Thrown,
    /// A limit was met; nothing in the expression can catch it.
    Limit,
}

impl Fault {
    /// A failure the expression may catch.
    #[must_use]
    pub fn thrown(code: &'static str, message: impl Into<String>) -> Self {
        Self { kind: FaultKind::Thrown, code, message: message.into(), help: None, offset: None }
    }

    /// A limit.
    #[must_use]
    pub fn limit(code: &'static str, message: impl Into<String>) -> Self {
        Self { kind: FaultKind::Limit, ..Self::thrown(code, message) }
    }

    /// The same with help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Runs programs; a host gets one with every question, so that it can evaluate other expressions inside.
pub trait Runner {
    /// Runs a program to its value.
    ///
    /// # Errors
    /// The failure, when it throws or meets a limit.
    fn run(&mut self, program: &Arc<Program>, evaluation: &Evaluation) -> Result<Item, Fault>;

    /// The evaluation that is asking (the innermost running one). `posterizeTime` changes its `time`,
    /// `seedRandom` its `random_offset`.
    fn current(&self) -> &Evaluation;
}

/// A document as expressions see it.
///
/// Members are tables; the engine makes JavaScript objects from them once. A host must be pure: the same
/// question at the same evaluation has the same answer.
pub trait Host {
    /// The members of a class. The table is the same for the host's whole life.
    fn members(&self, class: Class) -> &'static [Member];

    /// Reads attribute `name` (a name of the class's table) of an object.
    ///
    /// # Errors
    /// When the object has no such attribute or it cannot be computed.
    fn get(&self, runner: &mut dyn Runner, object: Object, name: &'static str) -> Result<Item, Fault>;

    /// Calls method `name` of an object.
    ///
    /// # Errors
    /// When the arguments do not fit or the method fails.
    fn call(
        &self,
        runner: &mut dyn Runner,
        object: Object,
        name: &'static str,
        arguments: &[Item],
    ) -> Result<Item, Fault>;

    /// Calls an object itself: `effect("A")("B")`, `thisLayer("ADBE Transform Group")`.
    ///
    /// # Errors
    /// When there is no such child.
    fn child(&self, runner: &mut dyn Runner, object: Object, arguments: &[Item]) -> Result<Item, Fault>;

    /// Reads a name that is in no table: a child by its compact name (`content("g").size`, `effect("x").slider`).
    /// `None` when there is none; that is not an error (the expression then sees `undefined`).
    fn child_by_compact_name(&self, object: Object, name: &str) -> Option<Item>;

    /// Hears a value that a program of [`Program::compile_traced`] reports: the number of its
    /// [`TracePoint`](crate::TracePoint), a glimpse of the value (long arrays and texts cut, other objects empty
    /// records) and whether it counts as true.
    fn traced(&self, _point: usize, _value: Item, _truth: bool) {}
}

/// The questions the numeric tier asks most, without items. Each has the meaning of the member it is named after, to
/// the bit: `value`, `velocityAtTime`, `key`, `numKeys`.
pub trait NumericHost: Host {
    /// A property's value at a time as the running expression sees it: its own before the expression.
    ///
    /// # Errors
    /// As the member's.
    fn property_value(&self, runner: &mut dyn Runner, property: Object, time: Time) -> Result<Value, Fault>;

    /// The change per second at a time.
    ///
    /// # Errors
    /// As the member's.
    fn property_velocity(
        &self,
        runner: &mut dyn Runner,
        property: Object,
        time: Time,
    ) -> Result<Value, Fault>;

    /// Whether the values of a property at other times hang on its keys alone: it is the running expression's own, or
    /// neither it nor its dimensions have an expression.
    fn is_plain(&self, runner: &dyn Runner, property: Object) -> bool;

    /// The times of a property's keys, ascending, in seconds.
    fn property_keys(&self, property: Object) -> Cow<'_, [Time]>;

    /// The value of the key at a place from 0, whose time is `time`.
    fn property_key_value(&self, property: Object, place: usize, time: Time) -> Value;

    /// What an object's clock shows when the expression's own time is `time`.
    ///
    /// # Errors
    /// When expressions nest too deep.
    fn time_of(&self, runner: &mut dyn Runner, object: Object, time: Time) -> Result<Time, Fault>;

    /// `wiggle` of a property: the value at `time` plus noise.
    ///
    /// # Errors
    /// As the member's; all arguments are finite.
    fn property_wiggle(
        &self,
        runner: &mut dyn Runner,
        property: Object,
        wiggle: &Wiggle<'_>,
    ) -> Result<Value, Fault>;

    /// `toComp`, `fromComp`, `toWorld` or `fromWorld` of a layer: at most three numbers and how many they are.
    ///
    /// # Errors
    /// As the member's; all arguments are finite.
    fn layer_space(
        &self,
        runner: &mut dyn Runner,
        layer: Object,
        name: &'static str,
        point: &[f64],
        time: Time,
    ) -> Result<([f64; 3], usize), Fault>;
}

/// Arguments of `wiggle`.
#[derive(Clone, Copy, Debug)]
pub struct Wiggle<'a> {
    /// Swings per second.
    pub frequency: f64,
    /// Amplitude, one for all dimensions or one each.
    pub amplitude: &'a [f64],
    /// Octaves.
    pub octaves: f64,
    /// What each octave's amplitude is of the one before.
    pub multiplier: f64,
    /// The time.
    pub time: Time,
}
