//! A block of times per instruction.
//!
//! A program that has run once for a property is made anew for that property alone: its handles are then constants,
//! properties without expressions are tracks of keys, and every register has one kind at every place (a number, a
//! boolean, a vector of known length). What has not is refused, and the machine of single evaluations goes on. The
//! product computes [`LANES`] evaluations side by side, each register an array of numbers.
//!
//! Lanes may part at branches: the block of instructions that comes first in the program runs first, for the lanes
//! that are there; the others wait. A lane that meets anything that is not certainly the same as in a single
//! evaluation (an index out of range, a limit) leaves, and is evaluated singly.
//!
//! Every operation is the one the single machine does, on the same numbers, so the bits are the same.

mod calls;
mod make;
mod operators;
mod run;
mod step;

pub use make::{Making, make};
pub use run::{Lanes, Room as BlockRoom};

use super::code::Bits;
use super::math::MathFunction;
use crate::builtins::interpolation::Curve;
use crate::{Object, Runner};
use inbetween_types::Time;
use std::ops::Range;
use std::sync::Arc;

/// How many evaluations go side by side.
pub const LANES: usize = 32;

/// One number of every lane.
pub type Lane = [f64; LANES];

/// What is known of the values of a property without looking at its keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Whether values are vectors.
    pub vector: bool,
    /// How many numbers, 1 to 4.
    pub len: u8,
    /// The value, when it is the same at all times.
    pub constant: Option<[f64; 4]>,
    /// Whether an expression makes the values: then they are known at the block's own times only.
    pub expressed: bool,
}

/// The keys of a property.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyTable {
    /// Composition times, ascending, in seconds.
    pub times: Vec<Time>,
    /// Values; what a value lacks is 0.
    pub values: Vec<[f64; 4]>,
}

/// What a block asks of the document. Bits of `live` are the lanes that are asked for.
pub trait BlockHost {
    /// The shape of a property's values, of the running expression's `own` property before the expression; `None` when
    /// they have not one shape at all times.
    fn shape(&self, property: Object, own: bool) -> Option<Shape>;

    /// The keys of a property that has a [`Shape`].
    fn keys(&self, property: Object) -> Arc<KeyTable>;

    /// The values at times before expressions, one lane of `out` for each component.
    fn read(&self, property: Object, times: &Lane, live: u32, out: &mut [Lane]);

    /// The change per second at times.
    fn read_velocity(&self, property: Object, times: &Lane, live: u32, out: &mut [Lane]);

    /// The values after its expression of a property with one, at times that must be the block's own. The lanes that
    /// have a value.
    fn read_expressed(
        &self,
        runner: &mut dyn Runner,
        property: Object,
        times: &Lane,
        live: u32,
        out: &mut [Lane],
    ) -> u32;

    /// Whether [`BlockHost::space`] may answer for a layer.
    fn is_flat(&self, layer: Object) -> bool;

    /// A point (two or three numbers) from the space of a flat layer to the composition, or `back`, at times that must
    /// be the block's own. The lanes that have an answer, in the place of the point.
    fn space(
        &self,
        runner: &mut dyn Runner,
        layer: Object,
        back: bool,
        times: &Lane,
        live: u32,
        point: &mut [Lane],
    ) -> u32;

    /// The identity that seeds the noise of a property.
    fn identity(&self, property: Object) -> u64;
}

/// A place in the table of lanes.
type Slot = u32;

/// The time of the evaluation.
const TIME: Slot = 0;
/// 0.
const ZERO: Slot = 1;
/// What `seedRandom` said.
const OFFSET: Slot = 2;
/// `textIndex`.
const INDEX: Slot = 3;
/// `textTotal`.
const TOTAL: Slot = 4;
/// The first slot of registers, four each.
const FIRST: Slot = 5;

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Two {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    Less,
    LessEqual,
    Equal,
}

/// One instruction: `d` is where the result goes.
#[derive(Clone, Copy, Debug)]
enum Act {
    Set {
        d: Slot,
        n: f64,
    },
    Copy {
        d: Slot,
        a: Slot,
    },
    Two {
        d: Slot,
        a: Slot,
        b: Slot,
        op: Two,
    },
    Neg {
        d: Slot,
        a: Slot,
    },
    /// 1 where the number is neither 0 nor NaN, else 0; `not` swaps.
    Truth {
        d: Slot,
        a: Slot,
        not: bool,
    },
    Bits {
        d: Slot,
        a: Slot,
        b: Slot,
        kind: Bits,
    },
    Math {
        d: Slot,
        a: [Slot; 4],
        n: u8,
        function: MathFunction,
    },
    Random {
        d: Slot,
        low: Slot,
        high: Slot,
        gauss: bool,
    },
    Seed {
        offset: Slot,
        timeless: bool,
    },
    Posterize {
        rate: Slot,
    },
    /// A part of a vector by a number that is not known; lanes leave where it is no place.
    Part {
        d: Slot,
        a: Slot,
        len: u8,
        b: Slot,
    },
    Mix {
        curve: Curve,
        d: Slot,
        range: [Slot; 3],
        a: Slot,
        b: Slot,
    },
    /// Degrees to radians, or back.
    Angle {
        d: Slot,
        a: Slot,
        radians: bool,
    },
    Length {
        d: Slot,
        a: Slot,
        len: u8,
    },
    Limit {
        d: Slot,
        a: Slot,
        low: Slot,
        high: Slot,
    },
    ToFrames {
        d: Slot,
        a: Slot,
        fps: f64,
    },
    Read {
        d: Slot,
        len: u8,
        property: Object,
        at: Slot,
    },
    /// The values of a property with an expression; lanes leave where there is none.
    Expressed {
        d: Slot,
        len: u8,
        property: Object,
    },
    /// A point, in place, between the spaces of a layer and the composition.
    Space {
        d: Slot,
        len: u8,
        layer: Object,
        back: bool,
    },
    Velocity {
        d: Slot,
        len: u8,
        property: Object,
        at: Slot,
    },
    /// From a number from 1 to a place from 0; lanes leave where there is no such key.
    Key {
        d: Slot,
        a: Slot,
        count: u32,
    },
    KeyTime {
        d: Slot,
        a: Slot,
        table: u16,
    },
    KeyValue {
        d: Slot,
        len: u8,
        a: Slot,
        table: u16,
    },
    Nearest {
        d: Slot,
        a: Slot,
        table: u16,
    },
    Noise {
        d: Slot,
        dimension: u32,
        identity: u64,
        amplitude: Slot,
        rest: [Slot; 4],
    },
    /// Lanes leave where the number is not finite.
    Finite {
        a: Slot,
    },
    Fuel,
}

/// How a run of instructions ends.
#[derive(Clone, Copy, Debug)]
enum Last {
    Jump(u32),
    Branch {
        a: Slot,
        yes: u32,
        no: u32,
    },
    /// The value: a number (0) or so many numbers.
    End {
        a: Slot,
        len: u8,
    },
}

/// Instructions without a branch.
#[derive(Clone, Debug)]
struct Straight {
    acts: Range<usize>,
    last: Last,
}

/// A program for one property.
#[derive(Debug)]
pub struct BlockCode {
    before: Vec<(Slot, f64)>,
    acts: Vec<Act>,
    runs: Vec<Straight>,
    tables: Vec<Arc<KeyTable>>,
    slots: usize,
    seed: u64,
}
