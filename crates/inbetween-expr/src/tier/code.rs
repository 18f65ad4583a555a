//! What the numeric tier runs: instructions over registers.

use super::math::MathFunction;
use crate::builtins::Builtin;
use crate::{Class, MemberKind};
use std::sync::Arc;

/// A register.
pub(super) type R = u16;

/// One instruction. `d` is where the result goes; jumps name the next instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Move {
        d: R,
        a: R,
    },
    Undef {
        d: R,
    },
    Hole {
        d: R,
    },
    /// Gives up when the register is still a hole.
    CheckHole {
        a: R,
    },
    Add {
        d: R,
        a: R,
        b: R,
    },
    Sub {
        d: R,
        a: R,
        b: R,
    },
    Mul {
        d: R,
        a: R,
        b: R,
    },
    Div {
        d: R,
        a: R,
        b: R,
    },
    Mod {
        d: R,
        a: R,
        b: R,
    },
    Pow {
        d: R,
        a: R,
        b: R,
    },
    Neg {
        d: R,
        a: R,
    },
    Less {
        d: R,
        a: R,
        b: R,
    },
    LessEqual {
        d: R,
        a: R,
        b: R,
    },
    Equal {
        d: R,
        a: R,
        b: R,
    },
    Same {
        d: R,
        a: R,
        b: R,
    },
    Bits {
        d: R,
        a: R,
        b: R,
        kind: Bits,
    },
    Not {
        d: R,
        a: R,
    },
    /// The value of a property handle, anything else as it is.
    Plain {
        d: R,
        a: R,
    },
    ToNumber {
        d: R,
        a: R,
    },
    TypeOf {
        d: R,
        a: R,
    },
    /// `x++` and its kin: a number by which the register's number changes.
    Step {
        d: R,
        a: R,
        by: i8,
    },
    InstanceArray {
        d: R,
        a: R,
    },
    Jump {
        to: u32,
    },
    JumpIf {
        a: R,
        to: u32,
    },
    JumpIfNot {
        a: R,
        to: u32,
    },
    /// Jumps where the register is neither undefined nor null.
    JumpIfSet {
        a: R,
        to: u32,
    },
    /// Jumps where `a < b` is false. `swap` asks `b < a`.
    JumpNotLess {
        a: R,
        b: R,
        to: u16,
    },
    Array {
        d: R,
        base: R,
        n: u8,
    },
    Index {
        d: R,
        a: R,
        b: R,
    },
    Member {
        d: R,
        a: R,
        site: u16,
    },
    Scope {
        d: R,
        site: u16,
    },
    Time {
        d: R,
    },
    /// The callee or object is in `base`, the arguments follow.
    CallValue {
        d: R,
        base: R,
        n: u8,
    },
    CallMember {
        d: R,
        base: R,
        site: u16,
        n: u8,
    },
    /// The arguments begin at `base`.
    CallScope {
        d: R,
        base: R,
        site: u16,
        n: u8,
    },
    CallMath {
        d: R,
        base: R,
        n: u8,
        function: MathFunction,
    },
    /// The rest of an `eval` of a chain of names.
    EvalPath {
        d: R,
        a: R,
    },
    /// What an AE name is, undefined where that throws.
    TryScope {
        d: R,
        site: u16,
    },
    Try {
        to: u32,
    },
    EndTry,
    /// The error that was caught, of which only that it is one is known.
    Caught {
        d: R,
    },
    Throw,
    Fuel,
    /// A part that never changes: taken from the cache, or computed and kept there.
    Static {
        d: R,
        slot: u16,
        to: u16,
    },
    Keep {
        a: R,
        slot: u16,
    },
    /// Before a loop that counts up: goes on where an earlier evaluation of the property came to.
    Resume {
        index: u16,
    },
    /// What the test of such a loop reads does not count; `on` begins it.
    Mask {
        on: bool,
    },
    /// The test has failed: keeps where the loop came to.
    Remember {
        index: u16,
    },
    /// The end of a function.
    Return {
        a: R,
    },
    /// The end of the program.
    End {
        a: R,
    },
}

/// Operators on 32-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bits {
    Or,
    And,
    Xor,
    Left,
    Right,
    RightUnsigned,
}

/// A value known before the program runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    Number(f64),
    Bool(bool),
    Undefined,
    Null,
    Text(Arc<str>),
    Function(u16),
}

/// What the machine knows of a member besides its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    No,
    Value,
    Velocity,
    ValueAtTime,
    VelocityAtTime,
    Key,
    NearestKey,
    NumKeys,
    Time,
    Index,
    Length,
    Wiggle,
    Space,
}

impl Known {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "value" => Self::Value,
            "velocity" => Self::Velocity,
            "valueAtTime" => Self::ValueAtTime,
            "velocityAtTime" => Self::VelocityAtTime,
            "key" => Self::Key,
            "nearestKey" => Self::NearestKey,
            "numKeys" => Self::NumKeys,
            "time" => Self::Time,
            "index" => Self::Index,
            "length" => Self::Length,
            "wiggle" => Self::Wiggle,
            "toComp" | "fromComp" | "toWorld" | "fromWorld" => Self::Space,
            _ => Self::No,
        }
    }
}

/// A name after a dot.
#[derive(Debug)]
pub(super) struct MemberSite {
    pub(super) name: Arc<str>,
    pub(super) known: Known,
    /// The line of each class's table, in the order of [`Class::ALL`].
    pub(super) rows: [Option<(MemberKind, &'static str)>; Class::ALL.len()],
}

impl MemberSite {
    pub(super) fn row(&self, class: Class) -> Option<(MemberKind, &'static str)> {
        let at = Class::ALL.iter().position(|known| *known == class)?;
        self.rows.get(at).copied().flatten()
    }
}

/// What an AE name of the scope is.
#[derive(Clone, Copy, Debug)]
pub(super) enum ScopeSite {
    ThisComp,
    ThisProject,
    Inbetween,
    ThisLayer,
    ThisProperty,
    Value,
    TextIndex,
    TextTotal,
    SelectorValue,
    Builtin(&'static Builtin, super::builtin::Fast),
    Posterize,
    SeedRandom,
    /// A member of `thisLayer`, `thisProperty` or `thisComp`, or one of the project's global ones.
    Member(Class, MemberKind, &'static str, Known),
}

/// A function of the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Function {
    pub(super) entry: u32,
    pub(super) parameters: Vec<R>,
}

/// A loop `for (i = …; i < limit; i++)` whose passes may be the same at every time, see `loops`.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    pub(super) counter: R,
    /// The limit, computed once before the loop.
    pub(super) limit: R,
    pub(super) or_equal: bool,
    /// The variables that the body names.
    pub(super) watched: Vec<R>,
}

/// A compiled program.
#[derive(Debug, Default)]
pub struct Code {
    pub(super) ops: Vec<Op>,
    pub(super) registers: u16,
    pub(super) constants: Vec<(R, Constant)>,
    pub(super) members: Vec<MemberSite>,
    pub(super) scope: Vec<ScopeSite>,
    pub(super) functions: Vec<Function>,
    pub(super) counted: Vec<Counted>,
    /// How many parts are kept per property.
    pub(super) kept: u16,
}
